package daemon

import (
	"errors"
	"time"

	"fieldpost/mailio"
	"fieldpost/store"
)

// Two daemons under one address would each play some of the letters, and a store restored from a backup has forgotten mails that
// players answer. Both show in the mailbox: a mail under our name that we never sent, or a player's answer to one. The referee is told
// once a day; nothing is ever answered to a mail under our own name.

// foreign looks for such signs in a letter.
func (e *errand) foreign() error {
	self := e.o.Self
	ids := e.letter.InReplyTo
	if e.letter.Ours(self.letterSelf()) {
		if e.letter.Loop == self.Instance {
			return nil // our own mail came back to us
		}
		ids = []string{e.letter.MessageID}
	} else if !e.keyed {
		return nil // a stranger may have made it up
	}
	for _, id := range ids {
		if !mailio.OwnMessageID(id, self.Domain) {
			continue
		}
		if _, sent, err := e.tx.MailByID(id); err != nil || sent {
			return err
		}
		e.log.Error("a mail under our address that we never sent: another fieldpost on this mailbox, or a restored store", "id", id, "instance", e.letter.Loop)
		day := e.o.Now().UTC().Format(time.DateOnly)
		return e.o.tellRefereeOnce(e.tx, "another-fieldpost", []string{id}, day)
	}
	return nil
}

// starvedTime is how long nothing is tried after the disk was full.
const starvedTime = 30 * time.Second

// starved notes that the disk takes nothing any more: nothing is lost, because letters stay in the mailbox until they are stored and
// mails stay in the outbox until they are sent; everything waits. The time of the first is told when it goes on.
func (d *Daemon) starved(err error) bool {
	if !errors.Is(err, store.ErrFull) {
		return false
	}
	if d.full.IsZero() {
		d.full = d.Office.Now()
		d.Office.Log.Error("the store takes nothing more; make room, it goes on by itself", "error", err)
	}
	return true
}

// relieved tells the referee that the disk was full, as soon as that can be written.
func (d *Daemon) relieved() error {
	if d.full.IsZero() {
		return nil
	}
	o, from := d.Office, d.full.UTC().Format(time.RFC3339)
	err := d.Store.Update(func(tx *store.Tx) error {
		return o.tellReferee(tx, "disk-was-full", []string{from, o.Now().UTC().Format(time.RFC3339)}, from)
	})
	if err == nil {
		o.Log.Info("the store takes letters again", "since", from)
		d.full = time.Time{}
		d.wake()
	}
	return err
}
