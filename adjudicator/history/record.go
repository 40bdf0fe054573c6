package history

import (
	"bytes"
	"fmt"
	"time"

	"fieldpost/adjudicator/dice"
)

// A Record is one entry of a game's history (§5): a head, which all have, and a
// body, by type. A record is never changed; what was wrong is put right by
// another record.
type Record struct {
	Game string
	Seq  int       // from 0, the genesis
	Prev dice.Hash // of the bytes of the record before; zero in genesis
	Body Body
	Time time.Time // UTC, whole seconds; never enters a die
}

// A Body is what a record says: one of [*Genesis], [*Lock], [*Turn], [*Correct],
// [*Void], [*RefereeAct], [*Clock], [*Ruling], [*Rekey], [*Upgrade], [*Close], [*Act].
type Body interface {
	// Type is the word in the record's type line.
	Type() string
	// fields walks the lines between prev and time, writing or reading.
	fields(c *coder)
}

// newBody returns an empty body of a type, nil if there is no such type.
func newBody(typ string) Body {
	for _, b := range []Body{
		&Genesis{}, &Lock{}, &Turn{}, &Correct{}, &Void{}, &RefereeAct{},
		&Clock{}, &Ruling{}, &Rekey{}, &Upgrade{}, &Close{}, &Act{},
	} {
		if b.Type() == typ {
			return b
		}
	}
	return nil
}

// walk is the canonical text of a record, both ways.
func (r *Record) walk(c *coder) {
	c.literal("pbd1 record")
	c.word("game", &r.Game, checkGame)
	c.number("seq", &r.Seq)
	typ := ""
	if r.Body != nil {
		typ = r.Body.Type()
	}
	c.word("type", &typ, func(s string) error {
		if r.Body = newBody(s); r.Body == nil {
			return fmt.Errorf("%q is no type of record", clip(s))
		}
		return nil
	})
	c.hash("prev", &r.Prev)
	if r.Body == nil {
		return
	}
	r.Body.fields(c)
	c.time("time", &r.Time)
	c.end()
}

// Print returns the canonical bytes, whose SHA-256 is the record's hash. It
// refuses a record that no parser would accept, such as one with a line feed in
// a reason.
func (r Record) Print() ([]byte, error) {
	if r.Body == nil {
		return nil, fmt.Errorf("record %d has no body", r.Seq)
	}
	c := newWriter("record")
	r.walk(c)
	out, err := c.printed()
	if err != nil {
		return nil, err
	}
	if _, err := ParseRecord(out); err != nil {
		return nil, err
	}
	return out, nil
}

// ParseRecord reads what [Record.Print] writes, nothing else. Errors are
// [*SyntaxError].
func ParseRecord(b []byte) (Record, error) {
	var r Record
	c := newReader("record", b)
	r.walk(c)
	if c.err != nil {
		return Record{}, c.err
	}
	again := newWriter("record")
	r.walk(again)
	if !bytes.Equal(b, []byte(again.out.String())) {
		return Record{}, &SyntaxError{Text: "record", Line: 1, Err: fmt.Errorf("not in canonical form")}
	}
	return r, nil
}

// An Entry is a record with its bytes and their hash.
type Entry struct {
	Record
	Bytes []byte
	Hash  dice.Hash
}

// parseEntry reads a record and keeps its bytes.
func parseEntry(b []byte) (Entry, error) {
	r, err := ParseRecord(b)
	if err != nil {
		return Entry{}, err
	}
	return Entry{Record: r, Bytes: bytes.Clone(b), Hash: dice.Sum(b)}, nil
}
