package notice

import (
	"strings"

	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Notices about press, and press itself.

// PressReceived is press for a reader, as written.
type PressReceived struct {
	From local.Participant
	To   []local.Participant
	Body []string
	Open Quote // the line with which an answer begins, or ""
}

func (PressReceived) ID() ID { return "press-came" }

func (n PressReceived) body(p *reader.Page) {
	p.Add(layout.Prose(n.Body))
	if n.Open == "" {
		return
	}
	_, end, _ := strings.Cut(commands.Format(commands.Press{}, p.Lang, p.Board), "\n")
	p.Add(layout.Small(p.Text("press-answer", "Open", n.Open, "Close", end)))
}

// PressSent tells the writer how their press went out.
type PressSent struct {
	To   []local.Participant
	Body []string
}

func (PressSent) ID() ID                { return "press-sent" }
func (n PressSent) body(p *reader.Page) { p.Add(layout.Prose(n.Body)) }

// PressAsked asks whether what answers a private mail is for all.
type PressAsked struct {
	Lines []string // how to send it all the same
}

func (PressAsked) ID() ID                { return "press-ask" }
func (n PressAsked) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// PressUnaddressed asks who an answer to press is for.
type PressUnaddressed struct {
	From  local.Participant
	Lines []string // how to answer
}

func (PressUnaddressed) ID() ID                { return "press-how" }
func (n PressUnaddressed) body(p *reader.Page) { p.Add(layout.Verbatim(n.Lines)) }

// PressOff says that the game has no press.
type PressOff struct{}

func (PressOff) ID() ID { return "press-off" }

// PressNamed says that the game has no anonymous press.
type PressNamed struct{}

func (PressNamed) ID() ID { return "press-named" }

// PressToReferee says that observers write to the referee only.
type PressToReferee struct{}

func (PressToReferee) ID() ID { return "press-referee" }

// PressToNobody says that press to these addressees would have no reader.
type PressToNobody struct{ To []local.Participant }

func (PressToNobody) ID() ID { return "press-nobody" }

// PressTooLong refuses press of more bytes than the limit.
type PressTooLong struct{ Limit int }

func (PressTooLong) ID() ID { return "press-too-long" }

// PressTooMany refuses more press a day than the limit.
type PressTooMany struct{ Limit int }

func (PressTooMany) ID() ID { return "press-too-many" }
