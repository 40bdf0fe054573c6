package cases

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// ours is the folder of the project's own cases.
const ours = "../../adjudicator/testdata/cases"

var (
	ruling = regexp.MustCompile(`\b([RT])-?(\d+)(?: … [RT]-?(\d+))?\b`)
	listed = regexp.MustCompile(`(?m)^([RT]-\d+) \S`)
)

// TestEveryRulingHasACase holds the cases' comments against the list of rulings: each is named by a case or stands,
// with the reason, in no-effect.txt.
func TestEveryRulingHasACase(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	err := filepath.WalkDir(ours, func(path string, d fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".txtar" {
			return err
		}
		text, err := os.ReadFile(path)
		comment, _, _ := strings.Cut(string(text), "-- setup --")
		for _, m := range ruling.FindAllStringSubmatch(comment, -1) {
			first, _ := strconv.Atoi(m[2])
			last, _ := strconv.Atoi(m[3])
			for n := first; n <= max(first, last); n++ {
				named[fmt.Sprintf("%s-%d", m[1], n)] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := os.ReadFile(filepath.Join(ours, "no-effect.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range listed.FindAllStringSubmatch(string(list), -1) {
		named[m[1]] = true
	}
	for letter, last := range map[string]int{"R": 152, "T": 73} {
		for n := 1; n <= last; n++ {
			if id := fmt.Sprintf("%s-%d", letter, n); !named[id] {
				t.Errorf("%s: no case names it, and no-effect.txt gives no reason", id)
			}
		}
	}
}
