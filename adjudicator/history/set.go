package history

import (
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"fieldpost/adjudicator/dice"
)

// A Set is one role's orders as they are hashed (§2): parsed orders written
// back in canonical form, so that comments, layout and language do not matter.
type Set struct {
	Game   string
	Role   string
	Kind   dice.OrderKind
	Base   dice.Hash // turn: the record that published C_e; standing: the head when it was sent
	Salt   string    // 32 hex digits, so that a short order cannot be guessed from its hash
	Orders []string  // canonical lines, in the order of execution
}

func (s *Set) walk(c *coder) {
	c.literal("pbd1 set")
	c.word("game", &s.Game, checkGame)
	c.word("role", &s.Role, checkRole)
	kind := string(s.Kind)
	c.word("kind", &kind, checkKind)
	s.Kind = dice.OrderKind(kind)
	c.hash("base", &s.Base)
	c.word("salt", &s.Salt, checkSalt)
	if c.writing {
		for _, o := range s.Orders {
			c.literal(o)
		}
	} else {
		s.readOrders(c)
	}
	c.end()
}

func (s *Set) readOrders(c *coder) {
	for c.err == nil && len(c.in) > 0 && c.in[0] != "end" {
		o, _ := c.next("end")
		if strings.TrimSpace(o) == "" {
			c.fail(errors.New("empty line among the orders"))
		}
		s.Orders = append(s.Orders, o)
	}
}

func checkSalt(s string) error {
	b, err := hex.DecodeString(s)
	if err != nil || len(b) != 16 || s != strings.ToLower(s) {
		return fmt.Errorf("salt %q is not 32 lower-case hex digits", clip(s))
	}
	return nil
}

// Print returns the canonical bytes. It refuses what [ParseSet] would refuse.
func (s Set) Print() ([]byte, error) {
	c := newWriter("set")
	s.walk(c)
	out, err := c.printed()
	if err != nil {
		return nil, err
	}
	if _, err := ParseSet(out); err != nil {
		return nil, err
	}
	return out, nil
}

// Hash returns the SHA-256 of the canonical bytes.
func (s Set) Hash() (dice.Hash, error) {
	b, err := s.Print()
	return dice.Sum(b), err
}

// Ref returns the line of the set in a lock.
func (s Set) Ref() (dice.OrderRef, error) {
	h, err := s.Hash()
	return dice.OrderRef{Role: s.Role, Kind: s.Kind, Set: h}, err
}

// ParseSet reads what [Set.Print] writes, nothing else. Errors are
// [*SyntaxError].
func ParseSet(b []byte) (Set, error) {
	var s Set
	c := newReader("set", b)
	s.walk(c)
	if c.err != nil {
		return Set{}, c.err
	}
	return s, nil
}
