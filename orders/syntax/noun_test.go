package syntax

import (
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

// TestNounsAreOfThings: every entry of nouns.txt is a unit, a power, a side or a space, and in German every water that
// has a name has one.
func TestNounsAreOfThings(t *testing.T) {
	t.Parallel()
	lx := TheLexicon()
	for k, n := range theNouns() {
		if lx.Units.ByID[k.id] == nil && lx.Powers.ByID[k.id] == nil && lx.Spaces.ByID[k.id] == nil && !slices.Contains([]string{"unit", "ship", "sea zone"}, k.id) {
			t.Errorf("%s %s: nothing is called so", k.lang, k.id)
		}
		if lx.Units.ByID[k.id] != nil && len(n.many) == 0 {
			t.Errorf("%s %s has no plural", k.lang, k.id)
		}
	}
	for _, name := range board.Names() {
		b := board.Named(name)
		for _, s := range b.Spaces {
			for _, lang := range []Lang{English, German} {
				if n := nounOf(b, s.Name, lang); s.Sea && !isNumbered(&s) && (n == nil || lang == German && !n.definite) {
					t.Errorf("%s stands bare in %s", s.Name, lang)
				}
			}
		}
		for _, p := range b.Powers() {
			for _, lang := range Langs() {
				if n := nounOf(b, string(p), lang); n == nil || n.adjective == "" {
					t.Errorf("%s has no adjective in %s", p, lang)
				}
			}
		}
	}
}

// TestSpacesInSentences: where, where to, where from, and a space as an object.
func TestSpacesInSentences(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		board, space string
		lang         Lang
		want         string
	}{
		{"revised", "SZ13", German, "in SZ13, nach SZ13, von SZ13, SZ13"},
		{"revised", "Ukraine S.S.R.", German, "in der Ukraine, in die Ukraine, aus der Ukraine, die Ukraine"},
		{"revised", "Caucasus", German, "im Kaukasus, in den Kaukasus, aus dem Kaukasus, den Kaukasus"},
		{"revised", "Balkans", German, "auf dem Balkan, auf den Balkan, vom Balkan, den Balkan"},
		{"revised", "Manchuria", German, "in der Mandschurei, in die Mandschurei, aus der Mandschurei, die Mandschurei"},
		{"revised", "Soviet Far East", German, "im Sowjetischen Fernen Osten, in den Sowjetischen Fernen Osten, " +
			"aus dem Sowjetischen Fernen Osten, den Sowjetischen Fernen Osten"},
		{"revised", "Eastern United States", German, "in den Östlichen Vereinigten Staaten, " +
			"in die Östlichen Vereinigten Staaten, aus den Östlichen Vereinigten Staaten, die Östlichen Vereinigten Staaten"},
		{"revised", "Philippine Islands", German, "auf den Philippinen, auf die Philippinen, von den Philippinen, die Philippinen"},
		{"revised", "Borneo", German, "auf Borneo, nach Borneo, von Borneo, Borneo"},
		{"europe", "Black Sea", German, "im Schwarzen Meer, ins Schwarze Meer, aus dem Schwarzen Meer, das Schwarze Meer"},
		{"europe", "British Convoy 1", German, "beim Britischen Konvoi 1, zum Britischen Konvoi 1, " +
			"vom Britischen Konvoi 1, den Britischen Konvoi 1"},
		{"europe", "U.S. Eastern Coast", German, "vor der US-Ostküste, vor die US-Ostküste, von der US-Ostküste, die US-Ostküste"},
		{"revised", "Karelia S.S.R.", Danish, "i Karelen, til Karelen, fra Karelen, Karelen"},
		{"revised", "Borneo", Danish, "på Borneo, til Borneo, fra Borneo, Borneo"},
		{"revised", "Central United States", Danish, "i det centrale USA, til det centrale USA, fra det centrale USA, det centrale USA"},
		{"europe", "U.S. Eastern Coast", Danish, "ud for USAs østkyst, til USAs østkyst, fra USAs østkyst, USAs østkyst"},
		{"revised", "Caucasus", English, "in the Caucasus, to the Caucasus, from the Caucasus, the Caucasus"},
		{"revised", "West Russia", English, "in West Russia, to West Russia, from West Russia, West Russia"},
	} {
		b := board.Named(c.board)
		id, _ := b.Find(c.space)
		if got := fmt.Sprintf("%s, %s, %s, %s", Where(b, id, c.lang), WhereTo(b, id, c.lang), WhereFrom(b, id, c.lang),
			SpacePhrase(b, id, Accusative, c.lang)); got != c.want {
			t.Errorf("%s in %s: %q, want %q", c.space, c.lang, got, c.want)
		}
	}
}

