package combat_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// field is an otherwise empty board on which a test puts units and a plan, as the combat moves would have left them.
type field struct {
	*testing.T
	r    *phase.Turn
	dice *dice.Script
}

func newField(t *testing.T, set *rules.Set, power board.Power) *field {
	t.Helper()
	p := adjudicator.Empty(set)
	positiontest.Change(p, func(d *position.Data) { d.Power, d.Phase = power, order.Combat })
	return &field{T: t, r: phase.Begin(phase.State{Rules: set, Position: p, Resolver: phase.Assumed()})}
}

func (f *field) at(name string) board.SpaceID {
	f.Helper()
	id, ok := f.r.Board.Find(name)
	if !ok {
		f.Fatalf("no space %q", name)
	}
	return id
}

// put places n units in a space and returns their IDs.
func (f *field) put(where string, owner board.Power, n int, t board.UnitType) []int {
	var ids []int
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		for range n {
			ids = append(ids, d.Add(t, owner, f.at(where)))
		}
	})
	return ids
}

// attack places n units as if they had moved from one space to another.
func (f *field) attack(from, to string, owner board.Power, n int, t board.UnitType) []int {
	ids := f.put(to, owner, n, t)
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		for _, id := range ids {
			u := d.Unit(id)
			u.Now.Start, u.Now.From, u.Now.Used = f.at(from), f.at(from), 1
			u.Now.Did |= position.MovedInCombat
			if t.IsAir() {
				u.Now.Battle = f.at(to)
			}
		}
	})
	return ids
}

// aboard puts cargo onto a ship.
func (f *field) aboard(ship int, owner board.Power, n int, t board.UnitType) []int {
	ids := f.put(f.r.Board.Name(f.r.Pos.Unit(ship).At), owner, n, t)
	for _, id := range ids {
		positiontest.Change(f.r.Pos, func(d *position.Data) { d.Unit(id).Aboard = ship })
	}
	return ids
}

// land plans the landing of a ship's whole cargo.
func (f *field) land(ship int, target string) {
	zone, cargo := f.r.Pos.Unit(ship).At, f.r.Pos.CargoOf(ship)
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		d.Turn.Plan.Landings = append(d.Turn.Plan.Landings,
			position.Landing{Ship: ship, Zone: zone, Target: f.at(target), Cargo: cargo})
	})
}

// conduct plays the fight with these dice, all of which must be used.
func (f *field) conduct(ds ...int) bool {
	f.Helper()
	f.dice = dice.NewScript(ds...)
	f.r.Resolver = phase.Rolled(f.dice)
	awaited, err := f.r.Do(combat.Conduct, order.PhaseOrders{})
	if err != nil {
		f.Fatal(err)
	}
	if n := f.dice.Left(); n > 0 {
		f.Errorf("%d dice left over", n)
	}
	return len(awaited) > 0
}

// conductAssumed plays the fight as a judgement does.
func (f *field) conductAssumed() {
	f.Helper()
	if awaited, err := f.r.Do(combat.Conduct, order.PhaseOrders{}); len(awaited) > 0 || err != nil {
		f.Fatal(awaited, err)
	}
}

// stand checks how many units of an owner and a type stand in a space.
func (f *field) stand(where string, owner board.Power, t board.UnitType, want int) {
	f.Helper()
	got := len(f.r.UnitsIn(f.at(where), func(u position.Unit) bool { return u.Owner == owner && u.Type == t }))
	if got != want {
		f.Errorf("%s: %d %s of %s, want %d", where, got, t, owner, want)
	}
}

func (f *field) owner(where string, want board.Power) {
	f.Helper()
	if got := f.r.Pos.Owner(f.at(where)); got != want {
		f.Errorf("%s belongs to %q, want %q", where, got, want)
	}
}

