package reading

import (
	"slices"

	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/phrase"
	"fieldpost/orders/reading/text"
)

// column is what the cells of a column of a table say.
type column uint8

const (
	noColumn column = iota
	fromColumn
	toColumn
	unitsColumn
	countColumn // how many of the units in another column
	typeColumn  // how many of the type at its head
	phaseColumn
	buyColumn // units to buy
)

// headWords are the heads of columns besides words for "from" and "to", types of units and purchases.
var headWords = map[string]column{
	"from": fromColumn, "von": fromColumn, "fra": fromColumn, "source": fromColumn, "origin": fromColumn, "start": fromColumn,
	"to": toColumn, "nach": toColumn, "til": toColumn, "target": toColumn, "destination": toColumn, "ziel": toColumn, "mål": toColumn,
	"units": unitsColumn, "unit": unitsColumn, "einheiten": unitsColumn, "einheit": unitsColumn, "enheder": unitsColumn,
	"enhed": unitsColumn, "number": countColumn, "count": countColumn, "quantity": countColumn, "anzahl": countColumn,
	"antal": countColumn, "phase": phaseColumn, "fase": phaseColumn,
}

// table is what a row of heads says of the rows below it.
type table struct {
	columns []column
	heads   [][]*token
}

// cells parts a line at its tabs or bars; a line without any is nil.
func cells(l text.Line) [][]*token {
	list := [][]*token{nil}
	bars, tabs := false, false
	for _, t := range l.Tokens {
		bars = bars || t.Kind == text.Sign && t.Key == "|"
		tabs = tabs || t.Tabs > 0
	}
	switch {
	case len(l.Extra) > 0 || !bars && !tabs:
		return nil
	case bars:
		for _, t := range l.Tokens {
			if t.Kind == text.Sign && t.Key == "|" {
				list = append(list, nil)
				continue
			}
			list[len(list)-1] = append(list[len(list)-1], t)
		}
		if len(list[0]) == 0 {
			list = list[1:]
		}
		return list
	}
	for _, t := range l.Tokens {
		for range t.Tabs {
			list = append(list, nil)
		}
		list[len(list)-1] = append(list[len(list)-1], t)
	}
	return list
}

// heads reads a line as the row of heads of a table.
func (r *reader) heads(l text.Line) *table {
	var tb table
	seen := map[column]bool{}
	for _, c := range cells(l) {
		kind := r.headOf(c)
		if len(c) > 0 && kind == noColumn || seen[kind] && kind != typeColumn && kind != noColumn {
			return nil
		}
		seen[kind] = true
		tb.columns, tb.heads = append(tb.columns, kind), append(tb.heads, c)
	}
	ways := seen[fromColumn] && seen[toColumn] && (seen[unitsColumn] || seen[typeColumn])
	if ways || seen[buyColumn] && seen[countColumn] && !seen[unitsColumn] {
		return &tb
	}
	return nil
}

// headOf is what the head of a column says.
func (r *reader) headOf(c []*token) column {
	if len(c) == 0 {
		return noColumn
	}
	as := r.Atoms(c)
	if len(as) != 1 {
		return noColumn
	}
	switch a := as[0]; {
	case headWords[a.Key] != noColumn:
		return headWords[a.Key]
	case a.Numeral:
		return noColumn
	case a.Is("phases", "buy"):
		return buyColumn
	case a.Is("units"):
		return typeColumn
	}
	return noColumn
}

// row writes the cells of a row in the order in which a sentence has them.
func (tb *table) row(cs [][]*token) ([]*token, bool) {
	if len(cs) == 0 || len(cs) > len(tb.columns)+1 || len(cs) > len(tb.columns) && len(cs[len(cs)-1]) > 0 {
		return nil, false
	}
	var phase, count, units, from, to []*token
	for i, c := range cs {
		if len(c) == 0 {
			continue
		}
		switch tb.columns[i] {
		case fromColumn:
			from = c
		case toColumn:
			to = c
		case unitsColumn, buyColumn:
			units = c
		case countColumn:
			count = c
		case phaseColumn:
			phase = slices.Concat(c, []*token{between(text.Sign, ":")})
		case typeColumn:
			if len(c) != 1 {
				return nil, false
			}
			if c[0].Kind == text.Sign && c[0].Key == "-" || c[0].Key == "0" {
				continue
			}
			if c[0].Kind != text.Number {
				return nil, false
			}
			if len(units) > 0 {
				units = append(units, between(text.Sign, ","))
			}
			units = append(units, c[0])
			for _, h := range tb.heads[i] {
				t := *h
				units = append(units, &t)
			}
		default:
			return nil, false
		}
	}
	if len(units) == 0 || len(from) > 0 && len(to) == 0 {
		return nil, false
	}
	if len(from) == 0 {
		return slices.Concat(phase, to, count, units), true
	}
	return way(slices.Concat(phase, count, units), from, to), true
}

// way writes units with where they come from and go.
func way(units, from, to []*token) []*token {
	return slices.Concat(units, []*token{between(text.Word, "from")}, from, []*token{between(text.Word, "to")}, to)
}

// between is a word or sign that the columns of a table stand for.
func between(k text.Kind, key string) *token {
	return &token{Text: key, Key: key, Kind: k, Space: k != text.Sign}
}

// bareRow reads a row without heads: units and two places, from the first to the second.
func (r *reader) bareRow(cs [][]*token) ([]*token, bool) {
	var units []*token
	var at [][]*token
	for _, c := range cs {
		if len(c) == 0 {
			continue
		}
		as := r.Atoms(c)
		switch {
		case len(as) == 1 && len(as[0].Places) > 0 && as[0].Places[0].How < lexicon.Computed && !as[0].Is("units") && !as[0].Numeral:
			at = append(at, c)
		case units == nil && as[0].Numeral:
			if items := r.Items(as); len(items) != 1 || items[0].Kind != phrase.Group {
				return nil, false
			}
			units = c
		default:
			return nil, false
		}
	}
	if len(units) == 0 || len(at) != 2 {
		return nil, false
	}
	return way(units, at[0], at[1]), true
}

// rowsOf finds the lines that are rows of tables, as sentences.
func (r *reader) rowsOf(lines []text.Line) map[int]*sentence {
	rows := map[int]*sentence{}
	var tb *table
	for _, l := range lines {
		cs := cells(l)
		if cs == nil {
			tb = nil
			continue
		}
		if next := r.heads(l); next != nil {
			tb = next
			s := &sentence{line: l.No, text: l.Text, below: l.Below, first: true, row: headRow, atoms: r.Atoms(l.Tokens)}
			if slices.Contains(tb.columns, buyColumn) {
				s.phase = order.Buy
			}
			rows[l.No] = s
			continue
		}
		if !slices.ContainsFunc(l.Tokens, func(t *token) bool { return t.Kind != text.Sign }) {
			continue // a rule below the heads
		}
		list, ok := []*token(nil), false
		if tb != nil {
			list, ok = tb.row(cs)
		} else {
			list, ok = r.bareRow(cs)
		}
		if ok {
			s := &sentence{line: l.No, text: l.Text, below: l.Below, first: true, row: bodyRow, atoms: r.Atoms(list)}
			for _, t := range l.Tokens {
				if !slices.Contains(list, t) {
					s.blank = append(s.blank, t)
				}
			}
			s.items = r.Items(s.atoms)
			rows[l.No] = s
		}
	}
	return rows
}
