package server

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// afterIt follows wholeTurn.
const afterIt = "buy 2 tanks\nplace nothing\ndone\n"

// restored is a world whose store is as it was before the Soviet turn, while its mails have gone out: a backup was put
// back.
func restored(t *testing.T) (w *world, sent [][]byte) {
	t.Helper()
	w = newWorld(t)
	backup := filepath.Join(t.TempDir(), "backup.db")
	if err := w.store.BackupFile(t.Context(), backup, true); err != nil {
		t.Fatal(err)
	}
	w.plays("USSR", wholeTurn)
	w.plays("Germany", afterIt)
	sent = w.mail.Delivered(players["UK"].Address)
	w.forget()
	if err := w.store.Close(); err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(backup)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(w.dir, "fieldpost.db"), b, 0o600); err != nil {
		t.Fatal(err)
	}
	w.open()
	return w, sent
}

// plays sends a power's orders for eastfront.
func (w *world) plays(power board.Power, text string) {
	w.t.Helper()
	w.mailFrom(players[power].Address, "orders", "key "+w.keys[power]+"\n"+text)
	w.settle()
}

// stopped is why eastfront is held, "" if it is not.
func (w *world) stopped() (why string) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err == nil && g.Stopped() {
			why = g.State.Stopped.Why
		}
		return err
	})
	return why
}

// Our own mails in the folder of sent mail speak of records that the store does not have: nothing is played, the
// referee is told.
func TestARestoredBackupIsNoticedByTheSentFolder(t *testing.T) {
	t.Parallel()
	w, sent := restored(t)
	if err := w.mail.Recreate(serverAddress, "Sent", sent); err != nil {
		t.Fatal(err)
	}
	w.d.Sent = "Sent"
	w.plays("USSR", "buy 8 infantry\nplace nothing\ndone\n")
	if !strings.Contains(w.stopped(), "signed with its key") {
		t.Fatalf("held for %q", w.stopped())
	}
	w.wants(bodies(w.inbox(players["USSR"].Address)), "The game is held")
	w.wants(bodies(w.inbox(refereeAddress)), "please act", "fieldpost game import")
	if w.audit(t) != 0 {
		t.Error("something was played")
	}
	w.mailFrom(players["USSR"].Address, "", "status\n")
	w.settle()
	w.wants(bodies(w.inbox(players["USSR"].Address)), "USSR") // questions are answered as before
}

// The records come back from the mails of a player, and the game goes on where it was.
func TestMissingRecordsAreTakenFromMails(t *testing.T) {
	t.Parallel()
	w, sent := restored(t)
	w.mailFrom(players["UK"].Address, "look", "Content")
	w.raw(players["UK"].Address, forwarding(sent[len(sent)-1]))
	w.settle()
	if w.stopped() == "" {
		t.Fatal("a report of records that are not here does not hold the game")
	}
	w.update(func(tx *store.Tx) error {
		_, err := admin.ImportGame(w.d.Env, tx, admin.ImportRequest{Mails: sent})
		return err
	})
	if why := w.stopped(); why != "" || w.audit(t) != 2 {
		t.Fatalf("held for %q, %d goes", why, w.audit(t))
	}
	w.update(func(tx *store.Tx) error {
		if _, err := admin.ImportGame(w.d.Env, tx, admin.ImportRequest{Mails: sent}); err == nil ||
			!strings.Contains(err.Error(), "already") {
			t.Errorf("taken in twice: %v", err)
		}
		return nil
	})
}

