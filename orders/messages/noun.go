package messages

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// cases are the names of the grammatical cases in the texts.
var cases = map[string]syntax.Case{"nom": syntax.Nominative, "gen": syntax.Genitive, "dat": syntax.Dative,
	"acc": syntax.Accusative}

// noun is a name in a sentence, as its field says: the case, or where, where to, where from, then the article.
func (w *writer) noun(name string, how []string) string {
	f := &w.f
	c := cases[how[0]]
	switch name {
	case "space":
		return w.inSentence(f.Space, how[0])
	case "other":
		return w.inSentence(f.Other, how[0])
	case "spaces", "all-spaces", "way":
		return w.spaces(name, func(id board.SpaceID) string { return w.inSentence(id, how[0]) })
	case "power":
		if f.Power == board.Nobody {
			return ""
		}
		return syntax.PowerPhrase(w.b, f.Power, c, w.lang)
	case "have-unit":
		return syntax.CountedUnits(w.b, f.Unit, f.Have, board.Nobody, c, w.lang)
	case "want-unit":
		return syntax.CountedUnits(w.b, f.Unit, f.Want, board.Nobody, c, w.lang)
	case "most-unit":
		if f.Most == 0 {
			return ""
		}
		return syntax.CountedUnits(w.b, f.Unit, f.Most, board.Nobody, c, w.lang)
	case "want-noun":
		return syntax.UnitNoun(w.b, f.Unit, f.Want, c, syntax.Definite, w.lang)
	}
	if id, ok := strings.CutPrefix(name, "zone"); ok {
		if slices.Contains(how, "another") {
			return syntax.Another(w.b, "sea zone", c, w.lang)
		}
		return syntax.ThingNoun(w.b, "sea zone", map[bool]int{true: 1, false: 2}[id == ""], c, article(how, id == ""), w.lang)
	}
	one := name == "unit" || name == "gun" || name == "fighter"
	unit := map[string]board.UnitType{"unit": f.Unit, "units": f.Unit, "gun": board.AAGun, "guns": board.AAGun,
		"fighter": board.Fighter, "fighters": board.Fighter}[name]
	return syntax.UnitNoun(w.b, unit, map[bool]int{true: 1, false: 2}[one], c, article(how, one), w.lang)
}

// article is the article that a field asks for: the definite one of a singular, none of a plural, if it says nothing.
func article(how []string, one bool) syntax.Article {
	switch {
	case slices.Contains(how, "bare"):
		return syntax.Bare
	case slices.Contains(how, "a"):
		return syntax.Indefinite
	case one || slices.Contains(how, "the"):
		return syntax.Definite
	}
	return syntax.Bare
}

// inSentence is a space as a field says.
func (w *writer) inSentence(id board.SpaceID, how string) string {
	if id == board.NoSpace || w.b == nil {
		return ""
	}
	switch how {
	case "where":
		return syntax.Where(w.b, id, w.lang)
	case "to":
		return syntax.WhereTo(w.b, id, w.lang)
	case "from":
		return syntax.WhereFrom(w.b, id, w.lang)
	case "off":
		return syntax.StartingFrom(w.b, id, w.lang)
	}
	return syntax.SpacePhrase(w.b, id, cases[how], w.lang)
}

// spaces lists the fault's spaces: with "or", with "and", or as a way.
func (w *writer) spaces(name string, say func(board.SpaceID) string) string {
	names := make([]string, len(w.f.Spaces))
	for i, id := range w.f.Spaces {
		names[i] = say(id)
	}
	same := func(s string) string { return s }
	switch name {
	case "way":
		return strings.Join(names, ", ")
	case "all-spaces":
		return w.list(names, "and", same)
	}
	return w.list(names, "or", same)
}

// verb is how the fault's unit moves: it flies, sails or goes.
func (w *writer) verb() string {
	switch t := w.f.Unit; {
	case t.IsAir():
		return w.cat["verb-air"].what
	case t.IsShip():
		return w.cat["verb-sea"].what
	}
	return w.cat["verb-land"].what
}
