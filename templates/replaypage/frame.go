package replaypage

import (
	"math"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// frame is a step of the page: a phase of a turn. Names are short, as a long game has thousands of them. Powers are
// numbers in owners, spaces those of the board, units those of board.UnitType; -1 is none.
type frame struct {
	Round   int           `json:"r"`
	Power   int           `json:"p"`
	Phase   string        `json:"f"`           // with "phase-" before it, the key of its name
	Changes [][]int       `json:"d,omitempty"` // as field.changes lists them
	Arrows  [][4]int      `json:"a,omitempty"` // from, to, kind, power
	Lines   []line        `json:"t,omitempty"`
	Battles []battleFrame `json:"b,omitempty"`
	Taken   [][2]int      `json:"c,omitempty"` // space, whose it was
}

// line is something to be told: its key with "line-" before it, then what it needs.
type line struct {
	Key   string `json:"k"`
	Power int    `json:"p"`
	Units []int  `json:"u,omitempty"` // owner, type, count …
	From  int    `json:"s"`           // or the only space
	To    int    `json:"e"`
	Whose int    `json:"w"`
	Paid  int    `json:"n,omitempty"`
	Dice  []int  `json:"x,omitempty"`
	Hits  int    `json:"h,omitempty"`
	Tech  int    `json:"g,omitempty"` // that was found
}

// battleFrame is a battle. Shots and losses are one list, in the order in which they happened.
type battleFrame struct {
	Space     int    `json:"s"`
	Kind      string `json:"k"`
	Attackers []int  `json:"a"`
	Defenders []int  `json:"d"`
	Shots     []shot `json:"v"`
	Outcome   string `json:"o"`
}

// shot is a volley, or a loss, which has no Value.
type shot struct {
	Round     int   `json:"r"`
	Attacking bool  `json:"a,omitempty"`
	Units     []int `json:"u"`
	Value     int   `json:"n,omitempty"`
	Dice      []int `json:"x,omitempty"`
	Hits      int   `json:"h,omitempty"`
}

// point is the powers' standing at the end of a resolution, in turn order: a point of each chart.
type point struct {
	Frame  int       `json:"f"`
	Money  []int     `json:"m"`
	Income []int     `json:"i"`
	Value  []int     `json:"v"` // of the units on the board, IPC
	Luck   []float64 `json:"l"`
}

// film is a game as frames.
type film struct {
	set    *rules.Set
	field  *field
	frames []frame
	points []point
	round  int
	power  int

	misled int // spaces that the events led astray, over all resolutions; of interest to tests
}

func newFilm(v View) *film {
	m := &film{set: v.Rules, field: newField(v.Start), power: -1}
	m.frames = []frame{{Round: v.Start.Round(), Power: -1, Phase: "start", Changes: m.field.changes()}}
	m.score(v.Start, make([]float64, len(v.Rules.Board.Seats)))
	for _, g := range v.Resolutions {
		m.round, m.power = g.Round, slices.Index(owners, g.Power)
		if g.Power == board.Nobody {
			m.power = -1
		}
		m.addResolution(g)
	}
	return m
}

// addResolution makes the frames of a resolution: one for each phase in which something happened, two for combat with
// battles.
func (m *film) addResolution(g Resolution) {
	phase, first := "", len(m.frames)
	for i, e := range g.Events {
		if e.Kind == event.KindPhaseBegan {
			phase = e.Phase.String()
			continue
		}
		if next := stage(phase, e); next != phase || i == 0 {
			phase = next
		}
		m.addEvent(phase, first, e)
	}
	if len(m.frames) == first {
		m.frames = append(m.frames, frame{Round: m.round, Power: m.power, Phase: phase})
	}
	m.misled += m.field.correctBy(g.After)
	last := &m.frames[len(m.frames)-1]
	last.Changes = append(last.Changes, m.field.changes()...)
	m.score(g.After, g.Luck)
}

// stage is the name of the frame that an event belongs to.
func stage(phase string, e event.Reported) string {
	switch e.Kind {
	case event.KindRocket, event.KindAntiaircraft, event.KindRaid, event.KindInterception, event.KindBattleBegan,
		event.KindRoundBegan:
		if phase == order.Combat.String() {
			return "battles"
		}
	case event.KindIncome:
		return "income"
	}
	return phase
}

// addEvent adds an event to its frame, which is a new one if the last is of another phase or of an earlier resolution.
func (m *film) addEvent(phase string, first int, e event.Reported) {
	n := len(m.frames)
	if n == first || m.frames[n-1].Phase != phase {
		if !shown(e) {
			m.field.applyEvent(e)
			return
		}
		if n > first {
			m.frames[n-1].Changes = append(m.frames[n-1].Changes, m.field.changes()...)
		}
		m.frames = append(m.frames, frame{Round: m.round, Power: m.power, Phase: phase})
	}
	m.field.applyEvent(e)
	m.frames[len(m.frames)-1].add(e)
}

// shown reports whether an event is worth a frame.
func shown(e event.Reported) bool {
	return e.Kind != event.KindTurnEnded && e.Kind != event.KindTurnIdle && e.Kind != event.KindCityCount &&
		e.Kind != event.KindRoundBegan
}

func (m *film) score(p *position.Position, swing []float64) {
	at := point{Frame: len(m.frames) - 1}
	if swing == nil {
		swing = m.points[len(m.points)-1].Luck
	}
	for i, seat := range m.set.Board.Seats {
		value := 0
		for u := range p.Units() {
			if u.Owner == seat.Power && !u.Type.IsBooty() {
				value += m.set.Cost(u.Type)
			}
		}
		at.Money = append(at.Money, p.Nation(seat.Power).Money())
		at.Income = append(at.Income, p.Income(m.set.Board, seat.Power))
		at.Value = append(at.Value, value)
		at.Luck = append(at.Luck, math.Round(swing[i]*10)/10)
	}
	m.points = append(m.points, at)
}
