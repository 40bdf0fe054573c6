package reading

import (
	"cmp"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/phrase"
	"fieldpost/orders/reading/text"
	"fieldpost/orders/syntax"
)

// sentence is a part of a line that may be an order.
type sentence struct {
	line  int
	text  string
	atoms []*phrase.Atom
	items []phrase.Item
	below bool // below `end` or the mark of a signature
	first bool // of its line
	aside bool // it says who writes, and nothing else
	row   rowKind
	phase order.Phase // of a table's heads
	blank []*token    // of a row: bars, and cells that say that there is nothing
}

// rowKind is what part of a table a sentence is.
type rowKind uint8

const (
	noRow rowKind = iota
	headRow
	bodyRow
)

// candidate is one way to understand a sentence, where the letter stands.
type candidate struct {
	made
	used       []bool       // by atom
	phase      *order.Phase // a heading
	holds      bool         // it says that the phase is empty
	battle     board.SpaceID
	target     []place      // what a heading names: where the next lines go
	targetVerb string       // and what is done there
	line       *orders.Line // what only the notary reads
	unread     []bool       // atoms that are left out and say something
	nothing    bool         // it says nothing at all
	asks       bool         // it asks, or denies: what it names is not ordered
	fix        *correction  // what it changes in an order before it
}

func (r *clause) newCandidate() candidate {
	return candidate{used: make([]bool, len(r.s.atoms)), battle: board.NoSpace}
}

// takes marks items as used.
func (c *candidate) takes(items ...phrase.Item) {
	for _, it := range items {
		for i := it.From; i < it.To; i++ {
			c.used[i] = true
		}
	}
}

// interpret lists the ways to understand a sentence behind what stands above it, at most 32, the cheapest first.
func (r *clause) interpret() []candidate {
	r.work += 10
	if r.s.row == headRow {
		return []candidate{r.s.heads()}
	}
	out := r.notary()
	if len(out) == 0 && r.s.aside {
		c := r.newCandidate()
		c.nothing, c.unread = true, make([]bool, len(r.s.atoms))
		return []candidate{c}
	}
	head := r.newCandidate()
	fixes := r.corrections()
	switch {
	case len(out) == 0 && len(fixes) > 0:
		out = fixes
	case len(out) == 0 && phrase.Asks(r.s.atoms):
		head.asks = true
	case len(out) == 0 || out[0].line == nil:
		var items []phrase.Item
		items, head = r.heading()
		out = append(out, r.sayings(items, head)...)
	}
	if len(out) == 0 { // it says nothing, or nothing that is understood
		head.nothing, head.holds = true, false
		out = append(out, head)
	}
	for i := range out {
		r.weigh(&out[i])
	}
	slices.SortStableFunc(out, func(a, b candidate) int {
		if d := a.cost() - b.cost(); d != 0 {
			return d
		}
		return a.rank - b.rank
	})
	return r.different(out)
}

// heads reads the heads of a table.
func (s *sentence) heads() candidate {
	c := candidate{used: make([]bool, len(s.atoms)), battle: board.NoSpace}
	for i := range c.used {
		c.used[i] = true
	}
	if c.unread = make([]bool, len(c.used)); s.phase != order.NoPhase {
		c.phase = &s.phase
	}
	return c
}

// different drops what is said twice, and what is more than a sentence may mean.
func (r *clause) different(cs []candidate) []candidate {
	seen := map[string]bool{}
	out := cs[:0]
	for _, c := range cs {
		if key := r.keyOfCandidate(c); !seen[key] {
			seen[key] = true
			out = append(out, c)
		}
	}
	if len(out) > mostMade {
		r.cut = r.cut || out[mostMade].cost() == 0
		out = out[:mostMade]
	}
	return out
}

