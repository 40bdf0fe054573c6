package standing_test

import (
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/standing"
)

// table is a board on which answers are checked.
type table struct{ *positiontest.Table }

// lay sets up an otherwise empty board, in the combat move phase of a power.
func lay(t *testing.T, who board.Power, setup string) table {
	t.Helper()
	set := positiontest.Rules(t, "revised")
	tb := table{positiontest.Lay(t, set, adjudicator.Empty(set), who, setup)}
	adjudicator.BeginTurn(set, tb.Pos)
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Phase = order.Combat })
	return tb
}

// has gives a power advantages.
func (tb table) has(who board.Power, advantages ...string) table {
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Nation(who).Advantages = advantages })
	return tb
}

// moved is the board after combat moves that another power may react to.
func (tb table) moved(moves ...order.Order) table {
	tb.Helper()
	var f order.File
	f.Sheet.Parts[order.Combat] = positiontest.Part(moves...)
	res, err := adjudicator.Play(tb.Set, tb.Pos, tb.Pos.Power(), f, nil)
	if err != nil || res.Refused || len(res.Awaited) != 1 {
		tb.Fatalf("the moves: %v %v, awaited %v", err, positiontest.Codes(res.Faults), res.Awaited)
	}
	tb.Pos = res.Position
	return tb
}

func (tb table) turn() *phase.Turn {
	return phase.Begin(phase.State{Rules: tb.Set, Position: tb.Pos})
}

// check tells the faults of answers as "LINE CODE", with the word, the space and the line that they name.
func (tb table) check(who board.Power, answers ...order.Order) []string {
	t := tb.turn()
	standing.Check(t, who, answers)
	return tb.told(t.Faults)
}

func (tb table) told(fs []order.Fault) []string {
	var list []string
	for _, f := range fs {
		text := fmt.Sprintf("%d %s", f.Line, f.Code)
		if f.Word != "" {
			text += " " + f.Word
		}
		if f.Space != board.NoSpace {
			text += " " + tb.Set.Board.Name(f.Space)
		}
		if f.Other != board.NoSpace {
			text += ", " + tb.Set.Board.Name(f.Other)
		}
		for _, s := range f.Spaces {
			text += "; " + tb.Set.Board.Name(s)
		}
		if f.Code == order.Contradicts {
			text += fmt.Sprint(" ", f.Have)
		}
		list = append(list, text)
	}
	return list
}

func wants(t *testing.T, name string, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: %q, want %q", name, got, want)
	}
}

func at(line int) order.At { return order.At{Line: line} }

func declare(line int, advantage string) order.Order {
	return order.Declare{At: at(line), Advantage: advantage}
}

// enigma is a line that moves units out of turn.
func (tb table) enigma(line int, group, to string) order.Order {
	m := order.Move{At: at(line), Groups: []order.Group{tb.Group(group)}, To: tb.At(to)}
	return order.Enigma{At: at(line), Move: &m}
}

func (tb table) garrison(line int, in string) order.Order {
	return order.Garrison{At: at(line), In: tb.At(in)}
}

func (tb table) prefer(line int, spaces ...string) order.Order {
	return order.Nonaggression{At: at(line), Spaces: tb.Spaces(spaces...)}
}

