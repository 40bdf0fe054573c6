package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The index in the package comment names every file, and none that does not exist.
func TestTheIndexNamesEveryFile(t *testing.T) {
	t.Parallel()
	source, err := os.ReadFile("server.go")
	if err != nil {
		t.Fatal(err)
	}
	comment, _, _ := strings.Cut(string(source), "\npackage ")
	named := map[string]bool{}
	for _, w := range strings.Fields(comment) {
		if strings.HasSuffix(w, ".go") {
			named[w] = true
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if !named[f] && !strings.HasSuffix(f, "_test.go") {
			t.Errorf("the index does not say what %s is for", f)
		}
		delete(named, f)
	}
	for f := range named {
		t.Errorf("the index names %s, which does not exist", f)
	}
}
