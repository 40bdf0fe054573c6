package play

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/drand"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/notify"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// roundsKind holds the beacon rounds that games wait for, as ROUND/game, so that no game need be loaded to know them.
const roundsKind = "beacon.rounds"

func roundKey(round int, game string) string { return fmt.Sprintf("%012d/%s", round, game) }

// AwaitedRound is a beacon round that a game waits for.
type AwaitedRound struct {
	Round int
	game  string
}

// AwaitedRounds lists the rounds that games wait for, the earliest first.
func AwaitedRounds(tx *store.Tx) ([]AwaitedRound, error) {
	var out []AwaitedRound
	for e, err := range tx.Data().All(roundsKind, "") {
		if err != nil {
			return nil, err
		}
		digits, name, _ := strings.Cut(e.Key, "/")
		round, err := strconv.Atoi(digits)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", roundsKind, e.Key, err)
		}
		out = append(out, AwaitedRound{round, name})
	}
	return out, nil
}

// AwaitBeacon notes the round that the game's lock names, in place of any that it waited for before.
func AwaitBeacon(tx *store.Tx, g *gamestore.Game) error {
	all, err := AwaitedRounds(tx)
	if err != nil {
		return err
	}
	for _, w := range all {
		if w.game == g.Setup.Name {
			if err := tx.Data().Delete(roundsKind, roundKey(w.Round, w.game)); err != nil {
				return err
			}
		}
	}
	if l := g.Locked(); l != nil {
		return tx.Data().Put(roundsKind, roundKey(l.Mix.Round, g.Setup.Name),
			store.Value{Version: gamestore.FormatVersion, Bytes: []byte{}})
	}
	return nil
}

// AcceptBeacon checks the value of a round, whoever sends it, and gives it to the games that wait for it. They are
// returned, and play on when they are next checked for what is due, each in a transaction of its own. The error is a
// [*drand.FalseError] for a value that is not the round's.
func AcceptBeacon(e *env.Env, tx *store.Tx, round int, signature string) ([]string, error) {
	randomness, err := DrandNetwork(e).Check(round, strings.ToLower(signature))
	if err != nil {
		return nil, err
	}
	all, err := AwaitedRounds(tx)
	if err != nil {
		return nil, err
	}
	var games []string
	for _, w := range all {
		if w.Round != round {
			continue
		}
		g, err := gamestore.Load(tx, w.game)
		if err != nil {
			return nil, err
		}
		if err := tx.Data().Delete(roundsKind, roundKey(w.Round, w.game)); err != nil {
			return nil, err
		}
		if l := g.Locked(); l == nil || l.Mix.Round != round {
			continue
		}
		g.State.Beacon = gamestore.BeaconValue{Randomness: randomness, At: e.Now().UTC().Truncate(time.Second)}
		if err := g.Save(); err != nil {
			return nil, err
		}
		games = append(games, w.game)
	}
	return games, nil
}

// DrandNetwork returns the network whose beacon games wait for.
func DrandNetwork(e *env.Env) drand.Network {
	if e.Drand != nil {
		return *e.Drand
	}
	return drand.Quicknet()
}

// PlayLocked plays locked orders with the beacon value that has come.
func PlayLocked(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	randomness := g.State.Beacon.Randomness
	g.State.Beacon = gamestore.BeaconValue{}
	if g.Locked() == nil {
		return nil // voided since
	}
	in, err := mailedInTime(e, tx, g)
	if err != nil {
		return err
	}
	if !in {
		return Relock(e, tx, g, "the lock could not be mailed before its beacon",
			func(l notice.Locked) notice.Notice { return notice.LockLate(l) })
	}
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return err
	}
	began := e.Now()
	done, err := g.Adopt(filing.Beacon(g.Game, randomness, master, began))
	if err != nil {
		return err
	}
	if done.Refused {
		return fmt.Errorf("locked orders are refused: %v", done.Faults)
	}
	gamestore.MeterResolution(e, g, began)
	return NotifyResolved(e, tx, g, done, nil)
}

