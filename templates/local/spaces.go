package local

import (
	"slices"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Where returns in which space: "in der Nordsee".
func (l *Localizer) Where(id board.SpaceID) string { return syntax.Where(l.Board, id, l.Lang) }

// Whither returns into which space: "in die Nordsee".
func (l *Localizer) Whither(id board.SpaceID) string { return syntax.WhereTo(l.Board, id, l.Lang) }

// Whence returns out of which space: "aus der Nordsee".
func (l *Localizer) Whence(id board.SpaceID) string { return syntax.WhereFrom(l.Board, id, l.Lang) }

// Object returns a space that something is done to: "(erobert) die Nordsee".
func (l *Localizer) Object(id board.SpaceID) string {
	return syntax.SpacePhrase(l.Board, id, syntax.Accusative, l.Lang)
}

// Subject returns a space that does something, or of which something is said: "die Nordsee (ist leer)".
func (l *Localizer) Subject(id board.SpaceID) string {
	return syntax.SpacePhrase(l.Board, id, syntax.Nominative, l.Lang)
}

// Objects lists several.
func (l *Localizer) Objects(ids []board.SpaceID) string {
	names := make([]string, len(ids))
	for i, id := range ids {
		names[i] = l.Object(id)
	}
	return l.List(names)
}

// ByName returns the land, or the sea zones, by the names that the reader sees; numbered zones by their numbers.
func (l *Localizer) ByName(sea bool) []board.Space {
	list := slices.DeleteFunc(slices.Clone(l.Board.Spaces), func(sp board.Space) bool { return sp.Sea != sea })
	abc := collate.New(language.MustParse(string(l.Lang)), collate.Numeric)
	slices.SortStableFunc(list, func(a, b board.Space) int { return abc.CompareString(l.Space(a.ID), l.Space(b.ID)) })
	return list
}
