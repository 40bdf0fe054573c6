package templates

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/orders"

	"golang.org/x/text/number"
)

// survivorsShown is how many sets of survivors Odds lists for a side.
const survivorsShown = 6

// Odds tells the chances of a battle in words and bars, at most 72 columns wide. The error names a language or a message that there
// is not.
func Odds(r odds.Result, lang orders.Lang) (string, error) {
	w, err := speak(lang)
	if err != nil {
		return "", err
	}
	s := &speaker{words: w, b: board.Default()}
	var out strings.Builder
	for _, l := range []struct {
		key string
		p   float64
	}{{"odds-attacker", r.Attacker}, {"odds-takes", r.Takes}, {"odds-defender", r.Defender}, {"odds-draw", r.Draw}} {
		fmt.Fprintf(&out, "%s %6s %%  %s\n", s.label(l.key), s.hundredths(100*l.p), bar(l.p, 40))
	}
	fmt.Fprintf(&out, "\n%s %6s %s\n", s.label("odds-rounds"), s.hundredths(r.Rounds), s.say("odds-average"))
	s.survivors(&out, "odds-attacker-loses", r.Attackers)
	s.survivors(&out, "odds-defender-loses", r.Defenders)
	return out.String(), s.err
}

// OddsTooLarge says that a battle is too large for its odds to be computed, and names the limit. The error is as that of Odds.
func OddsTooLarge(limit *odds.LimitError, lang orders.Lang) (string, error) {
	w, err := speak(lang)
	if err != nil {
		return "", err
	}
	s := &speaker{words: w, b: board.Default()}
	key := map[odds.Measure]string{odds.Units: "odds-too-many-units", odds.Steps: "odds-too-many-steps"}[limit.What]
	return s.say(key, "Have", s.count(limit.Have), "Most", s.count(limit.Most)), s.err
}

// label is a word of the left column.
func (s *speaker) label(key string) string {
	text := s.say(key)
	return text + strings.Repeat(" ", max(0, 18-utf8.RuneCountInString(text)))
}

// survivors lists what a side loses, and what is left of it how often.
func (s *speaker) survivors(out *strings.Builder, key string, x odds.Side) {
	fmt.Fprintf(out, "\n%s\n", s.say(key, "Units", s.hundredths(x.LostUnits), "Of", s.count(int(x.Units)), "IPC", s.hundredths(x.LostIPC), "OfIPC", s.count(int(x.IPC))))
	for i, v := range x.Survivors {
		if i == survivorsShown {
			fmt.Fprintf(out, "  %s\n", s.say("odds-more", "N", s.count(len(x.Survivors)-i)))
			break
		}
		left := s.say("odds-nothing")
		if len(v.Units) > 0 {
			left = unglued(s.stacks(v.Units, board.Nobody))
		}
		fmt.Fprintf(out, "  %6s %%  %-10s %s\n", s.hundredths(100*v.Chance), bar(v.Chance, 10), left)
	}
}

// hundredths is a number with two places.
func (s *speaker) hundredths(x float64) string {
	return s.num.Sprint(number.Decimal(x, number.Scale(2)))
}

// bar is a chance as a bar of at most width characters.
func bar(p float64, width int) string { return strings.Repeat("█", int(p*float64(width)+0.5)) }
