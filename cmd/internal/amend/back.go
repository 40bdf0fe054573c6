package amend

import (
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// MovesGameOn reports whether the mail would move the game on.
func MovesGameOn(r *command.Request) bool {
	f := &r.File
	return !f.Check && (!f.Sheet.Empty() || len(f.Answers) > 0 || f.Withdraw > 0 || play.IsReady(r))
}

// actGoOn is what the act record of the referee's `go on` says.
const actGoOn = "go on"

// resumeGame lets a game that was rolled back be played again, and tells everybody. The time for which it waited is nobody's: deadlines move on by it.
func resumeGame(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if !g.WaitsForReferee() {
		return &env.NotDone{Why: "the game does not wait for the referee", Key: notice.DeniedNotWaiting}
	}
	entry, err := gamestore.Record(e, g, &history.Act{Actor: roster.Referee, What: actGoOn, Hash: dice.Sum(dice.Text(actGoOn))})
	if err != nil {
		return err
	}
	since := g.State.Back
	g.State.Back = time.Time{}
	if _, err := clocks.AppendRecords(e, g, g.State.Clock.GiveBack(g.Plan(), since, e.Now(), "the game waited for the referee")); err != nil {
		return err
	}
	if err := saveAmended(e, tx, g); err != nil {
		return err
	}
	return notify.All(e, tx, g, notice.WentOn{}, gamestore.SeqName(entry))
}

var _ = command.Handle[commands.GoOn](command.Spec{
	Syntax: []commands.Syntax{commands.GoOnSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, handleGoOn)

// handleGoOn does the referee's `go on`.
func handleGoOn(r *command.Request, _ commands.GoOn) (layout.Mail, error) {
	return r.TellDone(nil, resumeGame(r.Env, r.Tx, r.Game))
}
