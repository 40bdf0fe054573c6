package clocks

import (
	"encoding/json"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// heartKind and heartKey are where the heartbeat is stored.
const heartKind = "heartbeat"

const heartKey = "mailbox"

// Heartbeat returns the last time at which all was well: the mailbox was read, and mail could be sent. If the heartbeat
// comes back after more than OutageThreshold, the deadlines of all games are extended by the outage (mail convention
// 56). Until then no deadline passes.
func Heartbeat(tx *store.Tx) (at time.Time, err error) {
	v, ok, err := tx.Data().Get(heartKind, heartKey)
	if err == nil && ok {
		err = json.Unmarshal(v.Bytes, &at)
	}
	return at, err
}

// WriteHeartbeat notes that all was well at a time.
func WriteHeartbeat(tx *store.Tx, at time.Time) error {
	b, err := json.Marshal(at.UTC())
	if err != nil {
		return err
	}
	return tx.Data().Put(heartKind, heartKey, store.Value{Version: gamestore.FormatVersion, Bytes: b})
}

// defaultOutage is how long a gap may be that is no outage, unless the settings say otherwise.
const defaultOutage = 30 * time.Minute

// OutageThreshold returns how long the heartbeat may be missing before deadlines move.
func OutageThreshold(e *env.Env) time.Duration {
	if e.Outage == 0 {
		return defaultOutage
	}
	return e.Outage
}

// AllMailRead reports whether all mails that reached the mailbox by a time are read and handled, and all is well now.
func AllMailRead(e *env.Env, tx *store.Tx, by time.Time) (bool, error) {
	last, err := Heartbeat(tx)
	if err != nil || !last.After(by) || e.Now().Sub(last) > OutageThreshold(e) {
		return false, err
	}
	pending, err := tx.Inbox().Pending(1)
	return len(pending) == 0, err
}

// EndOfTime is later than anything that is due.
var EndOfTime = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)

// GiveBackOutage extends the deadlines of a game by an outage, and tells everybody.
func GiveBackOutage(e *env.Env, tx *store.Tx, g *gamestore.Game, from, to time.Time) error {
	records := g.State.Clock.GiveBack(g.Plan(), from, to, "outage")
	return saveMoved(e, tx, g, records, notice.OutageGiven{By: to.Sub(from)})
}

// JumpThreshold is by how much the wall clock may differ between two readings from the time that has passed (mail
// convention 57).
const JumpThreshold = time.Hour

// HandleJump extends the deadlines of a game after the wall clock has jumped, and tells everybody.
func HandleJump(e *env.Env, tx *store.Tx, g *gamestore.Game, jump time.Duration) error {
	by := max(0, jump) + JumpThreshold
	records := g.State.Clock.Jump(g.Plan(), by, e.Now(), "clock jump")
	return saveMoved(e, tx, g, records, notice.ClockJumped{By: by})
}
