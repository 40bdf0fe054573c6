// Package receipt writes the answers to orders: receipts, refusals, and what orders that are only checked would lead to.
package receipt

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// writer writes receipts and refusals in one language.
type writer struct{ *local.Localizer }

// newWriter returns the writer of a rule set's board; nil is that of Revised. The error names a language that there
// is not.
func newWriter(set *rules.Set, lang syntax.Lang) (writer, error) {
	r := reader.Reader{Rules: set}
	l, err := r.Localizer(lang)
	return writer{l}, err
}

// Mail writes the answer to orders that were accepted. The error names a message that could not be made.
func Mail(v View, lang syntax.Lang) (layout.Mail, error) {
	s, err := newWriter(v.Rules, lang)
	if err != nil {
		return layout.Mail{}, err
	}
	l := reader.NewPage(v.Reader, s.Localizer)
	l.Document.Lead = s.received(v)
	if v.Again > 0 {
		l.Add(layout.Paragraph(s.Text("receipt-again", "N", strconv.Itoa(v.Again))))
	}
	switch {
	case v.Checked:
		s.checked(l, v)
	case v.Draft == nil:
		s.understood(l, v)
	case v.Played || v.Locked:
		s.understood(l, v)
		s.sheet(l, "draft-now", v.Draft.Sheet)
		s.sheet(l, "draft-fallen", v.Draft.Fallen)
	default:
		s.draft(l, v.Draft)
	}
	s.reading(l, v.Read)
	s.remarks(l, v.Hints, v.Lines, s.risks(v.Forecast)...)
	s.sources(l, v)
	s.inForce(l, v)
	if v.Draft == nil && !v.Played && !v.Checked { // of a draft the first sentence says it, of what was played the report
		l.AddAwaited()
	}
	s.number(l, v)
	m, err := l.Mail(v.CurrentTag(), s.Text(v.status()))
	m.Evidence = v.Evidence
	return m, err
}

// AddPlayed adds to a report what its reader's orders left open: what stays a draft, how they were read, what was odd.
func AddPlayed(p *reader.Page, v View) {
	s := writer{p.Localizer}
	if v.Draft != nil {
		s.sheet(p, "draft-now", v.Draft.Sheet)
		s.sheet(p, "draft-fallen", v.Draft.Fallen)
	}
	s.reading(p, v.Read)
	s.remarks(p, v.Hints, v.Lines)
	s.sources(p, v)
	s.inForce(p, v)
}

// status is the key of the subject's word.
func (v View) status() string {
	switch {
	case v.Checked && len(v.Hints) > 0:
		return "subject-checked-hints"
	case v.Checked:
		return "subject-checked"
	case v.Late:
		return "subject-draft"
	case v.Locked:
		return "subject-locked"
	case v.Draft != nil && !v.Played:
		return "subject-filed"
	}
	return "subject-ok"
}

// received is the receipt's first sentence.
func (s writer) received(v View) string {
	switch {
	case v.Checked:
		return s.Text("receipt-checked")
	case v.Late:
		return s.Text("receipt-draft")
	case v.Locked:
		return s.Text("receipt-locked")
	case v.Next:
		return s.Text("receipt-next")
	case v.Played:
		return s.Text("receipt-played")
	case v.Draft == nil:
		return s.Text("receipt-filed")
	case !v.Draft.Holds:
		return s.Text("receipt-at-once", "Power", s.Power(v.Power))
	case v.Deadline.At.IsZero():
		return s.Text("receipt-when-ready", "Power", s.Power(v.Power))
	}
	return s.Text("receipt-at-deadline", "Power", s.Power(v.Power), "Time", s.When(v.Deadline.At, v.Deadline.Zone))
}

