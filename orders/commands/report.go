package commands

import (
	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Report asks for a report: the last one, that of a round, or that of a power's turn.
type Report struct {
	Line
	Round int // 0: the last
	Power board.Power
}

// ReportSyntax is how it is written.
var ReportSyntax = define("report", readReport, "report round 3 germany")

// readReport: report [round N [POWER]].
func readReport(s *syntax.Scan) Command {
	c := Report{Line: Line(s.Line)}
	if s.Take("round") {
		c.Round = s.Number()
		if s.More() {
			c.Power = s.Power()
		}
	}
	return c
}

func (c Report) print(pr *syntax.Printer) { pr.Say("report", pr.Round(c.Round), pr.Power(c.Power)) }
