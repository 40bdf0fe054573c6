package reading

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/phrase"
)

// piece is an order of a reading, or a line of a battle section, not yet in its place.
type piece struct {
	phase  order.Phase // NoPhase: of the phase at hand
	order  order.Order
	battle board.SpaceID // of a tactic; NoSpace: the battle at hand
	tactic *order.Tactic
	leg    bool // land units go aboard or ashore: a part of a voyage
}

// made is a part of a sentence that became orders, with what had to be guessed.
type made struct {
	pieces  []piece
	rank    int // strength of its names
	guesses []Guess
	hostile bool // it goes where enemies are
}

func (m made) cost() int {
	n := 0
	for _, g := range m.guesses {
		n += costs[g.Why]
	}
	return n
}

// costs are what guesses add up to.
var costs = map[Why]int{WhySpelling: 1, WhyUnread: 2, WhyOrder: 2, WhyCondition: 2, WhyLosses: 2, WhySum: 2, WhyPlace: 2,
	WhyUnplaced: 2, WhySource: 3, WhyTarget: 3, WhyVerb: 3, WhyPhase: 3, WhyUnit: 4, WhyNumber: 5}

const mostMade = 32

// mover makes orders of the movements of a clause.
type mover struct {
	*clause
	generous bool // units that do not stand there are taken as written
}

// make turns movements into orders, in all ways that the board allows.
func (r *mover) make(frames []phrase.Movement) []made {
	all := []made{{}}
	for _, f := range frames {
		var next []made
		for _, m := range r.makeFrame(f) {
			for _, before := range all {
				next = append(next, before.with(m))
			}
		}
		all = best(next)
	}
	return all
}

func (m made) with(o made) made {
	return made{slices.Concat(m.pieces, o.pieces), m.rank + o.rank, slices.Concat(m.guesses, o.guesses), m.hostile || o.hostile}
}

// best keeps as many as a sentence may have, the cheapest first.
func best(ms []made) []made {
	slices.SortStableFunc(ms, func(a, b made) int {
		if d := a.cost() - b.cost(); d != 0 {
			return d
		}
		return a.rank - b.rank
	})
	return ms[:min(len(ms), mostMade)]
}

func (r *mover) makeFrame(f phrase.Movement) []made {
	var out []made
	for _, to := range f.To {
		if !r.defends(f.Versus, to.ID) {
			continue
		}
		ways := []made{{rank: int(to.How)}}
		if f.Guessed {
			ways[0].guesses = []Guess{{Line: r.s.line, Text: r.s.text, Read: "to " + r.ctx.Board.Name(to.ID), Why: WhyTarget}}
		}
		if f.Raid {
			ways[0].guesses = append(ways[0].guesses,
				Guess{Line: r.s.line, Text: r.s.text, Read: "bomb " + r.ctx.Board.Name(to.ID), Why: WhyVerb})
		}
		for _, l := range f.Legs {
			var next []made
			starts := l.From
			if starts == nil {
				starts = r.starts(l.Units, to.ID)
			}
			for _, from := range starts {
				if from.ID == to.ID {
					continue
				}
				for _, m := range r.makeLeg(f, l, from, to.ID) {
					if l.From == nil || l.Assumed {
						g := r.guess(l.Units[0].From, l.Units[len(l.Units)-1].To, WhySource, "from "+r.ctx.Board.Name(from.ID))
						m.guesses = append(m.guesses, g)
					}
					for _, before := range ways {
						next = append(next, before.with(m))
					}
				}
			}
			ways = best(next)
		}
		for _, m := range ways {
			m.hostile = r.hostile(to.ID)
			out = append(out, m)
		}
	}
	return best(out)
}

// defends reports whether units of others stand in a space.
func (t *terrain) defends(us []phrase.Unit, at board.SpaceID) bool {
	return !slices.ContainsFunc(us, func(u phrase.Unit) bool {
		return !slices.ContainsFunc(t.standing(at), func(x board.Stack) bool {
			return x.Power == u.Power && slices.Contains(u.Types, x.Type) && x.N >= u.N
		})
	})
}

// mostStarts is how many spaces are tried for units of which nobody said where they start.
const mostStarts = 6

// starts lists where units could come from that go somewhere.
func (r *mover) starts(us []phrase.Unit, to board.SpaceID) []place {
	var list []place
	for i := range r.ctx.Board.Spaces {
		id := board.SpaceID(i)
		if id == to || len(list) == mostStarts {
			continue
		}
		strict := &mover{clause: r.clause}
		if slices.ContainsFunc(strict.unitsAt(us, nil, id), func(t taken) bool {
			return !slices.ContainsFunc(t.units, func(u order.Units) bool { return u.Type != board.NoUnit && !r.reaches(u.Type, id, to) })
		}) {
			list = append(list, place{ID: id, How: lexicon.Exact})
		}
	}
	return list
}

