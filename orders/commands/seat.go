package commands

import "fieldpost/orders/syntax"

// What a participant says about their own seat, in one word.
type (
	// Resign leaves the seat, or the game as an observer.
	Resign struct{ Line }
	// Ready has the orders on file played before the deadline.
	Ready struct{ Line }
	// NewKey asks for a new key.
	NewKey struct{ Line }
	// PublicKey puts the OpenPGP key of the mail on file.
	PublicKey struct{ Line }
)

// How they are written.
var (
	ResignSyntax    = word("resign", func(l Line) Command { return Resign{l} })
	ReadySyntax     = word("ready", func(l Line) Command { return Ready{l} })
	NewKeySyntax    = word("new key", func(l Line) Command { return NewKey{l} })
	PublicKeySyntax = word("public key", func(l Line) Command { return PublicKey{l} })
)

func (Resign) print(pr *syntax.Printer)    { pr.Say("resign") }
func (Ready) print(pr *syntax.Printer)     { pr.Say("ready") }
func (NewKey) print(pr *syntax.Printer)    { pr.Say("new key") }
func (PublicKey) print(pr *syntax.Printer) { pr.Say("public key") }
