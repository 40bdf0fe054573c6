package daemon

import (
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// tooLate tells whether orders came after their time: after the deadline of their seat, when it is played without them, or for a turn that was
// (mail convention 21). Where the game only waits, orders are never too late.
func (e *errand) tooLate() bool {
	if e.seat.Power == board.Nobody || !e.keyed {
		return false
	}
	if l, ok := e.table.Life.Locks[e.seat.Power]; ok && e.meansTurn(l) {
		return true
	}
	p, c := e.table.plan(), &e.table.Life.Clock
	w := c.Of(e.seat.Role)
	if w == nil || !w.Question && !e.turnGoesOn(p) {
		return false
	}
	at, ok := c.Closed(p, *w)
	return ok && e.received().After(at)
}

// turnGoesOn tells whether the turn of the seat goes on at the deadline without its player.
func (e *errand) turnGoesOn(p clock.Plan) bool {
	plays := p.Silence == clock.SilenceEmpty || p.Silence == clock.SilenceDefaults || p.Silence == clock.SilenceBot
	return plays || e.inForce()
}

// meansTurn tells whether the letter holds orders for a turn that the clock has played.
func (e *errand) meansTurn(l game.PlayedByClock) bool {
	t, h := e.table, e.file.Header
	if e.file.Sheet.Empty() || t.Pos.Power == e.seat.Power && h.Base == "" && h.Round == 0 {
		return false
	}
	switch {
	case h.Base != "":
		return h.Base == l.Base && !t.BaseKnown(h.Base)
	case h.Round != 0:
		return h.Round == l.Round && (t.Pos.Power != e.seat.Power || t.Pos.Round != l.Round)
	}
	return true // he is not on turn any more
}

// putAside answers orders that came too late. Turn orders are kept as a draft for the seat's next turn.
func (e *errand) putAside() (*outcome, error) {
	round := e.table.Pos.Round
	if l, ok := e.table.Life.Locks[e.seat.Power]; ok {
		round = l.Round
	}
	late := notice.TooLate{Round: round}
	if e.file.Sheet.Empty() || len(e.file.Faults) > 0 {
		return e.reject(late)
	}
	f := e.file.File
	f.Standing, f.Answers, f.Clear = nil, nil, 0
	e.table.Life.Conduct = e.table.Life.KeepDraft(e.seat.Power, game.Draft{Orders: filing.Text(f, e.table.Rules.Board)})
	arrival := e.table.Note(e.received().UTC().Truncate(time.Second), e.role, string(late.ID()), hashOf(e.row.Digest))
	if err := e.table.save(); err != nil {
		return nil, err
	}
	v, err := e.receiptView(nil)
	if err != nil {
		return nil, err
	}
	v.Draft, v.Arrival, v.File = true, arrival, f // what is beside the turn orders must be sent again
	words, err := report.Receipt(v, syntax.Lang(e.lang()))
	if err != nil {
		return nil, err
	}
	return newOutcome(refused, string(late.ID())), e.reply("receipt", words)
}