// makeLeg is the orders of units that go from a space to another.
func (r *mover) makeLeg(f phrase.Movement, l phrase.Leg, from place, to board.SpaceID) []made {
	var out []made
	if r.work += 4; r.work > 2*mostWork {
		r.cut = true
		return nil
	}
	if l.By != nil || len(l.ByIn)+len(l.ByTo)+len(l.Via) > 0 {
		f.Carry = l.Carry
	}
	for _, us := range r.unitsAt(l.Units, l.Check, from.ID) {
		for _, m := range r.orders(f, us.units, from.ID, to) {
			m.rank += int(from.How)
			m.guesses = append(slices.Clone(us.guesses), m.guesses...)
			out = append(out, m)
		}
	}
	return out
}

// orders is what carries units from a space to another, by the kinds of units and spaces.
func (r *mover) orders(f phrase.Movement, us []order.Units, from, to board.SpaceID) []made {
	at := order.At{Line: r.s.line}
	if f.Verb == "bomb" {
		if r.ctx.Board.Space(to).Sea || slices.ContainsFunc(us, func(u order.Units) bool { return !u.Type.IsAir() }) {
			return nil
		}
		o := order.Bomb{At: at, Target: to, Groups: []order.Group{{Units: us, From: from}}}
		return []made{{pieces: []piece{{phase: order.Combat, order: o, battle: board.NoSpace}}}}
	}
	sea := func(id board.SpaceID) bool { return r.ctx.Board.Space(id).Sea }
	var land, rest []order.Units
	for _, u := range us {
		if u.Type.IsLand() && (sea(from) || sea(to) || f.By != nil || f.Verb == "ship" || !r.walks(u.Type, from, to)) {
			land = append(land, u)
		} else {
			rest = append(rest, u)
		}
	}
	move := func(us []order.Units) piece {
		return piece{order: order.Move{At: at, Groups: []order.Group{{Units: us, From: from}}, To: to, Via: r.way(f.Via)},
			battle: board.NoSpace}
	}
	switch {
	case len(land) == 0:
		for _, u := range rest {
			if !r.reaches(u.Type, from, to) {
				return nil
			}
		}
		return []made{{pieces: []piece{move(rest)}}}
	case sea(from) || sea(to):
		p := move(us)
		p.leg = true
		return []made{{pieces: []piece{p}}}
	}
	var first []piece
	if len(rest) > 0 {
		first = append(first, move(rest))
	}
	return r.voyages(f, land, from, to, first)
}

// voyages is the orders that carry land units over sea: by the ships that are named, and by those the adjudicator finds.
func (r *mover) voyages(f phrase.Movement, land []order.Units, from, to board.SpaceID, first []piece) []made {
	if !r.coastal(from) || !r.coastal(to) {
		return nil
	}
	o := order.ShipUnits{At: order.At{Line: r.s.line}, Groups: []order.Group{{Units: land, From: from}}, To: to, Via: r.seas(f)}
	ship := func(o order.ShipUnits, rank int) made {
		return made{pieces: append(slices.Clone(first), piece{order: o, battle: board.NoSpace}), rank: rank}
	}
	out := []made{ship(o, 0)}
	if f.By != nil && len(f.ByIn) > 0 && r.ctx.Board.Space(f.ByIn[0].ID).Sea {
		named := o
		named.By = &order.Ship{N: max(f.By.N, 1), Type: board.Transport, Power: f.By.Power, In: f.ByIn[0].ID}
		out = []made{ship(named, 0), ship(o, 1)}
	}
	return out
}

// seas are the zones that a landing is said to sail through; the last is where it goes ashore.
func (r *mover) seas(f phrase.Movement) []board.SpaceID {
	var ids []board.SpaceID
	for _, p := range f.Via {
		if r.ctx.Board.Space(p[0].ID).Sea {
			ids = append(ids, p[0].ID)
		}
	}
	if len(f.ByTo) > 0 && r.ctx.Board.Space(f.ByTo[0].ID).Sea && !slices.Contains(ids, f.ByTo[0].ID) {
		ids = append(ids, f.ByTo[0].ID)
	}
	return ids
}

func (r *mover) way(via [][]place) []board.SpaceID {
	var ids []board.SpaceID
	for _, p := range via {
		ids = append(ids, p[0].ID)
	}
	return ids
}

// taken is units of a leg as orders name them.
type taken struct {
	units   []order.Units
	guesses []Guess
}

// unitsAt is what a list of units means in a space: as many as stand there, of the types that stand there. Nothing if
// they do not stand there.
func (r *mover) unitsAt(us, check []phrase.Unit, at board.SpaceID) []taken {
	out := []taken{{}}
	for _, u := range us {
		var next []taken
		for _, t := range r.oneUnit(u, at) {
			for _, before := range out {
				next = append(next, taken{slices.Concat(before.units, t.units), slices.Concat(before.guesses, t.guesses)})
			}
		}
		out = next[:min(len(next), 8)]
	}
	if check == nil {
		return out
	}
	for i := range out {
		out[i] = r.checked(out[i], check, at)
	}
	return out
}

