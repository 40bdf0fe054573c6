package commands

import (
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// RollBack returns to the beginning of a power's turn.
type RollBack struct {
	Line
	Round  int
	After  bool        // to the end of the round
	Power  board.Power // Nobody: the round's first
	Record int         // or to how things stood after a record, instead of all that
}

// RollBackSyntax is how it is written.
var RollBackSyntax = define("roll back", readRollBack, "roll back to round 3 Germany")

// readRollBack: roll back to round N [POWER], roll back after round N, roll back to record N.
func readRollBack(s *syntax.Scan) Command {
	c := RollBack{Line: Line(s.Line)}
	c.After = s.More() && s.Rest()[0].Key != "nach" // which is German for "to"
	if !s.Take("after round") {
		c.After = false
		s.Need("to")
		if s.Take("record") {
			c.Record = s.Number()
			return c
		}
		s.Need("round")
	}
	c.Round = s.Number()
	if s.More() && !c.After {
		c.Power = s.Power()
	}
	return c
}

func (c RollBack) print(pr *syntax.Printer) {
	switch {
	case c.Record > 0:
		pr.Say("roll back", pr.Word("to"), pr.Word("record"), strconv.Itoa(c.Record))
	case c.After && pr.Lang != syntax.German:
		pr.Say("roll back", pr.Word("after round"), strconv.Itoa(c.Round))
	case c.After:
		pr.Say("roll back", "after round", strconv.Itoa(c.Round))
	default:
		pr.Say("roll back", pr.Word("to"), pr.Round(c.Round), pr.Power(c.Power))
	}
}
