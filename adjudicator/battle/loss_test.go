package battle_test

import (
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// TestOrderOfLoss lets one side take hits from anything, and looks who is left.
func TestOrderOfLoss(t *testing.T) {
	t.Parallel()
	mode := func(m order.Mode) order.Tactic { return order.Tactic{Do: order.Losses, Mode: m} }
	transport := func(c order.Cargo) order.Loss { return order.Loss{Type: board.Transport, Cargo: c} }
	const anybody = "1 submarine" // an enemy at sea, so that the battle is one at sea
	cases := []struct {
		name string
		setup
		role battle.Role
		hits []battle.Hit
		left string
	}{
		{name: "land attack: the last land unit is kept before planes", hits: any(4),
			setup: setup{att: "1 bomber, 1 tank, 1 infantry, 1 fighter, 1 artillery", def: "1 infantry"}, left: "1 tank"},
		{name: "land attack: infantry, artillery, tank", hits: any(2),
			setup: setup{att: "1 bomber, 1 tank, 1 infantry, 1 fighter, 1 artillery", def: "1 infantry"}, left: "1 bomber, 1 tank, 1 fighter"},
		{name: "land attack: a written list is followed to the letter", hits: any(3),
			setup: setup{att: "1 infantry, 1 tank, 1 fighter", def: "1 infantry", prepare: attacker(losses(board.Infantry, board.Tank, board.Fighter))}, left: ""},
		{name: "land attack: what is not listed follows by the default, a land unit kept", hits: any(2),
			setup: setup{att: "1 infantry, 1 tank, 1 fighter", def: "1 infantry", prepare: attacker(losses(board.Infantry))}, left: "1 tank"},
		{name: "land defence: bombers before fighters", role: battle.Defender, hits: any(4),
			setup: setup{att: "1 infantry", def: "1 fighter, 1 bomber, 1 tank, 1 artillery, 1 infantry"}, left: "1 fighter"},
		{name: "sea attack", hits: any(5),
			setup: setup{att: "1 bomber, 1 fighter, 1 aircraft carrier, 1 battleship, 1 destroyer, 1 submarine, 1 transport loaded, 1 transport", def: anybody},
			left:  "1 bomber, 1 fighter, 1 aircraft carrier, 1 battleship damaged"},
		{name: "sea attack: battleships last", hits: any(8),
			setup: setup{att: "1 bomber, 1 fighter, 1 aircraft carrier, 1 battleship, 1 destroyer, 1 submarine, 1 transport loaded, 1 transport", def: anybody}, left: "1 battleship damaged"},
		{name: "sea defence: loaded transports before destroyers", role: battle.Defender, hits: any(4),
			setup: setup{att: anybody, def: "1 fighter, 1 battleship, 1 destroyer, 1 submarine, 1 transport loaded, 1 transport"}, left: "1 fighter, 1 battleship damaged, 1 destroyer"},
		{name: "damage of all battleships comes before all losses", role: battle.Defender, hits: any(2),
			setup: setup{att: anybody, def: "2 battleship, 1 transport"}, left: "2 battleship damaged, 1 transport"},
		{name: "damage where the list has it", role: battle.Defender, hits: any(2),
			setup: setup{att: anybody, def: "1 battleship, 1 transport, 1 transport loaded", prepare: defender(list(transport(order.Empty), damage, transport(order.Loaded)))},
			left:  "1 battleship damaged, 1 transport loaded"},
		{name: "a battleship listed before its damage takes both hits", role: battle.Defender, hits: any(3),
			setup: setup{att: anybody, def: "2 battleship, 1 transport", prepare: defender(list(order.Loss{Type: board.Battleship}, damage))},
			left:  "1 battleship damaged, 1 transport"},
		{name: "a battleship already damaged sinks with the next hit on it", role: battle.Defender, hits: any(1),
			setup: setup{att: anybody, def: "1 battleship damaged, 1 transport", prepare: defender(losses(board.Battleship))}, left: "1 transport"},
		{name: "cheapest", hits: any(2),
			setup: setup{att: "1 bomber, 1 fighter, 1 tank, 1 artillery", def: "1 infantry", prepare: attacker(mode(order.Cheapest))}, left: "1 bomber, 1 fighter"},
		{name: "save land", hits: any(2),
			setup: setup{att: "1 bomber, 1 infantry, 1 fighter", def: "1 infantry", prepare: attacker(mode(order.SaveLand))}, left: "1 infantry"},
		{name: "save aircraft", hits: any(2),
			setup: setup{att: "1 bomber, 1 infantry, 1 tank", def: "1 infantry", prepare: attacker(mode(order.SaveAircraft))}, left: "1 bomber"},
		{name: "of equal planes the one with the least movement left", hits: any(1),
			setup: setup{att: "2 fighter, 1 tank", def: "1 infantry", prepare: with(attacker(losses(board.Fighter)), func(b *battle.Battle) {
				b.Attacker.Units[0].Left, b.Attacker.Units[1].Left = 2, 1
				b.Attacker.Units[1].Damaged = true // only to tell them apart
			})}, left: "1 fighter, 1 tank"},
		{name: "submarine hits skip planes in the list", role: battle.Defender, hits: []battle.Hit{{Aim: battle.Surface | battle.Submarine, N: 1, At: -1}},
			setup: setup{att: anybody, def: "1 fighter, 1 aircraft carrier", prepare: defender(losses(board.Fighter))}, left: "1 fighter"},
		{name: "hits are dealt so that as many as can be find a target", role: battle.Defender,
			hits:  []battle.Hit{{Aim: battle.Surface | battle.Submarine, N: 1, At: -1}, {Aim: battle.Surface | battle.InAir, N: 1, At: -1}},
			setup: setup{att: anybody, def: "1 transport, 1 submarine", prepare: defender(losses(board.Transport))}, left: ""},
		{name: "surplus hits are lost", role: battle.Defender, hits: any(9), setup: setup{att: anybody, def: "1 battleship, 1 transport"}, left: ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			f, err := c.battle(t).Ready()
			if err != nil {
				t.Fatal(err)
			}
			st := [2]battle.Status{}
			st[0], st[1] = f.Start()
			st[c.role], _ = f.Hit(nil, c.role, st[c.role], c.hits, battle.Lost)
			b := f.Battle(1, st[0], st[1])
			us := b.Attacker.Units
			if c.role == battle.Defender {
				us = b.Defender.Units
			}
			if got := left(us); got != c.left {
				t.Errorf("left %q, want %q", got, c.left)
			}
		})
	}
}

