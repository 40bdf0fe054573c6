package server

import (
	"regexp"
	"testing"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/store"
)

// An observer gets reports and no form, leaves by the mail that their program sends for them, and holds no seat.
func TestObserversReadAlongAndLeaveByTheirMailProgram(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	m.mail(fritz, "", "observe longwar\n")
	m.answers(fritz)
	m.wantAct("observer observes")
	m.wantTold("anna@mail.test", "Somebody looks on at the game longwar now")
	m.forget()
	m.keyed("anna@mail.test", wholeTurn)
	m.wantTold(fritz, "WHAT HAPPENED")
	if m.told(fritz, "salt ") {
		t.Error("the observer got an order form")
	}
	if out := m.mail(fritz, "", "key "+m.keyOf("observer:"+fritz)+"\nbuy 1 infantry\n"); out.Reason != "players-only" {
		t.Errorf("orders of an observer: %+v", out)
	}
	var leave string
	m.update(func(tx *store.Tx) error {
		for x, err := range tx.Outbox().Mails(m.seen + 1) {
			if err != nil {
				return err
			}
			if full := whole(m.env, tx, x.MessageID); x.To == fritz && leave == "" {
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
	if len(m.loadGame().Others) != 1 {
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
	if !m.loadGame().Running() {
		t.Fatal("not begun")
	}
	m.keys[fritz] = m.keyOf("RUS")
	m.keyed(fritz, "buy 8 infantry\nplace nothing\ndone\n")
	if m.loadGame().Pos.Power() != "Germany" {
		t.Errorf("%s is on turn", m.loadGame().Pos.Power())
	}
	m.keys[fritz] = m.keyOf("UK")
	m.keyed(fritz, "power UK\ndefend everywhere\n  losses infantry\n")
	if n := m.loadGame().Pos.Nation("UK"); len(n.Standing()) == 0 {
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
	m.keyed("bert@mail.test", "resign\n")
	m.wantAct("GER resigns")
	m.wantTold("bert@mail.test", "du nicht mehr auf dem Platz Deutschlands")
	m.wantTold("anna@mail.test", "Nobody sits for Germany any more")
	m.wantTold("anna@mail.test", "Somebody sits for Germany now")
	s := m.loadGame().Seat("Germany")
	if s.Address != fritz || m.keyOf("GER") == m.keys["bert@mail.test"] {
		t.Errorf("the seat is %s's", s.Address)
	}
	m.wantTold(fritz, m.keyOf("GER"))
	if out := m.mail("bert@mail.test", "", "key "+m.keys["bert@mail.test"]+
		"\nbuy 1 infantry\n"); out.Kind == decision.Accepted {
		t.Error("the old key still counts")
	}
	m.keyed("carl@mail.test", "resign\n") // no one offered to take over
	if m.loadGame().Seat("UK").Taken() {
		t.Error("the UK is not free")
	}
	// the clock's way: a seat whose player is silent
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		ok, err := people.SeatSubstitute(m.env, tx, g, g.Seat("Japan"))
		if !ok {
			t.Error("no substitute for Japan")
		}
		return err
	})
	if s := m.loadGame().Seat("Japan"); s.Address != gerda {
		t.Errorf("Japan is %s's", s.Address)
	}
	m.wantTold("dora@mail.test", "You sit for Japan in the game longwar no longer")
	m.keyed(refereeAddress, "replace Japan with dora@mail.test\n")
	m.answers("dora@mail.test")
	if s := m.loadGame().Seat("Japan"); s.Address != "dora@mail.test" || s.Unconfirmed {
		t.Errorf("dora has not come back: %+v", s)
	}
}

// A person who has left can do nothing more in the game, not even in the same mail.
func TestNothingIsDoneAfterResigning(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "joining=open")
	m.mail(gerda, "", "substitute longwar\n")
	m.answers(gerda)
	m.keyed("bert@mail.test", "resign\noption name Bertram\nnew key\naddress bert@work.test\npress to all\nI am still here.\nend press\nresign\n")
	s := m.loadGame().Seat("Germany")
	if s.Address != gerda || s.Name == "Bertram" || len(s.UnconfirmedAddresses) > 0 {
		t.Errorf("%+v", s)
	}
	if m.told("anna@mail.test", "I am still here") {
		t.Error("he writes letters from a seat that is another's")
	}
	if acts := m.acts(); acts[len(acts)-1] != "GER takes the seat" {
		t.Errorf("%q", acts)
	}
}

// An observer who gets a seat is no observer any more; the referee who gave it stays.
func TestAnObserverGetsASeat(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open")
	for _, who := range []string{"aaron@else.test", fritz} {
		m.mail(who, "", "observe longwar\n")
		m.answers(who)
	}
	m.keyed(refereeAddress, "replace Germany with aaron@else.test\nnew key\nstatus\n")
	m.wantTold(refereeAddress, "replace Germany with aaron@else.test")
	m.keys[refereeAddress] = m.keyOf("referee")
	m.keyed(refereeAddress, "status\n")
	if n := len(m.loadGame().Others); n != 2 { // the referee, fritz
		t.Errorf("%d chairs", n)
	}
	m.keys[fritz] = m.keyOf("observer:" + fritz)
	m.keyed(fritz, "address "+gerda+"\n")
	m.answers(gerda)
	m.keyed(fritz, "address main "+gerda+"\n")
	if n := len(m.loadGame().Others); n != 2 || m.loadGame().Participant("observer:"+gerda) == nil {
		t.Errorf("%d chairs", n)
	}
}

func TestTheRefereeReplacesAPlayer(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed("anna@mail.test", "replace Germany with fritz@else.test\n")
	if m.loadGame().Seat("Germany").Address != "bert@mail.test" {
		t.Fatal("a player has replaced another")
	}
	m.forget()
	m.keyed(refereeAddress, "replace Germany with fritz@else.test\n")
	m.wantTold("bert@mail.test", "dein Schlüssel gilt nicht mehr")
	m.wantTold(fritz, "send these lines back")
	m.answers(fritz)
	m.wantTold("anna@mail.test", "Somebody sits for Germany now")
	m.wantTold(fritz, "POSITION")
	m.wantAct("referee replaces the player of GER")
	m.wantAct("GER takes the seat")
	if out := m.mail("bert@mail.test", "", "game longwar\nkey "+m.keys["bert@mail.test"]+
		"\nresign\n"); out.Kind == decision.Accepted {
		t.Error("the old key still counts")
	}
}

// The setting observers is asked as joining is; substitutes come by the setting joining.
func TestObservingIsClosedOpenOrTheRefereesToApprove(t *testing.T) {
	t.Parallel()
	for setting, says := range map[string]string{
		"observers=closed":   "takes nobody in from your address",
		"observers=approval": "is asked whether you may come in", "observers=open": "send these lines back",
	} {
		t.Run(setting, func(t *testing.T) {
			t.Parallel()
			m := newMonths(t, setting)
			m.mail(fritz, "", "observe longwar\n")
			m.wantTold(fritz, says)
			m.mail(gerda, "", "substitute longwar\n")
			m.wantTold(gerda, "takes nobody in")
			if setting == "observers=approval" {
				m.keyed(refereeAddress, "approve "+fritz+"\n")
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
	m.keyed("bert@mail.test", "resign\n")
	if s := m.loadGame().Seat("Germany"); s.Taken() {
		t.Errorf("%+v", s)
	}
	m.mail(fritz, "", "join longwar as Germany\n")
	m.answers(fritz)
	if s := m.loadGame().Seat("Germany"); s.Address != fritz {
		t.Errorf("%+v", s)
	}
	m.wantTold(fritz, "POSITION")
}

// When the history has ended people may still leave it, and no one joins.
func TestPeopleAroundAGameThatIsOver(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "observers=open", "joining=open")
	m.mail(fritz, "", "observe longwar\n")
	m.answers(fritz)
	for _, p := range players {
		m.keyed(p.Address, "vote draw\n")
	}
	records := m.loadGame().Chain.Len()
	if !m.loadGame().Chain.Over() {
		t.Fatal("the game is not over")
	}
	m.forget()
	m.keyed(refereeAddress, "option joining closed\n")
	m.wantTold(refereeAddress, "game longwar is over")
	m.mail(gerda, "", "observe longwar\n")
	m.wantTold(gerda, "game longwar is over")
	m.keyed("anna@mail.test", "new key\n")
	m.wantTold("anna@mail.test", m.keyOf("RUS"))
	m.keyed("carl@mail.test", "address carl@work.test\n")
	m.answers("carl@work.test")
	m.keyed("bert@mail.test", "resign\n")
	m.mail(fritz, "leave", "", "To: orders+longwar@games.test")
	m.wantTold(fritz, "no longer")
	table := m.loadGame()
	if table.Seat("Germany").Taken() || len(table.Others) != 1 || !table.Seat("UK").Has("carl@work.test") {
		t.Error("nobody can leave any more, or move")
	}
	if table.Chain.Len() != records {
		t.Error("records after the end")
	}
}
