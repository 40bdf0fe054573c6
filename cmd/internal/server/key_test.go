package server

import (
	"bytes"
	"fmt"
	"log/slog"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/replies"
	"fieldpost/store"
)

// Who writes in another's name gets no key: it goes to the address that the mail is from, not to where it wants its
// answers.
func TestAForgedSenderGetsNoKeyOfAGame(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open")
	m.game = "torch"
	m.mail("anna@mail.test", "", "new game torch rules europe\noption joining open\njoin torch as UK\n",
		"Reply-To: "+fritz)
	table := m.loadGame()
	for _, s := range []*roster.Participant{table.Referee(), table.Participant("join:UK:anna@mail.test")} {
		key := m.keyOf(s.ID())
		if m.told(fritz, key) {
			t.Error("a key went to the forger")
		}
		m.wantTold("anna@mail.test", key)
	}
}

// Letters from any address of a person count, and mail goes to the main one; a mistyped address learns no key.
func TestSeveralAddressesOfAPerson(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	const work = "anna@work.test"
	m.keyed("anna@mail.test", "address "+work+"\n")
	m.wantTold("anna@mail.test", work+" is asked to confirm")
	if m.told(work, m.keys["anna@mail.test"]) {
		t.Error("an address that is not confirmed was told the key of the seat")
	}
	asked := m.mails(work)[0].Body().Body
	code := notify.KeyPattern.FindString(asked)
	if out := m.mail(work, "", "key "+code+"\nbuy 1 infantry\n"); out.Kind == decision.Accepted {
		t.Error("the code of an address is taken for the seat's key")
	}
	if !m.loadGame().Seat("USSR").Has(work) {
		t.Fatal("not confirmed")
	}
	m.wantTold("anna@mail.test", work+" has confirmed")
	m.forget()
	m.keys[work] = m.keys["anna@mail.test"]
	m.keyed(work, "buy 8 infantry\ncombat\nplace nothing\ndone\n")
	if m.told("anna@mail.test", "used the key of your seat") {
		t.Error("a letter from her second address was told as a stranger's")
	}
	m.wantTold("anna@mail.test", "WHAT HAPPENED")
	m.keyed(work, "address main "+work+"\n")
	m.wantTold("anna@mail.test", "Your mail of the game longwar goes to "+work)
	m.wantTold(work, "Your mail of the game longwar goes to "+work)
	m.keyed(work, "address drop anna@mail.test\n")
	if s := m.loadGame().Seat("USSR"); s.Address != work || s.Has("anna@mail.test") {
		t.Errorf("%+v", s)
	}
	m.wantAct("RUS adds an address")
	m.wantAct("RUS changes the main address")
	m.wantAct("RUS drops an address")
}

// A new key goes to the seat's own address only, even if the old one asked for it.
func TestANewKeyIsMailedToItsSeatAlone(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	old := m.keys["anna@mail.test"]
	m.mail(fritz, "", "game longwar\nkey "+old+"\nnew key\n") // a thief
	fresh := m.keyOf("RUS")
	if fresh == old {
		t.Fatal("no new key")
	}
	m.wantTold("anna@mail.test", fresh)
	for _, l := range m.mails(fritz) {
		if strings.Contains(l.Body().Body, fresh) {
			t.Errorf("the thief was told the new key:\n%s", l.Body().Body)
		}
	}
	if out := m.mail("anna@mail.test", "", "game longwar\nkey "+old+"\nresign\n"); out.Reason != "old-key" {
		t.Errorf("the old key: %+v", out)
	}
	m.wantAct("RUS has a new key")
	m.keys["anna@mail.test"] = fresh
	m.keyed("anna@mail.test", "new key\nnew key\n")
	m.wantTold("anna@mail.test", m.keyOf("RUS"))
}

