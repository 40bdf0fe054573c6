package orders

import (
	"maps"

	"fieldpost/adjudicator/order"
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
	// mark is a word that stands alone: done, check, withdraw, standing clear.
	mark struct{ word string }
	// checked is an act of the referee on the line of a check: it is told what it would do.
	checked struct{ act Command }
)

// rule reads the rest of a line after its keyword.
type rule func(*scan) any

// lineRules are the lines of the language by their keyword.
func lineRules() map[string]rule {
	m := map[string]rule{
		"game": gameLine, "power": powerLine, "round": roundLine, "key": keyLine, "base": hexLine, "salt": hexLine,

		"research": researchLine, "buy": buyLine, "convert": convertLine, "bonus": bonusLine, "place": placeLine,
		"place by default": placeByDefaultLine, "garrison": garrisonLine, "declare": declareLine,
		"combat": headLine, "noncombat": headLine, "battle": battleLine, "defend": defendLine, "attack": attackLine,
		"done": markLine, "check": checkLine, "withdraw": markLine, "standing clear": markLine,

		"move": moveLine, "ship": shipLine, "load": loadLine, "unload": unloadLine, "bomb": bombLine, "rocket": rocketLine,
		"bombard": bombardLine, "pledge": pledgeLine, "battle order": battleOrderLine, "land": landLine, "take over": takeOverLine,

		"losses": lossesLine, "their losses": lossesLine, "retreat": retreatLine, "withdraw aircraft": tacticLine,
		"submerge": submergeLine, "call off": tacticLine, "no bombardment": tacticLine, "pause": tacticLine, "flee": fleeLine,
		"intercept": interceptLine, "kaiten": kaitenLine, "object": tacticLine,

		"enigma": enigmaLine, "nonaggression": nonaggressionLine, "resistance": resistanceLine, "share": shareLine, "oil": shareLine,
		"choose": chooseLine,
	}
	maps.Copy(m, commandRules())
	return m
}

// lineText is a line, or several joined, at its place.
type lineText struct {
	no   int
	text string
}

// statement reads one line by its first word, once: a line is looked at to find where the orders begin, and again when they are joined.
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
	s := &scan{lx: p.lx, x: p.x, line: no, text: text, ts: p.tokens(text), spell: p.spell}
	if len(s.ts) == 0 {
		return statement{line: no, text: text, fault: faultAt(no, UnknownLine, text)}
	}
	m, n := s.lx.words.at(s.ts)
	read, known := p.rules[m.id]
	if n == 0 || !known {
		f := newFault(no, UnknownLine, written(s.ts[:1]), p.suggestVerb(s.ts)...)
		return statement{line: no, verb: m.id, text: text, fault: &f}
	}
	p.cost += len(text)
	s.verb, s.i = m.id, n
	item := read(s)
	s.finish()
	st := statement{line: no, verb: s.verb, text: text, item: item, fault: s.fault}
	if s.fault != nil {
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
	f := newFault(line, code, word)
	return &f
}

// suggestVerb lists the keywords that the first words of a line may be slips of.
func (p *parser) suggestVerb(ts []token) []string {
	for n := min(2, len(ts)); n > 0; n-- {
		key := compact(ts[:n])
		found := p.spell.suggest("verb", key, func() []string {
			near := map[string]string{}
			for k, m := range p.lx.words.words {
				if p.rules[m.id] != nil {
					near[k] = m.id
				}
			}
			return nearest(key, near)
		})
		if len(found) > 0 {
			return found
		}
	}
	return nil
}
