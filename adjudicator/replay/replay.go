// Package replay plays a finished or running game again from what its history keeps: the set-up, the records with their
// revealed seeds, and the order sets. Whatever the engine asks for and computes must be what the records say: each roll by
// label, each position by its hash. What differs is a Difference; every position and event on the way is kept, so that the
// past can be looked at, searched, and played with other orders.
//
// Package history checks what can be checked without knowing the rules. This package checks the rest.
package replay

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Parser reads the canonical lines of an order set. The language of orders stands above this package, so it is handed in.
type Parser func(b *board.Board, lines []string, phase order.Phase, power board.Power) (order.File, error)

// Source is what a game is played again from.
type Source struct {
	Setup   game.Setup
	Records [][]byte
	Sets    [][]byte // order sets, turn and standing; a go whose sets are not all here cannot be played
	Parse   Parser
}

// Go is one go, played again.
type Go struct {
	Epoch  int
	Turn   int         // seq of its record
	Round  int         // in which it began, likewise Phase
	Power  board.Power // whose orders it played; Nobody's in the deal of national advantages
	Phase  order.Phase
	Orders []string // canonical lines of the set that it played
	Rolls  []dice.Roll
	Seed   dice.Seed
	Before *position.Position // with everybody's orders on file
	adjudicator.Result

	file order.File // what was sent
}

// Game is a game, played again as far as its records allow.
type Game struct {
	Setup       game.Setup
	Rules       *rules.Set
	Start       *position.Position
	Goes        []Go
	Position    *position.Position // after the last go
	OnFile      []history.Set      // standing sets of the last lock, in the order of the seats
	Differences []Difference
}

// Play plays a game again. The error is that of a set-up that cannot be played at all; everything else that is wrong stands in
// the game's Differences.
func Play(src Source) (*Game, error) {
	p, err := run(src)
	if err != nil {
		return nil, err
	}
	return p.Game, nil
}

func run(src Source) (*player, error) {
	set, pos, err := src.Setup.Begin()
	if err != nil {
		return nil, err
	}
	p := &player{
		Game:  &Game{Setup: src.Setup, Rules: set, Start: pos, Position: pos},
		parse: src.Parse, sets: map[dice.Hash]history.Set{}, onFile: map[string]history.Set{},
	}
	for _, b := range src.Sets {
		s, err := history.ParseSet(b)
		if err != nil {
			p.differ(history.NoRecord, "order set", "a text in canonical form", err.Error())
			continue
		}
		p.sets[dice.Sum(b)] = s
	}
	for i, b := range src.Records {
		if p.stopped = !p.take(i, b); p.stopped {
			break
		}
	}
	if len(src.Records) > 0 {
		p.checkRules()
	}
	for _, seat := range set.Board.Seats {
		if s, ok := p.onFile[seat.Role]; ok && s.Role != "" {
			p.OnFile = append(p.OnFile, s)
		}
	}
	return p, nil
}

// take reads the record in place i. It tells whether the game can go on.
func (p *player) take(i int, b []byte) bool {
	r, err := history.ParseRecord(b)
	if err != nil {
		p.differ(i, "record", "a text in canonical form", err.Error())
		return true
	}
	if r.Seq != i {
		p.differ(i, "place", fmt.Sprintf("record %d", i), fmt.Sprintf("record %d", r.Seq))
	}
	return p.read(r)
}

// player is a game while it is played again.
type player struct {
	*Game
	parse   Parser
	sets    map[dice.Hash]history.Set
	lock    *history.Lock
	onFile  map[string]history.Set // standing sets in the position, by role
	kept    []dice.Roll            // that a correction carries over into the next go
	named   namedRules
	stopped bool // a go could not be played, nor what follows it
}

func (p *player) differ(record int, what, expected, found string) {
	p.Differences = append(p.Differences, Difference{Record: record, What: what, Expected: expected, Found: found})
}

// read takes one record. It tells whether the game can go on.
func (p *player) read(r history.Record) bool {
	switch b := r.Body.(type) {
	case *history.Genesis:
		p.named = namedRules{r.Seq, b.Rules}
	case *history.Upgrade:
		p.named = namedRules{r.Seq, b.Rules}
	case *history.Lock:
		p.lock = b
	case *history.Void:
		p.lock = nil
	case *history.Turn:
		return p.turn(r.Seq, b)
	case *history.Correct:
		p.correct(r.Seq, b)
	case *history.Act:
		p.act(r.Seq, b)
	case *history.GM:
		p.edit(r.Seq, b)
	case *history.Close:
		p.checkState(r.Seq, b.State)
	}
	return true
}

// act follows those acts that change the position: a withdrawal, the end of the game by agreement.
func (p *player) act(seq int, a *history.Act) {
	if a.What == game.WithdrawAct {
		p.Position = game.Withdrawn(p.Position)
	} else if end, ok := game.ParseEnd(a.What); ok {
		p.Position = end.On(p.Position)
		p.checkState(seq, a.Hash)
	}
}

// namedRules are the rules that a record names.
type namedRules struct {
	seq  int
	hash dice.Hash
}

// checkRules holds the rules that the newest genesis or upgrade record names against those that the game was played again with. What
// was played under others before must come to the same all the same: that is what an upgrade promises.
func (p *player) checkRules() {
	text, err := p.Setup.Text()
	if err != nil {
		p.differ(p.named.seq, "rules", p.named.hash.String(), err.Error())
	} else if got := dice.Sum(text); got != p.named.hash {
		p.differ(p.named.seq, "rules", p.named.hash.String(), got.String())
	}
}

