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
	"fieldpost/templates/reader"
)

// Due is something that a game does by itself when its time has come.
type Due struct {
	Name string
	acts bool                  // it moves the game on: not while that waits for the referee
	when func(*Game) time.Time // the zero time: never, as the game is now
}

// Dues are in the order in which they are checked.
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
	{"news", false, newsDue},
}

// nextDue returns when something is due in a game next, the zero time if never.
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

// When returns the time at which it is due in a game, the zero time if never, as the game is now.
func (c Due) When(g *Game) time.Time {
	if c.acts && g.WaitsForReferee() {
		return time.Time{}
	}
	return c.when(g)
}

// earlier returns the earlier of two times, of which zero is never.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

// WaitsForReferee reports whether the game was rolled back and waits for `go on`. Until then no orders are played, the
// bot does not move, and no deadline passes.
func (g *Game) WaitsForReferee() bool { return !g.State.Back.IsZero() }

// ParseProposal reads the lines of a proposal.
func (g *Game) ParseProposal(p game.Proposal) orders.File {
	return orders.Parse(strings.Join(p.Lines, "\n")+"\n", orders.Context{Board: g.Rules.Board})
}

// AwaitedByClock returns the seats that the game waits for, as its clock knows them.
func (g *Game) AwaitedByClock(p clock.Plan) []clock.Asked {
	if !g.Running() {
		return nil
	}
	return g.Asked(p, func(power board.Power) game.Player {
		s := g.Seat(power)
		return game.Player{Bot: s.Bot, Bounced: s.Bounced != ""}
	})
}

// DeadlineFor returns the deadline that a reader is shown, by their seats: their own, of several the first, or else the
// first of all.
func DeadlineFor(e *env.Env, g *Game, seats ...roster.Participant) reader.Deadline {
	d := reader.Deadline{Now: e.Now(), Zone: seats[0].Location()}
	c := &g.State.Clock
	for _, s := range seats {
		if w := c.Of(s.Role); w != nil && w.Stood.IsZero() {
			d.At = earlier(d.At, w.At)
		}
	}
	if w := c.First(); w != nil && d.At.IsZero() {
		d.At = w.At
	}
	if c.Pause != nil {
		d.Paused, d.Until = true, c.Pause.Until
	}
	return d
}

// Deadlines returns the deadlines of all seats that the game waits for and whose clock runs.
func Deadlines(g *Game) map[board.Power]time.Time {
	all := map[board.Power]time.Time{}
	for _, a := range g.Awaited() {
		if w := g.State.Clock.Of(g.Rules.Board.SeatOf(a.Power).Role); w != nil && w.Stood.IsZero() {
			all[a.Power] = w.At
		}
	}
	return all
}

// beaconDue is when locked orders are played: as soon as the beacon value has come.
func beaconDue(g *Game) time.Time { return g.State.Beacon.At }

// beaconTimeout is when a lock is voided whose beacon value has not come.
func beaconTimeout(g *Game) time.Time {
	if !g.Waits() || !g.State.Beacon.At.IsZero() {
		return time.Time{}
	}
	return g.BeaconTime().Add(game.BeaconTimeout)
}

// bidsDue is when the bids are settled as they are.
func bidsDue(g *Game) time.Time {
	if !g.State.Bids.Running() {
		return time.Time{}
	}
	return g.State.Bids.Until
}

// AwaitedBot returns the bot's seat that is awaited and has something to order, nil if there is none.
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

// waitsForAllies reports whether the bot has said how the advance is to be shared, and its allies have not agreed.
func waitsForAllies(g *Game, a adjudicator.Await) bool {
	if a.What != "share" {
		return false
	}
	f, _ := bot.Turn(g.Rules, g.Pos, a.Power, 0)
	return len(f.Answers) == 0
}

// botDue is when the bot plays: at once, that is, not later than the time of the newest record. The nanoseconds differ
// by record and seat, so that a second resolution of the bot within one second does not look like the same one, which
// would be taken for a standstill.
func botDue(g *Game) time.Time {
	s := AwaitedBot(g)
	if s == nil {
		return time.Time{}
	}
	n := g.Chain.Len()
	return g.Chain.From(n - 1)[0].Time.Add(-time.Second + time.Duration(n<<3+g.Rules.Board.Index(s.Power)))
}

// bounceDue is when a clock runs again although mail bounces: the budget for pauses is used up.
func bounceDue(g *Game) time.Time { return g.State.Clock.BounceEnds(g.Plan()) }

// clockDue is when the deadlines must be adjusted: at once, if something happened that the clock does not know of.
func clockDue(g *Game) time.Time {
	if g.State.Untimed() {
		return time.Time{}
	}
	p := g.Plan()
	if g.Over() && g.State.Clock.Pause == nil && len(g.State.Clock.Waits) == 0 ||
		g.State.Clock.Follows(p, g.TurnFor(p), g.AwaitedByClock(p)) {
		return time.Time{}
	}
	return g.State.Started
}

// deadlineDue is when a deadline is enforced: not before the grace is over, nor before the mailbox was read after the
// deadline. A mail that the server had in time counts whenever it is fetched (mail conventions 20, 55).
func deadlineDue(g *Game) time.Time {
	if g.State.Untimed() {
		return time.Time{}
	}
	_, at := g.State.Clock.Deadline(g.Plan())
	return at
}

// RetryDeadline is after which time a deadline is checked again for which mails may still come.
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

// draftDue is when a seat is sent its draft: at once, when its turn has begun.
func draftDue(g *Game) time.Time {
	if _, ok := g.State.DeferredToOffer(g.Game); !ok {
		return time.Time{}
	}
	return g.State.Started
}

// laterDue is when orders are filed that came while orders were locked: at once, when nothing is locked any more.
func laterDue(g *Game) time.Time {
	if len(g.State.LaterOrders) == 0 || g.Locked() != nil {
		return time.Time{}
	}
	return g.State.Started
}

// reservationsLapse is when the next reservation lapses.
func reservationsLapse(g *Game) time.Time {
	var next time.Time
	for _, s := range slices.Concat(g.Seats, g.Others) {
		if at := s.Since.Add(ReservationTime); IsReserved(s, g) && (next.IsZero() || at.Before(next)) {
			next = at
		}
	}
	return next
}

// proposalsLapse is when the first proposal lapses.
func proposalsLapse(g *Game) time.Time { return g.State.ProposalsLapse() }

// votesLapse is when the first open vote lapses.
func votesLapse(g *Game) time.Time { return g.State.VotesLapse(g.Game) }
