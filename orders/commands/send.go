package commands

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Send asks for something that mails do not bring by themselves.
type Send struct {
	Line
	What string // one of Sendable, "" if Word is none of them
	Word string // as written, in that case

	Round int         // of the position for TripleA that is asked for, 0: the newest
	Power board.Power // at the beginning of whose turn
}

// SendSyntax is how it is written.
var SendSyntax = define("send", readSend, "send map")

var sendable = []string{"map", "position", "records", "replay", "calendar", "json", "svg", "triplea"}

// Sendable are the canonical keywords of what can be asked for.
func Sendable() []string { return slices.Clone(sendable) }

// readSend: send WHAT; send triplea [round N [POWER]]. One or two words that are none of those are answered with what there is; a line that goes on is
// no question: people send units, too.
func readSend(s *syntax.Scan) Command {
	c := Send{Line: Line(s.Line)}
	rest := s.Rest()
	if m, n := s.Lexicon.Words.At(rest); n > 0 && slices.Contains(sendable, m.ID) {
		s.Pos += n
		c.What = m.ID
		if c.What == "triplea" && s.Take("round") {
			c.Round = s.Number()
			if s.More() {
				c.Power = s.Power()
			}
		}
		return c
	}
	if len(rest) > 2 || len(rest) > 0 && startsWithNumber(rest) {
		s.Fail(syntax.UnknownLine, syntax.Written(s.Tokens[:1]))
		return c
	}
	if len(rest) > 0 {
		c.Word = syntax.Written(rest)
	}
	s.Pos = len(s.Tokens)
	return c
}

func startsWithNumber(ts []syntax.Token) bool {
	_, ok := syntax.Numeral(ts[0].Key)
	return ok
}

// NearestSendable lists what a misspelt word may have asked for, as a reader of that language writes it.
func NearestSendable(word string, lang syntax.Lang) []string {
	names := map[string]string{}
	for key, m := range syntax.TheLexicon().Words.Words {
		if slices.Contains(sendable, m.ID) {
			names[key] = syntax.Keyword(m.ID, lang)
		}
	}
	return syntax.Meant(syntax.Compact(syntax.Tokens(word)), names)
}

func (c Send) print(pr *syntax.Printer) {
	if c.What == "" {
		pr.Say("send", c.Word)
		return
	}
	pr.Say("send", pr.Word(c.What), pr.Round(c.Round), pr.Power(c.Power))
}
