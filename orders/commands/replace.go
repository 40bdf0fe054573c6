package commands

import (
	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Replace gives a seat to another address.
type Replace struct {
	Line
	Power   board.Power
	Address string
}

// ReplaceSyntax is how it is written.
var ReplaceSyntax = define("replace", readReplace, "replace Germany with kim@example.org")

// readReplace: replace POWER with ADDRESS.
func readReplace(s *syntax.Scan) Command {
	c := Replace{Line: Line(s.Line), Power: s.Power()}
	s.Need("with")
	if s.Failed() {
		return c
	}
	c.Address = s.Value()
	if !isAddress(c.Address) {
		s.Fail(syntax.BadValue, "replace")
	}
	return c
}

func (c Replace) print(pr *syntax.Printer) {
	pr.Say("replace", pr.Power(c.Power), pr.Word("with"), c.Address)
}
