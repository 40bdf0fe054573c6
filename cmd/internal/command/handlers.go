package command

import (
	"fmt"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// Functions that carry out commands. Their callers have checked who may give them.
var (
	Handlers = map[*Spec]func(*Request, commands.Command) (layout.Mail, error){} // of one line
	Together = map[*Spec]func(*Request) (*decision.Outcome, error){}             // of all of a mail
)

// Handle enters a command in the table with the function that carries it out and answers. An answer without a subject
// is not sent: its news has gone out already.
func Handle[C commands.Command](s Spec, handle func(*Request, C) (layout.Mail, error)) *Spec {
	if handle == nil {
		panic(fmt.Sprintf("command: nothing carries out %q", s.Syntax))
	}
	of := register[C](s)
	Handlers[of] = func(r *Request, c commands.Command) (layout.Mail, error) { return handle(r, c.(C)) }
	return of
}

// HandleTogether enters a command of which all lines of a mail are carried out at once.
func HandleTogether[C commands.Command](s Spec, handle func(*Request) (*decision.Outcome, error)) *Spec {
	if handle == nil {
		panic(fmt.Sprintf("command: nothing carries out %q", s.Syntax))
	}
	s.Together = true
	of := register[C](s)
	Together[of] = handle
	return of
}

// AsNotice makes a handler of a function that answers with a notice; nil means that its news has gone out already.
func AsNotice[C commands.Command](do func(*Request, C) (notice.Notice, error)) func(*Request, C) (layout.Mail, error) {
	return func(r *Request, c C) (layout.Mail, error) { return r.RenderResult(do(r, c)) }
}

// CarryOut carries out one line, if the sender may give it, and returns its answer.
func (r *Request) CarryOut(c commands.Command) (layout.Mail, error) {
	of := SpecOf(c)
	if r.Game != nil && of.Changes() {
		if r.SenderLeft {
			return r.RefuseCommand(notice.NotDone{Why: r.QuoteCommand(c), Reason: "", Args: nil})
		}
		if s := r.Game.Participant(r.Seat.ID()); s != nil {
			r.Seat = s // as the line before it has left it
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

// RefuseCommand answers a command that is not carried out with the reason.
func (r *Request) RefuseCommand(n notice.Notice) (layout.Mail, error) {
	r.RefusedFor = string(n.ID())
	return r.Render(n)
}

// Commands returns the commands of the mail: what it does with its orders, then its lines. A check is the only command
// of its mail.
func (r *Request) Commands() []commands.Command {
	if r.File.Check {
		return []commands.Command{commands.Check{}}
	}
	var out []commands.Command
	switch w := r.File.Withdraw; {
	case r.File.HasOrders(): // they are carried out with what is taken back
		out = append(out, commands.Orders{})
	case len(w) > 0:
		out = append(out, commands.Withdraw{Line: commands.Line(w[0].Line), Of: w[0]})
	}
	return append(out, r.File.Commands...)
}

// Changes reports whether the mail asks for more than an answer.
func (r *Request) Changes() bool { return anyChanges(r.Commands()) }

// Refusal returns the notice that refuses a command to the sender, nil if they may give it.
func (r *Request) Refusal(c commands.Command) notice.Notice {
	return SpecOf(c).Refuse(r.Sender(), r.File.Whole(c.CommandLine()))
}

// Sender returns the sender as the table of commands knows them.
func (r *Request) Sender() Sender {
	if r.Game == nil || r.Seat == nil {
		return Sender{}
	}
	return Sender{Power: r.Seat.Power, Referee: r.Seat.IsReferee(), Observer: r.Seat.Kind == roster.Observer,
		Begun: r.Game.Running()}
}
