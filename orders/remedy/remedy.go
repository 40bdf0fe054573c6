// Package remedy puts into faults only what works. What a message offers, a name, a number, a heading or a whole line,
// is put in the place of what was written and judged on the board; what is refused there is never shown.
//
// Whoever shows faults to a person passes them through Find. A fault that did not pass through it offers nothing but
// the names that the parser knows.
package remedy

import (
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/messages"
	"fieldpost/orders/syntax"
)

// Ground is what orders are judged by, and who reads the answer in which language.
type Ground struct {
	Rules    *rules.Set
	Position *position.Position
	Power    board.Power
	Lang     syntax.Lang
}

// Limits of the search. A trial puts something in the place of what was written and judges the file. An order that is
// judged for it is a step; a line that is read is as much as readSteps of them. Beyond a limit faults say what is wrong
// and offer nothing.
const (
	mostTrials = 300    // for all faults of a text
	mostTries  = 60     // for one fault
	mostSteps  = 20_000 // of all trials of a text
	readSteps  = 10
)

// How many suggestions a message makes.
const (
	mostNamed = 3
	mostSites = 6
)

// Find returns the faults of a text with what would mend each of them: Suggest, Most and Offer hold only what is
// accepted in the place of what was written, so that the line has no fault left. A hint that advises a line which would
// be refused is left out.
func Find(g Ground, f *orders.File, faults []order.Fault) []order.Fault {
	return find(g, f, faults, &budget{mostTrials, mostSteps})
}

// budget is how much may be tried yet for a text.
type budget struct{ trials, steps int }

func find(g Ground, f *orders.File, faults []order.Fault, left *budget) []order.Fault {
	x := newFinder(g, f, left)
	out := make([]order.Fault, 0, len(faults))
	for _, fault := range faults {
		if x.mend(&fault) {
			out = append(out, fault)
		}
	}
	return out
}

// finder looks for the remedies of one text's faults.
type finder struct {
	judge
	at map[int]place // where the order of a line stands
}

// judge judges a text with something else in it, as often as the limits of the search allow.
type judge struct {
	Ground
	f     *orders.File
	lines int // lines that may hold an order

	left  *budget
	tries int // left for the fault at hand
}

func newFinder(g Ground, f *orders.File, left *budget) *finder {
	x := &finder{at: map[int]place{}, judge: judge{Ground: g, f: f, lines: f.CostOfWith(f.Start), left: left}}
	list := func(ph order.Phase, os []order.Order) {
		for i, o := range os {
			if _, twice := x.at[o.LineNo()]; !twice {
				x.at[o.LineNo()] = place{ph, i}
			}
		}
	}
	for ph, part := range f.Sheet.Parts {
		list(order.Phase(ph), part.Orders)
	}
	list(order.NoPhase, f.Answers)
	return x
}

func (x *judge) board() *board.Board { return x.Rules.Board }

func (x *judge) name(id board.SpaceID) string { return x.board().Name(id) }

// mayTry counts a trial of so many steps, and reports whether it may be made. The first that is too much for the text
// ends the search.
func (x *judge) mayTry(steps int) bool {
	switch {
	case x.spent():
		return false
	case steps > x.left.steps:
		x.left.trials = 0
		return false
	}
	x.left.trials, x.tries, x.left.steps = x.left.trials-1, x.tries-1, x.left.steps-steps
	return true
}

// spent reports whether nothing more may be tried for the fault at hand.
func (x *judge) spent() bool { return x.left.trials == 0 || x.tries == 0 }

// stands reports whether lines of a file have no fault. Where the file as a whole is refused, this is unknown.
func (x *judge) stands(file order.File, lines ...int) bool {
	return x.mayTry(x.judged(lines)) && x.accepts(x.f, file, lines...)
}

// judged is how many orders are judged to know about lines: all of them once, and once for each line without the others
// that are refused.
func (x *judge) judged(lines []int) int { return (1 + len(lines)) * x.lines }

