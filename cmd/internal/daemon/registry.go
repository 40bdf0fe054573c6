package daemon

import (
	"fmt"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// What carries commands out. Who may give them is decided by package command.
var (
	handlers = map[*command.Spec]func(*errand, commands.Command) (layout.Mail, error){} // of one line
	together = map[*command.Spec]func(*errand) (*outcome, error){}                      // of all of a mail
)

// define enters a command into the table, with what does it and answers. An empty mail says that the news of it is out.
func define[C commands.Command](s command.Spec, handle func(*errand, C) (layout.Mail, error)) *command.Spec {
	if handle == nil {
		panic(fmt.Sprintf("daemon: nothing carries out %q", s.Syntax))
	}
	of := command.Define[C](s)
	handlers[of] = func(e *errand, c commands.Command) (layout.Mail, error) { return handle(e, c.(C)) }
	return of
}

// defineTogether enters commands of which all of a mail are carried out at once.
func defineTogether[C commands.Command](s command.Spec, handle func(*errand) (*outcome, error)) *command.Spec {
	if handle == nil {
		panic(fmt.Sprintf("daemon: nothing carries out %q", s.Syntax))
	}
	s.Together = true
	of := command.Define[C](s)
	together[of] = handle
	return of
}

// asNotice makes a handler of a function that answers with a notice; nil: the news of it is out.
func asNotice[C commands.Command](do func(*errand, C) (notice.Notice, error)) func(*errand, C) (layout.Mail, error) {
	return func(e *errand, c C) (layout.Mail, error) { return e.tellDone(do(e, c)) }
}

// given are the commands of a mail: what it does with its orders, and its lines. Beside a check nothing else is done.
func (e *errand) given() []commands.Command {
	if e.file.Check {
		return []commands.Command{commands.Check{}}
	}
	var out []commands.Command
	if e.file.Withdraw > 0 {
		out = append(out, commands.Withdraw{Line: commands.Line(e.file.Withdraw)})
	}
	if e.file.HasOrders() {
		out = append(out, commands.Orders{})
	}
	return append(out, e.file.Commands...)
}

// changes reports whether the mail asks for more than an answer.
func (e *errand) changes() bool { return command.AnyChanges(e.given()) }

// refusal is the answer to a command that the sender may not give; nil if they may.
func (e *errand) refusal(c commands.Command) notice.Notice {
	return command.Of(c).Refuse(e.by(), e.file.Whole(c.CommandLine()))
}

// by is the sender as the table of commands knows them.
func (e *errand) by() command.Sender {
	if e.table == nil || e.seat == nil {
		return command.Sender{}
	}
	return command.Sender{Power: e.seat.Power, Referee: e.seat.IsReferee(), Observer: e.seat.Kind == roster.Observer, Begun: e.table.Running()}
}
