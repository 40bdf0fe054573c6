package position

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
func (p *Position) applyTurn(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.Researched:
		return true, p.researched(e)
	case event.Bought:
		return true, errors.Join(p.changeWaiting(e.Power, e.Units, 1), p.transferMoney(e.Power, board.Nobody, e.Paid))
	case event.Refunded:
		return true, errors.Join(p.changeWaiting(e.Power, e.Units, -1), p.transferMoney(board.Nobody, e.Power, e.Paid))
	case event.Placed:
		return true, p.placed(e)
	case event.Income:
		return true, p.transferMoney(board.Nobody, e.Power, e.Paid)
	case event.Granted:
		return true, p.transferMoney(board.Nobody, e.Power, e.Paid)
	case event.Payment:
		return true, p.transferMoney(e.Power, e.To, e.Paid)
	case event.AdvantagesAssigned:
		return true, p.changeNation(e.Power, func(n *Nation) { n.Advantages = slices.Clone(e.Advantages) })
	case event.Declared:
		if e.Lasts {
			return true, p.changeNation(e.Power, func(n *Nation) {
				n.Used, n.InForce = append(n.Used, e.Advantage), append(n.InForce,
					e.Advantage)
			})
		}
		return true, p.useAdvantage(e.Power, e.Advantage)
	case event.AdvantageUsed:
		return true, p.useAdvantage(e.Power, e.Advantage)
	case event.Raised:
		return true, p.raised(e)
	case event.ComplexWithdrawn:
		p.Units = slices.DeleteFunc(p.Units, func(u Unit) bool { return u.At == e.Space && u.Type == board.Complex })
		p.Turn.StartIC = slices.DeleteFunc(p.Turn.StartIC, func(s board.SpaceID) bool { return s == e.Space })
	case event.AttackedFirst:
		return true, p.changeNation(e.Power, func(n *Nation) { n.AttackedBy = append(n.AttackedBy, e.By) })
	default:
		return p.applyCourse(e)
	}
	return true, nil
}

// applyCourse applies an event of orders on file or of the course of turns. It returns false for other events.
func (p *Position) applyCourse(e event.Event) (bool, error) {
	switch e := e.(type) {
	case event.Filed:
		p.Turn.Sheet = e.Sheet
		p.Turn.Sheet.Battles = slices.Clone(e.Sheet.Battles)
	case event.StandingFiled:
		return true, p.changeNation(e.Power, func(n *Nation) {
			n.Standing, n.Answers = slices.Clone(e.Standing),
				slices.Clone(e.Answers)
		})
	case event.Asked:
		p.Turn.Asked = append(p.Turn.Asked, Question{Power: e.Power, What: e.What, Space: e.Space})
	case event.Answered:
		p.Turn.Asked = slices.DeleteFunc(p.Turn.Asked,
			func(q Question) bool { return q.Power == e.Power && q.What == e.What })
	case event.ReactionsHeard:
		p.Turn.Heard = true
	case event.PhaseFailed:
		p.Turn.Sheet.Parts[e.Phase] = order.PhaseOrders{}
		p.Turn.Sheet.Done = 0
	case event.PhaseEnded:
		p.phaseEnded(e)
	case event.TurnEnded:
		if e.Learned != 0 {
			return true, p.addTech(e.Power, e.Learned)
		}
	case event.TurnBegan:
		p.turnBegan(e)
	case event.EnemiesNoted:
		p.Turn.StartEnemy = slices.Clone(e.Spaces)
	case event.Victory:
		p.Winner, p.Victors, p.Drawn, p.Phase = e.Side, slices.Clone(e.Powers), e.Side == board.NoSide, order.NoPhase
	case event.AgreedEnd:
		p.Winner = e.Side
	case event.PhaseBegan, event.CityCount, event.TurnIdle:
	default:
		return false, nil
	}
	return true, nil
}