func (x *judge) accepts(text *orders.File, file order.File, lines ...int) bool {
	faults := text.Merge(text.Faults, adjudicator.JudgeLines(x.Rules, x.Position, x.Power, file, lines...))
	return !slices.ContainsFunc(faults, func(f order.Fault) bool {
		return f.Severity != order.Unwise && (f.Line == 0 || slices.Contains(lines, f.Line))
	})
}

// reads reports whether a line stands in the place of the one of that number.
func (x *judge) reads(n int, line string) bool {
	if !x.mayTry(readSteps*x.f.CostOfWith(n) + x.judged([]int{n})) {
		return false
	}
	again := x.f.With(n, line)
	return x.accepts(&again, again.File, n)
}

// place is where an order stands in a file: in a phase, or among the answers.
type place struct {
	phase order.Phase // NoPhase: an answer
	i     int
}

// find is the order of a line and where it stands.
func (x *finder) find(n int) (order.Order, place, bool) {
	at, ok := x.at[n]
	switch {
	case !ok:
		return nil, at, false
	case at.phase == order.NoPhase:
		return x.f.Answers[at.i], at, true
	}
	return x.f.Sheet.Parts[at.phase].Orders[at.i], at, true
}

// put is the file with an order in the place of another.
func (x *judge) put(at place, o order.Order) order.File {
	file := x.f.File
	if at.phase == order.NoPhase {
		file.Answers = slices.Clone(file.Answers)
		file.Answers[at.i] = o
		return file
	}
	part := &file.Sheet.Parts[at.phase]
	part.Orders = slices.Clone(part.Orders)
	part.Orders[at.i] = o
	return file
}

// add is a file with one more order in a phase.
func add(file order.File, ph order.Phase, o order.Order) order.File {
	part := &file.Sheet.Parts[ph]
	part.Held = true
	part.Orders = append(slices.Clone(part.Orders), o)
	return file
}

// moved is the file with an order in another phase.
func (x *judge) moved(at place, o order.Order, to order.Phase) order.File {
	file := x.f.File
	part := &file.Sheet.Parts[at.phase]
	part.Orders = slices.Delete(slices.Clone(part.Orders), at.i, at.i+1)
	return add(file, to, o)
}

// below is a line number beyond those of the text, for a line that is added.
func (x *judge) below() int { return len(x.f.Lines) + 2 }

// mend looks for what would mend a fault, and reports whether the fault is worth showing at all.
func (x *finder) mend(f *order.Fault) bool {
	words := f.Suggest
	f.Suggest, f.Most, f.Offer = nil, 0, ""
	x.tries = mostTries
	switch {
	case x.unknownHere(f):
		return true
	case x.spent(): // a hint that was not tried is none
		return f.Code != order.GunsAvoidable
	case f.Line < 1:
		x.mendHint(f)
		return true
	}
	switch f.Code {
	case syntax.WrongSection, syntax.NoHeading:
		x.underHeading(f, words)
		return true
	case syntax.NoNumber:
		x.word(f, []string{syntax.Keyword("all", x.Lang) + " " + f.Word})
		f.Suggest = nil
		return true
	}
	if len(words) > 0 && f.Severity == order.NotUnderstood {
		x.word(f, words)
	}
	if f.Code == syntax.UnknownWord && len(f.Suggest) == 0 && x.mayTry(readSteps) && x.idle(f.Word) {
		x.word(f, []string{""})
		f.Suggest = nil
	}
	o, at, ok := x.find(f.Line)
	if !ok {
		x.mendTactic(f)
		x.mendHint(f)
		return true
	}
	if f.Code == order.GunsAvoidable {
		return x.otherWay(f, o, at, words)
	}
	x.mendOrder(f, o, at)
	return true
}

// unknownHere gives a word that is not known the reason that there is nothing of its kind in this game, and reports
// whether it is so.
func (x *finder) unknownHere(f *order.Fault) bool {
	switch {
	case f.Code == syntax.UnknownTech && !x.Rules.Tech.Research:
		f.Code = order.NoTechnology
	case f.Code == syntax.UnknownAdvantage && !x.Rules.HasAdvantages():
		f.Code, f.Word = order.NoAdvantage, ""
	default:
		return false
	}
	return true
}

