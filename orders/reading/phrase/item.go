package phrase

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// Kind is what an item of a sentence is.
type Kind uint8

// The kinds.
const (
	Unknown Kind = iota
	Key          // a word of the tables, or a sign
	Group        // units with their numbers
	Named        // a place
	Hop          // two places or more with arrows between them
	Number
	Paren
	Power
	techItem
)

// Item is a part of a sentence: some of its atoms, and what they are together.
type Item struct {
	Kind   Kind
	ID     string // of a key
	From   int    // its atoms
	To     int
	Units  []Unit
	Places []place // of a place; of a hop those where it begins
	Hops   [][]place
	N      int
	Inner  []Item
	Power  board.Power
	tech   int
}

// Unit is an entry of a list of units, as written.
type Unit struct {
	N     int              // 0: not said; order.All
	Types []board.UnitType // what the word may mean; several are asked unless the board decides
	Class bool             // types are all of a class that is meant
	Power board.Power
	Many  bool   // a plural without a number
	One   bool   // a singular that has a plural of its own, or one with an article
	Abbr  bool   // a short form without a plural of its own
	rest  bool   // "the rest"
	But   []Unit // behind "all": who stays
	From  int    // its atoms
	To    int
}

// itemizer puts the atoms of a sentence together to items.
type itemizer struct {
	r     *Reader
	atoms []*Atom
	i     int
	items []Item
}

// Items puts the atoms of a sentence together.
func (r *Reader) Items(atoms []*Atom) []Item {
	z := &itemizer{r: r, atoms: atoms}
	z.until("")
	return z.items
}

// until reads items up to a closing sign.
func (z *itemizer) until(closing string) {
	for z.i < len(z.atoms) {
		a := z.atoms[z.i]
		if closing != "" && a.Sign(closing) {
			return
		}
		if it, ok := z.next(); ok {
			z.items = append(z.items, it)
			continue
		}
		z.items = append(z.items, Item{Kind: Unknown, From: z.i, To: z.i + 1})
		z.i++
	}
}

// next reads an item.
func (z *itemizer) next() (Item, bool) {
	a := z.atoms[z.i]
	switch {
	case a.Sign("(") || a.Sign("["):
		return z.paren(map[string]string{"(": ")", "[": "]"}[a.Key])
	case z.groupBegins(z.i):
		return z.group(), true
	case len(a.Places) > 0 && (!z.isWord(a) || z.placeHere()):
		return z.place(), true
	case a.Numeral && a.Tokens[0].Kind == text.Number:
		return z.simple(Item{Kind: Number, N: a.n}), true
	}
	if id := z.r.keyOf(a); id != "" {
		return z.simple(Item{Kind: Key, ID: id}), true
	}
	for _, m := range a.Meanings {
		switch m.Table {
		case "powers":
			return z.simple(Item{Kind: Power, Power: board.Power(m.ID)}), true
		case "techs":
			if n, err := syntax.FindTech(m.ID); err == nil {
				return z.simple(Item{Kind: techItem, tech: n}), true
			}
		}
	}
	if a.Tokens[0].Kind == text.Sign {
		return z.simple(Item{Kind: Key, ID: a.Key}), true
	}
	if a.Numeral {
		return z.simple(Item{Kind: Number, N: a.n}), true
	}
	return Item{}, false
}

func (z *itemizer) simple(it Item) Item {
	it.From, it.To = z.i, z.i+1
	z.i++
	return it
}

// isWord reports whether an atom that may be short for a place is rather another word.
func (z *itemizer) isWord(a *Atom) bool {
	return a.Places[0].How >= lexicon.Computed && slices.ContainsFunc(a.Meanings, func(m lexicon.Meaning) bool { return m.Table != "powers" })
}

// placeHere reports whether an atom stands where only a place does: behind a unit or an arrow, or before an arrow.
func (z *itemizer) placeHere() bool {
	if z.i+1 < len(z.atoms) && (z.unitBegins(z.i+1, true) || z.counts(z.i+1) ||
		z.atoms[z.i].Is("words") && len(z.atoms[z.i+1].Places) > 0) {
		return false
	}
	if z.i > 0 {
		if a := z.atoms[z.i-1]; a.Is("units") || a.Sign("->", "-") {
			return true
		}
	}
	return z.i+2 < len(z.atoms) && z.atoms[z.i+1].Sign("->", "-") && len(z.atoms[z.i+2].Places) > 0
}

