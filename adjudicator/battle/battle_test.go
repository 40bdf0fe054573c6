package battle_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// setup is a battle in the fewest words: "3 infantry, 1 tank" against "2 infantry" with Germany attacking the UK.
type setup struct {
	att, def string
	space    string // India (land) or SZ7 unless said
	prepare  func(*battle.Battle)
	dice     []int
}

func revised(t testing.TB) *rules.Set {
	t.Helper()
	s, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// units reads "2 infantry, 1 UK battleship damaged, 1 transport loaded".
func units(t testing.TB, owner board.Power, text string, id int) []battle.Unit {
	t.Helper()
	var us []battle.Unit
	for _, part := range strings.Split(text, ",") {
		words := strings.Fields(part)
		if len(words) == 0 {
			continue
		}
		n, who := 0, owner
		if _, err := fmt.Sscan(words[0], &n); err != nil {
			t.Fatalf("units %q: %v", part, err)
		}
		words = words[1:]
		for _, p := range []board.Power{"USSR", "Germany", "UK", "Japan", "USA"} {
			if words[0] == string(p) {
				who, words = p, words[1:]
			}
		}
		u := battle.Unit{Owner: who}
		for len(words) > 1 {
			switch words[len(words)-1] {
			case "damaged":
				u.Damaged = true
			case "submerged":
				u.Submerged = true
			case "kamikaze":
				u.Suicide = true
			case "kaiten":
				u.Kaiten = true
			case "ashore":
				u.FromSea = true
			case "loaded":
				u.Cargo = []battle.Unit{{ID: 900, Type: board.Infantry, Owner: who}}
			default:
				goto named
			}
			words = words[:len(words)-1]
		}
	named:
		typ, ok := board.ParseUnit(strings.Join(words, " "))
		if !ok {
			t.Fatalf("units %q: no unit", part)
		}
		u.Type = typ
		for range n {
			id++
			u.ID, u.Rank = id, id
			us = append(us, u)
		}
	}
	return us
}

// armies makes an army for each owner, the first one first.
func armies(first board.Power, us []battle.Unit) []battle.Army {
	as := []battle.Army{{Power: first}}
	for _, u := range us {
		known := false
		for _, a := range as {
			known = known || a.Power == u.Owner
		}
		if !known {
			as = append(as, battle.Army{Power: u.Owner})
		}
	}
	return as
}

func (s setup) battle(t testing.TB) battle.Battle {
	t.Helper()
	set := revised(t)
	sea := strings.Contains(s.att+s.def, "ship") || strings.Contains(s.att+s.def, "submarine") ||
		strings.Contains(s.att+s.def, "destroyer") || strings.Contains(s.att+s.def, "transport") || strings.Contains(s.att+s.def, "carrier")
	name := s.space
	if name == "" {
		name = "India"
		if sea {
			name = "SZ7"
		}
	}
	at, ok := set.Board.Find(name)
	if !ok {
		t.Fatalf("no space %q", name)
	}
	b := battle.New(set, at, "UK")
	b.Attacker.Units = units(t, "Germany", s.att, 0)
	b.Attacker.Armies = armies("Germany", b.Attacker.Units)
	b.Defender.Units = units(t, "UK", s.def, 100)
	b.Defender.Armies = armies("UK", b.Defender.Units)
	if s.prepare != nil {
		s.prepare(&b)
	}
	return b
}

func losses(ts ...board.UnitType) order.Tactic {
	t := order.Tactic{Do: order.Losses}
	for _, x := range ts {
		t.Losses = append(t.Losses, order.Loss{Type: x})
	}
	return t
}

// left writes what is left of a side: "1 infantry, 1 battleship damaged".
func left(us []battle.Unit) string {
	var parts []string
	for i := 0; i < len(us); {
		word := func(u battle.Unit) string {
			s := u.Type.String()
			if u.Owner != "Germany" && u.Owner != "UK" {
				s = string(u.Owner) + " " + s
			}
			if len(u.Cargo) > 0 {
				s += " loaded"
			}
			if u.Damaged {
				s += " damaged"
			}
			if u.Submerged {
				s += " submerged"
			}
			return s
		}
		j := i
		for j < len(us) && word(us[j]) == word(us[i]) {
			j++
		}
		parts = append(parts, fmt.Sprintf("%d %s", j-i, word(us[i])))
		i = j
	}
	return strings.Join(parts, ", ")
}

// TestIndia is the rulebook's sample battle (D p. 19; rulings 6.1).
func TestIndia(t *testing.T) {
	t.Parallel()
	s := setup{att: "1 infantry, 1 tank, 1 fighter", def: "1 infantry, 1 tank", prepare: func(b *battle.Battle) {
		b.Gun = battle.Gun{Owner: "UK", Value: 1}
		b.Attacker.Armies[0].Tactics = []order.Tactic{losses(board.Infantry, board.Tank)}
		b.Defender.Armies[0].Tactics = []order.Tactic{losses(board.Infantry, board.Tank)}
	}}
	script := dice.NewScript(1, 4, 2, 5, 4, 1, 6, 2)
	end, out, _, err := battle.Fight(s.battle(t), script)
	if err != nil {
		t.Fatal(err)
	}
	if got := left(end.Attacker.Units); got != "1 tank" || left(end.Defender.Units) != "" || out.Result != battle.AttackerWins || end.Round != 2 || script.Left() != 0 {
		t.Errorf("left %q against %q, %v after round %d, %d dice over", got, left(end.Defender.Units), out.Result, end.Round, script.Left())
	}
}
