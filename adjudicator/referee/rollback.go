package referee

import (
	"errors"
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// Moment is a point of a game's past.
type Moment struct {
	Record int         // after this record; else
	Round  int         // in this round,
	After  bool        // at its end, or
	Power  board.Power // at the beginning of this power's turn, of the round's first for Nobody;
	Phase  order.Phase // in a correction: the resolution that played this phase of the turn
}

// Undone is the result of going back. The record is that of the act, or of the void if only a lock was taken off.
type Undone struct {
	Record        history.Entry
	Void          *history.Entry     // of a resolution that was locked and not played
	Resolutions   []*game.Resolution // that do not stand any more
	Edits         []game.Edited
	Waiting       bool // turn orders were on file that had not been played
	Before, After *position.Position
}

// RollBack goes back to a moment: the position is as it was then, but what is on file stays as it is now, and
// orders that waited are off. So are the edits of the referee since. The secrets of what was played are out, so all
// that follows rolls in new epochs. Orders that were locked and not played are thrown away in the open (TH-10). The
// error is a [*Refusal] for a moment that there was not.
func (s *Session) RollBack(who Actor, to Moment) (Undone, error) {
	if s.Game.Chain.Over() {
		return Undone{}, &Refusal{Why: Over}
	}
	locked := s.Game.Waits()
	first, err := s.firstAfter(to)
	no, ok := errors.AsType[*Refusal](err)
	idle := ok && no.Why == NothingToUndo && locked // but for the lock
	if err != nil && !idle {
		return Undone{}, err
	}
	out := Undone{Before: s.Game.Pos, Waiting: s.Game.Pos.Turn().HasOrders()}
	if locked {
		void, err := s.take(s.past.Void("the game is rolled back", s.means.Master, s.means.Master, s.means.Now))
		if err != nil {
			return out, err
		}
		out.Void, out.Record = void.Voided, *void.Voided
	}
	if !idle {
		if err := s.undo(&out, who, first); err != nil {
			return out, err
		}
	}
	err = s.settle()
	out.After = s.Game.Pos
	return out, err
}

// undo writes the record that takes resolutions off, from one on.
func (s *Session) undo(out *Undone, who Actor, first *game.Resolution) error {
	for _, r := range s.Stand() {
		if r.Turn >= first.Turn {
			out.Resolutions = append(out.Resolutions, r)
		}
	}
	for _, e := range s.past.Past.Edits {
		if !e.Undone && e.Record > first.Turn {
			out.Edits = append(out.Edits, e)
		}
	}
	act := s.record(who, game.ActionRollBack+" "+strconv.Itoa(first.Turn), first.Before)
	done, err := s.take(s.past.Append(act, s.texts, s.means.Now))
	if err == nil {
		out.Record = done.Records[0]
	}
	return err
}

// firstAfter is the first resolution that is undone.
func (s *Session) firstAfter(to Moment) (*game.Resolution, error) {
	line := s.Stand()
	i := slices.IndexFunc(line, func(g *game.Resolution) bool {
		at := g.Before
		switch {
		case to.Record > 0:
			return g.Turn > to.Record
		case at.Power() == board.Nobody: // before the first turn
			return false
		case to.After:
			return at.Round() > to.Round
		}
		return at.Round() == to.Round && (to.Power == board.Nobody || at.Power() == to.Power)
	})
	if i >= 0 {
		return line[i], nil
	}
	if now := s.past.Pos; to.Record > 0 && to.Record < s.Game.Chain.Len() || to.After && to.Round == now.Round()-1 ||
		!to.After && to.Round == now.Round() && (to.Power == now.Power() || to.Power == board.Nobody) {
		return nil, &Refusal{Why: NothingToUndo}
	}
	return nil, &Refusal{Why: NoSuchTurn}
}
