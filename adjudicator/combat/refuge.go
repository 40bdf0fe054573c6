package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// seekRefuge brings defending fighters whose carrier was sunk to a place, after all battles: onto another
// carrier in their zone; else to where their owner's `flee to` lines say; else by D18 to an adjacent carrier, own
// land, allied land. Those that find none are lost.
func seekRefuge(t *phase.Turn) {
	for _, id := range t.Pos.Turn().Homeless() {
		if f := t.Pos.Unit(id); f.ID != 0 {
			findRefuge(t, f)
		}
	}
	if len(t.Pos.Turn().Homeless()) > 0 {
		t.Emit(event.RefugeSought{})
	}
}

func findRefuge(t *phase.Turn, f position.Unit) {
	fighter := t.InOrder([]int{f.ID})
	for _, s := range refuges(t, f) {
		e := event.FoundRefuge{Power: f.Owner, Unit: fighter[0], From: f.At, To: s}
		if t.Board.Space(s).Sea {
			there := f
			there.At = s
			if e.Unit.Aboard = t.Pos.Deck(t.Board, there); e.Unit.Aboard == 0 {
				continue
			}
			e.Whose = t.Pos.Unit(e.Unit.Aboard).Owner
		}
		t.Emit(e)
		return
	}
	t.Emit(event.NoLanding{Power: f.Owner, Space: f.At, Units: fighter})
}

// refuges lists where a fighter may try to land, best first.
func refuges(t *phase.Turn, f position.Unit) []board.SpaceID {
	var decks, own, allied []board.SpaceID
	for _, s := range t.Board.Near(f.At) {
		switch {
		case t.Board.Closed(f.At, s):
		case t.Board.Space(s).Sea:
			if t.Rules.Ships.RefugeOnLand {
				decks = append(decks, s)
			}
		case !isRefuge(t, s, f):
		case t.Pos.Owner(s) == f.Owner:
			own = append(own, s)
		default:
			allied = append(allied, s)
		}
	}
	byDefault := slices.Concat(decks, own, allied)
	list := []board.SpaceID{f.At}
	if n := t.Pos.Nation(f.Owner); n.HasTurn() {
		for _, line := range standingTactics(n.Standing(), f.At, order.Flee) {
			for _, s := range line.Spaces {
				if slices.Contains(byDefault, s) {
					list = append(list, s)
				}
			}
		}
	}
	return append(list, byDefault...)
}

// isRefuge tells land on which a homeless fighter may come down: its side's, not captured this turn, and where the
// rules ask for it an island that its zone encloses, or what counts as one.
func isRefuge(t *phase.Turn, land board.SpaceID, f position.Unit) bool {
	ships := &t.Rules.Ships
	return t.Board.Allied(t.Pos.Owner(land), f.Owner) && !t.Pos.Turn().HasCaptured(land) &&
		(ships.RefugeOnLand || t.Board.Space(land).Island == f.At || slices.Contains(ships.Refuges, t.Board.Name(land)))
}
