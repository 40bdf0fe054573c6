package daemon

import (
	"fmt"
	"slices"
	"strconv"
	"time"

	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/command"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// heldLetter is a letter with a seat's key from an address that is not the seat's, which waits for its player's word
// (setting unknown-address hold).
type heldLetter struct {
	Letter uint64    `json:"letter"`
	Seat   string    `json:"seat"`
	At     time.Time `json:"at"`
}

// mostHeld is how many letters are held for a seat; the oldest give way.
const mostHeld = 10

// held is the outcome of such a letter.
const held = "held"

// hold keeps a letter until the seat's player says at his own address that it is his.
func (e *errand) hold() (*outcome, error) {
	l := &e.table.Life
	number := strconv.FormatUint(e.row.Number, 10)
	l.Held = append(l.Held, heldLetter{e.row.Number, e.seat.ID(), e.o.Now().UTC()})
	mine := 0
	for i := len(l.Held) - 1; i >= 0; i-- {
		if l.Held[i].Seat != e.seat.ID() {
			continue
		}
		if mine++; mine > mostHeld {
			l.Held = slices.Delete(l.Held, i, i+1)
		}
	}
	if err := e.count("unknown-address"); err != nil {
		return nil, err
	}
	v := notice.MailHeld{Address: notice.Quote(e.letter.From.Addr), Lines: []string{"approve letter " + number, "reject letter " + number}}
	if err := e.o.tell(e.tx, e.table, *e.seat, v, "held", number); err != nil {
		return nil, err
	}
	n := notice.MailWaits{}
	words, err := render(n, reader.Reader{}, e.lang()) // nothing of the game is told
	if err != nil {
		return nil, err
	}
	return newOutcome(held, "unknown-address"), e.reply(string(n.ID()), words)
}

var _ = define[commands.Approve](command.Spec{
	Syntax: []commands.Syntax{commands.ApproveSyntax, commands.RejectSyntax},
	Who:    command.Member, In: command.AnyGame, NeedsKey: command.SeatKey,
}, (*errand).approve)

// approve does what the sender says of a proposal, or of a mail that is held for their seat.
func (e *errand) approve(c commands.Approve) (layout.Mail, error) {
	i := slices.IndexFunc(e.table.Life.Proposals, func(p game.Proposal) bool { return p.Number == c.Number })
	if c.Of == commands.Proposal || c.Of == commands.ProposalOrMail && i >= 0 {
		return e.answerProposal(c, i)
	}
	return e.tellDone(e.release(c))
}

// release does what the player says of a letter that is held: it goes its way as if it had come from him, at the time at which it
// came; or nothing is taken of it. His word counts from his own address only.
func (e *errand) release(c commands.Approve) (notice.Notice, error) {
	number := uint64(c.Number)
	t := e.table
	i := slices.IndexFunc(t.Life.Held, func(h heldLetter) bool { return h.Letter == number && h.Seat == e.seat.ID() })
	if i < 0 {
		return nil, &notDone{why: fmt.Sprintf("no letter %d of your seat is held", number), key: notice.DeniedNoLetter, args: []string{fmt.Sprint(number)}}
	}
	if !e.fromHome() {
		return nil, &notDone{why: "say so from an address of your seat", key: notice.DeniedFromHome}
	}
	t.Life.Held = slices.Delete(slices.Clone(t.Life.Held), i, i+1)
	if err := t.save(); err != nil {
		return nil, err
	}
	if c.No {
		return notice.MailDropped{Number: int(number)}, nil
	}
	return notice.OwnSettingChanged{Setting: notice.Quote(c.Keyword() + " " + c.Text)}, e.replay(number, store.SeatRef{Game: t.Setup.Name, Seat: e.seat.ID()})
}

// replay takes a letter that was held the rest of its way. Its key is kept no more: that it was there is known by the seat. The table of this
// errand is read anew after it.
func (e *errand) replay(number uint64, seat store.SeatRef) error {
	l, err := e.o.open(e.tx, number)
	if err != nil {
		return err
	}
	l.released, l.heldFor = true, seat
	if err := l.walk(); err != nil {
		return err
	}
	t, err := openTable(e.tx, e.table.Setup.Name)
	if err != nil {
		return err
	}
	*e.table = *t
	e.seat = e.table.named(e.seat.ID())
	return nil
}

// doneBefore tells whether the store is done with the letter already: one that was held is done, whatever becomes of it later.
func (e *errand) doneBefore(row store.Outcome) bool {
	if e.released {
		e.log.Info("letter released", "outcome", row.Kind, "reason", row.Reason)
	}
	return e.released
}
