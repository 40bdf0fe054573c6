package gamestore

import (
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// Due is something that a game does by itself when its time has come.
type Due struct {
	Name string
	acts bool                  // it moves the game on: not while that waits for the referee
	when func(*Game) time.Time // the zero time: never, as things stand
}

// Dues are all there are, in the order in which they are looked at.
var Dues = []Due{
	{"beacon", true, beaconDue},
	{"later", true, laterDue},
	{"void", true, beaconTimeout},
	{"bot", true, botDue},
	{"clock", false, clockDue},
	{"bounce", false, bounceDue},
	{"proposal", false, proposalsLapse},
	{"vote", false, votesLapse},
	{"bids", true, bidsDue},
	{"reservations lapse", false, reservationsLapse},
	{"draft", true, draftDue},
	{"pause", false, pauseDue},
	{"deadline", true, deadlineDue},
	{"reminder", true, reminderDue},
}

// nextDue is when a game wants attention, zero if never.
func nextDue(g *Game) time.Time {
	var next time.Time
	if g.Stopped() {
		return next
	}
	for _, c := range Dues {
		next = earlier(next, c.When(g))
	}
	return next
}

// When is when the chore is due in a game, zero if never, as things stand.
func (c Due) When(g *Game) time.Time {
	if c.acts && g.WaitsForReferee() {
		return time.Time{}
	}
	return c.when(g)
}

// earlier is the earlier of two times, of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// After the referee has gone back the game waits for their `go on`: until then no orders are played, the bot does not move, and no deadline passes.

// WaitsForReferee reports whether the game was rolled back and waits for `go on`.
func (g *Game) WaitsForReferee() bool { return !g.State.Back.IsZero() }

// ParseProposal reads the lines of a proposal.
func (g *Game) ParseProposal(p game.Proposal) orders.File {
	return orders.Parse(strings.Join(p.Lines, "\n")+"\n", orders.Context{Board: g.Rules.Board})
}

// AwaitedByClock is whom the game waits for, as its clock sees it.
func (g *Game) AwaitedByClock(p clock.Plan) []clock.Asked {
	if !g.Running() {
		return nil
	}
	return g.Asked(p, func(power board.Power) game.Sitter {
		s := g.Seat(power)
		return game.Sitter{Bot: s.Bot, Bounced: s.Bounced != ""}
	})
}

// DeadlineFor is the deadline that a reader is told: his own, else the first.
func DeadlineFor(e *env.Env, g *Game, s *roster.Participant) reader.Deadline {
	d := reader.Deadline{Now: e.Now(), Zone: s.Location()}
	c := &g.State.Clock
	w := c.Of(s.Role)
	if w == nil || !w.Stood.IsZero() {
		w = c.First()
	}
	if w != nil {
		d.At = w.At
	}
	if c.Pause != nil {
		d.Paused, d.Until = true, c.Pause.Until
	}
	return d
}

// Deadlines are those of all whom the game waits for and whose clock runs.
func Deadlines(g *Game) map[board.Power]time.Time {
	all := map[board.Power]time.Time{}
	for _, a := range g.Awaited() {
		if w := g.State.Clock.Of(g.Rules.Board.SeatOf(a.Power).Role); w != nil && w.Stood.IsZero() {
			all[a.Power] = w.At
		}
	}
	return all
}

// beaconDue is when the value of a locked go is played: when it has come.
func beaconDue(g *Game) time.Time { return g.State.Beacon.At }

// beaconTimeout is when a lock is given up whose beacon has not come.
func beaconTimeout(g *Game) time.Time {
	if !g.Waits() || !g.State.Beacon.At.IsZero() {
		return time.Time{}
	}
	return g.BeaconTime().Add(game.Patience)
}

// bidsDue is when the bids are settled as they are.
func bidsDue(g *Game) time.Time {
	if !g.State.Bids.Running() {
		return time.Time{}
	}
	return g.State.Bids.Until
}

// AwaitedBot is the bot's seat that is awaited and has something to say, nil if there is none.
func AwaitedBot(g *Game) *roster.Participant {
	if !g.Running() {
		return nil
	}
	for _, a := range g.Awaited() {
		if s := g.Seat(a.Power); s != nil && s.Bot && !waitsForAllies(g, a) {
			return s
		}
	}
	return nil
}

// waitsForAllies tells whether the bot has said how the advance is to be shared, and its allies have not agreed.
func waitsForAllies(g *Game, a adjudicator.Await) bool {
	if a.What != "share" {
		return false
	}
	f, _ := bot.Turn(g.Rules, g.Pos, a.Power, 0)
	return len(f.Answers) == 0
}

// botDue is when the bot plays: at once, that is, not later than the newest record was written. The nanoseconds tell apart what it
// does within one second, by the record and the seat: doing the same again would be standing still.
func botDue(g *Game) time.Time {
	s := AwaitedBot(g)
	if s == nil {
		return time.Time{}
	}
	n := g.Chain.Len()
	return g.Chain.From(n - 1)[0].Time.Add(-time.Second + time.Duration(n<<3+g.Rules.Board.Index(s.Power)))
}

// BounceNotice is what everybody is told of a clock that stands because mail comes back, by the reason of its
// record; nil for others.
func BounceNotice(reason string, seat board.Power, until time.Time) notice.Notice {
	switch reason {
	case clock.ReasonBounced:
		return notice.ClockBounced{Seat: seat, Until: until}
	case clock.ReasonReached:
		return notice.ClockReached{Seat: seat}
	case clock.ReasonBudget:
		return notice.ClockBudget{Seat: seat}
	}
	return nil
}

// bounceDue is when a clock runs again although mail comes back: the budget for pauses is used up.
func bounceDue(g *Game) time.Time { return g.State.Clock.BounceEnds(g.Plan()) }

// clockDue is when the clock wants to be brought into line: at once, if something happened that it does not
// know of.
func clockDue(g *Game) time.Time {
	if g.State.Untimed() {
		return time.Time{}
	}
	p := g.Plan()
	if g.Over() && g.State.Clock.Pause == nil && len(g.State.Clock.Waits) == 0 || g.State.Clock.Follows(p, g.TurnFor(p), g.AwaitedByClock(p)) {
		return time.Time{}
	}
	return g.State.Started
}

// What is done at a deadline, and before and after it. Nothing is done before the grace is over, nor before the
// mailbox was read after the deadline: a letter that the server had in time counts whenever it is fetched (mail
// conventions 20, 55).

// deadlineDue is when something is done about a deadline.
func deadlineDue(g *Game) time.Time {
	if g.State.Untimed() {
		return time.Time{}
	}
	_, at := g.State.Clock.Deadline(g.Plan())
	return at
}

// RetryDeadline is after which time a deadline is looked at again for which letters may still come.
const RetryDeadline = time.Minute

// reminderDue is when a seat is reminded of its deadline.
func reminderDue(g *Game) time.Time {
	if g.State.Untimed() {
		return time.Time{}
	}
	_, at := g.State.Clock.Reminder(g.Plan())
	return at
}

// pauseDue is when a pause ends by itself.
func pauseDue(g *Game) time.Time {
	if c := g.State.Clock; c.Pause != nil {
		return c.Pause.Until
	}
	return time.Time{}
}

// draftDue is when a seat is to get its draft: at once, when its turn has begun.
func draftDue(g *Game) time.Time {
	if _, ok := g.State.DraftToOffer(g.Game); !ok {
		return time.Time{}
	}
	return g.State.Started
}

// laterDue is when that is filed: at once, when nothing is locked any more.
func laterDue(g *Game) time.Time {
	if len(g.State.LaterOrders) == 0 || g.Locked() != nil {
		return time.Time{}
	}
	return g.State.Started
}

// reservationsLapse is when the next reservation lapses, zero if there is none.
func reservationsLapse(g *Game) time.Time {
	var next time.Time
	for _, s := range slices.Concat(g.Seats, g.Others) {
		if at := s.Since.Add(ReservationTime); IsReserved(s, g) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// proposalsLapse is when the first proposal lapses, zero if none does.
func proposalsLapse(g *Game) time.Time { return g.State.ProposalsLapse() }

// votesLapse is when the first open vote lapses.
func votesLapse(g *Game) time.Time { return g.State.VotesLapse(g.Game) }
