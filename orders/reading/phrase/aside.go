package phrase

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
)

// contactWords begin lines that tell where a person can be reached.
var contactWords = []string{"tel", "telephone", "phone", "mobile", "mobil", "cell", "fax", "telefon", "tlf", "handy",
	"mob"}

// Asides finds the lines that say who writes and where they can be reached: names below a closing, telephone numbers,
// and what stands below the mark of a signature unless it holds an order.
func (r *Reader) Asides(lines []text.Line) map[int]bool {
	found := map[int]bool{}
	closed := false
	for i, l := range lines {
		as := r.Atoms(l.Tokens)
		for n := headOf(lines[i:]); n > 0; n-- {
			if head := lines[i+n-1]; !Pairs(r.Atoms(head.Tokens)) {
				found[head.No] = true
			}
		}
		switch {
		case found[l.No]:
		case len(as) == 0:
		case Pairs(as):
			closed = false
		case l.Signature, as[0].Tokens[0].Kind == text.Word && slices.Contains(contactWords, as[0].Key):
			found[l.No] = true
		case closed && (isName(as) || isAddress(as)):
			found[l.No] = true
		default:
			closed = isClosing(as)
		}
	}
	return found
}

// headWords begin the lines that mail programs put above the mail that is answered: who sent it, and when.
var headWords = map[string]string{"from": "who", "von": "who", "fra": "who", "sent": "when", "gesendet": "when", "sendt": "when",
	"date": "when", "datum": "when", "dato": "when", "to": "more", "an": "more", "til": "more", "cc": "more", "kopi": "more",
	"subject": "more", "betreff": "more", "emne": "more"}

// headOf is how many lines at the beginning of some are the head of a mail that is answered, 0 if they are none: one that
// says who, with an address, and one that says when.
func headOf(lines []text.Line) int {
	said := map[string]bool{}
	for i, l := range lines {
		ts := l.Tokens
		what := ""
		if len(ts) > 1 && ts[1].Key == ":" {
			what = headWords[ts[0].Key]
		}
		at := slices.ContainsFunc(ts, func(t *token) bool { return t.Key == "@" })
		if what == "" || what == "who" && !at || i == 0 && what != "who" || i > 0 && l.No != lines[i-1].No+1 {
			if said["who"] && said["when"] {
				return i
			}
			return 0
		}
		said[what] = true
	}
	if said["who"] && said["when"] {
		return len(lines)
	}
	return 0
}

// isAddress reports whether a line below a name may say where they live or work: words in capitals and numbers, none
// of which an order could be made of.
func isAddress(as []*Atom) bool {
	capitals := false
	for _, a := range as {
		if a.Is("verbs") || a.Is("phases") || a.Is("turning") || a.Is("units") || a.Is("powers") || a.Is("keywords") ||
			len(a.Places) > 0 && a.Places[0].How < lexicon.Computed {
			return false
		}
		first, _ := utf8.DecodeRuneInString(a.Tokens[0].Text)
		capitals = capitals || unicode.IsUpper(first)
	}
	return capitals
}

// isClosing reports whether a line is only "Best regards," or the like.
func isClosing(as []*Atom) bool {
	return as[0].Is("greetings", "goodbye") && !slices.ContainsFunc(as, func(a *Atom) bool {
		return !a.Is("greetings", "goodbye") && a.Tokens[0].Kind != text.Sign
	})
}

// isName reports whether a line may be a person's name: up to four words in capitals, the first of which means nothing
// that an order could be made of. A family name may be a unit's.
func isName(as []*Atom) bool {
	words := 0
	for _, a := range as {
		t := a.Tokens[0]
		if t.Kind == text.Sign && (a.Key == "." || a.Key == "-" || a.Key == ",") {
			continue
		}
		first, _ := utf8.DecodeRuneInString(t.Text)
		words++
		if t.Kind != text.Word || !unicode.IsUpper(first) || a.Is("verbs") || a.Is("phases") || a.Is("turning") ||
			a.Is("keywords") || a.Is("powers") || words == 1 && a.Is("units") && len(t.Text) > 1 ||
			len(a.Places) > 0 && a.Places[0].How < lexicon.Computed {
			return false
		}
	}
	return words > 0 && words <= 4
}
