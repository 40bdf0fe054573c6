package templates

import (
	"regexp"
	"slices"
	"strconv"

	"fieldpost/adjudicator/order"
	"fieldpost/orders"
)

// Refusal writes the answer to orders of which nothing was taken: every fault with its line and its remedy. The error names a
// message that could not be made.
func Refusal(v RefusalView, lang orders.Lang) (Mail, error) {
	s, err := v.speaker(lang)
	if err != nil {
		return Mail{}, err
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
	if !slices.ContainsFunc(faults, func(f order.Fault) bool { return f.Line > 0 }) { // not a line is wrong, but that there are orders at all
		key, subject, next = "refused-whole", "subject-not-taken", ""
		if v.Checked {
			key = "refused-check-whole"
		}
	}
	l := &letter{lang: string(lang), lead: s.many(key, len(faults), "N", s.count(len(faults)))}
	if v.InForce {
		l.add(para{s.say("refused-in-force")})
	}
	for _, f := range faults[:min(mostFaults, len(faults))] {
		s.faultBlocks(l, f, v.Lines)
	}
	if more := len(faults) - mostFaults; more > 0 {
		l.add(para{s.many("more-faults", more, "N", s.count(more))})
	}
	s.remarks(l, hints, v.Lines)
	if items := s.repairItems(v.Repairs); len(items) > 0 {
		l.add(heading{s.say("repairs")}, bullets{items})
	}
	l.add(heading{s.say("next")})
	if next != "" {
		l.add(para{s.say(next)})
	}
	s.awaited(l, v.Seat)
	s.orderForm(l, v.Seat)
	return s.mail(l, v.Seat, v.subjectTag(), s.many(subject, len(faults), "N", s.count(len(faults))), Mail{})
}

// mostFaults is how many faults a letter tells of: who has more has sent something else than orders.
const mostFaults = 40

// faultBlocks tells one fault: where, the line as written, what is wrong and how to mend it, the mended line to copy.
func (s *speaker) faultBlocks(l *letter, f order.Fault, lines []string) {
	if f.Line < 1 || f.Line > len(lines) {
		l.add(para{s.fault(f)})
		return
	}
	written := hideKey(lines[f.Line-1])
	l.add(subhead{s.say("fault-at", "N", strconv.Itoa(f.Line))}, verbatim{wrap(shortened(written), "", "  ")}, para{s.fault(f)})
	if len(f.Suggest) > 0 && f.Offer != "" {
		l.add(para{s.say("mended")}, verbatim{wrap(hideKey(f.Offer), "", "  ")})
	}
}

var keyed = regexp.MustCompile(`(?i)[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}`)

// hideKey takes a seat's key out of a line that is quoted.
func hideKey(line string) string { return keyed.ReplaceAllString(line, "****-****-****-****") }
