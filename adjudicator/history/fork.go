package history

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
)

// A Quote is a head of the chain that was named in a mail: by a player in the base line of orders, or by the daemon in
// a mail in its sent folder.
type Quote struct {
	By   string // a role, or [OwnQuote]
	Head dice.Hash
}

// OwnQuote is the By of a head that is in a mail of the daemon itself.
const OwnQuote = "sent"

// A Seen is a quote held against the chain.
type Seen struct {
	Quote
	Known bool // the chain has a record with that hash
	Seq   int  // of that record
}

// Compare holds heads that others have quoted against the chain. A report
// prints the outcome, so that players who were told different histories learn
// of it (TH-12).
func (c *Chain) Compare(quotes []Quote) []Seen {
	out := make([]Seen, len(quotes))
	for i, q := range quotes {
		seq, ok := c.Find(q.Head)
		out[i] = Seen{Quote: q, Known: ok, Seq: seq}
	}
	return out
}

// A ForkError says that records were published which this chain does not have:
// the store is older than what its own mails say, as after a restored backup.
type ForkError struct {
	Game  string
	Heads []dice.Hash // unknown to the chain
}

func (e *ForkError) Error() string {
	heads := make([]string, len(e.Heads))
	for i, h := range e.Heads {
		heads[i] = h.String()
	}
	return fmt.Sprintf("game %s: records were mailed that this store does not have (%s); going on would publish a second history; "+
		"restore a newer backup, or import the missing records from the mails", e.Game, strings.Join(heads, ", "))
}

// Guard returns a [*ForkError] if a head in one of our own mails is unknown to
// the chain; nothing may be published then (TH-18). What players quote does not
// stop a game, or any player could: it is for [Chain.Compare] and a report.
func (c *Chain) Guard(quotes []Quote) error {
	var unknown []dice.Hash
	for _, s := range c.Compare(quotes) {
		if s.By == OwnQuote && !s.Known && !slices.Contains(unknown, s.Head) {
			unknown = append(unknown, s.Head)
		}
	}
	if len(unknown) > 0 {
		return &ForkError{Game: c.Game(), Heads: unknown}
	}
	return nil
}

// Vouched holds a checkpoint that was signed with the game's own key against the chain. It returns a [*ForkError] if
// this chain is not the one that was signed, or lacks records of it: the signature proves that they were published,
// wherever the checkpoint comes from. Another error says that the checkpoint proves nothing.
func (c *Chain) Vouched(signed []byte) error {
	g := c.Genesis()
	if g == nil {
		return fmt.Errorf("%s has no genesis record", c.Game())
	}
	p, err := OpenCheckpoint(signed, g.VKey)
	if err != nil {
		return err
	}
	if p.Size <= c.Len() {
		records := c.Records()
		if len(records) >= p.Size && TreeRoot(records[:p.Size]) == p.Root {
			return nil
		}
		if err := c.Err(); err != nil {
			return err
		}
	}
	return &ForkError{Game: c.Game(), Heads: []dice.Hash{p.Root}}
}
