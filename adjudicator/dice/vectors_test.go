package dice

import (
	_ "embed"
	"os/exec"
	"reflect"
	"strings"
	"testing"
)

//go:embed testdata/vectors.txt
var vectors string

// The story of the vectors: Germany attacks the Ukraine in game g42.
const (
	game   = "g42"
	master = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
	base   = "79c9bcccd85ec3db42e4f982fea90c261ebd64462462e001a2ea1b82fa4af5ab"
	setGER = "7cb2a87ffbd7b5dda1d7765c71ff76ced3d1542079b293c4447e493ae6a6e574"
	setRUS = "6ff7149f5a46bee257e9844e3f2452eb0d98a59a286ec6189555abb780ce71be"
)

func hash(t *testing.T, s string) Hash {
	t.Helper()
	h, err := ParseHash(s)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func orderRefs(t *testing.T, ger string) []OrderRef {
	t.Helper()
	return []OrderRef{ // not in the order of the sum
		{"RUS", StandingOrders, hash(t, setRUS)},
		{"GER", TurnOrders, hash(t, ger)},
	}
}

func TestSecretsAndSums(t *testing.T) {
	t.Parallel()
	m, err := ParseMaster(master)
	if err != nil {
		t.Fatal(err)
	}
	s1, s2 := m.Secret(game, 1), m.Secret(game, 2)
	orders := OrderSum(orderRefs(t, setGER))
	changed := OrderSum(orderRefs(t, "b57707ed39a1a24e1b685954e578cecc4cac2c8f1c80d1233a2b72dd2889000a"))
	rus := Entropy{"RUS", hash(t, "29a0d2301c56a7bf50381e3a4a9a3baaa69ddf45ba9944731b6105ece152a009")}
	drand := Mix{
		Players: []Entropy{rus},
		Beacons: []Beacon{{
			Chain:      hash(t, "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"),
			Round:      657413,
			Randomness: hash(t, "fc1873a13f3545aeade8401532ef5519920652eee6b0d2b19ca12643b87b3587"),
		}},
	}
	for _, tt := range []struct {
		name string
		got  Hash
		want string
	}{
		{"MC", m.Commitment(game), "7842c21ab8b504cf08822aeae49a9d9acc273e09538c23943edbdf9c81df2c4d"},
		{"S_1", s1.Reveal(), "e3ac560b793f4178503c88ab6971ebdcfff7bc90a7ec396f8348d17cbbdd42b9"},
		{"C_1", s1.Commitment(game, 1), "e05959f640b5af3152cf4b8f0efa201df52e55c3000db30e68a68bdd85385880"},
		{"S_2", s2.Reveal(), "4a8f80c4a887f2aba5649d3b63a41ca239e3ff2cdf1125b5f902eec08a9632ad"},
		{"C_2", s2.Commitment(game, 2), "ec83d1c34b81b6ea0aa7a3a848914bd210f1240acf05aa4104fe8fe5bb11fe1e"},
		{"O_1", orders, "81859280989c277ab1b98aa2b702e0d8b144cbd855768085f5264e290601c611"},
		{"X_1 none", Mix{}.Sum(), "a0ffc0421c25adfd3c19caf7d1cef3e21248431aa204e2e2936c391bc942b2a0"},
		{"R_1", s1.Seed(game, 1, hash(t, base), orders, Mix{}.Sum()), "67ebeee57405d676b7c13790b9da10bd86d82aa21ae910ad2855605adfa59f3a"},
		{"O_1 with one infantry less", changed, "932c37f8c881161aa8b4ea48c0f6afda4f770abfb0e9c14f67d9da30ce981459"},
		{"R_1 with one infantry less", s1.Seed(game, 1, hash(t, base), changed, Mix{}.Sum()), "77bdade76b083e0166e2cabce0d88d96f4f2cd383af5e2de2c2231c33ec13787"},
		{"K_RUS", rus.Commitment(game, 1), "66bd6e2f6e62a66933ad11de24dd08b3779a0b0bce57d67979ef91f06c7f3837"},
		{"X_1 tier 2", drand.Sum(), "4645c7ddf3bae201c052ad85dd983221ab7819fcca598a2a312d33b2ec0a84bd"},
		{"R_1 tier 2", s1.Seed(game, 1, hash(t, base), orders, drand.Sum()), "802c7a2fbbf5f383bdd0acf5e23504daba014e308702e58bd3d4c0a3355999e6"},
	} {
		if tt.got.String() != tt.want {
			t.Errorf("%s = %s, want %s", tt.name, tt.got, tt.want)
		}
	}
}

// The salt of set RUS, had its sender named none. Any change of what it comes from gives another.
func TestDerivedSalt(t *testing.T) {
	t.Parallel()
	m, err := ParseMaster(master)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"loss land infantry artillery armour fighter"}
	const want = "6e1383ead4f11930f470177b1460cbd4"
	if got := m.Salt(game, "RUS", StandingOrders, hash(t, base), lines); got != want {
		t.Errorf("salt %s, want %s", got, want)
	}
	other, err := ParseMaster("01" + master[2:])
	if err != nil {
		t.Fatal(err)
	}
	for name, got := range map[string]string{
		"master": other.Salt(game, "RUS", StandingOrders, hash(t, base), lines),
		"game":   m.Salt("g43", "RUS", StandingOrders, hash(t, base), lines),
		"role":   m.Salt(game, "GER", StandingOrders, hash(t, base), lines),
		"kind":   m.Salt(game, "RUS", TurnOrders, hash(t, base), lines),
		"base":   m.Salt(game, "RUS", StandingOrders, hash(t, setGER), lines),
		"lines":  m.Salt(game, "RUS", StandingOrders, hash(t, base), nil),
	} {
		if got == want || len(got) != len(want) {
			t.Errorf("with another %s: salt %s", name, got)
		}
	}
}

