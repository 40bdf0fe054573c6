package data

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// applyEdit applies an event of a referee's edit. It returns false for other events.
func (d *Position) applyEdit(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.MoneySet:
		return true, d.changeNation(e.Power, func(n *Nation) { n.Money = e.Money })
	case event.TechSet:
		if e.Has {
			return true, d.addTech(e.Power, e.Tech)
		}
		return true, d.changeNation(e.Power, func(n *Nation) {
			n.Techs = slices.DeleteFunc(n.Techs,
				func(t int) bool { return t == e.Tech })
		})
	case event.UnitsAdded:
		return true, d.addUnits(e.Space, e.Units)
	case event.OwnerSet:
		return true, d.transferControl(e.Space, e.To, e.Taken)
	case event.StartNoted:
		d.startNoted(e.Spaces)
	default:
		return false, nil
	}
	return true, nil
}

// startNoted notes who holds spaces and where a complex stands as if the turn had begun so.
func (d *Position) startNoted(spaces []board.SpaceID) {
	t := &d.Turn
	t.StartIC = slices.DeleteFunc(t.StartIC, func(id board.SpaceID) bool { return slices.Contains(spaces, id) })
	for _, id := range spaces {
		t.StartOwner[id] = d.Owner[id]
		complex := slices.ContainsFunc(d.Units, func(u Unit) bool { return u.At == id && u.Type == board.Complex })
		if complex && !slices.Contains(t.StartIC, id) {
			t.StartIC = append(t.StartIC, id)
		}
	}
}
