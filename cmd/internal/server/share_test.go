package server

import (
	"maps"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// The sharing of the bonus is one proposal: every Ally is mailed what one of them proposes, with the line that agrees
// to it, and that all agree; Germany's report does not say it.
func TestTheAlliesSeeHowTheyShareTheBonus(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keys = maps.Clone(w.keys)
	w.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(w.d.Env, tx, people.NewGame{Name: "tiertwo", Rules: "europe"})
		if err != nil {
			return err
		}
		for _, power := range g.Rules.Board.Powers() {
			if err := people.SeatPerson(w.d.Env, tx, g, power, players[power]); err != nil {
				return err
			}
			w.keys[power] = reveal(w.d.Env, tx, g, g.Seat(power))
		}
		return people.Start(w.d.Env, tx, g)
	})
	w.settle()
	w.says("Germany", "bonus nothing\n")
	w.forget()
	heard := func(power board.Power) string {
		t.Helper()
		return strings.ReplaceAll(bodies(w.inbox(players[power].Address)), "\u00a0", " ")
	}
	own := strings.ReplaceAll(bodies(w.says("USSR", "share USSR 2, UK 4, USA 6\n")), "\u00a0", " ")
	for _, ally := range []struct {
		power board.Power
		says  string
	}{{"USSR", own}, {"UK", heard("UK")}, {"USA", heard("USA")}} {
		if !strings.Contains(ally.says, "UK 4, USA 6") {
			t.Errorf("%s is not told of the proposal:\n%s", ally.power, ally.says)
		}
	}
	if says := heard("UK") + own; !strings.Contains(says, "share USSR 2, UK 4, USA 6") {
		t.Errorf("the form does not offer the line that agrees:\n%s", says)
	}
	if says := heard("Germany"); strings.Contains(says, "USA 6") {
		t.Errorf("Germany is told of the proposal:\n%s", says)
	}
	w.says("UK", "share USA 6, UK 4, USSR 2\n")
	w.forget()
	w.says("USA", "share USSR 2, UK 4, USA 6\n")
	if says := heard("UK"); !strings.Contains(says, "The Allies share the bonus: USSR 2, UK 4, USA 6.") {
		t.Errorf("the UK is not told that all agree:\n%s", says)
	}
	for _, a := range w.asked("tiertwo") {
		if a.What != "bonus" {
			t.Errorf("%s is asked %s", a.Power, a.What)
		}
	}
}
