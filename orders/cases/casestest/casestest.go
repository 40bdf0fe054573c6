// Package casestest runs the project's conformance cases in the tests of a package, so that the package's own tests
// notice every change of a rule.
package casestest

import (
	"io/fs"
	"slices"
	"strings"
	"testing"

	"fieldpost/orders/cases"
)

// Run runs every case of a file system, each as a parallel subtest with its name. With -short only those of some
// topics run, words that a case's name begins with up to the hyphen; "" are all.
func Run(t *testing.T, fsys fs.FS, short string) {
	t.Helper()
	topics := strings.Fields(short)
	files, err := cases.Find(fsys)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	found := map[string]bool{}
	for _, f := range files {
		topic, _, _ := strings.Cut(f.ID(), "-")
		found[topic] = true
		if testing.Short() && len(topics) > 0 && !slices.Contains(topics, topic) {
			continue
		}
		t.Run(f.ID(), func(t *testing.T) {
			t.Parallel()
			for _, d := range f.Run().Diff {
				t.Error(d)
			}
		})
	}
	for _, topic := range topics {
		if !found[topic] {
			t.Errorf("no case is about %s", topic)
		}
	}
}