// counts reports whether an atom is a number here: "to" is two in Danish alone.
func (z *itemizer) counts(i int) bool {
	a := z.atoms[i]
	return a.Numeral && (a.Tokens[0].Kind == text.Number || !a.Is("words", "to") || z.r.Lang == "da")
}

// paren reads what stands in brackets; without a closing one the bracket is a sign.
func (z *itemizer) paren(closing string) (Item, bool) {
	if z.i+2 < len(z.atoms) && closing == "]" && len(z.atoms[z.i+1].Places) > 0 && z.atoms[z.i+2].Sign("]") {
		it := Item{Kind: Named, From: z.i, To: z.i + 3, Places: z.atoms[z.i+1].Places} // "[SZ14] 1 TRN"
		z.i += 3
		return it, true
	}
	depth := 0
	for j := z.i; j < len(z.atoms); j++ {
		if z.atoms[j].Sign(z.atoms[z.i].Key) {
			depth++
		} else if z.atoms[j].Sign(closing) {
			if depth--; depth == 0 {
				inner := &itemizer{r: z.r, atoms: z.atoms, i: z.i + 1}
				inner.until(closing)
				it := Item{Kind: Paren, From: z.i, To: inner.i + 1, Inner: inner.items}
				z.i = inner.i + 1
				return it, true
			}
		}
	}
	return z.simple(Item{Kind: Key, ID: z.atoms[z.i].Key}), true
}

// place reads a place, or several with arrows between them.
func (z *itemizer) place() Item {
	it := Item{Kind: Named, From: z.i, To: z.i + 1, Places: z.atoms[z.i].Places}
	for _, m := range z.atoms[z.i].Meanings {
		if m.Table == "powers" {
			it.Power = board.Power(m.ID)
		}
	}
	z.i++
	if n := len(z.items); n > 0 && z.r.Article(z.atoms[z.i-2:z.i-1]) && z.items[n-1].Kind == Unknown {
		it.From, z.items = it.From-1, z.items[:n-1]
	}
	for z.hopGoesOn() {
		if it.Kind == Named {
			it.Kind, it.Hops = Hop, [][]place{it.Places}
		}
		z.i++
		if a := z.atoms[z.i]; len(a.Places) > 0 {
			it.Hops = append(it.Hops, a.Places)
		} else {
			id, _ := z.r.zone(a.n)
			it.Hops = append(it.Hops, []place{{ID: id, How: lexicon.Exact}})
		}
		z.i++
		it.To = z.i
	}
	return it
}

// hopGoesOn reports whether an arrow or a dash and a place follow.
func (z *itemizer) hopGoesOn() bool {
	if z.i+1 >= len(z.atoms) {
		return false
	}
	a, b := z.atoms[z.i], z.atoms[z.i+1]
	if !a.Sign("->", "-", ">") && !a.Is("words", "to") {
		return false
	}
	if len(b.Places) > 0 && (!z.isWord(b) || !a.Is("words", "to")) {
		return true
	}
	_, zone := z.r.zone(b.n)
	return b.Numeral && b.Tokens[0].Kind == text.Number && zone && !a.Is("words", "to") && !z.unitBegins(z.i+2, false)
}

// groupBegins reports whether a list of units begins at an atom.
func (z *itemizer) groupBegins(i int) bool {
	if i > 0 && z.atoms[i].Numeral && z.atoms[i-1].Is("conditions", "round") {
		return false // "after round 1 I retreat"
	}
	_, n := z.entry(i, z.listed(i))
	return n > 0
}

// listed reports whether a short form at an atom stands where only units do: behind "by", or behind a sign in a sentence
// that lists units before places.
func (z *itemizer) listed(i int) bool {
	if z.atoms[i].Is("words", "in") {
		return false
	}
	if i == 0 || z.atoms[i-1].Sign(":") { // "fs sz59 laster 2 inf …": a ship that takes others aboard
		return i+1 < len(z.atoms) && z.r.atSea(z.atoms[i+1]) &&
			slices.ContainsFunc(z.atoms[i:], func(a *Atom) bool { return a.Is("verbs", "load", "unload") })
	}
	if z.atoms[i-1].Is("words", "with", "via", "by") {
		return true
	}
	return z.atoms[i-1].Sign(",", "+", "&", "/") && i+1 < len(z.atoms) && len(z.atoms[i+1].Places) > 0 &&
		slices.ContainsFunc(z.items, func(it Item) bool { return it.Kind == Group })
}

