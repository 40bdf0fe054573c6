package help

import (
	"reflect"
	"testing"
)

func TestParse(t *testing.T) {
	t.Parallel()
	got, err := parse("vote", "# a comment\nplace 3\nboard europe\nleads draw, end\nwords\n  vote\n    en vote\nexamples\n  vote draw\n"+
		"en Votes\n  One line.\n  Two.\nde Stimmen\n  Eine.\nda Stemmer\n  Én.\n")
	want := Topic{Name: "vote", Board: "europe", Leads: []string{"draw", "end"}, Words: "vote\n  en vote\n", Examples: "vote draw\n",
		Titles: map[string]string{"en": "Votes", "de": "Stimmen", "da": "Stemmer"},
		Texts:  map[string]string{"en": "One line.\nTwo.\n", "de": "Eine.\n", "da": "Én.\n"}, place: 3}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v", got, err)
	}
	for _, bad := range []string{"place here\n", "fr vote\n"} {
		if _, err := parse("bad", bad); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}

// TestOrder: topics come in the order of a turn, after the overview.
func TestOrder(t *testing.T) {
	t.Parallel()
	ts := Topics()
	if ts[0].Name != "overview" || ts[1].Name != "shape" {
		t.Errorf("%s, %s", ts[0].Name, ts[1].Name)
	}
}
