package game

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// Change is what a decision does to a game. Nothing is changed until After takes the place of the game: after an
// error, or for a trial, it is thrown away.
type Change struct {
	adjudicator.Result // of orders; of other decisions the position and the powers it waits for
	After              *Game
	Before             *position.Position // in which orders were played
	Records            []history.Entry    // in their order; some are also here by their names:
	Lock, Turn         history.Entry
	Voided             *history.Entry // the record that threw the lock before this one away
	Closing            *history.Entry // the last record, if the game ended
	Played             bool
	Locked             bool // the orders are locked and wait for the beacon that the lock names; no die has fallen
	Epoch              int
	Rolls              []dice.Roll
	Sets               []OrderSet // that are locked or played: what the lock names in addition to the standing ones
	Intake             []byte     // text of the intake list that the turn record names

	now   time.Time
	texts Texts
}

// Means are what decisions about orders need in addition to the game.
type Means struct {
	Master dice.Master // from which the open epoch comes
	Now    time.Time
	Parse  Parser
}

// Happened reports whether an event of that kind is among those of the change.
func (c Change) Happened(k event.Kind) bool {
	return slices.ContainsFunc(c.Events, func(e event.Event) bool { return e.Kind() == k })
}

// change begins a change: After is a copy of the game, with a chain of its own.
func (g *Game) change(now time.Time) Change {
	after := *g
	after.Chain, after.Intake = g.Chain.Fork(), slices.Clip(g.Intake)
	c := Change{Before: g.Pos, After: &after, now: now, texts: Texts{Sets: map[dice.Hash]OrderSet{}}}
	c.know(g.Sets...)
	if g.Bound != nil {
		c.know(*g.Bound)
	}
	return c
}

// know adds sets to the texts that records may name.
func (c *Change) know(sets ...OrderSet) {
	for _, s := range sets {
		c.texts.Sets[s.Ref.Set] = s
	}
}

// append writes a record.
func (c *Change) append(body history.Body) (history.Entry, error) {
	e, err := c.After.Chain.Append(body, c.now)
	if err != nil {
		return e, err
	}
	c.Records = append(c.Records, e)
	switch body.(type) {
	case *history.Lock:
		c.Lock = e
	case *history.Turn:
		c.Turn = e
	case *history.Void:
		c.Voided = &e
	case *history.Close:
		c.Closing = &e
	}
	return e, nil
}

// write writes a record and carries it out.
func (c *Change) write(body history.Body) (history.Entry, error) {
	e, err := c.append(body)
	if err != nil {
		return e, err
	}
	after, events, err := Apply(*c.After, e.Record, c.texts)
	if err != nil {
		return e, fmt.Errorf("game %s: %w", c.After.Setup.Name, err)
	}
	*c.After, c.Events = after, append(c.Events, events...)
	return e, nil
}

// settle gives the result of a decision that plays nothing.
func (c *Change) settle() {
	c.Position, c.Awaited = c.After.Pos, c.After.Awaited()
}

// Append writes a record. Texts are those that it names.
func (g *Game) Append(body history.Body, texts Texts, now time.Time) (Change, error) {
	c := g.change(now)
	c.texts = texts
	_, err := c.write(body)
	c.settle()
	return c, err
}

// ErrLocked says that orders are locked: they are fixed, and nothing more is taken until their beacon has come.
var ErrLocked = errors.New("the orders are locked and wait for the beacon")

func (g *Game) errLocked() error {
	if g.Waits() {
		return fmt.Errorf("game %s: %w", g.Setup.Name, ErrLocked)
	}
	return nil
}

