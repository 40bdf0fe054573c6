package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

// take gives a territory to the power that took it or, by liberation, to its original controller (R-113 … R-121, T-46, T-48, T-50, T-55): income,
// city, complex and guns go with it at once; a capital is looted or freed.
func (r *run) take(space board.SpaceID, by board.Power) {
	old, owner := r.pos.Owner[space], r.heir(space, by)
	r.pos.Owner[space] = owner
	if !slices.Contains(r.pos.Turn.Captured, space) {
		r.pos.Turn.Captured = append(r.pos.Turn.Captured, space)
	}
	for _, u := range r.pos.In(space) { // the complex is the land's; the enemy's guns are booty
		switch {
		case r.b.Allied(u.Owner, owner):
		case u.Type == board.AAGun:
			u.Owner = r.gunHeir(u, owner)
			u.Now.Did |= position.CapturedNow
		case u.Type == board.Complex:
			u.Owner = owner
		}
	}
	e := event.New(event.Captured, by)
	e.Space, e.Whose = space, old
	if owner != by {
		e.Kind, e.Whose = event.Liberated, owner
	}
	r.tell(e)
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
	from, to := r.pos.Nation(loser), r.pos.Nation(by)
	from.Fallen = r.pos.Round
	e := event.New(event.CapitalLost, by)
	e.Whose, e.Space, e.Paid = loser, r.b.SeatOf(loser).Capital, from.Money
	to.Money, from.Money = to.Money+from.Money, 0
	r.tell(e)
}

// free gives a power whose capital was retaken all its original land that allies held in trust. The complex goes with
// the land, and so do the guns that the ally captured; its own stay its own.
func (r *run) free(owner, by board.Power) {
	r.pos.Nation(owner).Fallen = 0
	e := event.New(event.CapitalFreed, by)
	e.Whose, e.Space = owner, r.b.SeatOf(owner).Capital
	r.tell(e)
	for i := range r.pos.Owner {
		id := board.SpaceID(i)
		holder := r.pos.Owner[id]
		if r.b.Space(id).Home != owner || holder == owner || !r.b.Allied(holder, owner) {
			continue
		}
		r.pos.Owner[id] = owner
		for _, u := range r.pos.In(id) {
			switch {
			case u.Type == board.Complex:
				u.Owner = owner
			case u.Type == board.AAGun && u.Owner == holder:
				u.Owner = r.gunHeir(u, owner)
			}
		}
		back := event.New(event.Liberated, holder)
		back.Space, back.Whose = id, owner
		r.tell(back)
	}
}
