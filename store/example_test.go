package store_test

import (
	"fmt"
	"os"
	"path/filepath"
	"time"

	"fieldpost/store"
)

// The way of one mail: stored when it comes in, processed in one transaction, its answer sent from the outbox.
func Example() {
	dir, err := os.MkdirTemp("", "store")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	s, err := store.Open(filepath.Join(dir, "fieldpost.db"), store.Options{})
	if err != nil {
		panic(err)
	}
	defer s.Close()
	noon := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

	err = s.Update(func(tx *store.Tx) error { // as it comes
		if _, err := tx.Games().Create("eastfront", store.Value{Version: 1, Bytes: []byte("revised")}); err != nil {
			return err
		}
		from := store.Source{Account: "game@example.org", Folder: "INBOX", Validity: 7, UID: 12}
		number, fresh, err := tx.Inbox().Add(from, "<1@example.org>", noon, []byte("Subject: [eastfront R1 USSR]\n\n…"))
		fmt.Println("mail", number, "fresh", fresh)
		return err
	})
	if err != nil {
		panic(err)
	}

	err = s.Update(func(tx *store.Tx) error { // all it causes, or nothing
		g, err := tx.Games().Game("eastfront")
		if err != nil {
			return err
		}
		if err := g.Append(g.Len(), []byte("pbd1 record …")); err != nil {
			return err
		}
		answer := store.Envelope{MessageID: "<eastfront.1.rus@example.org>", From: "game@example.org", To: "anna@example.org"}
		if _, err := tx.Outbox().Queue(answer, noon, []byte("Subject: [eastfront R1 USSR] OK\n\n…")); err != nil {
			return err
		}
		return tx.Inbox().Finish(1, store.Outcome{Kind: "accepted", Game: "eastfront", Seat: "RUS", At: noon})
	})
	if err != nil {
		panic(err)
	}

	err = s.Update(func(tx *store.Tx) error { // the attempt is written before it is made
		mails, err := tx.Outbox().Take(noon, 10, func(attempts int) time.Time { return noon.Add(5 * time.Minute) })
		for _, m := range mails {
			fmt.Println("to", m.To, "attempt", m.Attempts)
		}
		return err
	})
	if err != nil {
		panic(err)
	}
	// Output:
	// mail 1 fresh true
	// to anna@example.org attempt 1
}
