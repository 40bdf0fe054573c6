package data

import (
	"errors"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// applyCombat makes the change of an event of combat; false if it is none.
func (d *Position) applyCombat(e event.Event) (bool, error) {
	fight := &d.Turn.Fight
	switch e := e.(type) {
	case event.RocketFired:
		d.Turn.addDamage(e.Space, e.Damage)
		return true, d.transferMoney(e.Whose, board.Nobody, e.Paid)
	case event.Raided:
		d.Turn.addDamage(e.Space, e.Damage)
		return true, d.transferMoney(e.Whose, board.Nobody, e.Paid)
	case event.Lost:
		return true, d.removeLost(e.Units)
	case event.Drowned:
		return true, d.removeLost(e.Units)
	case event.Damaged:
		return true, d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Damaged = true })
	case event.Submerged:
		return true, d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Submerged = true })
	case event.Retreated:
		return true, d.retreated(e)
	case event.CalledOff:
		d.Turn.Plan.Landings = slices.DeleteFunc(d.Turn.Plan.Landings, func(l Landing) bool {
			return l.Ship == e.Ship && l.Target == e.Space
		})
		return true, d.eachUnit([]int{e.Ship}, func(u *Unit) { u.Now.Did |= event.Fought })
	case event.BattlesListed:
		fight.Begun, fight.Queue = true, slices.Clone(e.Battles)
		for i := range fight.Queue {
			fight.Queue[i] = fight.Queue[i].Clone()
		}
		d.Turn.Sheet.Battles = slices.DeleteFunc(slices.Clone(d.Turn.Sheet.Battles), func(s order.Battle) bool {
			return !slices.ContainsFunc(e.Battles, func(b Battle) bool { return b.Space == s.Space })
		})
	case event.BattleAdvanced:
		if len(fight.Queue) == 0 {
			return true, errors.New("no battle is to be fought")
		}
		fight.Queue[0] = e.Battle.Clone()
	case event.BattleClosed:
		if len(fight.Queue) == 0 {
			return true, errors.New("no battle is to be fought")
		}
		fight.Queue = fight.Queue[1:]
	case event.SeaFought:
		fight.Fought = append(fight.Fought, e.Space)
	case event.LaunchedToFight:
		return true, d.eachUnit(e.Units, func(u *Unit) {
			u.Aboard, u.Now.Battle = 0, e.Space
			u.Now.Did |= event.LaunchedNow
		})
	case event.Risen:
		fight.Intercepted = append(fight.Intercepted, e.Units...)
	case event.DeckLost:
		fight.Homeless = append(fight.Homeless, e.Units...)
		return true, d.eachUnit(e.Units, func(u *Unit) { u.Aboard = 0 })
	case event.RefugeSought:
		fight.Homeless = nil
	case event.Removed:
		return true, d.removeUnits(e.Units)
	case event.AntiaircraftFired, event.Intercepted, event.BattleBegan, event.RoundBegan, event.Fired,
		event.BattlePaused, event.BattleEnded:
	default:
		return false, nil
	}
	return true, nil
}

// addDamage counts what raids and rockets did to a territory.
func (t *Turn) addDamage(at board.SpaceID, n int) {
	done := &t.Fight.Damage
	i := slices.IndexFunc(*done, func(x Damage) bool { return x.Target == at })
	if i < 0 {
		i = len(*done)
		*done = append(*done, Damage{Target: at})
	}
	(*done)[i].N += n
}

// retreated moves all land and sea units that break off, submarines among them, to one space, with what is
// aboard (R-89, T-19); submerged submarines stay. Planes, which have no destination yet, stay over the space.
func (d *Position) retreated(e event.Retreated) error {
	return d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		u.Now.Did |= event.RetreatedNow
		if e.To == board.NoSpace {
			return
		}
		u.Now.From = e.Space
		d.moveUnit(u, e.To)
	})
}
