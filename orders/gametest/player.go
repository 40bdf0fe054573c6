// Package gametest makes up games for tests: players who order something that the rules allow, chosen at random from a
// seed, for as many rounds as are wanted. It is no good player; it is there so that histories, audits and reports have
// something to chew.
package gametest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// writer writes the mails of one power.
type writer struct {
	*rand.Rand
	g     *game.Game
	b     *board.Board
	pos   *position.Position
	who   board.Power
	lines []string
}

func (w *writer) add(format string, args ...any) {
	w.lines = append(w.lines, fmt.Sprintf(format, args...))
}

// oneIn is true once in n times.
func (w *writer) oneIn(n int) bool { return w.IntN(n) == 0 }

// turn is a mail of the power on turn: sometimes only research and purchase, mostly the rest of the turn. What the
// referee would refuse is left out.
func (w *writer) turn() order.File {
	w.lines = nil
	switch {
	case w.paused():
		next, _ := w.pos.Turn().NextBattle()
		w.add("battle %s", w.b.Name(next.Space))
		if w.oneIn(2) {
			w.add("  retreat to %s", w.b.Name(next.Space))
		}
	case w.pos.Phase() < order.Combat && w.oneIn(4):
		w.purchase()
	default:
		w.declare()
		w.purchase()
		w.attacks()
		w.moves()
		w.add("done")
	}
	return w.accepted("done")
}

func (w *writer) paused() bool {
	return w.pos.Turn().IsPaused()
}

// standing is a mail of anybody: standing orders.
func (w *writer) standing() order.File {
	w.lines = nil
	switch w.IntN(6) {
	case 0:
		w.add("standing clear")
	case 3:
		w.add("enigma never")
		w.add("garrison india")
	case 4:
		w.add("defend everywhere")
		w.add("  losses cheapest")
		w.add("garrison south africa")
	case 1:
		w.add("defend everywhere")
		w.add("  losses infantry, artillery, fighter, tank, bomber")
	case 2:
		w.add("defend %s", w.b.Name(w.spaces(func(s *board.Space) bool { return !s.Sea })[0]))
		w.add("  losses tank, infantry")
	default:
		w.add("place by default")
	}
	return w.accepted("place by default")
}

// declare tries to use an advantage, once in three times.
func (w *writer) declare() {
	if has := w.pos.Nation(w.who).Advantages(); len(has) > 0 && w.oneIn(3) {
		w.add("declare %s", has[w.IntN(len(has))])
	}
}

func (w *writer) purchase() {
	if w.pos.Phase() > order.Buy || !w.pos.HoldsCapital(w.b, w.who) {
		return
	}
	money := w.pos.Nation(w.who).Money()
	if w.pos.Phase() == order.Research && money > 20 && w.oneIn(5) {
		w.add("research %s with 1 die", []string{"rockets", "super submarines", "heavy bombers"}[w.IntN(3)])
		money -= 5
	}
	tanks := w.IntN(money/5 + 1)
	money -= 5 * tanks
	if tanks > 0 {
		w.add("buy %d tanks", tanks)
	}
	if money >= 3 {
		w.add("buy %d infantry", money/3)
	}
	capital := w.b.Name(w.b.SeatOf(w.who).Capital)
	w.add("place %d infantry in %s", money/3, capital)
	if tanks > 0 {
		w.add("place %d tanks in %s", tanks, capital)
	}
}

// attacks go from each space with own units against one neighbour that an enemy holds, twice in three times.
func (w *writer) attacks() {
	w.add("combat")
	var targets []board.SpaceID
	for _, from := range w.spaces(w.hasOwn) {
		enemies := w.near(from, func(s *board.Space) bool { return w.hostile(s.ID) })
		if len(enemies) == 0 || w.oneIn(3) {
			continue
		}
		to := enemies[w.IntN(len(enemies))]
		if w.moveSome(from, to) {
			targets = append(targets, to)
		}
	}
	slices.Sort(targets)
	for _, t := range slices.Compact(targets) {
		switch w.IntN(6) {
		case 0:
			w.add("battle %s", w.b.Name(t))
			w.add("  losses infantry, tank, artillery, fighter")
		case 1:
			w.add("battle %s", w.b.Name(t))
			w.add("  pause after round 1")
		}
	}
}

