// Package lexicon holds the words of the reader: tables of what people call things, and the names of spaces with what is
// short for them.
package lexicon

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldpost/orders/syntax"
)

//go:embed *.txt
var lexiconFiles embed.FS

// The tables of the reader. A table is a file of entries in the form of the lexicon of package syntax: a name at the
// margin, then an indented line a language with its forms, parted by commas. A language may be missing or stand twice.
//
//	tank
//	  en arm, tnk, panzer, tank/tanks
//	  de Pz, Panzer
//	  da kv, f!
//
// "one/many" is a singular and a plural, "/many" a plural (or an inflected plural) alone; a form without a slash has
// no plural of its own. A form that ends in "!" is also a common word, and is read only straight behind a number or in
// a list of units. A form may mean several things: then all entries that list it are meant, and the board decides. In a
// form, "#" stands for a number.
var tables = []string{
	"units",      // by canonical name: what people call them besides the words of the order language
	"phases",     // headings: research, buy, combat, noncombat, place, and `nothing` for an empty phase
	"verbs",      // what is done, by canonical keyword: move, ship, bomb, losses, keep, retreat, submerge …
	"conditions", // rounds, left, odds, if …
	"words",      // small words: prepositions, counts, all, rest, but …
	"acronyms",   // casualty acronyms of clubs
	"turning",    // words that turn a sentence round: not, except, unless, or, maybe …
	"filler",     // words and phrases that say nothing
	"greetings",  // how letters begin and end; a name may follow
	"places",     // by canonical name: listed shorthand and cities, of both boards
	"programs",   // patterns of other programs' lines that say nothing
}

// Meaning is one thing that a phrase may mean.
type Meaning struct {
	Table  string
	ID     string
	Lang   syntax.Lang
	Plural bool // a plural only
	Paired bool // the form has a plural of its own, so that it is a singular
	Short  bool // read only behind a number or in a list
	Words  int  // how many words the phrase has
}

// Lexicon is the tables of the reader and the words of the order language, by compact key.
type Lexicon struct {
	meanings map[string][]Meaning
	places   map[string][]string // shorthand by canonical name
	long     func() []string     // keys of units, phases and verbs that may be misspelt
}

// The reads the tables once.
var The = sync.OnceValue(func() *Lexicon {
	lx, err := load()
	if err != nil {
		panic("reading: " + err.Error()) // embedded data: a bug of ours, found by any test
	}
	return lx
})

func load() (*Lexicon, error) {
	lx := &Lexicon{meanings: map[string][]Meaning{}, places: map[string][]string{}}
	for _, table := range tables {
		b, err := lexiconFiles.ReadFile(table + ".txt")
		if err != nil {
			return nil, err
		}
		if err := lx.loadTable(table, string(b)); err != nil {
			return nil, fmt.Errorf("%s.txt: %w", table, err)
		}
	}
	lx.loadSyntax()
	lx.long = sync.OnceValue(lx.longKeys)
	return lx, nil
}

// loadTable reads a table.
func (lx *Lexicon) loadTable(table, text string) error {
	id := ""
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || strings.HasPrefix(bare, "#"):
		case line[0] != ' ':
			id = bare
		default:
			lang, list, ok := strings.Cut(bare, " ")
			if id == "" || !ok || !slices.Contains(syntax.Langs(), syntax.Lang(lang)) {
				return fmt.Errorf("line %d: not a line of forms: %q", i+1, bare)
			}
			for item := range strings.SplitSeq(list, ",") {
				lx.addForm(table, id, syntax.Lang(lang), strings.TrimSpace(item))
			}
		}
	}
	return nil
}

// addForm enters a form, its plural too.
func (lx *Lexicon) addForm(table, id string, lang syntax.Lang, form string) {
	form, short := strings.CutSuffix(form, "!")
	one, many, paired := strings.Cut(form, "/")
	lx.learn(one, Meaning{Table: table, ID: id, Lang: lang, Short: short, Paired: paired})
	lx.learn(many, Meaning{Table: table, ID: id, Lang: lang, Short: short, Plural: true})
}

