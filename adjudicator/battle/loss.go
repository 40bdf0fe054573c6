package battle

import (
	"cmp"
	"math/bits"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Hit is a number of hits that can go to the same kinds of targets, or (At not negative) to one named plane.
type Hit struct {
	Aim Aim
	N   int
	At  int // index of the one unit meant, or -1
}

// Loss is one thing a side can lose: a unit, or (Damage) a battleship's first hit.
type Loss struct {
	Unit   int // index in its side
	Damage bool
}

// The default orders of loss (rulings, section 4).
var (
	landAttack  = types(board.Infantry, board.Artillery, board.Tank, board.Fighter, board.Bomber)
	landDefence = types(board.Infantry, board.Artillery, board.Tank, board.Bomber, board.Fighter)
	seaAttack   = append([]order.Loss{{Type: board.Transport, Cargo: order.Empty}},
		types(board.Submarine, board.Destroyer,
			board.Transport, board.Fighter, board.Bomber, board.Carrier, board.Battleship)...)
	seaDefence = append([]order.Loss{{Type: board.Transport, Cargo: order.Empty}},
		types(board.Submarine, board.Transport,
			board.Destroyer, board.Fighter, board.Bomber, board.Carrier, board.Battleship)...)
)

func types(ts ...board.UnitType) []order.Loss {
	ls := make([]order.Loss, len(ts))
	for i, t := range ts {
		ls[i] = order.Loss{Type: t}
	}
	return ls
}

func (b *Battle) defaultLosses(r Role) []order.Loss {
	return [2][2][]order.Loss{{landAttack, landDefence}, {seaAttack, seaDefence}}[btoi(b.Sea)][r]
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// orders are a side's own order of loss and, where an ally objects to it, the one the enemy would choose.
func (b *Battle) orders(r Role, l line) (own, theirs []Loss) {
	list, lastLand := b.lossList(r, b.side(r).tactics(), order.Losses, order.NoMode)
	own = orderOfLoss(l, list, lastLand)
	if slices.Contains(l.objects, true) {
		list, _ = b.lossList(r, b.side(r.Other()).tactics(), order.TheirLosses, dearest)
		theirs = orderOfLoss(l, list, false)
	}
	return own, theirs
}

// dearest is the order in which an enemy chooses by default: by cost, the most expensive first (fine print 13).
const dearest order.Mode = 255

// losses is a complete list: the units that the lines name, exactly as named, then the rest.
type losses struct {
	entries []order.Loss
	written int // so many of them were written by the player
	keep    []order.Kept
}

// lossList reads the lines of one verb. LastLand says that the default of land attacks applies to what is not listed:
// the last land unit is kept before planes.
func (b *Battle) lossList(r Role, tactics []order.Tactic, verb order.Verb, silent order.Mode) (l losses, lastLand bool) {
	mode := silent
	for _, t := range tactics {
		if t.Do == verb {
			l.entries = append(l.entries, t.Losses...)
			l.keep = append(l.keep, t.Keep...)
			mode = t.Mode
		}
	}
	l.written = len(l.entries)
	rest := slices.Clone(b.defaultLosses(r))
	switch mode {
	case order.Cheapest:
		slices.SortStableFunc(rest, func(x, y order.Loss) int {
			return cmp.Compare(b.Set.Cost(x.Type), b.Set.Cost(y.Type))
		})
	case dearest:
		slices.SortStableFunc(rest, func(x, y order.Loss) int {
			return cmp.Compare(b.Set.Cost(y.Type), b.Set.Cost(x.Type))
		})
	case order.SaveLand:
		rest = putLast(rest, func(x order.Loss) bool {
			return x.Type.IsLand() || x.Type == board.Transport && x.Cargo != order.Empty
		})
	case order.SaveAircraft:
		rest = putLast(rest, func(x order.Loss) bool { return x.Type.IsAir() })
	}
	l.entries = append(l.entries, rest...)
	return l, mode == order.NoMode && r == Attacker && !b.Sea
}

// putLast moves the chosen entries behind the others.
func putLast(ls []order.Loss, chosen func(order.Loss) bool) []order.Loss {
	slices.SortStableFunc(ls, func(x, y order.Loss) int { return btoi(chosen(x)) - btoi(chosen(y)) })
	return ls
}

// namesUnit reports whether an entry means a unit. It means the ship of an ally that takes no part only if it names its
// power (Europe, 3.14).
func namesUnit(e order.Loss, u *Unit) bool {
	return e.Names(u.Type, u.Owner) && (!u.Beside || e.Power == u.Owner)
}

// places returns for each unit of a line where a list takes it: the first entry that means its type and its power, too
// and has not taken as many as it counts.
func (l losses) places(of *line) []int {
	ids := make([]int, len(of.units))
	for i := range ids {
		ids[i] = i
	}
	slices.SortFunc(ids, of.equal)
	places := make([]int, len(ids))
	for at, place := range order.Places(l.entries, len(ids), func(e order.Loss, at int) bool {
		u := &of.units[ids[at]]
		return e.Takes(u.Loss()) && namesUnit(e, u)
	}) {
		places[ids[at]] = place
	}
	return places
}

// damagePlace is where a list names a battleship's first hit, or -1: else it comes before all losses; for a ship of an
// ally that takes no part it comes with its loss, which is at a place.
func (l losses) damagePlace(u *Unit, loss int) int {
	i := slices.IndexFunc(l.entries, func(e order.Loss) bool { return e.Damage && namesUnit(e, u) })
	if i < 0 && u.Beside {
		return loss
	}
	return i
}

// orderOfLoss orders a line's units by a list. A battleship's damage is where the list has it, but never after its
// loss. If the list leaves the last to the default (lastLand), the last land unit that it does not name is lost after
// the planes.
func orderOfLoss(l line, list losses, lastLand bool) []Loss {
	place := list.places(&l)
	damage := func(i int) int { return list.damagePlace(&l.units[i], place[i]) }
	var sunk, pending []int
	for i := range l.units {
		u := &l.units[i]
		if !u.Beside || place[i] < list.written {
			sunk = append(sunk, i)
		}
		if twoHits(u.Type) && (!u.Beside || damage(i) < list.written) {
			pending = append(pending, i)
		}
	}
	earlier := func(i, j int) int { return cmp.Or(cmp.Compare(place[i], place[j]), l.equal(i, j)) }
	slices.SortFunc(sunk, earlier)
	slices.SortFunc(pending, func(i, j int) int { return cmp.Or(cmp.Compare(damage(i), damage(j)), earlier(i, j)) })
	var q []Loss
	for _, i := range sunk {
		pending = slices.DeleteFunc(pending, func(p int) bool {
			due := place[i] > damage(p) || p == i
			if due {
				q = append(q, Loss{p, true})
			}
			return due
		})
		q = append(q, Loss{i, false})
	}
	for _, p := range pending { // an ally's, of which the list names only the first hit
		q = append(q, Loss{p, true})
	}
	if lastLand {
		q = keepLastLand(l, func(i int) bool { return place[i] < list.written }, q)
	}
	return order.KeepLast(q, list.keep, func(k order.Kept, it Loss) bool {
		return !it.Damage && k.Means(l.units[it.Unit].Type)
	})
}

// twoHits returns the types whose first hit only damages them.
func twoHits(t board.UnitType) bool { return t == board.Battleship }

// equal orders units that a list does not distinguish: own before allied in turn order; emptier transports first;
// planes with the least movement left first; then the one that the orders name first.
func (l *line) equal(i, j int) int {
	u, v := &l.units[i], &l.units[j]
	return cmp.Or(
		cmp.Compare(l.army[i], l.army[j]),
		cmp.Compare(len(u.Cargo), len(v.Cargo)),
		cmp.Compare(u.Left, v.Left),
		named(u, v),
	)
}

// named orders units by where the orders name them: an order's fighters before its bombers.
func named(u, v *Unit) int {
	return cmp.Or(cmp.Compare(u.Rank, v.Rank), cmp.Compare(u.Type, v.Type), cmp.Compare(u.ID, v.ID))
}

// keepLastLand puts the last land unit that no written list names behind the planes that none names: planes cannot
// capture.
func keepLastLand(l line, written func(unit int) bool, q []Loss) []Loss {
	last, plane := -1, -1
	for at, it := range q {
		switch u := &l.units[it.Unit]; {
		case written(it.Unit):
		case u.Type.IsAir():
			plane = at
		default:
			last = at
		}
	}
	if last < 0 || plane < last {
		return q
	}
	kept := q[last]
	return slices.Insert(slices.Delete(slices.Clone(q), last, last+1), plane, kept)
}

func hasObjection(tactics []order.Tactic) bool {
	return slices.ContainsFunc(tactics, func(t order.Tactic) bool { return t.Do == order.Object })
}

// Hit chooses who is lost to hits (R-91; D12, D13, among allies D16, in a Joint Strike D26): the first in the order of
// loss, so that as many hits as can be find a target. The chosen are marked with how (Doomed or Stricken), a battleship
// hit for the first time as Damaged. If the leader's order would choose an objecting ally's unit, the enemy's is used
// . It returns the new status, in the memory of dst if that is large enough, and the chosen in order, good until
// the next call.
func (f *Field) Hit(dst Status, r Role, st Status, hits []Hit, how Condition) (Status, []Loss) {
	l := &f.lines[r]
	f.chosen = l.pick(f.chosen[:0], st, l.own, hits)
	if l.theirs != nil && slices.ContainsFunc(f.chosen, func(it Loss) bool { return l.objects[it.Unit] }) {
		f.chosen = l.pick(f.chosen[:0], st, l.theirs, hits)
	}
	dst = append(dst[:0], st...)
	for _, it := range f.chosen {
		if it.Damage {
			dst[it.Unit] = Damaged
		} else {
			dst[it.Unit] = how
		}
	}
	return dst, f.chosen
}

// pick takes losses in the order of a queue, each if the hits can still be dealt so that all taken have one of their
// own.
func (l *line) pick(chosen []Loss, st Status, q []Loss, hits []Hit) []Loss {
	aimed, total, single := 0, 0, Aim(0)
	for _, h := range hits {
		if h.At < 0 {
			total += h.N
			single = h.Aim
		} else if st[h.At].standing() {
			chosen = append(chosen, Loss{Unit: h.At})
			aimed++
		}
	}
	if len(hits) > 1 {
		single = 0
	}
	var taken [numKinds]int
	for _, it := range q {
		if len(chosen)-aimed == total {
			break
		}
		if !l.canLose(st, chosen, it) {
			continue
		}
		kind := l.kind[it.Unit]
		if single != 0 {
			if single&kind != 0 {
				chosen = append(chosen, it)
			}
			continue
		}
		at := bits.TrailingZeros8(uint8(kind))
		if taken[at]++; dealt(taken, hits) {
			chosen = append(chosen, it)
		} else {
			taken[at]--
		}
	}
	return chosen
}

// canLose reports whether a loss is possible after those chosen: a battleship sinks only when it is damaged.
func (l *line) canLose(st Status, chosen []Loss, it Loss) bool {
	c, u := st[it.Unit], &l.units[it.Unit]
	switch {
	case !c.standing() || u.expendable():
		return false
	case it.Damage:
		return c == Fit
	case c == Fit && twoHits(u.Type):
		return slices.Contains(chosen, Loss{it.Unit, true})
	}
	return true
}

// dealt reports whether hits can be dealt so that each of the taken targets has one (Hall's condition over sets of
// kinds).
func dealt(taken [numKinds]int, hits []Hit) bool {
	for set := Aim(1); set < 1<<numKinds; set++ {
		need := 0
		for k, n := range taken {
			if set&(1<<k) != 0 {
				need += n
			}
		}
		if need == 0 {
			continue
		}
		have := 0
		for _, h := range hits {
			if h.At < 0 && h.Aim&set != 0 {
				have += h.N
			}
		}
		if need > have {
			return false
		}
	}
	return true
}
