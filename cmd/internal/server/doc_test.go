package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A newcomer finds their way by the index in doc.go: it names every file, and none that is gone. The file of one command needs no entry: it
// is called as its syntax in orders/commands.
func TestTheIndexNamesEveryFile(t *testing.T) {
	t.Parallel()
	doc, err := os.ReadFile("doc.go")
	if err != nil {
		t.Fatal(err)
	}
	named := map[string]bool{}
	for _, w := range strings.Fields(string(doc)) {
		if strings.HasSuffix(w, ".go") {
			named[w] = true
		}
	}
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		_, notACommand := os.Stat("../../../orders/commands/" + f)
		if !named[f] && f != "doc.go" && !strings.HasSuffix(f, "_test.go") && notACommand != nil {
			t.Errorf("doc.go does not say what %s is for", f)
		}
		delete(named, f)
	}
	for f := range named {
		t.Errorf("doc.go names %s, which is not there", f)
	}
}
