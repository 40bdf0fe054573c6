package inbox

import (
	"context"
	"errors"
	"time"

	"fieldpost/mailio"
)

// Watch is told what happens, for log and health. Its functions may be nil.
type Watch struct {
	Connected func()
	Polling   func() // a poll begins
	Polled    func(Count)
	Failed    func(err error, retryIn time.Duration)
}

// Run reads the mailbox until the context ends: poll, wait by IDLE, poll, and after any error a
// new connection, after a growing wait. It returns only the context's error.
func Run(ctx context.Context, config Config, keeper Keeper, watch Watch) error {
	config = config.withDefaults()
	failures, lost := 0, map[mailPlace]int{}
	for ctx.Err() == nil {
		polled, err := runOnce(ctx, config, keeper, watch, lost)
		if ctx.Err() != nil {
			break
		}
		if polled {
			failures = 0
		}
		failures++
		wait := retryIn(failures, err)
		if watch.Failed != nil {
			watch.Failed(err, wait)
		}
		select {
		case <-time.After(wait):
		case <-ctx.Done():
		}
	}
	return ctx.Err()
}

// runOnce uses one connection until it fails. polled reports whether it was of any use.
func runOnce(
	ctx context.Context, config Config, keeper Keeper, watch Watch, lost map[mailPlace]int,
) (polled bool, err error) {
	c, err := open(ctx, config, lost)
	if err != nil {
		return false, err
	}
	defer c.Close()
	if watch.Connected != nil {
		watch.Connected()
	}
	for {
		if watch.Polling != nil {
			watch.Polling()
		}
		n, err := c.Poll(ctx, keeper)
		if err != nil {
			return polled, err
		}
		polled = true
		if watch.Polled != nil {
			watch.Polled(n)
		}
		if err := c.idle(ctx, config.Poll); err != nil {
			return polled, err
		}
	}
}

// retryIn grows from two seconds to five minutes. A refused login waits longer from the first:
// hosts lock accounts after a few of them.
func retryIn(failures int, err error) time.Duration {
	wait := 2 * time.Second << min(failures-1, 10)
	var refused *mailio.LoginError
	if errors.As(err, &refused) {
		wait = max(wait, time.Minute)
	}
	return min(wait, 5*time.Minute)
}
