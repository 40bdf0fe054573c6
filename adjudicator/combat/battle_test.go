package combat_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
)

// section files the attacker's lines for a battle.
func (f *field) section(where string, lines ...order.Tactic) {
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		d.Turn.Sheet.Battles = append(d.Turn.Sheet.Battles, order.Battle{Space: f.at(where), Tactics: lines})
	})
}

// defend files standing orders.
func (f *field) defend(power board.Power, where string, lines ...order.Tactic) {
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		n := d.Nation(power)
		n.Standing = append(n.Standing, order.Standing{Scope: order.DefendSpace, Space: f.at(where), Tactics: lines})
	})
}

// answer is what the attacker's answer to a pause makes of the battle: its lines in place of those that paused it.
func (f *field) answer(lines ...order.Tactic) {
	positiontest.Change(f.r.Pos, func(d *position.Data) {
		b := &d.Turn.Fight.Queue[0]
		b.Tactics = append(slices.DeleteFunc(b.Tactics, func(t order.Tactic) bool { return t.Do == order.Pause }), lines...)
		b.Paused, b.Answered = false, true
	})
}

func losses(ts ...board.UnitType) order.Tactic {
	t := order.Tactic{Do: order.Losses}
	for _, u := range ts {
		t.Losses = append(t.Losses, order.Loss{Type: u})
	}
	return t
}

func (f *field) kinds(k event.Kind) int {
	n := 0
	for _, e := range f.r.Journal.Events() {
		if e.Kind() == k {
			n++
		}
	}
	return n
}

// The rulebook's sample battle (D p. 19, rulings 6.1): flak takes the fighter, infantry falls on both sides, the tank
// takes India and its gun.
func TestSampleBattle(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("India", "UK", 1, board.Infantry)
	f.put("India", "UK", 1, board.Tank)
	f.put("India", "UK", 1, board.AAGun)
	f.attack("Persia", "India", "Germany", 1, board.Infantry)
	f.attack("Persia", "India", "Germany", 1, board.Tank)
	f.attack("Persia", "India", "Germany", 1, board.Fighter)
	f.defend("UK", "India", losses(board.Infantry, board.Tank))
	f.section("India", losses(board.Infantry, board.Tank))
	f.conduct(1, 4, 2, 5, 4, 1, 6, 2)
	f.stand("India", "Germany", board.Tank, 1)
	f.stand("India", "Germany", board.AAGun, 1)
	f.stand("India", "Germany", board.Fighter, 0)
	f.owner("India", "Germany")
}

// All land units go to one adjacent friendly territory from which one of them came; planes stay for their way home
//
func TestRetreatOnLand(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("Caucasus", "USSR", 3, board.Infantry)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 2, board.Infantry)
	f.attack("West Russia", "Caucasus", "Germany", 1, board.Tank)
	fighter := f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 1, board.Fighter)[0]
	f.section("Caucasus", order.Tactic{Do: order.Retreat, To: f.at("Balkans")}, order.Tactic{Do: order.Retreat, To: f.at("Ukraine S.S.R.")})
	f.conduct(6, 6, 6, 6, 6, 6, 1)
	f.stand("Ukraine S.S.R.", "Germany", board.Infantry, 1)
	f.stand("Ukraine S.S.R.", "Germany", board.Tank, 1)
	f.stand("Caucasus", "Germany", board.Fighter, 1)
	f.owner("Caucasus", "USSR")
	if !f.r.Pos.Unit(fighter).Now.Did.Has(position.RetreatedNow | position.Fought) {
		t.Error("the fighter retreated, too")
	}
}

// A landing after a sea battle goes in without bombardment; the ships of a quiet zone bombard once (R-65,
//
func TestLandings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name   string
		enemy  int // submarines in the zone
		call   []order.Tactic
		dice   []int
		norway board.Power
		aboard int
	}{
		{"bombardment, then the landing", 0, nil, []int{4, 1, 6, 6}, "UK", 0}, // the ship's victim does not fire back
		{"a sea battle first, no bombardment", 1, nil, []int{6, 1, 1, 1, 6, 6}, "UK", 0},
		{"called off", 0, []order.Tactic{{Do: order.CallOff}}, nil, "Germany", 2},
		{"no bombardment wished", 0, []order.Tactic{{Do: order.NoBombardment}}, []int{1, 1, 6, 6}, "UK", 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newField(t, positiontest.Rules(t, "revised"), "UK")
			f.put("Norway", "Germany", 2, board.Infantry)
			f.put("SZ3", "Germany", c.enemy, board.Submarine)
			f.attack("SZ2", "SZ3", "UK", 1, board.Battleship)
			tr := f.attack("SZ2", "SZ3", "UK", 1, board.Transport)[0]
			f.aboard(tr, "UK", 2, board.Infantry)
			f.land(tr, "Norway")
			f.section("Norway", c.call...)
			f.conduct(c.dice...)
			f.owner("Norway", c.norway)
			if n := len(f.r.Pos.CargoOf(tr)); n != c.aboard {
				t.Errorf("%d aboard, want %d", n, c.aboard)
			}
		})
	}
}

