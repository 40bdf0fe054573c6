package dice

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

// Tokens are made of exactly these characters, and have these lengths.
func TestTokens(t *testing.T) {
	t.Parallel()
	for c := range 256 {
		s := string([]byte{byte(c), 'x'})
		want := c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-'
		if got := ValidGame(s); got != want {
			t.Errorf("%q is the name of a game: %v", s, got)
		}
		s = string([]byte{'X', byte(c)})
		if got := ValidRole(s); got != (c >= 'A' && c <= 'Z') {
			t.Errorf("%q is a role: %v", s, got)
		}
		if want && c != '-' && SpaceToken(string([]byte{byte(c)})) != string([]byte{byte(c)}) {
			t.Errorf("%q is lost in a space token", rune(c))
		}
	}
	for n := range 40 {
		if got := ValidGame(strings.Repeat("a", n)); got != (n >= 1 && n <= 32) {
			t.Errorf("a game's name of %d characters: %v", n, got)
		}
		if got := ValidRole(strings.Repeat("A", n)); got != (n >= 2 && n <= 8) {
			t.Errorf("a role of %d characters: %v", n, got)
		}
	}
	if got := SpaceToken("@A[`b{/1:"); got != "a-b-1" {
		t.Errorf("token %q", got)
	}
}

func TestNumbers(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]int{"0": 0, "1": 1, "10": 10, "1000": 1000} {
		if n, err := ParseNumber(s); n != want || err != nil {
			t.Errorf("%q: %d, %v", s, n, err)
		}
	}
	for _, s := range []string{"", "00", "01", "-1", "-0", "+1", " 1", "1 ", "1e3", "0x1", "99999999999999999999"} {
		if n, err := ParseNumber(s); err == nil || n != 0 {
			t.Errorf("%q: %d, %v", s, n, err)
		}
	}
}

// From 1 to 1000 dice of 2 to 256 sides are rolled, read and scripted.
func TestHowManyDice(t *testing.T) {
	t.Parallel()
	label := Label{"sz5", Sea, 1, Attacker, StepFire}
	for _, tt := range []struct {
		n, sides int
		ok       bool
	}{
		{1, 6, true}, {1000, 6, true}, {1, 2, true}, {1, 256, true},
		{0, 6, false}, {-1, 6, false}, {1001, 6, false}, {1, 1, false}, {1, 0, false}, {1, 257, false},
	} {
		rolled, err := NewStream(hash(t, base)).Roll(label, tt.n, tt.sides)
		if (err == nil) != tt.ok || err == nil && len(rolled) != tt.n {
			t.Errorf("a stream rolls %d dice of %d sides: %d, %v", tt.n, tt.sides, len(rolled), err)
		}
		for _, d := range rolled {
			if d < 1 || d > tt.sides {
				t.Fatalf("a die of %d sides shows %d", tt.sides, d)
			}
		}
		script := NewScript(slices.Repeat([]int{1}, 1001)...)
		got, err := script.Roll(label, tt.n, tt.sides)
		if used, left := script.Used(), script.Left(); (err == nil) != tt.ok || used != len(got) || left != 1001-len(got) {
			t.Errorf("a script rolls %d dice of %d sides: %d, %v; used %d, left %d", tt.n, tt.sides, len(got), err, used, left)
		}
		text := fmt.Sprintf("%s %dd%d %s", label, tt.n, tt.sides, strings.TrimSuffix(strings.Repeat("1,", max(tt.n, 1)), ","))
		r, err := ParseRoll(text)
		if (err == nil) != tt.ok || err == nil && (len(r.Dice) != tt.n || r.Sides != tt.sides || r.String() != text) {
			t.Errorf("%.40q: %v", text, err)
		}
	}
	if _, err := NewStream(hash(t, base)).Roll(Label{"sz5", Sea, 0, Attacker, StepFire}, 1, 6); err == nil {
		t.Error("round 0 is rolled")
	}
	if _, err := NewScript(1).Roll(Label{"sz5", Sea, 0, Attacker, StepFire}, 1, 6); err == nil {
		t.Error("round 0 is scripted")
	}
}

