package receipt

import (
	"regexp"
	"slices"
	"strconv"

	"fieldpost/adjudicator/order"
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
	key, subject, next := "refused", "subject-errors", "refused-next"
	if v.Checked {
		key = "refused-check"
	}
	// not a line is wrong, but that there are orders at all
	if !slices.ContainsFunc(faults, func(f order.Fault) bool { return f.Line > 0 }) {
		key, subject, next = "refused-whole", "subject-not-taken", ""
		if v.Checked {
			key = "refused-check-whole"
		}
	}
	l := reader.NewPage(v.Reader, s.Localizer)
	l.Document.Lead = s.Plural(key, len(faults), "N", s.Count(len(faults)))
	if len(v.Mended) > 0 {
		next = "refused-again"
		l.Add(layout.Paragraph(s.Text("refused-yes")), layout.Verbatim(v.Mended),
			layout.Verbatim([]string{"reading " + v.Name}), layout.Small(s.Text("question-good")))
	}
	if v.InForce {
		l.Add(layout.Paragraph(s.Text("refused-in-force")))
	}
	for _, f := range faults[:min(mostFaults, len(faults))] {
		s.faultBlocks(l, f, v.Lines)
	}
	if more := len(faults) - mostFaults; more > 0 {
		l.Add(layout.Paragraph(s.Plural("more-faults", more, "N", s.Count(more))))
	}
	s.remarks(l, hints, v.Lines)
	if items := s.repairItems(v.Repairs); len(items) > 0 {
		l.Add(layout.Heading(s.Text("repairs")), layout.Bullets(items))
	}
	l.Add(layout.Heading(s.Text("next")))
	if next != "" {
		l.Add(layout.Paragraph(s.Text(next)))
	}
	l.AddAwaited()
	l.AddOrderForm()
	return l.Mail(v.CurrentTag(), s.Plural(subject, len(faults), "N", s.Count(len(faults))))
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
