// Package intake makes values of a mail: what it says ([Parse], [Read]), and who sent it about which game ([Identify]).
// It asks a [Directory] and changes nothing.
package intake

import (
	"strconv"

	"fieldpost/adjudicator/order"
	"fieldpost/mailio/message"
	"fieldpost/orders"
)

// Mail is a mail whose parts are known, but whose text is not read yet.
type Mail struct {
	Message message.Letter
	Subject Subject
}

// Parse splits a mail into its parts. For one that was too large to be fetched whole, cut is its size in bytes and raw
// its header. The error is a [message.Problem] if the mail cannot be read; what is known by then is returned with it.
func Parse(raw []byte, cut int) (Mail, error) {
	var m Mail
	var err error
	if cut > 0 {
		if m.Message, err = message.ParseHeader(raw); err == nil {
			err = &message.Problem{Trouble: message.TooLong, Detail: strconv.Itoa(cut)}
		}
	} else {
		m.Message, err = message.Parse(raw, message.DefaultLimits())
	}
	m.Subject = ReadSubject(m.Message.Subject)
	return m, err
}

// Subject is what a subject says: a header for each tag that may be a game's (others are mailing lists'), and the words
// after the tags, which may be a question such as "status".
type Subject struct {
	Headers []order.Header
	Rest    string
}

// SubjectOf returns what the sender of a mail says in its subject. Of is the mail that it answers, nil if it is not
// known. Words that were not typed say nothing but the game.
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

// ReadSubject parses a subject.
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
