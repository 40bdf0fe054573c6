package server

import (
	"context"
	"time"

	"fieldpost/cmd/internal/play"
	"fieldpost/store"
)

// Beacons fetches the signature of a drand round, checked against the network's key.
type Beacons interface {
	Fetch(ctx context.Context, round int) (signature string, err error)
}

// beacons asks relays for the values that games wait for, as soon as their time has come.
func (d *Server) beacons(ctx context.Context) {
	for {
		wait := d.tick()
		if next, ok := d.nextRound(); ok {
			wait = min(wait, max(0, next.Sub(d.Env.Now())))
			if wait == 0 {
				d.fetchRounds(ctx)
				wait = d.tick()
			}
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(wait):
		}
	}
}

// publishing is how long relays may take to show a round.
const publishing = 5 * time.Second

// nextRound is when the earliest value can be had that a game waits for.
func (d *Server) nextRound() (at time.Time, ok bool) {
	err := d.Store.View(func(tx *store.Tx) error {
		all, err := play.WaitingGames(tx)
		if len(all) > 0 {
			at, ok = play.Drand(d.Env).TimeOf(all[0].Round).Add(publishing), true
		}
		return err
	})
	return at, ok && err == nil
}

// fetchRounds asks for all values that can be had by now.
func (d *Server) fetchRounds(ctx context.Context) {
	var all []play.Waiting
	err := d.Store.View(func(tx *store.Tx) (err error) {
		all, err = play.WaitingGames(tx)
		return err
	})
	asked := 0
	for _, w := range all {
		if w.Round == asked || play.Drand(d.Env).TimeOf(w.Round).Add(publishing).After(d.Env.Now()) {
			continue
		}
		asked = w.Round
		if err = d.fetchRound(ctx, w.Round); err != nil && ctx.Err() == nil {
			d.Env.Log.Warn("the beacon's value cannot be had yet", "round", w.Round, "error", err)
		}
	}
	if err != nil && len(all) == 0 {
		d.Env.Log.Error("waiting games cannot be read", "error", err)
	}
}

func (d *Server) fetchRound(ctx context.Context, round int) error {
	signature, err := d.Beacons.Fetch(ctx, round)
	if err != nil {
		return err
	}
	return d.do(func(tx *store.Tx) error {
		games, err := play.TakeBeacon(d.Env, tx, round, signature)
		d.Env.Log.Info("beacon", "round", round, "games", games)
		return err
	})
}
