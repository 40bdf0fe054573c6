package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// Check looks, after the combat moves of a judgement, for `battle order` lines and `battle` sections that cannot
// stand. Doubtful spaces, those that refused lines name, are passed over: what is wrong there follows from those
// (fine print 10). What an accepted file asked for in vain is forgotten.
func Check(s phase.State, moves order.PhaseOrders, doubtful []board.SpaceID) []order.Fault {
	t := phase.View(s)
	queue := slices.Collect(t.Pos.Turn().Battles())
	if !t.Pos.Turn().FightBegun() {
		queue = battleQueue(t)
	}
	for _, o := range moves.Orders {
		if line, ok := o.(order.BattleOrder); ok {
			checkBattleOrder(t, line, queue, doubtful)
		}
	}
	if len(queue) > 0 && queue[0].Answered {
		checkTactics(t, queue, queue[0], queue[0].Tactics)
	}
	for _, section := range t.Pos.Turn().Sections() {
		i := slices.IndexFunc(queue, func(b position.Battle) bool { return b.Space == section.Space })
		switch {
		case slices.Contains(doubtful, section.Space):
			checkAnyway(t, section)
		case i >= 0:
			checkTactics(t, queue, queue[i], section.Tactics)
		case !isRaided(t, section.Space):
			t.AddFault(section.Line, order.NobodyFights, phase.WithSpace(section.Space))
		}
	}
	return t.Faults
}

// checkAnyway faults the lines of a section that cannot stand whoever fights there.
func checkAnyway(t *phase.Turn, section order.Battle) {
	for _, line := range section.Tactics {
		switch {
		case line.Do == order.CallOff && !t.Rules.Landing.CallOff:
			t.AddFault(line.Line, order.NoCallingOff, phase.WithSpace(section.Space))
		case line.Do == order.Retreat && !isOpen(t, section.Space, line.To):
			t.AddFault(line.Line, order.NoSuchRetreat, phase.WithSpace(section.Space), phase.WithOther(line.To))
		}
	}
}

// checkBattleOrder faults a `battle order` line that names a space without a battle, or a landing before the sea
// battle that must be won for it (fine print 6).
func checkBattleOrder(t *phase.Turn, line order.BattleOrder, queue []position.Battle, doubtful []board.SpaceID) {
	for i, space := range line.Spaces {
		if !isQueued(queue, space) && !isRaided(t, space) && !slices.Contains(doubtful, space) {
			t.AddFault(line.Line, order.NobodyFights, phase.WithSpace(space))
		}
		for _, l := range landingsOn(t, space) {
			if slices.Contains(line.Spaces[i+1:], l.Zone) && isQueued(queue, l.Zone) {
				t.AddFault(line.Line, order.LandingFirst, phase.WithSpace(space), phase.WithOther(l.Zone))
			}
		}
	}
}

// checkTactics faults the lines of a section that can never apply (fine print 11).
func checkTactics(t *phase.Turn, queue []position.Battle, b position.Battle, tactics []order.Tactic) {
	if b.Round == 0 {
		b.Attackers = t.AttackersIn(b.Space)
		b.Landing = landsSurely(t, queue, b.Space, tactics)
	}
	for _, line := range tactics {
		switch line.Do {
		case order.CallOff:
			switch {
			case !t.Rules.Landing.CallOff:
				t.AddFault(line.Line, order.NoCallingOff, phase.WithSpace(b.Space))
			case b.Round > 0 || len(landingsOn(t, b.Space)) == 0:
				t.AddFault(line.Line, order.NothingToCallOff, phase.WithSpace(b.Space))
			}
		case order.Retreat:
			ways := slices.DeleteFunc(retreatSpaces(t, &b), func(s board.SpaceID) bool {
				return isQueued(queue, s) || b.Landing
			})
			if !slices.Contains(ways, line.To) {
				t.AddFault(line.Line, order.NoSuchRetreat, phase.WithSpace(b.Space), phase.WithOther(line.To),
					phase.WithSpaces(ways))
			}
		case order.WithdrawAircraft:
			if !mayWithdraw(t, b) {
				t.AddFault(line.Line, order.NoPlanesToCall, phase.WithSpace(b.Space))
			}
		}
	}
}

// landsSurely reports whether units from the sea will take part in a battle whatever the dice say: no sea battle
// comes before it, and no line calls the landing off.
func landsSurely(t *phase.Turn, queue []position.Battle, space board.SpaceID, tactics []order.Tactic) bool {
	if slices.ContainsFunc(tactics, func(line order.Tactic) bool { return line.Do == order.CallOff }) {
		return false
	}
	return slices.ContainsFunc(landingsOn(t, space), func(l position.Landing) bool { return !isQueued(queue, l.Zone) })
}

// mayWithdraw reports whether planes of a battle can ever leave it by themselves: from a landing, from the sea, or
// where no land units attack with them.
func mayWithdraw(t *phase.Turn, b position.Battle) bool {
	planes, land := false, false
	for _, id := range b.Attackers {
		planes = planes || t.Pos.Unit(id).Type.IsAir()
		land = land || t.Pos.Unit(id).Type.IsLand()
	}
	return planes && (!land || b.Landing || len(landingsOn(t, b.Space)) > 0)
}

// isRaided reports whether a raid is planned on a space and has not been flown.
func isRaided(t *phase.Turn, space board.SpaceID) bool {
	if t.Pos.Turn().FightBegun() {
		return false
	}
	for d := range t.Pos.Turn().Raids() {
		if d.Target == space {
			return true
		}
	}
	return false
}
