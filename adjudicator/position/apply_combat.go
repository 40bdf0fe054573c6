package position

import (
	"errors"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// applyCombat makes the change of an event of combat; false if it is none.
func (p *Position) applyCombat(e event.Event) (bool, error) {
	fight := &p.Turn.Fight
	switch e := e.(type) {
	case event.RocketFired:
		p.addDamage(e.Space, e.Damage)
		return true, p.transferMoney(e.Whose, board.Nobody, e.Paid)
	case event.Raided:
		p.addDamage(e.Space, e.Damage)
		return true, p.transferMoney(e.Whose, board.Nobody, e.Paid)
	case event.Lost:
		return true, p.removeLost(e.Units)
	case event.Drowned:
		return true, p.removeLost(e.Units)
	case event.Damaged:
		return true, p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Damaged = true })
	case event.Submerged:
		return true, p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Submerged = true })
	case event.Retreated:
		return true, p.retreated(e)
	case event.CalledOff:
		p.Turn.Plan.Landings = slices.DeleteFunc(p.Turn.Plan.Landings, func(l Landing) bool {
			return l.Ship == e.Ship && l.Target == e.Space
		})
		return true, p.eachUnit([]int{e.Ship}, func(u *Unit) { u.Now.Did |= Fought })
	case event.BattlesListed:
		fight.Begun, fight.Queue = true, slices.Clone(e.Battles)
		p.Turn.Sheet.Battles = slices.DeleteFunc(slices.Clone(p.Turn.Sheet.Battles), func(s order.Battle) bool {
			return !slices.ContainsFunc(e.Battles, func(b Battle) bool { return b.Space == s.Space })
		})
	case event.BattleAdvanced:
		if len(fight.Queue) == 0 {
			return true, errors.New("no battle is to be fought")
		}
		fight.Queue[0] = e.Battle
	case event.BattleClosed:
		if len(fight.Queue) == 0 {
			return true, errors.New("no battle is to be fought")
		}
		fight.Queue = fight.Queue[1:]
	case event.SeaFought:
		fight.Fought = append(fight.Fought, e.Space)
	case event.LaunchedToFight:
		return true, p.eachUnit(e.Units, func(u *Unit) {
			u.Aboard, u.Now.Battle = 0, e.Space
			u.Now.Did |= Launched
		})
	case event.Risen:
		fight.Intercepted = append(fight.Intercepted, e.Units...)
	case event.DeckLost:
		fight.Homeless = append(fight.Homeless, e.Units...)
		return true, p.eachUnit(e.Units, func(u *Unit) { u.Aboard = 0 })
	case event.RefugeSought:
		fight.Homeless = nil
	case event.Removed:
		return true, p.removeUnits(e.Units)
	case event.AntiaircraftFired, event.Intercepted, event.BattleBegan, event.RoundBegan, event.Fired,
		event.BattlePaused, event.BattleEnded:
	default:
		return false, nil
	}
	return true, nil
}

// addDamage counts what raids and rockets did to a territory.
func (p *Position) addDamage(at board.SpaceID, n int) {
	done := &p.Turn.Fight.Damage
	i := slices.IndexFunc(*done, func(d Damage) bool { return d.Target == at })
	if i < 0 {
		i = len(*done)
		*done = append(*done, Damage{Target: at})
	}
	(*done)[i].N += n
}

// retreated moves all land and sea units that break off, submarines among them, to one space, with what is
// aboard (R-89, T-19); submerged submarines stay. Planes, which have no destination yet, stay over the space.
func (p *Position) retreated(e event.Retreated) error {
	return p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) {
		u.Now.Did |= RetreatedNow
		if e.To == board.NoSpace {
			return
		}
		u.Now.From = e.Space
		p.moveUnit(u, e.To)
	})
}
