package commands

import (
	"slices"

	"fieldpost/orders/syntax"
)

// Questions about the past.
type (
	// History asks for the records.
	History struct{ Line }
	// Topic asks about something that is no search of the records.
	Topic struct {
		Line
		About string // press, letters (the mails that came), punctuality
		N     int    // the number behind it, 0 without one
		Text  string // as written
	}
	// Search asks a question about the past: history battles in SZ5. Its words are not the parser's to know.
	Search struct {
		Line
		Question string
	}
)

// How they are written.
var (
	HistorySyntax = define("history", readHistory, "history")
	TopicSyntax   = HistorySyntax.also("history letters")
	SearchSyntax  = HistorySyntax.also("history battles in SZ5")
)

// readHistory: history [QUESTION].
func readHistory(s *syntax.Scan) Command {
	if !s.More() {
		return History{Line(s.Line)}
	}
	text := s.Value()
	if about, n := topicOf(text); about != "" {
		return Topic{Line(s.Line), about, n, text}
	}
	return Search{Line(s.Line), text}
}

// topicOf reads the topic that a question names, "" if it names none.
func topicOf(question string) (topic string, n int) {
	ts := syntax.Tokens(question)
	m, used := syntax.TheLexicon().Words.At(ts)
	if !slices.Contains([]string{"press", "letters", "punctuality"}, m.ID) {
		return "", 0
	}
	if rest := ts[used:]; len(rest) == 1 {
		n, _ = syntax.Numeral(rest[0].Key)
	} else if len(rest) > 1 {
		return "", 0
	}
	return m.ID, n
}

func (History) print(pr *syntax.Printer)  { question(pr, "history") }
func (c Topic) print(pr *syntax.Printer)  { pr.Say("history", c.Text) }
func (c Search) print(pr *syntax.Printer) { pr.Say("history", c.Question) }
