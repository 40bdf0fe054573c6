package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// fightAtSea decides a sea zone: all own ships there and the planes sent there against all enemy ones (R-42, R-46, R-48, R-63, T-17).
// A convoy centre that nobody defends is taken.
func (r *run) fightAtSea(b *position.Battle) (waiting bool, err error) {
	if b.Round == 0 && len(r.DefendersIn(b.Space)) > 0 {
		r.launch(b.Space)
		next := *b
		next.Attackers, next.Defenders, next.Holder = r.AttackersIn(b.Space), r.DefendersIn(b.Space), r.Pos.Owner[b.Space]
		r.Emit(event.BattleAdvanced{Battle: next})
		if len(b.Attackers) == 0 { // shot down on the way
			return false, nil
		}
		r.Emit(event.SeaFought{Space: b.Space})
	}
	switch {
	case len(b.Defenders) == 0:
	default:
		if waiting, err := r.fightBattle(b); waiting || err != nil {
			return waiting, err
		}
	}
	r.occupy(b.Space)
	phase.React(r.Turn, b)
	return false, nil
}

// launch lets own fighters take off from own carriers that stay in a zone and fight there (fine print 3). Those on a
// carrier that sailed, and allies', are cargo (R-32, R-41, T-26, T-34, T-35).
func (r *run) launch(zone board.SpaceID) {
	ids := r.UnitsIn(zone, func(u *position.Unit) bool {
		if u.Type != board.Fighter || u.Aboard == 0 || !r.Controls(u.Owner) {
			return false
		}
		c := r.Pos.Unit(u.Aboard)
		return c.Owner == u.Owner && !c.Now.Did.Any(position.MovedInCombat)
	})
	if len(ids) > 0 {
		r.Emit(event.LaunchedToFight{Units: ids, Space: zone})
	}
}

// foughtOver tells whether a sea battle is or was fought in a zone this turn.
func (r *run) foughtOver(zone board.SpaceID) bool {
	f := &r.Pos.Turn.Fight
	return slices.Contains(f.Fought, zone) || queued(f.Queue, zone) && r.Pos.HostileZone(r.Board, zone, r.Side)
}
