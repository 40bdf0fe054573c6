package order

import (
	"slices"

	"fieldpost/adjudicator/board"
)

// Loss is one entry of an order of loss.
type Loss struct {
	N      int // so many of them; 0: all that are left
	Type   board.UnitType
	Power  board.Power // whose; Nobody: every power's
	Cargo  Cargo       // which transports are meant
	Damage bool        // a battleship's first hit
}

// Cargo narrows an entry to loaded or empty transports.
type Cargo uint8

// Cargo states.
const (
	AnyCargo Cargo = iota
	Empty
	Loaded
)

// Names reports whether an entry speaks of a power's units of a type.
func (l Loss) Names(t board.UnitType, owner board.Power) bool {
	return l.Type == t && (l.Power == board.Nobody || l.Power == owner)
}

// Takes reports whether an entry means a unit, which is described by its type, its owner and whether it is loaded.
func (l Loss) Takes(u Loss) bool {
	return !l.Damage && l.Names(u.Type, u.Power) && (l.Cargo == AnyCargo || l.Cargo == u.Cargo)
}

// Places returns for each of n units the index of the entry that takes it: the first one that means it and has not
// taken as many as it counts. It is len(list) where none does. Of equal units the earlier are taken first.
func Places(list []Loss, n int, means func(l Loss, unit int) bool) []int {
	places := make([]int, n)
	for u := range places {
		places[u] = len(list)
	}
	for at, l := range list {
		left := l.N
		if left == 0 {
			left = n
		}
		for u := 0; u < n && left > 0; u++ {
			if places[u] == len(list) && means(l, u) {
				places[u] = at
				left--
			}
		}
	}
	return places
}

// Queue returns units in the order in which a line loses them. Those that it does not name stay in their order, behind
// the others. Unit describes one.
func (t Tactic) Queue(ids []int, unit func(id int) Loss) []int {
	place := map[int]int{}
	for i, at := range Places(t.Losses, len(ids), func(l Loss, i int) bool { return l.Takes(unit(ids[i])) }) {
		place[ids[i]] = at
	}
	queue := slices.Clone(ids)
	slices.SortStableFunc(queue, func(a, b int) int { return place[a] - place[b] })
	return KeepLast(queue, t.Keep, func(k Kept, id int) bool { return k.Means(unit(id).Type) })
}

// WithoutFallen returns the lines of a battle that goes on after losses of their own side and of the other: what counts
// have taken is taken. A list of which nothing is left is dropped.
func WithoutFallen(lines []Tactic, own, theirs []Loss) []Tactic {
	counts := func(t Tactic) bool { return slices.ContainsFunc(t.Losses, func(l Loss) bool { return l.N > 0 }) }
	if !slices.ContainsFunc(lines, counts) {
		return lines
	}
	lines = slices.Clone(lines)
	for i := range lines {
		lines[i].Losses = slices.Clone(lines[i].Losses)
	}
	for _, f := range own {
		countFallen(lines, Losses, f)
	}
	for _, f := range theirs {
		countFallen(lines, TheirLosses, f)
	}
	return slices.DeleteFunc(lines, func(t Tactic) bool {
		return (t.Do == Losses || t.Do == TheirLosses) && t.Mode == NoMode && len(t.Losses)+len(t.Keep) == 0
	})
}

// countFallen takes a fallen unit off the entry of a verb's lists that has lost it.
func countFallen(lines []Tactic, verb Verb, fallen Loss) {
	for i, t := range lines {
		if t.Do != verb {
			continue
		}
		at := slices.IndexFunc(t.Losses, func(l Loss) bool {
			return l.Takes(fallen)
		})
		if at < 0 {
			continue
		}
		if l := &t.Losses[at]; l.N > 1 {
			l.N--
		} else if l.N == 1 {
			lines[i].Losses = slices.Delete(t.Losses, at, at+1)
		}
		return
	}
}

// KeptKind says which units are kept.
type KeptKind uint8

// The kinds.
const (
	KeptType  KeptKind = iota // those of the type that is named
	LandUnits                 // infantry, artillery and tanks
	AirUnits                  // fighters and bombers
)

// Kept are units that are lost only when nothing else is left that may be chosen.
type Kept struct {
	N    int // at least 1
	Kind KeptKind
	Type board.UnitType // if Kind is KeptType
}

// Means reports whether units of a type may be kept by it.
func (k Kept) Means(t board.UnitType) bool {
	switch k.Kind {
	case LandUnits:
		return t.IsFightingLand()
	case AirUnits:
		return t.IsAir()
	}
	return t == k.Type
}

// KeepLast moves to the end of a queue of losses what is kept: of the units that are meant those that would be lost
// last. It returns a new queue, if it keeps anything.
func KeepLast[T any](queue []T, keep []Kept, means func(Kept, T) bool) []T {
	if len(keep) == 0 {
		return queue
	}
	kept := make([]bool, len(queue))
	for _, k := range keep {
		left := k.N
		for i := len(queue) - 1; i >= 0 && left > 0; i-- {
			if !kept[i] && means(k, queue[i]) {
				kept[i] = true
				left--
			}
		}
	}
	first, last := make([]T, 0, len(queue)), make([]T, 0, len(queue))
	for i, it := range queue {
		if kept[i] {
			last = append(last, it)
		} else {
			first = append(first, it)
		}
	}
	return append(first, last...)
}
