package luck

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
)

// unitDice is some dice of one unit for one purpose.
type unitDice struct {
	dice, hits                int
	expected, swing, variance float64
}

// counter goes through the events of a game.
type counter struct {
	set      *rules.Set
	b        *board.Board
	ledger   Report
	units    []Line // by type; the last is research
	sequence []int  // all faces of six-sided dice, in the order of the records
	at       map[board.SpaceID]*field
	now      *game.Resolution
}

// field is a battle so far: the units left on each side.
type field struct {
	battle    int // its place in the ledger
	attackers []event.Stack
	defenders []event.Stack
}

func newCounter(g *replay.Game) *counter {
	c := &counter{set: g.Rules, b: g.Rules.Board, at: map[board.SpaceID]*field{},
		units: make([]Line, board.NumUnitTypes+1)}
	c.ledger = Report{Game: g.Setup.Name, Units: []Line{}, Battles: []Battle{}, Course: []Point{}}
	for _, p := range c.b.Powers() {
		c.ledger.Powers = append(c.ledger.Powers, Line{Name: string(p)})
	}
	for t := range c.units {
		c.units[t].Name = board.UnitType(t).String()
	}
	c.units[board.NumUnitTypes].Name = "research"
	return c
}

func (c *counter) countResolution(g *game.Resolution) {
	c.now = g
	for _, r := range g.Rolls {
		for _, face := range r.Dice {
			if r.Sides == 6 {
				c.ledger.Dice++
				c.ledger.Faces[face-1]++
				c.sequence = append(c.sequence, face)
			}
		}
	}
	for _, e := range g.Events {
		c.event(e)
	}
	p := Point{Record: g.Turn, Round: g.Round, Power: g.Power}
	for _, l := range c.ledger.Powers {
		p.Net = append(p.Net, l.Net)
	}
	c.ledger.Course = append(c.ledger.Course, p)
}

func (c *counter) event(e event.Event) {
	switch e := e.(type) {
	case event.BattleBegan:
		c.ledger.Battles = append(c.ledger.Battles,
			Battle{Record: c.now.Turn, Round: c.now.Before.Round(), Power: c.now.Before.Power(),
				Space: c.b.Name(e.Space), Attacker: Line{Name: string(owner(e.Attackers))},
				Defender: Line{Name: string(owner(e.Defenders))}})
		c.at[e.Space] = &field{battle: len(c.ledger.Battles) - 1, attackers: slices.Clone(e.Attackers),
			defenders: slices.Clone(e.Defenders)}
	case event.Fired:
		c.fired(e)
	case event.Lost:
		c.lost(e)
	case event.BattleEnded:
		if f := c.at[e.Space]; f != nil {
			c.ledger.Battles[f.battle].Outcome = e.Outcome
		}
	case event.AntiaircraftFired:
		c.shots(e.Whose, owner(e.Units), board.AAGun, e.Dice, e.Value, c.averageCost(e.Units))
	case event.Intercepted:
		c.shots(e.Power, board.Nobody, board.Fighter, e.Dice, e.Value, float64(c.set.Cost(board.Fighter)))
	case event.Raided:
		c.damage(e.Dice, board.Bomber, e.Power, e.Whose)
	case event.RocketFired:
		c.damage(e.Dice, board.AAGun, e.Power, e.Whose)
	case event.Researched:
		c.researched(e)
	}
}

// fired counts the volleys of one side in one step, unit by unit.
func (c *counter) fired(e event.Fired) {
	f := c.at[e.Space]
	if f == nil {
		return
	}
	battle := &c.ledger.Battles[f.battle]
	mine, enemies := &battle.Defender, f.attackers
	if e.Attacking {
		mine, enemies = &battle.Attacker, f.defenders
	}
	worth, foe := c.averageCost(enemies), owner(enemies)
	for _, v := range e.Volleys {
		for _, s := range shooters(v) {
			t := c.hits(s, v.Value, worth)
			mine.add(t)
			c.units[s.unit].add(t)
			c.credit(s.power, foe, t)
		}
	}
}

