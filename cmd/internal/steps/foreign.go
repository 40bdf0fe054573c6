package steps

import (
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/notify"
	"fieldpost/mailio"
)

// Two daemons under one address would each play some of the letters, and a store restored from a backup has forgotten mails that
// players answer. Both show in the mailbox: a mail under our name that we never sent, or a player's answer to one. The referee is told
// once a day; nothing is ever answered to a mail under our own name.

// warnOfOtherServer looks for such signs in a letter.
func warnOfOtherServer(r *command.Request) error {
	self := r.Env.Self
	ids := r.Mail.InReplyTo
	if r.Mail.Ours(self.MessageSelf()) {
		if r.Mail.Loop == self.Instance {
			return nil // our own mail came back to us
		}
		ids = []string{r.Mail.MessageID}
	} else if !r.Keyed {
		return nil // a stranger may have made it up
	}
	for _, id := range ids {
		if !mailio.OwnMessageID(id, self.Domain) {
			continue
		}
		if _, sent, err := r.Tx.Outbox().ByID(id); err != nil || sent {
			return err
		}
		r.Log.Error("a mail under our address that we never sent: another fieldpost on this mailbox, or a restored store", "id", id, "instance", r.Mail.Loop)
		day := r.Env.Now().UTC().Format(time.DateOnly)
		return notify.WarnRefereeOnce(r.Env, r.Tx, "another-fieldpost", []string{id}, day)
	}
	return nil
}