// keyOfCandidate is equal for candidates that say the same.
func (r *clause) keyOfCandidate(c candidate) string {
	var b strings.Builder
	for _, p := range c.pieces {
		b.WriteString(p.phase.String() + "|")
		if p.tactic != nil {
			b.WriteString(orders.FormatTactic(*p.tactic, syntax.English, r.ctx.Board))
		} else {
			b.WriteString(orders.FormatOrder(p.order, syntax.English, r.ctx.Board))
		}
		b.WriteString("|" + r.ctx.Board.Name(p.battle) + "\n")
	}
	for _, g := range c.guesses {
		b.WriteString(string(g.Why) + " " + g.Text + " " + g.Read + "\n")
	}
	if c.phase != nil {
		b.WriteString(c.phase.String())
	}
	if c.fix != nil && c.fix.whole {
		b.WriteString(" whole")
	}
	for _, t := range c.target {
		b.WriteString(" to " + r.ctx.Board.Name(t.ID))
	}
	return b.String()
}

// notary reads a sentence as the order language does, where nothing in it is left to interpretation.
func (r *clause) notary() []candidate {
	if r.s.row == bodyRow {
		return nil
	}
	l := orders.OneLine(r.s.line, r.s.text, orders.Context{Board: r.ctx.Board, Phase: r.ctx.Phase, Power: r.ctx.Power})
	if l.Fault != nil || strings.Contains(r.s.text, "#") || !r.literal(l) { // "#1" would be a comment
		return nil
	}
	c := r.newCandidate()
	for i := range c.used {
		c.used[i] = true
	}
	switch {
	case l.Tactic != nil:
		if r.st.battle == board.NoSpace && !r.st.standing {
			return nil
		}
		c.pieces = []piece{{tactic: l.Tactic, battle: r.st.battle}}
		if r.st.standing {
			c.line = &l
		}
	case l.Heading != order.NoPhase:
		c.phase = &l.Heading
	case l.Empty != order.NoPhase:
		c.phase, c.holds = &l.Empty, true
	case l.Battle != nil:
		c.battle = l.Battle.Space
	case l.Order != nil:
		c.pieces = []piece{{order: l.Order, battle: board.NoSpace}}
		if m, ok := l.Order.(order.Move); ok {
			c.hostile = r.hostile(m.To)
		}
	default:
		c.line = &l
	}
	return []candidate{c}
}

// literal reports whether the notary's reading of a line leaves nothing open: every unit has its number, no word has two
// meanings, and what it reads is not better read with the board.
func (r *clause) literal(l orders.Line) bool {
	switch l.Order.(type) {
	case order.Move, order.ShipUnits, order.BuyUnits, order.PlaceUnits, order.Load, order.Unload, order.Bomb, order.Land:
	default:
		return true
	}
	for _, it := range r.s.items {
		if it.Kind != phrase.Group {
			continue
		}
		for _, u := range it.Units {
			if u.N == 0 && !u.One || len(u.Types) > 1 {
				return false
			}
		}
	}
	return true
}

// heading takes a heading off the beginning of a sentence: a phase, alone or with a power, and what follows. The
// candidate holds what it says.
func (r *clause) heading() ([]phrase.Item, candidate) {
	items, c := r.s.items, r.newCandidate()
	i := r.skip(items, 0)
	if i+1 < len(items) && items[i].Kind == phrase.Key && items[i].ID == "then" { // "then I place …"
		c.takes(items[i])
		i = r.skip(items, i+1)
	}
	if i+1 < len(items) && items[i].Kind == phrase.Key && (items[i].ID == "in" || items[i].ID == "to") { // "in the combat phase three infantry …"
		if j := r.skip(items, i+1); j < len(items) && items[j].Kind == phrase.Key && r.s.atoms[items[j].From].Is("phases") {
			c.takes(items[i])
			if ph, _, _ := r.phaseAt(items[:j+1], j, j); ph != order.NoPhase && items[i].ID == "in" {
				c.takes(items[j])
				c.phase = &ph
				return items[j+1:], c
			}
			i = j
		}
	}
	start, power := i, -1
	if i < len(items) && r.isOwn(items[i]) {
		power = i
		i = r.skip(items, i+1)
	}
	if i >= len(items) || items[i].Kind != phrase.Key {
		return items, c
	}
	ph, empty, end := r.phaseAt(items, i, start)
	if ph == order.NoPhase {
		return items, r.newCandidate()
	}
	c.takes(items[i:end]...)
	if power >= 0 {
		c.takes(items[power])
	}
	for end < len(items) {
		it := items[end]
		if it.Kind == phrase.Key && slices.Contains([]string{":", "-", ".", "=", ",", "from", "to", "article"}, it.ID) && !(it.ID == "from") {
			c.takes(it)
			end++
		} else if r.isOwn(it) && (end+1 == len(items) || items[end+1].Kind != phrase.Hop) && r.powerHere(items, end, ph) {
			c.takes(it)
			end++
		} else {
			break
		}
	}
	c.phase, c.holds = &ph, empty
	return items[end:], c
}

