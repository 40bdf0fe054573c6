package history

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/dice"
)

// The kinds of words.
const (
	WordsEdit     = "edit"     // lines of edits, named by a GM record
	WordsRuling   = "ruling"   // what a Ruling record decides
	WordsAnnounce = "announce" // the words of an Act record
)

// Words are the text behind a record that holds only its hash: the edits of a
// referee, a ruling, an announcement. They are open from the beginning.
type Words struct {
	Game  string
	Kind  string // [WordsEdit] and so on
	Lines []string
}

func (w *Words) walk(c *coder) {
	c.literal("pbd1 words")
	c.word("game", &w.Game, checkGame)
	c.word("kind", &w.Kind, func(s string) error {
		if !slices.Contains([]string{WordsEdit, WordsRuling, WordsAnnounce}, s) {
			return fmt.Errorf("%q is none of edit, ruling, announce", clip(s))
		}
		return nil
	})
	same := func(l string) string { return l }
	list(c, "line", &w.Lines, same, func(l string) (string, error) { return l, checkLine(l) })
	c.end()
}

// Print returns the canonical bytes. It refuses what [ParseWords] would refuse.
func (w Words) Print() ([]byte, error) {
	c := newWriter("words")
	w.walk(c)
	out, err := c.printed()
	if err != nil {
		return nil, err
	}
	if _, err := ParseWords(out); err != nil {
		return nil, err
	}
	return out, nil
}

// ParseWords reads what [Words.Print] writes, nothing else. Errors are
// [*SyntaxError].
func ParseWords(b []byte) (Words, error) {
	var w Words
	c := newReader("words", b)
	w.walk(c)
	if c.err != nil {
		return Words{}, c.err
	}
	return w, nil
}

// WordsFile returns the name of the file of the words that a record names.
func WordsFile(game string, seq int) string { return fmt.Sprintf("%s-%d-words.txt", game, seq) }

// ActAnnounce is what the act record of an announcement says.
const ActAnnounce = "announce"

// WordsOf returns the hash of the words that a body names, if it names some: the
// text of a ruling, of an announcement, or the last word of a gm record's action.
func WordsOf(b Body) (h dice.Hash, ok bool) {
	switch b := b.(type) {
	case *Ruling:
		return b.Text, true
	case *Act:
		return b.Hash, b.What == ActAnnounce
	case *GM:
		last := b.Action[strings.LastIndex(b.Action, " ")+1:]
		h, err := dice.ParseHash(last)
		return h, err == nil
	}
	return h, false
}

func checkWords(b []byte) error {
	_, err := ParseWords(b)
	return err
}
