package adjudicator

import (
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Reach is how far turn orders take a turn if luck holds.
type Reach struct {
	Stop order.Phase // the last phase in which a die falls or another power is asked; NoPhase: there is none
	Ends bool        // `done` or lines that place end the turn
}

// ReachOf tells how far a file takes the turn, of one that Judge does not refuse. Until a die falls or another power is
// asked, orders reveal nothing.
func ReachOf(set *rules.Set, pos *position.Position, who board.Power, f order.File) Reach {
	var r Reach
	var stops bool
	t := newTurn(set, pos, noting{phase.Assumed(), &stops})
	if !holdsTurn(t.Turn, who, f) {
		return r
	}
	fileToPlay(t.Turn, who, f)
	says := t.Pos.Turn().Sheet().Done != 0 || t.Pos.Turn().Sheet().Parts[order.Place].Held
	asks := func(order.PhaseOrders) {
		s := t.State()
		s.Resolver = asking{phase.Assumed()}
		if asked, err := combat.React(s, order.PhaseOrders{}); err == nil && len(asked.Awaited) > 0 {
			stops = true
		}
	}
	for take := order.Exactly; !t.isOver() && t.reaches(); take = order.Available {
		ph := t.Pos.Phase()
		stops = false
		if _, err := t.playPhase(t.orders(take), asks); err != nil {
			break // nothing is rolled, so there is no error
		}
		if stops {
			r.Stop = ph
		}
	}
	r.Ends = says && t.isOver()
	return r
}

// noting judges like the resolver in it, and notes whether a die would fall.
type noting struct {
	phase.Resolver
	rolled *bool
}

func (n noting) Research(l dice.Label, dice, tech int) ([]int, bool, error) {
	*n.rolled = *n.rolled || dice > 0
	return n.Resolver.Research(l, dice, tech)
}

func (n noting) Fires() bool {
	*n.rolled = true
	return n.Resolver.Fires()
}

func (n noting) Battle(b battle.Battle) (battle.Battle, battle.Outcome, []event.Event, error) {
	*n.rolled = true
	return n.Resolver.Battle(b)
}

// asking judges like the resolver in it, and lets powers be asked.
type asking struct{ phase.Resolver }

func (asking) Asks() bool { return true }