// powerHere reports whether a power's name behind a heading is the power and not a place: where a place is named next to
// units, it is a place.
func (r *clause) powerHere(items []phrase.Item, i int, ph order.Phase) bool {
	if items[i].Kind == phrase.Power || ph == order.Buy || ph == order.Research || i+1 == len(items) {
		return true
	}
	return items[i+1].Kind == phrase.Key && items[i+1].ID == ":" && ph != order.Place
}

// isOwn reports whether an item names the sender's power.
func (r *clause) isOwn(it phrase.Item) bool {
	return (it.Kind == phrase.Power || it.Kind == phrase.Named) && it.Power == r.ctx.Power
}

// skip passes over items that say nothing.
func (r *clause) skip(items []phrase.Item, i int) int {
	for i < len(items) && (items[i].Kind == phrase.Key && slices.Contains([]string{"filler", "greetings", ",", ".", "article"}, items[i].ID) ||
		items[i].Kind == phrase.Unknown) {
		i++
	}
	return i
}

// phaseAt reads the heading of a phase at an item of a sentence that says something from start on. A word that is also a verb is a heading only with a sign or nothing
// behind it.
func (r *clause) phaseAt(items []phrase.Item, i, start int) (ph order.Phase, empty bool, end int) {
	a := r.s.atoms[items[i].From]
	if a.Is("turning") && i+1 < len(items) && items[i+1].Kind == phrase.Key { // "kein Combat"
		if ph, _, end := r.phaseAt(items, i+1, start); ph != order.NoPhase {
			return ph, true, end
		}
	}
	ends := i+1 == len(items) || items[i+1].Kind == phrase.Key && slices.Contains([]string{":", ".", "-", "|", "!"}, items[i+1].ID) ||
		i+2 == len(items) && r.isOwn(items[i+1]) || i+3 == len(items) && items[i+1].Kind == phrase.Key && items[i+1].ID == "-"
	for _, m := range a.Meanings {
		if m.Table != "phases" {
			continue
		}
		name, none := strings.CutPrefix(m.ID, "no ")
		if ph.UnmarshalText([]byte(name)) != nil || m.ID == "nothing" {
			continue
		}
		group := i+1 < len(items) && (items[i+1].Kind == phrase.Group || items[i+1].Kind == phrase.Named || items[i+1].Kind == phrase.Power)
		group = group || ph == order.Place && i+1 < len(items) && items[i+1].Kind == phrase.Key && items[i+1].ID == "in"
		group = group || i+1 < len(items) && items[i+1].Kind == phrase.Hop ||
			i+2 == len(items) && items[i+1].Kind == phrase.Key && items[i+1].ID == "phase nothing"
		next := r.skip(items, i+1)
		group = group || i == start && next < len(items) && items[next].Kind == phrase.Group && start > 0
		if next < len(items) && r.skip(items, next+1) == len(items) && r.s.atoms[items[next].From].Is("phases", "nothing") { // "attacks: there are none this round"
			return ph, true, next + 1
		}
		bare := i == start && !a.Is("verbs") && !a.Is("units") && len(a.Places) == 0 // "NCM 2 inf …"
		if none || ends || (ph == order.Buy || ph == order.Place || bare) && group {
			return ph, none, i + 1
		}
	}
	return order.NoPhase, false, i
}

