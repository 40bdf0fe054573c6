package daemon

import (
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// After the referee has gone back the game waits for their `go on`: until then no orders are played, the bot does not move, and no deadline passes.

// waitsForReferee reports whether the game was rolled back and waits for `go on`.
func (t *Table) waitsForReferee() bool { return !t.Life.Back.IsZero() }

// playsOn reports whether the mail would move the game on.
func (e *errand) playsOn() bool {
	f := &e.file
	return !f.Check && (!f.Sheet.Empty() || len(f.Answers) > 0 || f.Withdraw > 0 || e.isReady())
}

// actGoesOn is what the act record of the referee's `go on` says.
const actGoesOn = "go on"

// goesOn lets a game that was rolled back be played again, and tells everybody. The time for which it waited is nobody's: deadlines move on by it.
func (o *Office) goesOn(tx *store.Tx, t *Table) error {
	if !t.waitsForReferee() {
		return &notDone{why: "the game does not wait for the referee", key: notice.DeniedNotWaiting}
	}
	entry, err := o.record(t, &history.Act{Actor: roster.Referee, What: actGoesOn, Hash: dice.Sum(dice.Text(actGoesOn))})
	if err != nil {
		return err
	}
	since := t.Life.Back
	t.Life.Back = time.Time{}
	if _, err := o.appendClock(t, t.Life.Clock.GiveBack(t.plan(), since, o.Now(), "the game waited for the referee")); err != nil {
		return err
	}
	if err := o.settled(tx, t); err != nil {
		return err
	}
	return o.tellAll(tx, t, notice.WentOn{}, seqName(entry))
}

var _ = define[commands.GoOn](command.Spec{
	Syntax: []commands.Syntax{commands.GoOnSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, (*errand).goOn)

// goOn does the referee's `go on`.
func (e *errand) goOn(commands.GoOn) (layout.Mail, error) {
	return e.tellDone(nil, e.o.goesOn(e.tx, e.table))
}
