package history

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"fieldpost/adjudicator/dice"
)

// MaxText is the longest text that is parsed, in bytes. A record of a large
// turn has some twenty thousand.
const MaxText = 1 << 20

// timeLayout is how records write a moment: UTC, whole seconds.
const timeLayout = "2006-01-02T15:04:05Z"

// A SyntaxError says where a text leaves its canonical form.
type SyntaxError struct {
	Text string // what was read: "record", "set", …
	Line int    // from 1
	Err  error
}

func (e *SyntaxError) Error() string {
	return fmt.Sprintf("%s, line %d: %v", e.Text, e.Line, e.Err)
}

// Unwrap returns the reason.
func (e *SyntaxError) Unwrap() error { return e.Err }

// coder walks the lines of a text in order, one way or the other: writing them
// from the fields of a value or reading the fields from them. Each text is
// described once, by the calls it makes, and so cannot be written in one way
// and read in another. The first error ends the walk.
type coder struct {
	text string // what it is, for errors

	writing bool
	out     strings.Builder

	in   []string // lines not read yet
	line int      // number of the last line read
	err  error
}

func newWriter(text string) *coder { return &coder{text: text, writing: true} }

// newReader checks what holds for every text: UTF-8, LF after every line, no
// CR or other control character, no trailing blank.
func newReader(text string, b []byte) *coder {
	c := &coder{text: text}
	if len(b) > MaxText {
		c.fail(fmt.Errorf("the text has %d bytes, more than %d", len(b), MaxText))
		return c
	}
	body, ok := bytes.CutSuffix(b, []byte("\n"))
	if !ok {
		c.line = bytes.Count(b, []byte("\n")) + 1
		c.fail(errors.New("no line feed at the end"))
		return c
	}
	c.in = strings.Split(string(body), "\n")
	for i, l := range c.in {
		if err := checkLine(l); err != nil {
			c.line = i + 1
			c.fail(err)
			return c
		}
	}
	return c
}

func checkLine(l string) error {
	if strings.HasSuffix(l, "\r") {
		return errors.New("carriage return at the end; remove it with tr -d '\\r'")
	}
	if !utf8.ValidString(l) {
		return errors.New("not UTF-8")
	}
	for _, r := range l {
		if r != ' ' && (!unicode.IsGraphic(r) || unicode.IsSpace(r)) {
			return fmt.Errorf("character %U is not allowed", r)
		}
	}
	if strings.HasSuffix(l, " ") {
		return errors.New("blank at the end")
	}
	return nil
}

func (c *coder) fail(err error) {
	if c.err == nil {
		c.err = &SyntaxError{Text: c.text, Line: c.line, Err: err}
	}
}

// next reads one line.
func (c *coder) next(want string) (string, bool) {
	if c.err != nil {
		return "", false
	}
	c.line++
	if len(c.in) == 0 {
		c.fail(fmt.Errorf("the text ends where %q must stand", want))
		return "", false
	}
	l := c.in[0]
	c.in = c.in[1:]
	return l, true
}

// write adds one line. A value that holds a line feed would forge lines.
func (c *coder) write(line string) {
	c.line++
	if strings.Contains(line, "\n") {
		c.fail(fmt.Errorf("line feed in %q", clip(line)))
	}
	c.out.WriteString(line + "\n")
}

// printed returns what was written.
func (c *coder) printed() ([]byte, error) {
	if c.err != nil {
		return nil, c.err
	}
	return []byte(c.out.String()), nil
}

// literal writes a fixed line, or reads exactly it.
func (c *coder) literal(line string) {
	if c.writing {
		c.write(line)
		return
	}
	if l, ok := c.next(line); ok && l != line {
		c.fail(fmt.Errorf("want %q, found %q", line, clip(l)))
	}
}

// field writes "name value", or reads the value and hands it to set.
func (c *coder) field(name, value string, set func(string) error) {
	if c.writing {
		c.write(name + " " + value)
		return
	}
	l, ok := c.next(name)
	if !ok {
		return
	}
	v, ok := strings.CutPrefix(l, name+" ")
	if !ok {
		c.fail(fmt.Errorf("want field %q, found %q", name, clip(l)))
		return
	}
	if err := set(v); err != nil {
		c.fail(fmt.Errorf("field %q: %w", name, err))
	}
}

// ahead reports, when reading, whether the next line is a field of that name.
func (c *coder) ahead(name string) bool {
	return c.err == nil && len(c.in) > 0 && strings.HasPrefix(c.in[0], name+" ")
}

// end writes the closing line, or reads it and makes sure that nothing follows.
func (c *coder) end() {
	c.literal("end")
	c.done()
}

// done makes sure, when reading, that all lines have been read.
func (c *coder) done() {
	if !c.writing && c.err == nil && len(c.in) > 0 {
		c.line++
		c.fail(fmt.Errorf("text after the end: %q", clip(c.in[0])))
	}
}

// list walks a field that may stand any number of times.
func list[T any](c *coder, name string, values *[]T, print func(T) string, parse func(string) (T, error)) {
	if c.writing {
		for _, v := range *values {
			c.field(name, print(v), nil)
		}
		return
	}
	for c.ahead(name) {
		c.field(name, "", func(s string) error {
			v, err := parse(s)
			*values = append(*values, v)
			return err
		})
	}
}

func (c *coder) hash(name string, h *dice.Hash) {
	c.field(name, h.String(), func(s string) (err error) {
		*h, err = dice.ParseHash(s)
		return err
	})
}

func (c *coder) number(name string, n *int) {
	c.field(name, fmt.Sprint(*n), func(s string) (err error) {
		*n, err = dice.ParseNumber(s)
		return err
	})
}

// word walks a value that check accepts.
func (c *coder) word(name string, v *string, check func(string) error) {
	c.field(name, *v, func(s string) error {
		*v = s
		return check(s)
	})
}

func (c *coder) time(name string, t *time.Time) {
	c.field(name, t.UTC().Format(timeLayout), func(s string) (err error) {
		*t, err = parseTime(s)
		return err
	})
}

// parseTime reads a moment in the one form that records have.
func parseTime(s string) (time.Time, error) {
	t, err := time.Parse(timeLayout, s)
	if err != nil || t.Format(timeLayout) != s {
		return time.Time{}, fmt.Errorf("%q is no time such as 2026-01-12T19:00:00Z", clip(s))
	}
	return t, nil
}

// Checks of single values.

func checkGame(s string) error {
	if !dice.ValidGame(s) {
		return fmt.Errorf("%q is no name of a game: 1 to 32 of a-z, 0-9 and hyphen", clip(s))
	}
	return nil
}

func checkRole(s string) error {
	if !dice.ValidRole(s) {
		return fmt.Errorf("%q is no role: 2 to 8 capital letters", clip(s))
	}
	return nil
}

func parseRole(s string) (string, error) { return s, checkRole(s) }

// checkPhrase accepts a line of plain words: a reason, an action.
func checkPhrase(s string) error {
	const limit = 500
	switch {
	case s == "" || s != strings.TrimSpace(s):
		return errors.New("want some words without blanks around them")
	case len(s) > limit:
		return fmt.Errorf("%d bytes, more than %d", len(s), limit)
	}
	return checkLine(s)
}

// checkToken accepts one word without blanks.
func checkToken(s string) error {
	if strings.Contains(s, " ") {
		return fmt.Errorf("%q is not one word", clip(s))
	}
	return checkPhrase(s)
}

// clip keeps foreign text in an error message short.
func clip(s string) string {
	const limit = 80
	if len(s) > limit {
		return s[:limit] + "…"
	}
	return s
}
