package report

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/layout"
)

// battleSummary is the events of one battle, from its beginning to its end or pause.
type battleSummary struct {
	begin  event.Reported
	events []event.Reported
	luck   [2]luck // defender, attacker
	gone   [2][]event.Stack
}

// luck compares the hits scored with the average.
type luck struct{ hits, expected float64 }

// gather takes a battle's events off the front of a list that begins with BattleBegan, or with RoundBegan where a
// paused battle goes on.
func (s narrator) gather(events []event.Reported) (battleSummary, int) {
	c := battleSummary{begin: events[0]}
	n := 0
	for n < len(events) {
		e := events[n]
		n++
		c.events = append(c.events, e)
		c.addEvent(e, s.rules.Combat.LowLuck)
		if e.Kind == event.KindBattleEnded || e.Kind == event.KindBattlePaused {
			break
		}
	}
	return c, n
}

func (c *battleSummary) addEvent(e event.Reported, lowLuck bool) {
	switch e.Kind {
	case event.KindFired:
		l := &c.luck[index(e.Attacking)]
		for _, v := range e.Volleys {
			l.hits += float64(v.Hits)
			l.expected += expected(v, lowLuck)
		}
	case event.KindAntiaircraft:
		l := &c.luck[0]
		l.hits += float64(e.Hits)
		l.expected += float64(len(e.Dice)*e.Value) / 6
	}
	if isLoss(e) {
		c.gone[index(e.Attacking)] = merge(c.gone[index(e.Attacking)], e.Units)
	}
}

func index(attacking bool) int {
	if attacking {
		return 1
	}
	return 0
}

// expected is the mean of a volley's hits; with low luck most hits are sure and have no die.
func expected(v event.Volley, lowLuck bool) float64 {
	n := len(v.Dice)
	if lowLuck {
		n = 0
		for _, st := range v.Units {
			n += st.N
		}
	}
	return float64(n*v.Value) / 6
}

// battleBlocks describes a battle: the units of both sides, each volley with its dice, the result.
func (s narrator) battleBlocks(c battleSummary) []layout.Block {
	where := s.Where(c.begin.Space)
	title := s.Text("battle-on", "In", where)
	if c.begin.Kind == event.KindBattleBegan {
		title = s.Text("battle-"+c.begin.Battle, "In", where)
	}
	bs := []layout.Block{layout.Subhead(s.decided(c, title))}
	if c.begin.Kind == event.KindBattleBegan {
		bs = append(bs, s.forces(c.begin))
	}
	if !s.noDice {
		bs = append(bs, s.volleys(c))
	}
	return append(bs, layout.Bullets(s.outcome(c)))
}

// decided is the title of a battle with how it ended.
func (s narrator) decided(c battleSummary, title string) string {
	last := c.events[len(c.events)-1]
	key, who := "battle-without-winner", board.Nobody
	switch {
	case last.Kind == event.KindBattlePaused:
		return s.Text("battle-paused", "Battle", title)
	case last.Outcome == "attacker":
		key, who = "battle-won", last.Power
	case last.Outcome == "defender":
		key, who = "battle-held", defenderOf(c, last)
	case last.Outcome == "retreat":
		key, who = "battle-broken-off", last.Power
	}
	if who == board.Nobody {
		return s.Text("battle-without-winner", "Battle", title)
	}
	return s.PowerClause(key, who, "Battle", title)
}

// defenderOf is the power that defended first, Nobody if none did.
func defenderOf(c battleSummary, last event.Reported) board.Power {
	for _, list := range [][]event.Stack{c.begin.Defenders, last.Defenders} {
		if len(list) > 0 {
			return list[0].Power
		}
	}
	return board.Nobody
}

// forces are the two sides as they met.
func (s narrator) forces(e event.Reported) *layout.Table {
	t := &layout.Table{Align: "ll"}
	t.Add(s.Text("attacker"), s.ByOwner(byType(e.Attackers)))
	t.Add(s.Text("defender"), s.ByOwner(byType(e.Defenders)))
	return t
}

// byType sorts units as the chart lists them.
func byType(list []event.Stack) []event.Stack {
	return slices.SortedStableFunc(slices.Values(list), func(a, b event.Stack) int { return int(a.Type) - int(b.Type) })
}

// volleys is the table of a battle's dice.
func (s narrator) volleys(c battleSummary) *layout.Table {
	t := &layout.Table{Head: []string{s.Text("col-round"), s.Text("col-fires"), s.Text("col-needs"), s.Text("col-dice"),
		s.Text("col-hits")}, Align: "llllr"}
	round, shown := 1, 0
	tell := func(who string, value int, dice []int, hits int) {
		r := ""
		if round != shown {
			r, shown = s.Count(round), round
		}
		t.Rows = append(t.Rows, layout.Row{Cells: []layout.Cell{{Words: r}, {Words: who}, {Words: s.needs(value)},
			diceCell(dice, value), {Words: s.Count(hits)}}})
	}
	for _, e := range c.events {
		if e.Round > 0 && (e.Kind == event.KindRoundBegan || e.Kind == event.KindFired) {
			round = e.Round
		}
		switch e.Kind {
		case event.KindAntiaircraft:
			tell(s.Text("flak-of", "Power", s.Power(e.Whose)), e.Value, e.Dice, e.Hits)
		case event.KindFired:
			for _, v := range e.Volleys {
				tell(s.shooters(e, v), v.Value, v.Dice, v.Hits)
			}
		case event.KindLost, event.KindDrowned, event.KindSubmerge, event.KindRetreats:
			t.AddSpan(s.inBattle(e))
		}
	}
	return t
}

