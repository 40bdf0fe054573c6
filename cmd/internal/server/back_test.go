package server

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/steps"
	"fieldpost/store"
)

// A roll back names all that it undoes, changes nothing when it is only checked, and the game waits for `go on`: no
// orders are played, no bot moves, no deadline passes.
func TestARollBackNamesWhatItUndoesAndWaits(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d", "reminders=none")
	m.keyed("anna@mail.test", wholeTurn)
	m.keyed(refereeAddress, "edit money Japan 77\n")
	m.bot("Germany")
	before := m.loadGame()
	if before.Pos.Power() != "Germany" {
		t.Fatalf("it is the turn of %s", before.Pos.Power())
	}
	m.forget()
	m.keyed(refereeAddress, "check roll back to round 1 USSR\n")
	m.wantTold(refereeAddress, "This was only checked. Nothing has been changed.")
	m.wantTold(refereeAddress, "R1 USSR")
	m.wantTold(refereeAddress, "edit money Japan 77")
	if now := m.loadGame(); now.Chain.Len() != before.Chain.Len() || now.Chain.Head() != before.Chain.Head() {
		t.Error("the check has changed the history")
	}

	m.forget()
	m.keyed(refereeAddress, "roll back to round 1 USSR\n")
	for _, who := range []string{"anna@mail.test", "emil@mail.test", refereeAddress} {
		m.wantTold(who, "These do not stand any more: R1 USSR")
		m.wantTold(who, "edit money Japan 77")
	}
	m.keyed(refereeAddress, "edit phase USSR combat\n") // the referee goes on to mend
	m.keyed("anna@mail.test", "combat\n  move 3 infantry from Archangel to West Russia\n")
	m.wantTold("anna@mail.test", "waits for the referee")
	m.keyed("carl@mail.test", "defend everywhere\n  losses infantry, tank\n")
	if n := len(m.loadGame().Sets); n != 1 {
		t.Errorf("%d standing order sets, want the one that may be filed meanwhile", n)
	}
	m.keyed("anna@mail.test", "status\n")
	records := m.loadGame().Chain.Len()
	m.pass(10 * 24 * time.Hour) // the deadline has passed long ago
	if now := m.loadGame(); now.Chain.Len() != records || now.Pos.Power() != "USSR" {
		t.Fatalf("the game has moved: %d records, %s", now.Chain.Len()-records, now.Pos.Power())
	}
	m.keyed("anna@mail.test", "go on\n")
	if m.loadGame().State.Back.IsZero() {
		t.Fatal("a player has let the game go on")
	}
	m.forget()
	m.keyed(refereeAddress, "go on\n")
	m.wantTold("anna@mail.test", "The referee lets the game go on")
	m.wantAct("referee go on")
	if w := m.loadGame().State.Clock.Of("RUS"); w == nil || w.At.Sub(m.now) < 2*24*time.Hour {
		t.Errorf("the deadline has not moved on: %+v", w)
	}
	m.keyed(refereeAddress, "go on\n")
	m.wantTold(refereeAddress, "the game does not wait for the referee")
	m.keyed("anna@mail.test", "combat\n  move 3 infantry, 1 tank from Archangel to West Russia\ndone\n")
	m.look()
	if now := m.loadGame(); now.Pos.Power() == "USSR" || now.Pos.Power() == "Germany" {
		t.Errorf("it is the turn of %s: the bot has not moved", now.Pos.Power())
	}
	m.audit()
}

// bot gives a seat to the bot.
func (m *months) bot(p board.Power) {
	m.t.Helper()
	m.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, m.game)
		if err != nil {
			return err
		}
		if err := people.LeaveSeat(m.env, tx, g, p); err != nil {
			return err
		}
		return people.SetBot(m.env, tx, g, p, true)
	})
}

// A bot whose turn it becomes by the roll back does not move in the same moment.
func TestTheBotWaitsAfterARollBack(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.bot("USSR")
	m.look()
	if p := m.loadGame().Pos.Power(); p != "Germany" {
		t.Fatalf("it is the turn of %s", p)
	}
	m.keyed(refereeAddress, "roll back to round 1 USSR\n")
	m.pass(24 * time.Hour)
	if p := m.loadGame().Pos.Power(); p != "USSR" {
		t.Errorf("it is the turn of %s: the bot has moved", p)
	}
	m.keyed(refereeAddress, "go on\n")
	m.look()
	if p := m.loadGame().Pos.Power(); p != "Germany" {
		t.Errorf("it is the turn of %s: the bot has not moved", p)
	}
	m.audit()
}

