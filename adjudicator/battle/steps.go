package battle

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
)

// Step is one part of a round in which one side fires: a function that says who fires at what, and what happens to the
// units hit. A round is a list of steps; a new kind of fire adds one and changes none.
type Step struct {
	Name  string // of the dice and of events: dice.StepFire and so on
	Kind  string // of the dice
	Role  Role   // who fires
	Once  bool   // in the first round only
	Sweep bool   // before it, what the opening fire struck leaves (R-77, step 3)

	fire func(f *Field, dst []Shooter, s *Step, round int, own Status, me, foe Look) []Shooter
	mark func(f *Field, foe Look) Condition
}

// Shooter is a unit that fires. Unit is an index into [Field.Crew].
type Shooter struct {
	Unit  int
	Value int // hits at or below
	Dice  int
	Aim   Aim
	At    int // the one enemy it fires at, or -1
}

// Column is the shooters of one value, in the order in which they roll.
type Column struct {
	Value    int
	Shooters []Shooter
	Best     bool // of several dice of one shooter at most one hits (LHTR's heavy bombers)
	Pool     bool // low luck: all of one aim together; Sure hits, and one die for the Value that remains
	Sure     int
}

// listSteps is a round of combat in the rulebook's order (R-77, T-27). Who rolls first in the opening fire of a landing
// and on land differs between the rule sets.
func (f *Field) listSteps() []Step {
	b := &f.battle
	kind := dice.Land
	if b.Sea {
		kind = dice.Sea
	}
	flak := Step{Name: dice.StepBattle, Kind: dice.AA, Role: Defender, Once: true, fire: fireAntiaircraft,
		mark: markStricken}
	bombard := Step{Name: dice.StepFire, Kind: dice.Bombard, Role: Attacker, Once: true, fire: fireBombard,
		mark: bombarded}
	fires := []Step{
		{Name: dice.StepFire, Kind: kind, Role: Attacker, fire: fireMain, mark: markDoomed},
		{Name: dice.StepFire, Kind: kind, Role: Defender, fire: fireMain, mark: markDoomed},
	}
	if !b.Sea {
		opening := []Step{flak, bombard}
		if b.Set.Landing.BombardFirst {
			opening = []Step{bombard, flak}
		}
		if b.Set.Combat.DefenderFirst && !b.Landing {
			fires[0], fires[1] = fires[1], fires[0]
		}
		fires[0].Sweep = true
		return append(opening, fires...)
	}
	fires[0].Sweep = true
	return append([]Step{
		{Name: dice.StepKamikaze, Kind: kind, Role: Attacker, Once: true, fire: fireExpendable, mark: markStricken},
		{Name: dice.StepKaiten, Kind: kind, Role: Defender, Once: true, fire: fireExpendable, mark: torpedoed},
		{Name: dice.StepSubmarines, Kind: kind, Role: Attacker, fire: fireSubmarines, mark: torpedoed},
		{Name: dice.StepSubmarines, Kind: kind, Role: Defender, fire: fireSubmarines, mark: torpedoed},
	}, fires...)
}

// Steps lists the steps of a round.
func (f *Field) Steps(round int) []Step {
	if round <= 1 {
		return f.steps
	}
	return f.later
}

// Shooters appends those of a side that roll in a step: they have a value and a target. Me and foe are what the
// sides see of each other; a kind that the enemy lacks is no target.
func (f *Field) Shooters(dst []Shooter, s *Step, round int, own Status, me, foe Look) []Shooter {
	from := len(dst)
	dst = s.fire(f, dst, s, round, own, me, foe)
	roll := dst[:from]
	for _, sh := range dst[from:] {
		if !foe.Aside {
			sh.Aim &^= Aside
		}
		sh.Aim &= foe.Targets | Aside
		if sh.Value > 0 && sh.Dice > 0 && sh.Aim&^Aside != 0 {
			roll = append(roll, sh)
		}
	}
	return roll
}

// Volley is what shooters roll, column by column in the order of the dice: the lowest number first; in a column by
// power in turn order, then by type (cases.md); antiaircraft fire plane by plane, as the orders name them.
func (f *Field) Volley(s *Step, shooters []Shooter) []Column {
	if f.battle.Set.Combat.LowLuck {
		return f.lowLuckColumns(f.crew(s), shooters)
	}
	if s.Kind != dice.AA {
		crew := f.crew(s)
		slices.SortStableFunc(shooters, func(x, y Shooter) int {
			return cmp.Or(cmp.Compare(x.Value, y.Value), f.canonical(&crew[x.Unit], &crew[y.Unit]))
		})
	}
	var cs []Column
	for _, sh := range shooters {
		if len(cs) == 0 || cs[len(cs)-1].Value != sh.Value {
			cs = append(cs, Column{Value: sh.Value, Best: f.battle.Set.Combat.HeavyBest})
		}
		c := &cs[len(cs)-1]
		c.Shooters = append(c.Shooters, sh)
	}
	return cs
}

