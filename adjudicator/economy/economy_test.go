package economy_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

func start(t *testing.T, set *rules.Set) *position.Position {
	t.Helper()
	p, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func space(t *testing.T, set *rules.Set, name string) board.SpaceID {
	t.Helper()
	id, ok := set.Board.Find(name)
	if !ok {
		t.Fatalf("no space %q", name)
	}
	return id
}

func state(set *rules.Set, p *position.Position) phase.State {
	return phase.State{Rules: set, Position: p, Resolver: phase.Assumed()}
}

// A convoy centre pays its power while it holds it, its port and its capital are no enemy's (Europe, 3.10).
func TestConvoys(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "europe")
	for name, c := range map[string]struct {
		german []string
		want   map[string]board.Power // payee; centres that are not named pay their own power
	}{
		"all free":              {nil, nil},
		"a centre taken":        {[]string{"U.S. Convoy 2"}, map[string]board.Power{"U.S. Convoy 2": board.Nobody}},
		"the port taken":        {[]string{"Archangel"}, map[string]board.Power{"Soviet Convoy": board.Nobody}},
		"the capital, not port": {[]string{"Moscow"}, map[string]board.Power{"Soviet Convoy": board.Nobody}},
	} {
		p := adjudicator.Empty(set)
		for _, s := range c.german {
			positiontest.Change(p, func(d *position.Data) { d.Owner[space(t, set, s)] = "Germany" })
		}
		list := economy.Convoys(set, p)
		if len(list) == 0 {
			t.Fatal("no convoy centres")
		}
		for _, got := range list {
			s := set.Board.Space(got.Zone)
			want, named := c.want[s.Name]
			if !named {
				want = s.OriginalController
			}
			if got.Payee != want || got.Income != s.Income || got.Controller != p.Owner(got.Zone) {
				t.Errorf("%s: %s: %+v, want payee %q", name, s.Name, got, want)
			}
		}
	}
	revised := positiontest.Rules(t, "revised")
	if list := economy.Convoys(revised, adjudicator.Empty(revised)); len(list) > 0 {
		t.Errorf("Revised has no convoys: %v", list)
	}
}

// The oil track counts the Middle East land that its enemy holds; what it would get is limited by its enemies' cash.
func TestOilTrack(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		opts   []string
		taken  []string
		cash   int // of the UK
		value  int
		next   int
		berlin board.Power
	}{
		"nothing held":      {nil, nil, 10, 0, 0, "Germany"},
		"Iraq":              {nil, []string{"Iraq"}, 10, 2, 2, "Germany"},
		"little cash":       {nil, []string{"Iraq"}, 1, 2, 1, "Germany"},
		"no debt":           {[]string{"oil-debt", "none"}, []string{"Iraq"}, 1, 2, 0, "Germany"},
		"no debt, enough":   {[]string{"oil-debt", "none"}, []string{"Iraq"}, 2, 2, 2, "Germany"},
		"Berlin has fallen": {nil, []string{"Iraq"}, 10, 2, 0, "UK"},
	} {
		set := positiontest.Rules(t, "europe", c.opts...)
		p := adjudicator.Empty(set)
		positiontest.Change(p, func(d *position.Data) { d.Nation("UK").Money = c.cash })
		for _, s := range c.taken {
			positiontest.Change(p, func(d *position.Data) { d.Owner[space(t, set, s)] = "Germany" })
		}
		positiontest.Change(p, func(d *position.Data) { d.Owner[set.Board.SeatOf("Germany").Capital] = c.berlin })
		got, ok := economy.Oil(set, p)
		if !ok || got.Collector != "Germany" || got.Value != c.value || got.Next != c.next || len(got.Lands) != len(c.taken) {
			t.Errorf("%s: %+v, %v; want value %d, next %d", name, got, ok, c.value, c.next)
		}
		if got.Of <= got.Value {
			t.Errorf("%s: the Middle East is worth %d, and %d is held", name, got.Of, got.Value)
		}
	}
	revised := positiontest.Rules(t, "revised")
	if _, ok := economy.Oil(revised, adjudicator.Empty(revised)); ok {
		t.Error("Revised has no oil track")
	}
}

