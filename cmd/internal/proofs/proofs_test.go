package proofs

import "testing"

// A file belongs to the game that its name begins with, whatever kind it is.
func TestGameOf(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, text, want string }{
		{"north-12.txt", "pbd1 record\ngame other\n", "north"},
		{"1.eml: north-press-2.txt", "pbd1 press\ngame north\n", "north"},
		{"free-press-2.txt", "pbd1 record\ngame free-press\n", "free-press"},
		{"north-receipt-4.txt", "pbd1 receipt\ngame north\n", "north"},
		{"saved.txt", "pbd1 press\ngame north\n", "north"},
	} {
		if got := gameOf(c.name, []byte(c.text)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
