package reader

import (
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
)

// placeholder is in the form where the player puts a space.
const placeholder = "…"

// form is the order form of a seat: the header, the draft as it stands, an example as a comment for each phase that the
// draft says nothing of, and the end. Sent back as it is it changes nothing; every line whose leading # is removed and
// whose … is filled in is an order.
func (p *Page) form() []string {
	f, v := &formWriter{Page: p, rules: p.Reader.Rules}, p.Reader
	f.header(order.Header{Game: v.Game, Power: v.Power, Round: v.Pos.Round()})
	for _, a := range v.Awaited {
		if a.Power == v.Power {
			f.awaited(a)
		}
	}
	if v.Key == "" {
		f.comment(f.Text("form-key"))
	}
	f.header(order.Header{Key: v.Key, Base: v.Base, Salt: v.Salt})
	f.line(f.word("end"))
	return f.lines
}

// AddFormOf adds a form of the reader's seat that holds these lines.
func (p *Page) AddFormOf(lines []string) {
	f, v := &formWriter{Page: p, rules: p.Reader.Rules}, p.Reader
	f.header(order.Header{Game: v.Game, Power: v.Power, Round: v.Pos.Round()})
	f.lines = append(f.lines, lines...)
	f.header(order.Header{Key: v.Key, Base: v.Base, Salt: v.Salt})
	f.line(f.word("end"))
	p.Add(layout.Verbatim(f.lines))
}

type formWriter struct {
	*Page
	rules *rules.Set
	lines []string
	moved []board.SpaceID // whose units an example moves
}

func (f *formWriter) line(s string) { f.lines = append(f.lines, s) }
func (f *formWriter) comment(s string) {
	f.lines = append(f.lines, layout.Fold(s, layout.Columns, "# ", "# ")...)
}

func (f *formWriter) header(h order.Header) {
	f.lines = append(f.lines, OrderLines(orders.Format(order.File{Header: h}, f.Lang, orders.Context{Board: f.Board}))...)
}

// offer writes lines of orders as comments.
func (f *formWriter) offer(lines ...string) {
	for _, l := range FoldOrders(lines) {
		f.line("# " + l)
	}
}

func (f *formWriter) order(o order.Order) { f.offer(orders.FormatOrder(o, f.Lang, f.Board)) }

func (f *formWriter) word(id string) string { return syntax.Keyword(id, f.Lang) }

// awaited offers the lines of the thing that is awaited, and of the phases after it.
func (f *formWriter) awaited(a adjudicator.Await) {
	if f.answers(a) {
		return
	}
	at := slices.Index(f.rules.Phases, f.Reader.Pos.Phase())
	if at < 0 || a.What != f.Reader.Pos.Phase().String() {
		f.comment(f.Text("form-asked", "What", f.What(a)))
		return
	}
	f.comment(f.Text("form-how", "IPC", f.IPC(f.money())))
	draft := f.Reader.Draft
	for _, ph := range f.rules.Phases[at:] {
		if draft.Parts[ph].Held {
			f.draft(ph)
		} else {
			f.example(ph)
		}
	}
	if draft.Done > 0 {
		f.line(f.word("done"))
	} else {
		f.offer(f.word("done"))
	}
}

// draft writes what the draft orders in a phase.
func (f *formWriter) draft(ph order.Phase) {
	part := order.Sheet{}
	part.Parts[ph] = f.Reader.Draft.Parts[ph]
	if ph == order.Combat {
		part.Battles = f.Reader.Draft.Battles
	}
	f.lines = append(f.lines, FoldOrders(OrderLines(orders.FormatSheet(part, f.Lang, f.Board)))...)
}

func (f *formWriter) money() int { return f.Reader.Pos.Nation(f.Reader.Power).Money() }

// typed is a number of units as orders name them.
func (f *formWriter) typed(t board.UnitType, n int) string {
	units := syntax.NewPrinter(f.Lang, f.Board).OneUnits(order.Units{N: n, Type: t})
	return strings.Replace(units, " ", layout.Glue, 1)
}
