package report

import (
	_ "embed"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
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

// positionTables lays a position out.
type positionTables struct{ writer }

// tables returns the position: a table of each region's land by its owners, and who controls its empty land, then a
// table of the sea zones that are not empty.
func (s positionTables) tables(p *position.Position) []layout.Block {
	var bs []layout.Block
	land := s.ByName(false)
	for _, r := range regions(s.rules.Name) {
		var here, empty []board.Space
		land = slices.DeleteFunc(land, func(sp board.Space) bool {
			mine := r.name == elsewhere || slices.Contains(r.spaces, sp.Name)
			switch {
			case !mine:
			case len(slices.Collect(p.In(sp.ID))) > 0:
				here = append(here, sp)
			case p.Owner(sp.ID) != board.Neutral:
				empty = append(empty, sp)
			}
			return mine
		})
		if len(here) > 0 {
			bs = append(bs, layout.Subhead(s.Text("region-"+r.name)), s.landTable(p, here))
		}
		if len(empty) > 0 {
			bs = append(bs, layout.Small(s.Text("empty-land", "List", s.holders(p, empty))))
		}
	}
	if t := s.seaTable(p); len(t.Rows) > 0 {
		bs = append(bs, layout.Subhead(s.Text("at-sea")), t)
	}
	return bs
}

// holders lists land by who holds it.
func (s positionTables) holders(p *position.Position, land []board.Space) string {
	var items []string
	for _, owner := range append(local.Owners(s.Board), board.Nobody) {
		var names []string
		for _, sp := range land {
			if p.Owner(sp.ID) == owner {
				names = append(names, s.Space(sp.ID))
			}
		}
		if len(names) > 0 {
			items = append(items, s.Power(owner)+": "+strings.Join(names, ", "))
		}
	}
	return strings.Join(items, "; ")
}

// landTable lists territories under the names of their owners.
func (s positionTables) landTable(p *position.Position, land []board.Space) *layout.Table {
	t := &layout.Table{Head: []string{s.Text("col-space"), s.Text("col-ipc"), s.Text("col-here")}, Align: "lrl"}
	for _, owner := range append(local.Owners(s.Board), board.Nobody) {
		titled := false
		for _, sp := range land {
			if p.Owner(sp.ID) != owner {
				continue
			}
			if !titled {
				t.AddSpan(s.Power(owner))
				titled = true
			}
			t.Add(s.landmark(sp), s.Count(sp.Income), s.standing(p, sp.ID, owner))
		}
	}
	return t
}

func (s positionTables) seaTable(p *position.Position) *layout.Table {
	t := &layout.Table{Head: []string{s.Text("col-zone"), s.Text("col-here")}, Align: "ll"}
	for _, sp := range s.ByName(true) {
		if len(slices.Collect(p.In(sp.ID))) > 0 || sp.IsConvoy() {
			t.Add(s.Space(sp.ID), s.standing(p, sp.ID, board.Nobody))
		}
	}
	return t
}

// landmark is a territory with its marks: a star for a victory city, the capital named.
func (s positionTables) landmark(sp board.Space) string {
	name := s.Space(sp.ID)
	switch {
	case s.Board.CapitalOf(sp.ID) != board.Nobody:
		return name + layout.Glue + "★"
	case sp.City != "":
		return name + layout.Glue + "☆"
	}
	return name
}

// standing lists the units in a space, with owners other than its controller named.
func (s positionTables) standing(p *position.Position, at board.SpaceID, owner board.Power) string {
	list := reader.StacksIn(s.Board, p, at)
	if len(list) == 0 {
		return "–"
	}
	if owner != board.Nobody && !slices.ContainsFunc(list, func(st event.Stack) bool { return st.Power != owner }) {
		return s.compact(list, owner)
	}
	return s.ByOwner(list)
}

// compact lists units without a last "and", as tables do.
func (s positionTables) compact(list []event.Stack, p board.Power) string {
	items := make([]string, len(list))
	for i, st := range list {
		items[i] = s.Stack(st, p)
	}
	return strings.Join(items, ", ")
}
