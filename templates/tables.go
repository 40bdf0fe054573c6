package templates

import (
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/templates/atlas"
)

// Table is a table in words, for pages that lay it out themselves.
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

// Tables tells how a game stands, as the tables of a report: the powers, then the position by region.
func Tables(set *rules.Set, pos *position.Position, lang orders.Lang) ([]Table, error) {
	s, err := newSpeaker(set, lang)
	if err != nil {
		return nil, err
	}
	tables := []Table{s.nations(nil, pos).words(s.say("powers"))}
	if t := s.convoys(pos); len(t.rows) > 0 {
		tables = append(tables, t.words(s.say("outlook-convoys")))
	}
	title := ""
	for _, b := range s.places(pos) {
		switch b := b.(type) {
		case subhead:
			title = b.text
		case *table:
			tables = append(tables, b.words(title))
		}
	}
	return tables, s.err
}

func (t *table) words(title string) Table {
	out := Table{Title: title, Head: t.head}
	for _, a := range t.align {
		out.Right = append(out.Right, a == 'r')
	}
	for _, r := range t.rows {
		row := TableRow{Span: r.span, Bold: r.bold}
		for _, c := range r.cells {
			row.Cells = append(row.Cells, c.plain())
		}
		out.Rows = append(out.Rows, row)
	}
	return out
}

// MapSVG draws the map of a report as SVG alone.
func MapSVG(v ReportView, lang orders.Lang) ([]byte, error) {
	s, err := newSpeaker(v.Rules, lang)
	if err != nil {
		return nil, err
	}
	svg, err := atlas.SVG(s.scene(&v))
	if err == nil {
		err = s.err
	}
	return svg, err
}
