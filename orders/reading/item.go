package reading

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// itemKind is what an item of a sentence is.
type itemKind uint8

const (
	unknownItem itemKind = iota
	keyItem              // a word of the tables, or a sign
	groupItem            // units with their numbers
	placeItem
	hopItem // two places or more with arrows between them
	numberItem
	parenItem
	powerItem
	techItem
)

// item is a part of a sentence: some of its atoms, and what they are together.
type item struct {
	kind   itemKind
	id     string // of a key
	from   int    // its atoms
	to     int
	units  []unit
	places []place // of a place; of a hop those where it begins
	hops   [][]place
	n      int
	inner  []item
	power  board.Power
	tech   int
}

// unit is an entry of a list of units, as written.
type unit struct {
	n     int              // 0: not said; order.All
	types []board.UnitType // what the word may mean; several are asked unless the board decides
	class bool             // types are all of a class that is meant
	power board.Power
	many  bool // a plural without a number
	one   bool // a singular that has a plural of its own, or one with an article
	abbr  bool // a short form without a plural of its own
	rest  bool // "the rest"
	from  int  // its atoms
	to    int
}

// itemizer puts the atoms of a sentence together to items.
type itemizer struct {
	r     *reader
	atoms []*atom
	i     int
	items []item
}

func (r *reader) items(atoms []*atom) []item {
	z := &itemizer{r: r, atoms: atoms}
	z.until("")
	return z.items
}

// until reads items up to a closing sign.
func (z *itemizer) until(closing string) {
	for z.i < len(z.atoms) {
		a := z.atoms[z.i]
		if closing != "" && a.sign(closing) {
			return
		}
		if it, ok := z.next(); ok {
			z.items = append(z.items, it)
			continue
		}
		z.items = append(z.items, item{kind: unknownItem, from: z.i, to: z.i + 1})
		z.i++
	}
}

// next reads an item.
func (z *itemizer) next() (item, bool) {
	a := z.atoms[z.i]
	switch {
	case a.sign("(") || a.sign("["):
		return z.paren(map[string]string{"(": ")", "[": "]"}[a.key])
	case z.groupBegins(z.i):
		return z.group(), true
	case len(a.places) > 0 && (!z.isWord(a) || z.placeHere()):
		return z.place(), true
	case a.numeral && a.tokens[0].Kind == text.Number:
		return z.simple(item{kind: numberItem, n: a.n}), true
	}
	if id := z.r.keyOf(a); id != "" {
		return z.simple(item{kind: keyItem, id: id}), true
	}
	for _, m := range a.meanings {
		switch m.Table {
		case "powers":
			return z.simple(item{kind: powerItem, power: board.Power(m.ID)}), true
		case "techs":
			if n, err := syntax.FindTech(m.ID); err == nil {
				return z.simple(item{kind: techItem, tech: n}), true
			}
		}
	}
	if a.tokens[0].Kind == text.Sign {
		return z.simple(item{kind: keyItem, id: a.key}), true
	}
	if a.numeral {
		return z.simple(item{kind: numberItem, n: a.n}), true
	}
	return item{}, false
}

func (z *itemizer) simple(it item) item {
	it.from, it.to = z.i, z.i+1
	z.i++
	return it
}

// isWord reports whether an atom that may be short for a place is rather another word.
func (z *itemizer) isWord(a *atom) bool {
	return a.places[0].How >= lexicon.Computed && slices.ContainsFunc(a.meanings, func(m lexicon.Meaning) bool { return m.Table != "powers" })
}

// placeHere reports whether an atom stands where only a place does: behind a unit or an arrow, or before an arrow.
func (z *itemizer) placeHere() bool {
	if z.i+1 < len(z.atoms) && (z.unitBegins(z.i+1, true) || z.atoms[z.i+1].numeral ||
		z.atoms[z.i].is("words") && len(z.atoms[z.i+1].places) > 0) {
		return false
	}
	if z.i > 0 {
		if a := z.atoms[z.i-1]; a.is("units") || a.sign("->", "-") {
			return true
		}
	}
	return z.i+2 < len(z.atoms) && z.atoms[z.i+1].sign("->", "-") && len(z.atoms[z.i+2].places) > 0
}

