package randomtest

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// checker looks a position over.
type checker struct {
	set   *rules.Set
	b     *board.Board
	pos   *position.Position
	found []string
}

// Misplaced lists what is where it cannot be: units, cargo, complexes, and numbers below zero. Between the phases
// planes may be in the air, and where combat has not ended both sides may be in a space.
func Misplaced(set *rules.Set, pos *position.Position) []string {
	c := &checker{set: set, b: set.Board, pos: pos}
	last := 0
	for u := range pos.Units() {
		if u.ID <= last {
			c.report(u, "out of order")
		}
		last = u.ID
		c.unit(u)
		c.load(u)
		c.checkDistance(u)
	}
	c.complexes()
	c.nations()
	if c.landed() {
		c.planes()
	}
	if c.fought() {
		c.mixed()
	}
	return c.found
}

func (c *checker) report(u position.Unit, what string) {
	c.found = append(c.found, fmt.Sprintf("%s %s %d in %s: %s", u.Owner, u.Type, u.ID, c.b.Name(u.At), what))
}

// landed reports whether no plane may be in the air: noncombat is over.
func (c *checker) landed() bool {
	return c.pos.Phase() != order.Noncombat && !(c.pos.Phase() == order.Combat && c.pos.Turn().Moved()) &&
		!(c.pos.Phase() == order.Place && c.set.Air.WaitForCarrier)
}

// fought reports whether no battle waits.
func (c *checker) fought() bool { return !(c.pos.Phase() == order.Combat && c.pos.Turn().Moved()) }

func (c *checker) unit(u position.Unit) {
	sea := c.b.Space(u.At).Sea
	ship := c.pos.Unit(u.Aboard)
	switch {
	case u.Aboard != 0 && (ship.ID == 0 || ship.At != u.At):
		c.report(u, "aboard a ship that is not there")
	case u.Aboard != 0 && !c.b.Allied(u.Owner, ship.Owner):
		c.report(u, "aboard an enemy's ship")
	case u.Type.IsShip() && !sea:
		c.report(u, "a ship on land")
	case u.Type.IsLand() && sea && u.Aboard == 0:
		c.report(u, "at sea without a ship")
	case u.Type.IsLand() && !sea && u.Aboard != 0:
		c.report(u, "aboard on land")
	case u.Type == board.Bomber && u.Aboard != 0:
		c.report(u, "a bomber aboard")
	case u.Submerged && u.Type != board.Submarine:
		c.report(u, "submerged")
	case u.Damaged && (u.Type != board.Battleship || c.set.Ships.RepairAtOnce && c.fought()):
		c.report(u, "damaged")
	case c.b.Space(u.At).OriginalController == board.Neutral:
		c.report(u, "in neutral land")
	}
}

// checkDistance checks that a unit has not moved farther in this turn than its type moves, by rail or after a lightning
// victory.
func (c *checker) checkDistance(u position.Unit) {
	active := c.set.Active(c.pos, u.Owner)
	far := c.set.Range(active, u.Type)
	far = max(far, c.set.Railway(active, u.Type).Range[u.Type])
	if u.Now.Did.Has(position.MovesAgain) {
		far++
	}
	if u.Now.Used > far {
		c.report(u, fmt.Sprintf("went %d of %d spaces", u.Now.Used, far))
	}
}

// load checks what is aboard a ship.
func (c *checker) load(u position.Unit) {
	cargo := c.pos.CargoOf(u.ID)
	if len(cargo) == 0 {
		return
	}
	var types []board.UnitType
	fighters := 0
	for _, id := range cargo {
		types = append(types, c.pos.Unit(id).Type)
		if c.pos.Unit(id).Type == board.Fighter {
			fighters++
		}
	}
	switch {
	case u.Type == board.Carrier && (fighters < len(cargo) || fighters > position.DeckRoom):
		c.report(u, fmt.Sprintf("has %v aboard", types))
	case u.Type != board.Carrier && !c.carries(u, types):
		c.report(u, fmt.Sprintf("has %v aboard", types))
	}
}

// carries reports whether the rules or an advantage let a ship carry a cargo.
func (c *checker) carries(u position.Unit, cargo []board.UnitType) bool {
	return c.set.Carries(c.set.Active(c.pos, u.Owner), u.Type, cargo)
}

// complexes checks that there is one a territory at most, and that it is the controller's.
func (c *checker) complexes() {
	seen := map[board.SpaceID]bool{}
	for u := range c.pos.Units() {
		if u.Type != board.Complex {
			continue
		}
		if seen[u.At] {
			c.report(u, "a second complex")
		}
		seen[u.At] = true
		if u.Owner != c.pos.Owner(u.At) {
			c.report(u, fmt.Sprintf("its land is of %s", c.pos.Owner(u.At)))
		}
	}
}

func (c *checker) nations() {
	for n := range c.pos.Nations() {
		bought := n.Bought()
		if n.Money() < 0 || slices.Min(bought[:]) < 0 {
			c.found = append(c.found, fmt.Sprintf("%s has %d IPC and %v bought", n.Power(), n.Money(), bought))
		}
	}
}

// planes checks that every plane is on friendly land or on a carrier.
func (c *checker) planes() {
	for u := range c.pos.Units() {
		if !u.Type.IsAir() || u.Aboard != 0 {
			continue
		}
		if c.b.Space(u.At).Sea || !c.b.Allied(u.Owner, c.pos.Owner(u.At)) {
			c.report(u, "has not landed")
		}
	}
}

// mixed checks that no land units are on land of the enemy when the fighting is over.
func (c *checker) mixed() {
	for u := range c.pos.Units() {
		if u.Type.IsLand() && u.Aboard == 0 && position.Enemy(c.b, u.Owner, c.pos.Owner(u.At)) {
			c.report(u, "stands on enemy land")
		}
	}
}
