package modeltest

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// unit is one piece, with what it did this turn.
type unit struct {
	id          int
	kind, owner string
	at          string
	aboard      int // id of its ship; 0: none
	damaged     bool
	submerged   bool
	first       string // of a gun: its original owner
	captured    bool   // of a gun or a complex: this turn
	lastMover   int    // of a Middle East gun: the round in which an Ally moved it

	start     string // where it began the turn
	from      string // the last space that it left; "" if it has not moved
	used      int    // movement used
	moved     bool   // in the combat moves
	movedLate bool   // in the noncombat moves
	fought    bool
	landed    bool   // ashore in an assault
	loaded    bool   // aboard this turn
	ashore    string // where a ship put cargo ashore
	unloaded  bool   // ship: put cargo ashore; land unit: came ashore
	retreated bool
	raiding   bool
	battle    string // plane: the space that it attacks
	took      int    // fighter: the carrier that it took off from
	kamikaze  bool
	home      bool // plane: has finished its flight
	again     bool // Panzerblitz
	named     int  // when the orders named it
	fresh     bool // placed this turn
}

// pos is a position with the turn as far as it has come.
type pos struct {
	w      *world
	round  int
	power  string
	phase  string
	units  []*unit
	nextID int
	owner  map[string]string
	ipc    map[string]int
	tech   map[string]map[string]bool
	has    map[string]map[string]bool // advantages
	spent  map[string]map[string]bool
	bought map[string]map[string]int
	winter bool
	winner string

	attacked bool // Japan has attacked the Soviets
	broken   bool // the Soviets attacked Japan before

	// of this turn
	startOwner map[string]string
	startIC    map[string]bool
	taken      map[string]bool // captured this turn
	fought     map[string]bool // sea zones with a battle this turn
	plan       plan
	counter    int
	recruited  bool
	homeless   []*unit
	retreats   []*unit // planes that retreat and meet guns on the way (Europe)
}

func (p *pos) clone() *pos {
	q := *p
	q.units = nil
	same := map[*unit]*unit{}
	for _, u := range p.units {
		c := *u
		q.units = append(q.units, &c)
		same[u] = &c
	}
	move := func(us []*unit) []*unit {
		var out []*unit
		for _, u := range us {
			if c := same[u]; c != nil {
				out = append(out, c)
			}
		}
		return out
	}
	q.owner, q.ipc = maps.Clone(p.owner), maps.Clone(p.ipc)
	q.tech, q.has, q.spent = deep(p.tech), deep(p.has), deep(p.spent)
	q.bought = deep(p.bought)
	q.startOwner, q.startIC, q.taken, q.fought = maps.Clone(p.startOwner), maps.Clone(p.startIC),
		maps.Clone(p.taken), maps.Clone(p.fought)
	q.homeless, q.retreats = move(p.homeless), move(p.retreats)
	q.plan = p.plan.clone(move)
	return &q
}

func deep[V any](m map[string]map[string]V) map[string]map[string]V {
	c := map[string]map[string]V{}
	for k, v := range m {
		c[k] = maps.Clone(v)
	}
	return c
}

func newPos(w *world) *pos {
	p := &pos{w: w, round: 1, owner: map[string]string{}, ipc: map[string]int{}, tech: map[string]map[string]bool{},
		has: map[string]map[string]bool{}, spent: map[string]map[string]bool{}, bought: map[string]map[string]int{}}
	for _, q := range w.powers {
		p.tech[q], p.has[q], p.spent[q] = map[string]bool{}, map[string]bool{}, map[string]bool{}
		p.bought[q] = map[string]int{}
	}
	for _, n := range w.names {
		if pl := w.places[n]; pl.home != "" {
			p.owner[n] = pl.home
		}
	}
	return p
}

func (p *pos) add(kind, owner, at string) *unit {
	p.nextID++
	u := &unit{id: p.nextID, kind: kind, owner: owner, at: at}
	if kind == "antiaircraft gun" {
		u.first = owner
	}
	p.units = append(p.units, u)
	return u
}

// remove takes a unit off the board, and what is aboard it.
func (p *pos) remove(u *unit) {
	for _, c := range p.cargo(u) {
		p.remove(c)
	}
	p.units = slices.DeleteFunc(p.units, func(v *unit) bool { return v == u })
}

