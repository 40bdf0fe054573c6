package orders

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// Line is what one line says by itself. One of its fields is set; none with a fault.
type Line struct {
	Verb     string      // the canonical keyword with which it begins
	Heading  order.Phase // `combat` or `noncombat`
	Empty    order.Phase // `buy nothing` and the like
	Battle   *order.Battle
	Standing *order.Standing
	Order    order.Order
	Tactic   *order.Tactic
	Header   *order.Header // one field of the header
	Command  commands.Command
	Mark     string // a word that stands alone: done, end …
	Fault    *order.Fault
}

// OneLine reads a line by itself: it knows neither a heading nor what was said before.
func OneLine(no int, text string, ctx Context) Line {
	if ctx.Board == nil {
		ctx.Board = board.Default()
	}
	p := &parser{lx: syntax.TheLexicon(), x: syntax.IndexOf(ctx.Board), ctx: ctx, rules: lineRules(),
		spell: &syntax.Speller{Found: map[string][]string{}, Known: ctx.found},
		words: map[string][]syntax.Token{}, read: map[lineText]statement{}}
	text = bare(text)
	if p.first(text) == "end" && len(p.tokens(text)) == 1 {
		return Line{Verb: "end", Mark: "end"}
	}
	st := p.statement(no, text)
	l := Line{Verb: st.verb, Fault: st.fault}
	if st.fault != nil {
		return l
	}
	switch it := st.item.(type) {
	case phaseHead:
		l.Heading = it.phase
	case emptyPhase:
		l.Empty = it.phase
	case battleHead:
		l.Battle = &it.Battle
	case standingHead:
		l.Standing = &it.Standing
	case headerLine:
		l.Header = &it.value
	case mark:
		l.Mark = it.word
	case order.Tactic:
		l.Tactic = &it
	case order.Order:
		l.Order = it
	case commands.Command:
		l.Command = it
	}
	return l
}
