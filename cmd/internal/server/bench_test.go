package server

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/store"
)

// long asks for the benchmarks that take minutes: ten thousand games, a million records.
var long = os.Getenv("FIELDPOST_BENCH") == "long"

// benchServer is a server with games that bots play by mail.
type benchServer struct {
	testing.TB
	*env.Env
	store   *store.Store
	now     time.Time
	letters int
}

// newBenchServer founds n games of their own players, with a chain of so many records each. Maps are not drawn.
func newBenchServer(tb testing.TB, n, records int) *benchServer {
	tb.Helper()
	dir := tb.TempDir()
	b := &benchServer{TB: tb, now: start}
	var err error
	if b.store, err = store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{}); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { b.store.Close() })
	b.Env = newEnv(dir, slog.New(slog.DiscardHandler), func() time.Time { return b.now })
	b.Limits.RepliesPerPlayer, b.Limits.RepliesPerSender, b.Limits.RepliesInAll = 1<<30, 1<<30, 1<<30
	for first := 0; first < n; first += 100 {
		b.update(func(tx *store.Tx) error {
			for i := first; i < min(n, first+100); i++ {
				if err := b.createGame(tx, benchGame(i), records); err != nil {
					return err
				}
			}
			return nil
		})
	}
	return b
}

func benchGame(i int) string { return fmt.Sprintf("game-%05d", i) }

func (b *benchServer) update(f func(*store.Tx) error) {
	b.Helper()
	if err := b.store.Update(f); err != nil {
		b.Fatal(err)
	}
}

// createGame begins a game without opening reports, one that lasts: to all victory cities. What its chain lacks are
// epochs that the referee threw away.
func (b *benchServer) createGame(tx *store.Tx, name string, records int) error {
	g, err := people.CreateGame(b.Env, tx, people.NewGame{Name: name, Rules: "revised",
		Options: []rules.Setting{{Name: "victory", Value: "total"}}})
	if err != nil {
		return err
	}
	for power, p := range players {
		p.Address = name + "-" + p.Address
		if err := people.SeatPerson(b.Env, tx, g, power, p); err != nil {
			return err
		}
	}
	g.State.Started = start
	master, err := b.Secrets.Master(name)
	if err != nil {
		return err
	}
	for g.Chain.Len() < records {
		ep, err := g.Chain.Epoch()
		if err != nil {
			return err
		}
		void, err := g.Chain.NewVoid(master.Secret(name, ep.Number),
			master.Secret(name, ep.Number+1).Commitment(name, ep.Number+1), "bench")
		if err != nil {
			return err
		}
		if _, err := g.Chain.Append(void, start); err != nil {
			return err
		}
	}
	return g.Save()
}

// nextMail is the mail of the player who is awaited in a game, as the bot plays.
func (b *benchServer) next(game string) []byte {
	b.Helper()
	var raw []byte
	err := b.store.View(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, game)
		if err != nil {
			return err
		}
		s := g.Seat(g.Awaited()[0].Power)
		f, _ := bot.Turn(g.Rules, g.Pos, s.Power, 7)
		text := orders.Format(f, syntax.English, orders.Context{Board: g.Rules.Board})
		b.letters++
		raw = fmt.Appendf(nil, "From: %s\nTo: %s\nSubject: [%s] orders\nMessage-ID: <%d@mail.test>\nDate: Sat, 21 Nov 2026 09:00:00 +0000\nContent-Type: text/plain; charset=utf-8\n\n"+
			"game %s\npower %s\nkey %s\nbase %s\n%send\n", s.Address, serverAddress, game, b.letters, game, s.Power,
			reveal(b.Env, tx, g, s), g.Base(), text)
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
	return []byte(strings.ReplaceAll(string(raw), "\n", "\r\n"))
}

// take has a mail kept and handled, as the daemon does, a commit each; it fails unless orders were played.
func (b *benchServer) take(raw []byte) {
	b.Helper()
	var number uint64
	b.update(func(tx *store.Tx) (err error) {
		number, _, err = vault.AddMail(b.Env, tx,
			mailio.Raw{Account: "a", Folder: "INBOX", UIDValidity: 1, UID: uint32(b.letters),
				Received: b.now, Bytes: raw})
		return err
	})
	b.update(func(tx *store.Tx) error {
		if err := steps.HandleMail(b.Env, tx, number); err != nil {
			return err
		}
		row, err := tx.Inbox().Mail(number)
		if err == nil && row.Outcome.Kind != decision.Accepted {
			err = fmt.Errorf("%s %s: %s", row.Outcome.Kind, row.Outcome.Reason, raw)
		}
		return err
	})
}

// stopwatch adds up the time of some steps of a benchmark.
type stopwatch time.Duration

func (c *stopwatch) time(f func()) {
	start := time.Now()
	f()
	*c += stopwatch(time.Since(start))
}

func (c stopwatch) per(d stopwatch) float64 { return float64(c) / float64(d) }

// smallest is the smallest commit there is: one row.
func (b *benchServer) smallest(i int) {
	b.update(func(tx *store.Tx) error { return tx.Data().Put("bench", "row", store.Value{Bytes: []byte{byte(i)}}) })
}

