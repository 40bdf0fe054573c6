package gamestore

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// Referee is the chair of the game's referee.
func (g *Game) Referee() *roster.Participant { return g.Participant(roster.Referee) }

// Participant finds a seat or chair by the name that the store knows it by, nil if there is none.
func (g *Game) Participant(name string) *roster.Participant {
	for _, list := range [][]roster.Participant{g.Seats, g.Others} {
		if i := slices.IndexFunc(list, func(s roster.Participant) bool { return s.ID() == name }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// Readers are all who get the game's reports: the seats that are taken, then the chairs. An address that has not confirmed gets none.
func (g *Game) Readers() []roster.Participant {
	return slices.DeleteFunc(slices.Concat(g.Seats, g.Others), func(s roster.Participant) bool { return !s.Taken() || s.Unconfirmed })
}

// removeChair lets somebody without a power leave the table.
func (g *Game) RemoveOther(tx *store.Tx, s roster.Participant) error {
	if s.Power != board.Nobody {
		return fmt.Errorf("%s is a seat, which stays", s.Power)
	}
	if err := g.forgetHandles(tx, s); err != nil {
		return err
	}
	g.Others = slices.DeleteFunc(slices.Clone(g.Others), func(x roster.Participant) bool { return x.ID() == s.ID() })
	return g.Row.Delete(roster.PartOthers, s.ID())
}
