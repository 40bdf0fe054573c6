package adjudicator

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// table is a board with a position written as cases write it, on which orders are tried.
type table struct {
	*testing.T
	set  *rules.Set
	pos  *position.Position
	line int
}

// lay sets up an otherwise empty board. A line is "SPACE: POWER UNITS; POWER UNITS", "owner POWER: SPACE" or
// "tech POWER N"; units are "2 infantry, 1 transport (aboard: 1 tank)".
func lay(t *testing.T, set *rules.Set, who board.Power, setup string) *table {
	t.Helper()
	tb := &table{T: t, set: set, pos: Empty(set)}
	tb.pos.Power, tb.pos.Phase = who, order.Combat
	for line := range strings.SplitSeq(strings.TrimSpace(setup), "\n") {
		left, right, ok := strings.Cut(strings.TrimSpace(line), ":")
		if !ok {
			t.Fatalf("setup line %q", line)
		}
		switch {
		case strings.HasPrefix(left, "owner "):
			for s := range strings.SplitSeq(right, ",") {
				tb.pos.Owner[tb.at(s)] = board.Power(strings.TrimPrefix(left, "owner "))
			}
		case strings.HasPrefix(left, "tech "):
			n := tb.pos.Nation(board.Power(strings.TrimPrefix(left, "tech ")))
			x, _ := strconv.Atoi(strings.TrimSpace(right))
			n.Techs = append(n.Techs, x)
		default:
			for part := range strings.SplitSeq(right, ";") {
				power, units, _ := strings.Cut(strings.TrimSpace(part), " ")
				tb.put(tb.at(left), board.Power(power), units)
			}
		}
	}
	BeginTurn(set, tb.pos)
	tb.pos.Phase = order.Combat
	return tb
}

func (tb *table) at(name string) board.SpaceID {
	tb.Helper()
	id, ok := tb.set.Board.Find(strings.TrimSpace(name))
	if !ok {
		tb.Fatalf("no space %q", name)
	}
	return id
}

// put places units; "(aboard: …)" after a ship are its cargo, joined by "+".
func (tb *table) put(at board.SpaceID, owner board.Power, units string) {
	tb.Helper()
	for entry := range strings.SplitSeq(units, ",") {
		ship, cargo, loaded := strings.Cut(entry, "(aboard:")
		n, typ := tb.units(ship)
		for range n {
			id := tb.pos.Add(typ, owner, at)
			if !loaded {
				continue
			}
			for c := range strings.SplitSeq(strings.TrimSuffix(strings.TrimSpace(cargo), ")"), "+") {
				whose := owner
				words := strings.Fields(c)
				if tb.set.Board.SeatOf(board.Power(words[1])) != nil {
					whose = board.Power(words[1])
					c = words[0] + " " + strings.Join(words[2:], " ")
				}
				k, ct := tb.units(c)
				for range k {
					tb.pos.Unit(tb.pos.Add(ct, whose, at)).Aboard = id
				}
			}
		}
	}
}