// A key in a mail that went to others too is replaced; the mail counts, or not, as the game is set.
func TestAKeyThatOthersSawIsReplaced(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, setting, to string
		replaced, taken   bool
	}{
		{"to another player", "seen-key=accept", "bert@mail.test", true, true},
		{"held", "seen-key=hold", "bert@mail.test", true, false},
		{"to nobody else", "seen-key=hold", "orders+longwar@games.test", false, true},
		{"to himself", "seen-key=hold", "anna@mail.test", false, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t, c.setting)
			old := m.keys["anna@mail.test"]
			out := m.mail("anna@mail.test", "", "game longwar\nkey "+old+"\ndefend everywhere\n  losses infantry\n",
				"To: "+serverAddress, "Cc: "+c.to)
			if (out.Kind == decision.Accepted) != c.taken {
				t.Errorf("%+v", out)
			}
			if fresh := m.keyOf("RUS"); (fresh != old) != c.replaced {
				t.Errorf("replaced: %v", fresh != old)
			} else if c.replaced {
				m.wantTold("anna@mail.test", fresh)
			}
		})
	}
}

// A mail with the key from elsewhere is taken and told, or held until its player says so at home.
func TestAMailFromElsewhereIsHeldIfTheGameIsSetSo(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "unknown-address=hold")
	letter := func() uint64 {
		m.t.Helper()
		if out := m.mail(fritz, "", "game longwar\nkey "+m.keys["anna@mail.test"]+
			"\nbuy 8 infantry\ncombat\nplace nothing\ndone\n"); out.Kind != decision.Held {
			t.Fatalf("%+v", out)
		}
		h := m.loadGame().State.Held
		return h[len(h)-1].Mail
	}
	first, second := letter(), letter()
	m.wantTold(fritz, "is held until its player has said")
	m.wantTold("anna@mail.test", fmt.Sprintf("approve letter %d", first))
	if out := m.mail(fritz, "", fmt.Sprintf("game longwar\nkey %s\napprove letter %d\n", m.keys["anna@mail.test"],
		first)); out.Kind != decision.Held {
		t.Errorf("the stranger releases his own letter: %+v", out)
	}
	if m.loadGame().Pos.Power() != "USSR" {
		t.Fatal("it was played")
	}
	m.keyed("anna@mail.test", fmt.Sprintf("reject letter %d\n", second))
	m.keyed("anna@mail.test", fmt.Sprintf("approve letter %d\n", first))
	if m.loadGame().Pos.Power() != "Germany" {
		t.Errorf("it was not played: %s", m.loadGame().Pos.Power())
	}
	m.keyed("anna@mail.test", fmt.Sprintf("approve letter %d\n", second))
	m.wantTold("anna@mail.test", "is held")
}

