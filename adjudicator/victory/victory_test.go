package victory_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/victory"
)

// table is a board without units.
type table struct{ *positiontest.Table }

// lay is an empty board with the owners of a set-up, in the turn of a power.
func lay(t *testing.T, set *rules.Set, who board.Power, owners string) table {
	t.Helper()
	return table{positiontest.Lay(t, set, adjudicator.Empty(set), who, owners)}
}

// names lists spaces.
func (tb table) names(ids []board.SpaceID) string {
	var list []string
	for _, id := range ids {
		list = append(list, tb.Set.Board.Name(id))
	}
	return strings.Join(list, ", ")
}

func turn(tb table) *phase.Turn {
	return phase.Begin(phase.State{Rules: tb.Set, Position: tb.Pos})
}

// victories are the ends of the war that a turn has noted.
func victories(t *phase.Turn) []event.Victory {
	var list []event.Victory
	for _, e := range t.Journal.Events() {
		if v, ok := e.(event.Victory); ok {
			list = append(list, v)
		}
	}
	return list
}

// wins checks who has won: at most one side, and once.
func wins(t *testing.T, name string, turn *phase.Turn, side board.Side, powers ...board.Power) {
	t.Helper()
	got := victories(turn)
	switch {
	case side == board.NoSide:
		if len(got) != 0 {
			t.Errorf("%s: %+v, want no victory", name, got)
		}
	case len(got) != 1 || got[0].Side != side || !slices.Equal(got[0].Powers, powers):
		t.Errorf("%s: %+v, want a victory of %v, %v", name, got, side, powers)
	case turn.Pos.Winner() != side:
		t.Errorf("%s: the winner is %v", name, turn.Pos.Winner())
	}
}

// Six victory cities are German or Japanese at the start: Berlin, Paris, Rome, Tokyo, Shanghai, Manila; six Allied:
// Moscow, Leningrad, London, Calcutta, Washington, Los Angeles. They count for the side that controls their territory
// (T-50, R-122).
func TestCities(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		level, owners string
		axis          int
		winner        board.Side
	}{
		"as at the start": {"minor", "", 6, board.NoSide},
		"seven":           {"minor", "owner Japan: India", 7, board.NoSide},
		"eight": {"minor", "owner Japan: India\nowner Germany: Karelia S.S.R.", 8,
			board.Axis},
		"eight of the Allies": {"minor", "owner USA: Philippine Islands\nowner UK: Western Europe", 4,
			board.Allies},
		"seven of the Allies": {"minor", "owner USA: Philippine Islands", 5, board.NoSide},
		"eight where nine win": {"9", "owner Japan: India\nowner Germany: Karelia S.S.R.", 8,
			board.NoSide},
		"nine": {"9", "owner Japan: India\nowner Germany: Karelia S.S.R., Russia", 9,
			board.Axis},
		"nine where ten win": {"major", "owner Japan: India\nowner Germany: Karelia S.S.R., Russia", 9,
			board.NoSide},
		"ten of the Allies": {"major",
			"owner USA: Philippine Islands, Kwangtung, Japan\nowner UK: Western Europe", 2, board.Allies},
		"eleven where all twelve win": {"total",
			"owner USA: Philippine Islands, Kwangtung, Japan\nowner UK: Western Europe, Southern Europe", 1, board.NoSide},
		"all twelve": {"total",
			"owner USA: Philippine Islands, Kwangtung, Japan\nowner UK: Western Europe, Southern Europe, Germany", 0,
			board.Allies},
		"land without a city is no matter": {"minor", "owner Japan: India, Australia, Alaska, Caucasus", 7,
			board.NoSide},
	} {
		tb := lay(t, positiontest.Rules(t, "revised", "victory", c.level), "USA", c.owners)
		r := turn(tb)
		victory.CheckCities(r)
		wins(t, name, r, c.winner)
		want := event.CityCount{Axis: c.axis, Allies: 12 - c.axis}
		if got := r.Journal.Events()[0]; got != event.Event(want) {
			t.Errorf("%s: counted %+v, want %+v", name, got, want)
		}
	}
}

// Europe knows no victory cities.
func TestNoCitiesInEurope(t *testing.T) {
	t.Parallel()
	r := turn(lay(t, positiontest.Rules(t, "europe"), "USA", "owner Germany: Moscow, United Kingdom"))
	victory.CheckCities(r)
	if es := r.Journal.Events(); len(es) != 0 {
		t.Errorf("noted %+v", es)
	}
}

