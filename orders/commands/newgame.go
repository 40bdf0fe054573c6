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
	Attached    bool // it goes on from the position in the file that the mail brings, which says the rules, too
}

// NewGameSyntax is how it is written.
var NewGameSyntax = define("new game", readNewGame, "new game eastfront rules revised")

// attachment are the words for where the position is, by language: from attachment, aus Anhang, fra bilag.
var attachment = map[string][]string{"from": {"attachment"}, "aus": {"anhang"}, "fra": {"bilag", "vedhæftning"}}

// readNewGame: new game NAME rules RULES; new game NAME from attachment.
func readNewGame(s *syntax.Scan) Command {
	v := strings.Fields(strings.ToLower(s.Value()))
	c := NewGame{Line: Line(s.Line)}
	c.Attached = len(v) == 3 && slices.Contains(attachment[v[1]], v[2])
	if len(v) != 3 || !c.Attached && !slices.Contains(board.Names(), v[2]) {
		s.Fail(syntax.BadValue, "new game")
		return c
	}
	if c.Name = v[0]; !c.Attached {
		c.Rules = v[2]
	}
	if !syntax.IsGameName(c.Name) {
		s.Fail(syntax.BadGameName, c.Name, syntax.GameName(c.Name)...)
	}
	return c
}

func (c NewGame) print(pr *syntax.Printer) {
	if c.Attached {
		pr.Out.WriteString("new game " + c.Name + " from attachment\n")
		return
	}
	pr.Out.WriteString("new game " + c.Name + " rules " + c.Rules + "\n")
}
