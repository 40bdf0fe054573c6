// Package replay plays a finished or running game again from what its history keeps: the set-up, the records with their
// revealed seeds, and the order sets. Whatever the engine asks for and computes must be what the records say: each roll by
// label, each position by its hash. What differs is a Difference; every position and event on the way is kept, so that the
// past can be looked at, searched, and played with other orders.
//
// Package history checks what can be checked without knowing the rules. This package checks the rest.
package replay

import (
	"fmt"
	"maps"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/edit"
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
	Words   [][]byte // texts of the referee's edits
	Parse   Parser
	// Open says that order sets which are not here are closed to the reader, not lost: the game is played as far as its sets are open.
	Open bool
}

// Go is one go, played again.
type Go struct {
	Epoch  int
	Turn   int         // seq of its record
	Round  int         // in which it began, likewise Phase
	Power  board.Power // whose orders it played; Nobody's in the deal of national advantages
	Phase  order.Phase
	Orders []string    // canonical lines of the set that it played
	Rolls  []dice.Roll // of its epoch
	Seed   dice.Seed
	// Dice are all that it was played with: of a go that corrects another, also those that stand.
	Dice   []correct.Fallen
	Of     int                // seq of the turn record that it corrects, 0 if none
	Void   []correct.Void     // dice of that turn that do not stand
	Undone bool               // it was corrected later, or gone back before
	Before *position.Position // with everybody's orders on file
	adjudicator.Result

	file   order.File // what was sent
	onFile map[string]history.Set
}

// File is what the go played.
func (g *Go) File() order.File { return g.file }

// Standing are the standing sets that were in force in the go, in the order of the seats.
func (g *Go) Standing(b *board.Board) []history.Set { return ofSeats(b, g.onFile) }

func ofSeats(b *board.Board, sets map[string]history.Set) []history.Set {
	var out []history.Set
	for _, seat := range b.Seats {
		if s, ok := sets[seat.Role]; ok && s.Role != "" {
			out = append(out, s)
		}
	}
	return out
}

// Game is a game, played again as far as its records allow.
type Game struct {
	Setup       game.Setup
	Rules       *rules.Set
	Start       *position.Position
	Goes        []Go               // in the order in which they were played, those that were undone too
	Line        []int              // indices of those that stand, in the order of the war
	Position    *position.Position // after the last record
	Edits       []Edited           // of the referee, in the order of their records
	OnFile      []history.Set      // standing sets of the last lock, in the order of the seats
	Differences []Difference
	Closed      int // seq of the record whose orders are closed to the reader, where the play ends; 0 if none are

	end *player // for what comes next
}

// Edited is what a referee's edits did to the position between goes.
type Edited struct {
	Record int // seq of their record
	Edits  []edit.Edit
	Undone bool // gone back before, likewise
}

// Stand lists the goes that stand.
func (g *Game) Stand() []*Go {
	out := make([]*Go, len(g.Line))
	for i, x := range g.Line {
		out[i] = &g.Goes[x]
	}
	return out
}

// Play plays a game again. The error is that of a set-up that cannot be played at all; everything else that is wrong stands in
// the game's Differences.
func Play(src Source) (*Game, error) {
	p, err := run(src)
	if err != nil {
		return nil, err
	}
	p.end = p
	return p.Game, nil
}

// Standing is the game as if the goes that were undone had never been played: what a war is told and counted by. Of such a game it is the same.
func (g *Game) Standing() *Game {
	out := *g
	out.Goes, out.Line = nil, nil
	for i, x := range g.Stand() {
		out.Goes, out.Line = append(out.Goes, *x), append(out.Line, i)
	}
	return &out
}

// With is the position after the last record, with the standing sets on file that are in force now. The game stays as it is.
func (g *Game) With(sets []history.Set) (*position.Position, error) {
	past := *g
	past.Differences = nil
	p := *g.end
	p.Game, p.onFile = &past, maps.Clone(p.onFile)
	if !p.bring(history.NoRecord, byRole(sets), nil) {
		return nil, fmt.Errorf("standing orders cannot be brought in: %v", past.Differences)
	}
	return p.Position, nil
}

