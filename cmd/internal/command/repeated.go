package command

import (
	"bytes"
	"fmt"
	"slices"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio/message"
	"fieldpost/store"
)

// IgnoreRepeated ignores a mail that a provider has delivered twice: an earlier one has the same Message-ID, sender and
// text, with other trace fields. One with the same Message-ID and another text is a mail of its own (mail conventions
// 18, 19).
func (r *Request) IgnoreRepeated() (*decision.Outcome, error) {
	if r.Mail.MessageID == "" {
		return nil, nil
	}
	earlier, err := r.Tx.Inbox().ByMessageID(r.Row.MessageID)
	if err != nil {
		return nil, err
	}
	earlier = slices.DeleteFunc(earlier, func(row store.Incoming) bool { return row.Number >= r.Row.Number })
	if len(earlier) == 0 {
		return nil, nil
	}
	now, _ := keys.Blank(r.Raw, vault.IsProof(r.Tx)) // as the earlier one is kept
	for _, row := range earlier[max(0, len(earlier)-maxRepeats):] {
		raw, err := r.Tx.Inbox().Bytes(row.Number)
		if err == nil && (sameMail(r.Raw, raw) || sameMail(now, raw)) {
			return decision.Of(decision.Ignored, fmt.Sprintf("repeats-%d", row.Number)), nil
		}
	}
	return nil, nil
}

// maxRepeats is how many earlier mails of the same Message-ID are compared, the newest ones.
const maxRepeats = 5

// sameMail reports whether the sender wrote the same in two mails.
func sameMail(a, b []byte) bool {
	for _, name := range []string{"From", "Subject", "Date", "Content-Type"} {
		if message.FirstField(a, name) != message.FirstField(b, name) {
			return false
		}
	}
	return sameBody(MailBody(a), MailBody(b))
}

// sameBody compares a body with one that was stored without keys: a star matches any character.
func sameBody(came, kept []byte) bool {
	if len(came) != len(kept) {
		return false
	}
	for i := range came {
		if came[i] != kept[i] && kept[i] != '*' {
			return false
		}
	}
	return true
}

// MailBody returns what follows the header of a mail.
func MailBody(raw []byte) []byte {
	for _, gap := range []string{"\r\n\r\n", "\n\n"} {
		if _, body, ok := bytes.Cut(raw, []byte(gap)); ok {
			return body
		}
	}
	return nil
}
