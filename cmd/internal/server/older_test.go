package server

import (
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/localmail"
	"fieldpost/store"
)

// older lays a store in the world's place that an earlier version of the program left behind: without tails of chains,
// rows of games, participants without a power, clocks.
func (w *world) older() {
	w.t.Helper()
	w.store.Close()
	from := filepath.Join("testdata", "older")
	packed, err := os.Open(filepath.Join(from, "fieldpost.db.gz"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer packed.Close()
	zip, err := gzip.NewReader(packed)
	if err != nil {
		w.t.Fatal(err)
	}
	files := map[string]io.Reader{"fieldpost.db": zip}
	for _, name := range []string{"eastfront.master", "eastfront.signer"} {
		f, err := os.Open(filepath.Join(from, name))
		if err != nil {
			w.t.Fatal(err)
		}
		defer f.Close()
		files[filepath.Join("secrets", name)] = f
	}
	for name, text := range files {
		data, err := io.ReadAll(text)
		if err == nil {
			err = os.WriteFile(filepath.Join(w.dir, name), data, 0o600)
		}
		if err != nil {
			w.t.Fatal(err)
		}
	}
	w.open()
}

// A game that an earlier version began goes on under this one: its past comes out the same, its history says from where
// on which program plays it, a mail with the old key is played, and from then on the game goes on from its tail.
func TestAStoreOfAnEarlierVersionGoesOn(t *testing.T) {
	t.Parallel()
	w := &world{now: start, step: 2 * time.Millisecond, patience: time.Minute}
	w.clock = func() time.Time { return w.now }
	w.begin(t, localmail.Options{UIDValidity: 99}) // the store knows another mailbox
	w.older()
	w.d.Env.Version = "fieldpost later"
	var key string
	w.view(func(tx *store.Tx) error {
		if found, err := w.store.Check(); err != nil || len(found) > 0 {
			t.Errorf("the store: %v, %v", found, err)
		}
		rows, err := admin.ListGames(w.d.Env, tx, struct{}{})
		if err != nil || len(rows.([]gamestore.Summary)) != 1 || rows.([]gamestore.Summary)[0].Records != 5 {
			t.Errorf("the list says %v, %v", rows, err)
		}
		table, err := gamestore.Load(tx, "eastfront")
		if err == nil {
			key = table.Seat("UK").ClearKey
		}
		return err
	})
	w.mailFrom("carl@mail.test", "[eastfront R1 UK]",
		"key "+key+"\nbuy 8 infantry\nplace 8 infantry in United Kingdom\ndone\n")
	w.settle()
	if got := w.onTurn("eastfront"); got != "Japan" {
		t.Errorf("%s is on turn", got)
	}
	if goes := w.audit(t); goes != 3 {
		t.Errorf("the audit plays %d goes", goes)
	}
	w.view(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		upgrades := 0
		for _, e := range table.Chain.Entries() {
			if _, ok := e.Body.(*history.Upgrade); ok {
				upgrades++
			}
		}
		if upgrades != 1 || table.State.Tail.Base != table.Chain.Len()-1 {
			t.Errorf("%d upgrades are recorded, %d records go on from %d", upgrades, table.Chain.Len(),
				table.State.Tail.Base)
		}
		return nil
	})
}
