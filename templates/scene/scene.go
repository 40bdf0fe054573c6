// Package scene says what a map shows of a position and of what happened: moves as arrows, sums of the sides.
package scene

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/templates/atlas"
	"fieldpost/templates/local"
)

// stage is a position that is shown, and the one before it, which may be nil.
type stage struct {
	*local.Localizer
	before, now *position.Position
}

// Of is the scene of a position and of what happened since the one before it, without a title.
func Of(l *local.Localizer, set *rules.Set, before, now *position.Position, events []event.Reported) atlas.Scene {
	s := stage{l, before, now}
	sc := atlas.Scene{Board: set.Name, Arrows: Arrows(l.Board, events), Sums: Sums(l, set, now)}
	for i := range l.Board.Spaces {
		sc.Spaces = append(sc.Spaces, s.area(board.SpaceID(i)))
	}
	for _, e := range events {
		if e.Kind == event.KindBattleBegan {
			if name := l.Board.Name(e.Space); !slices.Contains(sc.Battles, name) {
				sc.Battles = append(sc.Battles, name)
			}
		}
	}
	sc.Legend = s.legend(sc)
	return sc
}

// area is one space of the map.
func (s stage) area(at board.SpaceID) atlas.Space {
	sp := s.Board.Space(at)
	out := atlas.Space{Name: sp.Name, Label: s.Space(at), Owner: string(s.now.Owner(at)), City: sp.City != "",
		Capital: s.Board.CapitalOf(at) != board.Nobody, Income: sp.Income}
	if s.before != nil && s.before.Owner(at) != s.now.Owner(at) {
		out.Conquered = string(s.before.Owner(at))
	}
	for _, owner := range local.Owners(s.Board) {
		for _, t := range board.UnitTypes() {
			n := count(s.now, at, owner, t)
			switch {
			case n == 0:
			case t == board.Complex:
				out.Factory = true
			case t == board.AAGun:
				out.Guns += n
			default:
				out.Stacks = append(out.Stacks, atlas.Stack{Power: string(owner), Unit: t.String(), Count: n})
			}
		}
	}
	return out
}

func count(p *position.Position, at board.SpaceID, owner board.Power, t board.UnitType) int {
	n := 0
	for u := range p.In(at) {
		if u.Owner == owner && u.Type == t {
			n++
		}
	}
	return n
}

// legend explains the powers' colours, and of the signs those that the map shows.
func (s stage) legend(sc atlas.Scene) []atlas.Entry {
	var list []atlas.Entry
	for _, p := range append(s.Board.Powers(), board.MiddleEast) {
		if !slices.ContainsFunc(sc.Spaces, func(x atlas.Space) bool { return x.Owner == string(p) }) {
			continue
		}
		list = append(list, atlas.Entry{Sign: "power", Power: string(p), Label: s.Power(p)})
	}
	for _, sign := range []struct {
		act  atlas.Act
		name string
	}{{atlas.Combat, "combat move"}, {atlas.Noncombat, "noncombat move"}, {atlas.Retreat, "retreat"}} {
		if i := slices.IndexFunc(sc.Arrows, func(a atlas.Arrow) bool { return a.Act == sign.act }); i >= 0 {
			list = append(list, atlas.Entry{Sign: sign.name, Power: sc.Arrows[i].Power,
				Label: s.Text("legend-" + strings.ReplaceAll(sign.name, " ", "-"))})
		}
	}
	if len(sc.Battles) > 0 {
		list = append(list, atlas.Entry{Sign: "battle", Label: s.Text("legend-battle")})
	}
	if i := slices.IndexFunc(sc.Spaces, func(x atlas.Space) bool { return x.Conquered != "" }); i >= 0 {
		list = append(list, atlas.Entry{Sign: "conquest", Power: sc.Spaces[i].Conquered,
			Label: s.Text("legend-conquest")})
	}
	list = append(list, atlas.Entry{Sign: "capital", Label: s.Text("legend-capital")})
	if slices.ContainsFunc(sc.Spaces, func(x atlas.Space) bool { return x.City }) {
		list = append(list, atlas.Entry{Sign: "city", Label: s.Text("legend-city")})
	}
	return list
}

// Arrows are the moves of a resolution, those of one kind between the same spaces together.
func Arrows(b *board.Board, events []event.Reported) []atlas.Arrow {
	var out []atlas.Arrow
	act := atlas.Combat
	for _, e := range events {
		switch e.Kind {
		case event.KindPhaseBegan:
			act = atlas.Combat
			if e.Phase == order.Noncombat {
				act = atlas.Noncombat
			}
		case event.KindMoved, event.KindLoaded, event.KindUnloaded, event.KindLanded, event.KindRetreats:
			a, ok := arrow(b, e, act)
			if !ok {
				continue
			}
			i := slices.IndexFunc(out, func(same atlas.Arrow) bool {
				same.Count = a.Count
				return a == same
			})
			if i < 0 {
				out = append(out, a)
			} else {
				out[i].Count += a.Count
			}
		}
	}
	return out
}

// arrow is one move. Planes that land attack nobody.
func arrow(b *board.Board, e event.Reported, act atlas.Act) (atlas.Arrow, bool) {
	if e.From == board.NoSpace || e.To == board.NoSpace || len(e.Units) == 0 {
		return atlas.Arrow{}, false
	}
	switch e.Kind {
	case event.KindLanded:
		act = atlas.Noncombat
	case event.KindRetreats:
		act = atlas.Retreat
	}
	kind := atlas.ByLand
	switch t := e.Units[0].Type; {
	case t.IsAir():
		kind = atlas.ByAir
	case t.IsShip() || e.Kind == event.KindLoaded || e.Kind == event.KindUnloaded:
		kind = atlas.BySea
	}
	n := 0
	for _, u := range e.Units {
		n += u.N
	}
	return atlas.Arrow{From: b.Name(e.From), To: b.Name(e.To), Kind: kind, Power: string(e.Power), Act: act,
		Count: n}, true
}

// Sums say for each side what it earns, and how far it is from winning: by victory cities, or by enemy capitals.
func Sums(s *local.Localizer, set *rules.Set, now *position.Position) []string {
	var out []string
	for _, side := range []board.Side{board.Axis, board.Allies} {
		income, held := 0, 0
		for _, seat := range s.Board.Seats {
			if seat.Side == side {
				income += now.Income(s.Board, seat.Power)
			}
		}
		holds := func(at board.SpaceID) bool { return s.Board.SideOf(now.Owner(at)) == side }
		how, needs := "cities", set.Victory.Cities
		if needs > 0 {
			for i := range s.Board.Spaces {
				if s.Board.Spaces[i].City != "" && holds(board.SpaceID(i)) {
					held++
				}
			}
		} else {
			how, needs = "capitals", 1
			for _, seat := range s.Board.Seats {
				if seat.Side != side && holds(seat.Capital) {
					held++
				}
			}
		}
		out = append(out, s.Text("map-sum-"+side.String()+"-"+how, "Income", s.Count(income), "Held", s.Count(held),
			"Needs", s.Count(needs)))
	}
	return out
}
