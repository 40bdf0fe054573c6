package reading

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/phrase"
	"fieldpost/orders/reading/text"
)

// NotRead is a line that was not understood as an order. Word: the words that were not.
const NotRead order.Code = "not-read"

// NoOrders is a text in which nothing is an order or a command.
const NoOrders order.Code = "no-orders"

// read finds the outcome of a text that the notary has read too.
func (r *reader) read(lines []text.Line, notary Result) Result {
	if r.takesWhole(lines, notary) {
		notary.Outcome, notary.Notary = Sure, true
		for _, l := range lines {
			for _, t := range slices.Concat(l.Extra, l.Tokens) {
				t.End = Used
			}
			for _, t := range l.Comment {
				t.End = Filler
			}
		}
		notary.Tokens = account(lines)
		return notary
	}
	var drafts []*draft
	for _, st := range r.readings(r.sentences(lines)) {
		drafts = append(drafts, r.draftOf(st))
	}
	legal := r.legal(drafts)
	if len(legal) == 0 {
		return r.none(lines, drafts, notary)
	}
	return r.outcome(lines, legal)
}

// takesWhole reports whether the notary took a text with all its words, and the judge accepts it.
func (r *reader) takesWhole(lines []text.Line, n Result) bool {
	if order.Refuses(n.Faults) || !n.File.HasOrders() && len(n.File.Commands) == 0 && len(n.File.Withdraw) == 0 {
		return false
	}
	return !slices.ContainsFunc(lines, func(l text.Line) bool { return !r.takes(l) })
}

// takes reports whether the notary takes a line with all its words.
func (r *reader) takes(l text.Line) bool {
	if slices.ContainsFunc(l.Tokens, func(t *text.Token) bool { return t.Key == "#" }) {
		return false // the notary would take it for a comment
	}
	if l.Below && !l.IsEnd() && meansMore(r, l) {
		return false
	}
	if len(l.Comment) > 0 && phrase.Pairs(r.Atoms(l.Comment)) {
		return false
	}
	for _, s := range r.sentences([]text.Line{l}) {
		one := orders.OneLine(l.No, l.Text, orders.Context{Board: r.ctx.Board, Phase: r.ctx.Phase})
		if !(&clause{r, s, nil}).literal(one) {
			return false
		}
	}
	return true
}

// meansMore reports whether a line below the end holds an order.
func meansMore(r *reader, l text.Line) bool { return phrase.Pairs(r.Atoms(l.Tokens)) }

// legal judges drafts, best first, and returns those that are legal: the best, its rivals, and those within two points.
func (r *reader) legal(drafts []*draft) []*draft {
	slices.SortStableFunc(drafts, func(a, b *draft) int {
		if a.cost != b.cost {
			return a.cost - b.cost
		}
		if a.state.rank != b.state.rank {
			return a.state.rank - b.state.rank
		}
		return strings.Compare(a.text, b.text)
	})
	var out []*draft
	seen := map[string]bool{}
	for _, d := range drafts {
		if len(out) > 0 && (d.cost > out[0].cost+nearReadings || d.cost == out[0].cost && d.state.rank > out[0].state.rank) {
			continue
		}
		if seen[d.text] || d.broken || len(d.hard) > 0 {
			continue
		}
		seen[d.text] = true
		if r.judgings >= mostJudgings {
			r.cut = true
			break
		}
		if r.judge(d); !d.legal {
			continue
		}
		if !slices.ContainsFunc(out, func(o *draft) bool { return r.effectOf(o) == r.effectOf(d) }) {
			out = append(out, d)
		}
	}
	return out
}

