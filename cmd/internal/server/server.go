package server

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
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

	// Alive is called by the main loop as long as it gets on, when it begins and then at least every AliveTime: what watches the
	// process restarts it if the calls stop. nil: nobody watches. AliveTime 0 means never but after work.
	Alive     func()
	AliveTime time.Duration

	// Passed is the time since some moment by a clock that nobody sets; nil means the one of the system.
	Passed func() time.Duration

	hands       clockReading // of the last look at the clocks
	sendFailing atomic.Bool  // mail could not be sent when it was tried last
	excused     uint64       // the letter whose last attempt failed because the store took nothing, 0 for none
	jobs        chan job
	stopped     chan struct{} // nothing is written any more
	out         chan struct{} // there may be mail to send
	asked       chan struct{} // there may be questions to answer
	swept       time.Time     // when old mail was dropped last
	full        time.Time     // since when the disk takes nothing any more, zero if it does
}

// job is something another goroutine wants written.
type job struct {
	write func(*store.Tx) error
	done  chan error
}

// Run works until the context ends, then finishes the letter and the mail at hand and returns. It returns early only if
// nothing can be written any more.
func (d *Server) Run(ctx context.Context) error {
	d.jobs, d.stopped, d.out, d.asked = make(chan job), make(chan struct{}), make(chan struct{}, 1), make(chan struct{}, 1)
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	if err := d.readyKeys(); err != nil {
		return err
	}
	if err := d.guard(ctx); err != nil {
		return err
	}
	if err := d.resume(); err != nil {
		return err
	}
	if d.Passed == nil {
		began := time.Now()
		d.Passed = func() time.Duration { return time.Since(began) }
	}
	d.hands = d.readClock()
	var others sync.WaitGroup
	others.Go(func() { d.fetch(ctx) })
	others.Go(func() { d.deliver(ctx) })
	others.Go(func() { d.answers(ctx) })
	if d.Beacons != nil {
		others.Go(func() { d.beacons(ctx) })
	}
	if d.Socket != nil {
		others.Go(func() { d.control(ctx, d.Socket) })
	}
	idle := make(chan struct{})
	go func() { others.Wait(); close(idle) }()
	err := d.work(ctx, idle)
	stop()
	close(d.stopped)
	<-idle
	return err
}

// readyKeys makes sure that the secret for keys is there, and that the store holds no key in clear.
func (d *Server) readyKeys() error {
	err := d.Store.Update(func(tx *store.Tx) error {
		_, err := vault.KeySecret(d.Env, tx)
		return err
	})
	if err == nil {
		err = vault.HashKeys(d.Env, d.Store.Update)
	}
	if err != nil {
		return err
	}
	return d.Store.View(func(tx *store.Tx) error { return vault.TidyKeys(d.Env, tx) })
}

// resume lets mails go out at once whose sending was cut off with the daemon before this one. A mail that got through all the same
// goes twice, under the same Message-ID.
func (d *Server) resume() error {
	return d.Store.Update(func(tx *store.Tx) error {
		n, err := tx.Outbox().Resume(d.Env.Now())
		if n > 0 {
			d.Env.Log.Info("sending goes on", "mails", n)
		}
		return err
	})
}

// work is the single writer: letters one after the other, and between them what the others want written, until they are idle.
func (d *Server) work(ctx context.Context, idle <-chan struct{}) error {
	for {
		d.alive()
		wait, err := d.turn(ctx)
		if err != nil {
			return err
		}
		if d.AliveTime > 0 {
			wait = min(wait, d.AliveTime)
		}
		select {
		case <-time.After(wait):
		case <-idle:
			return nil
		case j := <-d.jobs:
			err := d.Store.Update(j.write)
			d.diskFull(err)
			j.done <- err
		}
	}
}

// turn does what there is to do, and tells how long it may wait for the next time. While the disk is full it only waits.
func (d *Server) turn(ctx context.Context) (wait time.Duration, err error) {
	if err = d.diskRecovered(); err == nil {
		err = d.watchClock()
	}
	if err == nil {
		err = d.letters(ctx)
	}
	if err == nil {
		err = d.attend(ctx)
	}
	if err == nil {
		err = d.sweep()
	}
	switch {
	case err == nil:
		return d.untilChore(d.tick()), nil
	case d.diskFull(err):
		return starvedTime, nil
	}
	return 0, err
}

// alive says that the main loop gets on.
func (d *Server) alive() {
	if d.Alive != nil {
		d.Alive()
	}
}

