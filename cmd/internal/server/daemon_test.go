package server

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/store"
)

// One mail goes the whole way: sent by SMTP, fetched by IMAP, played, recorded, reported to all seats.
func TestAMailGoesTheWholeWay(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR] my orders",
		"key "+w.keys["USSR"]+"\nresearch rockets with 2 dice\nend\n")
	w.settle()

	answers := w.inbox("anna@mail.test")
	if len(answers) != 1 {
		t.Fatalf("%d mails, want the report", len(answers))
	}
	if got := answers[0].InReplyTo; len(got) != 1 || got[0] != "<1@mail.test>" {
		t.Errorf("the report answers %v", got)
	}
	for _, p := range players {
		if p.Name != "Anna" && len(w.inbox(p.Address)) != 1 {
			t.Errorf("%s got no report", p.Name)
		}
	}
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		if n := table.Chain.Len(); n != 3 {
			t.Errorf("%d records, want genesis, lock and turn", n)
		}
		for _, f := range history.Verify(history.Evidence{Records: table.Chain.Records()}).With(history.Fails) {
			t.Error(f)
		}
		l, err := tx.Inbox().Mail(1)
		if l.Outcome.Kind != decision.Accepted || l.Outcome.Seat != "RUS" {
			t.Errorf("letter: %+v", l.Outcome)
		}
		return err
	})
}

func TestAnUnknownKeyChangesNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "orders", "game eastfront\nkey AAAA-BBBB-CCCC-DDDD\nresearch rockets with 2 dice\n")
	w.settle()
	answers := w.inbox("anna@mail.test")
	if len(answers) != 1 || !strings.Contains(answers[0].Subject, "key") {
		t.Fatalf("%+v", answers)
	}
}