// A signed receipt proves that orders were taken which the store does not have. Orders that name a record which is not
// here are refused with a request for it; whoever sends it, the game is held at once.
func TestASignedReceiptHoldsARestoredGame(t *testing.T) {
	t.Parallel()
	w, _ := restored(t)
	receipts := map[board.Power]string{}
	for _, power := range []board.Power{"USSR", "Germany"} {
		for _, raw := range w.mail.Delivered(players[power].Address) {
			if hasReceipt(t, raw) {
				receipts[power] = string(raw)
			}
		}
	}
	w.mailFrom(players["UK"].Address, "", "key "+w.keys["UK"]+"\nbase "+dice.Sum([]byte("lost")).String()+
		"\ndefend everywhere\n  losses infantry\n")
	w.settle()
	w.wants(bodies(w.inbox(players["UK"].Address)), "a record that I do not know",
		"please forward the newest report or receipt", "signature proves")
	if w.stopped() != "" {
		t.Fatal("one seat's word holds the game")
	}
	w.forget()
	w.raw(players["UK"].Address, forwarding([]byte(receipts["USSR"])))
	w.settle()
	if !strings.Contains(w.stopped(), "a receipt signed with its key speaks of mail 1, which is not here") {
		t.Fatalf("held for %q", w.stopped())
	}
	w.wants(bodies(w.inbox(refereeAddress)), "please act", "newest report or receipt")
	w.forget()
	w.plays("USSR", "buy 8 infantry\nplace nothing\ndone\n")
	w.wants(bodies(w.inbox(players["USSR"].Address)), "Please forward the newest report or receipt that you have")
	if w.audit(t) != 0 {
		t.Error("something was played")
	}
}

// A receipt of a game whose store has all mails holds nothing, nor does one that was changed.
func TestReceiptsOfKnownMailHoldNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.plays("USSR", wholeTurn)
	for _, raw := range w.mail.Delivered(players["USSR"].Address) {
		if hasReceipt(t, raw) {
			w.raw(players["UK"].Address, forwarding(raw))
		}
	}
	w.settle()
	if w.stopped() != "" {
		t.Errorf("held for %q", w.stopped())
	}
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		forged := history.Receipt{Game: "eastfront", Arrival: 99, Mail: dice.Sum(nil), Base: dice.Sum(nil)}
		key, _, err := history.GenerateKey(strings.NewReader(strings.Repeat("x", 64)), "games.test", "eastfront")
		if err != nil {
			return err
		}
		note, err := forged.Sign(key)
		if err != nil {
			return err
		}
		if _, lost, err := guard.CheckReceipt(g, tx, note); lost || err != nil {
			t.Errorf("a receipt signed with another key: %v %v", lost, err)
		}
		return nil
	})
}

// hasReceipt reports whether a mail brings a signed receipt.
func hasReceipt(t *testing.T, raw []byte) bool {
	t.Helper()
	for name := range textsIn(t, raw) {
		if strings.Contains(name, "-receipt-") {
			return true
		}
	}
	return false
}

// forwarding is a mail with a report of ours attached as its sender has it.
func forwarding(report []byte) string {
	_, body, _ := strings.Cut(strings.ReplaceAll(string(report), "\r\n", "\n"), "\n\n")
	kind := headerOf(string(report), "Content-Type")
	return "From: carl@mail.test\nTo: " + serverAddress +
		"\nSubject: what is this?\nMessage-ID: <fwd@mail.test>\nDate: Sat, 21 Nov 2026 09:00:00 +0000\nMIME-Version: 1.0\nContent-Type: " +
		kind + "\n\n" + body
}

// headerOf is a field of a header with its continued lines.
func headerOf(raw, name string) string {
	var out []string
	for line := range strings.SplitSeq(strings.ReplaceAll(raw, "\r\n", "\n"), "\n") {
		switch {
		case line == "":
			return strings.Join(out, "\n")
		case strings.HasPrefix(line, name+": "):
			out = append(out, strings.TrimPrefix(line, name+": "))
		case len(out) > 0 && (line[0] == ' ' || line[0] == '\t'):
			out = append(out, line)
		case len(out) > 0:
			return strings.Join(out, "\n")
		}
	}
	return ""
}