// Europe, 3.1: until all Allies have filed the same split there are proposals, and powers that have none.
func TestShareProposals(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "europe")
	equal := economy.EqualShare(set)
	if len(equal.Parts) != 3 || equal.Parts[0] != (order.Part{Power: "USSR", N: 4}) || equal.Parts[2].N != 4 {
		t.Errorf("12 IPC in equal parts: %v", equal.Parts)
	}
	all := order.Share{Parts: []order.Part{{Power: "UK", N: 12}}}
	for name, c := range map[string]struct {
		filed  map[board.Power]order.Share
		open   []board.Power
		agreed bool
	}{
		"none":      {nil, []board.Power{"USSR", "UK", "USA"}, false},
		"one":       {map[board.Power]order.Share{"UK": all}, []board.Power{"USSR", "USA"}, false},
		"alike":     {map[board.Power]order.Share{"USSR": all, "UK": all, "USA": all}, nil, true},
		"different": {map[board.Power]order.Share{"USSR": all, "UK": equal, "USA": all}, nil, false},
	} {
		p := start(t, set)
		for power, share := range c.filed {
			positiontest.Change(p, func(d *position.Data) { d.Nation(power).Answers = []order.Order{share} })
		}
		list, open, agreed := economy.ShareProposals(set, p)
		if len(list) != len(c.filed) || !slices.Equal(open, c.open) || agreed != c.agreed {
			t.Errorf("%s: %v, open %v, agreed %v", name, list, open, agreed)
		}
		for _, x := range list {
			if !slices.Equal(x.Parts, order.Shares(c.filed[x.Power].Parts)) {
				t.Errorf("%s: %s proposes %v", name, x.Power, x.Parts)
			}
		}
	}
	p := start(t, set)
	positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = "Germany", order.Buy })
	if list, open, _ := economy.ShareProposals(set, p); len(list)+len(open) > 0 {
		t.Errorf("round 1 has begun: %v, open %v", list, open)
	}
}

// A power that keeps silent before round 1 spends nothing of its bonus, and shares alike.
func TestDefaultAnswer(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "europe")
	p := start(t, set)
	bonus := economy.DefaultAnswer(state(set, p), "Germany").Sheet.Parts[order.Bonus]
	if !bonus.Held || len(bonus.Orders) != 1 || !bonus.Orders[0].(order.BonusUnits).Nothing || bonus.FirstLine() != 1 {
		t.Errorf("%+v", bonus)
	}
	if f := economy.DefaultAnswer(state(set, p), "UK"); !f.Sheet.Empty() || len(f.Answers) > 0 {
		t.Errorf("the UK is not asked yet: %+v", f)
	}
	positiontest.Change(p, func(d *position.Data) {
		d.Turn.Asked = []position.Question{{Power: "UK", What: economy.AskShare, Space: board.NoSpace}}
	})
	if f := economy.DefaultAnswer(state(set, p), "UK"); len(f.Answers) != 1 || f.Sheet.Parts[order.Bonus].Held {
		t.Errorf("%+v", f)
	}
}

// Before round 1 the lines of a turn are refused, each with what its sender must do first, or who is asked.
func TestTurnOrdersBeforeRound1(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "europe")
	for who, want := range map[board.Power]order.Fault{
		"Germany": {Code: order.YouAreAsked, Word: "bonus"},
		"UK":      {Code: order.AnotherAsked, Power: "Germany"},
	} {
		var f order.File
		f.Sheet.Parts[order.Buy] = order.PhaseOrders{Held: true, Line: 4}
		f.Sheet.Parts[order.Noncombat] = positiontest.Part(order.Move{At: order.At{Line: 7}}, order.Move{At: order.At{Line: 8}})
		res, err := economy.Pregame(state(set, start(t, set)), who, f)
		if err != nil {
			t.Fatal(err)
		}
		var lines []int
		for _, x := range res.Faults {
			lines = append(lines, x.Line)
			if x.Code != want.Code || x.Word != want.Word || x.Power != want.Power {
				t.Errorf("%s: %+v", who, x)
			}
		}
		if !slices.Equal(lines, []int{4, 7, 8}) {
			t.Errorf("%s: faults of lines %v", who, lines)
		}
	}
}

