package battle

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// Role is a side of a battle.
type Role uint8

// The roles.
const (
	Attacker Role = iota
	Defender
)

// Other is the opponent.
func (r Role) Other() Role { return 1 - r }

// token is the role's word in labels of dice.
func (r Role) token() string { return [...]string{dice.Attacker, dice.Defender}[r] }

// Condition is how one unit stands.
type Condition uint8

// The conditions.
const (
	Fit       Condition = iota
	Damaged             // a battleship with one hit; it fights at full value
	Doomed              // hit, fires back, leaves at the end of the round
	Stricken            // hit in the opening fire, leaves before the others fire
	Dived               // submerged: out of the battle
	Withdrawn           // a plane that broke off
	Lost
)

// Status is the conditions of a side's units, in the order of Side.Units.
type Status []Condition

// Aim is a set of kinds of targets.
type Aim uint8

// The kinds of targets. High planes are those that guns never fire at (Superfortresses).
const (
	OnLand Aim = 1 << iota
	InAir
	InHighAir
	Surface
	Submarine
	Aside // ships of the attacker's allies that take no part

	ships    = Surface | Submarine
	planes   = InAir | InHighAir
	anything = OnLand | planes | ships
	numKinds = 6
)

// Look is what the other side sees of a side: everything that decides who may fire at it, and whether submarines may
// dive.
type Look struct {
	Targets   Aim  // kinds of which a unit can still be hit
	Destroyer bool // one is in the battle, even if it is hit
	Aside     bool // an ally's ship is there on which a submarine's hit may be taken
	HitsSubs  bool // a unit not yet hit can hit submarines: a ship, or a plane that the rules let
}

// Field is a battle made ready to be fought: all that does not change with the losses. Package odds drives it, too. It
// is for one goroutine.
type Field struct {
	battle Battle
	lines  [2]line
	steps  []Step // of the first round
	later  []Step // of the others
	chosen []Loss // memory of Hit
}

// line is one side, made ready.
type line struct {
	units   []Unit
	army    []int // index of the owner's army, by unit
	kind    []Aim
	value   [3][2][]int // by round (1, 2), support and unit
	dice    []int
	own     []Loss // order of loss
	theirs  []Loss // the enemy's, if an ally objects (fine print 13), else nil
	objects []bool // by unit: its owner objects to the leader's order
}

// Ready makes a battle ready. The error names what the caller put together wrongly.
func (b Battle) Ready() (*Field, error) {
	if err := b.check(); err != nil {
		return nil, err
	}
	if b.Round == 0 {
		b.count()
	}
	f := &Field{battle: b}
	f.steps = f.listSteps()
	f.later = slices.DeleteFunc(slices.Clone(f.steps), func(s Step) bool { return s.Once })
	for r := range f.lines {
		f.lines[r] = f.line(Role(r))
	}
	return f, nil
}

// count notes what advantages ask about the beginning of a battle.
func (b *Battle) count() {
	b.InfantryOnly, b.Subs = len(b.Attacker.Units) > 0, 0
	for _, u := range b.Attacker.Units {
		// A landing stays one of infantry only whatever flies above it (JAP-6).
		if u.Type != board.Infantry && (!b.Landing || !u.Type.IsAir()) {
			b.InfantryOnly = false
		}
		if u.Type == board.Submarine && u.Owner == b.Attacker.Armies[0].Power {
			b.Subs++
		}
	}
}

func (b *Battle) side(r Role) *Side {
	if r == Attacker {
		return &b.Attacker
	}
	return &b.Defender
}

func (f *Field) line(r Role) line {
	b := &f.battle
	s := b.side(r)
	n := len(s.Units)
	ints := make([]int, 6*n)
	part := func(k int) []int { return ints[k*n : (k+1)*n : (k+1)*n] }
	l := line{units: s.Units, army: part(0), dice: part(1), kind: make([]Aim, n), objects: make([]bool, n)}
	l.value[1], l.value[2] = [2][]int{part(2), part(3)}, [2][]int{part(4), part(5)}
	var before rules.Shot
	for i, u := range s.Units {
		l.army[i] = s.army(u.Owner)
		if u.Beside {
			l.kind[i], before = Aside, rules.Shot{}
			continue // it has no target
		}
		army := &s.Armies[l.army[i]]
		l.objects[i] = l.army[i] > 0 && hasObjection(army.Tactics)
		sh := b.shot(r, u)
		if i > 0 && sh == before { // one more of the same
			l.kind[i], l.dice[i] = l.kind[i-1], l.dice[i-1]
			for k := 2; k < 6; k++ {
				ints[k*n+i] = ints[k*n+i-1]
			}
			continue
		}
		before = sh
		l.kind[i] = aimOf(u.Type, b.Set.SafeFromGuns(army.Advantages, u.Type))
		l.dice[i] = b.Set.Dice(army.Advantages, sh)
		for round := 1; round <= 2; round++ {
			for support := range 2 {
				in := rules.Shot{Unit: sh.Unit, Owner: sh.Owner,
					When: sh.When.With(rules.FirstRound, round == 1).With(rules.Supported, support == 1)}
				l.value[round][support][i] = min(6, b.Set.Strength(army.Advantages, in))
			}
		}
	}
	l.own, l.theirs = b.orders(r, l)
	return l
}

