package server

import (
	"context"
	"errors"
	"strconv"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/steps"
	"fieldpost/mailio"
	"fieldpost/mailio/outbox"
	"fieldpost/store"
)

// refusedLogin is how long the outbox rests after the server refused the login: going on would lock the account.
const refusedLogin = 10 * time.Minute

// deliver sends what is due in the outbox, whenever something was queued and at every tick.
func (d *Server) deliver(ctx context.Context) {
	tick := d.tick()
	for {
		var wait time.Duration
		woken := d.out
		err := d.sendDue(ctx)
		d.sendFailing.Store(err != nil)
		if err == nil {
			wait = d.untilNext(tick)
		} else if wait = d.trouble(err, tick); wait > tick {
			woken = nil // rest, whatever comes
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-time.After(wait):
		}
	}
}

// trouble logs why mail cannot be sent, and tells how long to wait.
func (d *Server) trouble(err error, tick time.Duration) time.Duration {
	d.Env.Log.Warn("mail cannot be sent", "error", Explain(err, d.Outbox.Server))
	if _, refused := errors.AsType[*mailio.LoginError](err); refused {
		return max(refusedLogin, 2*tick)
	}
	return tick
}

// sendDue sends what is due.
func (d *Server) sendDue(ctx context.Context) error {
	for ctx.Err() == nil && d.anyDue() {
		conn, err := d.Outbox.Open(ctx)
		if err != nil {
			d.Env.Metering().Mailed(env.MailUnreachable)
			return err
		}
		err = d.sendOver(ctx, conn)
		conn.Close()
		if err != nil {
			return err
		}
	}
	return nil
}

func (d *Server) anyDue() bool {
	at, ok := d.nextMail()
	return ok && !at.After(d.Env.Now())
}

func (d *Server) untilNext(tick time.Duration) time.Duration {
	if at, ok := d.nextMail(); ok {
		return max(0, min(tick, at.Sub(d.Env.Now())))
	}
	return tick
}

func (d *Server) nextMail() (at time.Time, ok bool) {
	err := d.Store.View(func(tx *store.Tx) (err error) {
		at, ok, err = tx.Outbox().Next()
		return err
	})
	return at, ok && err == nil
}

// sendOver sends over one connection as long as it holds. Each attempt is counted, with the time of the next one, before it
// is made: a kill in between delays a mail and never loses or forgets it.
func (d *Server) sendOver(ctx context.Context, conn *outbox.Conn) error {
	for ctx.Err() == nil && conn.Usable() {
		var due []store.Mail
		var frozen mailio.Frozen
		now := d.Env.Now()
		err := d.do(func(tx *store.Tx) (err error) {
			due, err = tx.Outbox().Take(now, 1, func(attempts int) time.Time { return nextAttempt(now, attempts) })
			if err == nil && len(due) > 0 && len(due[0].Gaps) == 0 {
				frozen, err = notify.Whole(d.Env, tx, due[0])
			}
			return err
		})
		if err == nil && len(due) > 0 && len(due[0].Gaps) > 0 { // it is sent once more: drawing takes its time, and writes nothing
			err = d.Store.View(func(tx *store.Tx) (err error) {
				frozen, err = notify.Whole(d.Env, tx, due[0])
				return err
			})
		}
		if err != nil || len(due) == 0 {
			return err
		}
		m := due[0]
		r := conn.Send(ctx, frozen)
		if r.Class == outbox.Temporary && ctx.Err() != nil {
			return ctx.Err() // it is our own end that cut it off: the attempt stays open, and the next start makes it again at once
		}
		var result env.MailResult
		err = d.do(func(tx *store.Tx) (err error) {
			result, err = d.sent(tx, m, r)
			return err
		})
		if err != nil {
			return err
		}
		d.Env.Metering().Mailed(result)
	}
	return nil
}

func nextAttempt(now time.Time, attempts int) time.Time {
	wait, _ := outbox.Wait(attempts)
	return now.Add(max(wait, time.Second))
}

// sent notes what became of a mail.
func (d *Server) sent(tx *store.Tx, m store.Mail, r outbox.Result) (env.MailResult, error) {
	now, code := d.Env.Now(), r.Text
	if r.Code != 0 {
		code = strconv.Itoa(r.Code) + " " + r.Text
	}
	log := d.Env.Log.With("mail", m.MessageID, "game", m.Game, "attempt", m.Attempts, "answer", code)
	switch _, again := outbox.Wait(m.Attempts); {
	case r.Class == outbox.Delivered:
		log.Info("mail sent")
		return env.MailSent, tx.Outbox().Delivered(m.MessageID, now, code)
	case r.Class == outbox.Permanent || !again:
		log.Warn("mail given up")
		if err := tx.Outbox().Failed(m.MessageID, now, code); err != nil {
			return "", err
		}
		return env.MailRefused, steps.ComesBack(d.Env, tx, m, code)
	}
	log.Info("mail not sent yet")
	return env.MailDeferred, tx.Outbox().Deferred(m.MessageID, code)
}