// If the fleet breaks off, nothing lands; who came overland fights on, and may retreat.
func TestLandingFails(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "UK")
	f.put("Norway", "Germany", 1, board.Infantry)
	f.put("SZ5", "Germany", 1, board.Submarine)
	f.attack("SZ6", "SZ5", "UK", 1, board.Destroyer)
	tr := f.attack("SZ6", "SZ5", "UK", 1, board.Transport)[0]
	f.aboard(tr, "UK", 1, board.Infantry)
	f.land(tr, "Norway")
	positiontest.Change(f.r.Pos, func(d *position.Data) { d.Owner[f.at("Karelia S.S.R.")] = "UK" })
	f.attack("Karelia S.S.R.", "Norway", "UK", 2, board.Infantry)
	f.section("SZ5", order.Tactic{Do: order.Retreat, To: f.at("SZ6")})
	f.section("Norway", order.Tactic{Do: order.Retreat, To: f.at("Karelia S.S.R.")})
	f.conduct(6, 6, // the submarine misses, the destroyer misses, the fleet leaves
		6, 6, 1) // two infantry miss, one falls, one goes back
	f.stand("SZ6", "UK", board.Transport, 1)
	f.stand("SZ6", "UK", board.Infantry, 1)
	f.stand("Karelia S.S.R.", "UK", board.Infantry, 1)
	f.owner("Norway", "Germany")
	if n := f.kinds(event.KindCalledOff); n != 1 {
		t.Errorf("%d landings called off, want 1", n)
	}
}

// A pause keeps the battle as it stands; the answer's retreat without a condition applies at once, and the losses stay
// as they were ordered (fine print 12).
func TestPause(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("Caucasus", "USSR", 3, board.Infantry)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 2, board.Infantry)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 1, board.Tank)
	f.section("Caucasus", losses(board.Tank), order.Tactic{Do: order.Pause, Cond: order.Cond{When: order.AfterRound, N: 1}})
	if !f.conduct(6, 6, 6, 1, 6, 6) {
		t.Fatal("the battle does not pause")
	}
	f.stand("Caucasus", "Germany", board.Tank, 0)
	f.r = phase.Begin(f.r.State()) // a new mail
	f.answer(order.Tactic{Do: order.Retreat, To: f.at("Ukraine S.S.R.")})
	if f.conduct() {
		t.Fatal("it pauses again")
	}
	f.stand("Ukraine S.S.R.", "Germany", board.Infantry, 2)
}

// A battle that paused and is pressed on begins no second time: no flak again.
func TestPauseAndPressOn(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	f.put("Caucasus", "USSR", 1, board.Infantry)
	f.put("Caucasus", "USSR", 1, board.AAGun)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 1, board.Infantry)
	f.attack("Ukraine S.S.R.", "Caucasus", "Germany", 1, board.Fighter)
	f.section("Caucasus", order.Tactic{Do: order.Pause, Cond: order.Cond{When: order.AfterRound, N: 1}})
	if !f.conduct(6, 6, 6, 6) {
		t.Fatal("the battle does not pause")
	}
	f.answer()
	f.conduct(1, 6, 6)
	f.owner("Caucasus", "Germany")
}

// Fighters of a defending carrier that was sunk find a deck in the zone first, then go where their owner says, then by
// D18; fighters that find nothing are lost (R-39, D18).
func TestRefuge(t *testing.T) {
	t.Parallel()
	flee := func(f *field, where string) order.Tactic {
		return order.Tactic{Do: order.Flee, Spaces: []board.SpaceID{f.at(where)}}
	}
	for _, c := range []struct {
		name  string
		set   func(f *field)
		where string
	}{
		{"another deck in the zone", func(f *field) { f.put("SZ7", "USA", 1, board.Carrier) }, "SZ7"},
		{"own land", func(f *field) {}, "United Kingdom"},
		{"as ordered", func(f *field) {
			f.put("SZ6", "UK", 1, board.Carrier)
			f.defend("UK", "SZ7", flee(f, "United Kingdom"))
		}, "United Kingdom"},
		{"an adjacent deck before land", func(f *field) { f.put("SZ6", "UK", 1, board.Carrier) }, "SZ6"},
		{"nowhere", func(f *field) {
			positiontest.Change(f.r.Pos, func(d *position.Data) { d.Owner[f.at("United Kingdom")] = "Germany" })
		}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f := newField(t, positiontest.Rules(t, "revised"), "Germany")
			cv := f.put("SZ7", "UK", 1, board.Carrier)[0]
			fighter := f.aboard(cv, "UK", 1, board.Fighter)[0]
			positiontest.Change(f.r.Pos, func(d *position.Data) { d.Turn.Fight.Homeless = nil })
			c.set(f)
			positiontest.Change(f.r.Pos, func(d *position.Data) {
				d.Remove(cv)
				d.Unit(fighter).Aboard = 0
				d.Turn.Fight.Homeless = []int{fighter}
			})
			f.conductAssumed() // no battle, so refuge is sought at once
			got := ""
			if u := f.r.Pos.Unit(fighter); u.ID != 0 {
				got = f.r.Board.Name(u.At)
			}
			if got != c.where {
				t.Errorf("it stands in %q, want %q", got, c.where)
			}
		})
	}
}

