package monitor_test

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/monitor"
	"fieldpost/store"
)

// testStore is a store with a monitor on it, and a clock that a test sets.
type testStore struct {
	t     *testing.T
	store *store.Store
	now   time.Time
	*monitor.Monitor
}

func newHouse(t *testing.T) *testStore {
	t.Helper()
	s, err := store.Open(filepath.Join(t.TempDir(), "fieldpost.db"), store.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	h := &testStore{t: t, store: s, now: time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)}
	h.Monitor = monitor.New(monitor.Settings{Store: s, Now: func() time.Time { return h.now }, Poll: 2 * time.Minute, Version: "fieldpost test"})
	return h
}

func (h *testStore) update(f func(*store.Tx) error) {
	h.t.Helper()
	if err := h.store.Update(f); err != nil {
		h.t.Fatal(err)
	}
}

// letter stores a letter, and its outcome unless kind is empty.
func (h *testStore) letter(text, kind, reason string) {
	h.t.Helper()
	h.update(func(tx *store.Tx) error {
		n, _, err := tx.Inbox().Add(store.Source{}, "", h.now, []byte(text))
		if err != nil || kind == "" {
			return err
		}
		return tx.Inbox().Finish(n, store.Outcome{Kind: kind, Reason: reason, At: h.now})
	})
}

func (h *testStore) mail(id string) {
	h.t.Helper()
	h.update(func(tx *store.Tx) error {
		_, err := tx.Outbox().Queue(store.Envelope{MessageID: id, From: "orders@games.test", To: "anna@mail.test"}, h.now, []byte("mail"))
		return err
	})
}

func (h *testStore) metrics() string {
	h.t.Helper()
	w := httptest.NewRecorder()
	h.Metrics().ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/metrics", nil))
	if w.Code != http.StatusOK {
		h.t.Fatalf("%d: %s", w.Code, w.Body)
	}
	return w.Body.String()
}

// wants reports which of these lines the metrics lack.
func (h *testStore) wants(lines ...string) {
	h.t.Helper()
	text := "\n" + h.metrics()
	for _, l := range lines {
		if !strings.Contains(text, "\n"+l+"\n") {
			h.t.Errorf("the metrics lack %q:\n%s", l, text)
		}
	}
}

func TestHealth(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		happens func(h *testStore)
		says    string // "" if all is well
	}{
		"just started":    {func(h *testStore) {}, "The mailbox has not been read since the daemon started"},
		"a poll failed":   {func(h *testStore) { h.Polled(false) }, "The mailbox has not been read since the daemon started"},
		"polled":          {func(h *testStore) { h.now = h.now.Add(time.Hour); h.Polled(true) }, ""},
		"never polled":    {func(h *testStore) { h.now = h.now.Add(12 * time.Minute) }, "The mailbox has not been read since the daemon started 12m0s ago"},
		"polls fail":      {func(h *testStore) { h.Polled(true); h.now = h.now.Add(3 * time.Hour); h.Polled(false) }, "The mailbox has not been read for 3h0m0s"},
		"a mail is fresh": {func(h *testStore) { h.Polled(true); h.mail("<1@games.test>"); h.now = h.now.Add(time.Minute) }, ""},
		"a mail is late": {func(h *testStore) {
			h.mail("<1@games.test>")
			h.now = h.now.Add(30 * time.Minute)
			h.mail("<2@games.test>")
			h.now = h.now.Add(90 * time.Minute)
			h.Polled(true)
		}, "A mail has waited for 2h0m0s to be sent, of 2 that wait"},
		"a letter is stuck": {func(h *testStore) { h.letter("a", "", ""); h.now = h.now.Add(6 * time.Minute) }, "A letter has waited for 6m0s to be handled, of 1 that wait"},
		"a letter is done": {func(h *testStore) {
			h.Polled(true)
			h.letter("a", "accepted", "played")
			h.now = h.now.Add(6 * time.Minute)
		}, ""},
		"the store is gone":       {func(h *testStore) { h.store.Close() }, "The store cannot be read"},
		"a letter takes its time": {func(h *testStore) { h.Polled(true); h.Began(12); h.now = h.now.Add(4 * time.Second) }, ""},
		"a letter takes too long": {func(h *testStore) { h.Polled(true); h.Began(12); h.now = h.now.Add(6 * time.Second) },
			"Letter 12 takes longer than 5s to be handled or answered"},
		"a long letter is handled": {func(h *testStore) { h.Polled(true); h.Began(12); h.now = h.now.Add(6 * time.Second); h.Ended(12) }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			h := newHouse(t)
			tt.happens(h)
			r := httptest.NewRequest(http.MethodGet, "/healthz", nil)
			words := httptest.NewRecorder()
			h.ServeHealth(words, r)
			r.Header.Set("Accept", "application/json")
			machine := httptest.NewRecorder()
			h.ServeHealth(machine, r)
			var health monitor.Health
			if err := json.Unmarshal(machine.Body.Bytes(), &health); err != nil {
				t.Fatalf("%v: %s", err, machine.Body)
			}
			want := http.StatusOK
			if tt.says != "" {
				want = http.StatusServiceUnavailable
			}
			if words.Code != want || machine.Code != want || health.OK != (tt.says == "") {
				t.Errorf("status %d and %d, ok %v, want %d", words.Code, machine.Code, health.OK, want)
			}
			if !strings.Contains(words.Body.String(), tt.says) || !strings.Contains(strings.Join(health.Troubles, "\n"), tt.says) {
				t.Errorf("it says %q and %q, not %q", words.Body, health.Troubles, tt.says)
			}
		})
	}
}

