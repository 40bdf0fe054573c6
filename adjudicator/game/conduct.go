package game

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
)

// Conduct is how a game is run: its settings, its deadlines, and what is voted on, proposed and bid. What happens to it
// goes into records as well, but they do not say all of it, so it is kept with the game.
type Conduct struct {
	Started   time.Time   `json:"started,omitzero"`    // zero: the game does not run yet
	House     Settings    `json:"house,omitzero"`      // its settings
	Clock     clock.Clock `json:"clock,omitzero"`      // who is awaited, until when
	Votes     []Vote      `json:"votes,omitempty"`     // that are open
	Ended     string      `json:"ended,omitempty"`     // how it ended, if no orders decided it: draw, end, surrender
	Bids      Bids        `json:"bids,omitzero"`       // secret bids for sides, before the start
	Proposals []Proposal  `json:"proposals,omitempty"` // that wait for consent
	Proposed  int         `json:"proposed,omitempty"`  // so far: the number of the last one
	// Back is since when the game waits for the referee's `go on`; zero: it was not rolled back.
	Back time.Time `json:"back,omitzero"`
	// Reminders are how often each role was reminded.
	Reminders map[string]int `json:"reminders,omitempty"`
	// Locks are turns that the clock has played, the last of each power.
	Locks    map[board.Power]PlayedByClock `json:"locks,omitempty"`
	Deferred map[board.Power]Deferred      `json:"drafts,omitempty"` // orders that came too late
}

// Running reports whether the game has begun.
func (c Conduct) Running() bool { return !c.Started.IsZero() }

// Untimed reports whether no clock runs in the game, as in most: nothing need be worked out for it.
func (c Conduct) Untimed() bool {
	return len(c.Clock.Waits) == 0 && c.Clock.Pause == nil && c.House.Get("deadline") == clock.None
}

// Reminded counts a reminder of a role.
func (c Conduct) Reminded(role string) Conduct {
	c.Reminders = with(c.Reminders, role, c.Reminders[role]+1)
	return c
}

// with is a copy of a map with one more entry.
func with[K comparable, V any](m map[K]V, key K, value V) map[K]V {
	out := maps.Clone(m)
	if out == nil {
		out = map[K]V{}
	}
	out[key] = value
	return out
}

// Ballot is a seat's word in a vote.
type Ballot struct {
	Vote    Vote         // with it
	Opened  bool         // by it
	Index   int          // of the vote among those that are open
	Verdict Verdict      // if it decides the vote
	Act     *history.Act // the record of it
}

// Vote enters what a seat says in the vote on something, which it opens if it is the first. Taken are the roles of
// seats that are taken: free ones have no vote. It reports whether there is anything to vote on.
func (c Conduct) Vote(g *Game, on string, by board.Power, no bool, taken []string, now time.Time) (
	Conduct, Ballot, bool) {
	b := g.Rules.Board
	i := slices.IndexFunc(c.Votes, func(v Vote) bool { return v.Same(b, on, by) })
	if !c.Running() || g.Chain.Over() || i < 0 && no || on == Extend && len(c.Clock.Waits) == 0 {
		return c, Ballot{}, false
	}
	out := Ballot{Opened: i < 0, Index: i}
	c.Votes = slices.Clone(c.Votes)
	if out.Opened {
		c.Votes = append(c.Votes, c.House.OpenVote(b, on, by, now))
		out.Index = len(c.Votes) - 1
	}
	v, role := &c.Votes[out.Index], b.SeatOf(by).Role
	v.Cast(role, no)
	word := "yes"
	if no {
		word = "no"
	}
	out.Vote, out.Act, out.Verdict = *v, v.act(g.Setup.Name, role, word), v.Verdict(c.House, v.Electors(b, taken))
	return c, out, true
}

// CloseVote takes a vote off. The record says how it went.
func (c Conduct) CloseVote(g *Game, i int, verdict Verdict) (Conduct, Vote, *history.Act) {
	v := c.Votes[i]
	c.Votes = slices.Delete(slices.Clone(c.Votes), i, i+1)
	return c, v, v.act(g.Setup.Name, "players", string(verdict))
}

