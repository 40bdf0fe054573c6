package commands

import (
	"slices"

	"fieldpost/orders/syntax"
)

// What a mail does with its orders.
type (
	// Orders stands for the order lines of a mail, which are carried out together. No line reads as it.
	Orders struct{ Line }
	// Check has the mail judged and nothing done.
	Check struct {
		Line
		Of Command // a referee's command on the line of the check, of which the effect is told; nil without one
	}
	// Withdraw takes back orders that are on file and not yet played.
	Withdraw struct{ Line }
)

// How they are written.
var (
	OrdersSyntax   = Syntax{"buy", "buy 3 tanks"}
	CheckSyntax    = define("check", readCheck, "check")
	WithdrawSyntax = word("withdraw", func(l Line) Command { return Withdraw{l} })
)

// readCheck: check, check roll back …, check correct …, check edit ….
func readCheck(s *syntax.Scan) Command {
	c := Check{Line: Line(s.Line)}
	m, n := s.Lexicon.Words.At(s.Rest())
	if n > 0 && slices.Contains([]string{"roll back", "correct", "edit"}, m.ID) {
		s.Pos += n
		c.Of = readers[m.ID](s)
	}
	return c
}

func (Orders) print(*syntax.Printer)      {}
func (Withdraw) print(pr *syntax.Printer) { pr.Say("withdraw") }
func (c Check) print(pr *syntax.Printer) {
	pr.Say("check")
	if c.Of != nil {
		c.Of.print(pr)
	}
}
