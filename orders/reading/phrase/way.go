package phrase

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Leg is units and where they start.
type Leg struct {
	Units []Unit
	From  []place
	Check []Unit // what was said to be there, behind "all"
	// Assumed reports that the start is that of the units before them.
	Assumed bool
	Carry
}

// Carry is how units go: over which spaces, by which ships.
type Carry struct {
	Via  [][]place
	By   *Unit // the ships that carry
	ByIn []place
	ByTo []place
}

// Movement is a movement as far as it is said: who goes from where to where.
type Movement struct {
	Legs    []Leg
	To      []place
	Verb    string // bomb, ship, attack …; "" for a move
	toSaid  bool   // by "to" or an arrow
	Guessed bool   // the goal is that of the movement before
	toFirst bool   // the goal was named before all units
	Versus  []Unit // who is attacked there, as a check
	Raid    bool   // that something is bombed is said only by a factory in brackets
	Carry          // of all its legs
}

func (f Movement) clone() Movement {
	f.Legs, f.Via = slices.Clone(f.Legs), slices.Clone(f.Via)
	for i := range f.Legs {
		f.Legs[i].Via = slices.Clone(f.Legs[i].Via)
	}
	return f
}

// Walk is a sentence read as movements, as far as it goes.
type Walk struct {
	Done []Movement
	cur  Movement
	pend []Unit  // units without a start yet
	src  []place // a start whose units follow
	last string  // the preposition at hand
	inBy bool    // behind "by 2 transports"
	and  bool    // behind "and", a comma or the like: more of the same may follow
	own  bool    // the goal is named as the sender's power is: perhaps it says only whose orders these are
	but  bool    // behind "everything in A but": who stays follows
	aims bool    // behind the factory that is bombed: the place where it stands is the goal
	srcs int     // starts whose units have not come yet
	// joins reports that these go where those before them went, and say so: "two tanks from Russia join them".
	joins bool
	head  *placeItemRef
	Used  []bool // by item
}

// placeItemRef is the last place that was read, for what follows in brackets.
type placeItemRef struct {
	places []place
	target bool
}

func (w Walk) clone() Walk {
	w.Done, w.cur, w.pend, w.Used = slices.Clone(w.Done), w.cur.clone(), slices.Clone(w.pend), slices.Clone(w.Used)
	return w
}

// Walker reads a sentence as movements in all ways.
type Walker struct {
	Board    *board.Board
	Power    board.Power // who moves
	Atoms    []*Atom
	Items    []Item  // of the atoms
	Target   []place // of a heading above
	Head     *Unit   // of "U-Boote: 2 …"
	Last     []place // where the movement before went, for one that does not say where to
	Along    bool    // on a line that tells of one attack, part by part
	Generous bool    // starts and goals may be missing
	Most     int     // how many steps it may take
	Steps    int     // how many it took
	Cut      bool    // there were more ways than steps
	out      []Walk
}

// Walks lists the ways to read the sentence, which begins with what a verb does.
func (x *Walker) Walks(verb string) []Walk {
	x.walk(0, Walk{cur: Movement{Verb: verb}, Used: make([]bool, len(x.Items))})
	return x.out
}

const (
	mostWalks = 64
	mostSteps = 4000
)

func (x *Walker) walk(i int, w Walk) {
	if x.Steps++; x.Steps > min(mostSteps, x.Most) || len(x.out) >= mostWalks {
		x.Cut = true
		return
	}
	if i == len(x.Items) {
		x.finish(w)
		return
	}
	w = w.clone()
	it := x.Items[i]
	switch it.Kind {
	case Key:
		x.key(i, it, w)
	case Group:
		x.group(i, it, w)
	case Number:
		x.number(i, it, w)
	case Named:
		x.place(i, it, w)
	case Hop:
		x.hop(i, it, w)
	case Paren:
		x.paren(i, it, w)
	default:
		x.walk(i+1, w)
	}
}

// use notes that an item says something.
func (w *Walk) use(i int) { w.Used[i] = true }

// MovementWords are the words and signs that movements are told with.
var MovementWords = []string{"from", "to", "in", "via", "with", "by", "on", "and", ",", ":", "+", "&", "/", "-", "->", ".", ";", "=",
	"move", "attack", "ship", "bomb", "joins", "there", "attack with particle", "battle", "article", "|", ">", "but"}

