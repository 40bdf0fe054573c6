package notice

import (
	"strings"

	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Answers to those who ask for what mails do not bring by themselves.

// Sent brings a file.
type Sent struct{ File string }

func (Sent) ID() ID { return "sent" }

// NoAppointment says that there is nothing to enter in a calendar.
type NoAppointment struct{}

func (NoAppointment) ID() ID { return "no-appointment" }

// SendWhat says that a word asks for nothing, and what can be asked for.
type SendWhat struct {
	Word    Quote
	Nearest []string // of our own words
	Lines   []string
}

func (SendWhat) ID() ID { return "send-what" }

func (n SendWhat) body(p *reader.Page) {
	if len(n.Nearest) > 0 {
		p.Add(layout.Paragraph(p.Text("send-nearest", "List", strings.Join(n.Nearest, " / "))))
	}
	p.Add(layout.Paragraph(p.Text("send-all")), layout.Verbatim(n.Lines))
}