// understood shows the orders as they were read, in the reader's language.
func (s writer) understood(l *reader.Page, v View) {
	l.Add(layout.Heading(s.Text("understood")))
	text := orders.Format(bodyOf(v.File), s.Lang, orders.Context{Board: s.Board, Phase: order.NoPhase, Power: v.Power})
	if lines := reader.OrderLines(text); len(lines) > 0 && lines[0] != "" {
		l.Add(layout.Verbatim(reader.FoldOrders(lines)))
	} else {
		l.Add(layout.Paragraph(s.Text("understood-nothing")))
	}
}

// reading shows beside orders the words that they were read from, what was guessed, and what was not read.
func (s writer) reading(l *reader.Page, read Reading) {
	if len(read.Guesses) > 0 {
		l.Add(layout.Heading(s.Text("guessed")), layout.Bullets(read.Guesses))
	}
	var items []string
	for _, x := range read.Said {
		items = append(items, s.Text("said-item", "Order", x.Order, "Words", local.Shorten(x.Words)))
	}
	if len(items) > 0 {
		l.Add(layout.Heading(s.Text("said")), layout.Bullets(items))
	}
	if read.NotRead != "" {
		l.Add(layout.Paragraph(s.Text("question-not-read", "Words", local.Shorten(read.NotRead))))
	}
}

// bodyOf leaves the header out: a receipt never repeats a key.
func bodyOf(f order.File) order.File {
	f.Header = order.Header{}
	return f
}

// remarks lists what is legal but odd. The way that was found for units is told only if another would have had other
// effects: if land units go through land that is not their side's.
func (s writer) remarks(l *reader.Page, hints []order.Fault, lines []string, more ...string) {
	hints = slices.DeleteFunc(slices.Clone(hints), func(f order.Fault) bool {
		return f.Code == order.WayTaken && (!f.Unit.IsLand() || !slices.ContainsFunc(f.Spaces, func(id board.SpaceID) bool {
			return l.Reader.Pos != nil && s.Board.SideOf(l.Reader.Pos.Owner(id)) != s.Board.SideOf(l.Reader.Power)
		}))
	})
	if items := append(s.faultItems(hints, lines), more...); len(items) > 0 {
		l.Add(layout.Heading(s.Text("hints")), layout.Bullets(items))
	}
}

// sources says where the orders were read, and what was done to the text before (mail convention 31).
func (s writer) sources(l *reader.Page, v View) {
	var items []string
	if v.FromFile != "" {
		items = append(items, s.Text("read-from-file", "Name", local.Shorten(v.FromFile)))
	}
	if v.FromHTML {
		items = append(items, s.Text("read-from-html"))
	}
	s.small(l, append(items, s.repairItems(v.Repairs)...))
}

// small adds how the mail was read, in small print.
func (s writer) small(l *reader.Page, items []string) {
	if len(items) > 0 {
		l.Add(layout.Small(s.Text("repairs", "List", strings.Join(items, " "))))
	}
}

// inForce shows what holds after this file: standing orders, and all turn orders that wait.
func (s writer) inForce(l *reader.Page, v View) {
	after := v.After
	if after == nil {
		after = v.Pos
	}
	if after == nil || v.Checked {
		return
	}
	if len(v.File.Standing)+len(v.File.Answers) > 0 || v.File.Clear != 0 {
		l.Add(layout.Heading(s.Text("in-force")))
		now := l.Reader
		now.Pos = after
		standing := reader.NewPage(now, s.Localizer)
		standing.AddStandingOrders()
		l.Add(standing.Document.Blocks...)
	}
}

// number is what a player keeps to prove what they sent; the rest stands in the attached receipt.
func (s writer) number(l *reader.Page, v View) {
	if v.Arrival == 0 {
		return
	}
	text := s.Text("receipt-number", "N", strconv.Itoa(v.Arrival), "When", s.When(v.Arrived, v.Deadline.Zone))
	if !v.Sent.IsZero() {
		text += " " + s.Text("receipt-sent", "When", s.When(v.Sent, v.Deadline.Zone))
	}
	if v.Salt != "" {
		text += " " + s.Text("receipt-salt", "Salt", v.Salt)
	}
	l.Add(layout.Small(text))
}
