package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// judgeBattleOrder faults `battle order` lines that name a space where nobody fights, or a landing before the sea battle
// that must be won for it (fine print 6).
func (r *run) judgeBattleOrder(part order.PhaseOrders) {
	queue := r.battleQueue()
	for _, o := range part.Orders {
		line, ok := o.(order.BattleOrder)
		if !ok {
			continue
		}
		for i, space := range line.Spaces {
			if !queued(queue, space) {
				r.fault(line.Line, NobodyFights, inSpace(space))
			}
			for _, l := range r.landingsOn(space) {
				if slices.Contains(line.Spaces[i+1:], l.Zone) && queued(queue, l.Zone) {
					r.fault(line.Line, SeaBattleFirst, inSpace(space), andSpace(l.Zone))
				}
			}
		}
	}
}

// judgeSections faults `battle` sections where nobody fights, at their heading (fine print 10), and lines in them that can
// never apply (fine print 11). Only a judgement looks for them: what an accepted file asked for in vain is forgotten.
func (r *run) judgeSections() {
	if !r.hopeful {
		return
	}
	fight := &r.pos.Turn.Fight
	queue := fight.Queue
	if !fight.Begun {
		queue = r.battleQueue()
	}
	for _, section := range r.pos.Turn.Sheet.Battles {
		i := slices.IndexFunc(queue, func(b position.Battle) bool { return b.Space == section.Space })
		raided := slices.ContainsFunc(r.pos.Turn.Plan.Raids, func(d position.Raid) bool { return d.Target == section.Space })
		switch {
		case i >= 0:
			r.judgeTactics(&queue[i], section.Tactics)
		case !raided || fight.Begun:
			r.fault(section.Line, NobodyFights, inSpace(section.Space))
		}
	}
}

// judgeTactics faults the lines of a section that can never apply.
func (r *run) judgeTactics(b *position.Battle, tactics []order.Tactic) {
	landings := r.landingsOn(b.Space)
	for _, t := range tactics {
		switch t.Do {
		case order.CallOff:
			switch {
			case !r.set.Landing.CallOff:
				r.fault(t.Line, NoCallingOff, inSpace(b.Space))
			case len(landings) == 0:
				r.fault(t.Line, NothingToCallOff, inSpace(b.Space))
			}
		}
	}
}

func queued(queue []position.Battle, space board.SpaceID) bool {
	return slices.ContainsFunc(queue, func(b position.Battle) bool { return b.Space == space })
}

func inSpace(s board.SpaceID) func(*order.Fault)  { return func(f *order.Fault) { f.Space = s } }
func andSpace(s board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Other = s } }