// lost takes the lost off the field.
func (c *counter) lost(e event.Lost) {
	f := c.at[e.Space]
	if f == nil {
		return
	}
	side := &f.defenders
	if e.Attacking {
		side = &f.attackers
	}
	for _, gone := range event.Stacks(e.Units) {
		i := slices.IndexFunc(*side, func(s event.Stack) bool {
			return s.Power == gone.Power && s.Type == gone.Type && s.N >= gone.N
		})
		if i >= 0 {
			(*side)[i].N -= gone.N
		}
	}
}

// shots counts dice that all hit alike, each plane shot at one.
func (c *counter) shots(power, foe board.Power, unit board.UnitType, dice []int, value int, worth float64) {
	if len(dice) == 0 {
		return
	}
	t := c.hits(shooter{power: power, unit: unit, dice: dice}, value, worth)
	c.units[unit].add(t)
	c.credit(power, foe, t)
}

// damage counts dice that are IPC by themselves.
func (c *counter) damage(dice []int, unit board.UnitType, power, foe board.Power) {
	t := unitDice{dice: len(dice), variance: float64(len(dice)) * 35 / 12}
	for _, d := range dice {
		t.swing += float64(d) - 3.5
	}
	c.units[unit].add(t)
	c.credit(power, foe, t)
}

// researched counts a technology found or missed; it has no price, so it moves hits and not money.
func (c *counter) researched(e event.Researched) {
	if len(e.Dice) > 0 {
		t := unitDice{dice: len(e.Dice), expected: 1 - math.Pow(5.0/6, float64(len(e.Dice)))}
		if e.Success {
			t.hits = 1
		}
		c.units[board.NumUnitTypes].add(t)
	}
}

// credit gives a throw to the power that rolled, and to the one that it was rolled against.
func (c *counter) credit(power, foe board.Power, t unitDice) {
	for i := range c.ledger.Powers {
		switch l := &c.ledger.Powers[i]; board.Power(l.Name) {
		case power:
			l.add(t)
		case foe:
			l.addEnemyDice(t)
		}
	}
}

// shooter is a unit with its dice.
type shooter struct {
	power board.Power
	unit  board.UnitType
	dice  []int
}

// shooters gives each unit of a volley its dice, in the canonical order of units. Under low luck all of them share what
// there is; heavy bombers have more than one.
func shooters(v event.Volley) []shooter {
	units, bombers := 0, 0
	for _, s := range v.Units {
		units += s.N
		if s.Type == board.Bomber {
			bombers += s.N
		}
	}
	if units == 0 || len(v.Dice) == 0 {
		return nil
	}
	each := 1
	if bombers > 0 && len(v.Dice) > units {
		each = 1 + (len(v.Dice)-units)/bombers
	}
	var out []shooter
	dice := v.Dice
	for _, s := range v.Units {
		for range s.N {
			n := 1
			if s.Type == board.Bomber {
				n = each
			}
			if n = min(n, len(dice)); n > 0 {
				out = append(out, shooter{s.Power, s.Type, dice[:n]})
				dice = dice[n:]
			}
		}
	}
	return out
}

// hits counts a unit's dice against a value. A heavy bomber of which only the best die counts has one chance made of
// several.
func (c *counter) hits(s shooter, value int, worth float64) unitDice {
	t := unitDice{dice: len(s.dice)}
	for _, d := range s.dice {
		if d <= value {
			t.hits++
		}
	}
	p, n := float64(value)/6, float64(len(s.dice))
	if c.set.Combat.HeavyBest && s.unit == board.Bomber {
		p, n, t.hits = 1-math.Pow(1-p, n), 1, min(t.hits, 1)
	}
	t.expected = n * p
	t.swing = (float64(t.hits) - t.expected) * worth
	t.variance = n * p * (1 - p) * worth * worth
	return t
}

// averageCost is what a unit of these costs on average.
func (c *counter) averageCost(stacks []event.Stack) float64 {
	n, cost := 0, 0
	for _, s := range stacks {
		if s.Type != board.AAGun && s.Type != board.Complex {
			n += s.N
			cost += s.N * c.set.Cost(s.Type)
		}
	}
	if n == 0 {
		return 0
	}
	return float64(cost) / float64(n)
}

// owner is whose most of these are, the first of equals.
func owner(stacks []event.Stack) board.Power {
	var best board.Power
	most, count := 0, map[board.Power]int{}
	for _, s := range stacks {
		if count[s.Power] += s.N; count[s.Power] > most {
			best, most = s.Power, count[s.Power]
		}
	}
	return best
}
