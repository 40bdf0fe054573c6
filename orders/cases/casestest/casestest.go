// Package casestest runs the project's conformance cases in the tests of a package, so that the package's own tests
// notice every change of a rule.
package casestest

import (
	"io/fs"
	"testing"

	"fieldpost/orders/cases"
)

// Run runs every case of a file system, each as a parallel subtest with its name.
func Run(t *testing.T, fsys fs.FS) {
	t.Helper()
	files, err := cases.Find(fsys)
	if err != nil || len(files) == 0 {
		t.Fatalf("%d cases: %v", len(files), err)
	}
	for _, f := range files {
		t.Run(f.ID(), func(t *testing.T) {
			t.Parallel()
			for _, d := range f.Run().Diff {
				t.Error(d)
			}
		})
	}
}