// In Revised the individual winner is the power of the winning side whose national production rose most, and equals
// share it.
func TestTheLargestRiseWins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		option, owners string
		side           board.Side
		want           []board.Power
	}{
		"no individual winner": {"off", "owner Japan: India\nowner Germany: Karelia S.S.R.", board.Axis, nil},
		// India is worth 3, Karelia 2
		"Japan rose more": {"on", "owner Japan: India\nowner Germany: Karelia S.S.R.", board.Axis,
			[]board.Power{"Japan"}},
		// the Caucasus is worth 4
		"Germany rose more": {"on", "owner Japan: India\nowner Germany: Karelia S.S.R., Caucasus", board.Axis,
			[]board.Power{"Germany"}},
		// the Belgian Congo is worth 1
		"both rose by 3": {"on", "owner Japan: India\nowner Germany: Karelia S.S.R., Belgian Congo", board.Axis,
			[]board.Power{"Germany", "Japan"}},
		// Western Europe is worth 6, the Philippines 3: the USA have more than the UK all the same
		"the UK rose more": {"on", "owner USA: Philippine Islands\nowner UK: Western Europe", board.Allies,
			[]board.Power{"UK"}},
		// the Allies have eight cities and are poorer: the USSR by 5, the UK by 4, the USA by 2
		"who lost least": {"on", "owner USA: Philippine Islands\nowner UK: Kwangtung\n" +
			"owner Germany: Caucasus, Evenki National Okrug, Eastern Canada, Belgian Congo, Brazil\n" +
			"owner Japan: Australia, Western Canada, Alaska", board.Allies, []board.Power{"USA"}},
		// the USSR by 2, the UK by 4, the USA by 2
		"who lost as little": {"on", "owner USA: Philippine Islands\nowner UK: Kwangtung\n" +
			"owner Germany: Archangel, Eastern Canada, Belgian Congo, Brazil\n" +
			"owner Japan: Australia, Western Canada, Alaska", board.Allies, []board.Power{"USSR", "USA"}},
	} {
		r := turn(lay(t, positiontest.Rules(t, "revised", "individual-winner", c.option), "USA", c.owners))
		victory.CheckCities(r)
		wins(t, name, r, c.side, c.want...)
	}
}

// In Europe the individual winner is the Ally with the highest national production: at the start the USSR has 24, the
// UK 25, the USA 40. Germany's win is its own (Europe, 3.18).
func TestTheHighestProductionWins(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		who    board.Power
		owners string
		side   board.Side
		want   []board.Power
	}{
		"the USA, though the UK took Germany": {"UK", "owner UK: Germany", board.Allies, []board.Power{"USA"}},
		"the UK, as the convoys are lost": {"UK", "owner UK: Germany\nowner Germany: U.S. Convoy 1, U.S. Convoy 2",
			board.Allies, []board.Power{"UK"}},
		"thirty each": {"USSR", "owner USSR: Germany\nowner UK: Norway, Netherlands-Belgium, Tunisia\n" +
			"owner Germany: U.S. Convoy 1, U.S. Convoy 2", board.Allies, []board.Power{"USSR", "UK", "USA"}},
		"Germany": {"Germany", "owner Germany: Moscow", board.Axis, []board.Power{"Germany"}},
	} {
		r := turn(lay(t, positiontest.Rules(t, "europe", "individual-winner", "on"), c.who, c.owners))
		victory.CheckCapitalsAtEnd(r)
		wins(t, name, r, c.side, c.want...)
	}
}

