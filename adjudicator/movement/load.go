package movement

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// loadMost stows as much of some cargo as finds room, each unit in its order; what stays is free for other lines.
func (m *loader) loadMost(cargo []int, ships []*position.Unit, v voyage, most int) []shipment {
	var taken []int
	var best []shipment
	for _, id := range cargo {
		if s := m.load(append(slices.Clone(taken), id), ships, v, most); s != nil {
			best, taken = s, append(taken, id)
		} else {
			delete(m.named, id)
		}
	}
	return best
}

// loader distributes cargo over ships and finds their voyages.
type loader struct {
	*progress
	sea        *seaTravel
	transports *transports
	passed     map[int][]board.SpaceID // zones that ships of `ship` lines have passed in this phase, from where they began
}

// shipment is which ship takes which cargo, by which way.
type shipment struct {
	ship  *position.Unit
	cargo []int
	route *route
}

// load distributes cargo over ships: each unit goes on a ship that this line uses already, else on the ship with the best way;
// among equals one that no line has used, an emptier one, the lowest ID. It tries on until everything fits, in at most `most`
// ships; nil if nothing does.
func (m *loader) load(cargo []int, ships []*position.Unit, v voyage, most int) []shipment {
	h := &loadSearch{loader: m, v: v, most: most, ships: ships, routes: map[[2]int]*route{}}
	for _, id := range cargo {
		if at := m.Pos.Unit(id).At; !slices.Contains(h.lands, at) {
			h.lands = append(h.lands, at)
		}
	}
	queue := slices.Clone(cargo) // what needs most room first
	slices.SortStableFunc(queue, func(a, b int) int {
		return boolInt(m.Pos.Unit(a).Type == board.Infantry) - boolInt(m.Pos.Unit(b).Type == board.Infantry)
	})
	return h.fill(queue, nil)
}

// loadSearch is the search of stow.
type loadSearch struct {
	*loader
	v      voyage
	most   int
	ships  []*position.Unit
	lands  []board.SpaceID
	routes map[[2]int]*route // by ship and set of lands
	tries  int
}

// maxTries bounds the search for a stowage; no real fleet needs a hundredth of it.
const maxTries = 20000

func (h *loadSearch) fill(cargo []int, done []shipment) []shipment {
	if len(cargo) == 0 {
		return done
	}
	h.tries++
	if h.tries > maxTries {
		return nil
	}
	id, rest := cargo[0], cargo[1:]
	for i, s := range done {
		with := append(slices.Clone(s.cargo), id)
		if t := h.route(s.ship, with); t != nil {
			next := slices.Clone(done)
			next[i] = shipment{s.ship, with, t}
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

// unused lists the ships that this stowage does not use yet and that can take a unit, the best first; of ships that are alike
// only one.
func (h *loadSearch) unused(id int, done []shipment) []shipment {
	var list []shipment
	for _, u := range h.ships {
		if slices.ContainsFunc(done, func(s shipment) bool { return s.ship == u }) {
			continue
		}
		if t := h.route(u, []int{id}); t != nil {
			list = append(list, shipment{u, []int{id}, t})
		}
	}
	slices.SortStableFunc(list, func(a, b shipment) int {
		switch {
		case a.route.cost != b.route.cost:
			return a.route.cost - b.route.cost
		case h.named[a.ship.ID] != h.named[b.ship.ID]:
			return boolInt(h.named[a.ship.ID] != 0) - boolInt(h.named[b.ship.ID] != 0)
		}
		return len(h.Pos.CargoOf(a.ship.ID)) - len(h.Pos.CargoOf(b.ship.ID))
	})
	return slices.CompactFunc(list, func(a, b shipment) bool {
		return a.ship.At == b.ship.At && a.ship.Now.Used == b.ship.Now.Used && h.named[a.ship.ID] == 0 && h.named[b.ship.ID] == 0 &&
			a.ship.Type == b.ship.Type && len(h.Pos.CargoOf(a.ship.ID)) == 0 && len(h.Pos.CargoOf(b.ship.ID)) == 0
	})
}

// route is the way on which a ship can take cargo beside what it carries; nil if it does not fit or cannot be fetched.
func (h *loadSearch) route(u *position.Unit, cargo []int) *route {
	if !h.transports.fits(u, cargo) {
		return nil
	}
	set := 0
	v := h.v
	v.from = nil
	for _, id := range cargo {
		at := h.Pos.Unit(id).At
		set |= 1 << slices.Index(h.lands, at)
		if !slices.Contains(v.from, at) {
			v.from = append(v.from, at)
		}
	}
	key := [2]int{u.ID, set}
	t, ok := h.routes[key]
	if !ok || v.then != nil {
		t = h.findVoyage(u, v, cargo)
		h.routes[key] = t
	}
	return t
}

// boolInt counts a condition, for sorting.
func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}
