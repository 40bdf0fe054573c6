package notice

import (
	"strconv"

	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// Notices about questions that one word answers.

// Doubt is why orders may not be meant for the position of now.
type Doubt string

// The doubts.
const (
	NoDoubt      Doubt = ""
	Changed      Doubt = "doubt-changed" // yes was said, but the position is another one now
	OldMail      Doubt = "doubt-old"     // the mail was written before the turn, or answers one that was
	PlayedBefore Doubt = "doubt-played"  // the same orders were played in an earlier turn
)

// ReadingAsked shows how a mail was read, and asks whether it was meant so.
type ReadingAsked struct {
	Readings [][]string // the orders of each, the likeliest first, in the reader's language
	Guesses  []string   // what was guessed, a sentence each
	NotRead  Quote      // words that were not read as orders
	Doubt    Doubt
	Round    int    // of now
	Name     string // of the question
}

func (ReadingAsked) ID() ID       { return "reading-asked" }
func (n ReadingAsked) count() int { return len(n.Readings) }
func (n ReadingAsked) body(p *reader.Page) {
	if n.Doubt != NoDoubt {
		p.Add(layout.Paragraph(p.Text(string(n.Doubt), "Round", n.Round)))
	}
	for i, lines := range n.Readings {
		if len(n.Readings) > 1 {
			p.Add(layout.Paragraph(strconv.Itoa(i + 1)))
		}
		p.Add(layout.Verbatim(lines))
	}
	if len(n.Guesses) > 0 {
		p.Add(layout.Bullets(n.Guesses))
	}
	if n.NotRead != "" {
		p.Add(layout.Paragraph(p.Text("question-not-read", "Words", n.NotRead.String())))
	}
	addName(p, n.Name)
}

// ActAsked asks whether an act is meant that a mail without the key asks for.
type ActAsked struct {
	Lines []string
	Name  string // of the question
}

func (ActAsked) ID() ID { return "act-asked" }
func (n ActAsked) body(p *reader.Page) {
	p.Add(layout.Verbatim(n.Lines))
	addName(p, n.Name)
}

// addName shows the name of a question, by which a quotation is known as its answer.
func addName(p *reader.Page, name string) {
	p.Add(layout.Verbatim([]string{"reading " + name}), layout.Small(p.Text("question-good")))
}

// QuestionOver says that a question was answered before, or is asked no more.
type QuestionOver struct{ Done bool } // Done: yes was said, and carried out

func (QuestionOver) ID() ID { return "question-over" }

// QuestionDropped says that a reading was dropped, as its player wished.
type QuestionDropped struct{}

func (QuestionDropped) ID() ID     { return "question-dropped" }
func (QuestionDropped) form() bool { return true }

// NoSuchReading says that a number is that of no reading.
type NoSuchReading struct{ Number, Last int }

func (NoSuchReading) ID() ID { return "no-such-reading" }
