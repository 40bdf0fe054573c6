// Package commands holds the commands of the order language: the lines of a mail that are no orders. Each is a
// struct with its fields, how it is read and how it is printed, in a file of its own or of its theme. Who may give
// a command, and what it does, is not known here.
package commands

import (
	"maps"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Command is a command as it was read.
type Command interface {
	CommandLine() int // 1-based

	// print writes the command as lines that read back as the same command.
	print(pr *syntax.Printer)
}

// Line is the line that a command is on.
type Line int

// CommandLine returns the line.
func (l Line) CommandLine() int { return int(l) }

// Syntax is how a command is written.
type Syntax struct {
	Keyword string // canonical, as the help texts have it; several commands may share one
	Example string // one line, in canonical English, that reads as this command
}

// Reader reads what follows a keyword.
type Reader func(*syntax.Scan) Command

var readers = map[string]Reader{}

// define says how a keyword's lines are read, and gives an example of its command.
func define(keyword string, read Reader, example string) Syntax {
	if readers[keyword] != nil {
		panic("commands: keyword " + keyword + " is defined twice")
	}
	readers[keyword] = read
	return Syntax{keyword, example}
}

// also is another command that begins with the same keyword.
func (s Syntax) also(example string) Syntax { return Syntax{s.Keyword, example} }

// word defines a command that is its keyword and nothing else.
func word(keyword string, c func(Line) Command) Syntax {
	return define(keyword, func(s *syntax.Scan) Command { return c(Line(s.Line)) }, keyword)
}

// Readers are the readers of all commands, by canonical keyword.
func Readers() map[string]Reader { return maps.Clone(readers) }

// Format writes a command as a line (press: as its lines) that reads back as the same command.
func Format(c Command, lang syntax.Lang, b *board.Board) string {
	pr := syntax.NewPrinter(lang, b)
	c.print(pr)
	return strings.TrimSpace(pr.Out.String())
}

// choice is a keyword if it was chosen, else "".
func choice(pr *syntax.Printer, keyword string, chosen bool) string {
	if !chosen {
		return ""
	}
	return pr.Word(keyword)
}
