package commands

import "fieldpost/orders/syntax"

// Vote is for (or, with No, against) a draw, an extension, a surrender or an early end.
type Vote struct {
	Line
	On string // draw, extend, surrender, end
	No bool
}

// VoteSyntax is how it is written.
var VoteSyntax = define("vote", readVote, "vote draw")

// readVote: vote draw | extend | surrender | end [no].
func readVote(s *syntax.Scan) Command {
	c := Vote{Line: Line(s.Line), On: s.Peek()}
	if !s.Take("draw", "extend", "surrender", "end") {
		s.Expected("draw")
	}
	c.No = s.Take("no")
	return c
}

func (c Vote) print(pr *syntax.Printer) { pr.Say("vote", pr.Word(c.On), choice(pr, "no", c.No)) }