// needs is the number at or below which a die hits.
func (s narrator) needs(value int) string {
	if value <= 1 {
		return s.Count(value)
	}
	return s.Text("needs", "N", s.Count(value))
}

func (s narrator) shooters(e event.Reported, v event.Volley) string {
	p := e.Power
	if len(v.Units) > 0 {
		p = v.Units[0].Power
	}
	text := s.Text("forces-of", "Power", s.Power(p), "Units", s.Stacks(byType(withoutCargo(v.Units)), p))
	if e.Step == "bombard" {
		text = s.Text("bombarding", "Who", text)
	}
	return text
}

// withoutCargo leaves out cargo and damage, which do not matter for a shot.
func withoutCargo(list []event.Stack) []event.Stack {
	out := make([]event.Stack, len(list))
	for i, st := range list {
		out[i] = event.Stack{Power: st.Power, Type: st.Type, N: st.N}
	}
	return merge(out)
}

func diceCell(faces []int, value int) layout.Cell {
	c := layout.Cell{Words: ""}
	for _, f := range faces {
		c.Dice = append(c.Dice, layout.Die{Face: f, Hit: f <= value})
	}
	if len(faces) == 0 {
		c.Words = "–"
	}
	return c
}

// inBattle says what became of units in the course of a battle.
func (s narrator) inBattle(e event.Reported) string {
	key := map[event.Kind]string{event.KindLost: "loses", event.KindDrowned: "drowned", event.KindSubmerge: "submerges",
		event.KindRetreats: "retreats"}[e.Kind]
	switch {
	case e.Kind == event.KindLost && e.Note == "damaged":
		key = "damaged"
	case e.Kind == event.KindRetreats && e.To == board.NoSpace:
		key = "withdraws"
	}
	units := byType(plainStacks(e.Units))
	if key == "damaged" || key == "submerges" { // the units themselves do it, not their power
		return s.Plural(key, numberOf(units), "Units", s.Stacks(ownedBy(units, e.Power), board.Neutral))
	}
	return s.PowerText(key, e.Power, "Units", s.Stacks(units, e.Power), "Into", s.Whither(e.To))
}

// ownedBy gives units without an owner the one that is meant.
func ownedBy(list []event.Stack, p board.Power) []event.Stack {
	for i := range list {
		if list[i].Power == board.Nobody {
			list[i].Power = p
		}
	}
	return list
}

// numberOf is how many units stacks are.
func numberOf(list []event.Stack) (n int) {
	for _, st := range list {
		n += st.N
	}
	return n
}

// plainStacks leaves out what is aboard: it is told by itself.
func plainStacks(list []event.Stack) []event.Stack {
	out := slices.Clone(list)
	for i := range out {
		out[i].Aboard, out[i].Damaged = nil, false
	}
	return out
}

// outcome sums a battle up: how it ended, what each side lost, who was lucky.
func (s narrator) outcome(c battleSummary) []string {
	last := c.events[len(c.events)-1]
	items := []string{s.ending(c, last)}
	for _, attacking := range []bool{true, false} {
		gone, l := c.gone[index(attacking)], c.luck[index(attacking)]
		side := map[bool]string{true: "attacker", false: "defender"}[attacking]
		lost := s.Text("lost-nothing")
		if len(gone) > 0 {
			lost = s.Text("lost-units", "Units", s.Stacks(byType(withoutCargo(gone)), gone[0].Power), "IPC",
				s.IPC(s.cost(gone)))
		}
		items = append(items, s.Text("summary-"+side, "Lost", lost, "Hits",
			s.Plural("hits", int(l.hits), "N", s.Count(int(l.hits))), "Expected", s.Decimal(l.expected, 1), "Luck",
			s.Signed(l.hits-l.expected)))
	}
	return items
}

func (s narrator) ending(c battleSummary, last event.Reported) string {
	in, rounds := s.Where(last.Space), s.Plural("rounds", last.Round, "N", s.Count(last.Round))
	if last.Kind == event.KindBattlePaused {
		return s.Sentence("ending-paused", "In", in, "Rounds", rounds)
	}
	switch last.Outcome {
	case "attacker":
		return s.PowerText("ending-attacker", last.Power, "In", in, "Rounds", rounds, "Left",
			s.Stacks(byType(plainStacks(last.Attackers)), last.Power))
	case "defender":
		defender := defenderOf(c, last)
		return s.PowerText("ending-defender", defender, "Space", s.Object(last.Space), "Rounds", rounds, "Left",
			s.Stacks(byType(plainStacks(last.Defenders)), defender))
	case "retreat":
		return s.PowerText("ending-retreat", last.Power, "In", in, "Rounds", rounds)
	}
	return s.Sentence("ending-draw", "In", in, "Rounds", rounds)
}