// checked takes the units that are listed behind "all" if these are all that stand there.
func (r *mover) checked(t taken, check []phrase.Unit, at board.SpaceID) taken {
	lists := r.unitsAt(check, nil, at)
	if len(lists) == 1 {
		same := true
		for _, x := range r.standing(at) {
			if x.Type.IsFightingLand() || x.Type.IsAir() || x.Type.IsShip() {
				same = same && count(lists[0].units, x.Type) == x.N
			}
		}
		if same {
			return lists[0]
		}
		lists[0].guesses = append(lists[0].guesses, r.guess(check[0].From, check[len(check)-1].To, WhySum, ""))
		return lists[0]
	}
	t.guesses = append(t.guesses, r.guess(check[0].From, check[len(check)-1].To, WhySum, ""))
	return t
}

func count(us []order.Units, t board.UnitType) int {
	n := 0
	for _, u := range us {
		if u.Type == t {
			n += u.N
		}
	}
	return n
}

// oneUnit is what an entry of a list means in a space.
func (r *mover) oneUnit(u phrase.Unit, at board.SpaceID) []taken {
	owner := r.ctx.Power
	if u.Power != board.Nobody {
		owner = u.Power
	}
	named := u.Power
	if named == r.ctx.Power {
		named = board.Nobody
	}
	if len(u.Types) == 0 && u.N == order.All && len(u.But) > 0 {
		return r.allBut(u, owner, named, at)
	}
	if len(u.Types) == 0 && u.N == order.All {
		return []taken{{units: []order.Units{{N: order.All, Power: named}}}}
	}
	var here []board.Stack
	for _, x := range r.standing(at) {
		if x.Power == owner && slices.Contains(u.Types, x.Type) {
			here = append(here, x)
		}
	}
	if u.Class {
		return r.classAt(u, here, named)
	}
	var out []taken
	for _, x := range here {
		n, g := r.number(u, x)
		if n != order.All && n > x.N {
			continue
		}
		out = append(out, taken{units: []order.Units{{N: n, Type: x.Type, Power: named}}, guesses: g})
	}
	if len(out) == 0 && r.generous {
		out = append(out, taken{units: []order.Units{{N: max(u.N, 1), Type: u.Types[0], Power: named}}})
	}
	return out
}

// allBut is what can fight in a space but for some that stay. It is a guess where they do not stand there, or where an
// antiaircraft gun does of which nothing was said.
func (r *mover) allBut(u phrase.Unit, owner, named board.Power, at board.SpaceID) []taken {
	var t taken
	doubt := func(read string) { t.guesses = append(t.guesses, r.guess(u.From, u.To, WhyUnit, read)) }
	stay := map[board.UnitType]int{}
	for _, b := range u.But {
		found := false
		for _, x := range r.standing(at) {
			if x.Power != owner || !slices.Contains(b.Types, x.Type) || b.N > x.N || found && !b.Class {
				continue
			}
			n, g := r.number(b, x)
			if b.Class {
				n, g = x.N, nil
			}
			if stay[x.Type], found = n, true; b.Many { // "but the antiaircraft guns"
				stay[x.Type], g = x.N, nil
			}
			t.guesses = append(t.guesses, g...)
		}
		if !found {
			doubt("")
		}
	}
	for _, x := range r.standing(at) {
		moves := x.Type.IsFightingLand() || x.Type.IsAir() || x.Type.IsShip()
		if x.Power != owner || !moves {
			if _, said := stay[x.Type]; x.Type == board.AAGun && x.Power == owner && !said {
				doubt("")
			}
			continue
		}
		if n := x.N - stay[x.Type]; n > 0 {
			t.units = append(t.units, order.Units{N: n, Type: x.Type, Power: named})
		}
	}
	if len(t.units) == 0 {
		return nil
	}
	return []taken{t}
}

// classAt is all planes, ships or land units of a space; without "all" it is a guess.
func (r *mover) classAt(u phrase.Unit, here []board.Stack, named board.Power) []taken {
	var t taken
	total := 0
	for _, x := range here {
		t.units = append(t.units, order.Units{N: x.N, Type: x.Type, Power: named})
		total += x.N
	}
	if len(here) == 0 || u.N > 0 && u.N != total {
		return nil
	}
	if u.N == 0 {
		t.guesses = append(t.guesses, r.guess(u.From, u.To, WhyNumber, r.say(t.units)))
	}
	return []taken{t}
}

// number is how many units an entry means where so many stand.
func (r *mover) number(u phrase.Unit, x board.Stack) (int, []Guess) {
	switch {
	case u.N == order.All:
		return x.N, nil
	case u.N > 0:
		return u.N, nil
	case u.One, !u.Many && x.N == 1:
		return 1, nil
	}
	return x.N, []Guess{r.guess(u.From, u.To, WhyNumber, r.say([]order.Units{{N: x.N, Type: x.Type}}))}
}