// any is hits that can go to anything.
func any(n int) []battle.Hit { return []battle.Hit{{Aim: ^battle.Aim(0), N: n, At: -1}} }

// TestLeader: at sea the owner of the most valuable ships speaks for the fleet.
func TestLeader(t *testing.T) {
	t.Parallel()
	set := revised(t)
	for _, c := range []struct {
		fleet string
		want  board.Power
	}{
		{"2 destroyer, 1 USA battleship", "UK"}, // 24 each: the first in turn order
		{"1 destroyer, 1 USA battleship", "USA"},
		{"1 transport, 3 USA fighter", "UK"},
	} {
		if got := battle.Leader(set, units(t, "UK", c.fleet, 0)); got != c.want {
			t.Errorf("%s: %s leads, want %s", c.fleet, got, c.want)
		}
	}
}

// TestBadBattles: what the engine must not hand over is an error, not a panic.
func TestBadBattles(t *testing.T) {
	t.Parallel()
	for name, spoil := range map[string]func(*battle.Battle){
		"a unit without an army":   func(b *battle.Battle) { b.Attacker.Units[0].Owner = "Japan" },
		"a ship on land":           func(b *battle.Battle) { b.Defender.Units[0].Type = board.Destroyer },
		"a gun among the units":    func(b *battle.Battle) { b.Defender.Units[0].Type = board.AAGun },
		"a bombarding ally's ship": func(b *battle.Battle) { b.Ships = []battle.Unit{{Type: board.Battleship, Owner: "UK"}} },
	} {
		b := setup{att: "1 infantry", def: "1 infantry"}.battle(t)
		spoil(&b)
		if _, err := b.Ready(); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
