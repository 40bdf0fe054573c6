package command

import (
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// CarryOut does what one line asks for, if the sender may ask for it, and answers.
func (r *Request) CarryOut(c commands.Command) (layout.Mail, error) {
	of := Of(c)
	if r.Game != nil && of.Changes() {
		if r.Left {
			return r.Decline(notice.NotDone{Why: r.Asked(c), Reason: "", Args: nil})
		}
		if s := r.Game.Participant(r.Seat.ID()); s != nil {
			r.Seat = s // as the line before has left it
		}
	}
	if no := r.Refusal(c); no != nil {
		return r.Decline(no)
	}
	handle := Handlers[of]
	if handle == nil {
		return r.Decline(notice.NotByMail{Line: r.Asked(c)})
	}
	return handle(r, c)
}

// Decline answers an act that is not done with the reason.
func (r *Request) Decline(n notice.Notice) (layout.Mail, error) {
	r.Declined = string(n.ID())
	return r.Words(n)
}
