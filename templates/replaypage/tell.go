package replaypage

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/atlas"
)

// add puts an event on a frame: as an arrow, a line, a battle or a part of one.
func (f *frame) add(e event.Reported) {
	switch e.Kind {
	case event.KindMoved, event.KindLanded, event.KindUnloaded, event.KindRetreats:
		f.move(e)
	case event.KindLoaded, event.KindBought, event.KindPlaced, event.KindConverted, event.KindResearched,
		event.KindRocket, event.KindRaid, event.KindNoLanding, event.KindIncome, event.KindVictory,
		event.KindCapitalLost, event.KindCapitalFreed, event.KindRefunded, event.KindRepaired, event.KindPayment,
		event.KindInterception:
		f.line(e)
	case event.KindCaptured, event.KindLiberated:
		f.Taken = append(f.Taken, [2]int{int(e.Space), number(e.Whose)})
		f.line(e)
	case event.KindBattleBegan:
		f.Battles = append(f.Battles, battleFrame{Space: int(e.Space), Kind: e.Battle, Attackers: flat(e.Attackers),
			Defenders: flat(e.Defenders), Shots: []shot{}})
	case event.KindFired, event.KindAntiaircraft, event.KindLost, event.KindDrowned, event.KindBattleEnded,
		event.KindRoundBegan:
		f.fight(e)
	}
}

func (f *frame) move(e event.Reported) {
	f.line(e)
	if e.From == board.NoSpace || e.To == board.NoSpace || len(e.Units) == 0 {
		return
	}
	kind := atlas.ByLand
	switch t := e.Units[0].Type; {
	case t.IsAir():
		kind = atlas.ByAir
	case t.IsShip() || e.Kind == event.KindUnloaded:
		kind = atlas.BySea
	}
	if a := [4]int{int(e.From), int(e.To), int(kind), number(e.Power)}; !slices.Contains(f.Arrows, a) {
		f.Arrows = append(f.Arrows, a)
	}
}

// line adds the sentence of an event; consecutive equal moves are added up.
func (f *frame) line(e event.Reported) {
	l := line{Key: string(e.Kind), Power: number(e.Power), Units: flat(e.Units), From: int(e.Space), To: int(e.To),
		Whose: number(e.Whose), Paid: e.Paid, Dice: e.Dice, Hits: e.Hits}
	if e.From != board.NoSpace {
		l.From = int(e.From)
	}
	if e.Kind == event.KindResearched && e.Hits > 0 {
		l.Tech = e.Tech
	}
	if e.Kind == event.KindVictory {
		l.Key += "-" + e.Side.String()
	}
	if e.Kind == event.KindRocket && e.Space != board.NoSpace {
		l.To = int(e.Space)
	}
	if n := len(f.Lines); n > 0 {
		if last := &f.Lines[n-1]; last.Key == l.Key && last.Power == l.Power && last.From == l.From &&
			last.To == l.To && last.Paid+l.Paid == 0 && len(l.Dice) == 0 {
			last.Units = sum(last.Units, l.Units)
			return
		}
	}
	f.Lines = append(f.Lines, l)
}

// fight puts an event into the battle of its space. A paused battle that goes on, and guns that fire at planes on their
// way, have none on this frame yet.
func (f *frame) fight(e event.Reported) {
	i := len(f.Battles) - 1
	for i >= 0 && f.Battles[i].Space != int(e.Space) {
		i--
	}
	if i < 0 {
		kind := "on"
		if e.Kind != event.KindRoundBegan && e.Kind != event.KindFired {
			kind = "flak"
		}
		f.Battles = append(f.Battles, battleFrame{Space: int(e.Space), Kind: kind, Attackers: []int{},
			Defenders: []int{}, Shots: []shot{}})
		i = len(f.Battles) - 1
	}
	c := &f.Battles[i]
	switch e.Kind {
	case event.KindFired:
		for _, v := range e.Volleys {
			c.Shots = append(c.Shots, shot{Round: e.Round, Attacking: e.Attacking, Units: flat(v.Units), Value: v.Value,
				Dice: v.Dice, Hits: v.Hits})
		}
	case event.KindAntiaircraft:
		c.Shots = append(c.Shots, shot{Round: e.Round, Units: []int{number(e.Whose), int(board.AAGun), 1},
			Value: e.Value, Dice: e.Dice, Hits: e.Hits})
	case event.KindLost, event.KindDrowned:
		c.Shots = append(c.Shots, shot{Round: e.Round, Attacking: e.Attacking, Units: flat(e.Units)})
	case event.KindBattleEnded:
		c.Outcome = e.Outcome
	}
}

// number is a power's number on the page.
func number(p board.Power) int { return slices.Index(owners, p) }

// flat writes stacks as owner, type, count …, with what is aboard after its ship.
func flat(list []event.Stack) []int {
	out := []int{}
	for _, st := range list {
		out = sum(out, append([]int{number(st.Power), int(st.Type), st.N}, flat(st.Aboard)...))
	}
	return out
}

// sum adds units to a flat list.
func sum(list, more []int) []int {
next:
	for i := 0; i+2 < len(more); i += 3 {
		for k := 0; k+2 < len(list); k += 3 {
			if list[k] == more[i] && list[k+1] == more[i+1] {
				list[k+2] += more[i+2]
				continue next
			}
		}
		list = append(list, more[i:i+3]...)
	}
	return list
}