func (x *Walker) key(i int, it Item, w Walk) {
	if !slices.Contains(MovementWords, it.ID) {
		x.walk(i+1, w)
		return
	}
	w.use(i)
	switch it.ID {
	case "from", "to", "in", "via", "on":
		w.last = it.ID
	case "->", ">":
		w.last = "to"
	case "with", "by":
		w.last = "with"
		if x.leads(i, it) {
			w.last = "via"
		}
	case "and", ",", "+", "&", "/", ";":
		if w.and = true; w.last != "via" {
			w.last = ""
		}
	case "attack":
		w.cur.Verb, w.last = "attack", "to"
	case "ship", "bomb":
		w.cur.Verb = it.ID
	case "move":
		if len(w.pend) > 0 { // of units that are being named, not of those before
			w.cur.Verb = ""
		}
	case "joins":
		w.joins = true
	case "but":
		w.but = true
	case "there":
		if n := len(w.cur.Legs); n > 0 && len(w.pend) > 0 {
			w.source(w.cur.Legs[n-1].From)
		}
	}
	x.walk(i+1, w)
}

// leads reports whether a word that may be "by" or "through", as "durch" is, stands before a place.
func (x *Walker) leads(i int, it Item) bool {
	for i++; i < len(x.Items) && x.Items[i].Kind == Key && x.Items[i].ID == "article"; i++ {
	}
	return i < len(x.Items) && x.Items[i].Kind == Named && x.Atoms[it.From].Is("words", "via")
}

// Carriers reports whether units are ships that may carry others.
func Carriers(us []Unit) bool {
	return len(us) == 1 && slices.ContainsFunc(us[0].Types, func(t board.UnitType) bool {
		return t == board.Transport || t == board.Destroyer
	}) && slices.Contains(us[0].Types, board.Transport)
}

func (x *Walker) group(i int, it Item, w Walk) {
	w.use(i)
	if w.cur.Verb == "bomb" && isComplex(it.Units) &&
		len(w.cur.Legs)+len(w.pend) > 0 { // "bombs the UK factory"
		for _, a := range x.Atoms[it.From:it.To] {
			if len(a.Places) > 0 {
				w.goal(a.Places, true)
			}
		}
		w.aims = len(w.cur.To) == 0
		x.walk(i+1, w)
		return
	}
	w.and = false
	if w.but {
		if w.but = false; w.stay(it.Units) {
			x.walk(i+1, w)
		}
		return
	}
	ours := func(u Unit) bool { return u.Power == board.Nobody || u.Power == x.Power }
	if w.cur.Verb == "attack" && w.last == "to" && !slices.ContainsFunc(it.Units, ours) {
		w.cur.Versus, w.aims = it.Units, true // "hit the UK battleship in SZ13"
		x.walk(i+1, w)
		return
	}
	if w.last == "with" && len(it.Units) > 1 && Carriers(it.Units[:1]) && it.Units[0].N <= 1 && len(w.pend)+len(w.cur.Legs) > 0 {
		// "by transport, bomber UK to Norway"
		rest := it
		rest.Units = it.Units[1:]
		next := w.clone()
		u := it.Units[0]
		next.carrying().By, next.last = &u, ""
		next.finishFrame(Movement{Verb: w.cur.Verb})
		next.takeUnits(rest.Units)
		x.walk(i+1, next)
	}
	if (w.last == "with" || w.last == "via" || w.last == "on") && Carriers(it.Units) && (len(w.pend)+len(w.cur.Legs) > 0) {
		u := it.Units[0]
		w.carrying().By, w.inBy, w.last = &u, true, ""
		x.walk(i+1, w)
		return
	}
	w.inBy, w.last = false, ""
	if w.cur.toSaid && len(w.cur.Legs) > 0 && len(w.pend) == 0 {
		next := w.clone() // a movement of its own
		next.finishFrame(Movement{Verb: w.cur.Verb})
		next.takeUnits(it.Units)
		x.walk(i+1, next)
		if w.src != nil { // "Ukraine everything to Caucasus, the fighter from Balkans too": others than those of that start
			next := w.clone()
			if next.src = nil; !x.joined(i) {
				next.finishFrame(Movement{Verb: w.cur.Verb})
			}
			next.takeUnits(it.Units)
			x.walk(i+1, next)
		}
	}
	w.takeUnits(it.Units)
	x.walk(i+1, w)
}

