package command

import (
	"fmt"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// What carries commands out. Who may give them is decided by package command.
var (
	Handlers = map[*Spec]func(*Request, commands.Command) (layout.Mail, error){} // of one line
	Together = map[*Spec]func(*Request) (*decision.Outcome, error){}             // of all of a mail
)

// Handle enters a command into the table, with what does it and answers. An empty mail says that the news of it is out.
func Handle[C commands.Command](s Spec, handle func(*Request, C) (layout.Mail, error)) *Spec {
	if handle == nil {
		panic(fmt.Sprintf("daemon: nothing carries out %q", s.Syntax))
	}
	of := register[C](s)
	Handlers[of] = func(r *Request, c commands.Command) (layout.Mail, error) { return handle(r, c.(C)) }
	return of
}

// HandleTogether enters commands of which all of a mail are carried out at once.
func HandleTogether[C commands.Command](s Spec, handle func(*Request) (*decision.Outcome, error)) *Spec {
	if handle == nil {
		panic(fmt.Sprintf("daemon: nothing carries out %q", s.Syntax))
	}
	s.Together = true
	of := register[C](s)
	Together[of] = handle
	return of
}

// AsNotice makes a handler of a function that answers with a notice; nil: the news of it is out.
func AsNotice[C commands.Command](do func(*Request, C) (notice.Notice, error)) func(*Request, C) (layout.Mail, error) {
	return func(r *Request, c C) (layout.Mail, error) { return r.RenderResult(do(r, c)) }
}

// Commands are the commands of a mail: what it does with its orders, and its lines. Beside a check nothing else is done.
func (r *Request) Commands() []commands.Command {
	if r.File.Check {
		return []commands.Command{commands.Check{}}
	}
	var out []commands.Command
	if r.File.Withdraw > 0 {
		out = append(out, commands.Withdraw{Line: commands.Line(r.File.Withdraw)})
	}
	if r.File.HasOrders() {
		out = append(out, commands.Orders{})
	}
	return append(out, r.File.Commands...)
}

// Changes reports whether the mail asks for more than an answer.
func (r *Request) Changes() bool { return AnyChanges(r.Commands()) }

// Refusal is the answer to a command that the sender may not give; nil if they may.
func (r *Request) Refusal(c commands.Command) notice.Notice {
	return SpecOf(c).Refuse(r.Sender(), r.File.Whole(c.CommandLine()))
}

// Sender is the sender as the table of commands knows them.
func (r *Request) Sender() Sender {
	if r.Game == nil || r.Seat == nil {
		return Sender{}
	}
	return Sender{Power: r.Seat.Power, Referee: r.Seat.IsReferee(), Observer: r.Seat.Kind == roster.Observer, Begun: r.Game.Running()}
}
