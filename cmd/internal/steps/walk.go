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

// A letter may cost as much as it should, or be made to cost more; it may break us, or kill the process. So its attempts are counted
// in a transaction of their own before it is handled, whatever happens then. It is set aside after two that failed, or after five that
// the process did not survive: those may have been power cuts or kills that are no fault of the letter.

// AttemptsKind is where the attempts at letters that are not done are counted, by number.
const AttemptsKind = "letters.attempts"

// An attempt counts one when it begins and failedAttempt more when it fails. A letter with mostAttempts is set aside.
const (
	MaxAttempts   = 5
	FailedAttempt = 2
)

// NotifySender answers a letter of which no more than the header is read. Strangers and robots are not answered.
func NotifySender(e *env.Env, tx *store.Tx, number uint64, n notice.Notice) error {
	r, err := command.NewRequest(e, tx, number)
	if err != nil {
		return err
	}
	if r.Mail, err = message.ParseHeader(r.Raw); err != nil || r.Mail.Robot != message.Human || r.Mail.Ours(e.Self.MessageSelf()) {
		return nil
	}
	if _, err := r.RecognizeSender(); err != nil || r.KnownAs == nil {
		return err
	}
	return r.ReplyNotice(n)
}

// SetAside finishes a letter that is set aside.
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

// finishMail finishes a letter, of which no attempts are counted any more. Without raw its bytes stay as they are.
func finishMail(e *env.Env, tx *store.Tx, row store.Incoming, raw []byte, out store.Outcome) error {
	if err := tx.Data().Delete(AttemptsKind, strconv.FormatUint(row.Number, 10)); err != nil && !errors.Is(err, store.ErrNotFound) {
		return err
	}
	if raw == nil {
		return tx.Inbox().Finish(row.Number, out)
	}
	return vault.FinishMail(e, tx, row, raw, out)
}

// HandleMail takes one letter the whole way, in one transaction: read it, find who speaks about which game, hold it against key
// and round, do what it says, answer.
//
// Questions are left for [Office.Answer], which needs no writing transaction to compute.
func HandleMail(e *env.Env, tx *store.Tx, number uint64) error {
	return HandleMailUntil(e, tx, number, func() bool { return false })
}

// HandleMailUntil does so as long as late reports false.
func HandleMailUntil(e *env.Env, tx *store.Tx, number uint64, late func() bool) error {
	r, err := command.NewRequest(e, tx, number)
	if err != nil {
		return err
	}
	r.Late = late
	return runSteps(r)
}

// runSteps takes the letter from step to step, until something has come of it.
func runSteps(r *command.Request) error {
	for _, step := range []func(*command.Request) (*decision.Outcome, error){
		parseMail,
		checkHistory,
		ignoreUnanswerable,
		(*command.Request).IgnoreRepeated,
		readHeader,
		play.HandleBeaconMail,
		people.HandleConfirmation,
		people.HandleJoin,
		verifySignature,
		findSeat,
		readText,
		authorize,
		decide,
	} {
		out, err := step(r)
		if err == nil && out == nil && r.Late() {
			err = env.ErrOverrun
		}
		if err != nil {
			return fmt.Errorf("letter %d: %w", r.Row.Number, err)
		}
		if out != nil {
			return recordOutcome(r, *out)
		}
	}
	return fmt.Errorf("letter %d: nothing came of it", r.Row.Number)
}

// recordOutcome notes what became of the letter, in the game's intake list too if it is about one.
func recordOutcome(r *command.Request, out decision.Outcome) error {
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