func (p *Position) useAdvantage(power board.Power, advantage string) error {
	return p.changeNation(power, func(n *Nation) { n.Used = append(n.Used, advantage) })
}

// changeWaiting changes what waits to be placed. It cannot become less than nothing.
func (p *Position) changeWaiting(power board.Power, units []event.Stack, sign int) error {
	for _, u := range units {
		if u.Type >= board.NumUnitTypes {
			return fmt.Errorf("%s is bought by nobody", u.Type)
		}
		if err := p.changeNation(power, func(n *Nation) { n.Bought[u.Type] += sign * u.N }); err != nil {
			return err
		}
		if n := p.Nation(power); n.Bought[u.Type] < 0 {
			return fmt.Errorf("of %s %d %s wait", power, n.Bought[u.Type], u.Type)
		}
	}
	return nil
}

// researched pays for dice; a technology counts at once or with the end of the turn.
func (p *Position) researched(e event.Researched) error {
	if e.Success {
		p.Turn.Tech = e.Tech
		if e.AtOnce {
			if err := p.addTech(e.Power, e.Tech); err != nil {
				return err
			}
		}
	}
	return p.transferMoney(e.Power, board.Nobody, e.Paid)
}

func (p *Position) addTech(power board.Power, tech int) error {
	return p.changeNation(power, func(n *Nation) {
		if !n.HasTech(tech) {
			n.Techs = append(n.Techs, tech)
			slices.Sort(n.Techs)
		}
	})
}

// placed puts units on the board that waited, or that are paid for now, or that cost nothing.
func (p *Position) placed(e event.Placed) error {
	if e.Waited {
		if err := p.changeWaiting(e.Power, event.Stacks(e.Units), -1); err != nil {
			return err
		}
	}
	if e.Advantage != "" {
		p.Turn.Recruited = true
	}
	if err := p.addUnits(e.Space, e.Units); err != nil {
		return err
	}
	if e.ThisTurn {
		if err := p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Now.Did |= PlacedNow }); err != nil {
			return err
		}
	}
	return p.transferMoney(e.Power, board.Nobody, e.Paid)
}

// raised puts the units of an advantage on the board, or lets units move again.
func (p *Position) raised(e event.Raised) error {
	if err := p.addUnits(e.Space, e.Units); err != nil {
		return err
	}
	if e.FromStart {
		p.Turn.StartIC = append(p.Turn.StartIC, e.Space)
	}
	if e.ThisTurn {
		if err := p.eachEventUnit(e.Units, func(u *Unit, _ event.Unit) { u.Now.Did |= PlacedNow }); err != nil {
			return err
		}
	}
	return p.eachEventUnit(e.Again, func(u *Unit, _ event.Unit) { u.Now.Did |= MovesAgain })
}

// phaseEnded takes the lines of a phase off file, and after combat the battle sections.
func (p *Position) phaseEnded(e event.PhaseEnded) {
	p.Turn.Sheet.Parts[e.Phase] = order.PhaseOrders{}
	if e.Phase == order.Combat {
		p.Turn.Moved, p.Turn.Sheet.Battles = false, nil
	}
	if e.Next != order.NoPhase {
		p.Phase = e.Next
	}
}

// turnBegan notes what a turn's rules look back to: control, complexes, and clears what units did.
func (p *Position) turnBegan(e event.TurnBegan) {
	p.Round, p.Power, p.Phase = e.Round, e.Power, e.Phase
	p.Turn = Turn{StartOwner: slices.Clone(p.Owner)}
	for i := range p.Units {
		u := &p.Units[i]
		u.Now = Fresh(u.At)
		if u.Type == board.Fighter {
			u.Now.Deck = u.Aboard
		}
		if u.Type == board.Complex {
			p.Turn.StartIC = append(p.Turn.StartIC, u.At)
		}
	}
	if n := p.Nation(e.Power); n != nil {
		n.InForce = nil // until the start of the next turn
	}
}