// Going back twice names what is undone once: edits of goes that were undone before are not named again.
func TestASecondRollBackNamesOnlyWhatStood(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	for _, money := range []string{"71", "72"} {
		m.keyed("anna@mail.test", wholeTurn)
		m.keyed(refereeAddress, "edit money Japan "+money+"\n")
		m.forget()
		m.keyed(refereeAddress, "roll back to round 1 USSR\n")
		m.wantTold("anna@mail.test", "edit money Japan "+money)
		m.keyed(refereeAddress, "go on\n")
	}
	if m.told("anna@mail.test", "edit money Japan 71") {
		t.Error("an edit that did not stand is undone once more")
	}
	if n := m.loadGame().Pos.Nation("Japan").Money(); n != 30 {
		t.Errorf("Japan has %d IPC", n)
	}
}

// check correct reports what would be played again, and rolls nothing that counts.
func TestACheckedCorrection(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.keyed("anna@mail.test", wholeTurn)
	head := m.loadGame().Chain.Head()
	for _, lines := range []string{
		"check correct round 1 USSR combat\ncombat\n  move 3 infantry from Archangel to West Russia\n",
		"check\ncorrect round 1 USSR combat\ncombat\n  move 3 infantry from Archangel to West Russia\n",
	} {
		m.forget()
		m.keyed(refereeAddress, lines)
		m.wantTold(refereeAddress, "These are played again, as far as their orders can still be played: R1 USSR")
	}
	m.keyed(refereeAddress, "check correct round 1 USSR combat\ncombat\n  move 30 infantry from Archangel to West Russia\n")
	m.wantTold(refereeAddress, "30 infantry")
	if m.loadGame().Chain.Head() != head {
		t.Error("the check has changed the history")
	}
}

// By command a referee does the same, and reads the answers.
func TestTheRefereeByCommand(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=3d")
	m.keyed("anna@mail.test", wholeTurn)
	command := func(check bool, lines ...string) (a steps.RefereeAnswer) {
		t.Helper()
		m.update(func(tx *store.Tx) error {
			x, err := steps.CarryOutRefereeLines(m.env, tx,
				steps.RefereeLines{Game: m.game, Lines: lines, Check: check})
			if err == nil {
				a = x.(steps.RefereeAnswer)
			}
			return err
		})
		return a
	}
	records := m.loadGame().Chain.Len()
	if a := command(true, "roll back to round 1 USSR"); a.Refused() ||
		!strings.Contains(strings.Join(a.Answers, ""), "R1 USSR") || m.loadGame().Chain.Len() != records {
		t.Errorf("a checked roll back: %+v", a)
	}
	m.forget()
	if a := command(false, "roll back to round 1 USSR"); a.Refused() || m.loadGame().Pos.Power() != "USSR" {
		t.Errorf("a roll back: %+v", a)
	}
	m.wantTold("anna@mail.test", "These do not stand any more")
	if a := command(false, "go on"); a.Refused() || m.loadGame().WaitsForReferee() {
		t.Errorf("go on: %+v", a)
	}
	if a := command(false, "go on"); !a.Refused() || !strings.Contains(a.Answers[0], "does not wait") {
		t.Errorf("go on once more: %+v", a)
	}
	for line, act := range map[string]string{"edit money Japan 31": "REFEREE edit", "ruling R-77 yes": "REFEREE",
		"announce hello": "referee announce", "extend 24h": "", "replace UK with fritz@else.test": "referee replaces"} {
		if a := command(false, line); a.Refused() {
			t.Errorf("%s: %+v", line, a)
		}
		if !slices.ContainsFunc(m.acts(), func(x string) bool { return strings.HasPrefix(x, act) }) {
			t.Errorf("%s: no record among %q", line, m.acts())
		}
	}
	if a := command(false, "edit money Atlantis 31"); !a.Refused() {
		t.Errorf("a power that is not there: %+v", a)
	}
	m.audit()
}
