package daemon

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime/debug"
	"strconv"
	"time"

	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/sender"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// From can be forged, so how many answers a mail may cost depends on what proves its sender (mail convention 4). There are three budgets, and
// none is spent by the mails of another:
//
//   - of players, whose mails hold a right key: one for each person. Their mails are handled whatever others send.
//   - of known addresses without a key: one for each address, and together they share what all of them may get.
//   - of strangers: a few answers a day for each address, and a cap for all of them.

// budgetKind is where the answers of each hour are counted, by sender and in all.
const budgetKind = "budget"

// repliesToStranger is how many answers a stranger's address gets a day: enough to ask for the games, join some of them and be asked to confirm.
const repliesToStranger = 10

// The classes of senders, as their budgets are named.
const (
	playerBudget   = "player"
	knownBudget    = "known"
	strangerBudget = "stranger"
)

// spend counts an answer, and reports whether it may be sent. Beyond the budget the mail is handled without an answer, and the referee is told
// once a day.
func (o *Office) spend(tx *store.Tx, e *errand) (bool, error) {
	if err := o.forgetBudgets(tx); err != nil {
		return false, err
	}
	person, err := e.provedPerson()
	switch {
	case err != nil:
		return false, err
	case person != "":
		return o.spendPlayer(tx, e, person)
	}
	known, err := e.knownAddress()
	switch {
	case err != nil:
		return false, err
	case known:
		return o.spendKnown(tx, e)
	}
	return o.spendStranger(tx, e)
}

// spendPlayer counts an answer to a mail with a right key. Beyond the budget one notice an hour says so, and nothing else: a
// program that answers all mail and quotes the key must not loop.
func (o *Office) spendPlayer(tx *store.Tx, e *errand, person string) (bool, error) {
	key := o.hour() + " " + playerBudget + " " + person
	n, err := countUp(tx, budgetKind, key)
	if err != nil || n <= o.Limits.RepliesPerPlayer {
		return err == nil, err
	}
	e.log.Warn("reply budget used up", "of", playerBudget, "to", person, "this hour", n)
	if n > o.Limits.RepliesPerPlayer+1 {
		return false, nil
	}
	if err := o.tellBudget(tx, playerBudget+" "+person, person, n, n); err != nil {
		return false, err
	}
	return false, o.leaveOut("last answer of the hour", func() error {
		n := notice.Budget{Limit: o.Limits.RepliesPerPlayer}
		words, err := e.words(n)
		if err != nil {
			return err
		}
		return e.send(string(n.ID()), words)
	})
}

// spendKnown counts an answer to an address of somebody in a game, whose key is not in the mail.
func (o *Office) spendKnown(tx *store.Tx, e *errand) (bool, error) {
	to := mailio.FoldAddress(e.answerTo().Addr)
	inAll := o.hour() + " " + knownBudget
	mine, err := countOf(tx, budgetKind, inAll+" "+to)
	if err != nil {
		return false, err
	}
	all, err := countOf(tx, budgetKind, inAll)
	if err != nil {
		return false, err
	}
	if mine >= fairShare(o.Limits.RepliesPerSender, o.Limits.RepliesInAll, all-mine) {
		e.log.Warn("reply budget used up", "of", knownBudget, "to", to, "this hour", mine, "in all", all)
		return false, o.tellBudget(tx, knownBudget, to, mine+1, all+1)
	}
	if _, err := countUp(tx, budgetKind, inAll+" "+to); err != nil {
		return false, err
	}
	_, err = countUp(tx, budgetKind, inAll)
	return err == nil, err
}

// fairShare is how many answers one sender may get in an hour when the others got so many: perSender of an unspent budget, and the same
// part of what is left of it. So no few senders use it up, and who writes for the first time is answered as long as anything is left.
func fairShare(perSender, inAll, others int) int {
	if others >= inAll {
		return 0
	}
	return (perSender*(inAll-others) + inAll - 1) / inAll
}

// spendStranger counts an answer to an address that is in no game. A mail that the own mail provider calls forged gets none: the answer would go
// to somebody who wrote nothing.
func (o *Office) spendStranger(tx *store.Tx, e *errand) (bool, error) {
	to := mailio.FoldAddress(e.answerTo().Addr)
	if sender.Authentication(e.raw, o.Self.Checkers, e.letter.From.Addr).Forged() {
		e.log.Info("a forged sender is not answered", "from", e.letter.From.Addr)
		return false, nil
	}
	inAll := o.hour() + " " + strangerBudget
	all, err := countOf(tx, budgetKind, inAll)
	if err != nil {
		return false, err
	}
	if all >= o.Limits.RepliesToStrangers {
		e.log.Warn("reply budget used up", "of", strangerBudget, "in all", all)
		return false, o.tellBudget(tx, strangerBudget, to, 1, all+1)
	}
	mine, err := o.countToday(tx, "answers", to)
	if err != nil || mine > repliesToStranger {
		return false, err
	}
	_, err = countUp(tx, budgetKind, inAll)
	return err == nil, err
}

// tellBudget tells the referee that a budget is used up, once a day.
func (o *Office) tellBudget(tx *store.Tx, budget, to string, mine, all int) error {
	day := o.Now().UTC().Format(time.DateOnly)
	return o.tellRefereeOnce(tx, "budget", []string{to, strconv.Itoa(mine), strconv.Itoa(all)}, day, budget)
}

