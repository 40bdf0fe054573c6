package play

import (
	"slices"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/notify"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.Ready](command.Spec{
	Syntax: []commands.Syntax{commands.ReadySyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, func(r *command.Request, c commands.Ready) (layout.Mail, error) { // in a game that plays at the deadline the mail is taken before (isReady)
	return r.Decline(notice.NotByMail{Line: r.Asked(c)})
})

// IsReady tells whether a letter says that the orders that wait shall not wait for the deadline (option play deadline).
func IsReady(r *command.Request) bool {
	return r.Game.Rules.Options.Get("play") == "deadline" && slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool {
		_, ready := c.(commands.Ready)
		return ready
	})
}

// PlayReady plays the orders that wait: a turn waits for the power on turn alone, so that all are ready when it is.
func PlayReady(r *command.Request) (*decision.Outcome, error) {
	if !hasWaitingOrders(r) {
		return r.Reject(notice.NothingWaits{})
	}
	if err := r.Count(""); err != nil {
		return nil, err
	}
	faults, err := PlayWaitingOrders(r.Env, r.Tx, r.Game)
	if err != nil {
		return nil, err
	}
	if order.Refuses(faults) {
		return RefuseOrders(r, faults)
	}
	return decision.Of(decision.Accepted, "played"), nil
}

// PlayWaitingOrders plays the turn orders that wait in a game, and tells everybody: when all are ready, or at the deadline. At tier 2 they are locked.
// Orders that have become impossible since they were filed go on waiting; the faults say why.
func PlayWaitingOrders(e *env.Env, tx *store.Tx, g *gamestore.Game) ([]order.Fault, error) {
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return nil, err
	}
	began := e.Now()
	done, err := g.Adopt(filing.Due(g.Game, g.State.Salt, master, e.Now()))
	if err != nil || done.Refused {
		return done.Faults, err
	}
	if done.Played {
		gamestore.MeterResolution(e, g, began)
	}
	g.State.Salt = ""
	return done.Faults, NotifyResolved(e, tx, g, done, nil)
}

// FinishResolution gathers what proves a go.
func FinishResolution(e *env.Env, tx *store.Tx, g *gamestore.Game, done game.Change) (*notify.Resolution, error) {
	if err := clocks.Follow(e, tx, g); err != nil {
		return nil, err
	}
	out := &notify.Resolution{Change: done, Quoted: gamestore.CheckQuotes(g)}
	var err error
	if out.Files, err = proofFiles(e, g, done); err != nil {
		return nil, err
	}
	if len(done.Rolls) > 0 {
		out.Kit, err = g.Chain.KitLines(done.Epoch)
	}
	return out, err
}