// A bonus buys at least one unit of a kind that is for sale, where own units stand.
func TestBonus(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "europe")
	for name, c := range map[string]struct {
		n    int
		unit board.UnitType
		in   string
		want order.Code // "" for none
	}{
		"one infantry":  {1, board.Infantry, "Poland", ""},
		"no infantry":   {0, board.Infantry, "Poland", order.NotForSale},
		"all the money": {4, board.Infantry, "Poland", ""},
		"too dear":      {5, board.Infantry, "Poland", order.TooDear},
		"a complex":     {1, board.Complex, "Poland", order.NotForSale},
		"an ally's":     {1, board.Infantry, "Moscow", order.NoOwnUnits},
		"a gun more":    {1, board.AAGun, "Germany", order.SecondGun},
	} {
		var f order.File
		f.Sheet.Parts[order.Bonus] = positiontest.Part(order.BonusUnits{At: order.At{Line: 1},
			Units: []order.Units{{N: c.n, Type: c.unit}}, In: space(t, set, c.in)})
		res, err := economy.Pregame(state(set, start(t, set)), "Germany", f)
		if err != nil {
			t.Fatal(err)
		}
		got := order.Code("")
		if len(res.Faults) > 0 {
			got = res.Faults[0].Code
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// What a turn leaves unplaced is listed where it could go: the capital's complex first, a new complex in own land.
func TestLeftUnplaced(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	russia, caucasus := space(t, set, "Russia"), space(t, set, "Caucasus")
	for name, c := range map[string]struct {
		bought map[board.UnitType]int
		placed []order.Order
		want   []economy.Unplaced
	}{
		"nothing":    {nil, nil, nil},
		"two":        {map[board.UnitType]int{board.Infantry: 2}, nil, []economy.Unplaced{{Unit: board.Infantry, N: 2, In: russia}}},
		"eight, two": {map[board.UnitType]int{board.Infantry: 10}, nil, []economy.Unplaced{{Unit: board.Infantry, N: 8, In: russia}, {Unit: board.Infantry, N: 2, In: caucasus}}},
		"one is placed": {map[board.UnitType]int{board.Infantry: 2}, []order.Order{
			order.PlaceUnits{In: caucasus, From: board.NoSpace, Units: []order.Units{{N: 1, Type: board.Infantry}}}},
			[]economy.Unplaced{{Unit: board.Infantry, N: 1, In: russia}}},
		"all but the complex's room": {map[board.UnitType]int{board.Tank: 13}, nil, []economy.Unplaced{{Unit: board.Tank, N: 8, In: russia}, {Unit: board.Tank, N: 4, In: caucasus}}},
	} {
		p := start(t, set)
		positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = "USSR", order.Place })
		adjudicator.BeginTurn(set, p)
		for u, n := range c.bought {
			positiontest.Change(p, func(d *position.Data) { d.Nation("USSR").Bought[u] = n })
		}
		if got := economy.LeftUnplaced(state(set, p), positiontest.Part(c.placed...)); !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	p := start(t, set)
	positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = "USSR", order.Place })
	adjudicator.BeginTurn(set, p)
	positiontest.Change(p, func(d *position.Data) { d.Nation("USSR").Bought[board.Complex] = 1 })
	got := economy.LeftUnplaced(state(set, p), positiontest.Part())
	if len(got) != 1 || got[0].Unit != board.Complex || got[0].N != 1 || p.Owner(got[0].In) != "USSR" ||
		set.Board.Space(got[0].In).Income == 0 || got[0].In == russia || got[0].In == caucasus {
		t.Errorf("a complex: %v", got)
	}
}

// A power without its capital collects nothing.
func TestCollect(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	for owner, want := range map[board.Power]int{"USSR": 24, "Germany": 0} {
		p := adjudicator.Empty(set)
		positiontest.Change(p, func(d *position.Data) {
			d.Power = "USSR"
			d.Owner[space(t, set, "Russia")] = owner
		})
		res, err := economy.Collect(state(set, p), order.PhaseOrders{})
		if err != nil {
			t.Fatal(err)
		}
		if got := res.After.Nation("USSR").Money(); got != want {
			t.Errorf("%s holds Russia: %d IPC, want %d", owner, got, want)
		}
		if want == 0 && len(res.Events) > 0 {
			t.Errorf("it is told: %v", res.Events)
		}
	}
}
