package odds

import (
	"slices"

	"fieldpost/adjudicator/battle"
)

// unknown is a number that has not been worked out.
const unknown = -1

// states numbers the statuses of one side as they are met, and remembers what package battle makes of each.
type states struct {
	field   *battle.Field
	role    battle.Role
	step    func(int) bool // counts steps of the search, and reports whether it may go on
	alike   []int          // equal numbers are equal units
	slots   []int32        // numbers of states by the hash of their status, at most half full; unknown where empty
	all     []state        // by number
	removed []int32        // each without the losses of the round; apart, as it is asked for most often
	left    [][]int32      // states that a round can end with, by the number of blows they can still take

	scratch battle.Status      // for a status that may be known; always large enough
	hits    []battle.Hit       // memory of hits
	bytes   []battle.Condition // memory of statuses
	room    []move             // memory of moves
	moves   []moves            // lists of all states
	volleys []fired
	blows   map[groupHits]int32
}

// state is one status of a side.
type state struct {
	status  battle.Status
	look    battle.Look
	blows   int   // hits it can still take: the measure that only falls
	swept   int32 // without what the opening fire struck
	fires   int32 // the state that rolls the same
	listed  bool  // in left
	ladders []ladder
	moves   int32 // the first of its list in states.moves, or unknown
	volleys int32 // index in states.volleys
}

// ladder is the states after 0, 1, 2 … hits of one kind; the last one is where nothing more can be lost.
type ladder struct {
	aim   battle.Aim
	named int // the first plane aimed at by name, or -1
	how   battle.Condition
	to    []int32
	full  bool
}

// moves is where a volley leads. Next is the next one of its state.
type moves struct {
	volley *volley
	how    battle.Condition
	last   bool // the losses of the round have left
	to     []move
	next   int32
}

type move struct {
	to     int32
	chance float64
}

// fired is a volley that the side fires from a state, if it sees that of the enemy.
type fired struct {
	step   int
	late   bool // in a later round than the first
	foe    battle.Look
	volley *volley // nil: no unit rolls
	next   int32
}

func newStates(f *battle.Field, r battle.Role, alike []int, step func(int) bool) *states {
	n := 12 * (len(alike) + 1)
	return &states{
		field: f, role: r, alike: alike, step: step,
		slots: emptySlots(256), all: make([]state, 0, n), removed: make([]int32, 0, n),
		left:    make([][]int32, 2*len(alike)+1),
		scratch: make(battle.Status, len(alike)), hits: make([]battle.Hit, 0, len(alike)+1),
		moves: make([]moves, 0, n), volleys: make([]fired, 0, n/2), blows: map[groupHits]int32{},
	}
}

func emptySlots(n int) []int32 {
	slots := make([]int32, n)
	for i := range slots {
		slots[i] = unknown
	}
	return slots
}

// slot returns the index of the slot that holds a status or is free for it.
func (s *states) slot(st battle.Status) int {
	h := uint32(2166136261) // FNV-1a
	for _, c := range st {
		h = (h ^ uint32(c)) * 16777619
	}
	for i := int(h^h>>15) & (len(s.slots) - 1); ; i = (i + 1) & (len(s.slots) - 1) {
		if id := s.slots[i]; id == unknown || slices.Equal(s.all[id].status, st) {
			return i
		}
	}
}

// id numbers a status, which is copied.
func (s *states) id(st battle.Status) int32 {
	slot := s.slot(st)
	if id := s.slots[slot]; id != unknown {
		return id
	}
	if 2*len(s.all) >= len(s.slots) {
		s.slots = emptySlots(2 * len(s.slots))
		for id := range s.all {
			s.slots[s.slot(s.all[id].status)] = int32(id)
		}
		slot = s.slot(st)
	}
	if len(s.bytes)+len(st) > cap(s.bytes) {
		s.bytes = make([]battle.Condition, 0, 64*(len(st)+1))
	}
	at := len(s.bytes)
	s.bytes = append(s.bytes, st...)
	st = battle.Status(s.bytes[at:len(s.bytes):len(s.bytes)])
	id := int32(len(s.all))
	s.step(1 + len(st)) // a state takes time and memory with its units; whoever asked for it stops soon
	s.slots[slot] = id
	s.removed = append(s.removed, unknown)
	s.all = append(s.all, state{status: st, look: s.field.Look(s.role, st), blows: s.field.Blows(s.role, st),
		swept: unknown, fires: unknown, moves: unknown, volleys: unknown})
	return id
}

// sameNumber is the number of a status that was made from another one, and is most often equal.
func (s *states) sameNumber(from int32, st battle.Status) int32 {
	if slices.Equal(s.all[from].status, st) {
		return from
	}
	return s.id(st)
}

// sweep is the state without what the opening fire struck.
func (s *states) sweep(id int32) int32 {
	if to := s.all[id].swept; to != unknown {
		return to
	}
	to := s.id(s.field.Sweep(s.scratch, s.role, s.all[id].status))
	s.all[id].swept = to
	return to
}