// joined reports whether it is said behind an item that what it names goes where those before it went.
func (x *Walker) joined(i int) bool {
	return slices.ContainsFunc(x.Items[i:], func(it Item) bool { return it.Kind == Key && it.ID == "joins" })
}

// carrying is what the way of the units at hand is noted in: theirs alone while others may follow to the same goal.
func (w *Walk) carrying() *Carry {
	if n := len(w.cur.Legs); n > 0 && len(w.pend) == 0 && (!w.cur.toSaid || w.cur.toFirst) {
		return &w.cur.Legs[n-1].Carry
	}
	return &w.cur.Carry
}

// takeUnits gives units the start that was said before them, else they wait for one.
func (w *Walk) takeUnits(us []Unit) {
	if w.src != nil {
		w.srcs = 0
		if n := len(w.cur.Legs); n > 0 && samePlaces(w.cur.Legs[n-1].From, w.src) {
			w.cur.Legs[n-1].Units = append(slices.Clip(w.cur.Legs[n-1].Units), us...)
			return
		}
		w.cur.Legs = append(w.cur.Legs, Leg{Units: us, From: w.src})
		return
	}
	w.pend = append(w.pend, us...)
}

func samePlaces(a, b []place) bool { return slices.Equal(a, b) }

// finishFrame ends a movement and begins another.
func (w *Walk) finishFrame(next Movement) {
	if len(w.cur.Legs) > 0 {
		w.Done = append(w.Done, w.cur)
	}
	w.cur = next
}

func (x *Walker) number(i int, it Item, w Walk) {
	if x.Head != nil && i+1 < len(x.Items) && (x.Items[i+1].Kind == Hop || x.Items[i+1].Kind == Named) {
		u := *x.Head
		u.N = it.N
		w.use(i)
		w.takeUnits([]Unit{u})
	}
	x.walk(i+1, w)
}

// source makes a place the start of the units that wait for one.
func (w *Walk) source(p []place) {
	w.cur.Legs = append(w.cur.Legs, Leg{Units: w.pend, From: p})
	w.pend, w.last = nil, ""
	w.head = &placeItemRef{p, false}
}

func (w *Walk) goal(p []place, said bool) {
	w.cur.toFirst = len(w.cur.Legs)+len(w.pend) == 0
	w.cur.To, w.cur.toSaid, w.last = p, said, ""
	w.head = &placeItemRef{p, true}
}

func (x *Walker) place(i int, it Item, w Walk) {
	w.use(i)
	p, last, and := it.Places, w.last, w.and
	w.and = false
	switch {
	case w.aims:
		if w.aims = false; w.forgets(p) {
			return
		}
		w.goal(p, true)
		x.walk(i+1, w)
		return
	case and && last != "to" && last != "via" && w.allFrom(p):
		x.walk(i+1, w)
		return
	case last == "via":
		c := w.carrying()
		c.Via = append(c.Via, p)
		w.head = nil
		x.walk(i+1, w)
		return
	case w.inBy && (x.sea(p) || last == "in" || last == "from") && !w.carrying().sails(last):
		w.bySpec(last, p)
		x.walk(i+1, w)
		return
	case (last == "on" || last == "to" || last == "with") && x.sea(p) && i+1 < len(x.Items) &&
		x.Items[i+1].Kind == Group && Carriers(x.Items[i+1].Units) && len(w.pend)+len(w.cur.Legs) > 0:
		w.carrying().ByIn, w.last = p, "with"
		x.walk(i+1, w)
		return
	case last == "to":
		if len(w.cur.To) > 0 && len(w.cur.Legs) > 0 && w.cur.toSaid {
			w.finishFrame(Movement{Verb: w.cur.Verb})
		}
		if w.forgets(p) {
			return
		}
		w.goal(p, true)
		x.walk(i+1, w)
		return
	}
	if len(w.pend) > 0 {
		next := w.clone()
		next.source(p)
		x.walk(i+1, next)
	} else {
		next := w.clone() // a start whose units follow, or everything that stands there
		next.src, next.last, next.head = p, "", &placeItemRef{p, false}
		next.srcs++
		x.walk(i+1, next)
	}
	if last != "from" && last != "in" && len(w.cur.To) == 0 && len(w.pend) == 0 {
		w.goal(p, false)
		w.own = it.Power != board.Nobody && it.Power == x.Power
		x.walk(i+1, w)
	}
}

