package lexicon

import (
	"bufio"
	"os"
	"slices"
	"strings"
	"testing"
)

// same are the tables whose words mean the same thing under another name: a keyword of the order language and the verb,
// the phase or the small word of the reader.
var same = map[string]bool{"keywords": true, "advantages": true}

// TestWordsThatClash: a word that two entries list has two meanings, and which of them counts is decided by the order of
// the tables, by the language, or on the board. Each such word is listed in testdata/clashes.txt, so that a new one is
// seen. `go test ./orders/reading/lexicon -run Clash -v` prints what is missing.
func TestWordsThatClash(t *testing.T) {
	t.Parallel()
	lx, err := load()
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	f, err := os.Open("testdata/clashes.txt")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		if line := s.Text(); line != "" && line[0] != '#' {
			known[line] = true
		}
	}
	found := map[string]bool{}
	for key, list := range lx.meanings {
		var entries []string
		for _, m := range list {
			if e := m.Table + " " + m.ID; !same[m.Table] && !slices.Contains(entries, e) {
				entries = append(entries, e)
			}
		}
		if len(entries) > 1 {
			slices.Sort(entries)
			found[key+": "+strings.Join(entries, ", ")] = true
		}
	}
	var missing []string
	for clash := range found {
		if !known[clash] {
			missing = append(missing, clash)
		}
	}
	slices.Sort(missing)
	for _, clash := range missing {
		t.Errorf("a new word with two meanings: %s", clash)
	}
	for clash := range known {
		if !found[clash] {
			t.Errorf("no longer: %s", clash)
		}
	}
}
