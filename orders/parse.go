package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// Context is what the parser must know besides the text.
type Context struct {
	Board    *board.Board // whose spaces and powers are meant; nil counts as the board of Revised
	Phase    order.Phase  // where the turn stands, for movement lines before any heading
	Power    board.Power  // who sends, if known
	Preamble bool         // a mail's text: what stands before the first valid header line is skipped
	// line on which an older mail, not marked by ">", may begin; 0: none. What began above ends there.
	Quote int

	found map[string][]string // what an earlier reading of the text found for misspelt words
}

// File is a text understood: its orders, and all that belongs to the mail rather than to the game.
type File struct {
	order.File
	Faults   []order.Fault // by line; one a line at most
	Commands []commands.Command
	Repairs  []Repair
	Lines    []string // the text as written; Lines[0] is line 1
	Quoted   int      // quoted lines ("> …") that would be orders
	Start    int      // the first line that was not skipped as preamble

	ctx     Context
	joined  map[int]string // lines that were joined to the ones below them, as read, by number
	ends    map[int]int    // the last of the lines that were joined to one, by its number
	spoiled []order.Phase  // phases of which a line was not understood; NoPhase: unknown which
}

// Line returns a line as it was written, "" if there is none of that number.
func (f *File) Line(n int) string {
	if n < 1 || n > len(f.Lines) {
		return ""
	}
	return f.Lines[n-1]
}

// Whole returns the line of that number as it was read: joined with the wrapped ones below it, without comment.
func (f *File) Whole(n int) string {
	if text, ok := f.joined[n]; ok {
		return text
	}
	return bare(f.Line(n))
}

// With reads the text again with another line in the place of the one of that number and of those joined to it. Quotes
// and what was skipped above the orders are left out, and the header is this file's.
func (f *File) With(n int, line string) File {
	lines := slices.Clone(f.Lines)
	for i := range lines {
		if !f.readsWith(n, i+1) {
			lines[i] = ""
		}
	}
	lines[n-1] = line
	for i := n; i < f.ends[n]; i++ {
		lines[i] = ""
	}
	again := Parse(strings.Join(lines, "\n"), f.ctx)
	again.Header = f.Header
	return again
}

// CostOfWith is how many lines With reads.
func (f *File) CostOfWith(n int) int {
	count := 0
	for i := range f.Lines {
		if f.readsWith(n, i+1) {
			count++
		}
	}
	return count
}

// readsWith reports whether With reads a line again when it puts another in the place of the n-th.
func (f *File) readsWith(n, line int) bool {
	text := bare(f.Lines[line-1])
	return line >= min(n, f.Start) && text != "" && !strings.HasPrefix(text, ">")
}

// Under reads one line of the text by itself under a heading. It stands below all lines of the text, on the line that
// is returned.
func (f *File) Under(heading string, n int) (File, int) {
	at := len(f.Lines) + 2
	ctx := f.ctx
	ctx.Preamble, ctx.Quote = false, 0
	return Parse(strings.Repeat("\n", at-2)+heading+"\n"+f.Whole(n), ctx), at
}

// Empty reports whether nothing at all was understood and nothing was wrong: an empty mail, or prose only.
func (f *File) Empty() bool {
	return len(f.Faults) == 0 && len(f.Commands) == 0 && !f.HasOrders() && f.Header == (order.Header{})
}

// HasOrders reports whether the file holds orders for the adjudicator: of a turn, standing ones or answers.
func (f *File) HasOrders() bool {
	return !f.Sheet.Empty() || len(f.Standing) > 0 || len(f.Answers) > 0 || f.Clear > 0
}

// limits of one text: far beyond any turn, small enough for any machine.
const (
	maxLines  = 3000
	maxColumn = 2000
	maxRead   = 400_000 // bytes of orders read, those read again when lines are joined included
)

// parser is the reading of one text.
type parser struct {
	lx    *syntax.Lexicon
	x     *syntax.Index
	ctx   Context
	rules map[string]rule
	spell *syntax.Speller
	words map[string][]syntax.Token // of lines, which are looked at several times
	read  map[lineText]statement
	cost  int         // bytes of orders read
	tried int         // lines that were read together to see whether they make an order
	last  int         // the last line that begins as an order does, from 1; 0 until it is asked for
	long  map[int]int // bytes of lines that are too long, by index; they are cut
	file  File
}

// Parse reads a text. It never fails: what is wrong stands in Faults, all at once.
func Parse(text string, ctx Context) File {
	f := parse(text, ctx)
	if ctx.Quote > 1 && ctx.Quote <= len(f.Lines) && f.Start >= ctx.Quote && !f.HasOrders() && len(f.Commands) == 0 &&
		len(f.Faults) == 0 {
		// an unfilled template in the older mail below: what the sender wrote above it may say something
		above := strings.Join(f.Lines[:ctx.Quote-1], "\n")
		if top := parse(above, ctx); !top.Empty() {
			top.Lines = f.Lines
			return top
		}
	}
	return f
}

func parse(text string, ctx Context) File {
	if ctx.Board == nil {
		ctx.Board = board.Default()
	}
	p := &parser{lx: syntax.TheLexicon(), x: syntax.IndexOf(ctx.Board), ctx: ctx, rules: lineRules(),
		spell: &syntax.Speller{Found: map[string][]string{}, Known: ctx.found}, long: map[int]int{},
		words: map[string][]syntax.Token{}, read: map[lineText]statement{}}
	written, fixed, repairs := clean(text)
	for i, l := range fixed {
		if len(l) > maxColumn {
			p.long[i], fixed[i] = len(l), strings.ToValidUTF8(l[:maxColumn], "")
		}
	}
	p.file.Lines, p.file.Repairs, p.file.joined, p.file.ends = written, repairs, map[int]string{}, map[int]int{}
	if len(fixed) > maxLines {
		f := order.NewFault(maxLines+1, order.NotUnderstood, syntax.TooLong)
		f.Have, f.Want = len(fixed), maxLines
		p.file.Faults = append(p.file.Faults, f)
		fixed = fixed[:maxLines]
	}
	p.assemble(p.join(p.source(fixed)))
	p.file.ctx, p.file.ctx.found = ctx, p.spell.Found
	return p.file
}