// stay excepts units from everything that goes, and reports whether everything does.
func (w *Walk) stay(us []Unit) bool {
	found := false
	for i := range w.cur.Legs {
		if l := &w.cur.Legs[i]; isAll(l.Units) && len(l.Units[0].Types) == 0 {
			all := l.Units[0]
			all.But = slices.Concat(all.But, us)
			l.Units, found = []Unit{all}, true
		}
	}
	w.last = ""
	return found
}

// forgets reports whether a place that was named would say nothing if another were the goal. The sender's own name may.
func (w *Walk) forgets(p []place) bool {
	return len(w.cur.To) > 0 && !w.cur.toSaid && !w.own && !samePlaces(w.cur.To, p)
}

// allFrom takes a place behind "everything in A and" for one more from which everything comes.
func (w *Walk) allFrom(p []place) bool {
	n := len(w.cur.Legs)
	if n == 0 || len(w.pend) > 0 || w.src != nil || w.inBy || w.cur.toSaid && !w.cur.toFirst || !isAll(w.cur.Legs[n-1].Units) {
		return false
	}
	w.cur.Legs = append(w.cur.Legs, Leg{Units: w.cur.Legs[n-1].Units, From: p})
	w.last, w.head = "", &placeItemRef{p, false}
	return true
}

func (x *Walker) sea(p []place) bool { return x.Board.Space(p[0].ID).Sea }

// sails reports whether it is known already where the ships that carry start, or go.
func (c *Carry) sails(last string) bool {
	if last == "in" || last == "from" {
		return c.ByIn != nil
	}
	return c.ByTo != nil
}

// bySpec reads where the ships that carry are, and where they sail.
func (w *Walk) bySpec(last string, p []place) {
	switch {
	case last == "in", last == "from":
		w.carrying().ByIn = p
	default:
		w.carrying().ByTo = p
	}
	w.last = ""
}

func (x *Walker) hop(i int, it Item, w Walk) {
	w.use(i)
	hops := slices.CompactFunc(slices.Clone(it.Hops), func(a, b []place) bool { return a[0].ID == b[0].ID })
	first, last, between := hops[0], hops[len(hops)-1], hops[1:max(1, len(hops)-1)]
	and := w.and
	w.and = false
	switch {
	case and && len(w.cur.To) == 0 && w.last != "to" && w.last != "via" && w.allFrom(first):
		w.carrying().Via = append(w.carrying().Via, between...)
		w.goal(last, true)
	case w.inBy:
		c := w.carrying()
		c.ByIn, c.ByTo = first, last
	case w.last == "via" && len(w.cur.Legs) > 0 && len(w.pend) == 0 && !w.cur.toSaid: // "from UK via SZ3 to Norway"
		c := w.carrying()
		c.Via = append(append(c.Via, first), between...)
		w.goal(last, true)
	case len(w.pend) > 0:
		if len(w.cur.Legs) > 0 && len(w.cur.To) == 0 && x.Target == nil { // "3 inf from India and 1 ftr SZ35 to Indochina"
			next := w.clone()
			next.source(first)
			next.cur.Legs[len(next.cur.Legs)-1].Via = between
			next.goal(last, true)
			x.walk(i+1, next)
		}
		f := Movement{Legs: []Leg{{Units: w.pend, From: first}}, To: last, Verb: w.cur.Verb, toSaid: true, Carry: Carry{Via: between}}
		w.finishFrame(f)
		w.pend, w.src = nil, nil
		w.head = &placeItemRef{last, true}
	default:
		w.finishFrame(Movement{To: last, Verb: w.cur.Verb, Carry: Carry{Via: between}})
		w.src = first
		w.srcs++
		w.head = &placeItemRef{last, true}
	}
	x.walk(i+1, w)
}

