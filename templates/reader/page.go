package reader

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// Page is a document for one reader.
type Page struct {
	*local.Localizer
	Reader   Reader
	Document layout.Document
	Units    UnitTable // below the order form
}

// UnitTable is how much an order form tells of the reader's units.
type UnitTable uint8

// From where they stand and what is around them, to nothing.
const (
	UnitsAndBorders UnitTable = iota
	UnitsAlone
	NoUnits
)

// NewPage returns an empty page.
func NewPage(r Reader, l *local.Localizer) *Page {
	return &Page{Localizer: l, Reader: r, Document: layout.Document{Lang: string(l.Lang)}}
}

// Add appends blocks.
func (p *Page) Add(bs ...layout.Block) { p.Document.Add(bs...) }

// Mail lays the page out, with the greeting of its reader. The error names a sentence that could not be made.
func (p *Page) Mail(tag, subject string) (layout.Mail, error) {
	if p.Reader.Person != "" {
		p.Document.Greeting = p.Text("greeting", "Person", local.Shorten(p.Reader.Person))
	}
	m, err := p.Document.Mail(tag + " " + subject)
	if err != nil {
		return layout.Mail{}, fmt.Errorf("mail %q: %w", m.Subject, err)
	}
	return m, p.Err()
}

// AddAwaited adds what the game waits for, and until when.
func (p *Page) AddAwaited() {
	if !p.Reader.Beacon.IsZero() {
		p.Add(layout.Paragraph(p.Text("waits-beacon", "When", p.When(p.Reader.Beacon, p.Reader.Deadline.Zone))))
		return
	}
	if p.Reader.Unbegun {
		p.Add(layout.Paragraph(p.Text("waits-start")))
		return
	}
	if len(p.Reader.Awaited) == 0 {
		p.Add(layout.Paragraph(p.Text("waits-nobody")))
		return
	}
	var items []string
	for _, a := range p.Reader.Awaited {
		if a.Power == p.Reader.Power {
			items = append(items, p.Text("waits-you", "What", p.What(a)))
		} else {
			items = append(items, p.PowerText("waits-for", a.Power, "What", p.What(a)))
		}
	}
	p.Add(layout.Paragraph(strings.Join(items, " ")))
	if d := p.Deadline(); d != "" {
		p.Add(layout.Paragraph(d))
	}
}

// What is a thing that is awaited, in words.
func (p *Page) What(a adjudicator.Await) string {
	return p.Text("await-"+a.What, "In", p.Where(a.Space))
}

// Deadline returns until when the awaited is awaited, "" if there is no deadline.
func (p *Page) Deadline() string {
	d := p.Reader.Deadline
	switch {
	case d.Paused && d.Until.IsZero():
		return p.Text("clocks-stand")
	case d.Paused:
		return p.Text("clocks-stand-until", "When", p.When(d.Until, d.Zone))
	case d.At.IsZero():
		return ""
	}
	when := p.When(d.At, d.Zone)
	switch left := d.At.Sub(d.Now); {
	case d.Now.IsZero():
		return p.Text("deadline", "When", when)
	case left > 0:
		return p.Text("deadline-left", "When", when, "Left", p.Span(left))
	}
	return p.Text("deadline-over", "When", when)
}

// AddOrderForm offers the reader a form if the game waits for them.
func (p *Page) AddOrderForm() {
	for _, a := range p.Reader.Awaited {
		if a.Power == p.Reader.Power && p.Reader.Pos.Nation(p.Reader.Power).HasTurn() {
			p.AddSeatForm()
			return
		}
	}
}

// AddSeatForm offers the form of the reader's seat, with its key, and tells where their units stand if it is their turn.
func (p *Page) AddSeatForm() {
	if !p.Reader.Pos.Nation(p.Reader.Power).HasTurn() {
		return
	}
	p.Add(layout.Heading(p.Text("form")), layout.Paragraph(p.Text("form-note")), layout.Verbatim(p.form()))
	if slices.ContainsFunc(p.Reader.Awaited, func(a adjudicator.Await) bool {
		return a.Power == p.Reader.Power && a.What == p.Reader.Pos.Phase().String()
	}) && p.Units != NoUnits {
		p.addUnits()
	}
	if n := p.Reader.Pos.Nation(p.Reader.Power); len(n.Standing())+len(n.Answers()) > 0 {
		p.Add(layout.Paragraph(p.Text("form-standing")))
		p.AddStandingOrders()
	}
}

// AddStandingOrders lists the reader's standing orders and answers.
func (p *Page) AddStandingOrders() {
	var n position.Nation
	if p.Reader.Pos != nil {
		n = p.Reader.Pos.Nation(p.Reader.Power)
	}
	if !n.HasTurn() || len(n.Standing())+len(n.Answers()) == 0 {
		p.Add(layout.Paragraph(p.Text("standing-none")))
		return
	}
	p.Add(layout.Verbatim(OrderLines(orders.FormatStanding(n.Standing(), n.Answers(), p.Lang, p.Board))))
}

// OrderLines splits orders into their lines.
func OrderLines(text string) []string { return strings.Split(strings.TrimRight(text, "\n"), "\n") }

// FoldOrders breaks long lines of orders so that they are joined again when they are read. It leaves room to put the mark
// of a comment or of a quote before them.
func FoldOrders(lines []string) []string {
	var out []string
	for _, l := range lines {
		for layout.Width(l) > orderColumns {
			head, rest := breakOrder(l)
			if rest == "" {
				break
			}
			out, l = append(out, head+" \\"), "      "+rest
		}
		out = append(out, l)
	}
	return out
}

// orderColumns is how wide lines of orders are.
const orderColumns = layout.Columns - 2

// breakOrder divides a line at its last blank that leaves room for the mark that joins it to the next.
func breakOrder(l string) (head, rest string) {
	at := -1
	used, begun := 0, false
	for i, r := range l {
		if r == ' ' && begun && used <= orderColumns-2 {
			at = i
		}
		begun = begun || r != ' '
		used += layout.RuneWidth(r)
	}
	if at < 0 {
		return l, ""
	}
	return l[:at], l[at+1:]
}

// Rulings lists what the referee has decided about the rules in this game; nothing without any.
func Rulings(l *local.Localizer, lines []string) []layout.Block {
	if len(lines) == 0 {
		return nil
	}
	return []layout.Block{layout.Heading(l.Text("rulings")), layout.Bullets(lines)}
}
