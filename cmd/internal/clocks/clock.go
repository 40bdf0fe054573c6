package clocks

import (
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// Follow sets the deadlines of those whom the game waits for now, and writes them into the history. Everybody
// is told of a clock that stands because mail comes back, and when it runs again.
func Follow(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	p := g.Plan()
	if g.Over() {
		g.State.Clock = clock.Clock{}
		return nil
	}
	for _, r := range g.State.Clock.Follow(p, g.TurnFor(p), g.AwaitedByClock(p), e.Now()) {
		entry, err := g.AppendRecord(r, e.Now())
		if err != nil {
			return err
		}
		news := gamestore.BounceNotice(r.Reason, g.Rules.Board.PowerOf(r.Role), g.State.Clock.BounceEnds(p))
		if news == nil {
			continue
		}
		if err := notify.All(e, tx, g, news, gamestore.SeqName(entry)); err != nil {
			return err
		}
	}
	return nil
}

// AppendRecords writes records of deadlines, and tells the last one.
func AppendRecords(e *env.Env, g *gamestore.Game, records []*history.Clock) (last history.Entry, err error) {
	for _, r := range records {
		if last, err = g.AppendRecord(r, e.Now()); err != nil {
			return last, err
		}
	}
	return last, nil
}

// EndPause lets the clocks run again, and tells everybody.
func EndPause(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	p := g.Plan()
	records, err := g.State.Clock.Resume(p, g.TurnFor(p), g.AwaitedByClock(p), e.Now())
	if err != nil {
		return err
	}
	entry, err := AppendRecords(e, g, records)
	if err != nil {
		return err
	}
	return notify.All(e, tx, g, notice.ClocksRun{}, gamestore.SeqName(entry))
}
