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

// mail handles a mail with only this text, and more header lines if wanted, and returns what happened to
// it.
func (m *months) mail(from, subject, text string, more ...string) store.Outcome {
	m.t.Helper()
	head := fmt.Sprintf("From: %s\n", from)
	if !slices.ContainsFunc(more, func(x string) bool { return strings.HasPrefix(x, "To:") }) {
		head += "To: " + serverAddress + "\n"
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

// hand handles these bytes as a mail.
func (m *months) hand(raw string) (out store.Outcome) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		n, _, err := vault.AddMail(m.env, tx, mailio.Raw{Account: "o", Folder: "Strange", UIDValidity: 1,
			UID: uint32(m.sent), Received: m.now, Bytes: []byte(strings.ReplaceAll(raw, "\n", "\r\n"))})
		if err != nil {
			return err
		}
		if err := steps.HandleMail(m.env, tx, n); err != nil {
			return err
		}
		l, err := tx.Inbox().Mail(n)
		if err != nil {
			return err
		}
		out = l.Outcome
		return steps.AnswerAll(m.env, tx)
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

// KeyOf is the key of a participant, by the name the store knows it by.
func (m *months) keyOf(name string) string { return keyIn(m.t, m.store, m.env, m.game, name) }

// acts are the act records of the game so far, as "GER resigns".
func (m *months) acts() []string {
	m.t.Helper()
	var out []string
	for _, e := range m.loadGame().Chain.Entries() {
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

// An unknown person creates a game by mail, others join, all confirm, and it begins by itself, without a
// command.
func TestAGameIsMadeJoinedConfirmedAndBegunByMailAlone(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.env.NewGames = people.NewGamesAnybody
	m.game = "torch"
	m.mail(fritz, "", "new game torch rules europe\noption joining open\noption start auto\noption fire-order defender-first\noption language de\noption zone Europe/Berlin\njoin torch as Germany\n")
	table := m.loadGame()
	person, request := table.Referee(), table.Participant("join:Germany:"+fritz)
	if person.Address != fritz || person.Language != "de" || request == nil || request.Zone != "Europe/Berlin" ||
		table.Seat("Germany").Taken() {
		t.Fatalf("chair %+v, request %+v", person, request)
	}
	if got := table.Rules.Options.Get("fire-order"); got != "defender-first" {
		t.Errorf("fire-order is %q", got)
	}
	m.wantTold(fritz, "Deine Partie torch ist angelegt")
	m.wantTold(fritz, m.keyOf("referee"))
	m.answers(fritz)
	if person := m.loadGame().Referee(); person.Unconfirmed {
		t.Error("the referee's address has not confirmed")
	}
	for i, power := range []string{"USSR", "UK", "USA"} {
		who := fmt.Sprintf("%c@new.test", 'p'+i)
		m.mail(who, "join torch as "+power, "")
		if m.loadGame().Running() {
			t.Fatal("the game runs before everybody has confirmed")
		}
		m.wantTold(who, "send these lines back")
		if out := m.answers(who); out.Reason != "confirmed" {
			t.Errorf("%s: %+v", who, out)
		}
		m.wantTold(who, "your address is confirmed")
	}
	if !m.loadGame().Running() {
		t.Fatalf("the game has not begun: %v", m.loadGame().MissingSeats())
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
		{"", fritz, false}, {people.NewGamesKnown, fritz, false}, {people.NewGamesKnown, "anna@mail.test", true},
		{people.NewGamesKnown, refereeAddress, true},
		{people.NewGamesNobody, refereeAddress, false}, {people.NewGamesAnybody, fritz, true},
	} {
		t.Run(string(c.setting)+" "+c.from, func(t *testing.T) {
			t.Parallel()
			m := newEmpty(t)
			m.env.NewGames = c.setting
			m.update(func(tx *store.Tx) error {
				g, err := gamestore.Load(tx, m.game)
				if err != nil {
					return err
				}
				return people.SeatPerson(m.env, tx, g, "USSR", players["USSR"])
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

// A game can be opened next to orders; the mail about it names the new game, not that of the orders.
func TestAGameOpenedBesideOrders(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed("anna@mail.test", "defend everywhere\n  losses infantry\nnew game torch rules europe\n")
	if len(m.loadGame().Pos.Nation("USSR").Standing()) == 0 {
		t.Error("the orders were not taken")
	}
	m.game = "torch"
	m.wantTold("anna@mail.test", "Your game torch is made")
	m.wantTold("anna@mail.test", m.keyOf("referee"))
}

func TestAGameThatCannotBeMadeIsExplained(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.env.NewGames = people.NewGamesAnybody
	m.mail(fritz, "", "new game torch rules europe\noption victory nonsense\n")
	m.wantTold(fritz, "That could not be done")
	m.mail(gerda, "", "new game longwar rules europe\n")
	m.wantTold(gerda, "there is a game longwar already")
	for i := range people.MaxGamesPerDay + 1 {
		m.mail(refereeAddress, "", fmt.Sprintf("new game g%d rules europe\n", i))
	}
	m.wantTold(refereeAddress, "no more than 5 new games a day")
}

// The setting joining decides whether a person comes in, asks the referee, or stays outside.
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
			if requested := gamestore.SeatRequested(m.loadGame(),
				"Germany"); requested != (c.setting == "joining=open") || m.loadGame().Seat("Germany").Taken() {
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
	m.keyed(refereeAddress, "status\n")
	m.wantTold(refereeAddress, "approve gerda@else.test as Germany")
	if n := len(m.loadGame().State.Admission.Pending); n != 2 {
		t.Errorf("%d requests", n)
	}
	m.keyed(fritz, "approve gerda@else.test as Germany\n") // has no key, and no say
	m.keyed(refereeAddress, "approve fritz@else.test as Germany\n")
	m.wantTold(fritz, "The seat of Germany in the game longwar goes to the first who confirms")
	m.keyed(refereeAddress, "reject gerda@else.test\n")
	m.wantTold(gerda, "has not let you in")
	m.answers(fritz)
	if s := m.loadGame().Seat("Germany"); s.Address != fritz || s.Unconfirmed {
		t.Errorf("%+v", s)
	}
	m.wantAct("referee approves somebody who asked")
	m.wantAct("referee rejects somebody who asked")
	m.wantAct("GER takes the seat")
	m.keyed(refereeAddress, "approve gerda@else.test as UK\n")
	m.wantTold(refereeAddress, "has not asked")
	m.mail(gerda, "", "join longwar as UK\n")
	m.update(func(tx *store.Tx) error { // at the keyboard
		v, err := people.ChangeAdmission(m.env, tx,
			people.AdmissionRequest{Game: m.game, Line: "approve gerda@else.test as UK"})
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
	m.keyed(refereeAddress, "allow *@else.test\n")
	m.keyed(refereeAddress, "deny Fritz@Else.test\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.wantTold(fritz, "takes nobody in")
	m.mail(gerda, "", "join longwar as UK\n")
	m.wantTold(gerda, "send these lines back")
	m.keyed(refereeAddress, "allow fritz@else.test\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.wantTold(fritz, "send these lines back")
	m.keyed(refereeAddress, "deny nonsense\n")
	m.wantTold(refereeAddress, "is neither an address nor")
}

// What a person says about themselves, and what the referee says about the game, are both option lines.
func TestOptionsOfPeopleAndOfTheHouse(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed("anna@mail.test", "option language da\n")
	m.keyed("anna@mail.test", "option zone Europe/Copenhagen\n")
	if s := m.loadGame().Seat("USSR"); s.Language != "da" || s.Zone != "Europe/Copenhagen" {
		t.Errorf("%+v", s)
	}
	m.keyed("anna@mail.test", "option zone Nowhere/City\n")
	m.keyed("carl@mail.test", "option joining open\n")
	m.keyed(refereeAddress, "option observers closed\n")
	if got := m.loadGame().State.House; got.Get("joining") != "closed" || got.Get("observers") != "closed" {
		t.Errorf("%+v", got)
	}
	m.wantTold("dora@mail.test", "observers closed")
	m.wantAct("REFEREE option observers closed")
}
