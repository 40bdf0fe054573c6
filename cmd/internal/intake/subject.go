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

// SubjectOf is what the sender of a mail says in its subject. Of is the mail that it answers, nil if it is not known. Words that were not typed
// say nothing but the game.
func SubjectOf(subject string, of *Answered) Subject {
	s := ReadSubject(subject)
	if typedSubject(subject, of) {
		return s
	}
	s.Rest = ""
	for i, h := range s.Headers {
		s.Headers[i] = order.Header{Game: h.Game}
	}
	return s
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