func (p *player) checkState(seq int, want dice.Hash) {
	if got := p.hash(p.Position); got != want {
		p.differ(seq, "state", want.String(), got.String())
	}
}

func (p *player) hash(pos *position.Position) dice.Hash {
	return dice.Sum([]byte(pos.Text(p.Rules.Board)))
}

// waits tells whether turn orders wait for a deadline; a go then plays all that waited, as its set says it.
func (p *player) waits() bool { return p.Rules.Options.Get("play") == "deadline" }

// turn plays the go of a turn record.
func (p *player) turn(seq int, t *history.Turn) bool {
	if p.lock == nil || p.lock.Epoch != t.Epoch {
		p.differ(seq, "lock", fmt.Sprintf("a lock of epoch %d before this record", t.Epoch), "none")
		return false
	}
	l := p.lock
	p.lock = nil
	seed := dice.RevealedSecret(t.Reveal).Seed(p.Setup.Name, t.Epoch, t.Base, dice.OrderSum(l.Orders), l.Mix.Sum(t.Beacon))
	if seed != t.Seed {
		p.differ(seq, "seed", seed.String(), t.Seed.String())
	}
	g, ok := p.prepare(seq, l)
	if !ok {
		return false
	}
	g.Epoch, g.Turn, g.Seed = t.Epoch, seq, seed
	rec := dice.NewRecorder(dice.NewStream(seed))
	res, err := p.play(g, dice.NewCarry(p.kept, rec))
	p.kept = nil
	if err != nil {
		p.differ(seq, "orders", "orders that can be played", err.Error())
		return false
	}
	if res.Refused {
		p.differ(seq, "orders", "orders that were accepted", fmt.Sprintf("orders of %s that the rules refuse: %s", g.Power, faults(res.Faults)))
		return false
	}
	g.Result, g.Rolls = res, rec.Rolls()
	p.Position = res.Position
	p.Goes = append(p.Goes, g)
	p.compareRolls(seq, t.Rolls, g.Rolls)
	p.checkState(seq, t.State)
	return true
}

// play plays what the go played: a power's orders, or the deal, which has none.
func (p *player) play(g Go, d dice.Source) (adjudicator.Result, error) {
	if g.Power == board.Nobody {
		return adjudicator.Deal(p.Rules, g.Before, d)
	}
	return adjudicator.Play(p.Rules, g.Before, g.Power, g.file, d)
}

func faults(fs []order.Fault) string {
	for _, f := range fs {
		if f.Severity != order.Unwise {
			return fmt.Sprintf("line %d, %s", f.Line, f.Code)
		}
	}
	return "no reason"
}

// compareRolls holds what the engine rolled against what the record says, label by label.
func (p *player) compareRolls(seq int, record, engine []dice.Roll) {
	for i := range max(len(record), len(engine)) {
		switch {
		case i >= len(engine):
			p.differ(seq, "roll "+record[i].Label.String(), "no such roll", record[i].String())
		case i >= len(record):
			p.differ(seq, "roll "+engine[i].Label.String(), engine[i].String(), "no such roll")
		case record[i].String() != engine[i].String():
			p.differ(seq, "roll "+engine[i].Label.String(), engine[i].String(), record[i].String())
		}
	}
}

// correct goes back to the position before a turn; the rolls that are carried fall again as they fell.
func (p *player) correct(seq int, c *history.Correct) {
	i := slices.IndexFunc(p.Goes, func(g Go) bool { return g.Turn == c.Of })
	if i < 0 {
		p.differ(seq, "of", fmt.Sprintf("turn record %d, played before", c.Of), "none")
		return
	}
	p.Position = p.Goes[i].Before
	p.kept = nil
	for _, g := range p.Goes[i:] {
		for _, r := range g.Rolls {
			if slices.ContainsFunc(c.Carry, func(x history.RollRef) bool { return x.Epoch == g.Epoch && x.Label == r.Label }) {
				p.kept = append(p.kept, r)
			}
		}
	}
}

// edit follows a referee's change of the position if it leads to one that the game has had: a roll-back.
func (p *player) edit(seq int, g *history.GM) {
	if g.Old != p.hash(p.Position) || g.New == g.Old {
		return // something else than the position was changed
	}
	for i := len(p.Goes) - 1; i >= 0; i-- {
		if p.hash(p.Goes[i].Before) == g.New {
			p.Position = p.Goes[i].Before
			return
		}
	}
	p.differ(seq, "position", "a position that the game has had", g.New.String()+", which the referee has set and no record describes")
}

// WhatIf plays the go with other orders of the same power, on dice of their own: they come from the go's seed and the name, and
// are never those of a record, so that nobody learns what other orders would have rolled (dice.WhatIfSeed).
func (g *Game) WhatIf(x *Go, f order.File, name string) (adjudicator.Result, []dice.Roll, error) {
	if x.Power == board.Nobody {
		return adjudicator.Result{}, nil, fmt.Errorf("record %d deals national advantages: nobody's orders are played in it", x.Turn)
	}
	rec := dice.NewRecorder(dice.NewStream(dice.WhatIfSeed(x.Seed, name)))
	res, err := adjudicator.Play(g.Rules, x.Before, x.Power, f, rec)
	return res, rec.Rolls(), err
}