// provedPerson returns the main address of the person whose key is in the mail, "" if there is no right key in it.
func (e *errand) provedPerson() (string, error) {
	if e.seat != nil && (e.keyed || e.sealed) {
		return mailio.FoldAddress(e.seat.Address), nil
	}
	key := keys.Parse(e.file.Header.Key)
	if key.IsZero() {
		return "", nil
	}
	refs, err := e.seatsOf(key.Handle())
	if err != nil {
		return "", err
	}
	for _, ref := range refs {
		s, err := e.seatAt(ref)
		if err != nil {
			return "", err
		}
		if s.Taken() && s.OpensWith(key) {
			return mailio.FoldAddress(s.Address), nil
		}
	}
	return "", nil
}

// knownAddress reports whether the answer goes to a confirmed address of somebody in a game, or to the referee of all.
func (e *errand) knownAddress() (bool, error) {
	to := e.answerTo().Addr
	if mailio.FoldAddress(to) == mailio.FoldAddress(e.o.Self.Referee) {
		return true, nil
	}
	refs, err := e.seatsOf(roster.AddressHandle(to))
	if err != nil {
		return false, err
	}
	for _, ref := range refs {
		if s, err := e.seatAt(ref); err != nil || !s.Unproved {
			return err == nil, err
		}
	}
	return false, nil
}

// seatAt reads a seat without the rest of its game.
func (e *errand) seatAt(ref store.SeatRef) (s roster.Seat, err error) {
	g, err := e.tx.Game(ref.Game)
	if err != nil {
		return s, err
	}
	return s, getJSON(g, roster.PartOf(ref.Seat), ref.Seat, &s)
}

// refusedBefore counts a mail that is refused, and reports whether its sender got the same refusal of the same text this hour. A mail with a right key
// and a command are always answered.
func (e *errand) refusedBefore() (bool, error) {
	if e.console != nil {
		return false, nil
	}
	if person, err := e.provedPerson(); err != nil || person != "" {
		return false, err
	}
	from := mailio.FoldAddress(e.letter.From.Addr)
	sum := sha256.New()
	fmt.Fprintf(sum, "%s\n%s\n", from, e.letter.Subject)
	sum.Write(bodyOf(e.raw))
	n, err := countUp(e.tx, budgetKind, e.o.hour()+" text "+hex.EncodeToString(sum.Sum(nil)))
	return n > 1, err
}

// hour is the hour that counts are kept by.
func (o *Office) hour() string { return o.Now().UTC().Format(hourForm) }

const hourForm = "2006-01-02T15"

func countOf(tx *store.Tx, kind, key string) (int, error) {
	v, ok, err := tx.Get(kind, key)
	return counter(v, ok), err
}

func countUp(tx *store.Tx, kind, key string) (int, error) {
	n, err := countOf(tx, kind, key)
	if err != nil {
		return 0, err
	}
	return n + 1, tx.Put(kind, key, store.Value{Version: formatVersion, Bytes: []byte(strconv.Itoa(n + 1))})
}

// forgetBudgets deletes the counts of hours that are over.
func (o *Office) forgetBudgets(tx *store.Tx) error {
	return forgetCounts(tx, budgetKind, o.Now().UTC().Add(-2*time.Hour).Format(hourForm))
}

// forgetCounts deletes the counts of a kind whose keys come before a time.
func forgetCounts(tx *store.Tx, kind, before string) error {
	var old []string
	for e, err := range tx.All(kind, "") {
		if err != nil {
			return err
		}
		if e.Key >= before {
			break
		}
		old = append(old, e.Key)
	}
	for _, k := range old {
		if err := tx.Delete(kind, k); err != nil {
			return err
		}
	}
	return nil
}

// tellReferee writes to the referee, if there is one. The name makes the same news one mail.
func (o *Office) tellReferee(tx *store.Tx, what string, lines []string, name ...string) error {
	if o.Self.Referee == "" {
		return nil
	}
	return o.leaveOut("notice for the referee", func() error {
		words, err := render(notice.RefereeNews{What: notice.Quote(what), Details: lines}, reader.Reader{}, o.Language)
		if err != nil {
			return err
		}
		_, err = o.send(tx, post{to: mailio.Address{Addr: o.Self.Referee}, lang: o.Language, auto: "auto-generated", words: words,
			name: append([]string{"referee", what}, name...)})
		return err
	})
}

// tellRefereeOnce writes to the referee unless the same news went out before, whatever its circumstances were then.
func (o *Office) tellRefereeOnce(tx *store.Tx, what string, lines []string, name ...string) error {
	_, told, err := tx.MailByID(mailio.MessageID(o.Self.Domain, append([]string{"referee", what}, name...)...))
	if err != nil || told {
		return err
	}
	return o.tellReferee(tx, what, lines, name...)
}

// leaveOut makes a mail that goes out beside what is decided. One that cannot be made is left out and logged: it undoes nobody's orders. Only
// an error of the store itself is returned.
func (o *Office) leaveOut(what string, mail func() error) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
		if err != nil && !fatal(err) {
			o.Log.Error("mail left out", "what", what, "error", err)
			err = nil
		}
	}()
	return mail()
}
