package history

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
)

// A Chain is the whole history of a game, from its genesis on. It takes only
// records that follow the protocol, so a bug in the program that writes it
// stops the program instead of spoiling the history. It is not safe for use by
// several goroutines at once.
type Chain struct {
	known   *known
	entries []Entry // from base on
	tree    tree    // over all records
	tail    Tail    // of the newest commitment

	base   int    // seq of the first entry; more than 0 in a chain that was resumed
	source Source // of the records before base
	err    error  // why they could not be read
}

// NewChain returns the empty chain of a game.
func NewChain(game string) (*Chain, error) {
	if err := checkGame(game); err != nil {
		return nil, err
	}
	return &Chain{known: newKnown(game)}, nil
}

// ReadChain returns the chain of the given records, which must be all of a game
// from the genesis on, in order. It is the check of a chain at start-up.
func ReadChain(game string, records [][]byte) (*Chain, error) {
	c, err := NewChain(game)
	if err != nil {
		return nil, err
	}
	for i, b := range records {
		if _, err := c.AppendBytes(b); err != nil {
			return nil, fmt.Errorf("history of %s, record %d: %w", game, i, err)
		}
	}
	return c, nil
}

// AppendBytes adds a record that was made elsewhere, say in a bundle. If it does not
// follow the protocol, the chain stays as it was; the error is a [*SyntaxError]
// or a [*BrokenError].
func (c *Chain) AppendBytes(b []byte) (Entry, error) {
	if c.err != nil {
		return Entry{}, c.err
	}
	e, err := parseEntry(b)
	if err != nil {
		return Entry{}, err
	}
	if e.Seq != c.Len() {
		return Entry{}, fmt.Errorf("record %d does not follow, the chain needs record %d", e.Seq, c.Len())
	}
	switch e.Body.(type) {
	case *Correct, *Close: // look far back
		if err := c.whole(); err != nil {
			return Entry{}, err
		}
	}
	if err := c.known.check(e).Err(); err != nil {
		return Entry{}, err
	}
	c.add(e)
	return e, nil
}

// add takes in a record that is known to be sound.
func (c *Chain) add(e Entry) {
	before, epoch := c.tree, c.known.open
	before.roots = slices.Clone(before.roots)
	c.known.add(e)
	c.tree.add(e.Bytes)
	c.entries = append(c.entries, e)
	if c.known.open > epoch {
		c.tail = Tail{Base: e.Seq, Hash: e.Hash, Masters: slices.Clone(c.known.masters), Tree: before.roots}
	}
}

// Append gives a body its place behind the newest record, and adds it. The time
// is cut to whole seconds.
func (c *Chain) Append(body Body, at time.Time) (Entry, error) {
	r := Record{Game: c.known.game, Seq: c.Len(), Prev: c.Head(), Body: body, Time: at}
	b, err := r.Print()
	if err != nil {
		return Entry{}, err
	}
	return c.AppendBytes(b)
}

// Head returns the hash of the newest record, zero before the genesis.
func (c *Chain) Head() dice.Hash {
	if len(c.entries) == 0 {
		return dice.Hash{}
	}
	return c.entries[len(c.entries)-1].Hash
}

// Game returns the game's name.
func (c *Chain) Game() string { return c.known.game }

// Len returns the number of records.
func (c *Chain) Len() int { return c.base + len(c.entries) }

// Entries returns all records in order. A chain that was resumed reads its past
// for it; where that fails there are none, [Chain.Err] says why, and the chain
// takes no more records.
func (c *Chain) Entries() []Entry { return c.From(0) }

// From returns the records from a seq on, as [Chain.Entries] does.
func (c *Chain) From(seq int) []Entry {
	if seq < c.base && c.whole() != nil {
		return nil
	}
	return slices.Clone(c.entries[min(seq-c.base, len(c.entries)):])
}

// Records returns the bytes of all records in order, as [Chain.Entries] does.
func (c *Chain) Records() [][]byte {
	if c.whole() != nil {
		return nil
	}
	out := make([][]byte, len(c.entries))
	for i, e := range c.entries {
		out[i] = e.Bytes
	}
	return out
}

// Find returns the seq of the record with that hash.
func (c *Chain) Find(h dice.Hash) (seq int, ok bool) {
	if seq, ok = c.known.byHash[h]; ok || c.whole() != nil {
		return seq, ok
	}
	seq, ok = c.known.byHash[h]
	return seq, ok
}

// Over reports whether the history has ended: its last record is a close.
func (c *Chain) Over() bool { return c.known.over }

// Genesis returns the game's first record, nil while there is none.
func (c *Chain) Genesis() *Genesis { return c.known.genesis }

// Masters returns the commitments to master secrets so far, the oldest first: the
// last is that of the secret from which commitments come now.
func (c *Chain) Masters() []dice.Hash { return slices.Clone(c.known.masters) }

// An Epoch is the dice of one resolution.
type Epoch struct {
	Number int
	Commit dice.Hash // C_e
	Base   dice.Hash // hash of the record that published C_e
	Lock   *Lock     // nil until the orders are locked
}