// atSea reports whether an atom names a sea zone.
func (r *Reader) atSea(a *Atom) bool {
	return len(a.Places) > 0 && r.Board.Space(a.Places[0].ID).Sea
}

// group reads a list of units, parted by commas, "and", signs or nothing.
func (z *itemizer) group() Item {
	it := Item{Kind: Group, From: z.i}
	listed := z.listed(z.i)
	if units, n := z.countsBehind(z.i); n > 0 {
		it.Units, z.i = units, n
		it.To = z.i
		return it
	}
	for {
		u, n := z.entry(z.i, listed)
		if n == 0 {
			break
		}
		it.Units = append(it.Units, u)
		z.i += n
		it.To = z.i
		listed = false
		for z.i < len(z.atoms) && (z.atoms[z.i].Sign(",", "+", "&", "/") || z.atoms[z.i].Is("words", "and")) {
			z.i++
			listed = true
		}
	}
	z.i = it.To
	return it
}

// countsBehind reads "inf 3, art 2": numbers behind the units, if every entry has one.
func (z *itemizer) countsBehind(i int) (units []Unit, next int) {
	colon := false
	for i < len(z.atoms) {
		a := z.atoms[i]
		if !z.unitBegins(i, true) || a.Numeral {
			break
		}
		u := z.r.unitOf(a)
		j := i + 1
		if j < len(z.atoms) && (z.atoms[j].Key == "x" || z.atoms[j].Sign(":", "*", "=", "|")) {
			colon = colon || z.atoms[j].Key == ":"
			j++
		}
		if j >= len(z.atoms) || !z.atoms[j].Numeral || z.atoms[j].Tokens[0].Kind != text.Number {
			return nil, 0
		}
		u.N, u.From, u.To = z.atoms[j].n, i, j+1
		units, i = append(units, u), j+1
		next = i
		for i < len(z.atoms) && z.atoms[i].Sign(",", "+", "&", "/", "|") {
			i++
		}
	}
	if next < len(z.atoms) && next > 0 && (z.unitBegins(next, true) || z.atoms[next].Sign("-", "->", "%") ||
		colon && len(z.atoms[next].Places) > 0) {
		return nil, 0
	}
	return units, next
}

// unitBegins reports whether an atom is a unit. In a list a short form may stand without a number.
func (z *itemizer) unitBegins(i int, listed bool) bool {
	return i < len(z.atoms) && slices.ContainsFunc(z.atoms[i].Meanings, func(m lexicon.Meaning) bool {
		return m.Table == "units" && (listed || !m.Short)
	})
}

// entry reads an entry of a list of units at an atom, and tells how many atoms it has.
func (z *itemizer) entry(i int, listed bool) (Unit, int) {
	j, u := i, Unit{}
	counted := false
	at := func(j int) *Atom {
		if j < len(z.atoms) {
			return z.atoms[j]
		}
		return &Atom{Tokens: []*token{{Kind: text.Sign}}}
	}
	a := at(j)
	if a.Key == "allbut" {
		u.N, u.From = order.All, i
		n := z.staying(i, &u)
		u.To = i + n
		return u, n
	}
	switch {
	case a.Numeral && (a.Tokens[0].Kind == text.Number || z.unitFollows(j+1)):
		u.N, counted = a.n, true
		if j++; at(j).Key == "x" || at(j).Sign("*") {
			j++
		}
	case a.Key == "x" && at(j+1).Numeral && at(j + 1).Tokens[0].Kind == text.Number:
		u.N, counted = at(j+1).n, true
		j += 2
	case a.Is("words", "one") && z.unitFollows(j+1):
		u.N, counted = 1, true
		j++
	case a.Is("words", "all", "both", "rest"):
		u.N, counted, u.rest = order.All, true, a.Is("words", "rest")
		j++
		if next := at(j); next.Numeral && z.unitFollows(j+1) { // "all three infantry"
			u.N, u.rest = next.n, false
			j++
		}
	case z.r.Article(z.atoms[j:min(j+1, len(z.atoms))]) && z.unitFollows(j+1):
		u.One = true
		j++
	}
	for counted && j < len(z.atoms) && z.r.Article(z.atoms[j:j+1]) && z.unitFollows(j+1) {
		j++
	}
	if p := z.powerBefore(j); p != board.Nobody {
		u.Power = p
		j++
	}
	if !z.unitBegins(j, counted || listed) || (listed && !counted || u.N == order.All) && j+1 < len(z.atoms) && z.atoms[j].Is("words", "in") &&
		len(z.atoms[j+1].Places) > 0 || !counted && z.isVerbHere(j) {
		if u.N == order.All && u.Power == board.Nobody && !u.rest {
			n := z.staying(i+1, &u)
			u.From, u.To = i, i+1+n
			return u, 1 + n
		}
		return Unit{}, 0
	}
	v := z.r.unitOf(at(j))
	j++
	u.Types, u.Class, u.Abbr = v.Types, v.Class, v.Abbr
	if !counted {
		u.One, u.Many = u.One && !v.Many || v.One, v.Many
	}
	if !counted && j+1 < len(z.atoms) && at(j).Key == "x" && at(j+1).Numeral { // "inf x3"
		u.N, u.Many, u.One = at(j+1).n, false, false
		j += 2
	}
	u.From, u.To = i, j
	return u, j - i
}

