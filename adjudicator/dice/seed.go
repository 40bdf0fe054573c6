package dice

import (
	"fmt"
	"slices"
	"strconv"
)

// A Seed is the roll key R_e of an epoch (§3). Its record publishes it.
type Seed = Hash

// Seed returns R_e = HMAC(S_e, "pbd1 roll", game, e, base, ordersum, mixsum).
// Base is the hash of the record that published C_e. Nothing else goes in: no
// clock, no number of a mail, no text of a referee (TH-5).
func (s Secret) Seed(game string, epoch int, base, ordersum, mixsum Hash) Seed {
	return keyed(s.key[:], Text(textRoll, game, strconv.Itoa(epoch), base.String(), ordersum.String(), mixsum.String()))
}

// WhatIfSeed returns the seed of an imagined resolution: a past turn with other orders. It differs for each name and is
// never the seed of a record, so that no player can learn which dice other orders would have had.
func WhatIfSeed(past Seed, name string) Seed {
	return keyed(past[:], Text(textWhatIf, name))
}

// An OrderKind says for how long an order set is valid.
type OrderKind string

// The two kinds of order set (§2).
const (
	TurnOrders     OrderKind = "turn"     // the active power's, for this epoch
	StandingOrders OrderKind = "standing" // valid until replaced
)

// An OrderRef names one order set that was in force when an epoch was locked.
type OrderRef struct {
	Role string // RUS, GER, …
	Kind OrderKind
	Set  Hash // of the set's canonical bytes
}

// String returns "ROLE kind hash", a line of the order sum and of a lock record.
func (o OrderRef) String() string {
	return o.Role + " " + string(o.Kind) + " " + o.Set.String()
}

// OrderSum returns O_e = H("pbd1 orders", lines sorted by bytes). A role
// without orders has no line.
func OrderSum(refs []OrderRef) Hash {
	lines := make([]string, len(refs))
	for i, r := range refs {
		lines[i] = r.String()
	}
	slices.Sort(lines)
	return Sum(Text(append([]string{textOrders}, lines...)...))
}

// A Beacon is the public random value of one drand round (tier 2, §3).
type Beacon struct {
	Chain      Hash // names the drand network
	Round      int
	Randomness Hash
}

// An Entropy is the random value that a player adds to the dice (tier 1, §3).
type Entropy struct {
	Role  string
	Value Hash
}

// Commitment returns K = H("pbd1 entropy", game, e, ROLE, r), which the player
// publishes before the lock.
func (v Entropy) Commitment(game string, epoch int) Hash {
	return Sum(Text(textEntropy, game, strconv.Itoa(epoch), v.Role, v.Value.String()))
}

// A Mix is what enters the dice in addition to the operator's secret and the orders. The zero value is tier 0: nothing.
type Mix struct {
	Beacons []Beacon
	Players []Entropy
}

// Sum returns X_e: H("pbd1 mix", "none"), or of the sorted lines of the values.
func (m Mix) Sum() Hash {
	var lines []string
	for _, b := range m.Beacons {
		lines = append(lines, fmt.Sprintf("drand %s %d %s", b.Chain, b.Round, b.Randomness))
	}
	for _, p := range m.Players {
		lines = append(lines, fmt.Sprintf("player %s %s", p.Role, p.Value))
	}
	if len(lines) == 0 {
		lines = []string{"none"}
	}
	slices.Sort(lines)
	return Sum(Text(append([]string{textMix}, lines...)...))
}