// VotesLapse is when the first open vote lapses, zero if none does.
func (c Conduct) VotesLapse(g *Game) time.Time {
	if g.Chain.Over() {
		return time.Time{}
	}
	return first(c.Votes, func(v Vote) time.Time { return v.Until })
}

// LapsedVote is the vote whose time is over first, and how it ends: a seat that has become free meanwhile may have
// decided it.
func (c Conduct) LapsedVote(g *Game, taken []string) (i int, verdict Verdict) {
	at := c.VotesLapse(g)
	i = slices.IndexFunc(c.Votes, func(v Vote) bool { return v.Until.Equal(at) })
	v := c.Votes[i]
	if verdict = v.Verdict(c.House, v.Electors(g.Rules.Board, taken)); verdict == Undecided {
		verdict = Lapsed
	}
	return i, verdict
}

// act is the record of a vote, or of its result.
func (v Vote) act(game, actor, word string) *history.Act {
	on := v.On
	if v.Side != board.NoSide {
		on += " " + v.Side.String()
	}
	text := dice.Text("pbd1 vote", "game "+game, "on "+on, "by "+actor, word)
	return &history.Act{Actor: actor, What: "vote " + v.On + " " + word, Hash: dice.Sum(text)}
}

// Propose puts an act before those who must agree to it. Agreed are the roles of whoever asks for it. The record
// says so.
func (c Conduct) Propose(g *Game, by string, lines, asks, agreed []string, now time.Time) (
	Conduct, Proposal, *history.Act) {
	c.Proposed++
	p := c.House.Propose(c.Proposed, by, lines, asks, now)
	for _, role := range agreed {
		p.Answer(role, true)
	}
	c.Proposals = append(slices.Clone(c.Proposals), p)
	return c, p, p.act(g.Setup.Name, by, "proposes")
}

// Answer enters what a person says of a proposal for their roles. The record is nil if they are not asked.
func (c Conduct) Answer(g *Game, i int, by string, roles []string, agrees bool) (Conduct, Proposal, *history.Act) {
	c.Proposals = slices.Clone(c.Proposals)
	p, asked := &c.Proposals[i], false
	for _, role := range roles {
		asked = p.Answer(role, agrees) || asked
	}
	if !asked {
		return c, *p, nil
	}
	word := "rejects"
	if agrees {
		word = "agrees to"
	}
	return c, *p, p.act(g.Setup.Name, by, word)
}

// CloseProposal takes a proposal off.
func (c Conduct) CloseProposal(i int) (Conduct, Proposal) {
	p := c.Proposals[i]
	c.Proposals = slices.Delete(slices.Clone(c.Proposals), i, i+1)
	return c, p
}

// ProposalsLapse is when the first proposal lapses, zero if none does.
func (c Conduct) ProposalsLapse() time.Time {
	return first(c.Proposals, func(p Proposal) time.Time { return p.Until })
}

// LapsedProposal is the proposal whose time is over first. The record says so.
func (c Conduct) LapsedProposal(g *Game) (i int, act *history.Act) {
	at := c.ProposalsLapse()
	i = slices.IndexFunc(c.Proposals, func(p Proposal) bool { return p.Until.Equal(at) })
	return i, c.Proposals[i].act(g.Setup.Name, c.Proposals[i].By, "lapses:")
}

// act is the record of a word about a proposal. Its hash is that of the lines, so that everybody can tell
// what was agreed to.
func (p Proposal) act(game, actor, word string) *history.Act {
	text := append([]string{"pbd1 proposal", "game " + game, fmt.Sprintf("number %d", p.Number)}, p.Lines...)
	what := fmt.Sprintf("%s proposal %d", word, p.Number)
	return &history.Act{Actor: actor, What: what, Hash: dice.Sum(dice.Text(text...))}
}

