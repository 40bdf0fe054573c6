package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// The past can be asked by mail, without a key, as at the command line.
func TestTheHistoryIsSearchedByMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR] my orders",
		"key "+w.keys["USSR"]+"\nresearch rockets with 2 dice\nend\n")
	w.settle()
	w.inbox("bert@mail.test")
	for question, want := range map[string]string{
		"history rolls by USSR":        "R1 USSR, record 2: researched",
		"history who held Ukraine":     "set-up: Germany",
		"Verlauf wer hielt Kaukasus":   "set-up: USSR",
		"history of the world, part I": "ask like this: battles in SZ5",
	} {
		w.mailFrom("bert@mail.test", "[eastfront] a question", question+"\n")
		w.settle()
		answers := w.inbox("bert@mail.test")
		if len(answers) != 1 {
			t.Fatalf("%s: %d answers", question, len(answers))
		}
		if text := answers[0].Texts[0].Body; !strings.Contains(strings.Join(strings.Fields(text), " "), want) {
			t.Errorf("%s: %q is not in\n%s", question, want, text)
		}
	}
}

// The end of a game opens the standing orders that were locked in it, those replaced since too.
func TestTheEndOpensStandingOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("bert@mail.test", "[eastfront] standing",
		"key "+w.keys["Germany"]+"\ndefend everywhere\n  losses infantry, tank\n")
	w.settle()
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR] my orders",
		"key "+w.keys["USSR"]+"\nresearch rockets with 2 dice\nend\n")
	w.settle()
	w.mailFrom("bert@mail.test", "[eastfront] standing", "key "+w.keys["Germany"]+"\nstanding clear\n")
	w.settle()
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		var names []string
		err = gamestore.OpenStandingOrders(table, func(name string, data []byte) {
			names = append(names, name)
			if set, err := history.ParseSet(data); err != nil || set.Role != "GER" ||
				set.Orders[1] != "losses infantry, tank" {
				t.Errorf("%+v %v", set, err)
			}
		})
		if len(names) != 1 || names[0] != "eastfront-1-GER-standing.txt" {
			t.Errorf("opened %v", names)
		}
		return err
	})
}
