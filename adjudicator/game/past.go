package game

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// Resolution is orders played as far as they reached, in an epoch of their own.
type Resolution struct {
	Epoch  int
	Turn   int         // seq of its record
	Round  int         // in which it began, likewise Phase
	Power  board.Power // whose orders it played; Nobody in the deal of national advantages
	Phase  order.Phase
	Orders []string   // canonical lines of the set that it played
	File   order.File // what they say
	Rolls  []dice.Roll
	Seed   dice.Seed
	// Dice are all that it was played with: where it corrects another, also those that stand.
	Dice     []correct.RollOfEpoch
	Of       int                   // seq of the turn record that it corrects, 0 if none
	Void     []correct.Void        // dice of that turn that do not stand
	Carry    []correct.RollOfEpoch // and those that do
	Undone   bool                  // it was corrected later, or gone back before
	Standing []OrderSet            // in force in it
	Before   *position.Position    // with everybody's orders on file
	adjudicator.Result
}

// played is the resolution as package correct looks at it.
func (r *Resolution) played() correct.Resolution {
	return correct.Resolution{Power: r.Power, File: r.File, Result: r.Result, Dice: r.Dice}
}

// Edited is what a referee's edits did to the position.
type Edited struct {
	Record int // seq of their record
	Edits  []order.Edit
	Undone bool // gone back before
}

// Past is what a game has seen since it was begun or restored. A correction needs what it corrects to be here.
type Past struct {
	Resolutions []*Resolution // in the order in which they were played, those that were undone too
	Edits       []Edited      // likewise

	again  *correction    // what the next turn record plays
	policy correct.Policy // of the last correction
	redo   []*Resolution  // those that followed the corrected one in its turn, and may be played again after it
}

// correction is what a correct record says, until the turn record that plays it.
type correction struct {
	seq    int // of the correct record
	of     *Resolution
	record *history.Correct
	state  dice.Hash // before anything was undone
}

// Stand lists the resolutions that stand.
func (p *Past) Stand() []*Resolution {
	return slices.DeleteFunc(slices.Clone(p.Resolutions), func(r *Resolution) bool { return r.Undone })
}

func (p *Past) add(r *Resolution) { p.Resolutions = append(slices.Clip(p.Resolutions), r) }

// standing finds the resolution of a turn record, nil if it does not stand.
func (p *Past) standing(turn int) *Resolution {
	i := slices.IndexFunc(p.Resolutions, func(r *Resolution) bool { return r.Turn == turn && !r.Undone })
	if i < 0 {
		return nil
	}
	return p.Resolutions[i]
}

// undo undoes what stands from a turn record on, and the edits since. It returns the resolutions as they were.
func (p *Past) undo(turn int) (gone []*Resolution) {
	p.Resolutions, p.Edits = slices.Clone(p.Resolutions), slices.Clone(p.Edits)
	for i, r := range p.Resolutions {
		if r.Turn >= turn && !r.Undone {
			gone = append(gone, r)
			undone := *r
			undone.Undone = true
			p.Resolutions[i] = &undone
		}
	}
	for i := range p.Edits {
		p.Edits[i].Undone = p.Edits[i].Undone || p.Edits[i].Record > turn
	}
	return gone
}

// correct goes back to where a resolution began that was wrong. Those of the same turn that followed it are undone
// with it, and may be played again one by one, each by a correct record of its own, which holds the policy of the
// first.
func (s *step) correct(c *history.Correct) error {
	p := &s.Past
	again := &correction{seq: s.seq, record: c, state: s.State()}
	switch r := p.standing(c.Of); {
	case r != nil:
		gone := p.undo(c.Of)
		again.of, p.redo, p.policy = gone[0], gone[1:], correct.RerollBattle
		s.Pos, s.Sets = r.Before, r.Standing
	case len(p.redo) > 0 && p.redo[0].Turn == c.Of:
		again.of, p.redo = p.redo[0], p.redo[1:]
	default:
		return s.fail("of", fmt.Sprintf("turn record %d, which stands", c.Of), "none")
	}
	p.again = again
	return nil
}

// playAgain plays orders again, and compares what the correct record says of the dice with what follows from them.
func (s *step) playAgain(r *Resolution) error {
	a := s.Past.again
	s.Past.again = nil
	out, err := correct.PlayAgain(s.Rules, r.Before, r.File, a.of.played(), s.Past.policy, r.Epoch, r.Seed)
	if err != nil {
		return err
	}
	r.Result, r.Rolls, r.Dice, r.Of, r.Void, r.Carry = out.Result, out.Rolls, out.Dice, a.of.Turn, out.Void, out.Carry
	want := r.correctRecord()
	s.compareRefs(a.seq, "carry", want.Carry, a.record.Carry)
	s.compareRefs(a.seq, "void", want.Void, a.record.Void)
	return nil
}

