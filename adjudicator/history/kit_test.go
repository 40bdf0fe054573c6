package history

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/dice"
)

// saved writes the files of a game as a player would save them from their mails.
func saved(t *testing.T, s *story, change func(name string, b []byte) []byte) string {
	t.Helper()
	dir := t.TempDir()
	write := func(name string, b []byte) {
		if change != nil {
			b = change(name, b)
		}
		if err := os.WriteFile(filepath.Join(dir, name), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, e := range s.chain.Entries() {
		write(RecordFile("eastfront", e.Seq), e.Bytes)
		l, ok := e.Body.(*Lock)
		if !ok {
			continue
		}
		for _, o := range l.Orders {
			if o.Kind == dice.TurnOrders {
				write(SetFile("eastfront", e.Seq, o.Role, o.Kind), byHash(s.sets)[o.Set])
			}
		}
	}
	return dir
}

// runKit runs exactly the lines that a report prints.
func runKit(t *testing.T, s *story, epoch int, dir string) []string {
	t.Helper()
	for _, tool := range []string{"bash", "openssl", "python3", "sha256sum"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Skipf("the kit needs %s", tool)
		}
	}
	lines, err := s.chain.KitLines(epoch)
	if err != nil {
		t.Fatal(err)
	}
	if len(lines) > 10 {
		t.Errorf("the kit has %d lines, more than ten", len(lines))
	}
	cmd := exec.Command("bash")
	cmd.Dir = dir
	cmd.Stdin = strings.NewReader(strings.Join(lines, "\n") + "\n")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || stderr.Len() > 0 {
		t.Errorf("kit: %v\n%s\n%s", err, out, stderr.String())
	}
	return strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
}

func TestKitChecksATurn(t *testing.T) {
	t.Parallel()
	s := twoTurns(t)
	dir := saved(t, s, func(_ string, b []byte) []byte {
		return bytes.ReplaceAll(b, []byte("\n"), []byte("\r\n")) // mail programs do
	})
	first := s.chain.Entries()[2].Body.(*Turn)
	want := []string{
		"ok chain 1", "ok chain 2", "ok base", "ok commit", "ok ordersum", "ok orders GER-turn",
		"closed orders RUS-standing", "ok mix", "ok seed", "ok " + first.Rolls[0].String(), "ok " + first.Rolls[1].String(),
	}
	if got := runKit(t, s, 1, dir); strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("kit says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

func TestKitChecksABeaconAndManyDice(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	s := withBeacon(t)
	got := runKit(t, s, 1, saved(t, s, nil))
	if len(got) != 8 || strings.Contains(strings.Join(got, "\n"), "FAILED") {
		t.Errorf("kit says\n%s", strings.Join(got, "\n"))
	}
}

// A beacon that was exchanged is found with the lines of the report alone.
func TestKitFindsAFalseBeacon(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	s := withBeacon(t)
	turn := s.chain.Entries()[2].Body.(*Turn)
	dir := saved(t, s, func(name string, b []byte) []byte {
		return bytes.Replace(b, []byte("mixsum "+turn.MixSum.String()), []byte("mixsum "+dice.Sum(nil).String()), 1)
	})
	if got := strings.Join(runKit(t, s, 1, dir), "\n"); !strings.Contains(got, "FAILED mix") || !strings.Contains(got, "FAILED seed") {
		t.Errorf("kit says\n%s", got)
	}
}

func TestKitFindsTampering(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	for _, tt := range []struct {
		file, old, new string
		want           string
	}{
		{"eastfront-2.txt", "roll ukraine land 1 def fire 3d6 ", "roll ukraine land 1 def fire 3d6 7", "FAILED ukraine land 1 def fire"},
		{"eastfront-2.txt", "mixsum ", "mixsum 0", "FAILED seed"},
		{"eastfront-1.txt", "orders RUS standing ", "orders RUS standing 0", "FAILED ordersum"},
		{"eastfront-0.txt", "tier 0", "tier 2", "FAILED chain 1"},
		{"eastfront-0.txt", "next 1 ", "next 1 0", "FAILED commit"},
		{"eastfront-1-GER-turn.txt", "infantry 3", "infantry 2", "FAILED orders GER-turn"},
	} {
		s := twoTurns(t)
		dir := saved(t, s, func(name string, b []byte) []byte {
			if name != tt.file {
				return b
			}
			if !bytes.Contains(b, []byte(tt.old)) {
				t.Fatalf("%s has no %q", name, tt.old)
			}
			return bytes.Replace(b, []byte(tt.old), []byte(tt.new), 1)
		})
		if got := strings.Join(runKit(t, s, 1, dir), "\n"); !strings.Contains(got, tt.want) {
			t.Errorf("%s changed: kit says\n%s\nwant %s", tt.file, got, tt.want)
		}
	}
}

func TestKitIsForPlayedEpochs(t *testing.T) {
	t.Parallel()
	s := wholeGame(t)
	for _, epoch := range []int{0, 3, 5} { // none, voided, never played
		if lines, err := s.chain.KitLines(epoch); err == nil {
			t.Errorf("epoch %d: %q", epoch, lines)
		}
	}
}

// The lines of a corrected go check what rolled again; what stands has its proof in the report of its own go.
func TestKitChecksACorrectedTurn(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	s := twoTurns(t)
	label := func(text string) dice.Label {
		l, err := dice.ParseLabel(text)
		s.must(err)
		return l
	}
	s.append(&Correct{Of: 5, Carry: []RollRef{{2, label("tech RUS 1 - -"), ""}}, Void: []RollRef{{2, label("belorussia land 1 att fire"), "other units"}}})
	s.append(&RefereeAct{Actor: "referee", Action: "correct record 5 reroll-battle", Old: dice.Sum([]byte("a")), New: dice.Sum([]byte("b")), Consents: []string{"GER"}})
	s.lock(Mix{}, s.orders("RUS", dice.TurnOrders, "attack belorussia infantry 1 from russia"))
	s.turn(dice.Hash{}, "belorussia land 1 att fire")
	dir := saved(t, s, nil)
	out := runKit(t, s, 3, dir)
	for _, l := range out {
		if !strings.HasPrefix(l, "ok ") {
			t.Error(l)
		}
	}
	if n := len(out); n < 10 || !strings.HasPrefix(out[n-1], "ok belorussia land 1 att fire") {
		t.Errorf("%q", out)
	}
}
