package orders

import (
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// maker draws orders of one board.
type maker struct {
	t *rapid.T
	b *board.Board
}

func (m maker) number() int { return rapid.IntRange(1, 20).Draw(m.t, "n") }
func (m maker) coin() bool  { return rapid.Bool().Draw(m.t, "coin") }

// space draws a space: any, or land or sea only.
func (m maker) space(kinds ...bool) board.SpaceID {
	return rapid.Custom(func(t *rapid.T) board.SpaceID {
		return board.SpaceID(rapid.IntRange(0, len(m.b.Spaces)-1).Draw(t, "space"))
	}).Filter(func(id board.SpaceID) bool { return len(kinds) == 0 || m.b.Space(id).Sea == kinds[0] }).Draw(m.t, "space")
}

func (m maker) spaces(least int, kinds ...bool) []board.SpaceID {
	var ids []board.SpaceID
	for range rapid.IntRange(least, 3).Draw(m.t, "spaces") {
		ids = append(ids, m.space(kinds...))
	}
	return ids
}

func (m maker) unit() board.UnitType {
	return rapid.SampledFrom(board.UnitTypes()).Draw(m.t, "unit")
}

func (m maker) power() board.Power {
	if m.coin() {
		return board.Nobody
	}
	return rapid.SampledFrom(m.b.Powers()).Draw(m.t, "power")
}

func (m maker) units() []order.Units {
	var us []order.Units
	for range rapid.IntRange(1, 3).Draw(m.t, "units") {
		us = append(us, order.Units{N: m.number(), Type: m.unit(), Power: m.power()})
	}
	if m.coin() {
		us[0].N = order.All
	}
	return us
}

func (m maker) groups() []order.Group {
	var gs []order.Group
	for range rapid.IntRange(1, 3).Draw(m.t, "groups") {
		gs = append(gs, order.Group{Units: m.units(), From: m.space()})
	}
	return gs
}

func (m maker) ship() *order.Ship {
	s := &order.Ship{N: m.number(), Type: rapid.SampledFrom([]board.UnitType{board.Transport, board.Destroyer}).Draw(m.t, "ship"), Power: m.power(), In: board.NoSpace}
	if m.coin() {
		s.In = m.space(true)
	}
	return s
}

func (m maker) combat() order.Order {
	const sea, land = true, false
	switch rapid.IntRange(0, 9).Draw(m.t, "kind") {
	case 0:
		return order.ShipUnits{Groups: m.groups(), To: m.space(land), Via: m.spaces(0, sea), By: m.ship()}
	case 1:
		return order.Load{Groups: m.groups(), Onto: m.ship(), Sail: m.space(sea), Via: m.spaces(0, sea)}
	case 2:
		return order.Unload{Units: m.units(), From: m.space(sea), To: m.space(land), By: m.ship()}
	case 3:
		return order.Bomb{Target: m.space(land), Groups: m.groups(), Via: m.spaces(0)}
	case 4:
		return order.Rocket{Target: m.space(land), From: m.space(land)}
	case 5:
		return order.Bombard{Target: m.space(land), Ships: m.units(), In: m.space(sea)}
	case 6:
		return order.AttackSubs{In: m.space(sea)}
	case 7:
		return order.Pledge{Carrier: order.Units{N: 1, Type: board.Carrier}, From: m.space(sea), To: m.space(sea)}
	case 8:
		return order.BattleOrder{Spaces: m.spaces(1)}
	}
	return order.Move{Groups: m.groups(), To: m.space(), Via: m.spaces(0), Kamikaze: m.coin()}
}

func (m maker) tactic() order.Tactic {
	t := order.Tactic{To: board.NoSpace}
	switch t.Do = order.Verb(rapid.IntRange(int(order.Losses), int(order.Pause)).Draw(m.t, "verb")); t.Do {
	case order.Losses, order.TheirLosses:
		if t.Mode = order.Mode(rapid.IntRange(0, 3).Draw(m.t, "mode")); t.Mode == order.NoMode {
			t.Losses = []order.Loss{{Type: m.unit(), Power: "UK"}, {Type: m.unit()}, {Type: board.Battleship, Damage: true}, {Type: board.Transport, Cargo: order.Empty}, {Type: board.Transport, Cargo: order.Loaded}}
		}
		return t
	case order.NoBombardment:
		return t
	case order.Retreat:
		t.To = m.space()
	case order.Submerge:
		t.N = rapid.IntRange(0, 3).Draw(m.t, "subs")
		if t.Negative = m.coin(); t.Negative {
			return t
		}
	}
	switch t.Cond.When = order.When(rapid.IntRange(0, int(order.IfNoDestroyer)).Draw(m.t, "when")); t.Cond.When {
	case order.AfterRound, order.FewerThan:
		t.Cond.N = m.number()
	case order.OddsBelow:
		t.Cond.Percent = float64(rapid.IntRange(1, 200).Draw(m.t, "percent")) / 2
	}
	return t
}

// TestPrintedOrdersReadBack: any orders, printed in any language, read back as the same values.
func TestPrintedOrdersReadBack(t *testing.T) {
	t.Parallel()
	for _, b := range []*board.Board{board.Named("revised"), board.Named("europe")} {
		rapid.Check(t, func(t *rapid.T) {
			m := maker{t, b}
			var s order.Sheet
			add := func(ph order.Phase, o order.Order) {
				s.Parts[ph].Held = true
				s.Parts[ph].Orders = append(s.Parts[ph].Orders, o)
			}
			add(order.Research, order.ResearchTech{Tech: rapid.IntRange(1, 6).Draw(t, "tech"), Dice: m.number()})
			add(order.Buy, order.BuyUnits{Units: m.units(), If: rapid.IntRange(1, 6).Draw(t, "if"), Not: m.coin()})
			add(order.Combat, m.combat())
			add(order.Combat, m.combat())
			add(order.Noncombat, order.Land{Groups: m.groups(), To: m.space(), Via: m.spaces(0), On: &order.Ship{N: 1, Type: board.Carrier, Power: m.power(), In: board.NoSpace},
				Onward: m.space(), OnwardVia: m.spaces(0)})
			add(order.Place, order.PlaceUnits{Units: m.units(), In: m.space(), From: m.space()})
			s.Battles = []order.Battle{{Space: m.space(), Tactics: []order.Tactic{m.tactic(), m.tactic()}}}
			for _, l := range syntax.Langs() {
				text := FormatSheet(s, l, b)
				f := Parse(text, Context{Board: b})
				if len(f.Faults) > 0 {
					t.Fatalf("%q\n%s", told(&f), text)
				}
				if got, want := bareOrders(f.Sheet), bareOrders(s); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s\n got %+v\nwant %+v", text, got, want)
				}
			}
		})
	}
}

