package daemon

import (
	"bytes"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
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
		n, _, err := m.o.AddLetter(tx, mailio.Raw{Account: "o", Folder: "Strange", UIDValidity: 1, UID: uint32(m.sent), Received: m.now,
			Bytes: []byte(strings.ReplaceAll(raw, "\n", "\r\n"))})
		if err != nil {
			return err
		}
		if err := m.o.Handle(tx, n); err != nil {
			return err
		}
		l, err := tx.Letter(n)
		out = l.Outcome
		return err
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

// keyOf is the key of a seat or chair, by the name the store knows it by.
func (m *months) keyOf(name string) string { return m.table().named(name).Key.Reveal() }

// acts are the act records of the game so far, as "GER resigns".
func (m *months) acts() []string {
	m.t.Helper()
	var out []string
	for _, e := range m.table().Chain.Entries() {
		switch a := e.Body.(type) {
		case *history.Act:
			out = append(out, a.Actor+" "+a.What)
		case *history.GM:
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
	m.o.NewGames = NewGamesAnybody
	m.game = "torch"
	m.mail(fritz, "", "new game torch rules europe\noption joining open\noption start auto\noption fire-order defender-first\noption language de\noption zone Europe/Berlin\njoin torch as Germany\n")
	table := m.table()
	chair, seat := table.Referee(), table.Seat("Germany")
	if chair.Address != fritz || chair.Language != "de" || seat.Address != fritz || !seat.Unproved || seat.Zone != "Europe/Berlin" {
		t.Fatalf("chair %+v, seat %+v", chair, seat)
	}
	if got := table.Rules.Options.Get("fire-order"); got != "defender-first" {
		t.Errorf("fire-order is %q", got)
	}
	m.wantTold(fritz, "Deine Partie torch ist angelegt")
	m.wantTold(fritz, chair.Key.Reveal())
	m.answers(fritz)
	if chair := m.table().Referee(); chair.Unproved {
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
		t.Fatalf("the game has not begun: %v", m.table().missing())
	}
	m.wantTold("p@new.test", "The game torch begins")
	m.wantAct("referee opens the game")
	m.wantAct("UK takes the seat")
}

func TestWhoMayOpenGames(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		setting NewGames
		from    string
		may     bool
	}{
		{"", fritz, false}, {NewGamesKnown, fritz, false}, {NewGamesKnown, "anna@mail.test", true}, {NewGamesKnown, referee, true},
		{NewGamesNobody, referee, false}, {NewGamesAnybody, fritz, true},
	} {
		t.Run(string(c.setting)+" "+c.from, func(t *testing.T) {
			t.Parallel()
			m := newEmpty(t)
			m.o.NewGames = c.setting
			m.update(func(tx *store.Tx) error {
				g, err := openTable(tx, m.game)
				if err != nil {
					return err
				}
				return m.o.Place(tx, g, "USSR", players["USSR"])
			})
			m.mail(c.from, "new game torch rules europe", "")
			made := false
			m.update(func(tx *store.Tx) error {
				_, err := tx.Game("torch")
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

// Who writes in another's name gets no key: it goes to the address that the letter is from, not to where it wants its answers.
func TestAForgedSenderGetsNoKeyOfAGame(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open")
	m.game = "torch"
	m.mail("anna@mail.test", "", "new game torch rules europe\noption joining open\njoin torch as UK\n", "Reply-To: "+fritz)
	table := m.table()
	for _, key := range []Key{table.Referee().Key, table.Seat("UK").Key} {
		if m.told(fritz, key.Reveal()) {
			t.Error("a key went to the forger")
		}
		m.wantTold("anna@mail.test", key.Reveal())
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

// The mail that tells the referee of his game is the one that he confirms by, with his first act or before.
func TestTheOneWhoOpensAGameConfirmsToo(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.o.NewGames = NewGamesAnybody
	m.game = "torch"
	m.mail(fritz, "new game torch rules europe", "")
	m.mail(gerda, "join torch as Germany", "")
	if m.told(fritz, "would like to come into") {
		t.Error("news to an address that has not confirmed")
	}
	m.mail(fritz, "[torch] status", "") // without the key: he gets the mail to be answered again
	if n := len(m.mails(fritz)); n != 2 || !m.told(fritz, "your game is made") {
		t.Errorf("%d mails", n)
	}
	if out := m.answers(fritz); out.Reason != "confirmed" {
		t.Errorf("%+v", out)
	}
	m.keys[fritz] = m.keyOf("referee")
	m.letter(fritz, "status\napprove gerda@else.test\n")
	m.wantTold(fritz, "approve gerda@else.test as Germany")
	m.wantTold(gerda, "send these lines back")
}

func TestAGameThatCannotBeMadeIsExplained(t *testing.T) {
	t.Parallel()
	m := newEmpty(t)
	m.o.NewGames = NewGamesAnybody
	m.mail(fritz, "", "new game torch rules europe\noption victory nonsense\n")
	m.wantTold(fritz, "That could not be done")
	m.mail(gerda, "", "new game longwar rules europe\n")
	m.wantTold(gerda, "there is a game longwar already")
	for i := range gamesADay + 1 {
		m.mail(referee, "", fmt.Sprintf("new game g%d rules europe\n", i))
	}
	m.wantTold(referee, "no more than 5 new games a day")
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
			if taken := m.table().Seat("Germany").Taken(); taken != (c.setting == "joining=open") {
				t.Errorf("taken: %v", taken)
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
	m.wantTold(referee, "approve fritz@else.test as Germany")
	m.forget()
	m.letter(referee, "status\n")
	m.wantTold(referee, "approve gerda@else.test as Germany")
	if n := len(m.table().Life.Doors.Requests); n != 2 {
		t.Errorf("%d requests", n)
	}
	m.letter(fritz, "approve gerda@else.test as Germany\n") // has no key, and no say
	m.letter(referee, "approve fritz@else.test as Germany\n")
	m.wantTold(fritz, "The seat of Germany in the game longwar is kept for you")
	m.letter(referee, "reject gerda@else.test\n")
	m.wantTold(gerda, "has not let you in")
	m.answers(fritz)
	if s := m.table().Seat("Germany"); s.Address != fritz || s.Unproved {
		t.Errorf("%+v", s)
	}
	m.wantAct("referee approves somebody who asked")
	m.wantAct("referee rejects somebody who asked")
	m.wantAct("GER takes the seat")
	m.letter(referee, "approve gerda@else.test as UK\n")
	m.wantTold(referee, "has not asked")
	m.mail(gerda, "", "join longwar as UK\n")
	m.update(func(tx *store.Tx) error { // at the keyboard
		v, err := m.o.actDoor(tx, DoorLine{m.game, "approve gerda@else.test as UK"})
		if err == nil && len(v.(DoorView).Asks) > 0 {
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
	m.letter(referee, "allow *@else.test\n")
	m.letter(referee, "deny Fritz@Else.test\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.wantTold(fritz, "takes nobody in")
	m.mail(gerda, "", "join longwar as UK\n")
	m.wantTold(gerda, "send these lines back")
	m.letter(referee, "allow fritz@else.test\n")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.wantTold(fritz, "send these lines back")
	m.letter(referee, "deny nonsense\n")
	m.wantTold(referee, "is neither an address nor")
}

// Only who reads the mail can confirm, a quoted key is enough for it, and nothing else is mailed before.
func TestAnAddressThatHasNotConfirmedGetsNothingElse(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	m.mail(fritz, "", "join longwar as Germany\n")
	m.mail(gerda, "", "join longwar as UK\n")
	m.answers(gerda)
	m.wantTold(referee, "Somebody sits for the UK now")
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
	m.pass(reservation + time.Hour)
	if m.table().Seat("Germany").Taken() || !m.table().Seat("UK").Taken() {
		t.Error("the reservation has not lapsed, or the wrong one has")
	}
	m.wantTold(referee, "the seat is free again")
}

// Who answers all whom the mail went to shows them his key.
func TestAConfirmationThatOthersSeeBringsANewKey(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	m.mail(fritz, "", "join longwar as Germany\n")
	old := m.keyOf("GER")
	if out := m.mail(fritz, "Re: please confirm", "> key "+old+"\n", "To: "+office, "Cc: "+gerda); out.Reason != "confirmed" {
		t.Errorf("%+v", out)
	}
	if s := m.table().Seat("Germany"); s.Unproved || s.Key.Reveal() == old {
		t.Error("not confirmed, or the old key is good still")
	}
	m.wantTold(fritz, m.keyOf("GER"))
}

// Seated by command, an address is taken as good unless the game is set so; the start waits, or the referee says anyway.
func TestConfirmOnProvesAllAndTheRefereeCanOverride(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "confirm=on")
	m.update(func(tx *store.Tx) error {
		g, err := openTable(tx, m.game)
		if err != nil {
			return err
		}
		for _, p := range g.Rules.Board.Powers() {
			if err := m.o.Place(tx, g, p, players[p]); err != nil {
				return err
			}
		}
		if err := m.o.Start(tx, g); err == nil {
			t.Error("the game begins without confirmations")
		}
		return g.save()
	})
	m.answers("anna@mail.test")
	m.letter(referee, "start game\n")
	m.wantTold(referee, "Germany (@)")
	if m.told(referee, "USSR (@)") {
		t.Error("the USSR has confirmed")
	}
	m.letter(referee, "start game anyway\n")
	if !m.table().Running() {
		t.Error("the referee cannot begin the game")
	}
	m.wantAct("referee starts the game")
}

// An observer gets reports and no form, leaves by the mail that his program sends for him, and holds no seat.
func TestObserversReadAlongAndLeaveByTheirMailProgram(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	m.mail(fritz, "", "observe longwar\n")
	m.answers(fritz)
	m.wantAct("observer observes")
	m.wantTold("anna@mail.test", "Somebody looks on at the game longwar now")
	m.forget()
	m.letter("anna@mail.test", wholeTurn)
	m.wantTold(fritz, "WHAT HAPPENED")
	if m.told(fritz, "salt ") {
		t.Error("the observer got an order form")
	}
	if out := m.mail(fritz, "", "key "+m.keyOf("observer:"+fritz)+"\nbuy 1 infantry\n"); out.Reason != "players-only" {
		t.Errorf("orders of an observer: %+v", out)
	}
	var leave string
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Mails(m.seen + 1) {
			if err != nil {
				return err
			}
			if full, _, _ := tx.MailByID(x.MessageID); x.To == fritz && leave == "" {
				found := regexp.MustCompile(`(?m)^List-Unsubscribe: <mailto:([^?]+)\?subject=leave>`).FindSubmatch(full.Bytes)
				if found != nil {
					leave = string(found[1])
				}
			}
		}
		return nil
	})
	if leave == "" {
		t.Fatal("no List-Unsubscribe")
	}
	m.mail(fritz, "leave", "", "To: "+leave, "Delivered-To: "+leave)
	m.wantAct("observer leaves")
	m.wantTold(fritz, "You look on at the game longwar no longer")
	if len(m.table().Chairs) != 1 {
		t.Error("the chair is still there")
	}
}

// One person may play several seats; header or key tell which is meant.
func TestOnePersonHoldsSeveralSeatsOfAGame(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open", "confirm=off", "start=auto")
	for _, p := range []string{"USSR", "UK", "USA"} {
		m.mail(fritz, "", "join longwar as "+p+"\n")
	}
	for _, p := range []string{"Germany", "Japan"} {
		m.mail(gerda, "", "join longwar as "+p+"\n")
	}
	if !m.table().Running() {
		t.Fatal("not begun")
	}
	m.keys[fritz] = m.keyOf("RUS")
	m.letter(fritz, "buy 8 infantry\ndone\n")
	if m.table().Pos.Power != "Germany" {
		t.Errorf("%s is on turn", m.table().Pos.Power)
	}
	m.keys[fritz] = m.keyOf("UK")
	m.letter(fritz, "power UK\ndefend everywhere\n  losses infantry\n")
	if n := m.table().Pos.Nation("UK"); len(n.Standing) == 0 {
		t.Error("no standing orders of the other seat")
	}
}

func TestAPlayerResignsAndASubstituteTakesOver(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open")
	m.mail(gerda, "", "substitute longwar as Japan\n")
	m.answers(gerda)
	m.mail(fritz, "", "substitute longwar\n")
	m.answers(fritz)
	m.wantAct("observer observes as a substitute")
	m.letter("bert@mail.test", "resign\n")
	m.wantAct("GER resigns")
	m.wantTold("bert@mail.test", "du nicht mehr auf dem Platz von Deutschland")
	m.wantTold("anna@mail.test", "Nobody sits for Germany any more")
	m.wantTold("anna@mail.test", "Somebody sits for Germany now")
	s := m.table().Seat("Germany")
	if s.Address != fritz || s.Key.Reveal() == m.keys["bert@mail.test"] {
		t.Errorf("the seat is %s's", s.Address)
	}
	m.wantTold(fritz, s.Key.Reveal())
	if out := m.mail("bert@mail.test", "", "key "+m.keys["bert@mail.test"]+"\nbuy 1 infantry\n"); out.Kind == accepted {
		t.Error("the old key still counts")
	}
	m.letter("carl@mail.test", "resign\n") // nobody offered to take over
	if m.table().Seat("UK").Taken() {
		t.Error("the UK is not free")
	}
	// the clock's way: a seat whose player is silent
	m.update(func(tx *store.Tx) error {
		g, err := openTable(tx, m.game)
		if err != nil {
			return err
		}
		ok, err := m.o.substitute(tx, g, g.Seat("Japan"))
		if !ok {
			t.Error("no substitute for Japan")
		}
		return err
	})
	if s := m.table().Seat("Japan"); s.Address != gerda {
		t.Errorf("Japan is %s's", s.Address)
	}
	m.wantTold("dora@mail.test", "You sit for Japan in the game longwar no longer")
	m.letter(referee, "replace Japan with dora@mail.test\n")
	m.answers("dora@mail.test")
	if s := m.table().Seat("Japan"); s.Address != "dora@mail.test" || s.Unproved {
		t.Errorf("dora has not come back: %+v", s)
	}
}

// Who has left can do nothing more at the table, not even in the same letter.
func TestNothingIsDoneAfterResigning(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open")
	m.mail(gerda, "", "substitute longwar\n")
	m.answers(gerda)
	m.letter("bert@mail.test", "resign\noption name Bertram\nnew key\naddress bert@work.test\npress to all\nI am still here.\nend press\nresign\n")
	s := m.table().Seat("Germany")
	if s.Address != gerda || s.Name == "Bertram" || len(s.Asked) > 0 {
		t.Errorf("%+v", s)
	}
	if m.told("anna@mail.test", "I am still here") {
		t.Error("he writes letters from a seat that is another's")
	}
	if acts := m.acts(); acts[len(acts)-1] != "GER takes the seat" {
		t.Errorf("%q", acts)
	}
}

// Whoever looked on and gets a seat is an observer no longer; and the referee who gave it goes on.
func TestAnObserverGetsASeat(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	for _, who := range []string{"aaron@else.test", fritz} {
		m.mail(who, "", "observe longwar\n")
		m.answers(who)
	}
	m.letter(referee, "replace Germany with aaron@else.test\nnew key\nstatus\n")
	m.wantTold(referee, "replace Germany with aaron@else.test")
	m.keys[referee] = m.keyOf("referee")
	m.letter(referee, "status\n")
	if n := len(m.table().Chairs); n != 2 { // the referee, fritz
		t.Errorf("%d chairs", n)
	}
	m.keys[fritz] = m.keyOf("observer:" + fritz)
	m.letter(fritz, "address "+gerda+"\n")
	m.answers(gerda)
	m.letter(fritz, "address main "+gerda+"\n")
	if n := len(m.table().Chairs); n != 2 || m.table().named("observer:"+gerda) == nil {
		t.Errorf("%d chairs", n)
	}
}

// However many ask and never confirm, the game is not buried under them.
func TestTheTableIsNotCrowdedByThoseWhoNeverConfirm(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	for i := range mostUnproved + 5 {
		m.mail(fmt.Sprintf("bot%d@else.test", i), "", "observe longwar\n")
	}
	if n := len(m.table().Chairs); n != 1+mostUnproved {
		t.Errorf("%d chairs", n)
	}
	m.wantTold("bot24@else.test", "takes nobody in")
	m.pass(reservation + time.Hour)
	if n := len(m.table().Chairs); n != 1 {
		t.Errorf("%d chairs are left", n)
	}
}

func TestTheRefereeReplacesAPlayer(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.letter("anna@mail.test", "replace Germany with fritz@else.test\n")
	if m.table().Seat("Germany").Address != "bert@mail.test" {
		t.Fatal("a player has replaced another")
	}
	m.forget()
	m.letter(referee, "replace Germany with fritz@else.test\n")
	m.wantTold("bert@mail.test", "dein Schlüssel gilt nicht mehr")
	m.wantTold(fritz, "send these lines back")
	m.answers(fritz)
	m.wantTold("anna@mail.test", "Somebody sits for Germany now")
	m.wantTold(fritz, "POSITION")
	m.wantAct("referee replaces the player of GER")
	m.wantAct("GER takes the seat")
	if out := m.mail("bert@mail.test", "", "game longwar\nkey "+m.keys["bert@mail.test"]+"\nresign\n"); out.Kind == accepted {
		t.Error("the old key still counts")
	}
}

// Letters from any address of a person count, and mail goes to the main one; a mistyped address learns no key.
func TestSeveralAddressesOfAPerson(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	const work = "anna@work.test"
	m.letter("anna@mail.test", "address "+work+"\n")
	m.wantTold("anna@mail.test", work+" is asked to confirm")
	if m.told(work, m.keys["anna@mail.test"]) {
		t.Error("an address that is not confirmed was told the key of the seat")
	}
	asked := m.mails(work)[0].Body().Body
	code := keyForm.FindString(asked)
	if out := m.mail(work, "", "key "+code+"\nbuy 1 infantry\n"); out.Kind == accepted {
		t.Error("the code of an address is taken for the seat's key")
	}
	if !m.table().Seat("USSR").Has(work) {
		t.Fatal("not confirmed")
	}
	m.wantTold("anna@mail.test", work+" has confirmed")
	m.forget()
	m.keys[work] = m.keys["anna@mail.test"]
	m.letter(work, "buy 8 infantry\ncombat\ndone\n")
	if m.told("anna@mail.test", "used the key of your seat") {
		t.Error("a letter from her second address was told as a stranger's")
	}
	m.wantTold("anna@mail.test", "WHAT HAPPENED")
	m.letter(work, "address main "+work+"\n")
	m.wantTold("anna@mail.test", "Your mail of the game longwar goes to "+work)
	m.wantTold(work, "Your mail of the game longwar goes to "+work)
	m.letter(work, "address drop anna@mail.test\n")
	if s := m.table().Seat("USSR"); s.Address != work || s.Has("anna@mail.test") {
		t.Errorf("%+v", s)
	}
	m.wantAct("RUS adds an address")
	m.wantAct("RUS changes the main address")
	m.wantAct("RUS drops an address")
}

// A new key goes to the seat's own address only, whoever asked with the old one.
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
	if out := m.mail("anna@mail.test", "", "game longwar\nkey "+old+"\nresign\n"); out.Reason != "wrong-key" {
		t.Errorf("the old key: %+v", out)
	}
	m.wantAct("RUS has a new key")
	m.keys["anna@mail.test"] = fresh
	m.letter("anna@mail.test", "new key\nnew key\n")
	m.wantTold("anna@mail.test", m.keyOf("RUS"))
}

// A key that stands in a letter to others as well is replaced; the letter counts, or not, as the game is set.
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
			out := m.mail("anna@mail.test", "", "game longwar\nkey "+old+"\ndefend everywhere\n  losses infantry\n", "To: "+office, "Cc: "+c.to)
			if (out.Kind == accepted) != c.taken {
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

// A letter with the key from elsewhere is taken and told, or held until its player says so at home.
func TestALetterFromElsewhereIsHeldIfTheGameIsSetSo(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "unknown-address=hold")
	letter := func() uint64 {
		m.t.Helper()
		if out := m.mail(fritz, "", "game longwar\nkey "+m.keys["anna@mail.test"]+"\nbuy 8 infantry\ncombat\ndone\n"); out.Kind != held {
			t.Fatalf("%+v", out)
		}
		h := m.table().Life.Held
		return h[len(h)-1].Letter
	}
	first, second := letter(), letter()
	m.wantTold(fritz, "is held until its player has said")
	m.wantTold("anna@mail.test", fmt.Sprintf("approve letter %d", first))
	if out := m.mail(fritz, "", fmt.Sprintf("game longwar\nkey %s\napprove letter %d\n", m.keys["anna@mail.test"], first)); out.Kind != held {
		t.Errorf("the stranger releases his own letter: %+v", out)
	}
	if m.table().Pos.Power != "USSR" {
		t.Fatal("it was played")
	}
	m.letter("anna@mail.test", fmt.Sprintf("reject letter %d\n", second))
	m.letter("anna@mail.test", fmt.Sprintf("approve letter %d\n", first))
	if m.table().Pos.Power != "Germany" {
		t.Errorf("it was not played: %s", m.table().Pos.Power)
	}
	m.letter("anna@mail.test", fmt.Sprintf("approve letter %d\n", second))
	m.wantTold("anna@mail.test", "is held")
}

// The setting observers is asked as joining is; substitutes come by the setting joining.
func TestObservingIsClosedOpenOrTheRefereesToApprove(t *testing.T) {
	t.Parallel()
	for setting, says := range map[string]string{
		"observers=closed": "takes nobody in from your address", "observers=approval": "is asked whether you may come in", "observers=open": "send these lines back",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t, setting)
			m.mail(fritz, "", "observe longwar\n")
			m.wantTold(fritz, says)
			m.mail(gerda, "", "substitute longwar\n")
			m.wantTold(gerda, "takes nobody in")
			if setting == "observers=approval" {
				m.letter(referee, "approve "+fritz+"\n")
				m.answers(fritz)
				m.wantAct("observer observes")
			}
		})
	}
}

// A seat that is resigned waits for the referee where the game is set so.
func TestAVacantSeatMayWait(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open", "vacant-seat=wait")
	m.mail(gerda, "", "substitute longwar\n")
	m.answers(gerda)
	m.letter("bert@mail.test", "resign\n")
	if s := m.table().Seat("Germany"); s.Taken() {
		t.Errorf("%+v", s)
	}
	m.mail(fritz, "", "join longwar as Germany\n")
	m.answers(fritz)
	if s := m.table().Seat("Germany"); s.Address != fritz {
		t.Errorf("%+v", s)
	}
	m.wantTold(fritz, "POSITION")
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
	m.letter(referee, "option observers closed\n")
	if got := m.table().Life.House; got.Get("joining") != "closed" || got.Get("observers") != "closed" {
		t.Errorf("%+v", got)
	}
	m.wantTold("dora@mail.test", "observers closed")
	m.wantAct("REFEREE option observers closed")
}

// When the history has ended people may still leave it, and nobody comes in.
func TestPeopleAroundAGameThatIsOver(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open", "joining=open")
	m.mail(fritz, "", "observe longwar\n")
	m.answers(fritz)
	for _, p := range players {
		m.letter(p.Address, "vote draw\n")
	}
	records := m.table().Chain.Len()
	if !m.table().Chain.Over() {
		t.Fatal("the game is not over")
	}
	m.forget()
	m.letter(referee, "option joining closed\n")
	m.wantTold(referee, "game longwar is over")
	m.mail(gerda, "", "observe longwar\n")
	m.wantTold(gerda, "game longwar is over")
	m.letter("anna@mail.test", "new key\n")
	m.wantTold("anna@mail.test", m.keyOf("RUS"))
	m.letter("carl@mail.test", "address carl@work.test\n")
	m.answers("carl@work.test")
	m.letter("bert@mail.test", "resign\n")
	m.mail(fritz, "leave", "", "To: orders+longwar@games.test")
	m.wantTold(fritz, "no longer")
	table := m.table()
	if table.Seat("Germany").Taken() || len(table.Chairs) != 1 || !table.Seat("UK").Has("carl@work.test") {
		t.Error("nobody can leave any more, or move")
	}
	if table.Chain.Len() != records {
		t.Error("records after the end")
	}
}

// Strangers are answered within bounds, and robots never.
func TestTheDoorHoldsItsBudget(t *testing.T) {
	t.Parallel()
	m := newEmpty(t, "joining=open")
	for range knocksADay + 10 {
		m.mail(fritz, "", "join nosuchgame as Germany\n")
	}
	if n := len(m.mails(fritz)); n > knocksADay {
		t.Errorf("%d answers", n)
	}
	m.mail(gerda, "", "join longwar as Germany\n", "Auto-Submitted: auto-replied")
	if n := len(m.mails(gerda)); n > 0 {
		t.Errorf("%d answers to a robot", n)
	}
	m.mail("new@else.test", "games", "")
	m.letter(referee, "games\n")
	m.wantTold(referee, "join longwar as UK")
	m.wantTold("new@else.test", "join longwar as UK")
}

// No key of a game stands in a mail to anybody but its seat, in a log, in a record or in the exported file.
func TestNoKeyGetsOut(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open", "observers=open", "press=anonymous")
	var log bytes.Buffer
	m.o.Log = slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	keys := map[string][]string{} // of each name around the table, all it ever had
	note := func() {
		table := m.table()
		for _, s := range slices.Concat(table.Seats, table.Chairs) {
			if k := s.Key.Reveal(); !slices.Contains(keys[s.Address], k) {
				keys[s.Address] = append(keys[s.Address], k)
			}
		}
	}
	note()
	anna, bert := m.keys["anna@mail.test"], m.keys["bert@mail.test"]
	for _, text := range []string{
		"buy 8 infantry with the key " + anna + "\nnonsense " + anna + "\n",
		"press to Germany\nMy key is " + anna + " and his is " + strings.ToLower(strings.ReplaceAll(bert, "-", " ")) + ".\nend press\n",
		"announce " + anna + "\n", "address " + anna + "@mail.test\n", "approve " + anna + "\n", "option name " + anna + "\n", "history " + anna + "\n",
	} {
		m.keys["anna@mail.test"] = m.keyOf("RUS")
		m.letter("anna@mail.test", text)
		note()
	}
	m.mail(fritz, "key "+anna, "observe longwar\nkey "+anna+"\n")
	m.answers(fritz)
	m.keys["anna@mail.test"] = m.keyOf("RUS")
	m.mail("anna@mail.test", "", "game longwar\nkey "+m.keyOf("RUS")+"\n"+wholeTurn, "Cc: bert@mail.test")
	note()
	m.wantTold("anna@mail.test", "nonsense "+hiddenKey) // a line with a fault
	m.letter(referee, "replace Germany with gerda@else.test\n")
	m.answers(gerda)
	note()
	m.seen = 0
	people := []string{referee, fritz, gerda}
	for _, p := range players {
		people = append(people, p.Address)
	}
	for _, who := range people {
		for _, l := range m.mails(who) {
			for owner, ks := range keys {
				for _, k := range ks {
					if owner != who && strings.Contains(bareKey(strings.ToUpper(l.Subject+l.Body().Body)), bareKey(k)) {
						t.Errorf("a mail to %s holds a key of %s: %s\n%s", who, owner, l.Subject, l.Body().Body)
					}
				}
			}
		}
	}
	var bundle []byte
	m.update(func(tx *store.Tx) error {
		d, err := m.o.actData(tx, GameName{m.game})
		if err != nil {
			return err
		}
		b, err := d.(GameData).Bundle(true)
		if err != nil {
			return err
		}
		bundle, err = b.Print()
		return err
	})
	for owner, ks := range keys {
		for _, k := range ks {
			for where, text := range map[string]string{"the log": log.String(), "the exported file": string(bundle)} {
				if strings.Contains(text, k) || strings.Contains(text, bareKey(k)) {
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
