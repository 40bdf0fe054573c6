package commands

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Press is a message to other participants, its body taken raw.
type Press struct {
	Line
	To        []board.Power
	Side      board.Side // to one side
	All       bool
	Referee   bool
	Anonymous bool
	Open      bool // to all on purpose, though it may look like a private message
	Body      []string
}

// PressSyntax is how its first line is written.
var PressSyntax = define("press", readPress, "press to japan, germany")

// readPress: press [anonymous] [openly] to POWER, POWER | all | axis | allies | referee.
func readPress(s *syntax.Scan) Command {
	c := Press{Line: Line(s.Line), Anonymous: s.Take("anonymous"), Open: s.Take("openly")}
	c.Anonymous = c.Anonymous || s.Take("anonymous")
	s.Need("to")
	for !s.Failed() {
		s.SkipArticle()
		m, n := s.Lexicon.Powers.At(s.Rest())
		switch {
		case s.Take("all"):
			c.All = true
		case s.Take("referee"):
			c.Referee = true
		case n > 0 && (m.ID == board.Axis.String() || m.ID == board.Allies.String()):
			s.Pos += n
			c.Side, _ = syntax.FindSide(m.ID)
		default:
			c.To = append(c.To, s.Power())
		}
		if !s.Between() {
			break
		}
	}
	return c
}

func (c Press) print(pr *syntax.Printer) {
	var to []string
	for _, p := range c.To {
		to = append(to, syntax.PowerName(p, pr.Lang))
	}
	if c.Side != board.NoSide {
		to = append(to, syntax.SideName(c.Side, pr.Lang))
	}
	if c.All {
		to = append(to, pr.Word("all"))
	}
	if c.Referee {
		to = append(to, pr.Word("referee"))
	}
	preposition := pr.Word("to")
	if pr.Lang == syntax.German {
		preposition = "an" // a person, where "nach" is a place
	}
	pr.Say("press", choice(pr, "anonymous", c.Anonymous), choice(pr, "openly", c.Open), preposition,
		strings.Join(to, ", "))
	for _, l := range c.Body {
		pr.Out.WriteString(l + "\n")
	}
	pr.Say("end press")
}