// loadSyntax adds the units, powers and keywords of the order language.
func (lx *Lexicon) loadSyntax() {
	all := syntax.TheLexicon()
	for table, v := range map[string]*syntax.Vocabulary{"units": all.Units, "powers": all.Powers, "keywords": all.Words,
		"techs": all.Techs, "advantages": all.Advantages} {
		for _, e := range v.Entries {
			for _, lang := range syntax.Langs() {
				for _, f := range e.Forms[lang] {
					if table == "keywords" && len(syntax.Tokens(f.One)) > 1 {
						continue // phrases of the order language are the notary's
					}
					m := Meaning{Table: table, ID: e.ID, Lang: lang, Paired: f.Many != ""}
					lx.learn(f.One, m)
					m.Plural = true
					lx.learn(f.Many, m)
				}
			}
		}
	}
	for key, list := range lx.meanings {
		slices.SortStableFunc(list, func(a, b Meaning) int {
			return strings.Compare(a.Table+" "+a.ID+" "+string(a.Lang), b.Table+" "+b.ID+" "+string(b.Lang))
		})
		lx.meanings[key] = list
	}
}

// learn enters a phrase under all its spellings. Of two equal meanings the singular stays.
func (lx *Lexicon) learn(phrase string, m Meaning) {
	if phrase == "" {
		return
	}
	m.Words = len(strings.Fields(phrase))
	if m.Table == "places" {
		lx.places[m.ID] = append(lx.places[m.ID], syntax.Spellings(phrase)...)
		return
	}
	for _, key := range syntax.Spellings(phrase) {
		if key == "" {
			continue
		}
		at := slices.IndexFunc(lx.meanings[key], func(o Meaning) bool {
			return o.Table == m.Table && o.ID == m.ID && o.Lang == m.Lang
		})
		if at < 0 {
			lx.meanings[key] = append(lx.meanings[key], m)
		} else if old := &lx.meanings[key][at]; old.Plural && !m.Plural {
			*old = m
		} else {
			old.Words, old.Short = max(old.Words, m.Words), old.Short && m.Short
		}
	}
}

// Of lists what a phrase may mean, by its compact key.
func (lx *Lexicon) Of(key string) []Meaning { return lx.meanings[key] }

// Nearest finds the one unit, phase or verb of which a key may be a slip, with how many letters are wrong: one in five to
// seven, two in eight or more.
func (lx *Lexicon) Nearest(key string) (found []Meaning, wrong int) {
	if len(key) < 5 || len(key) > 40 {
		return nil, 0
	}
	best, limit, at, twice := 9, slipLimit(key), "", false
	for _, k := range lx.long() {
		if len(k)-len(key) > limit || len(key)-len(k) > limit {
			continue
		}
		d := distance(key, k)
		switch {
		case d > limit || d > best:
		case d < best:
			best, at, twice = d, k, false
		case !sameEntry(lx.meanings[at], lx.meanings[k]):
			twice = true
		}
	}
	if at == "" || twice {
		return nil, 0
	}
	return lx.meanings[at], best
}

// slipLimit is how many letters of a word may be wrong.
func slipLimit(key string) int {
	if len(key) >= 8 {
		return 2
	}
	return 1
}

// sameEntry reports whether two words mean the same.
func sameEntry(a, b []Meaning) bool {
	for _, m := range a {
		if slices.ContainsFunc(b, func(n Meaning) bool { return m.Table == n.Table && m.ID == n.ID }) {
			return true
		}
	}
	return false
}

func (lx *Lexicon) longKeys() []string {
	var keys []string
	for k, list := range lx.meanings {
		if len(k) >= 5 && slices.ContainsFunc(list, func(m Meaning) bool {
			return (m.Table == "units" || m.Table == "phases" || m.Table == "verbs") && m.Words == 1
		}) {
			keys = append(keys, k)
		}
	}
	slices.Sort(keys)
	return keys
}
