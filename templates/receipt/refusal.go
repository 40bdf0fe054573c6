package receipt

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/orders/messages"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Refusal writes the answer to orders of which nothing was taken: every fault with its line and its remedy. The error
// names a message that could not be made.
func Refusal(v RefusalView, lang syntax.Lang) (layout.Mail, error) {
	s, err := newWriter(v.Rules, lang)
	if err != nil {
		return layout.Mail{}, err
	}
	var faults, hints []order.Fault
	for _, f := range v.Faults {
		if f.Severity == order.Unwise {
			hints = append(hints, f)
		} else {
			faults = append(faults, f)
		}
	}
	key, subject := "refused", "subject-errors"
	if v.Checked {
		key = "refused-check"
	}
	// not a line is wrong, but that there are orders at all
	if !slices.ContainsFunc(faults, func(f order.Fault) bool { return f.Line > 0 }) {
		key, subject = "refused-whole", "subject-not-taken"
		if v.Checked {
			key = "refused-check-whole"
		}
	}
	l := reader.NewPage(v.Reader, s.Localizer)
	l.Document.Lead = s.Plural(key, len(faults), "N", s.Count(len(faults)))
	if v.InForce {
		l.Add(layout.Paragraph(s.Text("refused-in-force")))
	}
	if len(v.Mended) > 0 {
		s.mended(l, v)
	}
	s.faults(l, faults, v)
	s.remarks(l, hints, v.Lines)
	s.small(l, s.repairItems(v.Repairs))
	if len(v.Mended) == 0 {
		l.AddAwaited()
		l.AddOrderForm()
	}
	return l.Mail(v.CurrentTag(), s.Plural(subject, len(faults), "N", s.Count(len(faults)), "Power", s.Power(v.Power)))
}

// mended shows the whole turn as it could be sent, with an account of each line that was changed or is missing.
func (s writer) mended(l *reader.Page, v RefusalView) {
	next := "refused-gaps"
	switch {
	case v.Name != "":
		next = "refused-yes"
	case !slices.ContainsFunc(v.Mended, func(x remedy.Line) bool { return x.Gap }):
		next = "refused-mended"
	}
	text := s.Text(next)
	if d := l.Deadline(); d != "" && len(v.ToAct()) > 0 {
		text += " " + d
	}
	l.Add(layout.Paragraph(text))
	var lines []string
	for _, x := range v.Mended {
		note := ""
		switch {
		case x.Gap:
			what, _ := messages.Text(x.Why, s.Lang, s.Board)
			note = s.Text("mended-gap", "N", strconv.Itoa(x.At), "Why", what)
		case x.Was != "":
			note = s.Text("mended-was", "Line", local.Shorten(strings.TrimSpace(x.Was)))
		}
		lines = append(lines, annotated(x.Text, note)...)
	}
	l.AddFormOf(lines)
	if v.Draft != nil {
		s.outlook(l, v.Draft)
	}
	if v.Name != "" {
		l.Add(layout.Verbatim([]string{"reading " + v.Name}), layout.Small(s.Text("question-good")))
	}
}

// annotated is a line of orders with a note as a comment: behind it if there is room, else above it.
func annotated(line, note string) []string {
	folded := reader.FoldOrders([]string{line})
	if note == "" {
		return folded
	}
	if len(folded) == 1 && layout.Width(line)+2+layout.Width(note) < layout.Columns-2 {
		return []string{line + "  # " + note}
	}
	return append(layout.Fold(note, layout.Columns-2, "# ", "# "), folded...)
}

// faults lists what is wrong, line by line.
func (s writer) faults(l *reader.Page, faults []order.Fault, v RefusalView) {
	told := faults[:min(mostFaults, len(faults))]
	if len(v.Mended) > 0 {
		l.Add(layout.Heading(s.Text("refused-why")), layout.Bullets(s.whatIsWrong(told, v)))
		told = nil
	}
	for _, f := range told {
		s.faultBlocks(l, f, v.Lines)
	}
	if more := len(faults) - mostFaults; more > 0 {
		l.Add(layout.Paragraph(s.Plural("more-faults", more, "N", s.Count(more))))
	}
}

// whatIsWrong says what is wrong with each line, and how to mend it where no mended line stands above.
func (s writer) whatIsWrong(faults []order.Fault, v RefusalView) (items []string) {
	for _, f := range faults {
		mended := func(x remedy.Line) bool { return f.Line > 0 && x.At == f.Line && x.Was != "" }
		if !slices.ContainsFunc(v.Mended, mended) {
			items = append(items, s.faultItems([]order.Fault{f}, v.Lines)...)
			continue
		}
		what, _ := messages.Text(f, s.Lang, s.Board)
		items = append(items, s.faultLine(f, v.Lines, asSentence(what)))
	}
	return items
}

// mostFaults is how many faults a mail lists: who has more has sent something else than orders.
const mostFaults = 40

// faultBlocks adds one fault: where, the line as written, what is wrong and how to mend it, the mended line to copy.
func (s writer) faultBlocks(l *reader.Page, f order.Fault, lines []string) {
	if f.Line < 1 || f.Line > len(lines) {
		l.Add(layout.Paragraph(s.fault(f)))
		return
	}
	written := hideKey(lines[f.Line-1])
	l.Add(layout.Subhead(s.Text("fault-at", "N", strconv.Itoa(f.Line))),
		layout.Verbatim(layout.Wrap(local.Shorten(written), "", "  ")), layout.Paragraph(s.fault(f)))
	if len(f.Suggest) > 0 && f.Offer != "" {
		l.Add(layout.Paragraph(s.Text("mended")), layout.Verbatim(layout.Wrap(hideKey(f.Offer), "", "  ")))
	}
}

var keyed = regexp.MustCompile(`(?i)[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}`)

// hideKey takes a seat's key out of a line that is quoted.
func hideKey(line string) string { return keyed.ReplaceAllString(line, "****-****-****-****") }