// File takes a seat's orders: judges them, puts standing orders and answers on file, and plays turn orders in an
// epoch of their own. Turn is what is played of the file in canonical lines, turn orders and answers; standing is
// all that is on file for the seat after it. Together they say all that the file says, so that the game can be
// played again from the sets alone.
func (g *Game) File(who board.Power, f order.File, turn, standing Lines, m Means) (Change, error) {
	if err := g.errLocked(); err != nil {
		return Change{}, err
	}
	faults := g.Judge(who, f)
	if order.Refuses(faults) {
		return refused(g, faults), nil
	}
	c := g.change(m.Now)
	c.texts.Parse = m.Parse
	onFile := g.Sets
	if len(f.Standing) > 0 || len(f.Answers) > 0 || f.Clear != 0 {
		var err error
		if onFile, err = g.replaced(g.Rules.Board.SeatOf(who).Role, standing, m.Master); err != nil {
			return Change{}, err
		}
		c.know(onFile...)
	}
	switch {
	case f.Sheet.Empty() && !g.answers(who, f): // only put on file: nothing is played, nothing locked
		res, err := adjudicator.Play(g.Rules, g.Pos, who, f, nil)
		c.Result, c.After.Pos, c.After.Sets = res, res.Position, onFile
		return c, err
	case who == g.Pos.Power() && !f.Sheet.Empty() && g.HoldsOrders():
		c.After.Pos, c.After.Sets = adjudicator.Hold(g.Rules, g.Pos, who, f), onFile
		c.settle()
		c.Faults = faults
		return c, nil
	}
	return c, c.play(who, turn, onFile, m)
}

// refused is the change of orders that are refused: none.
func refused(g *Game, faults []order.Fault) Change {
	return Change{After: g,
		Result: adjudicator.Result{Position: g.Pos, Faults: faults, Refused: true, Awaited: g.Awaited()}}
}

// Due plays the turn orders that wait, at the deadline or when all are ready. Turn is the canonical lines of what
// Waiting returns. If they have become impossible they go on waiting, and the result is refused.
func (g *Game) Due(turn Lines, m Means) (Change, error) {
	if err := g.errLocked(); err != nil {
		return Change{}, err
	}
	who := g.Pos.Power()
	f, err := m.Parse(g.Rules.Board, turn.Text, g.Pos.Phase(), who)
	if err != nil {
		return Change{}, fmt.Errorf("canonical orders do not parse: %w", err)
	}
	free := *g
	free.Pos = Ground(g)
	if faults := free.Judge(who, f); order.Refuses(faults) {
		return refused(g, faults), nil
	}
	c := g.change(m.Now)
	c.texts.Parse = m.Parse
	return c, c.play(who, turn, g.Sets, m)
}

// play plays one power's orders, or locks them.
func (c *Change) play(who board.Power, turn Lines, onFile []OrderSet, m Means) error {
	g := c.After
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return err
	}
	set, err := newSet(g.Setup.Name, g.Rules.Board.SeatOf(who).Role, dice.TurnOrders, turn, epoch.Base, m.Master)
	if err != nil {
		return err
	}
	if err := c.lock(&set, onFile); err != nil {
		return err
	}
	if !c.Locked {
		return c.roll(dice.Hash{}, m.Master)
	}
	after, err := g.WithFiled(onFile, c.texts)
	*g, c.Position = after, after.Pos
	return err
}

// AssignAdvantages plays the resolution in which dice choose the national advantages: no power's orders, an epoch of
// its own. At tier 2 it is locked and waits. The error says that there is nothing to deal, or is as in [Game.File].
func (g *Game) AssignAdvantages(master dice.Master, now time.Time) (Change, error) {
	if !g.Rolls() || g.Waits() {
		return Change{}, fmt.Errorf("game %s: there are no advantages to deal", g.Setup.Name)
	}
	c := g.change(now)
	if err := c.lock(nil, g.Sets); err != nil || c.Locked {
		return c, err
	}
	return c, c.roll(dice.Hash{}, master)
}

// lock writes the lock of the open epoch on standing sets and the set that is played, nil for the deal.
func (c *Change) lock(set *OrderSet, onFile []OrderSet) error {
	g := c.After
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return err
	}
	c.Epoch = epoch.Number
	var refs []dice.OrderRef
	for _, s := range onFile {
		refs = append(refs, s.Ref)
	}
	if set != nil {
		c.Sets, refs = []OrderSet{*set}, append(refs, set.Ref)
		c.know(*set)
	}
	lock, err := g.Chain.NewLock(refs, g.mix(c.now))
	if err != nil {
		return err
	}
	if _, err := c.write(lock); err != nil {
		return err
	}
	c.Locked, g.Bound = !lock.Mix.None(), set
	c.Position = g.Pos
	return nil
}

