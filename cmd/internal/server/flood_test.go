package server

import (
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/steps"
	"fieldpost/mailio"
	"fieldpost/store"
)

// flood hands mails to the daemon without a mail server between, so that thousands of them are cheap.
type flood struct {
	*months
	before uint64 // mails handled before the last flood
}

// newFlood begins a game as newMonths does, its first mails sent and nothing logged.
func newFlood(t *testing.T, settings ...string) *flood {
	t.Helper()
	f := &flood{months: newMonths(t, settings...)}
	f.env.Log = slog.New(slog.DiscardHandler)
	f.to()
	return f
}

// mails handles mails in one transaction; each is a header without Message-ID, an empty line and a body.
func (f *flood) mails(n int, mail func(i int) string) {
	f.t.Helper()
	f.before = uint64(f.sent)
	f.update(func(tx *store.Tx) error {
		for i := range n {
			f.sent++
			raw := fmt.Sprintf("Message-ID: <flood-%d@else.test>\nTo: %s\n%s", f.sent, serverAddress, mail(i))
			number, _, err := tx.Inbox().Add(store.Source{}, "", f.now, []byte(strings.ReplaceAll(raw, "\n", "\r\n")))
			if err != nil {
				return err
			}
			if err := steps.HandleMail(f.env, tx, number); err != nil {
				return fmt.Errorf("mail %d: %w", i, err)
			}
		}
		return steps.AnswerAll(f.env, tx)
	})
}

// to counts the mails that wait for each address, and removes them from the outbox.
func (f *flood) to() map[string]int {
	f.t.Helper()
	n := map[string]int{}
	f.update(func(tx *store.Tx) error {
		var ids []string
		for m, err := range tx.Outbox().Queued() {
			if err != nil {
				return err
			}
			n[m.To]++
			ids = append(ids, m.MessageID)
		}
		for _, id := range ids {
			if err := tx.Outbox().Delivered(id, f.now, "250"); err != nil {
				return err
			}
		}
		return nil
	})
	return n
}

// outcome is that of the n-th mail of the last flood.
func (f *flood) outcome(n uint64) (out store.Outcome) {
	f.t.Helper()
	f.update(func(tx *store.Tx) error {
		l, err := tx.Inbox().Mail(f.before + n)
		out = l.Outcome
		return err
	})
	return out
}

// Forty mails under a player's address, and thousands under others', take no answer from a mail with a key, and undo no
// orders.
func TestMail04_AFloodDoesNotHurtPlayers(t *testing.T) {
	t.Parallel()
	f := newFlood(t)
	froms := []string{"anna@mail.test", "bert@mail.test", "carl@mail.test", "dora@mail.test",
		"emil@mail.test", refereeAddress}
	f.mails(1200, func(i int) string {
		return fmt.Sprintf("From: %s\nSubject: [longwar]\n\nstatus # %d\n", froms[i%len(froms)], i)
	})
	f.mails(1200, func(i int) string { return fmt.Sprintf("From: x%d@else.test\n\nhello %d\n", i, i) })
	n := f.to()
	all := 0
	for _, from := range froms[:5] {
		all += n[from]
		if n[from] == 0 || n[from] > f.env.Limits.RepliesPerSender {
			t.Errorf("%d answers to %s", n[from], from)
		}
	}
	if all > f.env.Limits.RepliesInAll {
		t.Errorf("%d answers to known addresses", all)
	}
	strangers := 0
	for to, n := range n {
		if strings.HasPrefix(to, "x") {
			strangers += n
		}
	}
	if strangers != f.env.Limits.RepliesToStrangers {
		t.Errorf("%d answers to strangers, want %d", strangers, f.env.Limits.RepliesToStrangers)
	}

	f.mails(1, func(int) string { return "From: anna@mail.test\n\nkey " + f.keys["anna@mail.test"] + "\n" + wholeTurn })
	if out := f.outcome(1); out.Kind != decision.Accepted || out.Reason != "played" {
		t.Errorf("the orders of the USSR: %+v", out)
	}
	if n := f.to(); n["anna@mail.test"] != 1 || n["bert@mail.test"] != 1 {
		t.Errorf("after the orders: %v, want a report each", n)
	}
	f.mails(1, func(int) string { return "From: bert@mail.test\n\nkey " + f.keys["bert@mail.test"] + "\nstatus\n" })
	if n := f.to(); n["bert@mail.test"] != 1 {
		t.Errorf("a question with a key is not answered: %v", n)
	}
}

// Known addresses share what they get: who writes a little is answered though others write much.
func TestMail04_KnownAddressesShareFairly(t *testing.T) {
	t.Parallel()
	f := newFlood(t)
	f.env.Limits.RepliesInAll = 60
	f.mails(300, func(i int) string {
		return fmt.Sprintf("From: %s\n\nstatus # %d\n",
			[]string{"bert@mail.test", "carl@mail.test", "dora@mail.test"}[i%3], i)
	})
	if n := f.to(); n["bert@mail.test"]+n["carl@mail.test"]+n["dora@mail.test"] >= 60 {
		t.Errorf("three senders have used up what is for all: %v", n)
	}
	f.mails(1, func(int) string { return "From: anna@mail.test\n\nstatus\n" })
	if n := f.to(); n["anna@mail.test"] != 1 {
		t.Error("a player who asks once is not answered")
	}
}

