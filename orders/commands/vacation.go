package commands

import (
	"strings"
	"time"

	"fieldpost/orders/syntax"
)

type (
	// Vacation says when the sender is away; days as YYYY-MM-DD, both included.
	Vacation struct {
		Line
		From, To string
	}
	// NoVacation takes vacations back; `vacation none` is understood as well.
	NoVacation struct{ Line }
)

// How they are written.
var (
	VacationSyntax   = define("vacation", readVacation, "vacation 2026-12-20 to 2027-01-03")
	NoVacationSyntax = word("no vacation", func(l Line) Command { return NoVacation{l} })
)

// readVacation: vacation YYYY-MM-DD to YYYY-MM-DD.
func readVacation(s *syntax.Scan) Command {
	if s.Take("no", "nothing") {
		return NoVacation{Line(s.Line)}
	}
	v := strings.Fields(s.Value())
	c := Vacation{Line: Line(s.Line)}
	if len(v) >= 2 {
		c.From, c.To = strings.TrimSuffix(v[0], ","), v[len(v)-1]
	}
	if !isDay(c.From) || !isDay(c.To) || c.To < c.From || len(v) > 3 {
		s.Fail(syntax.BadValue, "vacation")
	}
	return c
}

func isDay(v string) bool {
	_, err := time.Parse(time.DateOnly, v)
	return err == nil
}

func (c Vacation) print(pr *syntax.Printer) { pr.Say("vacation", c.From, pr.Word("to"), c.To) }
func (NoVacation) print(pr *syntax.Printer) { pr.Say("no vacation") }
