package daemon

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// master is the secret from which a game's dice come now, held against the newest commitment to one. Secrets that were replaced are
// handed to the game, whose end reveals them all; with them goes what the house says of locks.
func (o *Office) master(t *Table) (dice.Master, error) {
	name, committed := t.Setup.Name, t.Chain.Masters()
	if len(committed) == 0 {
		return dice.Master{}, fmt.Errorf("game %s has no genesis record", name)
	}
	all, err := o.Secrets.masters(name, len(committed))
	if err != nil {
		return dice.Master{}, err
	}
	for i, m := range all {
		if m.Commitment(name) != committed[i] {
			return dice.Master{}, fmt.Errorf("%s is not the master secret that game %s committed to: restore the file from your backup", o.Secrets.masterPath(name, i+1), name)
		}
	}
	last := len(all) - 1
	t.Replaced = all[:last]
	t.Delay, _ = t.Life.House.Duration("beacon-delay")
	return all[last], nil
}

// Reasoned is a request about a game that its records give a reason for.
type Reasoned struct {
	Game   string `json:"game"`
	Reason string `json:"reason"`
}

func (r Reasoned) check() error {
	if strings.TrimSpace(r.Reason) == "" || strings.ContainsAny(r.Reason, "\r\n") {
		return errors.New("a reason is needed, one line of words: everybody reads it")
	}
	return nil
}

// actRekey replaces a master secret that somebody may have seen (TH-17): a record of it, the committed epoch voided in the open, orders
// that were locked in it locked anew. The new secret is on the disk before the record is; a crash in between leaves a file that the next
// attempt replaces.
func (o *Office) actRekey(tx *store.Tx, r Reasoned) (any, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	t, err := openGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	if _, err := t.Chain.Epoch(); err != nil {
		return nil, fmt.Errorf("game %s is over: its secret is revealed already", r.Game)
	}
	old, err := o.master(t)
	if err != nil {
		return nil, err
	}
	next, err := o.Secrets.addMaster(r.Game, len(t.Chain.Masters())+1, o.Random)
	if err != nil {
		return nil, err
	}
	base, _ := t.Chain.Find(t.Base())
	done, err := t.take(t.Rekey(strings.TrimSpace(r.Reason), old, next, o.Now()))
	if err != nil {
		return nil, err
	}
	t.Life.Beacon = brought{}
	if done.Locked {
		if err := o.tellLock(tx, t, done, lockedNotice); err != nil {
			return nil, err
		}
	}
	if err := t.save(); err != nil {
		return nil, err
	}
	files, err := o.attach(t, base+1)
	if err != nil {
		return nil, err
	}
	err = o.tellAll(tx, t, notice.Rekeyed{Why: notice.Quote(r.Reason), Records: files}, "rekey", seqName(*done.Voided))
	return t.rowOf(), err
}

// Rekeyed says how many people got a new key.
type Rekeyed struct {
	Games int `json:"games"`
	Keys  int `json:"keys"` // that were mailed
}

// actRekeyKeys replaces the secret that keys and tags come from, as when somebody may have seen it: every key and every tag that was given
// out is void at once, and everybody in a game that is not over gets a new key. The new secret is on the disk before the store has it; the
// old one stays until then.
func (o *Office) actRekeyKeys(tx *store.Tx, _ struct{}) (any, error) {
	old, err := o.keySecret(tx)
	if err != nil {
		return nil, err
	}
	waiting, err := o.openWaiting(tx)
	if err != nil {
		return nil, err
	}
	next, err := keys.NewSecret(o.Random)
	if err != nil {
		return nil, err
	}
	if err := o.Secrets.replaceKeys(old, next); err != nil {
		return nil, err
	}
	if err := o.useSecret(tx, next); err != nil {
		return nil, err
	}
	for number, raw := range waiting {
		if err := o.sealLetter(tx, number, raw); err != nil {
			return nil, err
		}
	}
	if err := o.retagQueued(tx); err != nil {
		return nil, err
	}
	var out Rekeyed
	var names []string
	for name, err := range tx.Games() {
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	for _, name := range names {
		n, err := o.rekeyGame(tx, name)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", name, err)
		}
		out.Games, out.Keys = out.Games+1, out.Keys+n
	}
	return out, nil
}

// openWaiting are the letters that wait to be handled, by their numbers.
func (o *Office) openWaiting(tx *store.Tx) (map[uint64][]byte, error) {
	pending, err := tx.Pending(0)
	if err != nil {
		return nil, err
	}
	out := map[uint64][]byte{}
	for _, number := range pending {
		row, err := tx.Letter(number)
		if err != nil {
			return nil, err
		}
		if out[number], err = o.letterBytes(tx, row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// retagQueued lets the mails that are still to go out be found by the tags that they will have.
func (o *Office) retagQueued(tx *store.Tx) error {
	var queued []store.Mail
	for m, err := range tx.QueuedMail() {
		if err != nil {
			return err
		}
		queued = append(queued, m)
	}
	for _, m := range queued {
		t, err := o.tagsOf(tx, m.Envelope)
		if err != nil {
			return err
		}
		if err := tx.FindMailBy(m.Number, t.ids()...); err != nil {
			return err
		}
	}
	return nil
}

// rekeyGame gives all seats and chairs of a game new keys, and mails them to those who wait for or play the game. Nothing is recorded in one
// that is held.
func (o *Office) rekeyGame(tx *store.Tx, name string) (mailed int, err error) {
	t, err := openTable(tx, name)
	if err != nil {
		return 0, err
	}
	for _, s := range slices.Concat(t.Seats, t.Others) {
		next, err := o.withKey(tx, t, s, s)
		if err != nil {
			return 0, err
		}
		next.Asked = nil // their codes are void too
		if err := t.saveSeat(tx, next); err != nil {
			return 0, err
		}
		switch {
		case !next.Taken() || t.Chain.Over():
			continue
		case next.Unproved:
			err = o.askToConfirm(tx, t, next, "")
		default:
			err = o.tellNewKey(tx, t, next, newKeyNotice)
		}
		if err != nil {
			return 0, err
		}
		mailed++
	}
	return mailed, t.save()
}

// keyNotice is the notice by which a seat gets a new key.
type keyNotice func(key string) notice.Notice

func newKeyNotice(key string) notice.Notice { return notice.NewKey{Key: key} }

// tellNewKey mails a seat its new key. The game's history says that it has one, unless the game is held.
func (o *Office) tellNewKey(tx *store.Tx, t *Table, s roster.Seat, news keyNotice) error {
	occasion := "generation-" + strconv.Itoa(s.Generation)
	if !t.Stopped() {
		entry, err := o.act(t, s.Actor(), "has a new key", mailio.FoldAddress(s.Address))
		if err != nil {
			return err
		}
		occasion = seqName(entry)
	}
	key, err := o.KeyOf(tx, t, s)
	if err != nil {
		return err
	}
	return o.tell(tx, t, s, news(key.Reveal()), "key", occasion)
}