func TestFairShare(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ others, want int }{{0, 40}, {200, 20}, {395, 1}, {399, 1}, {400, 0}, {500, 0}} {
		if got := command.FairShare(40, 400, c.others); got != c.want {
			t.Errorf("with %d answers to others: %d, want %d", c.others, got, c.want)
		}
	}
}

// Mails with a key are handled beyond the budget of their person; one notice an hour says that they are not answered.
func TestMail04_BeyondTheBudgetOfAPlayer(t *testing.T) {
	t.Parallel()
	f := newFlood(t)
	f.env.Limits.OrdersPerTurn = 1000
	standing := func(i int) string {
		return fmt.Sprintf("From: bert@mail.test\n\nkey %s\ndefend SZ%d\n  losses submarine, transport\n",
			f.keys["bert@mail.test"], 1+i%50)
	}
	f.mails(100, standing)
	for n := range uint64(100) {
		if out := f.outcome(n + 1); out.Kind != decision.Accepted {
			t.Fatalf("mail %d: %+v", n+1, out)
		}
	}
	n := f.to()
	if want := f.env.Limits.RepliesPerPlayer + 1; n["bert@mail.test"] != want || n[refereeAddress] != 1 {
		t.Errorf("%v, want %d to bert and one to the referee", n, want)
	}
	f.now = f.now.Add(time.Hour)
	f.mails(1, standing)
	if n := f.to(); n["bert@mail.test"] != 1 {
		t.Errorf("an hour later: %v", n)
	}
}

// A key works from an address that has sent wrong ones, and a player joins another game though their address is used up
// by others.
func TestMail04_AKeyIsHandledFromAnyAddress(t *testing.T) {
	t.Parallel()
	f := newFlood(t)
	f.update(func(tx *store.Tx) error {
		_, err := people.CreateGame(f.env, tx, people.NewGame{Name: "torch", Rules: "europe",
			Options: []rules.Setting{{Name: "joining", Value: "open"}}})
		return err
	})
	f.mails(steps.WrongKeysInAll+10, func(i int) string {
		return fmt.Sprintf("From: x%d@else.test\n\nkey 2222-3333-4444-%04d\nbuy 1 tank\n", i, 2222+i)
	})
	f.mails(100, func(i int) string { return fmt.Sprintf("From: bert@mail.test\n\njoin torch as Germany\n# %d\n", i) })
	f.to()
	f.mails(1, func(int) string {
		return "From: bert@mail.test\n\nkey " + f.keys["bert@mail.test"] + "\njoin torch as UK\n"
	})
	if n := f.to(); n["bert@mail.test"] == 0 {
		t.Error("the player's own wish is not answered")
	}
	f.mails(1, func(int) string { return "From: x1@else.test\n\nkey " + f.keys["anna@mail.test"] + "\n" + wholeTurn })
	if n := f.to(); n["emil@mail.test"] != 1 {
		t.Error("orders with a right key are not played")
	}
}

// A forged mail makes us write to no one: not twice for the same text, not when the provider calls it forged,
// and only a few times a day.
func TestMail04_ForgedSendersAreNotFlooded(t *testing.T) {
	t.Parallel()
	f := newFlood(t)
	f.env.Self.Checkers = []string{"mx.games.test"}
	f.mails(200, func(i int) string {
		return "From: victim@else.test\n\njoin nosuch as UK\n" + fmt.Sprint("# ", i, "\n")
	})
	f.mails(200, func(int) string { return "From: anna@mail.test\n\nbuy 3 tnaks\n" })
	f.mails(20, func(i int) string {
		return fmt.Sprintf("Authentication-Results: mx.games.test; spf=fail smtp.mailfrom=else.test; dmarc=fail header.from=else.test\nFrom: y%d@else.test\n\nhello\n", i)
	})
	n := f.to()
	if n["victim@else.test"] > command.RepliesPerStranger {
		t.Errorf("%d mails to a victim", n["victim@else.test"])
	}
	if n["anna@mail.test"] != 1 {
		t.Errorf("%d refusals of one text", n["anna@mail.test"])
	}
	for i := range 20 {
		if n[fmt.Sprintf("y%d@else.test", i)] > 0 {
			t.Error("a mail that is called forged was answered")
		}
	}
}

// A mail that cannot be made is left out; the orders next to it are played.
func TestANoticeThatCannotBeMadeUndoesNoOrders(t *testing.T) {
	t.Parallel()
	f := newFlood(t)
	f.update(func(tx *store.Tx) error { // one address takes no mail, and another mail has the name of a report
		g, err := gamestore.Load(tx, f.game)
		if err != nil {
			return err
		}
		s := *g.Seat("Japan")
		s.Address = "dora at mail.test"
		if err := g.SaveSeat(tx, s); err != nil {
			return err
		}
		for seq := range 5 {
			id := mailio.MessageID(f.env.Self.Domain, f.game, "report", strconv.Itoa(1+seq), g.Seat("USA").Mark())
			if _, err := tx.Outbox().Queue(store.Envelope{MessageID: id, From: serverAddress, To: "emil@mail.test"},
				f.now, []byte("another mail")); err != nil {
				return err
			}
		}
		return nil
	})
	f.mails(1, func(int) string { return "From: anna@mail.test\n\nkey " + f.keys["anna@mail.test"] + "\n" + wholeTurn })
	if out := f.outcome(1); out.Kind != decision.Accepted {
		t.Errorf("%+v", out)
	}
	if n := f.to(); n["anna@mail.test"] != 1 || n["bert@mail.test"] != 1 || n["emil@mail.test"] != 5 {
		t.Errorf("the others' mails: %v", n)
	}
}
