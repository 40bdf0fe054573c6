package store

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// TestStoreAgainstModel runs random transactions, some of them given up, on a store and on plain maps, and wants both
// to hold the same after each, also after the store was closed and opened again.
func TestStoreAgainstModel(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	runs := 0
	rapid.Check(t, func(rt *rapid.T) {
		runs++
		r := &run{path: filepath.Join(dir, fmt.Sprint(runs, ".db")), model: newModel()}
		r.open(rt)
		defer func() { r.store.Close() }()
		rt.Repeat(map[string]func(*rapid.T){
			"transaction": r.transaction,
			"reopen":      r.reopen,
			"":            r.compare,
		})
	})
}

type run struct {
	path  string
	store *Store
	model *model
}

func (r *run) open(t *rapid.T) {
	s, err := Open(r.path, quick)
	if err != nil {
		t.Fatal(err)
	}
	s.db.NoSync = true // nothing is killed here
	r.store = s
}

func (r *run) reopen(t *rapid.T) {
	findings, err := r.store.Check()
	if err = errors.Join(err, r.store.Close()); err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	r.open(t)
}

var errGivenUp = errors.New("given up")

func (r *run) transaction(t *rapid.T) {
	next := r.model.clone()
	giveUp := rapid.IntRange(0, 3).Draw(t, "give up") == 0
	err := r.store.Update(func(tx *Tx) error {
		for range rapid.IntRange(1, 5).Draw(t, "steps") {
			step := rapid.SampledFrom(steps).Draw(t, "step")
			step(t, tx, next)
		}
		if giveUp {
			return errGivenUp
		}
		return nil
	})
	switch {
	case giveUp && errors.Is(err, errGivenUp):
	case err != nil:
		t.Fatal(err)
	default:
		r.model = next
	}
}