// BenchmarkLetterIn measures an order mail from its arrival to its six mails in the outbox: two commits, and
// all that is judged, played, recorded and rendered between them, without maps. "x-raw" is how many of the store's
// smallest commits that is.
func BenchmarkLetterIn(tb *testing.B) {
	b := newBenchServer(tb, 1, 0)
	var letter, raw stopwatch
	for i := 0; tb.Loop(); i++ {
		mail := b.next(benchGame(0))
		letter.time(func() { b.take(mail) })
		raw.time(func() { b.smallest(i) })
	}
	tb.ReportMetric(letter.per(raw), "x-raw")
	tb.ReportMetric(float64(letter)/1e6/float64(tb.N), "ms/letter")
	tb.ReportMetric(float64(raw)/1e6/float64(tb.N), "ms/raw")
}

var errUndo = errors.New("undone")

// BenchmarkTurn measures a typical turn of the second round without the disk: judged, played, recorded, rendered for
// five players, without maps. "x-sha256" is the same as a multiple of hashing a mebibyte.
func BenchmarkTurn(tb *testing.B) {
	b := newBenchServer(tb, 1, 0)
	for range 10 { // two mails a turn
		b.take(b.next(benchGame(0)))
	}
	mail := b.next(benchGame(0))
	data := make([]byte, 1<<20)
	var turn, hash stopwatch
	for tb.Loop() {
		err := b.store.Update(func(tx *store.Tx) error {
			number, _, err := vault.AddMail(b.Env, tx,
				mailio.Raw{Account: "a", Folder: "INBOX", UIDValidity: 1, UID: 1 << 20, Received: b.now, Bytes: mail})
			if err != nil {
				return err
			}
			turn.time(func() { err = steps.HandleMail(b.Env, tx, number) })
			return errors.Join(errUndo, err)
		})
		if err.Error() != errUndo.Error() {
			tb.Fatal(err)
		}
		hash.time(func() { sha256.Sum256(data) })
	}
	tb.ReportMetric(turn.per(hash), "x-sha256")
	tb.ReportMetric(float64(turn)/1e6/float64(tb.N), "ms/turn")
}

// BenchmarkStoreOf measures order mails in stores of 10 and of many games, in turns: "x-small" is what they cost more
// in the large one. FIELDPOST_BENCH=long makes it 10,000 games with a million records.
func BenchmarkStoreOf(tb *testing.B) {
	sizes := []struct{ games, records int }{{1000, 10}}
	if long {
		sizes = append(sizes, struct{ games, records int }{10_000, 100})
	}
	for _, n := range sizes {
		tb.Run(fmt.Sprintf("games=%d/records=%d", n.games, n.games*n.records), func(tb *testing.B) {
			small, large := newBenchServer(tb, 10, 10), newBenchServer(tb, n.games, n.records)
			var inSmall, inLarge stopwatch
			for i := 0; tb.Loop(); i++ {
				a, c := small.next(benchGame(i%10)), large.next(benchGame(i*7919%n.games))
				inSmall.time(func() { small.take(a) })
				inLarge.time(func() { large.take(c) })
			}
			tb.ReportMetric(inLarge.per(inSmall), "x-small")
			tb.ReportMetric(float64(inLarge)/1e6/float64(tb.N), "ms/letter")
			large.reportSize(tb)
		})
	}
}

// reportSize reports the memory in use, the size of the store's file, and how long opening it takes.
func (b *benchServer) reportSize(tb *testing.B) {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	tb.ReportMetric(float64(m.HeapInuse)/1e6, "MB-heap")
	size, err := b.store.Size()
	if err != nil {
		tb.Fatal(err)
	}
	tb.ReportMetric(float64(size)/1e6, "MB-file")
	path := b.store.Path()
	if err := b.store.Close(); err != nil {
		tb.Fatal(err)
	}
	var opening, list stopwatch
	opening.time(func() {
		if b.store, err = store.Open(path, store.Options{}); err == nil {
			err = b.store.Update(func(tx *store.Tx) error { _, err := tx.Outbox().Resume(b.now); return err })
		}
	})
	if err != nil {
		tb.Fatal(err)
	}
	list.time(func() {
		err = b.store.View(func(tx *store.Tx) error { _, err := admin.ListGames(b.Env, tx, struct{}{}); return err })
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.ReportMetric(float64(opening)/1e6, "ms-start")
	tb.ReportMetric(float64(list)/1e6, "ms-list")
}

// BenchmarkLengthOf measures order mails in games of 10 and of 1,000 records, in turns: "x-short" is what they cost
// more in the long one.
func BenchmarkLengthOf(tb *testing.B) {
	short, far := newBenchServer(tb, 1, 10), newBenchServer(tb, 1, 1000)
	var inShort, inFar stopwatch
	for tb.Loop() {
		a, c := short.next(benchGame(0)), far.next(benchGame(0))
		inShort.time(func() { short.take(a) })
		inFar.time(func() { far.take(c) })
	}
	tb.ReportMetric(inFar.per(inShort), "x-short")
}

// BenchmarkOpenGame measures what every mail about a game and every look at its clock begins with, and the start of the
// daemon once a game.
func BenchmarkOpenGame(tb *testing.B) {
	b := newBenchServer(tb, 1, 100)
	err := b.store.View(func(tx *store.Tx) error {
		for tb.Loop() {
			if _, err := gamestore.Load(tx, benchGame(0)); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}
