package economy

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// income is what a power would collect now: its national production less what enemy advantages take, never below 0
// . Nothing without its capital, whoever might collect for it (R-118, T-49).
func income(t *phase.Turn, p board.Power) int {
	if !t.Pos.HoldsCapital(t.Board, p) {
		return 0
	}
	return max(t.Pos.Income(t.Board, p)-t.Rules.IncomeTaken(t.Pos, p), 0)
}

// Collect is phase 7. It has no orders.
func Collect(s phase.State, _ order.PhaseOrders) (phase.Result, error) {
	t := phase.Begin(s)
	if t.Pos.HoldsCapital(t.Board, t.Power) {
		t.Emit(event.Income{Power: t.Power, Paid: income(t, t.Power), Production: t.Pos.Income(t.Board, t.Power)})
		collectOil(t)
	}
	return t.Result()
}

// Convoy is a convoy centre: who controls it, and which power it pays now.
type Convoy struct {
	Zone       board.SpaceID
	Income     int
	Controller board.Power
	Payee      board.Power // Nobody: it pays no power
}

// Convoys lists the convoy centres in the order of the board.
func Convoys(set *rules.Set, pos *position.Position) []Convoy {
	var list []Convoy
	for i := range set.Board.Spaces {
		s := &set.Board.Spaces[i]
		if !set.Ships.Convoys || !s.IsConvoy() {
			continue
		}
		c := Convoy{Zone: s.ID, Income: s.Income, Controller: pos.Owner(s.ID)}
		if c.Controller == s.OriginalController &&
			(s.Port == board.NoSpace || !position.Enemy(set.Board, pos.Owner(s.Port), s.OriginalController)) &&
			pos.HoldsCapital(set.Board, s.OriginalController) {
			c.Payee = s.OriginalController
		}
		list = append(list, c)
	}
	return list
}
