package game

import (
	"fmt"
	"maps"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// Correction is orders to be played again because they were wrong.
type Correction struct {
	Of    int   // seq of the turn record
	Lines Lines // what is played now
	// Act is the referee's: who, which policy, which edits, and the positions before and after these. It is nil where
	// the orders follow corrected ones in their turn.
	Act   *history.RefereeAct
	Texts Texts
}

// Correct plays orders again in the open epoch: the past must hold the resolution that was wrong. The records say
// first which dice stand, then lock and turn. Only at tier 0: which dice stand must be written down before the
// lock, and depends on the new ones.
func (g *Game) Correct(x Correction, m Means) (Change, error) {
	if err := g.errLocked(); err != nil || g.beacon() {
		return Change{}, fmt.Errorf("game %s: %w", g.Setup.Name, ErrLocked)
	}
	c := g.change(m.Now)
	c.texts = Texts{Sets: maps.Clone(x.Texts.Sets), Words: x.Texts.Words, Parse: m.Parse}
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return c, err
	}
	begun := step{Game: *c.After, texts: c.texts, seq: g.Chain.Len()}
	if err := begun.correct(&history.Correct{Of: x.Of}); err != nil {
		return c, begun.failed(err)
	}
	of := begun.Past.again.of
	set, err := newSet(g.Setup.Name, g.Rules.Board.SeatOf(of.Power).Role, dice.TurnOrders, x.Lines, epoch.Base, m.Master)
	if err != nil {
		return c, err
	}
	c.know(of.Standing...)
	c.know(set)
	record, err := begun.foresee(x.Act, set, of, epoch, m.Master)
	if err != nil {
		return c, err
	}
	if _, err := c.write(record); err != nil {
		return c, err
	}
	if x.Act != nil {
		if _, err := c.write(x.Act); err != nil {
			return c, err
		}
	}
	if err := c.lock(&set, of.Standing); err != nil {
		return c, err
	}
	return c, c.roll(dice.Hash{}, m.Master)
}

// foresee plays what the records of a correction will say, to know which dice stand.
func (s *step) foresee(act *history.RefereeAct, set OrderSet, of *Resolution, epoch history.Epoch, master dice.Master) (
	*history.Correct, error) {
	if act != nil {
		s.referee(act)
	}
	refs := []dice.OrderRef{set.Ref}
	for _, x := range of.Standing {
		refs = append(refs, x.Ref)
	}
	s.locked = &history.Lock{Epoch: epoch.Number, Orders: refs}
	name, none := s.Setup.Name, history.Mix{}
	secret := master.Secret(name, epoch.Number)
	r, err := s.resolve(secret.Seed(name, epoch.Number, epoch.Base, dice.OrderSum(refs), none.Sum(dice.Hash{})))
	if err != nil {
		return nil, s.failed(err)
	}
	return r.correctRecord(), nil
}
