// Package phrase puts the tokens of a text together: runs of them that mean something, with all that they may mean, then
// units with their numbers, places, ways between places. It decides nothing.
package phrase

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// token is a word, a number or a sign of a line.
type token = text.Token

// Reader knows the words and the names of a board. It serves one text, whose slips it remembers.
type Reader struct {
	Board   *board.Board
	Lexicon *lexicon.Lexicon
	Places  *lexicon.Gazetteer
	Lang    syntax.Lang // whose words come first
	own     Own
	slips   map[string][]place // what misspelt words may name
}

// NewReader returns a reader for a text in a language, whose sender's club has words of its own.
func NewReader(b *board.Board, lang syntax.Lang, own Own) *Reader {
	return &Reader{Board: b, Lexicon: lexicon.The(), Places: lexicon.PlacesOf(b), Lang: lang, own: own,
		slips: map[string][]place{}}
}

// meant lists what a key of so many words means: as the club says, else as the tables do.
func (r *Reader) meant(key string, words int) ([]lexicon.Meaning, []place) {
	to, own := r.own[key]
	if !own {
		return r.Lexicon.Of(key), r.Places.Named(key)
	}
	found := slices.Clone(r.Lexicon.Of(to))
	for i := range found {
		found[i].Words, found[i].Short = max(words, 1), false
	}
	return found, r.Places.Named(to)
}

// Atom is a run of tokens that means something as a whole, with all that it may mean.
type Atom struct {
	Tokens   []*token
	Key      string
	Meanings []lexicon.Meaning
	Places   []place // strongest first
	n        int     // the value of a number
	Numeral  bool    // it is a number, in digits or in letters
	Slip     bool    // it means what it does only if a letter is wrong
}

// Sign reports whether an atom is one of these signs.
func (a *Atom) Sign(keys ...string) bool {
	return len(a.Tokens) == 1 && a.Tokens[0].Kind == text.Sign && slices.Contains(keys, a.Key)
}

// Is reports whether an atom may mean an entry of a table.
func (a *Atom) Is(table string, ids ...string) bool {
	for _, m := range a.Meanings { // a closure would be allocated, for each of thousands of words
		if m.Table == table && (len(ids) == 0 || slices.Contains(ids, m.ID)) {
			return true
		}
	}
	return false
}

// Atoms parts tokens into atoms: the longest run that means something, again and again. Unknown words are atoms without
// a meaning.
func (r *Reader) Atoms(list []*token) []*Atom {
	var out []*Atom
	for len(list) > 0 {
		a := r.longest(list)
		out = append(out, a)
		list = list[len(a.Tokens):]
	}
	return out
}

// mostRun is how many tokens a run has at most.
const mostRun = 12

// longest finds the longest run at the beginning of tokens that means something.
func (r *Reader) longest(list []*token) *Atom {
	first := list[0]
	if len(list) > 2 && first.Key == "w" && list[1].Key == "/" && !list[1].Space { // "w/ 2 inf"
		return &Atom{Tokens: list[:2], Key: "w/", Meanings: r.Lexicon.Of("with")}
	}
	best := &Atom{Tokens: list[:1], Key: first.Key}
	var plain, counted strings.Builder
	words, colon := 0, false
	var key string
	for i, t := range list[:min(len(list), mostRun)] {
		switch {
		case t.Kind == text.Sign && t.Key == "-" && i > 0 && !t.Space && i+1 < len(list) && !list[i+1].Space:
			continue // a hyphen inside a name
		case t.Kind == text.Sign && t.Key == "." && i > 0 && list[i-1].Kind == text.Word:
			continue // an abbreviation's
		case t.Kind == text.Sign && t.Key == "#" && i > 0:
			continue // sz#14
		case t.Kind == text.Sign && t.Key == ":" && i > 0 && !colon:
			colon = true // a program's line
			continue
		case t.Kind == text.Sign && !slices.Contains([]string{"&", "%", "<", "->", "?", "/"}, t.Key):
			if i == 0 {
				return best
			}
			key = ""
		default:
			key = t.Key
		}
		if key == "" {
			break
		}
		if t.Kind == text.Number && i > 0 && list[i-1].Kind == text.Number {
			break // two numbers are never one
		}
		if t.Kind != text.Sign && (i == 0 || t.Space) {
			words++
		}
		plain.WriteString(key)
		if t.Kind == text.Number {
			counted.WriteByte('#')
		} else {
			counted.WriteString(key)
		}
		run := list[:i+1]
		found, places := r.meant(plain.String(), words)
		if t.Kind == text.Number || counted.String() != plain.String() {
			found = append(slices.Clip(found), r.Lexicon.Of(counted.String())...)
		}
		found = slices.DeleteFunc(slices.Clone(found), func(m lexicon.Meaning) bool {
			return m.Words < words || colon && m.Table != "programs"
		})
		if colon || i == 0 && t.Kind == text.Number {
			places = nil
		}
		if len(found) > 0 || len(places) > 0 {
			best = &Atom{Tokens: run, Key: plain.String(), Meanings: found, Places: places}
		}
	}
	if len(best.Meanings) == 0 && len(best.Places) == 0 && first.Kind == text.Word {
		r.shorten(best, list)
	} else if abbreviates(best) {
		best.Places = r.Places.Short(best.Key)
	}
	r.value(best)
	return best
}

