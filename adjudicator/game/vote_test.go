package game

import (
	"slices"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
)

func TestWhoMustAgreeToWhat(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	all := []string{"RUS", "GER", "UK", "JPN", "USA"}
	strict, err := Settings{}.With("extend-needs", "all")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name    string
		house   Settings
		on      string
		by      board.Power
		taken   []string
		yes, no []string
		want    Verdict
	}{
		{"a draw needs all", Settings{}, Draw, "USSR", all, all[:4], nil, Undecided},
		{"all agree to a draw", Settings{}, Draw, "USSR", all, all, nil, Carried},
		{"one is enough against a draw", Settings{}, Draw, "USSR", all, all[:1], all[1:2], Rejected},
		{"a free seat has no vote", Settings{}, Agreed, "USSR", all[:4], all[:4], nil, Carried},
		{"a side surrenders by itself", Settings{}, Surrender, "Germany", all, []string{"GER", "JPN"}, nil, Carried},
		{"no ally surrenders alone", Settings{}, Surrender, "Germany", all, []string{"GER"}, nil, Undecided},
		{"the enemy has no vote in it", Settings{}, Surrender, "Germany", all, []string{"GER", "RUS", "UK"}, []string{"USA"}, Undecided},
		{"an extension needs more than half", Settings{}, Extend, "USSR", all, all[:3], all[3:], Carried},
		{"half is no majority", Settings{}, Extend, "USSR", all[:4], all[:2], nil, Undecided},
		{"half against is the end", Settings{}, Extend, "USSR", all[:4], all[:2], all[2:4], Rejected},
		{"or all, as the house has it", strict, Extend, "USSR", all, all[:4], nil, Undecided},
	} {
		v := c.house.OpenVote(b, c.on, c.by, monday)
		for _, r := range c.yes {
			v.Cast(r, false)
		}
		for _, r := range c.no {
			v.Cast(r, true)
		}
		if got := v.Verdict(c.house, v.Electors(b, c.taken)); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAVoteMayBeChangedAndLapses(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	v := Settings{}.OpenVote(b, Draw, "USSR", monday)
	v.Cast("RUS", false)
	v.Cast("RUS", true)
	if len(v.Yes) > 0 || !slices.Equal(v.No, []string{"RUS"}) {
		t.Errorf("%+v", v)
	}
	if !v.Until.Equal(monday.Add(7 * 24 * time.Hour)) {
		t.Errorf("until %s", v.Until)
	}
	never, err := Settings{}.With("vote-span", "none")
	if err != nil || !never.OpenVote(b, Draw, "USSR", monday).Until.IsZero() {
		t.Error("a vote lapses where none should", err)
	}
	if s := (Settings{}).OpenVote(b, Surrender, "Japan", monday); !s.Same(b, Surrender, "Germany") || s.Same(b, Surrender, "UK") || s.Side != board.Axis {
		t.Errorf("%+v", s)
	}
}

// An end by agreement is a record of its own; the chain that closes with it holds, with a surrender's winner in the
// last position.
func TestAGameEndsByAgreement(t *testing.T) {
	t.Parallel()
	for _, end := range []End{{How: Draw}, {How: Agreed}, {Surrender, board.Axis}, {Surrender, board.Allies}} {
		g, master := begin(t)
		out, err := take(g)(g.End(end, master, monday))
		if err != nil || out.Closing == nil || g.Pos.Winner() != end.Loser.Other() || len(g.Awaited()) > 0 || !g.Chain.Over() {
			t.Fatalf("%v: %+v, %v", end, out, err)
		}
		if got, ok := ParseEnd(end.what()); !ok || got != end {
			t.Errorf("%q reads as %v", end.what(), got)
		}
		verified(t, g, nil, nil)
		if _, err := take(g)(g.End(end, master, monday)); err == nil {
			t.Error("ended twice")
		}
		if fs := g.Judge("USSR", researchRockets()); len(fs) == 0 {
			t.Error("orders are taken after the end")
		}
	}
}

// Orders that wait for their beacon are voided before the game ends: no secret stays that could still roll them.
func TestAGameEndsWhileAGoIsLocked(t *testing.T) {
	t.Parallel()
	g, master, out := locked(t)
	if _, err := take(g)(g.End(End{How: Draw}, master, monday)); err != nil {
		t.Fatal(err)
	}
	if g.Locked() != nil || !g.Chain.Over() {
		t.Error("the go is still locked")
	}
	verified(t, g, [][]byte{out.Sets[0].Bytes}, nil)
}
