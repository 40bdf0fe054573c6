package command

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// Held is the outcome of such a letter.
const Held = "held"

// HoldMail keeps a letter until the seat's player says at his own address that it is his.
func (r *Request) HoldMail() (*decision.Outcome, error) {
	l := &r.Game.State
	number := strconv.FormatUint(r.Row.Number, 10)
	l.Held = append(l.Held, gamestore.HeldMail{Mail: r.Row.Number, Seat: r.Seat.ID(), At: r.Env.Now().UTC()})
	mine := 0
	for i := len(l.Held) - 1; i >= 0; i-- {
		if l.Held[i].Seat != r.Seat.ID() {
			continue
		}
		if mine++; mine > gamestore.MaxHeldMails {
			l.Held = slices.Delete(l.Held, i, i+1)
		}
	}
	if err := r.RecordIntake("unknown-address"); err != nil {
		return nil, err
	}
	v := notice.MailHeld{Address: notice.Quote(r.Mail.From.Addr), Lines: []string{"approve letter " + number, "reject letter " + number}}
	if err := notify.SendNotice(r.Env, r.Tx, r.Game, *r.Seat, v, "held", number); err != nil {
		return nil, err
	}
	n := notice.MailWaits{}
	words, err := notify.Render(n, reader.Reader{}, r.Lang()) // nothing of the game is told
	if err != nil {
		return nil, err
	}
	return decision.Of(Held, "unknown-address"), r.Reply(string(n.ID()), words)
}

// RememberQuotedHead remembers the head that the letter quotes, for the next report (dice.md TH-12).
func (r *Request) RememberQuotedHead() {
	if h, err := dice.ParseHash(r.File.Header.Base); err == nil {
		quotes := slices.DeleteFunc(r.Game.State.Quotes, func(q gamestore.RoleQuote) bool { return q.Role == r.Role })
		r.Game.State.Quotes = append(quotes, gamestore.RoleQuote{Role: r.Role, Head: h})
	}
}
