package server

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// What anyone may see has no order that is not revealed: neither what waits for the deadline nor what is on
// file.
func TestWhatIsPublicIsDisclosed(t *testing.T) {
	t.Parallel()
	w := deadlineWorld(t)
	w.anna("buy 8 infantry\nplace 8 infantry in Russia\ndone\n")
	w.anna("ready\n")
	w.mailFrom("bert@mail.test", "orders", "game westfront\npower Germany\nkey "+w.keys["Germany"]+
		"\nbuy 3 submarines\n")
	w.mailFrom("dora@mail.test", "orders", "game westfront\npower Japan\nkey "+w.keys["Japan"]+
		"\ndefend everywhere\n  losses artillery, tank, infantry, fighter\n")
	w.settle()

	desk := Control{Env: w.d.Env, Store: w.store}
	now, err := desk.Public("westfront")
	if err != nil {
		t.Fatal(err)
	}
	if now.Awaited[0].Power != "Germany" || len(now.Seats) != 5 || now.Records[len(now.Records)-1].Hash != now.Head {
		t.Errorf("the game is shown as %+v", now)
	}
	past, err := desk.Past("westfront")
	if err != nil {
		t.Fatal(err)
	}
	if len(past.Goes) != 1 || len(past.Differences) > 0 || past.Head != now.Head ||
		past.Goes[0].Awaited[0].Power != "Germany" {
		t.Errorf("its past is shown as %+v", past)
	}
	held := false
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "westfront")
		held = err == nil && len(g.Draft.Orders) > 0 && len(g.Pos.Nation("Japan").Standing()) > 0
		return err
	})
	if !held {
		t.Fatal("nothing is closed in the game, so that the test shows nothing")
	}
	shown, err := json.Marshal([]any{now.Position, now.Seats, past.Game.Position,
		past.Game.Resolutions, past.Game.OnFile})
	if err != nil {
		t.Fatal(err)
	}
	for _, secret := range []string{"anna@mail.test", w.keys["Germany"], w.keys["Japan"]} {
		if strings.Contains(string(shown), secret) {
			t.Errorf("%s is shown", secret)
		}
	}
	if now.Position.Nation("Japan").Standing() != nil || now.Position.Turn().HasOrders() ||
		past.Game.Position.Nation("Japan").Standing() != nil {
		t.Error("what is closed is in a position that is shown")
	}
}

// Of the people without a power the referee's name and the number of observers are public. Who has not confirmed is not
// counted.
func TestParticipantsArePublicWithoutAddresses(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	for _, address := range []string{fritz, gerda} {
		m.mail(address, "", "observe longwar\n")
	}
	m.answers(fritz)
	p, err := Control{Env: m.env, Store: m.store}.Public("longwar")
	if err != nil {
		t.Fatal(err)
	}
	if want := (PublicOthers{Referee: true, Observers: 1}); p.Others != want {
		t.Errorf("the chairs are %+v, want %+v", p.Others, want)
	}
}

func TestWhatIsPublicOfNoGame(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	desk := Control{Env: w.d.Env, Store: w.store}
	for _, name := range []string{"westfront", "", "..", "east front"} {
		_, err1 := desk.Public(name)
		_, err2 := desk.Past(name)
		if !errors.Is(err1, ErrNoGame) || !errors.Is(err2, ErrNoGame) {
			t.Errorf("%q: %v, %v", name, err1, err2)
		}
	}
}

// A game whose records were tampered with is still shown, with what is wrong.
func TestATamperedGameIsShownWithItsDifferences(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "orders", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	var d gamestore.Data
	w.view(func(tx *store.Tx) error {
		row, err := tx.Games().Game("eastfront")
		if err == nil {
			d, err = gamestore.ReadData(w.d.Env, row)
		}
		return err
	})
	d.Records[1] = append([]byte(nil), d.Records[1]...)
	d.Records[1][len(d.Records[1])/2] ^= 1
	past, err := past(d)
	if err != nil {
		t.Fatal(err)
	}
	if len(past.Differences) == 0 {
		t.Error("nothing is said of the record that was changed")
	}
	for _, x := range past.Differences {
		if x.Expected != "" || x.Found != "" {
			t.Errorf("a difference quotes: %+v", x)
		}
	}
}
