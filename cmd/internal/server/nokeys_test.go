package server

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/store"
)

// inUse are the keys that open seats and participants without a power now, and the tags of all mails.
func (w *world) inUse() (inUse []string) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		for name, err := range tx.Games().Names() {
			must(err)
			table, err := gamestore.Load(tx, name)
			must(err)
			for _, s := range slices.Concat(table.Seats, table.Others) {
				inUse = append(inUse, command.BareKey(reveal(w.d.Env, tx, table, &s)))
			}
		}
		for m, err := range tx.Outbox().Mails(1) {
			must(err)
			t, err := vault.TagsOf(w.d.Env, tx, m.Envelope)
			must(err)
			if t.Reply != "" {
				inUse = append(inUse, strings.ToUpper(t.Reply), strings.ToUpper(t.Return))
			}
		}
		return nil
	})
	return inUse
}

// wantNone looks for keys and tags in a file of the store, its free pages and its packed values included.
func (w *world) wantNone(path string, inUse []string) {
	w.t.Helper()
	raw, err := os.ReadFile(path)
	must(err)
	text := bytes.Clone(raw)
	for i := 0; i+2 < len(raw); i++ { // values that are packed, wherever they lie
		if raw[i] == 0x1f && raw[i+1] == 0x8b && raw[i+2] == 8 {
			if zip, err := gzip.NewReader(bytes.NewReader(raw[i:])); err == nil {
				zip.Multistream(false)
				plain, _ := io.ReadAll(zip)
				text = append(append(text, 0), plain...)
			}
		}
	}
	text = bytes.ToUpper(text)
	for _, k := range inUse {
		parted := k[:4] + "-" + k[4:8] + "-" + k[8:12] + "-" + k[12:]
		if bytes.Contains(text, []byte(k)) || bytes.Contains(text, []byte(parted)) {
			w.t.Errorf("%s holds %s", filepath.Base(path), k)
		}
	}
}

// After a game was played, neither the store's file nor a backup of it holds any key or tag: not in seats, not in mails
// that were sent, that wait, or that came, not in pages that the database has given up.
func TestTheStoreHoldsNoKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront]", "key "+w.keys["USSR"]+"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n")
	w.settle()
	w.mailFrom("bert@mail.test", "", "game eastfront\nkey "+w.keys["Germany"]+"\naddress bert@work.test\n")
	w.mailFrom("carl@mail.test", "", "game eastfront\nkey "+strings.ToLower(w.keys["UK"])+"\nnew key\n")
	w.mailFrom("dora@mail.test", "", "game eastfront\nkey "+strings.ReplaceAll(w.keys["Japan"], "-", " ")+
		"\ndefend everywhere\n  losses infantry\n")
	w.mailFrom("emil@mail.test", "", "status\n")
	w.mailFrom("stranger@else.test", "", "help\n")
	w.settleOnce()
	sent := w.inbox("emil@mail.test")
	w.raw("emil@mail.test", "From: emil@mail.test\nTo: "+serverAddress+"\nSubject: Re: x\nIn-Reply-To: "+
		sent[0].MessageID+
		"\nReferences: "+sent[0].MessageID+"\nMessage-ID: <r@mail.test>\n\nthanks, status\n")
	w.settleOnce()
	w.wantNone(w.store.Path(), w.inUse())
	copied := filepath.Join(t.TempDir(), "copy.db")
	if err := w.store.BackupFile(t.Context(), copied, false); err != nil {
		t.Fatal(err)
	}
	w.wantNone(copied, w.inUse())
	if found, err := w.store.Check(); err != nil || len(found) > 0 {
		t.Errorf("the store: %v, %v", found, err)
	}
	// What waits is sealed, and played all the same.
	w.update(func(tx *store.Tx) error {
		_, _, err := vault.AddMail(w.d.Env, tx,
			mailio.Raw{Account: "a", Folder: "INBOX", UIDValidity: 9, UID: 1, Received: w.now,
				Bytes: []byte("From: bert@mail.test\r\nMessage-ID: <w@mail.test>\r\n\r\ngame eastfront\r\nkey " +
					w.keys["Germany"] + "\r\nbuy 1 tank\r\ncombat\r\nplace nothing\r\ndone\r\n")})
		return err
	})
	w.wantNone(w.store.Path(), w.inUse())
	w.settleOnce()
	if got := w.onTurn("eastfront"); got != "UK" {
		t.Errorf("%s is on turn", got)
	}
	w.wantNone(w.store.Path(), w.inUse())
}

