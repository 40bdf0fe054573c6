package battle_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// stacks writes stacks as "2 UK infantry, 1 UK transport (1 UK infantry)".
func stacks(list []event.Stack) string {
	var parts []string
	for _, s := range list {
		text := fmt.Sprintf("%d %s %s", s.N, s.Power, s.Type)
		if s.Damaged {
			text += " damaged"
		}
		if s.Submerged {
			text += " submerged"
		}
		if len(s.Aboard) > 0 {
			text += " (" + stacks(s.Aboard) + ")"
		}
		parts = append(parts, text)
	}
	return strings.Join(parts, ", ")
}

// describe writes an event with every field that it uses, so that none can change unnoticed.
func describe(b *board.Board, e event.Reported) string {
	words := []string{string(e.Kind), string(e.Power), b.Name(e.Space), fmt.Sprint("r", e.Round)}
	add := func(name, value string) {
		if value != "" {
			words = append(words, name+" "+value)
		}
	}
	add("gun of", string(e.Whose))
	add("", e.Battle)
	if e.Attacking {
		words = append(words, "attacking")
	}
	add("step", e.Step)
	add("from", b.Name(e.From))
	add("to", b.Name(e.To))
	add("units", stacks(e.Units))
	add("note", e.Note)
	if e.Value > 0 {
		add("at", fmt.Sprint(e.Value, " ", e.Dice, " hits ", e.Hits))
	}
	for _, v := range e.Volleys {
		add("volley", fmt.Sprint(stacks(v.Units), " at ", v.Value, " ", v.Dice, " hits ", v.Hits))
	}
	add("outcome", e.Outcome)
	if e.Kind == event.KindBattleBegan || e.Kind == event.KindBattleEnded {
		words = append(words, "["+stacks(e.Attackers)+"] against ["+stacks(e.Defenders)+"]")
	}
	line := strings.Join(strings.Fields(strings.Join(words, " ")), " ")
	return strings.ReplaceAll(line, "Germany", "GER")
}

