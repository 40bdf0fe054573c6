package adjudicator

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

func start(t *testing.T, set *rules.Set) *position.Position {
	t.Helper()
	p, err := Start(set)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func space(t *testing.T, name string) board.SpaceID {
	t.Helper()
	id, ok := board.Named("revised").Find(name)
	if !ok {
		t.Fatalf("no space %q", name)
	}
	return id
}

func play(t *testing.T, set *rules.Set, p *position.Position, who board.Power, s order.Sheet, ds ...int) Result {
	t.Helper()
	src := dice.NewScript(ds...)
	res, err := Play(set, p, who, order.File{Sheet: s}, src)
	if err != nil {
		t.Fatal(err)
	}
	if src.Left() != 0 {
		t.Errorf("%d dice left over", src.Left())
	}
	return res
}

// The rulebook's sample turn buys 3 tanks and 1 artillery after a rocket die of 2 (T-60).
func TestResearchAndPurchaseOfTheSampleTurn(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	p := start(t, set)
	var s order.Sheet
	s.Parts[order.Research] = positiontest.Part(order.ResearchTech{Tech: rules.Rockets, Dice: 1})
	s.Parts[order.Buy] = positiontest.Part(order.BuyUnits{Units: []order.Units{{N: 3, Type: board.Tank}, {N: 1, Type: board.Artillery}}})
	res := play(t, set, p, "USSR", s, 2)
	if res.Refused {
		t.Fatal(res.Faults)
	}
	n := res.Position.Nation("USSR")
	if n.Money() != 0 || !n.HasTech(rules.Rockets) || n.Bought()[board.Tank] != 3 {
		t.Errorf("got %+v", n)
	}
	if a := res.Awaited; len(a) != 1 || a[0].What != "combat" {
		t.Errorf("awaits %v", a)
	}
	if p.Nation("USSR").Money() != 24 {
		t.Error("Play changed the position that it was given")
	}
}

// a purchase beyond what the complexes can place is refused, and so is one beyond the purse.
func TestPurchaseRefused(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	for _, c := range []struct {
		units []order.Units
		code  order.Code
	}{
		{[]order.Units{{N: 9, Type: board.Infantry}}, order.TooDear},
		{[]order.Units{{N: 0, Type: board.Tank}}, order.NotForSale},
	} {
		var s order.Sheet
		s.Parts[order.Buy] = positiontest.Part(order.BuyUnits{At: order.At{Line: 3}, Units: c.units})
		res := play(t, set, start(t, set), "USSR", s)
		if !res.Refused || len(res.Faults) != 1 || res.Faults[0].Code != c.code || res.Faults[0].Line != 3 {
			t.Errorf("%v: %+v", c.units, res.Faults)
		}
	}
	p := start(t, set)
	positiontest.Change(p, func(d *position.Data) { d.Nation("USSR").Money = 100 })
	var s order.Sheet
	s.Parts[order.Buy] = positiontest.Part(order.BuyUnits{Units: []order.Units{{N: 13, Type: board.Infantry}}})
	if res := play(t, set, p, "USSR", s); !res.Refused || res.Faults[0].Code != order.OverCapacity || res.Faults[0].Have != 12 {
		t.Errorf("13 units for complexes of 8 and 4: %+v", res.Faults)
	}
}

// D3: both branches of a conditional purchase must be affordable.
func TestConditionalPurchase(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	var s order.Sheet
	s.Parts[order.Research] = positiontest.Part(order.ResearchTech{At: order.At{Line: 1}, Tech: rules.Rockets, Dice: 1})
	s.Parts[order.Buy] = positiontest.Part(
		order.BuyUnits{At: order.At{Line: 2}, Units: []order.Units{{N: 3, Type: board.Tank}}, If: rules.Rockets},
		order.BuyUnits{At: order.At{Line: 3}, Units: []order.Units{{N: 6, Type: board.Infantry}}, If: rules.Rockets, Not: true})
	res := play(t, set, start(t, set), "USSR", s, 5)
	if n := res.Position.Nation("USSR"); n.Money() != 1 || n.Bought()[board.Infantry] != 6 || n.Bought()[board.Tank] != 0 {
		t.Errorf("rockets failed: %+v", n)
	}
	s.Parts[order.Buy].Orders[1] = order.BuyUnits{At: order.At{Line: 3}, Units: []order.Units{{N: 7, Type: board.Infantry}}, If: rules.Rockets, Not: true}
	if res := play(t, set, start(t, set), "USSR", s); !res.Refused || res.Faults[0].Line != 3 {
		t.Errorf("the branch without rockets costs 21 of 19: %+v", res.Faults)
	}
}

// Fine print 14: after placing the turn ends, income is collected, and the next power's turn begins.
func TestPlacingEndsTheTurn(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	var s order.Sheet
	s.Parts[order.Buy] = positiontest.Part(order.BuyUnits{Units: []order.Units{{N: 8, Type: board.Infantry}}})
	s.Parts[order.Noncombat] = positiontest.Part()
	res := play(t, set, start(t, set), "USSR", s)
	if a := res.Awaited; len(a) != 1 || a[0].What != "place" || a[0].Power != "USSR" {
		t.Fatalf("awaits %v", a)
	}
	var more order.Sheet
	more.Parts[order.Place] = positiontest.Part(
		order.PlaceUnits{Units: []order.Units{{N: 5, Type: board.Infantry}}, In: space(t, "Russia"), From: board.NoSpace},
		order.PlaceUnits{Units: []order.Units{{N: 2, Type: board.Infantry}}, In: space(t, "Caucasus"), From: board.NoSpace})
	res = play(t, set, res.Position, "USSR", more)
	if a := res.Awaited; len(a) != 1 || a[0].Power != "Germany" || a[0].What != "research" {
		t.Fatalf("awaits %v", a)
	}
	if n := res.Position.Nation("USSR"); n.Money() != 24 || n.Bought()[board.Infantry] != 1 {
		t.Errorf("kept for the next turn: %+v", n)
	}
}

// a complex places as many units as its territory's income, ships in adjacent zones included.
func TestComplexLimit(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	p := start(t, set)
	positiontest.Change(p, func(d *position.Data) {
		d.Phase = order.Place
		d.Nation("USSR").Bought[board.Submarine] = 3
		d.Nation("USSR").Bought[board.Infantry] = 3
	})
	sz16, caucasus := space(t, "SZ16"), space(t, "Caucasus")
	var s order.Sheet
	s.Parts[order.Place] = positiontest.Part(
		order.PlaceUnits{At: order.At{Line: 1}, Units: []order.Units{{N: 3, Type: board.Submarine}}, In: sz16, From: board.NoSpace},
		order.PlaceUnits{At: order.At{Line: 2}, Units: []order.Units{{N: 3, Type: board.Infantry}}, In: caucasus, From: board.NoSpace})
	res := play(t, set, p, "USSR", s)
	if len(res.Faults) != 1 || res.Faults[0].Line != 2 || res.Faults[0].Code != order.ComplexFull || res.Faults[0].Have != 1 {
		t.Errorf("got %+v", res.Faults)
	}
}

// R-113 … R-121: capture, liberation, trust, loot and return.
func TestTake(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	newRunFor := func(power board.Power) *turn {
		p := start(t, set)
		positiontest.Change(p, func(d *position.Data) { d.Power = power })
		return newTurn(set, p, phase.Assumed())
	}
	t.Run("R-113 capture takes guns and complex", func(t *testing.T) {
		r := newRunFor("Germany")
		phase.Capture(r.Turn, space(t, "Caucasus"), "Germany")
		for u := range r.Pos.In(space(t, "Caucasus")) {
			if u.Type.IsBooty() && u.Owner != "Germany" {
				t.Errorf("%s stays %s", u.Type, u.Owner)
			}
		}
	})
	t.Run("R-114 an ally who holds his capital gets his land back", func(t *testing.T) {
		r := newRunFor("USA")
		positiontest.Change(r.Pos, func(d *position.Data) { d.Owner[space(t, "Anglo-Egypt")] = "Germany" })
		phase.Capture(r.Turn, space(t, "Anglo-Egypt"), "USA")
		if got := r.Pos.Owner(space(t, "Anglo-Egypt")); got != "UK" {
			t.Errorf("held by %s", got)
		}
	})
	t.Run("R-115 R-116 held in trust until the capital is free", func(t *testing.T) {
		r := newRunFor("USA")
		positiontest.Change(r.Pos, func(d *position.Data) {
			d.Owner[space(t, "United Kingdom")] = "Germany"
			d.Owner[space(t, "India")] = "Japan"
		})
		phase.Capture(r.Turn, space(t, "India"), "USA")
		if got := r.Pos.Owner(space(t, "India")); got != "USA" {
			t.Fatalf("India in trust of %s", got)
		}
		phase.Capture(r.Turn, space(t, "United Kingdom"), "USA")
		if r.Pos.Owner(space(t, "United Kingdom")) != "UK" || r.Pos.Owner(space(t, "India")) != "UK" {
			t.Error("the freed UK gets capital and India back")
		}
	})
	t.Run("R-119 loot", func(t *testing.T) {
		r := newRunFor("Germany")
		phase.Capture(r.Turn, space(t, "Russia"), "Germany")
		if m := r.Pos.Nation("Germany").Money(); m != 64 || r.Pos.Nation("USSR").Money() != 0 {
			t.Errorf("Germany has %d", m)
		}
	})
}

// eight cities after the American turn win the minor victory, not before.
func TestVictoryAfterTheLastPower(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	p := start(t, set)
	positiontest.Change(p, func(d *position.Data) {
		d.Owner[space(t, "India")], d.Owner[space(t, "Karelia S.S.R.")] = "Japan", "Germany"
	})
	for _, c := range []struct {
		power board.Power
		want  board.Side
	}{{"Japan", board.NoSide}, {"USA", board.Axis}} {
		q := p.Clone()
		positiontest.Change(q, func(d *position.Data) { d.Power, d.Phase = c.power, order.Place })
		res := play(t, set, q, c.power, order.Sheet{Done: 1})
		if res.Position.Winner() != c.want {
			t.Errorf("after %s: winner %q", c.power, res.Position.Winner())
		}
	}
}

// the individual winner is the power of the winning side whose national production rose most: Japan by India's
// 3, Germany by Karelia's 2, though Germany's production is the larger one.
func TestIndividualWinner(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		option string
		want   board.Power
	}{{"off", board.Nobody}, {"on", "Japan"}} {
		set := positiontest.Rules(t, "revised", "individual-winner", c.option)
		p := start(t, set)
		positiontest.Change(p, func(d *position.Data) {
			d.Owner[space(t, "India")], d.Owner[space(t, "Karelia S.S.R.")] = "Japan", "Germany"
		})
		positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = "USA", order.Place })
		res := play(t, set, p, "USA", order.Sheet{Done: 1})
		i := slices.IndexFunc(res.Events, func(e event.Event) bool { return e.Kind() == event.KindVictory })
		if i < 0 || event.Report(set.Board, res.Events)[len(event.Report(set.Board, res.Events[:i]))].Power != c.want {
			t.Errorf("individual-winner %s: want %q to win", c.option, c.want)
		}
	}
}
