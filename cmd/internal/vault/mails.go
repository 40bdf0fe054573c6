package vault

import (
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/keys"
	"fieldpost/mailio"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// MailBytes returns the bytes of a mail that came: decrypted while it waits, without keys after it was handled.
func MailBytes(e *env.Env, tx *store.Tx, row store.Incoming) ([]byte, error) {
	b, err := tx.Inbox().Bytes(row.Number)
	if err != nil || row.Done() || row.Kept == (store.Digest{}) {
		return b, err
	}
	secret, err := KeySecret(e, tx)
	if err != nil {
		return nil, err
	}
	return secret.Open(b)
}

// SealMail encrypts a mail that waits to be handled.
func SealMail(e *env.Env, tx *store.Tx, number uint64, raw []byte) error {
	secret, err := KeySecret(e, tx)
	if err != nil {
		return err
	}
	sealed, err := secret.Seal(e.Random, raw)
	if err != nil {
		return err
	}
	return tx.Inbox().Keep(number, sealed)
}

// FinishMail stores the outcome of a mail, and its bytes without the keys and tags in them (mail convention 59).
func FinishMail(e *env.Env, tx *store.Tx, row store.Incoming, raw []byte, out store.Outcome) error {
	if err := tx.Inbox().Finish(row.Number, out); err != nil {
		return err
	}
	blanked, _ := keys.Blank(raw, IsProof(tx))
	return tx.Inbox().Keep(row.Number, blanked)
}

// AddMail stores a mail as it came, encrypted until it is handled, and reports whether it is new.
func AddMail(e *env.Env, tx *store.Tx, raw mailio.Raw) (number uint64, fresh bool, err error) {
	src := store.Source{Account: raw.Account, Folder: raw.Folder, Validity: raw.UIDValidity, UID: raw.UID}
	number, fresh, err = tx.Inbox().Add(src, message.FirstField(raw.Bytes, "Message-ID"), raw.Received, raw.Bytes)
	if err != nil || !fresh {
		return number, fresh, err
	}
	if raw.Truncated {
		if err := gamestore.NoteOversize(tx, number, raw.Size); err != nil {
			return number, fresh, err
		}
	}
	return number, fresh, SealMail(e, tx, number, raw.Bytes)
}
