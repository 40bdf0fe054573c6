// Package server is the process: it reads a mailbox, handles one mail after the other, does what games are due to do,
// sends mails, and answers commands of the same machine. It is the single writer of the store.
//
//	server.go      the main loop                  deliver.go      mails out
//	fetch.go       mails in                       sortmail.go     where a mail goes in the mailbox
//	attempt.go     a mail is tried, set aside     question.go     questions answered
//	control.go     the socket of commands         operations.go   what they ask for
//	due.go         what games are due to do       outage.go       heartbeats, clock jumps
//	writes.go      the single writer, a full disk sent.go         sent mail compared with the games
//	beacons.go     values of tier 2 fetched       public.go       what anyone may see
//	owner_unix.go  whose a file is                owner_other.go  where the system does not say
package server

import (
	"context"
	"net"
	"sync"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/outbox"
	"fieldpost/mailio/sender"
	"fieldpost/store"
)

// Server reads mails, handles them, sends mails, and does what games are due to do. Its exported fields are set before
// Run.
type Server struct {
	Env     *env.Env
	Store   *store.Store
	Inbox   inbox.Config
	Outbox  outbox.Sender
	Tick    time.Duration // maximum time between two looks at the outbox and the clocks; 0 means a minute
	Sent    string        // folder of sent mail, which is read when the server starts; "" for none
	Beacons Beacons       // source of the values that games of tier 2 wait for; nil means by mail only
	// MailTime is how long a mail may take, and the answers to its questions too; 0 means five seconds.
	MailTime time.Duration

	Socket net.Listener    // of commands of the same machine; nil for none; Run closes it
	Keep   time.Duration   // how long mails are kept after they are done; 0 means forever
	DKIM   sender.Resolver // looks up signers' keys; nil means that signatures are not checked

	// Alive is called by the main loop when it begins and then at least every AliveTime: a watchdog
	// restarts the process if the calls stop. It may be nil. AliveTime 0 means only after work.
	Alive     func()
	AliveTime time.Duration

	// Passed is the time since some moment by a clock that is never set; nil means the system's.
	Passed func() time.Duration

	writes   writes
	delivery *delivery
	clock    *clockWatch
	excused  uint64        // the mail whose last attempt failed because the store could not be written, 0 for none
	asked    chan struct{} // there may be questions to answer
	swept    time.Time     // when old mail was dropped last
	full     time.Time     // since when the disk is full, zero if it is not
}

// Run works until the context ends, then finishes the mail that it handles and the one that it sends, and returns. It
// returns early only if nothing can be written any more.
func (s *Server) Run(ctx context.Context) error {
	s.writes, s.asked = newWrites(), make(chan struct{}, 1)
	s.delivery = s.newDelivery()
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := s.readyKeys(); err != nil {
		return err
	}
	if err := s.checkGames(ctx); err != nil {
		return err
	}
	if err := s.resume(); err != nil {
		return err
	}
	s.clock = s.newClockWatch()
	var others sync.WaitGroup
	wake := s.delivery.wake
	others.Go(func() { s.fetch(ctx, heartbeat{s.Env, s.Store, s.writes, s.delivery.failing.Load}) })
	others.Go(func() { s.delivery.run(ctx) })
	others.Go(func() {
		answerer{s.Env, s.Store, s.writes, wake, s.asked, timeLimit(s.MailTime), s.tick()}.run(ctx)
	})
	if s.Beacons != nil {
		others.Go(func() { beaconFetcher{s.Env, s.Store, s.writes, s.Beacons, s.tick()}.run(ctx) })
	}
	if s.Socket != nil {
		others.Go(func() { socketServer{s.Env, s.Store, s.writes, wake, s.Socket}.run(ctx) })
	}
	idle := make(chan struct{})
	go func() { others.Wait(); close(idle) }()
	err := s.work(ctx, idle)
	stop()
	close(s.writes.stopped)
	<-idle
	return err
}

