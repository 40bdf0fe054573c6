package phrase

import (
	"slices"

	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// Pairs reports whether a number stands beside a unit, or a unit beside a place.
func Pairs(as []*Atom) bool {
	for i := 0; i+1 < len(as); i++ {
		a, b := as[i], as[i+1]
		if a.Numeral && b.Is("units") || a.Is("units") && b.Numeral || a.Is("units") && len(b.Places) > 0 ||
			len(a.Places) > 0 && b.Is("units") {
			return true
		}
	}
	return false
}

// IsTalk reports whether no number, unit, power or place is among atoms: nothing of which an order could be made.
func IsTalk(as []*Atom) bool {
	return !slices.ContainsFunc(as, func(a *Atom) bool {
		return a.Numeral && !a.Is("words", "one") || a.Tokens[0].Kind == text.Number || NamesUnit(a) || NamesPlace(a) || a.Is("powers") ||
			a.Is("acronyms")
	})
}

// NamesUnit reports whether an atom is a unit also where no number stands before it.
func NamesUnit(a *Atom) bool {
	return slices.ContainsFunc(a.Meanings, func(m lexicon.Meaning) bool { return m.Table == "units" && !m.Short })
}

// NamesPlace reports whether an atom may be a place, and is not rather another word that a place could be shortened to.
func NamesPlace(a *Atom) bool {
	return len(a.Places) > 0 && a.Places[0].How < lexicon.Misspelt && !a.IsFiller() &&
		(a.Places[0].How < lexicon.Remote || len(a.Meanings) == 0)
}

// Asks reports whether a sentence asks something, or denies it: what it names is not ordered.
func Asks(as []*Atom) bool {
	begins := as[0].Numeral || NamesUnit(as[0]) || NamesPlace(as[0]) || as[0].Is("phases") || as[0].Is("verbs") || as[0].Is("words")
	return as[len(as)-1].Sign("?") && !begins ||
		slices.ContainsFunc(as, func(a *Atom) bool { return a.Is("turning", "asks", "denies") })
}

// Parts parts a sentence before a heading of movement behind a comma, "no combat, ncm 2 inf …", and before what is said
// of the battle behind movements: "2 inf Ukraine to Caucasus, retreat to Ukraine after round 1".
func (r *Reader) Parts(as []*Atom) [][]*Atom {
	var list [][]*Atom
	from := 0
	for k := 1; k < len(as); k++ {
		a, comma := as[k], as[k-1].Sign(",", ".")
		heads := comma && a.Is("phases", "combat", "no combat", "noncombat", "no noncombat") && !a.Is("verbs") && !a.Is("units")
		heads = heads || as[k-1].Sign(".") && a.Is("phases") && !a.Is("units") && !a.Is("phases", "nothing")
		if heads || r.turnsToBattle(as[from:k], a, comma) || turnsRound(as[from:k], as[k:]) {
			list, from = append(list, as[from:k]), k
		}
	}
	return append(list, as[from:])
}

// turnsRound reports whether atoms begin a question or a correction behind an order: "8 inf, no wait, 6 inf", "8 inf, or
// should I take tanks".
func turnsRound(before, rest []*Atom) bool {
	if len(rest) > 1 && rest[0].Is("turning") && rest[1].Is("turning", "asks") {
		return Pairs(before)
	}
	names := func(a *Atom) bool { return a.Numeral || NamesUnit(a) }
	return rest[0].Is("turning", "asks", "corrects") && Pairs(before) && slices.ContainsFunc(rest, names)
}

// turnsToBattle reports whether an atom begins what is said of a battle, behind movements or an order of loss.
func (r *Reader) turnsToBattle(before []*Atom, a *Atom, comma bool) bool {
	losses := a.Is("verbs", "losses") && (r.Lang != "da" || !a.Is("verbs", "load", "unload", "ship", "move"))
	if !losses && !(comma && a.Is("verbs", "retreat", "strafe")) {
		return false
	}
	if slices.ContainsFunc(before, func(b *Atom) bool { return b.Is("conditions", "if") || b.Is("verbs", "load", "retreat") }) {
		return false
	}
	return Pairs(before) || comma && slices.ContainsFunc(before, func(b *Atom) bool { return b.Is("verbs", "losses") })
}

// Tongue finds the language whose words come first: the seat's, unless at least two words and more than half of those
// that belong to one language only belong to another.
func (r *Reader) Tongue(lines []text.Line) syntax.Lang {
	counts := map[syntax.Lang]int{}
	total := 0
	for _, l := range lines {
		for _, t := range l.Tokens {
			if t.Kind != text.Word {
				continue
			}
			var langs []syntax.Lang
			for _, m := range r.Lexicon.Of(t.Key) {
				if !slices.Contains(langs, m.Lang) {
					langs = append(langs, m.Lang)
				}
			}
			if len(langs) == 1 {
				counts[langs[0]]++
				total++
			}
		}
	}
	for _, lang := range syntax.Langs() {
		if lang != r.Lang && counts[lang] >= 2 && 2*counts[lang] > total {
			return lang
		}
	}
	return r.Lang
}