func (p *pos) find(id int) *unit {
	for _, u := range p.units {
		if u.id == id {
			return u
		}
	}
	return nil
}

func (p *pos) in(at string) []*unit {
	var us []*unit
	for _, u := range p.units {
		if u.at == at {
			us = append(us, u)
		}
	}
	return us
}

func (p *pos) cargo(ship *unit) []*unit {
	var us []*unit
	for _, u := range p.units {
		if u.aboard == ship.id && ship.id != 0 {
			us = append(us, u)
		}
	}
	return us
}

func (p *pos) side() string { return p.w.side[p.power] }

func (p *pos) enemy(owner string) bool {
	s := p.w.side[owner]
	return s != "" && s != p.side()
}

func (p *pos) friend(owner string) bool { return p.w.side[owner] == p.side() }

// hostileTo reports whether a zone holds an enemy ship that is not submerged (R-44, T-4).
func (p *pos) hostileTo(zone, side string) bool {
	for _, u := range p.units {
		if u.at == zone && isShip(u.kind) && !u.submerged && p.w.side[u.owner] != side {
			return true
		}
	}
	return false
}

func (p *pos) hostile(zone string) bool { return p.hostileTo(zone, p.side()) }

// destroyerAgainst reports whether an enemy destroyer is in a zone.
func (p *pos) destroyerAgainst(zone string) bool {
	for _, u := range p.units {
		if u.at == zone && u.kind == "destroyer" && p.enemy(u.owner) {
			return true
		}
	}
	return false
}

// gun returns the antiaircraft gun that fires at the power on turn from a territory, and the number it hits at or
// below. One fires; with Radar the best one (R-4, T65).
func (p *pos) gun(at string) (fires bool, value int) {
	if p.w.sea(at) || !p.enemy(p.owner[at]) {
		return false, 0
	}
	for _, u := range p.units {
		if u.at == at && u.kind == "antiaircraft gun" && u.aboard == 0 && p.enemy(u.owner) {
			fires, value = true, max(value, 1)
			if u.owner == "UK" && p.has["UK"]["Radar"] && p.w.places[at].home == "UK" && p.owner[at] == "UK" {
				value = 2
			}
		}
	}
	return fires, value
}

// immune reports whether guns never fire at a plane (Superfortresses).
func (p *pos) immune(u *unit) bool {
	return u.kind == "bomber" && p.has[u.owner]["Superfortresses"]
}

func (p *pos) complexIn(at string) *unit {
	for _, u := range p.units {
		if u.at == at && u.kind == "industrial complex" {
			return u
		}
	}
	return nil
}

func (p *pos) holdsCapital(power string) bool { return p.owner[p.w.capital[power]] == power }

// income is a power's national production (R-131; Europe 3.7, 3.10).
func (p *pos) income(power string) int {
	sum := 0
	for _, n := range p.w.names {
		pl := p.w.places[n]
		if p.owner[n] != power || pl.home == middleEast {
			continue
		}
		if pl.sea && (pl.home != power || pl.port != "" && p.w.side[p.owner[pl.port]] != p.w.side[power]) {
			continue
		}
		sum += pl.income
	}
	return sum
}

// movement is how many spaces a unit may move in a turn.
func (p *pos) movement(u *unit) int {
	m := p.w.units[u.kind].move
	switch {
	case isPlane(u.kind) && p.tech[u.owner]["long-range aircraft"]:
		m += 2
	case u.kind == "infantry" && p.has[u.owner]["Motorized Infantry"]:
		m = 2
	case u.kind == "aircraft carrier" && p.has[u.owner]["Fast Carriers"]:
		m = 3
	}
	return m
}