// mailedInTime reports whether the lock was handed to the mail server before its beacon value was published: a lock
// that nobody could have by then proves nothing. Of a lock that another server has mailed nothing is known here.
func mailedInTime(e *env.Env, tx *store.Tx, g *gamestore.Game) (bool, error) {
	lock, err := g.LockEntry()
	if err != nil {
		return false, err
	}
	known := false
	for _, s := range g.Readers() {
		m, ok, err := tx.Outbox().ByID(mailio.MessageID(e.Self.Domain, g.Setup.Name, "note", s.Mark(), "lock",
			gamestore.SeqName(lock)))
		if err != nil {
			return false, err
		}
		known = known || ok
		if ok && m.State == store.Sent && !m.Closed.After(g.BeaconTime()) {
			return true, nil
		}
	}
	return !known, nil
}

// Relock voids a lock with a record, and locks the orders anew.
func Relock(e *env.Env, tx *store.Tx, g *gamestore.Game, why string, news lockNotice) error {
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return err
	}
	done, err := g.Adopt(g.Relock(why, master, master, e.Now()))
	if err != nil {
		return err
	}
	return NotifyLocked(e, tx, g, done, news)
}

// VoidLock locks orders anew whose beacon value has not come, and says so to everybody.
func VoidLock(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	return Relock(e, tx, g, "the beacon did not come within a day", func(l notice.Locked) notice.Notice {
		return notice.LockVoided(l)
	})
}

// HandleBeaconMail handles a mail that brings nothing but beacon values: from anybody, without key or seat (dice.md
// §4).
func HandleBeaconMail(r *command.Request) (*decision.Outcome, error) {
	brings := func(c commands.Command) bool { _, ok := c.(commands.Beacon); return ok }
	if r.File.HasOrders() || len(r.File.Faults) > 0 || len(r.File.Commands) == 0 ||
		len(r.File.Commands) > command.MaxQuestions ||
		slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool { return !brings(c) }) {
		return nil, nil
	}
	_, err := r.RecognizeSender()
	if err != nil {
		return nil, err
	}
	out := decision.Of(decision.Answered, "beacon")
	for i, c := range r.File.Commands {
		words, err := HandleBeacon(r, c.(commands.Beacon))
		if err != nil {
			return nil, err
		}
		if err := r.Reply("beacon-"+strconv.Itoa(i+1), words); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// HandleBeacon checks a beacon value that a mail brings, and answers.
func HandleBeacon(r *command.Request, c commands.Beacon) (layout.Mail, error) {
	var n notice.Notice = notice.BeaconFalse{Round: c.Round}
	games, err := AcceptBeacon(r.Env, r.Tx, c.Round, c.Signature)
	var forged *drand.FalseError
	switch {
	case errors.As(err, &forged):
		r.Log.Warn("false beacon", "round", c.Round)
		if err := notify.WarnReferee(r.Env, r.Tx, "false-beacon",
			[]string{r.Mail.From.Addr, strconv.Itoa(c.Round), c.Signature},
			strconv.Itoa(c.Round), mailio.FoldAddress(r.Mail.From.Addr)); err != nil {
			return layout.Mail{}, err
		}
	case err != nil && isMalformed(c.Signature):
	case err != nil:
		return layout.Mail{}, err
	case len(games) == 0:
		n = notice.BeaconIdle{Round: c.Round}
	default:
		n = notice.BeaconTaken{Round: c.Round, Games: games}
	}
	if r.Game != nil && slices.Contains(games, r.Game.Setup.Name) { // it was saved with the value
		if r.Game, err = gamestore.Load(r.Tx, r.Game.Setup.Name); err != nil {
			return layout.Mail{}, err
		}
	}
	return r.Render(n)
}

// isMalformed reports whether a text cannot be a signature at all.
func isMalformed(s string) bool {
	_, err := history.Randomness(strings.ToLower(s))
	return err != nil
}
