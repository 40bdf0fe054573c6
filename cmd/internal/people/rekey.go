package people

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/keys"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/vault"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// RekeyGame replaces a master secret that another may have seen (TH-17): it is recorded, the committed epoch is voided
// by a record, and orders that were locked in it are locked anew. The new secret is on the disk before the record is; a
// crash in between leaves a file that the next attempt replaces.
func RekeyGame(e *env.Env, tx *store.Tx, r guard.ReasonedRequest) (any, error) {
	if err := r.Check(); err != nil {
		return nil, err
	}
	g, err := gamestore.OpenGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	if _, err := g.Chain.Epoch(); err != nil {
		return nil, fmt.Errorf("game %s is over: its secret is revealed already", r.Game)
	}
	old, err := gamestore.MasterSecret(e, g)
	if err != nil {
		return nil, err
	}
	next, err := e.Secrets.AddMaster(r.Game, len(g.Chain.Masters())+1, e.Random)
	if err != nil {
		return nil, err
	}
	base, _ := g.Chain.Find(g.Base())
	done, err := g.Adopt(g.Rekey(strings.TrimSpace(r.Reason), old, next, e.Now()))
	if err != nil {
		return nil, err
	}
	g.State.Beacon = gamestore.BeaconValue{}
	if done.Locked {
		if err := play.NotifyLocked(e, tx, g, done, play.LockedNotice); err != nil {
			return nil, err
		}
	}
	if err := g.Save(); err != nil {
		return nil, err
	}
	files, err := gamestore.RecordsWithCheckpoint(e, g, base+1)
	if err != nil {
		return nil, err
	}
	err = notify.SendNoticeToAll(e, tx, g, notice.Rekeyed{Why: notice.Quote(r.Reason), Records: files}, "rekey",
		gamestore.SeqName(*done.Voided))
	return gamestore.Summarize(g), err
}

// RekeyResult is how many new keys were made.
type RekeyResult struct {
	Games int `json:"games"`
	Keys  int `json:"keys"` // that were mailed
}

// RekeyPlayers replaces the secret that keys and tags come from, if another may have seen it: every key and every tag
// is void at once, and everybody in a game that is not over gets a new key. The new secret is on the disk before the
// store has it; the old one stays until then.
func RekeyPlayers(e *env.Env, tx *store.Tx, _ struct{}) (any, error) {
	old, err := vault.KeySecret(e, tx)
	if err != nil {
		return nil, err
	}
	waiting, err := pendingMails(e, tx)
	if err != nil {
		return nil, err
	}
	next, err := keys.NewSecret(e.Random)
	if err != nil {
		return nil, err
	}
	if err := e.Secrets.ReplaceKeys(old, next); err != nil {
		return nil, err
	}
	if err := vault.SetSecret(e, tx, next); err != nil {
		return nil, err
	}
	for number, raw := range waiting {
		if err := vault.SealMail(e, tx, number, raw); err != nil {
			return nil, err
		}
	}
	if err := retagQueued(e, tx); err != nil {
		return nil, err
	}
	var out RekeyResult
	var names []string
	for name, err := range tx.Games().Names() {
		if err != nil {
			return nil, err
		}
		names = append(names, name)
	}
	for _, name := range names {
		n, err := renewKeys(e, tx, name)
		if err != nil {
			return nil, fmt.Errorf("game %s: %w", name, err)
		}
		out.Games, out.Keys = out.Games+1, out.Keys+n
	}
	return out, nil
}

// pendingMails returns the mails that wait to be handled, by their numbers.
func pendingMails(e *env.Env, tx *store.Tx) (map[uint64][]byte, error) {
	pending, err := tx.Inbox().Pending(0)
	if err != nil {
		return nil, err
	}
	out := map[uint64][]byte{}
	for _, number := range pending {
		row, err := tx.Inbox().Mail(number)
		if err != nil {
			return nil, err
		}
		if out[number], err = vault.MailBytes(e, tx, row); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// retagQueued lets mails that are still to be sent be found by their new tags.
func retagQueued(e *env.Env, tx *store.Tx) error {
	var queued []store.Mail
	for m, err := range tx.Outbox().Queued() {
		if err != nil {
			return err
		}
		queued = append(queued, m)
	}
	for _, m := range queued {
		t, err := vault.TagsOf(e, tx, m.Envelope)
		if err != nil {
			return err
		}
		if err := tx.Outbox().AddIDs(m.Number, t.IDs()...); err != nil {
			return err
		}
	}
	return nil
}

// renewKeys gives all participants of a game new keys, one a person, and mails them unless the game is over. It records
// nothing, for the game may be stopped.
func renewKeys(e *env.Env, tx *store.Tx, name string) (mailed int, err error) {
	g, err := gamestore.Load(tx, name)
	if err != nil {
		return 0, err
	}
	var renewed []string
	for _, s := range slices.Concat(g.Seats, g.Others) {
		first := s.Person == "" || !slices.Contains(renewed, s.Person)
		if first {
			if err := vault.RenewKey(e, tx, g, s); err != nil {
				return 0, err
			}
			renewed = append(renewed, s.Person)
		}
		next := *g.Participant(s.ID())
		next.UnconfirmedAddresses = nil // their codes are void too
		if err := g.SaveSeat(tx, next); err != nil {
			return 0, err
		}
		switch {
		case !first:
			continue
		case !next.Taken() || g.Chain.Over():
			continue
		case next.Unconfirmed:
			err = notify.AskToConfirm(e, tx, g, next, "")
		default:
			err = notify.SendNewKey(e, tx, g, next, notify.NewKeyNotice)
		}
		if err != nil {
			return 0, err
		}
		mailed++
	}
	return mailed, g.Save()
}
