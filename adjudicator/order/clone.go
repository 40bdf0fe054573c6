package order

import "slices"

// Clone copies an order so deeply that changing either leaves the other alone.
func Clone(o Order) Order {
	switch o := o.(type) {
	case BonusUnits:
		o.Units = slices.Clone(o.Units)
		return o
	case BuyUnits:
		o.Units = slices.Clone(o.Units)
		return o
	case Convert:
		o.Units = slices.Clone(o.Units)
		return o
	case Move:
		return o.clone()
	case ShipUnits:
		o.Groups, o.Via, o.By = cloneGroups(o.Groups), slices.Clone(o.Via), o.By.clone()
		return o
	case Load:
		o.Groups, o.Onto, o.Via = cloneGroups(o.Groups), o.Onto.clone(), slices.Clone(o.Via)
		return o
	case Unload:
		o.Units, o.By = slices.Clone(o.Units), o.By.clone()
		return o
	case Bomb:
		o.Groups, o.Via = cloneGroups(o.Groups), slices.Clone(o.Via)
		return o
	case Bombard:
		o.Ships = slices.Clone(o.Ships)
		return o
	case BattleOrder:
		o.Spaces = slices.Clone(o.Spaces)
		return o
	case Land:
		o.Groups, o.Via = cloneGroups(o.Groups), slices.Clone(o.Via)
		o.On, o.OnwardVia = o.On.clone(), slices.Clone(o.OnwardVia)
		return o
	case TakeOver:
		o.Units = slices.Clone(o.Units)
		return o
	case PlaceUnits:
		o.Units = slices.Clone(o.Units)
		return o
	case Enigma:
		if o.Move != nil {
			move := o.Move.clone()
			o.Move = &move
		}
		return o
	case Nonaggression:
		o.Spaces = slices.Clone(o.Spaces)
		return o
	case Share:
		o.Parts = slices.Clone(o.Parts)
		return o
	case Choose:
		o.Advantages = slices.Clone(o.Advantages)
		return o
	case Oil:
		o.Parts = slices.Clone(o.Parts)
		return o
	}
	return o // the others hold no lists
}

// CloneAll copies orders as [Clone] does.
func CloneAll(orders []Order) []Order {
	orders = slices.Clone(orders)
	for i, o := range orders {
		orders[i] = Clone(o)
	}
	return orders
}

func (o Move) clone() Move {
	o.Groups, o.Via = cloneGroups(o.Groups), slices.Clone(o.Via)
	return o
}

func (s *Ship) clone() *Ship {
	if s == nil {
		return nil
	}
	c := *s
	return &c
}

func cloneGroups(groups []Group) []Group {
	groups = slices.Clone(groups)
	for i := range groups {
		groups[i].Units = slices.Clone(groups[i].Units)
	}
	return groups
}

// Clone copies the orders of a phase with their lists.
func (p PhaseOrders) Clone() PhaseOrders {
	p.Orders = CloneAll(p.Orders)
	return p
}

// Clone copies a sheet with its orders.
func (s *Sheet) Clone() Sheet {
	c := *s
	for i := range c.Parts {
		c.Parts[i].Orders = CloneAll(c.Parts[i].Orders)
	}
	c.Battles = CloneSections(c.Battles)
	return c
}

// CloneSections copies battle sections with their lines.
func CloneSections(list []Battle) []Battle {
	list = slices.Clone(list)
	for i := range list {
		list[i].Tactics = CloneTactics(list[i].Tactics)
	}
	return list
}

// CloneStanding copies standing orders with their lines.
func CloneStanding(list []Standing) []Standing {
	list = slices.Clone(list)
	for i := range list {
		list[i].Tactics = CloneTactics(list[i].Tactics)
	}
	return list
}

// CloneTactics copies lines with their lists.
func CloneTactics(list []Tactic) []Tactic {
	list = slices.Clone(list)
	for i := range list {
		t := &list[i]
		t.Losses, t.Keep = slices.Clone(t.Losses), slices.Clone(t.Keep)
		t.Units, t.Spaces = slices.Clone(t.Units), slices.Clone(t.Spaces)
	}
	return list
}
