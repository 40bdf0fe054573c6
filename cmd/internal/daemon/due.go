package daemon

import (
	"slices"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = define[commands.Ready](command.Spec{
	Syntax: []commands.Syntax{commands.ReadySyntax},
	Who:    command.Players, In: command.RunningGame, NeedsKey: command.SeatKey,
}, func(e *errand, c commands.Ready) (layout.Mail, error) { // in a game that plays at the deadline the mail is taken before (isReady)
	return e.decline(notice.NotByMail{Line: e.asked(c)})
})

// isReady tells whether a letter says that the orders that wait shall not wait for the deadline (option play deadline).
func (e *errand) isReady() bool {
	return e.table.Rules.Options.Get("play") == "deadline" && slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool {
		_, ready := c.(commands.Ready)
		return ready
	})
}

// ready plays the orders that wait: a turn waits for the power on turn alone, so that all are ready when it is.
func (e *errand) ready() (*outcome, error) {
	if !e.inForce() {
		return e.reject(notice.NothingWaits{})
	}
	if err := e.count(""); err != nil {
		return nil, err
	}
	faults, err := e.o.PlayDue(e.tx, e.table)
	if err != nil {
		return nil, err
	}
	if order.Refuses(faults) {
		return e.refuseOrders(faults)
	}
	return newOutcome(accepted, "played"), nil
}

// PlayDue plays the turn orders that wait in a game, and tells everybody: when all are ready, or at the deadline. At tier 2 they are locked.
// Orders that have become impossible since they were filed go on waiting; the faults say why.
func (o *Office) PlayDue(tx *store.Tx, t *Table) ([]order.Fault, error) {
	master, err := o.prepare(tx, t)
	if err != nil {
		return nil, err
	}
	began := o.Now()
	done, err := t.take(filing.Due(t.Game, t.Life.Salt, master, o.Now()))
	if err != nil || done.Refused {
		return done.Faults, err
	}
	if done.Played {
		o.played(t, began)
	}
	t.Life.Salt = ""
	return done.Faults, o.tellGo(tx, t, done, nil)
}

// finishGo gathers what proves a go.
func (o *Office) finishGo(tx *store.Tx, t *Table, done game.Change) (*goDone, error) {
	if err := o.followClock(tx, t); err != nil {
		return nil, err
	}
	out := &goDone{Change: done, quoted: t.compareQuotes()}
	var err error
	if out.files, err = o.proof(t, done); err != nil {
		return nil, err
	}
	if len(done.Rolls) > 0 {
		out.kit, err = t.Chain.KitLines(done.Epoch)
	}
	return out, err
}
