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
		u := r.Pos.Unit(id)
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
	origins := b.Origins
	if origins == nil {
		origins = r.origins(b)
	}
	return slices.DeleteFunc(slices.Clone(origins), func(s board.SpaceID) bool {
		if b.Sea {
			return !r.Board.Touch(b.Space, s) || r.Pos.HostileZone(r.Board, s, r.Side) || r.foughtOver(s) || !r.canalOpen(b.Space, s)
		}
		return !r.Board.Touch(b.Space, s) || !r.Pos.FriendlyLand(r.Board, s, r.Side)
	})
}

// canalOpen tells whether the side on turn may pass between two zones: it held all banks when the turn began.
func (r *run) canalOpen(a, c board.SpaceID) bool {
	canal := r.Board.CanalBetween(a, c)
	return canal == nil || !slices.ContainsFunc(canal.Banks, func(s board.SpaceID) bool {
		return !r.IsFriendly(r.Pos.Turn.StartOwner[s])
	})
}
