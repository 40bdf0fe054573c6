package intake

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/mailio/message"
	"fieldpost/orders"
)

// Reading is the text of a letter that counts, understood.
type Reading struct {
	Text      message.Text
	File      orders.File
	QuotedKey bool // the key is in what the mail quotes, and was not typed
}

// Read takes of a letter's texts the one with orders: an attachment before the body, text before HTML (mail conventions 24,
// 36). Without orders anywhere it is the body, and without a body the words of the subject. A header in another text counts
// where the chosen one is silent, and after them what it quotes of the form of a mail of ours. Of is the mail that it answers, nil if it is not
// known: then a quoted header counts only with its key.
func Read(l message.Letter, of *Answered, ctx orders.Context) Reading {
	var r Reading
	best := -1
	var headers, quoted []order.Header
	for _, t := range l.Texts {
		if strings.HasPrefix(t.Body, "pbd1 ") {
			continue // a record of ours, sent back with a report
		}
		c := ctx
		c.Preamble = t.Source != message.Attachment
		if !t.Hint.Forwarded {
			q := withoutOurs(t, of)
			t.Body = q.own
			if of.hasTexts() {
				t.Hint = message.Hint{}
			}
			if of != nil || q.header.Key != "" {
				quoted = append(quoted, q.header)
			}
		}
		body, quote := ownWords(t)
		c.Quote = quote
		f := orders.Parse(body, c)
		headers = append(headers, f.Header)
		if worth := worthOf(t, f); worth > best {
			best, r = worth, Reading{Text: t, File: f}
		}
	}
	if best <= 0 {
		r.readSubject(l, ctx)
	}
	for _, h := range headers {
		FillHeader(&r.File.Header, h)
	}
	typed := r.File.Header.Key != ""
	for _, h := range quoted {
		FillHeader(&r.File.Header, h)
	}
	r.QuotedKey = !typed && r.File.Header.Key != ""
	return r
}

// Repairs lists what was mended before the text was read, once each: what package letter mended in the mail, then what the
// parser mended in lines. That the text was HTML is told apart.
func (r Reading) Repairs() []orders.Repair {
	var all []orders.Repair
	for _, m := range r.Text.Repairs {
		if what := repairs[m.Kind]; what != "" && !slices.ContainsFunc(all, func(x orders.Repair) bool { return x.What == what }) {
			all = append(all, orders.Repair{What: what})
		}
	}
	return append(all, r.File.Repairs...)
}

// RepairText is the key of the words for what package letter mended, "" if none is told.
func RepairText(k message.Kind) string { return repairs[k] }

// repairs are the words of orders for what package letter mends.
var repairs = map[message.Kind]string{
	message.Charset: orders.RepairBytes, message.Joined: "repair-flowed", message.CutSig: "repair-signature", message.CutFooter: "repair-footer",
	message.CutArmour: "repair-armour", message.BadEncoded: "repair-encoding", message.NoBoundary: "repair-boundary",
	message.ByteOrder: orders.RepairBOM, message.LineEnds: orders.RepairEndings, message.Blanks: orders.RepairBlanks,
	message.Tabs: orders.RepairBlanks, message.ZeroWidth: orders.RepairBlanks, message.Control: orders.RepairBlanks,
	message.Quotes: orders.RepairQuotes, message.Dashes: orders.RepairDashes, message.Arrows: orders.RepairArrows,
	message.FullWidth: orders.RepairDigits, message.Ellipsis: "repair-ellipsis", message.Composed: "repair-composed",
}

// ownWords is a text in which the words that introduce an older mail are no orders, and the line on which an older mail begins
// that nothing marks. A forwarded mail is a quotation, whatever stands in it (mail convention 37).
func ownWords(t message.Text) (body string, quote int) {
	h := t.Hint
	if h.Line == 0 || t.Source == message.Attachment {
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
func (r *Reading) readSubject(l message.Letter, ctx orders.Context) {
	rest := ReadSubject(l.Subject).Rest
	if strings.TrimSpace(r.Text.Body) != "" && rest != strings.TrimSpace(l.Subject) {
		return
	}
	if f := orders.Parse(rest, ctx); len(f.Faults) == 0 && len(f.Commands) > 0 {
		f.Quoted = r.File.Quoted
		r.File = f
	}
}

// worthOf says how much a text is worth reading: the more, the better.
func worthOf(t message.Text, f orders.File) int {
	worth := 0
	switch {
	case f.HasOrders() || f.Check || f.Withdraw > 0:
		worth = 6
	case len(f.Faults) > 0 && f.Header != (order.Header{}), len(f.Commands) > 0:
		worth = 4
	case f.Header != (order.Header{}):
		worth = 2
	}
	if t.Source == message.Attachment && worth > 0 {
		worth++
	}
	return worth
}

// FillHeader takes from another header what this one does not say.
func FillHeader(h *order.Header, from order.Header) {
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