// A defending carrier sinks; its fighter fights on from the air and flees after the battle. The attackers' cargo
// fighter goes down with its ship.
func TestCarriersInBattle(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "Germany")
	cv := f.put("SZ7", "UK", 1, board.Carrier)[0]
	f.aboard(cv, "UK", 1, board.Fighter)
	f.defend("UK", "SZ7", losses(board.Carrier))
	f.attack("SZ6", "SZ7", "Germany", 1, board.Battleship)
	f.section("SZ7", order.Tactic{Do: order.Retreat, To: f.at("SZ6")})
	f.conduct(4, 6, 4) // the battleship hits, the carrier misses, the fighter damages the battleship
	f.stand("SZ6", "Germany", board.Battleship, 1)
	f.stand("United Kingdom", "UK", board.Fighter, 1)
	f.stand("SZ7", "UK", board.Carrier, 0)
	if f.kinds(event.KindRepaired) != 1 {
		t.Error("R-92: the battleship is repaired as soon as the battle ends")
	}
}

// Own fighters aboard a carrier that stays and fights are launched; an ally's is cargo (fine print 3, R-32).
func TestLaunch(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "UK")
	cv := f.put("SZ7", "UK", 1, board.Carrier)[0]
	f.aboard(cv, "UK", 1, board.Fighter)
	f.aboard(cv, "USA", 1, board.Fighter)
	f.put("SZ7", "Germany", 1, board.Transport)
	f.section("SZ7", losses(board.Carrier))
	f.conduct(6, 3, 1) // carrier 1, fighter 3; the transport hits the carrier
	f.stand("SZ7", "UK", board.Fighter, 1)
	f.stand("SZ7", "USA", board.Fighter, 0)
	f.stand("SZ7", "Germany", board.Transport, 0)
}

// Lines that can never apply are faults: no such way back, planes of an ordinary land battle, a retreat from a landing
// that nothing can prevent (fine print 11, R-69, R-85).
func TestJudgeTactics(t *testing.T) {
	t.Parallel()
	f := newField(t, positiontest.Rules(t, "revised"), "UK")
	for _, where := range []string{"Norway", "Eastern Europe", "Ukraine S.S.R."} {
		f.put(where, "Germany", 1, board.Infantry)
	}
	positiontest.Change(f.r.Pos, func(d *position.Data) { d.Owner[f.at("Karelia S.S.R.")] = "UK" })
	tr := f.put("SZ3", "UK", 1, board.Transport)[0]
	f.aboard(tr, "UK", 1, board.Infantry)
	f.land(tr, "Norway")
	f.attack("Karelia S.S.R.", "Norway", "UK", 1, board.Infantry)
	f.attack("Karelia S.S.R.", "Norway", "UK", 1, board.Fighter)
	f.attack("Karelia S.S.R.", "Eastern Europe", "UK", 1, board.Infantry)
	f.attack("Karelia S.S.R.", "Eastern Europe", "UK", 1, board.Fighter)
	f.attack("Karelia S.S.R.", "Ukraine S.S.R.", "UK", 1, board.Bomber)
	line := func(n int, do order.Verb, to string) order.Tactic {
		x := order.Tactic{At: order.At{Line: n}, Do: do, To: board.NoSpace}
		if to != "" {
			x.To = f.at(to)
		}
		return x
	}
	f.section("Norway", line(1, order.Retreat, "Karelia S.S.R."), line(2, order.WithdrawAircraft, ""))
	f.section("Eastern Europe", line(3, order.Retreat, "Karelia S.S.R."), line(4, order.WithdrawAircraft, ""), line(5, order.Retreat, "Russia"))
	f.section("Ukraine S.S.R.", line(6, order.WithdrawAircraft, ""), line(7, order.Retreat, "Karelia S.S.R."))
	faults := combat.Check(f.r.State(), positiontest.Part(), nil)
	got := map[int]order.Code{}
	for _, x := range faults {
		got[x.Line] = x.Code
	}
	want := map[int]order.Code{1: order.NoSuchRetreat, 4: order.NoPlanesToCall, 5: order.NoSuchRetreat, 7: order.NoSuchRetreat}
	for n := 1; n <= 7; n++ {
		if got[n] != want[n] {
			t.Errorf("line %d: fault %q, want %q", n, got[n], want[n])
		}
	}
}
