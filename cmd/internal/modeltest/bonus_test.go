package modeltest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
)

// bonus spends a power's share of the advance where own units stand, ships in sea zones (Europe 3.1); what is left is
// money. It reports whether that is legal.
func (p *pos) bonus(power string, share int, lines []line) bool {
	for _, l := range lines {
		for _, c := range l.units {
			price := p.w.units[c.kind].cost
			own := slices.ContainsFunc(p.in(l.to), func(u *unit) bool {
				return u.owner == power &&
					u.kind != "industrial complex"
			})
			if price == 0 || price*c.n > share || !own || isShip(c.kind) != p.w.sea(l.to) ||
				isCrowded(p, l.to, make1(c)) ||
				c.kind == "antiaircraft gun" && c.n > 1 {
				return false
			}
			share -= price * c.n
			for range c.n {
				p.add(c.kind, power, l.to)
			}
		}
	}
	p.ipc[power] += share
	return true
}

// bonusLines makes lines of which most are legal.
func (m *maker) bonusLines(p *pos, power string) []line {
	var lines []line
	for range m.IntN(3) {
		u := p.units[m.IntN(len(p.units))]
		if u.owner != power && !m.chance(10) {
			continue
		}
		kinds := []string{"infantry", "infantry", "artillery", "tank", "antiaircraft gun", "fighter"}
		if m.w.sea(u.at) {
			kinds = []string{"submarine", "transport", "destroyer"}
		}
		lines = append(lines, line{verb: "bonus", units: []count{{n: 1 + m.IntN(2), kind: oneOf(m, kinds)}}, to: u.at})
	}
	return lines
}

func bonusText(lines []line) string {
	if len(lines) == 0 {
		return "bonus nothing\n"
	}
	var b strings.Builder
	for _, l := range lines {
		fmt.Fprintf(&b, "bonus %s in %s\n", countText(l.units[0].n, l.units[0].kind), l.to)
	}
	return b.String()
}

// standard is Europe's starting position, before the bonus.
func standard(w *world) *pos {
	p := newPos(w)
	for _, s := range w.setup {
		for range s.N {
			p.add(s.Type.String(), string(s.Power), w.board.Name(s.Space))
		}
	}
	for _, f := range p.units { // fighters at sea begin on the carriers there
		for _, c := range p.in(f.at) {
			if f.kind == "fighter" && w.sea(f.at) && f.aboard == 0 && c.kind == "aircraft carrier" &&
				len(p.cargo(c)) < 2 {
				f.aboard = c.id
			}
		}
	}
	return p
}

// TestBonusAgrees plays Europe's beginning with both: Germany's bonus, the Allies' shares, their bonuses, the first
// incomes.
func TestBonusAgrees(t *testing.T) {
	t.Parallel()
	w := newWorld("europe", board.Named("europe"))
	for seed := range 100 {
		m := newMaker(w, uint64(seed))
		p := standard(w)
		e, err := begin("rules europe\n", "")
		if err != nil {
			t.Fatal(err)
		}
		shares := map[string]int{"Germany": 12, "USSR": m.IntN(7), "UK": m.IntN(7)}
		shares["USA"] = 12 - shares["USSR"] - shares["UK"]
		play := func(who, text string, legal bool) {
			refused, faults := e.judge(who, "check\n"+text)
			if refused == legal {
				t.Fatalf("seed %d, %s: model legal %v, engine refuses %v (%s)\n%s", seed, who, legal, refused,
					faults, text)
			}
			if legal {
				if _, _, err := e.play(who, text, nil); err != nil {
					t.Fatalf("seed %d, %s: %v\n%s", seed, who, err, text)
				}
			}
		}
		order := append([]string{"Germany"}, w.powers[1:]...)
		m.Shuffle(len(order)-1, func(i, j int) { order[i+1], order[j+1] = order[j+1], order[i+1] })
		for i, q := range order {
			if i == 1 {
				text := fmt.Sprintf("share USSR %d, UK %d, USA %d\n", shares["USSR"], shares["UK"], shares["USA"])
				for _, ally := range w.powers[1:] {
					play(ally, text, true)
				}
			}
			for shares[q] > 0 {
				lines := m.bonusLines(p, q)
				legal := p.clone().bonus(q, shares[q], lines)
				play(q, bonusText(lines), legal)
				if legal {
					p.bonus(q, shares[q], lines)
					break
				}
			}
		}
		for _, q := range w.powers {
			p.ipc[q] += p.income(q)
		}
		p.power, p.phase = "Germany", "buy"
		if diff := differences(p.snapshot(), e.snapshot()); len(diff) > 0 {
			t.Fatalf("seed %d: %s", seed, strings.Join(diff, "\n  "))
		}
	}
}