// The events of battles, one by one; the dice and losses are worked out by hand from the combat steps.
func TestEvents(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		setup
		want []string
	}{
		"the rulebook's sample battle": {setup{att: "1 infantry, 1 tank, 1 fighter", def: "1 infantry, 1 tank",
			dice:    []int{1, 4, 2, 5, 4, 1, 6, 2},
			prepare: func(b *battle.Battle) { b.Gun = battle.Gun{Owner: "UK", Value: 1} }}, []string{
			"battle GER India r0 land [1 GER infantry, 1 GER tank, 1 GER fighter] against [1 UK infantry, 1 UK tank]",
			"round GER India r1",
			"flak GER India r1 gun of UK units 1 GER fighter at 1 [1] hits 1",
			"lost GER India r1 attacking step flak units 1 GER fighter",
			"fired GER India r1 attacking step fire volley 1 GER infantry at 1 [4] hits 0 volley 1 GER tank at 3 [2] hits 1",
			"lost UK India r1 step fire units 1 UK infantry",
			"fired UK India r1 step fire volley 1 UK infantry at 2 [5] hits 0 volley 1 UK tank at 3 [4] hits 0",
			"round GER India r2",
			"fired GER India r2 attacking step fire volley 1 GER infantry at 1 [1] hits 1 volley 1 GER tank at 3 [6] hits 0",
			"lost UK India r2 step fire units 1 UK tank",
			"fired UK India r2 step fire volley 1 UK tank at 3 [2] hits 1",
			"lost GER India r2 attacking step fire units 1 GER infantry",
			"battle-ended GER India r2 outcome attacker [1 GER tank] against []",
		}},
		"a fleet": {setup{att: "1 submarine, 1 battleship", def: "1 destroyer, 1 transport loaded",
			dice: []int{1, 5, 1, 2, 4, 6}}, []string{
			"battle GER SZ7 r0 sea [1 GER submarine, 1 GER battleship] against [1 UK destroyer, 1 UK transport (1 UK infantry)]",
			"round GER SZ7 r1",
			"fired GER SZ7 r1 attacking step submarines volley 1 GER submarine at 2 [1] hits 1",
			"lost UK SZ7 r1 step submarines units 1 UK transport (1 UK infantry)",
			"drowned UK SZ7 r1 units 1 UK infantry",
			"fired GER SZ7 r1 attacking step fire volley 1 GER battleship at 4 [5] hits 0",
			"fired UK SZ7 r1 step fire volley 1 UK transport (1 UK infantry) at 1 [1] hits 1 volley 1 UK destroyer at 3 [2] hits 1",
			"lost GER SZ7 r1 attacking step fire units 1 GER battleship note damaged",
			"lost GER SZ7 r1 attacking step fire units 1 GER submarine",
			"round GER SZ7 r2",
			"fired GER SZ7 r2 attacking step fire volley 1 GER battleship at 4 [4] hits 1",
			"lost UK SZ7 r2 step fire units 1 UK destroyer",
			"fired UK SZ7 r2 step fire volley 1 UK destroyer at 3 [6] hits 0",
			"battle-ended GER SZ7 r2 outcome attacker [1 GER battleship damaged] against []",
		}},
		"a retreat": {setup{att: "2 infantry, 1 fighter", def: "2 infantry", dice: []int{6, 6, 6, 6, 6},
			prepare: func(b *battle.Battle) {
				persia, _ := b.Set.Board.Find("Persia")
				b.Ways = []board.SpaceID{persia}
				b.Attacker.Armies[0].Tactics = []order.Tactic{{Do: order.Retreat, To: persia, Cond: after(1)}}
			}}, []string{
			"battle GER India r0 land [2 GER infantry, 1 GER fighter] against [2 UK infantry]",
			"round GER India r1",
			"fired GER India r1 attacking step fire volley 2 GER infantry at 1 [6 6] hits 0 volley 1 GER fighter at 3 [6] hits 0",
			"fired UK India r1 step fire volley 2 UK infantry at 2 [6 6] hits 0",
			"retreated GER India r1 from India to Persia units 2 GER infantry",
			"battle-ended GER India r1 outcome retreat [2 GER infantry, 1 GER fighter] against [2 UK infantry]",
		}},
		"planes leave a landing": {setup{att: "1 infantry ashore, 1 fighter", def: "1 infantry",
			dice: []int{6, 6, 6, 6, 1, 6}, prepare: func(b *battle.Battle) {
				b.Landing = true
				b.Ships = units(t, "Germany", "1 battleship", 50)
				b.Attacker.Armies[0].Tactics = []order.Tactic{{Do: order.WithdrawAircraft, Cond: after(1)}}
			}}, []string{
			"battle GER India r0 amphibious [1 GER infantry, 1 GER fighter] against [1 UK infantry]",
			"round GER India r1",
			"fired GER India r1 attacking step bombard volley 1 GER battleship at 4 [6] hits 0",
			"fired GER India r1 attacking step fire volley 1 GER infantry at 1 [6] hits 0 volley 1 GER fighter at 3 [6] hits 0",
			"fired UK India r1 step fire volley 1 UK infantry at 2 [6] hits 0",
			"round GER India r2",
			"fired GER India r2 attacking step fire volley 1 GER infantry at 1 [1] hits 1",
			"lost UK India r2 step fire units 1 UK infantry",
			"fired UK India r2 step fire volley 1 UK infantry at 2 [6] hits 0",
			"retreated GER India r2 from India units 1 GER fighter",
			"battle-ended GER India r2 outcome attacker [1 GER infantry] against []",
		}},
		"a submarine dives": {setup{att: "1 submarine, 1 battleship", def: "1 battleship", dice: []int{6, 6, 6, 1, 6, 1, 6},
			prepare: func(b *battle.Battle) {
				b.Attacker.Armies[0].Tactics = []order.Tactic{{Do: order.Submerge, Cond: after(1)}}
			}}, []string{
			"battle GER SZ7 r0 sea [1 GER submarine, 1 GER battleship] against [1 UK battleship]",
			"round GER SZ7 r1",
			"fired GER SZ7 r1 attacking step submarines volley 1 GER submarine at 2 [6] hits 0",
			"fired GER SZ7 r1 attacking step fire volley 1 GER battleship at 4 [6] hits 0",
			"fired UK SZ7 r1 step fire volley 1 UK battleship at 4 [6] hits 0",
			"submerged GER SZ7 r1 attacking units 1 GER submarine",
			"round GER SZ7 r2",
			"fired GER SZ7 r2 attacking step fire volley 1 GER battleship at 4 [1] hits 1",
			"lost UK SZ7 r2 step fire units 1 UK battleship note damaged",
			"fired UK SZ7 r2 step fire volley 1 UK battleship at 4 [6] hits 0",
			"round GER SZ7 r3",
			"fired GER SZ7 r3 attacking step fire volley 1 GER battleship at 4 [1] hits 1",
			"lost UK SZ7 r3 step fire units 1 UK battleship",
			"fired UK SZ7 r3 step fire volley 1 UK battleship at 4 [6] hits 0",
			"battle-ended GER SZ7 r3 outcome attacker [1 GER submarine submerged, 1 GER battleship] against []",
		}},
		"a pause": {setup{att: "1 infantry", def: "1 infantry", dice: []int{6, 6}, prepare: func(b *battle.Battle) {
			b.Attacker.Armies[0].Tactics = []order.Tactic{{Do: order.Pause}}
		}}, []string{
			"battle GER India r0 land [1 GER infantry] against [1 UK infantry]",
			"round GER India r1",
			"fired GER India r1 attacking step fire volley 1 GER infantry at 1 [6] hits 0",
			"fired UK India r1 step fire volley 1 UK infantry at 2 [6] hits 0",
			"paused GER India r1",
		}},
		"nobody there": {setup{att: "1 tank"}, []string{
			"battle GER India r0 land [1 GER tank] against []",
			"battle-ended GER India r0 outcome attacker [1 GER tank] against []",
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			b := tt.battle(t)
			script := dice.NewScript(tt.dice...)
			_, _, events, err := battle.Fight(b, script)
			if err != nil || script.Left() > 0 {
				t.Fatalf("%v, %d dice left over", err, script.Left())
			}
			var got []string
			for _, e := range event.Report(b.Set.Board, events) {
				got = append(got, describe(b.Set.Board, e))
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("events\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(tt.want, "\n"))
			}
		})
	}
}

