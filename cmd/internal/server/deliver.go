package server

import (
	"context"
	"errors"
	"strconv"
	"sync/atomic"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/steps"
	"fieldpost/mailio"
	"fieldpost/mailio/outbox"
	"fieldpost/store"
)

// refusedLogin is how long no mail is sent after the server refused the login: more attempts would lock the account.
const refusedLogin = 10 * time.Minute

// delivery sends the mails of the outbox, in a goroutine of its own.
type delivery struct {
	env    *env.Env
	store  *store.Store
	writes writes
	sender outbox.Sender
	tick   time.Duration

	woken   chan struct{} // there may be mail to send
	failing atomic.Bool   // mail could not be sent when it was tried last
}

func (s *Server) newDelivery() *delivery {
	return &delivery{env: s.Env, store: s.Store, writes: s.writes, sender: s.Outbox, tick: s.tick(),
		woken: make(chan struct{}, 1)}
}

// wake signals that there may be mail to send.
func (d *delivery) wake() { signal(d.woken) }

// run sends what is due in the outbox, when something was queued and at every tick.
func (d *delivery) run(ctx context.Context) {
	for {
		var wait time.Duration
		woken := (<-chan struct{})(d.woken)
		err := d.sendDue(ctx)
		d.failing.Store(err != nil)
		if err == nil {
			wait = d.untilNext()
		} else if wait = d.trouble(err); wait > d.tick {
			woken = nil // wait, whatever is queued
		}
		select {
		case <-ctx.Done():
			return
		case <-woken:
		case <-time.After(wait):
		}
	}
}

// trouble logs why mail cannot be sent, and returns how long to wait.
func (d *delivery) trouble(err error) time.Duration {
	d.env.Log.Warn("mail cannot be sent", "error", Explain(err, d.sender.Server))
	if _, refused := errors.AsType[*mailio.LoginError](err); refused {
		return max(refusedLogin, 2*d.tick)
	}
	return d.tick
}

// sendDue sends all mails that are due.
func (d *delivery) sendDue(ctx context.Context) error {
	for ctx.Err() == nil && d.anyDue() {
		conn, err := d.sender.Open(ctx)
		if err != nil {
			d.env.ActiveMeter().Mailed(env.MailUnreachable)
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

func (d *delivery) anyDue() bool {
	at, ok := d.next()
	return ok && !at.After(d.env.Now())
}

func (d *delivery) untilNext() time.Duration {
	if at, ok := d.next(); ok {
		return max(0, min(d.tick, at.Sub(d.env.Now())))
	}
	return d.tick
}

func (d *delivery) next() (at time.Time, ok bool) {
	err := d.store.View(func(tx *store.Tx) (err error) {
		at, ok, err = tx.Outbox().Next()
		return err
	})
	return at, ok && err == nil
}

// sendOver sends over one connection as long as it works. Each attempt is counted, with the time of the next one,
// before it is made: a kill in between delays a mail and never loses it.
func (d *delivery) sendOver(ctx context.Context, conn *outbox.Conn) error {
	for ctx.Err() == nil && conn.Usable() {
		var due []store.Mail
		var frozen mailio.Rendered
		now := d.env.Now()
		err := d.writes.do(func(tx *store.Tx) (err error) {
			due, err = tx.Outbox().Take(now, 1, func(attempts int) time.Time { return nextAttempt(now, attempts) })
			if err == nil && len(due) > 0 && len(due[0].Gaps) == 0 {
				frozen, err = notify.CompleteMail(d.env, tx, due[0])
			}
			return err
		})
		if err == nil && len(due) > 0 && len(due[0].Gaps) > 0 {
			// Its pictures are drawn again, which takes time and writes nothing.
			err = d.store.View(func(tx *store.Tx) (err error) {
				frozen, err = notify.CompleteMail(d.env, tx, due[0])
				return err
			})
		}
		if err != nil || len(due) == 0 {
			return err
		}
		m := due[0]
		r := conn.Send(ctx, frozen)
		if r.Class == outbox.Temporary && ctx.Err() != nil {
			// The server stops: the attempt stays open, and the next start makes it again at once.
			return ctx.Err()
		}
		var result env.MailResult
		err = d.writes.do(func(tx *store.Tx) (err error) {
			result, err = d.sent(tx, m, r)
			return err
		})
		if err != nil {
			return err
		}
		d.env.ActiveMeter().Mailed(result)
	}
	return nil
}

func nextAttempt(now time.Time, attempts int) time.Time {
	wait, _ := outbox.Wait(attempts)
	return now.Add(max(wait, time.Second))
}

// sent stores the result of an attempt to send a mail.
func (d *delivery) sent(tx *store.Tx, m store.Mail, r outbox.Result) (env.MailResult, error) {
	now, code := d.env.Now(), r.Text
	if r.Code != 0 {
		code = strconv.Itoa(r.Code) + " " + r.Text
	}
	log := d.env.Log.With("mail", m.MessageID, "game", m.Game, "attempt", m.Attempts, "answer", code)
	switch _, again := outbox.Wait(m.Attempts); {
	case r.Class == outbox.Delivered:
		log.Info("mail sent")
		return env.MailSent, tx.Outbox().Delivered(m.MessageID, now, code)
	case r.Class == outbox.Permanent || !again:
		log.Warn("mail given up")
		if err := tx.Outbox().Failed(m.MessageID, now, code); err != nil {
			return "", err
		}
		return env.MailRefused, steps.RecordBounce(d.env, tx, m, code)
	}
	log.Info("mail not sent yet")
	return env.MailDeferred, tx.Outbox().Deferred(m.MessageID, code)
}