// At the end of its turn a power wins by an enemy capital that it held before: if all Allied capitals are free, for
// the Allies; if Berlin is held, for Germany, unless the setting says otherwise (Europe, 2.4).
func TestCapitalsAtTheEnd(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		options []string
		who     board.Power
		owners  string
		taken   []string // in this very turn
		winner  board.Side
	}{
		"nothing has fallen":            {nil, "UK", "", nil, board.NoSide},
		"Berlin is held":                {nil, "UK", "owner UK: Germany", nil, board.Allies},
		"Berlin was taken in this turn": {nil, "UK", "owner UK: Germany", []string{"Germany"}, board.NoSide},
		"other land was taken":          {nil, "UK", "owner UK: Germany, Norway", []string{"Norway"}, board.Allies},
		"Berlin is an ally's":           {nil, "UK", "owner USA: Germany", nil, board.NoSide},
		"Berlin is held, Moscow is not": {nil, "UK", "owner UK: Germany\nowner Germany: Moscow", nil, board.NoSide},
		"an Ally keeps Moscow in trust": {nil, "UK", "owner UK: Germany, Moscow", nil, board.Allies},
		"Moscow is held":                {nil, "Germany", "owner Germany: Moscow", nil, board.Axis},
		"Moscow was taken in this turn": {nil, "Germany", "owner Germany: Moscow", []string{"Moscow"},
			board.NoSide},
		"one is held, another was taken": {nil, "Germany", "owner Germany: Moscow, United Kingdom",
			[]string{"Moscow"}, board.Axis},
		"two are held: one victory": {nil, "Germany", "owner Germany: Moscow, United Kingdom", nil, board.Axis},
		"Moscow is held, Berlin is not": {nil, "Germany", "owner Germany: Moscow\nowner UK: Germany", nil,
			board.NoSide},
		"Berlin need not be held": {[]string{"hold-berlin", "no"}, "Germany",
			"owner Germany: Moscow\nowner UK: Germany", nil, board.Axis},
		"the Allies must hold theirs": {[]string{"hold-berlin", "no"}, "UK",
			"owner UK: Germany\nowner Germany: Moscow", nil, board.NoSide},
		"beginnings decide, not this end": {[]string{"victory-check", "start"}, "UK", "owner UK: Germany", nil,
			board.NoSide},
	} {
		tb := lay(t, positiontest.Rules(t, "europe", c.options...), c.who, c.owners)
		positiontest.Change(tb.Pos, func(d *position.Data) { d.Turn.Captured = tb.Spaces(c.taken...) })
		r := turn(tb)
		victory.CheckCapitalsAtEnd(r)
		wins(t, name, r, c.winner)
	}
	r := turn(lay(t, positiontest.Rules(t, "revised"), "UK", "owner UK: Germany"))
	victory.CheckCapitalsAtEnd(r)
	wins(t, "Revised goes by cities", r, board.NoSide)
}

// With `victory-check start` a side wins when the turns of the other side are over and it holds a capital of theirs,
// whichever of its powers does (Europe, 2.4).
func TestCapitalsAtTheStart(t *testing.T) {
	t.Parallel()
	start := []string{"victory-check", "start"}
	for name, c := range map[string]struct {
		options []string
		who     board.Power
		last    board.Side // whose turn has ended
		owners  string
		winner  board.Side
	}{
		"nothing has fallen":  {start, "USSR", board.Axis, "", board.NoSide},
		"the UK holds Berlin": {start, "USSR", board.Axis, "owner UK: Germany", board.Allies},
		"the turns of the Allies are not over": {start, "UK", board.Allies,
			"owner Germany: Moscow\nowner UK: Germany", board.NoSide},
		"an Ally's turn after an Ally's": {start, "UK", board.Allies, "owner UK: Germany", board.NoSide},
		"Berlin is held, Moscow is not": {start, "USSR", board.Axis, "owner UK: Germany\nowner Germany: Moscow",
			board.NoSide},
		"Germany holds Moscow": {start, "Germany", board.Allies, "owner Germany: Moscow", board.Axis},
		"Germany holds two": {start, "Germany", board.Allies, "owner Germany: Moscow, United States",
			board.Axis},
		"Germany holds its own alone": {start, "Germany", board.Allies, "owner Germany: Norway",
			board.NoSide},
		"Germany holds Moscow, not Berlin": {start, "Germany", board.Allies,
			"owner Germany: Moscow\nowner USA: Germany", board.NoSide},
		"Berlin need not be held": {append(start, "hold-berlin", "no"), "Germany", board.Allies,
			"owner Germany: Moscow\nowner USA: Germany", board.Axis},
		"ends decide, not this beginning": {nil, "Germany", board.Allies, "owner Germany: Moscow", board.NoSide},
	} {
		r := turn(lay(t, positiontest.Rules(t, "europe", c.options...), c.who, c.owners))
		victory.CheckCapitalsAtStart(r, c.last)
		wins(t, name, r, c.winner)
	}
	r := turn(lay(t, positiontest.Rules(t, "revised"), "Germany", "owner Germany: Russia"))
	victory.CheckCapitalsAtStart(r, board.Allies)
	wins(t, "Revised goes by cities", r, board.NoSide)
}

