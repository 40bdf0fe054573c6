package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/rules"
)

// Who asks has agreed with their side; a referee who plays no one asks nobody, unless the settings say so; a player
// asks the referee, or the other side where that decides.
func TestWhoMustAgreeToAMotion(t *testing.T) {
	t.Parallel()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	settings := func(pairs ...string) (h game.Settings) {
		for i := 0; i < len(pairs); i += 2 {
			if h, err = h.With(pairs[i], pairs[i+1]); err != nil {
				t.Fatal(err)
			}
		}
		return h
	}
	allies, axis := []string{"RUS", "UK", "USA"}, []string{"GER", "JPN"}
	all := slices.Concat(allies, axis)
	plays := []board.Power{"Japan"}
	correction := referee.Requester{ByReferee: true, Correction: true, Corrected: "Germany"}
	for name, c := range map[string]struct {
		settings game.Settings
		referee  bool
		plays    []board.Power
		wish     referee.Requester
		want     []string
	}{
		"a referee who does not play":      {settings(), true, nil, referee.Requester{ByReferee: true}, nil},
		"a referee who plays":              {settings(), true, plays, referee.Requester{ByReferee: true}, allies},
		"a referee who plays, never asked": {settings("consent", "never"), true, plays, referee.Requester{ByReferee: true}, nil},
		"always":                           {settings("consent", "always"), true, nil, referee.Requester{ByReferee: true}, all},
		"a correction by consent":          {settings("corrections", "consent"), true, nil, correction, allies},
		"one of a referee who plays":       {settings("corrections", "consent"), true, []board.Power{"UK"}, correction, axis},
		"a player":                         {settings(), true, nil, referee.Requester{Power: "USSR", Correction: true}, []string{"REFEREE"}},
		"a player, the referee plays":      {settings(), true, plays, referee.Requester{Power: "USSR", Correction: true}, append(slices.Clone(axis), "REFEREE")},
		"a player by consent":              {settings("corrections", "consent"), true, nil, referee.Requester{Power: "USSR", Correction: true}, axis},
		"a player without a referee":       {settings(), false, nil, referee.Requester{Power: "Japan", Correction: true}, allies},
	} {
		taken := []string{"RUS", "GER", "UK", "JPN", "USA"}
		table := referee.Participants{Board: set.Board, Settings: c.settings, Taken: taken, Referee: c.referee, Plays: c.plays}
		got, want := table.MustAgree(c.wish), slices.Clone(c.want)
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v must agree, want %v", name, got, want)
		}
	}
}

// A motion is tried on a session: the game that was given stays as it is, whatever comes of it.
func TestAMotionIsTried(t *testing.T) {
	t.Parallel()
	c := opening(t)
	c.mail("USSR", strings.Replace(twoFronts, "battle Ukraine\n  pause\n", "", 1))
	before, head := c.p.Game.State(), c.p.Game.Chain.Head()
	money := []order.Edit{{Do: order.EditMoney, Power: "Germany", N: 7, Space: board.NoSpace}}
	s := c.open()
	done, err := s.Do(ref, referee.Request{Back: &referee.Moment{Round: 1, Power: "USSR"}, Edits: money})
	if err != nil || done.Undone == nil || done.Edited == nil || done.Corrected != nil || len(done.Undone.Resolutions) != 1 {
		t.Fatalf("%+v %v", done, err)
	}
	if s.Game.Pos.Nation("Germany").Money() != 7 || s.Game.Pos.Power() != "USSR" {
		t.Error("the session does not show what was done")
	}
	change := func(wrong *game.Resolution) (referee.Change, error) { return c.change(wrong, otherFront), nil }
	s = c.open()
	done, err = s.Do(ref, referee.Request{Wrong: &referee.Moment{}, Change: change, Policy: correct.Keep, Edits: money})
	if err != nil || done.Corrected == nil || done.Edited != nil || len(done.Corrected.Edits) != 1 || len(done.Corrected.Resolutions) != 1 {
		t.Fatalf("%+v %v", done, err)
	}
	unread := errors.New("nobody can read this")
	change = func(*game.Resolution) (referee.Change, error) { return referee.Change{}, unread }
	if _, err = c.open().Do(ref, referee.Request{Wrong: &referee.Moment{}, Change: change}); !errors.Is(err, unread) {
		t.Errorf("%v", err)
	}
	if c.p.Game.State() != before || c.p.Game.Chain.Head() != head {
		t.Error("the game has changed")
	}
}
