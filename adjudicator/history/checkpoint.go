package history

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"strings"

	"golang.org/x/mod/sumdb/note"

	"fieldpost/adjudicator/dice"
)

// A Checkpoint states a chain's length and the root of the Merkle tree (RFC
// 6962) over the bytes of its records, in the form of a C2SP tlog-checkpoint.
// Signed, it sits in many mailboxes, so that history cannot be rewritten
// unnoticed (TH-11).
type Checkpoint struct {
	Origin string // host/game
	Size   int    // records
	Root   dice.Hash
}

// GenerateKey makes the key pair that signs the checkpoints of a game; the
// origin is host/game. The first text is secret. Outside of tests the randomness
// must be the operating system's.
func GenerateKey(random io.Reader, host, game string) (signer, verifier string, err error) {
	if err := checkGame(game); err != nil {
		return "", "", err
	}
	if host == "" || strings.ContainsAny(host, " +/\n") {
		return "", "", fmt.Errorf("%q is no host for a checkpoint's origin", host)
	}
	return note.GenerateKey(random, host+"/"+game)
}

// String returns the three lines that are signed.
func (p Checkpoint) String() string {
	return fmt.Sprintf("%s\n%d\n%s\n", p.Origin, p.Size, base64.StdEncoding.EncodeToString(p.Root[:]))
}

// ParseCheckpoint reads what [Checkpoint.String] writes, nothing else.
func ParseCheckpoint(s string) (Checkpoint, error) {
	var p Checkpoint
	t := strings.Split(s, "\n")
	if len(t) != 4 || t[3] != "" {
		return p, errors.New("checkpoint: want three lines, origin, size and root")
	}
	size, err := dice.ParseNumber(t[1])
	if err != nil {
		return p, fmt.Errorf("checkpoint: size: %w", err)
	}
	root, err := base64.StdEncoding.Strict().DecodeString(t[2])
	if err != nil || len(root) != len(p.Root) {
		return p, fmt.Errorf("checkpoint: %q is no root in base64", clip(t[2]))
	}
	return Checkpoint{Origin: t[0], Size: size, Root: dice.Hash(root)}, nil
}

// Checkpoint returns the signed checkpoint of the chain as it stands. The signer
// key is the one of [GenerateKey].
func (c *Chain) Checkpoint(signer string) ([]byte, error) {
	s, err := newSigner(signer)
	if err != nil {
		return nil, fmt.Errorf("checkpoint: %w", err)
	}
	if g := c.Genesis(); g == nil || !strings.HasPrefix(g.VKey, fmt.Sprintf("%s+%08x+", s.Name(), s.KeyHash())) {
		return nil, fmt.Errorf("checkpoint: the signer key is not the one that the genesis of %s names", c.Game())
	}
	text := Checkpoint{Origin: s.Name(), Size: c.Len(), Root: c.tree.root()}.String()
	return note.Sign(&note.Note{Text: text}, s)
}

// OpenCheckpoint checks the signature of a checkpoint by a verifier key and
// returns what was signed.
func OpenCheckpoint(signed []byte, vkey string) (Checkpoint, error) {
	text, name, err := openNote(signed, vkey)
	if err != nil {
		return Checkpoint{}, fmt.Errorf("checkpoint: %w", err)
	}
	p, err := ParseCheckpoint(text)
	if err != nil {
		return Checkpoint{}, err
	}
	if p.Origin != name {
		return Checkpoint{}, fmt.Errorf("checkpoint: origin %q, but the key is for %q", p.Origin, name)
	}
	return p, nil
}

// openNote returns the text of a signed note and the name of its key. It
// accepts one signature in canonical base64 and nothing else, so no byte of the
// note can change unnoticed.
func openNote(signed []byte, vkey string) (text, name string, err error) {
	v, err := note.NewVerifier(vkey)
	if err != nil {
		return "", "", fmt.Errorf("verifier key: %w", err)
	}
	n, err := note.Open(signed, note.VerifierList(v))
	if err != nil {
		return "", "", err
	}
	// Written again and compared: base64 as the note package reads it has
	// spare bits in its last letter.
	sig, err := base64.StdEncoding.DecodeString(n.Sigs[0].Base64)
	if err != nil {
		return "", "", fmt.Errorf("signature: %w", err)
	}
	again := fmt.Sprintf("%s\n— %s %s\n", n.Text, n.Sigs[0].Name, base64.StdEncoding.EncodeToString(sig))
	if !bytes.Equal(signed, []byte(again)) {
		return "", "", errors.New("more than one signature, or not in canonical form")
	}
	return n.Text, v.Name(), nil
}
