package combat_test

import (
	"fmt"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// chance draws numbers from the dice protocol, so that a failure can be told by its seed.
type chance struct {
	src *dice.Stream
	n   int
}

func newChance(seed int) *chance {
	var s dice.Seed
	s[0], s[1] = byte(seed), byte(seed>>8)
	return &chance{src: dice.NewStream(s)}
}

// below is a number from 0 to n-1.
func (c *chance) below(n int) int {
	if n < 2 {
		return 0
	}
	c.n++
	faces, err := c.src.Roll(dice.AdvantageLabel("GER", c.n), 1, min(n, 200))
	if err != nil {
		panic(err)
	}
	return faces[0] - 1
}

// Whatever attacks whatever, every fight ends, all that is left stands where it can stand, and money only goes from the
// raided to nobody and from a lost capital to its taker.
func TestRandomFights(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		set, err := rules.New(name, rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		fought, seeds := 0, 150
		if testing.Short() {
			seeds = 50
		}
		for seed := range seeds {
			p, err := adjudicator.Start(set)
			if err != nil {
				t.Fatal(err)
			}
			c := newChance(seed)
			positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = set.Board.Powers()[seed%len(set.Board.Seats)], order.Combat })
			adjudicator.BeginTurn(set, p)
			scatter(set, p, c)
			before := len(p.Data().Units)
			r := phase.Begin(phase.State{Rules: set, Position: p, Resolver: phase.Rolled(c.src)})
			if awaited, err := r.Do(combat.Conduct, order.PhaseOrders{}); len(awaited) > 0 || err != nil {
				t.Fatalf("%s, seed %d: awaited %v, error %v", name, seed, awaited, err)
			}
			if err := sound(r, before); err != nil {
				t.Fatalf("%s, seed %d: %v", name, seed, err)
			}
			fought += len(r.Battles)
		}
		if fought < 250*seeds/150 {
			t.Errorf("%s: only %d battles were fought", name, fought)
		}
	}
}

// scatter throws own units into spaces next to theirs, as attackers, raiders and landings.
func scatter(set *rules.Set, p *position.Position, c *chance) {
	b := set.Board
	for u := range p.Units() {
		near := b.Near(u.At)
		to := near[c.below(len(near))]
		if u.Owner != p.Power() || u.Type.IsBooty() || u.Aboard != 0 || b.Space(to).OriginalController == board.Neutral || c.below(3) == 0 {
			continue
		}
		enemy := position.Enemy(b, p.Owner(to), p.Power())
		switch {
		case u.Type.IsFightingLand() && enemy && !b.Space(to).Sea,
			u.Type.IsShip() && b.Space(to).Sea,
			u.Type.IsAir() && (enemy || p.HostileZone(b, to, b.SideOf(p.Power()))):
			positiontest.Change(p, func(d *position.Data) {
				x := d.Unit(u.ID)
				x.At, x.Now.From, x.Now.Used = to, u.At, 1
				x.Now.Did |= position.MovedInCombat
				for _, id := range p.CargoOf(u.ID) {
					d.Unit(id).At = to
				}
			})
			if u.Type.IsAir() && !b.Space(to).Sea && c.below(4) == 0 {
				positiontest.Change(p, func(d *position.Data) {
					d.Unit(u.ID).Now.Did |= position.Raided
					d.Turn.Plan.Raids = append(d.Turn.Plan.Raids, position.Raid{Target: to, Planes: []int{u.ID}})
				})
			}
		}
	}
	for _, id := range ships(p) {
		u := p.Unit(id)
		for _, to := range b.Near(u.At) {
			if position.Enemy(b, p.Owner(to), p.Power()) && !b.Space(to).Sea && c.below(2) == 0 {
				positiontest.Change(p, func(d *position.Data) {
					cargo := d.Add(board.Infantry, d.Power, u.At)
					d.Unit(cargo).Aboard = id
					d.Turn.Plan.Landings = append(d.Turn.Plan.Landings, position.Landing{Ship: id, Zone: d.Unit(id).At, Target: to, Cargo: []int{cargo}})
				})
				break
			}
		}
	}
}

// ships lists the transports of the power on turn.
func ships(p *position.Position) []int {
	var ids []int
	for u := range p.Units() {
		if u.Owner == p.Power() && u.Type == board.Transport {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// sound finds what cannot be after a fight.
func sound(r *phase.Turn, before int) error {
	if n := len(r.Pos.Data().Units); n > before {
		return fmt.Errorf("%d units became %d", before, n)
	}
	for u := range r.Pos.Units() {
		ship, sea := r.Pos.Unit(u.Aboard), r.Board.Space(u.At).Sea
		switch {
		case u.Aboard != 0 && (ship.ID == 0 || ship.At != u.At):
			return fmt.Errorf("%s %d is aboard a ship that is not there", u.Type, u.ID)
		case u.Type.IsLand() && sea && u.Aboard == 0, u.Type.IsShip() && !sea:
			return fmt.Errorf("%s %d stands in %s", u.Type, u.ID, r.Board.Name(u.At))
		case u.Type == board.Fighter && sea && u.Aboard == 0 && r.IsEnemy(u.Owner):
			return fmt.Errorf("a defending fighter hovers over %s", r.Board.Name(u.At))
		case u.Type.IsFightingLand() && !sea && !r.Board.Allied(u.Owner, r.Pos.Owner(u.At)):
			return fmt.Errorf("%s of %s stands in %s of %s", u.Type, u.Owner, r.Board.Name(u.At), r.Pos.Owner(u.At))
		}
	}
	for n := range r.Pos.Nations() {
		if n.Money() < 0 {
			return fmt.Errorf("%s has %d IPC", n.Power(), n.Money())
		}
	}
	return nil
}
