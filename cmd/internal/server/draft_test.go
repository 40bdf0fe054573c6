package server

import (
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/mailio/replies"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
)

// westRussia is an attack of the USSR in round 1.
const westRussia = "combat\n  move 3 infantry, 1 tank from Archangel to West Russia\n"

// draft is the draft of the game as canonical lines.
func (m *months) draft() string {
	m.t.Helper()
	g := m.loadGame()
	return orders.FormatSheet(filing.Waiting(g.Game), syntax.English, g.Rules.Board)
}

// wantDraft compares the draft, and whether anything was played since there were so many records.
func (m *months) wantDraft(records int, lines ...string) {
	m.t.Helper()
	want := ""
	if len(lines) > 0 {
		want = strings.Join(lines, "\n") + "\n"
	}
	if got := m.draft(); got != want {
		m.t.Errorf("the draft is\n%swant\n%s", got, want)
	}
	if n := m.loadGame().Chain.Len(); n != records {
		m.t.Errorf("%d records, want %d", n, records)
	}
}

// quiet checks that none of the others was mailed.
func (m *months) quiet() {
	m.t.Helper()
	for _, to := range []string{"bert", "carl", "dora", "emil"} {
		if got := m.mails(to + "@mail.test"); len(got) > 0 {
			m.t.Errorf("%s was mailed %q", to, got[0].Subject)
		}
	}
	if got := m.mails(refereeAddress); len(got) > 0 {
		m.t.Errorf("the referee was mailed %q", got[0].Subject)
	}
}

// A form that brings the draft may be changed where it stands: what was left in it stays.
func TestTheFormIsChangedWhereItStands(t *testing.T) {
	t.Parallel()
	for _, client := range []string{"thunderbird", "gmail-web", "outlook-classic", "yahoo", "k9"} {
		t.Run(client, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t)
			m.keyed("anna@mail.test", "buy 3 infantry, 3 tanks\nnoncombat\n  move 2 infantry from Novosibirsk to Russia\n"+
				"  move 1 infantry from Evenki National Okrug to Novosibirsk\n")
			m.forget()
			m.mail("anna@mail.test", "[longwar]", "game longwar\nkey "+m.keys["anna@mail.test"]+"\nmap\n")
			sent, letter := m.newest("anna@mail.test")
			if !strings.Contains(letter.Body().Body, "\nbuy 3 infantry, 3 tanks\n") {
				t.Fatalf("the form has no draft:\n%s", letter.Body().Body)
			}
			records := m.loadGame().Chain.Len()
			m.replies(clientNamed(t, client), sent, replies.Reply{Style: replies.InForm, From: "anna@mail.test",
				Instead: "  move 2 infantry from Novosibirsk to Russia", Text: "  move 1 infantry from Novosibirsk to Russia\n"})
			m.wantDraft(records, "buy 3 infantry, 3 tanks", "noncombat", "  move 1 infantry from Novosibirsk to Russia",
				"  move 1 infantry from Evenki National Okrug to Novosibirsk")
		})
	}
}

// Until a die falls or the turn ends every mail changes the draft, heading by heading, and nobody else is told.
func TestADraftIsChangedHeadingByHeading(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.forget()
	records := m.loadGame().Chain.Len()
	m.keyed("anna@mail.test", "buy 3 infantry, 3 tanks\n")
	m.wantDraft(records, "buy 3 infantry, 3 tanks")
	m.wantTold("anna@mail.test", "TAKEN AS A DRAFT, USSR")
	m.wantTold("anna@mail.test", "Spent: 24 of 24 IPC")
	m.wantTold("anna@mail.test", "place 3 infantry in Russia")
	m.keyed("anna@mail.test", "noncombat\n  move 2 infantry from Novosibirsk to Russia\n")
	m.wantDraft(records, "buy 3 infantry, 3 tanks", "noncombat", "  move 2 infantry from Novosibirsk to Russia")
	m.forget()
	m.keyed("anna@mail.test", "buy 8 infantry\n")
	m.wantDraft(records, "buy 8 infantry", "noncombat", "  move 2 infantry from Novosibirsk to Russia")
	m.wantTold("anna@mail.test", "NO LONGER IN YOUR DRAFT")
	m.wantTold("anna@mail.test", "buy 3 infantry, 3 tanks")
	m.keyed("anna@mail.test", "withdraw noncombat\n")
	m.wantDraft(records, "buy 8 infantry")
	m.keyed("anna@mail.test", "withdraw place\n")
	m.wantTold("anna@mail.test", "There are no orders of yours that wait to be played.")
	m.keyed("anna@mail.test", "withdraw buy\nnoncombat\n  move 2 infantry from Novosibirsk to Russia\n")
	m.wantDraft(records, "noncombat", "  move 2 infantry from Novosibirsk to Russia")
	m.keyed("anna@mail.test", "withdraw\n")
	m.wantDraft(records)
	m.quiet()
	if n := m.loadGame().Arrived; n != 7 {
		t.Errorf("%d mails are in the list of what came, want 7", n)
	}
	m.audit()
}