// An advantage is declared by who has it, if it is one to be declared, once, and at its time.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	const winter, strike, french = "Russian Winter", "Joint Strike", "French Resistance"
	soviet := func() table { return lay(t, "USSR", "").has("USSR", winter, "Mobile Industry") }
	wants(t, "to be declared", soviet().check("USSR", declare(1, winter)))
	wants(t, "works by itself", soviet().check("USSR", declare(2, "Mobile Industry")), "2 not-declarable Mobile Industry")
	wants(t, "another's", soviet().check("USSR", declare(3, strike)), "3 no-advantage "+strike)
	wants(t, "two lines", soviet().check("USSR", declare(1, strike), declare(2, "Mobile Industry")),
		"1 no-advantage "+strike, "2 not-declarable Mobile Industry")
	used := soviet()
	positiontest.Change(used.Pos, func(d *position.Data) { d.Nation("USSR").Used = []string{winter} })
	wants(t, "used", used.check("USSR", declare(1, winter)), "1 advantage-used "+winter)
	wants(t, "in another's turn", lay(t, "Germany", "").has("USSR", winter).check("USSR", declare(1, winter)),
		"1 not-declared-now "+winter)
	british := func() table { return lay(t, "UK", "").has("UK", strike, french) }
	wants(t, "before combat", british().check("UK", declare(1, strike)))
	late := british()
	positiontest.Change(late.Pos, func(d *position.Data) { d.Phase = order.Noncombat })
	wants(t, "after combat", late.check("UK", declare(1, strike)), "1 not-declared-now "+strike)
	wants(t, "while placing is to come", late.check("UK", declare(1, french)))
	asked := lay(t, "USA", "").has("UK", french)
	wants(t, "in an ally's turn", asked.check("UK", declare(1, french)), "1 not-declared-now "+french)
	positiontest.Change(asked.Pos, func(d *position.Data) {
		d.Turn.Asked = []position.Question{{Power: "UK", What: "resistance", Space: board.NoSpace}}
	})
	wants(t, "asked in an ally's turn", asked.check("UK", declare(1, french)))
	wants(t, "no power", soviet().check(board.Nobody, declare(1, winter)))
}

// Europe has no advantages, and before its first turn nothing is judged but what contradicts itself.
func TestDeclarationsInEurope(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "europe")
	tb := table{positiontest.Lay(t, set, adjudicator.Empty(set), "USSR", "")}
	wants(t, "in a turn", tb.check("USSR", declare(1, "Russian Winter")), "1 no-advantage")
	tb.Pos = adjudicator.Empty(set)
	wants(t, "before the first turn", tb.check("USSR", declare(1, "Russian Winter")))
	share := func(line, n int) order.Order {
		return order.Share{At: at(line), Parts: []order.Part{{Power: "USSR", N: n}}}
	}
	wants(t, "contradiction before the first turn", tb.check("USSR", share(1, 5), share(2, 6)), "2 contradicts 1")
}

// The lines of an answer agree, and none is dropped in silence.
func TestContradictions(t *testing.T) {
	t.Parallel()
	tb := lay(t, "Germany", "Trans-Jordan: UK 2 tank, 1 artillery; UK 1 fighter").
		has("UK", "Enigma Decoded", "French Resistance", "Colonial Garrison")
	never := func(line int) order.Order { return order.Enigma{At: at(line), Never: true} }
	when := func(line int, asked bool) order.Order { return order.Resistance{At: at(line), Asked: asked} }
	tank := tb.enigma(1, "1 tank from Trans-Jordan", "Anglo-Egypt")
	no := func(line int) order.Order { return order.Enigma{At: at(line)} }
	toPersia := func(line int) order.Order { return tb.enigma(line, "1 tank from Trans-Jordan", "Persia") }
	gun := tb.enigma(2, "1 artillery from Trans-Jordan", "Anglo-Egypt")
	says := func(name string, lines ...order.Order) func(want ...string) {
		return func(want ...string) { wants(t, name, tb.check("UK", lines...), want...) }
	}
	says("one move in two lines", tank, gun)()
	says("to another space", tank, toPersia(2))("2 contradicts 1")
	says("from another space", tank, tb.enigma(2, "1 tank from Persia", "Anglo-Egypt"))("2 one-start Trans-Jordan, Persia")
	says("a refusal beside a move", tank, no(2))("2 contradicts 1")
	says("a move beside a refusal", never(3), toPersia(4))("4 contradicts 3")
	says("never, and not now", never(1), no(2))("2 contradicts 1")
	says("never, twice", never(1), never(2))()
	says("the third contradicts", never(1), never(2), no(3))("3 contradicts 1")
	says("two contradict", never(1), no(2), toPersia(3))("2 contradicts 1", "3 contradicts 1")
	says("at once, and when asked", when(1, false), when(2, true))("2 contradicts 1")
	says("about different things", never(1), when(2, true))()
	says("two sites", tb.garrison(1, "India"), tb.garrison(2, "Australia"))("2 contradicts 1")
	says("one site twice", tb.garrison(1, "India"), tb.garrison(2, "India"))()
	says("nothing else is looked at", declare(1, "Mobile Industry"), when(2, true), when(3, false))("3 contradicts 2")
}