// Epoch returns the open epoch: the newest that is committed to and not closed.
func (c *Chain) Epoch() (Epoch, error) {
	n := c.known.open
	p, ok := c.known.published[n]
	if !ok || c.known.over {
		return Epoch{}, errors.New("no epoch is open: the game has not begun or is closed")
	}
	return Epoch{Number: n, Commit: p.commit, Base: p.record, Lock: c.known.locks[n]}, nil
}

// Current reports whether an order mail that quotes base was written for the
// open epoch: it must name the record that published the commitment or a later
// one (TH-14).
func (c *Chain) Current(base dice.Hash) bool {
	e, err := c.Epoch()
	if err != nil {
		return false
	}
	seq, ok := c.known.byHash[base]
	return ok && seq >= c.known.byHash[e.Base]
}

// NewLock returns the lock of the open epoch for the order sets in force.
func (c *Chain) NewLock(orders []dice.OrderRef, mix Mix) (*Lock, error) {
	e, err := c.Epoch()
	if err != nil {
		return nil, err
	}
	orders = slices.Clone(orders)
	slices.SortFunc(orders, func(a, b dice.OrderRef) int { return strings.Compare(a.String(), b.String()) })
	return &Lock{Epoch: e.Number, Commit: e.Commit, Orders: orders, OrderSum: dice.OrderSum(orders), Mix: mix}, nil
}

// Seed returns the roll key of the locked epoch. Randomness is the beacon's, if
// the lock names one. A secret that was not committed to is refused: the wrong
// master secret must never roll a die.
func (c *Chain) Seed(secret dice.Secret, randomness dice.Hash) (dice.Seed, error) {
	e, err := c.Epoch()
	if err != nil {
		return dice.Seed{}, err
	}
	if e.Lock == nil {
		return dice.Seed{}, fmt.Errorf("epoch %d is not locked, so it has no dice yet", e.Number)
	}
	if secret.Commitment(c.known.game, e.Number) != e.Commit {
		return dice.Seed{}, fmt.Errorf("the secret is not the one committed to for epoch %d: wrong master secret file?",
			e.Number)
	}
	return secret.Seed(c.known.game, e.Number, e.Base, e.Lock.OrderSum, e.Lock.Mix.Sum(randomness)), nil
}

// Played is what a resolution adds to its lock.
type Played struct {
	Secret     dice.Secret // S_e
	Randomness dice.Hash   // of the beacon, if the lock names one
	Rolls      []dice.Roll
	Intake     dice.Hash
	State      dice.Hash
	NextCommit dice.Hash // C_{e+1}
}

// NewTurn returns the turn record that closes the locked epoch.
func (c *Chain) NewTurn(p Played) (*Turn, error) {
	seed, err := c.Seed(p.Secret, p.Randomness)
	if err != nil {
		return nil, err
	}
	e, err := c.Epoch()
	if err != nil {
		return nil, err
	}
	return &Turn{
		Epoch: e.Number, Commit: e.Commit, Base: e.Base, Reveal: p.Secret.Reveal(),
		OrderSum: e.Lock.OrderSum,
		Mix:      e.Lock.Mix, Beacon: p.Randomness, MixSum: e.Lock.Mix.Sum(p.Randomness),
		Seed: seed, Rolls: p.Rolls, Intake: p.Intake, State: p.State,
		Next: Next{Epoch: e.Number + 1, Commit: p.NextCommit},
	}, nil
}

// NewVoid returns the record that throws the open epoch away.
func (c *Chain) NewVoid(secret dice.Secret, nextCommit dice.Hash, reason string) (*Void, error) {
	e, err := c.Epoch()
	if err != nil {
		return nil, err
	}
	return &Void{
		Epoch: e.Number, Commit: e.Commit, Reason: reason, Reveal: secret.Reveal(),
		Next: Next{Epoch: e.Number + 1, Commit: nextCommit},
	}, nil
}

// Span returns the seqs of the records that a reader needs to check an epoch:
// from the one that published its commitment to the one that closed it. A
// report of the epoch attaches them all.
func (c *Chain) Span(epoch int) (first, last int, err error) {
	p, ok := c.known.published[epoch]
	if !ok {
		if err := c.whole(); err != nil {
			return 0, 0, err
		}
		p, ok = c.known.published[epoch]
	}
	next, closed := c.known.published[epoch+1]
	if !ok || !closed {
		return 0, 0, fmt.Errorf("epoch %d of %s is not closed yet", epoch, c.known.game)
	}
	return c.known.byHash[p.record], c.known.byHash[next.record], nil
}

// Fork returns a chain with the same records that goes on by itself: what is
// added to one is not in the other.
func (c *Chain) Fork() *Chain {
	fork := *c
	fork.known = c.known.clone()
	fork.entries = slices.Clip(c.entries)
	fork.tree.roots = slices.Clone(c.tree.roots)
	return &fork
}
