package people

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/orders/commands"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.StartGame](command.Spec{
	Syntax: []commands.Syntax{commands.StartGameSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, command.AsNotice(handleStart))

// handleStart begins the game for the referee.
func handleStart(r *command.Request, c commands.StartGame) (notice.Notice, error) {
	missing := r.Game.MissingSeats()
	if c.Anyway {
		missing = r.Game.FreeSeats()
	}
	if r.Game.Running() {
		return nil, notDone(notice.DeniedBegun, "the game has begun already")
	}
	if len(missing) > 0 {
		return notice.CannotStart{Lines: missing}, nil
	}
	if r.Game.State.Bids.Running() && !c.Anyway {
		return nil, errBids
	}
	if _, err := gamestore.RecordAct(r.Env, r.Game, roster.Referee, "starts the game", "-"); err != nil {
		return nil, err
	}
	if err := ConfirmAll(r.Env, r.Tx, r.Game); err != nil {
		return nil, err
	}
	if r.Game.State.Bids.Running() {
		return notice.Started{}, SettleBids(r.Env, r.Tx, r.Game)
	}
	err := Start(r.Env, r.Tx, r.Game)
	if b := r.Game.State.Bids; b.Running() {
		return notice.BidsOpen{Until: b.Until, Seats: nil, Lines: nil}, err
	}
	return notice.Started{}, err
}

// ConfirmAll marks the addresses of all players as confirmed, for the referee vouches for them.
func ConfirmAll(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	for _, s := range slices.Clone(g.Seats) {
		if s.Taken() && s.Unconfirmed {
			s.Unconfirmed = false
			if err := g.SaveSeat(tx, s); err != nil {
				return err
			}
		}
	}
	return vault.UniteSeats(tx, g)
}

// Start begins the game: every seat gets the opening position and its order form. In a game whose national advantages
// are rolled that is the first resolution. A game with secret bids asks for these first, and begins when they are
// settled.
func Start(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.Running() {
		return fmt.Errorf("game %s was started on %s", g.Setup.Name, g.State.Started.Format(time.DateOnly))
	}
	if free := g.FreeSeats(); len(free) > 0 {
		return fmt.Errorf("game %s: nobody sits for %s; fieldpost game seat %s POWER --address ADDRESS, or --bot",
			g.Setup.Name, strings.Join(free, ", "), g.Setup.Name)
	}
	if missing := g.MissingSeats(); len(missing) > 0 {
		return fmt.Errorf("game %s: these have not confirmed their address: %s; wait for them, or start with --anyway",
			g.Setup.Name, strings.Join(missing, ", "))
	}
	if gamestore.BeginsWithBids(g) {
		return askForBids(e, tx, g)
	}
	g.State.Started = e.Now().UTC().Truncate(time.Second)
	if err := clocks.Follow(e, tx, g); err != nil {
		return err
	}
	if err := reportOpening(e, tx, g); err != nil {
		return err
	}
	return greetReferee(e, tx, g)
}

// startIfReady begins a game that begins by itself, once no seat is missing.
func startIfReady(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if g.Running() || g.State.House.Get("start") != "auto" || len(g.MissingSeats()) > 0 {
		return nil
	}
	return Start(e, tx, g)
}

// greetReferee sends the referee their key.
func greetReferee(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	s := g.Referee()
	if s == nil || !s.Taken() {
		return nil
	}
	key, err := vault.SeatKey(e, tx, g, *s)
	if err != nil {
		return err
	}
	return notify.SendNotice(e, tx, g, *s, notice.YouAreReferee{Key: key.Reveal()}, "greeting")
}

// reportOpening reports the opening position, after the resolution in which dice choose the national advantages, if
// there is one. If that waits for a beacon the position is reported before.
func reportOpening(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	var done game.Change
	if g.Rolls() {
		master, err := guard.PrepareResolution(e, tx, g)
		if err != nil {
			return err
		}
		if done, err = g.Adopt(g.AssignAdvantages(master, e.Now())); err != nil {
			return err
		}
	}
	if !done.Played {
		if err := g.Save(); err != nil {
			return err
		}
		if err := notify.SendReports(e, tx, g, nil, nil); err != nil {
			return err
		}
	}
	if !done.Played && !done.Locked {
		return nil
	}
	return play.NotifyResolved(e, tx, g, done, nil)
}
