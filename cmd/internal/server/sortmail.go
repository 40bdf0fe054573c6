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

// sortMail returns where a mail goes in the mailbox. In the first folder everything is stored: what is never answered
// goes to Rejected, the rest to Processed. In the others, such as Junk, only mail of a participant or with a seat's key
// is stored (mail convention 22). The rest stays where it is: answering spam would make us spammers.
func sortMail(e *env.Env, tx *store.Tx, raw mailio.Raw, first bool) (v inbox.Verdict, err error) {
	defer func() {
		if r := recover(); r != nil { // it is set aside when it is handled
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

// isKnownSender reports whether a mail is from an address in one of our games, or has a seat's key.
func isKnownSender(e *env.Env, tx *store.Tx, l message.Letter, raw mailio.Raw) (bool, error) {
	refs, err := tx.Handles().Seats(roster.AddressHandle(l.From.Addr))
	if err != nil || len(refs) > 0 || raw.Truncated {
		return len(refs) > 0, err
	}
	whole, err := message.Parse(raw.Bytes, message.DefaultLimits())
	if err != nil {
		return false, nil // spam that cannot be parsed
	}
	for _, t := range whole.Texts {
		for _, found := range command.FindKeys(t.Body) {
			if refs, err := tx.Handles().Seats(keys.Parse(command.BareKey(found)).Handle()); err != nil ||
				len(refs) > 0 {
				return len(refs) > 0, err
			}
		}
	}
	return false, nil
}

// advanceCursor records that a mail was seen and left where it is.
func advanceCursor(tx *store.Tx, raw mailio.Raw) error {
	at, _, err := tx.Inbox().Cursor(raw.Account, raw.Folder)
	if err != nil || at.Validity == raw.UIDValidity && at.UID >= raw.UID {
		return err
	}
	return tx.Inbox().SetCursor(raw.Account, raw.Folder, store.Cursor{Validity: raw.UIDValidity, UID: raw.UID})
}
