package modeltest

import (
	"fmt"
	"slices"
	"strings"
)

// count is an entry of a list of units. from is set where each entry has a start of its own.
type count struct {
	n     int
	kind  string
	whose string
	from  string
}

// line is one order.
type line struct {
	verb     string // move ship load unload bomb rocket pledge land buy research place convert
	units    []count
	to       string
	via      []string
	ship     string // the zone in which the ship starts
	shipKind string
	shipOf   string // another power's ship
	sail     string
	kamikaze bool
	tech     string
}

// text writes the line as the order language has it.
func (l line) text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s ", l.verb)
	units := func() {
		for i, c := range l.units {
			if i > 0 {
				b.WriteString(", ")
			}
			s := countText(c.n, c.kind)
			if c.whose != "" {
				num, name, _ := strings.Cut(s, " ")
				s = num + " " + c.whose + " " + name
			}
			b.WriteString(s)
			if c.from != "" && (i == len(l.units)-1 || l.units[i+1].from != c.from) {
				b.WriteString(" from " + c.from)
			}
		}
	}
	by := func(word string) {
		if l.ship != "" {
			whose := ""
			if l.shipOf != "" {
				whose = l.shipOf + " "
			}
			fmt.Fprintf(&b, " %s 1 %s%s in %s", word, whose, l.shipKind, l.ship)
		}
	}
	switch l.verb {
	case "bomb":
		fmt.Fprintf(&b, "%s with ", l.to)
		units()
	case "rocket":
		fmt.Fprintf(&b, "%s from %s", l.to, l.units[0].from)
		return b.String()
	case "research":
		fmt.Fprintf(&b, "%s with %s", l.tech, dieText(l.units[0].n))
		return b.String()
	case "land", "place", "convert":
		units()
		fmt.Fprintf(&b, " in %s", l.to)
	case "take over":
		units()
		fmt.Fprintf(&b, " in %s", l.to)
	case "buy":
		units()
	case "load":
		units()
		by("onto")
		if l.sail != "" {
			fmt.Fprintf(&b, " and sail to %s", l.sail)
		}
		return b.String()
	default:
		units()
		fmt.Fprintf(&b, " to %s", l.to)
	}
	if len(l.via) > 0 {
		fmt.Fprintf(&b, " via %s", strings.Join(l.via, ", "))
	}
	by("by")
	if l.kamikaze {
		b.WriteString(" kamikaze")
	}
	return b.String()
}

func dieText(n int) string {
	if n == 1 {
		return "1 die"
	}
	return fmt.Sprintf("%d dice", n)
}

// entry is one item of an order of loss.
type entry struct {
	kind   string
	power  string
	cargo  string // "empty", "loaded"
	damage bool
	n      int // so many of them; 0: all
}

func (e entry) text() string {
	if e.damage {
		return "damage"
	}
	kind, n := e.kind, ""
	if e.n > 0 {
		n, kind, _ = strings.Cut(countText(e.n, e.kind), " ")
	}
	return strings.Join(slices.DeleteFunc([]string{n, e.cargo, e.power, kind},
		func(s string) bool { return s == "" }), " ")
}

// tactics is a battle section, or a standing one.
type tactics struct {
	losses   []entry
	keep     int // land units that are lost after all else
	retreat  string
	after    int // round; 0: at once
	fewer    int
	submerge string // "", "always", "never", "after"
	subRound int
	withdraw int // round after which planes leave; 0: never
	quiet    bool
	callOff  bool
}

func (t *tactics) lines() []string {
	var out []string
	if len(t.losses) > 0 {
		var parts []string
		for _, e := range t.losses {
			parts = append(parts, e.text())
		}
		if t.keep > 0 {
			parts = append(parts, fmt.Sprintf("keep %d land", t.keep))
		}
		out = append(out, "losses "+strings.Join(parts, ", "))
	}
	switch {
	case t.retreat != "" && t.fewer > 0:
		out = append(out, fmt.Sprintf("retreat to %s if fewer than %d left", t.retreat, t.fewer))
	case t.retreat != "":
		out = append(out, fmt.Sprintf("retreat to %s after round %d", t.retreat, t.after))
	}
	switch t.submerge {
	case "after":
		out = append(out, fmt.Sprintf("submerge submarines after round %d", t.subRound))
	case "always", "never":
		out = append(out, "submerge "+t.submerge)
	}
	if t.withdraw > 0 {
		out = append(out, fmt.Sprintf("withdraw aircraft after round %d", t.withdraw))
	}
	if t.quiet {
		out = append(out, "no bombardment")
	}
	if t.callOff {
		out = append(out, "call off")
	}
	return out
}
