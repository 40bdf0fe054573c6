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
	d := empty(set)
	for _, st := range set.Board.Setup {
		for range st.N {
			d.Add(st.Type, st.Power, st.Space)
		}
	}
	d.Embark(set.Board)
	if set.Pregame != order.NoPhase {
		d.Nations[0].Money = set.Advance
	}
	p, err := position.New(set.Board, d)
	if err != nil {
		return nil, err
	}
	j := position.JournalOn(p)
	if set.Pregame == order.NoPhase {
		payStart(set, j)
	}
	for _, s := range set.Options.All() {
		if s.Name == "bid" {
			if err := bid(set, j, s.Value); err != nil {
				return nil, fmt.Errorf("option bid %s: %w", s.Value, err)
			}
		}
	}
	if p.Power() != board.Nobody {
		startTurn(set, j)
	}
	return j.Now(), j.Err()
}

// Empty is a position without units and money, control as at the start, at the first power's first phase.
func Empty(set *rules.Set) *position.Position {
	p, err := position.New(set.Board, empty(set))
	if err != nil {
		panic(err) // a board is at fault
	}
	return p
}

func empty(set *rules.Set) position.Data {
	b := set.Board
	d := position.Data{Round: 1, Owner: make([]board.Power, len(b.Spaces))}
	for i, s := range b.Spaces {
		d.Owner[i] = s.OriginalController
	}
	for _, power := range b.Powers() {
		d.Nations = append(d.Nations, position.NationData{Power: power})
	}
	d.Power, d.Phase = b.Seats[0].Power, set.Phases[0]
	if set.Pregame != order.NoPhase {
		d.Power, d.Phase = board.Nobody, set.Pregame
		d.Turn.Asked = []position.Question{{Power: b.Seats[0].Power, What: economy.AskBonus, Space: board.NoSpace}}
	}
	return d
}

// payStart gives every power its starting income as money.
func payStart(set *rules.Set, j *position.Journal) {
	for _, power := range set.Board.Powers() {
		j.Emit(event.Granted{Power: power, Paid: j.Now().Income(set.Board, power)})
	}
}

// BeginTurn lets the turn of a new position's power begin. The error is an impossible event.
func BeginTurn(set *rules.Set, p *position.Position) error {
	j := position.JournalOn(p)
	startTurn(set, j)
	return j.Err()
}

func startTurn(set *rules.Set, j *position.Journal) {
	p := j.Now()
	StartTurn(set, j, event.TurnBegan{Power: p.Power(), Round: p.Round(), Phase: p.Phase()})
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
	if !j.Now().Turn().HasBegun() {
		return // before the first turn
	}
	j.Emit(event.StartNoted{Spaces: changed})
	if j.Now().Phase() <= order.Combat {
		j.Emit(event.EnemiesNoted{Spaces: besideOwn(set, j.Now())})
	}
}

// besideOwn lists the spaces where units that the power on turn orders stand next to enemies.
func besideOwn(set *rules.Set, p *position.Position) []board.SpaceID {
	return besideEnemies(set.Board, p, append(set.JointAttackers(p, p.Power()), p.Power()))
}

// besideEnemies lists the spaces where units that the power on turn orders stand together with enemy ones that can
// fight.
func besideEnemies(b *board.Board, p *position.Position, orders []board.Power) []board.SpaceID {
	own, foe := make([]bool, len(b.Spaces)), make([]bool, len(b.Spaces))
	for u := range p.Units() {
		switch {
		case slices.Contains(orders, u.Owner):
			own[u.At] = true
		case position.Enemy(b, u.Owner, p.Power()) && !u.Submerged && !u.Type.IsBooty():
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
func bid(set *rules.Set, j *position.Journal, text string) error {
	power, rest, _ := strings.Cut(text, " ")
	n := j.Now().Nation(board.Power(power))
	if !n.HasTurn() {
		return fmt.Errorf("%q is no power of these rules", power)
	}
	if money, err := strconv.Atoi(rest); err == nil {
		if money < 0 {
			return fmt.Errorf("money cannot be negative")
		}
		j.Emit(event.Granted{Power: n.Power(), Paid: money})
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
		case t.IsShip() != set.Board.Space(space).Sea, !t.IsShip() && j.Now().Owner(space) != n.Power():
			return fmt.Errorf("%s cannot stand in %s", t.Plural(), where)
		}
		units := make([]event.Unit, count)
		for i := range units {
			units[i] = event.Unit{ID: j.Now().LastID() + 1 + i, Owner: n.Power(), Type: t}
		}
		j.Emit(event.UnitsAdded{Space: space, Units: units})
	}
	return nil
}
