package commands

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// NewGame opens a game; options follow in lines of their own.
type NewGame struct {
	Line
	Name, Rules string
}

// NewGameSyntax is how it is written.
var NewGameSyntax = define("new game", readNewGame, "new game eastfront rules revised")

// readNewGame: new game NAME rules RULES.
func readNewGame(s *syntax.Scan) Command {
	v := strings.Fields(strings.ToLower(s.Value()))
	c := NewGame{Line: Line(s.Line)}
	if len(v) != 3 || !slices.Contains(board.Names(), v[2]) {
		s.Fail(syntax.BadValue, "new game")
		return c
	}
	if c.Name, c.Rules = v[0], v[2]; !syntax.IsGameName(c.Name) {
		s.Fail(syntax.BadGameName, c.Name, syntax.GameName(c.Name)...)
	}
	return c
}

func (c NewGame) print(pr *syntax.Printer) {
	pr.Out.WriteString("new game " + c.Name + " rules " + c.Rules + "\n")
}
