// Package steps handles one mail in one transaction, step by step:
//
//	parseMail           bytes to mail (package intake)          read.go
//	checkHistory        the heads it quotes                     package guard
//	ignoreUnanswerable  robots, bounces, own mail               read.go, bounce.go
//	IgnoreRepeated      a mail that came before                 command/repeated.go
//	readHeader          the text that counts, its header        read.go
//	BeaconByMail        a value of tier 2                       play/beacon.go
//	Confirm             an address confirms                     people/confirm.go
//	HandleJoin          requests to join a game                 people/join.go
//	verifySignature     OpenPGP                                 signed.go
//	answerQuestion      yes to what we asked                    agree.go
//	findSeat            who sent it about which game            find.go, answered.go
//	eachSeat            orders for several seats, one by one    seats.go
//	readText            the text again, board and power known   read.go
//	interpret           orders as people write them             interpret.go
//	authorize           key, round, deadline                    authorize.go
//	askReading          a reading that had to guess             interpret.go
//	askDoubtful         a late yes, an answer to an old mail    agree.go
//	decide              orders and commands                     decide.go
//
// A step returns nil to pass the mail on, or the outcome. Questions are answered afterwards (questions.go). Mails whose
// key came from an unknown address are held (held.go). A referee gives commands on the same machine (console.go).
package steps

import (
	"errors"
	"fmt"
	"strconv"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/message"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// HandleMail handles one mail in one transaction: it reads it, finds its sender and game, checks key and round, carries
// out what it says, and answers.
func HandleMail(e *env.Env, tx *store.Tx, number uint64) error {
	return HandleMailUntil(e, tx, number, func() bool { return false })
}

// HandleMailUntil is HandleMail that fails with [env.ErrOverrun] when late reports true.
func HandleMailUntil(e *env.Env, tx *store.Tx, number uint64, late func() bool) error {
	r, err := command.NewRequest(e, tx, number)
	if err != nil {
		return err
	}
	r.Late = late
	return runSteps(r)
}

// runSteps handles a mail: as a whole, and then for each seat that it has orders for.
func runSteps(r *command.Request) error {
	command.GatherAnswers(r)
	out, err := runUntilDone(r, mailSteps)
	if err != nil || out != nil {
		return finishSteps(r, out, err)
	}
	if len(r.Parts) > 0 && r.Agreed == nil {
		out, err = eachSeat(r)
	} else {
		out, err = runUntilDone(r, seatSteps)
	}
	return finishSteps(r, out, err)
}

// step looks at one thing in a mail. It returns nil to pass the mail on, or the outcome.
type step func(*command.Request) (*decision.Outcome, error)

var (
	// mailSteps find out whose mail it is, and about which game.
	mailSteps = []step{
		parseMail,
		checkHistory,
		ignoreUnanswerable,
		(*command.Request).IgnoreRepeated,
		readHeader,
		play.HandleBeaconMail,
		people.HandleConfirmation,
		people.HandleJoin,
		verifySignature,
		answerQuestion,
		findSeat,
	}
	// seatSteps do what it says for one seat.
	seatSteps = []step{
		readText,
		refuseOtherPower,
		interpret,
		authorize,
		askReading,
		askDoubtful,
		decide,
	}
)

// runUntilDone runs step after step until one has an outcome.
func runUntilDone(r *command.Request, steps []step) (*decision.Outcome, error) {
	for _, step := range steps {
		out, err := step(r)
		if err == nil && out == nil && r.Late() {
			err = env.ErrOverrun
		}
		if err != nil || out != nil {
			return out, err
		}
	}
	return nil, nil
}

// finishSteps records what has come of a mail.
func finishSteps(r *command.Request, out *decision.Outcome, err error) error {
	if err == nil && out == nil {
		err = errors.New("nothing came of it")
	}
	if err != nil {
		return fmt.Errorf("letter %d: %w", r.Row.Number, err)
	}
	return recordOutcome(r, *out)
}

// recordOutcome stores the outcome of the mail.
func recordOutcome(r *command.Request, out decision.Outcome) error {
	if err := command.SendAnswers(r); err != nil {
		return err
	}
	row := store.Outcome{Kind: out.Kind, Reason: out.Reason, At: r.Env.Now().UTC()}
	if r.Game != nil {
		if err := r.Game.Chain.Err(); err != nil {
			return err
		}
		row.Game = r.Game.Setup.Name
	}
	if r.Seat != nil {
		row.Seat = r.Seat.Role
	}
	if r.IsAnonymous() {
		row.Seat = "-"
	}
	if err := endQuestion(r, out); err != nil {
		return err
	}
	if out.Kind == decision.Accepted && r.Seat != nil && r.Keyed && r.Game != nil {
		if err := clearBounces(r); err != nil {
			return err
		}
	}
	if err := rememberSignature(r, out); err != nil || wasHeld(r, row) {
		return err
	}
	r.Log.Info("letter done", "outcome", out.Kind, "reason", out.Reason, "game", row.Game, "seat", row.Seat)
	return finishMail(r.Env, r.Tx, r.Row, r.Raw, row)
}

// finishMail finishes a mail and deletes the count of its attempts. If raw is nil, its stored bytes are left as they
// are.
func finishMail(e *env.Env, tx *store.Tx, row store.Incoming, raw []byte, out store.Outcome) error {
	if err := tx.Data().Delete(AttemptsKind, strconv.FormatUint(row.Number, 10)); err != nil &&
		!errors.Is(err, store.ErrNotFound) {
		return err
	}
	if raw == nil {
		return tx.Inbox().Finish(row.Number, out)
	}
	return vault.FinishMail(e, tx, row, raw, out)
}

// Attempts at a mail are counted in a transaction of their own before it is handled, so that a mail which breaks or
// kills the process is set aside: after two attempts that failed, or after five that the process did not survive, which
// may have been power cuts.

// AttemptsKind is the kind of the stored counts of attempts at mails that are not done, by number.
const AttemptsKind = "letters.attempts"

// An attempt counts one when it begins and FailedAttempt more when it fails. A mail with MaxAttempts is set aside.
const (
	MaxAttempts   = 5
	FailedAttempt = 2
)

// NotifySender answers a mail of which only the header is read. Strangers and robots are not answered.
func NotifySender(e *env.Env, tx *store.Tx, number uint64, n notice.Notice) error {
	r, err := command.NewRequest(e, tx, number)
	if err != nil {
		return err
	}
	if r.Mail, err = message.ParseHeader(r.Raw); err != nil || r.Mail.Robot != message.Human ||
		r.Mail.Ours(e.Self.MessageSelf()) {
		return nil
	}
	if _, err := r.RecognizeSender(); err != nil || r.KnownAs == nil {
		return err
	}
	return r.ReplyNotice(n)
}

// SetAside finishes a mail that is set aside.
func SetAside(e *env.Env, tx *store.Tx, number uint64) error {
	row, err := tx.Inbox().Mail(number)
	if err != nil {
		return err
	}
	raw, err := vault.MailBytes(e, tx, row)
	if err != nil { // it stays sealed
		e.Log.Error("letter cannot be opened", "letter", number, "error", err)
	}
	return finishMail(e, tx, row, raw, store.Outcome{Kind: decision.Broken, Reason: "set aside", At: e.Now().UTC()})
}
