package umpire

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/edit"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
)

// Change is what was wrong in a go, put right.
type Change struct {
	File  order.File // what the go plays now
	Lines []string   // its canonical lines
	Edits []edit.Edit
}

// Corrected is what came of a correction.
type Corrected struct {
	Words         []byte // text of the edits, nil without
	Edits         []edit.Edit
	Goes          []Again     // that were played again, the corrected one first
	Undone        []replay.Go // of the same turn, that could not be played again; their powers write new orders
	Before, After *position.Position
}

// Again is a go that was played again.
type Again struct {
	game.Go
	Of    replay.Go // how it was played before
	Carry []correct.Fallen
	Void  []correct.Void
}

// Find is the go that is meant by a moment, if it can be corrected: only goes of the last turn that was played can. The goes that
// followed it in its turn are played again after it.
func (b *Bench) Find(m Moment) (*replay.Go, error) {
	switch err := b.open(); {
	case err != nil:
		return nil, err
	case b.Game.Rules.Options.Get("dice") == "tier-2":
		return nil, &Refusal{Why: TierTwo}
	}
	line := b.Past.Stand()
	i := b.meant(line, m)
	if i < 0 {
		return nil, &Refusal{Why: NoSuchTurn}
	}
	for _, later := range line[i+1:] {
		if !sameTurn(line[i], later) {
			return nil, &Refusal{Why: NotLast, Record: later.Turn}
		}
	}
	if line[i].Power == board.Nobody {
		return nil, &Refusal{Why: Deal}
	}
	return line[i], nil
}

// meant is the place in the line of the go that a moment names: that of a record; of a power's turn the last one that played the phase, else
// the first; without a turn the last of all, or the last that played the phase.
func (b *Bench) meant(line []*replay.Go, m Moment) int {
	if m.Record > 0 {
		return slices.IndexFunc(line, func(g *replay.Go) bool { return g.Turn == m.Record })
	}
	first, last := -1, -1
	for i, g := range line {
		if m.Round > 0 && (g.Before.Round != m.Round || g.Before.Power != m.Power) {
			continue
		}
		if first < 0 {
			first = i
		}
		if plays(g, m.Phase) {
			last = i
		}
	}
	if last >= 0 && (m.Phase != order.NoPhase || m.Round == 0) {
		return last
	}
	return first
}

// plays tells whether a go played a phase, or with NoPhase anything.
func plays(g *replay.Go, p order.Phase) bool {
	f := g.File()
	return p == order.NoPhase || f.Sheet.Parts[p].Held
}

func sameTurn(a, b *replay.Go) bool {
	return a.Before.Round == b.Before.Round && a.Before.Power == b.Before.Power
}

// Correct plays a go of [Bench.Find] again with a change, and after it those that followed in its turn, as long as their orders can still
// be played. Standing orders count as they were then. The error is a [*Refusal] for a change that cannot be played.
func (b *Bench) Correct(who Actor, wrong *replay.Go, c Change, policy correct.Policy) (Corrected, error) {
	out := Corrected{Before: b.Game.Pos}
	rest := b.rest(wrong)
	start, action, err := b.start(&out, wrong, c, policy)
	if err != nil {
		return out, err
	}
	gm := &history.GM{Actor: who.Name, Action: action, Old: b.hash(b.Past.Position), New: b.hash(start), Consents: slices.Sorted(slices.Values(who.Consents))}
	if err := b.again(&out, *wrong, start, c, policy, gm); err != nil {
		return out, err
	}
	for len(rest) > 0 {
		next, ok, err := b.follows(rest[0])
		if err != nil {
			return out, err
		}
		if !ok {
			break
		}
		if err := b.again(&out, rest[0], next, Change{File: rest[0].File(), Lines: rest[0].Orders}, policy, nil); err != nil {
			return out, err
		}
		rest = rest[1:]
	}
	out.Undone = rest
	err = b.settle()
	out.After = b.Game.Pos
	return out, err
}

// rest are the goes that stand after one.
func (b *Bench) rest(wrong *replay.Go) []replay.Go {
	var out []replay.Go
	for _, g := range b.Past.Stand() {
		if g.Turn > wrong.Turn {
			out = append(out, *g)
		}
	}
	return out
}

// start is the position from which the go is played again, and the action of the record that says so.
func (b *Bench) start(out *Corrected, wrong *replay.Go, c Change, policy correct.Policy) (*position.Position, string, error) {
	pos, action := wrong.Before, fmt.Sprintf("%s %d %s", replay.ActionCorrect, wrong.Turn, policy)
	if len(c.Edits) > 0 {
		out.Edits = b.complete(c.Edits, pos)
		var err error
		if pos, err = b.apply(pos, out.Edits); err != nil {
			return nil, "", err
		}
		if out.Words, err = b.words(out.Edits); err != nil {
			return nil, "", err
		}
		action += " " + replay.ActionEdit + " " + dice.Sum(out.Words).String()
	} else if slices.Equal(c.Lines, wrong.Orders) {
		return nil, "", &Refusal{Why: Unchanged}
	}
	if faults := adjudicator.Judge(b.Game.Rules, pos, wrong.Power, c.File); order.Refuses(faults) {
		return nil, "", &Refusal{Why: BadOrders, Faults: faults}
	}
	return pos, action, nil
}

// again plays a go again, from a position, and plays all records again after it.
func (b *Bench) again(out *Corrected, of replay.Go, from *position.Position, c Change, policy correct.Policy, gm *history.GM) error {
	standing, err := game.SetsOf(of.Standing(b.Game.Rules.Board))
	if err != nil {
		return err
	}
	var done correct.Outcome
	played, err := b.Game.Anew(game.Anew{
		Role: b.Game.Rules.Board.SeatOf(of.Power).Role, Turn: game.Sheet{Lines: c.Lines}, Standing: standing, Before: from,
		Settle: func(epoch int, seed dice.Seed) (s game.Settled, err error) {
			done, err = correct.Again(b.Game.Rules, from, c.File, of.Played(), policy, epoch, seed)
			s = game.Settled{Result: done.Result, Rolls: done.Rolls, Records: []history.Body{replay.Correction(of.Turn, done)}}
			if gm != nil {
				s.Records = append(s.Records, gm)
			}
			return s, err
		},
	}, b.master, b.now)
	if err != nil {
		return err
	}
	if played.Refused {
		return &Refusal{Why: BadOrders, Faults: played.Faults}
	}
	out.Goes = append(out.Goes, Again{Go: played, Of: of, Carry: done.Carry, Void: done.Void})
	for _, s := range played.Sets {
		b.source.Sets = append(slices.Clone(b.source.Sets), s.Bytes)
	}
	return b.replay()
}

// follows is the position in which a go that followed the corrected one begins now; ok is false if its orders cannot be played there.
func (b *Bench) follows(g replay.Go) (pos *position.Position, ok bool, err error) {
	if b.Past.Position.Over() {
		return nil, false, nil
	}
	if pos, err = b.Past.With(g.Standing(b.Game.Rules.Board)); err != nil {
		return nil, false, err
	}
	f := g.File()
	if b.Game.Rules.Options.Get("play") == "deadline" && g.Power == pos.Power && !f.Sheet.Empty() {
		pos = game.Withdrawn(pos)
	}
	awaited := slices.ContainsFunc(adjudicator.Awaited(b.Game.Rules, pos), func(a adjudicator.Await) bool { return a.Power == g.Power })
	return pos, awaited && pos.Round == g.Before.Round && pos.Power == g.Before.Power &&
		!order.Refuses(adjudicator.Judge(b.Game.Rules, pos, g.Power, f)), nil
}