// outcome is sure or likely.
func (r *reader) outcome(lines []text.Line, legal []*draft) Result {
	best := legal[0]
	r.close(lines, best)
	res := Result{File: r.fileOf(best), Canonical: best.text, Said: r.said(best), Left: left(lines), Tokens: account(lines)}
	if !best.file.HasOrders() && len(best.file.Commands) == 0 {
		res.Faults = []order.Fault{order.NewFault(0, order.NotUnderstood, NoOrders)}
		return res
	}
	lossless := 0
	for _, d := range legal {
		if d.cost == 0 {
			lossless++
		}
	}
	if lossless == 1 && !r.cut && r.certain(lines) {
		res.Outcome = Sure
		return res
	}
	res.Outcome = Likely
	for _, d := range legal[:min(len(legal), mostReadings)] {
		reading := Reading{File: r.fileOf(d), Orders: d.text, Guesses: d.guess, Said: r.said(d)}
		if len(reading.Guesses) == 0 {
			reading.Guesses = r.rivals(d, legal)
		}
		res.Readings = append(res.Readings, reading)
	}
	return res
}

// certain reports whether nothing in the text makes a reading without a guess doubtful: no comment hides an order, no
// line breaks off, no two places stand side by side, and no word was passed over that may belong to an order.
func (r *reader) certain(lines []text.Line) bool {
	for i, l := range lines {
		if r.isHeader(l) { // a key may hold anything
			continue
		}
		if len(l.Comment) > 0 && phrase.Pairs(r.Atoms(l.Comment)) {
			return false
		}
		as := r.Atoms(l.Tokens)
		row := r.rows[l.No]
		if i+1 < len(lines) && !row && breaksOff(as) {
			return false
		}
		for k := range as {
			if !row && besidePlace(as, k) && !r.onWay(as, k) || r.doubtful(as, k) {
				return false
			}
		}
	}
	return true
}

// isHeader reports whether a line is a field of the header and nothing else.
func (r *reader) isHeader(l text.Line) bool {
	if !orders.IsHeader(l.Text) {
		return false
	}
	one := orders.OneLine(l.No, l.Text, orders.Context{Board: r.ctx.Board, Phase: r.ctx.Phase, Power: r.ctx.Power})
	return one.Header != nil && one.Fault == nil
}

// breaksOff reports whether a line ends with a word that something must follow.
func breaksOff(as []*phrase.Atom) bool {
	return len(as) > 0 && (as[len(as)-1].Is("words", "to", "from", "via", "in") || as[len(as)-1].Sign("->", "+", "&"))
}

// doubtful reports whether an atom of a line may mean more than the reading takes it for: a unit that may be an article;
// a number, unit or place that was passed over; a word that was, next to an order, alone on its line, before a colon, or
// a slip of a word that means something.
func (r *reader) doubtful(as []*phrase.Atom, k int) bool {
	a := as[k]
	end := a.Tokens[0].End
	beside := func(of func(*phrase.Atom) bool) bool {
		return k > 0 && of(as[k-1]) || k+1 < len(as) && of(as[k+1])
	}
	switch {
	case a.Is("words", "article") && a.Is("units") && k+1 < len(as) && as[k+1].Is("units"):
		return true
	case end != LeftOut, a.Is("verbs", "then", "first", "last"):
		return false
	case a.Numeral, phrase.NamesUnit(a), phrase.NamesPlace(a):
		return true
	case a.Tokens[0].Kind != text.Word:
		return false
	case k == 0 && (len(as) == 1 || as[1].Sign(":")):
		return true
	}
	if found, _ := r.Lexicon.Nearest(a.Key); len(found) > 0 && (!phrase.IsTalk(as) || len(as) <= mostOfHeading) {
		return true
	}
	return beside(func(o *phrase.Atom) bool {
		return o.Tokens[0].End == Used && (o.Numeral || o.Is("units") || len(o.Places) > 0)
	})
}

// mostOfHeading is how many words and signs a line may have that a slip makes a heading, or an order of its own.
const mostOfHeading = 3

// besidePlace reports whether an atom and the next are places, and nothing tells the way.
func besidePlace(as []*phrase.Atom, k int) bool {
	return k+1 < len(as) && isBarePlace(as[k]) && isBarePlace(as[k+1]) && as[k].Tokens[0].End == Used &&
		as[k+1].Tokens[0].End == Used
}

