package layout

import (
	"strings"
	"testing"
)

func TestTextIsFoldedByColumnsNotBytes(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		text  string
		limit int
		want  string
	}{
		{"one two three", 7, "one two|three"},
		{"Größe über Österreich", 11, "Größe über|Österreich"},
		{"漢字 漢字", 5, "漢字|漢字"},
		{"abcdefghij", 4, "abcd|efgh|ij"},
		{"", 4, ""},
	} {
		if got := strings.Join(Fold(c.text, c.limit, "", ""), "|"); got != c.want {
			t.Errorf("%q in %d: %q, want %q", c.text, c.limit, got, c.want)
		}
	}
	if got := Width("e\u0301a"); got != 2 {
		t.Errorf("a combining accent takes a column: %d", got)
	}
}
