package forecast_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// table is a board on which files are foreseen.
type table struct{ *positiontest.Table }

// lay sets up an otherwise empty board.
func lay(t *testing.T, set *rules.Set, who board.Power, setup string) table {
	t.Helper()
	tb := table{positiontest.Lay(t, set, adjudicator.Empty(set), who, setup)}
	adjudicator.BeginTurn(set, tb.Pos)
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Phase = order.Combat })
	return tb
}

// foresee makes a file of orders by phase and foresees it, after judging that nothing refuses it.
func (tb table) foresee(s order.Sheet) forecast.Forecast {
	tb.Helper()
	f := order.File{Sheet: s}
	if fs := adjudicator.Judge(tb.Set, tb.Pos, tb.Pos.Power(), f); order.Refuses(fs) {
		tb.Fatalf("refused: %v", positiontest.Codes(fs))
	}
	return forecast.Of(tb.Set, tb.Pos, tb.Pos.Power(), f)
}

// sheet holds combat and noncombat moves and the end of the turn.
func sheet(combat, noncombat []order.Order, done bool) order.Sheet {
	var s order.Sheet
	if combat != nil {
		s.Parts[order.Combat] = positiontest.Part(combat...)
	}
	if noncombat != nil {
		s.Parts[order.Noncombat] = positiontest.Part(noncombat...)
	}
	if done {
		s.Done = 99
	}
	return s
}

// told are hints as "CODE words".
func (tb table) hinted(fc forecast.Forecast) []string {
	var list []string
	for _, f := range fc.Hints {
		words := []string{string(f.Code)}
		if f.Space != board.NoSpace {
			words = append(words, tb.Set.Board.Name(f.Space))
		}
		if f.Power != board.Nobody {
			words = append(words, string(f.Power))
		}
		if f.Word != "" {
			words = append(words, f.Word+"%")
		}
		if f.Have != 0 {
			words = append(words, fmt.Sprint(f.Have))
		}
		list = append(list, strings.Join(words, " "))
	}
	return list
}

func (tb table) hints(fc forecast.Forecast, want ...string) {
	tb.Helper()
	if got := tb.hinted(fc); !slices.Equal(got, want) {
		tb.Errorf("hints %q, want %q", got, want)
	}
}

func TestAForecastTellsBattlesWithTheirOdds(t *testing.T) {
	t.Parallel()
	tb := lay(t, positiontest.Rules(t, "revised"), "Germany", `
		Ukraine S.S.R.: Germany 3 infantry, 1 tank
		Caucasus: USSR 2 infantry
		Germany: Germany 9 infantry`)
	fc := tb.foresee(sheet([]order.Order{tb.Move("3 infantry, 1 tank from Ukraine S.S.R.", "Caucasus")}, nil, false))
	if len(fc.Battles) != 1 || fc.Battles[0].Battle.Space != tb.At("Caucasus") {
		t.Fatalf("battles %+v", fc.Battles)
	}
	// Against two infantry, three infantry and a tank win as `fieldpost odds` says.
	if c := fc.Battles[0].Chance(); c < 0.80 || c > 0.95 {
		t.Errorf("chance %v", c)
	}
	tb.hints(fc)
}

// A battle beyond the limits is told without odds; one that is small has them all the same.
func TestAForecastSaysWhichBattlesAreTooLarge(t *testing.T) {
	t.Parallel()
	tb := lay(t, positiontest.Rules(t, "revised"), "Germany", `
		Ukraine S.S.R.: Germany 201 infantry
		Caucasus: USSR 2 infantry
		Eastern Europe: Germany 3 infantry, 1 tank
		Karelia S.S.R.: USSR 1 infantry
		Germany: Germany 9 infantry`)
	fc := tb.foresee(sheet([]order.Order{tb.Move("201 infantry from Ukraine S.S.R.", "Caucasus"),
		tb.Move("3 infantry, 1 tank from Eastern Europe", "Karelia S.S.R.")}, nil, false))
	if len(fc.Battles) != 2 || !fc.Battles[0].TooLarge || fc.Battles[1].TooLarge || fc.Battles[1].Chance() < 0.9 {
		t.Errorf("battles %+v", fc.Battles)
	}
}

func TestAForecastTellsFlakAndWhereToLand(t *testing.T) {
	t.Parallel()
	tb := lay(t, positiontest.Rules(t, "revised"), "Germany", `
		Eastern Europe: Germany 1 fighter
		Caucasus: USSR 1 infantry, 1 antiaircraft gun
		Ukraine S.S.R.: USSR 1 antiaircraft gun
		Germany: Germany 9 infantry
		SZ16: Germany 1 aircraft carrier`)
	raid := tb.Move("1 fighter from Eastern Europe", "Caucasus", "Ukraine S.S.R.")
	fc := tb.foresee(sheet([]order.Order{raid}, nil, false))
	if len(fc.Flights) != 1 {
		t.Fatalf("flights %+v", fc.Flights)
	}
	f := fc.Flights[0]
	if want := tb.Spaces("Ukraine S.S.R.", "Caucasus"); !slices.Equal(f.Guns, want) {
		t.Errorf("guns in %v, want %v", f.Guns, want)
	}
	for _, s := range tb.Spaces("Eastern Europe", "Balkans", "SZ16") {
		if !slices.Contains(f.Refuge, s) {
			t.Errorf("%s is no refuge; they are %v", tb.Set.Board.Name(s), f.Refuge)
		}
	}
	if slices.Contains(f.Refuge, tb.At("Germany")) || slices.Contains(f.Refuge, tb.At("Caucasus")) {
		t.Errorf("refuges %v", f.Refuge)
	}
	if len(fc.Battles) != 1 || fc.Battles[0].Battle.Gun.Value == 0 {
		t.Errorf("battles %+v", fc.Battles)
	}
}