// Planes are shot at on their way, route by route and space by space, each plane its own die; what is shot down never
// appears in its battle.
func TestOverflightGuns(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("Caucasus", "USSR", 2, board.AAGun) // two guns fire once
	f.put("Russia", "USSR", 1, board.AAGun)
	planes := f.attack("Ukraine S.S.R.", "Kazakh S.S.R.", "Germany", 2, board.Fighter)
	bomber := f.attack("Ukraine S.S.R.", "Novosibirsk", "Germany", 1, board.Bomber)[0]
	positiontest.Change(f.r.Pos, func(d *position.Data) { d.Unit(bomber).Now.Line = 2 })
	over := []board.SpaceID{f.at("Caucasus")}
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		d.Turn.Plan.Routes = []position.Route{
			{Unit: planes[0], Over: over}, {Unit: planes[1], Over: over},
			{Unit: bomber, Over: []board.SpaceID{f.at("Caucasus"), f.at("Russia")}},
		}
	})
	f.conduct(1, 2, 6, 1)
	f.stand("Kazakh S.S.R.", "Germany", board.Fighter, 1)
	if f.r.Pos.Unit(planes[0]).ID != 0 {
		t.Error("the first named fighter was hit, and flies")
	}
	f.stand("Novosibirsk", "Germany", board.Bomber, 0)
	f.owner("Kazakh S.S.R.", "USSR") // planes alone achieve nothing
}

// A rocket's and a bomber's die are capped at the territory's income; the owner pays what he has, at most (R-102,
// T36). Of a raid all flak comes first.
func TestRocketsAndRaids(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name        string
		cash, heavy int
		option      []string
		dice        []int
		left        int
	}{
		{name: "rocket capped at 4, one bomber down, one for 3", cash: 20, dice: []int{6, 1, 4, 3}, left: 13},
		{name: "no more than there is", cash: 5, dice: []int{3, 2, 2, 4, 4}, left: 0},
		{name: "heavy bombers add their dice, capped for each bomber", heavy: 1, cash: 20, dice: []int{1, 2, 2, 1, 2, 6, 6}, left: 12},
		{name: "raid-cap territory", option: []string{"raid-cap", "territory"}, cash: 20, dice: []int{3, 2, 2, 4, 4}, left: 16},
		{name: "heavy-bombers best", option: []string{"heavy-bombers", "best"}, heavy: 1, cash: 20, dice: []int{1, 1, 2, 1, 2}, left: 16},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newField(t, positiontest.Rules(t, "revised", c.option...), "Germany")
			if c.heavy == 1 {
				positiontest.Change(f.r.Pos, func(d *position.Data) { d.Nation("Germany").Techs = []int{rules.HeavyBombers} })
			}
			positiontest.Change(f.r.Pos, func(d *position.Data) { d.Nation("USSR").Money = c.cash })
			f.put("Caucasus", "USSR", 1, board.AAGun)
			f.put("Caucasus", "USSR", 1, board.Complex)
			gun := f.put("Ukraine S.S.R.", "Germany", 1, board.AAGun)[0]
			bombers := f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 2, board.Bomber)
			positiontest.Change(f.r.Pos, func(d *position.Data) {
				d.Turn.Plan.Rockets = []position.Rocket{{Gun: gun, From: f.at("Ukraine S.S.R."), Target: f.at("Caucasus")}}
			})
			positiontest.Change(f.r.Pos, func(d *position.Data) {
				d.Turn.Plan.Raids = []position.Raid{{Target: f.at("Caucasus"), Planes: bombers}}
			})
			f.conduct(c.dice...)
			if got := f.r.Pos.Nation("USSR").Money(); got != c.left {
				t.Errorf("%d IPC left, want %d", got, c.left)
			}
			if !f.r.Pos.Unit(gun).Now.Did.Has(position.FiredRocket | position.Fought) {
				t.Error("R-103: a gun that fired took part in combat")
			}
		})
	}
}

// Land with nothing in it, or only a gun and a complex, is taken without battle dice; the gun fires at planes that come
// along, and goes with the land.
func TestUndefendedLand(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("Caucasus", "USSR", 1, board.AAGun)
	f.put("Caucasus", "USSR", 1, board.Complex)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 1, board.Infantry)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 2, board.Fighter)
	tr := f.put("SZ4", "Germany", 1, board.Transport)[0]
	f.aboard(tr, "Germany", 1, board.Tank)
	f.land(tr, "Archangel")
	f.conduct(2, 1)
	f.owner("Caucasus", "Germany")
	f.stand("Caucasus", "Germany", board.AAGun, 1)
	f.stand("Caucasus", "Germany", board.Fighter, 1)
	f.owner("Archangel", "Germany")
	f.stand("Archangel", "Germany", board.Tank, 1)
}