// value sets the number of an atom that is one.
func (r *Reader) value(a *Atom) {
	if len(a.Tokens) == 1 && a.Tokens[0].Kind == text.Number {
		if n, err := strconv.Atoi(a.Key); err == nil && n < 10000 {
			a.n, a.Numeral = n, true
		}
		return
	}
	for _, m := range a.Meanings {
		if n, err := strconv.Atoi(m.ID); m.Table == "words" && err == nil {
			a.n, a.Numeral = n, true
		}
	}
}

// place is a space that words may name.
type place = lexicon.Place

// abbreviates reports whether an atom that means something else may also be short for a place: a power or a unit, in
// three letters or more, or initials in capitals.
func abbreviates(a *Atom) bool {
	return len(a.Tokens) == 1 && a.Tokens[0].Kind == text.Word && len(a.Places) == 0 && len(a.Key) >= 2 &&
		!slices.ContainsFunc(a.Meanings, func(m lexicon.Meaning) bool {
			return m.Table == "verbs" || m.Table == "phases" || m.Table == "conditions"
		}) && (len(a.Key) > 2 || a.Tokens[0].Text == strings.ToUpper(a.Tokens[0].Text))
}

// shorten adds the spaces for which an unknown word, or several, may be short, or of which they are a slip.
func (r *Reader) shorten(a *Atom, list []*token) {
	var words []string
	for i, t := range list[:min(len(list), 8)] {
		if t.Kind == text.Sign && i > 0 && (t.Key == "." || t.Key == "-" && !t.Space && i+1 < len(list) && !list[i+1].Space) {
			continue
		}
		if t.Kind != text.Word {
			break
		}
		if words = append(words, t.Key); len(words) < 2 {
			continue
		}
		if found := r.Places.Apart(words); len(found) > 0 {
			a.Tokens, a.Key, a.Places = list[:i+1], strings.Join(words, ""), found
		}
	}
	if len(a.Places) == 0 {
		a.Places = r.Places.Short(a.Key)
	}
	if len(a.Places) == 0 && r.misspelt(a) {
		return
	}
	for n := min(3, len(list)); n > 0 && len(a.Places) == 0; n-- {
		run := list[:n]
		if slices.ContainsFunc(run, func(t *token) bool { return t.Kind != text.Word }) {
			continue
		}
		key := ""
		for _, t := range run {
			key += t.Key
		}
		if found := r.nearest(key); len(found) > 0 {
			a.Tokens, a.Key, a.Places = run, key, found
			for _, m := range r.Lexicon.Of(text.Fold(r.Places.Name(found[0].ID))) {
				if m.Table == "powers" {
					a.Meanings = append(a.Meanings, m)
				}
			}
		}
	}
}

// misspelt takes an unknown word for the unit, phase or verb of which it is a slip, unless a place is as near.
func (r *Reader) misspelt(a *Atom) bool {
	if len(r.slips) >= mostSlips {
		return false
	}
	found, wrong := r.Lexicon.Nearest(a.Key)
	if len(found) == 0 || len(r.Places.NearestWithin(a.Key, wrong)) > 0 {
		return false
	}
	a.Meanings, a.Slip = found, true
	return true
}

// mostSlips is how many unknown words of a text are compared with all names.
const mostSlips = 60

// nearest finds the space of which a word is a slip, of the first words of a text.
func (r *Reader) nearest(key string) []place {
	found, known := r.slips[key]
	if !known && len(r.slips) < mostSlips {
		found = r.Places.Nearest(key)
		r.slips[key] = found
	}
	return found
}

// MayBeName reports whether a word may be a person's name: no number, unit or place of the tables.
func (a *Atom) MayBeName() bool {
	if a.Tokens[0].Kind != text.Word || len(a.Tokens) > 1 || a.Numeral || len(a.Places) > 0 && a.Places[0].How < lexicon.Computed {
		return false
	}
	return !slices.ContainsFunc(a.Meanings, func(m lexicon.Meaning) bool {
		return m.Table == "units" && !m.Short || m.Table == "turning" || m.Table == "phases"
	})
}

// IsFiller reports whether an atom says nothing.
func (a *Atom) IsFiller() bool {
	unit := slices.ContainsFunc(a.Meanings, func(m lexicon.Meaning) bool { return m.Table == "units" && !m.Short })
	return a.Is("filler") && !unit && !a.Is("verbs") && !a.Is("phases") && !a.Is("conditions") &&
		!a.Is("turning") && !a.Is("acronyms") && !a.Is("powers") || a.Is("greetings") || a.Is("programs")
}