// Faults refuse a mail, and the draft stays. A line of the draft that cannot stand any more falls out.
func TestWhatCannotStandInADraft(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "play=deadline")
	records := m.loadGame().Chain.Len()
	m.keyed("anna@mail.test", "buy 4 tanks\nplace 4 tanks in Russia\n")
	m.wantDraft(records, "buy 4 tanks", "place 4 tanks in Russia")
	m.keyed("anna@mail.test", "buy 9 infantry\n")
	m.wantTold("anna@mail.test", "NOT ACCEPTED")
	m.wantDraft(records, "buy 4 tanks", "place 4 tanks in Russia")
	m.forget()
	m.keyed("anna@mail.test", "buy 8 infantry\n")
	m.wantDraft(records, "buy 8 infantry")
	_, answer := m.newest("anna@mail.test")
	if _, gone, _ := strings.Cut(answer.Body().Body, "NO LONGER IN YOUR DRAFT"); !strings.Contains(gone, "place 4 tanks in Russia") {
		t.Errorf("the receipt does not name the line that fell out:\n%s", answer.Body().Body)
	}
	m.keyed("anna@mail.test", westRussia+"battle West Russia\n  retreat to Archangel after 1\n")
	m.keyed("anna@mail.test", "withdraw combat\n")
	m.wantDraft(records, "buy 8 infantry")
}

// A die plays the draft up to the next stop. What was played is final; lines for later phases stay a draft.
func TestADraftIsPlayedWhenADieFalls(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	records := m.loadGame().Chain.Len()
	m.keyed("anna@mail.test", "buy 8 infantry\n")
	m.keyed("anna@mail.test", "noncombat\n  move 2 infantry from Novosibirsk to Russia\n")
	m.forget()
	m.keyed("anna@mail.test", westRussia)
	m.wantDraft(records+2, "noncombat", "  move 2 infantry from Novosibirsk to Russia")
	g := m.loadGame()
	if g.Pos.Phase() != order.Noncombat || g.Pos.Nation("USSR").Bought()[board.Infantry] != 8 {
		t.Errorf("it is %s of %s", g.Pos.Phase(), g.Pos.Power())
	}
	if got := m.mails("bert@mail.test"); len(got) != 1 {
		t.Errorf("Bert got %d mails", len(got))
	}
	m.keyed("anna@mail.test", "buy 4 tanks\n")
	m.wantTold("anna@mail.test", "NOT ACCEPTED")
	m.keyed("anna@mail.test", "place 8 infantry in Russia\n")
	m.wantDraft(records + 4)
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Errorf("it is the turn of %s", on)
	}
	m.audit()
}

// Research rolls dice; a purchase beside it reveals nothing and stays a draft, until the dice may have changed it.
func TestResearchLeavesTheRestADraft(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	records := m.loadGame().Chain.Len()
	m.keyed("anna@mail.test", "research rockets with 1 dice\nbuy 6 infantry\n")
	m.wantDraft(records+2, "buy 6 infantry")
	m.keyed("anna@mail.test", "research rockets with 2 dice\n")
	m.wantTold("anna@mail.test", "NOT ACCEPTED")
	m.keyed("anna@mail.test", "buy 3 tanks\ncombat\nplace 3 tanks in Russia\n")
	m.wantDraft(records + 4)
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Errorf("it is the turn of %s", on)
	}
	m.audit()
}