// `call off` leaves the cargo aboard; it is decided before the first die.
func TestCallOffUndefended(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	tr := f.put("SZ4", "Germany", 1, board.Transport)[0]
	f.aboard(tr, "Germany", 1, board.Tank)
	f.land(tr, "Archangel")
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		d.Turn.Sheet.Battles = []order.Battle{{Space: f.at("Archangel"), Tactics: []order.Tactic{{Do: order.CallOff}}}}
	})
	f.conduct()
	f.owner("Archangel", "USSR")
	f.stand("SZ4", "Germany", board.Tank, 1)
}

// Fine print 6: the list first, then as the lines name them, a sea battle just before the first landing that needs it,
// what no line names last, land before sea.
func TestBattleQueue(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	for _, where := range []string{"West Russia", "Karelia S.S.R.", "Caucasus"} {
		f.put(where, "USSR", 1, board.Infantry)
		f.attack("Belorussia", where, "Germany", 1, board.Infantry)
	}
	f.put("SZ13", "UK", 1, board.Battleship)
	f.attack("SZ14", "SZ13", "Germany", 1, board.Submarine)
	f.put("SZ4", "USSR", 1, board.Submarine)
	tr := f.put("SZ4", "Germany", 1, board.Transport)[0]
	f.aboard(tr, "Germany", 1, board.Tank)
	f.land(tr, "Archangel")
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		d.Turn.Plan.BattleOrder = []board.SpaceID{f.at("West Russia"), f.at("Archangel"), f.at("SZ4"), f.at("Caucasus")}
	})
	f.conductAssumed()
	var got []string
	for _, e := range f.r.Journal.Events() {
		if listed, ok := e.(event.BattlesListed); ok {
			for _, b := range listed.Battles {
				got = append(got, f.r.Board.Name(b.Space))
			}
		}
	}
	if want := []string{"West Russia", "SZ4", "Archangel", "Caucasus", "Karelia S.S.R.", "SZ13"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// Judging, every battle is won without loss and without dice, landings happen, land changes hands (fine print 9).
func TestAssumedFight(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("SZ4", "USSR", 1, board.Submarine)
	f.put("Archangel", "USSR", 5, board.Infantry)
	tr := f.put("SZ4", "Germany", 1, board.Transport)[0]
	f.aboard(tr, "Germany", 1, board.Infantry)
	f.land(tr, "Archangel")
	f.conductAssumed()
	f.owner("Archangel", "Germany")
	f.stand("Archangel", "Germany", board.Infantry, 1)
	f.stand("SZ4", "USSR", board.Submarine, 0)
	if !f.r.Pos.Unit(tr).Now.Did.Has(position.Fought | position.UnloadedThisTurn) {
		t.Error("the transport fought and unloaded")
	}
}

// A list that puts a landing before its sea battle, and names of spaces where nobody fights, are faults of their lines.
func TestJudgeBattles(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("SZ4", "USSR", 1, board.Submarine)
	tr := f.put("SZ4", "Germany", 1, board.Transport)[0]
	f.aboard(tr, "Germany", 1, board.Infantry)
	f.land(tr, "Archangel")
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		d.Turn.Sheet.Battles = []order.Battle{
			{At: order.At{Line: 7}, Space: f.at("Archangel"), Tactics: []order.Tactic{{Do: order.CallOff}}},
			{At: order.At{Line: 9}, Space: f.at("SZ4"), Tactics: []order.Tactic{{At: order.At{Line: 10}, Do: order.CallOff}}},
			{At: order.At{Line: 11}, Space: f.at("Caucasus")},
		}
	})
	faults := combat.Check(f.r.State(), positiontest.Part(
		order.BattleOrder{At: order.At{Line: 2}, Spaces: []board.SpaceID{f.at("Archangel"), f.at("SZ4")}},
		order.BattleOrder{At: order.At{Line: 3}, Spaces: []board.SpaceID{f.at("Norway")}},
	), nil)
	type fault struct {
		line int
		code order.Code
	}
	var got []fault
	slices.SortFunc(faults, func(a, b order.Fault) int { return a.Line - b.Line })
	for _, x := range faults {
		got = append(got, fault{x.Line, x.Code})
	}
	want := []fault{{2, order.LandingFirst}, {3, order.NobodyFights}, {10, order.NothingToCallOff}, {11, order.NobodyFights}}
	if !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