// sayings reads what a sentence says behind its heading, if it has one.
func (r *clause) sayings(items []phrase.Item, head candidate) []candidate {
	ph := r.st.phase
	if head.phase != nil {
		ph = *head.phase
	}
	if head.phase != nil && saysNothing(items) {
		head.takes(items...)
		head.holds = head.holds || slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && it.ID == "phase nothing" })
		return []candidate{head}
	}
	if c, ok := r.headerSaid(items); ok && head.phase == nil {
		return []candidate{c}
	}
	var out []candidate
	add := func(cs []candidate) {
		for _, c := range cs {
			for i, u := range head.used {
				c.used[i] = c.used[i] || u
			}
			c.phase = head.phase
			out = append(out, c)
		}
	}
	if head.phase == nil || ph == order.Combat {
		add(r.tactics(items))
		if len(out) > 0 {
			return out
		}
	}
	switch {
	case ph == order.Buy:
		add(r.purchase(items))
	case ph == order.Place, ph == order.NoPhase && r.ctx.Phase == order.Place: // nothing moves any more
		add(r.placing(items))
	}
	if len(out) == 0 && ph != order.Buy && ph != order.Place {
		add(r.defended(items))
	}
	if len(out) == 0 && (head.phase == nil || ph == order.Combat || ph == order.Noncombat) {
		add(r.voyage(items))
	}
	if len(out) == 0 && (head.phase == nil || ph == order.Combat || ph == order.Noncombat) {
		add(r.movements(items))
	}
	if len(out) == 0 && (head.phase == nil || ph == order.Combat) {
		add(r.target(items))
	}
	if len(out) == 0 && head.phase == nil {
		if ph == order.NoPhase {
			add(r.bought(items))
		}
	}
	return out
}

// saysNothing reports whether nothing is said, or that there is nothing.
func saysNothing(items []phrase.Item) bool {
	for _, it := range items {
		if it.Kind == phrase.Key && slices.Contains([]string{"phase nothing", ".", "-", ":", "filler", "!"}, it.ID) {
			continue
		}
		return false
	}
	return true
}

// headerSaid reads a line that says whose orders these are and of which round, in other words than a header: "Japan,
// round 1".
func (r *clause) headerSaid(items []phrase.Item) (candidate, bool) {
	c := r.newCandidate()
	var h order.Header
	for i, it := range items {
		switch {
		case r.isOwn(it):
			h.Power = r.ctx.Power
		case it.Kind == phrase.Key && it.ID == "round" && i+1 < len(items) && items[i+1].Kind == phrase.Number:
			h.Round = items[i+1].N
		case it.Kind == phrase.Number && h.Round == it.N:
		case it.Kind == phrase.Key && slices.Contains([]string{",", ".", ":", "-", "filler"}, it.ID):
		default:
			return c, false
		}
		c.takes(it)
	}
	c.line = &orders.Line{Header: &h}
	return c, h.Round > 0
}

// goesOn reports whether the sentence before it on the line sends units where enemies are: "India: 4 inf from FIC; 2 ftr
// from SZ36".
func (r *clause) goesOn() bool {
	last := r.st.lastGoal()
	return !r.s.first && r.st.said != nil && r.st.said.line == r.s.line && len(r.st.cand.pieces) > 0 && len(last) == 1 && r.hostile(last[0].ID)
}

// movements reads a sentence as moves under a heading of movement, or none.
func (r *clause) movements(items []phrase.Item) []candidate {
	items, head, verb, used := r.unitHead(items)
	var out []candidate
	for _, generous := range []bool{false, true} {
		mover := &mover{r, generous}
		x := &phrase.Walker{Board: r.ctx.Board, Power: r.ctx.Power, Atoms: r.s.atoms, Items: items, Target: r.st.target, Head: head, Generous: generous,
			Last: r.st.lastGoal(), Along: r.goesOn(), Most: 2*mostWork - r.work}
		walks := x.Walks(cmp.Or(verb, r.st.targetVerb))
		r.work, r.cut = r.work+x.Steps, r.cut || x.Cut
		for _, w := range walks {
			for _, m := range mover.make(w.Done) {
				c := r.newCandidate()
				c.made = m
				c.takes(used...)
				for i, u := range w.Used {
					if u {
						c.takes(items[i])
					}
				}
				out = append(out, c)
			}
		}
		if len(out) > 0 {
			break
		}
	}
	return out
}