// idle reports whether a word carries nothing that would be lost with it: no number, unit, place or power.
func (x *finder) idle(word string) bool {
	_, unit := syntax.FindUnit(word)
	_, space := syntax.FindSpace(x.board(), word)
	_, power := syntax.FindPower(x.board(), word)
	return unit != nil && space != nil && power != nil && !strings.ContainsAny(word, "0123456789")
}

// word tries words in the place of the one that was not understood. Offer is the line with the first that stands.
func (x *finder) word(f *order.Fault, words []string) {
	line := x.f.Whole(f.Line)
	for _, w := range words {
		for from := 0; f.Word != "" && !x.spent(); {
			i := strings.Index(line[from:], f.Word)
			if i < 0 {
				break
			}
			before, after := line[:from+i], line[from+i+len(f.Word):]
			said := messages.Name(w, x.Lang, x.board())
			if t, ok := board.ParseUnit(w); ok && f.Code == syntax.UnknownUnit {
				said = syntax.UnitName(x.board(), t, numberAt(before), x.Lang)
			}
			mended := strings.Join(strings.Fields(before+said+after), " ")
			if x.reads(f.Line, mended) {
				f.Suggest = append(f.Suggest, w)
				if f.Offer == "" {
					f.Offer = mended
				}
				break
			}
			from += i + len(f.Word)
		}
	}
}

// underHeading tries a line under other headings.
func (x *finder) underHeading(f *order.Fault, headings []string) {
	for _, h := range headings {
		var lines []string
		switch h {
		case "battle":
			for _, s := range x.fights() {
				lines = append(lines, "battle "+x.name(s))
			}
		case "defend":
			lines = []string{"defend everywhere"}
		default:
			lines = []string{h}
		}
		for _, l := range lines {
			if !x.mayTry(len(x.f.Lines)) {
				return
			}
			alone, n := x.f.Under(l, f.Line)
			if len(alone.Faults) > 0 || !x.stands(x.with(alone.File), n) {
				continue
			}
			if l == h {
				f.Suggest = append(f.Suggest, h)
			} else if f.Offer == "" {
				f.Offer = x.heading(alone.File)
			}
			break
		}
	}
}

// with is the file with the lines of another.
func (x *judge) with(more order.File) order.File {
	file := x.f.File
	for ph, part := range more.Sheet.Parts {
		for _, o := range part.Orders {
			file = add(file, order.Phase(ph), o)
		}
	}
	file.Sheet.Battles = slices.Clone(file.Sheet.Battles)
	for _, b := range more.Sheet.Battles {
		i := slices.IndexFunc(file.Sheet.Battles, func(x order.Battle) bool { return x.Space == b.Space })
		if i < 0 {
			file.Sheet.Battles = append(file.Sheet.Battles, b)
			continue
		}
		old := &file.Sheet.Battles[i]
		old.Tactics = slices.Concat(old.Tactics, b.Tactics)
	}
	file.Standing = slices.Concat(file.Standing, more.Standing)
	file.Answers = slices.Concat(file.Answers, more.Answers)
	return file
}

// heading writes the heading of the one section of a file.
func (x *judge) heading(file order.File) string {
	text := orders.Format(file, x.Lang, orders.Context{Board: x.board()})
	first, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(first)
}

// fights lists the spaces where battles are waiting, or are ordered by the file.
func (x *judge) fights() []board.SpaceID {
	var list []board.SpaceID
	for b := range x.Position.Turn().Battles() {
		list = append(list, b.Space)
	}
	for _, o := range x.f.Sheet.Parts[order.Combat].Orders {
		if to, ok := destination(o); ok && !slices.Contains(list, to) {
			list = append(list, to)
		}
	}
	return list
}

// write offers a whole line.
func (x *judge) write(o order.Order) string { return orders.FormatOrder(o, x.Lang, x.board()) }

// offer offers an order in the place of another if it stands.
func (x *finder) offer(f *order.Fault, at place, o order.Order) bool {
	if f.Offer != "" || !x.stands(x.put(at, o), f.Line) {
		return false
	}
	f.Offer = x.write(o)
	return true
}

