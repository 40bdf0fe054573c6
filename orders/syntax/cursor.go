package syntax

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/order"
)

// Cursor goes over the words of one line. It knows keywords and numbers, and no names of a board.
type Cursor struct {
	Lexicon *Lexicon
	Line    int    // 1-based
	Text    string // the joined line
	Spell   *Speller
	Tokens  []Token
	own     bool // Tokens is a copy of its own
	Pos     int  // index of the first token that is not read yet
	Fault   *order.Fault
}

// stops are the keywords that end a name.
var stops = []string{"from", "to", "in", "via", "on", "onto", "with", "by", "and", "if", "after round", "after",
	"sail", "onward", "kamikaze", "always", "never", "if fewer than", "if odds below", "if alone", "if no destroyer"}

// Failed reports whether the line has a fault.
func (c *Cursor) Failed() bool { return c.Fault != nil }

// Fail gives the line a fault, if it has none yet.
func (c *Cursor) Fail(code order.Code, word string, suggest ...string) {
	if c.Fault == nil {
		f := NewFault(c.Line, code, word, suggest...)
		c.Fault = &f
	}
}

// failOver puts a clearer fault in the place of the one found.
func (c *Cursor) failOver(code order.Code, word string, suggest ...string) {
	c.Fault = nil
	c.Fail(code, word, suggest...)
}

// Rest is what has not been read; nothing after a fault.
func (c *Cursor) Rest() []Token {
	if c.Failed() {
		return nil
	}
	return c.Tokens[c.Pos:]
}

// More reports whether something is left to read.
func (c *Cursor) More() bool { return len(c.Rest()) > 0 }

// Peek is the keyword at hand, "" for none.
func (c *Cursor) Peek() string {
	m, _ := c.Lexicon.Words.At(c.Rest())
	return m.ID
}

// Take reads one of the keywords and reports whether it stood there.
func (c *Cursor) Take(ids ...string) bool {
	m, n := c.Lexicon.Words.At(c.Rest())
	if n == 0 || !slices.Contains(ids, m.ID) {
		return false
	}
	c.Pos += n
	return true
}

// Need reads a keyword that must stand here, or one that may stand for it.
func (c *Cursor) Need(id string) {
	if c.Take(id) {
		return
	}
	if at := c.Peek(); !slices.Contains(twins[at], id) || !c.Take(at) {
		c.Expected(id)
	}
}

// Expected reports what is wrong where id should stand: a misspelt keyword, another word, or nothing at all.
func (c *Cursor) Expected(id string) {
	if c.Failed() {
		return
	}
	if !c.More() || c.Rest()[0].Comma() || c.Peek() != "" {
		c.Fail(MissingWord, id)
		return
	}
	c.Unknown(append([]string{id}, stops...)...)
}

// Unknown reports the word at hand as one that cannot stand here, with the keywords it may be a slip of.
func (c *Cursor) Unknown(ids ...string) {
	if !c.More() {
		return
	}
	t := c.Rest()[0]
	var near []string
	if c.Peek() == "" { // a keyword is spelt well, and only stands in the wrong place
		if len(ids) == 0 {
			ids = stops
		}
		near = c.Spell.Suggest(strings.Join(ids, ","), t.Key, func() []string {
			near := map[string]string{}
			for k, m := range c.Lexicon.Words.Words {
				if slices.Contains(ids, m.ID) {
					near[k] = m.ID
				}
			}
			return Meant(t.Key, near)
		})
	}
	c.Fail(UnknownWord, Written([]Token{t}), near...)
}

// Finish reports what is left over.
func (c *Cursor) Finish() {
	for c.More() && (c.Rest()[0].Comma() || len(c.Rest()) == 1 && slices.Contains(particles, c.Rest()[0].Key)) {
		c.Pos++
	}
	if c.More() {
		c.Unknown()
	}
}

// Comma reads a comma and reports whether one was there.
func (c *Cursor) Comma() bool {
	if c.More() && c.Rest()[0].Comma() {
		c.Pos++
		return true
	}
	return false
}

// Between reads what separates the items of a list: a comma, "and", or both.
func (c *Cursor) Between() bool {
	comma := c.Comma()
	return c.Take("and") || comma
}

// Number reads a number of 1 to 9999; atNumber reports whether one stands there.
func (c *Cursor) Number() int {
	n, ok := c.AtNumber()
	if !ok {
		c.Expected("number")
		return 0
	}
	if n < 1 || n > 9999 {
		c.Fail(BadNumber, c.Rest()[0].text)
		return 0
	}
	c.Pos++
	return n
}

