package intake

import (
	"regexp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/commands"
)

// Reading is the text of a mail that counts, parsed.
type Reading struct {
	Text       message.Text
	File       orders.File
	QuotedKey  bool   // the key is in what the mail quotes, and was not typed
	QuotedBase bool   // so is the base
	Aside      string // words of the sender between quoted lines, which were not read with the rest
	// Parts are the texts for several seats, of which File is the first; empty if the mail is about one.
	Parts []string

	ctx orders.Context
}

// evidence matches a line that begins a text in the archive that our mails bring.
var evidence = regexp.MustCompile(`(?m)^-- [a-z0-9-]+-[0-9]+(?:-[A-Za-z0-9-]+)?\.txt --$`)

// Read parses the text of a mail that has orders: an attachment before the body, text before HTML (mail conventions 24,
// 36). Without orders it is the body, and without a body the subject. A header in another text fills in what the chosen
// one leaves out; after them what the mail quotes of the form in a mail of ours. Of is the mail that it answers, nil if
// it is not known: then a quoted header counts only with its key.
func Read(l message.Letter, of *Answered, ctx orders.Context) Reading {
	var r Reading
	best := -1
	var headers, quoted []order.Header
	for _, t := range l.Texts {
		if strings.HasPrefix(t.Body, "pbd1 ") || t.Source == message.Attachment && evidence.MatchString(t.Body) {
			continue // ours, sent back with a report
		}
		c := ctx
		c.Preamble = t.Source != message.Attachment
		aside := ""
		if !t.Hint.Forwarded {
			q := withoutOurs(t, of)
			t.Body, aside = q.own, q.aside
			if q.compared {
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
			best, r = worth, Reading{Text: t, File: f, Aside: aside, Parts: seatTexts(body, quote, ctx.Board), ctx: c}
		}
	}
	if bringsPosition(r.File) {
		headers = []order.Header{r.File.Header}
	}
	if len(r.Parts) > 0 {
		r.readSeats(headers)
	}
	if best <= 0 {
		r.readSubject(l, ctx)
	}
	for _, h := range headers {
		FillHeader(&r.File.Header, h)
	}
	typed := r.File.Header
	for _, h := range quoted {
		FillHeader(&r.File.Header, h)
	}
	r.QuotedKey = typed.Key == "" && r.File.Header.Key != ""
	r.QuotedBase = typed.Base == "" && r.File.Header.Base != ""
	return r
}

// readSeats reads a text with the headers of several powers: what it says is the first part's that says something, and
// nothing is taken from the header of another power. Headers are those of all texts.
func (r *Reading) readSeats(headers []order.Header) {
	for i := range headers {
		headers[i].Power, headers[i].Salt = board.Nobody, ""
	}
	parts := saying(r.Parts, r.ctx)
	r.File = orders.Parse(append(slices.Clone(parts), r.Parts[1])[0], r.ctx)
	if r.Parts = parts; len(parts) == 1 {
		r.Parts = nil
	}
}

// Repairs lists what was repaired before the text was read, once each: first in the mail by package message, then in
// lines by the parser. That the text was HTML is reported apart.
func (r Reading) Repairs() []orders.Repair {
	var all []orders.Repair
	for _, m := range r.Text.Repairs {
		if what := repairs[m.Kind]; what != "" &&
			!slices.ContainsFunc(all, func(x orders.Repair) bool { return x.What == what }) {
			all = append(all, orders.Repair{What: what})
		}
	}
	all = append(all, r.File.Repairs...)
	if r.Aside != "" {
		all = append(all, orders.Repair{What: orders.RepairAside, Text: r.Aside})
	}
	return all
}

// RepairText returns the key of the words for a repair of package message, "" if it is not reported.
func RepairText(k message.Kind) string { return repairs[k] }

// repairs are the keys of the words for the repairs of package message.
var repairs = map[message.Kind]string{
	message.Charset: orders.RepairBytes, message.Joined: "repair-flowed", message.CutSig: "repair-signature",
	message.CutFooter: "repair-footer",
	message.CutArmour: "repair-armour", message.BadEncoded: "repair-encoding", message.NoBoundary: "repair-boundary",
	message.ByteOrder: orders.RepairBOM, message.LineEnds: orders.RepairEndings, message.Blanks: orders.RepairBlanks,
	message.Tabs: orders.RepairBlanks, message.ZeroWidth: orders.RepairBlanks, message.Control: orders.RepairBlanks,
	message.Quotes: orders.RepairQuotes, message.Dashes: orders.RepairDashes, message.Arrows: orders.RepairArrows,
	message.FullWidth: orders.RepairDigits, message.Ellipsis: "repair-ellipsis", message.Composed: "repair-composed",
}

// ownWords returns a text without the words that introduce a quoted mail, and the line on which an unmarked quotation
// begins. A forwarded mail is a quotation as a whole (mail convention 37).
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

// readSubject reads a question from the subject of a mail whose text says nothing. What the subject of an answer
// repeats is no question, unless there is no text at all.
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

// worthOf returns how much a text is worth reading; the text with the most is read.
func worthOf(t message.Text, f orders.File) int {
	worth := 0
	switch {
	case bringsPosition(f):
		worth = 8 // what is attached are no orders
	case f.HasOrders() || f.Check || len(f.Withdraw) > 0:
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

// bringsPosition reports whether a text opens a game with the position in a file that is attached.
func bringsPosition(f orders.File) bool {
	return slices.ContainsFunc(f.Commands, func(c commands.Command) bool {
		n, ok := c.(commands.NewGame)
		return ok && n.Attached
	})
}

// FillHeader fills in from another header what this one leaves out.
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
