package lists

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/odds"
	"fieldpost/orders/syntax"
)

// Odds speak the reader's language and fit the width of a mail.
func TestOdds(t *testing.T) {
	t.Parallel()
	left := []odds.Survivors{{Units: []event.Stack{{Type: board.Infantry, N: 3}, {Type: board.Tank, N: 1}},
		Chance: 0.9443}, {Chance: 0.0557}}
	r := odds.Result{Attacker: 0.9443, Takes: 0.9443, Defender: 0.039, Draw: 0.0167, Rounds: 2.43,
		Attackers: odds.Side{Units: 4, IPC: 14, LostUnits: 1.28, LostIPC: 3.96,
			Survivors: left}, Defenders: odds.Side{Units: 2, IPC: 6, LostUnits: 2, LostIPC: 6}}
	for lang, want := range map[syntax.Lang][]string{
		syntax.English: {"attacker wins", " 94.43 %", "3 infantry and 1 tank", "nothing"},
		syntax.German:  {"Angreifer siegt", " 94,43 %", "3 Infanterien und 1 Panzer", "nichts"},
		syntax.Danish:  {"angriberen vinder", " 94,43 %", "3 infanteri og 1 kampvogn", "intet"},
	} {
		text, err := Odds(r, lang)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range want {
			if !strings.Contains(text, w) {
				t.Errorf("%s: no %q in\n%s", lang, w, text)
			}
		}
		for line := range strings.SplitSeq(text, "\n") {
			if len([]rune(line)) > 72 {
				t.Errorf("%d columns: %s", len([]rune(line)), line)
			}
		}
	}
}

// A battle beyond a limit is answered with the limit and the figure.
func TestOddsTooLarge(t *testing.T) {
	t.Parallel()
	units, steps := &odds.LimitError{What: odds.Units, Have: 9999, Most: 200}, &odds.LimitError{What: odds.Steps,
		Most: 30_000_000}
	for lang, want := range map[syntax.Lang][2][]string{
		syntax.English: {{"too large", "9,999 units", "at most 200"}, {"too large", "more than 30,000,000 steps"}},
		syntax.German:  {{"zu groß", "9.999 Einheiten", "höchstens 200"}, {"zu groß", "mehr als 30.000.000 Schritte"}},
		syntax.Danish:  {{"for stort", "9.999 enheder", "højst 200"}, {"for stort", "mere end 30.000.000 skridt"}},
	} {
		for i, limit := range []*odds.LimitError{units, steps} {
			text, err := OddsTooLarge(limit, lang)
			if err != nil {
				t.Fatal(err)
			}
			for _, w := range want[i] {
				if !strings.Contains(text, w) {
					t.Errorf("%s: no %q in %q", lang, w, text)
				}
			}
		}
	}
}