// unitHead takes "SBR:" or "U-Boote:" off the beginning of a sentence.
func (r *clause) unitHead(items []phrase.Item) (rest []phrase.Item, head *phrase.Unit, verb string, used []phrase.Item) {
	i := r.skip(items, 0)
	if i+1 >= len(items) || items[i+1].Kind != phrase.Key || items[i+1].ID != ":" {
		return items, nil, "", nil
	}
	switch it := items[i]; {
	case it.Kind == phrase.Key && it.ID == "bomb":
		return items[i+2:], nil, "bomb", items[i : i+2]
	case it.Kind == phrase.Group && len(it.Units) == 1 && it.Units[0].N == 0 && it.Units[0].Class &&
		slices.ContainsFunc(items[i+2:], func(y phrase.Item) bool { return y.Kind == phrase.Group }):
		return items[i+2:], nil, "", items[i : i+2] // "planes: both fighters from England to Norway"
	case it.Kind == phrase.Group && len(it.Units) == 1 && it.Units[0].N == 0:
		return items[i+2:], &it.Units[0], "", items[i : i+2]
	}
	return items, nil, "", nil
}

// defended reads a heading that names a space of enemies with those who stand there, as a check: "Egypt (1 INF, 1 ARM)",
// "West Russia v 3 inf 1 art:", and with what is said behind it.
func (r *clause) defended(items []phrase.Item) []candidate {
	i := r.skip(items, 0)
	if i < len(items) && items[i].Kind == phrase.Key && items[i].ID == "attack" {
		i++
	}
	if i+1 >= len(items) || items[i].Kind != phrase.Named || !r.hostile(items[i].Places[0].ID) {
		return nil
	}
	at, end := items[i].Places, i+1
	var said []phrase.Unit
	switch it := items[end]; {
	case it.Kind == phrase.Paren && len(it.Inner) == 1 && it.Inner[0].Kind == phrase.Group:
		said, end = it.Inner[0].Units, end+1
	case it.Kind == phrase.Key && (it.ID == "vs" || it.ID == "to") && end+1 < len(items) && items[end+1].Kind == phrase.Group &&
		(end+2 == len(items) || items[end+2].Kind == phrase.Key && items[end+2].ID == ":"):
		said, end = items[end+1].Units, end+2
	default:
		return nil
	}
	c := r.newCandidate()
	c.takes(items[:end]...)
	if !r.stand(said, at[0].ID) {
		c.guesses = append(c.guesses, r.guess(said[0].From, said[len(said)-1].To, WhySum, ""))
	}
	for end < len(items) && items[end].Kind == phrase.Key && slices.Contains([]string{":", ".", "-"}, items[end].ID) {
		c.takes(items[end])
		end++
	}
	if c.target = at; end == len(items) {
		return []candidate{c}
	}
	st := *r.st
	st.target = at
	var out []candidate
	for _, x := range (&clause{r.reader, r.s, &st}).movements(items[end:]) {
		for j, u := range c.used {
			x.used[j] = x.used[j] || u
		}
		x.guesses = append(slices.Clip(x.guesses), c.guesses...)
		out = append(out, x)
	}
	return out
}

// stand reports whether these enemies, and no others that fight, stand in a space.
func (r *clause) stand(us []phrase.Unit, at board.SpaceID) bool {
	counts := map[board.UnitType]int{}
	for _, x := range r.standing(at) {
		if x.Power != r.ctx.Power {
			counts[x.Type] += x.N
		}
	}
	for _, u := range us {
		if len(u.Types) == 0 || counts[u.Types[0]] != max(u.N, 1) {
			return false
		}
		delete(counts, u.Types[0])
	}
	for t, n := range counts {
		if n > 0 && t != board.AAGun && t != board.Complex {
			return false
		}
	}
	return true
}

