package commands

import "fieldpost/orders/syntax"

// StartGame begins to play; Anyway: though not everybody has confirmed their address.
type StartGame struct {
	Line
	Anyway bool
}

// StartGameSyntax is how it is written.
var StartGameSyntax = define("start game", readStartGame, "start game anyway")

// readStartGame: start game [anyway].
func readStartGame(s *syntax.Scan) Command { return StartGame{Line(s.Line), s.Take("anyway")} }

func (c StartGame) print(pr *syntax.Printer) { pr.Say("start game", choice(pr, "anyway", c.Anyway)) }
