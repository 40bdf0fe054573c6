package play

import (
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
	"fieldpost/templates/receipt"
)

// IsTooLate reports whether orders came after their time: after the deadline of their seat, if it is played without
// them, or for a turn that was (mail convention 21). Where the game only waits, orders are never too late.
func IsTooLate(r *command.Request) bool {
	if r.Seat.Power == board.Nobody || !r.Keyed {
		return false
	}
	if l, ok := r.Game.State.Locks[r.Seat.Power]; ok && isForTurn(r, l) {
		return true
	}
	p, c := r.Game.Plan(), &r.Game.State.Clock
	w := c.Of(r.Seat.Role)
	if w == nil || !w.Question && !playsWithoutPlayer(r, p) {
		return false
	}
	at, ok := c.Closed(p, *w)
	return ok && r.Received().After(at)
}

// playsWithoutPlayer reports whether the turn of the seat goes on at the deadline without its player.
func playsWithoutPlayer(r *command.Request, p clock.Plan) bool {
	plays := p.Silence == clock.SilenceEmpty || p.Silence == clock.SilenceDefaults || p.Silence == clock.SilenceBot
	return plays || hasWaitingOrders(r)
}

// isForTurn reports whether the mail has orders for a turn that the clock has played.
func isForTurn(r *command.Request, l game.PlayedByClock) bool {
	g, h := r.Game, r.File.Header
	if r.File.Sheet.Empty() || g.Pos.Power() == r.Seat.Power && h.Base == "" && h.Round == 0 {
		return false
	}
	switch {
	case h.Base != "":
		return h.Base == l.Base && !g.BaseKnown(h.Base)
	case h.Round != 0:
		return h.Round == l.Round && (g.Pos.Power() != r.Seat.Power || g.Pos.Round() != l.Round)
	}
	return true // they are not on turn any more
}

// KeepAsDraft answers orders that came too late. Turn orders are kept as a draft for the seat's next turn.
func KeepAsDraft(r *command.Request) (*decision.Outcome, error) {
	round := r.Game.Pos.Round()
	if l, ok := r.Game.State.Locks[r.Seat.Power]; ok {
		round = l.Round
	}
	late := notice.TooLate{Round: round}
	if r.File.Sheet.Empty() || len(r.File.Faults) > 0 {
		return r.RefuseInGame(late)
	}
	f := r.File.File
	f.Standing, f.Answers, f.Clear = nil, nil, 0
	r.Game.State.Conduct = r.Game.State.Defer(r.Seat.Power, game.Deferred{Orders: filing.Text(f, r.Game.Rules.Board)})
	arrival := r.Game.Note(r.Received().UTC().Truncate(time.Second), r.Role, string(late.ID()),
		gamestore.HashOf(r.Row.Digest))
	if err := r.Game.Save(); err != nil {
		return nil, err
	}
	v, err := receiptView(r, nil)
	if err != nil {
		return nil, err
	}
	v.Late, v.Arrival, v.File = true, arrival, f // all but the turn orders must be sent again
	words, err := receipt.Mail(v, syntax.Lang(r.Lang()))
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, string(late.ID())), r.Reply("receipt", words)
}
