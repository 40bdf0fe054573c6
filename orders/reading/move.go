package reading

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/phrase"
)

// leg is units and where they start.
type leg struct {
	units []phrase.Unit
	from  []place
	check []phrase.Unit // what was said to be there, behind "all"
	// assumed reports that the start is that of the units before them.
	assumed bool
	carry
}

// carry is how units go: over which spaces, by which ships.
type carry struct {
	via  [][]place
	by   *phrase.Unit // the ships that carry
	byIn []place
	byTo []place
}

// frame is a movement as far as it is said: who goes from where to where.
type frame struct {
	legs    []leg
	to      []place
	verb    string // bomb, ship, attack …; "" for a move
	toSaid  bool   // by "to" or an arrow
	guessed bool   // the goal is that of the movement before
	carry          // of all its legs
}

func (f frame) clone() frame {
	f.legs, f.via = slices.Clone(f.legs), slices.Clone(f.via)
	for i := range f.legs {
		f.legs[i].via = slices.Clone(f.legs[i].via)
	}
	return f
}

// walk is how far a sentence is read as movements.
type walk struct {
	done []frame
	cur  frame
	pend []phrase.Unit // units without a start yet
	src  []place       // a start whose units follow
	last string        // the preposition at hand
	inBy bool          // behind "by 2 transports"
	srcs int           // starts whose units have not come yet
	// joins reports that these go where those before them went, and say so: "two tanks from Russia join them".
	joins bool
	head  *placeItemRef
	used  []bool // by item
}

// placeItemRef is the last place that was read, for what follows in brackets.
type placeItemRef struct {
	places []place
	target bool
}

func (w walk) clone() walk {
	w.done, w.cur, w.pend, w.used = slices.Clone(w.done), w.cur.clone(), slices.Clone(w.pend), slices.Clone(w.used)
	return w
}

// walker reads a sentence as movements in all ways.
type walker struct {
	r        *reader
	items    []phrase.Item
	target   []place      // of a heading above
	head     *phrase.Unit // of "U-Boote: 2 …"
	last     []place      // where the movement before went, for one that does not say where to
	along    bool         // on a line that tells of one attack, part by part
	generous bool         // starts and goals may be missing
	out      []walk
	steps    int
}

const (
	mostWalks = 64
	mostSteps = 4000
)

func (x *walker) walk(i int, w walk) {
	if x.steps++; x.steps > mostSteps || len(x.out) >= mostWalks || x.r.work > 2*mostWork {
		x.r.cut = true
		return
	}
	x.r.work++
	if i == len(x.items) {
		x.finish(w)
		return
	}
	w = w.clone()
	it := x.items[i]
	switch it.Kind {
	case phrase.Key:
		x.key(i, it, w)
	case phrase.Group:
		x.group(i, it, w)
	case phrase.Number:
		x.number(i, it, w)
	case phrase.Named:
		x.place(i, it, w)
	case phrase.Hop:
		x.hop(i, it, w)
	case phrase.Paren:
		x.paren(i, it, w)
	default:
		x.walk(i+1, w)
	}
}

// use notes that an item says something.
func (w *walk) use(i int) { w.used[i] = true }

var movementWords = []string{"from", "to", "in", "via", "with", "by", "on", "and", ",", ":", "+", "&", "/", "-", "->", ".", ";", "=",
	"move", "attack", "ship", "bomb", "joins", "there", "attack with particle", "battle", "article", "|", ">"}

func (x *walker) key(i int, it phrase.Item, w walk) {
	if !slices.Contains(movementWords, it.ID) {
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
		if w.last != "via" {
			w.last = ""
		}
	case "attack":
		w.cur.verb, w.last = "attack", "to"
	case "ship", "bomb":
		w.cur.verb = it.ID
	case "move":
		if len(w.pend) > 0 { // of units that are being named, not of those before
			w.cur.verb = ""
		}
	case "joins":
		w.joins = true
	case "there":
		if n := len(w.cur.legs); n > 0 && len(w.pend) > 0 {
			w.source(w.cur.legs[n-1].from)
		}
	}
	x.walk(i+1, w)
}

// leads reports whether a word that may be "by" or "through", as "durch" is, stands before a place.
func (x *walker) leads(i int, it phrase.Item) bool {
	for i++; i < len(x.items) && x.items[i].Kind == phrase.Key && x.items[i].ID == "article"; i++ {
	}
	return i < len(x.items) && x.items[i].Kind == phrase.Named && x.r.sentence.atoms[it.From].Is("words", "via")
}

// carriers reports whether units are ships that may carry others.
func carriers(us []phrase.Unit) bool {
	return len(us) == 1 && slices.ContainsFunc(us[0].Types, func(t board.UnitType) bool {
		return t == board.Transport || t == board.Destroyer
	}) && slices.Contains(us[0].Types, board.Transport)
}

