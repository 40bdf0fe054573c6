package data

import (
	"errors"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// applyTurn applies an event of the economy, of orders on file or of the course of turns. It returns false for other
// events.
func (d *Position) applyTurn(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.Researched:
		return true, d.researched(e)
	case event.Bought:
		return true, errors.Join(d.changeWaiting(e.Power, e.Units, 1), d.transferMoney(e.Power, board.Nobody, e.Paid))
	case event.Refunded:
		return true, errors.Join(d.changeWaiting(e.Power, e.Units, -1), d.transferMoney(board.Nobody, e.Power, e.Paid))
	case event.Placed:
		return true, d.placed(e)
	case event.Income:
		return true, d.transferMoney(board.Nobody, e.Power, e.Paid)
	case event.Granted:
		return true, d.transferMoney(board.Nobody, e.Power, e.Paid)
	case event.Payment:
		return true, d.transferMoney(e.Power, e.To, e.Paid)
	case event.AdvantagesAssigned:
		return true, d.changeNation(e.Power, func(n *Nation) { n.Advantages = slices.Clone(e.Advantages) })
	case event.Declared:
		if e.Lasts {
			return true, d.changeNation(e.Power, func(n *Nation) {
				n.Used, n.InForce = append(n.Used, e.Advantage), append(n.InForce,
					e.Advantage)
			})
		}
		return true, d.useAdvantage(e.Power, e.Advantage)
	case event.AdvantageUsed:
		return true, d.useAdvantage(e.Power, e.Advantage)
	case event.Raised:
		return true, d.raised(e)
	case event.ComplexWithdrawn:
		d.Units = slices.DeleteFunc(d.Units, func(u Unit) bool { return u.At == e.Space && u.Type == board.Complex })
		d.Turn.StartIC = slices.DeleteFunc(d.Turn.StartIC, func(s board.SpaceID) bool { return s == e.Space })
	case event.AttackedFirst:
		return true, d.changeNation(e.Power, func(n *Nation) { n.AttackedBy = append(n.AttackedBy, e.By) })
	default:
		return d.applyCourse(e)
	}
	return true, nil
}

// applyCourse applies an event of orders on file or of the course of turns. It returns false for other events.
func (d *Position) applyCourse(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.Filed:
		d.Turn.Sheet = e.Sheet.Clone()
	case event.StandingFiled:
		return true, d.changeNation(e.Power, func(n *Nation) {
			n.Standing, n.Answers = order.CloneStanding(e.Standing), order.CloneAll(e.Answers)
		})
	case event.Asked:
		d.Turn.Asked = append(d.Turn.Asked, Question{Power: e.Power, What: e.What, Space: e.Space})
	case event.Answered:
		d.Turn.Asked = slices.DeleteFunc(d.Turn.Asked,
			func(q Question) bool { return q.Power == e.Power && q.What == e.What })
	case event.ReactionsHeard:
		d.Turn.Heard = true
	case event.PhaseFailed:
		d.Turn.Sheet.Parts[e.Phase] = order.PhaseOrders{}
		d.Turn.Sheet.Done = 0
	case event.PhaseEnded:
		d.phaseEnded(e)
	case event.TurnEnded:
		if e.Learned != 0 {
			return true, d.addTech(e.Power, e.Learned)
		}
	case event.TurnBegan:
		d.turnBegan(e)
	case event.EnemiesNoted:
		d.Turn.StartEnemy = slices.Clone(e.Spaces)
	case event.Victory:
		d.Winner, d.Victors, d.Drawn, d.Phase = e.Side, slices.Clone(e.Powers), e.Side == board.NoSide, order.NoPhase
	case event.AgreedEnd:
		d.Winner = e.Side
	case event.PhaseBegan, event.CityCount, event.TurnIdle:
	default:
		return false, nil
	}
	return true, nil
}

func (d *Position) useAdvantage(power board.Power, advantage string) error {
	return d.changeNation(power, func(n *Nation) { n.Used = append(n.Used, advantage) })
}

// changeWaiting changes what waits to be placed. It cannot become less than nothing.
func (d *Position) changeWaiting(power board.Power, units []event.Stack, sign int) error {
	for _, u := range units {
		if u.Type >= board.NumUnitTypes {
			return fmt.Errorf("%s is bought by nobody", u.Type)
		}
		if err := d.changeNation(power, func(n *Nation) { n.Bought[u.Type] += sign * u.N }); err != nil {
			return err
		}
		if n := d.Nation(power); n.Bought[u.Type] < 0 {
			return fmt.Errorf("of %s %d %s wait", power, n.Bought[u.Type], u.Type)
		}
	}
	return nil
}

// researched pays for dice; a technology counts at once or with the end of the turn.
func (d *Position) researched(e event.Researched) error {
	if e.Success {
		d.Turn.Tech = e.Tech
		if e.AtOnce {
			if err := d.addTech(e.Power, e.Tech); err != nil {
				return err
			}
		}
	}
	return d.transferMoney(e.Power, board.Nobody, e.Paid)
}

func (d *Position) addTech(power board.Power, tech int) error {
	return d.changeNation(power, func(n *Nation) {
		if !slices.Contains(n.Techs, tech) {
			n.Techs = append(n.Techs, tech)
			slices.Sort(n.Techs)
		}
	})
}

// placed puts units on the board that waited, or that are paid for now, or that cost nothing.
func (d *Position) placed(e event.Placed) error {
	if e.Waited {
		if err := d.changeWaiting(e.Power, event.Stacks(e.Units), -1); err != nil {
			return err
		}
	}
	if e.Advantage != "" {
		d.Turn.Recruited = true
	}
	if err := d.addUnits(e.Space, e.Units); err != nil {
		return err
	}
	if e.ThisTurn {
		if err := d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Now.Did |= event.PlacedNow }); err != nil {
			return err
		}
	}
	return d.transferMoney(e.Power, board.Nobody, e.Paid)
}

// raised puts the units of an advantage on the board, or lets units move again.
func (d *Position) raised(e event.Raised) error {
	if err := d.addUnits(e.Space, e.Units); err != nil {
		return err
	}
	if e.FromStart {
		d.Turn.StartIC = append(d.Turn.StartIC, e.Space)
	}
	if e.ThisTurn {
		if err := d.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Now.Did |= event.PlacedNow }); err != nil {
			return err
		}
	}
	return d.eachEventUnit(e.Again, func(u *Unit, _ event.Unit) { u.Now.Did |= event.MovesAgain })
}

// phaseEnded takes the lines of a phase off file, and after combat the battle sections.
func (d *Position) phaseEnded(e event.PhaseEnded) {
	d.Turn.Sheet.Parts[e.Phase] = order.PhaseOrders{}
	if e.Phase == order.Combat {
		d.Turn.Moved, d.Turn.Sheet.Battles = false, nil
	}
	if e.Next != order.NoPhase {
		d.Phase = e.Next
	}
}

// turnBegan notes what a turn's rules look back to: control, complexes, and clears what units did.
func (d *Position) turnBegan(e event.TurnBegan) {
	d.Round, d.Power, d.Phase = e.Round, e.Power, e.Phase
	d.Turn = Turn{StartOwner: slices.Clone(d.Owner)}
	for i := range d.Units {
		u := &d.Units[i]
		u.Now = Fresh(u.At)
		if u.Type == board.Fighter {
			u.Now.Deck = u.Aboard
		}
		if u.Type == board.Complex {
			d.Turn.StartIC = append(d.Turn.StartIC, u.At)
		}
	}
	if n := d.Nation(e.Power); n != nil {
		n.InForce = nil // until the start of the next turn
	}
}
