package reader

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
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

// Mail lays the page out. The error names a sentence that could not be made.
func (p *Page) Mail(tag, subject string) (layout.Mail, error) {
	m, err := p.Document.Mail(tag + " " + subject)
	if err != nil {
		return layout.Mail{}, fmt.Errorf("mail %q: %w", m.Subject, err)
	}
	return m, p.Err()
}

// LessMail says how to get less mail, or which mails the reader has chosen, as the line of the option.
func (p *Page) LessMail(chosen string) string {
	if chosen == "" {
		return p.Text("less-mail")
	}
	return p.Text("less-mail-chosen", "Option", chosen)
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
		if p.Reader.Has(a.Power) && len(p.Reader.Also) > 0 {
			items = append(items, p.Text("waits-your", "Power", p.Power(a.Power), "What", p.What(a)))
		} else if p.Reader.Has(a.Power) {
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

// AddOrderForm offers the reader a form for each of their seats that the game waits for.
func (p *Page) AddOrderForm() { p.addForms(p.Reader.ToAct()) }

// AddSeatForm offers the forms of the seats that the game waits for; if it waits for none of them, that of the first
// seat, which has the key.
func (p *Page) AddSeatForm() {
	asked := p.Reader.ToAct()
	if len(asked) == 0 {
		asked = append(asked, p.Reader.Power)
	}
	p.addForms(asked)
}

// addForms offers the forms of seats of the reader.
func (p *Page) addForms(powers []board.Power) {
	powers = slices.DeleteFunc(powers, func(x board.Power) bool { return !p.Reader.Pos.Nation(x).HasTurn() })
	for i, power := range powers {
		title := p.Text("form")
		if len(p.Reader.Also) > 0 {
			title = p.Text("form-of", "Power", p.Power(power))
		}
		p.Add(layout.Heading(title))
		if i == 0 {
			p.Add(layout.Paragraph(p.Text("form-note")))
		}
		seat := *p
		seat.Reader = p.Reader.at(power)
		p.addForm(&seat)
	}
}

// addForm adds the form of a seat, and tells where its units stand if it is its turn.
func (p *Page) addForm(seat *Page) {
	p.Add(layout.Verbatim(seat.form()))
	power := seat.Reader.Power
	if slices.ContainsFunc(p.Reader.Awaited, func(a adjudicator.Await) bool {
		return a.Power == power && a.What == p.Reader.Pos.Phase().String()
	}) && p.Units != NoUnits {
		p.Add(seat.units()...)
	}
	if n := p.Reader.Pos.Nation(power); len(n.Standing())+len(n.Answers()) > 0 {
		p.Add(layout.Paragraph(p.Text("form-standing")), seat.standingOrders())
	}
}

// AddStandingOrders lists the reader's standing orders and answers.
func (p *Page) AddStandingOrders() { p.Add(p.standingOrders()) }

func (p *Page) standingOrders() layout.Block {
	var n position.Nation
	if p.Reader.Pos != nil {
		n = p.Reader.Pos.Nation(p.Reader.Power)
	}
	if !n.HasTurn() || len(n.Standing())+len(n.Answers()) == 0 {
		return layout.Paragraph(p.Text("standing-none"))
	}
	return layout.Verbatim(OrderLines(orders.FormatStanding(n.Standing(), n.Answers(), p.Lang, p.Board)))
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