// One seat alone cannot hold a game by a base that it invents; two of different people can.
func TestAnUnknownBaseIsReportedAndTwoHoldTheGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	strange := dice.Sum([]byte("a record of another history")).String()
	quote := func(power board.Power, base string) {
		w.mailFrom(players[power].Address, "",
			"key "+w.keys[power]+"\nbase "+base+"\ndefend everywhere\n  losses infantry\n")
		w.settle()
	}
	quote("Japan", strange)
	quote("Japan", strange)
	quote("Japan", dice.Sum([]byte("another one")).String())
	w.mailFrom("stranger@else.test", "", "game eastfront\npower UK\nbase "+strange+
		"\ndefend everywhere\n  losses infantry\n")
	w.mailFrom(players["UK"].Address, "", "base "+strange+"\ndefend everywhere\n  losses infantry\n") // without its key
	w.settle()
	if w.stopped() != "" {
		t.Fatal("one seat holds the game")
	}
	if told := bodies(w.inbox(refereeAddress)); strings.Count(told, "has quoted a record") != 2 {
		t.Errorf("the referee is told %s", told)
	}
	quote("USA", strange)
	if !strings.Contains(w.stopped(), "JPN and USA quote a record") {
		t.Fatalf("held for %q", w.stopped())
	}
	w.forget()
	w.update(func(tx *store.Tx) error {
		_, err := guard.Release(w.d.Env, tx, guard.ReasonedRequest{Game: "eastfront",
			Reason: "both have copied from a joke"})
		return err
	})
	w.settle()
	w.wants(bodies(w.inbox(players["UK"].Address)), "It goes on: both have copied from a joke")
	quote("USA", strange)
	quote("UK", strange)
	if w.stopped() != "" {
		t.Error("what was released holds the game again")
	}
	w.inbox(players["USSR"].Address)
	w.plays("USSR", wholeTurn)
	if w.audit(t) != 1 {
		t.Error("the game does not go on")
	}
	// the report prints who has quoted what
	w.wants(bodies(w.inbox(players["USSR"].Address)), "The USA quoted the record "+strange[:12])
}

// The base of a go that is over is old, not strange.
func TestAnOldBaseIsNotStrange(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var genesis string
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err == nil {
			genesis = g.Chain.Head().String()
		}
		return err
	})
	w.plays("USSR", wholeTurn)
	w.forget()
	w.plays("Germany", "base "+genesis+"\n"+afterIt)
	w.wants(bodies(w.inbox(players["Germany"].Address)), "vergangene Stellung")
	if told := w.inbox(refereeAddress); len(told) != 0 || w.stopped() != "" {
		t.Errorf("the referee is told: %s", bodies(told))
	}
}

// A store that remembers reports of records that it lacks was tampered with, or mended by hand.
func TestReportsWithoutRecordsHoldAGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		g, err := tx.Games().Game("eastfront")
		if err != nil {
			return err
		}
		return g.Put(store.Reports, "RUS/"+gamestore.SeqKey(7), store.Value{Version: 1, Bytes: []byte("{}")})
	})
	w.settle()
	if !strings.Contains(w.stopped(), "reports were mailed") {
		t.Errorf("held for %q", w.stopped())
	}
	w.update(func(tx *store.Tx) error {
		_, err := guard.Release(w.d.Env, tx, guard.ReasonedRequest{Game: "eastfront",
			Reason: "I have mended the store by hand"})
		return err
	})
	w.settle()
	if w.stopped() != "" {
		t.Error("what was released holds the game at the next start")
	}
}

