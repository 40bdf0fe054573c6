package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/store"
)

// mail hands in a letter with nothing in it but this text, and more header lines if wanted, and tells what became of it.
func (m *months) mail(from, subject, text string, more ...string) store.Outcome {
	m.t.Helper()
	head := fmt.Sprintf("From: %s\n", from)
	if !slices.ContainsFunc(more, func(x string) bool { return strings.HasPrefix(x, "To:") }) {
		head += "To: " + office + "\n"
	}
	if !slices.ContainsFunc(more, func(x string) bool { return strings.HasPrefix(x, "Content-Type:") }) {
		head += "Content-Type: text/plain; charset=utf-8\n"
	}
	for _, x := range more {
		head += x + "\n"
	}
	m.sent++
	return m.hand(fmt.Sprintf("%sSubject: %s\nMessage-ID: <%d@mail.test>\n\n%s", head, subject, m.sent, text))
}

// hand hands in these bytes as a letter.
func (m *months) hand(raw string) (out store.Outcome) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		n, _, err := vault.AddMail(m.o, tx, mailio.Raw{Account: "o", Folder: "Strange", UIDValidity: 1, UID: uint32(m.sent), Received: m.now,
			Bytes: []byte(strings.ReplaceAll(raw, "\n", "\r\n"))})
		if err != nil {
			return err
		}
		if err := steps.HandleMail(m.o, tx, n); err != nil {
			return err
		}
		l, err := tx.Inbox().Mail(n)
		if err != nil {
			return err
		}
		out = l.Outcome
		return steps.AnswerAll(m.o, tx)
	})
	return out
}

// answers sends back a mail whole, quoted as mail programs do it.
func (m *months) answers(from string) store.Outcome {
	m.t.Helper()
	all := m.mails(from)
	if len(all) == 0 {
		m.t.Fatalf("%s has no mail to answer", from)
	}
	last := all[len(all)-1]
	return m.mail(from, "Re: "+last.Subject, "Yes, it is me.\n\n> "+strings.ReplaceAll(last.Body().Body, "\n", "\n> "))
}

// KeyOf is the key of a seat or chair, by the name the store knows it by.
func (m *months) keyOf(name string) string { return keyIn(m.t, m.store, m.o, m.game, name) }

// acts are the act records of the game so far, as "GER resigns".
func (m *months) acts() []string {
	m.t.Helper()
	var out []string
	for _, e := range m.table().Chain.Entries() {
		switch a := e.Body.(type) {
		case *history.Act:
			out = append(out, a.Actor+" "+a.What)
		case *history.RefereeAct:
			out = append(out, a.Actor+" "+a.Action)
		}
	}
	return out
}

func (m *months) wantAct(what string) {
	m.t.Helper()
	if acts := m.acts(); !slices.Contains(acts, what) {
		m.t.Errorf("no record %q among %q", what, acts)
	}
}

const (
	fritz = "fritz@else.test"
	gerda = "gerda@else.test"
)

// A person from nowhere opens a game by mail, others join, all confirm, and it begins by itself: nobody touches a command.
func TestAGameIsMadeJoinedConfirmedAndBegunByMailAlone(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.o.NewGames = people.NewGamesAnybody
	m.game = "torch"
	m.mail(fritz, "", "new game torch rules europe\noption joining open\noption start auto\noption fire-order defender-first\noption language de\noption zone Europe/Berlin\njoin torch as Germany\n")
	table := m.table()
	chair, request := table.Referee(), table.Participant("join:Germany:"+fritz)
	if chair.Address != fritz || chair.Language != "de" || request == nil || request.Zone != "Europe/Berlin" || table.Seat("Germany").Taken() {
		t.Fatalf("chair %+v, request %+v", chair, request)
	}
	if got := table.Rules.Options.Get("fire-order"); got != "defender-first" {
		t.Errorf("fire-order is %q", got)
	}
	m.wantTold(fritz, "Deine Partie torch ist angelegt")
	m.wantTold(fritz, m.keyOf("referee"))
	m.answers(fritz)
	if chair := m.table().Referee(); chair.Unconfirmed {
		t.Error("the referee's address has not confirmed")
	}
	for i, power := range []string{"USSR", "UK", "USA"} {
		who := fmt.Sprintf("%c@new.test", 'p'+i)
		m.mail(who, "join torch as "+power, "")
		if m.table().Running() {
			t.Fatal("the game runs before everybody has confirmed")
		}
		m.wantTold(who, "send these lines back")
		if out := m.answers(who); out.Reason != "confirmed" {
			t.Errorf("%s: %+v", who, out)
		}
		m.wantTold(who, "your address is confirmed")
	}
	if !m.table().Running() {
		t.Fatalf("the game has not begun: %v", m.table().MissingSeats())
	}
	m.wantTold("p@new.test", "The game torch begins")
	m.wantAct("referee opens the game")
	m.wantAct("UK takes the seat")
}

func TestWhoMayOpenGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		setting env.NewGames
		from    string
		may     bool
	}{
		{"", fritz, false}, {people.NewGamesKnown, fritz, false}, {people.NewGamesKnown, "anna@mail.test", true}, {people.NewGamesKnown, refereeAddress, true},
		{people.NewGamesNobody, refereeAddress, false}, {people.NewGamesAnybody, fritz, true},
	} {
		t.Run(string(c.setting)+" "+c.from, func(t *testing.T) {
			t.Parallel()
			m := newEmpty(t)
			m.o.NewGames = c.setting
			m.update(func(tx *store.Tx) error {
				g, err := gamestore.Load(tx, m.game)
				if err != nil {
					return err
				}
				return people.SeatPerson(m.o, tx, g, "USSR", players["USSR"])
			})
			m.mail(c.from, "new game torch rules europe", "")
			made := false
			m.update(func(tx *store.Tx) error {
				_, err := tx.Games().Game("torch")
				made = err == nil
				return nil
			})
			if made != c.may {
				t.Errorf("made: %v", made)
			}
			if !c.may {
				m.wantTold(c.from, "New games are not opened here from your address")
			}
		})
	}
}

