package daemon

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/drand"
	"fieldpost/mailio"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

// Beacons fetches the signature of a drand round, checked against the network's key.
type Beacons interface {
	Fetch(ctx context.Context, round int) (signature string, err error)
}

// roundsKind is where the rounds stand that games wait for: "ROUND/game", so that no game need be opened to know.
const roundsKind = "beacon.rounds"

func roundKey(round int, game string) string { return fmt.Sprintf("%012d/%s", round, game) }

// waiting is a game that waits for a round.
type waiting struct {
	round int
	game  string
}

// waitingGames lists the games that wait for rounds, the earliest round first.
func waitingGames(tx *store.Tx) ([]waiting, error) {
	var out []waiting
	for e, err := range tx.All(roundsKind, "") {
		if err != nil {
			return nil, err
		}
		digits, name, _ := strings.Cut(e.Key, "/")
		round, err := strconv.Atoi(digits)
		if err != nil {
			return nil, fmt.Errorf("%s %q: %w", roundsKind, e.Key, err)
		}
		out = append(out, waiting{round, name})
	}
	return out, nil
}

// awaitBeacon notes the round that the game's lock names, in place of any that it waited for before.
func (t *Table) awaitBeacon(tx *store.Tx) error {
	all, err := waitingGames(tx)
	if err != nil {
		return err
	}
	for _, w := range all {
		if w.game == t.Setup.Name {
			if err := tx.Delete(roundsKind, roundKey(w.round, w.game)); err != nil {
				return err
			}
		}
	}
	if l := t.Locked(); l != nil {
		return tx.Put(roundsKind, roundKey(l.Mix.Round, t.Setup.Name), store.Value{Version: formatVersion, Bytes: []byte{}})
	}
	return nil
}

// TakeBeacon takes the value of a round, whoever brings it. The games that wait for it play on at the next look at what is due, each in a
// transaction of its own; they are returned. The error is a [*drand.FalseError] for a value that is not the round's.
func (o *Office) TakeBeacon(tx *store.Tx, round int, signature string) ([]string, error) {
	randomness, err := o.drand().Check(round, strings.ToLower(signature))
	if err != nil {
		return nil, err
	}
	all, err := waitingGames(tx)
	if err != nil {
		return nil, err
	}
	var games []string
	for _, w := range all {
		if w.round != round {
			continue
		}
		t, err := openTable(tx, w.game)
		if err != nil {
			return nil, err
		}
		if err := tx.Delete(roundsKind, roundKey(w.round, w.game)); err != nil {
			return nil, err
		}
		if l := t.Locked(); l == nil || l.Mix.Round != round {
			continue
		}
		t.Life.Beacon = brought{randomness, o.Now().UTC().Truncate(time.Second)}
		if err := t.save(); err != nil {
			return nil, err
		}
		games = append(games, w.game)
	}
	return games, nil
}

// drand is the network that games wait for.
func (o *Office) drand() drand.Network {
	if o.Drand != nil {
		return *o.Drand
	}
	return drand.Quicknet()
}

// brought is a value that has come and is not played yet.
type brought struct {
	Randomness dice.Hash `json:"randomness"`
	At         time.Time `json:"at"`
}

// beaconDue is when the value of a locked go is played: when it has come.
func beaconDue(t *Table) time.Time { return t.Life.Beacon.At }

// playLocked plays a locked go on the value that has come.
func (o *Office) playLocked(tx *store.Tx, t *Table) error {
	randomness := t.Life.Beacon.Randomness
	t.Life.Beacon = brought{}
	if t.Locked() == nil {
		return nil // voided since
	}
	in, err := o.mailedInTime(tx, t)
	if err != nil {
		return err
	}
	if !in {
		return o.relock(tx, t, "the lock could not be mailed before its beacon", func(l notice.Locked) notice.Notice { return notice.LockLate(l) })
	}
	master, err := o.prepare(tx, t)
	if err != nil {
		return err
	}
	began := o.Now()
	done, err := t.take(filing.Beacon(t.Game, randomness, master, began))
	if err != nil {
		return err
	}
	if done.Refused {
		return fmt.Errorf("locked orders are refused: %v", done.Faults)
	}
	o.played(t, began)
	return o.tellGo(tx, t, done, nil)
}

// beaconTimeout is when a lock is given up whose beacon has not come.
func beaconTimeout(t *Table) time.Time {
	if !t.Waits() || !t.Life.Beacon.At.IsZero() {
		return time.Time{}
	}
	return t.BeaconTime().Add(game.Patience)
}

