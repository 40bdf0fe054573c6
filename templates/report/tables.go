package report

import (
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/atlas"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Table is a table without layout, for pages that have their own.
type Table struct {
	Title string
	Head  []string
	Right []bool // columns that are numbers
	Rows  []TableRow
}

// TableRow is a row of a table: its cells, or one line across all columns.
type TableRow struct {
	Cells []string
	Span  bool
	Bold  bool
}

// Tables returns how a game stands, as the tables of a report: the powers, then the position by region.
func Tables(set *rules.Set, pos *position.Position, lang syntax.Lang) ([]Table, error) {
	s, err := newWriter(set, lang)
	if err != nil {
		return nil, err
	}
	tables := []Table{inWords(reader.Powers(s.Localizer, set, nil, pos), s.Text("powers"))}
	if t := reader.Convoys(s.Localizer, set, pos); len(t.Rows) > 0 {
		tables = append(tables, inWords(t, s.Text("outlook-convoys")))
	}
	title := ""
	for _, b := range (positionTables{s}).tables(pos) {
		switch b := b.(type) {
		case layout.Subhead:
			title = string(b)
		case *layout.Table:
			tables = append(tables, inWords(b, title))
		case layout.Small: // the empty land of the region
			last := &tables[len(tables)-1]
			last.Rows = append(last.Rows, TableRow{Cells: []string{layout.Unglue(string(b))}, Span: true})
		}
	}
	return tables, s.Err()
}

// inWords returns a table without its layout.
func inWords(t *layout.Table, title string) Table {
	out := Table{Title: title, Head: t.Head}
	for _, a := range t.Align {
		out.Right = append(out.Right, a == 'r')
	}
	for _, r := range t.Rows {
		row := TableRow{Span: r.Span, Bold: r.Bold}
		for _, c := range r.Cells {
			row.Cells = append(row.Cells, c.Plain())
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// MapSVG draws the map of a report as SVG alone.
func MapSVG(v View, lang syntax.Lang) ([]byte, error) {
	s, err := newWriter(v.Rules, lang)
	if err != nil {
		return nil, err
	}
	svg, err := atlas.SVG(painter{s}.scene(&v))
	if err == nil {
		err = s.Err()
	}
	return svg, err
}
