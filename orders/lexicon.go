package orders

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Lang is a language of the lexicon.
type Lang string

// The languages. English is the canonical one.
const (
	English Lang = "en"
	German  Lang = "de"
	Danish  Lang = "da"
)

// Langs lists the languages, the canonical one first.
func Langs() []Lang { return []Lang{English, German, Danish} }

//go:embed lexicon/*.txt
var lexiconFiles embed.FS

// entry is one meaning with its words: canonical name, then by language the forms, the printed one first.
type entry struct {
	id    string
	forms map[Lang][]form
}

// form is a word or phrase with its plural; either may be empty.
type form struct{ one, many string }

// show is the printed form of a language.
func (e *entry) show(l Lang) form { return e.forms[l][0] }

// meaning is what a folded phrase stands for. Plural tells a form that is a plural only.
type meaning struct {
	id     string
	plural bool
}

// vocabulary is a set of entries in which every word means one thing.
type vocabulary struct {
	entries []*entry
	byID    map[string]*entry
	words   map[string]meaning // by compact key
	longest int                // words in the longest phrase
}

// lexicon is all words of the language.
type lexicon struct {
	words, units, powers, techs, advantages, spaces, phases, numbers, closings *vocabulary
}

var theLexicon = sync.OnceValue(func() *lexicon {
	lx, err := loadLexicon()
	if err != nil {
		panic("orders: " + err.Error()) // embedded data: a bug of ours, found by any test
	}
	return lx
})

func loadLexicon() (*lexicon, error) {
	lx := &lexicon{}
	for name, v := range map[string]**vocabulary{"words": &lx.words, "units": &lx.units, "powers": &lx.powers, "techs": &lx.techs,
		"advantages": &lx.advantages, "spaces": &lx.spaces, "phases": &lx.phases, "numbers": &lx.numbers,
		"closings": &lx.closings} {
		b, err := lexiconFiles.ReadFile("lexicon/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		if *v, err = parseVocabulary(string(b), name != "spaces"); err != nil {
			return nil, fmt.Errorf("lexicon/%s.txt: %w", name, err)
		}
	}
	return lx, lx.covered()
}

// parseVocabulary reads a file of entries: a name at the margin, then an indented line a language with its forms. With
// strict, a word of two meanings is an error; spaces are checked for each board by itself instead (index).
func parseVocabulary(text string, strict bool) (*vocabulary, error) {
	v := &vocabulary{byID: map[string]*entry{}, words: map[string]meaning{}}
	var e *entry
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || strings.HasPrefix(bare, "#"):
		case line[0] != ' ':
			if v.byID[bare] != nil {
				return nil, fmt.Errorf("line %d: %q stands twice", i+1, bare)
			}
			e = &entry{id: bare, forms: map[Lang][]form{}}
			v.entries, v.byID[bare] = append(v.entries, e), e
		default:
			if err := v.addForms(e, bare, strict); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	for _, e := range v.entries {
		for _, l := range Langs() {
			if len(e.forms[l]) == 0 || e.show(l).one == "" {
				return nil, fmt.Errorf("%q has no name in %s", e.id, l)
			}
		}
	}
	return v, nil
}

func (v *vocabulary) addForms(e *entry, line string, strict bool) error {
	lang, list, ok := strings.Cut(line, " ")
	if e == nil || !ok || !slices.Contains(Langs(), Lang(lang)) {
		return fmt.Errorf("not a line of forms: %q", line)
	}
	for _, item := range strings.Split(list, ",") {
		one, many, _ := strings.Cut(strings.TrimSpace(item), "/")
		f := form{one: one, many: many}
		e.forms[Lang(lang)] = append(e.forms[Lang(lang)], f)
		if !strict {
			continue
		}
		if err := v.learn(one, meaning{id: e.id}); err != nil {
			return err
		}
		if err := v.learn(many, meaning{id: e.id, plural: true}); err != nil {
			return err
		}
	}
	return nil
}

// learn enters a phrase under all its spellings. A singular wins over an equal plural of the same entry.
func (v *vocabulary) learn(phrase string, m meaning) error {
	if phrase == "" {
		return nil
	}
	for _, key := range spellings(phrase) {
		old, known := v.words[key]
		if known && old.id != m.id {
			return fmt.Errorf("%q means both %q and %q", phrase, old.id, m.id)
		}
		if !known || old.plural {
			v.words[key] = m
		}
	}
	v.longest = max(v.longest, len(tokens(phrase)))
	return nil
}

// spellings are the keys of a phrase: with umlauts replaced as usual, and with the bare vowels that people without the keys type.
func spellings(phrase string) []string {
	bare := strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ø", "o", "å", "a", "Ä", "A", "Ö", "O", "Ü", "U", "Ø", "O", "Å", "A").Replace(phrase)
	keys := []string{compact(tokens(phrase))}
	if k := compact(tokens(bare)); k != keys[0] {
		keys = append(keys, k)
	}
	return keys
}

// at finds the longest phrase of the vocabulary that begins at ts[0] and how many words it has; 0 for none.
func (v *vocabulary) at(ts []token) (found meaning, n int) {
	var room [64]byte // enough for most phrases, so that looking one up allocates nothing
	key := room[:0]
	for i, t := range ts[:min(len(ts), v.longest+1)] {
		if t.comma() {
			break
		}
		key = append(key, t.key...)
		if m, ok := v.words[string(key)]; ok {
			found, n = m, i+1
		}
	}
	return found, n
}

// covered checks that every canonical name has an entry.
func (lx *lexicon) covered() error {
	for _, t := range board.UnitTypes() {
		if lx.units.byID[t.String()] == nil {
			return fmt.Errorf("lexicon: no entry for unit %q", t)
		}
	}
	for _, name := range board.Names() {
		b := board.Named(name)
		for _, p := range b.Powers() {
			if lx.powers.byID[string(p)] == nil {
				return fmt.Errorf("lexicon: no entry for power %q", p)
			}
		}
		for i := range b.Spaces {
			if s := &b.Spaces[i]; !isNumbered(s) && lx.spaces.byID[s.Name] == nil {
				return fmt.Errorf("lexicon: no entry for space %q", s.Name)
			}
		}
	}
	for ph := order.Bonus; ph < order.NumPhases; ph++ {
		if lx.phases.byID[ph.String()] == nil || lx.words.byID[ph.String()] == nil {
			return fmt.Errorf("lexicon: no entry for phase %q", ph)
		}
	}
	if len(lx.techs.entries) != 6 || len(lx.advantages.entries) != 30 {
		return fmt.Errorf("lexicon: %d technologies, %d advantages", len(lx.techs.entries), len(lx.advantages.entries))
	}
	return nil
}

func (lx *lexicon) unit(id string) board.UnitType { t, _ := board.ParseUnit(id); return t }

// tech is the number of a technology by its canonical name, 1 to 6.
func (lx *lexicon) tech(id string) int {
	return 1 + slices.IndexFunc(lx.techs.entries, func(e *entry) bool { return e.id == id })
}

// glossary is an entry's line in the word lists: the printed form, its other forms in the same language, and the canonical name.
func (e *entry) glossary(lang Lang) string {
	shown := e.show(lang).one
	var others []string
	for i, f := range e.forms[lang] {
		if i > 0 && f.one != "" {
			others = append(others, f.one)
		}
		if f.many != "" {
			others = append(others, f.many)
		}
	}
	text := shown
	if len(others) > 0 {
		text += " (" + strings.Join(others, ", ") + ")"
	}
	if !strings.EqualFold(shown, e.id) {
		text += " = " + e.id
	}
	return text
}
