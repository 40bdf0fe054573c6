package phase

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// Capture gives a territory to the power that took it or, by liberation, to its original controller (R-113 … R-121,
// T-46, T-48, T-50, T-55): income, city, complex and guns go with it at once; a capital is looted or freed.
func Capture(t *Turn, space board.SpaceID, by board.Power) {
	old, owner := t.Pos.Owner(space), newController(t, space, by)
	var taken []event.Unit
	for u := range t.Pos.In(space) { // the complex is the land's; the enemy's guns are booty
		switch {
		case t.Board.Allied(u.Owner, owner):
		case u.Type == board.AAGun:
			taken = append(taken, event.Unit{ID: u.ID, Owner: gunOwner(t, u, owner), Type: u.Type})
		case u.Type == board.Complex:
			taken = append(taken, event.Unit{ID: u.ID, Owner: owner, Type: u.Type})
		}
	}
	t.Emit(event.Captured{Power: by, Space: space, From: old, To: owner, Taken: taken})
	if x := t.Board.CapitalOf(space); x != board.Nobody {
		switch {
		case owner == x:
			returnTerritories(t, x, by)
		case old == x:
			lootCapital(t, x, by)
		}
	}
}

// gunOwner is whose a gun is that changes hands with its territory: its original owner's again, if the new owner of
// the land is of that power's side, whether it holds its capital or not; else that of the land.
func gunOwner(t *Turn, u position.Unit, owner board.Power) board.Power {
	if t.Board.Allied(u.Original, owner) {
		return u.Original
	}
	return owner
}

// newController returns who controls a territory that a power takes from the enemy; there is no choice (D20). It is the
// original controller if that is an ally who holds its capital, if the territory is that capital, or if
// the original controller has no seat; else the taker, in trust if the land is an ally's (R-115, T-47).
func newController(t *Turn, space board.SpaceID, by board.Power) board.Power {
	home := t.Board.Space(space).OriginalController
	if home == by || !t.Board.Allied(home, by) {
		return by
	}
	seat := t.Board.SeatOf(home)
	if seat == nil && t.Rules.Oil.ToCaptor {
		return by
	}
	if seat == nil || seat.Capital == space || t.Pos.HoldsCapital(t.Board, home) {
		return home
	}
	return by
}

// lootCapital hands the unspent money of a power that lost its capital to the taker.
func lootCapital(t *Turn, loser, by board.Power) {
	t.Emit(event.CapitalLost{Power: by, Whose: loser, Space: t.Board.SeatOf(loser).Capital,
		Paid: t.Pos.Nation(loser).Money()})
}

// returnTerritories gives a power whose capital was retaken all its original land that allies held in trust.
// The complex goes with the land, and so do the guns that the ally captured; its own stay its own.
func returnTerritories(t *Turn, owner, by board.Power) {
	t.Emit(event.CapitalFreed{Power: by, Whose: owner, Space: t.Board.SeatOf(owner).Capital})
	for id, holder := range t.Pos.Owners() {
		if t.Board.Space(id).OriginalController != owner || holder == owner || !t.Board.Allied(holder, owner) {
			continue
		}
		var taken []event.Unit
		for u := range t.Pos.In(id) {
			switch {
			case u.Type == board.Complex:
				taken = append(taken, event.Unit{ID: u.ID, Owner: owner, Type: u.Type})
			case u.Type == board.AAGun && u.Owner == holder:
				taken = append(taken, event.Unit{ID: u.ID, Owner: gunOwner(t, u, owner), Type: u.Type})
			}
		}
		t.Emit(event.Returned{Power: holder, Space: id, To: owner, Taken: taken})
	}
}

// MayConvert reports whether a unit is one that a power may take over: an ally's, on land, no complex. The Middle
// East's guns are no ally's.
func MayConvert(t *Turn, u position.Unit) bool {
	return u.Owner != t.Power && t.IsFriendly(u.Owner) && t.Board.SeatOf(u.Owner) != nil && u.Type != board.Complex &&
		!u.Type.IsShip() && u.Aboard == 0 && !t.Board.Space(u.At).Sea
}

// Convert turns allied units of one type in a territory into those of the power on turn.
func Convert(t *Turn, line int, u order.Units, in board.SpaceID) {
	var ids []int
	for x := range t.Pos.In(in) {
		if (u.Type == board.NoUnit || x.Type == u.Type) && (u.Power == board.Nobody || x.Owner == u.Power) &&
			MayConvert(t, x) {
			ids = append(ids, x.ID)
		}
	}
	if u.N == order.All {
		u.N = len(ids)
	}
	if u.N > len(ids) {
		t.AddFault(line, order.TooFew, WithPower(u.Power), WithUnit(u.Type), WithSpace(in), WithNumbers(len(ids), u.N))
		return
	}
	t.Emit(event.Converted{Power: t.Power, Space: in, Units: t.InOrder(ids[:u.N])})
}

// MayTakeOver reports whether the power on turn may take over allies' units in a territory.
func MayTakeOver(t *Turn, at board.SpaceID) bool {
	p := t.Rules.Patriot
	return p.Power == t.Power && t.Board.Space(at).OriginalController == t.Power && (!p.OnlyFactory || t.HasComplex(at))
}
