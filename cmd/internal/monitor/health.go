package monitor

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"time"
)

// After these times something is wrong. A mailbox may be away for three polls and five minutes more, as providers
// restart their servers; a letter takes a second, and a mail that is still here after an hour is one that the player
// misses.
const (
	latePoll   = 5 * time.Minute // in addition to three times Settings.Poll
	lateLetter = 5 * time.Minute
	lateMail   = time.Hour
	slowLetter = 5 * time.Second // to handle, or to answer: the daemon gives up soon after, if it can
)

// Health is the state of a daemon. It names no person and no server: those are in the log.
type Health struct {
	OK       bool      `json:"ok"`
	Troubles []string  `json:"troubles"` // in words; empty if all is well
	Since    time.Time `json:"since"`    // when the daemon started
	Polled   time.Time `json:"polled,omitzero"`
	Sent     time.Time `json:"sent,omitzero"`
	Outbox   Queue     `json:"outbox"`
	Letters  Queue     `json:"letters"` // that wait to be handled
	Games    int       `json:"games"`   // in play
	Version  string    `json:"version"`
}

// Health looks how things are.
func (m *Monitor) Health() Health {
	now := m.Now()
	h := Health{Troubles: []string{}, Since: m.began.UTC(), Version: m.Version}
	h.Polled, h.Sent = m.last()
	s, err := m.countStore()
	if err != nil {
		h.trouble("The store cannot be read: %v.", err)
	}
	h.Outbox, h.Letters, h.Games = s.Outbox, s.Pending, s.games.Running
	if since := now.Sub(latest(h.Polled, m.began)); h.Polled.IsZero() {
		h.trouble("The mailbox has not been read since the daemon started %s ago; the log says why.",
			durationText(since))
	} else if since > 3*m.Poll+latePoll {
		h.trouble("The mailbox has not been read for %s; the log says why.", durationText(since))
	}
	if age := h.Outbox.age(now); age > lateMail {
		h.trouble("A mail has waited for %s to be sent, of %d that wait; the log says why.",
			durationText(age), h.Outbox.Length)
	}
	if age := now.Sub(latest(h.Letters.Oldest, m.began)); h.Letters.Length > 0 && age > lateLetter {
		h.trouble("A letter has waited for %s to be handled, of %d that wait.", durationText(age), h.Letters.Length)
	}
	for _, n := range m.slow() {
		h.trouble("Letter %d takes longer than %s to be handled or answered.", n, slowLetter)
	}
	h.OK = len(h.Troubles) == 0
	return h
}

func (h *Health) trouble(format string, args ...any) {
	h.Troubles = append(h.Troubles, fmt.Sprintf(format, args...))
}

// latest is the later of two moments: before its start nothing is the daemon's fault.
func latest(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// durationText is a length of time in the words of the log.
func durationText(d time.Duration) string {
	if d < time.Hour {
		return d.Round(time.Second).String()
	}
	return d.Round(time.Minute).String()
}

// String is the health for people.
func (h Health) String() string {
	if h.OK {
		return "well\n"
	}
	return strings.Join(h.Troubles, "\n") + "\n"
}

// ServeHealth answers 200 if all is well and 503 if not, in words, or as JSON to those who accept only that.
func (m *Monitor) ServeHealth(w http.ResponseWriter, r *http.Request) {
	h := m.Health()
	status := http.StatusOK
	if !h.OK {
		status = http.StatusServiceUnavailable
	}
	if !strings.Contains(r.Header.Get("Accept"), "json") {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		w.WriteHeader(status)
		fmt.Fprint(w, h)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(h) // a reader who has gone needs no answer
}
