package templates

import "strings"

// letter is what is said, before it is laid out as text or HTML.
type letter struct {
	lang   string
	hello  string // the greeting, if the reader's name is known
	lead   string // the human sentence that comes first
	blocks []block
	footer string // small print
}

func (l *letter) add(bs ...block) { l.blocks = append(l.blocks, bs...) }

// block is a part of a letter: heading, subhead, para, small, bullets, verbatim, picture, *table, or blocks that were told before.
type block any

type (
	heading  struct{ text string }
	subhead  struct{ text string }
	para     struct{ text string }
	small    struct{ text string }
	bullets  struct{ items []string }
	verbatim struct{ lines []string } // taken as it stands, letter by letter
	prose    struct{ lines []string } // likewise, what a person wrote to others
	picture  struct {
		cid, alt string
		width    int // in columns of HTML's pixels
	}
)

// table is rows of cells under a head. Columns named right in align are numbers.
type table struct {
	head  []string
	align string // a letter a column: l or r
	rows  []row
}

// row is cells, or one cell across all columns.
type row struct {
	cells []cell
	span  bool
	bold  bool
}

// cell is words, or dice.
type cell struct {
	words string
	dice  []die
}

// die is one face, and whether it hit.
type die struct {
	face int
	hit  bool
}

func (t *table) add(words ...string) {
	r := row{}
	for _, w := range words {
		r.cells = append(r.cells, cell{words: w})
	}
	t.rows = append(t.rows, r)
}

func (t *table) note(text string) {
	t.rows = append(t.rows, row{cells: []cell{{words: text}}, span: true})
}

// plain is a cell as text: dice that hit stand in brackets.
func (c cell) plain() string {
	if len(c.dice) == 0 {
		return c.words
	}
	faces := make([]string, len(c.dice))
	for i, d := range c.dice {
		faces[i] = d.String()
	}
	return strings.Join(faces, " ")
}

func (d die) String() string {
	face := string(rune('0' + d.face))
	if d.hit {
		return "[" + face + "]"
	}
	return face
}
