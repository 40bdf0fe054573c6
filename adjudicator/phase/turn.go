package phase

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Turn is the turn of a power as the code of its phases sees it. Events change the position, and nothing else does.
type Turn struct {
	Rules          *rules.Set
	Board          *board.Board
	Journal        *position.Journal  // begins with a copy of the caller's position
	Pos            *position.Position // the journal's, for reading only
	Resolver       Resolver
	Power          board.Power // on turn
	Side           board.Side
	JointAttackers []board.Power // allies whose units fight for the power on turn
	Faults         []order.Fault
	Battles        []battle.Battle // those fought, as they stood before their first die here
}

// Begin begins a phase of the turn of the power on turn, on a copy of the position unless Do gives it away.
func Begin(s State) *Turn {
	if !s.given {
		s.Position = s.Position.Clone()
	}
	t := View(s)
	t.Journal = position.JournalOn(s.Position)
	return t
}

// View is the turn on the position itself, for reading only: it emits nothing.
func View(s State) *Turn {
	t := &Turn{Rules: s.Rules, Board: s.Rules.Board, Pos: s.Position, Resolver: s.Resolver}
	t.SetPower(s.Position.Power())
	return t
}

// SetPower makes a power the one on turn, with its side and the allies whose units fight for it.
func (t *Turn) SetPower(p board.Power) {
	t.Power, t.Side = p, t.Board.SideOf(p)
	t.JointAttackers = t.Rules.JointAttackers(t.Pos, p)
}

// Result is what the phase led to so far. The error is an impossible event.
func (t *Turn) Result() (Result, error) {
	if err := t.Journal.Err(); err != nil {
		return Result{}, err
	}
	return Result{After: t.Pos, Events: t.Journal.Events(), Faults: t.Faults, Battles: t.Battles}, nil
}

// State is the turn as it is now, to begin a phase with.
func (t *Turn) State() State { return State{Rules: t.Rules, Position: t.Pos, Resolver: t.Resolver} }

// Do plays or judges a phase on the turn's own copy of the position. After an error the turn is of no use.
func (t *Turn) Do(f Func, orders order.PhaseOrders) ([]Await, error) {
	r, err := f(State{Rules: t.Rules, Position: t.Pos, Resolver: t.Resolver, given: true}, orders)
	if err != nil {
		return nil, err
	}
	t.Journal.Adopt(r.After, r.Events)
	t.Faults = append(t.Faults, r.Faults...)
	t.Battles = append(t.Battles, r.Battles...)
	return r.Awaited, nil
}

// IsJointAttacker reports whether units of that owner fight for the power on turn this turn though they are an ally's.
func (t *Turn) IsJointAttacker(p board.Power) bool { return slices.Contains(t.JointAttackers, p) }

// Emit makes the change of an event, and keeps it.
func (t *Turn) Emit(e event.Event) { t.Journal.Emit(e) }

// Units returns units as events name them, without cargo: by owner, in turn order, then by type.
func (t *Turn) Units(ids []int) []event.Unit { return event.Sorted(t.Board, t.InOrder(ids)) }

// InOrder returns units as events name them, without cargo, in the order of their IDs in the list.
func (t *Turn) InOrder(ids []int) []event.Unit {
	list := make([]event.Unit, len(ids))
	for i, id := range ids {
		u := t.Pos.Unit(id)
		list[i] = event.Unit{ID: id, Owner: u.Owner, Type: u.Type, Aboard: u.Aboard,
			Damaged: u.Damaged, Submerged: u.Submerged}
	}
	return list
}

// Stacks counts equal units by owner, in turn order, and by type.
func (t *Turn) Stacks(ids []int) []event.Stack { return event.Stacks(t.Units(ids)) }

// NewUnits returns units that come on the board, with the next IDs.
func (t *Turn) NewUnits(owner board.Power, types ...board.UnitType) []event.Unit {
	list := make([]event.Unit, len(types))
	for i, unit := range types {
		list[i] = event.Unit{ID: t.Pos.LastID() + 1 + i, Owner: owner, Type: unit}
	}
	return list
}

// IsFriendly reports whether a power is on the mover's side.
func (t *Turn) IsFriendly(p board.Power) bool { return t.Board.SideOf(p) == t.Side }

// IsEnemy reports whether a power is on the other side.
func (t *Turn) IsEnemy(p board.Power) bool { return position.Enemy(t.Board, t.Power, p) }

// Advantages lists the technologies and national advantages that work for a power now.
func (t *Turn) Advantages(p board.Power) []*rules.Advantage { return t.Rules.Active(t.Pos, p) }

// UnitsIn lists the units in a space that satisfy a test.
func (t *Turn) UnitsIn(space board.SpaceID, test func(position.Unit) bool) []int {
	var ids []int
	for u := range t.Pos.In(space) {
		if test(u) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// Mark notes what units did this turn, those of them that are still on the board.
func (t *Turn) Mark(ids []int, did position.Activity) {
	gone := func(id int) bool { return t.Pos.Unit(id).ID == 0 }
	if here := slices.DeleteFunc(slices.Clone(ids), gone); len(here) > 0 {
		t.Emit(event.Marked{Units: here, Did: did})
	}
}

// MovementLeft returns how many spaces a unit can still move.
func (t *Turn) MovementLeft(u position.Unit) int { return t.Movement(u) - u.Now.Used }

// IsHostile reports whether the power on turn attacks by entering a space: enemy land, or a hostile sea zone.
func (t *Turn) IsHostile(at board.SpaceID) bool {
	if t.Board.Space(at).Sea {
		return t.Pos.HostileZone(t.Board, at, t.Side)
	}
	return t.IsEnemyLand(at) || t.Pos.Turn().StartEnemy(at)
}

// IsEnemyLand reports whether a territory is in enemy hands.
func (t *Turn) IsEnemyLand(at board.SpaceID) bool {
	return !t.Board.Space(at).Sea && t.Board.SideOf(t.Pos.Owner(at)) == t.Side.Other()
}

// Controls reports whether the power on turn orders units of that owner: its own, and those that an advantage lends it.
func (t *Turn) Controls(owner board.Power) bool { return owner == t.Power || t.IsJointAttacker(owner) }

// Movement returns how many spaces a unit moves in a turn.
func (t *Turn) Movement(u position.Unit) int { return t.Rules.Range(t.Advantages(u.Owner), u.Type) }

// ClosedCanal lists the territories for want of which the canal between two zones is closed to the side on turn:
// those that it did not hold when the turn began (R-52, R-53, T-5, T-6). It is nil where nothing closes the step.
func (t *Turn) ClosedCanal(from, to board.SpaceID) []board.SpaceID {
	c := t.Board.CanalBetween(from, to)
	if c == nil {
		return nil
	}
	var missing []board.SpaceID
	for _, bank := range c.Banks {
		if !t.IsFriendly(t.Pos.Turn().StartOwner(bank)) {
			missing = append(missing, bank)
		}
	}
	return missing
}

// HasComplex reports whether an industrial complex is in a space.
func (t *Turn) HasComplex(at board.SpaceID) bool {
	return t.Pos.AnyIn(at, func(u position.Unit) bool { return u.Type == board.Complex })
}