// readyKeys makes sure that the secret for keys exists, and that the store has no key in clear.
func (s *Server) readyKeys() error {
	err := s.Store.Update(func(tx *store.Tx) error {
		_, err := vault.KeySecret(s.Env, tx)
		return err
	})
	if err == nil {
		err = vault.HashKeys(s.Env, s.Store.Update)
	}
	if err != nil {
		return err
	}
	return s.Store.View(func(tx *store.Tx) error { return vault.DropOldSecret(s.Env, tx) })
}

// resume lets mails whose sending was cut off by the end of the last process go out at once. A mail that was delivered
// all the same is sent twice, under the same Message-ID.
func (s *Server) resume() error {
	return s.Store.Update(func(tx *store.Tx) error {
		n, err := tx.Outbox().Resume(s.Env.Now())
		if n > 0 {
			s.Env.Log.Info("sending goes on", "mails", n)
		}
		return err
	})
}

// work is the single writer: it handles mails one after the other, and in between runs what the goroutines want
// written, until they have ended.
func (s *Server) work(ctx context.Context, idle <-chan struct{}) error {
	for {
		s.alive()
		wait, err := s.turn(ctx)
		if err != nil {
			return err
		}
		if s.AliveTime > 0 {
			wait = min(wait, s.AliveTime)
		}
		select {
		case <-time.After(wait):
		case <-idle:
			return nil
		case j := <-s.writes.jobs:
			err := s.Store.Update(j.write)
			s.diskFull(err)
			j.done <- err
		}
	}
}

// turn does what there is to do, and returns how long to wait for the next time. While the disk is full it only waits.
func (s *Server) turn(ctx context.Context) (wait time.Duration, err error) {
	if err = s.diskRecovered(); err == nil {
		err = s.clock.check()
	}
	if err == nil {
		err = s.handleMails(ctx)
	}
	if err == nil {
		err = s.attendGames(ctx)
	}
	if err == nil {
		err = s.sweep()
	}
	switch {
	case err == nil:
		return s.untilDue(s.tick()), nil
	case s.diskFull(err):
		return diskFullWait, nil
	}
	return 0, err
}

// alive reports progress of the main loop.
func (s *Server) alive() {
	if s.Alive != nil {
		s.Alive()
	}
}

// handleMails handles the pending mails, oldest first.
func (s *Server) handleMails(ctx context.Context) error {
	for ctx.Err() == nil {
		number, ok, err := s.nextMail()
		if err != nil || !ok {
			return err
		}
		if err := s.handleMail(number); err != nil {
			return err
		}
		s.alive()
		s.delivery.wake()
		signal(s.asked)
	}
	return nil
}

func (s *Server) nextMail() (number uint64, ok bool, err error) {
	err = s.Store.View(func(tx *store.Tx) error {
		pending, err := tx.Inbox().Pending(1)
		if len(pending) > 0 {
			number, ok = pending[0], true
		}
		return err
	})
	return number, ok, err
}

// tick returns the maximum time between two looks at what is due.
func (s *Server) tick() time.Duration {
	if s.Tick == 0 {
		return time.Minute
	}
	return s.Tick
}

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

const (
	sweepInterval = 24 * time.Hour
	sweepBatch    = 500 // mails in a transaction
)

// sweep drops the contents of mails that are older than they are to be kept (mail convention 59). Their rows stay, so
// that a mail is recognized if it comes again; records of games are not touched.
func (s *Server) sweep() error {
	now := s.Env.Now()
	if s.Keep == 0 || now.Sub(s.swept) < sweepInterval {
		return nil
	}
	before := now.Add(-s.Keep)
	return s.Store.Update(func(tx *store.Tx) error {
		received, err := tx.Inbox().DropBefore(before, sweepBatch)
		if err != nil {
			return err
		}
		mails, err := tx.Outbox().DropBefore(before, sweepBatch)
		if err != nil {
			return err
		}
		if received+mails > 0 {
			s.Env.Log.Info("old mail dropped", "letters", received, "mails", mails, "before", before)
		}
		if received < sweepBatch && mails < sweepBatch {
			s.swept = now
		}
		return nil
	})
}
