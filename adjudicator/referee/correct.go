package referee

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// Change is what was wrong in a resolution, put right.
type Change struct {
	File  order.File // what the resolution plays now
	Lines []string   // its canonical lines
	Edits []order.Edit
}

// Corrected is the result of a correction.
type Corrected struct {
	EditText      []byte // text of the edits, nil without
	Edits         []order.Edit
	Resolutions   []Replayed         // that were played again, the corrected one first
	Undone        []*game.Resolution // of the same turn, that could not be played again; their powers write new orders
	Before, After *position.Position
}

// Replayed is orders that were played again.
type Replayed struct {
	game.Change
	Of, Now *game.Resolution // how they were played before, and now
}

// Find is the resolution that is meant by a moment, if it can be corrected: only resolutions of the last turn that was
// played can. The resolutions that followed it in its turn are played again after it.
func (s *Session) Find(m Moment) (*game.Resolution, error) {
	switch err := s.open(); {
	case err != nil:
		return nil, err
	case s.Game.Rules.Options.Get("dice") == "tier-2":
		return nil, &Refusal{Why: TierTwo}
	}
	line := s.Stand()
	i := meant(line, m)
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

// meant is the place in the line of the resolution that a moment names: that of a record; of a power's turn the last
// one that played the phase, else the first; without a turn the last of all, or the last that played the phase.
func meant(line []*game.Resolution, m Moment) int {
	if m.Record > 0 {
		return slices.IndexFunc(line, func(g *game.Resolution) bool { return g.Turn == m.Record })
	}
	first, last := -1, -1
	for i, g := range line {
		if m.Round > 0 && (g.Before.Round() != m.Round || g.Before.Power() != m.Power) {
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

// plays reports whether a resolution played a phase, or with NoPhase anything.
func plays(g *game.Resolution, p order.Phase) bool {
	return p == order.NoPhase || g.File.Sheet.Parts[p].Held
}

func sameTurn(a, b *game.Resolution) bool {
	return a.Before.Round() == b.Before.Round() && a.Before.Power() == b.Before.Power()
}

// Correct plays a resolution of [Session.Find] again with a change, and after it those that followed in its turn,
// as long as their orders can still be played. Standing orders count as they were then. The error is a [*Refusal]
// for a change that cannot be played.
func (s *Session) Correct(who Actor, wrong *game.Resolution, c Change, policy correct.Policy) (Corrected, error) {
	out := Corrected{Before: s.Game.Pos}
	var rest []*game.Resolution
	for _, r := range s.Stand() {
		if r.Turn > wrong.Turn {
			rest = append(rest, r)
		}
	}
	start, action, err := s.start(&out, wrong, c, policy)
	if err != nil {
		return out, err
	}
	if err := s.replay(&out, wrong, c.Lines, s.record(who, action, start)); err != nil {
		return out, err
	}
	for len(rest) > 0 {
		ok, err := s.follows(rest[0])
		if err == nil && ok {
			err = s.replay(&out, rest[0], rest[0].Orders, nil)
		}
		if err != nil {
			return out, err
		}
		if !ok {
			break
		}
		rest = rest[1:]
	}
	out.Undone = rest
	err = s.settle()
	out.After = s.Game.Pos
	return out, err
}

// start is the position from which the orders are played again, and the action of the record that says so.
func (s *Session) start(out *Corrected, wrong *game.Resolution, c Change, policy correct.Policy) (
	*position.Position, string, error) {
	pos, action := wrong.Before, fmt.Sprintf("%s %d %s", game.ActionCorrect, wrong.Turn, policy)
	if len(c.Edits) > 0 {
		out.Edits = complete(c.Edits, pos)
		var err error
		if pos, err = s.apply(pos, out.Edits); err != nil {
			return nil, "", err
		}
		if out.EditText, err = s.editText(out.Edits); err != nil {
			return nil, "", err
		}
		action += " " + game.ActionEdit + " " + dice.Sum(out.EditText).String()
	} else if slices.Equal(c.Lines, wrong.Orders) {
		return nil, "", &Refusal{Why: Unchanged}
	}
	if faults := adjudicator.Judge(s.Game.Rules, pos, wrong.Power, c.File); order.Refuses(faults) {
		return nil, "", &Refusal{Why: BadOrders, Faults: faults}
	}
	return pos, action, nil
}

// replay plays orders again.
func (s *Session) replay(out *Corrected, of *game.Resolution, lines []string, act *history.RefereeAct) error {
	correction := game.Correction{Of: of.Turn, Lines: game.Lines{Text: lines}, Act: act, Texts: s.texts}
	done, err := s.take(s.past.Correct(correction, s.means))
	if err != nil {
		return err
	}
	played := s.past.Past.Resolutions
	out.Resolutions = append(out.Resolutions, Replayed{Change: done, Of: of, Now: played[len(played)-1]})
	return nil
}

// follows reports whether orders that followed the corrected ones can be played after them.
func (s *Session) follows(r *game.Resolution) (bool, error) {
	if s.past.Pos.Over() {
		return false, nil
	}
	next, err := s.past.WithFiled(r.Standing, s.texts)
	if err != nil {
		return false, err
	}
	pos := next.Pos
	if next.HoldsOrders() && r.Power == pos.Power() && !r.File.Sheet.Empty() {
		pos = game.Withdrawn(pos)
	}
	awaited := slices.ContainsFunc(adjudicator.Awaited(next.Rules, pos),
		func(a adjudicator.Await) bool { return a.Power == r.Power })
	return awaited && pos.Round() == r.Before.Round() && pos.Power() == r.Before.Power() &&
		!order.Refuses(adjudicator.Judge(next.Rules, pos, r.Power, r.File)), nil
}
