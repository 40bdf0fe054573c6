package game

import (
	"slices"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/position"
)

var seats = []string{"RUS", "GER", "UK", "JPN", "USA"}

// The first word opens a vote, the last that is needed decides it; what was given stays as it was.
func TestAVoteIsOpenedAndDecided(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	var c Conduct
	if _, _, ok := c.Vote(g, Draw, "USSR", false, seats, monday); ok {
		t.Error("a vote in a game that has not begun")
	}
	c.Started = monday
	if _, _, ok := c.Vote(g, Draw, "USSR", true, seats, monday); ok {
		t.Error("a vote was opened by a no")
	}
	if _, _, ok := c.Vote(g, Extend, "USSR", false, seats, monday); ok {
		t.Error("a vote on a deadline that there is not")
	}
	for i, p := range []board.Power{"USSR", "Germany", "UK", "Japan", "USA"} {
		before := c
		after, b, ok := c.Vote(g, Draw, p, false, seats, monday)
		if !ok || b.Opened != (i == 0) || b.Index != 0 || (b.Verdict == Carried) != (i == 4) || len(b.Vote.Yes) != i+1 {
			t.Fatalf("%s: %+v", p, b)
		}
		if b.Act.What != "vote draw yes" || b.Act.Actor != seats[i] {
			t.Errorf("%+v", b.Act)
		}
		if i > 0 && len(before.Votes[0].Yes) != i {
			t.Error("the vote that was given has changed")
		}
		c = after
	}
	closed, v, act := c.CloseVote(g, 0, Carried)
	if len(closed.Votes) != 0 || len(c.Votes) != 1 || v.On != Draw || act.What != "vote draw carried" || act.Actor != "players" {
		t.Errorf("%+v %+v", v, act)
	}
}

// A vote lapses at its time, unless a seat that has become free has decided it meanwhile.
func TestAVoteLapses(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	c, _, _ := Conduct{Started: monday}.Vote(g, Draw, "USSR", false, seats, monday)
	c, _, _ = c.Vote(g, Surrender, "Germany", false, seats, monday.Add(-time.Hour))
	_, said, _ := c.Vote(g, Surrender, "Japan", true, seats, monday)
	if text := dice.Text("pbd1 vote", "game eastfront", "on surrender Axis", "by JPN", "no"); said.Act.Hash != dice.Sum(text) {
		t.Errorf("%+v", said.Act)
	}
	if at := c.VotesLapse(g); !at.Equal(c.Votes[1].Until) || at.IsZero() {
		t.Errorf("the first lapses at %s", at)
	}
	if i, verdict := c.LapsedVote(g, seats); i != 1 || verdict != Lapsed {
		t.Errorf("vote %d: %s", i, verdict)
	}
	if i, verdict := c.LapsedVote(g, []string{"RUS", "GER"}); i != 1 || verdict != Carried {
		t.Errorf("vote %d, after Japan has left: %s", i, verdict)
	}
}

func TestProposals(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	c, p, act := Conduct{}.Propose(g, "REFEREE", []string{"money Germany 12"}, []string{"RUS", "UK"}, []string{"UK", "JPN"}, monday)
	if p.Number != 1 || act.What != "proposes proposal 1" || act.Actor != "REFEREE" || !slices.Equal(p.Open(), []string{"RUS"}) {
		t.Fatalf("%+v %+v", p, act)
	}
	if _, _, act := c.Answer(g, 0, "GER", []string{"GER"}, true); act != nil {
		t.Error("who is not asked has answered")
	}
	after, p, act := c.Answer(g, 0, "RUS", []string{"RUS"}, false)
	if p.Verdict() != Rejected || act.What != "rejects proposal 1" || len(c.Proposals[0].No) != 0 {
		t.Errorf("%+v %+v", p, act)
	}
	if i, act := after.LapsedProposal(g); i != 0 || act.What != "lapses: proposal 1" || after.ProposalsLapse().IsZero() {
		t.Errorf("%d %+v", i, act)
	}
	closed, _ := after.CloseProposal(0)
	if _, p, _ := closed.Propose(g, "RUS", nil, nil, nil, monday); p.Number != 2 {
		t.Errorf("the next has number %d", p.Number)
	}
}

// Drafts are offered when the turn of their power has begun, and may be used in the turn in which they were.
func TestDrafts(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	empty := Conduct{Started: monday}
	c := empty.Defer("USSR", Deferred{Orders: "done\n"}).Defer("UK", Deferred{Orders: "done\n"})
	if len(empty.Deferred) != 0 {
		t.Error("what was given has changed")
	}
	d, ok := c.DeferredToOffer(g)
	if _, used := c.DeferredOf(g, "USSR"); !ok || used {
		t.Errorf("%+v is offered: %v, may be used: %v", d, ok, used)
	}
	d.Offered = g.Turn()
	c = c.Defer("USSR", d)
	if _, again := c.DeferredToOffer(g); again {
		t.Error("offered twice")
	}
	if _, ok := c.DeferredOf(g, "USSR"); !ok {
		t.Error("it may not be used in its turn")
	}
	if l := c.ByClock(g, "USSR").Locks["USSR"]; l.Round != 1 || l.Base != g.Base().String() {
		t.Errorf("%+v", l)
	}
	if twice := c.Reminded("GER").Reminded("GER"); twice.Reminders["GER"] != 2 || c.Reminders != nil {
		t.Errorf("%v", twice.Reminders)
	}
}

