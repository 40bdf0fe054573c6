package templates

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
)

// clash is the events of one battle, from its beginning to its end or pause.
type clash struct {
	begin  event.Reported
	events []event.Reported
	luck   [2]luck // defender, attacker
	gone   [2][]event.Stack
}

// luck is hits scored beside those that the dice promise on average.
type luck struct{ hits, expected float64 }

// gather takes a battle's events off the front of a list that begins with BattleBegan, or with RoundBegan where a paused
// battle goes on.
func (s *speaker) gather(events []event.Reported) (clash, int) {
	c := clash{begin: events[0]}
	n := 0
	for n < len(events) {
		e := events[n]
		n++
		c.events = append(c.events, e)
		c.count(e, s.rules.Combat.LowLuck)
		if e.Kind == event.KindBattleEnded || e.Kind == event.KindBattlePaused {
			break
		}
	}
	return c, n
}

func (c *clash) count(e event.Reported, lowLuck bool) {
	switch e.Kind {
	case event.KindFired:
		l := &c.luck[index(e.Attacking)]
		for _, v := range e.Volleys {
			l.hits += float64(v.Hits)
			l.expected += expected(v, lowLuck)
		}
	case event.KindFlak:
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

// clashBlocks tells a battle: who met whom, each volley with its dice, what it came to.
func (s *speaker) clashBlocks(c clash) []block {
	where := s.where(c.begin.Space)
	title := s.say("battle-on", "In", where)
	if c.begin.Kind == event.KindBattleBegan {
		title = s.say("battle-"+c.begin.Battle, "In", where)
	}
	bs := []block{subhead{title}}
	if c.begin.Kind == event.KindBattleBegan {
		bs = append(bs, s.forces(c.begin))
	}
	bs = append(bs, s.volleys(c))
	return append(bs, bullets{s.outcome(c)})
}

// forces are the two sides as they met.
func (s *speaker) forces(e event.Reported) *table {
	t := &table{align: "ll"}
	t.add(s.say("attacker"), s.sides(byType(e.Attackers)))
	t.add(s.say("defender"), s.sides(byType(e.Defenders)))
	return t
}

// byType sorts units as the chart lists them.
func byType(list []event.Stack) []event.Stack {
	return slices.SortedStableFunc(slices.Values(list), func(a, b event.Stack) int { return int(a.Type) - int(b.Type) })
}

// sides lists units by owner: "Germany: 3 infantry, 1 tank".
func (s *speaker) sides(list []event.Stack) string {
	var items []string
	for _, p := range owners(s.b) {
		own := slices.DeleteFunc(slices.Clone(list), func(st event.Stack) bool { return st.Power != p })
		if len(own) > 0 {
			items = append(items, s.say("forces-of", "Power", s.power(p), "Units", s.stacks(own, p)))
		}
	}
	if len(items) == 0 {
		return s.say("nothing")
	}
	return strings.Join(items, "; ")
}

// volleys is the table of a battle's dice.
func (s *speaker) volleys(c clash) *table {
	t := &table{head: []string{s.say("col-round"), s.say("col-fires"), s.say("col-needs"), s.say("col-dice"), s.say("col-hits")}, align: "llllr"}
	round, shown := 1, 0
	tell := func(who string, value int, dice []int, hits int) {
		r := ""
		if round != shown {
			r, shown = s.count(round), round
		}
		t.rows = append(t.rows, row{cells: []cell{{words: r}, {words: who}, {words: s.needs(value)}, diceCell(dice, value), {words: s.count(hits)}}})
	}
	for _, e := range c.events {
		if e.Round > 0 && (e.Kind == event.KindRoundBegan || e.Kind == event.KindFired) {
			round = e.Round
		}
		switch e.Kind {
		case event.KindFlak:
			tell(s.say("flak-of", "Power", s.power(e.Whose)), e.Value, e.Dice, e.Hits)
		case event.KindFired:
			for _, v := range e.Volleys {
				tell(s.shooters(e, v), v.Value, v.Dice, v.Hits)
			}
		case event.KindLost, event.KindDrowned, event.KindSubmerge, event.KindRetreats:
			t.note(s.inBattle(e))
		}
	}
	return t
}

// needs is the number at or below which a die hits.
func (s *speaker) needs(value int) string {
	if value <= 1 {
		return s.count(value)
	}
	return s.say("needs", "N", s.count(value))
}

func (s *speaker) shooters(e event.Reported, v event.Volley) string {
	p := e.Power
	if len(v.Units) > 0 {
		p = v.Units[0].Power
	}
	text := s.say("forces-of", "Power", s.power(p), "Units", s.stacks(byType(bare(v.Units)), p))
	if e.Step == "bombard" {
		text = s.say("bombarding", "Who", text)
	}
	return text
}

// bare leaves out cargo and damage, which do not matter for a shot.
func bare(list []event.Stack) []event.Stack {
	out := make([]event.Stack, len(list))
	for i, st := range list {
		out[i] = event.Stack{Power: st.Power, Type: st.Type, N: st.N}
	}
	return merge(out)
}

func diceCell(faces []int, value int) cell {
	c := cell{words: ""}
	for _, f := range faces {
		c.dice = append(c.dice, die{f, f <= value})
	}
	if len(faces) == 0 {
		c.words = "–"
	}
	return c
}

// inBattle says what became of units in the course of a battle.
func (s *speaker) inBattle(e event.Reported) string {
	key := map[event.Kind]string{event.KindLost: "loses", event.KindDrowned: "drowned", event.KindSubmerge: "submerges", event.KindRetreats: "retreats"}[e.Kind]
	switch {
	case e.Kind == event.KindLost && e.Note == "damaged":
		key = "damaged"
	case e.Kind == event.KindRetreats && e.To == board.NoSpace:
		key = "withdraws"
	}
	return s.does(key, e.Power, "Units", s.stacks(byType(plainStacks(e.Units)), e.Power), "Into", s.whither(e.To))
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
func (s *speaker) outcome(c clash) []string {
	last := c.events[len(c.events)-1]
	items := []string{s.ending(c, last)}
	for _, attacking := range []bool{true, false} {
		gone, l := c.gone[index(attacking)], c.luck[index(attacking)]
		side := map[bool]string{true: "attacker", false: "defender"}[attacking]
		lost := s.say("lost-nothing")
		if len(gone) > 0 {
			lost = s.say("lost-units", "Units", s.stacks(byType(bare(gone)), gone[0].Power), "IPC", s.ipc(s.cost(gone)))
		}
		items = append(items, s.say("summary-"+side, "Lost", lost, "Hits", s.many("hits", int(l.hits), "N", s.count(int(l.hits))), "Expected", s.decimal(l.expected), "Luck", s.signed(l.hits-l.expected)))
	}
	return items
}

func (s *speaker) ending(c clash, last event.Reported) string {
	in, rounds := s.where(last.Space), s.many("rounds", last.Round, "N", s.count(last.Round))
	if last.Kind == event.KindBattlePaused {
		return s.sentence("ending-paused", "In", in, "Rounds", rounds)
	}
	defender := board.Nobody
	if len(c.begin.Defenders) > 0 {
		defender = c.begin.Defenders[0].Power
	}
	switch last.Outcome {
	case "attacker":
		return s.does("ending-attacker", last.Power, "In", in, "Rounds", rounds, "Left", s.stacks(byType(plainStacks(last.Attackers)), last.Power))
	case "defender":
		if defender == board.Nobody && len(last.Defenders) > 0 {
			defender = last.Defenders[0].Power
		}
		return s.does("ending-defender", defender, "Space", s.object(last.Space), "Rounds", rounds, "Left", s.stacks(byType(plainStacks(last.Defenders)), defender))
	case "retreat":
		return s.does("ending-retreat", last.Power, "In", in, "Rounds", rounds)
	}
	return s.sentence("ending-draw", "In", in, "Rounds", rounds)
}
