package daemon

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/mailio/letter"
	"fieldpost/orders"
)

// Reading is the text of a letter that counts, understood.
type Reading struct {
	Text letter.Text
	File orders.File
}

// Read takes of a letter's texts the one with orders: an attachment before the body, text before HTML (mail conventions 24,
// 36). Without orders anywhere it is the body, and without a body the words of the subject. A header in another text counts
// where the chosen one is silent.
func Read(l letter.Letter, ctx orders.Context) Reading {
	var r Reading
	best := -1
	var headers []order.Header
	for _, t := range l.Texts {
		if strings.HasPrefix(t.Body, "pbd1 ") {
			continue // a record of ours, sent back with a report
		}
		c := ctx
		c.Preamble = t.Source != letter.Attachment
		body, quote := ownWords(t)
		c.Quote = quote
		f := orders.Parse(body, c)
		headers = append(headers, f.Header)
		if worth := worthOf(t, f); worth > best {
			best, r = worth, Reading{t, f}
		}
	}
	if best <= 0 {
		r.readSubject(l, ctx)
	}
	for _, h := range headers {
		fillHeader(&r.File.Header, h)
	}
	return r
}

// Repairs lists what was mended before the text was read, once each: what package letter mended in the mail, then what the
// parser mended in lines. That the text was HTML is told apart.
func (r Reading) Repairs() []orders.Repair {
	var all []orders.Repair
	for _, m := range r.Text.Repairs {
		if what := mendings[m.Kind]; what != "" && !slices.ContainsFunc(all, func(x orders.Repair) bool { return x.What == what }) {
			all = append(all, orders.Repair{What: what})
		}
	}
	return append(all, r.File.Repairs...)
}

// Mending is the key of the words for what package letter mended, "" if none is told.
func Mending(k letter.Kind) string { return mendings[k] }

// mendings are the words of orders for what package letter mends.
var mendings = map[letter.Kind]string{
	letter.Charset: orders.RepairBytes, letter.Joined: "repair-flowed", letter.CutSig: "repair-signature", letter.CutFooter: "repair-footer",
	letter.CutArmour: "repair-armour", letter.BadEncoded: "repair-encoding", letter.NoBoundary: "repair-boundary",
	letter.ByteOrder: orders.RepairBOM, letter.LineEnds: orders.RepairEndings, letter.Blanks: orders.RepairBlanks,
	letter.Tabs: orders.RepairBlanks, letter.ZeroWidth: orders.RepairBlanks, letter.Control: orders.RepairBlanks,
	letter.Quotes: orders.RepairQuotes, letter.Dashes: orders.RepairDashes, letter.Arrows: orders.RepairArrows,
	letter.FullWidth: orders.RepairDigits, letter.Ellipsis: "repair-ellipsis", letter.Composed: "repair-composed",
}

// ownWords is a text in which the words that introduce an older mail are no orders, and the line on which an older mail begins
// that nothing marks. A forwarded mail is a quotation, whatever stands in it (mail convention 37).
func ownWords(t letter.Text) (body string, quote int) {
	h := t.Hint
	if h.Line == 0 || t.Source == letter.Attachment {
		return t.Body, 0
	}
	if t.Quoted == 0 && !h.Forwarded {
		return t.Body, h.Line
	}
	lines := strings.Split(t.Body, "\n")
	for i := h.Line - 1; i < len(lines); i++ {
		switch {
		case h.Forwarded:
			lines[i] = "> " + lines[i]
		case i < h.Line-1+h.Lines:
			lines[i] = ""
		}
	}
	return strings.Join(lines, "\n"), 0
}

// readSubject takes a question from the subject of a mail whose text says nothing. What the subject of an answer repeats is no
// question, unless there is no text at all.
func (r *Reading) readSubject(l letter.Letter, ctx orders.Context) {
	rest := readSubject(l.Subject).rest
	if strings.TrimSpace(r.Text.Body) != "" && rest != strings.TrimSpace(l.Subject) {
		return
	}
	if f := orders.Parse(rest, ctx); len(f.Faults) == 0 && len(f.Commands) > 0 {
		f.Quoted = r.File.Quoted
		r.File = f
	}
}

// worthOf says how much a text is worth reading: the more, the better.
func worthOf(t letter.Text, f orders.File) int {
	worth := 0
	switch {
	case f.HasOrders() || f.Check || f.Withdraw > 0:
		worth = 6
	case len(f.Faults) > 0 && f.Header != (order.Header{}), len(f.Commands) > 0:
		worth = 4
	case f.Header != (order.Header{}):
		worth = 2
	}
	if t.Source == letter.Attachment && worth > 0 {
		worth++
	}
	return worth
}

// fillHeader takes from another header what this one does not say.
func fillHeader(h *order.Header, from order.Header) {
	*h = orders.Over(*h, from)
	if h.Key == "" {
		h.Key = from.Key
	}
	if h.Base == "" {
		h.Base = from.Base
	}
	if h.Salt == "" {
		h.Salt = from.Salt
	}
}
