package phase

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

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
