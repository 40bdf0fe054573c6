package store

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

func newGame(t testing.TB, s *Store, name string) {
	t.Helper()
	update(t, s, func(tx *Tx) error {
		_, err := tx.Games().Create(name, Value{1, []byte("setup of " + name)})
		return err
	})
}

// inGame runs f on a game in a transaction that must succeed.
func inGame(t testing.TB, s *Store, name string, f func(g *Game) error) {
	t.Helper()
	update(t, s, func(tx *Tx) error {
		g, err := tx.Games().Game(name)
		if err != nil {
			return err
		}
		return f(g)
	})
}

func TestGamesAreCreatedOnce(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for _, name := range []string{"west", "eastfront", "eastfront-2"} {
		newGame(t, s, name)
	}
	err := s.Update(func(tx *Tx) error { _, err := tx.Games().Create("west", Value{}); return err })
	wantError(t, err, ErrExists, "game west")
	err = s.Update(func(tx *Tx) error { _, err := tx.Games().Create("", Value{}); return err })
	wantError(t, err, ErrInvalid)
	err = s.View(func(tx *Tx) error { _, err := tx.Games().Game("north"); return err })
	wantError(t, err, ErrNotFound, "north")
	view(t, s, func(tx *Tx) error {
		if names, err := collect(tx.Games().Names(), 0); !reflect.DeepEqual(names, []string{"eastfront", "eastfront-2", "west"}) || err != nil {
			t.Errorf("games %v, %v", names, err)
		}
		return nil
	})
	inGame(t, s, "west", func(g *Game) error {
		if v, err := g.Setup(); g.Name() != "west" || v.Version != 1 || string(v.Bytes) != "setup of west" || err != nil {
			t.Errorf("%s: setup %v, %v", g.Name(), v, err)
		}
		return nil
	})
}

func TestRecordsOnlyGrow(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	newGame(t, s, "eastfront")
	newGame(t, s, "eastfront-2") // a neighbour's records are not seen
	inGame(t, s, "eastfront-2", func(g *Game) error { return g.Append(0, []byte("other")) })

	var want []string
	for n := range uint64(300) { // more than one page, more than one byte of number
		record := strings.Repeat(fmt.Sprint("record ", n, "\n"), 20)
		inGame(t, s, "eastfront", func(g *Game) error { return g.Append(n, []byte(record)) })
		want = append(want, record)
	}
	for n, target := range map[uint64]error{0: ErrRewrite, 299: ErrRewrite, 301: ErrGap, 1 << 40: ErrGap} {
		err := s.Update(func(tx *Tx) error {
			g, err := tx.Games().Game("eastfront")
			if err != nil {
				return err
			}
			return g.Append(n, []byte(want[0]))
		})
		wantError(t, err, target, "game eastfront", "next is 300")
	}
	inGame(t, s, "eastfront", func(g *Game) error {
		for _, from := range []uint64{0, 1, 255, 299, 300} {
			var got []string
			for record, err := range g.Records(from) {
				if err != nil {
					return err
				}
				got = append(got, string(record))
			}
			if !slices.Equal(got, want[from:]) {
				t.Errorf("from %d: %d records, want %d", from, len(got), len(want[from:]))
			}
		}
		if r, err := g.Record(256); string(r) != want[256] || err != nil {
			t.Errorf("record 256: %q, %v", r, err)
		}
		_, err := g.Record(300)
		wantError(t, err, ErrNotFound, "record 300")
		return nil
	})
}

func TestPartsOfAGame(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	newGame(t, s, "eastfront")
	inGame(t, s, "eastfront", func(g *Game) error {
		for _, key := range []string{"GER/2", "GER/1", "RUS/1"} {
			if err := g.Put(Filed, key, Value{1, []byte(key)}); err != nil {
				return err
			}
		}
		return g.Put(Seats, "GER/1", Value{2, []byte("Anna <anna@x>")})
	})
	inGame(t, s, "eastfront", func(g *Game) error {
		german := []Entry{{"GER/1", Value{1, []byte("GER/1")}}, {"GER/2", Value{1, []byte("GER/2")}}}
		if got, err := collect(g.All(Filed, "GER/"), 0); !reflect.DeepEqual(got, german) || err != nil {
			t.Errorf("filed by Germany: %v, %v", got, err)
		}
		if got, err := collect(g.All(Filed, ""), 0); len(got) != 3 || err != nil {
			t.Errorf("all filed: %v, %v", got, err)
		}
		if got, err := collect(g.All("nothing", ""), 0); len(got) != 0 || err != nil {
			t.Errorf("an empty part: %v, %v", got, err)
		}
		return g.Delete(Seats, "GER/1") // a person is erased
	})
	inGame(t, s, "eastfront", func(g *Game) error {
		if v, ok, err := g.Get(Seats, "GER/1"); ok || err != nil {
			t.Errorf("erased seat: %v, %v", v, err)
		}
		if v, ok, err := g.Get(Filed, "GER/1"); string(v.Bytes) != "GER/1" || !ok || err != nil {
			t.Errorf("another part under the same key: %v %t %v", v, ok, err)
		}
		return g.Delete("nothing", "key")
	})
}

func TestReportsAreFrozen(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	newGame(t, s, "eastfront")
	report := Value{1, noise(3000, 1)}
	for range 2 {
		inGame(t, s, "eastfront", func(g *Game) error { return g.PutOnce(Reports, "T3/GER", report) })
	}
	for _, other := range []Value{{2, report.Bytes}, {1, noise(3000, 2)}} {
		err := s.Update(func(tx *Tx) error {
			g, err := tx.Games().Game("eastfront")
			if err != nil {
				return err
			}
			return g.PutOnce(Reports, "T3/GER", other)
		})
		wantError(t, err, ErrExists, "T3/GER")
	}
}

