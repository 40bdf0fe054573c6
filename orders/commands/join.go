package commands

import (
	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Commands of a person who wants to join a game.
type (
	// Join asks for a seat.
	Join struct {
		Line
		Game  string
		Power board.Power
	}
	// Observe asks for the reports of a game.
	Observe struct {
		Line
		Game string
	}
	// Substitute offers to take over a seat of a game that becomes free, or any (Nobody).
	Substitute struct {
		Line
		Game  string
		Power board.Power
	}
)

// How they are written.
var (
	JoinSyntax       = define("join", readJoin, "join eastfront as Germany")
	ObserveSyntax    = define("observe", readObserve, "observe eastfront")
	SubstituteSyntax = define("substitute", readSubstitute, "substitute eastfront as UK")
)

// readJoin: join NAME as POWER.
func readJoin(s *syntax.Scan) Command {
	c := Join{Line: Line(s.Line), Game: s.GameWord()}
	s.Need("as")
	c.Power = s.Power()
	return c
}

func readObserve(s *syntax.Scan) Command { return Observe{Line(s.Line), s.GameWord()} }

// readSubstitute: substitute NAME [as POWER].
func readSubstitute(s *syntax.Scan) Command {
	c := Substitute{Line: Line(s.Line), Game: s.GameWord()}
	if s.Take("as") {
		c.Power = s.Power()
	}
	return c
}

func (c Join) print(pr *syntax.Printer)    { pr.Say("join", c.Game, pr.Word("as"), pr.Power(c.Power)) }
func (c Observe) print(pr *syntax.Printer) { pr.Say("observe", c.Game) }
func (c Substitute) print(pr *syntax.Printer) {
	pr.Say("substitute", c.Game, choice(pr, "as", c.Power != board.Nobody), pr.Power(c.Power))
}
