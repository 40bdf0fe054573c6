package randomplay

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Ledger is an accountant: it follows money and units from event to event, so that whatever the position holds more or less
// than the ledger was neither earned nor lost for a reason that players were told.
type Ledger struct {
	set    *rules.Set
	money  map[board.Power]int
	units  map[heap]int
	bought map[heap]int
}

// heap is equal units of a power. Guns and complexes change hands with their land, so they count together.
type heap struct {
	owner board.Power
	t     board.UnitType
}

func heapOf(owner board.Power, t board.UnitType) heap {
	if t.IsBooty() {
		owner = board.Nobody
	}
	return heap{owner, t}
}

// NewLedger opens the books with what a position holds.
func NewLedger(set *rules.Set, pos *position.Position) *Ledger {
	l := &Ledger{set: set, money: map[board.Power]int{}, units: map[heap]int{}, bought: map[heap]int{}}
	for i := range pos.Units {
		l.units[heapOf(pos.Units[i].Owner, pos.Units[i].Type)]++
	}
	for i := range pos.Nations {
		n := &pos.Nations[i]
		l.money[n.Power] = n.Money
		for t, c := range n.Bought {
			l.bought[heap{n.Power, board.UnitType(t)}] = c
		}
	}
	return l
}

func (l *Ledger) add(stacks []event.Stack, sign int) {
	for _, s := range stacks {
		l.units[heapOf(s.Power, s.Type)] += sign * s.N
	}
}

func (l *Ledger) zone(p board.Power, stacks []event.Stack, sign int) {
	for _, s := range stacks {
		l.bought[heap{p, s.Type}] += sign * s.N
	}
}

// Book enters events.
func (l *Ledger) Book(events []event.Reported) {
	for i := range events {
		l.book(&events[i])
	}
}

func (l *Ledger) book(e *event.Reported) {
	switch e.Kind {
	case event.KindResearched:
		l.money[e.Power] -= e.Paid
	case event.KindBought:
		l.money[e.Power] -= e.Paid
		l.zone(e.Power, e.Units, 1)
	case event.KindRefunded:
		l.money[e.Power] += e.Paid
		l.zone(e.Power, e.Units, -1)
	case event.KindConverted:
		l.add(e.Units, -1)
		for _, s := range e.Units {
			l.units[heapOf(e.Power, s.Type)] += s.N
		}
	case event.KindPlaced:
		l.money[e.Power] -= e.Paid
		l.add(e.Units, 1)
		if e.Paid == 0 && e.Advantage == "" {
			l.zone(e.Power, e.Units, -1)
		}
	case event.KindRocket, event.KindRaid:
		l.money[e.Whose] -= e.Paid
	case event.KindLost:
		if e.Note != "damaged" {
			l.add(e.Units, -1)
		}
	case event.KindNoLanding, event.KindDrowned:
		l.add(e.Units, -1)
	case event.KindAdvantage:
		if e.Advantage != "Panzerblitz" && e.From == board.NoSpace { // those that move are there already
			l.add(e.Units, 1)
		}
	case event.KindCapitalLost:
		l.money[e.Power] += e.Paid
		l.money[e.Whose] -= e.Paid
	case event.KindIncome:
		l.money[e.Power] += e.Paid
	case event.KindPayment:
		l.money[e.Power] -= e.Paid
		l.money[e.Whose] += e.Paid
	}
}

// Differences lists what a position holds more or less than the ledger.
func (l *Ledger) Differences(pos *position.Position) []string {
	now := NewLedger(l.set, pos)
	var out []string
	for _, p := range l.set.Board.Powers() {
		if l.money[p] != now.money[p] {
			out = append(out, fmt.Sprintf("%s has %d IPC, the ledger says %d", p, now.money[p], l.money[p]))
		}
	}
	owners := append(slices.Clone(l.set.Board.Powers()), board.Nobody, board.Neutral, board.MiddleEast)
	for _, p := range owners {
		for _, t := range board.UnitTypes() {
			h := heap{p, t}
			if l.units[h] != now.units[h] {
				out = append(out, fmt.Sprintf("%s has %d %s, the ledger says %d", p, now.units[h], t.Plural(), l.units[h]))
			}
			if l.bought[h] != now.bought[h] {
				out = append(out, fmt.Sprintf("%s has bought %d %s, the ledger says %d", p, now.bought[h], t.Plural(), l.bought[h]))
			}
		}
	}
	return out
}
