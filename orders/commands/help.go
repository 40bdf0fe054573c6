package commands

import "fieldpost/orders/syntax"

// Help asks for a help text; Topic is a keyword, or what was written if it is none, or "".
type Help struct {
	Line
	Topic string
}

// HelpSyntax is how it is written.
var HelpSyntax = define("help", readHelp, "help vote")

func readHelp(s *syntax.Scan) Command {
	c := Help{Line: Line(s.Line)}
	if m, n := s.Lexicon.Words.At(s.Rest()); n > 0 {
		s.Pos += n
		c.Topic = m.ID
	} else if s.More() {
		c.Topic = syntax.Compact(s.Rest())
		s.Pos = len(s.Tokens)
	}
	return c
}

func (c Help) print(pr *syntax.Printer) { pr.Say("help", syntax.Keyword(c.Topic, pr.Lang)) }