// name spaces that make a line stand, at most so many.
func (x *finder) spaces(f *order.Fault, at place, ids []board.SpaceID, most int,
	with func(board.SpaceID) (order.Order, bool)) {
	for _, id := range ids {
		if len(f.Suggest) == most || x.spent() {
			return
		}
		if o, ok := with(id); ok && x.stands(x.put(at, o), f.Line) {
			f.Suggest = append(f.Suggest, x.name(id))
		}
	}
}

// inPhase suggests another phase for a line.
func (x *finder) inPhase(f *order.Fault, o order.Order, at place, to order.Phase) {
	switch o.(type) {
	case order.Move, order.ShipUnits, order.Load, order.Unload:
	default:
		return
	}
	last := renumbered(o, x.below())
	if at.phase != to && x.stands(x.moved(at, last, to), last.LineNo()) {
		f.Suggest = []string{to.String()}
	}
}

// fewer finds the largest number of a unit with which a line stands.
func (x *finder) fewer(f *order.Fault, o order.Order, at place) {
	n := 0
	each(o, func(u *order.Units, from board.SpaceID) {
		if n == 0 && meant(f, u, from) {
			n = u.N
		}
	})
	with := func(m int) order.Order {
		done := false
		return each(o, func(u *order.Units, from board.SpaceID) {
			if !done && meant(f, u, from) {
				u.N, done = m, true
			}
		})
	}
	f.Most = x.most(min(n-1, max(f.Have, 0)), func(m int) bool { return x.stands(x.put(at, with(m)), f.Line) })
	if f.Most > 0 {
		f.Offer = x.write(with(f.Most))
	}
}

// most is the largest number up to a limit with which something stands, 0 if there is none. Where one stands the
// smaller ones do, so the range is halved. A search that is not finished has no result.
func (x *judge) most(limit int, stands func(int) bool) int {
	good, bad := 0, limit+1
	for m := limit; bad-good > 1; m = (good + bad) / 2 {
		if stands(m) {
			good = m
		} else {
			bad = m
		}
	}
	if x.spent() {
		return 0
	}
	return good
}

// meant reports whether a fault speaks of an entry of a line.
func meant(f *order.Fault, u *order.Units, from board.SpaceID) bool {
	return u.N > 0 && u.Type == f.Unit && (u.N == f.Want || u.N > f.Have) &&
		(from == board.NoSpace || f.Space == board.NoSpace || from == f.Space)
}

// cheaper finds how many units of a line that buys can be had, the last of them left out.
func (x *finder) cheaper(f *order.Fault, o order.Order, at place) {
	sum := 0
	each(o, func(u *order.Units, _ board.SpaceID) { sum += max(u.N, 0) })
	lost := false // a unit of the line
	with := func(m int) order.Order {
		lost = false
		return bought(each(o, func(u *order.Units, _ board.SpaceID) {
			u.N = min(max(u.N, 0), m)
			m -= u.N
			lost = lost || u.N == 0
		}))
	}
	f.Most = x.most(sum-1, func(m int) bool { return x.stands(x.put(at, with(m)), f.Line) })
	if f.Most == 0 {
		return
	}
	if less := with(f.Most); !lost {
		f.Offer = x.write(less)
	}
}

// dice finds how many dice a line of research can have.
func (x *finder) dice(f *order.Fault, o order.Order, at place) {
	if r, ok := o.(order.ResearchTech); ok {
		f.Most = x.most(max(r.Dice-1, 1), func(m int) bool {
			r.Dice = m
			return x.stands(x.put(at, r), f.Line)
		})
	}
}

// chosen lists the advantages that a line of choice could name instead.
func (x *finder) chosen(f *order.Fault, o order.Order, at place) {
	c, ok := o.(order.Choose)
	i := slices.Index(c.Advantages, f.Word)
	if !ok || i < 0 {
		return
	}
	for _, name := range rules.AdvantagesOf(x.Power) {
		c.Advantages = slices.Clone(c.Advantages)
		c.Advantages[i] = name
		if x.stands(x.put(at, c), f.Line) {
			f.Suggest = append(f.Suggest, name)
		}
	}
}
