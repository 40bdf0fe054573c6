package remedy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// each is a copy of an order of which every entry of units was changed; from is where the units are, NoSpace if the
// order does not say.
func each(o order.Order, change func(u *order.Units, from board.SpaceID)) order.Order {
	list := func(us []order.Units, from board.SpaceID) []order.Units {
		us = slices.Clone(us)
		for i := range us {
			change(&us[i], from)
		}
		return us
	}
	groups := func(gs []order.Group) []order.Group {
		gs = slices.Clone(gs)
		for i := range gs {
			gs[i].Units = list(gs[i].Units, gs[i].From)
		}
		return gs
	}
	switch o := o.(type) {
	case order.BonusUnits:
		o.Units = list(o.Units, board.NoSpace)
		return o
	case order.BuyUnits:
		o.Units = list(o.Units, board.NoSpace)
		return o
	case order.Convert:
		o.Units = list(o.Units, o.In)
		return o
	case order.TakeOver:
		o.Units = list(o.Units, o.In)
		return o
	case order.Move:
		o.Groups = groups(o.Groups)
		return o
	case order.ShipUnits:
		o.Groups = groups(o.Groups)
		return o
	case order.Load:
		o.Groups = groups(o.Groups)
		return o
	case order.Unload:
		o.Units = list(o.Units, o.From)
		return o
	case order.Bomb:
		o.Groups = groups(o.Groups)
		return o
	case order.Bombard:
		o.Ships = list(o.Ships, board.NoSpace)
		return o
	case order.Land:
		o.Groups = groups(o.Groups)
		return o
	case order.PlaceUnits:
		o.Units = list(o.Units, o.From)
		return o
	case order.Enigma:
		if o.Move != nil {
			m := each(*o.Move, change).(order.Move)
			o.Move = &m
		}
		return o
	}
	return o
}

// bought is an order without the entries of which nothing is left.
func bought(o order.Order) order.Order {
	none := func(u order.Units) bool { return u.N == 0 }
	switch o := o.(type) {
	case order.BuyUnits:
		o.Units = slices.DeleteFunc(o.Units, none)
		return o
	case order.BonusUnits:
		o.Units = slices.DeleteFunc(o.Units, none)
		return o
	}
	return o
}

// destination is where the units of an order go.
func destination(o order.Order) (board.SpaceID, bool) {
	switch o := o.(type) {
	case order.Move:
		return o.To, true
	case order.ShipUnits:
		return o.To, true
	case order.Unload:
		return o.To, true
	case order.Land:
		return o.To, true
	case order.Bomb:
		return o.Target, true
	case order.Enigma:
		if o.Move != nil {
			return o.Move.To, true
		}
	}
	return board.NoSpace, false
}

// headed is an order with another destination.
func headed(o order.Order, to board.SpaceID) (order.Order, bool) {
	if slices.Contains(origins(o), to) {
		return o, false
	}
	switch o := o.(type) {
	case order.Move:
		o.To, o.Via = to, nil
		return o, true
	case order.ShipUnits:
		o.To, o.Via = to, nil
		return o, true
	case order.Unload:
		o.To = to
		return o, true
	case order.Land:
		o.To, o.Via = to, nil
		return o, true
	case order.Bomb:
		o.Target, o.Via = to, nil
		return o, true
	case order.Pledge:
		o.To = to
		return o, true
	case order.PlaceUnits:
		o.In = to
		return o, true
	case order.BonusUnits:
		o.In = to
		return o, true
	}
	return o, false
}

// leaving is an order of which the units in one space are those in another.
func leaving(o order.Order, from, other board.SpaceID) (order.Order, bool) {
	groups := func(gs []order.Group) []order.Group {
		gs = slices.Clone(gs)
		for i := range gs {
			if gs[i].From == from {
				gs[i].From = other
			}
		}
		return gs
	}
	switch o := o.(type) {
	case order.Move:
		o.Groups, o.Via = groups(o.Groups), nil
		return o, true
	case order.ShipUnits:
		o.Groups, o.Via = groups(o.Groups), nil
		return o, true
	case order.Load:
		o.Groups = groups(o.Groups)
		return o, true
	case order.Land:
		o.Groups, o.Via = groups(o.Groups), nil
		return o, true
	case order.Bomb:
		o.Groups, o.Via = groups(o.Groups), nil
		return o, true
	case order.Unload:
		o.From = other
		return o, true
	case order.Convert:
		o.In = other
		return o, true
	case order.TakeOver:
		o.In = other
		return o, true
	}
	return o, false
}

// origins lists where the units of an order start.
func origins(o order.Order) []board.SpaceID {
	var from []board.SpaceID
	each(o, func(_ *order.Units, at board.SpaceID) {
		if at != board.NoSpace {
			from = append(from, at)
		}
	})
	if p, ok := o.(order.Pledge); ok {
		from = append(from, p.From)
	}
	return from
}

// direct is an order without the way that it names.
func direct(o order.Order) (order.Order, bool) { return along(o, nil) }

// along is an order by another way.
func along(o order.Order, via []board.SpaceID) (order.Order, bool) {
	switch o := o.(type) {
	case order.Move:
		if len(o.Via)+len(via) == 0 {
			return o, false
		}
		o.Via = via
		return o, true
	case order.Land:
		if len(o.Via)+len(via) == 0 {
			return o, false
		}
		o.Via = via
		return o, true
	case order.Bomb:
		if len(o.Via)+len(via) == 0 {
			return o, false
		}
		o.Via = via
		return o, true
	}
	return o, false
}

// carried is an order by a ship, if it does not say already which lies where.
func carried(o order.Order, s order.Ship) (order.Order, bool) {
	switch o := o.(type) {
	case order.ShipUnits:
		if o.By != nil && o.By.In != board.NoSpace {
			return o, false
		}
		o.By = &s
		return o, true
	case order.Load:
		if o.Onto != nil && o.Onto.In != board.NoSpace {
			return o, false
		}
		o.Onto = &s
		return o, true
	}
	return o, false
}

// renumbered is an order that moves units as the line of another number.
func renumbered(o order.Order, line int) order.Order {
	switch o := o.(type) {
	case order.Move:
		o.Line = line
		return o
	case order.ShipUnits:
		o.Line = line
		return o
	case order.Load:
		o.Line = line
		return o
	case order.Unload:
		o.Line = line
		return o
	}
	return o
}
