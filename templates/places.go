package templates

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"

	"golang.org/x/text/collate"
	"golang.org/x/text/language"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

//go:embed regions.txt
var regionLines string

// region is a part of a board by which the position is told.
type region struct {
	name   string // with "region-" before it, the key of its title
	spaces []string
}

// elsewhere is the region of land that regions.txt does not name.
const elsewhere = "elsewhere"

// regions lists the regions of a board.
func regions(rules string) []region {
	var list []region
	for line := range strings.Lines(regionLines) {
		head, names, ok := strings.Cut(strings.TrimSpace(line), ": ")
		of, name, _ := strings.Cut(head, " ")
		if ok && of == rules {
			list = append(list, region{name, strings.Split(names, "; ")})
		}
	}
	return append(list, region{name: elsewhere})
}

// places is the position: a table of each region's land by its owners, who holds empty land that is worth nothing, then a table of
// the sea zones that are not empty.
func (s *speaker) places(p *position.Position) []block {
	var bs []block
	land, empty := s.byName(false), []board.Space{}
	for _, r := range regions(s.rules.Name) {
		var here []board.Space
		land = slices.DeleteFunc(land, func(sp board.Space) bool {
			mine := r.name == elsewhere || slices.Contains(r.spaces, sp.Name)
			switch {
			case !mine:
			case len(p.In(sp.ID)) > 0 || sp.Income > 0:
				here = append(here, sp)
			case p.Owner[sp.ID] != board.Neutral:
				empty = append(empty, sp)
			}
			return mine
		})
		if len(here) > 0 {
			bs = append(bs, subhead{s.say("region-" + r.name)}, s.landTable(p, here))
		}
	}
	if len(empty) > 0 {
		bs = append(bs, small{s.say("empty-land", "List", s.holders(p, empty))})
	}
	if t := s.seaTable(p); len(t.rows) > 0 {
		bs = append(bs, subhead{s.say("at-sea")}, t)
	}
	return bs
}

// holders lists land by who holds it.
func (s *speaker) holders(p *position.Position, land []board.Space) string {
	var items []string
	for _, owner := range append(owners(s.b), board.Nobody) {
		var names []string
		for _, sp := range land {
			if p.Owner[sp.ID] == owner {
				names = append(names, s.space(sp.ID))
			}
		}
		if len(names) > 0 {
			items = append(items, s.power(owner)+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(items, "; ")
}

// landTable lists territories under the names of their owners.
func (s *speaker) landTable(p *position.Position, land []board.Space) *table {
	t := &table{head: []string{s.say("col-space"), s.say("col-ipc"), s.say("col-here")}, align: "lrl"}
	for _, owner := range append(owners(s.b), board.Nobody) {
		titled := false
		for _, sp := range land {
			if p.Owner[sp.ID] != owner {
				continue
			}
			if !titled {
				t.note(s.power(owner))
				titled = true
			}
			t.add(s.landmark(sp), s.count(sp.Income), s.standing(p, sp.ID, owner))
		}
	}
	return t
}

func (s *speaker) seaTable(p *position.Position) *table {
	t := &table{head: []string{s.say("col-zone"), s.say("col-here")}, align: "ll"}
	for _, sp := range s.byName(true) {
		if len(p.In(sp.ID)) > 0 || sp.IsConvoy() {
			t.add(s.space(sp.ID), s.standing(p, sp.ID, board.Nobody))
		}
	}
	return t
}

// byName lists the land, or the sea zones, by the names that the reader sees; numbered zones by their numbers.
func (s *speaker) byName(sea bool) []board.Space {
	list := slices.DeleteFunc(slices.Clone(s.b.Spaces), func(sp board.Space) bool { return sp.Sea != sea })
	abc := collate.New(language.MustParse(string(s.lang)), collate.Numeric)
	slices.SortStableFunc(list, func(a, b board.Space) int { return abc.CompareString(s.space(a.ID), s.space(b.ID)) })
	return list
}

// landmark is a territory with its marks: a star for a victory city, the capital named.
func (s *speaker) landmark(sp board.Space) string {
	name := s.space(sp.ID)
	switch {
	case s.b.CapitalOf(sp.ID) != board.Nobody:
		return name + glue + "★"
	case sp.City != "":
		return name + glue + "☆"
	}
	return name
}

// standing lists what stands in a space, owners other than its controller named.
func (s *speaker) standing(p *position.Position, at board.SpaceID, owner board.Power) string {
	list := here(s.b, p, at)
	if len(list) == 0 {
		return "–"
	}
	if owner != board.Nobody && !slices.ContainsFunc(list, func(st event.Stack) bool { return st.Power != owner }) {
		return s.compact(list, owner)
	}
	return s.sides(list)
}

// compact lists units without a last "and", as tables do.
func (s *speaker) compact(list []event.Stack, p board.Power) string {
	items := make([]string, len(list))
	for i, st := range list {
		items[i] = s.stack(st, p)
	}
	return strings.Join(items, ", ")
}

// here counts what stands in a space: by owner in turn order, then by type; cargo with its ship.
func here(b *board.Board, p *position.Position, at board.SpaceID) []event.Stack {
	units := slices.DeleteFunc(p.In(at), func(u *position.Unit) bool { return u.Aboard != 0 })
	if len(units) == 0 {
		return nil
	}
	turn := owners(b)
	slices.SortStableFunc(units, func(x, y *position.Unit) int {
		return cmp.Or(slices.Index(turn, x.Owner)-slices.Index(turn, y.Owner), int(x.Type)-int(y.Type))
	})
	var list []event.Stack
	for _, u := range units {
		list = pile(list, event.Stack{Power: u.Owner, Type: u.Type, N: 1, Damaged: u.Damaged, Submerged: u.Submerged, Aboard: cargo(p, u.ID)})
	}
	return list
}

func cargo(p *position.Position, ship int) []event.Stack {
	var list []event.Stack
	for _, id := range p.CargoOf(ship) {
		u := p.Unit(id)
		list = pile(list, event.Stack{Power: u.Owner, Type: u.Type, N: 1})
	}
	return list
}

// pile adds a stack to an equal one.
func pile(list []event.Stack, st event.Stack) []event.Stack {
	for i := range list {
		o := &list[i]
		if o.Power == st.Power && o.Type == st.Type && o.Damaged == st.Damaged && o.Submerged == st.Submerged && slices.EqualFunc(o.Aboard, st.Aboard, sameStack) {
			o.N += st.N
			return list
		}
	}
	return append(list, st)
}

func sameStack(a, b event.Stack) bool {
	return a.Power == b.Power && a.Type == b.Type && a.N == b.N && len(a.Aboard)+len(b.Aboard) == 0
}
