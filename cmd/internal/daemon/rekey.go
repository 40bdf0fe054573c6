package daemon

import (
	"errors"
	"fmt"
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/store"
	"fieldpost/templates"
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
	base, _ := t.Chain.Find(t.base())
	done, err := t.Rekey(strings.TrimSpace(r.Reason), old, next, o.Now())
	if err != nil {
		return nil, err
	}
	t.Life.Beacon = brought{}
	if done.Locked {
		if err := o.tellLock(tx, t, done, templates.Locked); err != nil {
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
	err = o.tellAll(tx, t, templates.NoteView{Kind: templates.Rekeyed, Word: r.Reason, Attached: files}, "rekey", seqName(*done.Voided))
	return t.rowOf(), err
}
