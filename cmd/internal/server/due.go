package server

import (
	"context"
	"fmt"
	"runtime/debug"
	"time"

	"fieldpost/cmd/internal/amend"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/deadlines"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/store"
)

// dueActs does what is due in a game, by the name of the gamestore.Due; the caller saves the game. Each must change the
// time at which it is due.
var dueActs = map[string]func(*env.Env, *store.Tx, *gamestore.Game) error{
	"beacon":             play.PlayLocked,
	"later":              play.FileLaterOrders,
	"void":               play.VoidLock,
	"bot":                people.PlayBot,
	"clock":              clocks.Follow,
	"bounce":             clocks.Follow,
	"proposal":           amend.LapseProposal,
	"vote":               deadlines.LapseVote,
	"bids":               people.SettleBids,
	"reservations lapse": people.LapseReservations,
	"draft":              deadlines.OfferDraft,
	"pause":              clocks.EndPause,
	"deadline":           deadlines.Enforce,
	"reminder":           deadlines.Remind,
	"news":               notify.SendNews,
}

// AttendGame does the first thing that is due in a game. What else is due is done at the next call, in a transaction of
// its own.
func AttendGame(e *env.Env, tx *store.Tx, name string) error {
	g, err := gamestore.Load(tx, name)
	if err != nil {
		return err
	}
	for _, c := range gamestore.Dues {
		if g.Stopped() {
			break
		}
		at := c.When(g)
		if at.IsZero() || at.After(e.Now()) {
			continue
		}
		e.Log.Info("chore", "game", name, "what", c.Name)
		if err := dueActs[c.Name](e, tx, g); err != nil {
			return fmt.Errorf("game %s, %s: %w", name, c.Name, err)
		}
		if c.When(g).Equal(at) {
			return fmt.Errorf("game %s, %s: it was done and is still due", name, c.Name)
		}
		break
	}
	return g.Save()
}

// dueRetryWait is after how long a game is attended again when that failed.
const dueRetryWait = 10 * time.Minute

// attendGames does what is due first in any game; new mails are handled before what is due next. An error in one game
// is logged and does not stop the others.
func (s *Server) attendGames(ctx context.Context) error {
	var due []string
	err := s.Store.View(func(tx *store.Tx) (err error) {
		due, err = tx.Games().Due(s.Env.Now(), 1)
		return err
	})
	if err != nil || len(due) == 0 || ctx.Err() != nil {
		return err
	}
	if err := s.tryAttend(due[0]); err != nil {
		if env.IsFatal(err) {
			return err
		}
		s.Env.Log.Error("chore put off", "game", due[0], "error", err)
		if err := s.Store.Update(func(tx *store.Tx) error {
			return putOff(tx, due[0],
				s.Env.Now().Add(dueRetryWait))
		}); err != nil {
			return err
		}
	}
	s.delivery.wake()
	return nil
}

func (s *Server) tryAttend(game string) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v\n%s", r, debug.Stack())
		}
	}()
	return s.Store.Update(func(tx *store.Tx) error { return AttendGame(s.Env, tx, game) })
}

func putOff(tx *store.Tx, game string, until time.Time) error {
	row, err := tx.Games().Game(game)
	if err != nil {
		return err
	}
	return row.SetDue(until)
}

// untilDue returns how long the server may wait until a game is due, at most a tick.
func (s *Server) untilDue(tick time.Duration) time.Duration {
	var at time.Time
	var ok bool
	err := s.Store.View(func(tx *store.Tx) (err error) {
		at, ok, err = tx.Games().NextDue()
		return err
	})
	if err != nil || !ok {
		return tick
	}
	return max(0, min(tick, at.Sub(s.Env.Now())))
}