// fires is the state that rolls the same dice.
func (s *states) fires(id int32) int32 {
	if to := s.all[id].fires; to != unknown {
		return to
	}
	to := s.id(s.field.Fires(s.scratch, s.all[id].status))
	s.all[id].fires = to
	return to
}

// remove is the state without the losses of the round, listed among those that a round can end with.
func (s *states) remove(id int32) int32 {
	if to := s.removed[id]; to != unknown {
		return to
	}
	to := s.id(s.field.Remove(s.scratch, s.role, s.all[id].status))
	s.removed[id] = to
	s.list(to)
	return to
}

// list puts a state among those that a round can end with.
func (s *states) list(id int32) {
	st := &s.all[id]
	if st.listed {
		return
	}
	st.listed = true
	s.left[st.blows] = append(s.left[st.blows], id)
}

// hit is where a volley leads from a state, with the chance of each; after the last volley of a round without its
// losses.
func (s *states) hit(id int32, v *volley, how battle.Condition, last bool) []move {
	for i := s.all[id].moves; i != unknown; i = s.moves[i].next {
		if m := &s.moves[i]; m.volley == v && m.how == how && m.last == last {
			return m.to
		}
	}
	var to []move
	if len(v.groups) == 1 {
		to = s.hitOneKind(id, v, how)
	} else {
		to = s.hitSeveralKinds(id, v, how)
	}
	if last {
		for i := range to {
			to[i].to = s.remove(to[i].to)
		}
	}
	s.moves = append(s.moves, moves{v, how, last, to, s.all[id].moves})
	s.all[id].moves = int32(len(s.moves) - 1)
	return to
}

// hitOneKind is hit for hits of one kind.
func (s *states) hitOneKind(id int32, v *volley, how battle.Condition) []move {
	d := v.groups[0].chance
	steps := s.ladder(id, &v.groups[0], how, len(d)-1)
	if len(s.room)+len(steps) > cap(s.room) {
		s.room = make([]move, 0, max(256, len(steps)))
	}
	start := len(s.room)
	for k, at := range steps {
		s.room = append(s.room, move{at, d[k]})
	}
	to := s.room[start:len(s.room):len(s.room)]
	last := len(steps) - 1
	to[last].chance = v.groups[0].orMore[last]
	return to
}

// ladder is the states after up to n hits of one group; fewer, where no more can be lost.
func (s *states) ladder(id int32, g *group, how battle.Condition, n int) []int32 {
	named := -1
	if g.named != nil {
		named = g.named[0]
	}
	at := -1
	for i, l := range s.all[id].ladders {
		if l.aim == g.aim && l.how == how && l.named == named {
			at = i
		}
	}
	if at < 0 {
		at = len(s.all[id].ladders)
		s.all[id].ladders = append(s.all[id].ladders,
			ladder{aim: g.aim, named: named, how: how, to: append(make([]int32, 0, n+1), id)})
	}
	l := s.all[id].ladders[at]
	for !l.full && len(l.to) <= n {
		s.step(len(s.alike) * (1 + len(l.to)/16))
		next, _ := s.field.Hit(s.scratch, s.role, s.all[id].status, g.hits(s.hits[:0], len(l.to)), how)
		to := s.id(next)
		if l.full = to == l.to[len(l.to)-1]; !l.full {
			l.to = append(l.to, to)
		}
	}
	s.all[id].ladders[at] = l
	return l.to[:min(n+1, len(l.to))]
}

// hitSeveralKinds is hit for hits of several kinds, which package battle deals out together.
func (s *states) hitSeveralKinds(id int32, v *volley, how battle.Condition) []move {
	var to []move
	var deal func(i int, b groupHits, p float64)
	deal = func(i int, b groupHits, p float64) {
		if i == len(v.groups) {
			if !s.step(1 + len(to)/8) {
				return
			}
			to = addMove(to, s.strike(v, b), p)
			return
		}
		for k, q := range v.groups[i].chance {
			if q > 0 {
				b.hits[i] = uint16(k)
				deal(i+1, b, float64(p*q))
			}
		}
	}
	deal(0, groupHits{id: id, how: how, aims: v.aims}, 1)
	return to
}

// groupHits is hits of several groups on a state.
type groupHits struct {
	id   int32
	how  battle.Condition
	aims [maxGroups]battle.Aim
	hits [maxGroups]uint16
}

// strike is the state after a blow.
func (s *states) strike(v *volley, b groupHits) int32 {
	if to, ok := s.blows[b]; ok {
		return to
	}
	hits, n := s.hits[:0], 0
	for i := range v.groups {
		hits = v.groups[i].hits(hits, int(b.hits[i]))
		n += int(b.hits[i])
	}
	s.step(2 * len(s.alike) * (1 + n/4)) // to deal hits, the units are gone through
	next, _ := s.field.Hit(s.scratch, s.role, s.all[b.id].status, hits, b.how)
	to := s.id(next)
	s.blows[b] = to
	s.hits = hits
	return to
}

func addMove(ms []move, to int32, p float64) []move {
	for i := range ms {
		if ms[i].to == to {
			ms[i].chance += p
			return ms
		}
	}
	return append(ms, move{to, p})
}
