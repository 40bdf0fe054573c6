// Package advantages holds the thirty national advantages, a small piece each, a file a power. A piece embeds its name and
// implements those hooks of package trait that it needs; nothing else in the engine knows it.
package advantages

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules/trait"
)

// named is what every advantage has: its canonical name and whose it is.
type named struct {
	name  string
	power board.Power
}

func (n named) Name() string       { return n.name }
func (n named) Power() board.Power { return n.power }
func (n named) Tech() int          { return 0 }

// All lists the advantages in the order of names.md: by power in turn order, then by number.
func All() []trait.Trait {
	return nil
}
