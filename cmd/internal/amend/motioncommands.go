package amend

import (
	"fieldpost/cmd/internal/command"
	"fieldpost/orders/commands"
	"fieldpost/templates/notice"
)

// What is done to a running game: all such lines of a mail are done at once.
var (
	_ = command.HandleTogether[commands.Edit](command.Spec{
		Syntax: []commands.Syntax{commands.EditSyntax},
		Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, HandleAmendment)
	_ = command.HandleTogether[commands.RollBack](command.Spec{
		Syntax: []commands.Syntax{commands.RollBackSyntax},
		Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, HandleAmendment)
	_ = command.HandleTogether[commands.Correct](command.Spec{
		Syntax: []commands.Syntax{commands.CorrectSyntax},
		Who:    command.Seated, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, HandleAmendment)
	_ = command.HandleTogether[commands.ConsentOption](command.Spec{
		Syntax: []commands.Syntax{commands.ConsentOptionSyntax},
		Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
	}, HandleAmendment)
)

// refuseAmendment is the answer to lines that the sender may not give, nil if they may. The edits of a correction are part of it.
func refuseAmendment(r *command.Request, a amendment) notice.Notice {
	for _, c := range r.File.Commands {
		if _, isEdit := c.(commands.Edit); !command.Of(c).Together || isEdit && a.isOnlyCorrection() {
			continue
		}
		if no := r.Refusal(c); no != nil {
			return no
		}
	}
	return nil
}
