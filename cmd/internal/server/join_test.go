package server

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/steps"
	"fieldpost/store"
)

// Forged requests for all seats, in great numbers, keep no one out: the first address that confirms has the seat.
func TestForgedJoinsBlockNoSeat(t *testing.T) {
	t.Parallel()
	f := &flood{months: newEmpty(t, "joining=open")}
	powers := f.loadGame().Rules.Board.Powers()
	f.mails(2000, func(i int) string {
		return fmt.Sprintf("From: x%d@else.test\n\njoin longwar as %s\n", i, powers[i%len(powers)])
	})
	f.to()
	f.pass(3600e9)
	f.mail(fritz, "", "join longwar as Germany\n")
	f.wantTold(fritz, "goes to the first who confirms")
	if out := f.answers(fritz); out.Reason != "confirmed" {
		t.Errorf("%+v", out)
	}
	if s := f.loadGame().Seat("Germany"); s.Address != fritz || s.Unconfirmed {
		t.Errorf("the seat is %q's", s.Address)
	}
	f.mail(gerda, "", "games\n")
	f.wantTold(gerda, "join longwar as UK")
	f.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "longwar")
		if n := len(g.Others); n > 1+people.MaxUnconfirmed {
			t.Errorf("%d people around the table", n)
		}
		return err
	})
}

// Of several who ask for one seat the first that confirms has it; the others hear so when they confirm.
func TestTheFirstConfirmedAddressGetsTheSeat(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	m.mail(gerda, "", "join longwar as Germany\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.answers(fritz)
	if s := m.loadGame().Seat("Germany"); s.Address != fritz {
		t.Fatalf("the seat is %q's", s.Address)
	}
	if out := m.answers(gerda); out.Kind != decision.Refused {
		t.Errorf("%+v", out)
	}
	m.wantTold(gerda, "Somebody sits for Germany already")
	m.wantTold(gerda, "join longwar as UK")
	if gamestore.SeatRequested(m.loadGame(), "Germany") {
		t.Error("the request is still there")
	}
}

// A request whose confirmation comes back is forgotten.
func TestABouncedConfirmationReservesNothing(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open", "observers=open")
	m.mail(fritz, "", "join longwar as Germany\nobserve longwar\n")
	if n := len(m.loadGame().Others); n != 3 {
		t.Fatalf("%d people without a power, want the referee and two requests", n)
	}
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(1) {
			if err != nil {
				return err
			}
			if x.To == fritz {
				if err := steps.RecordBounce(m.env, tx, x, "5.1.1 no such user"); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if n := len(m.loadGame().Others); n != 1 {
		t.Errorf("%d people without a power", n)
	}
}

// A request under a player's address, in a game of theirs or another, confuses nothing that they write.
func TestAForgedRequestConfusesNoPlayer(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open")
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		if err := people.LeaveSeat(m.env, tx, g, "USA"); err != nil {
			return err
		}
		return people.RequestSeat(m.env, tx, g, "USA", roster.Person{Address: "anna@mail.test"})
	})
	m.forget()
	m.mail("anna@mail.test", "", "status\n")
	for _, l := range m.mails("anna@mail.test") {
		if !strings.Contains(l.Body().Body, "USSR") || strings.Contains(l.Body().Body, "confirm") {
			t.Errorf("%s\n%s", l.Subject, l.Body().Body)
		}
	}
	if n := len(m.mails("anna@mail.test")); n != 1 {
		t.Errorf("%d answers", n)
	}
}

// Who is denied later has nothing to confirm.
func TestADeniedRequestIsForgotten(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.keyed(refereeAddress, "deny *@else.test\n")
	m.answers(fritz)
	if m.loadGame().Seat("Germany").Taken() {
		t.Error("somebody who was denied has a seat")
	}
}

// Nothing is suggested that would be refused: not by games, by the answer about a seat that is taken, or by the news of
// one that is free.
func TestNothingIsSuggestedThatIsRefused(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		settings []string
		deny     string // the referee's line before
		join     bool   // whether join lines may be suggested
	}{
		{[]string{"joining=closed"}, "", false},
		{[]string{"joining=open"}, "deny *@else.test\n", false},
		{[]string{"joining=open"}, "", true},
		{[]string{"joining=approval"}, "", true},
		{[]string{"joining=closed"}, "allow *@else.test\n", true},
	} {
		t.Run(fmt.Sprint(c.settings, c.deny), func(t *testing.T) {
			t.Parallel()
			m := newEmpty(t, c.settings...)
			m.update(func(tx *store.Tx) error {
				g, err := gamestore.Load(tx, m.game)
				if err != nil {
					return err
				}
				return people.SeatPerson(m.env, tx, g, "Germany", roster.Person{Address: "bert@mail.test"})
			})
			if c.deny != "" {
				m.keyed(refereeAddress, c.deny)
			}
			m.forget()
			m.mail(fritz, "", "games\n")
			m.mail(fritz, "", "join longwar as Germany\n")
			if got := m.told(fritz, "join longwar as UK"); got != c.join {
				t.Errorf("join is suggested: %v", got)
			}
			for _, line := range []string{"join longwar as UK", "observe longwar", "substitute longwar"} {
				if !m.told(fritz, line) {
					continue
				}
				m.forget()
				if m.mail(fritz, "", line+"\n"); m.told(fritz, "takes nobody in") {
					t.Errorf("%s is suggested and refused", line)
				}
			}
		})
	}
}

func TestAFreeSeatIsOfferedOnlyWhereJoiningIsOpen(t *testing.T) {
	t.Parallel()
	for setting, offered := range map[string]bool{"joining=closed": false, "joining=open": true} {
		m := newMonths(t, setting)
		m.keyed("carl@mail.test", "resign\n")
		if got := m.told("anna@mail.test", "join longwar as UK"); got != offered {
			t.Errorf("%s: offered %v", setting, got)
		}
	}
}
