package command

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/sender"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// From can be forged, so how many answers a mail may cost depends on what proves its sender (mail convention 4). There
// are three budgets, and none is spent by the mails of another:
//
//   - of players, whose mails hold a right key: one for each person. Their mails are handled whatever others send.
//   - of known addresses without a key: one for each address, and together they share what all of them may get.
//   - of strangers: a few answers a day for each address, and a cap for all of them.

// BudgetKind is the kind of the stored counts of replies: by hour and sender, and in all.
const BudgetKind = "budget"

// RepliesPerStranger is how many replies an address that is in no game gets a day: enough to ask for the games, join
// some of them and be asked to confirm.
const RepliesPerStranger = 10

// The names of the budgets, by class of sender.
const (
	playerBudget   = "player"
	knownBudget    = "known"
	strangerBudget = "stranger"
)

// DailyKind is the kind of the stored counts of what an address asks for without a seat, by day.
const DailyKind = "door"

// SpendReply counts a reply and reports whether it may be sent. Above the budget the mail is handled without a reply,
// and the referee is told once a day.
func (r *Request) SpendReply() (bool, error) {
	if err := dropOldBudgets(r); err != nil {
		return false, err
	}
	person, err := r.ProvedPerson()
	switch {
	case err != nil:
		return false, err
	case person != "":
		return spendPlayer(r, person)
	}
	known, err := answersKnownAddress(r)
	switch {
	case err != nil:
		return false, err
	case known:
		return spendKnown(r)
	}
	return spendStranger(r)
}

// spendPlayer counts a reply to a mail with a right key. Above the budget one notice an hour says so and nothing else
// is sent: a program that answers all mail and quotes the key must not loop.
func spendPlayer(r *Request, person string) (bool, error) {
	key := r.Env.Hour() + " " + playerBudget + " " + person
	n, err := gamestore.IncrementCount(r.Tx, BudgetKind, key)
	if err != nil || n <= r.Env.Limits.RepliesPerPlayer {
		return err == nil, err
	}
	r.Log.Warn("reply budget used up", "of", playerBudget, "to", person, "this hour", n)
	if n > r.Env.Limits.RepliesPerPlayer+1 {
		return false, nil
	}
	if err := warnOfBudget(r, playerBudget+" "+person, person, n, n); err != nil {
		return false, err
	}
	return false, r.Env.TryMail("last answer of the hour", func() error {
		n := notice.Budget{Limit: r.Env.Limits.RepliesPerPlayer}
		words, err := r.Render(n)
		if err != nil {
			return err
		}
		return r.send(string(n.ID()), words)
	})
}

// spendKnown counts a reply to the address of a participant whose key is not in the mail.
func spendKnown(r *Request) (bool, error) {
	to := mailio.FoldAddress(r.AnswerTo().Addr)
	inAll := r.Env.Hour() + " " + knownBudget
	mine, err := gamestore.ReadCount(r.Tx, BudgetKind, inAll+" "+to)
	if err != nil {
		return false, err
	}
	all, err := gamestore.ReadCount(r.Tx, BudgetKind, inAll)
	if err != nil {
		return false, err
	}
	if mine >= FairShare(r.Env.Limits.RepliesPerSender, r.Env.Limits.RepliesInAll, all-mine) {
		r.Log.Warn("reply budget used up", "of", knownBudget, "to", to, "this hour", mine, "in all", all)
		return false, warnOfBudget(r, knownBudget, to, mine+1, all+1)
	}
	if _, err := gamestore.IncrementCount(r.Tx, BudgetKind, inAll+" "+to); err != nil {
		return false, err
	}
	_, err = gamestore.IncrementCount(r.Tx, BudgetKind, inAll)
	return err == nil, err
}

// FairShare returns how many replies one sender may get in an hour when the others got so many: perSender while nothing
// is spent, then the same part of what is left of inAll. So a few senders cannot use it up, and a sender who writes for
// the first time is answered as long as anything is left.
func FairShare(perSender, inAll, others int) int {
	if others >= inAll {
		return 0
	}
	return (perSender*(inAll-others) + inAll - 1) / inAll
}

// spendStranger counts a reply to an address that is in no game. A mail that the own mail provider calls forged gets
// none: the reply would go to a person who wrote nothing.
func spendStranger(r *Request) (bool, error) {
	to := mailio.FoldAddress(r.AnswerTo().Addr)
	if sender.Authentication(r.Raw, r.Env.Self.Checkers, r.Mail.From.Addr).Forged() {
		r.Log.Info("a forged sender is not answered", "from", r.Mail.From.Addr)
		return false, nil
	}
	inAll := r.Env.Hour() + " " + strangerBudget
	all, err := gamestore.ReadCount(r.Tx, BudgetKind, inAll)
	if err != nil {
		return false, err
	}
	if all >= r.Env.Limits.RepliesToStrangers {
		r.Log.Warn("reply budget used up", "of", strangerBudget, "in all", all)
		return false, warnOfBudget(r, strangerBudget, to, 1, all+1)
	}
	mine, err := r.CountToday("answers", to)
	if err != nil || mine > RepliesPerStranger {
		return false, err
	}
	_, err = gamestore.IncrementCount(r.Tx, BudgetKind, inAll)
	return err == nil, err
}

