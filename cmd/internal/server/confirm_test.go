package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// The referee confirms by the mail that tells them of their game, with their first command or before it.
func TestTheOneWhoOpensAGameConfirmsToo(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.env.NewGames = people.NewGamesAnybody
	m.game = "torch"
	m.mail(fritz, "new game torch rules europe", "")
	m.mail(gerda, "join torch as Germany", "")
	if m.told(fritz, "would like to come into") {
		t.Error("news to an address that has not confirmed")
	}
	m.mail(fritz, "[torch] status", "") // without the key: they get the mail to be answered again
	if n := len(m.mails(fritz)); n != 2 || !m.told(fritz, "your game is made") {
		t.Errorf("%d mails", n)
	}
	if out := m.answers(fritz); out.Reason != "confirmed" {
		t.Errorf("%+v", out)
	}
	m.wantTold(fritz, "would like to come into torch") // requests from before they confirmed are sent now
	m.keys[fritz] = m.keyOf("referee")
	m.keyed(fritz, "status\napprove gerda@else.test\n")
	m.wantTold(fritz, "approve gerda@else.test as Germany")
	m.wantTold(gerda, "send these lines back")
}

// Only who reads the mail can confirm, a quoted key is enough for it, and nothing else is mailed before.
func TestAnAddressThatHasNotConfirmedGetsNothingElse(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.mail(gerda, "", "join longwar as UK\n")
	m.answers(gerda)
	m.wantTold(refereeAddress, "Somebody sits for the UK now")
	if n := len(m.mails(fritz)); n != 1 {
		t.Errorf("%d mails to an address that has not confirmed", n)
	}
	if out := m.mail(fritz, "[longwar] status", "status\n"); out.Reason != "not-confirmed" {
		t.Errorf("%+v", out)
	}
	for _, l := range m.mails(fritz) {
		if !strings.Contains(plain(l.Body().Body), "send these lines back") {
			t.Errorf("a mail that asks for no confirmation: %s", l.Subject)
		}
	}
	m.pass(gamestore.ReservationTime + time.Hour)
	if gamestore.SeatRequested(m.loadGame(), "Germany") || m.loadGame().Seat("Germany").Taken() ||
		!m.loadGame().Seat("UK").Taken() {
		t.Error("the request has not lapsed, or the wrong one has")
	}
}

// An answer to all receivers of the mail shows them the key.
func TestAConfirmationThatOthersSeeBringsANewKey(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	m.mail(fritz, "", "join longwar as Germany\n")
	old := m.keyOf("join:Germany:" + fritz)
	if out := m.mail(fritz, "Re: please confirm", "> key "+old+"\n", "To: "+serverAddress,
		"Cc: "+gerda); out.Reason != "confirmed" {
		t.Errorf("%+v", out)
	}
	if s := m.loadGame().Seat("Germany"); s.Unconfirmed || m.keyOf("GER") == old {
		t.Error("not confirmed, or the old key is good still")
	}
	m.wantTold(fritz, m.keyOf("GER"))
}

// Seated by command, an address is taken as good unless the game is set so; the start waits, or the referee says
// anyway.
func TestConfirmOnProvesAllAndTheRefereeCanOverride(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "confirm=on")
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		for _, p := range g.Rules.Board.Powers() {
			if err := people.SeatPerson(m.env, tx, g, p, players[p]); err != nil {
				return err
			}
		}
		if err := people.Start(m.env, tx, g); err == nil {
			t.Error("the game begins without confirmations")
		}
		return g.Save()
	})
	m.answers("anna@mail.test")
	m.keyed(refereeAddress, "start game\n")
	m.wantTold(refereeAddress, "Germany (@)")
	if m.told(refereeAddress, "USSR (@)") {
		t.Error("the USSR has confirmed")
	}
	m.keyed(refereeAddress, "start game anyway\n")
	if !m.loadGame().Running() {
		t.Error("the referee cannot begin the game")
	}
	m.wantAct("referee starts the game")
}

// However many ask and never confirm, the game is not buried under them.
func TestTheTableIsNotCrowdedByThoseWhoNeverConfirm(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	for i := range people.MaxUnconfirmed + 5 {
		if i%m.env.Limits.RepliesToStrangers == 0 {
			m.pass(time.Hour)
		}
		m.mail(fmt.Sprintf("bot%d@else.test", i), "", "observe longwar\n")
	}
	if n := len(m.loadGame().Others); n != 1+people.MaxUnconfirmed {
		t.Errorf("%d chairs", n)
	}
	if m.loadGame().Participant("observer:bot0@else.test") != nil {
		t.Error("the oldest request has not made room")
	}
	m.pass(gamestore.ReservationTime + time.Hour)
	if n := len(m.loadGame().Others); n != 1 {
		t.Errorf("%d chairs are left", n)
	}
}

// Strangers are answered within bounds, and robots never.
func TestTheDoorHoldsItsBudget(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	for range people.MaxJoinsPerDay + 10 {
		m.mail(fritz, "", "join nosuchgame as Germany\n")
	}
	if n := len(m.mails(fritz)); n > people.MaxJoinsPerDay {
		t.Errorf("%d answers", n)
	}
	m.mail(gerda, "", "join longwar as Germany\n", "Auto-Submitted: auto-replied")
	if n := len(m.mails(gerda)); n > 0 {
		t.Errorf("%d answers to a robot", n)
	}
	m.mail("new@else.test", "games", "")
	m.keyed(refereeAddress, "games\n")
	m.wantTold(refereeAddress, "join longwar as UK")
	m.wantTold("new@else.test", "join longwar as UK")
}