// letters handles what is pending, oldest first.
func (d *Server) letters(ctx context.Context) error {
	for ctx.Err() == nil {
		number, ok, err := d.next()
		if err != nil || !ok {
			return err
		}
		if err := d.letter(number); err != nil {
			return err
		}
		d.alive()
		d.wake()
		signal(d.asked)
	}
	return nil
}

func (d *Server) next() (number uint64, ok bool, err error) {
	err = d.Store.View(func(tx *store.Tx) error {
		pending, err := tx.Inbox().Pending(1)
		if len(pending) > 0 {
			number, ok = pending[0], true
		}
		return err
	})
	return number, ok, err
}

// tick is the longest time between two looks at what is to be done.
func (d *Server) tick() time.Duration {
	if d.Tick == 0 {
		return time.Minute
	}
	return d.Tick
}

// errStopped is the answer of a daemon that writes nothing any more.
var errStopped = errors.New("the daemon has stopped")

// do has something written by the single writer.
func (d *Server) do(write func(*store.Tx) error) error { return d.doFor(context.Background(), write) }

// doFor does so for somebody who waits: when they are gone before their turn comes, nothing is written.
func (d *Server) doFor(ctx context.Context, write func(*store.Tx) error) error {
	j := job{write, make(chan error, 1)}
	select {
	case d.jobs <- j:
		return <-j.done
	case <-d.stopped:
		return errStopped
	case <-ctx.Done():
		return ctx.Err()
	}
}

// wake tells the sender that there may be mail.
func (d *Server) wake() { signal(d.out) }

func signal(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// fetch reads the mailbox.
func (d *Server) fetch(ctx context.Context) {
	log := d.Env.Log.With("mailbox", d.Inbox.Server.Address())
	var began time.Time
	err := inbox.Run(ctx, d.Inbox, keeper{d}, inbox.Watch{
		Connected: func() { log.Info("mailbox open") },
		Polling:   func() { began = d.Env.Now() },
		Polled: func(c inbox.Count) {
			d.Env.Metering().Polled(true)
			if err := d.polled(began); err != nil && ctx.Err() == nil {
				log.Error("heartbeat not written", "error", err)
			}
			if c.Kept+c.NotMoved+len(c.Renewed) > 0 {
				log.Info("mailbox read", "kept", c.Kept, "moved", c.Moved, "not moved", c.NotMoved, "renumbered", c.Renewed)
			}
		},
		Failed: func(err error, in time.Duration) {
			d.Env.Metering().Polled(false)
			log.Warn("mailbox cannot be read", "error", Explain(err, d.Inbox.Server), "again in", in)
		},
	})
	if ctx.Err() == nil {
		log.Error("mailbox is read no more", "error", err)
	}
}

// keeper puts fetched mails into the store before they are marked in the mailbox.
type keeper struct{ d *Server }

// Cursor tells how far a folder was read.
func (k keeper) Cursor(account, folder string) (inbox.Cursor, error) {
	var c store.Cursor
	err := k.d.Store.View(func(tx *store.Tx) (err error) {
		c, _, err = tx.Inbox().Cursor(account, folder)
		return err
	})
	return inbox.Cursor{UIDValidity: c.Validity, UID: c.UID}, err
}

// Keep stores a mail with the cursor.
func (k keeper) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	k.d.checkDKIM(raw)
	var v inbox.Verdict
	var number uint64 // 0: it was not kept
	var fresh bool
	err := k.d.do(func(tx *store.Tx) (err error) {
		number = 0
		f, first := k.d.folder(raw.Folder)
		if v, err = sortMail(k.d.Env, tx, raw, first); err != nil {
			return err
		}
		if v == inbox.Reject && f.Rejected == "" {
			v = inbox.Take
		}
		if v == inbox.Leave {
			return skip(tx, raw)
		}
		number, fresh, err = vault.AddLetter(k.d.Env, tx, raw)
		return err
	})
	if err == nil && number > 0 {
		k.d.Env.Log.Info("letter kept", "letter", number, "fresh", fresh, "folder", raw.Folder, "uid", raw.UID, "bytes", len(raw.Bytes))
	}
	return v, err
}

// folder finds a folder's settings, and tells whether it is the one that is watched.
func (d *Server) folder(name string) (f inbox.Folder, first bool) {
	i := slices.IndexFunc(d.Inbox.Folders, func(f inbox.Folder) bool { return f.Name == name })
	if i < 0 {
		return inbox.Folder{Name: name}, true // no folder is configured but the INBOX
	}
	return d.Inbox.Folders[i], i == 0
}
