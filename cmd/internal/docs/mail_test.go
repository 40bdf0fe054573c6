package docs

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// conventions is how many there are.
const conventions = 60

var (
	conventionRow = regexp.MustCompile(`(?m)^\| (\d+) \| .+ \| (.+) \|$`)
	testName      = regexp.MustCompile("`(Test[A-Za-z0-9_]+)`")
	testFunc      = regexp.MustCompile(`(?m)^func (Test[A-Za-z0-9_]+)\(t `)
)

// TestEveryMailConventionHasItsTest holds docs/mail.md against the tests that there are.
func TestEveryMailConventionHasItsTest(t *testing.T) {
	t.Parallel()
	there := tests(t)
	text, err := os.ReadFile(filepath.Join(root, "docs", "mail.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := conventionRow.FindAllStringSubmatch(string(text), -1)
	for i, row := range rows {
		if row[1] != strconv.Itoa(i+1) {
			t.Fatalf("row %d is of convention %s", i+1, row[1])
		}
		names := testName.FindAllStringSubmatch(row[2], -1)
		if len(names) == 0 {
			t.Errorf("convention %s has no test", row[1])
		}
		for _, n := range names {
			if !there[n[1]] {
				t.Errorf("convention %s: there is no %s", row[1], n[1])
			}
		}
	}
	if len(rows) != conventions {
		t.Errorf("%d conventions, want %d", len(rows), conventions)
	}
}

// tests are the names of all tests of the repository, those behind build tags too.
func tests(t *testing.T) map[string]bool {
	t.Helper()
	there := map[string]bool{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, "_test.go") {
			return err
		}
		text, err := os.ReadFile(path)
		for _, f := range testFunc.FindAllStringSubmatch(string(text), -1) {
			there[f[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return there
}
