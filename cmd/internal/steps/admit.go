package steps

import (
	"strconv"

	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/mailio/sender"
	"fieldpost/templates/notice"
)

// refuseKey answers a key that belongs to no seat. To a seat's address it says so; a stranger learns nothing; who guesses gets silence. A right
// key is believed however many wrong ones came from the same From, for From can be forged: this is not asked then.
func refuseKey(r *command.Request, known []intake.Seat) (*decision.Outcome, error) {
	if tooMany, err := countGuess(r); err != nil || tooMany {
		return decision.Of(decision.Ignored, "guesses-keys"), err
	}
	if len(known) == 0 {
		return refuseStranger(r, nil)
	}
	return r.Refuse(notice.WrongKey{})
}

// refuseStranger answers an unknown sender with the help mail, once a day. It is the address that the answer would go to that counts: nobody
// shall have us write to a third.
func refuseStranger(r *command.Request, err error) (*decision.Outcome, error) {
	if err != nil {
		return nil, err
	}
	if n, err := r.CountToday("help", r.AnswerTo().Addr); err != nil || n > 1 {
		return decision.Of(decision.Ignored, "stranger-again"), err
	}
	return r.Refuse(notice.UnknownSender{})
}

// authorize holds the letter against key and base. Questions need no key: their answers go to the seat's own address. What would
// change something does, and a base that is not the current one marks an old file (dice.md TH-14).
func authorize(r *command.Request) (*decision.Outcome, error) {
	logSender(r)
	if err := warnOfOtherServer(r); err != nil {
		return nil, err
	}
	if !r.Keyed && r.Seat.Unconfirmed {
		return askAgainToConfirm(r)
	}
	if !r.Keyed && command.AnyNeedsKey(r.Commands(), r.Sender()) && len(r.File.Faults) == 0 {
		return r.RefuseInGame(notice.NoKey{})
	}
	if r.ByReply && command.AnyNeedsKeyItself(r.Commands()) {
		return r.RefuseInGame(notice.NoKey{})
	}
	if h, err := dice.ParseHash(r.File.Header.Base); err == nil && r.Changes() {
		if err := guard.CheckQuote(r, h); err != nil {
			return nil, err
		}
	}
	if r.Game.Stopped() && r.Changes() {
		return r.RefuseInGame(notice.Held{})
	}
	if out, err := people.CheckKeyExposure(r); out != nil || err != nil {
		return out, err
	}
	if (len(r.File.Answers) > 0 || !r.File.Sheet.Empty()) && r.Changes() && play.IsTooLate(r) {
		return play.KeepAsDraft(r)
	}
	if r.File.Header.Base != "" && r.Changes() && !r.Game.BaseKnown(r.File.Header.Base) {
		stale := notice.Notice(notice.StaleBase{Base: notice.Quote(r.File.Header.Base)})
		if h, err := dice.ParseHash(r.File.Header.Base); err == nil {
			if _, ours := r.Game.Chain.Find(h); !ours {
				stale = notice.UnknownBase{Base: notice.Quote(r.File.Header.Base)}
			}
		}
		return r.RefuseInGame(stale)
	}
	if out, err := refuseOldMail(r); out != nil || err != nil {
		return out, err
	}
	if r.Keyed && !r.IsFromOwnAddress() {
		return nil, r.NotifyOwner()
	}
	return nil, nil
}

// askAgainToConfirm sends somebody who has yet to confirm the mail that he has to answer once more, and nothing else (mail convention 51).
func askAgainToConfirm(r *command.Request) (*decision.Outcome, error) {
	out := decision.Of(decision.Refused, "not-confirmed")
	if ok, err := r.SpendReply(); err != nil || !ok {
		return out, err
	}
	return out, notify.AskToConfirm(r.Env, r.Tx, r.Game, *r.Seat, strconv.FormatUint(r.Row.Number, 10))
}

// logSender logs what the own mail provider found out about the sender. It gives no permission: From can be forged, the key
// cannot.
func logSender(r *command.Request) {
	c := sender.Authentication(r.Raw, r.Env.Self.Checkers, r.Mail.From.Addr)
	r.Log.Info("letter read", "game", r.Game.Setup.Name, "seat", r.Seat.Role, "keyed", r.Keyed, "home", r.IsFromOwnAddress(),
		"spf", string(c.SPF), "dkim", string(c.DKIM), "dmarc", string(c.DMARC))
}
