package reading

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
)

// token is a word, a number or a sign of a line.
type token = text.Token

// limits of a text that is interpreted; beyond them only the notary reads.
const (
	MostLines  = 400
	mostTokens = 20_000
)

// atom is a run of tokens that means something as a whole, with all that it may mean.
type atom struct {
	tokens   []*token
	key      string
	meanings []lexicon.Meaning
	places   []place // strongest first
	n        int     // the value of a number
	numeral  bool    // it is a number, in digits or in letters
}

func (a *atom) sign(keys ...string) bool {
	return len(a.tokens) == 1 && a.tokens[0].Kind == text.Sign && slices.Contains(keys, a.key)
}

// is reports whether an atom may mean an entry of a table.
func (a *atom) is(table string, ids ...string) bool {
	return slices.ContainsFunc(a.meanings, func(m lexicon.Meaning) bool {
		return m.Table == table && (len(ids) == 0 || slices.Contains(ids, m.ID))
	})
}

// atoms parts tokens into atoms: the longest run that means something, again and again. Unknown words are atoms without
// a meaning.
func (r *reader) atoms(list []*token) []*atom {
	var out []*atom
	for len(list) > 0 {
		a := r.longest(list)
		out = append(out, a)
		list = list[len(a.tokens):]
	}
	return out
}

// mostRun is how many tokens a run has at most.
const mostRun = 12

// longest finds the longest run at the beginning of tokens that means something.
func (r *reader) longest(list []*token) *atom {
	first := list[0]
	best := &atom{tokens: list[:1], key: first.Key}
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
		found := r.lx.Of(plain.String())
		if t.Kind == text.Number || counted.String() != plain.String() {
			found = append(slices.Clip(found), r.lx.Of(counted.String())...)
		}
		found = slices.DeleteFunc(slices.Clone(found), func(m lexicon.Meaning) bool {
			return m.Words < words || colon && m.Table != "programs"
		})
		var places []place
		if !colon && (i > 0 || t.Kind != text.Number) {
			places = r.places.Named(plain.String())
		}
		if len(found) > 0 || len(places) > 0 {
			best = &atom{tokens: run, key: plain.String(), meanings: found, places: places}
		}
	}
	if len(best.meanings) == 0 && len(best.places) == 0 && first.Kind == text.Word {
		r.shorten(best, list)
	} else if abbreviates(best) {
		best.places = r.places.Short(best.key)
	}
	r.value(best)
	return best
}

// value sets the number of an atom that is one.
func (r *reader) value(a *atom) {
	if len(a.tokens) == 1 && a.tokens[0].Kind == text.Number {
		if n, err := strconv.Atoi(a.key); err == nil && n < 10000 {
			a.n, a.numeral = n, true
		}
		return
	}
	for _, m := range a.meanings {
		if n, err := strconv.Atoi(m.ID); m.Table == "words" && err == nil {
			a.n, a.numeral = n, true
		}
	}
}

// place is a space that words may name.
type place = lexicon.Place

// abbreviates reports whether an atom that means something else may also be short for a place: a power or a unit, in
// three letters or more, or initials in capitals.
func abbreviates(a *atom) bool {
	return len(a.tokens) == 1 && a.tokens[0].Kind == text.Word && len(a.places) == 0 && len(a.key) >= 2 &&
		!slices.ContainsFunc(a.meanings, func(m lexicon.Meaning) bool {
			return m.Table == "verbs" || m.Table == "phases" || m.Table == "conditions"
		}) && (len(a.key) > 2 || a.tokens[0].Text == strings.ToUpper(a.tokens[0].Text))
}

// shorten adds the spaces for which an unknown word, or several, may be short, or of which they are a slip.
func (r *reader) shorten(a *atom, list []*token) {
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
		if found := r.places.Apart(words); len(found) > 0 {
			a.tokens, a.key, a.places = list[:i+1], strings.Join(words, ""), found
		}
	}
	if len(a.places) == 0 {
		a.places = r.places.Short(a.key)
	}
	if len(a.places) == 0 && r.misspelt(a) {
		return
	}
	for n := min(3, len(list)); n > 0 && len(a.places) == 0; n-- {
		run := list[:n]
		if slices.ContainsFunc(run, func(t *token) bool { return t.Kind != text.Word }) {
			continue
		}
		key := ""
		for _, t := range run {
			key += t.Key
		}
		if found := r.nearest(key); len(found) > 0 {
			a.tokens, a.key, a.places = run, key, found
			for _, m := range r.lx.Of(text.Fold(r.places.Name(found[0].ID))) {
				if m.Table == "powers" {
					a.meanings = append(a.meanings, m)
				}
			}
		}
	}
}

// misspelt takes an unknown word for the unit, phase or verb of which it is a slip, unless a place is as near.
func (r *reader) misspelt(a *atom) bool {
	if len(r.slips) >= mostSlips {
		return false
	}
	found, wrong := r.lx.Nearest(a.key)
	if len(found) == 0 || len(r.places.NearestWithin(a.key, wrong)) > 0 {
		return false
	}
	a.meanings = found
	return true
}

// mostSlips is how many unknown words of a text are compared with all names.
const mostSlips = 60

// nearest finds the space of which a word is a slip, of the first words of a text.
func (r *reader) nearest(key string) []place {
	found, known := r.slips[key]
	if !known && len(r.slips) < mostSlips {
		found = r.places.Nearest(key)
		r.slips[key] = found
	}
	return found
}