func TestSnapshotIsReplaced(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	newGame(t, s, "eastfront")
	inGame(t, s, "eastfront", func(g *Game) error {
		if _, ok, err := g.Snapshot(); ok || err != nil {
			t.Errorf("snapshot of a new game: %t, %v", ok, err)
		}
		return g.SetSnapshot(Value{1, []byte("first")})
	})
	inGame(t, s, "eastfront", func(g *Game) error { return g.SetSnapshot(Value{2, []byte("second")}) })
	inGame(t, s, "eastfront", func(g *Game) error {
		if v, ok, err := g.Snapshot(); v.Version != 2 || string(v.Bytes) != "second" || !ok || err != nil {
			t.Errorf("snapshot %v %t %v", v, ok, err)
		}
		return nil
	})
}

func TestClocks(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	cet := time.FixedZone("CET", 3600)
	for name, at := range map[string]time.Time{
		"late":  noon.Add(-48 * time.Hour),
		"now":   noon.In(cet),
		"soon":  noon.Add(time.Nanosecond),
		"moved": noon.Add(-72 * time.Hour),
		"off":   noon.Add(-time.Hour),
	} {
		newGame(t, s, name)
		inGame(t, s, name, func(g *Game) error { return g.SetDue(at) })
	}
	inGame(t, s, "moved", func(g *Game) error { return g.SetDue(noon.Add(72 * time.Hour)) })
	inGame(t, s, "off", func(g *Game) error { return g.SetDue(time.Time{}) })

	view(t, s, func(tx *Tx) error {
		for _, tt := range []struct {
			now   time.Time
			limit int
			want  []string
		}{
			{noon.Add(-72 * time.Hour), 0, nil},
			{noon.Add(-48 * time.Hour), 0, []string{"late"}},
			{noon, 0, []string{"late", "now"}},
			{noon, 1, []string{"late"}},
			{noon.Add(100 * time.Hour), 0, []string{"late", "now", "soon", "moved"}},
		} {
			if got, err := tx.Games().Due(tt.now, tt.limit); !slices.Equal(got, tt.want) || err != nil {
				t.Errorf("due at %v: %v, %v, want %v", tt.now, got, err, tt.want)
			}
		}
		if at, ok, err := tx.Games().NextDue(); !at.Equal(noon.Add(-48*time.Hour)) || !ok || err != nil {
			t.Errorf("NextDue %v %t %v", at, ok, err)
		}
		g, err := tx.Games().Game("moved")
		if err != nil {
			return err
		}
		if at, ok, err := g.Due(); !at.Equal(noon.Add(72*time.Hour)) || !ok || err != nil {
			t.Errorf("Due %v %t %v", at, ok, err)
		}
		return nil
	})
}

func TestHandlesLeadToSeats(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	newGame(t, s, "eastfront")
	newGame(t, s, "west")
	ger, uk := SeatRef{"eastfront", "GER"}, SeatRef{"west", "UK"}
	update(t, s, func(tx *Tx) error {
		for handle, seats := range map[string][]SeatRef{"anna@x": {uk, ger}, "anna@x.org": {uk}, "key:1f": {ger}} {
			for _, to := range seats {
				if err := tx.Handles().Add(handle, to); err != nil {
					return err
				}
			}
		}
		return nil
	})
	want := func(handle string, want ...SeatRef) {
		t.Helper()
		view(t, s, func(tx *Tx) error {
			if got, err := tx.Handles().Seats(handle); !slices.Equal(got, want) || err != nil {
				t.Errorf("%s leads to %v, %v, want %v", handle, got, err, want)
			}
			return nil
		})
	}
	want("anna@x", ger, uk)
	want("key:1f", ger)
	want("anna")
	want(strings.Repeat("a stranger's key ", 5000))
	update(t, s, func(tx *Tx) error { return tx.Handles().Remove("anna@x", ger) })
	want("anna@x", uk)

	err := s.Update(func(tx *Tx) error { return tx.Handles().Add("anna@x", SeatRef{"north", "UK"}) })
	wantError(t, err, ErrNotFound, "north")
	err = s.Update(func(tx *Tx) error { return tx.Handles().Add("a\x00b", uk) })
	wantError(t, err, ErrInvalid, "zero byte")
}

func TestDataOfCallers(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	update(t, s, func(tx *Tx) error {
		for _, key := range []string{"b", "a2", "a1"} {
			if err := tx.Data().Put("budget", key, Value{7, []byte(key)}); err != nil {
				return err
			}
		}
		if err := tx.Data().Put("thread", "a1", Value{}); err != nil {
			return err
		}
		if err := tx.Data().Delete("nothing", "a1"); err != nil {
			return err
		}
		return tx.Data().Delete("budget", "b")
	})
	view(t, s, func(tx *Tx) error {
		want := []Entry{{"a1", Value{7, []byte("a1")}}, {"a2", Value{7, []byte("a2")}}}
		if got, err := collect(tx.Data().All("budget", ""), 0); !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("budgets %v, %v", got, err)
		}
		if v, ok, err := tx.Data().Get("thread", "a1"); len(v.Bytes) != 0 || !ok || err != nil {
			t.Errorf("an empty value: %v %t %v", v, ok, err)
		}
		if _, ok, err := tx.Data().Get("nothing", "a1"); ok || err != nil {
			t.Errorf("a kind never used: %t %v", ok, err)
		}
		return nil
	})
	err := s.Update(func(tx *Tx) error { return tx.Data().Put("budget", "", Value{}) })
	wantError(t, err, ErrInvalid, "key of kind budget is empty")
}