func aimOf(t board.UnitType, safe bool) Aim {
	switch {
	case t == board.Submarine:
		return Submarine
	case t.IsShip():
		return Surface
	case t.IsAir() && safe:
		return InHighAir
	case t.IsAir():
		return InAir
	}
	return OnLand
}

// shot is what a unit's combat value can depend on, in any round.
func (b *Battle) shot(r Role, u Unit) rules.Shot {
	when := rules.Defending
	if r == Attacker {
		when = rules.Attacking.With(rules.InfantryOnly, b.InfantryOnly).
			With(rules.ThreeSubmarines, b.Subs >= 3 && u.Owner == b.Attacker.Armies[0].Power)
	}
	when = when.With(rules.OwnSoil, b.OriginalController == u.Owner && b.Controller == u.Owner).With(rules.OnIsland,
		b.Island).
		With(rules.Amphibious, b.Landing).With(rules.FromSea, u.FromSea).With(rules.OneShot, u.Kaiten)
	return rules.Shot{Unit: u.Type, Owner: u.Owner, When: when}
}

// Start is the status of both sides as the battle was given.
func (f *Field) Start() (attacker, defender Status) {
	var st [2]Status
	for r := range f.lines {
		st[r] = make(Status, len(f.lines[r].units))
		for i, u := range f.lines[r].units {
			switch {
			case u.Submerged:
				st[r][i] = Dived
			case u.Damaged:
				st[r][i] = Damaged
			}
		}
	}
	return st[Attacker], st[Defender]
}

// Battle is the battle as it stands with these statuses: the lost and the withdrawn are gone.
func (f *Field) Battle(round int, attacker, defender Status) Battle {
	b := f.battle
	b.Round = round
	var fallen [2][]order.Loss
	for r, st := range [2]Status{attacker, defender} {
		s := b.side(Role(r))
		s.Units = nil
		if len(s.Armies) > 0 {
			s.Armies = slices.Clone(s.Armies)
		}
		for i, u := range f.lines[r].units {
			if st[i] != Lost && st[i] != Withdrawn {
				u.Damaged, u.Submerged = st[i] == Damaged, st[i] == Dived
				s.Units = append(s.Units, u)
			} else if st[i] == Lost {
				fallen[r] = append(fallen[r], u.Loss())
			}
		}
	}
	for r := range fallen {
		for i := range b.side(Role(r)).Armies {
			army := &b.side(Role(r)).Armies[i]
			army.Tactics = order.WithoutFallen(army.Tactics, fallen[r], fallen[1-r])
		}
	}
	return b
}

// Look is what the other side sees of a side.
func (f *Field) Look(r Role, st Status) Look {
	var look Look
	l := &f.lines[r]
	var strike Aim // kinds that could hit something
	for i, c := range st {
		if l.units[i].Beside {
			look.Aside = look.Aside || c.standing()
			continue
		}
		if c.standing() && l.value[2][0][i] > 0 {
			strike |= l.kind[i]
		}
		if c.standing() && !l.units[i].expendable() {
			look.Targets |= l.kind[i]
		}
		if l.units[i].Type == board.Destroyer && c.present() {
			look.Destroyer = true
		}
	}
	look.HitsSubs = strike&ships != 0 || strike&planes != 0 && (look.Destroyer || !f.battle.Set.Subs.AirNeedsHelp)
	return look
}

// Fires is the status with those that are hit and fire back as fit as before: what a side rolls is equal in both.
func (f *Field) Fires(dst, st Status) Status {
	dst = append(dst[:0], st...)
	for i, c := range dst {
		if c == Doomed {
			dst[i] = Fit
		}
	}
	return dst
}

// standing reports whether a unit can be hit and fights on.
func (c Condition) standing() bool { return c == Fit || c == Damaged }

// present reports whether a unit has not left the battle.
func (c Condition) present() bool { return c <= Stricken }

// expendable reports whether a unit is removed after its one shot. It cannot be chosen for other hits (JAP-2, JAP-3).
func (u *Unit) expendable() bool { return u.Suicide || u.Kaiten }

// left counts a side's units that still fight.
func (f *Field) left(r Role, st Status) int {
	n := 0
	for i, c := range st {
		if c.standing() && !f.lines[r].units[i].Beside {
			n++
		}
	}
	return n
}

// Blows counts the hits that a side's units could still take. It never grows in a battle.
func (f *Field) Blows(r Role, st Status) int {
	n := 0
	for i, c := range st {
		n += btoi(c.standing()) + btoi(c == Fit && twoHits(f.lines[r].units[i].Type))
	}
	return n
}
