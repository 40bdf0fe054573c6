// Package umpire is what a referee does to a game that is being played: he changes the position by hand, goes back to an earlier turn,
// has a go played again with a mistake put right. History is never rewritten: each act adds records, and the position after it is the
// one that comes of playing all the records again.
package umpire

import (
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/edit"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
)

// Why an act is not possible.
type Why string

// The reasons of a [Refusal].
const (
	Over          Why = "over"            // the game has ended: nothing follows its last record
	Locked        Why = "locked"          // a go waits for its beacon; only going back is possible then
	TierTwo       Why = "tier-two"        // at tier 2 no go is played again
	NoSuchTurn    Why = "no-such-turn"    // no such go was played, or it does not stand
	NothingToUndo Why = "nothing-to-undo" // nothing was played since
	NotLast       Why = "not-last"        // turns of others were played after the go
	Deal          Why = "deal"            // nobody's orders were played in it
	Unchanged     Why = "unchanged"       // nothing would be different
	BadOrders     Why = "bad-orders"      // the orders cannot be played from there: Faults
	BadEdits      Why = "bad-edits"       // the edits cannot be carried out: Faults
)

// Refusal is an act that is not possible.
type Refusal struct {
	Why    Why
	Faults []order.Fault
	Record int // NotLast: the first turn record that would have to be undone
}

// Error names the reason.
func (r *Refusal) Error() string {
	return fmt.Sprintf("the referee's act is not possible: %s %v", r.Why, r.Faults)
}

// Actor is who acts, and who agreed to it.
type Actor struct {
	Name     string   // REFEREE or a role
	Consents []string // roles
}

// Bench is a game with its past before the referee.
type Bench struct {
	Game *game.Game
	Past *replay.Game

	source replay.Source
	sets   []history.Set // standing ones in force now
	master dice.Master
	now    time.Time
}

// Open plays a game's past again. The source needs the order sets and words that its records name; the records are the game's own. The
// error is of a past that cannot be played again: then nothing must be built on it.
func Open(g *game.Game, src replay.Source, master dice.Master, now time.Time) (*Bench, error) {
	b := &Bench{Game: g, source: src, master: master, now: now}
	for _, s := range g.Sets {
		set, err := history.ParseSet(s.Bytes)
		if err != nil {
			return nil, err
		}
		b.sets = append(b.sets, set)
	}
	b.source.Setup = g.Setup
	return b, b.replay()
}

// replay plays all records again.
func (b *Bench) replay() error {
	b.source.Records = b.Game.Chain.Records()
	if err := b.Game.Chain.Err(); err != nil {
		return err
	}
	past, err := replay.Play(b.source)
	if err != nil {
		return err
	}
	if len(past.Differences) > 0 {
		return fmt.Errorf("the past of game %s cannot be played again: %v", b.Game.Setup.Name, past.Differences[0])
	}
	b.Past = past
	return nil
}

// settle makes the position the one that comes of the records, with what is on file now.
func (b *Bench) settle() error {
	if err := b.replay(); err != nil {
		return err
	}
	pos, err := b.Past.With(b.sets)
	b.Game.Pos = pos
	return err
}

func (b *Bench) open() error {
	switch {
	case b.Game.Chain.Over():
		return &Refusal{Why: Over}
	case b.Game.Locked() != nil:
		return &Refusal{Why: Locked}
	}
	return nil
}

func (b *Bench) hash(pos *position.Position) dice.Hash {
	return dice.Sum([]byte(pos.Text(b.Game.Rules.Board)))
}

// gm writes the record of an act.
func (b *Bench) gm(who Actor, action string, before, after *position.Position) (history.Entry, error) {
	consents := slices.Clone(who.Consents)
	slices.Sort(consents)
	return b.Game.Chain.Append(&history.GM{Actor: who.Name, Action: action, Old: b.hash(before), New: b.hash(after), Consents: consents}, b.now)
}

// words makes the text of edits, for the replay and for keeping.
func (b *Bench) words(edits []edit.Edit) ([]byte, error) {
	text, err := history.Words{Game: b.Game.Setup.Name, Kind: history.WordsEdit, Lines: edit.Lines(b.Game.Rules.Board, edits)}.Print()
	b.source.Words = append(slices.Clone(b.source.Words), text)
	return text, err
}

// Edited is what came of an edit.
type Edited struct {
	Record        history.Entry
	Words         []byte // text of the edits, which the record names
	Edits         []edit.Edit
	Before, After *position.Position
}

// Edit changes the position. Orders that wait stay; if an edit has made them impossible, they go on waiting. The error is a [*Refusal]
// for edits that cannot be carried out.
func (b *Bench) Edit(who Actor, edits []edit.Edit) (Edited, error) {
	if err := b.open(); err != nil {
		return Edited{}, err
	}
	edits = b.complete(edits, b.Past.Position)
	out := Edited{Edits: edits, Before: b.Game.Pos}
	after, err := b.apply(b.Past.Position, edits)
	if err != nil {
		return out, err
	}
	if out.Words, err = b.words(edits); err != nil {
		return out, err
	}
	action := replay.ActionEdit + " " + dice.Sum(out.Words).String()
	if out.Record, err = b.gm(who, action, b.Past.Position, after); err != nil {
		return out, err
	}
	waits := b.Game.Pos.Turn.Sheet
	if err := b.settle(); err != nil {
		return out, err
	}
	if b.Game.Rules.Options.Get("play") == "deadline" && out.Before.Power == b.Game.Pos.Power && out.Before.Round == b.Game.Pos.Round {
		j := position.NewJournal(b.Game.Pos)
		j.Emit(event.Filed{Sheet: waits})
		b.Game.Pos = j.Now()
	}
	out.After = b.Game.Pos
	return out, nil
}

// complete fills in what an edit leaves to the moment: the round of a phase.
func (b *Bench) complete(edits []edit.Edit, pos *position.Position) []edit.Edit {
	edits = slices.Clone(edits)
	for i := range edits {
		if edits[i].Do == edit.Phase && edits[i].N == 0 {
			edits[i].N = pos.Round
		}
	}
	return edits
}

func (b *Bench) apply(pos *position.Position, edits []edit.Edit) (*position.Position, error) {
	after, faults := edit.Apply(b.Game.Rules, pos, edits)
	if len(faults) > 0 {
		return nil, &Refusal{Why: BadEdits, Faults: faults}
	}
	if b.hash(after) == b.hash(pos) {
		return nil, &Refusal{Why: Unchanged}
	}
	return after, nil
}