// warnOfBudget tells the referee that a budget is used up, once a day.
func warnOfBudget(r *Request, budget, to string, mine, all int) error {
	day := r.Env.Now().UTC().Format(time.DateOnly)
	return notify.WarnRefereeOnce(r.Env, r.Tx, "budget",
		[]string{to, strconv.Itoa(mine), strconv.Itoa(all)}, day, budget)
}

// ProvedPerson returns the main address of the person whose key is in the mail or whose mail it answers, "" if nothing
// proves the sender. What a mail quotes proves nothing here unless it asks for something: a robot that marks nothing
// answers all our mails and quotes them.
func (r *Request) ProvedPerson() (string, error) {
	if (r.QuotedKey || r.ByReply) && len(r.Commands()) == 0 {
		return "", nil
	}
	if r.Seat != nil && (r.Keyed || r.Signed) {
		return mailio.FoldAddress(r.Seat.Address), nil
	}
	key := keys.Parse(r.File.Header.Key)
	if key.IsZero() {
		return "", nil
	}
	refs, err := r.Tx.Handles().Seats(key.Handle())
	if err != nil {
		return "", err
	}
	for _, ref := range refs {
		s, err := participantAt(r, ref)
		if err != nil {
			return "", err
		}
		if s.Taken() && s.HasKey(key) {
			return mailio.FoldAddress(s.Address), nil
		}
	}
	return "", nil
}

// answersKnownAddress reports whether the reply goes to a confirmed address of a participant, or to the referee of the
// server.
func answersKnownAddress(r *Request) (bool, error) {
	to := r.AnswerTo().Addr
	if mailio.FoldAddress(to) == mailio.FoldAddress(r.Env.Self.Referee) {
		return true, nil
	}
	refs, err := r.Tx.Handles().Seats(roster.AddressHandle(to))
	if err != nil {
		return false, err
	}
	for _, ref := range refs {
		if s, err := participantAt(r, ref); err != nil || !s.Unconfirmed {
			return err == nil, err
		}
	}
	return false, nil
}

// participantAt reads a participant without the rest of their game.
func participantAt(r *Request, ref store.SeatRef) (s roster.Participant, err error) {
	g, err := r.Tx.Games().Game(ref.Game)
	if err != nil {
		return s, err
	}
	return s, gamestore.GetJSON(g, roster.PartOf(ref.Seat), ref.Seat, &s)
}

// WasRefusedBefore counts a mail that is refused, and reports whether its sender was refused for the same text within
// this hour. A mail with a right key and a command of the same machine are always answered.
func (r *Request) WasRefusedBefore() (bool, error) {
	if r.Console != nil {
		return false, nil
	}
	if person, err := r.ProvedPerson(); err != nil || person != "" {
		return false, err
	}
	from := mailio.FoldAddress(r.Mail.From.Addr)
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%s\n", from, r.Mail.Subject)
	sum.Write(MailBody(r.Raw))
	n, err := gamestore.IncrementCount(r.Tx, BudgetKind, r.Env.Hour()+" text "+hex.EncodeToString(sum.Sum(nil)))
	return n > 1, err
}

// dropOldBudgets deletes the counts of hours that are over.
func dropOldBudgets(r *Request) error {
	return dropOldCounts(r.Tx, BudgetKind, r.Env.Now().UTC().Add(-2*time.Hour).Format(env.HourFormat))
}

// dropOldCounts deletes the counts of a kind whose keys sort before a time.
func dropOldCounts(tx *store.Tx, kind, before string) error {
	var old []string
	for e, err := range tx.Data().All(kind, "") {
		if err != nil {
			return err
		}
		if e.Key >= before {
			break
		}
		old = append(old, e.Key)
	}
	for _, k := range old {
		if err := tx.Data().Delete(kind, k); err != nil {
			return err
		}
	}
	return nil
}

// CountToday counts a request of an address and returns how many it has made today. The counts of earlier days are
// deleted.
func (r *Request) CountToday(what, addr string) (int, error) {
	day := r.Env.Now().UTC().Format(time.DateOnly)
	if err := dropOldCounts(r.Tx, DailyKind, day); err != nil {
		return 0, err
	}
	return gamestore.IncrementCount(r.Tx, DailyKind, day+" "+what+" "+mailio.FoldAddress(addr))
}