func (tb *table) units(text string) (int, board.UnitType) {
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

// group reads "2 infantry, 1 UK tank from Karelia S.S.R.".
func (tb *table) group(text string) order.Group {
	tb.Helper()
	units, from, _ := strings.Cut(text, " from ")
	return order.Group{Units: tb.list(units), From: tb.at(from)}
}

func (tb *table) list(units string) []order.Units {
	tb.Helper()
	var list []order.Units
	for u := range strings.SplitSeq(units, ",") {
		w := strings.Fields(u)
		var whose board.Power
		if len(w) > 2 && tb.set.Board.SeatOf(board.Power(w[1])) != nil {
			whose, w = board.Power(w[1]), slices.Delete(w, 1, 2)
		}
		n, typ := tb.units(strings.Join(w, " "))
		list = append(list, order.Units{N: n, Type: typ, Power: whose})
	}
	return list
}

func (tb *table) spaces(names ...string) []board.SpaceID {
	tb.Helper()
	var ids []board.SpaceID
	for _, n := range names {
		ids = append(ids, tb.at(n))
	}
	return ids
}

// next numbers the lines of orders as they are written.
func (tb *table) next() order.At { tb.line++; return order.At{Line: tb.line} }

func (tb *table) move(groups, to string, via ...string) order.Move {
	tb.Helper()
	o := order.Move{At: tb.next(), To: tb.at(to), Via: tb.spaces(via...)}
	for g := range strings.SplitSeq(groups, " & ") {
		o.Groups = append(o.Groups, tb.group(g))
	}
	return o
}

// judge carries out combat moves and returns their faults as "LINE CODE".
func (tb *table) judge(orders ...order.Order) []string {
	tb.Helper()
	r := newRun(tb.set, tb.pos, phase.Assumed())
	r.combatMoves(part(orders...))
	tb.pos = r.Pos
	return codes(settle(r.Faults))
}

func codes(fs []order.Fault) []string {
	var list []string
	for _, f := range fs {
		list = append(list, fmt.Sprintf("%d %s", f.Line, f.Code))
	}
	return list
}

// has checks how many units of a power stand in a space: "2 tank".
func (tb *table) has(where, power, units string) {
	tb.Helper()
	n, typ := tb.units(units)
	got := 0
	for _, u := range tb.pos.In(tb.at(where)) {
		if u.Owner == board.Power(power) && u.Type == typ {
			got++
		}
	}
	if got != n {
		tb.Errorf("%s: %d %s of %s, want %d", where, got, typ, power, n)
	}
}

func (tb *table) want(got []string, want ...string) {
	tb.Helper()
	if !slices.Equal(got, want) {
		tb.Errorf("faults %q, want %q", got, want)
	}
}

func TestLandMoves(t *testing.T) {
	t.Parallel()
	const front = `
		Ukraine S.S.R.: Germany 2 tank, 2 infantry, 1 antiaircraft gun
		Balkans: Germany 1 tank
		Archangel: USSR 1 infantry
		Kazakh S.S.R.: USSR 1 antiaircraft gun
		owner Germany: West Russia`
	tests := []struct {
		name string
		do   func(*table) []order.Order
		want []string
		then func(*table)
	}{
		{"infantry takes the next territory in combat (R-19)", func(tb *table) []order.Order {
			return []order.Order{tb.move("2 infantry from Ukraine S.S.R.", "Caucasus")}
		}, nil, func(tb *table) { tb.has("Caucasus", "Germany", "2 infantry") }},
		{"a tank blitzes through empty land and takes it at once (R-16, R-17)", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 tank from Ukraine S.S.R.", "Persia", "Caucasus")}
		}, nil, func(tb *table) {
			if tb.pos.Owner[tb.at("Caucasus")] != "Germany" {
				tb.Error("Caucasus was not taken")
			}
		}},
		{"it may come back (R-16)", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 tank from Ukraine S.S.R.", "Ukraine S.S.R.", "Caucasus")}
		}, nil, func(tb *table) { tb.has("Ukraine S.S.R.", "Germany", "2 tank") }},
		{"a gun stops it (R-21, T24)", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 tank from Ukraine S.S.R.", "Kazakh S.S.R.", "Caucasus"),
				tb.move("1 tank from Ukraine S.S.R.", "Novosibirsk", "Kazakh S.S.R.")}
		}, []string{"2 not-adjacent"}, nil},
		{"infantry has one move", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 infantry from Ukraine S.S.R.", "Russia")}
		}, []string{"1 too-far"}, nil},
		{"land units do not end combat moves in friendly land (R-20)", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 infantry from Ukraine S.S.R.", "Balkans")}
		}, []string{"1 friendly-target"}, nil},
		{"guns never move in combat (R-14)", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 antiaircraft gun from Ukraine S.S.R.", "Caucasus")}
		}, []string{"1 only-in-noncombat"}, nil},
		{"nothing enters neutral land (R-24)", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 tank from Balkans", "Turkey")}
		}, []string{"1 neutral-land"}, nil},
		{"one fault for too many, and none that follows from it", func(tb *table) []order.Order {
			return []order.Order{tb.move("3 tank from Ukraine S.S.R.", "Caucasus"), tb.move("1 infantry from Ukraine S.S.R.", "Caucasus")}
		}, []string{"1 too-few"}, nil},
		{"units that a line used are used", func(tb *table) []order.Order {
			return []order.Order{tb.move("2 tank from Ukraine S.S.R.", "Caucasus"), tb.move("1 tank from Ukraine S.S.R.", "Caucasus")}
		}, []string{"2 already-moved"}, nil},
		{"another's units are not ordered", func(tb *table) []order.Order {
			return []order.Order{tb.move("1 USSR infantry from Archangel", "West Russia")}
		}, []string{"1 not-yours"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tb := lay(t, revisedSet(t), "Germany", front)
			tb.want(tb.judge(tt.do(tb)...), tt.want...)
			if tt.then != nil {
				tt.then(tb)
			}
		})
	}
}