// TestWordSalad: texts of the language's own words in any order never break the laws of parser and printer.
func TestWordSalad(t *testing.T) {
	t.Parallel()
	var words []string
	lx := syntax.TheLexicon()
	for _, v := range []*syntax.Vocabulary{lx.Words, lx.Units, lx.Powers, lx.Techs, lx.Spaces} {
		for _, e := range v.Entries {
			for _, l := range syntax.Langs() {
				words = append(words, e.Show(l).One)
			}
		}
	}
	verbs := []string{"move", "ship", "load", "unload", "bomb", "land", "place", "buy", "battle", "losses", "retreat", "submerge", "defend", "press to", "oil", "odds"}
	word := rapid.OneOf(rapid.SampledFrom(words), rapid.SampledFrom([]string{"1", "2", "3 tanks", "all", ",", "from Russia", "to Karelia", "via SZ5", "in SZ5", "12%", "\n", ">", "#"}))
	line := rapid.Custom(func(t *rapid.T) string {
		return rapid.SampledFrom(verbs).Draw(t, "verb") + " " + strings.Join(rapid.SliceOfN(word, 0, 8).Draw(t, "words"), " ")
	})
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(line, 1, 6).Draw(t, "lines"), "\n")
		ctx := Context{Board: board.Named("revised"), Phase: order.Combat, Preamble: rapid.Bool().Draw(t, "preamble")}
		first := Parse(text, ctx)
		canonical := Format(first.File, syntax.English, ctx)
		ctx.Preamble = false
		for _, l := range syntax.Langs() {
			again := Parse(Format(first.File, l, ctx), ctx)
			if got := Format(again.File, syntax.English, ctx); len(again.Faults) > 0 || got != canonical {
				t.Fatalf("%s of %q: %q\n%s", l, text, told(&again), diff(canonical, got))
			}
		}
	})
}
