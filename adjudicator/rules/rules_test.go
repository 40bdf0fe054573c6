package rules_test

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// game makes a rule set with options, given as names and values in turn.
func game(t *testing.T, name string, options ...string) *rules.Set {
	t.Helper()
	var o rules.Options
	for i := 0; i < len(options); i += 2 {
		var err error
		if o, err = o.With(options[i], options[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	s, err := rules.New(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Both unit charts, as the rulebooks print them: cost, attack, defence, movement. A complex cannot be bought in
// Europe.
func TestUnitCharts(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]map[board.UnitType]rules.Profile{
		"revised": {
			board.Infantry:   {Cost: 3, Attack: 1, Defence: 2, Move: 1},
			board.Artillery:  {Cost: 4, Attack: 2, Defence: 2, Move: 1},
			board.Tank:       {Cost: 5, Attack: 3, Defence: 3, Move: 2},
			board.AAGun:      {Cost: 5, Attack: 0, Defence: 1, Move: 1},
			board.Complex:    {Cost: 15, Attack: 0, Defence: 0, Move: 0},
			board.Fighter:    {Cost: 10, Attack: 3, Defence: 4, Move: 4},
			board.Bomber:     {Cost: 15, Attack: 4, Defence: 1, Move: 6},
			board.Battleship: {Cost: 24, Attack: 4, Defence: 4, Move: 2},
			board.Destroyer:  {Cost: 12, Attack: 3, Defence: 3, Move: 2},
			board.Carrier:    {Cost: 16, Attack: 1, Defence: 3, Move: 2},
			board.Transport:  {Cost: 8, Attack: 0, Defence: 1, Move: 2},
			board.Submarine:  {Cost: 8, Attack: 2, Defence: 2, Move: 2},
		},
		"europe": {
			board.Infantry:   {Cost: 3, Attack: 1, Defence: 2, Move: 1},
			board.Artillery:  {Cost: 4, Attack: 2, Defence: 2, Move: 1},
			board.Tank:       {Cost: 5, Attack: 3, Defence: 2, Move: 2},
			board.AAGun:      {Cost: 5, Attack: 0, Defence: 1, Move: 1},
			board.Complex:    {Cost: 0, Attack: 0, Defence: 0, Move: 0},
			board.Fighter:    {Cost: 12, Attack: 3, Defence: 4, Move: 4},
			board.Bomber:     {Cost: 15, Attack: 4, Defence: 1, Move: 6},
			board.Battleship: {Cost: 24, Attack: 4, Defence: 4, Move: 2},
			board.Destroyer:  {Cost: 12, Attack: 3, Defence: 3, Move: 2},
			board.Carrier:    {Cost: 18, Attack: 1, Defence: 3, Move: 2},
			board.Transport:  {Cost: 8, Attack: 0, Defence: 1, Move: 2},
			board.Submarine:  {Cost: 8, Attack: 2, Defence: 2, Move: 2},
		},
	} {
		s := game(t, name)
		if len(want) != len(board.UnitTypes()) {
			t.Fatalf("%d types of units, want %d", len(board.UnitTypes()), len(want))
		}
		for _, u := range board.UnitTypes() {
			p := want[u]
			if s.Chart[u] != p {
				t.Errorf("%s, %s: %+v, want %+v", name, u, s.Chart[u], p)
			}
			attack := s.Strength(nil, rules.Shot{Unit: u, When: rules.Attacking | rules.FirstRound})
			defence := s.Strength(nil, rules.Shot{Unit: u, When: rules.Defending | rules.FirstRound})
			if attack != p.Attack || defence != p.Defence || s.Range(nil, u) != p.Move || s.Cost(u) != p.Cost {
				t.Errorf("%s, %s attacks at %d, defends at %d, moves %d, costs %d", name, u, attack, defence, s.Range(nil, u),
					s.Cost(u))
			}
			if n := s.Dice(nil, rules.Shot{Unit: u, When: rules.Attacking}); n != 1 {
				t.Errorf("%s, %s rolls %d dice", name, u, n)
			}
		}
		// One artillery makes one infantry attack at 2; no other unit gains by it, and none defends better.
		for u, v := range map[board.UnitType]int{board.Infantry: 2, board.Tank: 3} {
			if got := s.Strength(nil, rules.Shot{Unit: u, When: rules.Attacking | rules.Supported}); got != v {
				t.Errorf("%s: %s beside artillery attacks at %d, want %d", name, u, got, v)
			}
		}
		if got := s.GunHits(nil, "UK", "UK"); got != 1 {
			t.Errorf("%s: guns hit at %d", name, got)
		}
	}
}

// Battleships bombard at 4 in both games, destroyers at 3 in Europe, in Revised not at all.
func TestBombardment(t *testing.T) {
	t.Parallel()
	for name, destroyer := range map[string]int{"revised": 0, "europe": 3} {
		s := game(t, name)
		for _, u := range board.UnitTypes() {
			want := map[board.UnitType]int{board.Battleship: 4, board.Destroyer: destroyer}[u]
			if got := s.Bombard(nil, u); got != want {
				t.Errorf("%s: %s bombards at %d, want %d", name, u, got, want)
			}
		}
	}
}

// What one transport holds: in Revised any land unit and an infantry; in Europe two of infantry, artillery and
// gun, or one tank alone, by option with an infantry.
func TestCargo(t *testing.T) {
	t.Parallel()
	const i, a, k, g = board.Infantry, board.Artillery, board.Tank, board.AAGun
	tests := []struct {
		cargo                     []board.UnitType
		revised, europe, withTank bool
	}{
		{nil, true, true, true},
		{[]board.UnitType{i}, true, true, true},
		{[]board.UnitType{k}, true, true, true},
		{[]board.UnitType{g}, true, true, true},
		{[]board.UnitType{i, i}, true, true, true},
		{[]board.UnitType{a, i}, true, true, true},
		{[]board.UnitType{i, g}, true, true, true},
		{[]board.UnitType{a, a}, false, true, true},
		{[]board.UnitType{a, g}, false, true, true},
		{[]board.UnitType{g, g}, false, true, true},
		{[]board.UnitType{k, i}, true, false, true},
		{[]board.UnitType{i, k}, true, false, true},
		{[]board.UnitType{k, a}, false, false, false},
		{[]board.UnitType{a, k}, false, false, false},
		{[]board.UnitType{k, k}, false, false, false},
		{[]board.UnitType{i, i, i}, false, false, false},
		{[]board.UnitType{i, k, i}, false, false, false},
		{[]board.UnitType{board.Complex}, false, false, false},
		{[]board.UnitType{board.Fighter}, false, false, false},
		{[]board.UnitType{i, board.Bomber}, false, false, false},
		{[]board.UnitType{board.Submarine}, false, false, false},
	}
	revised, europe, withTank := game(t, "revised"), game(t, "europe"), game(t, "europe", "tank-with-infantry", "yes")
	alone := game(t, "europe", "tank-with-infantry", "no")
	for _, tt := range tests {
		for _, x := range []struct {
			name string
			set  *rules.Set
			want bool
		}{
			{"revised", revised, tt.revised}, {"europe", europe, tt.europe},
			{"with the tank", withTank, tt.withTank}, {"tank alone", alone, tt.europe},
		} {
			if got := x.set.Landing.Fits(tt.cargo); got != x.want {
				t.Errorf("%s: %v fits: %v", x.name, tt.cargo, got)
			}
		}
	}
}

// The rules that differ between the games, each as its own rulebook and rulings have it.
func TestRuleSets(t *testing.T) {
	t.Parallel()
	bombard := func(destroyer int) (v [board.NumUnitTypes]int) {
		v[board.Battleship], v[board.Destroyer] = 4, destroyer
		return v
	}
	want := map[string]*rules.Set{
		"revised": {
			Phases:           []order.Phase{order.Research, order.Buy, order.Combat, order.Noncombat, order.Place},
			AntiaircraftFire: rules.AntiaircraftFire{Return: true, Noncombat: true},
			Subs: rules.Subs{AttackFirst: true, DefendFirst: true, VictimsFire: true, DiveAtEnd: true, Slip: true,
				SurfaceAtOnce: true},
			Ships:   rules.Ships{RepairAtOnce: true, RefugeOnLand: true},
			Raid:    rules.Raid{Cap: rules.CapUnit},
			Landing: rules.Landing{LoadAfter: true, CallOff: true, Bombard: bombard(0)},
			Factory: rules.Factory{Build: true, NewOnNewCarriers: true, OldOnNewCarriers: true},
			Combat:  rules.Combat{SuperSubDef: 2},
			Tech:    rules.Tech{Research: true},                                                 // at once
			Victory: rules.Victory{Cities: 8},
		},
		"europe": {
			Pregame: order.Bonus, Advance: 12,
			Phases:           []order.Phase{order.Buy, order.Combat, order.Noncombat, order.Place},
			AntiaircraftFire: rules.AntiaircraftFire{Retreat: true, OwnerPicks: true},
			Guns:             rules.Guns{OneEach: true, CapturedStay: true, Common: true},
			Subs:             rules.Subs{AttackFirst: true, AirNeedsHelp: true, DiveInPeril: true},
			Ships:            rules.Ships{Convoys: true, MendAll: true, BesideAllies: true},
			Air:              rules.Air{LandInNoncombat: true},
			Raid:             rules.Raid{Cap: rules.CapNone, Intercept: true, InterceptorHit: 2, EscortHit: 1, InterceptorsStay: true},
			Landing:          rules.Landing{LoadAfter: true, CallOff: true, BombardFirst: true, VictimsFire: true, Bombard: bombard(3)},
			Factory:          rules.Factory{UnlimitedAtHome: true},
			Victory:          rules.Victory{Capitals: true, HoldOwn: true},
			Oil:              rules.Oil{Paid: true},
			Patriot:          rules.Patriot{Power: "USSR"},
		},
	}
	for name, w := range want {
		got := game(t, name)
		w.Name, w.Chart = name, got.Chart // TestUnitCharts
		if got.Board == nil || got.Board != board.Named(name) {
			t.Errorf("%s has another board", name)
		}
		if diff := difference(got, w); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if names := rules.SetNames(); !slices.Equal(names, []string{"europe", "revised"}) {
		t.Errorf("rule sets %v", names)
	}
	if _, err := rules.New("chess", rules.Options{}); err == nil || !strings.Contains(err.Error(), "europe, revised") {
		t.Errorf("unknown rules: %v", err)
	}
}

// difference names the first field in which two sets differ. What is no data, and what other tests compare, is left
// out.
func difference(got, want *rules.Set) string {
	g, w := *got, *want
	for _, s := range []*rules.Set{&g, &w} {
		s.Options, s.Advantages, s.Board, s.Landing.Fits = rules.Options{}, nil, nil, nil
	}
	gv, wv := reflect.ValueOf(g), reflect.ValueOf(w)
	for i := range gv.NumField() {
		if x, y := gv.Field(i).Interface(), wv.Field(i).Interface(); !reflect.DeepEqual(x, y) {
			return fmt.Sprintf("%s is %+v, want %+v", gv.Type().Field(i).Name, x, y)
		}
	}
	return ""
}

// Every value of every option changes what it says and nothing else. The first value is the default and changes
// nothing.
func TestOptions(t *testing.T) {
	t.Parallel()
	type change = func(*rules.Set)
	none := func(*rules.Set) {}
	phases := func(s *rules.Set) {
		s.Tech.Research = false
		s.Phases = []order.Phase{order.Buy, order.Combat, order.Noncombat, order.Place}
	}
	table := map[string]map[string]map[string]change{
		"revised": {
			"victory": {"minor": none, "major": func(s *rules.Set) { s.Victory.Cities = 10 },
				"total": func(s *rules.Set) { s.Victory.Cities = 12 }, "9": func(s *rules.Set) { s.Victory.Cities = 9 }},
			"advantages": {"off": none, "on": none}, "advantage-choice": {"chosen": none, "rolled": none},
			"technologies":                 {"on": none, "off": phases},
			"individual-winner":            {"off": none, "on": func(s *rules.Set) { s.Victory.Individual = rules.ByRise }},
			"lhtr":                         {"off": none}, // on: TestTournamentRules
			"flak":                         {"always": none, "combat": func(s *rules.Set) { s.AntiaircraftFire = rules.AntiaircraftFire{} }},
			"planes-land":                  {"combat": none, "noncombat": func(s *rules.Set) { s.Air.LandInNoncombat = true }},
			"tech-effect":                  {"at-once": none, "end": func(s *rules.Set) { s.Tech.AtEnd = true }},
			"super-submarine-defence":      {"2": none, "3": func(s *rules.Set) { s.Combat.SuperSubDef = 3 }},
			"heavy-bombers":                {"both": none, "best": func(s *rules.Set) { s.Combat.HeavyBest = true }},
			"raid-cap":                     {"unit": none, "territory": func(s *rules.Set) { s.Raid.Cap = rules.CapTerritory }},
			"wait-for-new-carrier":         {"no": none, "yes": func(s *rules.Set) { s.Air.WaitForCarrier = true }},
			"old-fighters-on-new-carriers": {"yes": none, "no": func(s *rules.Set) { s.Factory.OldOnNewCarriers = false }},
			"new-fighters-on-old-carriers": {"no": none, "yes": func(s *rules.Set) { s.Factory.NewOnOldCarriers = true }},
			"loaded-must-land":             {"no": none, "yes": func(s *rules.Set) { s.Landing.MustLand = true }},
			"transport-after-combat":       {"either": none, "unload": func(s *rules.Set) { s.Landing.LoadAfter = false }},
			"call-off":                     {"yes": none, "no": func(s *rules.Set) { s.Landing.CallOff = false }},
			"enigma":                       {"any": none, "sea": func(s *rules.Set) { s.Variants.EnigmaAtSea = true }},
			"joint-strike": {"uk-turn": none,
				"before-ussr": func(s *rules.Set) { s.Variants.JointStrikeEarly = true }},
		},
		"europe": {
			"raid-cap": {"none": none, "territory": func(s *rules.Set) { s.Raid.Cap = rules.CapTerritory }},
			"call-off": {"yes": none, "no": func(s *rules.Set) { s.Landing.CallOff = false }},
			"fire-order": {"attacker-first": none,
				"defender-first": func(s *rules.Set) { s.Combat.DefenderFirst = true }},
			"tank-with-infantry":         {"no": none, "yes": none}, // TestCargo
			"victory-check":              {"end": none, "start": func(s *rules.Set) { s.Victory.AtStart = true }},
			"hold-berlin":                {"yes": none, "no": func(s *rules.Set) { s.Victory.HoldOwn = false }},
			"defending-sub-first-strike": {"no": none, "yes": func(s *rules.Set) { s.Subs.DefendFirst = true }},
			"interceptor-hit":            {"2": none, "1": func(s *rules.Set) { s.Raid.InterceptorHit = 1 }},
			"oil-debt":                   {"pay-what-they-have": none, "none": func(s *rules.Set) { s.Oil.NoDebt = true }},
			"middle-east-retaken":        {"returns": none, "captor": func(s *rules.Set) { s.Oil.ToCaptor = true }},
			"interceptors-fight-on":      {"yes": none, "no": func(s *rules.Set) { s.Raid.InterceptorsStay = false }},
			"surface":                    {"all": none, "owner": func(s *rules.Set) { s.Ships.MendAll = false }},
			"individual-winner":          {"off": none, "on": func(s *rules.Set) { s.Victory.Individual = rules.ByProduction }},
			"gibraltar-island":           {"no": none, "yes": func(s *rules.Set) { s.Ships.Refuges = []string{"Gibraltar"} }},
			"destroyer-bombardment":      {"3": none, "2": func(s *rules.Set) { s.Landing.Bombard[board.Destroyer] = 2 }},
			"patriotic-war":              {"anywhere": none, "factory": func(s *rules.Set) { s.Patriot.OnlyFactory = true }},
		},
	}
	for name, options := range table {
		options["low-luck"] = map[string]change{"off": none, "on": func(s *rules.Set) { s.Combat.LowLuck = true }}
		options["play"] = map[string]change{"at-once": none, "deadline": none}
		options["dice"] = map[string]change{"tier-0": none, "tier-2": none}
		for _, o := range rules.OptionsOf(name) {
			for i, v := range o.Values {
				if o.Name == "lhtr" && v == "on" {
					continue
				}
				apply := options[o.Name][v]
				if apply == nil {
					t.Errorf("%s: option %s %s is not tested", name, o.Name, v)
					continue
				}
				want := *game(t, name)
				if apply(&want); i == 0 && difference(&want, game(t, name)) != "" {
					t.Errorf("%s: the first value of %s is not the default", name, o.Name)
				}
				if diff := difference(game(t, name, o.Name, v), &want); diff != "" {
					t.Errorf("%s: option %s %s: %s", name, o.Name, v, diff)
				}
			}
		}
	}
}

// The tournament rules are these switches and no others; one that is set by name keeps its value.
func TestTournamentRules(t *testing.T) {
	t.Parallel()
	want := game(t, "revised",
		"flak", "combat", "planes-land", "noncombat", "tech-effect", "end", "super-submarine-defence", "3",
		"heavy-bombers", "best", "raid-cap", "territory", "wait-for-new-carrier", "yes",
		"old-fighters-on-new-carriers", "no", "new-fighters-on-old-carriers", "yes", "loaded-must-land", "yes",
		"transport-after-combat", "unload", "call-off", "no", "enigma", "sea", "joint-strike", "before-ussr")
	got := game(t, "revised", "lhtr", "on")
	if diff := difference(got, want); diff != "" {
		t.Error(diff)
	}
	sub := rules.Shot{Unit: board.Submarine, When: rules.Defending}
	if got.Strength([]*rules.Advantage{&got.Advantages[rules.SuperSubmarines-1]}, sub) != 3 {
		t.Error("super submarines of the tournament rules do not defend at 3")
	}
	mixed := game(t, "revised", "lhtr", "on", "call-off", "yes", "heavy-bombers", "both")
	if !mixed.Landing.CallOff || mixed.Combat.HeavyBest || !mixed.Landing.MustLand {
		t.Errorf("named options do not beat the tournament rules: %+v %+v", mixed.Landing, mixed.Combat)
	}
}

func TestOptionTexts(t *testing.T) {
	t.Parallel()
	var o rules.Options
	o, err := o.With(" Super Submarine Defence ", " 3 ")
	if err != nil || o.Get("super-submarine-defence") != "3" {
		t.Fatalf("%v %v", o, err)
	}
	o, err = o.With("call-off", "NO")
	if err != nil {
		t.Fatal(err)
	}
	if o, err = o.With("call-off", "yes"); err != nil {
		t.Fatal(err)
	}
	if want := "option call-off yes\noption super-submarine-defence 3\n"; o.String() != want {
		t.Errorf("%q, want %q", o, want)
	}
	if got := o.Changed(); !slices.Equal(got, []rules.Setting{{Name: "super-submarine-defence", Value: "3"}}) {
		t.Errorf("changed are %v", got)
	}
	for _, bid := range []string{"Germany 6", "Japan 3"} { // bids add up
		if o, err = o.With("bid", bid); err != nil {
			t.Fatal(err)
		}
	}
	if want := []rules.Setting{{"bid", "Germany 6"}, {"bid", "Japan 3"}}; !slices.Equal(o.All()[:2], want) {
		t.Errorf("bids %v", o.All())
	}
	if got := o.Get("low-luck") + o.Get("victory") + o.Get("advantage-count") + o.Get("nothing"); got != "offminor" {
		t.Errorf("defaults %q", got)
	}
	for _, bad := range [][2]string{
		{"luck", "on"}, {"low-luck", "maybe"}, {"bid", ""},
		{"advantage-count", "7"}, {"advantage-count", "-1"}, {"advantage-count", "two"},
	} {
		if _, err := o.With(bad[0], bad[1]); err == nil {
			t.Errorf("option %s %q is taken", bad[0], bad[1])
		}
	}
	for _, n := range []string{"0", "6"} {
		if _, err := o.With("advantage-count", n); err != nil {
			t.Error(err)
		}
	}
	// An option of another game is no option of this one, and neither is its value.
	for _, x := range [][3]string{
		{"revised", "fire-order", "attacker-first"}, {"europe", "victory", "9"},
		{"europe", "raid-cap", "unit"}, {"revised", "raid-cap", "none"},
	} {
		set, err := rules.Options{}.With(x[1], x[2])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rules.New(x[0], set); err == nil {
			t.Errorf("%s takes option %s %s", x[0], x[1], x[2])
		}
	}
	if got := rules.Lookup("raid-cap").Values; !slices.Equal(got, []string{"unit", "territory", "none"}) {
		t.Errorf("raid-cap of both games: %v", got)
	}
	if rules.Lookup("luck") != nil || rules.OptionsOf("chess") != nil {
		t.Error("found what there is not")
	}
	names := rules.Names()
	if once := slices.Compact(slices.Sorted(slices.Values(names))); len(once) != len(names) || len(names) != 38 {
		t.Errorf("%d names: %v", len(names), names)
	}
}

// A game that names no value keeps the default of its time; a new game names the values whose default has changed.
func TestOldAndNewDefaults(t *testing.T) {
	t.Parallel()
	old, err := rules.Options{}.Older("europe")
	if want := "option interceptors-fight-on no\noption surface owner\n"; err != nil || old.String() != want {
		t.Errorf("an older game: %q %v", old, err)
	}
	now, err := rules.Options{}.Settled("europe")
	if want := "option interceptors-fight-on yes\noption surface all\n"; err != nil || now.String() != want {
		t.Errorf("a new game: %q %v", now, err)
	}
	again, err := now.Older("europe")
	if err != nil || again.String() != now.String() {
		t.Errorf("named values do not stay: %q %v", again, err)
	}
	if o, err := (rules.Options{}).Older("revised"); err != nil || o.String() != "" {
		t.Errorf("revised: %q %v", o, err)
	}
}

func TestDeal(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		options []string
		count   int
		rolled  bool
	}{
		{nil, 0, false}, {[]string{"advantages", "on"}, 0, false},
		{[]string{"advantage-count", "2", "advantage-choice", "rolled"}, 0, false},
		{[]string{"advantages", "on", "advantage-count", "2"}, 2, false},
		{[]string{"advantages", "on", "advantage-count", "1", "advantage-choice", "rolled"}, 1, true},
		{[]string{"advantages", "on", "advantage-count", "0", "advantage-choice", "rolled"}, 0, false},
	} {
		if n, rolled := game(t, "revised", tt.options...).StartingAdvantages(); n != tt.count || rolled != tt.rolled {
			t.Errorf("%v: %d, rolled %v", tt.options, n, rolled)
		}
	}
}

// having is a position in which a power has a technology, or an advantage that is in force.
func having(t *testing.T, s *rules.Set, power board.Power, tech int, advantage string) *position.Position {
	t.Helper()
	p, err := adjudicator.Start(s)
	if err != nil {
		t.Fatal(err)
	}
	positiontest.Change(p, func(d *position.Data) {
		if n := d.Nation(power); tech > 0 {
			n.Techs = []int{tech}
		} else {
			n.Advantages, n.InForce = []string{advantage}, []string{advantage}
		}
	})
	return p
}

// The six technologies change these numbers and no others.
func TestTechnologies(t *testing.T) {
	t.Parallel()
	type numbers struct{ attack, defence, move, dice, bombard int }
	for tech, changed := range map[int]map[board.UnitType]numbers{
		rules.JetFighters:         {board.Fighter: {3, 5, 4, 1, 0}},
		rules.Rockets:             {},
		rules.SuperSubmarines:     {board.Submarine: {3, 2, 2, 1, 0}},
		rules.LongRangeAircraft:   {board.Fighter: {3, 4, 6, 1, 0}, board.Bomber: {4, 1, 8, 1, 0}},
		rules.CombinedBombardment: {board.Destroyer: {3, 3, 2, 1, 3}},
		rules.HeavyBombers:        {board.Bomber: {4, 1, 6, 2, 0}},
	} {
		s := game(t, "revised")
		p := having(t, s, "Germany", tech, "")
		if got := s.Active(p, "Japan"); len(got) != 0 {
			t.Errorf("%s works for another power", rules.TechNames[tech])
		}
		active := s.Active(p, "Germany")
		if len(active) != 1 || active[0].Name != rules.TechNames[tech] || active[0].Tech != tech ||
			active[0].Power != board.Nobody {
			t.Fatalf("%s: %v", rules.TechNames[tech], active)
		}
		for _, u := range board.UnitTypes() {
			c := s.Chart[u]
			want, ok := changed[u]
			if !ok {
				want = numbers{c.Attack, c.Defence, c.Move, 1, s.Bombard(nil, u)}
			}
			attack, defence := rules.Shot{Unit: u, When: rules.Attacking}, rules.Shot{Unit: u, When: rules.Defending}
			got := numbers{s.Strength(active, attack), s.Strength(active, defence), s.Range(active, u),
				s.Dice(active, attack), s.Bombard(active, u)}
			if got != want {
				t.Errorf("%s, %s: %+v, want %+v", rules.TechNames[tech], u, got, want)
			}
			if s.Dice(active, rules.Shot{Unit: u, When: rules.Defending}) != 1 {
				t.Errorf("%s, %s rolls several dice in defence", rules.TechNames[tech], u)
			}
		}
	}
	want := []string{"", "jet fighters", "rockets", "super submarines", "long-range aircraft", "combined bombardment",
		"heavy bombers"}
	if !slices.Equal(rules.TechNames[:], want) || rules.NumTechs != 6 {
		t.Errorf("technologies %q", rules.TechNames)
	}
	for i, tech := range []int{
		rules.JetFighters, rules.Rockets, rules.SuperSubmarines,
		rules.LongRangeAircraft, rules.CombinedBombardment, rules.HeavyBombers,
	} {
		if tech != i+1 {
			t.Errorf("%s has number %d", rules.TechNames[i+1], tech)
		}
	}
}

// Advantages that change a combat value: at what, where and when (rulings, section 3).
func TestAdvantagesInCombat(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	const inf, art, sub, tank = board.Infantry, board.Artillery, board.Submarine, board.Tank
	const att, def, soil = rules.Attacking, rules.Defending, rules.OwnSoil
	const landing, first = rules.Amphibious, rules.FirstRound
	for _, tt := range []struct {
		advantage string
		unit      board.UnitType
		owner     board.Power
		when      rules.When
		want      int
	}{
		{"Russian Winter", inf, "USSR", def, 3},
		{"Russian Winter", inf, "USSR", att, 1},
		{"Russian Winter", inf, "UK", def, 2},
		{"Russian Winter", art, "USSR", def, 2},
		{"Atlantic Wall", inf, "Germany", def | landing | first | soil, 3},
		{"Atlantic Wall", inf, "Germany", def | landing | soil, 2},
		{"Atlantic Wall", inf, "Germany", def | first | soil, 2},
		{"Atlantic Wall", inf, "Germany", def | landing | first, 2},
		{"Fortress Europe", art, "Germany", def | soil, 3},
		{"Fortress Europe", art, "Germany", def, 2},
		{"Fortress Europe", art, "Germany", att | soil, 2},
		{"Fortress Europe", inf, "Germany", def | soil, 2},
		{"Wolf Packs", sub, "Germany", att | rules.ThreeSubmarines, 3},
		{"Wolf Packs", sub, "Germany", att, 2},
		{"Wolf Packs", sub, "Germany", def | rules.ThreeSubmarines, 2},
		{"Kaiten Torpedoes", sub, "Japan", def | rules.OneShot, 3},
		{"Kaiten Torpedoes", sub, "Japan", def, 2},
		{"Dug-In Defenders", inf, "Japan", def | rules.OnIsland, 3},
		{"Dug-In Defenders", inf, "Japan", def, 2},
		{"Dug-In Defenders", inf, "Japan", att | rules.OnIsland, 1},
		{"Banzai Attacks", inf, "Japan", att | rules.InfantryOnly, 2},
		{"Banzai Attacks", inf, "Japan", att, 1},
		{"Banzai Attacks", inf, "Japan", def | rules.InfantryOnly, 2},
		{"Marines", inf, "USA", att | landing | rules.FromSea | first, 2},
		{"Marines", inf, "USA", att | landing | rules.FromSea | rules.Supported | first, 2},
		{"Marines", inf, "USA", att | landing | rules.FromSea, 1},
		{"Marines", inf, "USA", att | landing | first, 1},
		{"Marines", tank, "USA", att | landing | rules.FromSea | first, 3},
	} {
		power := powerOf(t, s, tt.advantage)
		active := s.Active(having(t, s, power, 0, tt.advantage), power)
		shot := rules.Shot{Unit: tt.unit, Owner: tt.owner, When: tt.when}
		if got := s.Strength(active, shot); len(active) != 1 || got != tt.want {
			t.Errorf("%s, %+v: %d, want %d", tt.advantage, shot, got, tt.want)
		}
	}
	// With super submarines wolf packs attack and Kaiten strike at 4 (T-64).
	for advantage, shot := range map[string]rules.Shot{
		"Wolf Packs":       {Unit: sub, Owner: "Germany", When: rules.Attacking | rules.ThreeSubmarines},
		"Kaiten Torpedoes": {Unit: sub, Owner: "Japan", When: rules.Defending | rules.OneShot},
	} {
		power := powerOf(t, s, advantage)
		p := having(t, s, power, 0, advantage)
		positiontest.Change(p, func(d *position.Data) { d.Nation(power).Techs = []int{rules.SuperSubmarines} })
		if got := s.Strength(s.Active(p, power), shot); got != 4 {
			t.Errorf("%s with super submarines: %d", advantage, got)
		}
	}
}

func powerOf(t *testing.T, s *rules.Set, advantage string) board.Power {
	t.Helper()
	for _, p := range s.Board.Powers() {
		if slices.Contains(rules.AdvantagesOf(p), advantage) {
			return p
		}
	}
	t.Fatalf("nobody has %s", advantage)
	return board.Nobody
}

// Guns and ranges that advantages change.
func TestAdvantagesElsewhere(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	active := func(advantage string) []*rules.Advantage {
		power := powerOf(t, s, advantage)
		return s.Active(having(t, s, power, 0, advantage), power)
	}
	radar := active("Radar") // T-65: tan land that the UK controls
	if s.GunHits(radar, "UK", "UK") != 2 || s.GunHits(radar, "USSR", "UK") != 1 || s.GunHits(radar, "UK", "Germany") != 1 {
		t.Error("Radar")
	}
	for _, u := range board.UnitTypes() {
		if got := s.SafeFromGuns(active("Superfortresses"), u); got != (u == board.Bomber) {
			t.Errorf("guns fire at a %s of superfortresses: %v", u, !got)
		}
		if s.SafeFromGuns(nil, u) {
			t.Errorf("guns never fire at a %s", u)
		}
		for advantage, want := range map[string]map[board.UnitType]int{
			"Motorized Infantry": {board.Infantry: 2}, "Fast Carriers": {board.Carrier: 3},
			"Mobile Industry": {board.Complex: 1},
		} {
			n, ok := want[u]
			if !ok {
				n = s.Chart[u].Move
			}
			if got := s.Range(active(advantage), u); got != n {
				t.Errorf("%s: a %s moves %d, want %d", advantage, u, got, n)
			}
		}
	}
}

// An advantage that must be declared works only while it is in force, any other always; no power has another's.
func TestActive(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	p := having(t, s, "USSR", 0, "Russian Winter")
	names := func(ts []*rules.Advantage) (out []string) {
		for _, x := range ts {
			out = append(out, x.Name)
		}
		return out
	}
	positiontest.Change(p, func(d *position.Data) {
		n := d.Nation("USSR")
		n.Advantages, n.Techs = []string{"Salvage", "Russian Winter", "Radar"}, []int{rules.HeavyBombers, rules.Rockets}
	})
	want := []string{"rockets", "heavy bombers", "Russian Winter", "Salvage"}
	if got := names(s.Active(p, "USSR")); !slices.Equal(got, want) {
		t.Errorf("in force: %v", got)
	}
	positiontest.Change(p, func(d *position.Data) { d.Nation("USSR").InForce = nil })
	if got := names(s.Active(p, "USSR")); !slices.Equal(got, []string{"rockets", "heavy bombers", "Salvage"}) {
		t.Errorf("not in force: %v", got)
	}
	if got := names(s.Owned(p, "USSR")); !slices.Equal(got, []string{"Russian Winter", "Salvage"}) {
		t.Errorf("owned: %v", got)
	}
	if s.Active(p, "Neutral") != nil || s.Owned(p, "Neutral") != nil || s.Owned(p, "UK") != nil {
		t.Error("advantages work for those who do not have them")
	}
}