func (x *walker) group(i int, it phrase.Item, w walk) {
	w.use(i)
	if w.last == "with" && len(it.Units) > 1 && carriers(it.Units[:1]) && it.Units[0].N <= 1 && len(w.pend)+len(w.cur.legs) > 0 {
		// "by transport, bomber UK to Norway"
		rest := it
		rest.Units = it.Units[1:]
		next := w.clone()
		u := it.Units[0]
		next.carrying().by, next.last = &u, ""
		next.finishFrame(frame{verb: w.cur.verb})
		next.takeUnits(rest.Units)
		x.walk(i+1, next)
	}
	if (w.last == "with" || w.last == "via" || w.last == "on") && carriers(it.Units) && (len(w.pend)+len(w.cur.legs) > 0) {
		u := it.Units[0]
		w.carrying().by, w.inBy, w.last = &u, true, ""
		x.walk(i+1, w)
		return
	}
	w.inBy, w.last = false, ""
	if w.cur.toSaid && len(w.cur.legs) > 0 && len(w.pend) == 0 {
		next := w.clone() // a movement of its own
		next.finishFrame(frame{verb: w.cur.verb})
		next.takeUnits(it.Units)
		x.walk(i+1, next)
	}
	w.takeUnits(it.Units)
	x.walk(i+1, w)
}

// carrying is what the way of the units at hand is noted in: theirs alone while others may follow to the same goal.
func (w *walk) carrying() *carry {
	if n := len(w.cur.legs); n > 0 && len(w.pend) == 0 && !w.cur.toSaid {
		return &w.cur.legs[n-1].carry
	}
	return &w.cur.carry
}

// takeUnits gives units the start that was said before them, else they wait for one.
func (w *walk) takeUnits(us []phrase.Unit) {
	if w.src != nil {
		w.srcs = 0
		if n := len(w.cur.legs); n > 0 && samePlaces(w.cur.legs[n-1].from, w.src) {
			w.cur.legs[n-1].units = append(slices.Clip(w.cur.legs[n-1].units), us...)
			return
		}
		w.cur.legs = append(w.cur.legs, leg{units: us, from: w.src})
		return
	}
	w.pend = append(w.pend, us...)
}

func samePlaces(a, b []place) bool { return slices.Equal(a, b) }

// finishFrame ends a movement and begins another.
func (w *walk) finishFrame(next frame) {
	if len(w.cur.legs) > 0 {
		w.done = append(w.done, w.cur)
	}
	w.cur = next
}

func (x *walker) number(i int, it phrase.Item, w walk) {
	if x.head != nil && i+1 < len(x.items) && (x.items[i+1].Kind == phrase.Hop || x.items[i+1].Kind == phrase.Named) {
		u := *x.head
		u.N = it.N
		w.use(i)
		w.takeUnits([]phrase.Unit{u})
	}
	x.walk(i+1, w)
}

// source makes a place the start of the units that wait for one.
func (w *walk) source(p []place) {
	w.cur.legs = append(w.cur.legs, leg{units: w.pend, from: p})
	w.pend, w.last = nil, ""
	w.head = &placeItemRef{p, false}
}

func (w *walk) goal(p []place, said bool) {
	w.cur.to, w.cur.toSaid, w.last = p, said, ""
	w.head = &placeItemRef{p, true}
}

