package orders

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// source is one line that may hold an order: comments stripped, quotes and blank lines gone.
type source struct {
	no   int
	text string
	raw  []string // the lines of a press message, as written
	open bool     // a press message without its end
}

// source goes through the lines: it drops comments, blank lines and quotes, takes press messages whole, skips a
// preamble, and stops at `end` or a signature.
func (p *parser) source(lines []string) []source {
	start := 0
	if p.ctx.Preamble {
		lines = lines[:p.signature(lines, "-- ")]
		start = p.preamble(lines)
		for i, l := range lines[:start] {
			if strings.HasPrefix(bare(l), ">") {
				p.countQuoted(lines[i:i+1], i)
			}
		}
	}
	lines = lines[:start+p.signature(lines[start:], "-- ", "--")]
	p.file.Start = start + 1
	if q := p.ctx.Quote - 1; q > start && q < len(lines) {
		p.countQuoted(lines[q:], q)
		lines = lines[:q]
	}
	var out []source
	for i := start; i < len(lines); i++ {
		text := bare(lines[i])
		switch {
		case strings.HasPrefix(text, ">"):
			p.countQuoted(lines[i:i+1], i)
		case p.long[i] > 0: // half a line is no order
			f := syntax.NewFault(i+1, syntax.LineTooLong, "")
			f.Have, f.Want = p.long[i], maxColumn
			p.file.Faults = append(p.file.Faults, f)
		case text == "":
		case p.first(text) == "end" && len(p.tokens(text)) == 1, p.ctx.Preamble && p.closes(lines, i):
			return out
		case p.isPressMessage(text):
			src := source{no: i + 1, text: text, open: true}
			for i++; i < len(lines) && src.open; i++ {
				if p.first(bare(lines[i])) == "end press" {
					src.open = false
					break
				}
				src.raw = append(src.raw, p.file.Lines[i])
			}
			out = append(out, src)
		default:
			out = append(out, source{no: i + 1, text: text})
		}
	}
	return out
}

// closes reports whether a mail ends at lines[i] as people end letters ("Best regards, Anna"), with no order below.
func (p *parser) closes(lines []string, i int) bool {
	ts := p.tokens(bare(lines[i]))
	if _, n := p.lx.Closings.At(ts); n == 0 || len(ts) > n+nameWords {
		return false
	}
	if p.last == 0 { // looked for once, however many closings there are
		p.last = len(lines)
		for p.last > 1 && !p.begins(lines[p.last-1]) {
			p.last--
		}
	}
	return i >= p.last-1
}

// begins reports whether a line begins as an order does, or as something else that is for us.
func (p *parser) begins(line string) bool {
	st := p.statement(1, bare(line))
	return st.fault == nil || p.rules[st.verb] != nil
}

// nameWords is how many words of a name may follow a closing on its line.
const nameWords = 4

// countQuoted counts the lines of a quotation that would be orders, so that the sender can be asked whether they meant
// them.
func (p *parser) countQuoted(lines []string, at int) {
	for i, l := range lines {
		if t := bare(strings.TrimLeft(bare(l), "> ")); t != "" && p.statement(at+i+1, t).isOrder() {
			p.file.Quoted++
		}
	}
}

// signature is the index of the line that begins a signature by one of its marks, or the number of lines. In a mail
// it is the writer's own. In a preamble "--" without its blank is no mark: tables have such lines.
func (p *parser) signature(lines []string, marks ...string) int {
	letter := false
	for i, l := range lines {
		if slices.Contains(marks, l) {
			if !letter {
				return i
			}
			continue
		}
		letter = p.isPressMessage(bare(l)) || letter && p.first(bare(l)) != "end press"
	}
	return len(lines)
}

// bare is a line without comment, outer blanks and bullet.
func bare(line string) string {
	line, _, _ = strings.Cut(line, "#")
	line = strings.TrimSpace(line)
	for _, bullet := range []string{"- ", "* "} {
		line = strings.TrimPrefix(line, bullet)
	}
	return strings.TrimSpace(line)
}

// first is the keyword at the start of a line, "" for none.
func (p *parser) first(text string) string {
	m, _ := p.lx.Words.At(p.tokens(text))
	return m.ID
}

// isPressMessage reports whether a line begins a press message: "press to …", "press anonymous to …" and so on.
func (p *parser) isPressMessage(text string) bool {
	s := p.scan(0, text)
	return s.Take("press") && s.Take("to", "anonymous", "openly")
}

