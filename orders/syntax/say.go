package syntax

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// The names of things as texts for players say them; English names are the canonical ones.

// UnitName is a unit's name on a board in the number that goes with n (All, and everything but 1, is plural).
func UnitName(b *board.Board, t board.UnitType, n int, lang Lang) string {
	e := TheLexicon().Units.ByID[t.String()]
	if e == nil {
		return ""
	}
	f := e.ShowOn(b, lang)
	if n != 1 && f.Many != "" {
		return f.Many
	}
	return f.One
}

// PowerName is the name of a power or of another owner of land.
func PowerName(p board.Power, lang Lang) string { return TheLexicon().Powers.name(string(p), lang) }

// SideName is the name of an alliance, "" for none.
func SideName(s board.Side, lang Lang) string { return TheLexicon().Powers.name(s.String(), lang) }

// SpaceName is the name of a space. Numbered sea zones are written the same everywhere.
func SpaceName(b *board.Board, id board.SpaceID, lang Lang) string {
	name := b.Name(id)
	if e := TheLexicon().Spaces.ByID[name]; e != nil {
		return e.Show(lang).One
	}
	return name
}

// TechName is the name of a technology by its number, 1 to 6.
func TechName(n int, lang Lang) string {
	es := TheLexicon().Techs.Entries
	if n < 1 || n > len(es) {
		return ""
	}
	return es[n-1].Show(lang).One
}

// TechID is the canonical name of a technology by its number, 1 to 6.
func TechID(n int) string { return TechName(n, English) }

// AdvantageName is the name of a national advantage by its canonical one.
func AdvantageName(id string, lang Lang) string { return TheLexicon().Advantages.name(id, lang) }

// PhaseName is a phase as prose names it on a board; the keyword of its lines is Keyword's.
func PhaseName(b *board.Board, p order.Phase, lang Lang) string {
	if e := TheLexicon().phases.ByID[p.String()]; e != nil {
		return e.ShowOn(b, lang).One
	}
	return p.String()
}

// Keyword is a word of the order language by its canonical form; phases are keywords too.
func Keyword(id string, lang Lang) string { return TheLexicon().Words.name(id, lang) }

func (v *Vocabulary) name(id string, lang Lang) string {
	if e := v.ByID[id]; e != nil {
		return e.Show(lang).One
	}
	return id
}

// NameOf is any canonical name but a space's in a language: a keyword, unit, power, technology or advantage; what
// is none stays as it is.
func NameOf(id string, lang Lang) string {
	lx := TheLexicon()
	for _, v := range []*Vocabulary{lx.Words, lx.Units, lx.Powers, lx.Techs, lx.Advantages} {
		if v.ByID[id] != nil {
			return v.name(id, lang)
		}
	}
	return id
}