// To declare the French Resistance while the UK is asked whether the French rise is an answer, which agrees with
// `resistance at once` only.
func TestADeclarationIsAnAnswer(t *testing.T) {
	t.Parallel()
	tb := lay(t, "UK", "").has("UK", "French Resistance")
	lines := func(asked bool) []order.Order {
		return []order.Order{declare(1, "French Resistance"), order.Resistance{At: at(2), Asked: asked}}
	}
	wants(t, "not asked", tb.check("UK", lines(true)...))
	positiontest.Change(tb.Pos, func(d *position.Data) {
		d.Turn.Asked = []position.Question{{Power: "UK", What: "resistance", Space: board.NoSpace}}
	})
	wants(t, "it rises", tb.check("UK", lines(false)...))
	wants(t, "it waits", tb.check("UK", lines(true)...), "2 contradicts 1")
	back := lines(true)
	slices.Reverse(back)
	wants(t, "the other way round", tb.check("UK", back...), "1 contradicts 2")
	back = lines(false)
	slices.Reverse(back)
	wants(t, "the other way round, and agreed", tb.check("UK", back...))
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Nation("UK").Used = []string{"French Resistance"} })
	wants(t, "used", tb.check("UK", lines(true)...), "1 advantage-used French Resistance")
}

// Colonial Garrison is a complex in tan land with an income and without a complex, only in round 1 and before anything
// is played (UK-6, fine print 15).
func TestGarrisonLines(t *testing.T) {
	t.Parallel()
	here := func() table {
		return lay(t, "USSR", "owner Japan: Australia\nUnited Kingdom: UK 1 industrial complex").
			has("UK", "Colonial Garrison")
	}
	tb := here()
	wants(t, "the default", tb.check("UK", tb.garrison(1, "India")))
	wants(t, "elsewhere", tb.check("UK", tb.garrison(1, "Eastern Canada")))
	wants(t, "no income", tb.check("UK", tb.garrison(2, "Gibraltar")), "2 garrison-site Gibraltar")
	wants(t, "not tan", tb.check("UK", tb.garrison(1, "China")), "1 garrison-site China")
	wants(t, "not the UK's", tb.check("UK", tb.garrison(1, "Australia")), "1 garrison-site Australia")
	wants(t, "a complex is there", tb.check("UK", tb.garrison(1, "United Kingdom")), "1 complex-here United Kingdom")
	wants(t, "without it", tb.check("USA", tb.garrison(1, "India")), "1 no-advantage Colonial Garrison")
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Nation("UK").Used = []string{"Colonial Garrison"} })
	wants(t, "something was played", tb.check("UK", tb.garrison(1, "India")), "1 garrison-late India")
	tb = here()
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Round = 2 })
	wants(t, "in round 2", tb.check("UK", tb.garrison(1, "India")), "1 garrison-late India")
	r := here().turn()
	standing.File(r, "UK", order.File{Answers: []order.Order{tb.garrison(1, "India")}})
	tb.Pos = r.Pos
	wants(t, "where it is by an earlier line", tb.check("UK", tb.garrison(1, "India")))
	wants(t, "moved to where another is", tb.check("UK", tb.garrison(1, "United Kingdom")),
		"1 complex-here United Kingdom")
}

// Russian Winter is declared in phase 7, which a power without its capital does not have.
func TestTheLastPhaseNeedsTheCapital(t *testing.T) {
	t.Parallel()
	const lost = "owner Germany: Russia"
	winter := declare(1, "Russian Winter")
	for name, c := range map[string]struct {
		owners     string
		advantages []string
		line       order.Order
		refused    bool
	}{
		"with Moscow":         {"", []string{"Russian Winter"}, winter, false},
		"without Moscow":      {lost, []string{"Russian Winter"}, winter, true},
		"another advantage":   {lost, []string{"Russian Winter", "Salvage"}, declare(1, "Salvage"), false},
		"not its own":         {lost, []string{"Salvage"}, winter, false},
		"no declaration":      {lost, []string{"Russian Winter"}, order.PlaceByDefault{At: at(1)}, false},
		"of an earlier phase": {lost, []string{"Joint Strike"}, declare(1, "Joint Strike"), false},
	} {
		tb := lay(t, "USSR", c.owners).has("USSR", c.advantages...)
		r := tb.turn()
		standing.CheckLastPhase(r, "USSR", []order.Order{order.PlaceByDefault{At: at(9)}, c.line})
		var want []string
		if c.refused {
			want = []string{"1 needs-capital Russian Winter"}
		}
		wants(t, name, tb.told(r.Faults), want...)
	}
}

