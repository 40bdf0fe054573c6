package steps

import (
	"slices"
	"strconv"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/economy"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/intake"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/sender"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/reading"
	"fieldpost/templates/notice"
)

// authorize checks key, base and deadline. Questions need no key: their answers go to the seat's own address. Commands
// that change something do, and a base that is not the current one marks an old file (dice.md TH-14).
func authorize(r *command.Request) (*decision.Outcome, error) {
	logSender(r)
	if err := warnOfOtherServer(r); err != nil {
		return nil, err
	}
	if !r.Keyed && r.Seat.Unconfirmed {
		return askAgainToConfirm(r)
	}
	if !r.Keyed && command.AnyNeedsKey(r.Commands(), r.Sender()) && len(r.File.Faults) == 0 {
		if r.Answers != nil && r.Answers.Old && r.Answers.Home {
			return r.RefuseInGame(notice.OldKey{Line: 0})
		}
		return r.RefuseInGame(notice.NoKey{})
	}
	if r.ByReply && command.AnyNeedsKeyItself(r.Commands()) {
		return askAct(r)
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
	guessed := r.Read != nil && r.Read.Outcome == reading.Likely // it is asked about before anything is kept
	if (len(r.File.Answers) > 0 || !r.File.Sheet.Empty()) && !guessed && r.Changes() && play.IsTooLate(r) {
		return play.KeepAsDraft(r)
	}
	if out, err := refuseOldBase(r); out != nil || err != nil {
		return out, err
	}
	if err := doubtOldMail(r); err != nil {
		return nil, err
	}
	if r.Keyed && !r.IsFromOwnAddress() {
		return nil, r.NotifyOwner()
	}
	return nil, nil
}

// askAgainToConfirm answers a participant who has not confirmed yet with the request to confirm, and nothing else (mail
// convention 51).
func askAgainToConfirm(r *command.Request) (*decision.Outcome, error) {
	out := decision.Of(decision.Refused, "not-confirmed")
	if ok, err := r.SpendReply(); err != nil || !ok {
		return out, err
	}
	return out, notify.AskToConfirm(r.Env, r.Tx, r.Game, *r.Seat, strconv.FormatUint(r.Row.Number, 10))
}

// logSender logs what the own mail provider says about the sender. It proves nothing: From can be forged, the key
// cannot.
func logSender(r *command.Request) {
	c := sender.Authentication(r.Raw, r.Env.Self.Checkers, r.Mail.From.Addr)
	r.Log.Info("letter read", "game", r.Game.Setup.Name, "seat", r.Seat.Role, "keyed", r.Keyed,
		"home", r.IsFromOwnAddress(),
		"spf", string(c.SPF), "dkim", string(c.DKIM), "dmarc", string(c.DMARC))
}

// refuseOldBase refuses a mail that was written for an earlier position than the one it is about. A base that is only
// quoted says so of answers in mid-turn; turn orders below it are asked about. What else a reply to an old mail says has
// not aged: before round 1 several are asked at once, and each answer makes a new position.
func refuseOldBase(r *command.Request) (*decision.Outcome, error) {
	base := r.File.Header.Base
	ages := !r.QuotedBase || (!r.File.Sheet.Empty() || len(r.File.Answers) > 0) && !economy.InPregame(r.Game.Pos)
	if base == "" || base == r.Began || !ages || !r.Changes() || r.Game.BaseKnown(base) {
		return nil, nil
	}
	if h, err := dice.ParseHash(base); err == nil {
		if _, ours := r.Game.Chain.Find(h); !ours {
			return r.RefuseInGame(notice.UnknownBase{Base: notice.Quote(base)})
		}
	}
	if mayDoubt(r) && r.QuotedBase && len(r.File.Answers) == 0 {
		r.Doubt = notice.OldMail
		return nil, nil
	}
	return r.RefuseInGame(notice.StaleBase{Base: notice.Quote(base)})
}

// mayDoubt reports whether a mail has turn orders of the power on turn, which may be an old mail's. A yes counts once, and
// is asked about again where the position has changed.
func mayDoubt(r *command.Request) bool {
	return !r.File.Sheet.Empty() && r.Game.Pos.Power() == r.Seat.Power && !r.Signed && !r.Released && r.Agreed == nil &&
		r.Changes() && r.Game.Running()
}

// doubtOldMail finds turn orders that may be an old mail sent again: they say nothing of their round, and were written
// before the turn, answer a mail of that time, or were played before.
func doubtOldMail(r *command.Request) error {
	h := r.File.Header
	if !mayDoubt(r) || h.Base != "" || h.Round != 0 {
		return nil
	}
	if now, err := answersThisTurn(r); err != nil || now {
		return err
	}
	// A reply was meant for the position that the mail answered told of.
	m, ok, err := answeredMail(r)
	if err != nil {
		return err
	}
	began, d := r.Game.TurnBegan(), r.Mail.Date
	if ok && m.Game == r.Game.Setup.Name && m.Queued.Before(began) || !d.IsZero() && d.Before(began.Truncate(time.Second)) {
		r.Doubt = notice.OldMail
		return nil
	}
	lines, err := filing.TurnLines(r.Game.Game, r.Seat.Power, r.File.File)
	if err != nil {
		return nil // it is refused for what cannot be read
	}
	_, played, err := r.Game.Row.Get(gamestore.PartPlayed, gamestore.PlayedKey(r.Role, lines))
	if err == nil && played {
		r.Doubt = notice.PlayedBefore
	}
	return err
}

// answersThisTurn reports whether the mail answers a mail that we wrote since the turn began.
func answersThisTurn(r *command.Request) (bool, error) {
	for _, id := range append(r.Mail.InReplyTo, r.Mail.References...) {
		if !mailio.OwnMessageID(id, r.Env.Self.Domain) {
			continue
		}
		m, ok, err := r.Tx.Outbox().ByID(id)
		if err != nil {
			return false, err
		}
		if ok && m.Serial != 0 && m.MessageID != id && m.Game == r.Game.Setup.Name &&
			!m.Queued.Before(r.Game.TurnBegan()) {
			return true, nil
		}
	}
	return false, nil
}

// refuseStranger answers an unknown sender with the help mail, once a day. The address that the answer goes to counts:
// no one must be able to make us write to a third person.
func refuseStranger(r *command.Request, err error) (*decision.Outcome, error) {
	if err != nil {
		return nil, err
	}
	if n, err := r.CountToday("help", r.AnswerTo().Addr); err != nil || n > 1 {
		return decision.Of(decision.Ignored, "stranger-again"), err
	}
	return r.Refuse(notice.UnknownSender{})
}

// refuseKey answers a mail whose key belongs to no seat. A key that was replaced is no wrong one: who has the seat is
// told to answer their newest mail. A stranger is told once a day, and a sender who guesses keys not at all. This is not
// asked about a right key, however many wrong ones came from the same address: From can be forged.
func refuseKey(r *command.Request, d *directory, s intake.Sender) (*decision.Outcome, error) {
	header, _, err := intake.ClaimedHeader(senderQuery(r), d)
	if err != nil {
		return nil, err
	}
	found, err := findReplacedKey(r, d, header.Game, s.Known)
	if err != nil {
		return nil, err
	}
	if found {
		return r.RefuseInGame(notice.OldKey{Line: keyLine(r)})
	}
	if tooMany, err := countGuess(r); err != nil || tooMany {
		return decision.Of(decision.Ignored, "guesses-keys"), err
	}
	if len(s.Known) == 0 {
		if n, err := r.CountToday("help", r.AnswerTo().Addr); err != nil || n > 1 {
			return decision.Of(decision.Ignored, "stranger-again"), err
		}
	}
	return r.Refuse(notice.WrongKey{Line: keyLine(r), Game: notice.Quote(header.Game)})
}

// findReplacedKey looks whether the key in the mail was one of a seat before it was replaced: in the game that the mail
// names, else in those of its sender. The seat becomes the mail's, but nothing is proved.
func findReplacedKey(r *command.Request, d *directory, named string, known []intake.Seat) (bool, error) {
	key := keys.Parse(r.File.Header.Key)
	var games []string
	for _, s := range known {
		games = append(games, s.Game)
	}
	if ok, err := gamestore.GameExists(r.Tx, named); err != nil {
		return false, err
	} else if ok {
		games = []string{named}
	}
	slices.Sort(games)
	for _, name := range slices.Compact(games) {
		g, err := d.load(name)
		if err != nil {
			return false, err
		}
		for _, s := range slices.Concat(g.Seats, g.Others) {
			if old, err := vault.IsOldKey(r.Env, r.Tx, g, s, key); err != nil || old {
				r.Game, r.Seat, r.Role = g, g.Participant(s.ID()), s.Role
				return old, err
			}
		}
	}
	return false, nil
}

// keyLine returns the line on which a key was typed, 0 if it was only quoted.
func keyLine(r *command.Request) int {
	return 1 + slices.IndexFunc(r.File.Lines, func(l string) bool {
		return orders.Keyword(l) == "key"
	})
}

// A key has 80 bits, so guesses are no danger. After a few wrong keys their sender gets no answer any more; the
// server's referee is told. The limits are for an hour.
const (
	WrongKeysOfSender = 5
	WrongKeysInAll    = 50
)

// countGuess counts a wrong key, and reports whether there were too many this hour.
func countGuess(r *command.Request) (tooMany bool, err error) {
	from, inAll := mailio.FoldAddress(r.Mail.From.Addr), r.Env.Hour()+" guesses"
	mine, err := gamestore.IncrementCount(r.Tx, command.BudgetKind, inAll+" "+from)
	if err != nil {
		return false, err
	}
	all, err := gamestore.IncrementCount(r.Tx, command.BudgetKind, inAll)
	if err != nil {
		return false, err
	}
	r.Log.Warn("unknown key", "from", from, "this hour", mine, "in all", all)
	if mine == WrongKeysOfSender+1 || all == WrongKeysInAll+1 {
		day := r.Env.Now().UTC().Format(time.DateOnly)
		err = notify.WarnRefereeOnce(r.Env, r.Tx, "guessed-keys",
			[]string{from, strconv.Itoa(mine), strconv.Itoa(all)}, day, from)
	}
	return mine > WrongKeysOfSender || all > WrongKeysInAll, err
}
