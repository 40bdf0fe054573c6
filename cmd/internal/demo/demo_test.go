package demo

import (
	"bytes"
	"path/filepath"
	"testing"
)

// The demo plays a round: every player's mail is read, every turn played, every report delivered.
func TestARound(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "demo")
	var out bytes.Buffer
	if err := Run(t.Context(), Options{Dir: dir, Rules: "revised", Lang: "en", Rounds: 1, Out: &out}); err != nil {
		t.Fatalf("%v\n%s", err, &out)
	}
	t.Log(out.String())
}