// AtNumber returns the number at hand, and whether one is there.
func (c *Cursor) AtNumber() (int, bool) {
	if !c.More() {
		return 0, false
	}
	return c.numberAt(c.Rest()[0])
}

// numberAt reads a word as a number, in digits or in letters.
func (c *Cursor) numberAt(t Token) (int, bool) {
	if m, ok := c.Lexicon.numbers.Words[t.Key]; ok {
		return Numeral(m.ID)
	}
	return Numeral(t.Key)
}

// Phrase is the words up to the next keyword that can follow a name, or the next comma.
func (c *Cursor) Phrase() []Token {
	ts := c.Rest()
	for n := range ts {
		if ts[n].Comma() {
			return ts[:n]
		}
		if n > 0 && n == len(ts)-1 && slices.Contains(particles, ts[n].Key) {
			return ts[:n]
		}
		if m, _ := c.Lexicon.Words.At(ts[n:]); n > 0 && slices.Contains(stops, m.ID) {
			return ts[:n]
		}
	}
	return ts
}

// toComma is the words up to the next comma.
func (c *Cursor) toComma() []Token {
	ts := c.Rest()
	if n := slices.IndexFunc(ts, Token.Comma); n >= 0 {
		return ts[:n]
	}
	return ts
}

// Back returns to an earlier place, unless there is a fault.
func (c *Cursor) Back(mark int) {
	if !c.Failed() {
		c.Pos = mark
	}
}

// Value is the raw rest of a header line.
func (c *Cursor) Value() string {
	from := c.Tokens[c.Pos-1].end
	c.Pos = len(c.Tokens)
	return strings.Trim(strings.TrimSpace(c.Text[from:]), ":= ")
}

// At is the line of an order.
func (c *Cursor) At() order.At { return order.At{Line: c.Line} }

// Clauses reads clauses in any order, each at most once. Those of need must stand.
func (c *Cursor) Clauses(need []string, read map[string]func()) {
	c.Lacking(need, c.AnyClauses(read))
}

// Lacking reports the first clause that must stand and does not.
func (c *Cursor) Lacking(need, seen []string) {
	for _, word := range need {
		if !slices.Contains(seen, word) {
			c.Expected(word)
		}
	}
}

// AnyClauses reads clauses in any order, each at most once, and tells which stood there.
func (c *Cursor) AnyClauses(read map[string]func()) (seen []string) {
	for !c.Failed() {
		mark := c.Pos
		c.Comma()
		at := c.Peek()
		word := at
		for _, twin := range twins[at] {
			if read[word] == nil {
				word = twin
			}
		}
		f := read[word]
		if f == nil {
			c.Back(mark)
			break
		}
		if slices.Contains(seen, word) {
			c.Fail(ClauseTwice, word)
			return seen
		}
		seen = append(seen, word)
		c.Take(at)
		f()
	}
	return seen
}

// Amount reads a number that may be 0.
func (c *Cursor) Amount() int {
	if n, ok := c.AtNumber(); ok && n == 0 {
		c.Pos++
		return 0
	}
	return c.Number()
}

// Phase reads the name of a phase.
func (c *Cursor) Phase() order.Phase {
	for _, p := range phaseWords {
		if c.Take(p.String()) {
			return p
		}
	}
	if !c.More() {
		c.Fail(MissingWord, "phase")
	}
	var names []string
	for _, p := range phaseWords {
		names = append(names, p.String())
	}
	c.Unknown(names...)
	return order.NoPhase
}

// particles are what German and Danish verbs leave at the end of a sentence: "wandle … um", "greife … an".
var particles = []string{"um", "an", "ab", "aus", "ein", "tilbage", "zurueck"}

// Numeral reads digits; more than nine are no number but stay one word, and are faults as such.
func Numeral(key string) (int, bool) {
	if key == "" || len(key) > 9 {
		return 0, false
	}
	for i := range len(key) {
		if !IsDigit(key[i]) {
			return 0, false
		}
	}
	n, err := strconv.Atoi(key)
	return n, err == nil
}

// twins are the clause keywords for which a keyword may stand where only they can: "in den Kaukasus" and "auf den
// Balkan" are "to", "på Borneo" is "in".
var twins = map[string][]string{"with": {"by"}, "by": {"with"}, "on": {"onto", "in"}, "onto": {"on", "to", "in"},
	"in": {"to"}, "to": {"in"}}
