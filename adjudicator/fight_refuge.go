package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// seekRefuge brings defending fighters whose carrier was sunk to a place, after all battles: onto another carrier in
// their zone; else to where their owner's `flee to` lines say; else by D18 to an adjacent carrier, own land, allied land.
// Those that find none are lost.
func (r *run) seekRefuge() {
	for _, id := range r.Pos.Turn.Fight.Homeless {
		if f := r.Pos.Unit(id); f != nil {
			r.refuge(f)
		}
	}
	if len(r.Pos.Turn.Fight.Homeless) > 0 {
		r.Emit(event.RefugeSought{})
	}
}

func (r *run) refuge(f *position.Unit) {
	fighter := r.InOrder([]int{f.ID})
	for _, s := range r.refuges(f) {
		e := event.FoundRefuge{Power: f.Owner, Unit: fighter[0], From: f.At, To: s}
		if r.Board.Space(s).Sea {
			there := *f
			there.At = s
			if e.Unit.Aboard = r.Pos.Deck(r.Board, &there); e.Unit.Aboard == 0 {
				continue
			}
			e.Whose = r.Pos.Unit(e.Unit.Aboard).Owner
		}
		r.Emit(e)
		return
	}
	r.Emit(event.NoLanding{Power: f.Owner, Space: f.At, Units: fighter})
}

// refuges lists where a fighter may try to land, best first.
func (r *run) refuges(f *position.Unit) []board.SpaceID {
	var decks, own, allied []board.SpaceID
	for _, s := range r.Board.Near(f.At) {
		switch {
		case r.Board.Closed(f.At, s):
		case r.Board.Space(s).Sea:
			if r.Rules.Ships.RefugeOnLand {
				decks = append(decks, s)
			}
		case !r.isRefuge(s, f):
		case r.Pos.Owner[s] == f.Owner:
			own = append(own, s)
		default:
			allied = append(allied, s)
		}
	}
	byDefault := slices.Concat(decks, own, allied)
	list := []board.SpaceID{f.At}
	if n := r.Pos.Nation(f.Owner); n != nil {
		for _, t := range standingTactics(n.Standing, f.At, order.Flee) {
			for _, s := range t.Spaces {
				if slices.Contains(byDefault, s) {
					list = append(list, s)
				}
			}
		}
	}
	return append(list, byDefault...)
}

// isRefuge tells land on which a homeless fighter may come down: its side's, not captured this turn, and where the rules ask
// for it an island that its zone encloses, or what counts as one.
func (r *run) isRefuge(land board.SpaceID, f *position.Unit) bool {
	ships := &r.Rules.Ships
	return r.Board.Allied(r.Pos.Owner[land], f.Owner) && !slices.Contains(r.Pos.Turn.Captured, land) &&
		(ships.RefugeOnLand || r.Board.Space(land).Island == f.At || slices.Contains(ships.Refuges, r.Board.Name(land)))
}
