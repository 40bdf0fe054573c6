package amend

import (
	"errors"
	"time"

	"fieldpost/adjudicator/game/clock"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/play"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.Extend](command.Spec{
	Syntax: []commands.Syntax{commands.ExtendSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, func(r *command.Request, c commands.Extend) (layout.Mail, error) {
	span := time.Duration(c.Hours) * time.Hour
	return changeClock(r, c, r.Game.State.Clock.Given()+span > r.Game.Plan().Consent)
})

var _ = command.Handle[commands.PauseGame](command.Spec{
	Syntax: []commands.Syntax{commands.PauseGameSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, func(r *command.Request, c commands.PauseGame) (layout.Mail, error) { return changeClock(r, c, true) })

var _ = command.Handle[commands.ResumeGame](command.Spec{
	Syntax: []commands.Syntax{commands.ResumeGameSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, func(r *command.Request, _ commands.ResumeGame) (layout.Mail, error) {
	return answerClock(r, clocks.Resume(r.Env, r.Tx, r.Game))
})

var _ = command.Handle[commands.Vacation](command.Spec{
	Syntax: []commands.Syntax{commands.VacationSyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, handleVacation)

var _ = command.Handle[commands.NoVacation](command.Spec{
	Syntax: []commands.Syntax{commands.NoVacationSyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, handleNoVacation)

// handleVacation enters a vacation, and tells everybody.
func handleVacation(r *command.Request, v commands.Vacation) (layout.Mail, error) {
	if r.Game.Over() {
		return r.RefuseCommand(notice.NotStarted{})
	}
	return answerClock(r, clocks.SetVacation(r.Env, r.Tx, r.Game, r.Seat, v))
}

// handleNoVacation cancels the vacations of a seat, and tells everybody.
func handleNoVacation(r *command.Request, _ commands.NoVacation) (layout.Mail, error) {
	if r.Game.Over() {
		return r.RefuseCommand(notice.NotStarted{})
	}
	err := r.Game.State.Clock.Return(r.Seat.Role, r.Seat.Location(), r.Env.Now())
	if err == nil {
		err = clocks.NotifyVacation(r.Env, r.Tx, r.Game, r.Seat, "no vacation", nil,
			notice.AwayBack{Seat: r.Seat.Power})
	}
	return answerClock(r, err)
}

// changeClock does what the referee says of the clocks. If it is a long extension or a pause, and the referee plays, it
// is only proposed (TH-16).
func changeClock(r *command.Request, c commands.Command, long bool) (layout.Mail, error) {
	if long {
		line := commands.Format(c, syntax.English, r.Game.Rules.Board)
		if asked, err := proposeIfNeeded(r, line); asked || err != nil {
			return r.RenderResult(nil, err)
		}
	}
	return answerClock(r, applyToClock(r.Env, r.Tx, r.Game, c))
}

// applyToClock extends or stops the clocks of a game.
func applyToClock(e *env.Env, tx *store.Tx, g *gamestore.Game, c commands.Command) error {
	if c, ok := c.(commands.Extend); ok {
		by := time.Duration(c.Hours) * time.Hour
		return clocks.ExtendDeadlines(e, tx, g, by, notice.DeadlineMoved{By: by}, "the referee")
	}
	return clocks.Stop(e, tx, g)
}

// answerClock answers a command about the clock: with how the game is now, or with why it was not done.
func answerClock(r *command.Request, err error) (layout.Mail, error) {
	if err == nil {
		return r.Render(notice.Status{Waiting: nil, Rulings: nil, Votes: nil, Bidders: nil,
			Draft: play.DraftOf(r.Game, r.Seat.Power)})
	}
	if long, ok := errors.AsType[*clock.TooLong](err); ok {
		return r.RefuseCommand(notice.AwayTooLong{Days: long.Days, Limit: long.Of})
	}
	if n, ok := clocks.Refusals[err]; ok {
		return r.RefuseCommand(n)
	}
	return layout.Mail{}, err
}