// moves go from spaces with own units to friendly neighbours, once in four times.
func (w *writer) moves() {
	w.add("noncombat")
	for _, from := range w.spaces(w.hasOwn) {
		friends := w.near(from, func(s *board.Space) bool { return s.Sea == w.b.Space(from).Sea && !w.hostile(s.ID) })
		if len(friends) > 0 && w.oneIn(4) {
			w.moveSome(from, friends[w.IntN(len(friends))])
		}
	}
}

// moveSome orders some of the units in a space to a neighbour of its kind.
func (w *writer) moveSome(from, to board.SpaceID) bool {
	if w.b.Space(from).Sea != w.b.Space(to).Sea {
		return false
	}
	have := map[board.UnitType]int{}
	for u := range w.pos.In(from) {
		if u.Owner == w.who && u.Aboard == 0 {
			have[u.Type]++
		}
	}
	var parts []string
	for _, t := range []board.UnitType{board.Infantry, board.Artillery, board.Tank, board.Battleship,
		board.Destroyer, board.Submarine} {
		if n := have[t]; n > 0 {
			if n -= w.IntN(n) / 2; n > 0 {
				parts = append(parts, fmt.Sprintf("%d %s", n, syntax.UnitName(nil, t, n, syntax.English)))
			}
		}
	}
	if len(parts) == 0 {
		return false
	}
	w.add("  move %s from %s to %s", strings.Join(parts, ", "), w.b.Name(from), w.b.Name(to))
	return true
}

func (w *writer) spaces(want func(*board.Space) bool) []board.SpaceID {
	var out []board.SpaceID
	for i := range w.b.Spaces {
		if want(&w.b.Spaces[i]) {
			out = append(out, w.b.Spaces[i].ID)
		}
	}
	return out
}

func (w *writer) near(from board.SpaceID, want func(*board.Space) bool) []board.SpaceID {
	var out []board.SpaceID
	for _, id := range w.b.Near(from) {
		if want(w.b.Space(id)) {
			out = append(out, id)
		}
	}
	return out
}

func (w *writer) hasOwn(s *board.Space) bool {
	return w.pos.AnyIn(s.ID, func(u position.Unit) bool { return u.Owner == w.who })
}

func (w *writer) hostile(id board.SpaceID) bool {
	if !w.b.Space(id).Sea && position.Enemy(w.b, w.who, w.pos.Owner(id)) {
		return true
	}
	return w.pos.AnyIn(id, func(u position.Unit) bool { return position.Enemy(w.b, w.who, u.Owner) })
}

// accepted is the file of the lines without those that are refused; of nothing else if they cannot be mended.
func (w *writer) accepted(last string) order.File {
	for range 20 {
		f := orders.Parse(strings.Join(w.lines, "\n")+"\n",
			orders.Context{Board: w.b, Phase: w.pos.Phase(), Power: w.who})
		faults := f.Merge(f.Faults, adjudicator.Judge(w.g.Rules, w.pos, w.who, f.File))
		if !order.Refuses(faults) {
			return f.File
		}
		if !w.drop(faults) {
			break
		}
	}
	return orders.Parse(last+"\n", orders.Context{Board: w.b, Phase: w.pos.Phase(), Power: w.who}).File
}

// drop takes refused lines out.
func (w *writer) drop(faults []order.Fault) bool {
	dropped := false
	for _, f := range slices.Backward(faults) {
		if f.Severity != order.Unwise && f.Line > 0 && f.Line <= len(w.lines) {
			w.lines = slices.Delete(w.lines, f.Line-1, f.Line)
			dropped = true
		}
	}
	return dropped
}
