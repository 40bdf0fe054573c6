// Package drand is a client of the public beacon that dice of tier 2 wait for: it fetches the value of a round from
// public relays and checks it with the network's public key.
//
// A value is a BLS signature (scheme bls-unchained-g1-rfc9380) over the round's number. A round has exactly one valid
// signature, so it does not matter where the value comes from, and no relay has to be trusted.
package drand

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"

	"github.com/cloudflare/circl/sign/bls"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// Key signs rounds; only its public half is known here.
type Key = bls.PublicKey[bls.KeyG2SigG1]

// Network is a drand network with its public key.
type Network struct {
	history.Drand
	key *Key
}

// quicknetKey is the public key of quicknet, from its chain information. The round of dice.md's vector verifies under
// it.
const quicknetKey = "83cf0f2896adee7eb8b5f01fcad3912212c437e0073e911fb90022d3e760183c8c4b450b6a0a6c3ac6a5776a2d106451" +
	"0d1fec758c921cc22b0e17e63aaf4bcb5ed66304de9cf809bd274ca73bab4af5a6e9c76a4bc09e76eae8991ef5ece45a"

// Quicknet is the network that games use.
func Quicknet() Network {
	raw, err := hex.DecodeString(quicknetKey)
	if err != nil {
		panic(err) // the constant above is hex
	}
	key := new(Key)
	if err := key.UnmarshalBinary(raw); err != nil {
		panic(err) // and a point of the group
	}
	return New(history.Quicknet(), key)
}

// New is a network whose rounds are signed with a key.
func New(d history.Drand, key *Key) Network { return Network{Drand: d, key: key} }

// A FalseError says that a value is not the one of its round.
type FalseError struct{ Round int }

func (e *FalseError) Error() string {
	return fmt.Sprintf("this is not the signature of drand round %d", e.Round)
}

// Check returns the randomness of a round from its signature in hex. The error is a [*FalseError] for a signature that
// is not the round's, or says what is wrong with its form.
func (n Network) Check(round int, signature string) (dice.Hash, error) {
	randomness, err := history.Randomness(signature)
	if err != nil {
		return dice.Hash{}, err
	}
	raw, err := hex.DecodeString(signature)
	if err != nil {
		return dice.Hash{}, err
	}
	if round < 1 || !bls.Verify(n.key, Message(round), raw) {
		return dice.Hash{}, &FalseError{round}
	}
	return randomness, nil
}

// Message is what the network signs for a round.
func Message(round int) []byte {
	sum := sha256.Sum256(binary.BigEndian.AppendUint64(nil, uint64(round)))
	return sum[:]
}

// Path is where relays serve a round, below their address.
func (n Network) Path(round int) string { return fmt.Sprintf("/%s/public/%d", n.Chain, round) }
