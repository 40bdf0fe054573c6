package order

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

// told writes a sheet as its headings, each with the numbers of its lines.
func told(s Sheet) []string {
	var out []string
	for p := range s.Parts {
		if s.Parts[p].Held {
			text := Phase(p).String()
			for _, o := range s.Parts[p].Orders {
				text += " " + string(rune('0'+o.LineNo()))
			}
			out = append(out, text)
		}
	}
	for _, b := range s.Battles {
		text := "battle " + string(rune('a'+int(b.Space)))
		for _, t := range b.Tactics {
			text += " " + string(rune('0'+t.Line))
		}
		out = append(out, text)
	}
	if s.Done != 0 {
		out = append(out, "done")
	}
	return out
}

func part(lines ...int) PhaseOrders {
	p := PhaseOrders{Held: true}
	for _, n := range lines {
		p.Orders = append(p.Orders, BuyUnits{At: At{n}})
	}
	return p
}

func battle(space board.SpaceID, lines ...int) Battle {
	b := Battle{Space: space}
	for _, n := range lines {
		b.Tactics = append(b.Tactics, Tactic{At: At{n}})
	}
	return b
}

// What a later sheet holds under a heading takes the place of the earlier lines there: all `buy` lines are one heading,
// all `place` lines, each battle, each other phase, and `done`. Nothing else is touched.
func TestAmended(t *testing.T) {
	t.Parallel()
	var old Sheet
	old.Parts[Buy], old.Parts[Combat], old.Parts[Noncombat] = part(1, 2), part(3), part(4)
	old.Battles, old.Done = []Battle{battle(0, 5), battle(1, 6)}, 7
	for name, tt := range map[string]struct {
		later Sheet
		want  []string
	}{
		"nothing":     {Sheet{}, []string{"buy 1 2", "combat 3", "noncombat 4", "battle a 5", "battle b 6", "done"}},
		"buy":         {Sheet{Parts: [NumPhases]PhaseOrders{Buy: part(8)}}, []string{"buy 8", "combat 3", "noncombat 4", "battle a 5", "battle b 6", "done"}},
		"buy nothing": {Sheet{Parts: [NumPhases]PhaseOrders{Buy: part()}}, []string{"buy", "combat 3", "noncombat 4", "battle a 5", "battle b 6", "done"}},
		"place":       {Sheet{Parts: [NumPhases]PhaseOrders{Place: part(8, 9)}}, []string{"buy 1 2", "combat 3", "noncombat 4", "place 8 9", "battle a 5", "battle b 6", "done"}},
		"combat":      {Sheet{Parts: [NumPhases]PhaseOrders{Combat: part(8)}}, []string{"buy 1 2", "combat 8", "noncombat 4", "battle a 5", "battle b 6", "done"}},
		"a battle":    {Sheet{Battles: []Battle{battle(0, 8)}}, []string{"buy 1 2", "combat 3", "noncombat 4", "battle b 6", "battle a 8", "done"}},
		"another":     {Sheet{Battles: []Battle{battle(2, 8)}}, []string{"buy 1 2", "combat 3", "noncombat 4", "battle a 5", "battle b 6", "battle c 8", "done"}},
		"done":        {Sheet{Done: 8}, []string{"buy 1 2", "combat 3", "noncombat 4", "battle a 5", "battle b 6", "done"}},
	} {
		if got := told(old.Amended(tt.later)); !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
	if got := told(old); len(got) != 6 {
		t.Errorf("the earlier sheet is %q", got)
	}
}

func TestWithdrawals(t *testing.T) {
	t.Parallel()
	var s Sheet
	s.Parts[Research], s.Parts[Buy], s.Parts[Combat] = part(1), part(2), part(3)
	s.Battles, s.Done = []Battle{battle(0, 4), battle(1, 5)}, 6
	for name, tt := range map[string]struct {
		taken Withdrawals
		want  []string
	}{
		"none":   {nil, []string{"research 1", "buy 2", "combat 3", "battle a 4", "battle b 5", "done"}},
		"all":    {Withdrawals{{All: true}}, nil},
		"buy":    {Withdrawals{{Heading: PhaseHeading(Buy)}}, []string{"research 1", "combat 3", "battle a 4", "battle b 5", "done"}},
		"battle": {Withdrawals{{Heading: BattleHeading(1)}}, []string{"research 1", "buy 2", "combat 3", "battle a 4", "done"}},
		"done":   {Withdrawals{{Heading: DoneHeading()}}, []string{"research 1", "buy 2", "combat 3", "battle a 4", "battle b 5"}},
		"two":    {Withdrawals{{Heading: PhaseHeading(Research)}, {Heading: PhaseHeading(Combat)}}, []string{"buy 2", "battle a 4", "battle b 5", "done"}},
	} {
		got := told(s.Only(func(h Heading) bool { return !tt.taken.Takes(h) }))
		if !slices.Equal(got, tt.want) {
			t.Errorf("%s: %q, want %q", name, got, tt.want)
		}
	}
}

func TestWithoutLine(t *testing.T) {
	t.Parallel()
	var s Sheet
	s.Parts[Buy], s.Parts[Place] = part(1, 2), part(3)
	s.Battles, s.Done = []Battle{battle(0, 5, 6)}, 7
	s.Battles[0].Line = 4
	for line, want := range map[int][]string{
		1: {"buy 2", "place 3", "battle a 5 6", "done"},
		3: {"buy 1 2", "battle a 5 6", "done"},
		4: {"buy 1 2", "place 3", "done"},
		5: {"buy 1 2", "place 3", "battle a 6", "done"},
		7: {"buy 1 2", "place 3", "battle a 5 6"},
		9: {"buy 1 2", "place 3", "battle a 5 6", "done"},
	} {
		if got := told(s.WithoutLine(line)); !slices.Equal(got, want) {
			t.Errorf("without line %d: %q, want %q", line, got, want)
		}
	}
	if got := told(s); len(got) != 4 || got[2] != "battle a 5 6" {
		t.Errorf("the sheet itself is %q", got)
	}
}
