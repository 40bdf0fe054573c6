package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
)

// overflightFire fires the guns that planes passed on their way to battles (R-1a, R-2, T-12, T-13): route by route,
// space by space. What is shot down is removed, and no plan changes.
func overflightFire(t *phase.Turn) error {
	for i, group := range routeGroups(t) {
		planes := group.planes
		for _, space := range group.over {
			left, err := phase.FireAntiaircraft(t, space, planes, i+1, dice.StepOver, order.Tactic{})
			if err != nil {
				return err
			}
			planes = left
		}
	}
	return nil
}

// routeGroup is the planes that one order sent from one space along one way: a route of R-2.
type routeGroup struct {
	line   int
	start  board.SpaceID
	over   []board.SpaceID
	planes []int
}

// routeGroups puts the plan's routes together, in the order of the orders.
func routeGroups(t *phase.Turn) []routeGroup {
	var groups []routeGroup
	for route := range t.Pos.Turn().Routes() {
		u := t.Pos.Unit(route.Unit)
		if u.ID == 0 {
			continue
		}
		i := slices.IndexFunc(groups, func(g routeGroup) bool {
			return g.line == u.Now.Line && g.start == u.Now.Start && slices.Equal(g.over, route.Over)
		})
		if i < 0 {
			i = len(groups)
			groups = append(groups, routeGroup{line: u.Now.Line, start: u.Now.Start, over: route.Over})
		}
		groups[i].planes = append(groups[i].planes, route.Unit)
	}
	for i := range groups {
		groups[i].planes = t.InNamedOrder(groups[i].planes)
	}
	return groups
}
