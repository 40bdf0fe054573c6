package daemon

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// Around the table of a game sit, beside the powers, people without one: the referee, and those who only look on. A chair is the
// Seat of such a person; its Power is Nobody.

// newReferee is the chair of a game's referee, with a key of its own.
func (o *Office) newReferee(tx *store.Tx, t *Table, address string) (roster.Seat, error) {
	s := roster.Seat{Kind: roster.Referee, Role: roster.RefereeRole, Address: address, Language: o.Language}
	return o.withPerson(tx, t, s, roster.Seat{})
}

// Referee is the chair of the game's referee.
func (t *Table) Referee() *roster.Seat { return t.named(roster.Referee) }

// named finds a seat or chair by the name that the store knows it by, nil if there is none.
func (t *Table) named(name string) *roster.Seat {
	for _, list := range [][]roster.Seat{t.Seats, t.Others} {
		if i := slices.IndexFunc(list, func(s roster.Seat) bool { return s.ID() == name }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// readers are all who get the game's reports: the seats that are taken, then the chairs. An address that has not confirmed gets none.
func (t *Table) readers() []roster.Seat {
	return slices.DeleteFunc(slices.Concat(t.Seats, t.Others), func(s roster.Seat) bool { return !s.Taken() || s.Unproved })
}

// removeChair lets somebody without a power leave the table.
func (t *Table) removeOther(tx *store.Tx, s roster.Seat) error {
	if s.Power != board.Nobody {
		return fmt.Errorf("%s is a seat, which stays", s.Power)
	}
	if err := t.forgetHandles(tx, s); err != nil {
		return err
	}
	t.Others = slices.DeleteFunc(slices.Clone(t.Others), func(x roster.Seat) bool { return x.ID() == s.ID() })
	return t.row.Delete(roster.PartOthers, s.ID())
}