// onWay reports whether places side by side are zones of a way: "over SZ36 SZ48".
func (r *reader) onWay(as []*phrase.Atom, k int) bool {
	sea := func(a *phrase.Atom) bool { return len(a.Places) > 0 && r.ctx.Board.Space(a.Places[0].ID).Sea }
	if !sea(as[k]) || !sea(as[k+1]) {
		return false
	}
	for k >= 0 && sea(as[k]) {
		k--
	}
	return k >= 0 && as[k].Is("words", "via")
}

// isBarePlace reports whether an atom can only be a place: "aus" and "fra" may be short for one, but say where from.
func isBarePlace(a *phrase.Atom) bool {
	return len(a.Places) > 0 && (a.Places[0].How != lexicon.Remote || len(a.Meanings) == 0) && !a.Numeral && !a.Is("units") &&
		!a.Is("words", "from", "to", "in", "via", "with") && (!a.Is("words", "article") || a.Places[0].How < lexicon.Computed)
}

// rivals says what tells a lossless reading from another.
func (r *reader) rivals(d *draft, legal []*draft) []Guess {
	for _, o := range legal {
		if o == d {
			continue
		}
		for _, l := range splitLines(d.text) {
			if !slices.Contains(splitLines(o.text), l) {
				line, text := r.behind(d, l)
				return []Guess{{Line: line, Text: text, Read: strings.TrimSpace(l), Why: WhyRival}}
			}
		}
	}
	return []Guess{{Why: WhyRival}}
}

// behind finds the line of the text behind a canonical line.
func (r *reader) behind(d *draft, canonicalLine string) (int, string) {
	for _, s := range r.said(d) {
		if lines := splitLines(d.text); s.At <= len(lines) && lines[s.At-1] == canonicalLine {
			return s.Line, s.Text
		}
	}
	return 0, ""
}

// close gives every token of the text its end by a reading.
func (r *reader) close(lines []text.Line, d *draft) {
	for _, l := range lines {
		for _, t := range l.Extra {
			t.End = Filler
		}
		for _, t := range l.Tokens {
			t.End = LeftOut
		}
	}
	for _, x := range d.state.chain() {
		for _, t := range x.said.blank {
			t.End = Filler
		}
		for i, a := range x.said.atoms {
			end := LeftOut
			switch {
			case x.cand.used[i]:
				end = Used
			case x.cand.unread[i]:
			case x.said.aside:
				end = Filler
			case a.IsFiller(), a.Tokens[0].Kind == text.Sign, r.Article([]*phrase.Atom{a}):
				end = Filler
			}
			for _, t := range a.Tokens {
				t.End = end
			}
		}
	}
}

// account lists all tokens with their ends.
func account(lines []text.Line) []Token {
	var list []Token
	for _, l := range lines {
		for _, t := range l.All {
			list = append(list, Token{Line: t.Line, Text: t.Text, End: t.End})
		}
	}
	return list
}

// left lists the words that were not read, those next to each other together.
func left(lines []text.Line) []Left {
	var out []Left
	for _, l := range lines {
		var run []*token
		flush := func() {
			if len(run) > 0 {
				out = append(out, Left{Line: l.No, Text: text.Written(run)})
			}
			run = nil
		}
		for _, t := range l.All {
			if t.End != LeftOut {
				flush()
				continue
			}
			run = append(run, t)
		}
		flush()
	}
	return out
}

// fileOf is a draft as the notary reads its canonical form, with the header and the commands of the text.
func (r *reader) fileOf(d *draft) orders.File {
	f := orders.Parse(d.text, orders.Context{Board: r.ctx.Board, Phase: r.ctx.Phase, Power: r.ctx.Power})
	f.Header, f.Commands, f.Check, f.Withdraw, f.Clear = d.file.Header, d.file.Commands, d.file.Check, d.file.Withdraw, d.file.Clear
	f.Lines = splitLines(d.text)
	return f
}

