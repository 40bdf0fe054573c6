package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// working is a national advantage in force, as its power alone has it.
func working(t *testing.T, s *rules.Set, advantage string) []*rules.Advantage {
	t.Helper()
	power := powerOf(t, s, advantage)
	active := s.Active(having(t, s, power, 0, advantage), power)
	if len(active) != 1 {
		t.Fatalf("%s does not work: %v", advantage, active)
	}
	return active
}

// allAdvantages is a position in which each power has all its advantages, and those that are declared are in force.
func allAdvantages(t *testing.T, s *rules.Set) *position.Position {
	t.Helper()
	p := having(t, s, "USSR", 0, "Salvage")
	positiontest.Change(p, func(d *position.Data) {
		for i := range d.Nations {
			n := &d.Nations[i]
			n.Advantages = rules.AdvantagesOf(n.Power)
			n.InForce = n.Advantages
		}
	})
	return p
}

func find(t *testing.T, s *rules.Set, name string) board.SpaceID {
	t.Helper()
	at, ok := s.Board.Find(name)
	if !ok {
		t.Fatalf("no space %s", name)
	}
	return at
}

// What is asked of the advantages that work for a power: those that say yes, and no others.
func TestWhichPowersMay(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	type list = []*rules.Advantage
	infantry := []board.UnitType{board.Infantry}
	midway := find(t, s, "Midway")
	around := s.Board.Space(midway).Island
	for what, q := range map[string]struct {
		who string // the one advantage that lets them
		ask func(active list) bool
	}{
		"infantry blitzes": {"Motorized Infantry", func(a list) bool {
			return s.Blitzes(a, board.Infantry)
		}},
		"planes fly on from Persia": {"Mideast Oil", func(a list) bool {
			return s.FliesOn(a, "Persia")
		}},
		"suicide attacks": {"Kamikaze", s.SuicideAttacks},
		"a destroyer carries one infantry": {"Tokyo Express", func(a list) bool {
			return s.Carries(a, board.Destroyer, infantry)
		}},
		"a transport lands again": {"Lightning Assaults", func(a list) bool {
			return s.LandsAgain(a, board.Transport)
		}},
		"converts allies": {"Lend-Lease", s.Converts},
		"sits out":        {"Joint Strike", s.SitsOut},
		"recruits": {"Chinese Divisions", func(a list) bool {
			return s.Recruiter(a) != nil
		}},
		"fighters raid": {"Dive-Bombers", func(a list) bool {
			return s.Raids(a, board.Fighter)
		}},
		"a fighter's five is three": {"Dive-Bombers", func(a list) bool {
			return s.RaidDamage(a, board.Fighter, 5) == 3
		}},
		"a tank moves again": {"Panzerblitz", func(a list) bool {
			return s.MovesAgain(a, board.Tank) == 1
		}},
		"artillery rides": {"Trans-Siberian Railway", func(a list) bool {
			return s.Railway(a, board.Artillery).Range[board.Artillery] == 2
		}},
		"an island belongs to its zone": {"Island Bases", func(a list) bool {
			return s.StepCost(a, midway, around) == 0
		}},
		"a zone belongs to its island": {"Island Bases", func(a list) bool {
			return s.StepCost(a, around, midway) == 0
		}},
		"submarines off Japan fire once": {"Kaiten Torpedoes", func(a list) bool {
			return s.OneShotSubmarines(a, "Japan", "Japan")
		}},
		"rises when the Allies take the land": {"French Resistance", func(a list) bool {
			return slices.ContainsFunc(a, func(x *rules.Advantage) bool {
				return x.Follows(rules.Aftermath{In: "Western Europe", When: rules.Liberated})
			})
		}},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			for _, a := range rules.NationalAdvantages() {
				if got := q.ask(working(t, s, a.Name)); got != (a.Name == q.who) {
					t.Errorf("%s with %s: %v", what, a.Name, got)
				}
			}
			if q.ask(nil) {
				t.Errorf("%s without any advantage", what)
			}
		})
	}
}