// No key of a game is in a mail to any other seat, in a log, in a record or in the exported file.
func TestNoKeyGetsOut(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open", "observers=open", "press=anonymous")
	var log bytes.Buffer
	m.env.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	keys := map[string][]string{} // of each name in the game, all it ever had
	note := func() {
		table := m.loadGame()
		for _, s := range slices.Concat(table.Seats, table.Others) {
			if k := m.keyOf(s.ID()); !slices.Contains(keys[s.Address], k) {
				keys[s.Address] = append(keys[s.Address], k)
			}
		}
	}
	note()
	anna, bert := m.keys["anna@mail.test"], m.keys["bert@mail.test"]
	for _, text := range []string{
		"buy 8 infantry with the key " + anna + "\nnonsense " + anna + "\n",
		"press to Germany\nMy key is " + anna + " and his is " + strings.ToLower(strings.ReplaceAll(bert, "-", " ")) +
			".\nend press\n",
		"announce " + anna + "\n", "address " + anna + "@mail.test\n", "approve " + anna + "\n",
		"option name " + anna + "\n", "history " + anna + "\n",
	} {
		m.keys["anna@mail.test"] = m.keyOf("RUS")
		m.keyed("anna@mail.test", text)
		note()
	}
	m.mail(fritz, "key "+anna, "observe longwar\nkey "+anna+"\n")
	m.answers(fritz)
	m.keys["anna@mail.test"] = m.keyOf("RUS")
	m.mail("anna@mail.test", "", "game longwar\nkey "+m.keyOf("RUS")+"\n"+wholeTurn, "Cc: bert@mail.test")
	note()
	m.wantTold("anna@mail.test", `Not read as orders: "with / key / nonsense"`) // and not a piece of the key
	m.keyed(refereeAddress, "replace Germany with gerda@else.test\n")
	m.answers(gerda)
	note()
	m.seen = 0
	people := []string{refereeAddress, fritz, gerda}
	for _, p := range players {
		people = append(people, p.Address)
	}
	for _, who := range people {
		for _, l := range m.mails(who) {
			for owner, ks := range keys {
				for _, k := range ks {
					if owner != who && strings.Contains(command.BareKey(strings.ToUpper(l.Subject+l.Body().Body)),
						command.BareKey(k)) {
						t.Errorf("a mail to %s holds a key of %s: %s\n%s", who, owner, l.Subject, l.Body().Body)
					}
				}
			}
		}
	}
	var bundle []byte
	m.update(func(tx *store.Tx) error {
		d, err := admin.ReadData(m.env, tx, gamestore.GameName{Game: m.game})
		if err != nil {
			return err
		}
		b, err := d.(gamestore.Data).Bundle(true)
		if err != nil {
			return err
		}
		bundle, err = b.Print()
		return err
	})
	for owner, ks := range keys {
		for _, k := range ks {
			for where, text := range map[string]string{"the log": log.String(), "the exported file": string(bundle)} {
				if strings.Contains(text, k) || strings.Contains(text, command.BareKey(k)) {
					t.Errorf("%s holds a key of %s", where, owner)
				}
			}
		}
	}
	var powers []board.Power
	for p := range players {
		powers = append(powers, p)
	}
	for _, who := range []string{fritz, gerda, "anna@mail.test"} {
		if strings.Contains(string(bundle), who) {
			t.Errorf("the exported file names %s (%v)", who, powers)
		}
	}
}

// A wrong key is called wrong, with its line and game, to strangers too, but to them once a day. One that was replaced
// is no wrong key: whoever sent it, the seat is told to answer its newest mail, and so is who answers a mail from
// before.
func TestWrongAndReplacedKeysAreToldApart(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	call, _ := m.newest("anna@mail.test")
	m.forget()
	if out := m.mail("anna@mail.test", "", "game longwar\n\nkey AAAA-AAAA-AAAA-AAAA\nbuy 1 tank\n"); out.Reason !=
		"wrong-key" {
		t.Errorf("a wrong key: %+v", out)
	}
	m.wantTold("anna@mail.test", "The key in line 3 is not that of a seat in longwar. Reply to your newest report")
	for i, want := range []string{"wrong-key", "stranger-again"} {
		if out := m.mail(fritz, "", fmt.Sprintf("key AAAA-AAAA-AAAA-AAA%d\nbuy 1 tank\n", i+2)); out.Reason != want {
			t.Errorf("a stranger's wrong key: %+v, want %s", out, want)
		}
	}
	m.wantTold(fritz, "The key in line 1 is not that of a seat. Reply")

	old := m.keys["anna@mail.test"]
	m.keyed("anna@mail.test", "new key\n")
	for i := range 7 { // more than wrong keys may be sent
		m.forget()
		if out := m.mail(fritz, "", fmt.Sprintf("game longwar\nkey %s\nbuy %d tanks\n", old, i+1)); out.Reason !=
			"old-key" || out.Seat != "RUS" {
			t.Errorf("a replaced key: %+v", out)
		}
		m.wantTold("anna@mail.test", "The key in line 2 was replaced. Reply to your newest mail")
	}
	for _, style := range []replies.Style{replies.Alone, replies.OnTop} {
		m.forget()
		out := m.replies(clientNamed(t, "gmail-web"), call, replies.Reply{Style: style, From: "anna@mail.test",
			Text: "buy 1 tank\n"})
		if out.Reason != "old-key" {
			t.Errorf("a reply, %s, to a mail from before: %+v", style, out)
		}
		m.wantTold("anna@mail.test", "Reply to your newest mail")
	}
}