func (r *run) compare(t *rapid.T) {
	var got *model
	err := r.store.View(func(tx *Tx) (err error) {
		got, err = readModel(tx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if want := r.model; got.String() != want.String() {
		t.Fatalf("store:\n%v\nmodel:\n%v", got, want)
	}
}

// model is what a store should hold, in plain words.
type model struct {
	Incoming []modelIncoming // number-1
	Pending  []uint64
	Cursors  map[string]Cursor
	Games    map[string]*modelGame
	Due      []string            // "time game", sorted
	Handles  map[string][]string // handle → "game seat", sorted
	Mails    []modelMail         // number-1
	Waiting  []string            // "time number", sorted
	Data     map[string]string
}

type modelIncoming struct {
	Raw, ID, Done string
}

type modelGame struct {
	Records []string
	Filed   map[string]string
	Due     string
}

type modelMail struct {
	ID, Body string
	State    MailState
	Attempts int
	Next     string
}

func newModel() *model {
	return &model{Cursors: map[string]Cursor{}, Games: map[string]*modelGame{}, Handles: map[string][]string{}, Data: map[string]string{}}
}

func (m *model) String() string {
	m.Pending, m.Due, m.Waiting = nil, nil, nil // these follow from the rest
	for i, l := range m.Incoming {
		if l.Done == "" {
			m.Pending = append(m.Pending, uint64(i+1))
		}
	}
	for name, g := range m.Games {
		if g.Due != "" {
			m.Due = append(m.Due, g.Due+" "+name)
		}
	}
	for i, mail := range m.Mails {
		if mail.State == Queued {
			m.Waiting = append(m.Waiting, fmt.Sprintf("%s %03d", mail.Next, i+1))
		}
	}
	slices.Sort(m.Due)
	slices.Sort(m.Waiting)
	return m.text()
}

func (m *model) text() string {
	text, err := json.MarshalIndent(m, "", "\t")
	if err != nil {
		panic(err)
	}
	return string(text)
}

func (m *model) clone() *model {
	c := newModel()
	if err := json.Unmarshal([]byte(m.text()), c); err != nil {
		panic(err)
	}
	return c
}

// stamp is a time as the model writes it.
func stamp(t time.Time) string { return string(timeKey(t, nil)) }

// drawTime draws one of a few times, so that some are equal.
func drawTime(t *rapid.T) time.Time {
	return noon.Add(time.Duration(rapid.IntRange(0, 5).Draw(t, "time")) * time.Hour)
}

var gameNames, words = []string{"a", "a-1", "b"}, []string{"x", "y", "xy"}

// steps does one thing each, to the store and to the model, and compares what both say about it.
var steps = []func(*rapid.T, *Tx, *model){
	stepIncoming, stepIncoming, stepFinish, stepGame, stepAppend, stepAppend, stepFiled, stepDue, stepHandle, stepData, stepQueue, stepQueue, stepTake,
	stepClose, stepRequeue,
}

func stepIncoming(t *rapid.T, tx *Tx, m *model) {
	source := Source{"game", rapid.SampledFrom([]string{"INBOX", "Junk"}).Draw(t, "folder"), uint32(rapid.IntRange(1, 2).Draw(t, "validity")), uint32(rapid.IntRange(1, 9).Draw(t, "uid"))}
	raw := strings.Repeat("letter", rapid.SampledFrom([]int{1, 2, 3, 900}).Draw(t, "size"))
	id := rapid.SampledFrom([]string{"", "<1@x>", "<2@x>"}).Draw(t, "id")

	number := slices.IndexFunc(m.Incoming, func(l modelIncoming) bool { return l.Raw == raw }) + 1
	fresh := number == 0
	if fresh {
		m.Incoming = append(m.Incoming, modelIncoming{Raw: raw, ID: id})
		number = len(m.Incoming)
	}
	if c := m.Cursors[source.Folder]; c.Validity != source.Validity || c.UID < source.UID {
		m.Cursors[source.Folder] = Cursor{source.Validity, source.UID}
	}
	got, gotFresh, err := tx.Inbox().Add(source, id, noon, []byte(raw))
	if got != uint64(number) || gotFresh != fresh || err != nil {
		t.Fatalf("Add: %d %t %v, want %d %t", got, gotFresh, err, number, fresh)
	}
}

func stepFinish(t *rapid.T, tx *Tx, m *model) {
	number := rapid.IntRange(1, 6).Draw(t, "letter")
	kind := rapid.SampledFrom(words).Draw(t, "kind")
	var want error
	switch {
	case number > len(m.Incoming):
		want = ErrNotFound
	case m.Incoming[number-1].Done != "":
		want = ErrClosed
	default:
		m.Incoming[number-1].Done = kind
	}
	wantIs(t, tx.Inbox().Finish(uint64(number), Outcome{Kind: kind, Game: "a", At: noon}), want)
}

func wantIs(t *rapid.T, err, want error) {
	if !errors.Is(err, want) {
		t.Fatalf("got %v, want %v", err, want)
	}
}

func stepGame(t *rapid.T, tx *Tx, m *model) {
	name := rapid.SampledFrom(gameNames).Draw(t, "game")
	var want error
	if m.Games[name] != nil {
		want = ErrExists
	} else {
		m.Games[name] = &modelGame{Filed: map[string]string{}}
	}
	_, err := tx.Games().Create(name, Value{})
	wantIs(t, err, want)
}

// drawGame draws a game; both results are nil if there is no such game.
func drawGame(t *rapid.T, tx *Tx, m *model) (*Game, *modelGame) {
	name := rapid.SampledFrom(gameNames).Draw(t, "game")
	g, err := tx.Games().Game(name)
	if m.Games[name] == nil {
		wantIs(t, err, ErrNotFound)
		return nil, nil
	}
	wantIs(t, err, nil)
	return g, m.Games[name]
}

func stepAppend(t *rapid.T, tx *Tx, m *model) {
	g, want := drawGame(t, tx, m)
	if g == nil {
		return
	}
	n := len(want.Records) + rapid.SampledFrom([]int{0, 0, 0, -1, 1}).Draw(t, "offset")
	switch record := fmt.Sprint("record ", n); {
	case n < 0:
	case n < len(want.Records):
		wantIs(t, g.Append(uint64(n), []byte(record)), ErrRewrite)
	case n > len(want.Records):
		wantIs(t, g.Append(uint64(n), []byte(record)), ErrGap)
	default:
		wantIs(t, g.Append(uint64(n), []byte(record)), nil)
		want.Records = append(want.Records, record)
	}
}

func stepFiled(t *rapid.T, tx *Tx, m *model) {
	g, want := drawGame(t, tx, m)
	if g == nil {
		return
	}
	key, value := rapid.SampledFrom(words).Draw(t, "key"), rapid.SampledFrom(words).Draw(t, "value")
	switch old, has := want.Filed[key]; rapid.SampledFrom([]string{"put", "once", "delete"}).Draw(t, "what") {
	case "put":
		want.Filed[key] = value
		wantIs(t, g.Put(Filed, key, Value{1, []byte(value)}), nil)
	case "once":
		var refused error
		if has && old != value {
			refused = ErrExists
		} else {
			want.Filed[key] = value
		}
		wantIs(t, g.PutOnce(Filed, key, Value{1, []byte(value)}), refused)
	case "delete":
		delete(want.Filed, key)
		wantIs(t, g.Delete(Filed, key), nil)
	}
}

func stepDue(t *rapid.T, tx *Tx, m *model) {
	g, want := drawGame(t, tx, m)
	if g == nil {
		return
	}
	at := time.Time{}
	want.Due = ""
	if rapid.Bool().Draw(t, "runs") {
		at = drawTime(t)
		want.Due = stamp(at)
	}
	wantIs(t, g.SetDue(at), nil)
}

func stepHandle(t *rapid.T, tx *Tx, m *model) {
	g, _ := drawGame(t, tx, m)
	if g == nil {
		return
	}
	handle := rapid.SampledFrom(words).Draw(t, "handle")
	to := SeatRef{g.Name(), rapid.SampledFrom([]string{"GER", "UK"}).Draw(t, "seat")}
	seats := maps.Collect(func(yield func(string, bool) bool) {
		for _, s := range m.Handles[handle] {
			yield(s, true)
		}
	})
	if rapid.Bool().Draw(t, "add") {
		seats[to.Game+" "+to.Seat] = true
		wantIs(t, tx.Handles().Add(handle, to), nil)
	} else {
		delete(seats, to.Game+" "+to.Seat)
		wantIs(t, tx.Handles().Remove(handle, to), nil)
	}
	if m.Handles[handle] = slices.Sorted(maps.Keys(seats)); len(seats) == 0 {
		delete(m.Handles, handle)
	}
}

func stepData(t *rapid.T, tx *Tx, m *model) {
	key, value := rapid.SampledFrom(words).Draw(t, "key"), rapid.SampledFrom(words).Draw(t, "value")
	if rapid.Bool().Draw(t, "put") {
		m.Data[key] = value
		wantIs(t, tx.Data().Put("kind", key, Value{1, []byte(value)}), nil)
	} else {
		delete(m.Data, key)
		wantIs(t, tx.Data().Delete("kind", key), nil)
	}
}

func drawMailID(t *rapid.T) string {
	return fmt.Sprintf("<%d@x>", rapid.IntRange(1, 5).Draw(t, "mail"))
}

func (m *model) mail(id string) *modelMail {
	if i := slices.IndexFunc(m.Mails, func(mail modelMail) bool { return mail.ID == id }); i >= 0 {
		return &m.Mails[i]
	}
	return nil
}

func stepQueue(t *rapid.T, tx *Tx, m *model) {
	id, body, at := drawMailID(t), rapid.SampledFrom(words).Draw(t, "body"), drawTime(t)
	old := m.mail(id)
	var refused error
	switch {
	case old == nil:
		m.Mails = append(m.Mails, modelMail{ID: id, Body: body, State: Queued, Next: stamp(at)})
	case old.Body != body:
		refused = ErrExists
	}
	fresh, err := tx.Outbox().Queue(Envelope{MessageID: id, To: "anna@x"}, at, []byte(body))
	wantIs(t, err, refused)
	if fresh != (old == nil) {
		t.Fatalf("Queue says fresh %t of %s", fresh, id)
	}
}

func stepTake(t *rapid.T, tx *Tx, m *model) {
	now, limit := drawTime(t), rapid.IntRange(1, 3).Draw(t, "limit")
	var want []string
	_ = m.String() // brings Waiting up to date
	for _, w := range m.Waiting {
		var at string
		var n int
		if _, err := fmt.Sscan(w, &at, &n); err != nil {
			t.Fatal(err)
		}
		if at > stamp(now) || len(want) == limit {
			break
		}
		mail := &m.Mails[n-1]
		mail.Attempts++
		mail.Next = stamp(hourly(now)(mail.Attempts))
		want = append(want, mail.ID+mail.Body)
	}
	var got []string
	mails, err := tx.Outbox().Take(now, limit, hourly(now))
	for _, mail := range mails {
		got = append(got, mail.MessageID+string(mail.Bytes))
	}
	if !slices.Equal(got, want) || err != nil {
		t.Fatalf("took %v, %v, want %v", got, err, want)
	}
}

func stepClose(t *rapid.T, tx *Tx, m *model) {
	id := drawMailID(t)
	old := m.mail(id)
	var refused error
	switch {
	case old == nil:
		refused = ErrNotFound
	case old.State != Queued:
		refused = ErrClosed
	}
	state := rapid.SampledFrom([]MailState{Queued, Sent, Failed}).Draw(t, "state")
	if refused == nil {
		if old.State = state; state != Queued {
			old.Next = stamp(time.Time{})
		}
	}
	switch state {
	case Queued:
		wantIs(t, tx.Outbox().Deferred(id, "451"), refused)
	case Sent:
		wantIs(t, tx.Outbox().Delivered(id, noon, "250"), refused)
	case Failed:
		wantIs(t, tx.Outbox().Failed(id, noon, "550"), refused)
	}
}

func stepRequeue(t *rapid.T, tx *Tx, m *model) {
	id, at := drawMailID(t), drawTime(t)
	old := m.mail(id)
	var refused error
	switch {
	case old == nil:
		refused = ErrNotFound
	case old.State == Queued:
		refused = ErrClosed
	default:
		old.State, old.Attempts, old.Next = Queued, 0, stamp(at)
	}
	wantIs(t, tx.Outbox().Requeue(id, at), refused)
}

// readModel reads back what is in the store, through its indexes where it has any.
func readModel(tx *Tx) (*model, error) {
	m := newModel()
	return m, errors.Join(m.readIncoming(tx), m.readGames(tx), m.readMails(tx))
}

func (m *model) readIncoming(tx *Tx) error {
	for l, err := range tx.Inbox().Mails(1) {
		if err != nil {
			return err
		}
		raw, err := tx.Inbox().Bytes(l.Number)
		if err != nil {
			return err
		}
		if byDigest, ok, err := tx.Inbox().ByDigest(DigestOf(raw)); !ok || byDigest.Number != l.Number {
			return fmt.Errorf("letter %d by digest: %v %t %w", l.Number, byDigest, ok, err)
		}
		m.Incoming = append(m.Incoming, modelIncoming{string(raw), l.MessageID, l.Outcome.Kind})
	}
	for _, folder := range []string{"INBOX", "Junk"} {
		c, ok, err := tx.Inbox().Cursor("game", folder)
		if err != nil {
			return err
		}
		if ok {
			m.Cursors[folder] = c
		}
	}
	pending, err := tx.Inbox().Pending(0)
	_ = m.String()
	if !slices.Equal(pending, m.Pending) {
		return fmt.Errorf("pending %v, but not done are %v", pending, m.Pending)
	}
	return err
}

func (m *model) readGames(tx *Tx) error {
	for name, err := range tx.Games().Names() {
		if err != nil {
			return err
		}
		g, err := tx.Games().Game(name)
		if err != nil {
			return err
		}
		if m.Games[name], err = readGame(g); err != nil {
			return err
		}
	}
	for e, err := range tx.Data().All("kind", "") {
		if err != nil {
			return err
		}
		m.Data[e.Key] = string(e.Value.Bytes)
	}
	for _, handle := range words {
		seats, err := tx.Handles().Seats(handle)
		if err != nil {
			return err
		}
		for _, s := range seats {
			m.Handles[handle] = append(m.Handles[handle], s.Game+" "+s.Seat)
		}
	}
	return m.compareDue(tx)
}

func (m *model) compareDue(tx *Tx) error {
	names, err := tx.Games().Due(noon.Add(100*time.Hour), 0)
	_ = m.String()
	for i, name := range names {
		if len(names) != len(m.Due) || !strings.HasSuffix(m.Due[i], " "+name) {
			return fmt.Errorf("due %v, but clocks say %v", names, m.Due)
		}
	}
	return err
}

func readGame(g *Game) (*modelGame, error) {
	m := &modelGame{Filed: map[string]string{}}
	for record, err := range g.Records(0) {
		if err != nil {
			return nil, err
		}
		m.Records = append(m.Records, string(record))
	}
	if int(g.Len()) != len(m.Records) {
		return nil, fmt.Errorf("Len %d of %d records", g.Len(), len(m.Records))
	}
	for e, err := range g.All(Filed, "") {
		if err != nil {
			return nil, err
		}
		m.Filed[e.Key] = string(e.Value.Bytes)
	}
	at, ok, err := g.Due()
	if ok {
		m.Due = stamp(at)
	}
	return m, err
}

func (m *model) readMails(tx *Tx) error {
	for mail, err := range tx.Outbox().Mails(1) {
		if err != nil {
			return err
		}
		full, ok, err := tx.Outbox().ByID(mail.MessageID)
		if !ok || err != nil {
			return fmt.Errorf("mail %s: %t %w", mail.MessageID, ok, err)
		}
		m.Mails = append(m.Mails, modelMail{mail.MessageID, string(full.Bytes), mail.State, mail.Attempts, stamp(mail.Next)})
	}
	var waiting []string
	for mail, err := range tx.Outbox().Queued() {
		if err != nil {
			return err
		}
		waiting = append(waiting, fmt.Sprintf("%s %03d", stamp(mail.Next), mail.Number))
	}
	_ = m.String()
	if !slices.Equal(waiting, m.Waiting) {
		return fmt.Errorf("waiting %v, but queued are %v", waiting, m.Waiting)
	}
	return nil
}
