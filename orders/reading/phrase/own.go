package phrase

import (
	"fmt"
	"maps"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// Own is the words of a club: what they stand for, both by compact key. The zero value has none.
type Own map[string]string

// mostOwnWords is how many words of text a word of a club may have.
const mostOwnWords = 4

// NewOwn makes the words of a club: each stands for a word of the tables or of the order language, or for the name of a
// space of any board. An error says which word cannot be used, and why.
func NewOwn(words map[string]string) (Own, error) {
	own := Own{}
	for _, w := range slices.Sorted(maps.Keys(words)) {
		key, means := keyOf(w), keyOf(words[w])
		switch {
		case key == "":
			return nil, fmt.Errorf("%q is not a word, or has more than %d parts", w, mostOwnWords)
		case means == "" || !known(means):
			return nil, fmt.Errorf("%q: %q is no unit, power, space or keyword", w, words[w])
		case fixed(key):
			return nil, fmt.Errorf("%q cannot stand for %q: it has a meaning in the order language", w, words[w])
		}
		own[key] = means
	}
	return own, nil
}

// keyOf is the compact key of a phrase, as a text's tokens make it; empty if it is none.
func keyOf(phrase string) string {
	key, n := "", 0
	for _, l := range text.Own(phrase) {
		for _, t := range l.Tokens {
			if t.Kind == text.Sign {
				return ""
			}
			key += t.Key
			n++
		}
	}
	if n > mostOwnWords {
		return ""
	}
	return key
}

// known reports whether a key means something by itself.
func known(key string) bool {
	return len(lexicon.The().Of(key)) > 0 || onBoard(key)
}

// fixed reports whether the order language, or a name on a board, decides what a key means.
func fixed(key string) bool {
	lx := syntax.TheLexicon()
	for _, v := range []*syntax.Vocabulary{lx.Units, lx.Powers, lx.Words, lx.Techs, lx.Advantages} {
		if _, ok := v.Words[key]; ok {
			return true
		}
	}
	return onBoard(key)
}

// onBoard reports whether a key is a name of a space of a board.
func onBoard(key string) bool {
	return slices.ContainsFunc(board.Names(), func(name string) bool {
		found := lexicon.PlacesOf(board.Named(name)).Named(key)
		return len(found) > 0 && found[0].How <= lexicon.Shorthand
	})
}