// target reads a heading that is only a place: where the next lines go.
func (r *clause) target(items []phrase.Item) []candidate {
	c := r.newCandidate()
	var place *phrase.Item
	lands := slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && (it.ID == "ship" || it.ID == "unload") })
	for i, it := range items {
		switch {
		case it.Kind == phrase.Named && place == nil:
			place = &items[i]
		case it.Kind == phrase.Paren, it.Kind == phrase.Key && slices.Contains([]string{":", ".", "-", "attack", "to", "vs", "article", "battle"}, it.ID):
		case it.Kind == phrase.Key && it.ID == "bomb":
			c.targetVerb = "bomb"
		case lands && it.Kind == phrase.Key && slices.Contains([]string{"ship", "unload", "in", "one"}, it.ID): // "my plan is a landing in Norway"
		case it.Kind == phrase.Key && it.ID == "filler", lands && it.Kind == phrase.Unknown:
			continue
		default:
			return nil
		}
		c.takes(it)
	}
	if place == nil {
		if c.targetVerb == "" || len(items) > 2 {
			return nil
		}
		return []candidate{c} // "SBR", and below it who bombs what
	}
	fought := slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && it.ID == "battle" })
	for _, p := range place.Places {
		if fought && r.st.attacks(p.ID) { // "the battle of India", and what is to be done there
			c.battle = p.ID
			return []candidate{c}
		}
	}
	c.target = place.Places
	return []candidate{c}
}

// purchase reads a list of units to buy, with checks of what they cost.
func (r *clause) purchase(items []phrase.Item) []candidate {
	c := r.newCandidate()
	var list []order.Units
	numbers := false
	var groups []phrase.Unit
	for _, it := range items {
		if it.Kind == phrase.Hop || it.Kind == phrase.Named && it.Power != r.ctx.Power {
			return nil // something goes somewhere
		}
		if it.Kind == phrase.Group {
			groups = append(groups, it.Units...)
			c.takes(it)
		} else if it.Kind == phrase.Key && slices.Contains([]string{",", "and", ":", "+", "&", ".", "-", "phase buy", "/", ";"}, it.ID) {
			c.takes(it)
		} else if it.Kind == phrase.Named && it.Power == r.ctx.Power || it.Kind == phrase.Power && it.Power == r.ctx.Power {
			c.takes(it)
		}
	}
	for _, u := range groups {
		numbers = numbers || u.N > 0
	}
	for _, u := range groups {
		t := r.forSale(u)
		if t == board.NoUnit || u.N == order.All {
			return nil
		}
		n := u.N
		switch {
		case n > 0:
		case u.One, u.Abbr && numbers:
			n = 1
		default:
			n = 1
			c.guesses = append(c.guesses, r.guess(u.From, u.To, WhyNumber, r.say([]order.Units{{N: 1, Type: t}})))
		}
		list = append(list, order.Units{N: n, Type: t})
	}
	if len(list) == 0 {
		return nil
	}
	o := order.BuyUnits{At: order.At{Line: r.s.line}, Units: list}
	c.pieces = []piece{{phase: order.Buy, order: o, battle: board.NoSpace}}
	r.checkSum(items, &c)
	return []candidate{c}
}

// forSale is the one type of a word that can be bought.
func (r *clause) forSale(u phrase.Unit) board.UnitType {
	found := board.NoUnit
	for _, t := range u.Types {
		if r.ctx.Stands.Price(t) > 0 {
			if found != board.NoUnit {
				return board.NoUnit
			}
			found = t
		}
	}
	return found
}

// bought reads a sentence that says in prose that units are bought, or a bare list where the turn stands at purchase.
func (r *clause) bought(items []phrase.Item) []candidate {
	says := slices.IndexFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && it.ID == "phase buy" })
	if says < 0 && r.ctx.Phase != order.Buy {
		return nil
	}
	return r.purchase(items)
}

