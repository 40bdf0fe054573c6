package position

import (
	"iter"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// The parts of a turn that events carry.
type (
	Plan    = event.Plan
	Route   = event.Route
	Rocket  = event.Rocket
	Raid    = event.Raid
	Landing = event.Landing
	Bombard = event.Bombard
	Pledge  = event.Pledge
	Battle  = event.Battle
)

// Turn is how far the turn of the power on turn has come, to be read. It follows the position.
type Turn struct{ d *TurnData }

// HasOrders reports whether orders are on file that have not been played.
func (t Turn) HasOrders() bool { return !t.d.Sheet.Empty() }

// Sheet is the orders on file that have not been played.
func (t Turn) Sheet() order.Sheet { return t.d.Sheet.Clone() }

// OrdersReach reports whether orders on file reach a phase of the turn.
func (t Turn) OrdersReach(ph order.Phase) bool { return t.d.Sheet.Reaches(ph) }

// Sections are the battle sections on file.
func (t Turn) Sections() []order.Battle { return order.CloneSections(t.d.Sheet.Battles) }

// Orders is those of a phase.
func (t Turn) Orders(ph order.Phase) order.PhaseOrders { return t.d.Sheet.Parts[ph].Clone() }

// HasBegun reports whether a first turn has begun.
func (t Turn) HasBegun() bool { return len(t.d.StartOwner) > 0 }

// StartOwner is the controller of a space when the turn began.
func (t Turn) StartOwner(at board.SpaceID) board.Power { return t.d.StartOwner[at] }

// StartComplex reports whether a territory had an industrial complex when the turn began.
func (t Turn) StartComplex(at board.SpaceID) bool { return slices.Contains(t.d.StartIC, at) }

// StartEnemy reports whether own units began the turn in a space next to enemy ones.
func (t Turn) StartEnemy(at board.SpaceID) bool { return slices.Contains(t.d.StartEnemy, at) }

// HasCaptured reports whether a territory was captured this turn.
func (t Turn) HasCaptured(at board.SpaceID) bool { return slices.Contains(t.d.Captured, at) }

// Captured lists the territories that were captured this turn.
func (t Turn) Captured() []board.SpaceID { return slices.Clone(t.d.Captured) }

// Tech is the technology that this turn's research brought, 0 for none.
func (t Turn) Tech() int { return t.d.Tech }

// Moved reports whether the combat moves are made and the fight has not ended.
func (t Turn) Moved() bool { return t.d.Moved }

// Heard reports whether the answers that come between the moves and the fight were heard.
func (t Turn) Heard() bool { return t.d.Heard }

// Recruited reports whether the free unit of this turn was placed.
func (t Turn) Recruited() bool { return t.d.Recruited }

// Flights counts flights home and in noncombat that guns fired at; it numbers their dice.
func (t Turn) Flights() int { return t.d.Flights }

// Asked are the open questions to others.
func (t Turn) Asked() []Question { return slices.Clone(t.d.Asked) }

// Routes lists the ways of planes over enemy guns.
func (t Turn) Routes() iter.Seq[Route] {
	return each(t.d.Plan.Routes, func(r *Route) { r.Over = slices.Clone(r.Over) })
}

// Rockets lists the rockets that will be fired.
func (t Turn) Rockets() iter.Seq[Rocket] { return slices.Values(t.d.Plan.Rockets) }

// AnyRocket reports whether a rocket will be fired of which something is true.
func (t Turn) AnyRocket(is func(Rocket) bool) bool { return slices.ContainsFunc(t.d.Plan.Rockets, is) }

// Raids lists the raids that will be flown.
func (t Turn) Raids() iter.Seq[Raid] {
	return each(t.d.Plan.Raids, func(r *Raid) { r.Planes = slices.Clone(r.Planes) })
}

// Landings lists the landings from the sea.
func (t Turn) Landings() iter.Seq[Landing] {
	return each(t.d.Plan.Landings, func(l *Landing) { l.Cargo = slices.Clone(l.Cargo) })
}

// Bombards lists the ships that will bombard.
func (t Turn) Bombards() iter.Seq[Bombard] { return slices.Values(t.d.Plan.Bombards) }

// IsToBombard reports whether a ship will bombard.
func (t Turn) IsToBombard(ship int) bool {
	return slices.ContainsFunc(t.d.Plan.Bombards, func(b Bombard) bool { return b.Ship == ship })
}

// Pledges lists the carriers that must go to a zone in noncombat.
func (t Turn) Pledges() iter.Seq[Pledge] { return slices.Values(t.d.Plan.Pledges) }

// BattleOrder is the player's list of battles, then the default order.
func (t Turn) BattleOrder() []board.SpaceID { return slices.Clone(t.d.Plan.BattleOrder) }

// FightBegun reports whether rockets, overflights and raids are done.
func (t Turn) FightBegun() bool { return t.d.Fight.Begun }

// Battles lists the battles still to be fought, in order. The first may have begun.
func (t Turn) Battles() iter.Seq[Battle] {
	return each(t.d.Fight.Queue, func(b *Battle) { *b = b.Clone() })
}

// NextBattle is the first battle still to be fought; false if none is left.
func (t Turn) NextBattle() (Battle, bool) {
	if len(t.d.Fight.Queue) == 0 {
		return Battle{}, false
	}
	return t.d.Fight.Queue[0].Clone(), true
}

// HasBattleIn reports whether a battle in a space is still to be fought.
func (t Turn) HasBattleIn(at board.SpaceID) bool {
	return slices.ContainsFunc(t.d.Fight.Queue, func(b Battle) bool { return b.Space == at })
}

// HasBattles reports whether battles are still to be fought.
func (t Turn) HasBattles() bool { return len(t.d.Fight.Queue) > 0 }

// IsPaused reports whether the next battle waits for the attacker.
func (t Turn) IsPaused() bool { return len(t.d.Fight.Queue) > 0 && t.d.Fight.Queue[0].Paused }

// HasFought reports whether a battle was fought in a sea zone this turn.
func (t Turn) HasFought(zone board.SpaceID) bool { return slices.Contains(t.d.Fight.Fought, zone) }

// Damage is what raids and rockets did to a territory this turn, in IPC.
func (t Turn) Damage(at board.SpaceID) int {
	for _, d := range t.d.Fight.Damage {
		if d.Target == at {
			return d.N
		}
	}
	return 0
}

// HasIntercepted reports whether a defending fighter rose against a raid and fights no other battle.
func (t Turn) HasIntercepted(fighter int) bool {
	return slices.Contains(t.d.Fight.Intercepted, fighter)
}

// Homeless are the defending fighters whose carrier was sunk; they seek refuge after all battles.
func (t Turn) Homeless() []int { return slices.Clone(t.d.Fight.Homeless) }

// each lists copies, in which what they hold is copied too.
func each[T any](list []T, own func(*T)) iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, x := range list {
			own(&x)
			if !yield(x) {
				return
			}
		}
	}
}