// A mail is sent complete: with the reader's own key, and tags from which no other can be guessed.
func TestMail39_MessageIDsAreTagged(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront]", "report\n")
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	seen := map[string]bool{}
	for _, l := range w.inbox("anna@mail.test") {
		number, rest, _ := strings.Cut(strings.TrimPrefix(l.MessageID, "<"), ".eastfront.")
		tag, ok := strings.CutSuffix(rest, "@games.test>")
		if !ok || len(tag) != 16 || number == "" || strings.Trim(number, "0123456789") != "" || seen[tag] {
			t.Errorf("Message-ID %s", l.MessageID)
		}
		seen[tag] = true
		if strings.Contains(l.Body().Body, "****") {
			t.Errorf("a blank was not filled in:\n%s", l.Body().Body)
		}
		for _, id := range l.References {
			if strings.Contains(id, "*") || strings.Contains(id, "report.0") {
				t.Errorf("refers to %s", id)
			}
		}
	}
	if len(seen) != 2 {
		t.Errorf("%d mails", len(seen))
	}
}

// A new secret gives all a new key, and makes all earlier keys and tags worthless.
func TestRekeyingAllKeys(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before, back := w.inUse(), w.backTo(opening)
	w.update(func(tx *store.Tx) error { // waits, sealed with the old secret
		_, _, err := vault.AddMail(w.d.Env, tx,
			mailio.Raw{Account: "a", Folder: "INBOX", UIDValidity: 9, UID: 1, Received: w.now,
				Bytes: []byte("From: anna@mail.test\r\nMessage-ID: <w@mail.test>\r\n\r\nstatus\r\n")})
		return err
	})
	desk := Control{Env: w.d.Env, Store: w.store}
	if a := desk.Serve(t.Context(), Request{Do: "keys.rekey"}); a.Error != "" ||
		!bytes.Contains(a.Result, []byte(`"keys":6`)) {
		t.Fatalf("%s %s", a.Error, a.Result)
	}
	w.settle()
	for _, k := range w.inUse() {
		if slices.Contains(before, k) {
			t.Errorf("%s is in use as before", k)
		}
	}
	fresh := w.keyOf("eastfront", "RUS")
	w.wants(w.text("anna@mail.test"), fresh, "status")
	w.mailFrom("anna@mail.test", "", "game eastfront\nkey "+w.keys["USSR"]+
		"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n")
	w.settle()
	if got := w.onTurn("eastfront"); got != "USSR" {
		t.Errorf("an old key was taken: %s is on turn", got)
	}
	w.rawTo("anna@mail.test", back, deliveryReport(back, "failed", "5.1.1", "Subject: x"))
	w.settle()
	if s := w.ussr(); len(s.Lost) > 0 {
		t.Error("an old tag was believed")
	}
	w.mailFrom("anna@mail.test", "", "game eastfront\nkey "+fresh+"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n")
	w.settle()
	if got := w.onTurn("eastfront"); got != "Germany" {
		t.Errorf("the new key was not taken: %s is on turn", got)
	}
	if _, err := os.Stat(filepath.Join(w.dir, "secrets", "keys.old")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the old secret is still there: %v", err)
	}
	w.wantNone(w.store.Path(), w.inUse())
}

// A crash between the new secret and the store's taking it leaves the old one in use.
func TestRekeyingAllKeysThatIsCutShort(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	err := w.store.Update(func(tx *store.Tx) error {
		_, err := people.RekeyPlayers(w.d.Env, tx, struct{}{})
		return errors.Join(err, io.ErrUnexpectedEOF)
	})
	if !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Fatal(err)
	}
	w.mailFrom("anna@mail.test", "", "game eastfront\nkey "+w.keys["USSR"]+
		"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n")
	w.settle()
	if got := w.onTurn("eastfront"); got != "Germany" {
		t.Errorf("%s is on turn", got)
	}
	if err := os.Remove(filepath.Join(w.dir, "secrets", "keys.old")); err != nil {
		t.Fatal(err)
	}
	err = w.store.View(func(tx *store.Tx) error {
		_, err := vault.KeySecret(w.d.Env, tx)
		return err
	})
	if err == nil || !strings.Contains(err.Error(), "restore the file") {
		t.Errorf("without the secret: %v", err)
	}
}

// Keys that an earlier version kept in clear are hashed when the program starts, in mails too. They stay good until
// there is a new one.
func TestKeysOfAnEarlierVersionAreHashed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.older()
	var old []string
	w.view(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		must(err)
		for _, s := range table.Seats {
			old = append(old, command.BareKey(s.ClearKey))
		}
		return nil
	})
	if err := vault.HashKeys(w.d.Env, w.store.Update); err != nil {
		t.Fatal(err)
	}
	if found, err := w.store.Check(); err != nil || len(found) > 0 {
		t.Errorf("the store: %v, %v", found, err)
	}
	if err := w.store.Close(); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(w.dir, "fieldpost.db") // without the pages that hold them still
	if _, _, err := store.Compact(path, store.Options{}); err != nil {
		t.Fatal(err)
	}
	w.wantNone(path, old)
	w.open()
	table := w.table()
	for _, s := range table.Seats {
		if s.Person == "" || s.KeyHandle == "" || s.OldKey == "" || s.ClearKey != "" {
			t.Errorf("seat %+v", s)
		}
	}
}