// The limits of what advantages permit, and what the rules permit without them.
func TestLimits(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	inf, tank := board.Infantry, board.Tank
	express, railway := working(t, s, "Tokyo Express"), working(t, s, "Trans-Siberian Railway")
	line := s.Railway(railway, inf)
	kaiten, bases := working(t, s, "Kaiten Torpedoes"), working(t, s, "Island Bases")
	rockets := s.Active(having(t, s, "UK", rules.Rockets, ""), "UK")
	sz1, sz2 := find(t, s, "SZ1"), find(t, s, "SZ2")
	for what, wrong := range map[string]bool{
		"tanks do not blitz":                     !s.Blitzes(nil, tank),
		"artillery blitzes":                      s.Blitzes(working(t, s, "Motorized Infantry"), board.Artillery),
		"planes fly on from India":               s.FliesOn(working(t, s, "Mideast Oil"), "India"),
		"a destroyer carries two":                s.Carries(express, board.Destroyer, []board.UnitType{inf, inf}),
		"a destroyer carries a tank":             s.Carries(express, board.Destroyer, []board.UnitType{tank}),
		"a submarine carries infantry":           s.Carries(express, board.Submarine, []board.UnitType{inf}),
		"a transport does not carry two":         !s.Carries(nil, board.Transport, []board.UnitType{inf, tank}),
		"a transport carries three":              s.Carries(nil, board.Transport, []board.UnitType{inf, inf, inf}),
		"a destroyer lands again (R-144)":        s.LandsAgain(working(t, s, "Lightning Assaults"), board.Destroyer),
		"bombers do not raid":                    !s.Raids(nil, board.Bomber),
		"fighters do not escort in Europe":       !game(t, "europe").Raids(nil, board.Fighter),
		"a bomber does half with Dive-Bombers":   s.RaidDamage(working(t, s, "Dive-Bombers"), board.Bomber, 5) != 5,
		"a fighter's four is not two":            s.RaidDamage(working(t, s, "Dive-Bombers"), board.Fighter, 4) != 2,
		"infantry moves again after Panzerblitz": s.MovesAgain(working(t, s, "Panzerblitz"), inf) != 0,
		"tanks ride":                             s.Railway(railway, tank).Range[tank] != 0,
		"guns do not ride":                       s.Railway(railway, board.AAGun).Range[board.AAGun] != 2,
		"Novosibirsk is not on the line":         !line.On("Novosibirsk"),
		"Archangel is on the line":               line.On("Archangel"),
		"between zones a step costs nothing":     s.StepCost(bases, sz1, sz2) != 1,
		"a step costs nothing":                   s.StepCost(nil, sz1, sz2) != 1,
		"off conquered land submarines are lost": s.OneShotSubmarines(kaiten, "USA", "Japan"),
		"off lost land submarines are lost":      s.OneShotSubmarines(kaiten, "Japan", "USA"),
		"rockets fly less than three":            s.RocketRange(rockets) != 3,
		"rockets without the technology":         s.RocketRange(working(t, s, "Radar")) != 0,
	} {
		if wrong {
			t.Error(what)
		}
	}
	got := s.Recruiter(working(t, s, "Chinese Divisions")).Recruit
	if got.Unit != inf || !slices.Equal(got.In, []string{"China", "Sinkiang", "French Indochina", "Kwangtung"}) {
		t.Errorf("Chinese Divisions: %v", got)
	}
}

// A complex of Mobile Industry enters land that the USSR controls and that has none; for other units, and without the
// advantage, it is no bar.
func TestMayEnter(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	p := having(t, s, "USSR", 0, "Mobile Industry")
	russia := find(t, s, "Russia")
	complexes := slices.DeleteFunc(slices.Collect(p.In(russia)), func(u position.Unit) bool {
		return u.Type != board.Complex
	})
	infantry := slices.DeleteFunc(slices.Collect(p.In(russia)), func(u position.Unit) bool {
		return u.Type != board.Infantry
	})
	mobile := s.Active(p, "USSR")
	for _, c := range []struct {
		active []*rules.Advantage
		unit   position.Unit
		to     string
		want   bool
	}{
		{mobile, complexes[0], "Archangel", true},
		{mobile, complexes[0], "Caucasus", false},       // has one
		{mobile, complexes[0], "Ukraine S.S.R.", false}, // is German
		{mobile, infantry[0], "Caucasus", true},
		{mobile, infantry[0], "Ukraine S.S.R.", true},
		{nil, complexes[0], "Caucasus", true},
	} {
		if got := s.MayEnter(c.active, p, c.unit, find(t, s, c.to)); got != c.want {
			t.Errorf("%s to %s: %v", c.unit.Type, c.to, got)
		}
	}
}

