package store

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

func queue(t testing.TB, s *Store, id string, at time.Time) {
	t.Helper()
	update(t, s, func(tx *Tx) error {
		_, err := tx.Outbox().Queue(Envelope{MessageID: id, From: "game@x", To: "anna@x", Game: "eastfront"}, at, []byte("mail "+id))
		return err
	})
}

// hourly is a schedule: the next attempt comes as many hours later as there were attempts.
func hourly(now time.Time) func(int) time.Time {
	return func(attempts int) time.Time { return now.Add(time.Duration(attempts) * time.Hour) }
}

// takeIDs takes due mails and returns their Message-IDs.
func takeIDs(t *testing.T, s *Store, now time.Time, limit int) []string {
	t.Helper()
	var ids []string
	update(t, s, func(tx *Tx) error {
		mails, err := tx.Outbox().Take(now, limit, hourly(now))
		for _, m := range mails {
			ids = append(ids, m.MessageID)
			if string(m.Bytes) != "mail "+m.MessageID {
				t.Errorf("bytes of %s: %q", m.MessageID, m.Bytes)
			}
		}
		return err
	})
	return ids
}

func wantIDs(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("took %v, want %v", got, want)
	}
}

func mailByID(t *testing.T, s *Store, id string) (m Mail) {
	t.Helper()
	view(t, s, func(tx *Tx) (err error) {
		var ok bool
		if m, ok, err = tx.Outbox().ByID(id); !ok && err == nil {
			err = notFound("mail %s", id)
		}
		return err
	})
	return m
}

func TestMailsAreTakenInOrder(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	queue(t, s, "<late@x>", noon.Add(time.Hour))
	queue(t, s, "<b@x>", noon)
	queue(t, s, "<a@x>", noon)
	queue(t, s, "<early@x>", noon.Add(-time.Hour))
	wantIDs(t, takeIDs(t, s, noon.Add(-2*time.Hour), 0))
	wantIDs(t, takeIDs(t, s, noon, 2), "<early@x>", "<b@x>")
	wantIDs(t, takeIDs(t, s, noon, 2), "<a@x>")
	wantIDs(t, takeIDs(t, s, noon, 0)) // none twice
	view(t, s, func(tx *Tx) error {
		if at, ok, err := tx.Outbox().Next(); !at.Equal(noon.Add(time.Hour)) || !ok || err != nil {
			t.Errorf("next mail at %v %t %v", at, ok, err)
		}
		return nil
	})
}

func TestNextAttemptIsWrittenBeforeTheTry(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	queue(t, s, "<a@x>", noon)
	now := noon
	for attempt := 1; attempt <= 3; attempt++ { // the sender crashes each time before it can say how it went
		wantIDs(t, takeIDs(t, s, now, 0), "<a@x>")
		m := mailByID(t, s, "<a@x>")
		next := now.Add(time.Duration(attempt) * time.Hour)
		if m.State != Queued || m.Attempts != attempt || !m.Next.Equal(next) {
			t.Errorf("attempt %d: %+v, next attempt should be %v", attempt, m, next)
		}
		now = next
	}
	for _, next := range []time.Time{now, {}} {
		err := s.Update(func(tx *Tx) error {
			_, err := tx.Outbox().Take(now, 0, func(int) time.Time { return next })
			return err
		})
		wantError(t, err, ErrInvalid, "next attempt") // a tight loop in the making
	}
}

func TestFateOfAMail(t *testing.T) {
	t.Parallel()
	later := noon.Add(time.Minute)
	tests := []struct {
		name     string
		do       func(tx *Tx) error
		state    MailState
		code     string
		attempts int
		queued   bool
	}{
		{"delivered", func(tx *Tx) error { return tx.Outbox().Delivered("<a@x>", later, "250 2.0.0 Ok") }, Sent, "250 2.0.0 Ok", 1, false},
		{"deferred", func(tx *Tx) error { return tx.Outbox().Deferred("<a@x>", "451 4.7.1 Greylisted") }, Queued, "451 4.7.1 Greylisted", 1, true},
		{"refused", func(tx *Tx) error { return tx.Outbox().Failed("<a@x>", later, "550 5.1.1 No such user") }, Failed, "550 5.1.1 No such user", 1, false},
		{"refused and tried again", func(tx *Tx) error {
			if err := tx.Outbox().Failed("<a@x>", later, "550 5.1.1 No such user"); err != nil {
				return err
			}
			return tx.Outbox().Requeue("<a@x>", later)
		}, Queued, "550 5.1.1 No such user", 0, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newStore(t)
			queue(t, s, "<a@x>", noon)
			takeIDs(t, s, noon, 0)
			update(t, s, tt.do)
			m := mailByID(t, s, "<a@x>")
			if m.State != tt.state || m.Code != tt.code || m.Attempts != tt.attempts || string(m.Bytes) != "mail <a@x>" {
				t.Errorf("%+v", m)
			}
			if m.Closed.IsZero() != tt.queued || m.Next.IsZero() == tt.queued {
				t.Errorf("times of %+v", m)
			}
			view(t, s, func(tx *Tx) error {
				if waiting, err := collect(tx.Outbox().Queued(), 0); (len(waiting) == 1) != tt.queued || err != nil {
					t.Errorf("waiting: %v, %v", waiting, err)
				}
				return nil
			})
			if !tt.queued {
				wantError(t, s.Update(tt.do), ErrClosed, "<a@x>")
			}
		})
	}
}

