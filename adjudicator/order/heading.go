package order

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Heading is a part of a turn's orders that is replaced, and withdrawn, as a whole: all lines of a phase, the section of
// one battle, or `done`.
type Heading struct {
	Phase Phase         // NoPhase: of a battle section or of `done`
	Space board.SpaceID // of a battle section, else NoSpace
}

// BattleHeading is the section of a battle.
func BattleHeading(space board.SpaceID) Heading { return Heading{NoPhase, space} }

// DoneHeading is the line `done`.
func DoneHeading() Heading { return Heading{NoPhase, board.NoSpace} }

// PhaseHeading is the lines of a phase.
func PhaseHeading(p Phase) Heading { return Heading{p, board.NoSpace} }

// Headings are those of a sheet, in the order in which a turn is written.
func (s *Sheet) Headings() []Heading {
	var list []Heading
	for p := range s.Parts {
		if s.Parts[p].Held {
			list = append(list, PhaseHeading(Phase(p)))
		}
	}
	for _, b := range s.Battles {
		list = append(list, BattleHeading(b.Space))
	}
	if s.Done != 0 {
		list = append(list, DoneHeading())
	}
	return list
}

// Only is a sheet with these headings and nothing else.
func (s Sheet) Only(keep func(Heading) bool) Sheet {
	for p := range s.Parts {
		if !keep(PhaseHeading(Phase(p))) {
			s.Parts[p] = PhaseOrders{}
		}
	}
	s.Battles = slices.DeleteFunc(slices.Clone(s.Battles), func(b Battle) bool { return !keep(BattleHeading(b.Space)) })
	if !keep(DoneHeading()) {
		s.Done = 0
	}
	return s
}

// Without is a sheet without these headings.
func (s Sheet) Without(taken ...Heading) Sheet {
	return s.Only(func(h Heading) bool { return !slices.Contains(taken, h) })
}

// Amended is a sheet with what a later one holds under a heading in place of its own lines there. Other headings stay.
func (s Sheet) Amended(later Sheet) Sheet {
	s = s.Without(later.Headings()...)
	for p := range later.Parts {
		if later.Parts[p].Held {
			s.Parts[p] = later.Parts[p]
		}
	}
	s.Battles = append(s.Battles, later.Battles...)
	if later.Done != 0 {
		s.Done = later.Done
	}
	return s
}

// WithoutLine is a sheet without what stands on a line: an order, a battle section with all that it says, a line of one,
// or `done`. A phase whose last order goes is not ordered any more.
func (s Sheet) WithoutLine(n int) Sheet {
	for p := range s.Parts {
		part := &s.Parts[p]
		kept := slices.DeleteFunc(slices.Clone(part.Orders), func(o Order) bool { return o.LineNo() == n })
		if len(kept) == len(part.Orders) && (len(kept) > 0 || part.Line != n) {
			continue
		}
		if part.Orders = kept; len(kept) == 0 {
			*part = PhaseOrders{}
		}
	}
	s.Battles = slices.DeleteFunc(slices.Clone(s.Battles), func(b Battle) bool { return b.Line == n })
	for i, b := range s.Battles {
		s.Battles[i].Tactics = slices.DeleteFunc(slices.Clone(b.Tactics), func(t Tactic) bool { return t.Line == n })
	}
	if s.Done == n {
		s.Done = 0
	}
	return s
}

// Withdrawal takes back a part of a draft.
type Withdrawal struct {
	At
	All     bool    // the whole draft
	Heading Heading // if not all
}

// Withdrawals are those of one file.
type Withdrawals []Withdrawal

// All reports whether the whole draft is taken back.
func (w Withdrawals) All() bool {
	return slices.ContainsFunc(w, func(x Withdrawal) bool { return x.All })
}

// Takes reports whether a heading is taken back.
func (w Withdrawals) Takes(h Heading) bool {
	return slices.ContainsFunc(w, func(x Withdrawal) bool { return x.All || x.Heading == h })
}
