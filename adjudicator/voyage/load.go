// Package voyage finds ships for cargo: which ship takes which units (load.go), and on which way it fetches them,
// passes the zones that lines name and does what later lines ask of it (voyage.go).
package voyage

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/route"
)

// Fleet is what a search asks of the ships of a movement phase.
type Fleet struct {
	*phase.Turn
	Travel func(ship position.Unit) route.Travel      // how it gets about, with what is left of its movement
	Fits   func(ship position.Unit, cargo []int) bool // in addition to what it carries
	Named  map[int]int                                // line of this phase that named a unit
	// zones that ships of `ship` lines have passed in this phase, from where they began
	Passed map[int][]board.SpaceID
}

// Shipment is which ship takes which cargo, by which way.
type Shipment struct {
	Ship  position.Unit
	Cargo []int
	Route *route.Route
}

// Load distributes cargo over ships: each unit goes on a ship that this line uses already, else on the ship with the
// best way; among equals one that no line has used, an emptier one, the lowest ID. It tries on until everything fits,
// in at most `most` ships; nil if nothing does.
func (m *Fleet) Load(cargo []int, ships []position.Unit, v Voyage, most int) []Shipment {
	h := &loadSearch{Fleet: m, v: v, most: most, ships: ships, routes: map[[2]int]*route.Route{}}
	for _, id := range cargo {
		if at := m.Pos.Unit(id).At; !slices.Contains(h.lands, at) {
			h.lands = append(h.lands, at)
		}
	}
	// what needs most room first
	heavy := slices.DeleteFunc(slices.Clone(cargo), func(id int) bool { return m.Pos.Unit(id).Type == board.Infantry })
	light := slices.DeleteFunc(slices.Clone(cargo), func(id int) bool { return slices.Contains(heavy, id) })
	return h.fill(slices.Concat(heavy, light), nil)
}

// LoadMost loads as much of some cargo as finds room, each unit in its order, and returns what stays.
func (m *Fleet) LoadMost(cargo []int, ships []position.Unit, v Voyage, most int) (best []Shipment, left []int) {
	var taken []int
	for _, id := range cargo {
		if s := m.Load(append(slices.Clone(taken), id), ships, v, most); s != nil {
			best, taken = s, append(taken, id)
		} else {
			left = append(left, id)
		}
	}
	return best, left
}

// loadSearch is the search of Load.
type loadSearch struct {
	*Fleet
	v      Voyage
	most   int
	ships  []position.Unit
	lands  []board.SpaceID
	routes map[[2]int]*route.Route // by ship and set of lands
	tries  int
}

// maxTries bounds the search for a loading; no real fleet needs a hundredth of it.
const maxTries = 20000

func (h *loadSearch) fill(cargo []int, done []Shipment) []Shipment {
	if len(cargo) == 0 {
		return done
	}
	h.tries++
	if h.tries > maxTries {
		return nil
	}
	id, rest := cargo[0], cargo[1:]
	for i, s := range done {
		with := append(slices.Clone(s.Cargo), id)
		if t := h.route(s.Ship, with); t != nil {
			next := slices.Clone(done)
			next[i] = Shipment{s.Ship, with, t}
			if all := h.fill(rest, next); all != nil {
				return all
			}
		}
	}
	if h.most >= 0 && len(done) >= h.most {
		return nil
	}
	for _, s := range h.unused(id, done) {
		if all := h.fill(rest, append(slices.Clone(done), s)); all != nil {
			return all
		}
	}
	return nil
}

// unused lists the ships that this loading does not use yet and that can take a unit, the best first; of ships that are
// alike only one.
func (h *loadSearch) unused(id int, done []Shipment) []Shipment {
	var list []Shipment
	for _, u := range h.ships {
		if slices.ContainsFunc(done, func(s Shipment) bool { return s.Ship.ID == u.ID }) {
			continue
		}
		if t := h.route(u, []int{id}); t != nil {
			list = append(list, Shipment{u, []int{id}, t})
		}
	}
	slices.SortStableFunc(list, func(a, b Shipment) int {
		switch {
		case a.Route.Cost != b.Route.Cost:
			return a.Route.Cost - b.Route.Cost
		case h.Named[a.Ship.ID] != h.Named[b.Ship.ID]:
			return min(h.Named[a.Ship.ID], 1) - min(h.Named[b.Ship.ID], 1)
		}
		return len(h.Pos.CargoOf(a.Ship.ID)) - len(h.Pos.CargoOf(b.Ship.ID))
	})
	return slices.CompactFunc(list, func(a, b Shipment) bool {
		return a.Ship.At == b.Ship.At && a.Ship.Now.Used == b.Ship.Now.Used && h.Named[a.Ship.ID] == 0 &&
			h.Named[b.Ship.ID] == 0 &&
			a.Ship.Type == b.Ship.Type && len(h.Pos.CargoOf(a.Ship.ID)) == 0 && len(h.Pos.CargoOf(b.Ship.ID)) == 0
	})
}

// route is the way on which a ship can take cargo in addition to what it carries; nil if it does not fit or cannot be
// fetched.
func (h *loadSearch) route(u position.Unit, cargo []int) *route.Route {
	if !h.Fits(u, cargo) {
		return nil
	}
	set := 0
	v := h.v
	v.From = nil
	for _, id := range cargo {
		at := h.Pos.Unit(id).At
		set |= 1 << slices.Index(h.lands, at)
		if !slices.Contains(v.From, at) {
			v.From = append(v.From, at)
		}
	}
	key := [2]int{u.ID, set}
	t, ok := h.routes[key]
	if !ok || v.Then != nil {
		t = h.findVoyage(u, v, cargo)
		h.routes[key] = t
	}
	return t
}
