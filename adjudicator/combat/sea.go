package combat

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// fightAtSea decides a sea zone: all own ships there and the planes sent there against all enemy ones (R-42, R-46,
// T-17). A convoy centre without defenders is taken.
func fightAtSea(t *phase.Turn, b *position.Battle) (waits bool, err error) {
	if b.Round == 0 && len(t.DefendersIn(b.Space)) > 0 {
		launchFighters(t, b.Space)
		next := *b
		next.Attackers, next.Defenders, next.Holder = t.AttackersIn(b.Space), t.DefendersIn(b.Space), t.Pos.Owner(b.Space)
		advance(t, b, next)
		if len(b.Attackers) == 0 { // shot down on the way
			return false, nil
		}
		t.Emit(event.SeaFought{Space: b.Space})
	}
	switch {
	case len(b.Defenders) == 0:
	default:
		if waits, err := fightBattle(t, b); waits || err != nil {
			return waits, err
		}
	}
	occupy(t, b.Space)
	phase.React(t, b)
	return false, nil
}

// launchFighters lets own fighters take off from own carriers that stay in a zone and fight there (fine print 3).
// Those on a carrier that sailed, and allies', are cargo (R-32, R-41, T-26, T-34, T-35).
func launchFighters(t *phase.Turn, zone board.SpaceID) {
	ids := t.UnitsIn(zone, func(u position.Unit) bool {
		if u.Type != board.Fighter || u.Aboard == 0 || !t.Controls(u.Owner) {
			return false
		}
		c := t.Pos.Unit(u.Aboard)
		return c.Owner == u.Owner && !c.Now.Did.Any(position.MovedInCombat)
	})
	if len(ids) > 0 {
		t.Emit(event.LaunchedToFight{Units: ids, Space: zone})
	}
}

// isFoughtOver reports whether a sea battle is or was fought in a zone this turn.
func isFoughtOver(t *phase.Turn, zone board.SpaceID) bool {
	turn := t.Pos.Turn()
	return turn.HasFought(zone) || turn.HasBattleIn(zone) && t.Pos.HostileZone(t.Board, zone, t.Side)
}
