package server

import (
	"fmt"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// sortMail says what becomes of a mail in the mailbox. In the first folder everything is kept: what will never be answered goes to
// Rejected, the rest to Processed. In the others, such as Junk, only what a player wrote is kept, or what bears a seat's key (mail
// convention 22); the rest is none of ours, stays where it is and is not stored: answering spam would make us spammers.
func sortMail(e *env.Env, tx *store.Tx, raw mailio.Raw, first bool) (v inbox.Verdict, err error) {
	defer func() {
		if r := recover(); r != nil { // the letter breaks us; whoever handles it will set it aside
			e.Log.Error("letter cannot be sorted", "folder", raw.Folder, "uid", raw.UID, "error", fmt.Sprint(r))
			v, err = inbox.Take, nil
		}
	}()
	l, problem := message.ParseHeader(raw.Bytes)
	silent := problem != nil || l.Robot != message.Human || l.Ours(e.Self.MessageSelf())
	switch {
	case first && silent:
		return inbox.Reject, nil
	case first:
		return inbox.Take, nil
	case silent:
		return inbox.Leave, nil
	}
	known, err := isKnownSender(e, tx, l, raw)
	if err != nil || !known {
		return inbox.Leave, err
	}
	return inbox.Take, nil
}

// isKnownSender tells whether a mail is from an address at one of our tables, or bears a key of a seat.
func isKnownSender(e *env.Env, tx *store.Tx, l message.Letter, raw mailio.Raw) (bool, error) {
	refs, err := tx.Handles().Seats(roster.AddressHandle(l.From.Addr))
	if err != nil || len(refs) > 0 || raw.Truncated {
		return len(refs) > 0, err
	}
	whole, err := message.Parse(raw.Bytes, message.DefaultLimits())
	if err != nil {
		return false, nil // spam of a kind that cannot be read
	}
	for _, t := range whole.Texts {
		for _, found := range command.FindKeys(t.Body) {
			if refs, err := tx.Handles().Seats(keys.Parse(command.BareKey(found)).Handle()); err != nil || len(refs) > 0 {
				return len(refs) > 0, err
			}
		}
	}
	return false, nil
}

// advanceCursor notes that a mail was seen and left where it is.
func advanceCursor(tx *store.Tx, raw mailio.Raw) error {
	at, _, err := tx.Inbox().Cursor(raw.Account, raw.Folder)
	if err != nil || at.Validity == raw.UIDValidity && at.UID >= raw.UID {
		return err
	}
	return tx.Inbox().SetCursor(raw.Account, raw.Folder, store.Cursor{Validity: raw.UIDValidity, UID: raw.UID})
}