func TestUnknownMail(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	err := s.Update(func(tx *Tx) error { return tx.Outbox().Delivered("<a@x>", noon, "250") })
	wantError(t, err, ErrNotFound, "<a@x>")
	view(t, s, func(tx *Tx) error {
		if _, ok, err := tx.Outbox().ByID("<a@x>"); ok || err != nil {
			t.Errorf("found: %t %v", ok, err)
		}
		return nil
	})
}

func TestMessageIDIsQueuedOnce(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	e := Envelope{MessageID: "<a@x>", To: "anna@x"}
	try := func(e Envelope, frozen string) (fresh bool, err error) {
		err = s.Update(func(tx *Tx) (err error) {
			fresh, err = tx.Outbox().Queue(e, noon, []byte(frozen))
			return err
		})
		return fresh, err
	}
	for i, want := range []bool{true, false} {
		if fresh, err := try(e, "mail"); fresh != want || err != nil {
			t.Errorf("time %d: %t %v", i, fresh, err)
		}
	}
	_, err := try(e, "other")
	wantError(t, err, ErrExists, "<a@x>")
	_, err = try(Envelope{MessageID: "<a@x>", To: "bert@x"}, "mail")
	wantError(t, err, ErrExists)

	update(t, s, func(tx *Tx) error { return tx.Outbox().Delivered("<a@x>", noon, "250") })
	if fresh, err := try(e, "mail"); fresh || err != nil {
		t.Errorf("after it was sent: %t %v", fresh, err)
	}
	_, err = try(Envelope{To: "anna@x"}, "mail")
	wantError(t, err, ErrInvalid, "Message-ID is empty")
	_, err = try(Envelope{MessageID: "<b@x>"}, "mail")
	wantError(t, err, ErrInvalid, "recipient of <b@x> is empty")
}

func TestDropMailsKeepsTheArchive(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for i := range 4 {
		queue(t, s, fmt.Sprintf("<%d@x>", i), noon)
	}
	update(t, s, func(tx *Tx) error { // 2 stays queued, 3 was sent lately
		for id, at := range map[string]time.Time{"<0@x>": noon, "<3@x>": noon.Add(48 * time.Hour)} {
			if err := tx.Outbox().Delivered(id, at, "250"); err != nil {
				return err
			}
		}
		return tx.Outbox().Failed("<1@x>", noon, "550")
	})
	for _, want := range []int{2, 0} {
		update(t, s, func(tx *Tx) error {
			if n, err := tx.Outbox().DropBefore(noon.Add(24*time.Hour), 0); n != want || err != nil {
				t.Errorf("dropped %d, %v, want %d", n, err, want)
			}
			return nil
		})
	}
	for id, has := range map[string]bool{"<0@x>": false, "<1@x>": false, "<2@x>": true, "<3@x>": true} {
		if m := mailByID(t, s, id); (m.Bytes != nil) != has {
			t.Errorf("bytes of %s: %q", id, m.Bytes)
		}
	}
	err := s.Update(func(tx *Tx) error { return tx.Outbox().Requeue("<1@x>", noon) })
	wantError(t, err, ErrNotFound, "they were dropped")
}

func TestEraseMailForgetsTheRecipient(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	queue(t, s, "<a@x>", noon)
	erase := func(tx *Tx) error { return tx.Outbox().Erase("<a@x>") }
	wantError(t, s.Update(erase), ErrInvalid, "<a@x> is not sent yet")
	update(t, s, func(tx *Tx) error { return tx.Outbox().Delivered("<a@x>", noon, "250") })
	update(t, s, erase)
	if m := mailByID(t, s, "<a@x>"); m.To != "" || m.From != "" || m.Bytes != nil || m.State != Sent || m.Game != "eastfront" {
		t.Errorf("%+v", m)
	}
}

// A kill between taking a mail and noting what became of it must not leave it waiting for the back-off of a failure.
func TestResumeMailAfterAKill(t *testing.T) {
	t.Parallel()
	s, err := Open(filepath.Join(t.TempDir(), "s.db"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	now := time.Date(2026, 1, 12, 18, 0, 0, 0, time.UTC)
	later := func(int) time.Time { return now.Add(time.Hour) }
	err = s.Update(func(tx *Tx) error {
		for _, id := range []string{"<cut@x>", "<deferred@x>", "<waiting@x>"} {
			if _, err := tx.Outbox().Queue(Envelope{MessageID: id, From: "a@x", To: "b@x"}, now, []byte(id)); err != nil {
				return err
			}
		}
		if _, err := tx.Outbox().Take(now, 2, later); err != nil {
			return err
		}
		return tx.Outbox().Deferred("<deferred@x>", "451 later")
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Update(func(tx *Tx) error {
		if n, err := tx.Outbox().Resume(now.Add(time.Minute)); err != nil || n != 1 {
			t.Errorf("%d mails resumed, %v", n, err)
		}
		due, err := tx.Outbox().Take(now.Add(2*time.Minute), 0, later)
		var ids []string
		for _, m := range due {
			ids = append(ids, m.MessageID)
		}
		if got := strings.Join(ids, " "); got != "<waiting@x> <cut@x>" {
			t.Errorf("due are %s", got)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