// checkSum uses a number of money as a check of what the units cost.
func (r *clause) checkSum(items []phrase.Item, c *candidate) {
	sum := func(groups []phrase.Item) (cost int) {
		for _, it := range groups {
			for _, u := range it.Units {
				cost += max(u.N, 1) * r.ctx.Stands.Price(r.forSale(u))
			}
		}
		return cost
	}
	check := func(it phrase.Item, n int, costs ...int) {
		c.takes(it)
		if !slices.Contains(costs, n) {
			c.guesses = append(c.guesses, r.guess(it.From, it.To, WhySum, ""))
		}
	}
	cost, since := sum(items), 0
	left := r.ctx.Stands.Money(r.ctx.Power) - cost
	isKey := func(i int, ids ...string) bool {
		return i >= 0 && i < len(items) && items[i].Kind == phrase.Key && slices.Contains(ids, items[i].ID)
	}
	for i, it := range items {
		switch {
		case it.Kind == phrase.Paren && len(it.Inner) > 0 && it.Inner[0].Kind == phrase.Number && len(it.Inner) <= 2:
			check(it, it.Inner[0].N, cost, sum(items[since:i])) // of all, or of the units before it
			since = i + 1
		case it.Kind == phrase.Paren && slices.ContainsFunc(it.Inner, func(x phrase.Item) bool { return x.Kind == phrase.Number }):
			c.takes(phrase.Item{From: it.From, To: it.From + 1}, phrase.Item{From: it.To - 1, To: it.To})
			inner := candidate{used: c.used}
			checkMoney(r, it.Inner, &inner, cost, left)
			c.guesses = append(c.guesses, inner.guesses...)
		case it.Kind == phrase.Number && isKey(i-1, "=", "total"):
			check(it, it.N, cost)
			c.takes(items[i-1])
			if isKey(i+1, "money") {
				c.takes(items[i+1])
			}
		}
	}
	checkMoney(r, items, c, -1, left)
}

// checkMoney uses what is said to be left, and in brackets what is said to be spent, as checks.
func checkMoney(r *clause, items []phrase.Item, c *candidate, cost, left int) {
	isKey := func(i int, ids ...string) bool {
		return i >= 0 && i < len(items) && items[i].Kind == phrase.Key && slices.Contains(ids, items[i].ID)
	}
	for i, it := range items {
		if it.Kind != phrase.Number {
			continue
		}
		before, behind := i-1, i+1
		for isKey(before, ":", "=") {
			before--
		}
		if isKey(behind, "money") {
			behind++
		}
		want := cost
		switch {
		case isKey(before, "saved", "rest"):
			want = left
			c.takes(items[before:behind]...)
		case isKey(behind, "saved", "left", "rest"):
			want, behind = left, behind+1
		case cost < 0:
			continue
		}
		c.takes(items[i:behind]...)
		if it.N != want {
			c.guesses = append(c.guesses, r.guess(it.From, it.To, WhySum, ""))
		}
	}
}

// placing reads where new units are placed: "UK 4 inf, 1 ftr", "4 infantry in Russia and 4 in Caucasus".
func (r *clause) placing(items []phrase.Item) []candidate {
	c := r.newCandidate()
	type put struct {
		units []phrase.Unit
		at    []place
	}
	var puts []put
	var pend []phrase.Unit
	var at []place
	var last []phrase.Unit
	for _, it := range items {
		switch {
		case it.Kind == phrase.Group:
			last = it.Units
			if at != nil {
				puts = append(puts, put{it.Units, at})
			} else {
				pend = append(pend, it.Units...)
			}
		case it.Kind == phrase.Number && len(last) == 1:
			u := last[0]
			u.N, u.From, u.To = it.N, it.From, it.To
			pend = append(pend, u)
		case it.Kind == phrase.Named && len(pend) > 0:
			puts, pend = append(puts, put{pend, it.Places}), nil
		case it.Kind == phrase.Named:
			at = it.Places
		case it.Kind == phrase.Key && slices.Contains([]string{",", "and", ":", "in", "to", "on", "+", "&", ".", "-", "phase place", "article", ";"}, it.ID):
		default:
			continue
		}
		c.takes(it)
	}
	if len(pend) > 0 || len(puts) == 0 {
		return nil
	}
	for _, p := range puts {
		o := order.PlaceUnits{At: order.At{Line: r.s.line}, In: p.at[0].ID, From: board.NoSpace}
		for _, u := range p.units {
			t := r.forSale(u)
			if t == board.NoUnit {
				return nil
			}
			n := u.N
			if n == 0 {
				n = 1
				if !u.One && !u.Abbr {
					c.guesses = append(c.guesses, r.guess(u.From, u.To, WhyNumber, r.say([]order.Units{{N: 1, Type: t}})))
				}
			}
			o.Units = append(o.Units, order.Units{N: n, Type: t})
		}
		c.rank += int(p.at[0].How)
		c.pieces = append(c.pieces, piece{phase: order.Place, order: o, battle: board.NoSpace})
	}
	return []candidate{c}
}

