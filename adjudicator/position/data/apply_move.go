package data

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// applyMove makes the change of an event of movement or capture; false if it is none.
func (d *Position) applyMove(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.Moved:
		return true, d.moved(e)
	case event.Loaded:
		return true, d.loaded(e)
	case event.Unloaded:
		return true, d.unloaded(e)
	case event.FoundRefuge:
		return true, d.eachUnit([]int{e.Unit.ID}, func(u *Unit) { u.At, u.Aboard = e.To, e.Unit.Aboard })
	case event.Boarded:
		return true, d.eachEventUnit(e.Units, func(u *Unit, x event.Unit) { u.At, u.Aboard = e.To, x.Aboard })
	case event.SteppedAside:
		return true, d.steppedAside(e)
	case event.Pledged:
		d.Turn.Plan.Pledges = append(d.Turn.Plan.Pledges, Pledge{Carrier: e.Carrier, To: e.To})
	case event.Surfaced:
		return true, d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Submerged = false })
	case event.Repaired:
		return true, d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Damaged = false })
	case event.NoLanding:
		return true, d.removeLost(e.Units)
	case event.Captured:
		return true, d.captured(e)
	case event.Returned:
		return true, d.transferControl(e.Space, e.To, e.Taken)
	case event.CapitalLost:
		return true, errors.Join(d.changeNation(e.Whose, func(n *Nation) {
			n.Fallen = d.Round
		}), d.transferMoney(e.Whose, e.Power, e.Paid))
	case event.CapitalFreed:
		return true, d.changeNation(e.Whose, func(n *Nation) { n.Fallen = 0 })
	case event.Converted:
		return true, d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
			u.Owner = e.Power
			if u.Type == board.AAGun {
				u.Original = e.Power // a new gun replaces the old one
			}
		})
	case event.Planned:
		d.Turn.planned(e.Plan)
	case event.Marked:
		return true, d.eachUnit(e.Units, func(u *Unit) { u.addActivity(e.Did) })
	case event.Embarked:
		return true, d.eachUnit(e.Units, func(u *Unit) { u.Aboard = e.Ship })
	case event.RangeRenewed:
		return true, d.eachUnit(e.Units, func(u *Unit) { u.Now.Used = 0 })
	case event.FlightTracked:
		d.Turn.Flights++
	case event.GunsTended:
		return true, d.eachUnit(e.Units, func(u *Unit) { u.Round = d.Round })
	case event.MovesMade:
		d.Turn.Moved = true
		d.Turn.Sheet.Parts[order.Combat] = order.PhaseOrders{}
	case event.Stayed:
	default:
		return false, nil
	}
	return true, nil
}

// addActivity notes what a unit did. Planes that raid or have landed take part in no battle.
func (u *Unit) addActivity(did Activity) {
	u.Now.Did |= did
	if did.Any(event.RaidedNow | event.Arrived) {
		u.Now.Battle = board.NoSpace
	}
}

// moved puts units at the end of their way.
func (d *Position) moved(e event.Moved) error {
	did := event.MovedInNoncombat
	if e.Phase == order.Combat {
		did = event.MovedInCombat
	}
	before := e.From // the last space left
	if len(e.Path) > 1 {
		before = e.Path[len(e.Path)-2]
	}
	return d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		d.Turn.Named++
		u.Now.From, u.Now.Line, u.Now.Named = before, e.Line, d.Turn.Named
		u.Now.Used += e.Cost
		u.Now.Did |= did
		if u.Type == board.Fighter && u.Aboard != 0 {
			u.Now.Did |= event.LaunchedNow
		}
		if e.Phase == order.Combat {
			u.Now.Battle = e.Battle
		}
		u.Aboard = 0
		d.moveUnit(u, e.To)
	})
}

// loaded puts cargo aboard a ship, where that ship is now.
func (d *Position) loaded(e event.Loaded) error {
	did := event.MovedInNoncombat
	if e.Phase == order.Combat {
		did = event.MovedInCombat
	}
	ship := d.Unit(e.Ship)
	if ship == nil {
		return fmt.Errorf("no ship %d", e.Ship)
	}
	return d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		u.Aboard, u.At, u.Now.Line = ship.ID, ship.At, e.Line
		u.Now.Did |= did | event.LoadedNow | event.LoadedThisTurn
	})
}

// unloaded puts cargo ashore. In noncombat it has finished moving with that.
func (d *Position) unloaded(e event.Unloaded) error {
	did := event.MovedInNoncombat | event.UnloadedThisTurn
	if e.Phase == order.Combat {
		did = event.FromSea | event.UnloadedThisTurn
	}
	if err := d.eachUnit([]int{e.Ship}, func(u *Unit) { u.Now.Did |= event.UnloadedThisTurn }); err != nil {
		return err
	}
	return d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		u.At, u.Aboard, u.Now.From = e.To, 0, e.From
		u.Now.Did |= did
	})
}

// steppedAside moves units out of turn, with what is aboard them.
func (d *Position) steppedAside(e event.SteppedAside) error {
	if e.Advantage != "" {
		if err := d.useAdvantage(e.Power, e.Advantage); err != nil {
			return err
		}
	}
	return d.eachEventUnit(e.Units, func(u *Unit, x event.Unit) {
		u.Aboard = x.Aboard
		d.moveUnit(u, e.To)
	})
}

// transferControl lets a power control a space, with the guns and the complex in it.
func (d *Position) transferControl(at board.SpaceID, to board.Power, taken []event.Unit) error {
	if at < 0 || int(at) >= len(d.Owner) {
		return fmt.Errorf("no space %d", at)
	}
	d.Owner[at] = to
	return d.eachEventUnit(taken, func(u *Unit, x event.Unit) { u.Owner = x.Owner })
}

// captured gives a space to its new controller, with the guns and the complex in it.
func (d *Position) captured(e event.Captured) error {
	if err := d.transferControl(e.Space, e.To, e.Taken); err != nil {
		return err
	}
	if !slices.Contains(d.Turn.Captured, e.Space) {
		d.Turn.Captured = append(d.Turn.Captured, e.Space)
	}
	return d.eachEventUnit(e.Taken, func(u *Unit, _ event.Unit) {
		if u.Type == board.AAGun {
			u.Now.Did |= event.CapturedNow
		}
	})
}

// planned adds to the plan. All that bomb one complex are one raid.
func (t *Turn) planned(more Plan) {
	plan, more := &t.Plan, more.Clone()
	plan.Routes = append(plan.Routes, more.Routes...)
	plan.Rockets = append(plan.Rockets, more.Rockets...)
	for _, raid := range more.Raids {
		i := slices.IndexFunc(plan.Raids, func(r Raid) bool { return r.Target == raid.Target })
		if i < 0 {
			i = len(plan.Raids)
			plan.Raids = append(plan.Raids, Raid{Target: raid.Target})
		}
		plan.Raids[i].Planes = append(plan.Raids[i].Planes, raid.Planes...)
	}
	plan.Landings = append(plan.Landings, more.Landings...)
	plan.Bombards = append(plan.Bombards, more.Bombards...)
	plan.Pledges = append(plan.Pledges, more.Pledges...)
	plan.BattleOrder = append(plan.BattleOrder, more.BattleOrder...)
}
