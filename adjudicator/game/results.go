package game

import (
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// Outcome is how a game ended for one participant.
type Outcome int

// The outcomes.
const (
	Unfinished Outcome = iota
	Won
	Lost
	Drawn
	NeitherWonNorLost // it was broken off, or they played on both sides
)

// OutcomeFor is how the game has gone for who played on these sides. Ended is how it ended, if no orders decided it.
func (g *Game) OutcomeFor(sides []board.Side, ended string) Outcome {
	switch w := g.Pos.Winner(); {
	case !g.Chain.Over() && w == board.NoSide:
		return Unfinished
	case w == board.NoSide && (ended == Draw || g.Pos.Drawn()):
		return Drawn
	case w == board.NoSide || slices.Contains(sides, board.Axis) && slices.Contains(sides, board.Allies):
		return NeitherWonNorLost
	case slices.Contains(sides, w):
		return Won
	}
	return Lost
}

// Punctuality is how a seat has kept its appointments, as the records tell it.
type Punctuality struct {
	Role      string
	Played    int             // that its orders were played in
	Answers   []time.Duration // from the end of the resolution before to the arrival of the orders, one a resolution
	Missed    int             // deadlines that passed before its orders came, or without them
	Vacations int             // that it announced
}

// Median is the middle one of the answer times, 0 without any.
func (p Punctuality) Median() time.Duration {
	if len(p.Answers) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(p.Answers))
	return sorted[len(sorted)/2]
}

// PunctualityOf tells it for every role of a history, in the order of the game. Intakes are the lists of mails by the
// seq of the turn record that names them; a resolution without its list counts by the time of its lock. Started is when
// the first resolution was asked for.
func PunctualityOf(entries []history.Entry, intakes map[int]history.Intake, started time.Time) []Punctuality {
	t := timekeeper{asked: started, deadline: map[string]time.Time{}}
	for _, e := range entries {
		switch b := e.Body.(type) {
		case *history.Genesis:
			for _, r := range b.Roles {
				t.all = append(t.all, Punctuality{Role: r})
			}
		case *history.Clock:
			t.clock(b)
		case *history.Lock:
			t.locked, t.player = e.Time, ""
			for _, o := range b.Orders {
				if o.Kind == dice.TurnOrders {
					t.player = o.Role
				}
			}
		case *history.Turn:
			t.played(e, intakes[e.Seq])
		case *history.Act:
			if p := t.of(b.Actor); p != nil && strings.HasPrefix(b.What, "vacation") {
				p.Vacations++
			}
		}
	}
	return t.all
}

// timekeeper goes through the records.
type timekeeper struct {
	all      []Punctuality
	asked    time.Time // when the resolution before ended
	locked   time.Time
	player   string // whose orders are locked
	deadline map[string]time.Time
}

func (t *timekeeper) of(role string) *Punctuality {
	i := slices.IndexFunc(t.all, func(p Punctuality) bool { return p.Role == role })
	if i < 0 {
		return nil
	}
	return &t.all[i]
}

// clock notes the deadline of a role; one that stands still has none.
func (t *timekeeper) clock(c *history.Clock) {
	if c.Role == "-" {
		return
	}
	at, err := time.Parse(time.RFC3339, c.Deadline)
	if err != nil || c.Action == history.ClockPaused {
		delete(t.deadline, c.Role)
		return
	}
	t.deadline[c.Role] = at
}

// played counts a resolution for whose orders it played.
func (t *timekeeper) played(e history.Entry, in history.Intake) {
	p := t.of(t.player)
	asked := t.asked
	t.asked = e.Time
	if p == nil {
		return
	}
	came, mailed := t.locked, false
	for _, a := range in {
		if a.Role == p.Role && a.Accepted() && !a.Time.Before(asked.Truncate(time.Second)) && !a.Time.After(t.locked) {
			came, mailed = a.Time, true
		}
	}
	p.Played++
	if mailed || in == nil {
		p.Answers = append(p.Answers, max(0, came.Sub(asked)))
	}
	if at, ok := t.deadline[p.Role]; ok && (came.After(at) || !mailed && in != nil && !came.Before(at)) {
		p.Missed++
	}
	delete(t.deadline, p.Role)
}
