package receipt

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// draft shows the whole draft: its lines, what fell out, and what comes of it.
func (s writer) draft(l *reader.Page, d *Draft) {
	s.lines(l, d.Sheet)
	s.sheet(l, "draft-fallen", d.Fallen)
	s.outlook(l, d)
}

// outlook says what comes of a draft: the money, the exact odds, and what is missing.
func (s writer) outlook(l *reader.Page, d *Draft) {
	if d.Forecast.Buys {
		l.Add(layout.Paragraph(s.Text("draft-money", "Spent", s.Count(d.Money-d.Forecast.Money), "IPC", s.IPC(d.Money))))
	}
	s.battleOdds(l, d)
	s.missing(l, d)
}

// missing says what a draft lacks to be a whole turn.
func (s writer) missing(l *reader.Page, d *Draft) {
	var missing []string
	for _, u := range d.Unplaced {
		missing = append(missing, s.Text("draft-unplaced", "Units", s.Units(u.Unit, u.N),
			"Line", PlaceLine(s.Board, u, s.Lang)))
	}
	if !d.Sheet.Parts[order.Noncombat].Held {
		missing = append(missing, s.Text("draft-noncombat"))
	}
	switch {
	case d.Sheet.Done != 0:
	case d.Holds:
		missing = append(missing, s.Text("draft-done-or-ready"))
	default:
		missing = append(missing, s.Text("draft-done"))
	}
	if len(missing) > 0 {
		l.Add(layout.Heading(s.Text("draft-missing")), layout.Bullets(missing))
	}
}

// sheet shows turn orders under a heading, if there are any.
func (s writer) sheet(l *reader.Page, title string, sheet order.Sheet) {
	if !sheet.Empty() {
		l.Add(layout.Heading(s.Text(title)))
		s.lines(l, sheet)
	}
}

// lines shows turn orders as the order language has them.
func (s writer) lines(l *reader.Page, sheet order.Sheet) {
	l.Add(layout.Verbatim(reader.FoldOrders(reader.OrderLines(orders.FormatSheet(sheet, s.Lang, s.Board)))))
}

// battleOdds is a table of the battles that the draft brings about.
func (s writer) battleOdds(l *reader.Page, d *Draft) {
	if len(d.Forecast.Battles) == 0 {
		return
	}
	t := &layout.Table{Align: "lrrrr"}
	t.Head = []string{s.Text("draft-odds"), s.Text("draft-takes"), s.Text("draft-you-lose"), s.Text("draft-they-lose"),
		s.Text("draft-rounds")}
	for _, p := range d.Forecast.Battles {
		t.Add(append([]string{s.Space(p.Battle.Space)}, s.odds(p)...)...)
	}
	l.Add(t)
}

// odds are the cells of a battle: the chance, what either side loses, the rounds.
func (s writer) odds(p forecast.Prospect) []string {
	if p.TooLarge {
		return []string{s.Text("foresee-too-large"), "", "", ""}
	}
	chance := s.Text("draft-percent", "N", s.Decimal(100*p.Chance(), 1))
	switch {
	case p.Chance() > 0.999:
		chance = s.Text("draft-sure")
	case p.Chance() < 0.001:
		chance = s.Text("draft-hopeless")
	}
	return []string{chance, s.Text("ipc", "N", s.Decimal(p.Odds.Attackers.LostIPC, 1)),
		s.Text("ipc", "N", s.Decimal(p.Odds.Defenders.LostIPC, 1)), s.Decimal(p.Odds.Rounds, 1)}
}

// PlaceLine is the line that places units, as a person would write it.
func PlaceLine(b *board.Board, u economy.Unplaced, lang syntax.Lang) string {
	return orders.FormatOrder(order.PlaceUnits{Units: []order.Units{{N: u.N, Type: u.Unit}}, In: u.In,
		From: board.NoSpace}, lang, b)
}