// What a report says of capitals in enemy hands: when holding them wins, and what must be held next to them.
func TestFallenCapitals(t *testing.T) {
	t.Parallel()
	allies := "Moscow, United Kingdom, United States"
	for name, c := range map[string]struct {
		options []string
		who     board.Power // on turn, in round 3
		owners  string
		taken   string // in this very turn
		want    []fallen
	}{
		"nothing has fallen": {nil, "UK", "owner Germany: Leningrad", "", nil},
		// the turns are those of Germany, the USSR, the UK, the USA
		"the holder's turn is still to come": {nil, "USSR", "owner UK: Germany", "",
			[]fallen{{"Germany", "UK", 3, "UK", allies, ""}}},
		"it is over": {nil, "USA", "owner UK: Germany", "",
			[]fallen{{"Germany", "UK", 4, "UK", allies, ""}}},
		"it is now": {nil, "UK", "owner UK: Germany", "",
			[]fallen{{"Germany", "UK", 3, "UK", allies, ""}}},
		"it is now, and the capital has just been taken": {nil, "UK", "owner UK: Germany", "Germany",
			[]fallen{{"Germany", "UK", 4, "UK", allies, ""}}},
		"it is now, and other land has just been taken": {nil, "UK", "owner UK: Germany, Norway", "Norway",
			[]fallen{{"Germany", "UK", 3, "UK", allies, ""}}},
		"both sides have one": {nil, "USA", "owner UK: Germany\nowner Germany: Moscow", "",
			[]fallen{{"Germany", "UK", 4, "UK", allies, "Moscow"}, {"Moscow", "Germany", 4, "Germany", "Germany", "Germany"}}},
		"an Ally holds another's in trust": {nil, "Germany", "owner USA: Germany, Moscow", "",
			[]fallen{{"Germany", "USA", 3, "USA", allies, ""}}},
		"Berlin need not be held": {[]string{"hold-berlin", "no"}, "USSR", "owner Germany: Moscow", "",
			[]fallen{{"Moscow", "Germany", 4, "Germany", "", ""}}},
		"the beginning of the first Ally's turn decides": {[]string{"victory-check",
			"start"}, "Germany", "owner USA: Germany", "",
			[]fallen{{"Germany", "USA", 3, "USSR", allies, ""}}},
		"it has begun": {[]string{"victory-check", "start"}, "USSR", "owner USA: Germany", "",
			[]fallen{{"Germany", "USA", 4, "USSR", allies, ""}}},
		"the beginning of Germany's turn decides": {[]string{"victory-check",
			"start"}, "UK", "owner Germany: Moscow", "",
			[]fallen{{"Moscow", "Germany", 4, "Germany", "Germany", ""}}},
	} {
		tb := lay(t, positiontest.Rules(t, "europe", c.options...), c.who, c.owners)
		positiontest.Change(tb.Pos, func(d *position.Data) { d.Round = 3 })
		if c.taken != "" {
			positiontest.Change(tb.Pos, func(d *position.Data) { d.Turn.Captured = tb.Spaces(c.taken) })
		}
		var got []fallen
		for _, f := range victory.FallenCapitals(tb.Set, tb.Pos) {
			if f.AtStart != (len(c.options) > 0 && c.options[0] == "victory-check") {
				t.Errorf("%s: at the start: %v", name, f.AtStart)
			}
			got = append(got, fallen{tb.Set.Board.Name(f.Capital), f.Controller, f.Round, f.Turn,
				tb.names(f.Keep), tb.names(f.Missing)})
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}

// fallen is a FallenCapital in words.
type fallen struct {
	capital       string
	holder        board.Power
	round         int
	turn          board.Power
	keep, missing string
}

// No capital decides in Revised, before the first turn, and when the war is over. Of others it is told when they fell.
func TestWhenCapitalsDoNotDecide(t *testing.T) {
	t.Parallel()
	revised := lay(t, positiontest.Rules(t, "revised"), "USA", "owner Germany: Russia")
	if l := victory.FallenCapitals(revised.Set, revised.Pos); l != nil {
		t.Errorf("Revised: %+v", l)
	}
	tb := lay(t, positiontest.Rules(t, "europe"), "USA", "owner Germany: Moscow")
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Nation("USSR").Fallen = 2 })
	if l := victory.FallenCapitals(tb.Set, tb.Pos); len(l) != 1 || l[0].Since != 2 {
		t.Errorf("fallen in round 2: %+v", l)
	}
	over := tb.Pos.Clone()
	positiontest.Change(over, func(d *position.Data) { d.Winner = board.Axis })
	if l := victory.FallenCapitals(tb.Set, over); l != nil {
		t.Errorf("the war is over: %+v", l)
	}
	before := tb.Pos.Clone()
	positiontest.Change(before, func(d *position.Data) { d.Power = board.Nobody })
	if l := victory.FallenCapitals(tb.Set, before); l != nil {
		t.Errorf("before the first turn: %+v", l)
	}
}