// staying reads who stays behind "all but", and tells how many atoms it has.
func (z *itemizer) staying(i int, all *Unit) int {
	if i >= len(z.atoms) || !z.atoms[i].Is("words", "but") {
		return 0
	}
	if u, n := z.entry(i+1, true); n > 0 && len(u.Types) > 0 {
		all.But = []Unit{u}
		return n + 1
	}
	return 0
}

// isVerbHere reports whether a unit's word at the beginning of a sentence is rather a verb: "transport 2 inf from …".
func (z *itemizer) isVerbHere(j int) bool {
	if z.r.Lang == "da" && j+1 < len(z.atoms) && z.atoms[j].Key == "bomber" && len(z.atoms[j+1].Places) > 0 &&
		(j == 0 || len(z.atoms[j-1].Places) > 0) {
		return true // "bombeflyet fra Tyskland bomber Rusland"
	}
	return j < len(z.atoms) && z.atoms[j].Is("verbs") && z.unitFollows(j+1)
}

// unitFollows reports whether a unit stands at an atom, behind an article, a number or a power.
func (z *itemizer) unitFollows(j int) bool {
	for n := 0; n < 3 && j < len(z.atoms); n++ {
		if z.unitBegins(j, true) {
			return true
		}
		a := z.atoms[j]
		if !a.Numeral && !z.r.Article(z.atoms[j:j+1]) && !a.Is("powers") && !a.Is("words", "one") {
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
	for _, m := range z.atoms[j].Meanings {
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
func (r *Reader) unitOf(a *Atom) Unit {
	var u Unit
	plural, paired := true, false
	own := !slices.Contains(severalMeanings, a.Key) && slices.ContainsFunc(a.Meanings, func(m lexicon.Meaning) bool {
		return m.Table == "units" && m.Lang == r.Lang
	})
	for _, m := range a.Meanings {
		if m.Table != "units" || own && m.Lang != r.Lang {
			continue
		}
		if is := classes[m.ID]; is != nil {
			if u.Class = len(u.Types) == 0; !u.Class {
				continue
			}
			for _, t := range board.UnitTypes() {
				if is(t) {
					u.Types = append(u.Types, t)
				}
			}
		} else if t, ok := board.ParseUnit(m.ID); ok && !slices.Contains(u.Types, t) {
			u.Types = append(u.Types, t)
		}
		plural, paired = plural && m.Plural, paired || m.Paired && !m.Plural
	}
	u.Many, u.One = plural, paired && !plural
	u.Abbr = !plural && !paired && len(a.Key) <= 4
	return u
}

// Article reports whether an atom is an article that says nothing.
func (r *Reader) Article(as []*Atom) bool { return len(as) == 1 && as[0].Is("words", "article") }

// zone finds a numbered sea zone.
func (r *Reader) zone(n int) (board.SpaceID, bool) {
	return r.Board.Find("SZ" + strconv.Itoa(n))
}

// keyOf is the word of the tables that an atom stands for, with its table: the first of those that it may mean. Words of
// a language that the text is not in come last.
func (r *Reader) keyOf(a *Atom) string {
	best, rank := "", 99
	for _, m := range a.Meanings {
		n := slices.Index(keyTables, m.Table)
		if _, err := strconv.Atoi(m.ID); n < 0 || err == nil {
			continue
		}
		if m.Lang != r.Lang && !slices.ContainsFunc(a.Meanings, func(o lexicon.Meaning) bool {
			return o.Table == m.Table && o.ID == m.ID && o.Lang == r.Lang
		}) && slices.ContainsFunc(a.Meanings, func(o lexicon.Meaning) bool { return o.Lang == r.Lang && slices.Contains(keyTables, o.Table) }) {
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
