package store

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	bolt "go.etcd.io/bbolt"
)

// BenchmarkMail measures the transaction of a processed mail, and next to it the smallest transaction that bbolt
// writes to the disk: "x-raw" is how many of those one mail costs.
func BenchmarkMail(b *testing.B) {
	s := newStore(b)
	db, err := bolt.Open(filepath.Join(b.TempDir(), "raw.db"), 0o600, nil)
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	var raw, letter time.Duration
	for i := 0; b.Loop(); i++ {
		raw += timed(b, func() error {
			return db.Update(func(tx *bolt.Tx) error {
				bucket, err := tx.CreateBucketIfNotExists([]byte("raw"))
				if err != nil {
					return err
				}
				return bucket.Put(numberKey(uint64(i)), noise(500, i))
			})
		})
		letter += timed(b, func() error {
			return s.Update(func(tx *Tx) error { _, err := processMail(tx); return err })
		})
	}
	b.ReportMetric(float64(letter)/float64(raw), "x-raw")
	b.ReportMetric(float64(letter.Microseconds())/float64(b.N), "µs/mail")
}

func timed(b *testing.B, f func() error) time.Duration {
	start := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

// BenchmarkTurn measures a turn in a store of 10 and in one of 10,000 games, in turns: "x-small" is what the large one
// costs more.
func BenchmarkTurn(b *testing.B) {
	small, large := storeOfGames(b, 10), storeOfGames(b, 10_000)
	var inSmall, inLarge time.Duration
	for i := 0; b.Loop(); i++ {
		inSmall += timed(b, func() error { return playTurn(small, i, i%10) })
		inLarge += timed(b, func() error { return playTurn(large, i, i*7919%10_000) })
	}
	b.ReportMetric(float64(inLarge)/float64(inSmall), "x-small")
	b.ReportMetric(float64(inLarge.Microseconds())/float64(b.N), "µs/turn")
}

func gameName(i int) string { return fmt.Sprintf("game-%05d", i) }

// storeOfGames makes n games of a few records, each with its clock running and a key for its seat.
func storeOfGames(b *testing.B, n int) *Store {
	s := newStore(b)
	s.db.NoSync = true // only for the filling
	defer func() { s.db.NoSync = false }()
	for first := 0; first < n; first += 1000 {
		update(b, s, func(tx *Tx) error {
			for i := first; i < min(n, first+1000); i++ {
				if err := beginGame(tx, i); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return s
}

func beginGame(tx *Tx, i int) error {
	g, err := tx.Games().Create(gameName(i), Value{1, noise(500, i)})
	if err != nil {
		return err
	}
	for n := range uint64(5) {
		if err := g.Append(n, noise(700, i)); err != nil {
			return err
		}
	}
	if err := g.SetSnapshot(Value{1, noise(3000, i)}); err != nil {
		return err
	}
	if err := g.SetDue(noon.Add(time.Duration(i) * time.Minute)); err != nil {
		return err
	}
	return tx.Handles().Add(fmt.Sprint("key:", i), SeatRef{gameName(i), "GER"})
}

// playTurn is what the daemon does with the store for one order mail: find the seat, read the game, write records,
// position, five reports and their mails, set the clock, look for the next game that is due, and finish the mail.
func playTurn(s *Store, i, game int) error {
	return s.Update(func(tx *Tx) error {
		number, _, err := tx.Inbox().Add(Source{}, "", noon, noise(4000, i))
		if err != nil {
			return err
		}
		seats, err := tx.Handles().Seats(fmt.Sprint("key:", game))
		if err != nil || len(seats) != 1 {
			return fmt.Errorf("seats %v: %w", seats, err)
		}
		g, err := tx.Games().Game(seats[0].Game)
		if err != nil {
			return err
		}
		if _, _, err := g.Snapshot(); err != nil {
			return err
		}
		if err := writeTurn(g, i); err != nil {
			return err
		}
		if _, err := tx.Games().Due(noon.Add(-time.Hour), 10); err != nil {
			return err
		}
		return tx.Inbox().Finish(number, Outcome{Kind: "accepted", Game: g.Name(), Seat: "GER", At: noon})
	})
}

func writeTurn(g *Game, i int) error {
	for range 2 {
		if err := g.Append(g.Len(), noise(900, i)); err != nil {
			return err
		}
	}
	if err := g.SetSnapshot(Value{1, noise(3000, i)}); err != nil {
		return err
	}
	for seat := range 5 {
		id := fmt.Sprint(g.Name(), i, seat)
		if _, err := g.tx.Outbox().Queue(Envelope{MessageID: id, To: "anna@x"}, noon, noise(20_000, i)); err != nil {
			return err
		}
	}
	return g.SetDue(noon.Add(time.Duration(i) * time.Second))
}
