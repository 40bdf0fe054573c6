package server

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"image"
	"image/color/palette"
	"image/png"
	"os"
	"strconv"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/report"
)

// mostGrowth is how many bytes the file may grow in a turn with five readers, after it was compacted.
const mostGrowth = 60_000

// The store grows little: what the mails of a turn have in common is kept once, and no pictures. Five people play, and
// read in two languages; every mail goes out. CI plays a hundred turns.
func TestTheStoreGrowsLittle(t *testing.T) {
	t.Parallel()
	turns := 6
	if n, err := strconv.Atoi(os.Getenv("FIELDPOST_GROWTH_TURNS")); err == nil {
		turns = n
	}
	m := newMonths(t, "victory=total")
	m.env.Draw = sketch
	m.update(func(tx *store.Tx) error { // no sixth reader
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		r := *g.Referee()
		r.Address = ""
		return g.SaveSeat(tx, r)
	})
	for range 5 { // a round: from then on each kind of mail resembles one before
		m.playOn()
	}
	before := m.compacted()
	for range turns {
		m.playOn()
		m.sendAll()
	}
	grown := (m.compacted() - before) / int64(turns)
	t.Logf("%d bytes a turn, over %d turns", grown, turns)
	if grown > mostGrowth {
		t.Errorf("the store grows by %d bytes a turn, at most %d are allowed", grown, mostGrowth)
	}
}

// sketch is a map as large as the real one, which takes no time to draw.
func sketch(v report.View, lang syntax.Lang) (*report.Drawing, error) {
	img := image.NewPaletted(image.Rect(0, 0, 250, 200), palette.WebSafe)
	var sum [sha256.Size]byte
	for i := range img.Pix {
		if i%len(sum) == 0 {
			sum = sha256.Sum256(fmt.Append(sum[:], lang, v.Pos.Round(), v.Pos.Power(), v.Pos.Phase(), len(v.Events)))
		}
		img.Pix[i] = sum[i%len(sum)] % uint8(len(palette.WebSafe))
	}
	var data bytes.Buffer
	err := png.Encode(&data, img)
	return &report.Drawing{Inline: []layout.File{{Name: "map.png", Type: "image/png", CID: "map@fieldpost",
		Data: data.Bytes()}}}, err
}

// sendAll notes of all mails that they went out.
func (m *months) sendAll() {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		due, err := tx.Outbox().Take(m.now, 0, func(int) time.Time { return m.now.Add(time.Hour) })
		for _, x := range due {
			if err == nil {
				err = tx.Outbox().Delivered(x.MessageID, m.now, "250 OK")
			}
		}
		return err
	})
}

// compacted is the size of the file once it is compacted.
func (m *months) compacted() int64 {
	m.t.Helper()
	m.sendAll()
	path := m.store.Path()
	if err := m.store.Close(); err != nil {
		m.t.Fatal(err)
	}
	_, after, err := store.Compact(path, store.Options{})
	if err != nil {
		m.t.Fatal(err)
	}
	if m.store, err = store.Open(path, store.Options{}); err != nil {
		m.t.Fatal(err)
	}
	return after
}

// playOn sends the orders of the awaited players until another power is on turn.
func (m *months) playOn() {
	m.t.Helper()
	on := board.Nobody
	for range 50 {
		g := m.loadGame()
		if on == board.Nobody {
			on = g.Pos.Power()
		} else if g.Pos.Power() != on {
			return
		}
		m.playStep()
	}
	m.t.Fatal("the turn does not end")
}

// playStep sends the orders of the first player who is awaited.
func (m *months) playStep() {
	m.t.Helper()
	g := m.loadGame()
	s := g.Seat(g.Awaited()[0].Power)
	f, _ := bot.Turn(g.Rules, g.Pos, s.Power, 7)
	m.now = m.now.Add(6 * time.Hour)
	m.keyed(s.Address, fmt.Sprintf("power %s\nbase %s\n%send\n", s.Power, g.Base(),
		orders.Format(f, syntax.English, orders.Context{Board: g.Rules.Board})))
}