// canonical orders the units of a column.
func (f *Field) canonical(u, v *Unit) int {
	b := f.battle.Set.Board
	return cmp.Or(cmp.Compare(b.Index(u.Owner), b.Index(v.Owner)), cmp.Compare(u.Type, v.Type))
}

// lowLuckColumns returns the dice under low luck (names.md): the values of all units that fire at the same kinds are
// added; a sixth of the sum are sure hits, one die is rolled for the remainder. Submarines that fire with the others
// are a pool of their own, the first one.
func (f *Field) lowLuckColumns(crew []Unit, shooters []Shooter) []Column {
	sub := func(s Shooter) bool { return crew[s.Unit].Type == board.Submarine }
	slices.SortStableFunc(shooters, func(x, y Shooter) int { return btoi(sub(y)) - btoi(sub(x)) })
	var cs []Column
	for _, sh := range shooters {
		sh.At = -1 // the owner picks
		if f.battle.Set.Combat.HeavyBest {
			sh.Dice = 1
		}
		i := slices.IndexFunc(cs, func(c Column) bool {
			return c.Shooters[0].Aim == sh.Aim && sub(c.Shooters[0]) == sub(sh)
		})
		if i < 0 {
			cs = append(cs, Column{Pool: true})
			i = len(cs) - 1
		}
		cs[i].Shooters = append(cs[i].Shooters, sh)
		cs[i].Value += sh.Value * sh.Dice
	}
	for i := range cs {
		cs[i].Sure, cs[i].Value = cs[i].Value/6, cs[i].Value%6
	}
	return cs
}

// dice is how many dice a column rolls.
func (c *Column) dice() int {
	if c.Pool {
		return btoi(c.Value > 0)
	}
	n := 0
	for _, s := range c.Shooters {
		n += s.Dice
	}
	return n
}

// hits counts what the dice of a column hit.
func (c *Column) hits(faces []int) []Hit {
	if c.Pool {
		n := c.Sure
		if len(faces) > 0 && faces[0] <= c.Value {
			n++
		}
		return add(nil, Hit{Aim: c.Shooters[0].Aim, N: n, At: -1})
	}
	var hits []Hit
	for _, s := range c.Shooters {
		n := 0
		for _, d := range faces[:s.Dice] {
			n += btoi(d <= c.Value)
		}
		faces = faces[s.Dice:]
		if c.Best {
			n = min(n, 1)
		}
		hits = add(hits, Hit{Aim: s.Aim, N: n, At: s.At})
	}
	return hits
}

// add adds hits up by what they can go to.
func add(hits []Hit, h Hit) []Hit {
	if h.N == 0 {
		return hits
	}
	for i := range hits {
		if hits[i].Aim == h.Aim && hits[i].At == h.At {
			hits[i].N += h.N
			return hits
		}
	}
	return append(hits, h)
}

// crew is the units that a step's shooters are: the ships at the coast, the planes a gun fires at, else the side's own.
func (f *Field) crew(s *Step) []Unit {
	switch s.Kind {
	case dice.AA:
		return f.lines[Attacker].units
	case dice.Bombard:
		return f.battle.Ships
	}
	return f.lines[s.Role].units
}

// Mark is what happens to the units that a step hits; foe is how its shooters saw them.
func (f *Field) Mark(s *Step, foe Look) Condition { return s.mark(f, foe) }

func markDoomed(*Field, Look) Condition { return Doomed }

func markStricken(*Field, Look) Condition { return Stricken }

// bombarded: victims of ships at the coast do not fire back, but in Europe they do.
func bombarded(f *Field, _ Look) Condition {
	if f.battle.Set.Landing.VictimsFire {
		return Doomed
	}
	return Stricken
}

// torpedoed: a destroyer lets its side's victims of submarines fire back, if it was there when the dice fell
//
func torpedoed(f *Field, foe Look) Condition {
	if f.battle.Set.Subs.VictimsFire && foe.Destroyer {
		return Doomed
	}
	return Stricken
}