// said puts the player's words beside the canonical lines that come of them.
func (r *reader) said(d *draft) []Said {
	texts := map[int]string{}
	for _, x := range d.state.chain() {
		if texts[x.said.line] != "" {
			texts[x.said.line] += " "
		}
		texts[x.said.line] += x.said.text
	}
	var out []Said
	at := 0
	add := func(line int, canonicalLine string) {
		at++
		if text := texts[line]; line > 0 && !strings.EqualFold(strings.TrimSpace(text), canonicalLine) {
			out = append(out, Said{At: at, Line: line, Text: text})
		}
	}
	lines := splitLines(d.text)
	text := func() string { return strings.TrimSpace(lines[min(at, len(lines)-1)]) }
	for ph, part := range d.file.Sheet.Parts {
		p := order.Phase(ph)
		if part.Held && (p == order.Combat || p == order.Noncombat || len(part.Orders) == 0) {
			at++
		}
		for _, o := range part.Orders {
			add(o.LineNo(), text())
		}
		if p == order.Combat {
			for _, b := range d.file.Sheet.Battles {
				at++
				for _, t := range b.Tactics {
					add(t.Line, text())
				}
			}
		}
	}
	return out
}

// none is the answer to a text without a legal reading: what is wrong with the best that was made of it.
func (r *reader) none(lines []text.Line, drafts []*draft, notary Result) Result {
	if !order.Refuses(notary.Faults) { // what the notary understood is legal, but it passed over the rest
		return r.passedOver(lines, notary)
	}
	if len(drafts) == 0 || !slices.ContainsFunc(notary.Faults, func(f order.Fault) bool { return f.Severity == order.NotUnderstood }) {
		notary.Worse = true // the lines are in the order language: only the board forbids them
		return r.asWritten(lines, notary)
	}
	best := drafts[0]
	r.judge(best)
	r.close(lines, best)
	res := Result{Outcome: None, File: r.fileOf(best), Canonical: best.text, Left: left(lines), Tokens: account(lines)}
	for _, x := range best.hard {
		f := order.NewFault(x.said.line, order.NotUnderstood, NotRead)
		f.Word = x.said.text
		res.Faults = append(res.Faults, f)
	}
	for _, f := range best.faults {
		if !slices.ContainsFunc(res.Faults, func(g order.Fault) bool { return g.Line == f.Line && f.Line != 0 }) {
			res.Faults = append(res.Faults, f)
		}
	}
	slices.SortStableFunc(res.Faults, func(a, b order.Fault) int { return a.Line - b.Line })
	if len(res.Faults) == 0 {
		res.Faults = []order.Fault{order.NewFault(0, order.NotUnderstood, NoOrders)}
	}
	return res
}

// asWritten gives the words of the lines that the notary understood as used, those of the others as left out.
func (r *reader) asWritten(lines []text.Line, notary Result) Result {
	for _, l := range lines {
		end := Used
		if slices.ContainsFunc(notary.Faults, func(f order.Fault) bool {
			return f.Line == l.No && f.Severity == order.NotUnderstood
		}) {
			end = LeftOut
		}
		for _, t := range slices.Concat(l.Extra, l.Tokens) {
			t.End = end
		}
		for _, t := range l.Comment {
			t.End = Filler
		}
	}
	notary.Tokens, notary.Left = account(lines), left(lines)
	return notary
}

// passedOver refuses a text of which the notary accepts a part and the reader none: each line that was not taken whole is
// named, so that nothing of it is lost.
func (r *reader) passedOver(lines []text.Line, notary Result) Result {
	notary.Tokens, notary.Left = account(lines), left(lines)
	for _, l := range lines {
		if r.takes(l) {
			continue
		}
		f := order.NewFault(l.No, order.NotUnderstood, NotRead)
		f.Word = l.Text
		notary.Faults = append(notary.Faults, f)
	}
	if !order.Refuses(notary.Faults) {
		notary.Faults = append(notary.Faults, order.NewFault(0, order.NotUnderstood, NoOrders))
	}
	return notary
}