// With option play deadline nothing is played before the deadline, or before `ready`; both end the turn.
func TestADraftWaitsForTheDeadline(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "play=deadline", "deadline=2d", "silence=wait")
	m.forget()
	records := m.loadGame().Chain.Len()
	m.keyed("anna@mail.test", "research rockets with 1 dice\n"+westRussia)
	m.keyed("anna@mail.test", "buy 6 infantry\n")
	m.keyed("anna@mail.test", "place 6 infantry in Russia\ndone\n")
	m.quiet()
	if n := m.loadGame().Chain.Len(); n != records {
		t.Errorf("%d records were written", n-records)
	}
	m.wantTold("anna@mail.test", "It is played on Monday 23 November 2026, 09:00 UTC")
	m.pass(2*day + 30*time.Minute)
	if pos := m.loadGame().Pos; pos.Power() != "Germany" {
		t.Errorf("it is the turn of %s", pos.Power())
	}
	m.keyed("bert@mail.test", "combat\n")
	m.keyed("bert@mail.test", "ready\n")
	if pos := m.loadGame().Pos; pos.Power() != "UK" {
		t.Errorf("after ready it is the turn of %s", pos.Power())
	}
	m.audit()
}

// The draft of one seat has nothing to do with another's of the same person.
func TestDraftsOfOneInTwoSeats(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	key := map[board.Power]string{"USSR": m.keys["anna@mail.test"]}
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err == nil {
			err = people.SeatPerson(m.env, tx, g, "UK", players["USSR"])
			key["UK"] = reveal(m.env, tx, g, g.Seat("UK"))
		}
		return err
	})
	as := func(seat board.Power, text string) {
		m.keys["anna@mail.test"] = key[seat]
		m.keyed("anna@mail.test", "power "+string(seat)+"\n"+text)
	}
	records := m.loadGame().Chain.Len()
	as("USSR", "buy 8 infantry\n")
	as("UK", "buy 3 infantry\n")
	m.wantTold("anna@mail.test", "NOT ACCEPTED")
	m.wantDraft(records, "buy 8 infantry")
	as("USSR", "place 8 infantry in Russia\n")
	m.wantDraft(records + 2)
	m.keyed("bert@mail.test", "done\n")
	as("UK", "buy 3 infantry\n")
	m.wantDraft(records+4, "buy 3 infantry")
}

// A store of an earlier version keeps the orders that wait for the deadline in the position: they become the draft.
func TestOrdersThatWaitedBecomeADraft(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "play=deadline")
	records := m.loadGame().Chain.Len()
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		f := orders.Parse("buy 8 infantry\n", orders.Context{Board: g.Rules.Board, Power: "USSR"})
		if _, err := g.Adopt(filing.File(g.Game, "USSR", f.File, "", dice.Master{}, m.now)); err != nil {
			return err
		}
		return g.Save()
	})
	m.wantDraft(records, "buy 8 infantry")
	m.keyed("anna@mail.test", "place 8 infantry in Russia\nready\n")
	if on := m.loadGame().Pos.Power(); on != "Germany" {
		t.Errorf("it is the turn of %s", on)
	}
	m.audit()
}

// The status and the reminder show a draft to its player, and to nobody else.
func TestStatusAndReminderShowTheDraft(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "reminders=48h")
	m.forget()
	m.mail("anna@mail.test", "longwar", "game longwar\nstatus\n")
	if m.told("anna@mail.test", "YOUR DRAFT") {
		t.Error("a draft is told where there is none")
	}
	m.keyed("anna@mail.test", "buy 6 infantry\n")
	for _, to := range []string{"anna@mail.test", "bert@mail.test"} {
		m.forget()
		m.mail(to, "longwar", "game longwar\nstatus\n")
		if len(m.mails(to)) == 0 {
			t.Errorf("%s got no answer", to)
		}
		if shown := m.told(to, "buy 6 infantry"); shown != (to == "anna@mail.test") {
			t.Errorf("the status of %s shows the draft: %t", to, shown)
		}
	}
	m.forget()
	m.pass(day)
	m.wantTold("anna@mail.test", "YOUR DRAFT")
	m.wantTold("anna@mail.test", "buy 6 infantry")
	m.wantTold("anna@mail.test", "It is played at the deadline as it stands.")
	m.mail("anna@mail.test", "longwar", "game longwar\nreport\n")
	m.wantTold("anna@mail.test", "\n# research rockets with 1 die\nbuy 6 infantry\n# combat\n") // the form holds the draft
}