// paren reads what stands in brackets; without a closing one the bracket is a sign.
func (z *itemizer) paren(closing string) (item, bool) {
	if z.i+2 < len(z.atoms) && closing == "]" && len(z.atoms[z.i+1].places) > 0 && z.atoms[z.i+2].sign("]") {
		it := item{kind: placeItem, from: z.i, to: z.i + 3, places: z.atoms[z.i+1].places} // "[SZ14] 1 TRN"
		z.i += 3
		return it, true
	}
	depth := 0
	for j := z.i; j < len(z.atoms); j++ {
		if z.atoms[j].sign(z.atoms[z.i].key) {
			depth++
		} else if z.atoms[j].sign(closing) {
			if depth--; depth == 0 {
				inner := &itemizer{r: z.r, atoms: z.atoms, i: z.i + 1}
				inner.until(closing)
				it := item{kind: parenItem, from: z.i, to: inner.i + 1, inner: inner.items}
				z.i = inner.i + 1
				return it, true
			}
		}
	}
	return z.simple(item{kind: keyItem, id: z.atoms[z.i].key}), true
}

// place reads a place, or several with arrows between them.
func (z *itemizer) place() item {
	it := item{kind: placeItem, from: z.i, to: z.i + 1, places: z.atoms[z.i].places}
	for _, m := range z.atoms[z.i].meanings {
		if m.Table == "powers" {
			it.power = board.Power(m.ID)
		}
	}
	z.i++
	if n := len(z.items); n > 0 && z.r.article(z.atoms[z.i-2:z.i-1]) && z.items[n-1].kind == unknownItem {
		it.from, z.items = it.from-1, z.items[:n-1]
	}
	for z.hopGoesOn() {
		if it.kind == placeItem {
			it.kind, it.hops = hopItem, [][]place{it.places}
		}
		z.i++
		if a := z.atoms[z.i]; len(a.places) > 0 {
			it.hops = append(it.hops, a.places)
		} else {
			id, _ := z.r.zone(a.n)
			it.hops = append(it.hops, []place{{ID: id, How: lexicon.Exact}})
		}
		z.i++
		it.to = z.i
	}
	return it
}

// hopGoesOn reports whether an arrow or a dash and a place follow.
func (z *itemizer) hopGoesOn() bool {
	if z.i+1 >= len(z.atoms) {
		return false
	}
	a, b := z.atoms[z.i], z.atoms[z.i+1]
	if !a.sign("->", "-", ">") && !a.is("words", "to") {
		return false
	}
	if len(b.places) > 0 && (!z.isWord(b) || !a.is("words", "to")) {
		return true
	}
	_, zone := z.r.zone(b.n)
	return b.numeral && b.tokens[0].Kind == text.Number && zone && !a.is("words", "to") && !z.unitBegins(z.i+2, false)
}

// groupBegins reports whether a list of units begins at an atom.
func (z *itemizer) groupBegins(i int) bool {
	if i > 0 && z.atoms[i].numeral && z.atoms[i-1].is("conditions", "round") {
		return false // "after round 1 I retreat"
	}
	_, n := z.entry(i, z.listed(i))
	return n > 0
}

// listed reports whether a short form at an atom stands where only units do: behind "by", or behind a sign in a sentence
// that lists units before places.
func (z *itemizer) listed(i int) bool {
	if i == 0 || z.atoms[i].is("words", "in") {
		return false
	}
	if z.atoms[i-1].is("words", "with", "via", "by") {
		return true
	}
	return z.atoms[i-1].sign(",", "+", "&", "/") && i+1 < len(z.atoms) && len(z.atoms[i+1].places) > 0 &&
		slices.ContainsFunc(z.items, func(it item) bool { return it.kind == groupItem })
}

// group reads a list of units, parted by commas, "and", signs or nothing.
func (z *itemizer) group() item {
	it := item{kind: groupItem, from: z.i}
	listed := z.listed(z.i)
	if units, n := z.countsBehind(z.i); n > 0 {
		it.units, z.i = units, n
		it.to = z.i
		return it
	}
	for {
		u, n := z.entry(z.i, listed)
		if n == 0 {
			break
		}
		it.units = append(it.units, u)
		z.i += n
		it.to = z.i
		listed = false
		for z.i < len(z.atoms) && (z.atoms[z.i].sign(",", "+", "&", "/") || z.atoms[z.i].is("words", "and")) {
			z.i++
			listed = true
		}
	}
	z.i = it.to
	return it
}

