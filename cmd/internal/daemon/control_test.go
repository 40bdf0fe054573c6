package daemon

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"fieldpost/store"
)

// While the daemon runs, commands reach the store through its socket; when it has stopped, nobody answers there.
func TestCommandsReachARunningDaemon(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var err error
	if w.d.Socket, err = Listen(w.store.Path()); err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- w.d.Run(ctx) }()

	ask := func(do string, args any) Answer {
		t.Helper()
		b, err := json.Marshal(args)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Ask(t.Context(), w.store.Path(), Request{Do: do, Args: b})
		if err != nil {
			t.Fatal(err)
		}
		return a
	}
	if a := ask("game.list", nil); !strings.Contains(string(a.Result), "eastfront") {
		t.Errorf("games: %+v", a)
	}
	if a := ask("game.seat", SeatChange{Game: "eastfront", Power: "UK", Person: Person{Name: "Charles"}}); a.Error != "" {
		t.Error(a.Error)
	}
	if a := ask("game.show", GameName{"nowhere"}); !strings.Contains(a.Error, `there is no game "nowhere"; there are eastfront`) {
		t.Errorf("%+v", a)
	}
	if a := ask("game.dance", nil); a.Error == "" {
		t.Error("an unknown request was answered")
	}
	stop()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if _, err := Ask(t.Context(), w.store.Path(), Request{Do: "game.list"}); !errors.Is(err, ErrNoDaemon) {
		t.Errorf("after the end: %v", err)
	}
	w.view(func(tx *store.Tx) error {
		table, err := openTable(tx, "eastfront")
		if err == nil && table.Seat("UK").Name != "Charles" {
			t.Errorf("the seat is %+v", table.Seat("UK"))
		}
		return err
	})
}