// fireAntiaircraft rolls one die for each plane that the gun may fire at, in the order in which the orders name them
// . Where the owner picks, hits go by their order of loss. The gun fires in the first round only.
func fireAntiaircraft(f *Field, shots []Shooter, _ *Step, _ int, _ Status, _, foe Look) []Shooter {
	gun, l := f.battle.Gun, &f.lines[Attacker]
	for i := range l.units {
		if l.kind[i] != InAir {
			continue // superfortresses, and what does not fly
		}
		at := i
		if f.battle.Set.AntiaircraftFire.OwnerPicks {
			at = -1
		}
		shots = append(shots, Shooter{Unit: i, Value: gun.Value, Dice: 1, Aim: InAir, At: at})
	}
	slices.SortStableFunc(shots, func(x, y Shooter) int { return named(&l.units[x.Unit], &l.units[y.Unit]) })
	return shots
}

// fireBombard: every ship assigned fires once at fighting land units (R-65 to R-67, T-28, T-29).
func fireBombard(f *Field, shots []Shooter, _ *Step, _ int, _ Status, _, _ Look) []Shooter {
	b := &f.battle
	if b.noBombardment() {
		return shots
	}
	for i, u := range b.Ships {
		army := b.Attacker.Armies[b.Attacker.army(u.Owner)]
		value := b.Set.Bombard(army.Advantages, u.Type)
		shots = append(shots, Shooter{Unit: i, Value: value, Dice: 1, Aim: OnLand, At: -1})
	}
	return shots
}

// fireExpendable: planes and submarines that do not come back (JAP-2, JAP-3).
func fireExpendable(f *Field, shots []Shooter, s *Step, round int, own Status, _, _ Look) []Shooter {
	l := &f.lines[s.Role]
	fires := func(i int) bool { return l.units[i].expendable() && own[i].standing() }
	return l.shooters(shots, own, fires, func(i int) Shooter {
		return Shooter{Value: l.value[1][0][i], Aim: ships}
	})
}

// fireSubmarines: submarines fire first, where they have their first strike; those just hit by enemy submarines fire,
// too, as all opening fire falls together. They hit only ships (R-80, T-31) and fire once a round (T-30).
func fireSubmarines(f *Field, shots []Shooter, s *Step, round int, own Status, _, foe Look) []Shooter {
	if !f.firstStrike(s.Role, foe) {
		return shots
	}
	l := &f.lines[s.Role]
	return l.shooters(shots, own, func(i int) bool { return l.isSub(i) && own[i].present() }, func(i int) Shooter {
		return Shooter{Value: l.value[min(round, 2)][0][i], Aim: ships | Aside}
	})
}

func (l *line) isSub(i int) bool {
	u := &l.units[i]
	return u.Type == board.Submarine && !u.Kaiten && !u.Beside
}

// firstStrike reports whether a side's submarines fire in the opening fire. Where a destroyer does not let victims fire
// back, it takes the first strike away.
func (f *Field) firstStrike(r Role, foe Look) bool {
	p := f.battle.Set.Subs
	allowed := p.AttackFirst
	if r == Defender {
		allowed = p.DefendFirst
	}
	return allowed && (p.VictimsFire || !foe.Destroyer)
}

// fireMain: everything else of a side, also what has been hit in this round and fires back. It hits submarines too
// but planes hit them only with a destroyer present where the rule set wants one.
func fireMain(f *Field, shots []Shooter, s *Step, round int, own Status, me, foe Look) []Shooter {
	l := &f.lines[s.Role]
	first := f.firstStrike(s.Role, foe)
	fires := func(i int) bool {
		return own[i].present() && !l.units[i].expendable() && !(first && l.isSub(i))
	}
	values := l.supported(min(round, 2), fires)
	return l.shooters(shots, own, fires, func(i int) Shooter {
		aim := anything
		switch {
		case l.isSub(i):
			aim = ships | Aside
		case l.units[i].Type.IsAir() && f.battle.Set.Subs.AirNeedsHelp && !me.Destroyer:
			aim &^= Submarine
		}
		return Shooter{Value: values(i), Aim: aim}
	})
}

// shooters appends those that fire.
func (l *line) shooters(shots []Shooter, own Status, fires func(int) bool, shot func(int) Shooter) []Shooter {
	for i := range own {
		if fires(i) {
			sh := shot(i)
			sh.Unit, sh.Dice, sh.At = i, l.dice[i], -1
			shots = append(shots, sh)
		}
	}
	return shots
}

// supported gives the values of a side's units: each artillery that fires supports one infantry that gains by it
//
func (l *line) supported(round int, fires func(int) bool) func(int) int {
	plain, helped := l.value[round][0], l.value[round][1]
	guns := 0
	for i := range l.units {
		if l.units[i].Type == board.Artillery && fires(i) {
			guns++
		}
	}
	return func(i int) int {
		if guns > 0 && l.units[i].Type == board.Infantry && helped[i] > plain[i] {
			guns--
			return helped[i]
		}
		return plain[i]
	}
}
