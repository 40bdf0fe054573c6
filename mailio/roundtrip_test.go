package mailio_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/inbox"
	"fieldpost/mailio/localmail"
	"fieldpost/mailio/message"
	"fieldpost/mailio/outbox"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// keeper keeps mails in memory.
type keeper struct {
	cursor map[string]inbox.Cursor
	kept   []mailio.Raw
}

func (k *keeper) Cursor(_, folder string) (inbox.Cursor, error) { return k.cursor[folder], nil }

func (k *keeper) Keep(raw mailio.Raw) (inbox.Verdict, error) {
	k.kept = append(k.kept, raw)
	k.cursor[raw.Folder] = inbox.Cursor{UIDValidity: raw.UIDValidity, UID: raw.UID}
	return inbox.Take, nil
}

// A mail goes the whole way: draft, frozen bytes, SMTP, mailbox, IMAP, letter.
func TestAMailGoesTheWholeWay(t *testing.T) {
	t.Parallel()
	const daemon, player = "orders@games.test", "anna@mail.test"
	world, err := localmail.Start(localmail.Options{
		Accounts:     []localmail.Account{{Address: daemon, Password: "d"}, {Address: player, Password: "p"}},
		RequireLogin: true,
	})
	if err != nil {
		t.Fatal(err)
	}
	defer world.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()

	frozen, err := compose.Render(compose.Draft{
		From:      mailio.Address{Name: "Anna Ægirsdóttir", Addr: player},
		To:        mailio.Address{Addr: "orders+g42@games.test"},
		Subject:   "[eastfront R3 Germany] Züge",
		MessageID: "<1@mail.test>",
		Date:      time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC),
		Text:      "buy 3 tanks\nmove 1 infantry from Århus to Østersøen\nend\n",
	})
	if err != nil {
		t.Fatal(err)
	}
	conn, err := outbox.Sender{Server: world.SMTP(player)}.Open(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if r := conn.Send(ctx, frozen); r.Class != outbox.Delivered {
		t.Fatalf("sent: %+v", r)
	}
	if err := conn.Close(); err != nil {
		t.Fatal(err)
	}

	in, err := inbox.Open(ctx, inbox.Config{Server: world.IMAP(daemon), Folders: []inbox.Folder{{Name: "INBOX", Processed: "Processed"}}})
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	k := &keeper{cursor: map[string]inbox.Cursor{}}
	if n, err := in.Poll(ctx, k); err != nil || n.Kept != 1 || n.Moved != 1 {
		t.Fatalf("poll: %+v, %v", n, err)
	}
	if world.Count(daemon, "INBOX") != 0 || world.Count(daemon, "Processed") != 1 {
		t.Error("the mail was not moved")
	}
	raw := k.kept[0]
	if !bytes.HasSuffix(raw.Bytes, frozen.Bytes) {
		t.Error("the bytes have changed on the way")
	}
	l, err := message.Parse(raw.Bytes, message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if l.From.Name != "Anna Ægirsdóttir" || l.Subject != "[eastfront R3 Germany] Züge" || l.MessageID != "<1@mail.test>" || l.Robot != message.Human {
		t.Errorf("letter: %+v", l)
	}
	if got := l.Body().Body; !strings.Contains(got, "from Århus to Østersøen\n") {
		t.Errorf("text %q", got)
	}
	if l.Delivered[0] != "orders+g42@games.test" {
		t.Errorf("delivered to %v", l.Delivered)
	}
}
