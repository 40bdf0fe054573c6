package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// origins lists the spaces from which attacking land and sea units entered a battle's space, in the order of the units;
// planes open no way back, nor do units from the sea.
func (r *run) origins(b *position.Battle) []board.SpaceID {
	var from []board.SpaceID
	for _, id := range b.Attackers {
		u := r.pos.Unit(id)
		if u.Now.From == board.NoSpace || u.Type.IsAir() || u.Now.Did.Has(position.FromSea) || slices.Contains(from, u.Now.From) {
			continue
		}
		from = append(from, u.Now.From)
	}
	return from
}

// ways lists the spaces to which the attackers may retreat now: adjacent, friendly, and from which one of them came
// (R-85, R-86, R-87, R-88, T-22, T-23). A zone in which a battle was or is to be fought this turn is none, nor one beyond a closed canal.
func (r *run) ways(b *position.Battle) []board.SpaceID {
	if b.Origins == nil {
		b.Origins = r.origins(b)
	}
	return slices.DeleteFunc(slices.Clone(b.Origins), func(s board.SpaceID) bool {
		if b.Sea {
			return !r.b.Touch(b.Space, s) || r.pos.HostileZone(r.b, s, r.side) || r.foughtOver(s) || !r.canalOpen(b.Space, s)
		}
		return !r.b.Touch(b.Space, s) || !r.pos.FriendlyLand(r.b, s, r.side)
	})
}

// canalOpen tells whether the side on turn may pass between two zones: it held all banks when the turn began.
func (r *run) canalOpen(a, c board.SpaceID) bool {
	canal := r.b.CanalBetween(a, c)
	return canal == nil || !slices.ContainsFunc(canal.Banks, func(s board.SpaceID) bool {
		return !r.friendly(r.pos.Turn.StartOwner[s])
	})
}

// retreat moves all land and sea units that broke off, submarines among them, to one space, with what is aboard
// (R-89, T-19); submerged submarines stay,
// planes fly home on their own, as far as their range goes (R-33, T-21).
func (r *run) retreat(b *position.Battle, to board.SpaceID) {
	for _, id := range b.Attackers {
		u := r.pos.Unit(id)
		if u.Submerged {
			continue
		}
		u.Now.Did |= position.RetreatedNow
		if u.Type.IsAir() || to == board.NoSpace {
			continue
		}
		u.At, u.Now.From = to, b.Space
		for _, c := range r.pos.CargoOf(id) {
			r.pos.Unit(c).At = to
		}
	}
}
