package reading

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
)

// contactWords begin lines that tell how to reach somebody.
var contactWords = []string{"tel", "telephone", "phone", "mobile", "mobil", "cell", "fax", "telefon", "tlf", "handy", "mob"}

// aside finds the lines that say who writes and how to reach them: names below a closing, telephone numbers, and what
// stands below the mark of a signature unless it holds an order.
func (r *reader) aside(lines []text.Line) map[int]bool {
	found := map[int]bool{}
	closed := false
	for _, l := range lines {
		as := r.atoms(l.Tokens)
		switch {
		case len(as) == 0:
		case r.pairs(as):
			closed = false
		case l.Signature, as[0].tokens[0].Kind == text.Word && slices.Contains(contactWords, as[0].key):
			found[l.No] = true
		case closed && isName(as):
			found[l.No] = true
			closed = false
		default:
			closed = isClosing(as)
		}
	}
	return found
}

// isClosing reports whether a line is only "Best regards," or the like.
func isClosing(as []*atom) bool {
	return as[0].is("greetings", "goodbye") && !slices.ContainsFunc(as, func(a *atom) bool {
		return !a.is("greetings", "goodbye") && a.tokens[0].Kind != text.Sign
	})
}

// isName reports whether a line may be a person's name: up to four words in capitals, the first of which means nothing
// that an order could be made of. A family name may be a unit's.
func isName(as []*atom) bool {
	words := 0
	for _, a := range as {
		t := a.tokens[0]
		if t.Kind == text.Sign && (a.key == "." || a.key == "-" || a.key == ",") {
			continue
		}
		first, _ := utf8.DecodeRuneInString(t.Text)
		words++
		if t.Kind != text.Word || !unicode.IsUpper(first) || a.is("verbs") || a.is("phases") || a.is("turning") ||
			a.is("keywords") || a.is("powers") || words == 1 && a.is("units") && len(t.Text) > 1 ||
			len(a.places) > 0 && a.places[0].How < lexicon.Computed {
			return false
		}
	}
	return words > 0 && words <= 4
}
