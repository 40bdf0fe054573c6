package adjudicator

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

func europeSet(t *testing.T, opts ...string) *rules.Set {
	t.Helper()
	return positiontest.Rules(t, "europe", opts...)
}

func send(t *testing.T, set *rules.Set, p *position.Position, who board.Power, f order.File) Result {
	t.Helper()
	res, err := Play(set, p, who, f, nil)
	if err != nil {
		t.Fatal(err)
	}
	return res
}

func bonus(os ...order.Order) order.File {
	var f order.File
	f.Sheet.Parts[order.Bonus] = positiontest.Part(os...)
	return f
}

func at(t *testing.T, set *rules.Set, name string) board.SpaceID {
	t.Helper()
	id, ok := set.Board.Find(name)
	if !ok {
		t.Fatalf("no space %q", name)
	}
	return id
}

// Europe 3.1: Germany's bonus, the Allies' agreement, their bonuses, then the starting incomes.
func TestPregame(t *testing.T) {
	t.Parallel()
	set := europeSet(t)
	p := start(t, set)
	res := send(t, set, p, "Germany", bonus(order.BonusUnits{Units: []order.Units{{N: 3, Type: board.Infantry}}, In: at(t, set, "Poland")}))
	if res.Refused || len(res.Awaited) != 3 || res.Awaited[0].What != "share" {
		t.Fatalf("%+v", res)
	}
	split := order.File{Answers: []order.Order{order.Share{Parts: []order.Part{{Power: "USSR", N: 8}, {Power: "UK", N: 4}}}}}
	for _, who := range []board.Power{"USSR", "UK", "USA"} {
		res = send(t, set, res.Position, who, split)
	}
	if len(res.Awaited) != 2 || res.Awaited[1] != (Await{Power: "UK", What: "bonus", Space: board.NoSpace}) {
		t.Fatalf("%+v", res.Awaited)
	}
	res = send(t, set, res.Position, "USSR", bonus(order.BonusUnits{Nothing: true}))
	res = send(t, set, res.Position, "UK", bonus(order.BonusUnits{Units: []order.Units{{N: 1, Type: board.Artillery}}, In: at(t, set, "Egypt")}))
	want := map[board.Power]int{"Germany": 43, "USSR": 32, "UK": 25, "USA": 40}
	for power, money := range want {
		if got := res.Position.Nation(power).Money(); got != money {
			t.Errorf("%s has %d, want %d", power, got, money)
		}
	}
	if a := res.Awaited; len(a) != 1 || a[0].What != "buy" || a[0].Power != "Germany" {
		t.Errorf("awaits %v", a)
	}
}

func TestPregameRefuses(t *testing.T) {
	t.Parallel()
	set := europeSet(t)
	p := start(t, set)
	for name, c := range map[string]struct {
		f    order.File
		code order.Code
	}{
		"no own units there": {bonus(order.BonusUnits{Units: []order.Units{{N: 1, Type: board.Infantry}}, In: at(t, set, "Egypt")}), order.NoOwnUnits},
		"too dear":           {bonus(order.BonusUnits{Units: []order.Units{{N: 5, Type: board.Infantry}}, In: at(t, set, "Poland")}), order.TooDear},
		"a ship on land":     {bonus(order.BonusUnits{Units: []order.Units{{N: 1, Type: board.Transport}}, In: at(t, set, "Poland")}), order.OnlyAshore},
		"shares of 11":       {order.File{Answers: []order.Order{order.Share{Parts: []order.Part{{Power: "UK", N: 11}}}}}, order.WrongSum},
	} {
		if res := send(t, set, p, "Germany", c.f); !res.Refused || res.Faults[0].Code != c.code {
			t.Errorf("%s: %+v", name, res.Faults)
		}
	}
}

