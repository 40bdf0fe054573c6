package server

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/outbox"
	"fieldpost/store"
)

// errKilled stands for the end of the process.
var errKilled = errors.New("killed")

// A daemon that is killed between any two steps of a mail's way loses nothing and plays nothing twice. The steps are
// those between which something is on disk that was not before: kept, handled, taken for sending, accepted by the
// server, noted.
func TestKilledBetweenAnyTwoSteps(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name string
		kill func(*world)
	}{
		{"before the letter is fetched", func(*world) {}},
		{"when the letter is kept, not yet moved", (*world).keepOnly},
		{"inside the transaction that plays the orders", func(w *world) { w.keepOnly(); w.playAndDie() }},
		{"when the orders are played, no mail is sent", func(w *world) { w.keepOnly(); w.playOnly() }},
		{"when a mail is taken from the outbox", func(w *world) { w.keepOnly(); w.playOnly(); w.takeOnly() }},
		{"when the server has a mail and nobody noted it", func(w *world) { w.keepOnly(); w.playOnly(); w.sendOnly() }},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.mailFrom("anna@mail.test", "[eastfront R1 USSR]", "key "+w.keys["USSR"]+"\n"+wholeTurn)
			c.kill(w)
			w.restart()
			w.now = w.now.Add(time.Hour) // what was taken for sending is due again
			w.settle()
			if n := w.audit(t); n != 1 {
				t.Errorf("%d goes, want one", n)
			}
			for _, p := range players {
				if n := len(unique(w, p.Address)); n != 1 {
					t.Errorf("%s has %d different mails, want one", p.Name, n)
				}
			}
			if found, err := w.store.Check(); err != nil || len(found) > 0 {
				t.Errorf("the store: %v %v", found, err)
			}
		})
	}
}

// unique are the Message-IDs that came to an address: a mail sent twice bears the same one both times.
func unique(w *world, addr string) map[string]bool {
	ids := map[string]bool{}
	for _, l := range w.inbox(addr) {
		ids[l.MessageID] = true
	}
	return ids
}

// restart opens the store again, as a new process does.
func (w *world) restart() {
	w.t.Helper()
	if err := w.store.Close(); err != nil {
		w.t.Fatal(err)
	}
	w.open()
}

// keepOnly fetches and keeps, and dies before the mail is moved.
func (w *world) keepOnly() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	c, err := inbox.Open(ctx, inbox.Config{Server: w.d.Inbox.Server, Folders: []inbox.Folder{{Name: "INBOX"}}})
	if err != nil {
		w.t.Fatal(err)
	}
	defer c.Close()
	if n, err := c.Poll(ctx, rawKeeper{w}); err != nil || n.Kept != 1 {
		w.t.Fatalf("%+v %v", n, err)
	}
}

// rawKeeper keeps mails without a daemon.
type rawKeeper struct{ w *world }

func (k rawKeeper) Cursor(account, folder string) (inbox.Cursor, error) {
	return k.w.d.newKeeper().Cursor(account, folder)
}

func (k rawKeeper) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	return inbox.Leave, k.w.store.Update(func(tx *store.Tx) error {
		_, _, err := vault.AddMail(k.w.d.Env, tx, raw)
		return err
	})
}

// playAndDie handles the mail and dies before the transaction is done.
func (w *world) playAndDie() {
	w.t.Helper()
	err := w.store.Update(func(tx *store.Tx) error {
		return errors.Join(steps.HandleMail(w.d.Env, tx, 1), errKilled)
	})
	if !errors.Is(err, errKilled) || strings.Contains(err.Error(), "letter") {
		w.t.Fatal(err)
	}
}

func (w *world) playOnly() {
	w.t.Helper()
	w.update(func(tx *store.Tx) error { return steps.HandleMail(w.d.Env, tx, 1) })
}

// takeOnly takes the mails that are due, and dies before they are sent.
func (w *world) takeOnly() (taken []mailio.Rendered) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		due, err := tx.Outbox().Take(w.now, 0, func(n int) time.Time { return nextAttempt(w.now, n) })
		for _, m := range due {
			taken = append(taken, whole(w.d.Env, tx, m.MessageID))
		}
		return err
	})
	return taken
}

// sendOnly sends them, and dies before it is noted.
func (w *world) sendOnly() {
	w.t.Helper()
	ctx, cancel := context.WithTimeout(w.t.Context(), time.Minute)
	defer cancel()
	conn, err := w.d.Outbox.Open(ctx)
	if err != nil {
		w.t.Fatal(err)
	}
	defer conn.Close()
	for _, m := range w.takeOnly() {
		if r := conn.Send(ctx, m); r.Class != outbox.Delivered {
			w.t.Fatalf("%+v", r)
		}
	}
}
