package report

import (
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// tale is a resolution written by hand: a Soviet turn with research, a battle won and one broken off, a sea battle with
// a landing, a raid, antiaircraft fire, rockets, and more.
type tale struct {
	t      *testing.T
	set    *rules.Set
	b      *board.Board
	events []event.Reported
}

func newTale(t *testing.T) *tale {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return &tale{t: t, set: set, b: set.Board}
}

func (x *tale) at(name string) board.SpaceID {
	x.t.Helper()
	id, ok := x.b.Find(name)
	if !ok {
		x.t.Fatalf("there is no space %q", name)
	}
	return id
}

// tell adds an event of the USSR.
func (x *tale) tell(k event.Kind, fill func(*event.Reported)) {
	e := event.NewReported(k, "USSR")
	fill(&e)
	x.events = append(x.events, e)
}

func (x *tale) phase(ph order.Phase) {
	x.tell(event.KindPhaseBegan, func(e *event.Reported) { e.Phase, e.Round = ph, 3 })
}

func (x *tale) move(k event.Kind, from, to string, units ...event.Stack) {
	x.tell(k, func(e *event.Reported) {
		e.From, e.To, e.Units = x.at(from), x.at(to), units
		e.Path = []board.SpaceID{e.To}
	})
}

// fire is one step of one side; hits follow from the dice.
func (x *tale) fire(space, who string, attacking bool, step string, volleys ...event.Volley) {
	x.tell(event.KindFired, func(e *event.Reported) {
		e.Power, e.Space, e.Round, e.Attacking, e.Step, e.Volleys = board.Power(who), x.at(space), 1, attacking, step, volleys
	})
}

func (x *tale) lost(space, who string, attacking bool, units ...event.Stack) {
	x.tell(event.KindLost, func(e *event.Reported) {
		e.Power, e.Space, e.Attacking, e.Units = board.Power(who), x.at(space), attacking, units
	})
}

func (x *tale) battle(space, kind string, att, def []event.Stack) {
	x.tell(event.KindBattleBegan, func(e *event.Reported) { e.Space, e.Battle, e.Attackers, e.Defenders = x.at(space), kind, att, def })
	x.tell(event.KindRoundBegan, func(e *event.Reported) { e.Space, e.Round = x.at(space), 1 })
}

func (x *tale) end(space, outcome string, att, def []event.Stack) {
	x.tell(event.KindBattleEnded, func(e *event.Reported) {
		e.Space, e.Outcome, e.Round, e.Attackers, e.Defenders = x.at(space), outcome, 1, att, def
	})
}

func of(p string, t board.UnitType, n int) event.Stack {
	return event.Stack{Power: board.Power(p), Type: t, N: n}
}

func shots(value int, dice []int, units ...event.Stack) event.Volley {
	v := event.Volley{Units: units, Value: value, Dice: dice}
	for _, d := range dice {
		if d <= value {
			v.Hits++
		}
	}
	return v
}

// sovietTale is the whole resolution.
func sovietTale(t *testing.T) *tale {
	x := newTale(t)
	inf, tank, art := board.Infantry, board.Tank, board.Artillery
	x.phase(order.Research)
	x.tell(event.KindResearched, func(e *event.Reported) { e.Tech, e.N, e.Dice, e.Hits, e.Paid = rules.Rockets, 2, []int{2, 5}, 1, 10 })
	x.phase(order.Buy)
	x.tell(event.KindBought, func(e *event.Reported) { e.Units, e.Paid = []event.Stack{of("USSR", inf, 3), of("USSR", tank, 1)}, 14 })
	x.phase(order.Combat)
	x.move(event.KindMoved, "Russia", "West Russia", of("USSR", inf, 3), of("USSR", tank, 2))
	x.move(event.KindMoved, "Caucasus", "Ukraine S.S.R.", of("USSR", inf, 2), of("USSR", art, 1))
	x.move(event.KindLoaded, "Karelia S.S.R.", "SZ4", of("USSR", inf, 1))
	x.tell(event.KindRocket, func(e *event.Reported) {
		e.From, e.Space, e.Dice, e.N, e.Paid, e.Whose = x.at("Caucasus"), x.at("Germany"), []int{4}, 4, 4, "Germany"
	})
	x.tell(event.KindAntiaircraft, func(e *event.Reported) {
		e.Space, e.Whose, e.Value, e.Units, e.Dice, e.Hits = x.at("Germany"), "Germany", 1, []event.Stack{of("USSR", board.Bomber, 2)}, []int{1, 5}, 1
	})
	x.lost("Germany", "USSR", true, of("USSR", board.Bomber, 1))
	x.tell(event.KindRaid, func(e *event.Reported) {
		e.Space, e.Units, e.Dice, e.N, e.Paid, e.Whose = x.at("Germany"), []event.Stack{of("USSR", board.Bomber, 1)}, []int{3}, 3, 3, "Germany"
	})

	x.battle("West Russia", "land", []event.Stack{of("USSR", inf, 3), of("USSR", tank, 2)}, []event.Stack{of("Germany", inf, 2), of("Germany", tank, 1)})
	x.fire("West Russia", "USSR", true, "fire", shots(1, []int{1, 6, 2}, of("USSR", inf, 3)), shots(3, []int{3, 3}, of("USSR", tank, 2)))
	x.lost("West Russia", "Germany", false, of("Germany", inf, 2), of("Germany", tank, 1))
	x.fire("West Russia", "Germany", false, "fire", shots(2, []int{2, 4}, of("Germany", inf, 2)), shots(3, []int{5}, of("Germany", tank, 1)))
	x.lost("West Russia", "USSR", true, of("USSR", inf, 1))
	x.end("West Russia", "attacker", []event.Stack{of("USSR", inf, 2), of("USSR", tank, 2)}, nil)
	x.tell(event.KindCaptured, func(e *event.Reported) { e.Space, e.Whose = x.at("West Russia"), "Germany" })

	x.battle("Ukraine S.S.R.", "land", []event.Stack{of("USSR", inf, 2), of("USSR", art, 1)}, []event.Stack{of("Germany", inf, 3), of("Germany", board.Fighter, 1)})
	x.fire("Ukraine S.S.R.", "USSR", true, "fire", shots(1, []int{4}, of("USSR", inf, 1)), shots(2, []int{5, 1}, of("USSR", inf, 1), of("USSR", art, 1)))
	x.lost("Ukraine S.S.R.", "Germany", false, of("Germany", inf, 1))
	x.fire("Ukraine S.S.R.", "Germany", false, "fire", shots(2, []int{1, 2, 6}, of("Germany", inf, 3)), shots(4, []int{6}, of("Germany", board.Fighter, 1)))
	x.lost("Ukraine S.S.R.", "USSR", true, of("USSR", inf, 2))
	x.tell(event.KindRetreats, func(e *event.Reported) {
		e.From, e.To, e.Units = x.at("Ukraine S.S.R."), x.at("Caucasus"), []event.Stack{of("USSR", art, 1)}
	})
	x.end("Ukraine S.S.R.", "retreat", []event.Stack{of("USSR", art, 1)}, []event.Stack{of("Germany", inf, 2), of("Germany", board.Fighter, 1)})

	x.phase(order.Noncombat)
	x.move(event.KindMoved, "Kazakh S.S.R.", "Caucasus", of("USSR", inf, 2))
	x.phase(order.Place)
	x.tell(event.KindPlaced, func(e *event.Reported) {
		e.Space, e.Units = x.at("Russia"), []event.Stack{of("USSR", inf, 3), of("USSR", tank, 1)}
	})
	x.tell(event.KindIncome, func(e *event.Reported) { e.Paid, e.N = 26, 26 })
	x.tell(event.KindTurnEnded, func(e *event.Reported) { e.Round = 3 })
	return x
}

// after is the position that the tale leads to, as far as the report needs it.
func (x *tale) positions() (before, after *position.Position) {
	x.t.Helper()
	before, err := adjudicator.Start(x.set)
	if err != nil {
		x.t.Fatal(err)
	}
	positiontest.Change(before, func(d *position.Data) { d.Round, d.Power, d.Phase = 3, "USSR", order.Research })
	after = before.Clone()
	positiontest.Change(after, func(d *position.Data) {
		d.Power = "Germany"
		d.Owner[x.at("West Russia")] = "USSR"
	})
	positiontest.ChangeIn(after, x.at("West Russia"), func(u *position.Unit) { u.Owner = "USSR" })
	positiontest.Change(after, func(d *position.Data) {
		d.Nation("USSR").Money = 26
		d.Nation("USSR").Techs = []int{rules.Rockets}
		d.Nation("Germany").Money -= 7
	})
	return before, after
}

// view is the report of the tale for the power whose turn is next.
func (x *tale) view() View {
	before, after := x.positions()
	hash := func(c string) string { return c + "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcde" }
	return View{
		Reader: reader.Reader{Game: "eastfront", Rules: x.set, Pos: after, Awaited: adjudicator.Awaited(x.set, after), Power: "Germany",
			Key: "7KQ2-M9XD-4TRA-W8PC", Base: hash("a"), Salt: hash("b")[:32], Deadline: deadline},
		Before: before, Events: x.events, Head: hash("a"), Quoted: []Quote{{"USSR", hash("c"), true}, {"Japan", hash("d"), false}},
		Evidence: []layout.File{{Name: "eastfront-7.txt", Type: "application/octet-stream", Data: []byte("pbd1 record\n")}},
	}
}
