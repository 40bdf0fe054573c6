package clocks

import (
	"encoding/json"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
	"fieldpost/templates/notice"
)

// The heartbeat of the daemon is the last time all was well: the mailbox was read, and mail could be sent. When it comes back after
// longer than a short gap, the deadlines of all games move on by the outage (mail convention 56). No deadline is passed while it is out.

// heartKind is where the heartbeat stands in the store.
const heartKind = "heartbeat"

const heartKey = "mailbox"

// Heartbeat is up to when the mailbox has been read, all being well.
func Heartbeat(tx *store.Tx) (at time.Time, err error) {
	v, ok, err := tx.Data().Get(heartKind, heartKey)
	if err == nil && ok {
		err = json.Unmarshal(v.Bytes, &at)
	}
	return at, err
}

// WriteHeartbeat notes that all was well at a time.
func WriteHeartbeat(e *env.Env, tx *store.Tx, at time.Time) error {
	b, err := json.Marshal(at.UTC())
	if err != nil {
		return err
	}
	return tx.Data().Put(heartKind, heartKey, store.Value{Version: gamestore.FormatVersion, Bytes: b})
}

// defaultOutage is how long a gap may be that is nobody's outage, where the settings do not say.
const defaultOutage = 30 * time.Minute

// OutageThreshold is how long the heartbeat may be out before deadlines move.
func OutageThreshold(e *env.Env) time.Duration {
	if e.Outage == 0 {
		return defaultOutage
	}
	return e.Outage
}

// AllMailRead tells whether all letters are read and done that reached the mailbox by a time, and all is well now.
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

// GiveBackOutage moves the deadlines of a game on by an outage, and tells everybody.
func GiveBackOutage(e *env.Env, tx *store.Tx, g *gamestore.Game, from, to time.Time) error {
	records := g.State.Clock.GiveBack(g.Plan(), from, to, "outage")
	return saveMoved(e, tx, g, records, notice.OutageGiven{By: to.Sub(from)})
}

// JumpThreshold is by how much the clock on the wall may differ between two looks from the time that has passed (mail convention 57).
const JumpThreshold = time.Hour

// HandleJump moves the deadlines of a game on after the clock has jumped, and tells everybody.
func HandleJump(e *env.Env, tx *store.Tx, g *gamestore.Game, jump time.Duration) error {
	by := max(0, jump) + JumpThreshold
	records := g.State.Clock.Jump(g.Plan(), by, e.Now(), "clock jump")
	return saveMoved(e, tx, g, records, notice.ClockJumped{By: by})
}
