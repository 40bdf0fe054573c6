package store

import (
	"fmt"
	"reflect"
	"testing"
	"time"
)

var accepted = Outcome{Kind: "accepted", Game: "eastfront", Seat: "GER", At: noon.Add(time.Minute)}

// addMail stores a mail with UID uid of INBOX and the Message-ID <uid@x>.
func addMail(t testing.TB, s *Store, uid uint32, raw string) (number uint64, fresh bool) {
	t.Helper()
	update(t, s, func(tx *Tx) (err error) {
		number, fresh, err = tx.Inbox().Add(Source{"game", "INBOX", 7, uid}, fmt.Sprintf("<%d@x>", uid), noon, []byte(raw))
		return err
	})
	return number, fresh
}

func TestMailFromArrivalToDone(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	raw := string(noise(5000, 1))
	number, fresh := addMail(t, s, 12, raw)
	if number != 1 || !fresh {
		t.Errorf("first letter: number %d, fresh %t", number, fresh)
	}
	want := Incoming{Number: 1, Digest: DigestOf([]byte(raw)), MessageID: "<12@x>", Source: Source{"game", "INBOX", 7, 12}, Received: noon}
	wantMail(t, s, want, raw)
	wantPending(t, s, 1)

	update(t, s, func(tx *Tx) error { return tx.Inbox().Finish(1, accepted) })
	want.Outcome = accepted
	wantMail(t, s, want, raw)
	wantPending(t, s)

	err := s.Update(func(tx *Tx) error { return tx.Inbox().Finish(1, accepted) })
	wantError(t, err, ErrClosed, "incoming mail 1")
	err = s.Update(func(tx *Tx) error { return tx.Inbox().Finish(2, accepted) })
	wantError(t, err, ErrNotFound, "incoming mail 2")
}

// wantMail looks the mail up in every way there is.
func wantMail(t *testing.T, s *Store, want Incoming, raw string) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		byNumber, err := tx.Inbox().Mail(want.Number)
		if err != nil || byNumber != want {
			t.Errorf("Mail: %+v, %v, want %+v", byNumber, err, want)
		}
		byDigest, ok, err := tx.Inbox().ByDigest(want.Digest)
		if byDigest != want || !ok || err != nil {
			t.Errorf("ByDigest: %+v %t %v", byDigest, ok, err)
		}
		bySource, ok, err := tx.Inbox().BySource(want.Source)
		if bySource != want || !ok || err != nil {
			t.Errorf("BySource: %+v %t %v", bySource, ok, err)
		}
		byID, err := tx.Inbox().ByMessageID(want.MessageID)
		if !reflect.DeepEqual(byID, []Incoming{want}) || err != nil {
			t.Errorf("ByMessageID: %+v %v", byID, err)
		}
		log, err := collect(tx.Inbox().Mails(1), 0)
		if !reflect.DeepEqual(log, []Incoming{want}) || err != nil {
			t.Errorf("Mails: %+v %v", log, err)
		}
		of, err := collect(tx.Inbox().MailsOf("eastfront", 1), 0)
		if want.Done() != (len(of) == 1) || err != nil {
			t.Errorf("MailsOf: %+v %v", of, err)
		}
		if got, err := tx.Inbox().Bytes(want.Number); string(got) != raw || err != nil {
			t.Errorf("Bytes: %d bytes, %v", len(got), err)
		}
		return nil
	})
}

func wantPending(t *testing.T, s *Store, want ...uint64) {
	t.Helper()
	view(t, s, func(tx *Tx) error {
		if got, err := tx.Inbox().Pending(0); !reflect.DeepEqual(got, want) || err != nil {
			t.Errorf("pending %v, %v, want %v", got, err, want)
		}
		return nil
	})
}

func TestSameMailIsStoredOnce(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	addMail(t, s, 1, "letter")
	update(t, s, func(tx *Tx) error { return tx.Inbox().Finish(1, accepted) })
	for _, uid := range []uint32{1, 2} { // fetched again after a crash, and copied by a person
		if number, fresh := addMail(t, s, uid, "letter"); number != 1 || fresh {
			t.Errorf("again as UID %d: number %d, fresh %t", uid, number, fresh)
		}
	}
	wantPending(t, s)
	if number, fresh := addMail(t, s, 3, "another"); number != 2 || !fresh {
		t.Errorf("next letter: number %d, fresh %t", number, fresh)
	}
	view(t, s, func(tx *Tx) error {
		for uid, want := range map[uint32]uint64{1: 1, 2: 1, 3: 2} {
			if l, _, err := tx.Inbox().BySource(Source{"game", "INBOX", 7, uid}); l.Number != want || err != nil {
				t.Errorf("UID %d leads to letter %d, %v", uid, l.Number, err)
			}
		}
		return nil
	})
}

func TestMessageIDMayBeMissingRepeatedOrHuge(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	huge := "<" + string(make([]byte, 40_000)) + ">" // longer than a key of bbolt, and full of zeros
	update(t, s, func(tx *Tx) error {
		for i, id := range []string{"", "<same@x>", "<same@x>", huge} {
			if _, _, err := tx.Inbox().Add(Source{}, id, noon, fmt.Append(nil, i)); err != nil {
				return err
			}
		}
		return nil
	})
	view(t, s, func(tx *Tx) error {
		for id, want := range map[string][]uint64{"": nil, "<same@x>": {2, 3}, huge: {4}, "<other@x>": nil} {
			letters, err := tx.Inbox().ByMessageID(id)
			var got []uint64
			for _, l := range letters {
				got = append(got, l.Number)
			}
			if !reflect.DeepEqual(got, want) || err != nil {
				t.Errorf("letters with the Message-ID %.20q: %v, %v, want %v", id, got, err, want)
			}
		}
		return nil
	})
}