// One IPC less for the UK and the USA for each German submarine, wherever it is; other units, other submarines and
// other powers do not count.
func TestIncomeTaken(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	p := having(t, s, "Germany", 0, "U-Boat Interdiction")
	submarines := 0
	for u := range p.Units() {
		if u.Type == board.Submarine && u.Owner == "Germany" {
			submarines++
		}
	}
	for _, power := range s.Board.Powers() {
		want := 0
		if power == "UK" || power == "USA" {
			want = submarines
		}
		if got := s.IncomeTaken(p, power); got != want || submarines == 0 {
			t.Errorf("%s loses %d, want %d", power, got, want)
		}
		if got := s.IncomeTaken(having(t, s, "Germany", 0, "Panzerblitz"), power); got != 0 {
			t.Errorf("without the advantage %s loses %d", power, got)
		}
	}
}

// Joint Strike lends British units to the USA, and to no other power.
func TestJointAttackers(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	for _, with := range append(s.Board.Powers(), board.Nobody) {
		var want []board.Power
		if with == "USA" {
			want = []board.Power{"UK"}
		}
		if got := s.JointAttackers(allAdvantages(t, s), with); !slices.Equal(got, want) {
			t.Errorf("with %q: %v", with, got)
		}
	}
}

// When an advantage may be declared: Russian Winter and French Resistance in any phase of the own turn, Joint Strike
// until the combat moves are made; with `joint-strike before-ussr` after the British turn and before anything of the
// Soviet one.
func TestMayDeclare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		advantage, option string
		power             board.Power
		phase             order.Phase
		moved, want       bool
	}{
		{"Russian Winter", "uk-turn", "USSR", order.Research, false, true},
		{"Russian Winter", "uk-turn", "USSR", order.Place, false, true},
		{"Russian Winter", "uk-turn", "Germany", order.Place, false, false},
		{"French Resistance", "uk-turn", "UK", order.Noncombat, false, true},
		{"French Resistance", "uk-turn", "USA", order.Noncombat, false, false},
		{"Joint Strike", "uk-turn", "UK", order.Research, false, true},
		{"Joint Strike", "uk-turn", "UK", order.Combat, false, true},
		{"Joint Strike", "uk-turn", "UK", order.Combat, true, false},
		{"Joint Strike", "uk-turn", "UK", order.Noncombat, false, false},
		{"Joint Strike", "uk-turn", "USA", order.Research, false, false},
		{"Joint Strike", "uk-turn", "USSR", order.Research, false, false},
		{"Joint Strike", "before-ussr", "UK", order.Research, false, false},
		{"Joint Strike", "before-ussr", "Japan", order.Research, false, true},
		{"Joint Strike", "before-ussr", "USA", order.Place, false, true},
		{"Joint Strike", "before-ussr", "USSR", order.Research, false, true},
		{"Joint Strike", "before-ussr", "USSR", order.Buy, false, false},
		{"Joint Strike", "before-ussr", "Germany", order.Research, false, false},
	} {
		s := game(t, "revised", "joint-strike", c.option)
		p := allAdvantages(t, s)
		positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase, d.Turn.Moved = c.power, c.phase, c.moved })
		if got := s.MayDeclare(p, working(t, s, c.advantage)[0]); got != c.want {
			t.Errorf("%+v: %v", c, got)
		}
	}
}

