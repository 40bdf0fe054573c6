package server

import (
	"context"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/steps"
	"fieldpost/mailio/inbox"
	"fieldpost/store"
)

// outcomeOf is what happened to a mail.
func (w *world) outcomeOf(number uint64) (out store.Outcome) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		l, err := tx.Inbox().Mail(number)
		out = l.Outcome
		return err
	})
	return out
}

const anyKey = "key 2222-3333-4444-5555\n"

// A sender who tries keys gets a few answers, then none, and the referee is told once. The player whose address they
// use is not locked out: their own key still works.
func TestMail11_GuessedKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 2 * steps.WrongKeysOfSender {
		w.mailFrom("anna@mail.test", "[eastfront]", fmt.Sprintf("key 2222-3333-4444-55%02d\n%s", 22+i, wholeTurn))
		w.settle()
	}
	if n := len(w.inbox("anna@mail.test")); n != steps.WrongKeysOfSender {
		t.Errorf("%d answers, want %d", n, steps.WrongKeysOfSender)
	}
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails, want one", n)
	}
	w.mailFrom("anna@mail.test", "[eastfront]", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes: the player is locked out", n)
	}
}

// From can be forged: a right key is believed however many wrong ones came under the same From, or from all.
func TestMail11_ARightKeyAfterWrongOnes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range steps.WrongKeysOfSender + 1 {
		w.mailFrom("stranger@else.test", "[eastfront]", fmt.Sprintf("key 2222-3333-4444-55%02d\n%s", 22+i, wholeTurn))
	}
	w.mailFrom("stranger@else.test", "[eastfront]", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if n := w.audit(t); n != 1 {
		t.Error("the orders with the right key were not played")
	}
}

// Many senders, a key each: the limit in all.
func TestMail11_GuessesFromMany(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		for i := range steps.WrongKeysInAll + 5 {
			raw := fmt.Sprintf("From: x%d@else.test\r\nTo: %s\r\nMessage-ID: <%d@else.test>\r\n\r\nkey 2222-3333-4444-5555\r\nbuy 1 tank\r\n", i, serverAddress, i)
			n, _, err := tx.Inbox().Add(store.Source{}, "", w.now, []byte(raw))
			if err != nil {
				return err
			}
			if err := steps.HandleMail(w.d.Env, tx, n); err != nil {
				return err
			}
		}
		return nil
	})
	if out := w.outcomeOf(steps.WrongKeysInAll + 1); out.Reason != "guesses-keys" {
		t.Errorf("outcome %+v", out)
	}
	w.settle()
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails, want one", n)
	}
}

func TestMail22_JunkIsReadForPlayersOnly(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Inbox.Folders = []inbox.Folder{{Name: "INBOX", Processed: "Processed", Rejected: "Rejected"},
		{Name: "Junk", Processed: "Processed", Rejected: "Rejected"}}
	lay := func(folder, from, extra, text string) {
		t.Helper()
		w.sent++
		raw := fmt.Sprintf("From: %s\r\nTo: %s\r\nSubject: x\r\nMessage-ID: <%d@mail.test>\r\n%s\r\n%s", from,
			serverAddress, w.sent, extra, text)
		if err := w.mail.Append(serverAddress, folder, []byte(raw), w.now); err != nil {
			t.Fatal(err)
		}
	}
	lay("INBOX", "anna@mail.test", "", "status\r\n")
	lay("INBOX", "robot@else.test", "Auto-Submitted: auto-generated\r\n", "away\r\n")
	lay("Junk", "anna@mail.test", "", "help\r\n")
	lay("Junk", "new@else.test", "", "key "+w.keys["Germany"]+"\r\nstatus\r\n")
	lay("Junk", "spam@else.test", "", "Buy 5 watches now!\r\n")
	lay("Junk", "spam@else.test", "Auto-Submitted: auto-replied\r\n", "key "+w.keys["Germany"]+"\r\n")
	w.runUntil(func() bool {
		return w.quiet() && w.mail.Count(serverAddress, "Junk") == 2
	})
	for folder, want := range map[string]int{"Processed": 3, "Rejected": 1, "Junk": 2} {
		if n := w.mail.Count(serverAddress, folder); n != want {
			t.Errorf("%d mails in %s, want %d", n, folder, want)
		}
	}
	if n := len(w.inbox("anna@mail.test")); n != 2 {
		t.Errorf("%d answers to Anna, want 2", n)
	}
	w.view(func(tx *store.Tx) error {
		n := 0
		for range tx.Inbox().Mails(1) {
			n++
		}
		if n != 4 {
			t.Errorf("%d letters are stored, want 4", n)
		}
		return nil
	})
}

