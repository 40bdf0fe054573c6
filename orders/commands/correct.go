package commands

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// Correct has orders played again: those of a record, else of a power's turn and phase; the last ones if nothing is
// said. What is different is in the lines around it: orders, edits.
type Correct struct {
	Line
	Round  int
	Power  board.Power
	Phase  order.Phase
	Record int
}

// CorrectSyntax is how it is written.
var CorrectSyntax = define("correct", readCorrect, "correct round 3 Germany combat")

// readCorrect: correct [round N POWER [PHASE]], correct record N.
func readCorrect(s *syntax.Scan) Command {
	c := Correct{Line: Line(s.Line)}
	if s.Take("record") {
		c.Record = s.Number()
		return c
	}
	if s.Take("round") {
		c.Round = s.Number()
		c.Power = s.Power()
	}
	if s.More() {
		c.Phase = s.Phase()
	}
	return c
}

func (c Correct) print(pr *syntax.Printer) {
	record, phase := "", ""
	if c.Record > 0 {
		record = pr.Word("record") + " " + strconv.Itoa(c.Record)
	}
	if c.Phase != order.NoPhase {
		phase = pr.Word(c.Phase.String())
	}
	pr.Say("correct", record, pr.Round(c.Round), pr.Power(c.Power), phase)
}