// Colonial Garrison begins in tan land with an income that the UK controls.
func TestMayGarrison(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	garrison := working(t, s, "Colonial Garrison")[0]
	p := allAdvantages(t, s)
	positiontest.Change(p, func(d *position.Data) { d.Owner[find(t, s, "Eastern Canada")] = "Germany" })
	for name, want := range map[string]bool{
		"India": true, "Australia": true, "Eastern Canada": false, "Gibraltar": false, "Germany": false, "SZ1": false,
	} {
		if got := s.MayGarrison(p, garrison, find(t, s, name)); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// After which battles an advantage does something (T-62, R-136).
func TestFollows(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	salvage := rules.Defending | rules.OwnSoil | rules.Won
	tanks := []board.UnitType{board.Infantry, board.Tank}
	for i, c := range []struct {
		advantage string
		after     rules.Aftermath
		want      bool
	}{
		{"Salvage", rules.Aftermath{In: "Karelia", When: salvage | rules.FirstRound, Destroyed: tanks}, true},
		{"Salvage", rules.Aftermath{When: salvage, Destroyed: tanks[:1]}, false},
		{"Salvage", rules.Aftermath{When: salvage &^ rules.Won, Destroyed: tanks}, false},
		{"Salvage", rules.Aftermath{When: salvage &^ rules.OwnSoil, Destroyed: tanks}, false},
		{"Salvage", rules.Aftermath{When: rules.Attacking | rules.OwnSoil | rules.Won, Destroyed: tanks}, false},
		{"Panzerblitz", rules.Aftermath{When: rules.Attacking | rules.Won | rules.FirstRound}, true},
		{"Panzerblitz", rules.Aftermath{When: rules.Attacking | rules.Won}, false},
		{"Panzerblitz", rules.Aftermath{When: rules.Attacking | rules.FirstRound}, false},
		{"Panzerblitz", rules.Aftermath{When: rules.Defending | rules.Won | rules.FirstRound}, false},
		{"French Resistance", rules.Aftermath{In: "Western Europe", When: rules.Liberated | rules.Attacking}, true},
		{"French Resistance", rules.Aftermath{In: "Germany", When: rules.Liberated}, false},
		{"French Resistance", rules.Aftermath{In: "Western Europe", When: rules.Won}, false},
		{"Radar", rules.Aftermath{In: "Western Europe", When: salvage}, false},
	} {
		if got := working(t, s, c.advantage)[0].Follows(c.after); got != c.want {
			t.Errorf("%d, %s: %v", i, c.advantage, got)
		}
	}
}

// What rises: its number, its type.
func TestRaises(t *testing.T) {
	t.Parallel()
	s := game(t, "revised")
	for name, want := range map[string]string{
		"Nonaggression Treaty": "[infantry infantry infantry infantry] []",
		"French Resistance":    "[] [infantry infantry infantry]",
		"Salvage":              "[] [tank]",
		"Panzerblitz":          "[] []",
	} {
		a := working(t, s, name)[0]
		if got := fmt.Sprint(a.Reinforce.Units(), a.After.Raise.Units()); got != want {
			t.Errorf("%s: %s", name, got)
		}
	}
}

// Refusals name the advantage that would be needed, where a game can have it.
func TestAdvantageWith(t *testing.T) {
	t.Parallel()
	moves := func(a *rules.Advantage) bool { return a.Range[board.Complex] > 0 }
	if got := game(t, "revised").AdvantageWith(moves); got.Name != "Mobile Industry" || got.Power != "USSR" {
		t.Errorf("revised: %v", got)
	}
	if got := game(t, "europe").AdvantageWith(moves); got.Name != "" {
		t.Errorf("europe: %v", got)
	}
	rockets := func(a *rules.Advantage) bool { return a.RocketRange > 0 }
	if got := game(t, "revised").AdvantageWith(rockets); got.Name != "" {
		t.Errorf("a technology is no national advantage: %v", got)
	}
}

// An advantage works once, is asked about, and works against the powers that the rulebook names.
func TestOnceAndAsked(t *testing.T) {
	t.Parallel()
	once := []string{"Russian Winter", "Nonaggression Treaty", "Joint Strike", "Enigma Decoded", "French Resistance",
		"Colonial Garrison"}
	asked := map[string]string{"Nonaggression Treaty": "nonaggression Japan", "Enigma Decoded": "enigma Germany",
		"French Resistance": "resistance "}
	for _, a := range rules.NationalAdvantages() {
		if a.Once != slices.Contains(once, a.Name) {
			t.Errorf("%s once: %v", a.Name, a.Once)
		}
		if want, ok := asked[a.Name]; ok != (a.Question != "") || ok && want != a.Question+" "+string(a.Against) {
			t.Errorf("%s asks %q in the turn of %q", a.Name, a.Question, a.Against)
		}
		if a.Sidestep != (a.Name == "Enigma Decoded") || a.SeaOnly {
			t.Errorf("%s: sidestep %v, at sea only %v", a.Name, a.Sidestep, a.SeaOnly)
		}
	}
	sea := working(t, game(t, "revised", "enigma", "sea"), "Enigma Decoded")[0]
	if !sea.Sidestep || !sea.SeaOnly {
		t.Error("option enigma sea")
	}
}
