package commands

import "fieldpost/orders/syntax"

// What the referee says to everybody.
type (
	// Announce says something.
	Announce struct {
		Line
		Text string
	}
	// Ruling answers a question of the rules; a case may begin it: R-77 ….
	Ruling struct {
		Line
		Text string
	}
)

// How they are written.
var (
	AnnounceSyntax = define("announce", func(s *syntax.Scan) Command { return Announce{Line(s.Line), s.Value()} },
		"announce the next round begins on Monday")
	RulingSyntax = define("ruling", func(s *syntax.Scan) Command { return Ruling{Line(s.Line), s.Value()} },
		"ruling R-77 fighters may land there")
)

func (c Announce) print(pr *syntax.Printer) { pr.Say("announce", c.Text) }
func (c Ruling) print(pr *syntax.Printer)   { pr.Say("ruling", c.Text) }
