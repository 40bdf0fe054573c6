package monitor

import (
	"strings"
	"time"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// Queue is how much waits, and since when.
type Queue struct {
	Length int       `json:"length"`
	Oldest time.Time `json:"oldest,omitzero"` // since when the oldest waits; zero if none does
}

// age is how long the oldest has waited.
func (q Queue) age(now time.Time) time.Duration {
	if q.Oldest.IsZero() {
		return 0
	}
	return max(0, now.Sub(q.Oldest))
}

// storeCounts is what is in the store at one moment.
type storeCounts struct {
	Outbox  Queue // mails to be sent
	Pending Queue // letters without an outcome yet
	games   gamestore.GameCounts
	letters map[result]int
	bytes   int64
}

// countStore looks into the store.
func (m *Monitor) countStore() (s storeCounts, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	err = m.Store.View(func(tx *store.Tx) error {
		for mail, err := range tx.Outbox().Queued() {
			if err != nil {
				return err
			}
			if s.Outbox.Length++; s.Outbox.Length == 1 || mail.Queued.Before(s.Outbox.Oldest) {
				s.Outbox.Oldest = mail.Queued
			}
		}
		if err := pending(tx, &s.Pending); err != nil {
			return err
		}
		if err := m.countLetters(tx); err != nil {
			return err
		}
		return m.countGames(tx)
	})
	if err != nil {
		return s, err
	}
	s.games, s.letters = m.census, make(map[result]int, len(m.letters))
	for f, n := range m.letters {
		s.letters[f] = n
	}
	s.bytes, err = m.Store.Size()
	return s, err
}

func pending(tx *store.Tx, q *Queue) error {
	numbers, err := tx.Inbox().Pending(0)
	if err != nil {
		return err
	}
	if q.Length = len(numbers); q.Length == 0 {
		return nil
	}
	first, err := tx.Inbox().Mail(numbers[0])
	q.Oldest = first.Received
	return err
}

// countLetters counts the letters that were done since the last time. They are done in the order of their arrival, so
// the count stops at the first that is not.
func (m *Monitor) countLetters(tx *store.Tx) error {
	for l, err := range tx.Inbox().Mails(m.counted + 1) {
		if err != nil {
			return err
		}
		if !l.Done() {
			return nil
		}
		m.letters[result{l.Outcome.Kind, unnumbered(l.Outcome.Reason)}]++
		m.counted = l.Number
	}
	return nil
}

// unnumbered is a reason without the number that it may end with ("repeats-17").
func unnumbered(reason string) string {
	return strings.TrimSuffix(strings.TrimRight(reason, "0123456789"), "-")
}

// censusTime is for how long a count of the games is good: each game costs two reads.
const censusTime = time.Minute

func (m *Monitor) countGames(tx *store.Tx) error {
	if now := m.Now(); m.censusAt.IsZero() || now.Sub(m.censusAt) >= censusTime {
		var err error
		if m.census, err = gamestore.CountGames(tx); err != nil {
			return err
		}
		m.censusAt = now
	}
	return nil
}
