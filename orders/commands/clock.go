package commands

import (
	"strconv"
	"strings"

	"fieldpost/orders/syntax"
)

// What the referee does to the clocks of a game.
type (
	// Extend moves the deadline.
	Extend struct {
		Line
		Hours int
	}
	// PauseGame stops the clocks.
	PauseGame struct{ Line }
	// ResumeGame lets them run again.
	ResumeGame struct{ Line }
	// GoOn ends a wait for the referee.
	GoOn struct{ Line }
)

// How they are written.
var (
	ExtendSyntax     = define("extend", readExtend, "extend 48h")
	PauseGameSyntax  = word("pause game", func(l Line) Command { return PauseGame{l} })
	ResumeGameSyntax = word("resume game", func(l Line) Command { return ResumeGame{l} })
	GoOnSyntax       = word("go on", func(l Line) Command { return GoOn{l} })
)

// spans are the words for hours and days, with the hours of each.
var spans = map[string]int{"": 1, "h": 1, "hours": 1, "hour": 1, "stunden": 1, "std": 1, "timer": 1, "time": 1, "t": 1,
	"d": 24, "day": 24, "days": 24, "tag": 24, "tage": 24, "dag": 24, "dage": 24}

// readExtend: extend 48h, extend 2 days.
func readExtend(s *syntax.Scan) Command {
	c := Extend{Line: Line(s.Line)}
	key := ""
	for ; s.More(); s.Pos++ {
		key += s.Rest()[0].Key
	}
	digits := strings.TrimRight(key, "abcdefghijklmnopqrstuvwxyz")
	n, ok := syntax.Numeral(digits)
	if c.Hours = n * spans[key[len(digits):]]; !ok || c.Hours < 1 || c.Hours > 24*366 {
		s.Fail(syntax.BadValue, "extend")
	}
	return c
}

func (c Extend) print(pr *syntax.Printer)   { pr.Say("extend", strconv.Itoa(c.Hours)+"h") }
func (PauseGame) print(pr *syntax.Printer)  { pr.Say("pause game") }
func (ResumeGame) print(pr *syntax.Printer) { pr.Say("resume game") }
func (GoOn) print(pr *syntax.Printer)       { pr.Say("go on") }
