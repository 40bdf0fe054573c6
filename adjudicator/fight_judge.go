package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// judgeBattles looks, after the combat moves of a judgement, for `battle order` lines and `battle` sections that cannot stand.
// Spaces that refused lines name are passed over: what is wrong there follows from those (fine print 10). What an accepted
// file asked for in vain is forgotten.
func (r *run) judgeBattles(moves order.PhaseOrders) {
	if r.Resolver.Asks() {
		return
	}
	queue := r.Pos.Turn.Fight.Queue
	if !r.Pos.Turn.Fight.Begun {
		queue = r.battleQueue()
	}
	doubtful := r.doubtful(moves)
	for _, o := range moves.Orders {
		if line, ok := o.(order.BattleOrder); ok {
			r.judgeBattleOrder(line, queue, doubtful)
		}
	}
	if len(queue) > 0 && queue[0].Answered {
		r.judgeTactics(queue, queue[0], queue[0].Tactics)
	}
	for _, section := range r.Pos.Turn.Sheet.Battles {
		i := slices.IndexFunc(queue, func(b position.Battle) bool { return b.Space == section.Space })
		switch {
		case slices.Contains(doubtful, section.Space):
			r.judgeAnyway(section)
		case i >= 0:
			r.judgeTactics(queue, queue[i], section.Tactics)
		case !r.raided(section.Space):
			r.AddFault(section.Line, order.NobodyFights, phase.WithSpace(section.Space))
		}
	}
}

// judgeAnyway faults the lines of a section that cannot stand whoever fights there.
func (r *run) judgeAnyway(section order.Battle) {
	for _, t := range section.Tactics {
		switch {
		case t.Do == order.CallOff && !r.Rules.Landing.CallOff:
			r.AddFault(t.Line, order.NoCallingOff, phase.WithSpace(section.Space))
		case t.Do == order.Retreat && !r.IsOpen(section.Space, t.To):
			r.AddFault(t.Line, order.NoSuchRetreat, phase.WithSpace(section.Space), phase.WithOther(t.To))
		}
	}
}

// doubtful lists the spaces that refused lines of the combat moves name.
func (r *run) doubtful(moves order.PhaseOrders) []board.SpaceID {
	var spaces []board.SpaceID
	for _, o := range moves.Orders {
		if slices.ContainsFunc(r.Faults, func(f order.Fault) bool { return f.Line == o.LineNo() && f.Severity != order.Unwise }) {
			spaces = append(spaces, spacesOf(o)...)
		}
	}
	return spaces
}

// judgeBattleOrder faults a `battle order` line that names a space where nobody fights, or a landing before the sea battle
// that must be won for it (fine print 6).
func (r *run) judgeBattleOrder(line order.BattleOrder, queue []position.Battle, doubtful []board.SpaceID) {
	for i, space := range line.Spaces {
		if !queued(queue, space) && !r.raided(space) && !slices.Contains(doubtful, space) {
			r.AddFault(line.Line, order.NobodyFights, phase.WithSpace(space))
		}
		for _, l := range r.landingsOn(space) {
			if slices.Contains(line.Spaces[i+1:], l.Zone) && queued(queue, l.Zone) {
				r.AddFault(line.Line, order.LandingFirst, phase.WithSpace(space), phase.WithOther(l.Zone))
			}
		}
	}
}

// judgeTactics faults the lines of a section that can never apply (fine print 11).
func (r *run) judgeTactics(queue []position.Battle, b position.Battle, tactics []order.Tactic) {
	if b.Round == 0 {
		b.Attackers = r.AttackersIn(b.Space)
		b.Landing = r.landsSurely(queue, b.Space, tactics)
	}
	for _, t := range tactics {
		switch t.Do {
		case order.CallOff:
			switch {
			case !r.Rules.Landing.CallOff:
				r.AddFault(t.Line, order.NoCallingOff, phase.WithSpace(b.Space))
			case b.Round > 0 || len(r.landingsOn(b.Space)) == 0:
				r.AddFault(t.Line, order.NothingToCallOff, phase.WithSpace(b.Space))
			}
		case order.Retreat:
			ways := slices.DeleteFunc(r.ways(&b), func(s board.SpaceID) bool { return queued(queue, s) || b.Landing })
			if !slices.Contains(ways, t.To) {
				r.AddFault(t.Line, order.NoSuchRetreat, phase.WithSpace(b.Space), phase.WithOther(t.To), phase.WithSpaces(ways))
			}
		case order.WithdrawAircraft:
			if !r.mayWithdraw(b) {
				r.AddFault(t.Line, order.NoPlanesToCall, phase.WithSpace(b.Space))
			}
		}
	}
}

// landsSurely tells whether units from the sea will take part in a battle whatever the dice say: no sea battle comes before
// it, and no line calls the landing off.
func (r *run) landsSurely(queue []position.Battle, space board.SpaceID, tactics []order.Tactic) bool {
	if slices.ContainsFunc(tactics, func(t order.Tactic) bool { return t.Do == order.CallOff }) {
		return false
	}
	return slices.ContainsFunc(r.landingsOn(space), func(l position.Landing) bool { return !queued(queue, l.Zone) })
}

// mayWithdraw tells whether planes of a battle can ever leave it by themselves: from a landing, from the sea, or where no
// land units attack with them.
func (r *run) mayWithdraw(b position.Battle) bool {
	planes, land := false, false
	for _, id := range b.Attackers {
		planes = planes || r.Pos.Unit(id).Type.IsAir()
		land = land || r.Pos.Unit(id).Type.IsLand()
	}
	return planes && (!land || b.Landing || len(r.landingsOn(b.Space)) > 0)
}

// raided tells whether a raid is planned on a space and has not been flown.
func (r *run) raided(space board.SpaceID) bool {
	t := &r.Pos.Turn
	return !t.Fight.Begun && slices.ContainsFunc(t.Plan.Raids, func(d position.Raid) bool { return d.Target == space })
}

func queued(queue []position.Battle, space board.SpaceID) bool {
	return slices.ContainsFunc(queue, func(b position.Battle) bool { return b.Space == space })
}