// countsBehind reads "inf 3, art 2": numbers behind the units, if every entry has one.
func (z *itemizer) countsBehind(i int) (units []unit, next int) {
	colon := false
	for i < len(z.atoms) {
		a := z.atoms[i]
		if !z.unitBegins(i, true) || a.numeral {
			break
		}
		u := z.r.unitOf(a)
		j := i + 1
		if j < len(z.atoms) && (z.atoms[j].key == "x" || z.atoms[j].sign(":", "*", "=", "|")) {
			colon = colon || z.atoms[j].key == ":"
			j++
		}
		if j >= len(z.atoms) || !z.atoms[j].numeral || z.atoms[j].tokens[0].Kind != text.Number {
			return nil, 0
		}
		u.n, u.from, u.to = z.atoms[j].n, i, j+1
		units, i = append(units, u), j+1
		next = i
		for i < len(z.atoms) && z.atoms[i].sign(",", "+", "&", "/", "|") {
			i++
		}
	}
	if next < len(z.atoms) && next > 0 && (z.unitBegins(next, true) || z.atoms[next].sign("-", "->", "%") ||
		colon && len(z.atoms[next].places) > 0) {
		return nil, 0
	}
	return units, next
}

// unitBegins reports whether an atom is a unit. In a list a short form may stand without a number.
func (z *itemizer) unitBegins(i int, listed bool) bool {
	return i < len(z.atoms) && slices.ContainsFunc(z.atoms[i].meanings, func(m lexicon.Meaning) bool {
		return m.Table == "units" && (listed || !m.Short)
	})
}

// entry reads an entry of a list of units at an atom, and tells how many atoms it has.
func (z *itemizer) entry(i int, listed bool) (unit, int) {
	j, u := i, unit{}
	counted := false
	at := func(j int) *atom {
		if j < len(z.atoms) {
			return z.atoms[j]
		}
		return &atom{tokens: []*token{{Kind: text.Sign}}}
	}
	a := at(j)
	switch {
	case a.numeral && (a.tokens[0].Kind == text.Number || z.unitFollows(j+1)):
		u.n, counted = a.n, true
		if j++; at(j).key == "x" || at(j).sign("*") {
			j++
		}
	case a.key == "x" && at(j+1).numeral && at(j + 1).tokens[0].Kind == text.Number:
		u.n, counted = at(j+1).n, true
		j += 2
	case a.is("words", "one") && z.unitFollows(j+1):
		u.n, counted = 1, true
		j++
	case a.is("words", "all", "both", "rest"):
		u.n, counted, u.rest = order.All, true, a.is("words", "rest")
		j++
	case z.r.article(z.atoms[j:min(j+1, len(z.atoms))]) && z.unitFollows(j+1):
		u.one = true
		j++
	}
	for counted && j < len(z.atoms) && z.r.article(z.atoms[j:j+1]) && z.unitFollows(j+1) {
		j++
	}
	if p := z.powerBefore(j); p != board.Nobody {
		u.power = p
		j++
	}
	if !z.unitBegins(j, counted || listed) || listed && !counted && j+1 < len(z.atoms) && z.atoms[j].is("words", "in") &&
		len(z.atoms[j+1].places) > 0 || !counted && z.isVerbHere(j) {
		if u.n == order.All && u.power == board.Nobody && !u.rest {
			u.from, u.to = i, i+1
			return u, 1
		}
		return unit{}, 0
	}
	v := z.r.unitOf(at(j))
	j++
	u.types, u.class, u.abbr = v.types, v.class, v.abbr
	if !counted {
		u.one, u.many = u.one && !v.many || v.one, v.many
	}
	if !counted && j+1 < len(z.atoms) && at(j).key == "x" && at(j+1).numeral { // "inf x3"
		u.n, u.many, u.one = at(j+1).n, false, false
		j += 2
	}
	u.from, u.to = i, j
	return u, j - i
}