// Middle East payment: by agreed shares, else by Germany's choice, else from the richest; limited by the cash there is.
func TestOilPayment(t *testing.T) {
	t.Parallel()
	share := func(parts ...order.Part) []order.Order { return []order.Order{order.Oil{Parts: parts}} }
	for name, c := range map[string]struct {
		opts    []string
		money   [3]int // USSR, UK, USA
		allies  []order.Order
		germany []order.Order
		want    [4]int // Germany's gain, then the Allies' cash
	}{
		"agreed":            {nil, [3]int{0, 10, 10}, share(order.Part{Power: "UK", N: 2}, order.Part{Power: "USA", N: 1}), nil, [4]int{2, 0, 8, 10}},
		"Germany chooses":   {nil, [3]int{5, 10, 10}, nil, share(order.Part{Power: "USSR", N: 1}), [4]int{2, 3, 10, 10}},
		"richest first":     {nil, [3]int{5, 10, 11}, nil, nil, [4]int{2, 5, 10, 9}},
		"what they have":    {nil, [3]int{0, 1, 0}, nil, nil, [4]int{1, 0, 0, 0}},
		"no debt, no money": {[]string{"oil-debt", "none"}, [3]int{0, 1, 0}, nil, nil, [4]int{0, 0, 1, 0}},
	} {
		set := europeSet(t, c.opts...)
		p := Empty(set)
		positiontest.Change(p, func(d *position.Data) {
			d.Power, d.Phase = "Germany", order.Place
			d.Owner[at(t, set, "Iraq")] = "Germany"
			d.Nation("Germany").Answers = c.germany
		})
		for i, power := range []board.Power{"USSR", "UK", "USA"} {
			positiontest.Change(p, func(d *position.Data) {
				d.Nation(power).Money = c.money[i]
				d.Nation(power).Answers = c.allies
			})
		}
		BeginTurn(set, p)
		res := play(t, set, p, "Germany", order.Sheet{Done: 1})
		got := [4]int{res.Position.Nation("Germany").Money() - 40, res.Position.Nation("USSR").Money(), res.Position.Nation("UK").Money(), res.Position.Nation("USA").Money()}
		if got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
}

// Europe 2.4, 3.9: a capital held through the captor's next turn wins; one held since the set-up wins at the end of
// this turn.
func TestVictoryByCapital(t *testing.T) {
	t.Parallel()
	set := europeSet(t)
	p := Empty(set)
	positiontest.Change(p, func(d *position.Data) {
		d.Add(board.Infantry, "USSR", at(t, set, "Siberia"))
		d.Owner[at(t, set, "Moscow")] = "Germany"
		d.Power, d.Phase = "Germany", order.Place
	})
	BeginTurn(set, p)
	if res := play(t, set, p, "Germany", order.Sheet{Done: 1}); res.Position.Winner() != board.Axis {
		t.Errorf("winner %q", res.Position.Winner())
	}
	positiontest.Change(p, func(d *position.Data) { d.Turn.Captured = []board.SpaceID{at(t, set, "Moscow")} }) // taken this turn: one more to go
	if res := play(t, set, p, "Germany", order.Sheet{Done: 1}); res.Position.Winner() != board.NoSide {
		t.Errorf("winner %q", res.Position.Winner())
	}
}

// The Soviet convoy earns nothing while Germany holds Archangel; a captured centre pays nobody.
func TestConvoyIncome(t *testing.T) {
	t.Parallel()
	set := europeSet(t)
	p := Empty(set)
	positiontest.Change(p, func(d *position.Data) {
		d.Owner[at(t, set, "Archangel")] = "Germany"
		d.Owner[at(t, set, "U.S. Convoy 2")] = "Germany"
	})
	for power, want := range map[board.Power]int{"USSR": 24 - 1 - 4, "USA": 34, "Germany": 41} {
		if got := p.Income(set.Board, power); got != want {
			t.Errorf("%s earns %d, want %d", power, got, want)
		}
	}
}

// Europe 3.18: with the option the Allies' victory names the Ally with the highest national production, all of them if
// several are equal; Germany's is its own; without the option nobody is named.
func TestIndividualWinnerInEurope(t *testing.T) {
	t.Parallel()
	on := []string{"individual-winner", "on"}
	for name, c := range map[string]struct {
		opts  []string
		owner map[string]board.Power
		who   board.Power
		want  []board.Power
	}{
		"highest, not the largest rise": {on, map[string]board.Power{"Germany": "USSR", "Poland": "USSR"}, "USSR", []board.Power{"USA"}},
		"equals share it": {on, map[string]board.Power{"Germany": "USSR", "U.S. Convoy 2": "Germany", "France": "UK",
			"Norway": "UK", "Poland": "UK", "Hungary": "UK"}, "USSR", []board.Power{"UK", "USA"}},
		"Germany": {on, map[string]board.Power{"Moscow": "Germany"}, "Germany", []board.Power{"Germany"}},
		"off":     {nil, map[string]board.Power{"Germany": "USSR"}, "USSR", nil},
	} {
		set := europeSet(t, c.opts...)
		p := Empty(set)
		for space, owner := range c.owner {
			positiontest.Change(p, func(d *position.Data) { d.Owner[at(t, set, space)] = owner })
		}
		positiontest.Change(p, func(d *position.Data) {
			d.Add(board.Infantry, "USSR", at(t, set, "Siberia"))
			d.Power, d.Phase = c.who, order.Place
		})
		BeginTurn(set, p)
		res := play(t, set, p, c.who, order.Sheet{Done: 1})
		if res.Position.Winner() == board.NoSide || !slices.Equal(res.Position.Data().Victors, c.want) {
			t.Errorf("%s: %q has won, individual winners %v, want %v", name, res.Position.Winner(), res.Position.Data().Victors, c.want)
		}
	}
}
