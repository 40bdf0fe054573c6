package victory

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// FallenCapital is a capital in enemy hands, and when it wins the war for who holds it.
type FallenCapital struct {
	Capital    board.SpaceID
	Controller board.Power
	Since      int             // round in which it fell; 0: before the first record
	Round      int             // of the turn whose end decides, or with option victory-check start its beginning
	Turn       board.Power     // whose turn that is
	AtStart    bool            // its beginning decides
	Keep       []board.SpaceID // capitals that the holder's side must hold then, in addition to this one
	Missing    []board.SpaceID // those of them that it does not hold now
}

// FallenCapitals lists the capitals in enemy hands, in turn order of their owners.
func FallenCapitals(set *rules.Set, pos *position.Position) []FallenCapital {
	if !set.Victory.Capitals || pos.Power() == board.Nobody || pos.Over() {
		return nil
	}
	var list []FallenCapital
	b := set.Board
	for _, s := range b.Seats {
		holder := pos.Owner(s.Capital)
		if !position.Enemy(b, s.Power, holder) {
			continue
		}
		f := FallenCapital{Capital: s.Capital, Controller: holder, Since: pos.Nation(s.Power).Fallen(),
			AtStart: set.Victory.AtStart}
		f.Turn, f.Round = decidingTurn(set, pos, s.Capital, holder)
		for _, own := range b.Seats {
			if side := b.SideOf(holder); own.Side == side && (side == board.Allies || set.Victory.HoldOwn) {
				f.Keep = append(f.Keep, own.Capital)
				if b.SideOf(pos.Owner(own.Capital)) != side {
					f.Missing = append(f.Missing, own.Capital)
				}
			}
		}
		list = append(list, f)
	}
	return list
}

// decidingTurn is the turn, and its round, with which holding a capital wins: the holder's next one, or that with
// which the turns of the other side are over.
func decidingTurn(set *rules.Set, pos *position.Position, capital board.SpaceID, holder board.Power) (board.Power,
	int) {
	b := set.Board
	now, at := b.Index(pos.Power()), b.Index(holder)
	if set.Victory.AtStart {
		at = slices.IndexFunc(b.Seats, func(s board.Seat) bool { return s.Side == b.SideOf(holder) })
		if at > now {
			return b.Seats[at].Power, pos.Round()
		}
		return b.Seats[at].Power, pos.Round() + 1
	}
	if at > now || at == now && !pos.Turn().HasCaptured(capital) {
		return holder, pos.Round()
	}
	return holder, pos.Round() + 1
}