// paren reads what stands in brackets: a start, the ships that carry, who is there, a zone that says more.
func (x *Walker) paren(i int, it Item, w Walk) {
	w.use(i)
	in := slices.DeleteFunc(slices.Clone(it.Inner), func(y Item) bool {
		return y.Kind == Key && slices.Contains([]string{",", "and", "+", "&", "article", "in", "from"}, y.ID)
	})
	kinds := make([]Kind, len(in))
	for j, y := range in {
		kinds[j] = y.Kind
	}
	is := func(want ...Kind) bool { return slices.Equal(kinds, want) }
	switch {
	case is(Named) && len(w.pend) > 0:
		w.source(in[0].Places)
	case is(Group) && isComplex(in[0].Units) && w.head != nil && w.head.target:
		w.cur.Verb, w.cur.Raid = "bomb", true // "1 bomber Germany to Russia (factory)"
	case is(Key, Named) && in[0].ID == "via" && len(w.cur.Legs)+len(w.pend) > 0:
		c := w.carrying()
		c.Via = append(c.Via, in[1].Places)
	case is(Named) && w.head != nil && w.head.target && w.lands(x):
		c := w.carrying()
		c.ByTo = in[0].Places // "1 inf UK -> Norway (SZ3)"
	case is(Named) && w.head != nil && w.head.target:
		w.cur.To = in[0].Places // "Pearl (SZ52)"
	case is(Hop) && len(w.cur.Legs)+len(w.pend) > 0:
		c := w.carrying()
		c.ByIn, c.ByTo = in[0].Hops[0], in[0].Hops[len(in[0].Hops)-1]
	case len(in) > 0 && in[0].Kind == Group && Carriers(in[0].Units) && x.readBy(in, &w):
	case is(Group) && len(w.cur.Legs) > 0 && w.head != nil && isAll(w.cur.Legs[len(w.cur.Legs)-1].Units) &&
		samePlaces(w.cur.Legs[len(w.cur.Legs)-1].From, w.head.places):
		w.cur.Legs[len(w.cur.Legs)-1].Check = in[0].Units
	case is(Group) && len(w.pend) > 0 && isAll(w.pend):
		w.pend = in[0].Units
	case is(Group) && w.head != nil && !w.head.target:
		if !samePlaces(w.src, w.head.places) {
			w.src = w.head.places
		}
		w.takeUnits(in[0].Units)
		w.src = nil
	default:
		w.Used[i] = false
	}
	x.walk(i+1, w)
}

// lands reports whether the units at hand are land units that go to land: a zone behind it is where they are landed.
func (w *Walk) lands(x *Walker) bool {
	if len(w.cur.To) == 0 || x.sea(w.cur.To) || len(w.cur.Legs) == 0 {
		return false
	}
	for _, l := range w.cur.Legs {
		for _, u := range l.Units {
			if len(u.Types) == 0 || !u.Types[0].IsLand() {
				return false
			}
		}
	}
	return true
}

// isComplex reports whether units are one industrial complex.
func isComplex(us []Unit) bool {
	return len(us) == 1 && us[0].N <= 1 && slices.Equal(us[0].Types, []board.UnitType{board.Complex})
}

func isAll(us []Unit) bool { return len(us) == 1 && us[0].N == order.All }

// readBy reads "(2 trn sz10->sz12)".
func (x *Walker) readBy(in []Item, w *Walk) bool {
	u := in[0].Units[0]
	c := w.carrying()
	c.By = &u
	last := ""
	for _, y := range in[1:] {
		switch y.Kind {
		case Hop:
			c.ByIn, c.ByTo = y.Hops[0], y.Hops[len(y.Hops)-1]
		case Named:
			w.bySpec(last, y.Places)
		case Key:
			last = y.ID
		default:
			return false
		}
	}
	return true
}

// finish keeps a reading in which every movement has units, a start and a goal.
func (x *Walker) finish(w Walk) {
	if len(w.pend) > 0 && w.src == nil {
		if n := len(w.cur.Legs); n > 0 { // "both fighters from England and the bomber to Norway"
			w.source(w.cur.Legs[n-1].From)
			w.cur.Legs[n].Assumed = true
		} else if x.Generous {
			w.source(nil) // from where is not said
		} else {
			return
		}
	}
	if len(w.pend) > 0 {
		us := w.pend
		w.pend = nil
		w.takeUnits(us)
	}
	if w.srcs > 0 || w.but {
		return // a place of which nothing came, or nobody who stays
	}
	w.finishFrame(Movement{})
	for i := range w.Done {
		f := &w.Done[i]
		if len(f.To) == 0 {
			f.To = x.Target
		}
		if len(f.To) == 0 && (x.Generous || w.joins || x.Along) {
			f.To, f.Guessed = x.Last, !w.joins && !x.Along
		}
		if len(f.To) == 0 {
			return
		}
	}
	if len(w.Done) > 0 {
		x.out = append(x.out, w)
	}
}
