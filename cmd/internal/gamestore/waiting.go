package gamestore

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
	"fieldpost/templates/layout"
)

// News that asks nothing of a person may wait for other mail to them. It is kept next to the records, as it would be
// sent, so that it survives whatever happens to the program.

// WaitingNews is news that waits.
type WaitingNews struct {
	Topic    string        `json:"topic"` // newer news of a topic takes the place of older
	Subject  string        `json:"subject"`
	Body     layout.Laid   `json:"body"`
	Evidence []layout.File `json:"evidence,omitempty"`
}

const partWaiting store.Part = "waiting"

// personKey is what the news of a participant is kept under.
func personKey(s roster.Participant) string {
	if s.Person != "" {
		return s.Person
	}
	return s.ID()
}

// KeepNews keeps news for a person until it is due, or until what waits already is.
func KeepNews(g *Game, s roster.Participant, n WaitingNews, due time.Time) error {
	who := personKey(s)
	all, err := newsOf(g, who)
	if err != nil {
		return err
	}
	all = slices.DeleteFunc(all, func(x WaitingNews) bool { return x.Topic == n.Topic })
	if err := PutJSON(g.Row, partWaiting, who, append(all, n)); err != nil {
		return err
	}
	waiting := maps.Clone(g.State.Waiting)
	if waiting == nil {
		waiting = map[string]time.Time{}
	}
	waiting[who] = earlier(waiting[who], due)
	g.State.Waiting = waiting
	return g.SaveState() // mails may be the last thing that happens to a game
}

// TakeNews returns the news that waits for a person, and forgets it.
func TakeNews(g *Game, s roster.Participant) ([]WaitingNews, error) {
	who := personKey(s)
	if g.State.Waiting[who].IsZero() {
		return nil, nil
	}
	all, err := newsOf(g, who)
	if err != nil {
		return nil, err
	}
	return all, forgetNews(g, who)
}

func newsOf(g *Game, who string) (all []WaitingNews, err error) {
	v, ok, err := g.Row.Get(partWaiting, who)
	if err != nil || !ok {
		return nil, err
	}
	if err := json.Unmarshal(v.Bytes, &all); err != nil {
		return nil, fmt.Errorf("news that waits for %s: %w", who, err)
	}
	return all, nil
}

func forgetNews(g *Game, who string) error {
	waiting := maps.Clone(g.State.Waiting)
	delete(waiting, who)
	g.State.Waiting = waiting
	if err := g.Row.Delete(partWaiting, who); err != nil {
		return err
	}
	return g.SaveState()
}

// NewsDue returns whose news is due at a time, in turn order. What waited for people who have left is forgotten.
func NewsDue(g *Game, now time.Time) (persons [][]roster.Participant, err error) {
	here := map[string]bool{}
	for _, seats := range g.Persons() {
		who := personKey(seats[0])
		here[who] = true
		if at := g.State.Waiting[who]; !at.IsZero() && !at.After(now) {
			persons = append(persons, seats)
		}
	}
	for _, who := range slices.Sorted(maps.Keys(g.State.Waiting)) {
		if !here[who] {
			if err := forgetNews(g, who); err != nil {
				return nil, err
			}
		}
	}
	return persons, nil
}

// newsDue is when the first news that waits goes out.
func newsDue(g *Game) (at time.Time) {
	for _, due := range g.State.Waiting {
		at = earlier(at, due)
	}
	return at
}
