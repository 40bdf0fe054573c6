package chances

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/odds"
)

// survivorsShown is how many sets of survivors the text lists for a side.
const survivorsShown = 6

// Text tells a result in words and bars, at most 72 columns wide.
func Text(r odds.Result) string {
	var w strings.Builder
	if r.Error > 0 {
		fmt.Fprintf(&w, "Too large to be told exactly: sampled, right within %.2f %%.\n\n", 100*r.Error)
	}
	for _, l := range []struct {
		name string
		p    float64
	}{{"attacker wins", r.Attacker}, {"takes the space", r.Takes}, {"defender wins", r.Defender}, {"draw", r.Draw}} {
		fmt.Fprintf(&w, "%-16s %6.2f %%  %s\n", l.name, 100*l.p, bar(l.p, 40))
	}
	fmt.Fprintf(&w, "\n%-16s %6.2f on average\n", "rounds", r.Rounds)
	side(&w, "attacker", r.Attackers)
	side(&w, "defender", r.Defenders)
	return w.String()
}

func side(w *strings.Builder, name string, s odds.Side) {
	fmt.Fprintf(w, "\n%s loses %.2f of %g units, %.2f of %g IPC on average; left are\n", name, s.LostUnits, s.Units, s.LostIPC, s.IPC)
	for i, v := range s.Survivors {
		if i == survivorsShown {
			fmt.Fprintf(w, "  … and %d more\n", len(s.Survivors)-i)
			break
		}
		fmt.Fprintf(w, "  %6.2f %%  %-10s %s\n", 100*v.Chance, bar(v.Chance, 10), units(v.Units))
	}
}

// bar is a chance as a bar of at most width characters.
func bar(p float64, width int) string { return strings.Repeat("█", int(p*float64(width)+0.5)) }

func units(us []event.Stack) string {
	if len(us) == 0 {
		return "nothing"
	}
	parts := make([]string, len(us))
	for i, u := range us {
		name := u.Type.String()
		if u.N != 1 {
			name = u.Type.Plural()
		}
		parts[i] = fmt.Sprintf("%d %s", u.N, name)
		if u.Damaged {
			parts[i] += " damaged"
		}
	}
	return strings.Join(parts, ", ")
}
