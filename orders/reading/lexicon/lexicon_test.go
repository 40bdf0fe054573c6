package lexicon

import "testing"

// TestTables: the tables are read, and hold what later code looks up by name.
func TestTables(t *testing.T) {
	lx, err := load()
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"arm": "tank", "kv": "tank", "ss": "submarine", "ncm": "noncombat",
		"ool": "losses", "samt": "and"} {
		found := false
		for _, m := range lx.meanings[key] {
			found = found || m.ID == want
		}
		if !found {
			t.Errorf("%q does not mean %q: %v", key, want, lx.meanings[key])
		}
	}
}