// roll plays locked orders on the dice of their epoch, and writes the turn record. Randomness is the beacon's, if
// the lock names one.
func (c *Change) roll(randomness dice.Hash, master dice.Master) error {
	g := c.After
	seed, err := g.Chain.Seed(master.Secret(g.Setup.Name, c.Epoch), randomness)
	if err != nil {
		return err
	}
	s := step{Game: *g, texts: c.texts, seq: g.Chain.Len()}
	r, err := s.resolve(seed)
	if err != nil {
		return fmt.Errorf("game %s, epoch %d: %w", g.Setup.Name, c.Epoch, s.failed(err))
	}
	*g = s.Game
	c.Result, c.Rolls, c.Before = r.Result, r.Rolls, r.Before
	c.Played, c.Locked = true, false
	return c.close(randomness, master)
}

// close writes the turn record, and after the end of the game the one that ends the history.
func (c *Change) close(randomness dice.Hash, master dice.Master) error {
	g := c.After
	intake, err := history.Intake(g.Intake).Print()
	if err != nil {
		return err
	}
	next := c.Epoch + 1
	turn, err := g.Chain.NewTurn(history.Played{
		Secret: master.Secret(g.Setup.Name, c.Epoch), Randomness: randomness, Rolls: c.Rolls, Intake: dice.Sum(intake),
		State:      g.State(),
		NextCommit: master.Secret(g.Setup.Name, next).Commitment(g.Setup.Name, next),
	})
	if err != nil {
		return err
	}
	if _, err = c.append(turn); err != nil {
		return err
	}
	c.Intake, g.Intake = intake, nil
	if g.Pos.Over() {
		_, err = c.append(&history.Close{State: turn.State, Masters: revealed(g.Replaced, master)})
	}
	return err
}

// replaced is the standing sets with a role's new one in place of its old; an empty one is taken off file.
func (g *Game) replaced(role string, l Lines, master dice.Master) ([]OrderSet, error) {
	sets := slices.DeleteFunc(slices.Clone(g.Sets), func(x OrderSet) bool { return x.Ref.Role == role })
	if len(l.Text) == 0 {
		return sets, nil
	}
	set, err := newSet(g.Setup.Name, role, dice.StandingOrders, l, g.Chain.Head(), master)
	return append(sets, set), err
}

// newSet is an order set of a game. Master is the secret in force at base; a salt that the player did not name comes from it.
func newSet(game, role string, kind dice.OrderKind, l Lines, base dice.Hash, master dice.Master) (OrderSet, error) {
	if l.Salt == "" {
		l.Salt = master.Salt(game, role, kind, base, l.Text)
	}
	set := history.Set{Game: game, Role: role, Kind: kind, Base: base, Salt: l.Salt, Orders: l.Text}
	bytes, err := set.Print()
	if err != nil {
		return OrderSet{}, err
	}
	ref, err := set.Ref()
	return OrderSet{Ref: ref, Bytes: bytes}, err
}

// revealed are the secrets that the end of a game reveals.
func revealed(replaced []dice.Master, last dice.Master) []dice.Hash {
	var out []dice.Hash
	for _, m := range append(slices.Clone(replaced), last) {
		out = append(out, m.Reveal())
	}
	return out
}

// Withdraw takes back what a power has filed and not yet played, with a record of it: what is played later depends
// on it.
func (g *Game) Withdraw(who board.Power, now time.Time) (Change, error) {
	if err := g.errLocked(); err != nil {
		return Change{}, err
	}
	if filed := g.Pos.Turn().Sheet(); g.Pos.Power() != who || filed.Empty() {
		return Change{}, fmt.Errorf("game %s: %s has filed nothing that waits", g.Setup.Name, who)
	}
	act := &history.Act{Actor: g.Rules.Board.SeatOf(who).Role, What: withdrawAct, Hash: dice.Sum(dice.Text("withdraw"))}
	return g.Append(act, Texts{}, now)
}

// Pay pays the money of a bid that was settled, also if it is none.
func (g *Game) Pay(terms Terms, now time.Time) (Change, error) {
	paid := *g
	paid.Pos = terms.on(g.Rules.Board, g.Pos)
	return g.Append(&history.Act{Actor: "players", What: terms.PaidAct(), Hash: paid.State()}, Texts{}, now)
}

// Upgrade names the program, and the rules as it knows them, from here on (TH-21).
func (g *Game) Upgrade(engine, reason string, now time.Time) (Change, error) {
	text, err := g.Setup.Text()
	if err != nil {
		return Change{}, err
	}
	upgrade := &history.Upgrade{Rules: dice.Sum(text), Engine: dice.Sum(dice.Text(engine)), Reason: reason}
	return g.Append(upgrade, Texts{}, now)
}
