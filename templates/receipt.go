package templates

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/messages"
)

// Receipt writes the answer to orders that were accepted. The error names a message that could not be made.
func Receipt(v ReceiptView, lang orders.Lang) (Mail, error) {
	s, err := v.speaker(lang)
	if err != nil {
		return Mail{}, err
	}
	l := &letter{lang: string(lang), lead: s.received(v)}
	if v.Again > 0 {
		l.add(para{s.say("receipt-again", "N", strconv.Itoa(v.Again))})
	}
	s.understood(l, v)
	if v.Checked {
		s.forecast(l, v.Forecast)
	}
	s.remarks(l, v.Hints, v.Lines)
	s.repairs(l, v)
	s.inForce(l, v)
	if !v.Played { // else the report says it
		l.add(heading{s.say("next")})
		s.awaited(l, v.Seat)
	}
	s.numbers(l, v)
	return s.mail(l, v.Seat, v.subjectTag(), s.say(v.status()), Mail{Attached: v.Attached})
}

// status is the key of the subject's word.
func (v ReceiptView) status() string {
	switch {
	case v.Checked && len(v.Hints) > 0:
		return "subject-checked-hints"
	case v.Checked:
		return "subject-checked"
	case v.Draft:
		return "subject-draft"
	case v.Locked:
		return "subject-locked"
	}
	return "subject-ok"
}

// received is the receipt's first sentence.
func (s *speaker) received(v ReceiptView) string {
	switch {
	case v.Checked:
		return s.say("receipt-checked")
	case v.Draft:
		return s.say("receipt-draft")
	case v.Locked:
		return s.say("receipt-locked")
	case v.Next:
		return s.say("receipt-next")
	case v.Played:
		return s.say("receipt-played")
	case v.File.Sheet.Empty():
		return s.say("receipt-filed")
	}
	return s.say("receipt-waiting")
}

// understood shows the orders as they were read, in the reader's language.
func (s *speaker) understood(l *letter, v ReceiptView) {
	l.add(heading{s.say("understood")})
	text := orders.Format(bodyOf(v.File), s.lang, orders.Context{Board: s.b, Phase: order.NoPhase, Power: v.Power})
	if lines := orderLines(text); len(lines) > 0 && lines[0] != "" {
		l.add(verbatim{folded(lines)})
	} else {
		l.add(para{s.say("understood-nothing")})
	}
}

// bodyOf leaves the header out: a receipt never repeats a key.
func bodyOf(f order.File) order.File {
	f.Header = order.Header{}
	return f
}

// folded breaks long lines of orders so that they are joined again when they are read.
func folded(lines []string) []string {
	var out []string
	for _, l := range lines {
		for columns(l) > Columns {
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

// breakOrder divides a line at its last blank that leaves room for the mark that joins it to the next.
func breakOrder(l string) (head, rest string) {
	at := -1
	used, begun := 0, false
	for i, r := range l {
		if r == ' ' && begun && used <= Columns-2 {
			at = i
		}
		begun = begun || r != ' '
		used += runeColumns(r)
	}
	if at < 0 {
		return l, ""
	}
	return l[:at], l[at+1:]
}

// remarks lists what is legal but odd.
func (s *speaker) remarks(l *letter, hints []order.Fault, lines []string) {
	if len(hints) == 0 {
		return
	}
	l.add(heading{s.say("hints")}, bullets{s.faultItems(hints, lines)})
}

// faultItems says each fault in one paragraph: line number, the line, what is wrong, how to mend it.
func (s *speaker) faultItems(fs []order.Fault, lines []string) []string {
	items := make([]string, len(fs))
	for i, f := range fs {
		text := s.fault(f)
		if f.Line >= 1 && f.Line <= len(lines) {
			text = s.say("fault-line", "N", strconv.Itoa(f.Line), "Line", shortened(hideKey(lines[f.Line-1])), "Text", text)
		}
		items[i] = text
	}
	return items
}

// fault says what is wrong and how to mend it, in sentences.
func (s *speaker) fault(f order.Fault) string {
	what, remedy := messages.Text(f, s.lang, s.b)
	if remedy == "" {
		return closed(what)
	}
	return closed(what) + " " + closed(remedy)
}

// closed is a text as a sentence, with a capital and a full stop.
func closed(text string) string {
	text = capital(text)
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}

// repairs lists what was done to the text before it was read.
func (s *speaker) repairs(l *letter, v ReceiptView) {
	var items []string
	if v.FromFile != "" {
		items = append(items, s.say("read-from-file", "Name", shortened(v.FromFile)))
	}
	if v.FromHTML {
		items = append(items, s.say("read-from-html"))
	}
	items = append(items, s.repairItems(v.Repairs)...)
	if len(items) > 0 {
		l.add(heading{s.say("repairs")}, bullets{items})
	}
}

func (s *speaker) repairItems(rs []orders.Repair) []string {
	var items []string
	for _, r := range rs {
		text := closed(messages.Say(r.What, s.lang))
		if r.Line > 0 {
			text = s.say("repair-line", "N", strconv.Itoa(r.Line), "Text", text)
		}
		items = append(items, text)
	}
	return items
}

// inForce shows what holds after this file: standing orders, and all turn orders that wait.
func (s *speaker) inForce(l *letter, v ReceiptView) {
	after := v.After
	if after == nil {
		after = v.Pos
	}
	if after == nil || v.Checked {
		return
	}
	if len(v.File.Standing)+len(v.File.Answers) > 0 || v.File.Clear != 0 {
		seat := v.Seat
		seat.Pos = after
		l.add(heading{s.say("in-force")})
		s.onFile(l, seat)
	}
	if waits := &after.Turn.Sheet; !v.Played && after.Power == v.Power && !waits.Empty() && !v.File.Sheet.Empty() {
		l.add(heading{s.say("waiting-orders")}, verbatim{folded(orderLines(orders.FormatSheet(*waits, s.lang, s.b)))})
	}
}

// numbers are what a player keeps to prove what he sent.
func (s *speaker) numbers(l *letter, v ReceiptView) {
	t := &table{align: "ll"}
	if v.Arrival > 0 {
		t.add(s.say("receipt-number"), strconv.Itoa(v.Arrival))
	}
	if !v.Arrived.IsZero() {
		t.add(s.say("receipt-arrived"), s.when(v.Arrived, v.Deadline.Zone))
	}
	if !v.Sent.IsZero() {
		t.add(s.say("receipt-sent"), s.when(v.Sent, v.Deadline.Zone))
	}
	var digests []string
	for _, d := range []struct{ key, hash string }{{"receipt-mail", v.Mail}, {"receipt-set", v.Set}, {"receipt-salt", v.Salt}, {"receipt-base", v.Base}} {
		if d.hash != "" {
			digests = append(digests, s.say(d.key)+":", d.hash)
		}
	}
	if len(t.rows)+len(digests) == 0 {
		return
	}
	l.add(heading{s.say("receipt")})
	if len(t.rows) > 0 {
		l.add(t)
	}
	if len(digests) > 0 {
		l.add(verbatim{digests})
	}
}
