// Package audit plays a game again from what its history holds, and compares every die and every position with what was
// recorded: the order sets name the orders, the revealed secrets the dice.
package audit

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

// Step is one go, played again.
type Step struct {
	Seq     int // of the turn record
	Epoch   int
	Power   board.Power // on turn before it
	Round   int
	Before  *position.Position
	After   *position.Position
	Events  []event.Event
	Rolls   []dice.Roll
	Awaited []adjudicator.Await
	Differs []string // what is not as recorded, in words
}

// Replayed is a game played again.
type Replayed struct {
	Rules    *rules.Set
	Steps    []Step
	Position *position.Position
}

// OK tells whether everything was as recorded.
func (r *Replayed) OK() bool {
	return !slices.ContainsFunc(r.Steps, func(s Step) bool { return len(s.Differs) > 0 })
}

// replay is a game on its way from record to record.
type replay struct {
	Replayed
	setup game.Setup
	sets  map[dice.Hash]history.Set
	lock  *history.Lock
}

// Replay plays a game again from its set-up, all its records, and its order sets in any order. The error names the record at
// which it cannot go on.
func Replay(setup game.Setup, records, sets [][]byte) (*Replayed, error) {
	chain, err := history.ReadChain(setup.Name, records)
	if err != nil {
		return nil, err
	}
	start, err := game.Restore(setup, records[:1], nil, nil, nil, 0)
	if err != nil {
		return nil, err
	}
	r := &replay{Replayed: Replayed{Rules: start.Rules, Position: start.Pos}, setup: setup, sets: map[dice.Hash]history.Set{}}
	for _, text := range sets {
		s, err := history.ParseSet(text)
		if err != nil {
			return nil, err
		}
		r.sets[dice.Sum(text)] = s
	}
	for _, e := range chain.Entries() {
		if err := r.record(e); err != nil {
			return nil, fmt.Errorf("record %d: %w", e.Seq, err)
		}
	}
	return &r.Replayed, nil
}

func (r *replay) record(e history.Entry) error {
	switch body := e.Body.(type) {
	case *history.Lock:
		r.lock = body
	case *history.Turn:
		return r.turn(e.Seq, body)
	case *history.Act:
		if body.What == "withdraw" {
			r.Position = r.Position.Clone()
			r.Position.Turn.Sheet = order.Sheet{}
		}
	}
	return nil
}

// turn plays one go: standing orders as the lock names them, then the turn orders by the record's seed.
func (r *replay) turn(seq int, t *history.Turn) error {
	r.Position = r.Position.Clone()
	if err := r.putOnFile(); err != nil {
		return err
	}
	who, file, err := r.played()
	if err != nil {
		return err
	}
	s := Step{Seq: seq, Epoch: t.Epoch, Power: r.Position.Power, Round: r.Position.Round, Before: r.Position}
	rec := dice.NewRecorder(dice.NewStream(t.Seed))
	res, err := adjudicator.Play(r.Rules, r.Position, who, file, rec)
	if err != nil {
		return err
	}
	s.After, s.Events, s.Rolls, s.Awaited = res.Position, res.Events, rec.Rolls(), res.Awaited
	s.Differs = r.compare(t, s, res)
	r.Position = res.Position
	r.Steps = append(r.Steps, s)
	return nil
}

// putOnFile gives every seat the standing orders that the lock names for it, and no others.
func (r *replay) putOnFile() error {
	b := r.Rules.Board
	for i := range r.Position.Nations {
		n := &r.Position.Nations[i]
		n.Standing, n.Answers = nil, nil
		f, ok, err := r.file(b.SeatOf(n.Power).Role, dice.StandingOrders)
		if err != nil {
			return err
		}
		if ok {
			n.Standing, n.Answers = f.Standing, f.Answers
		}
	}
	return nil
}

// played is whose orders the go played: those of the turn, else the answer of the one who was asked.
func (r *replay) played() (board.Power, order.File, error) {
	who := r.Position.Power
	if seat := r.Rules.Board.SeatOf(who); seat != nil {
		f, ok, err := r.file(seat.Role, dice.TurnOrders)
		if ok || err != nil {
			return who, order.File{Sheet: f.Sheet}, err
		}
	}
	for _, a := range adjudicator.Awaited(r.Rules, r.Position) {
		f, ok, err := r.file(r.Rules.Board.SeatOf(a.Power).Role, dice.StandingOrders)
		if ok || err != nil {
			return a.Power, order.File{Answers: f.Answers}, err
		}
	}
	return who, order.File{}, fmt.Errorf("the orders of epoch %d are not at hand", r.lock.Epoch)
}

// file reads the order set that the lock names for a role.
func (r *replay) file(role string, kind dice.OrderKind) (order.File, bool, error) {
	for _, ref := range r.lock.Orders {
		if ref.Role != role || ref.Kind != kind {
			continue
		}
		set, ok := r.sets[ref.Set]
		if !ok {
			return order.File{}, false, fmt.Errorf("the order set %s of %s is not at hand", ref.Set, role)
		}
		b := r.Rules.Board
		f := orders.Parse(strings.Join(set.Orders, "\n")+"\n", orders.Context{Board: b, Phase: r.Position.Phase, Power: b.PowerOf(role)})
		if len(f.Faults) > 0 {
			return f.File, false, fmt.Errorf("the order set of %s cannot be read: %v", role, f.Faults)
		}
		return f.File, true, nil
	}
	return order.File{}, false, nil
}

// compare tells what is not as recorded.
func (r *replay) compare(t *history.Turn, s Step, res adjudicator.Result) []string {
	var out []string
	if res.Refused {
		out = append(out, "the recorded orders are refused")
	}
	for i := range max(len(t.Rolls), len(s.Rolls)) {
		was, is := "nothing", "nothing"
		if i < len(t.Rolls) {
			was = t.Rolls[i].String()
		}
		if i < len(s.Rolls) {
			is = s.Rolls[i].String()
		}
		if was != is {
			out = append(out, fmt.Sprintf("roll %d: recorded %s, played again %s", i+1, was, is))
		}
	}
	if state := dice.Sum([]byte(s.After.Text(r.Rules.Board))); state != t.State {
		out = append(out, fmt.Sprintf("position: recorded %s, played again %s", t.State, state))
	}
	return out
}