// A game can be opened beside orders; the mail about it names the new game, not that of the orders.
func TestAGameOpenedBesideOrders(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.letter("anna@mail.test", "defend everywhere\n  losses infantry\nnew game torch rules europe\n")
	if len(m.table().Pos.Nation("USSR").Standing) == 0 {
		t.Error("the orders were not taken")
	}
	m.game = "torch"
	m.wantTold("anna@mail.test", "Your game torch is made")
	m.wantTold("anna@mail.test", m.keyOf("referee"))
}

func TestAGameThatCannotBeMadeIsExplained(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.o.NewGames = people.NewGamesAnybody
	m.mail(fritz, "", "new game torch rules europe\noption victory nonsense\n")
	m.wantTold(fritz, "That could not be done")
	m.mail(gerda, "", "new game longwar rules europe\n")
	m.wantTold(gerda, "there is a game longwar already")
	for i := range people.MaxGamesPerDay + 1 {
		m.mail(refereeAddress, "", fmt.Sprintf("new game g%d rules europe\n", i))
	}
	m.wantTold(refereeAddress, "no more than 5 new games a day")
}

// The setting joining decides whether somebody comes in, asks the referee, or stays outside.
func TestJoiningIsClosedOpenOrTheRefereesToApprove(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ setting, says string }{
		{"joining=closed", "takes nobody in from your address"},
		{"joining=open", "send these lines back"},
		{"joining=approval", "is asked whether you may come in"},
	} {
		t.Run(c.setting, func(t *testing.T) {
			t.Parallel()
			m := newEmpty(t, c.setting)
			m.mail(fritz, "", "join longwar as Germany\n")
			m.wantTold(fritz, c.says)
			if requested := gamestore.SeatRequested(m.table(), "Germany"); requested != (c.setting == "joining=open") || m.table().Seat("Germany").Taken() {
				t.Errorf("requested: %v", requested)
			}
		})
	}
}

func TestTheRefereeApprovesAndRejects(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=approval")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.mail(gerda, "", "join longwar as Germany\n")
	m.mail(gerda, "", "join longwar as Germany\n") // once more: asked once
	m.wantTold(refereeAddress, "approve fritz@else.test as Germany")
	m.forget()
	m.letter(refereeAddress, "status\n")
	m.wantTold(refereeAddress, "approve gerda@else.test as Germany")
	if n := len(m.table().State.Admission.Pending); n != 2 {
		t.Errorf("%d requests", n)
	}
	m.letter(fritz, "approve gerda@else.test as Germany\n") // has no key, and no say
	m.letter(refereeAddress, "approve fritz@else.test as Germany\n")
	m.wantTold(fritz, "The seat of Germany in the game longwar goes to the first who confirms")
	m.letter(refereeAddress, "reject gerda@else.test\n")
	m.wantTold(gerda, "has not let you in")
	m.answers(fritz)
	if s := m.table().Seat("Germany"); s.Address != fritz || s.Unconfirmed {
		t.Errorf("%+v", s)
	}
	m.wantAct("referee approves somebody who asked")
	m.wantAct("referee rejects somebody who asked")
	m.wantAct("GER takes the seat")
	m.letter(refereeAddress, "approve gerda@else.test as UK\n")
	m.wantTold(refereeAddress, "has not asked")
	m.mail(gerda, "", "join longwar as UK\n")
	m.update(func(tx *store.Tx) error { // at the keyboard
		v, err := people.ChangeAdmission(m.o, tx, people.AdmissionRequest{Game: m.game, Line: "approve gerda@else.test as UK"})
		if err == nil && len(v.(people.AdmissionView).Asks) > 0 {
			t.Errorf("%+v still wait", v)
		}
		return err
	})
	m.answers(gerda)
	m.wantAct("UK takes the seat")
}

// Deny is stronger than allow, and both are stronger than the setting.
func TestAllowAndDenyLists(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=closed")
	m.letter(refereeAddress, "allow *@else.test\n")
	m.letter(refereeAddress, "deny Fritz@Else.test\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.wantTold(fritz, "takes nobody in")
	m.mail(gerda, "", "join longwar as UK\n")
	m.wantTold(gerda, "send these lines back")
	m.letter(refereeAddress, "allow fritz@else.test\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.wantTold(fritz, "send these lines back")
	m.letter(refereeAddress, "deny nonsense\n")
	m.wantTold(refereeAddress, "is neither an address nor")
}

// What a person says about himself, and what the referee says about the game, are both option lines.
func TestOptionsOfPeopleAndOfTheHouse(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.letter("anna@mail.test", "option language da\n")
	m.letter("anna@mail.test", "option zone Europe/Copenhagen\n")
	if s := m.table().Seat("USSR"); s.Language != "da" || s.Zone != "Europe/Copenhagen" {
		t.Errorf("%+v", s)
	}
	m.letter("anna@mail.test", "option zone Nowhere/City\n")
	m.letter("carl@mail.test", "option joining open\n")
	m.letter(refereeAddress, "option observers closed\n")
	if got := m.table().State.House; got.Get("joining") != "closed" || got.Get("observers") != "closed" {
		t.Errorf("%+v", got)
	}
	m.wantTold("dora@mail.test", "observers closed")
	m.wantAct("REFEREE option observers closed")
}
