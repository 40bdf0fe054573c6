// Package referee is what a referee does to a game that is being played: they change the position by hand, go back
// to an earlier turn, have orders played again with a mistake put right. History is never rewritten: each act adds
// records, and package game carries them out.
package referee

import (
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
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
	Locked        Why = "locked"          // a resolution waits for its beacon; only going back is possible then
	TierTwo       Why = "tier-two"        // at tier 2 no resolution is played again
	NoSuchTurn    Why = "no-such-turn"    // no such go was played, or it does not stand
	NothingToUndo Why = "nothing-to-undo" // nothing was played since
	NotLast       Why = "not-last"        // turns of others were played after the resolution
	Deal          Why = "deal"            // no power's orders were played in it
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

// Session is a game with its past before the referee. Each act puts another game in the place of Game; the one that
// was given stays as it is, so an act can be tried.
type Session struct {
	Game *game.Game // with the standing orders that are on file and the turn orders that wait

	past  game.Game // as its records have made it
	texts game.Texts
	means game.Means
}

// Open plays a game's past again. The source needs the order sets and words that its records name; the records are
// the game's own. The error is of a past that cannot be played again: then nothing must be built on it.
func Open(g *game.Game, src replay.Source, master dice.Master, now time.Time) (*Session, error) {
	src.Setup, src.Records = g.Setup, g.Chain.Records()
	if err := g.Chain.Err(); err != nil {
		return nil, err
	}
	past, err := replay.Play(src)
	if err != nil {
		return nil, err
	}
	if len(past.Differences) > 0 {
		return nil, fmt.Errorf("the past of game %s cannot be played again: %v", g.Setup.Name, past.Differences[0])
	}
	s := &Session{Game: g, means: game.Means{Master: master, Now: now, Parse: src.Parse}}
	s.past, s.texts = past.Now()
	s.past = g.From(s.past)
	return s, nil
}

// Stand lists the resolutions that stand.
func (s *Session) Stand() []*game.Resolution { return s.past.Past.Stand() }

// take makes a change that of the past.
func (s *Session) take(c game.Change, err error) (game.Change, error) {
	if err != nil {
		return c, err
	}
	s.past = *c.After
	for _, set := range c.Sets {
		s.texts.Sets[set.Ref.Set] = set
	}
	return c, nil
}

// settle makes the game the one that comes of the records, with what is on file now.
func (s *Session) settle() error {
	now, err := s.past.WithFiled(s.Game.Sets, s.texts)
	if err == nil {
		s.Game = &now
	}
	return err
}

func (s *Session) open() error {
	switch {
	case s.Game.Chain.Over():
		return &Refusal{Why: Over}
	case s.Game.Waits():
		return &Refusal{Why: Locked}
	}
	return nil
}

func (s *Session) hash(pos *position.Position) dice.Hash {
	return dice.Sum([]byte(pos.Text(s.Game.Rules.Board)))
}

// record is the gm record of an act that changes the position to another.
func (s *Session) record(who Actor, action string, after *position.Position) *history.RefereeAct {
	return &history.RefereeAct{Actor: who.Name, Action: action, Old: s.past.State(), New: s.hash(after),
		Consents: slices.Sorted(slices.Values(who.Consents))}
}

// editText makes the text of edits, for the records and for keeping.
func (s *Session) editText(edits []order.Edit) ([]byte, error) {
	lines := correct.EditLines(s.Game.Rules.Board, edits)
	words := history.RefereeText{Game: s.Game.Setup.Name, Kind: history.TextEdit, Lines: lines}
	text, err := words.Print()
	if err == nil {
		s.texts.Words[dice.Sum(text)] = words
	}
	return text, err
}

// Edited is the result of an edit.
type Edited struct {
	Record        history.Entry
	Words         []byte // text of the edits, which the record names
	Edits         []order.Edit
	Before, After *position.Position
}

// Edit changes the position. Orders that wait stay; if an edit has made them impossible, they go on waiting. The
// error is a [*Refusal] for edits that cannot be carried out.
func (s *Session) Edit(who Actor, edits []order.Edit) (Edited, error) {
	if err := s.open(); err != nil {
		return Edited{}, err
	}
	edits = complete(edits, s.past.Pos)
	out := Edited{Edits: edits, Before: s.Game.Pos}
	after, err := s.apply(s.past.Pos, edits)
	if err != nil {
		return out, err
	}
	if out.Words, err = s.editText(edits); err != nil {
		return out, err
	}
	act := s.record(who, game.ActionEdit+" "+dice.Sum(out.Words).String(), after)
	done, err := s.take(s.past.Append(act, s.texts, s.means.Now))
	if err != nil {
		return out, err
	}
	out.Record = done.Records[0]
	if err := s.settle(); err != nil {
		return out, err
	}
	if g := s.Game; g.HoldsOrders() && out.Before.Power() == g.Pos.Power() && out.Before.Round() == g.Pos.Round() {
		g.Pos = game.Holding(g.Pos, out.Before.Turn().Sheet())
	}
	out.After = s.Game.Pos
	return out, nil
}

// complete fills in what an edit leaves to the moment: the round of a phase.
func complete(edits []order.Edit, pos *position.Position) []order.Edit {
	edits = slices.Clone(edits)
	for i := range edits {
		if edits[i].Do == order.EditPhase && edits[i].N == 0 {
			edits[i].N = pos.Round()
		}
	}
	return edits
}

func (s *Session) apply(pos *position.Position, edits []order.Edit) (*position.Position, error) {
	after, faults := correct.ApplyEdits(s.Game.Rules, pos, edits)
	if len(faults) > 0 {
		return nil, &Refusal{Why: BadEdits, Faults: faults}
	}
	if s.hash(after) == s.hash(pos) {
		return nil, &Refusal{Why: Unchanged}
	}
	return after, nil
}