func TestSeatsAClockWaitsFor(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	sitter := func(s Player) func(board.Power) Player { return func(board.Power) Player { return s } }
	for _, c := range []struct {
		plan clock.Plan
		who  Player
		want []clock.Asked
	}{
		{clock.Plan{}, Player{}, []clock.Asked{{Role: "RUS", Turn: "R1 RUS"}}},
		{clock.Plan{PerPhase: true, StopBounced: true}, Player{Bounced: true}, []clock.Asked{{Role: "RUS", Turn: "R1 RUS research", Bounced: true}}},
		{clock.Plan{}, Player{Bounced: true}, []clock.Asked{{Role: "RUS", Turn: "R1 RUS"}}},
		{clock.Plan{}, Player{Bot: true}, nil},
	} {
		if got := g.Asked(c.plan, sitter(c.who)); !slices.Equal(got, c.want) {
			t.Errorf("%+v: %+v, want %+v", c.who, got, c.want)
		}
	}
	if (Conduct{}).Untimed() != true || (Conduct{Clock: clock.Clock{Waits: []clock.Wait{{}}}}).Untimed() {
		t.Error("a game with a deadline runs without clocks, or one without has some")
	}
	if _, err := take(g)(g.End(End{How: Draw}, master, monday)); err != nil || g.Asked(clock.Plan{}, sitter(Player{})) != nil {
		t.Error("a game that is over waits", err)
	}
}

// What was kept after a turn that was rolled back later says nothing any more.
func TestARolledBackTurnIsNobodysLast(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	type moment struct {
		Round int
		Power board.Power
	}
	at := func(m moment) *position.Position {
		d := g.Pos.Data()
		d.Round, d.Power = m.Round, m.Power
		p, err := position.New(g.Rules.Board, d)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	for _, tt := range []struct {
		kept, now moment
		ahead     bool
	}{
		{moment{1, "Germany"}, moment{1, "UK"}, false},
		{moment{1, "Germany"}, moment{1, "Germany"}, false},
		{moment{1, "USA"}, moment{2, "USSR"}, false},
		{moment{2, "USSR"}, moment{1, "USA"}, true},
		{moment{1, "UK"}, moment{1, "Germany"}, true},
		{moment{1, "USSR"}, moment{Round: 1}, true},
	} {
		now := Game{Rules: g.Rules, Pos: at(tt.now)}
		if got := now.Ahead(at(tt.kept)); got != tt.ahead {
			t.Errorf("kept before the turn of %s in round %d, now %s in round %d: ahead %v",
				tt.kept.Power, tt.kept.Round, tt.now.Power, tt.now.Round, got)
		}
	}
}

func TestHowAGameHasGone(t *testing.T) {
	t.Parallel()
	axis, both := []board.Side{board.Axis}, []board.Side{board.Axis, board.Allies}
	for _, c := range []struct {
		end   *End
		sides []board.Side
		want  Outcome
	}{
		{nil, axis, Unfinished},
		{&End{How: Draw}, axis, Drawn},
		{&End{How: Agreed}, axis, NeitherWonNorLost},
		{&End{Surrender, board.Axis}, axis, Lost},
		{&End{Surrender, board.Allies}, axis, Won},
		{&End{Surrender, board.Allies}, both, NeitherWonNorLost},
	} {
		g, master := begin(t)
		ended := ""
		if c.end != nil {
			ended = c.end.How
			if _, err := take(g)(g.End(*c.end, master, monday)); err != nil {
				t.Fatal(err)
			}
		}
		if got := g.OutcomeFor(c.sides, ended); got != c.want {
			t.Errorf("%+v for %v: %d, want %d", c.end, c.sides, got, c.want)
		}
	}
}

// A bid is awaited until it is made, and one that only its party can open until it is opened, but not before all are
// made.
func TestBidsThatAreAwaited(t *testing.T) {
	t.Parallel()
	both := []board.Side{board.Axis, board.Allies}
	b := Bids{Opened: monday}
	if got := b.Awaited(both); !slices.Equal(got, both) || b.AllMade(both) || !b.AllMade(nil) {
		t.Errorf("awaited %v", got)
	}
	b.Make(Bid{Party: board.Axis})
	if got := b.Awaited(both); !slices.Equal(got, both[1:]) {
		t.Errorf("awaited %v", got)
	}
	b.Make(Bid{Party: board.Allies, Salt: "12345678"})
	if got := b.Awaited(both); !slices.Equal(got, both[:1]) || !b.AllMade(both) {
		t.Errorf("awaited %v", got)
	}
	if b.Done = true; b.Awaited(both) != nil {
		t.Error("awaited after they were settled")
	}
}