func TestAForecastTellsTheMoneyLeft(t *testing.T) {
	t.Parallel()
	tb := lay(t, positiontest.Rules(t, "revised"), "Germany", "Germany: Germany 3 infantry, 1 industrial complex")
	positiontest.Change(tb.Pos, func(d *position.Data) {
		d.Phase = order.Research
		d.Nation("Germany").Money = 40
	})
	var s order.Sheet
	s.Parts[order.Buy] = positiontest.Part(order.BuyUnits{At: tb.Next(), Units: tb.List("4 tank, 2 infantry")})
	if fc := tb.foresee(s); !fc.Buys || fc.Money != 14 {
		t.Errorf("buys %v, %d left", fc.Buys, fc.Money)
	}
}

func TestHints(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, setup string
		do          func(table) order.Sheet
		want        []string
	}{
		{"an attack that hardly ever succeeds", `
			Ukraine S.S.R.: Germany 1 infantry
			Caucasus: USSR 4 infantry`,
			func(tb table) order.Sheet {
				return sheet([]order.Order{tb.Move("1 infantry from Ukraine S.S.R.", "Caucasus")}, nil, false)
			},
			[]string{"poor-odds Caucasus <1%"}},
		{"planes alone want to clear a territory, not to take it", `
			Ukraine S.S.R.: Germany 3 bomber
			Caucasus: USSR 1 infantry`,
			func(tb table) order.Sheet {
				return sheet([]order.Order{tb.Move("3 bomber from Ukraine S.S.R.", "Caucasus")}, nil, false)
			}, nil},
		{"an own capital without a defender", `
			Germany: Germany 1 infantry
			Western Europe: UK 1 infantry
			owner UK: Western Europe`,
			func(tb table) order.Sheet {
				return sheet(nil, []order.Order{tb.Move("1 infantry from Germany", "Eastern Europe")}, false)
			},
			[]string{"capital-empty Germany UK"}},
		{"an own capital without a defender that nobody can reach", `
			Germany: Germany 1 infantry
			India: UK 1 infantry`,
			func(tb table) order.Sheet {
				return sheet(nil, []order.Order{tb.Move("1 infantry from Germany", "Eastern Europe")}, false)
			}, nil},
		{"an own capital that a landing would take", `
			Germany: Germany 1 infantry
			United Kingdom: UK 2 tank, 2 infantry
			SZ6: UK 2 transport`,
			func(tb table) order.Sheet { return sheet(nil, nil, true) },
			[]string{"capital-weak Germany UK >99%"}},
		{"a transport left where an enemy ship can come", `
			Germany: Germany 4 infantry
			SZ5: Germany 1 transport
			SZ2: UK 1 battleship`,
			func(tb table) order.Sheet {
				return sheet(nil, []order.Order{tb.Move("1 transport from SZ5", "SZ6")}, false)
			},
			[]string{"transport-alone SZ6 UK"}},
		{"a transport with an escort", `
			Germany: Germany 4 infantry
			SZ5: Germany 1 transport, 1 destroyer
			SZ2: UK 1 battleship`,
			func(tb table) order.Sheet {
				return sheet(nil, []order.Order{tb.Move("1 transport, 1 destroyer from SZ5", "SZ6")}, false)
			}, nil},
		{"units that could stand somewhere", `
			Germany: Germany 4 infantry, 1 industrial complex`,
			func(tb table) order.Sheet {
				positiontest.Change(tb.Pos, func(d *position.Data) { d.Nation("Germany").Bought[board.Tank] = 2 })
				return sheet(nil, nil, true)
			},
			[]string{"left-unplaced 2"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := lay(t, positiontest.Rules(t, "revised"), "Germany", tt.setup)
			tb.hints(tb.foresee(tt.do(tb)), tt.want...)
		})
	}
}

func TestUnspentMoneyIsHintedUnlessItIsMeant(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		nothing bool
		want    []string
	}{{false, []string{"money-unspent 12"}}, {true, nil}} {
		tb := lay(t, positiontest.Rules(t, "revised"), "Germany", "Germany: Germany 4 infantry, 1 industrial complex")
		positiontest.Change(tb.Pos, func(d *position.Data) {
			d.Phase = order.Research
			d.Nation("Germany").Money = 12
		})
		var s order.Sheet
		s.Parts[order.Buy].Held = tt.nothing
		s.Parts[order.Combat].Held = true
		tb.hints(tb.foresee(s), tt.want...)
	}
}

// TestAForecastChangesNothing: check rolls no die and leaves the position alone.
func TestAForecastChangesNothing(t *testing.T) {
	t.Parallel()
	set := positiontest.Rules(t, "revised")
	p, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	before := p.Text(set.Board)
	forecast.Of(set, p, p.Power(), order.File{Sheet: order.Sheet{Done: 1}})
	if p.Text(set.Board) != before {
		t.Error("the position has changed")
	}
}