func (x *walker) place(i int, it phrase.Item, w walk) {
	w.use(i)
	p, last := it.Places, w.last
	switch {
	case w.inBy && (x.sea(p) || last == "in" || last == "from") && !w.carrying().sails(last):
		w.bySpec(last, p)
		x.walk(i+1, w)
		return
	case last == "via":
		c := w.carrying()
		c.via = append(c.via, p)
		w.head = nil
		x.walk(i+1, w)
		return
	case (last == "on" || last == "to" || last == "with") && x.sea(p) && i+1 < len(x.items) &&
		x.items[i+1].Kind == phrase.Group && carriers(x.items[i+1].Units) && len(w.pend)+len(w.cur.legs) > 0:
		w.carrying().byIn, w.last = p, "with"
		x.walk(i+1, w)
		return
	case last == "to":
		if len(w.cur.to) > 0 && len(w.cur.legs) > 0 && w.cur.toSaid {
			w.finishFrame(frame{verb: w.cur.verb})
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
	if last != "from" && last != "in" && len(w.cur.to) == 0 && len(w.pend) == 0 {
		w.goal(p, false)
		x.walk(i+1, w)
	}
}

func (x *walker) sea(p []place) bool { return x.r.ctx.Board.Space(p[0].ID).Sea }

// sails reports whether it is known already where the ships that carry start, or go.
func (c *carry) sails(last string) bool {
	if last == "in" || last == "from" {
		return c.byIn != nil
	}
	return c.byTo != nil
}

// bySpec reads where the ships that carry are, and where they sail.
func (w *walk) bySpec(last string, p []place) {
	switch {
	case last == "in", last == "from":
		w.carrying().byIn = p
	default:
		w.carrying().byTo = p
	}
	w.last = ""
}

func (x *walker) hop(i int, it phrase.Item, w walk) {
	w.use(i)
	hops := slices.CompactFunc(slices.Clone(it.Hops), func(a, b []place) bool { return a[0].ID == b[0].ID })
	first, last, between := hops[0], hops[len(hops)-1], hops[1:max(1, len(hops)-1)]
	switch {
	case w.inBy:
		c := w.carrying()
		c.byIn, c.byTo = first, last
	case len(w.pend) > 0:
		f := frame{legs: []leg{{units: w.pend, from: first}}, to: last, verb: w.cur.verb, toSaid: true, carry: carry{via: between}}
		w.finishFrame(f)
		w.pend, w.src = nil, nil
		w.head = &placeItemRef{last, true}
	default:
		w.finishFrame(frame{to: last, verb: w.cur.verb, carry: carry{via: between}})
		w.src = first
		w.srcs++
		w.head = &placeItemRef{last, true}
	}
	x.walk(i+1, w)
}

// paren reads what stands in brackets: a start, the ships that carry, who is there, a zone that says more.
func (x *walker) paren(i int, it phrase.Item, w walk) {
	w.use(i)
	in := slices.DeleteFunc(slices.Clone(it.Inner), func(y phrase.Item) bool {
		return y.Kind == phrase.Key && slices.Contains([]string{",", "and", "+", "&", "article", "in", "from"}, y.ID)
	})
	kinds := make([]phrase.Kind, len(in))
	for j, y := range in {
		kinds[j] = y.Kind
	}
	is := func(want ...phrase.Kind) bool { return slices.Equal(kinds, want) }
	switch {
	case is(phrase.Named) && len(w.pend) > 0:
		w.source(in[0].Places)
	case is(phrase.Named) && w.head != nil && w.head.target:
		w.cur.to = in[0].Places // "Pearl (SZ52)"
	case is(phrase.Hop) && len(w.cur.legs)+len(w.pend) > 0:
		c := w.carrying()
		c.byIn, c.byTo = in[0].Hops[0], in[0].Hops[len(in[0].Hops)-1]
	case len(in) > 0 && in[0].Kind == phrase.Group && carriers(in[0].Units) && x.readBy(in, &w):
	case is(phrase.Group) && len(w.cur.legs) > 0 && w.head != nil && isAll(w.cur.legs[len(w.cur.legs)-1].units) &&
		samePlaces(w.cur.legs[len(w.cur.legs)-1].from, w.head.places):
		w.cur.legs[len(w.cur.legs)-1].check = in[0].Units
	case is(phrase.Group) && len(w.pend) > 0 && isAll(w.pend):
		w.pend = in[0].Units
	case is(phrase.Group) && w.head != nil && !w.head.target:
		if !samePlaces(w.src, w.head.places) {
			w.src = w.head.places
		}
		w.takeUnits(in[0].Units)
		w.src = nil
	default:
		w.used[i] = false
	}
	x.walk(i+1, w)
}

func isAll(us []phrase.Unit) bool { return len(us) == 1 && us[0].N == order.All }

// readBy reads "(2 trn sz10->sz12)".
func (x *walker) readBy(in []phrase.Item, w *walk) bool {
	u := in[0].Units[0]
	c := w.carrying()
	c.by = &u
	last := ""
	for _, y := range in[1:] {
		switch y.Kind {
		case phrase.Hop:
			c.byIn, c.byTo = y.Hops[0], y.Hops[len(y.Hops)-1]
		case phrase.Named:
			w.bySpec(last, y.Places)
		case phrase.Key:
			last = y.ID
		default:
			return false
		}
	}
	return true
}

// finish keeps a reading in which every movement has units, a start and a goal.
func (x *walker) finish(w walk) {
	if len(w.pend) > 0 && w.src == nil {
		if n := len(w.cur.legs); n > 0 { // "both fighters from England and the bomber to Norway"
			w.source(w.cur.legs[n-1].from)
			w.cur.legs[n].assumed = true
		} else if x.generous {
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
	if w.srcs > 0 {
		return // a place of which nothing came
	}
	w.finishFrame(frame{})
	for i := range w.done {
		f := &w.done[i]
		if len(f.to) == 0 {
			f.to = x.target
		}
		if len(f.to) == 0 && (x.generous || w.joins || x.along) {
			f.to, f.guessed = x.last, !w.joins && !x.along
		}
		if len(f.to) == 0 {
			return
		}
	}
	if len(w.done) > 0 {
		x.out = append(x.out, w)
	}
}
