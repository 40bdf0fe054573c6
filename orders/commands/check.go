package commands

import (
	"slices"

	"fieldpost/adjudicator/order"
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
	// Withdraw takes back orders that are accepted and not yet played.
	Withdraw struct {
		Line
		Of order.Withdrawal // its line is that of the command
	}
)

// How they are written.
var (
	OrdersSyntax   = Syntax{"buy", "buy 3 tanks"}
	CheckSyntax    = define("check", readCheck, "check")
	WithdrawSyntax = define("withdraw", readWithdraw, "withdraw")
	WithdrawPart   = WithdrawSyntax.also("withdraw buy")
	WithdrawBattle = WithdrawSyntax.also("withdraw battle SZ5")
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

// readWithdraw: withdraw [HEADING].
func readWithdraw(s *syntax.Scan) Command {
	c := Withdraw{Line: Line(s.Line), Of: order.Withdrawal{At: order.At{Line: s.Line}, All: !s.More()}}
	if c.Of.All {
		return c
	}
	m, n := s.Lexicon.Words.At(s.Rest())
	if n == 0 || !slices.Contains(headings, m.ID) {
		s.Fail(syntax.MissingWord, "heading")
		return c
	}
	s.Pos += n
	switch m.ID {
	case "battle":
		c.Of.Heading = order.BattleHeading(s.Space())
	case "done":
		c.Of.Heading = order.DoneHeading()
	default:
		var ph order.Phase
		_ = ph.UnmarshalText([]byte(m.ID)) // its name is one of them
		c.Of.Heading = order.PhaseHeading(ph)
	}
	return c
}

// headings are the words of what can be taken back by itself.
var headings = []string{"research", "buy", "combat", "battle", "noncombat", "place", "done"}

func (Orders) print(*syntax.Printer) {}
func (c Withdraw) print(pr *syntax.Printer) {
	switch h := c.Of.Heading; {
	case c.Of.All:
		pr.Say("withdraw")
	case h == order.DoneHeading():
		pr.Say("withdraw", pr.Word("done"))
	case h.Phase == order.NoPhase:
		pr.Say("withdraw", pr.Word("battle"), pr.Space(h.Space))
	default:
		pr.Say("withdraw", pr.Word(h.Phase.String()))
	}
}
func (c Check) print(pr *syntax.Printer) {
	pr.Say("check")
	if c.Of != nil {
		c.Of.print(pr)
	}
}
