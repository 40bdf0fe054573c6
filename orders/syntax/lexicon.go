package syntax

import (
	"embed"
	"fmt"
	"slices"
	"strings"
	"sync"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/help"
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

// Entry is one meaning with its words: canonical name, then by language the forms, the printed one first. Short has
// what players write for short; it counts where nothing else is called so.
type Entry struct {
	ID    string
	Forms map[Lang][]Form
	Short []string
	shown map[string]Form // by language and board, "de@europe": what is printed there, if it is not the first form
}

// Form is a word or phrase with its plural; either may be empty.
type Form struct{ One, Many string }

// Show is the printed form of a language.
func (e *Entry) Show(l Lang) Form { return e.Forms[l][0] }

// ShowOn is the printed form of a language on a board: the rulebooks of the two games call some things differently.
func (e *Entry) ShowOn(b *board.Board, l Lang) Form {
	if len(e.shown) > 0 {
		for _, name := range board.Names() {
			if f, ok := e.shown[string(l)+"@"+name]; ok && board.Named(name) == b {
				return f
			}
		}
	}
	return e.Show(l)
}

// Meaning is what a folded phrase stands for. Plural tells a form that is a plural only.
type Meaning struct {
	ID     string
	plural bool
}

// Vocabulary is a set of entries in which every word means one thing.
type Vocabulary struct {
	Entries []*Entry
	ByID    map[string]*Entry
	Words   map[string]Meaning       // by compact key
	near    map[string]string        // the same, for suggestions
	longest int                      // words in the longest phrase
	leads   func() map[string]string // the leading words of names, by compact key; "" where they lead to several
}

// Lexicon is all words of the language.
type Lexicon struct {
	Words, Units, Powers, Techs, Advantages, Spaces, phases, numbers, Closings *Vocabulary
}

// TheLexicon returns the words of the language, read once.
var TheLexicon = sync.OnceValue(func() *Lexicon {
	lx, err := loadLexicon()
	if err != nil {
		panic("orders: " + err.Error()) // embedded data: a bug of ours, found by any test
	}
	return lx
})

func loadLexicon() (*Lexicon, error) {
	lx := &Lexicon{}
	for name, v := range map[string]**Vocabulary{"words": &lx.Words, "units": &lx.Units,
		"powers": &lx.Powers, "techs": &lx.Techs,
		"advantages": &lx.Advantages, "spaces": &lx.Spaces, "phases": &lx.phases, "numbers": &lx.numbers,
		"closings": &lx.Closings} {
		b, err := lexiconFiles.ReadFile("lexicon/" + name + ".txt")
		if err != nil {
			return nil, err
		}
		text := string(b)
		if name == "words" {
			for _, t := range help.Topics() { // the keywords of commands are next to their help
				text += t.Words
			}
		}
		if *v, err = parseVocabulary(text, name != "spaces"); err != nil {
			return nil, fmt.Errorf("lexicon/%s.txt: %w", name, err)
		}
	}
	if err := lx.learnNouns(); err != nil {
		return nil, fmt.Errorf("lexicon/nouns.txt: %w", err)
	}
	return lx, lx.covered()
}

// Entries are the names of the entries of a text in the form of the lexicon.
func Entries(text string) []string {
	var names []string
	for line := range strings.Lines(text) {
		if line[0] != ' ' {
			names = append(names, strings.TrimSpace(line))
		}
	}
	return names
}

// parseVocabulary reads a file of entries: a name at the margin, then an indented line a language with its forms. A
// line "de@europe" has forms of which the first is printed on that board, a line "short" has abbreviations.
// With strict, a word of two meanings is an error; spaces are checked for each board by itself instead (index).
func parseVocabulary(text string, strict bool) (*Vocabulary, error) {
	v := &Vocabulary{ByID: map[string]*Entry{}, Words: map[string]Meaning{}, near: map[string]string{}}
	v.leads = sync.OnceValue(v.leadingWords)
	var e *Entry
	for i, line := range strings.Split(text, "\n") {
		bare := strings.TrimSpace(line)
		switch {
		case bare == "" || strings.HasPrefix(bare, "#"):
		case line[0] != ' ':
			if v.ByID[bare] != nil {
				return nil, fmt.Errorf("line %d: %q stands twice", i+1, bare)
			}
			e = &Entry{ID: bare, Forms: map[Lang][]Form{}, shown: map[string]Form{}}
			v.Entries, v.ByID[bare] = append(v.Entries, e), e
		default:
			if err := v.addForms(e, bare, strict); err != nil {
				return nil, fmt.Errorf("line %d: %w", i+1, err)
			}
		}
	}
	for _, e := range v.Entries {
		for _, l := range Langs() {
			if len(e.Forms[l]) == 0 || e.Show(l).One == "" {
				return nil, fmt.Errorf("%q has no name in %s", e.ID, l)
			}
		}
	}
	return v, nil
}

func (v *Vocabulary) addForms(e *Entry, line string, strict bool) error {
	lang, list, ok := strings.Cut(line, " ")
	if e != nil && ok && lang == "short" {
		for _, item := range strings.Split(list, ",") {
			e.Short = append(e.Short, strings.TrimSpace(item))
		}
		return nil
	}
	at := lang
	lang, onBoard, _ := strings.Cut(at, "@")
	if e == nil || !ok || !slices.Contains(Langs(), Lang(lang)) ||
		onBoard != "" && !slices.Contains(board.Names(), onBoard) {
		return fmt.Errorf("not a line of forms: %q", line)
	}
	for i, item := range strings.Split(list, ",") {
		one, many, _ := strings.Cut(strings.TrimSpace(item), "/")
		f := Form{One: one, Many: many}
		if onBoard != "" && i == 0 {
			e.shown[at] = f
		}
		e.Forms[Lang(lang)] = append(e.Forms[Lang(lang)], f)
		if !strict {
			continue
		}
		if err := v.learn(one, Meaning{ID: e.ID}); err != nil {
			return err
		}
		if err := v.learn(many, Meaning{ID: e.ID, plural: true}); err != nil {
			return err
		}
	}
	return nil
}

// leadingWords lists what the names of entries begin with, and the one entry that does.
func (v *Vocabulary) leadingWords() map[string]string {
	leads := map[string]string{}
	for _, e := range v.Entries {
		for _, l := range Langs() {
			for _, f := range e.Forms[l] {
				ts := Tokens(f.One)
				for n := 1; n < len(ts); n++ {
					key := Compact(ts[:n])
					if id, ok := leads[key]; ok && id != e.ID {
						leads[key] = ""
						continue
					}
					leads[key] = e.ID
				}
			}
		}
	}
	return leads
}

// learn enters a phrase under all its spellings. A singular wins over an equal plural of the same entry.
func (v *Vocabulary) learn(phrase string, m Meaning) error {
	if phrase == "" {
		return nil
	}
	for _, key := range Spellings(phrase) {
		old, known := v.Words[key]
		if known && old.ID != m.ID {
			return fmt.Errorf("%q means both %q and %q", phrase, old.ID, m.ID)
		}
		if !known || old.plural {
			v.Words[key], v.near[key] = m, m.ID
		}
	}
	v.longest = max(v.longest, len(Tokens(phrase)))
	return nil
}

var bareVowels = strings.NewReplacer("ä", "a", "ö", "o", "ü", "u", "ø", "o", "å", "a",
	"Ä", "A", "Ö", "O", "Ü", "U", "Ø", "O", "Å", "A")

// Spellings are the keys of a phrase: with umlauts replaced as usual, and with the bare vowels that people without
// the keys type.
func Spellings(phrase string) []string {
	keys := []string{Compact(Tokens(phrase))}
	if k := Compact(Tokens(bareVowels.Replace(phrase))); k != keys[0] {
		keys = append(keys, k)
	}
	return keys
}

// At finds the longest phrase of the vocabulary that begins at ts[0] and how many words it has; 0 for none.
func (v *Vocabulary) At(ts []Token) (found Meaning, n int) {
	var room [64]byte // enough for most phrases, so that looking one up allocates nothing
	key := room[:0]
	for i, t := range ts[:min(len(ts), v.longest+1)] {
		if t.Comma() {
			break
		}
		key = append(key, t.Key...)
		if m, ok := v.Words[string(key)]; ok {
			found, n = m, i+1
		}
	}
	return found, n
}

// covered checks that every canonical name has an entry.
func (lx *Lexicon) covered() error {
	for _, t := range board.UnitTypes() {
		if lx.Units.ByID[t.String()] == nil {
			return fmt.Errorf("lexicon: no entry for unit %q", t)
		}
	}
	for _, name := range board.Names() {
		b := board.Named(name)
		for _, p := range b.Powers() {
			if lx.Powers.ByID[string(p)] == nil {
				return fmt.Errorf("lexicon: no entry for power %q", p)
			}
		}
		for i := range b.Spaces {
			if s := &b.Spaces[i]; !isNumbered(s) && lx.Spaces.ByID[s.Name] == nil {
				return fmt.Errorf("lexicon: no entry for space %q", s.Name)
			}
		}
	}
	for ph := order.Bonus; ph < order.NumPhases; ph++ {
		if lx.phases.ByID[ph.String()] == nil || lx.Words.ByID[ph.String()] == nil {
			return fmt.Errorf("lexicon: no entry for phase %q", ph)
		}
	}
	if len(lx.Techs.Entries) != 6 || len(lx.Advantages.Entries) != 30 {
		return fmt.Errorf("lexicon: %d technologies, %d advantages", len(lx.Techs.Entries), len(lx.Advantages.Entries))
	}
	return nil
}

func (lx *Lexicon) unit(id string) board.UnitType { t, _ := board.ParseUnit(id); return t }

// tech is the number of a technology by its canonical name, 1 to 6.
func (lx *Lexicon) tech(id string) int {
	return 1 + slices.IndexFunc(lx.Techs.Entries, func(e *Entry) bool { return e.ID == id })
}

// Glossary is an entry's line in the word lists: the printed form, its other forms in the same language, the short ones
// that no space is called, and the canonical name.
func (e *Entry) Glossary(lang Lang) string {
	shown := e.Show(lang).One
	var others []string
	for i, f := range e.Forms[lang] {
		if i > 0 && f.One != "" {
			others = append(others, f.One)
		}
		if f.Many != "" {
			others = append(others, f.Many)
		}
	}
	for _, word := range e.Short {
		if TheLexicon().Spaces.ByID[word] == nil {
			others = append(others, word)
		}
	}
	text := shown
	if len(others) > 0 {
		text += " (" + strings.Join(others, ", ") + ")"
	}
	if !strings.EqualFold(shown, e.ID) {
		text += " = " + e.ID
	}
	return text
}
