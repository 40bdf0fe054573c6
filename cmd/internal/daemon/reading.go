package daemon

import (
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
		f := orders.Parse(t.Body, c)
		headers = append(headers, f.Header)
		if worth := worthOf(t, f); worth > best {
			best, r = worth, Reading{t, f}
		}
	}
	if best <= 0 {
		r.readSubject(l, ctx)
		r.countQuoted(ctx)
	}
	for _, h := range headers {
		fillHeader(&r.File.Header, h)
	}
	return r
}

// readSubject takes a question from the subject of a mail whose text says nothing. What the subject of an answer repeats is no
// question, unless there is no text at all.
func (r *Reading) readSubject(l letter.Letter, ctx orders.Context) {
	rest := readSubject(l.Subject).rest
	if strings.TrimSpace(r.Text.Body) != "" && rest != strings.TrimSpace(l.Subject) {
		return
	}
	if f := orders.Parse(rest, ctx); len(f.Faults) == 0 && len(f.Commands) > 0 {
		r.File = f
	}
}

// countQuoted tells of orders that stand in quoted lines only, where nobody knows whether they are meant.
func (r *Reading) countQuoted(ctx orders.Context) {
	var quoted strings.Builder
	for l := range strings.Lines(r.Text.Body) {
		if text, ok := strings.CutPrefix(l, ">"); ok {
			quoted.WriteString(strings.TrimLeft(text, "> "))
		}
	}
	ctx.Preamble = true
	if f := orders.Parse(quoted.String(), ctx); f.HasOrders() {
		r.File.Quoted = strings.Count(quoted.String(), "\n")
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
