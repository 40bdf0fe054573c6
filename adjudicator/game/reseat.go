package game

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Shared is a person who plays a power together with whoever sits for it, because their side has more persons than
// powers.
type Shared struct {
	Person string
	Power  board.Power
}

// Reseat seats each party on the other side (clubs.md, "Nobody loses a seat"): its persons, in the order of their old
// seats, take the new powers in turn order, one each, round and round until all are taken. Where there are more persons
// than powers the rest share them in the same order. Now holds who sits for each power, "" for a seat without a person
// (free, or the bot's); such a seat counts as one more that takes its turn after the persons, as long as there are
// powers for all of these.
func Reseat(b *board.Board, now map[board.Power]string) (next map[board.Power]string, shared []Shared) {
	next = map[board.Power]string{}
	for _, side := range []board.Side{board.Axis, board.Allies} {
		party, powers := partyOf(b, now, side.Other()), powersOf(b, side)
		for i, p := range powers {
			if len(party) > 0 {
				next[p] = party[i%len(party)]
			}
		}
		for i := len(powers); i < len(party); i++ {
			shared = append(shared, Shared{party[i], powers[(i-len(powers))%len(powers)]})
		}
	}
	return next, shared
}

// partyOf lists the persons of a side's seats, in turn order, each once.
func partyOf(b *board.Board, now map[board.Power]string, side board.Side) []string {
	var party []string
	free := false
	for _, p := range powersOf(b, side) {
		switch who := now[p]; {
		case who == "":
			free = true
		case !slices.Contains(party, who):
			party = append(party, who)
		}
	}
	if free && len(party) < len(powersOf(b, side.Other())) {
		party = append(party, "")
	}
	return party
}

func powersOf(b *board.Board, side board.Side) []board.Power {
	return slices.DeleteFunc(slices.Clone(b.Powers()), func(p board.Power) bool { return b.SideOf(p) != side })
}
