// Package cases runs conformance cases: txtar archives that set up a position, send orders, give dice and say what
// must come of it. What a case says is read strictly: a malformed one fails with the line that is wrong.
//
// The package reads no disk. The command `fieldpost case` hands it files; the packages of the engine run all of the
// project's cases in their own tests, by way of package casestest.
package cases

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"
)

// Case is one archive, read but not yet understood line by line.
type Case struct {
	ID       string // the file's name without its suffix
	Comment  string
	Setup    *Section
	Standing []*Section // in the order of the archive
	Orders   []*Section
	Dice     []int
	Want     *Section
}

// Section is one file of the archive.
type Section struct {
	Name  string // "setup", "orders", …
	Power string // of orders and standing, as written
	Start int    // line of the archive on which its first line stands
	Text  string
}

// malformedError is a case that cannot be read. Line is that of the file, 0 for the whole of it.
type malformedError struct {
	Line int
	What string
}

func (e *malformedError) Error() string {
	if e.Line == 0 {
		return "malformed: " + e.What
	}
	return fmt.Sprintf("malformed: line %d: %s", e.Line, e.What)
}

func malformed(line int, format string, args ...any) error {
	return &malformedError{line, fmt.Sprintf(format, args...)}
}

// Parse reads an archive of that file name.
func Parse(name string, data []byte) (*Case, error) {
	data = bytes.ReplaceAll(data, []byte("\r\n"), []byte("\n"))
	ar := txtar.Parse(data)
	c := &Case{ID: File{Name: name}.ID(), Comment: strings.TrimSpace(string(ar.Comment))}
	if c.Comment == "" {
		return nil, malformed(1, "the comment must say in a line what is tested")
	}
	line := 1 + bytes.Count(ar.Comment, []byte("\n"))
	for _, f := range ar.Files {
		s := &Section{Start: line + 1, Text: string(f.Data)}
		s.Name, s.Power, _ = strings.Cut(f.Name, " ")
		s.Power = strings.TrimSpace(s.Power)
		if err := c.add(s, line); err != nil {
			return nil, err
		}
		line += 1 + strings.Count(s.Text, "\n")
	}
	if c.Setup == nil {
		return nil, malformed(0, "there is no setup")
	}
	if c.Want == nil {
		return nil, malformed(0, "there is no want")
	}
	return c, nil
}

func (c *Case) add(s *Section, line int) error {
	switch s.Name {
	case "orders", "standing":
		if s.Power == "" {
			return malformed(line, "%s must name a power", s.Name)
		}
		if s.Name == "orders" {
			c.Orders = append(c.Orders, s)
		} else {
			c.Standing = append(c.Standing, s)
		}
		return nil
	case "setup", "dice", "want":
	default:
		return malformed(line, "there is no section %q; known are setup, standing POWER, orders POWER, dice, want",
			s.Name)
	}
	if s.Power != "" {
		return malformed(line, "%s takes nothing after its name", s.Name)
	}
	switch {
	case s.Name == "setup" && c.Setup == nil:
		c.Setup = s
	case s.Name == "want" && c.Want == nil:
		c.Want = s
	case s.Name == "dice" && c.Dice == nil:
		return c.readDice(s)
	default:
		return malformed(line, "%s stands twice", s.Name)
	}
	return nil
}

func (c *Case) readDice(s *Section) error {
	c.Dice = []int{}
	return s.each(func(line int, text string) error {
		for w := range strings.FieldsSeq(text) {
			n, err := strconv.Atoi(w)
			if err != nil || n < 1 || n > 6 {
				return malformed(line, "%q is no die of 1 to 6", w)
			}
			c.Dice = append(c.Dice, n)
		}
		return nil
	})
}

// each calls f for every line that is not blank, comments after # cut off, with its number in the archive.
func (s *Section) each(f func(line int, text string) error) error {
	for i, text := range strings.Split(s.Text, "\n") {
		text, _, _ = strings.Cut(text, "#")
		if text = strings.Join(strings.Fields(text), " "); text == "" {
			continue
		}
		if err := f(s.Start+i, text); err != nil {
			return err
		}
	}
	return nil
}

// list splits at a separator and trims; empty items are errors.
func list(line int, text, sep string) ([]string, error) {
	items := strings.Split(text, sep)
	for i := range items {
		items[i] = strings.TrimSpace(items[i])
	}
	if slices.Contains(items, "") {
		return nil, malformed(line, "an item is missing in %q", text)
	}
	return items, nil
}
