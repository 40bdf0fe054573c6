package game

import (
	"slices"
	"testing"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

func TestSettings(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ name, value, want string }{ // want "": it is refused
		{"joining", "OPEN", "open"},
		{" Days off ", "none", "none"},
		{"zone", "Europe/Berlin", "Europe/Berlin"},
		{"joining", "perhaps", ""},
		{"no such setting", "on", ""},
		{"beacon-delay", "29m", ""}, {"beacon-delay", "30m", "30m"}, {"beacon-delay", "60m", "60m"}, {"beacon-delay", "61m", ""},
		{"beacon-delay", "soon", ""},
		{"grace", "14m", ""}, {"grace", "15m", "15m"},
		{"vacation-days", "0", "0"}, {"vacation-days", "366", "366"}, {"vacation-days", "367", ""}, {"vacation-days", "-1", ""},
		{"consent-span", "10000h", "10000h"}, {"consent-span", "10001h", ""}, {"consent-span", "3y", ""}, {"consent-span", "none", "none"},
		{"dice-after-correction", "keep", "keep"},
	} {
		h, err := Settings{}.With(c.name, c.value)
		name := c.name
		if len(h.Changed) == 1 {
			name = h.Changed[0].Name
		}
		if (err == nil) != (c.want != "") || err == nil && h.Get(name) != c.want {
			t.Errorf("%s %s: %q, %v; want %q", c.name, c.value, h.Get(name), err, c.want)
		}
	}
	if first := AllSettings()[0]; (Settings{}).Get(first.Name) != first.Default {
		t.Errorf("%s is %q by default", first.Name, Settings{}.Get(first.Name))
	}
	h, _ := Settings{}.With("zone", "UTC")
	h, _ = h.With("joining", "open")
	again, _ := h.With("zone", "Europe/Berlin")
	if len(again.Changed) != 2 || h.Changed[0].Name != "joining" || again.Changed[0].Name != "joining" || h.Get("zone") != "UTC" || again.Get("zone") != "Europe/Berlin" {
		t.Errorf("%+v, then %+v", h, again)
	}
}

// A question has the deadline of a turn unless the settings name another.
func TestThePlanOfSettings(t *testing.T) {
	t.Parallel()
	h, _ := Settings{}.With("deadline", "48h")
	if p := h.Plan(); p.Span.About() != 48*time.Hour || p.Question != p.Span || p.Grace != 15*time.Minute || p.PerPhase {
		t.Errorf("%+v", p)
	}
	h, _ = h.With("question-deadline", "12h")
	h, _ = h.With("deadline-per", "phase")
	h, _ = h.With("bounce-stops-clock", "yes")
	if p := h.Plan(); p.Question.About() != 12*time.Hour || !p.PerPhase || !p.StopBounced {
		t.Errorf("%+v", p)
	}
}

func TestHowLongVotesAndProposalsAreOpen(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	for span, want := range map[string]time.Time{"24h": monday.Add(24 * time.Hour), "none": {}, "0h": {}} {
		h, err := Settings{}.With("vote-span", span)
		if err != nil {
			t.Fatal(err)
		}
		h, _ = h.With("consent-span", span)
		if v := h.OpenVote(g.Rules.Board, Draw, "UK", monday); !v.Until.Equal(want) {
			t.Errorf("%s: a vote until %s", span, v.Until)
		}
		if p := h.Propose(1, "RUS", nil, nil, monday); !p.Until.Equal(want) {
			t.Errorf("%s: a proposal until %s", span, p.Until)
		}
	}
}

func TestSaltsOfBids(t *testing.T) {
	t.Parallel()
	for salt, want := range map[string]bool{"1234567": false, "12345678": true, "ABCDefgh": true, "1234-5678": false, "": false,
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa":  true,
		"aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa": false} {
		if got := ValidSalt(salt); got != want {
			t.Errorf("%q: %v", salt, got)
		}
	}
}

var deadlines = rules.Setting{Name: "play", Value: "deadline"}

// A letter is for all, for a side or for powers; the history names the writer of what all may read, and nobody else.
func TestReadersOfPress(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	for _, c := range []struct {
		from        string
		to          []string
		readers     []string
		actor, what string
	}{
		{"GER", []string{PressAll}, seats, "GER", "press to all"},
		{PressReferee, []string{PressAll}, seats, "referee", "press to all"},
		{PressAnonymous, []string{PressAll}, seats, "player", "press to all"},
		{"GER", []string{"AXIS"}, []string{"GER", "JPN"}, "player", "press"},
		{"GER", []string{"UK", "JPN"}, []string{"UK", "JPN"}, "player", "press"},
	} {
		l := PressMessage{Game: "eastfront", Number: 1, From: c.from, To: c.to, Lines: []string{"The Ukraine is not yours to give."}, Time: monday}
		readers, act := l.Readers(g.Rules.Board), l.Record()
		if !slices.Equal(readers, c.readers) || act.Actor != c.actor || act.What != c.what || act.Hash != dice.Sum(l.Text()) {
			t.Errorf("%s to %v: %v, %+v", c.from, c.to, readers, act)
		}
	}
	l := PressMessage{Lines: []string{"The Ukraine is not yours to give.", "exactly 20 letters, ok"}}
	for line, want := range map[string]bool{"> the ukraine is NOT yours to give": true, "The Ukraine is yours to take.": false,
		"Exactly 20 letters: OK.": false} {
		if got := l.Repeats([]string{line}); got != want {
			t.Errorf("%q: %v", line, got)
		}
	}
	if twenty := (PressMessage{Lines: []string{"abcdefghij klmnopqrst"}}); !twenty.Repeats([]string{"abcdefghijklmnopqrst"}) {
		t.Error("a line of 20 letters is no quote")
	}
}

// Orders wait for the deadline and are played as one; what has become impossible goes on waiting.
func TestOrdersThatWaitForTheDeadline(t *testing.T) {
	t.Parallel()
	g, master := begin(t, deadlines)
	k := newKept(t, g)
	held := k.file("USSR", means(master), researchRockets(), rockets, nil)
	if held.Played || len(held.Records) != 0 || !k.game.Pos.Turn().HasOrders() || len(held.Awaited) != 1 {
		t.Fatalf("%+v", held)
	}
	done := k.take(k.game.Due(Lines{Text: rockets}, means(master)))
	if !done.Played || done.Before.Turn().HasOrders() || k.game.Pos.Turn().HasOrders() {
		t.Fatalf("%+v", done)
	}
	again, _ := k.fold()
	if again.State() != k.game.State() {
		t.Error("the records make another game")
	}

	poor, master := begin(t, deadlines)
	k = newKept(t, poor)
	k.file("USSR", means(master), researchRockets(), rockets, nil)
	k.game.Pos = k.game.Pos.Clone()
	positiontest.Change(k.game.Pos, func(d *position.Data) { d.Nation("USSR").Money = 0 })
	out, err := k.game.Due(Lines{Text: rockets}, means(master))
	if err != nil || !out.Refused || out.After != k.game || !k.game.Pos.Turn().HasOrders() {
		t.Errorf("%+v %v", out, err)
	}
	withdrawn := k.take(k.game.Withdraw("USSR", monday))
	if len(withdrawn.Records) != 1 || k.game.Pos.Turn().HasOrders() {
		t.Errorf("%+v", withdrawn)
	}
	if _, err := k.game.Withdraw("USSR", monday); err == nil {
		t.Error("withdrawn twice")
	}
}
