package command

import (
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// CarryOut does what one line asks for, if the sender may ask for it, and answers.
func (r *Request) CarryOut(c commands.Command) (layout.Mail, error) {
	of := SpecOf(c)
	if r.Game != nil && of.Changes() {
		if r.SenderLeft {
			return r.RefuseCommand(notice.NotDone{Why: r.QuoteCommand(c), Reason: "", Args: nil})
		}
		if s := r.Game.Participant(r.Seat.ID()); s != nil {
			r.Seat = s // as the line before has left it
		}
	}
	if no := r.Refusal(c); no != nil {
		return r.RefuseCommand(no)
	}
	handle := Handlers[of]
	if handle == nil {
		return r.RefuseCommand(notice.NotByMail{Line: r.QuoteCommand(c)})
	}
	return handle(r, c)
}

// RefuseCommand answers an act that is not done with the reason.
func (r *Request) RefuseCommand(n notice.Notice) (layout.Mail, error) {
	r.RefusedFor = string(n.ID())
	return r.Render(n)
}
