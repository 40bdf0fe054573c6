package server

import (
	"os"
	"strings"
	"testing"
)

// TestOneOrderMail plays one order mail, from the fetch to the acknowledged answers. cmd/internal/dev/measure counts
// the lines that the mail executes: it runs this test once as it is, and once with FIELDPOST_WITHOUT_MAIL set.
func TestOneOrderMail(t *testing.T) {
	w := newWorld(t)
	w.settle()
	if os.Getenv("FIELDPOST_WITHOUT_MAIL") != "" {
		return
	}
	w.mailFrom(players["USSR"].Address, "orders", "game eastfront\npower USSR\nkey "+w.keys["USSR"]+`
buy 8 infantry
combat
  move 3 infantry, 2 tanks from Russia to West Russia
  move 3 infantry, 1 artillery, 1 tank from Caucasus to West Russia
  move 1 fighter from Karelia to West Russia
place 8 infantry in Russia
end
`)
	w.settle()
	for power, p := range players {
		mails := w.inbox(p.Address)
		if len(mails) == 0 || !strings.Contains(mails[len(mails)-1].Texts[0].Body, "West") {
			t.Errorf("%s got no report of the battle: %d mails", power, len(mails))
		}
	}
}