func byRole(sets []history.Set) map[string]history.Set {
	out := map[string]history.Set{}
	for _, s := range sets {
		out[s.Role] = s
	}
	return out
}

func run(src Source) (*player, error) {
	set, pos, err := src.Setup.Begin()
	if err != nil {
		return nil, err
	}
	p := &player{
		Game:  &Game{Setup: src.Setup, Rules: set, Start: pos, Position: pos},
		parse: src.Parse, open: src.Open, sets: map[dice.Hash]history.Set{}, onFile: map[string]history.Set{},
		words: wordsByHash(src.Words),
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
	if p.lock != nil && !p.stopped {
		p.fileLocked()
	}
	p.OnFile = ofSeats(set.Board, p.onFile)
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

// fileLocked puts the standing orders on file that a lock fixes which still waits for its beacon.
func (p *player) fileLocked() {
	g, ok := p.locked()
	if !ok {
		return
	}
	if _, standing, ok := p.split(history.NoRecord, p.lock); ok {
		p.bring(history.NoRecord, standing, g)
	}
}

// player is a game while it is played again.
type player struct {
	*Game
	parse   Parser
	open    bool // missing sets are closed ones
	sets    map[dice.Hash]history.Set
	lock    *history.Lock
	onFile  map[string]history.Set // standing sets in the position, by role
	words   map[dice.Hash]history.Words
	again   *correction    // that the next go plays
	policy  correct.Policy // of the last correction
	redo    []int          // goes that followed the corrected one in its turn, and are played again after it
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
		return p.correct(r.Seq, b)
	case *history.Act:
		p.act(r.Seq, b)
	case *history.GM:
		p.referee(r.Seq, b)
	case *history.Close:
		p.checkState(r.Seq, b.State)
	}
	return true
}

// act follows those acts that change the position: a withdrawal, the money of a bid, the end of the game by agreement.
func (p *player) act(seq int, a *history.Act) {
	if a.What == game.WithdrawAct {
		p.Position = game.Withdrawn(p.Position)
	} else if end, ok := game.ParseEnd(a.What); ok {
		p.Position = end.On(p.Position)
		p.checkState(seq, a.Hash)
	} else if terms, ok := game.ParsePaid(a.What); ok {
		p.Position = terms.On(p.Rules.Board, p.Position)
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
	if err := p.play(&g); err != nil {
		p.differ(seq, "orders", "orders that can be played", err.Error())
		return false
	}
	if g.Refused {
		p.differ(seq, "orders", "orders that were accepted", fmt.Sprintf("orders of %s that the rules refuse: %s", g.Power, faults(g.Faults)))
		return false
	}
	p.Position, g.onFile = g.Position, maps.Clone(p.onFile)
	p.Line = append(p.Line, len(p.Goes))
	p.Goes = append(p.Goes, g)
	p.compareRolls(seq, t.Rolls, g.Rolls)
	p.checkState(seq, t.State)
	return true
}

// play plays what the go played: a power's orders, the deal, which has none, or a go again that was wrong.
func (p *player) play(g *Go) error {
	if p.again != nil {
		return p.playAgain(g)
	}
	rec := dice.NewRecorder(dice.NewStream(g.Seed))
	var err error
	if g.Power == board.Nobody {
		g.Result, err = adjudicator.Deal(p.Rules, g.Before, rec)
	} else {
		g.Result, err = adjudicator.Play(p.Rules, g.Before, g.Power, g.file, rec)
	}
	g.Rolls = rec.Rolls()
	for _, r := range g.Rolls {
		g.Dice = append(g.Dice, correct.Fallen{Epoch: g.Epoch, Roll: r})
	}
	return err
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
