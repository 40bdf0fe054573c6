package server

import (
	"maps"
	"strings"
	"testing"

	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// deadlineWorld is a world with a second game, westfront, in which orders wait for the deadline.
func deadlineWorld(t *testing.T) *world {
	t.Helper()
	w := newWorld(t)
	w.keys = maps.Clone(w.keys) // which all worlds share
	w.update(func(tx *store.Tx) error {
		g, err := people.CreateGame(w.d.Env, tx,
			people.NewGame{Name: "westfront", Rules: "revised",
				Options: []rules.Setting{{Name: "play", Value: "deadline"}}})
		if err != nil {
			return err
		}
		for power, p := range players {
			if err := people.SeatPerson(w.d.Env, tx, g, power, p); err != nil {
				return err
			}
			w.keys[power] = reveal(w.d.Env, tx, g, g.Seat(power))
		}
		return people.Start(w.d.Env, tx, g)
	})
	w.settle()
	return w
}

// anna sends a mail for westfront and reads the answer.
func (w *world) anna(text string) string {
	w.t.Helper()
	w.mailFrom("anna@mail.test", "[westfront R1 USSR]", "game westfront\npower USSR\nkey "+w.keys["USSR"]+"\n"+text)
	w.settle()
	return w.last("anna@mail.test")
}

func (w *world) goes() int {
	w.t.Helper()
	var n int
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "westfront")
		if err == nil {
			n = g.Chain.Len()
		}
		return err
	})
	return n
}

func TestOrdersWaitForTheDeadlineAndCanBeAmended(t *testing.T) {
	t.Parallel()
	w := deadlineWorld(t)
	began := w.goes()
	w.wants(w.anna("buy 8 infantry\nplace 8 infantry in Russia\n"), "TAKEN AS A DRAFT", "buy 8 infantry")
	// A new purchase replaces the old one; the placing of the earlier file is looked at again next to it.
	answer := w.anna("buy 4 tanks\nplace 4 tanks in Caucasus\ndone\n")
	w.wants(answer, "YOUR DRAFT", "buy 4 tanks", "place 4 tanks in Caucasus", "NO LONGER IN YOUR DRAFT")
	now, gone, _ := strings.Cut(answer, "NO LONGER IN YOUR DRAFT")
	if strings.Contains(now, "infantry in Russia") || !strings.Contains(gone, "place 8 infantry in Russia") {
		t.Errorf("the old placing still waits:\n%s", answer)
	}
	if n := w.goes(); n != began {
		t.Errorf("%d records were written while orders wait", n-began)
	}
	w.anna("ready\n")
	if n := w.goes(); n != began+2 {
		t.Errorf("ready wrote %d records, want a lock and a turn", n-began)
	}
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "westfront")
		if err == nil && g.Pos.Power() != "Germany" {
			t.Errorf("%s is on turn", g.Pos.Power())
		}
		return err
	})
}

func TestWaitingOrdersAreWithdrawn(t *testing.T) {
	t.Parallel()
	w := deadlineWorld(t)
	w.anna("buy 8 infantry\n")
	w.anna("withdraw\n")
	w.anna("ready\n")
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "westfront")
		if err == nil && (g.Pos.Turn().HasOrders() || g.Pos.Nation("USSR").Money() != 24) {
			t.Errorf("waiting: %+v, money %d", g.Pos.Turn().Sheet(), g.Pos.Nation("USSR").Money())
		}
		return err
	})
}

func TestStandingOrdersAreReplacedAndClearedBySpace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	send := func(text string) string {
		w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+"\n"+text)
		w.settle()
		return w.last("anna@mail.test")
	}
	w.wants(send("defend everywhere\nlosses infantry, tank\ndefend Karelia\nlosses fighter\n"), "defend everywhere",
		"defend Karelia S.S.R. losses fighter")
	w.wants(send("defend Karelia\nlosses tank\n"),
		"defend everywhere losses infantry, tank defend Karelia S.S.R. losses tank")
	answer := send("defend Karelia\n")
	w.wants(answer, "losses infantry, tank")
	if strings.Contains(answer, "losses fighter") || strings.Contains(answer, "losses tank\n") {
		t.Errorf("Karelia's section is still on file:\n%s", answer)
	}
	w.wants(send("standing clear\n"), "STANDING ORDERS IN FORCE")
}
