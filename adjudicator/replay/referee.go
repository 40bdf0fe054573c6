package replay

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/edit"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
)

// The first words of the actions of gm records that change the position. What follows them:
//
//	edit HASH                               of the words with the edits
//	roll back before record SEQ             of the first turn record that is undone
//	correct record SEQ POLICY [edit HASH]   of the turn record that is put right
const (
	ActionEdit     = "edit"
	ActionRollBack = "roll back before record"
	ActionCorrect  = "correct record"
)

// correction is what a correct record says, until the turn record that plays it.
type correction struct {
	seq    int // of the correct record
	of     *Go
	record *history.Correct
	state  dice.Hash // before anything was undone
}

func wordsByHash(texts [][]byte) map[dice.Hash]history.Words {
	out := map[dice.Hash]history.Words{}
	for _, b := range texts {
		if w, err := history.ParseWords(b); err == nil { // else history.Verify finds it
			out[dice.Sum(b)] = w
		}
	}
	return out
}

// lineOf is the place in the line of the go of a turn record, -1 if it does not stand.
func (p *player) lineOf(seq int) int {
	return slices.IndexFunc(p.Line, func(i int) bool { return p.Goes[i].Turn == seq })
}

// undo takes the goes from a place in the line on out of it.
func (p *player) undo(from int) (gone []int) {
	gone = slices.Clone(p.Line[from:])
	for _, i := range gone {
		p.Goes[i].Undone = true
	}
	for i := range p.Edits {
		p.Edits[i].Undone = p.Edits[i].Undone || p.Edits[i].Record > p.Goes[gone[0]].Turn
	}
	p.Line = p.Line[:from]
	return gone
}

// correct goes back to where a go began that was wrong. Goes of the same turn that followed it are undone with it, and may be played
// again one by one, each by a correct record of its own, which holds the policy of the first.
func (p *player) correct(seq int, c *history.Correct) bool {
	again := &correction{seq: seq, record: c, state: p.hash(p.Position)}
	switch i := p.lineOf(c.Of); {
	case i >= 0:
		gone := p.undo(i)
		again.of, p.redo, p.policy = p.copyOf(gone[0]), gone[1:], correct.RerollBattle
		p.Position, p.onFile = again.of.Before, maps.Clone(again.of.onFile)
	case len(p.redo) > 0 && p.Goes[p.redo[0]].Turn == c.Of:
		again.of, p.redo = p.copyOf(p.redo[0]), p.redo[1:]
	default:
		p.differ(seq, "of", fmt.Sprintf("turn record %d, which stands", c.Of), "none")
		return false
	}
	p.again = again
	return true
}

func (p *player) copyOf(i int) *Go {
	g := p.Goes[i]
	return &g
}

// playAgain plays the go that corrects another, and holds what the correct record says of the dice against what follows from them.
func (p *player) playAgain(g *Go) error {
	a := p.again
	p.again = nil
	out, err := correct.Again(p.Rules, g.Before, g.file, a.of.Played(), p.policy, g.Epoch, g.Seed)
	if err != nil {
		return err
	}
	g.Result, g.Rolls, g.Dice, g.Of, g.Void = out.Result, out.Rolls, out.Dice, a.of.Turn, out.Void
	want := Correction(a.of.Turn, out)
	p.compareRefs(a.seq, "carry", want.Carry, a.record.Carry)
	p.compareRefs(a.seq, "void", want.Void, a.record.Void)
	return nil
}

// Played is a go as package correct looks at it.
func (g *Go) Played() correct.Go {
	return correct.Go{Power: g.Power, File: g.file, Result: g.Result, Dice: g.Dice}
}

// Correction is the correct record for a go that was played again.
func Correction(of int, out correct.Outcome) *history.Correct {
	c := &history.Correct{Of: of}
	for _, d := range out.Carry {
		c.Carry = append(c.Carry, history.RollRef{Epoch: d.Epoch, Label: d.Label})
	}
	for _, d := range out.Void {
		c.Void = append(c.Void, history.RollRef{Epoch: d.Epoch, Label: d.Label, Reason: string(d.Reason)})
	}
	return c
}