func TestStreamVectors(t *testing.T) {
	t.Parallel()
	for line := range strings.Lines(vectors) {
		if strings.HasPrefix(line, "#") {
			continue
		}
		seed, text, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		want, err := ParseRoll(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := NewStream(hash(t, seed)).Roll(want.Label, len(want.Dice), want.Sides)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want.Dice) {
			t.Errorf("%s: got %v", text, got)
		}
	}
}

func TestBlocks(t *testing.T) {
	t.Parallel()
	seed := hash(t, "67ebeee57405d676b7c13790b9da10bd86d82aa21ae910ad2855605adfa59f3a")
	for _, tt := range []struct {
		label string
		k     int
		want  string // or its start
	}{
		{"ukraine land 1 att fire", 0, "8a0ce0dde56f1e526df0230700ee4647d9f84968a9f32750e1562efc5b36eff7"},
		{"ukraine land 1 def fire", 0, "2d65888c39ef511b11ccbd452b3770e54043dde15fc8a26dbc292cb3062013d5"},
		{"ukraine land 2 att fire", 0, "c7528a5274c5699590c9d5175d970e82d6aaf681ee1db9c338a6207e9c3b5425"},
		{"ukraine land 2 def fire", 0, "34420c517a8115ae10f0f9b1dfd4cd72ff635fa2f1d5babb01f59d411e8736d5"},
		{"sz5 sea 1 att fire", 0, "a14a7d04e2745897a199844b321aa6e36286b14901c2984c7707f0c709502d70"},
		{"sz5 sea 1 att fire", 1, "bd6e8b51de1e645de8eca0c7ad8782e4b5866a5d3f899e4537c5749973f7065a"},
		{"reject-3 land 1 att fire", 0, "dc40dbfc7ee2975fd630"},
		{"tech GER 1 - -", 0, "e3d94441dc23c118"},
	} {
		label, err := ParseLabel(tt.label)
		if err != nil {
			t.Fatal(err)
		}
		if got := block(seed, label, tt.k).String(); !strings.HasPrefix(got, tt.want) {
			t.Errorf("block %d of %q = %s, want %s", tt.k, tt.label, got, tt.want)
		}
	}
}

// TestVectorsWithPython shows that the page of Python next to the vectors agrees.
func TestVectorsWithPython(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("no python3 here")
	}
	cmd := exec.Command(python, "testdata/check.py")
	cmd.Stdin = strings.NewReader(vectors)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("check.py: %v: %s", err, out)
	}
	cmd = exec.Command(python, "testdata/check.py")
	cmd.Stdin = strings.NewReader(strings.Replace(vectors, "4,6,5\n", "4,6,4\n", 1))
	if out, err := cmd.CombinedOutput(); err == nil {
		t.Errorf("check.py does not see a changed die: %s", out)
	}
}