// TestUnitsAndPowersInSentences: articles, cases, numbers, adjectives.
func TestUnitsAndPowersInSentences(t *testing.T) {
	t.Parallel()
	b, e := board.Named("revised"), board.Named("europe")
	for _, c := range []struct{ got, want string }{
		{UnitNoun(b, board.Fighter, 1, Nominative, Indefinite, German), "ein Kampfflugzeug"},
		{UnitNoun(e, board.Fighter, 1, Accusative, Definite, German), "den Jäger"},
		{UnitNoun(b, board.Complex, 1, Accusative, Indefinite, German), "eine Fabrik"},
		{UnitNoun(b, board.Bomber, 2, Dative, Definite, German), "den Bombern"},
		{UnitNoun(b, board.Submarine, 1, Genitive, Definite, German), "des U-Boots"},
		{UnitNoun(b, board.NoUnit, 2, Dative, Bare, German), "Einheiten"},
		{UnitNoun(b, board.Tank, 1, Nominative, Definite, Danish), "kampvognen"},
		{UnitNoun(b, board.Tank, 2, Nominative, Definite, Danish), "kampvognene"},
		{UnitNoun(b, board.Fighter, 1, Nominative, Indefinite, Danish), "et jagerfly"},
		{UnitNoun(b, board.AAGun, 1, Nominative, Indefinite, English), "an antiaircraft gun"},
		{CountedUnits(b, board.Artillery, 1, board.Nobody, Nominative, German), "1 Artillerie"},
		{CountedUnits(b, board.Infantry, 2, board.Nobody, Nominative, German), "2 Infanterien"},
		{CountedUnits(b, board.Tank, 0, board.Nobody, Accusative, German), "keinen Panzer"},
		{CountedUnits(b, board.Tank, 0, board.Nobody, Accusative, Danish), "ingen kampvogne"},
		{CountedUnits(b, board.Tank, 0, board.Nobody, Accusative, English), "no tanks"},
		{CountedUnits(b, board.Tank, 5, "UK", Dative, German), "5 britischen Panzern"},
		{CountedUnits(b, board.Tank, 1, "UK", Accusative, German), "1 britischen Panzer"},
		{CountedUnits(b, board.Battleship, 1, "Japan", Nominative, German), "1 japanisches Schlachtschiff"},
		{CountedUnits(b, board.Submarine, 1, "UK", Nominative, Danish), "1 britisk ubåd"},
		{CountedUnits(b, board.Submarine, 2, "Germany", Nominative, Danish), "2 tyske ubåde"},
		{CountedUnits(b, board.Artillery, 1, "UK", Nominative, English), "1 British artillery"},
		{PowerPhrase(b, "USSR", Genitive, German), "der UdSSR"}, {PowerPhrase(b, "UK", Genitive, German), "Großbritanniens"},
		{PowerPhrase(b, "USA", Nominative, German), "die USA"}, {PowerPhrase(b, "USA", Genitive, Danish), "USA's"},
		{PowerPhrase(b, "UK", Genitive, Danish), "Storbritanniens"}, {PowerPhrase(b, "USSR", Genitive, English), "the USSR's"},
		{PowerPhrase(e, board.MiddleEast, Dative, German), "dem Nahen Osten"},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if !PowerIsPlural(b, "USA", German) || PowerIsPlural(b, "USSR", German) || PowerIsPlural(b, "USA", Danish) {
		t.Error("only die USA are a plural")
	}
}

// TestAllThatIsPrintedIsRead: each form of a space, a unit or a power that texts print can be typed.
func TestAllThatIsPrintedIsRead(t *testing.T) {
	t.Parallel()
	lx := TheLexicon()
	for _, name := range board.Names() {
		b := board.Named(name)
		for i := range b.Spaces {
			id := b.Spaces[i].ID
			for _, lang := range Langs() {
				for c := Nominative; c < numCases; c++ {
					if c == Genitive && lang != German {
						continue // names of spaces are not printed in it
					}
					s := &Scan{Index: IndexOf(b), Cursor: Cursor{Lexicon: lx, Tokens: Tokens(SpacePhrase(b, id, c, lang))}}
					if got := s.Space(); got != id || s.More() {
						t.Errorf("%s: %q is read as %q", name, SpacePhrase(b, id, c, lang), b.Name(got))
					}
				}
				for what, phrase := range map[string]string{"in": Where(b, id, lang), "to": WhereTo(b, id, lang), "from": WhereFrom(b, id, lang)} {
					s := &Scan{Index: IndexOf(b), Cursor: Cursor{Lexicon: lx, Tokens: Tokens(phrase)}}
					s.Need(what)
					if got := s.Space(); got != id || s.More() {
						t.Errorf("%s: %q is read as %q", name, phrase, b.Name(got))
					}
				}
			}
		}
		for _, p := range b.Powers() {
			for _, lang := range Langs() {
				for c := Nominative; c < numCases; c++ {
					s := &Scan{Index: IndexOf(b), Cursor: Cursor{Lexicon: lx, Tokens: Tokens(PowerPhrase(b, p, c, lang))}}
					if got := s.Power(); got != p {
						t.Errorf("%s: %q is read as %q", name, PowerPhrase(b, p, c, lang), got)
					}
				}
				for _, u := range board.UnitTypes() {
					for c := Nominative; c < numCases; c++ {
						for _, n := range []int{1, 2, 5} {
							text := CountedUnits(b, u, n, p, c, lang)
							s := &Scan{Index: IndexOf(b), Cursor: Cursor{Lexicon: lx, Tokens: Tokens(text)}}
							if got := s.OneUnits(false); got.N != n || got.Type != u || got.Power != p || s.More() {
								t.Errorf("%s: %q is read as %+v", name, text, got)
							}
						}
					}
				}
			}
		}
	}
}

// TestNounsAreChecked: the data file is checked when it is read.
func TestNounsAreChecked(t *testing.T) {
	t.Parallel()
	for _, text := range []string{"de tank m | Panzer", "fr tank  m | char", "de tank  x | Panzer", "de tank  m",
		"de tank  m | ", "de tank  m | Panzer | in, zu", "de tank  m | Panzer\nde tank  m | Panzer"} {
		if _, err := parseNouns(text); err == nil {
			t.Errorf("%q was read", text)
		}
	}
}