// Every face of a die is one of its sides.
func TestFaces(t *testing.T) {
	t.Parallel()
	label := Label{"sz5", Sea, 1, Attacker, StepFire}
	for d := -1; d < 9; d++ {
		ok := d >= 1 && d <= 6
		if got, err := NewScript(3, d).Roll(label, 2, 6); (err == nil) != ok || ok && !slices.Equal(got, []int{3, d}) {
			t.Errorf("a script shows %d: %v, %v", d, got, err)
		} else if !ok && !strings.Contains(err.Error(), "die 2 is") {
			t.Errorf("the error does not name the die: %v", err)
		}
		if r, err := ParseRoll(fmt.Sprintf("%s 2d6 3,%d", label, d)); (err == nil) != ok {
			t.Errorf("a roll shows %d: %v, %v", d, r, err)
		}
	}
	script := NewScript(1, 2, 7)
	if _, err := script.Roll(label, 2, 6); err != nil {
		t.Fatal(err)
	}
	if _, err := script.Roll(label, 1, 6); err == nil || !strings.Contains(err.Error(), "die 3 is 7") {
		t.Errorf("the error does not name the die: %v", err)
	}
	_, err := script.Roll(label, 2, 6)
	const want = `dice: "sz5 sea 1 att fire" needs 2, but after 2 rolled only 1 are left; write more under dice`
	if end, ok := errors.AsType[*ScriptEnd](err); !ok || end.Error() != want {
		t.Errorf("the end of a script: %v", err)
	}
}

// The error says what was promised and what there is.
func TestTooFewDice(t *testing.T) {
	t.Parallel()
	_, err := ParseRoll("sz5 sea 1 att fire 3d6 1,2")
	if err == nil || !strings.Contains(err.Error(), `"sz5 sea 1 att fire": 3d6 promises 3 dice, 2 follow`) {
		t.Error(err)
	}
}

// A roll that is refused uses its label up for nobody.
func TestARefusedRollUsesNothing(t *testing.T) {
	t.Parallel()
	s, label := NewStream(hash(t, base)), Label{"sz5", Sea, 1, Attacker, StepFire}
	if _, err := s.Roll(label, 0, 6); err == nil {
		t.Fatal("no dice were rolled")
	}
	if _, err := s.Roll(label, 1, 6); err != nil {
		t.Error(err)
	}
	rec := NewRecorder(NewScript())
	if _, err := rec.Roll(label, 1, 6); err == nil || len(rec.Rolls()) != 0 {
		t.Errorf("recorded %v, %v", rec.Rolls(), err)
	}
}

// What a recorder has recorded nobody can change.
func TestARecorderKeepsItsRolls(t *testing.T) {
	t.Parallel()
	rec := NewRecorder(NewScript(1, 2, 3))
	got, err := rec.Roll(Label{"sz5", Sea, 1, Attacker, StepFire}, 3, 6)
	if err != nil {
		t.Fatal(err)
	}
	got[0] = 6
	rec.Rolls()[0].Sides = 2
	if text := rec.Rolls()[0].String(); text != "sz5 sea 1 att fire 3d6 1,2,3" {
		t.Errorf("recorded %q", text)
	}
}

// Secrets come back as they were revealed, and say nothing of themselves.
func TestRevealedSecrets(t *testing.T) {
	t.Parallel()
	m, err := ParseMaster(master)
	if err != nil {
		t.Fatal(err)
	}
	if RevealedMaster(m.Reveal()) != m || m.String() != "[secret]" {
		t.Errorf("master secret %s", m)
	}
	s := m.Secret(game, 1)
	if RevealedSecret(s.Reveal()) != s || s.String() != "[secret]" {
		t.Errorf("secret %s", s)
	}
	if s.Reveal().IsZero() || !(Hash{}).IsZero() {
		t.Error("a hash is zero, or the zero hash is not")
	}
	var h Hash
	if err := h.UnmarshalText([]byte("no hash")); err == nil || !h.IsZero() {
		t.Errorf("read %s, %v", h, err)
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	if s := strings.Repeat("x", 80); shorten(s) != s || shorten(s+"x") != s+"…" {
		t.Error("foreign text is not cut after 80 bytes")
	}
}

func TestChoicesOfASide(t *testing.T) {
	t.Parallel()
	for text, ok := range map[string]bool{
		"sz5 sea 1 att fire": true, "sz5 sea 1 def fire": true, "sz5 sea 1 - fire": false, "sz5 sea 1 who fire": false,
		"tech GER 1 - -": true, "tech GER 1 att -": false, "tech GER 1 - fire": false,
		"advantage GER 2 - -": true, "advantage GER 2 - fire": false,
	} {
		if _, err := ParseLabel(text); (err == nil) != ok {
			t.Errorf("%q: %v", text, err)
		}
	}
}