// weigh says what a candidate leaves out: meaningful words make it a guess.
func (r *clause) weigh(c *candidate) {
	c.unread, c.guesses = make([]bool, len(r.s.atoms)), slices.Clip(c.guesses)
	first, last := len(r.s.atoms), -1
	for i, u := range c.used {
		if u {
			first, last = min(first, i), max(last, i)
		}
	}
	says := len(c.pieces) > 0
	named := 0 // words behind a greeting that may be a name
	for i := 0; i < len(r.s.atoms); i++ {
		if !c.used[i] && r.s.atoms[i].Is("greetings") {
			named = nameWords
		} else if named--; named >= 0 && !c.used[i] && r.s.atoms[i].MayBeName() {
			continue
		}
		if c.used[i] || !r.meaningful(i, says && i > first && i < last) {
			continue
		}
		j := i
		for j < len(r.s.atoms) && !c.used[j] && r.meaningful(j, says && j > first && j < last) {
			c.unread[j] = true
			j++
		}
		c.guesses = append(c.guesses, r.guess(i, j, WhyUnread, ""))
		i = j
	}
	if says && r.s.below {
		c.guesses = append(c.guesses, r.guess(0, len(r.s.atoms), WhyOrder, ""))
	}
	for i, u := range c.used { // a lexicon.Misspelt name that was used
		if a := r.s.atoms[i]; u && len(a.Places) > 0 && a.Places[0].How == lexicon.Misspelt {
			c.rank += int(lexicon.Misspelt)
		}
	}
}

// nameWords is how many words of a name may follow a greeting.
const nameWords = 3

// actingVerbs are the verbs that order something without a unit or a place beside them.
var actingVerbs = []string{"losses", "keep", "retreat", "submerge", "strafe"}

// meaningful reports whether an atom that is left out says something: inside an order every word does. Where nothing
// that can be ordered is named, a verb of movement is only talk: "there we go".
func (r *clause) meaningful(i int, inside bool) bool {
	a := r.s.atoms[i]
	if !inside && phrase.IsTalk(r.s.atoms) && !a.Is("turning") && !a.Is("verbs", actingVerbs...) &&
		(i > 0 || !a.Is("keywords") && !a.Is("phases") || a.Slip && len(r.s.atoms) > mostOfHeading) {
		return false
	}
	if a.Tokens[0].Kind == text.Sign {
		return a.Key == "?" || a.Key == "%" || a.Key == "->" || a.Key == "<"
	}
	if a.Numeral && a.Tokens[0].Kind == text.Number || phrase.NamesPlace(a) {
		return true
	}
	if a.Is("turning") || a.Tokens[0].Kind == text.Number {
		return true
	}
	if a.IsFiller() || r.Article([]*phrase.Atom{a}) || !inside && a.Is("verbs", "then", "first", "last") {
		return false
	}
	if a.Is("units") || a.Is("powers") || a.Is("verbs") || a.Is("phases") || a.Is("conditions") || a.Is("acronyms") {
		return true
	}
	if a.Is("keywords") && !a.Is("words", "and") {
		return true
	}
	return inside && !a.Is("words", "and")
}

// guess notes what was taken for atoms of a sentence.
func (r *clause) guess(from, to int, why Why, read string) Guess {
	var ts []*token
	for _, a := range r.s.atoms[from:min(to, len(r.s.atoms))] {
		ts = append(ts, a.Tokens...)
	}
	return Guess{Line: r.s.line, Text: text.Written(ts), Read: read, Why: why}
}

// say prints units as canonical orders do.
func (r *clause) say(us []order.Units) string {
	return strings.ToLower(syntax.NewPrinter(syntax.English, r.ctx.Board).Units(us))
}

// clause is a sentence that is read where it stands.
type clause struct {
	*reader
	s  *sentence
	st *state
}
