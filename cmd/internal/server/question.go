package server

import (
	"context"
	"strconv"
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/steps"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// answerer answers the questions of mails, in a goroutine of its own.
type answerer struct {
	env    *env.Env
	store  *store.Store
	writes writes
	wake   func()          // there may be mail to send
	asked  <-chan struct{} // there may be questions to answer
	limit  timeLimit       // for the questions of one mail
	tick   time.Duration
}

// run answers the questions of mails until the context ends.
func (a answerer) run(ctx context.Context) {
	for {
		var number uint64
		var ok bool
		err := a.store.View(func(tx *store.Tx) (err error) {
			number, ok, err = command.NextMailWithQuestions(tx)
			return err
		})
		if err == nil && ok && ctx.Err() == nil {
			if err = a.answerMail(ctx, number); err == nil {
				a.wake()
				continue
			}
		}
		if err != nil && ctx.Err() == nil {
			a.env.Log.Error("questions are not answered for now", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-a.asked:
		case <-time.After(a.tick):
		}
	}
}

// answerMail answers the questions of one mail, as far as its time allows. The error is of the store.
func (a answerer) answerMail(ctx context.Context, number uint64) error {
	late := a.limit.start()
	a.env.ActiveMeter().Began(number)
	defer a.env.ActiveMeter().Ended(number)
	for ctx.Err() == nil {
		var q command.Questions
		err := a.writes.do(func(tx *store.Tx) (err error) {
			if q, err = command.LoadQuestions(tx, number); err != nil {
				return err
			}
			q.Attempts++
			if len(q.Asked) > 0 && (q.Attempts > steps.MaxAnswerAttempts || late()) {
				a.env.Log.Warn("question not answered", "letter", number, "attempts", q.Attempts-1, "late", late())
				if q.Attempts > steps.MaxAnswerAttempts {
					err = notify.WarnReferee(a.env, tx, "question-broke-us", []string{q.Asked[0].Line},
						"letter", strconv.FormatUint(number, 10))
				}
				q.GiveUpFirst()
			}
			if err != nil {
				return err
			}
			return q.Save(tx, number)
		})
		if err != nil {
			return err
		}
		if len(q.Asked) == 0 {
			return a.writes.do(func(tx *store.Tx) error { return steps.FinishQuestions(a.env, tx, number, q) })
		}
		if q.Attempts == 0 {
			continue // the question before it was given up
		}
		var words layout.Mail
		if err := a.compute(number, q, &words); err != nil {
			a.env.Log.Error("question failed", "letter", number, "line", q.Asked[0].Line, "attempt",
				q.Attempts, "error", err)
			continue
		}
		if err := a.writes.do(func(tx *store.Tx) error {
			return steps.SendAnswer(a.env, tx, number, q,
				words)
		}); err != nil {
			return err
		}
	}
	return nil
}

// compute renders the answer to the first question, in a read transaction.
func (a answerer) compute(number uint64, q command.Questions, words *layout.Mail) (err error) {
	defer env.RecoverPanic(&err)
	return a.store.View(func(tx *store.Tx) (err error) {
		*words, err = steps.RenderAnswer(a.env, tx, number, q)
		return err
	})
}