// isVerbHere reports whether a unit's word at the beginning of a sentence is rather a verb: "transport 2 inf from …".
func (z *itemizer) isVerbHere(j int) bool {
	return j < len(z.atoms) && z.atoms[j].is("verbs") && z.unitFollows(j+1)
}

// unitFollows reports whether a unit stands at an atom, behind an article, a number or a power.
func (z *itemizer) unitFollows(j int) bool {
	for n := 0; n < 3 && j < len(z.atoms); n++ {
		if z.unitBegins(j, true) {
			return true
		}
		a := z.atoms[j]
		if !a.numeral && !z.r.article(z.atoms[j:j+1]) && !a.is("powers") && !a.is("words", "one") {
			return false
		}
		j++
	}
	return false
}

// powerBefore is the power that stands before a unit.
func (z *itemizer) powerBefore(j int) board.Power {
	if j+1 >= len(z.atoms) || !z.unitBegins(j+1, true) {
		return board.Nobody
	}
	for _, m := range z.atoms[j].meanings {
		if m.Table == "powers" {
			return board.Power(m.ID)
		}
	}
	return board.Nobody
}

// classes are the units of a kind by the name of their entry.
var classes = map[string]func(board.UnitType) bool{
	"aircraft": board.UnitType.IsAir, "ships": board.UnitType.IsShip, "land": board.UnitType.IsFightingLand,
}

// severalMeanings are short forms that the board decides whatever the language.
var severalMeanings = []string{"ss", "bs", "ft"}

// unitOf is what a unit's word says.
func (r *reader) unitOf(a *atom) unit {
	var u unit
	plural, paired := true, false
	own := !slices.Contains(severalMeanings, a.key) && slices.ContainsFunc(a.meanings, func(m lexicon.Meaning) bool {
		return m.Table == "units" && m.Lang == r.lang
	})
	for _, m := range a.meanings {
		if m.Table != "units" || own && m.Lang != r.lang {
			continue
		}
		if is := classes[m.ID]; is != nil {
			if u.class = len(u.types) == 0; !u.class {
				continue
			}
			for _, t := range board.UnitTypes() {
				if is(t) {
					u.types = append(u.types, t)
				}
			}
		} else if t, ok := board.ParseUnit(m.ID); ok && !slices.Contains(u.types, t) {
			u.types = append(u.types, t)
		}
		plural, paired = plural && m.Plural, paired || m.Paired && !m.Plural
	}
	u.many, u.one = plural, paired && !plural
	u.abbr = !plural && !paired && len(a.key) <= 4
	return u
}

// article reports whether an atom is an article that says nothing.
func (r *reader) article(as []*atom) bool { return len(as) == 1 && as[0].is("words", "article") }

// zone finds a numbered sea zone.
func (r *reader) zone(n int) (board.SpaceID, bool) {
	return r.ctx.Board.Find("SZ" + strconv.Itoa(n))
}

// keyOf is the word of the tables that an atom stands for, with its table: the first of those that it may mean. Words of
// a language that the text is not in come last.
func (r *reader) keyOf(a *atom) string {
	best, rank := "", 99
	for _, m := range a.meanings {
		n := slices.Index(keyTables, m.Table)
		if _, err := strconv.Atoi(m.ID); n < 0 || err == nil {
			continue
		}
		if m.Lang != r.lang && !slices.ContainsFunc(a.meanings, func(o lexicon.Meaning) bool {
			return o.Table == m.Table && o.ID == m.ID && o.Lang == r.lang
		}) && slices.ContainsFunc(a.meanings, func(o lexicon.Meaning) bool { return o.Lang == r.lang && slices.Contains(keyTables, o.Table) }) {
			n += len(keyTables)
		}
		if n < rank {
			best, rank = m.ID, n
			if m.Table == "turning" || m.Table == "filler" || m.Table == "greetings" || m.Table == "programs" {
				best = m.Table
			}
			if m.Table == "phases" {
				best = "phase " + m.ID
			}
		}
	}
	return best
}

// keyTables are the tables whose words stand alone, the first wins.
var keyTables = []string{"programs", "acronyms", "words", "verbs", "phases", "conditions", "greetings", "turning", "filler"}
