package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

// take gives a territory to the power that took it or, by liberation, to its original controller (R-113 … R-121, T-46, T-48, T-50, T-55): income,
// city, complex and guns go with it at once; a capital is looted or freed.
func (r *run) take(space board.SpaceID, by board.Power) {
	old, owner := r.pos.Owner[space], r.heir(space, by)
	var taken []event.Unit
	for _, u := range r.pos.In(space) { // the complex is the land's; the enemy's guns are booty
		switch {
		case r.b.Allied(u.Owner, owner):
		case u.Type == board.AAGun:
			taken = append(taken, event.Unit{ID: u.ID, Owner: r.gunHeir(u, owner), Type: u.Type})
		case u.Type == board.Complex:
			taken = append(taken, event.Unit{ID: u.ID, Owner: owner, Type: u.Type})
		}
	}
	r.emit(event.Captured{Power: by, Space: space, From: old, To: owner, Taken: taken})
	if x := r.b.CapitalOf(space); x != board.Nobody {
		switch {
		case owner == x:
			r.free(x, by)
		case old == x:
			r.loot(x, by)
		}
	}
}

// gunHeir is whose a gun is that changes hands with its territory: its original owner's again, if the new owner of the land is of
// that power's side, whether it holds its capital or not; else that of the land.
func (r *run) gunHeir(u *position.Unit, owner board.Power) board.Power {
	if r.b.Allied(u.Original, owner) {
		return u.Original
	}
	return owner
}

// heir is who controls a territory that a power takes from the enemy, which nobody has to decide (D20): the original controller, if it is an ally who holds his
// capital or if it is that capital; a home without a seat gets its land back; else the taker, in trust if the
// land is an ally's (R-115, T-47).
func (r *run) heir(space board.SpaceID, by board.Power) board.Power {
	home := r.b.Space(space).Home
	if home == by || !r.b.Allied(home, by) {
		return by
	}
	seat := r.b.SeatOf(home)
	if seat == nil && r.set.Oil.ToCaptor {
		return by
	}
	if seat == nil || seat.Capital == space || r.pos.HoldsCapital(r.b, home) {
		return home
	}
	return by
}

// loot hands the unspent money of a power that lost its capital to the taker.
func (r *run) loot(loser, by board.Power) {
	r.emit(event.CapitalLost{Power: by, Whose: loser, Space: r.b.SeatOf(loser).Capital, Paid: r.pos.Nation(loser).Money})
}

// free gives a power whose capital was retaken all its original land that allies held in trust. The complex goes with
// the land, and so do the guns that the ally captured; its own stay its own.
func (r *run) free(owner, by board.Power) {
	r.emit(event.CapitalFreed{Power: by, Whose: owner, Space: r.b.SeatOf(owner).Capital})
	for i := range r.pos.Owner {
		id := board.SpaceID(i)
		holder := r.pos.Owner[id]
		if r.b.Space(id).Home != owner || holder == owner || !r.b.Allied(holder, owner) {
			continue
		}
		var taken []event.Unit
		for _, u := range r.pos.In(id) {
			switch {
			case u.Type == board.Complex:
				taken = append(taken, event.Unit{ID: u.ID, Owner: owner, Type: u.Type})
			case u.Type == board.AAGun && u.Owner == holder:
				taken = append(taken, event.Unit{ID: u.ID, Owner: r.gunHeir(u, owner), Type: u.Type})
			}
		}
		r.emit(event.Returned{Power: holder, Space: id, To: owner, Taken: taken})
	}
}