// A move out of turn is judged by all its rules when it is asked for; filed before, it needs the advantage.
func TestMovesOutOfTurn(t *testing.T) {
	t.Parallel()
	here := func(advantages ...string) table {
		return lay(t, "Germany", `
			owner Germany: Libya
			Libya: Germany 2 tank
			Anglo-Egypt: UK 1 infantry
			Trans-Jordan: UK 1 artillery, 1 tank`).has("UK", advantages...)
	}
	tb := here("Enigma Decoded")
	tank := tb.enigma(1, "1 tank from Trans-Jordan", "Anglo-Egypt")
	three := tb.enigma(2, "3 artillery from Trans-Jordan", "Anglo-Egypt")
	wants(t, "filed before", tb.check("UK", three))
	wants(t, "refused before", tb.check("UK", order.Enigma{At: at(1), Never: true}))
	wants(t, "without it", here("Radar").check("UK", tank, three), "1 no-advantage Enigma Decoded")
	wants(t, "without any, a refusal", here().check("UK", order.Enigma{At: at(1)}))
	used := here("Radar", "Enigma Decoded")
	positiontest.Change(used.Pos, func(d *position.Data) { d.Nation("UK").Used = []string{"Enigma Decoded"} })
	wants(t, "used", used.check("UK", tank), "1 advantage-used Enigma Decoded")

	asked := here("Radar", "Enigma Decoded").moved(tb.Move("1 tank from Libya", "Anglo-Egypt"))
	wants(t, "asked", asked.check("UK", tank))
	wants(t, "asked, in two lines", asked.check("UK", tank, tb.enigma(2, "1 artillery from Trans-Jordan", "Anglo-Egypt")))
	wants(t, "too many", asked.check("UK", three), "2 too-few Trans-Jordan")
	wants(t, "too many in the second line", asked.check("UK", tank, three), "2 too-few Trans-Jordan")
	wants(t, "too many in the first line", asked.check("UK", three, tank), "2 too-few Trans-Jordan")
}

// The treaty's infantry rises in one of the attacked territories (USSR-2, D7).
func TestPreferences(t *testing.T) {
	t.Parallel()
	here := func() table {
		return lay(t, "Japan", `
			Buryatia S.S.R.: USSR 1 infantry
			Soviet Far East: USSR 1 infantry
			Manchuria: Japan 2 infantry, 1 fighter`).has("USSR", "Salvage", "Nonaggression Treaty")
	}
	tb := here()
	wants(t, "not asked", tb.check("USSR", tb.prefer(1, "Yakut S.S.R.")))
	asked := here().moved(tb.Move("2 infantry from Manchuria", "Buryatia S.S.R."),
		tb.Move("1 fighter from Manchuria", "Soviet Far East"))
	wants(t, "one of them", asked.check("USSR", tb.prefer(1, "Soviet Far East")))
	wants(t, "the second preference is one", asked.check("USSR", tb.prefer(1, "Yakut S.S.R.", "Buryatia S.S.R.")))
	wants(t, "none of them", asked.check("USSR", tb.prefer(1, "Yakut S.S.R.", "Russia")),
		"1 not-attacked Yakut S.S.R.; Buryatia S.S.R.; Soviet Far East")
	positiontest.Change(asked.Pos, func(d *position.Data) {
		d.Nation("USSR").Used = []string{"Nonaggression Treaty"}
	})
	wants(t, "used", asked.check("USSR", tb.prefer(1, "Yakut S.S.R.")))
}
