package bot

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// outlook is the position as one power sees it: distances, threats, and which of its units have no task yet.
type outlook struct {
	set  *rules.Set
	b    *board.Board
	pos  *position.Position
	who  board.Power
	side board.Side
	busy map[int]bool // units that a plan uses

	air   map[board.SpaceID][]int // distances through the air, by start
	front []int                   // steps from each space to the nearest enemy land
}

// far is a distance that nothing covers.
const far = 99

// distances counts the steps from some spaces to every other, along steps that may be made.
func (m *outlook) distances(from []board.SpaceID, may func(a, c board.SpaceID) bool) []int {
	dist := make([]int, len(m.b.Spaces))
	for i := range dist {
		dist[i] = far
	}
	for _, s := range from {
		dist[s] = 0
	}
	for queue := slices.Clone(from); len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, to := range m.b.Near(at) {
			if dist[to] == far && m.b.Space(to).OriginalController != board.Neutral && !m.b.Closed(at, to) &&
				may(at, to) {
				dist[to] = dist[at] + 1
				queue = append(queue, to)
			}
		}
	}
	return dist
}

// flyingDistance is the distance between two spaces through the air.
func (m *outlook) flyingDistance(from, to board.SpaceID) int {
	d := m.air[from]
	if d == nil {
		d = m.distances([]board.SpaceID{from}, func(_, _ board.SpaceID) bool { return true })
		m.air[from] = d
	}
	return d[to]
}

func (m *outlook) sea(at board.SpaceID) bool { return m.b.Space(at).Sea }

func (m *outlook) friendly(at board.SpaceID) bool { return m.pos.FriendlyLand(m.b, at, m.side) }

func (m *outlook) enemyLand(at board.SpaceID) bool {
	return m.pos.FriendlyLand(m.b, at, m.side.Other())
}

func (m *outlook) hostileZone(at board.SpaceID) bool {
	return m.sea(at) && m.pos.HostileZone(m.b, at, m.side)
}

// frontier is how far every space lies from enemy land: a step on land is one, one at sea two, as a way over the sea
// takes a ship and its time.
func (m *outlook) frontier() []int {
	dist := make([]int, len(m.b.Spaces))
	var queue []board.SpaceID
	for i := range dist {
		dist[i] = far
		if m.enemyLand(board.SpaceID(i)) {
			dist[i] = 0
			queue = append(queue, board.SpaceID(i))
		}
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for _, to := range m.b.Near(at) {
			step := 1
			if m.sea(to) || m.sea(at) {
				step = 2
			}
			if m.b.Space(to).OriginalController != board.Neutral && !m.b.Closed(at, to) && dist[at]+step < dist[to] {
				dist[to] = dist[at] + step
				queue = append(queue, to)
			}
		}
	}
	return dist
}

// own lists the power's units that satisfy a test and have no task yet.
func (m *outlook) own(test func(position.Unit) bool) []position.Unit {
	var us []position.Unit
	for u := range m.pos.Units() {
		if u.Owner == m.who && !m.busy[u.ID] && test(u) {
			us = append(us, u)
		}
	}
	return us
}

// foes lists the enemy units in a space that would defend it.
func (m *outlook) foes(at board.SpaceID) []position.Unit {
	sea := m.sea(at)
	var us []position.Unit
	for u := range m.pos.In(at) {
		fights := u.Type.IsShip() && !u.Submerged || u.Type.IsAir() || u.Type.IsFightingLand() && !sea
		if fights && position.Enemy(m.b, u.Owner, m.who) {
			us = append(us, u)
		}
	}
	return us
}

// threat counts the enemy units that could attack a territory next turn.
func (m *outlook) threat(at board.SpaceID) int {
	n := 0
	for u := range m.pos.Units() {
		if !position.Enemy(m.b, u.Owner, m.who) {
			continue
		}
		d := m.flyingDistance(u.At, at)
		switch {
		case u.Type.IsAir() && d <= 3, u.Type.IsFightingLand() && d == 1, u.Type == board.Tank && d == 2,
			u.Type == board.Transport && d <= 3:
			n++
		}
	}
	return n
}

// garrison is how many land units should stay in a territory: capitals most of all, then cities and complexes.
func (m *outlook) garrison(at board.SpaceID) int {
	s := m.b.Space(at)
	switch {
	case m.b.CapitalOf(at) == m.who:
		return (m.threat(at)*4+4)/5 + 1
	case m.b.CapitalOf(at) != board.Nobody, s.City != "" && m.set.Victory.Cities > 0, m.complexIn(at):
		return (m.threat(at) + 2) / 3
	}
	return 0
}

func (m *outlook) complexIn(at board.SpaceID) bool {
	return m.pos.AnyIn(at, func(u position.Unit) bool { return u.Type == board.Complex })
}

// spare takes from own land units those that must stay on guard, infantry first.
func (m *outlook) spare(us []position.Unit) []position.Unit {
	us = slices.Clone(us)
	slices.SortStableFunc(us, func(a, c position.Unit) int { return int(a.Type) - int(c.Type) })
	need := map[board.SpaceID]int{}
	var out []position.Unit
	for _, u := range us {
		left, seen := need[u.At]
		if !seen {
			left = m.garrison(u.At) - m.allies(u.At)
		}
		need[u.At] = left - 1
		if left <= 0 {
			out = append(out, u)
		}
	}
	return out
}

// allies counts the fighting land units of allies in a territory: they guard it, too.
func (m *outlook) allies(at board.SpaceID) int {
	n := 0
	for u := range m.pos.In(at) {
		if u.Type.IsFightingLand() && u.Owner != m.who && m.b.Allied(u.Owner, m.who) {
			n++
		}
	}
	return n
}