// preamble finds where a mail's text begins to count: at the first valid header line (or `check`, which must never be
// skipped), else at the first line that is an order, alone or with the wrapped rest below it. Skipped lines that would
// be orders but for one misspelt word are faults; where no header shows what is prose, so are those that can only be
// orders.
func (p *parser) preamble(lines []string) int {
	start, headed := p.firstLine(lines)
	for i := range min(start, len(lines)) {
		text := bare(lines[i])
		if text == "" || strings.HasPrefix(text, ">") {
			continue
		}
		if st := p.statement(i+1, text); st.fault != nil &&
			(p.nearMiss(st) || !headed && slices.Contains(onlyInOrders, st.fault.Code)) {
			p.file.Faults = append(p.file.Faults, *st.fault)
		}
	}
	return start
}

// onlyInOrders are faults that prose does not have: most of the line was understood.
var onlyInOrders = []order.Code{syntax.NoNumber, syntax.BadNumber, syntax.AmbiguousSpace, syntax.ClauseTwice,
	syntax.NotSpacesKind, syntax.LossTwice, syntax.KeepNotLast, syntax.KeepNumber}

// firstLine is the index of the line with which a mail's orders begin, and whether it is of the header.
func (p *parser) firstLine(lines []string) (start int, headed bool) {
	whole := len(lines)
	for i, l := range lines {
		text := bare(l)
		if text == "" || strings.HasPrefix(text, ">") {
			continue
		}
		st := p.statement(i+1, text)
		if _, header := st.item.(headerLine); st.fault == nil && (header || st.verb == "check") {
			return p.gameLater(lines, i), true
		}
		if whole == len(lines) && p.wholeWith(st, lines[i+1:]) {
			whole = i
		}
	}
	return whole, false
}

// gameLater moves the beginning from a header line to a later `game` line, with which templates begin, if prose stands
// between them: "Round 3" may be a heading of a report. It looks no further than an `end` or an older mail below: what
// stands above those was written for itself.
func (p *parser) gameLater(lines []string, first int) int {
	prose := false
	if q := p.ctx.Quote - 1; q > first && q < len(lines) {
		lines = lines[:q]
	}
	for i := first; i < len(lines); i++ {
		text := bare(lines[i])
		if text == "" || strings.HasPrefix(text, ">") {
			continue
		}
		st := p.statement(i+1, text)
		if st.verb == "end" && len(p.tokens(text)) == 1 {
			return first
		}
		if st.verb == "game" && st.fault == nil {
			if prose {
				return i
			}
			return first
		}
		prose = prose || st.fault != nil && p.rules[st.verb] == nil && !p.nearMiss(st)
	}
	return first
}

// wholeWith reports whether a line is an order, alone or joined with up to five lines below.
func (p *parser) wholeWith(st statement, below []string) bool {
	if st.fault == nil {
		return true
	}
	if p.rules[st.verb] == nil {
		return false
	}
	text := st.text
	for _, l := range below[:min(5, len(below))] {
		if !p.mayTry() {
			return false
		}
		if text = joined(text, bare(l)); p.statement(st.line, text).fault == nil {
			return true
		}
	}
	return false
}

// nearMiss reports whether a line would be an order if its one unknown word were what is suggested.
func (p *parser) nearMiss(st statement) bool {
	for _, s := range st.fault.Suggest {
		text := strings.Replace(st.text, st.fault.Word, s, 1)
		if len(p.tokens(text)) < 3 {
			continue
		}
		if again := p.statement(st.line, text); again.isOrder() {
			return true
		}
	}
	return false
}

// isOrder reports whether a statement is an order, a tactic, or a heading: no header and no command.
func (st statement) isOrder() bool {
	if st.fault != nil {
		return false
	}
	switch st.item.(type) {
	case order.Order, battleHead, standingHead, phaseHead:
		return true
	}
	return false
}

// connectors are the words with which a line cannot begin unless it goes on with the one before.
var connectors = []string{"and", "via", "to", "from", "with", "by", "in", "on", "onto", "if", "after round", "after",
	"if fewer than", "if odds below", "if alone", "if no destroyer"}

