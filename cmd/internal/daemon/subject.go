package daemon

import (
	"fieldpost/adjudicator/order"
	"fieldpost/mailio/message"
	"fieldpost/orders"
)

// subjectLine is what a subject says: a header for each tag that may be a game's (others are mailing lists'), and the words
// after the tags, which may be a question such as "status".
type subjectLine struct {
	headers []order.Header
	rest    string
}

func readSubject(subject string) subjectLine {
	tags, rest := message.SplitSubject(subject)
	s := subjectLine{rest: rest}
	for _, t := range tags {
		if h := orders.Subject("[" + t + "] " + rest); h.Game != "" {
			s.headers = append(s.headers, h)
		}
	}
	return s
}

// SubjectHeaders are the headers that a subject's tags may be.
func SubjectHeaders(subject string) []order.Header { return readSubject(subject).headers }
