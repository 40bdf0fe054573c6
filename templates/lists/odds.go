package lists

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
)

// survivorsShown is how many sets of survivors Odds lists for a side.
const survivorsShown = 6

// Odds returns the chances of a battle in words and bars, at most 72 columns wide. The error names a language or a
// message that there is not.
func Odds(r odds.Result, lang syntax.Lang) (string, error) {
	s, err := NewWriter(nil, lang)
	if err != nil {
		return "", err
	}
	var out strings.Builder
	for _, l := range []struct {
		key string
		p   float64
	}{{"odds-attacker", r.Attacker}, {"odds-takes", r.Takes}, {"odds-defender", r.Defender}, {"odds-draw", r.Draw}} {
		fmt.Fprintf(&out, "%s %6s %%  %s\n", s.label(l.key), s.Decimal(100*l.p, 2), bar(l.p, 40))
	}
	fmt.Fprintf(&out, "\n%s %6s %s\n", s.label("odds-rounds"), s.Decimal(r.Rounds, 2), s.Text("odds-average"))
	s.survivors(&out, "odds-attacker-loses", r.Attackers)
	s.survivors(&out, "odds-defender-loses", r.Defenders)
	return out.String(), s.Err()
}

// OddsTooLarge says that a battle is too large for its odds to be computed, and names the limit. The error is as that
// of Odds.
func OddsTooLarge(limit *odds.LimitError, lang syntax.Lang) (string, error) {
	s, err := NewWriter(nil, lang)
	if err != nil {
		return "", err
	}
	key := map[odds.Measure]string{odds.Units: "odds-too-many-units", odds.Steps: "odds-too-many-steps"}[limit.What]
	return s.Text(key, "Have", s.Count(limit.Have), "Most", s.Count(limit.Most)), s.Err()
}

// label is a word of the left column.
func (l *Writer) label(key string) string {
	text := l.Text(key)
	return text + strings.Repeat(" ", max(0, 18-utf8.RuneCountInString(text)))
}

// survivors lists what a side loses, and what is left of it how often.
func (l *Writer) survivors(out *strings.Builder, key string, x odds.Side) {
	fmt.Fprintf(out, "\n%s\n", l.Text(key, "Units", l.Decimal(x.LostUnits, 2), "Of", l.Count(int(x.Units)), "IPC",
		l.Decimal(x.LostIPC, 2), "OfIPC", l.Count(int(x.IPC))))
	for i, v := range x.Survivors {
		if i == survivorsShown {
			fmt.Fprintf(out, "  %s\n", l.Text("odds-more", "N", l.Count(len(x.Survivors)-i)))
			break
		}
		left := l.Text("odds-nothing")
		if len(v.Units) > 0 {
			left = layout.Unglue(l.Stacks(v.Units, board.Nobody))
		}
		fmt.Fprintf(out, "  %6s %%  %-10s %s\n", l.Decimal(100*v.Chance, 2), bar(v.Chance, 10), left)
	}
}

// bar is a chance as a bar of at most width characters.
func bar(p float64, width int) string { return strings.Repeat("█", int(p*float64(width)+0.5)) }
