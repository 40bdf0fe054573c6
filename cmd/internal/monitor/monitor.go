// Package monitor watches a daemon from outside: is it well, and what does it do. What happens only once (a poll, an
// attempt to send, a turn played) the daemon reports as it happens; what is in the store (letters, mails, games) is
// looked up when it is asked for, so that both survive a restart and neither can drift from the truth.
package monitor

import (
	"slices"
	"sync"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// Settings say what a monitor watches.
type Settings struct {
	Store   *store.Store
	Now     func() time.Time
	Poll    time.Duration // longest time between two looks into the mailbox; 0 means two minutes
	Version string        // of the program
}

// Monitor is a daemon.Meter that can be asked how things are. It is safe for use by several goroutines.
type Monitor struct {
	Settings
	began    time.Time
	registry *prometheus.Registry
	played   *prometheus.HistogramVec
	attempts *prometheus.CounterVec
	polls    *prometheus.CounterVec

	mu       sync.Mutex
	polled   time.Time            // the last time that the mailbox was read; zero: never since the start
	working  map[uint64]time.Time // since when letters are handled, or their questions answered
	sent     time.Time            // the last time that a server took a mail
	counted  uint64               // the last letter of the store that is in letters
	letters  map[result]int
	census   gamestore.GameCounts
	censusAt time.Time
}

// result is the outcome of letters.
type result struct{ outcome, reason string }

// New is a monitor of a daemon that starts now.
func New(s Settings) *Monitor {
	if s.Poll == 0 {
		s.Poll = 2 * time.Minute
	}
	m := &Monitor{Settings: s, began: s.Now(), registry: prometheus.NewRegistry(), letters: map[result]int{},
		working: map[uint64]time.Time{}}
	m.instruments()
	return m
}

// Polled notes a look into the mailbox.
func (m *Monitor) Polled(ok bool) {
	m.polls.WithLabelValues(map[bool]string{true: "read", false: "failed"}[ok]).Inc()
	if ok {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.polled = m.Now()
	}
}

// Mailed notes an attempt to send.
func (m *Monitor) Mailed(r env.MailResult) {
	m.attempts.WithLabelValues(string(r)).Inc()
	if r == env.MailSent {
		m.mu.Lock()
		defer m.mu.Unlock()
		m.sent = m.Now()
	}
}

// Played notes orders that were judged and played.
func (m *Monitor) Played(rules string, took time.Duration) {
	m.played.WithLabelValues(rules).Observe(took.Seconds())
}

// Began notes that a letter is handled.
func (m *Monitor) Began(letter uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.working[letter] = m.Now()
}

// Ended notes that it is no longer.
func (m *Monitor) Ended(letter uint64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.working, letter)
}

// slow lists the letters that take longer than a letter may, by number.
func (m *Monitor) slow() []uint64 {
	m.mu.Lock()
	defer m.mu.Unlock()
	var list []uint64
	for n, since := range m.working {
		if m.Now().Sub(since) > slowLetter {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	return list
}

// last are the times of the last poll and of the last mail sent.
func (m *Monitor) last() (polled, sent time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.polled, m.sent
}
