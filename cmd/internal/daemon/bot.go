package daemon

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// The bot plays seats that are given to it, for a newcomer who tries a game alone and for a player who is away. What it orders is
// text like a player's, goes the way of a player's orders, and stands in the records like them. Each file is a chore of its own, so
// that bots that follow each other never play within one transaction.

// GiveToBot has the bot play a seat, or no longer. A person on the seat stays there, and goes on getting the reports.
func (o *Office) GiveToBot(tx *store.Tx, t *Table, power board.Power, on bool) error {
	s := *t.Seat(power)
	if !on && !s.Taken() && t.Running() {
		return fmt.Errorf("game %s: nobody else sits for %s; fieldpost game seat %s %s --address ADDRESS", t.Setup.Name, power, t.Setup.Name, power)
	}
	s.Bot = on
	if err := t.saveSeat(tx, s); err != nil {
		return err
	}
	return t.save() // the clock of its chores
}

// botSeat is the bot's seat that is awaited and has something to say, nil if there is none.
func (t *Table) botSeat() *roster.Seat {
	if !t.Running() {
		return nil
	}
	for _, a := range t.Awaited() {
		if s := t.Seat(a.Power); s != nil && s.Bot && !t.waitsForAllies(a) {
			return s
		}
	}
	return nil
}

// waitsForAllies tells whether the bot has said how the advance is to be shared, and its allies have not agreed.
func (t *Table) waitsForAllies(a adjudicator.Await) bool {
	if a.What != "share" {
		return false
	}
	f, _ := bot.Turn(t.Rules, t.Pos, a.Power, 0)
	return len(f.Answers) == 0
}

// botDue is when the bot plays: at once, that is, not later than the newest record was written. The nanoseconds tell apart what it
// does within one second, by the record and the seat: doing the same again would be standing still.
func (t *Table) botDue() time.Time {
	s := t.botSeat()
	if s == nil {
		return time.Time{}
	}
	n := t.Chain.Len()
	return t.Chain.From(n - 1)[0].Time.Add(-time.Second + time.Duration(n<<3+t.Rules.Board.Index(s.Power)))
}

// playBot files what the bot orders for the seat that is awaited, and plays it.
func (o *Office) playBot(tx *store.Tx, t *Table) error {
	s := t.botSeat()
	text, f, reasons, err := botOrders(t, s.Power)
	if err != nil {
		return err
	}
	t.bot = &report.Bot{Power: s.Power, Reasons: reasons}
	return o.filed(tx, t, s, text, f)
}

// filed files orders of a seat that came in no letter, and plays them.
func (o *Office) filed(tx *store.Tx, t *Table, s *roster.Seat, text string, f order.File) error {
	t.Note(o.Now().UTC().Truncate(time.Second), s.Role, "", dice.Sum([]byte(text)))
	master, err := o.prepare(tx, t)
	if err != nil {
		return err
	}
	done, err := t.take(filing.File(t.Game, s.Power, f, "", master, o.Now()))
	switch {
	case err != nil:
		return err
	case done.Refused:
		return fmt.Errorf("the orders for %s were refused: %v", s.Power, done.Faults)
	case done.Played, done.Locked:
		return o.tellGo(tx, t, done, nil)
	case t.Pos.Turn.Sheet.Empty():
		return nil // an answer was put on file; others are awaited
	}
	_, err = o.PlayDue(tx, t) // nobody waits for a deadline of the bot
	return err
}

// botOrders is what the bot writes for a power, and what is read of it. Its whims come from the newest record, so that an audit could
// think the same again. If it were ever to write what is refused, the power would pass.
func botOrders(t *Table, power board.Power) (string, order.File, []bot.Reason, error) {
	head := t.Chain.Head()
	f, reasons := bot.Turn(t.Rules, t.Pos, power, binary.BigEndian.Uint64(head[:]))
	pass := adjudicator.DefaultAnswer(t.Rules, t.Pos, power)
	if len(t.Pos.Turn.Asked) == 0 && t.Pos.Power == power {
		pass.Sheet.Done = 1
	}
	for _, f := range []order.File{f, pass} {
		text := filing.Text(f, t.Rules.Board)
		read := orders.Parse(text, orders.Context{Board: t.Rules.Board, Phase: t.Pos.Phase, Power: power})
		if faults := slices.Concat(read.Faults, t.Judge(power, read.File)); !order.Refuses(faults) {
			return text, read.File, reasons, nil
		}
		reasons = nil
	}
	return "", order.File{}, nil, fmt.Errorf("the bot finds no orders for %s: %s", power, strings.TrimSpace(t.Pos.Phase.String()))
}
