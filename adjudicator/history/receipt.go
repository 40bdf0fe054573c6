package history

import (
	"errors"
	"fmt"
	"time"

	"golang.org/x/mod/sumdb/note"

	"fieldpost/adjudicator/dice"
)

// A Receipt is the signed answer to a mail with orders (TH-8): a player who has one can prove what they sent and when
// it counted. It holds nothing that comes from the secret of the epoch.
type Receipt struct {
	Game     string
	Arrival  int       // number of arrival, as in the intake list
	Mail     dice.Hash // of the raw message
	Set      dice.Hash // of the canonical order set
	Base     dice.Hash // that the mail quoted
	Deadline time.Time // of the epoch; zero if there is none
}

func (r *Receipt) walk(c *coder) {
	c.literal("pbd1 receipt")
	c.word("game", &r.Game, checkGame)
	c.number("arrival", &r.Arrival)
	c.hash("mail", &r.Mail)
	c.hash("set", &r.Set)
	c.hash("base", &r.Base)
	deadline := "-"
	if !r.Deadline.IsZero() {
		deadline = r.Deadline.UTC().Format(timeLayout)
	}
	c.word("deadline", &deadline, unlessNone(func(s string) (err error) {
		r.Deadline, err = parseTime(s)
		return err
	}))
	c.end()
}

// Sign returns the receipt as a signed note. The signer key is the one of
// [GenerateKey].
func (r Receipt) Sign(signer string) ([]byte, error) {
	s, err := newSigner(signer)
	if err != nil {
		return nil, fmt.Errorf("receipt: %w", err)
	}
	c := newWriter("receipt")
	r.walk(c)
	text, err := c.printed()
	if err != nil {
		return nil, err
	}
	if _, err := parseReceipt(text); err != nil {
		return nil, err
	}
	return note.Sign(&note.Note{Text: string(text)}, s)
}

// OpenReceipt checks the signature of a receipt by the verifier key of the
// genesis, and reads it.
func OpenReceipt(signed []byte, vkey string) (Receipt, error) {
	text, _, err := openNote(signed, vkey)
	if err != nil {
		return Receipt{}, fmt.Errorf("receipt: %w", err)
	}
	return parseReceipt([]byte(text))
}

func parseReceipt(text []byte) (Receipt, error) {
	var r Receipt
	c := newReader("receipt", text)
	r.walk(c)
	if c.err != nil {
		return Receipt{}, c.err
	}
	return r, nil
}

// newSigner reads a signer key. The note package's error would quote it.
func newSigner(signer string) (note.Signer, error) {
	s, err := note.NewSigner(signer)
	if err != nil {
		return nil, errors.New("the signer key is damaged")
	}
	return s, nil
}
