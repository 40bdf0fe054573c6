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

// answers computes and sends what letters have asked, until the context ends.
func (d *Server) answers(ctx context.Context) {
	for {
		var number uint64
		var ok bool
		err := d.Store.View(func(tx *store.Tx) (err error) {
			number, ok, err = command.NextQuestions(tx)
			return err
		})
		if err == nil && ok && ctx.Err() == nil {
			if err = d.answerLetter(ctx, number); err == nil {
				d.wake()
				continue
			}
		}
		if err != nil && ctx.Err() == nil {
			d.Env.Log.Error("questions are not answered for now", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-d.asked:
		case <-time.After(d.tick()):
		}
	}
}

// answerLetter answers the questions of one letter, as far as it gets in its time. The error is of the store.
func (d *Server) answerLetter(ctx context.Context, number uint64) error {
	late := d.late()
	d.Env.Metering().Began(number)
	defer d.Env.Metering().Ended(number)
	for ctx.Err() == nil {
		var q command.Questions
		err := d.do(func(tx *store.Tx) (err error) {
			if q, err = command.ReadQuestions(tx, number); err != nil {
				return err
			}
			q.Attempts++
			if len(q.Asked) > 0 && (q.Attempts > steps.MaxAsked || late()) {
				d.Env.Log.Warn("question not answered", "letter", number, "attempts", q.Attempts-1, "late", late())
				if q.Attempts > steps.MaxAsked {
					err = notify.WarnReferee(d.Env, tx, "question-broke-us", []string{q.Asked[0].Line}, "letter", strconv.FormatUint(number, 10))
				}
				q.Leave()
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
			return d.do(func(tx *store.Tx) error { return steps.EndQuestions(d.Env, tx, number, q) })
		}
		if q.Attempts == 0 {
			continue // the one before was given up
		}
		var words layout.Mail
		if err := d.compute(number, q, &words); err != nil {
			d.Env.Log.Error("question failed", "letter", number, "line", q.Asked[0].Line, "attempt", q.Attempts, "error", err)
			continue
		}
		if err := d.do(func(tx *store.Tx) error { return steps.Answered(d.Env, tx, number, q, words) }); err != nil {
			return err
		}
	}
	return nil
}

// compute makes the answer to the first question, in a reading transaction.
func (d *Server) compute(number uint64, q command.Questions, words *layout.Mail) (err error) {
	defer env.Recovered(&err)
	return d.Store.View(func(tx *store.Tx) (err error) {
		*words, err = steps.AnswerFirst(d.Env, tx, number, q)
		return err
	})
}