// join puts wrapped lines together and reads each.
func (p *parser) join(src []source) []statement {
	var sts []statement
	for i := 0; i < len(src); i++ {
		s := src[i]
		if s.raw != nil || s.open {
			sts = append(sts, p.press(s))
			continue
		}
		if p.cost > maxRead {
			p.file.Faults = append(p.file.Faults, syntax.NewFault(s.no, syntax.TooMuch, ""))
			break
		}
		st := p.statement(s.no, s.text)
		if len(sts) > 0 && sts[len(sts)-1].verb != "press" {
			if both, ok := p.joinTo(sts[len(sts)-1], st); ok {
				sts[len(sts)-1] = both
				p.file.joined[both.line], p.file.ends[both.line] = both.text, s.no
				p.file.Repairs = append(p.file.Repairs, Repair{Line: s.no, What: RepairJoined})
				continue
			}
			if both, n := p.joinAll(sts[len(sts)-1], st, src[i:]); n > 0 {
				sts[len(sts)-1] = both
				p.file.joined[both.line], p.file.ends[both.line] = both.text, src[i+n-1].no
				for _, part := range src[i : i+n] {
					p.file.Repairs = append(p.file.Repairs, Repair{Line: part.no, What: RepairJoined})
				}
				i += n - 1
				continue
			}
		}
		if len(sts) > 0 && strings.HasSuffix(sts[len(sts)-1].text, ",") {
			p.file.Repairs = append(p.file.Repairs, Repair{Line: sts[len(sts)-1].line, What: RepairComma})
		}
		sts = append(sts, st)
	}
	return sts
}

// joinAll joins a line with several below, none of which is an order by itself, if only all of them together make one;
// n is how many. A line that is an order as it stands (one part of a space's name is enough) goes on only in a line
// that is none.
func (p *parser) joinAll(before, st statement, below []source) (both statement, n int) {
	if p.rules[before.verb] == nil || before.fault == nil && st.fault == nil {
		return before, 0
	}
	text := before.text
	for i, s := range below[:min(wraps, len(below))] {
		if s.raw != nil || s.open || len(text)+len(s.text) > maxColumn ||
			p.first(s.text) != "" && !p.continues(s.text) {
			return before, 0
		}
		text = joined(text, s.text)
		if !p.mayTry() {
			return before, 0
		}
		if both := p.statement(before.line, text); both.fault == nil {
			return both, i + 1
		}
	}
	return before, 0
}

// maxJoined is how many lines may be joined to one, each by a comma or a backslash at the end of the one before.
const maxJoined = 20

// mayTry counts how often lines are read together only to see whether they make an order, and reports whether it may be
// done again.
func (p *parser) mayTry() bool {
	p.tried++
	return p.tried <= maxTries
}

// maxTries is far more than a mail program's wrapping asks for, and far less than a mail of faults only could.
const maxTries = 500

// wraps is over how many lines a mail program may wrap one.
const wraps = 5

// joinTo reports whether a line goes on with the one before ("Shape" in the order language), and gives the two as one.
func (p *parser) joinTo(before, st statement) (statement, bool) {
	if len(before.text)+len(st.text) > maxColumn || before.joined >= maxJoined {
		return st, false
	}
	open, comma := strings.HasSuffix(before.text, `\`), strings.HasSuffix(before.text, ",")
	if !open && !comma && st.fault == nil {
		return st, false
	}
	both := p.statement(before.line, joined(before.text, st.text))
	both.joined = before.joined + 1
	switch {
	case open:
		return both, true
	case comma:
		// a whole order with a comma too many at its end does not swallow the next whole order
		return both, both.fault == nil || st.fault != nil || before.fault != nil
	}
	return both, p.continues(st.text) || p.first(st.text) == "" && both.fault == nil
}

// continues reports whether a line that is no order begins as only the rest of one can.
func (p *parser) continues(text string) bool {
	s := p.scan(0, text)
	if len(s.Tokens) == 0 {
		return false
	}
	if _, ok := s.AtNumber(); ok || slices.Contains(connectors, s.Peek()) {
		return true
	}
	_, _, n := s.UnitAt(s.Tokens)
	return n > 0
}

// joined is two lines as one. A word broken at its hyphen needs no care: hyphens and blanks are equal.
func joined(a, b string) string { return strings.TrimSpace(strings.TrimSuffix(a, `\`)) + " " + b }

// scan begins to read a line of that number.
func (p *parser) scan(no int, text string) *syntax.Scan {
	return &syntax.Scan{Index: p.x, Cursor: syntax.Cursor{Lexicon: p.lx, Line: no, Text: text, Tokens: p.tokens(text),
		Spell: p.spell}}
}

// tokens splits a line, once for each text.
func (p *parser) tokens(line string) []syntax.Token {
	ts, known := p.words[line]
	if !known {
		ts = slices.Clip(syntax.Tokens(line))
		p.words[line] = ts
	}
	return ts
}

// press reads the first line of a press message and puts its body in.
func (p *parser) press(src source) statement {
	st := p.statement(src.no, src.text)
	if c, ok := st.item.(commands.Press); ok {
		c.Body = src.raw
		st.item = c
	}
	if st.fault == nil && src.open {
		st.fault = faultAt(src.no, syntax.PressOpen, "end press")
	}
	return st
}
