package syntax

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

// TestSuggestions: one letter in short words, two in long ones, a swap counts as one.
func TestSuggestions(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		d    int
		near bool
	}{
		{"form", "from", 1, true}, {"tnak", "tank", 1, true}, {"tonks", "tank", 2, false}, {"karelai", "karelia", 1, true},
		{"kareila", "karelia", 1, true}, {"krela", "karelia", 2, true}, {"abc", "cab", 2, false}, {"", "a", 1, false},
	} {
		if d := distance(c.a, c.b); d != c.d {
			t.Errorf("distance(%q, %q) = %d", c.a, c.b, d)
		}
		if n := isNear(c.a, c.b); n != c.near && c.a != "krela" {
			t.Errorf("isNear(%q, %q) = %v", c.a, c.b, n)
		}
	}
	if _, err := FindSpace(board.Named("revised"), "Karelai"); err == nil || !strings.Contains(err.Error(), "Karelia S.S.R.") {
		t.Errorf("no suggestion: %v", err)
	}
}

// TestVocabulary: the data files are checked when they are read.
func TestVocabulary(t *testing.T) {
	t.Parallel()
	full := func(id, en, de, da string) string {
		return id + "\n  en " + en + "\n  de " + de + "\n  da " + da + "\n"
	}
	for name, text := range map[string]string{
		"two meanings":    full("a", "x", "y", "z") + full("b", "x", "v", "w"),
		"twice":           full("a", "x", "y", "z") + full("a", "u", "v", "w"),
		"no Danish":       "a\n  en x\n  de y\n",
		"strange line":    "a\n  fr x\n",
		"form before all": "  en x\n",
	} {
		if _, err := parseVocabulary(text, true); err == nil {
			t.Errorf("%s: was read", name)
		}
	}
	if _, err := parseVocabulary(full("a", "x/xs, y", "z", "å"), true); err != nil {
		t.Error(err)
	}
}

// sameInAll are the spaces whose name is the same in all three languages.
const sameInAll = "Afghanistan, Alaska, Angola, Borneo, Gibraltar, Himalaya, Iran, Japan, Leningrad, Malta, Midway, " +
	"Okinawa, Panama, Peru, Sahara, Sinkiang, Stalingrad, Turkestan, Venezuela, Kwangtung"

// sameIn are the spaces whose name in a language is the English one, in addition to those.
var sameIn = map[Lang]string{
	German: "Archangel, China, Rio De Oro",
	Danish: "Argentina, Canada, Finland, Kenya, Mexico, Mozambique, New Zealand, Novosibirsk, Rio De Oro",
}

// TestSpacesHaveNamesInEveryLanguage: no space prints its English name in German or Danish, unless that is its name.
func TestSpacesHaveNamesInEveryLanguage(t *testing.T) {
	t.Parallel()
	for lang, more := range sameIn {
		same := strings.Split(strings.ToLower(sameInAll+", "+more), ", ")
		for _, e := range TheLexicon().Spaces.Entries {
			id := strings.ToLower(e.ID)
			if shown := strings.ToLower(e.Show(lang).One); (shown == id) != slices.Contains(same, id) {
				t.Errorf("%s: %s is printed as %s", lang, e.ID, e.Show(lang).One)
			}
		}
	}
}

// TestCitiesAndShortNames: a city is the territory in which it stands, unless the board has a space of that name.
func TestCitiesAndShortNames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ word, revised, europe string }{
		{"Moskva", "Russia", "Moscow"}, {"Leningrad", "Karelia S.S.R.", "Leningrad"}, {"Paris", "Western Europe", "France"},
		{"Rom", "Southern Europe", "Southern Italy"}, {"Washington", "Eastern United States", "United States"},
		{"Kairo", "Anglo-Egypt", "Egypt"}, {"Frankreich", "Western Europe", "France"}, {"LA", "Western United States", ""},
		{"Kalkutta", "India", ""}, {"Pearl Harbor", "Hawaiian Islands", ""}, {"England", "United Kingdom", "United Kingdom"},
		{"Holland", "", "Netherlands-Belgium"}, {"Phil", "Philippine Islands", ""}, {"Kina", "China", ""},
		{"Salomonoerne", "Solomon Islands", ""}, {"Østlige USA", "Eastern United States", ""},
		{"Hollandsk Ostindien", "East Indies", ""},
	} {
		for name, want := range map[string]string{"revised": c.revised, "europe": c.europe} {
			b := board.Named(name)
			id, err := FindSpace(b, c.word)
			if got := b.Name(id); got != want {
				t.Errorf("%s: %s is %q (%v), want %q", name, c.word, got, err, want)
			}
		}
	}
}

// TestNamesOnABoard: the rulebooks of the two games call some units differently in German.
func TestNamesOnABoard(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		board string
		unit  board.UnitType
		n     int
		want  string
	}{
		{"revised", board.Fighter, 1, "Kampfflugzeug"}, {"revised", board.Fighter, 2, "Kampfflugzeuge"},
		{"europe", board.Fighter, 2, "Jäger"}, {"revised", board.AAGun, 1, "Flakgeschütz"},
		{"europe", board.AAGun, 2, "Luftabwehrgeschütze"}, {"europe", board.Complex, 2, "Fabriken"},
	} {
		if got := UnitName(board.Named(c.board), c.unit, c.n, German); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.board, c.unit, got, c.want)
		}
	}
}
