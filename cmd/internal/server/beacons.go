package server

import (
	"context"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/play"
	"fieldpost/store"
)

// Beacons fetches the signature of a drand round and checks it with the network's key.
type Beacons interface {
	Fetch(ctx context.Context, round int) (signature string, err error)
}

// beaconFetcher fetches the values that games of tier 2 wait for, in a goroutine of its own.
type beaconFetcher struct {
	env    *env.Env
	store  *store.Store
	writes writes
	source Beacons
	tick   time.Duration
}

// run asks relays for the values that games wait for, as soon as they can be published.
func (b beaconFetcher) run(ctx context.Context) {
	for {
		wait := b.tick
		if next, ok := b.nextRound(); ok {
			wait = min(wait, max(0, next.Sub(b.env.Now())))
			if wait == 0 {
				b.fetchRounds(ctx)
				wait = b.tick
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

// nextRound returns when the first value that a game waits for can be published.
func (b beaconFetcher) nextRound() (at time.Time, ok bool) {
	err := b.store.View(func(tx *store.Tx) error {
		all, err := play.AwaitedRounds(tx)
		if len(all) > 0 {
			at, ok = play.DrandNetwork(b.env).TimeOf(all[0].Round).Add(publishing), true
		}
		return err
	})
	return at, ok && err == nil
}

// fetchRounds asks for all values that can be published by now.
func (b beaconFetcher) fetchRounds(ctx context.Context) {
	var all []play.AwaitedRound
	err := b.store.View(func(tx *store.Tx) (err error) {
		all, err = play.AwaitedRounds(tx)
		return err
	})
	asked := 0
	for _, w := range all {
		if w.Round == asked || play.DrandNetwork(b.env).TimeOf(w.Round).Add(publishing).After(b.env.Now()) {
			continue
		}
		asked = w.Round
		if err = b.fetchRound(ctx, w.Round); err != nil && ctx.Err() == nil {
			b.env.Log.Warn("the beacon's value cannot be had yet", "round", w.Round, "error", err)
		}
	}
	if err != nil && len(all) == 0 {
		b.env.Log.Error("waiting games cannot be read", "error", err)
	}
}

func (b beaconFetcher) fetchRound(ctx context.Context, round int) error {
	signature, err := b.source.Fetch(ctx, round)
	if err != nil {
		return err
	}
	return b.writes.do(func(tx *store.Tx) error {
		games, err := play.AcceptBeacon(b.env, tx, round, signature)
		b.env.Log.Info("beacon", "round", round, "games", games)
		return err
	})
}