// Equal units are one stack; what differs in anything is another.
func TestStacks(t *testing.T) {
	t.Parallel()
	u := battle.Unit{Type: board.Transport, Owner: "UK"}
	damaged, submerged, loaded, twice, other := u, u, u, u, u
	damaged.Damaged, submerged.Submerged = true, true
	loaded.Cargo = []battle.Unit{{Type: board.Infantry, Owner: "UK"}}
	twice.Cargo = []battle.Unit{{Type: board.Infantry, Owner: "UK"}, {Type: board.Infantry, Owner: "UK"}}
	other.Cargo = []battle.Unit{{Type: board.Infantry, Owner: "USA"}}
	ship, usa := u, u
	ship.Type, usa.Owner = board.Destroyer, "USA"
	kinds := []battle.Unit{u, damaged, submerged, loaded, twice, other, ship, usa}
	got := battle.Stacks(append(slices.Clone(kinds), kinds...))
	if len(got) != len(kinds) {
		t.Fatalf("%d stacks of %d kinds: %s", len(got), len(kinds), stacks(got))
	}
	for _, s := range got {
		if s.N != 2 {
			t.Errorf("%s: want two of them", stacks([]event.Stack{s}))
		}
	}
	want := "2 UK transport, 2 UK transport damaged, 2 UK transport submerged, 2 UK transport (1 UK infantry), " +
		"2 UK transport (2 UK infantry), 2 UK transport (1 USA infantry), 2 UK destroyer, 2 USA transport"
	if stacks(got) != want {
		t.Errorf("%s, want %s", stacks(got), want)
	}
}
