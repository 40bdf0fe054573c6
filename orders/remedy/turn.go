package remedy

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// Gap stands for what the sender has to fill in. Sent back it is a fault.
const Gap = "???"

// Turn is a refused text as a whole turn: what was understood, what was offered for lines that were not, and gaps.
type Turn struct {
	File  orders.File // what stands without the gaps
	Lines []Line      // of the order language, in the reader's
	Gaps  int
	Lost  bool // a line that was mended is no order: nobody may say yes to that unseen
}

// Line is a line of a turn.
type Line struct {
	Text string
	At   int         // the line of the text that it comes from; 0: a heading, or a line that needs no account
	Gap  bool        // Text has a gap
	Was  string      // the line as it was written, if another one was offered for it
	Why  order.Fault // of a gap
}

// mostMends is how often remedies are put in: what one line lets through may show a fault in another.
const mostMends = 4

// mostMended is how many faults a text may have that is mended: who has more has sent something else than a turn.
const mostMended = 40

// Mend puts into the lines of a text what was offered for each fault, and a gap where nothing was; then it has the rest
// judged as a whole, for a line that was mended may break another. It reports whether the rest stands: not if something is
// wrong with the text as a whole.
func Mend(g Ground, lines []string, ctx orders.Context, faults []order.Fault, judge func(*orders.File) []order.Fault) (Turn, bool) {
	if len(faults) > mostMended {
		return Turn{}, false
	}
	was, lines := lines, slices.Clone(lines)
	parse := func() orders.File { return orders.Parse(strings.Join(lines, "\n")+"\n", ctx) }
	m := mender{Ground: g, lines: lines, was: map[int]string{}, gaps: map[int]gap{}, left: budget{mostTrials, mostSteps}}
	f := parse()
	for range mostMends {
		if !slices.ContainsFunc(faults, refuses) {
			t := Turn{File: f, Lines: m.turn(f.File), Gaps: len(m.gaps)}
			for n := range m.was {
				t.Lost = t.Lost || !slices.ContainsFunc(t.Lines, func(l Line) bool { return l.At == n })
			}
			return t, len(f.Faults) == 0
		}
		for _, x := range faults {
			if !refuses(x) {
				continue
			}
			if x.Offer == "" {
				x.Offer = m.secondTry(f, x, ctx, judge)
			}
			if !m.put(f.File, x, was) {
				return Turn{}, false
			}
		}
		f = parse()
		faults = find(g, &f, f.Merge(f.Faults, judge(&f)), &m.left)
	}
	return Turn{}, false
}

func refuses(f order.Fault) bool { return f.Severity != order.Unwise }

// mender keeps account of what was put in the place of lines.
type mender struct {
	Ground
	lines []string
	was   map[int]string // lines as they were written, by their number
	gaps  map[int]gap
	tries int    // second tries so far
	left  budget // for all that is tried
}

// gap is a line that has to be filled in.
type gap struct {
	text  string
	phase order.Phase
	why   order.Fault
}

// put puts what is offered for a fault, or a gap, in the place of its line. It reports false for a fault without a line.
func (m *mender) put(f order.File, x order.Fault, was []string) bool {
	n := x.Line
	if n < 1 || n > len(m.lines) {
		return false
	}
	if _, twice := m.was[n]; x.Offer != "" && !twice && !strings.Contains(x.Offer, "\n") {
		m.was[n], m.lines[n-1] = was[n-1], x.Offer
		return true
	}
	if _, twice := m.gaps[n]; !twice {
		m.gaps[n] = gap{text: m.withGap(f, x), phase: phaseAt(f, n, m.lines[n-1]), why: x}
	}
	m.lines[n-1] = ""
	return true
}

// secondTry returns the line that mends a fault after a word of its line was corrected, "" if there is none: a line may
// have a misspelt name and a number that is too high.
func (m *mender) secondTry(f orders.File, x order.Fault, ctx orders.Context, judge func(*orders.File) []order.Fault) string {
	i := slices.IndexFunc(f.Faults, func(y order.Fault) bool { return y.Line == x.Line && y.Word != "" && len(y.Suggest) > 0 })
	if i < 0 || m.tries >= mostSecondTries || x.Line > len(m.lines) {
		return ""
	}
	m.tries++
	raw, lines := f.Faults[i], slices.Clone(m.lines)
	for _, name := range raw.Suggest[:min(len(raw.Suggest), mostNamed)] {
		lines[x.Line-1] = strings.Replace(m.lines[x.Line-1], raw.Word, name, 1)
		again := orders.Parse(strings.Join(lines, "\n")+"\n", ctx)
		offer := lines[x.Line-1]
		for _, y := range find(m.Ground, &again, again.Merge(again.Faults, judge(&again)), &m.left) {
			if y.Line == x.Line && refuses(y) {
				offer = y.Offer
			}
		}
		if offer != "" && !strings.Contains(offer, "\n") {
			return offer
		}
	}
	return ""
}

