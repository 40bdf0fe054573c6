package position

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// applyEdit applies an event of a referee's edit. It returns false for other events.
func (p *Position) applyEdit(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.MoneySet:
		return true, p.changeNation(e.Power, func(n *Nation) { n.Money = e.Money })
	case event.TechSet:
		if e.Has {
			return true, p.addTech(e.Power, e.Tech)
		}
		return true, p.changeNation(e.Power, func(n *Nation) {
			n.Techs = slices.DeleteFunc(n.Techs,
				func(t int) bool { return t == e.Tech })
		})
	case event.UnitsAdded:
		return true, p.addUnits(e.Space, e.Units)
	case event.OwnerSet:
		return true, p.transferControl(e.Space, e.To, e.Taken)
	case event.StartNoted:
		p.startNoted(e.Spaces)
	default:
		return false, nil
	}
	return true, nil
}

// startNoted notes who holds spaces and where a complex stands as if the turn had begun so.
func (p *Position) startNoted(spaces []board.SpaceID) {
	t := &p.Turn
	t.StartIC = slices.DeleteFunc(t.StartIC, func(id board.SpaceID) bool { return slices.Contains(spaces, id) })
	for _, id := range spaces {
		t.StartOwner[id] = p.Owner[id]
		if slices.ContainsFunc(p.In(id),
			func(u *Unit) bool { return u.Type == board.Complex }) && !slices.Contains(t.StartIC, id) {
			t.StartIC = append(t.StartIC, id)
		}
	}
}
