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

// Server runs an office: letters in, mails out, clocks.
type Server struct {
	Env     *env.Env
	Store   *store.Store
	Inbox   inbox.Config
	Outbox  outbox.Sender
	Tick    time.Duration // longest time between two looks at the outbox and the clocks; 0 means a minute
	Sent    string        // folder of sent mail, which is looked at when the daemon starts; empty for none
	Beacons Beacons       // where the values come from that games of tier 2 wait for; nil: by mail only
	// MailTime is how long a letter may take, and the answers to its questions likewise; 0 means five seconds.
	MailTime time.Duration

	Socket net.Listener    // where commands ask; nil for none; Run closes it
	Keep   time.Duration   // how long letters and mails are kept once they are done; 0 means for ever
	DKIM   sender.Resolver // where signers' keys are looked up; nil: signatures are not checked

	// Alive is called by the main loop as long as it gets on, when it begins and then at least every AliveTime: what
	// watches the process restarts it if the calls stop. nil: nobody watches. AliveTime 0 means never but after work.
	Alive     func()
	AliveTime time.Duration

	// Passed is the time since some moment by a clock that nobody sets; nil means the one of the system.
	Passed func() time.Duration

	writes   writes
	delivery *delivery
	clock    *clockWatch
	excused  uint64        // the letter whose last attempt failed because the store took nothing, 0 for none
	asked    chan struct{} // there may be questions to answer
	swept    time.Time     // when old mail was dropped last
	full     time.Time     // since when the disk takes nothing any more, zero if it does
}

// Run works until the context ends, then finishes the letter and the mail at hand and returns. It returns early only if
// nothing can be written any more.
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

// readyKeys makes sure that the secret for keys is there, and that the store holds no key in clear.
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

// resume lets mails go out at once whose sending was cut off with the daemon before this one. A mail that got through
// all the same goes twice, under the same Message-ID.
func (s *Server) resume() error {
	return s.Store.Update(func(tx *store.Tx) error {
		n, err := tx.Outbox().Resume(s.Env.Now())
		if n > 0 {
			s.Env.Log.Info("sending goes on", "mails", n)
		}
		return err
	})
}

// work is the single writer: letters one after the other, and between them what the others want written, until they are
// idle.
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

// turn does what there is to do, and tells how long it may wait for the next time. While the disk is full it only
// waits.
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

// alive says that the main loop gets on.
func (s *Server) alive() {
	if s.Alive != nil {
		s.Alive()
	}
}

// handleMails handles what is pending, oldest first.
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

// tick is the longest time between two looks at what is to be done.
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