// setup writes the position as a setup section, as far as a case can say it.
func (p *pos) setup() string {
	var b strings.Builder
	fmt.Fprintf(&b, "rules %s\nboard empty\n", p.w.name)
	if p.round != 1 {
		fmt.Fprintf(&b, "round %d\n", p.round)
	}
	if p.power == "" {
		fmt.Fprintf(&b, "turn nobody\n")
	} else {
		fmt.Fprintf(&b, "turn %s %s\n", p.power, p.phase)
	}
	for _, q := range append(slices.Clone(p.w.powers), middleEast) {
		var lands []string
		for _, n := range p.w.names {
			if p.owner[n] == q && p.w.places[n].home != q {
				lands = append(lands, n)
			}
		}
		if len(lands) > 0 {
			fmt.Fprintf(&b, "owner %s: %s\n", q, strings.Join(lands, ", "))
		}
	}
	for _, n := range p.w.names {
		if text := p.contents(n); text != "" {
			fmt.Fprintf(&b, "%s: %s\n", n, text)
		}
	}
	for _, q := range p.w.powers {
		if p.ipc[q] > 0 {
			fmt.Fprintf(&b, "ipc %s %d\n", q, p.ipc[q])
		}
		for _, l := range []struct {
			word string
			set  map[string]bool
		}{{"tech", p.tech[q]}, {"advantage", p.has[q]}, {"used", p.spent[q]}} {
			if names := slices.Sorted(maps.Keys(l.set)); len(names) > 0 {
				fmt.Fprintf(&b, "%s %s %s\n", l.word, q, strings.Join(names, ", "))
			}
		}
		if text := bag(p.bought[q]); text != "" {
			fmt.Fprintf(&b, "bought %s %s\n", q, text)
		}
	}
	return b.String()
}

func bag(m map[string]int) string {
	var parts []string
	for _, t := range types {
		if m[t] > 0 {
			parts = append(parts, countText(m[t], t))
		}
	}
	return strings.Join(parts, ", ")
}

// contents writes the units in a space as setup lines do. Ships with cargo are written one by one.
func (p *pos) contents(at string) string {
	byPower := map[string][]string{}
	counts := map[string]map[string]int{}
	for _, u := range p.in(at) {
		if u.aboard != 0 {
			continue
		}
		text := ""
		if cargo := p.cargo(u); len(cargo) > 0 {
			var parts []string
			for _, c := range cargo {
				who := c.owner + " "
				if c.owner == u.owner {
					who = ""
				}
				of := ""
				if c.kind == "antiaircraft gun" && c.first != c.owner {
					of = " (of " + c.first + ")"
				}
				parts = append(parts, "1 "+who+c.kind+of)
			}
			text = " (aboard: " + strings.Join(parts, ", ") + ")"
		}
		if u.damaged {
			text += " damaged"
		}
		if u.submerged {
			text += " submerged"
		}
		if u.kind == "antiaircraft gun" && u.first != p.supposed(u) {
			text += " (of " + u.first + ")"
		}
		if text != "" {
			byPower[u.owner] = append(byPower[u.owner], "1 "+u.kind+text)
			continue
		}
		if counts[u.owner] == nil {
			counts[u.owner] = map[string]int{}
		}
		counts[u.owner][u.kind]++
	}
	for q, c := range counts {
		byPower[q] = append([]string{bag(c)}, byPower[q]...)
	}
	var parts []string
	for _, q := range slices.Sorted(maps.Keys(byPower)) {
		parts = append(parts, q+" "+strings.Join(byPower[q], ", "))
	}
	return strings.Join(parts, "; ")
}

// supposed is the original owner of a gun of which a case says nothing (cases.md).
func (p *pos) supposed(u *unit) string {
	if home := p.w.places[u.at].home; home != "" && p.w.side[home] != p.w.side[u.owner] {
		return home
	}
	return u.owner
}

// beginTurn forgets what units did in the turn before and keeps what matters of the beginning.
func (p *pos) beginTurn() {
	for _, u := range p.units {
		*u = unit{id: u.id, kind: u.kind, owner: u.owner, at: u.at, aboard: u.aboard, damaged: u.damaged,
			submerged: u.submerged,
			first:     u.first, lastMover: u.lastMover, start: u.at}
	}
	p.startOwner = maps.Clone(p.owner)
	p.startIC, p.taken, p.fought = map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, u := range p.units {
		if u.kind == "industrial complex" {
			p.startIC[u.at] = true
		}
	}
	p.plan, p.counter, p.recruited, p.homeless, p.retreats = plan{}, 0, false, nil, nil
	if p.power == "USSR" {
		p.winter = false
	}
}
