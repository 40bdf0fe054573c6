package history

import (
	"encoding/hex"
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
)

// A Mix is what a lock announces to enter the dice in addition to secret and orders:
// nothing at tier 0, the value of a coming drand round at tier 2 (§3).
type Mix struct {
	Chain dice.Hash // of the drand chain; zero for none
	Round int       // from 1
}

// None reports whether nothing enters.
func (m Mix) None() bool { return m == Mix{} }

// String returns "none" or "drand CHAIN ROUND".
func (m Mix) String() string {
	if m.None() {
		return "none"
	}
	return fmt.Sprintf("drand %s %d", m.Chain, m.Round)
}

// Sum returns X_e for the randomness that the round brought; without a mix the
// randomness does not matter.
func (m Mix) Sum(randomness dice.Hash) dice.Hash {
	if m.None() {
		return dice.Mix{}.Sum()
	}
	return dice.Mix{Beacons: []dice.Beacon{{Chain: m.Chain, Round: m.Round, Randomness: randomness}}}.Sum()
}

func (m *Mix) walk(c *coder) {
	c.field("mix", m.String(), func(s string) (err error) {
		*m, err = parseMix(s)
		return err
	})
}

func parseMix(s string) (Mix, error) {
	if s == "none" {
		return Mix{}, nil
	}
	t := strings.Split(s, " ")
	if len(t) != 3 || t[0] != "drand" {
		return Mix{}, fmt.Errorf("%q is neither none nor drand, chain and round", clip(s))
	}
	chain, err := dice.ParseHash(t[1])
	if err != nil {
		return Mix{}, err
	}
	round, err := dice.ParseNumber(t[2])
	if err == nil && round == 0 {
		err = fmt.Errorf("drand rounds count from 1")
	}
	return Mix{Chain: chain, Round: round}, err
}

// A Drand is a drand network: a public beacon that publishes one random value a
// period.
type Drand struct {
	Chain   dice.Hash
	Genesis time.Time // of round 1
	Period  time.Duration
}

// Quicknet returns the drand network that games use.
func Quicknet() Drand {
	const chain = "52db9ba70e0cc0f6eaf7803dd07447a1f5477735fd3f661792ba94600c84e971"
	h, err := dice.ParseHash(chain)
	if err != nil {
		panic(err) // the constant above is a hash
	}
	return Drand{Chain: h, Genesis: time.Unix(1692803367, 0).UTC(), Period: 3 * time.Second}
}

// RoundAt returns the first round that is published at t or later: the round to announce at a lock so that it cannot be
// known before t.
func (d Drand) RoundAt(t time.Time) int {
	if !t.After(d.Genesis) {
		return 1
	}
	return int((t.Sub(d.Genesis)+d.Period-1)/d.Period) + 1
}

// TimeOf returns when a round, counted from 1, is published.
func (d Drand) TimeOf(round int) time.Time {
	return d.Genesis.Add(time.Duration(round-1) * d.Period)
}

// Randomness returns the value of a round from its signature in hex:
// SHA-256 of the signature's bytes. It does not prove that the signature is
// drand's; anyone can compare it with a public relay.
func Randomness(signature string) (dice.Hash, error) {
	const most = 2 * 96 // hex digits of the longest BLS signature
	b, err := hex.DecodeString(signature)
	if err != nil || len(b) == 0 || len(signature) > most {
		return dice.Hash{}, fmt.Errorf("drand signature %q is not up to %d hex digits", clip(signature), most)
	}
	return dice.Sum(b), nil
}