// Two daemons under one address, or a store that has forgotten: a mail under our name that we never sent is told once a
// day, and never answered.
func TestMail05_AnotherDaemonOnTheSameMailbox(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	mail := func(id, loop string) string {
		return "From: fieldpost <" + serverAddress + ">\nTo: " + serverAddress + "\nSubject: Result\nMessage-ID: " +
			id +
			"\nX-Loop: " + loop + "\nAuto-Submitted: auto-generated\n\nstatus\n"
	}
	w.raw("anna@mail.test", mail("<eastfront.report.7.rus@games.test>", "another"))
	w.raw("anna@mail.test", mail("<eastfront.report.8.rus@games.test>", "another"))
	w.settle()
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails, want one a day", n)
	}
	w.raw("anna@mail.test", mail(opening, "test")) // our own, come back by a forward
	w.now = w.now.Add(24 * time.Hour)
	reply := "From: anna@mail.test\nTo: " + serverAddress +
		"\nSubject: Re: Result\nMessage-ID: <r@mail.test>\nIn-Reply-To: <eastfront.report.9.rus@games.test>\n\nkey " +
		w.keys["USSR"] + "\nstatus\n"
	w.raw("anna@mail.test", reply)
	w.raw("bert@mail.test", strings.NewReplacer("anna", "bert", "<r@", "<s@", w.keys["USSR"], w.keys["Germany"],
		"report.9.rus", "report.0.ger").Replace(reply))
	w.settle()
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the next day the referee got %d mails, want one", n)
	}
	if len(w.inbox("anna@mail.test")) != 1 || len(w.inbox("bert@mail.test")) != 1 {
		t.Error("the players were not answered")
	}
}

// A disk that is full stops nothing for good: the daemon waits, and when there is room again, everything that came is
// played and answered, and the referee is told.
func TestMail60_TheDiskIsFull(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		w := newWiredWorld(t, &testConns{imap: never, smtp: never})
		var big uint64
		w.update(func(tx *store.Tx) (err error) {
			if big, _, err = tx.Inbox().Add(store.Source{}, "", w.clock(), noise(1<<20)); err != nil {
				return err
			}
			return tx.Inbox().Finish(big, store.Outcome{Kind: decision.Ignored, At: w.clock()})
		})
		info, err := os.Stat(filepath.Join(w.dir, "fieldpost.db"))
		if err != nil {
			t.Fatal(err)
		}
		w.reopen(store.Options{MaxSize: int(info.Size())})
		w.lay("anna@mail.test", "key "+w.keys["USSR"]+"\r\n"+wholeTurn+"end\r\n"+hex.EncodeToString(noise(110<<10)))
		ctx, stop := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- w.d.Run(ctx) }()
		time.Sleep(time.Hour)
		if len(w.inbox("anna@mail.test")) > 0 || w.mail.Count(serverAddress, "INBOX") != 1 {
			t.Fatal("the disk is not full")
		}
		// Room is made, through the running daemon.
		if err := w.d.writes.do(func(tx *store.Tx) error { return tx.Inbox().Drop(big) }); err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		stop()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
		if n := w.audit(t); n != 1 {
			t.Errorf("%d goes, want one", n)
		}
		told := false
		for _, l := range w.inbox(refereeAddress) {
			told = told || strings.Contains(l.Subject+l.Body().Body, "disk-was-full")
		}
		if !told || len(w.inbox("anna@mail.test")) != 1 {
			t.Error("the referee was not told, or the player not answered")
		}
		if found, err := w.store.Check(); err != nil || len(found) > 0 {
			t.Errorf("the store: %v %v", found, err)
		}
	})
}

// noise are bytes that cannot be packed.
func noise(n int) []byte {
	b := make([]byte, n)
	rand.NewChaCha8([32]byte{}).Read(b)
	return b
}