// A master secret that was seen is replaced: the next dice come of the new one, and what it leaves can be checked and
// played again.
func TestRekey(t *testing.T) {
	t.Parallel()
	w := beaconWorld(t)
	_, eastfront := founded()
	play := func(power board.Power, text string) {
		w.mailFrom(players[power].Address, "orders", "key "+eastfront[power]+"\n"+text)
		w.settle()
	}
	play("USSR", wholeTurn)
	w.says("USSR", wholeTurn) // tiertwo, locked
	w.forget()
	for _, name := range []string{"eastfront", "tiertwo"} {
		w.update(func(tx *store.Tx) error {
			_, err := people.RekeyGame(w.d.Env, tx, guard.ReasonedRequest{Game: name, Reason: "a laptop was stolen"})
			return err
		})
	}
	w.settle()
	w.wants(bodies(w.inbox(players["UK"].Address)), "master secret of the dice was replaced: a laptop was stolen")
	w.restart()
	w.d.Env.Drand = testNetwork()
	play("Germany", afterIt)
	if _, err := w.takeBeacon(w.round()); err != nil {
		t.Fatal(err)
	}
	w.settle()
	if a, b := w.inOrder(t, "eastfront"), w.inOrder(t, "tiertwo"); a != 2 || b != 1 {
		t.Errorf("%d and %d goes", a, b)
	}
	there := w.moved("tiertwo")
	there.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "tiertwo")
		if err == nil && len(g.Chain.Masters()) != 2 {
			t.Errorf("%d secrets are committed to", len(g.Chain.Masters()))
		}
		return err
	})
	w.update(func(tx *store.Tx) error {
		for _, r := range []guard.ReasonedRequest{{Game: "eastfront", Reason: ""}, {Game: "nogame", Reason: "why"}} {
			if _, err := people.RekeyGame(w.d.Env, tx, r); err == nil {
				t.Errorf("rekeyed %+v", r)
			}
		}
		return nil
	})
}

// Another version of the program plays the past again, writes an upgrade record with the next orders, and all are told.
func TestAnotherVersionIsRecorded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.plays("USSR", wholeTurn)
	w.forget()
	w.restart()
	w.d.Env.Version = "fieldpost test 2"
	w.settle()
	if n := len(w.inbox(players["UK"].Address)); n != 0 {
		t.Errorf("%d mails before a go is played", n)
	}
	w.plays("Germany", afterIt)
	w.wants(bodies(w.inbox(players["UK"].Address)), "fieldpost test 2")
	w.plays("Germany", "combat\ndone\n")
	upgrades := 0
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		for _, e := range g.Chain.Entries() {
			if u, ok := e.Body.(*history.Upgrade); ok {
				upgrades++
				if u.Rules != g.Chain.Genesis().Rules || u.Engine != dice.Sum(dice.Text("fieldpost test 2")) {
					t.Errorf("%+v", u)
				}
			}
		}
		return nil
	})
	if upgrades != 1 || w.audit(t) < 2 {
		t.Errorf("%d upgrade records", upgrades)
	}
	b, err := history.ParseBundle(w.exported("eastfront", true))
	if err != nil || len(b.Engines) != 2 {
		t.Fatalf("%d engines, %v", len(b.Engines), err)
	}
	if err := b.Verify().Err(); err != nil {
		t.Error(err)
	}

}

// Rules that read otherwise in this version are for the operator to approve; until then the game is held.
func TestOtherRulesNeedAnApproval(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		g.State.RulesHash = dice.Sum([]byte("the rules as an older version wrote them"))
		return g.SaveState()
	})
	w.settle()
	if !strings.Contains(w.stopped(), "another wording") {
		t.Fatalf("held for %q", w.stopped())
	}
	w.plays("USSR", wholeTurn)
	w.wants(bodies(w.inbox(refereeAddress)), "since the program was updated", "fieldpost game upgrade")
	w.update(func(tx *store.Tx) error {
		if _, err := guard.Release(w.d.Env, tx,
			guard.ReasonedRequest{Game: "eastfront", Reason: "never mind"}); err == nil {
			t.Error("released without an approval")
		}
		return nil
	})
	w.update(func(tx *store.Tx) error {
		_, err := guard.ApproveUpgrade(w.d.Env, tx,
			guard.ReasonedRequest{Game: "eastfront", Reason: "a space was renamed"})
		return err
	})
	w.plays("USSR", wholeTurn)
	if w.stopped() != "" || w.audit(t) != 1 {
		t.Error("the game does not go on")
	}
	w.update(func(tx *store.Tx) error {
		if _, err := guard.ApproveUpgrade(w.d.Env, tx,
			guard.ReasonedRequest{Game: "eastfront", Reason: "again"}); err == nil {
			t.Error("upgraded to the same")
		}
		return nil
	})
}