// mostSecondTries is for how many lines of a text a corrected word is tried with what else is wrong.
const mostSecondTries = 8

// withGap is a faulty line with a gap in the place of what is wrong.
func (m *mender) withGap(f order.File, x order.Fault) string {
	line := strings.Join(strings.Fields(m.lines[x.Line-1]), " ")
	if x.Word != "" && strings.Count(line, x.Word) == 1 {
		return strings.Replace(line, x.Word, Gap, 1)
	}
	o, ok := orderAt(f, x.Line)
	if !ok {
		return Gap
	}
	text := orders.FormatOrder(o, m.Lang, m.Rules.Board)
	if to, ok := destination(o); ok && to != board.NoSpace && (x.Other == to || x.Want == 0) {
		name := syntax.SpaceName(m.Rules.Board, to, m.Lang)
		if i := strings.LastIndex(text, name); i >= 0 {
			return text[:i] + Gap + text[i+len(name):]
		}
	}
	from, to := -1, -1
	each(o, func(u *order.Units, _ board.SpaceID) {
		units := syntax.NewPrinter(m.Lang, m.Rules.Board).OneUnits(*u)
		if i := strings.Index(text, units); i >= 0 {
			if from < 0 {
				from = i
			}
			to = i + len(units)
		}
	})
	if from < 0 {
		return Gap
	}
	return text[:from] + Gap + text[to:]
}

// orderAt returns the order of the turn that stands on a line.
func orderAt(f order.File, n int) (order.Order, bool) {
	for _, part := range f.Sheet.Parts {
		for _, o := range part.Orders {
			if o.LineNo() == n {
				return o, true
			}
		}
	}
	return nil, false
}

// phaseAt is the phase that a line is for: as its keyword says, else that of the last heading or order above it.
func phaseAt(f order.File, n int, line string) order.Phase {
	word, at, found := orders.Keyword(line), 0, order.Combat
	for ph, part := range f.Sheet.Parts {
		ph := order.Phase(ph)
		if word != "" && word == ph.String() {
			return ph
		}
		if part.Line > at && part.Line <= n {
			at, found = part.Line, ph
		}
		for _, o := range part.Orders {
			if l := o.LineNo(); l > at && l <= n {
				at, found = l, ph
			}
		}
	}
	return found
}

// turn lays out a file with the gaps in the place of the lines that were taken out.
func (m *mender) turn(f order.File) (lines []Line) {
	for ph := range f.Sheet.Parts {
		lines = append(lines, m.phase(f.Sheet, order.Phase(ph))...)
	}
	rest := order.File{Clear: f.Clear, Standing: f.Standing, Answers: f.Answers}
	rest.Sheet.Done = f.Sheet.Done
	return append(lines, m.printed(orders.Format(rest, m.Lang, orders.Context{Board: m.Rules.Board}))...)
}

// phase lays out the orders of a phase, and the battles behind its combat moves.
func (m *mender) phase(s order.Sheet, ph order.Phase) (lines []Line) {
	part := s.Parts[ph]
	for n, g := range m.gaps {
		if g.phase == ph {
			lines = append(lines, Line{Text: g.text, At: n, Gap: true, Why: g.why})
		}
	}
	for _, o := range part.Orders {
		n := o.LineNo()
		lines = append(lines, Line{Text: orders.FormatOrder(o, m.Lang, m.Rules.Board), At: n, Was: m.was[n]})
	}
	slices.SortStableFunc(lines, func(a, b Line) int { return cmp.Compare(a.At, b.At) })
	var only order.Sheet
	if len(lines) == 0 { // a phase without orders that is played
		only.Parts[ph] = part
	} else if ph == order.Combat || ph == order.Noncombat {
		for i := range lines {
			lines[i].Text = "  " + lines[i].Text
		}
		lines = append([]Line{{Text: syntax.Keyword(ph.String(), m.Lang)}}, lines...)
	}
	if ph == order.Combat {
		only.Battles = s.Battles
	}
	return append(lines, m.printed(orders.FormatSheet(only, m.Lang, m.Rules.Board))...)
}

func (m *mender) printed(text string) (lines []Line) {
	for l := range strings.Lines(text) {
		lines = append(lines, Line{Text: strings.TrimRight(l, "\n")})
	}
	return lines
}
