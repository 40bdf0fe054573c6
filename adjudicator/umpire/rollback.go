package umpire

import (
	"errors"
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
)

// Moment is a point of a game's past.
type Moment struct {
	Record int         // after this record; else
	Round  int         // in this round,
	After  bool        // at its end, or
	Power  board.Power // at the beginning of this power's turn, of the round's first for Nobody;
	Phase  order.Phase // in a correction: the go that played this phase of the turn
}

// Undone is what came of going back. The record is that of the act, or of the void if only a lock was taken off.
type Undone struct {
	Record        history.Entry
	Void          *history.Entry // of a go that was locked and not played
	Goes          []replay.Go    // that do not stand any more
	Edits         []replay.Edited
	Waiting       bool // turn orders were on file that had not been played
	Before, After *position.Position
}

// RollBack goes back to a moment: the position is as it was then, but what is on file stays as it is now, and orders that waited are
// off. So are the edits of the referee since. The secrets of what was played are out, so all that follows rolls in new epochs. A go that was locked and not played is thrown away in
// the open (TH-10). The error is a [*Refusal] for a moment that there was not.
func (b *Bench) RollBack(who Actor, to Moment) (Undone, error) {
	if b.Game.Chain.Over() {
		return Undone{}, &Refusal{Why: Over}
	}
	locked := b.Game.Locked() != nil
	first, err := b.firstAfter(to)
	no, ok := errors.AsType[*Refusal](err)
	idle := ok && no.Why == NothingToUndo && locked // but for the lock
	if err != nil && !idle {
		return Undone{}, err
	}
	out := Undone{Before: b.Game.Pos, Waiting: !b.Game.Pos.Turn.Sheet.Empty()}
	if locked {
		void, err := b.Game.Void("the game is rolled back", b.master, b.master, b.now)
		if err != nil {
			return out, err
		}
		out.Void, out.Record = &void, void
	}
	if idle {
		err = b.settle()
		out.After = b.Game.Pos
		return out, err
	}
	for _, g := range b.Past.Stand()[first:] {
		out.Goes = append(out.Goes, *g)
	}
	for _, e := range b.Past.Edits {
		if !e.Undone && e.Record > out.Goes[0].Turn {
			out.Edits = append(out.Edits, e)
		}
	}
	back := replay.Back(out.Goes[0].Before, b.Past.Position)
	action := replay.ActionRollBack + " " + strconv.Itoa(out.Goes[0].Turn)
	if out.Record, err = b.gm(who, action, b.Past.Position, back); err != nil {
		return out, err
	}
	err = b.settle()
	out.After = b.Game.Pos
	return out, err
}

// firstAfter is the place in the line of the first go that is undone.
func (b *Bench) firstAfter(to Moment) (int, error) {
	line := b.Past.Stand()
	i := slices.IndexFunc(line, func(g *replay.Go) bool {
		at := g.Before
		switch {
		case to.Record > 0:
			return g.Turn > to.Record
		case at.Power == board.Nobody: // the prelude, the deal
			return false
		case to.After:
			return at.Round > to.Round
		}
		return at.Round == to.Round && (to.Power == board.Nobody || at.Power == to.Power)
	})
	if i >= 0 {
		return i, nil
	}
	if now := b.Past.Position; to.Record > 0 && to.Record < b.Game.Chain.Len() || to.After && to.Round == now.Round-1 ||
		!to.After && to.Round == now.Round && (to.Power == now.Power || to.Power == board.Nobody) {
		return 0, &Refusal{Why: NothingToUndo}
	}
	return 0, &Refusal{Why: NoSuchTurn}
}