// correctRecord is the correct record of a resolution that corrects another.
func (r *Resolution) correctRecord() *history.Correct {
	c := &history.Correct{Of: r.Of}
	for _, d := range r.Carry {
		c.Carry = append(c.Carry, history.RollRef{Epoch: d.Epoch, Label: d.Label})
	}
	for _, d := range r.Void {
		c.Void = append(c.Void, history.RollRef{Epoch: d.Epoch, Label: d.Label, Reason: string(d.Reason)})
	}
	return c
}

func (s *step) compareRefs(seq int, what string, want, got []history.RollRef) {
	for i := range max(len(want), len(got)) {
		d := Difference{Record: seq, What: what, Expected: "nothing", Found: "nothing"}
		if i < len(want) {
			d.Expected = want[i].String()
		}
		if i < len(got) {
			d.Found = got[i].String()
		}
		if d.Expected != d.Found {
			s.differences = append(s.differences, d)
		}
	}
}

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

// referee carries out what a referee did to the position. Their other acts, on clocks, seats, settings, have old
// and new values that are no positions.
func (s *step) referee(g *history.RefereeAct) []event.Event {
	switch action, rest := actionWords(g.Action); action {
	case ActionEdit:
		s.expect("old", s.State(), g.Old)
		s.edit(g)
	case ActionRollBack:
		s.rollBack(g, rest)
	case ActionCorrect:
		s.correctFrom(g, rest)
	default:
		if g.Old != g.New && g.Old == s.State() {
			s.differ("position", "a position that the game has had",
				g.New.String()+", which the referee has set and no record describes")
		}
	}
	return nil
}

// edit carries out the edits that a record names.
func (s *step) edit(g *history.RefereeAct) {
	h, _ := history.RefereeTextOf(g)
	w, ok := s.texts.Words[h]
	if !ok || w.Kind != history.TextEdit {
		s.differ("words", "the edits with hash "+h.String(), "none")
		return
	}
	edits, err := correct.ParseEdits(s.Rules.Board, w.Lines)
	if err != nil {
		s.differ("words", "edits that can be read", err.Error())
		return
	}
	pos, refused := correct.ApplyEdits(s.Rules, s.Pos, edits)
	if len(refused) > 0 {
		s.differ("words", "edits that can be carried out", faultText(refused))
		return
	}
	s.Pos = pos
	s.Past.Edits = append(slices.Clip(s.Past.Edits), Edited{Record: s.seq, Edits: edits})
	s.expect("new", s.State(), g.New)
}

// rollBack goes back to where a resolution began. What is on file stays as it is now.
func (s *step) rollBack(g *history.RefereeAct, rest string) {
	s.expect("old", s.State(), g.Old)
	n, err := strconv.Atoi(rest)
	if err != nil || s.Past.standing(n) == nil {
		s.differ("position", "a turn record that stands", g.Action)
		return
	}
	s.Pos = back(s.Past.undo(n)[0].Before, s.Pos)
	s.Past.redo = nil
	s.expect("new", s.State(), g.New)
}

// back is an earlier position with what is on file now.
func back(before, now *position.Position) *position.Position {
	j := position.NewJournal(before)
	for n := range now.Nations() {
		j.Emit(event.StandingFiled{Power: n.Power(), Standing: n.Standing(), Answers: n.Answers()})
	}
	return j.Now()
}

// correctFrom makes ready the position from which a correction begins.
func (s *step) correctFrom(g *history.RefereeAct, rest string) {
	words := strings.Fields(rest)
	a := s.Past.again
	if a == nil || len(words) < 2 || words[0] != strconv.Itoa(a.of.Turn) ||
		!slices.Contains(correct.Policies(), words[1]) {
		s.differ("action", "a correct record before it, of the same turn, and a policy", g.Action)
		return
	}
	s.Past.policy = correct.Policy(words[1])
	s.expect("old", a.state, g.Old)
	if len(words) > 2 {
		s.edit(g)
		return
	}
	s.expect("new", s.State(), g.New)
}

// equalAnswers reports whether two answers are the same on file.
func equalAnswers(a, b order.Order) bool {
	return reflect.DeepEqual(order.AnswerOnFile(a), order.AnswerOnFile(b))
}
