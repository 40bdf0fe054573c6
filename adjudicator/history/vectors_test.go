package history

import (
	"encoding/base64"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
)

// The published vectors of pbd1 are in testdata/g42, a file a text.

func vector(t testing.TB, name string) []byte {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", "g42", name))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

const (
	vectorVKey   = "pbem.example/g42+c173c985+AeOHv5OJ5huFw5063HdqRX8QtSGgb1BCy3InYzCQogNJ"
	vectorMaster = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	vectorSeed   = "663e93c9079149d6ad02b0ffc254fec776eb8bccdab96f28756aa3c9015a042d"
)

// vectorSigner is the signer key whose seed the vectors give.
func vectorSigner(t *testing.T) string {
	t.Helper()
	seed, err := hex.DecodeString(vectorSeed)
	if err != nil {
		t.Fatal(err)
	}
	return "PRIVATE+KEY+pbem.example/g42+c173c985+" + base64.StdEncoding.EncodeToString(append([]byte{1}, seed...))
}

func TestVectorTexts(t *testing.T) {
	t.Parallel()
	record := func(b []byte) ([]byte, error) {
		r, err := ParseRecord(b)
		if err != nil {
			return nil, err
		}
		return r.Print()
	}
	set := func(b []byte) ([]byte, error) {
		s, err := ParseSet(b)
		if err != nil {
			return nil, err
		}
		return s.Print()
	}
	intake := func(b []byte) ([]byte, error) {
		in, err := ParseIntake(b)
		if err != nil {
			return nil, err
		}
		return in.Print()
	}
	for _, tt := range []struct {
		file  string
		size  int
		hash  string
		again func([]byte) ([]byte, error) // parse and print
	}{
		{"g42-0.txt", 554, "79c9bcccd85ec3db42e4f982fea90c261ebd64462462e001a2ea1b82fa4af5ab", record},
		{"g42-1.txt", 466, "17d028d90868aec4ea20cbc4df2993539722c2d3379215a81f9fa200cd5b4691", record},
		{"g42-2.txt", 946, "72e0f283ccdf0926d7d5166767d97eecb9c14bb5fc91c11cb6df74a91d94b238", record},
		{"g42-1-GER-turn.txt", 236, "7cb2a87ffbd7b5dda1d7765c71ff76ced3d1542079b293c4447e493ae6a6e574", set},
		{"g42-1-RUS-standing.txt", 197, "6ff7149f5a46bee257e9844e3f2452eb0d98a59a286ec6189555abb780ce71be", set},
		{"g42-2-intake.txt", 214, "7bcfdb7e572e82822ebcc145f5c420e4bd5ce7ea8599d1d1e75c44d601a7c51f", intake},
	} {
		in := vector(t, tt.file)
		out, err := tt.again(in)
		if err != nil {
			t.Errorf("%s: %v", tt.file, err)
			continue
		}
		if string(out) != string(in) || len(out) != tt.size || dice.Sum(out).String() != tt.hash {
			t.Errorf("%s: printed %d bytes with hash %s, want %d and %s", tt.file, len(out), dice.Sum(out), tt.size, tt.hash)
		}
	}
}

// The vectors' chain, made again through the API from secret, orders and dice.
func TestVectorChain(t *testing.T) {
	t.Parallel()
	master, err := dice.ParseMaster(vectorMaster)
	if err != nil {
		t.Fatal(err)
	}
	genesis, err := ParseRecord(vector(t, "g42-0.txt"))
	if err != nil {
		t.Fatal(err)
	}
	chain, err := NewChain("g42")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chain.Append(genesis.Body, genesis.Time); err != nil {
		t.Fatal(err)
	}

	var refs []dice.OrderRef
	for _, file := range []string{"g42-1-RUS-standing.txt", "g42-1-GER-turn.txt"} {
		s, err := ParseSet(vector(t, file))
		if err != nil {
			t.Fatal(err)
		}
		ref, err := s.Ref()
		if err != nil {
			t.Fatal(err)
		}
		refs = append(refs, ref)
	}
	lock, err := chain.NewLock(refs, Mix{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chain.Append(lock, time.Date(2026, 1, 12, 19, 0, 0, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}

	secret := master.Secret("g42", 1)
	seed, err := chain.Seed(secret, dice.Hash{})
	if err != nil {
		t.Fatal(err)
	}
	rec := dice.NewRecorder(dice.NewStream(seed))
	for _, r := range []struct {
		round int
		side  string
		n     int
	}{{1, dice.Attacker, 4}, {1, dice.Defender, 3}, {2, dice.Attacker, 4}, {2, dice.Defender, 1}} {
		label := dice.Label{Place: "ukraine", Kind: dice.Land, Round: r.round, Side: r.side, Step: dice.StepFire}
		if _, err := rec.Roll(label, r.n, 6); err != nil {
			t.Fatal(err)
		}
	}
	turn, err := chain.NewTurn(Played{
		Secret: secret, Rolls: rec.Rolls(),
		Intake:     dice.Sum(vector(t, "g42-2-intake.txt")),
		State:      dice.Sum(vector(t, "g42-2-state.txt")),
		NextCommit: master.Secret("g42", 2).Commitment("g42", 2),
	})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := chain.Append(turn, time.Date(2026, 1, 12, 19, 0, 3, 0, time.UTC)); err != nil {
		t.Fatal(err)
	}
	for i, e := range chain.Entries() {
		if want := vector(t, RecordFile("g42", i)); string(e.Bytes) != string(want) {
			t.Errorf("record %d:\n%s\nwant:\n%s", i, e.Bytes, want)
		}
	}

	signed, err := chain.Checkpoint(vectorSigner(t))
	if err != nil {
		t.Fatal(err)
	}
	if want := vector(t, "g42-2-checkpoint.txt"); string(signed) != string(want) {
		t.Errorf("checkpoint:\n%s\nwant:\n%s", signed, want)
	}
}

func TestVectorTree(t *testing.T) {
	t.Parallel()
	var records [][]byte
	for i, want := range []string{
		"MTl11lWGBHJzwUSHNQXXoA0Sju9aUXQsWG0tkp3kxXY=",
		"2XT2m5Db3Dyfg1H6wYiqK1Uq8GKI2TZuU6ZJaNY3RdU=",
		"m1+XgQiwszh2M7th4Qk3dCEbFPh06AN0qOdJo+nOV/8=",
	} {
		records = append(records, vector(t, RecordFile("g42", i)))
		root := TreeRoot(records)
		if got := base64.StdEncoding.EncodeToString(root[:]); got != want {
			t.Errorf("root of %d records = %s, want %s", i+1, got, want)
		}
	}
}

func TestVectorSignature(t *testing.T) {
	t.Parallel()
	p, err := OpenCheckpoint(vector(t, "g42-2-checkpoint.txt"), vectorVKey)
	if err != nil {
		t.Fatal(err)
	}
	if p.Origin != "pbem.example/g42" || p.Size != 3 || p.Root.String() != "9b5f978108b0b3387633bb61e1093774211b14f874e80374a8e749a3e9ce57ff" {
		t.Errorf("checkpoint says %+v", p)
	}
	if len(p.String()) != 64 {
		t.Errorf("signed text has %d bytes, want 64", len(p.String()))
	}
}

// A lock seven minutes later is another record but gives the same dice: no
// clock enters them.
func TestVectorLockTime(t *testing.T) {
	t.Parallel()
	later := strings.Replace(string(vector(t, "g42-1.txt")), "19:00:00Z", "19:07:00Z", 1)
	if got := dice.Sum([]byte(later)).String(); got != "2629e2b1555c7c6b093c8fbce52f1d3aadff9768ab6dc234bc4e232b453785c5" {
		t.Errorf("later lock has hash %s", got)
	}
	chain, err := ReadChain("g42", [][]byte{vector(t, "g42-0.txt"), []byte(later)})
	if err != nil {
		t.Fatal(err)
	}
	master, err := dice.ParseMaster(vectorMaster)
	if err != nil {
		t.Fatal(err)
	}
	seed, err := chain.Seed(master.Secret("g42", 1), dice.Hash{})
	if err != nil {
		t.Fatal(err)
	}
	if seed.String() != "67ebeee57405d676b7c13790b9da10bd86d82aa21ae910ad2855605adfa59f3a" {
		t.Errorf("seed %s depends on the time of the lock", seed)
	}
}

// One infantry less is another set, and so (package dice shows) other dice.
func TestVectorChangedSet(t *testing.T) {
	t.Parallel()
	changed := strings.Replace(string(vector(t, "g42-1-GER-turn.txt")), "ukraine infantry 3", "ukraine infantry 2", 1)
	s, err := ParseSet([]byte(changed))
	if err != nil {
		t.Fatal(err)
	}
	h, err := s.Hash()
	if err != nil || h.String() != "b57707ed39a1a24e1b685954e578cecc4cac2c8f1c80d1233a2b72dd2889000a" {
		t.Errorf("changed set has hash %s, %v", h, err)
	}
}

func TestVectorSetWithCRLFIsRefused(t *testing.T) {
	t.Parallel()
	crlf := []byte(strings.ReplaceAll(string(vector(t, "g42-1-GER-turn.txt")), "\n", "\r\n"))
	if got := dice.Sum(crlf).String(); got != "55a2e4b0a446ffc602f79e03c64352d02f13d14b13f41a4bafce8b131a2d401f" {
		t.Fatalf("the set with CRLF has hash %s", got)
	}
	if _, err := ParseSet(crlf); err == nil {
		t.Error("a set with CRLF was accepted as it is")
	}
}

func TestVectorBeacon(t *testing.T) {
	t.Parallel()
	net, published := Quicknet(), time.Date(2023, 9, 15, 11, 0, 3, 0, time.UTC)
	if got := net.TimeOf(657413); !got.Equal(published) || got.Unix() != 1694775603 {
		t.Errorf("round 657413 is published at %v", got)
	}
	for after, want := range map[time.Duration]int{
		0: 657413, -time.Second: 657413, -3 * time.Second: 657412, time.Nanosecond: 657414, -1e9 * time.Second: 1,
	} {
		if got := net.RoundAt(published.Add(after)); got != want {
			t.Errorf("first round %v after that time is %d, want %d", after, got, want)
		}
	}
	got, err := Randomness("b713718a38ae728dfd477991af2822e08d2f305e47718cef9f7848ce4050e7be41076862b98fad56e91a6b85b89cd97b")
	if err != nil || got.String() != "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587" {
		t.Errorf("randomness = %s, %v", got, err)
	}
	for _, bad := range []string{"", "b7137", "zz", strings.Repeat("00", 97)} {
		if h, err := Randomness(bad); err == nil {
			t.Errorf("Randomness(%q) = %s, want an error", bad, h)
		}
	}
}

// The hash of set RUS with the salt that it gets when its sender names none.
func TestVectorOfASetWithADerivedSalt(t *testing.T) {
	t.Parallel()
	s, err := ParseSet(vector(t, "g42-1-RUS-standing.txt"))
	if err != nil {
		t.Fatal(err)
	}
	m, err := dice.ParseMaster(vectorMaster)
	if err != nil {
		t.Fatal(err)
	}
	s.Salt = m.Salt(s.Game, s.Role, s.Kind, s.Base, s.Orders)
	if h, err := s.Hash(); err != nil || h.String() != "9627cd47ae39dc65c99d47c355798b156e430fdd0bb49aad76c4c80ce95ca6b0" {
		t.Errorf("hash %v, %v", h, err)
	}
}