// first is the earliest of times that are not zero.
func first[T any](list []T, at func(T) time.Time) (out time.Time) {
	for _, x := range list {
		if t := at(x); !t.IsZero() && (out.IsZero() || t.Before(out)) {
			out = t
		}
	}
	return out
}

// PlayedByClock is a turn that the clock has played, so that orders for it are known to be late.
type PlayedByClock struct {
	Round int    `json:"round"`
	Base  string `json:"base"` // that its orders had to quote
}

// ByClock notes that a power's turn is played by the clock.
func (c Conduct) ByClock(g *Game, p board.Power) Conduct {
	c.Locks = with(c.Locks, p, PlayedByClock{g.Pos.Round(), g.Base().String()})
	return c
}

// Deferred is orders that came too late for a seat's turn.
type Deferred struct {
	Orders  string `json:"orders"`            // canonical
	Offered string `json:"offered,omitempty"` // in which turn it was sent back to its player
}

// Defer keeps a power's late orders in place of any that it had.
func (c Conduct) Defer(p board.Power, d Deferred) Conduct {
	c.Deferred = with(c.Deferred, p, d)
	return c
}

// DeferredOf is the late orders that a power may use in this turn.
func (c Conduct) DeferredOf(g *Game, p board.Power) (d Deferred, ok bool) {
	d, ok = c.Deferred[p]
	return d, ok && d.Offered == g.Turn()
}

// DeferredToOffer is the late orders that the power on turn is to get now.
func (c Conduct) DeferredToOffer(g *Game) (d Deferred, ok bool) {
	d, ok = c.Deferred[g.Pos.Power()]
	return d, ok && d.Offered == "" && c.Running() && g.Pos.Power() != board.Nobody
}

// Base is the record that order mails quote: the one that published the current commitment.
func (g *Game) Base() dice.Hash {
	e, err := g.Chain.Epoch()
	if err != nil {
		return g.Chain.Head()
	}
	return e.Base
}

// Turn names the turn that is played, "R3 GER"; "" before the first.
func (g *Game) Turn() string {
	if g.Pos.Power() == board.Nobody {
		return ""
	}
	return fmt.Sprintf("R%d %s", g.Pos.Round(), g.Rules.Board.SeatOf(g.Pos.Power()).Role)
}

// TurnFor names what the power on turn is awaited for: a deadline stays as long as this does.
func (g *Game) TurnFor(p clock.Plan) string {
	if name := g.Turn(); name == "" || !p.PerPhase {
		return name
	}
	return g.Turn() + " " + g.Pos.Phase().String()
}

// Player is who plays a power, as far as clocks look at it.
type Player struct {
	Bot     bool // it plays at once
	Bounced bool // mail to it comes back
}

// Asked lists the powers that the game waits for, as its clock sees them.
func (g *Game) Asked(p clock.Plan, sitter func(board.Power) Player) []clock.Asked {
	var out []clock.Asked
	for _, a := range g.Awaited() {
		who := sitter(a.Power)
		if who.Bot {
			continue
		}
		x := clock.Asked{Role: g.Rules.Board.SeatOf(a.Power).Role, Turn: g.TurnFor(p),
			Question: len(g.Pos.Turn().Asked()) > 0, Stands: g.Waits(), Bounced: p.StopBounced && who.Bounced}
		if x.Question {
			x.Turn += " " + a.What
		}
		out = append(out, x)
	}
	return out
}

// Ahead reports whether a position is of a later turn than the game's: it was rolled back since.
func (g *Game) Ahead(pos *position.Position) bool { return Later(g.Rules.Board, pos, g.Pos) }

// Later reports whether a position is of a later turn than another.
func Later(b *board.Board, pos, than *position.Position) bool {
	place := func(p board.Power) int {
		if p == board.Nobody {
			return -1 // before the first turn
		}
		return b.Index(p)
	}
	return pos.Round() > than.Round() || pos.Round() == than.Round() && place(pos.Power()) > place(than.Power())
}
