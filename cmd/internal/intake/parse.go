package intake

import (
	"strconv"

	"fieldpost/mailio/message"
)

// Mail is a mail whose parts are known, and whose text is yet to be read.
type Mail struct {
	Message message.Letter
	Subject Subject
}

// Parse takes a mail apart. Of one that was too large to be fetched whole, cut is its size in bytes and raw its header. The error is a
// [message.Problem] if the mail cannot be read; what was found out by then is returned with it.
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