func TestMetrics(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.wants("fieldpost_last_poll_timestamp_seconds 0", "fieldpost_outbox_mails 0", "fieldpost_outbox_oldest_seconds 0", "fieldpost_letters_pending 0",
		`fieldpost_games{state="running"} 0`, `fieldpost_mail_attempts_total{result="sent"} 0`)
	h.letter("a", "accepted", "played")
	h.letter("b", "refused", "faults")
	h.letter("c", "ignored", "repeats-1")
	h.letter("d", "ignored", "repeats-2")
	h.mail("<1@games.test>")
	h.Polled(true)
	h.Mailed(env.MailSent)
	h.Mailed(env.MailUnreachable)
	h.Played("revised", 7*time.Millisecond)
	h.wants("fieldpost_last_poll_timestamp_seconds 1.7952516e+09", "fieldpost_last_send_timestamp_seconds 1.7952516e+09",
		`fieldpost_letters_total{outcome="accepted",reason="played"} 1`, `fieldpost_letters_total{outcome="refused",reason="faults"} 1`,
		`fieldpost_letters_total{outcome="ignored",reason="repeats"} 2`, "fieldpost_outbox_mails 1",
		`fieldpost_mail_attempts_total{result="sent"} 1`, `fieldpost_mail_attempts_total{result="unreachable"} 1`,
		`fieldpost_adjudication_seconds_bucket{rules="revised",le="0.005"} 0`, `fieldpost_adjudication_seconds_bucket{rules="revised",le="0.01"} 1`)
	h.now = h.now.Add(90 * time.Second)
	h.letter("e", "", "")
	h.now = h.now.Add(30 * time.Second)
	h.wants("fieldpost_outbox_oldest_seconds 120", "fieldpost_letters_pending 1", "fieldpost_letters_pending_oldest_seconds 30")
}

// The outcomes of the letters of earlier days are counted after a restart too, and none is counted twice.
func TestLettersAreCountedOnce(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.letter("a", "accepted", "played")
	h.letter("b", "", "")
	h.wants(`fieldpost_letters_total{outcome="accepted",reason="played"} 1`)
	h.update(func(tx *store.Tx) error {
		return tx.Inbox().Finish(2, store.Outcome{Kind: "accepted", Reason: "played", At: h.now})
	})
	h.wants(`fieldpost_letters_total{outcome="accepted",reason="played"} 2`)
	h.Monitor = monitor.New(h.Settings)
	h.wants(`fieldpost_letters_total{outcome="accepted",reason="played"} 2`)
}

// The handbook explains every figure, and names none that there is not.
func TestTheHandbookKnowsTheFigures(t *testing.T) {
	t.Parallel()
	book, err := os.ReadFile("../../../docs/operators.md")
	if err != nil {
		t.Fatal(err)
	}
	h := newHouse(t)
	h.letter("a", "accepted", "played")
	h.Played("revised", time.Millisecond)
	named := map[string]bool{}
	for _, name := range regexp.MustCompile(`fieldpost_[a-z_]+`).FindAllString(string(book), -1) {
		named[strings.TrimSuffix(name, "_bucket")] = true
	}
	there := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^# TYPE (\S+)`).FindAllStringSubmatch(h.metrics(), -1) {
		there[m[1]] = true
	}
	if !maps.Equal(named, there) {
		t.Errorf("the handbook names %v, there are %v", slices.Sorted(maps.Keys(named)), slices.Sorted(maps.Keys(there)))
	}
}
