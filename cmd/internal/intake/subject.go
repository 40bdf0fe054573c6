package intake

import (
	"fieldpost/adjudicator/order"
	"fieldpost/mailio/message"
	"fieldpost/orders"
)

// Subject is what a subject says: a header for each tag that may be a game's (others are mailing lists'), and the words
// after the tags, which may be a question such as "status".
type Subject struct {
	Headers []order.Header
	Rest    string
}

// ReadSubject reads a subject.
func ReadSubject(subject string) Subject {
	tags, rest := message.SplitSubject(subject)
	s := Subject{Rest: rest}
	for _, t := range tags {
		if h := orders.Subject("[" + t + "] " + rest); h.Game != "" {
			s.Headers = append(s.Headers, h)
		}
	}
	return s
}
