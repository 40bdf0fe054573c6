package battle

import "fieldpost/adjudicator/event"

// Stacks counts equal units, in the order in which they first occur, as events and odds list them.
func Stacks(us []Unit) []event.Stack {
	return event.Stacks(eventUnits(us))
}

// eventUnits are units as events name them.
func eventUnits(us []Unit) []event.Unit {
	if len(us) == 0 {
		return nil
	}
	list := make([]event.Unit, len(us))
	for i, u := range us {
		list[i] = event.Unit{ID: u.ID, Owner: u.Owner, Type: u.Type, Damaged: u.Damaged, Submerged: u.Submerged,
			Cargo: eventUnits(u.Cargo)}
	}
	return list
}
