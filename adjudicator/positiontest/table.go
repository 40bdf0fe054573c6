// Package positiontest has positions written as cases write them, random orders for them, and what holds in every
// position: the kit for tests of the engine.
package positiontest

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Table is a board with a position written as cases write it, on which orders are tried.
type Table struct {
	*testing.T
	Set  *rules.Set
	Pos  *position.Position
	line int
}

// Lay puts units on an empty position, in the combat move phase of a power. A line is "SPACE: POWER UNITS; POWER
// UNITS", "owner POWER: SPACE" or "tech POWER N"; units are "2 infantry, 1 transport (aboard: 1 tank)".
func Lay(t *testing.T, set *rules.Set, pos *position.Position, who board.Power, setup string) *Table {
	t.Helper()
	tb := &Table{T: t, Set: set, Pos: pos}
	Change(pos, func(d *position.Data) { tb.lay(d, who, setup) })
	return tb
}

// Change makes a change to a position that no event makes. It must be one that a set-up could make.
func Change(pos *position.Position, change func(*position.Data)) {
	d := pos.Data()
	change(&d)
	for _, name := range board.Names() {
		if b := board.Named(name); len(b.Spaces) == len(d.Owner) {
			changed, err := position.New(b, d)
			if err != nil {
				panic(err)
			}
			*pos = *changed
		}
	}
}

// ChangeIn changes the units in a space, cargo included, by ID.
func ChangeIn(pos *position.Position, at board.SpaceID, change func(*position.Unit)) {
	Change(pos, func(d *position.Data) {
		for i := range d.Units {
			if d.Units[i].At == at {
				change(&d.Units[i])
			}
		}
	})
}

func (tb *Table) lay(d *position.Data, who board.Power, setup string) {
	tb.Helper()
	d.Power, d.Phase = who, order.Combat
	for line := range strings.SplitSeq(strings.TrimSpace(setup), "\n") {
		if line == "" {
			continue
		}
		left, right, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			tb.Fatalf("setup line %q", line)
		}
		switch {
		case strings.HasPrefix(left, "owner "):
			for s := range strings.SplitSeq(right, ",") {
				d.Owner[tb.At(s)] = board.Power(strings.TrimPrefix(left, "owner "))
			}
		case strings.HasPrefix(left, "tech "):
			n := d.Nation(board.Power(strings.TrimPrefix(left, "tech ")))
			x, _ := strconv.Atoi(strings.TrimSpace(right))
			n.Techs = append(n.Techs, x)
		default:
			for part := range strings.SplitSeq(right, ";") {
				power, units, _ := strings.Cut(strings.TrimSpace(part), " ")
				tb.put(d, tb.At(left), board.Power(power), units)
			}
		}
	}
}

// At is the space of that name.
func (tb *Table) At(name string) board.SpaceID {
	tb.Helper()
	id, ok := tb.Set.Board.Find(strings.TrimSpace(name))
	if !ok {
		tb.Fatalf("no space %q", name)
	}
	return id
}

// put places units; "(aboard: …)" after a ship are its cargo, joined by "+".
func (tb *Table) put(d *position.Data, at board.SpaceID, owner board.Power, units string) {
	tb.Helper()
	for entry := range strings.SplitSeq(units, ",") {
		ship, cargo, loaded := strings.Cut(entry, "(aboard:")
		n, typ := tb.units(ship)
		for range n {
			id := d.Add(typ, owner, at)
			if !loaded {
				continue
			}
			for c := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(cargo), ")"), "+") {
				whose := owner
				words := strings.Fields(c)
				if tb.Set.Board.SeatOf(board.Power(words[1])) != nil {
					whose = board.Power(words[1])
					c = words[0] + " " + strings.Join(words[2:], " ")
				}
				k, ct := tb.units(c)
				for range k {
					d.Unit(d.Add(ct, whose, at)).Aboard = id
				}
			}
		}
	}
}

func (tb *Table) units(text string) (int, board.UnitType) {
	tb.Helper()
	num, name, _ := strings.Cut(strings.TrimSpace(text), " ")
	n, err := strconv.Atoi(num)
	typ, ok := board.ParseUnit(name)
	if num == "all" {
		return order.All, typ
	}
	if err != nil || !ok {
		tb.Fatalf("units %q", text)
	}
	return n, typ
}

// Group reads "2 infantry, 1 UK tank from Karelia S.S.R.".
func (tb *Table) Group(text string) order.Group {
	tb.Helper()
	units, from, _ := strings.Cut(text, " from ")
	return order.Group{Units: tb.List(units), From: tb.At(from)}
}

// List reads "2 infantry, 1 UK tank".
func (tb *Table) List(units string) []order.Units {
	tb.Helper()
	var list []order.Units
	for u := range strings.SplitSeq(units, ",") {
		w := strings.Fields(u)
		var whose board.Power
		if len(w) > 2 && tb.Set.Board.SeatOf(board.Power(w[1])) != nil {
			whose, w = board.Power(w[1]), slices.Delete(w, 1, 2)
		}
		n, typ := tb.units(strings.Join(w, " "))
		list = append(list, order.Units{N: n, Type: typ, Power: whose})
	}
	return list
}

// Spaces are the spaces of those names.
func (tb *Table) Spaces(names ...string) []board.SpaceID {
	tb.Helper()
	var ids []board.SpaceID
	for _, n := range names {
		ids = append(ids, tb.At(n))
	}
	return ids
}

// Next numbers the lines of orders as they are written.
func (tb *Table) Next() order.At { tb.line++; return order.At{Line: tb.line} }

// Move is a line that moves groups, joined by " & ", to a space.
func (tb *Table) Move(groups, to string, via ...string) order.Move {
	tb.Helper()
	o := order.Move{At: tb.Next(), To: tb.At(to), Via: tb.Spaces(via...)}
	for g := range strings.SplitSeq(groups, " & ") {
		o.Groups = append(o.Groups, tb.Group(g))
	}
	return o
}

// Codes are faults as "LINE CODE".
func Codes(fs []order.Fault) []string {
	var list []string
	for _, f := range fs {
		list = append(list, fmt.Sprintf("%d %s", f.Line, f.Code))
	}
	return list
}

// Has checks how many units of a power stand in a space: "2 tank".
func (tb *Table) Has(where, power, units string) {
	tb.Helper()
	n, typ := tb.units(units)
	got := 0
	for u := range tb.Pos.In(tb.At(where)) {
		if u.Owner == board.Power(power) && u.Type == typ {
			got++
		}
	}
	if got != n {
		tb.Errorf("%s: %d %s of %s, want %d", where, got, typ, power, n)
	}
}

// Want compares faults.
func (tb *Table) Want(got []string, want ...string) {
	tb.Helper()
	if !slices.Equal(got, want) {
		tb.Errorf("faults %q, want %q", got, want)
	}
}