func (p *player) compareRefs(seq int, what string, want, got []history.RollRef) {
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(got):
			p.differ(seq, what, want[i].String(), "nothing")
		case i >= len(want):
			p.differ(seq, what, "nothing", got[i].String())
		case want[i] != got[i]:
			p.differ(seq, what, want[i].String(), got[i].String())
		}
	}
}

// referee carries out again what a referee did to the position. Other acts of his, on clocks, seats, settings, have old and new values
// that are no positions.
func (p *player) referee(seq int, g *history.GM) {
	action, rest := "", ""
	for _, known := range []string{ActionEdit, ActionRollBack, ActionCorrect} {
		if r, ok := strings.CutPrefix(g.Action, known+" "); ok {
			action, rest = known, r
		}
	}
	switch action {
	case ActionEdit:
		p.expect(seq, "old", p.hash(p.Position), g.Old)
		p.edit(seq, g)
	case ActionRollBack:
		p.rollBack(seq, g, rest)
	case ActionCorrect:
		p.startAnew(seq, g, rest)
	default:
		if g.Old == p.hash(p.Position) && g.New != g.Old {
			p.differ(seq, "position", "a position that the game has had", g.New.String()+", which the referee has set and no record describes")
		}
	}
}

func (p *player) expect(seq int, what string, want, got dice.Hash) {
	if want != got {
		p.differ(seq, what, want.String(), got.String())
	}
}

// edit carries out the edits that a record names.
func (p *player) edit(seq int, g *history.GM) {
	h, _ := history.WordsOf(g)
	w, ok := p.words[h]
	if !ok || w.Kind != history.WordsEdit {
		p.differ(seq, "words", "the edits with hash "+h.String(), "none")
		return
	}
	edits, err := edit.Parse(p.Rules.Board, w.Lines)
	if err != nil {
		p.differ(seq, "words", "edits that can be read", err.Error())
		return
	}
	pos, refused := edit.Apply(p.Rules, p.Position, edits)
	if len(refused) > 0 {
		p.differ(seq, "words", "edits that can be carried out", faults(refused))
		return
	}
	p.Position = pos
	p.Edits = append(p.Edits, Edited{Record: seq, Edits: edits})
	p.expect(seq, "new", p.hash(pos), g.New)
}

// rollBack goes back to where a go began. What is on file stays as it is now.
func (p *player) rollBack(seq int, g *history.GM, rest string) {
	p.expect(seq, "old", p.hash(p.Position), g.Old)
	n, err := strconv.Atoi(rest)
	i := p.lineOf(n)
	if err != nil || i < 0 {
		p.differ(seq, "position", "a turn record that stands", g.Action)
		return
	}
	p.Position = Back(p.Goes[p.undo(i)[0]].Before, p.Position)
	p.redo = nil
	p.expect(seq, "new", p.hash(p.Position), g.New)
}

// Back is an earlier position with what is on file now.
func Back(before, now *position.Position) *position.Position {
	j := position.NewJournal(before)
	for _, n := range now.Nations {
		j.Emit(event.StandingFiled{Power: n.Power, Standing: n.Standing, Answers: n.Answers})
	}
	return j.Now()
}

// startAnew makes ready the position from which a correction begins.
func (p *player) startAnew(seq int, g *history.GM, rest string) {
	words := strings.Fields(rest)
	if p.again == nil || len(words) < 2 || words[0] != strconv.Itoa(p.again.of.Turn) || !slices.Contains(correct.Policies(), words[1]) {
		p.differ(seq, "action", "a correct record before it, of the same turn, and a policy", g.Action)
		return
	}
	p.policy = correct.Policy(words[1])
	p.expect(seq, "old", p.again.state, g.Old)
	if len(words) > 2 {
		p.edit(seq, g)
		return
	}
	p.expect(seq, "new", p.hash(p.Position), g.New)
}
