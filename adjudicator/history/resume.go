package history

import (
	"fmt"
	"iter"
	"math/bits"
	"slices"

	"fieldpost/adjudicator/dice"
)

// A Tail is what must be known of a chain's past to continue it, so that a resolution costs the same in the first round
// and in the hundredth. It is small and changes only when an epoch begins. The zero value knows nothing: a chain that
// is resumed from it is read whole.
type Tail struct {
	Base    int         `json:"base"`    // seq of the record that published the open commitment
	Hash    dice.Hash   `json:"hash"`    // of that record
	Masters []dice.Hash `json:"masters"` // commitments to master secrets up to it
	Tree    []dice.Hash `json:"tree"`    // roots of the full subtrees over the records before it, the largest first
}

// A Source gives the records of a chain as they are kept, from a seq on.
type Source func(from int) iter.Seq2[[]byte, error]

// Resume returns the chain of a game with the records from the tail's base on. They are checked as [ReadChain] checks
// them, the base by its hash. Earlier records are read from the source when they are asked for, and checked then.
func Resume(game string, t Tail, s Source) (*Chain, error) {
	c, err := NewChain(game)
	if err != nil {
		return nil, err
	}
	if t.Base > 0 {
		if err := c.resume(t, s); err != nil {
			return nil, fmt.Errorf("history of %s: %w", game, err)
		}
	}
	for b, err := range s(c.Len()) {
		if err != nil {
			return nil, err
		}
		if _, err := c.AppendBytes(b); err != nil {
			return nil, fmt.Errorf("history of %s, record %d: %w", game, c.Len(), err)
		}
	}
	return c, nil
}

// resume takes genesis and base from the source, and the rest from the tail.
func (c *Chain) resume(t Tail, s Source) error {
	if len(t.Tree) != bits.OnesCount(uint(t.Base)) {
		return fmt.Errorf("a tree of %d subtrees is not one of %d records", len(t.Tree), t.Base)
	}
	first, err := one(s, 0)
	if err != nil {
		return err
	}
	genesis, ok := first.Body.(*Genesis)
	if !ok {
		return fmt.Errorf("record 0 is no genesis but a %s", first.Body.Type())
	}
	base, err := one(s, t.Base)
	if err != nil {
		return err
	}
	if base.Hash != t.Hash || base.Seq != t.Base {
		return fmt.Errorf("record %d is not the one that the game went on from: it was changed", t.Base)
	}
	c.known.genesis, c.known.masters = genesis, slices.Clone(t.Masters)
	c.base, c.source = t.Base, s
	c.tree = tree{t.Base, slices.Clone(t.Tree)}
	c.add(base)
	c.known.gap = false // what is before was checked when it was written
	return nil
}

func one(s Source, seq int) (Entry, error) {
	for b, err := range s(seq) {
		if err != nil {
			return Entry{}, err
		}
		return parseEntry(b)
	}
	return Entry{}, fmt.Errorf("record %d is missing", seq)
}

// Tail returns what is needed to resume the chain.
func (c *Chain) Tail() Tail { return c.tail }

// Err returns why earlier records could not be read, if they were asked for.
func (c *Chain) Err() error { return c.err }

// whole reads the records that a resumed chain has left out.
func (c *Chain) whole() error {
	if c.base == 0 || c.err != nil {
		return c.err
	}
	w, err := c.reread()
	if err != nil {
		c.err = fmt.Errorf("history of %s: %w", c.Game(), err)
		return c.err
	}
	*c = *w
	return nil
}

// Extend adds the records that follow those of the chain, which must be whole; of
// those that it has it makes sure that they are the same. It returns how many
// were added. The error is a [*ForkError] if two histories are told, or says which
// record is missing or unsound; the chain may have been extended up to there.
func (c *Chain) Extend(records [][]byte) (added int, err error) {
	var all []Entry
	for _, b := range records {
		e, err := parseEntry(b)
		if err != nil {
			return 0, err
		}
		all = append(all, e)
	}
	slices.SortStableFunc(all, func(a, b Entry) int { return a.Seq - b.Seq })
	for _, e := range all {
		switch {
		case e.Game != c.Game():
			return added, fmt.Errorf("record %d is of game %s, not of %s", e.Seq, e.Game, c.Game())
		case e.Seq < c.Len() && c.From(e.Seq)[0].Hash != e.Hash:
			return added, &ForkError{Game: c.Game(), Heads: []dice.Hash{e.Hash}}
		case e.Seq < c.Len():
			continue
		case e.Seq > c.Len():
			return added, fmt.Errorf("record %d of %s is missing among those given", c.Len(), c.Game())
		}
		if _, err := c.AppendBytes(e.Bytes); err != nil {
			return added, err
		}
		added++
	}
	return added, nil
}

// reread is the chain from its genesis on, every record of it checked.
func (c *Chain) reread() (*Chain, error) {
	var records [][]byte
	for b, err := range c.source(0) {
		if err != nil {
			return nil, err
		}
		if records = append(records, b); len(records) == c.base {
			break
		}
	}
	for _, e := range c.entries {
		records = append(records, e.Bytes)
	}
	return ReadChain(c.Game(), records)
}
