package commands

import (
	"strings"

	"fieldpost/orders/syntax"
)

// The questions of one word.
type (
	// Status asks how the game stands.
	Status struct{ Line }
	// Map asks for the position as a map.
	Map struct{ Line }
	// Chain asks for the records so far, as files.
	Chain struct{ Line }
	// Dice asks for the dice so far.
	Dice struct{ Line }
	// Verify asks to check the records.
	Verify struct{ Line }
	// Standing asks for the sender's standing orders.
	Standing struct{ Line }
	// Games asks for the sender's games, and for those that are open.
	Games struct{ Line }
)

// How they are written.
var (
	StatusSyntax   = word("status", func(l Line) Command { return Status{l} })
	MapSyntax      = word("map", func(l Line) Command { return Map{l} })
	ChainSyntax    = word("chain", func(l Line) Command { return Chain{l} })
	DiceSyntax     = word("dice", func(l Line) Command { return Dice{l} })
	VerifySyntax   = word("verify", func(l Line) Command { return Verify{l} })
	StandingSyntax = word("standing", func(l Line) Command { return Standing{l} })
	GamesSyntax    = word("games", func(l Line) Command { return Games{l} })
)

func (Status) print(pr *syntax.Printer)   { question(pr, "status") }
func (Map) print(pr *syntax.Printer)      { question(pr, "map") }
func (Chain) print(pr *syntax.Printer)    { question(pr, "chain") }
func (Dice) print(pr *syntax.Printer)     { question(pr, "dice") }
func (Verify) print(pr *syntax.Printer)   { question(pr, "verify") }
func (Standing) print(pr *syntax.Printer) { question(pr, "standing") }
func (Games) print(pr *syntax.Printer)    { question(pr, "games") }

// question writes a question of one word, in its plural if it has one.
func question(pr *syntax.Printer, keyword string) {
	pr.Out.WriteString(strings.ToLower(pr.Words(keyword, 2)) + "\n")
}
