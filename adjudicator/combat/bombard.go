package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// bombarding lists the ships that bombard a territory: own ships in the zones from which units land there, if no sea
// battle was fought in the zone, each ship one territory a turn, none that retreated to there
// from a battle elsewhere. Where `bombard` lines name the territory, only the ships that they name; else every ship
// that is not assigned elsewhere supports the first landing from its zone (D10).
func bombarding(t *phase.Turn, b *position.Battle) []int {
	if !b.Landing || slices.ContainsFunc(b.Tactics,
		func(line order.Tactic) bool { return line.Do == order.NoBombardment }) {
		return nil
	}
	landings, bombards := slices.Collect(t.Pos.Turn().Landings()), slices.Collect(t.Pos.Turn().Bombards())
	named := slices.ContainsFunc(bombards, func(s position.Bombard) bool { return s.Target == b.Space })
	var ships []int
	for i, l := range landings {
		repeated := slices.ContainsFunc(landings[:i], func(p position.Landing) bool {
			return p.Zone == l.Zone && p.Target == l.Target
		})
		if l.Target != b.Space || repeated || isFoughtOver(t, l.Zone) || !landedFrom(t, l.Zone, b) {
			continue
		}
		first := slices.IndexFunc(landings, func(p position.Landing) bool { return p.Zone == l.Zone })
		for u := range t.Pos.In(l.Zone) {
			i := slices.IndexFunc(bombards, func(s position.Bombard) bool { return s.Ship == u.ID })
			assigned := i >= 0 && bombards[i].Target == b.Space
			free := i < 0 && !named && landings[first].Target == b.Space
			spent := u.Submerged || u.Now.Did.Any(position.Bombarded|position.RetreatedNow)
			if t.Controls(u.Owner) && u.Type.IsShip() && !spent && (assigned || free) &&
				t.Rules.Bombard(t.Advantages(u.Owner), u.Type) > 0 {
				ships = append(ships, u.ID)
			}
		}
	}
	return ships
}

// landedFrom reports whether a unit of the battle came ashore from a zone.
func landedFrom(t *phase.Turn, zone board.SpaceID, b *position.Battle) bool {
	return slices.ContainsFunc(b.Attackers, func(id int) bool {
		u := t.Pos.Unit(id)
		return u.Aboard != 0 && u.At == zone || u.Now.From == zone && u.Now.Did.Has(position.FromSea)
	})
}
