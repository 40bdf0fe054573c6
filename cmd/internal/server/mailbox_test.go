package server

import (
	"strings"
	"testing"

	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
)

// Mail from the daemon's own mailbox is taken for its own and dropped. So no participant gets an address there, whoever
// asks for it: a command, the referee, a player who adds an address.
func TestNobodyHasAnAddressInTheOwnMailbox(t *testing.T) {
	t.Parallel()
	for _, addr := range []string{serverAddress, "orders+anna@games.test", "Orders@Games.Test", "alias@games.test",
		"alias+x@games.test"} {
		t.Run(addr, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t)
			m.env.Self.Others = []string{"Alias@games.test"}
			desk := Control{Env: m.env, Store: m.store}
			for _, change := range []people.SeatRequest{
				{Game: m.game, Power: "UK", Person: roster.Person{Address: addr}},
				{Game: m.game, Power: "UK", Person: roster.Person{Address: "carl@mail.test", Second: addr}},
				{Game: m.game, Power: "referee", Person: roster.Person{Address: addr}},
			} {
				if a := desk.Serve(t.Context(), askFor(t, "game.seat", change)); !strings.Contains(a.Error,
					"the mailbox of fieldpost itself") {
					t.Errorf("%s %+v: %q", change.Power, change.Person, a.Error)
				}
			}
			m.forget()
			m.keyed("bert@mail.test", "address "+addr+"\n")
			m.wantTold("bert@mail.test", addr+" führt in mein eigenes Postfach")
			m.forget()
			m.keyed(refereeAddress, "replace UK with "+addr+"\n")
			m.wantTold(refereeAddress, addr+" leads into my own mailbox")
			m.update(func(tx *store.Tx) error {
				refs, err := tx.Handles().Seats(roster.AddressHandle(addr))
				if len(refs) > 0 {
					t.Errorf("it is an address of %v", refs)
				}
				return err
			})
		})
	}
}
