package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// origins lists the spaces from which attacking land and sea units entered a battle's space, in the order of the units;
// planes open no way back, nor do units from the sea.
func origins(t *phase.Turn, b *position.Battle) []board.SpaceID {
	var from []board.SpaceID
	for _, id := range b.Attackers {
		u := t.Pos.Unit(id)
		if u.Now.From == board.NoSpace || u.Type.IsAir() || u.Now.Did.Has(position.FromSea) ||
			slices.Contains(from, u.Now.From) {
			continue
		}
		from = append(from, u.Now.From)
	}
	return from
}

// retreatSpaces lists the spaces to which the attackers may retreat now: adjacent, friendly, and from which one of
// them came (R-85, R-86, R-87, R-88, T-22, T-23). A zone in which a battle was or is to be fought this turn is none,
// nor one beyond a closed canal.
func retreatSpaces(t *phase.Turn, b *position.Battle) []board.SpaceID {
	from := b.Origins
	if from == nil {
		from = origins(t, b)
	}
	return slices.DeleteFunc(slices.Clone(from), func(s board.SpaceID) bool {
		if b.Sea {
			return !t.Board.Touch(b.Space, s) || t.Pos.HostileZone(t.Board, s, t.Side) || isFoughtOver(t, s) ||
				t.ClosedCanal(b.Space, s) != nil
		}
		return !t.Board.Touch(b.Space, s) || !t.Pos.FriendlyLand(t.Board, s, t.Side)
	})
}

// isOpen reports whether anything may pass from one space to another: they touch, nothing closes the way, and the
// other is not neutral.
func isOpen(t *phase.Turn, from, to board.SpaceID) bool {
	return t.Board.Touch(from, to) && !t.Board.Closed(from, to) && t.Board.Space(to).OriginalController != board.Neutral
}
