package adjudicator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Start is the position in which a game begins: the printed set-up, the starting incomes as money, the bids of the
// options. The error names a bid that cannot be placed.
func Start(set *rules.Set) (*position.Position, error) {
	p := Empty(set)
	for _, st := range set.Board.Setup {
		for range st.N {
			p.Add(st.Type, st.Power, st.Space)
		}
	}
	p.Embark(set.Board)
	if set.Pregame == order.NoPhase {
		PayStart(set, p)
	} else {
		p.Nations[0].Money = set.Advance
	}
	for _, s := range set.Options.All() {
		if s.Name == "bid" {
			if err := bid(set, p, s.Value); err != nil {
				return nil, fmt.Errorf("option bid %s: %w", s.Value, err)
			}
		}
	}
	if p.Power != board.Nobody {
		BeginTurn(set, p)
	}
	return p, nil
}

// Empty is a position without units and money, control as at the start, at the first power's first phase.
func Empty(set *rules.Set) *position.Position {
	b := set.Board
	p := &position.Position{Round: 1, Owner: make([]board.Power, len(b.Spaces))}
	for i, s := range b.Spaces {
		p.Owner[i] = s.OriginalController
	}
	for _, power := range b.Powers() {
		p.Nations = append(p.Nations, position.Nation{Power: power})
	}
	p.Power, p.Phase = b.Seats[0].Power, set.Phases[0]
	if set.Pregame != order.NoPhase {
		p.Power, p.Phase = board.Nobody, set.Pregame
		p.Turn.Asked = []position.Question{{Power: b.Seats[0].Power, What: economy.AskBonus, Space: board.NoSpace}}
	}
	return p
}

// PayStart gives every power its starting income as money.
func PayStart(set *rules.Set, p *position.Position) {
	for i := range p.Nations {
		n := &p.Nations[i]
		n.Money += p.Income(set.Board, n.Power)
	}
}

// BeginTurn begins the turn of the position's power again.
func BeginTurn(set *rules.Set, p *position.Position) {
	j := position.NewJournal(p)
	StartTurn(set, j, event.TurnBegan{Power: p.Power, Round: p.Round, Phase: p.Phase})
	*p = *j.Now()
}

// StartTurn begins a turn, and notes what its rules look back to: control, complexes, who stands next to enemies
// . A power without its capital begins with combat.
func StartTurn(set *rules.Set, j *position.Journal, e event.TurnBegan) {
	if !j.Now().HoldsCapital(set.Board, e.Power) && e.Phase < order.Combat {
		e.Phase = order.Combat
	}
	j.Emit(e)
	j.Emit(event.EnemiesNoted{Spaces: besideOwn(set, j.Now())})
}

// Recount notes again, for spaces in which a referee changed something, what the rules of a turn look back to: who
// held them and where a complex stood when it began, who stands next to enemies.
func Recount(set *rules.Set, j *position.Journal, changed []board.SpaceID) {
	if len(j.Now().Turn.StartOwner) == 0 {
		return // before the first turn
	}
	j.Emit(event.StartNoted{Spaces: changed})
	if j.Now().Phase <= order.Combat {
		j.Emit(event.EnemiesNoted{Spaces: besideOwn(set, j.Now())})
	}
}

// besideOwn lists the spaces where units that the power on turn orders stand next to enemies.
func besideOwn(set *rules.Set, p *position.Position) []board.SpaceID {
	return besideEnemies(set.Board, p, append(set.JointAttackers(p, p.Power), p.Power))
}

// besideEnemies lists the spaces where units that the power on turn orders stand together with enemy ones that can
// fight.
func besideEnemies(b *board.Board, p *position.Position, orders []board.Power) []board.SpaceID {
	own, foe := make([]bool, len(b.Spaces)), make([]bool, len(b.Spaces))
	for i := range p.Units {
		u := &p.Units[i]
		switch {
		case slices.Contains(orders, u.Owner):
			own[u.At] = true
		case position.Enemy(b, u.Owner, p.Power) && !u.Submerged && !u.Type.IsBooty():
			foe[u.At] = true
		}
	}
	var ids []board.SpaceID
	for i := range own {
		if own[i] && foe[i] {
			ids = append(ids, board.SpaceID(i))
		}
	}
	return ids
}

// bid adds a handicap: "Germany 6" is money, "Germany 2 infantry in Ukraine S.S.R." units.
func bid(set *rules.Set, p *position.Position, text string) error {
	power, rest, _ := strings.Cut(text, " ")
	n := p.Nation(board.Power(power))
	if n == nil {
		return fmt.Errorf("%q is no power of these rules", power)
	}
	if money, err := strconv.Atoi(rest); err == nil {
		if money < 0 {
			return fmt.Errorf("money cannot be negative")
		}
		n.Money += money
		return nil
	}
	units, where, ok := strings.Cut(rest, " in ")
	space, found := set.Board.Find(where)
	if !ok || !found {
		return fmt.Errorf("it should read POWER MONEY or POWER UNITS in SPACE")
	}
	for part := range strings.SplitSeq(strings.ReplaceAll(units, " and ", ", "), ",") {
		num, name, _ := strings.Cut(strings.TrimSpace(part), " ")
		count, err := strconv.Atoi(num)
		t, known := board.ParseUnit(name)
		switch {
		case err != nil || !known || count < 1:
			return fmt.Errorf("%q names no units", part)
		case t.IsShip() != set.Board.Space(space).Sea, !t.IsShip() && p.Owner[space] != n.Power:
			return fmt.Errorf("%s cannot stand in %s", t.Plural(), where)
		}
		for range count {
			p.Add(t, n.Power, space)
		}
	}
	return nil
}