// mailedInTime tells whether the lock was handed to the mail server before its beacon spoke: one that nobody could have by then proves
// nothing. Of a lock that another host has mailed nothing is known here.
func (o *Office) mailedInTime(tx *store.Tx, t *Table) (bool, error) {
	lock, err := t.LockEntry()
	if err != nil {
		return false, err
	}
	known := false
	for _, s := range t.readers() {
		m, ok, err := tx.MailByID(mailio.MessageID(o.Self.Domain, t.Setup.Name, "note", s.Mark(), "lock", seqName(lock)))
		if err != nil {
			return false, err
		}
		known = known || ok
		if ok && m.State == store.Sent && !m.Closed.After(t.BeaconTime()) {
			return true, nil
		}
	}
	return !known, nil
}

// relock gives up a lock, in the open, and makes it anew.
func (o *Office) relock(tx *store.Tx, t *Table, why string, news lockNotice) error {
	master, err := o.prepare(tx, t)
	if err != nil {
		return err
	}
	done, err := t.take(t.Relock(why, master, master, o.Now()))
	if err != nil {
		return err
	}
	return o.tellLock(tx, t, done, news)
}

// beaconByMail takes a letter that brings nothing but values of the beacon: from anybody, without key or seat (dice.md §4).
func (e *errand) beaconByMail() (*outcome, error) {
	brings := func(c commands.Command) bool { _, ok := c.(commands.Beacon); return ok }
	if e.file.HasOrders() || len(e.file.Faults) > 0 || len(e.file.Commands) == 0 || len(e.file.Commands) > maxQuestions ||
		slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool { return !brings(c) }) {
		return nil, nil
	}
	_, err := e.recognise()
	if err != nil {
		return nil, err
	}
	out := newOutcome(answered, "beacon")
	for i, c := range e.file.Commands {
		words, err := e.beacon(c.(commands.Beacon))
		if err != nil {
			return nil, err
		}
		if err := e.reply("beacon-"+strconv.Itoa(i+1), words); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// beacon takes a value that somebody brings, and answers.
func (e *errand) beacon(c commands.Beacon) (layout.Mail, error) {
	var n notice.Notice = notice.BeaconFalse{Round: c.Round}
	games, err := e.o.TakeBeacon(e.tx, c.Round, c.Signature)
	var forged *drand.FalseError
	switch {
	case errors.As(err, &forged):
		e.log.Warn("false beacon", "round", c.Round)
		if err := e.o.tellReferee(e.tx, "false-beacon", []string{e.letter.From.Addr, strconv.Itoa(c.Round), c.Signature}, strconv.Itoa(c.Round), mailio.FoldAddress(e.letter.From.Addr)); err != nil {
			return layout.Mail{}, err
		}
	case err != nil && badSignature(c.Signature):
	case err != nil:
		return layout.Mail{}, err
	case len(games) == 0:
		n = notice.BeaconIdle{Round: c.Round}
	default:
		n = notice.BeaconTaken{Round: c.Round, Games: games}
	}
	if e.table != nil && slices.Contains(games, e.table.Setup.Name) { // it was saved with the value
		if e.table, err = openTable(e.tx, e.table.Setup.Name); err != nil {
			return layout.Mail{}, err
		}
	}
	return e.words(n)
}

// badSignature tells that a text cannot be a signature at all.
func badSignature(s string) bool {
	_, err := history.Randomness(strings.ToLower(s))
	return err != nil
}

// beacons asks relays for the values that games wait for, as soon as their time has come.
func (d *Daemon) beacons(ctx context.Context) {
	for {
		wait := d.tick()
		if next, ok := d.nextRound(); ok {
			wait = min(wait, max(0, next.Sub(d.Office.Now())))
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
func (d *Daemon) nextRound() (at time.Time, ok bool) {
	err := d.Store.View(func(tx *store.Tx) error {
		all, err := waitingGames(tx)
		if len(all) > 0 {
			at, ok = d.Office.drand().TimeOf(all[0].round).Add(publishing), true
		}
		return err
	})
	return at, ok && err == nil
}

// fetchRounds asks for all values that can be had by now.
func (d *Daemon) fetchRounds(ctx context.Context) {
	var all []waiting
	err := d.Store.View(func(tx *store.Tx) (err error) {
		all, err = waitingGames(tx)
		return err
	})
	asked := 0
	for _, w := range all {
		if w.round == asked || d.Office.drand().TimeOf(w.round).Add(publishing).After(d.Office.Now()) {
			continue
		}
		asked = w.round
		if err = d.fetchRound(ctx, w.round); err != nil && ctx.Err() == nil {
			d.Office.Log.Warn("the beacon's value cannot be had yet", "round", w.round, "error", err)
		}
	}
	if err != nil && len(all) == 0 {
		d.Office.Log.Error("waiting games cannot be read", "error", err)
	}
}

func (d *Daemon) fetchRound(ctx context.Context, round int) error {
	signature, err := d.Beacons.Fetch(ctx, round)
	if err != nil {
		return err
	}
	return d.do(func(tx *store.Tx) error {
		games, err := d.Office.TakeBeacon(tx, round, signature)
		d.Office.Log.Info("beacon", "round", round, "games", games)
		return err
	})
}
