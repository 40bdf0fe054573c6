package history

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
)

// The kinds of words.
const (
	TextEdit     = "edit"     // lines of edits, named by a RefereeAct record
	TextRuling   = "ruling"   // what a Ruling record decides
	TextAnnounce = "announce" // the words of an Act record
)

// RefereeText are the text behind a record that holds only its hash: the edits of a
// referee, a ruling, an announcement. They are open from the beginning.
type RefereeText struct {
	Game  string
	Kind  string // [TextEdit] and so on
	Lines []string
}

func (w *RefereeText) walk(c *coder) {
	c.literal("pbd1 words")
	c.word("game", &w.Game, checkGame)
	c.word("kind", &w.Kind, func(s string) error {
		if !slices.Contains([]string{TextEdit, TextRuling, TextAnnounce}, s) {
			return fmt.Errorf("%q is none of edit, ruling, announce", clip(s))
		}
		return nil
	})
	same := func(l string) string { return l }
	list(c, "line", &w.Lines, same, func(l string) (string, error) { return l, checkLine(l) })
	c.end()
}

// Print returns the canonical bytes. It refuses what [ParseRefereeText] would refuse.
func (w RefereeText) Print() ([]byte, error) {
	c := newWriter("words")
	w.walk(c)
	out, err := c.printed()
	if err != nil {
		return nil, err
	}
	if _, err := ParseRefereeText(out); err != nil {
		return nil, err
	}
	return out, nil
}

// ParseRefereeText reads what [Words.Print] writes, nothing else. Errors are
// [*SyntaxError].
func ParseRefereeText(b []byte) (RefereeText, error) {
	var w RefereeText
	c := newReader("words", b)
	w.walk(c)
	if c.err != nil {
		return RefereeText{}, c.err
	}
	return w, nil
}

// RefereeTextFile returns the name of the file of the words that a record names.
func RefereeTextFile(game string, seq int) string { return fmt.Sprintf("%s-%d-words.txt", game, seq) }

// ActAnnounce is what the act record of an announcement says.
const ActAnnounce = "announce"

// RefereeTextOf returns the hash of the words that a body names, if it names some: the
// text of a ruling, of an announcement, or the last word of a gm record's action.
func RefereeTextOf(b Body) (h dice.Hash, ok bool) {
	switch b := b.(type) {
	case *Ruling:
		return b.Text, true
	case *Act:
		return b.Hash, b.What == ActAnnounce
	case *RefereeAct:
		last := b.Action[strings.LastIndex(b.Action, " ")+1:]
		h, err := dice.ParseHash(last)
		return h, err == nil
	}
	return h, false
}

func checkWords(b []byte) error {
	_, err := ParseRefereeText(b)
	return err
}
