package position

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// applyMove makes the change of an event of movement or capture; false if it is none.
func (p *Position) applyMove(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.Moved:
		return true, p.moved(e)
	case event.Loaded:
		return true, p.loaded(e)
	case event.Unloaded:
		return true, p.unloaded(e)
	case event.FoundRefuge:
		return true, p.eachUnit([]int{e.Unit.ID}, func(u *Unit) { u.At, u.Aboard = e.To, e.Unit.Aboard })
	case event.Boarded:
		return true, p.eachEventUnit(e.Units, func(u *Unit, x event.Unit) { u.At, u.Aboard = e.To, x.Aboard })
	case event.SteppedAside:
		return true, p.steppedAside(e)
	case event.Pledged:
		p.Turn.Plan.Pledges = append(p.Turn.Plan.Pledges, Pledge{Carrier: e.Carrier, To: e.To})
	case event.Surfaced:
		return true, p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Submerged = false })
	case event.Repaired:
		return true, p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Damaged = false })
	case event.NoLanding:
		return true, p.removeLost(e.Units)
	case event.Captured:
		return true, p.captured(e)
	case event.Returned:
		return true, p.transferControl(e.Space, e.To, e.Taken)
	case event.CapitalLost:
		return true, errors.Join(p.changeNation(e.Whose, func(n *Nation) {
			n.Fallen = p.Round
		}), p.transferMoney(e.Whose, e.Power, e.Paid))
	case event.CapitalFreed:
		return true, p.changeNation(e.Whose, func(n *Nation) { n.Fallen = 0 })
	case event.Converted:
		return true, p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
			u.Owner = e.Power
			if u.Type == board.AAGun {
				u.Original = e.Power // a new gun replaces the old one
			}
		})
	case event.Planned:
		p.planned(e.Plan)
	case event.Marked:
		return true, p.eachUnit(e.Units, func(u *Unit) { u.addActivity(e.Did) })
	case event.Embarked:
		return true, p.eachUnit(e.Units, func(u *Unit) { u.Aboard = e.Ship })
	case event.RangeRenewed:
		return true, p.eachUnit(e.Units, func(u *Unit) { u.Now.Used = 0 })
	case event.FlightTracked:
		p.Turn.Flights++
	case event.GunsTended:
		return true, p.eachUnit(e.Units, func(u *Unit) { u.Round = p.Round })
	case event.MovesMade:
		p.Turn.Moved = true
		p.Turn.Sheet.Parts[order.Combat] = order.PhaseOrders{}
	case event.Stayed:
	default:
		return false, nil
	}
	return true, nil
}

// addActivity notes what a unit did. Planes that raid or have landed take part in no battle.
func (u *Unit) addActivity(did Activity) {
	u.Now.Did |= did
	if did.Any(Raided | Arrived) {
		u.Now.Battle = board.NoSpace
	}
}

// moved puts units at the end of their way.
func (p *Position) moved(e event.Moved) error {
	did := MovedInNoncombat
	if e.Phase == order.Combat {
		did = MovedInCombat
	}
	before := e.From // the last space left
	if len(e.Path) > 1 {
		before = e.Path[len(e.Path)-2]
	}
	return p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		p.Turn.Named++
		u.Now.From, u.Now.Line, u.Now.Named = before, e.Line, p.Turn.Named
		u.Now.Used += e.Cost
		u.Now.Did |= did
		if u.Type == board.Fighter && u.Aboard != 0 {
			u.Now.Did |= Launched
		}
		if e.Phase == order.Combat {
			u.Now.Battle = e.Battle
		}
		u.Aboard = 0
		p.moveUnit(u, e.To)
	})
}

// loaded puts cargo aboard a ship, where that ship is now.
func (p *Position) loaded(e event.Loaded) error {
	did := MovedInNoncombat
	if e.Phase == order.Combat {
		did = MovedInCombat
	}
	ship := p.Unit(e.Ship)
	if ship == nil {
		return fmt.Errorf("no ship %d", e.Ship)
	}
	return p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		u.Aboard, u.At, u.Now.Line = ship.ID, ship.At, e.Line
		u.Now.Did |= did | LoadedNow | LoadedThisTurn
	})
}

// unloaded puts cargo ashore. In noncombat it has finished moving with that.
func (p *Position) unloaded(e event.Unloaded) error {
	did := MovedInNoncombat | UnloadedThisTurn
	if e.Phase == order.Combat {
		did = FromSea | UnloadedThisTurn
	}
	if err := p.eachUnit([]int{e.Ship}, func(u *Unit) { u.Now.Did |= UnloadedThisTurn }); err != nil {
		return err
	}
	return p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		u.At, u.Aboard, u.Now.From = e.To, 0, e.From
		u.Now.Did |= did
	})
}

// steppedAside moves units out of turn, with what is aboard them.
func (p *Position) steppedAside(e event.SteppedAside) error {
	if e.Advantage != "" {
		if err := p.useAdvantage(e.Power, e.Advantage); err != nil {
			return err
		}
	}
	return p.eachEventUnit(e.Units, func(u *Unit, x event.Unit) {
		u.Aboard = x.Aboard
		p.moveUnit(u, e.To)
	})
}

// transferControl lets a power control a space, with the guns and the complex in it.
func (p *Position) transferControl(at board.SpaceID, to board.Power, taken []event.Unit) error {
	if at < 0 || int(at) >= len(p.Owner) {
		return fmt.Errorf("no space %d", at)
	}
	p.Owner[at] = to
	return p.eachEventUnit(taken, func(u *Unit, x event.Unit) { u.Owner = x.Owner })
}

// captured gives a space to its new controller, with the guns and the complex in it.
func (p *Position) captured(e event.Captured) error {
	if err := p.transferControl(e.Space, e.To, e.Taken); err != nil {
		return err
	}
	if !slices.Contains(p.Turn.Captured, e.Space) {
		p.Turn.Captured = append(p.Turn.Captured, e.Space)
	}
	return p.eachEventUnit(e.Taken, func(u *Unit, _ event.Unit) {
		if u.Type == board.AAGun {
			u.Now.Did |= CapturedNow
		}
	})
}

// planned adds to the plan. All that bomb one complex are one raid.
func (p *Position) planned(more Plan) {
	plan := &p.Turn.Plan
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