func TestCursorFollowsTheMails(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	steps := []struct {
		what string
		do   func(tx *Tx) error
		want Cursor
	}{
		{"a letter", add(Source{"game", "INBOX", 7, 5}, "a"), Cursor{7, 5}},
		{"a later letter", add(Source{"game", "INBOX", 7, 9}, "b"), Cursor{7, 9}},
		{"an earlier one", add(Source{"game", "INBOX", 7, 6}, "c"), Cursor{7, 9}},
		{"a known one", add(Source{"game", "INBOX", 7, 10}, "a"), Cursor{7, 10}},
		{"another folder", add(Source{"game", "Junk", 7, 99}, "d"), Cursor{7, 10}},
		{"another account", add(Source{"other", "INBOX", 7, 99}, "e"), Cursor{7, 10}},
		{"none of a mailbox", add(Source{}, "f"), Cursor{7, 10}},
		{"skipped messages", func(tx *Tx) error { return tx.Inbox().SetCursor("game", "INBOX", Cursor{7, 20}) }, Cursor{7, 20}},
		{"a new UIDVALIDITY", add(Source{"game", "INBOX", 8, 1}, "a"), Cursor{8, 1}},
	}
	for _, step := range steps {
		update(t, s, step.do)
		view(t, s, func(tx *Tx) error {
			if got, ok, err := tx.Inbox().Cursor("game", "INBOX"); got != step.want || !ok || err != nil {
				t.Errorf("after %s: %v %t %v, want %v", step.what, got, ok, err, step.want)
			}
			return nil
		})
	}
}

func add(source Source, raw string) func(tx *Tx) error {
	return func(tx *Tx) error {
		_, _, err := tx.Inbox().Add(source, "", noon, []byte(raw))
		return err
	}
}

func TestAddRefuses(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	tests := []struct {
		name     string
		source   Source
		received time.Time
		raw      []byte
		says     string
	}{
		{"no time", Source{}, time.Time{}, nil, "time received"},
		{"no account", Source{"", "INBOX", 1, 1}, noon, nil, "account is empty"},
		{"no folder", Source{"a", "", 1, 1}, noon, nil, "folder is empty"},
		{"a folder with a zero byte", Source{"a", "IN\x00BOX", 1, 1}, noon, nil, "zero byte"},
		{"no UIDVALIDITY", Source{"a", "INBOX", 0, 1}, noon, nil, "counts both from 1"},
		{"no UID", Source{"a", "INBOX", 1, 0}, noon, nil, "counts both from 1"},
		{"a letter too large", Source{}, noon, make([]byte, MaxValue+1), "at most 33554432"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			err := s.Update(func(tx *Tx) error {
				_, _, err := tx.Inbox().Add(tt.source, "", tt.received, tt.raw)
				return err
			})
			wantError(t, err, ErrInvalid, tt.says)
		})
	}
	wantPending(t, s)
}

func TestDropBeforeKeepsTheLog(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	for uid := range uint32(5) {
		addMail(t, s, uid+1, fmt.Sprint("letter ", uid+1))
	}
	update(t, s, func(tx *Tx) error { // mail 2 stays pending
		for _, n := range []uint64{1, 3, 4, 5} {
			if err := tx.Inbox().Finish(n, Outcome{Kind: "refused", At: noon.Add(time.Duration(n) * time.Hour)}); err != nil {
				return err
			}
		}
		return nil
	})
	for _, tt := range []struct {
		limit, want int
	}{{1, 1}, {0, 2}, {0, 0}} { // mails 1, 3, 4 are old enough
		update(t, s, func(tx *Tx) error {
			if n, err := tx.Inbox().DropBefore(noon.Add(5*time.Hour), tt.limit); n != tt.want || err != nil {
				t.Errorf("dropped %d, %v, want %d", n, err, tt.want)
			}
			return nil
		})
	}
	view(t, s, func(tx *Tx) error {
		for n, has := range map[uint64]bool{1: false, 2: true, 3: false, 4: false, 5: true} {
			if _, err := tx.Inbox().Bytes(n); (err == nil) != has {
				t.Errorf("bytes of letter %d: %v", n, err)
			}
		}
		return nil
	})
	if number, fresh := addMail(t, s, 9, "letter 1"); number != 1 || fresh {
		t.Errorf("a dropped letter that comes again: number %d, fresh %t", number, fresh)
	}
}

func TestDropForgetsOne(t *testing.T) {
	t.Parallel()
	s := newStore(t)
	addMail(t, s, 1, "from Anna")
	drop := func(tx *Tx) error { return tx.Inbox().Drop(1) }
	wantError(t, s.Update(drop), ErrInvalid, "incoming mail 1 is not done")
	update(t, s, func(tx *Tx) error { return tx.Inbox().Finish(1, accepted) })
	update(t, s, drop)
	view(t, s, func(tx *Tx) error {
		_, err := tx.Inbox().Bytes(1)
		wantError(t, err, ErrNotFound)
		_, err = tx.Inbox().Mail(1)
		return err
	})
}
