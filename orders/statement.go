package orders

import (
	"sync"

	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// statement is one line understood, or its fault. What it belongs to is decided in sections.go.
type statement struct {
	line  int
	verb  string // canonical keyword
	text  string // the line, joined, without comments
	item  any    // one of the types below, an order.Order, an order.Tactic or a Command; nil with a fault
	fault *order.Fault

	joined int // lines that were joined to it
}

// The items that are no orders themselves.
type (
	// phaseHead is the heading `combat` or `noncombat`.
	phaseHead struct{ phase order.Phase }
	// battleHead is `battle SPACE`; standingHead is `defend …` or `attack SPACE`.
	battleHead   struct{ order.Battle }
	standingHead struct{ order.Standing }
	// emptyPhase is `buy nothing` and the like.
	emptyPhase struct{ phase order.Phase }
	// headerLine is one field of the header; only that field of the value is set.
	headerLine struct {
		field string
		value order.Header
	}
	// mark is a word that stands alone: done, standing clear.
	mark struct{ word string }
)

// rule reads the rest of a line after its keyword.
type rule func(*syntax.Scan) any

// lineRules are the lines of the language by their keyword.
var lineRules = sync.OnceValue(func() map[string]rule {
	m := map[string]rule{
		"game": gameLine, "power": powerLine, "round": roundLine, "key": keyLine, "base": hexLine, "salt": hexLine,

		"research": researchLine, "buy": buyLine, "convert": convertLine, "bonus": bonusLine, "place": placeLine,
		"place by default": placeByDefaultLine, "garrison": garrisonLine, "declare": declareLine,
		"combat": headLine, "noncombat": headLine, "battle": battleLine, "defend": defendLine, "attack": attackLine,
		"done": markLine, "standing clear": markLine,

		"move": moveLine, "ship": shipLine, "load": loadLine, "unload": unloadLine,
		"bomb": bombLine, "rocket": rocketLine,
		"bombard": bombardLine, "pledge": pledgeLine, "battle order": battleOrderLine, "land": landLine,
		"take over": takeOverLine,

		"losses": lossesLine, "their losses": lossesLine, "retreat": retreatLine, "withdraw aircraft": tacticLine,
		"submerge": submergeLine, "call off": tacticLine, "no bombardment": tacticLine,
		"pause": tacticLine, "flee": fleeLine,
		"intercept": interceptLine, "kaiten": kaitenLine, "object": tacticLine,

		"enigma": enigmaLine, "nonaggression": nonaggressionLine, "resistance": resistanceLine,
		"share": shareLine, "oil": shareLine, "choose": chooseLine,
	}
	for keyword, read := range commands.Readers() {
		m[keyword] = func(s *syntax.Scan) any { return read(s) }
	}
	return m
})

// lineText is a line, or several joined, at its place.
type lineText struct {
	no   int
	text string
}

// statement reads one line by its first word, once: a line is looked at to find where the orders begin, and again when
// they are joined.
func (p *parser) statement(no int, text string) statement {
	at := lineText{no, text}
	st, known := p.read[at]
	if !known {
		st = p.readStatement(no, text)
		p.read[at] = st
	}
	return st
}

func (p *parser) readStatement(no int, text string) statement {
	s := p.scan(no, text)
	if len(s.Tokens) == 0 {
		return statement{line: no, text: text, fault: faultAt(no, syntax.UnknownLine, text)}
	}
	m, n := s.Lexicon.Words.At(s.Tokens)
	read, known := p.rules[m.ID]
	if n == 0 || !known {
		f := syntax.NewFault(no, syntax.UnknownLine, syntax.Written(s.Tokens[:1]), p.suggestVerb(s.Tokens)...)
		return statement{line: no, verb: m.ID, text: text, fault: &f}
	}
	p.cost += len(text)
	s.Keyword, s.Pos = m.ID, n
	item := read(s)
	s.Finish()
	st := statement{line: no, verb: s.Keyword, text: text, item: item, fault: s.Fault}
	if s.Fault != nil {
		st.item = headOnly(item)
	}
	return st
}

// headOnly keeps what a faulty heading was meant to be, so that the lines below it are not blamed for it.
func headOnly(item any) any {
	switch item.(type) {
	case battleHead, standingHead, phaseHead:
		return item
	}
	return nil
}

func faultAt(line int, code order.Code, word string) *order.Fault {
	f := syntax.NewFault(line, code, word)
	return &f
}

// keywords are the words that begin a line, in all languages, with what they stand for.
var keywords = sync.OnceValue(func() map[string]string {
	words := map[string]string{}
	for k, m := range syntax.TheLexicon().Words.Words {
		if lineRules()[m.ID] != nil {
			words[k] = m.ID
		}
	}
	return words
})

// suggestVerb lists the keywords that the first words of a line may be slips of.
func (p *parser) suggestVerb(ts []syntax.Token) []string {
	for n := min(2, len(ts)); n > 0; n-- {
		key := syntax.Compact(ts[:n])
		found := p.spell.Suggest("verb", key, func() []string { return syntax.Meant(key, keywords()) })
		if len(found) > 0 {
			return found
		}
	}
	return nil
}
