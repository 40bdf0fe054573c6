package server

import (
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/admin"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/proofs"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/replaypage"
)

// rules sends a mail of the referee.
func (w *world) rules(lines ...string) {
	w.t.Helper()
	w.mailFrom(refereeAddress, "", "key "+w.refereeKey()+"\n"+strings.Join(lines, "\n")+"\n")
	w.settle()
}

func (w *world) refereeKey() string { return w.keyOf("eastfront", "referee") }

// gm are the actions of the gm records.
func (w *world) gm() []string {
	var out []string
	for _, e := range w.table().Chain.Entries() {
		if g, ok := e.Body.(*history.RefereeAct); ok {
			out = append(out, g.Actor+": "+g.Action)
		}
	}
	return out
}

func (w *world) reads(addr string, want ...string) string {
	w.t.Helper()
	text := w.text(addr)
	plain := strings.Join(strings.Fields(text), " ")
	for _, x := range want {
		if !strings.Contains(plain, x) {
			w.t.Errorf("%s does not read %q:\n%s", addr, x, text)
		}
	}
	return text
}

// sound audits the game, exports it, and imports it elsewhere to the same head and position.
func (w *world) sound() {
	w.t.Helper()
	w.inOrder(w.t, "eastfront")
	var d gamestore.Data
	w.view(func(tx *store.Tx) error {
		x, err := admin.ReadData(w.d.Env, tx, gamestore.GameName{Game: "eastfront"})
		d = x.(gamestore.Data)
		return err
	})
	b, err := d.Bundle(true)
	if err != nil {
		w.t.Fatal(err)
	}
	file, err := b.Print()
	if err != nil {
		w.t.Fatal(err)
	}
	past, err := replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets,
		Words: d.RefereeTexts, Parse: filing.Parse})
	if err != nil {
		w.t.Fatal(err)
	}
	if _, err := replaypage.Page(replaypage.Of(past, syntax.English)); err != nil {
		w.t.Errorf("the replay page: %v", err)
	}
	elsewhere, err := store.Open(w.t.TempDir()+"/other.db", store.Options{})
	if err != nil {
		w.t.Fatal(err)
	}
	defer elsewhere.Close()
	err = elsewhere.Update(func(tx *store.Tx) error {
		if _, err := admin.ImportGame(w.d.Env, tx, admin.ImportRequest{Bundle: file}); err != nil {
			return err
		}
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		here := w.table()
		if g.Chain.Head() != here.Chain.Head() || g.Pos.Text(g.Rules.Board) != here.Pos.Text(g.Rules.Board) {
			w.t.Error("imported, the game is another")
		}
		return nil
	})
	if err != nil {
		w.t.Fatal(err)
	}
}

// proved checks a game from nothing but the mails in a person's mailbox, as fieldpost verify does.
func (w *world) proved(addr string) {
	w.t.Helper()
	var p proofs.Proofs
	for i, raw := range w.mail.Delivered(addr) {
		p.File(strconv.Itoa(i)+".eml", raw)
	}
	found := p.Findings()
	for _, f := range found.With(history.Fails) {
		w.t.Errorf("%s: %s", addr, f)
	}
	if n := len(found.With(history.Holds)); n < 10 {
		w.t.Errorf("%s: only %d findings hold", addr, n)
	}
}

func TestTheRefereeEditsThePosition(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	w.settle()
	for _, p := range players {
		w.inbox(p.Address)
	}
	w.rules("edit add 2 infantry Germany in Ukraine", "edit money Germany 12", "edit tech Germany rockets")
	if got := w.gm(); len(got) != 1 || !strings.HasPrefix(got[0], "REFEREE: edit ") {
		t.Errorf("%q: want one record of all edits", got)
	}
	for _, want := range []string{"nation GER ipc 12 tech 2\n", "ukraine-s-s-r GER infantry 5\n"} {
		if !strings.Contains(w.position("eastfront"), want) {
			t.Errorf("the position lacks %q", want)
		}
	}
	w.reads("anna@mail.test", "the position is changed", "edit add 2 infantry Germany in Ukraine S.S.R.",
		"edit money Germany 12")
	w.reads("bert@mail.test", "ändere füge hinzu 2 Infanterie Deutschland in Ukraine", "DEINE BEFEHLE")
	w.reads(refereeAddress, "the position is changed")
	w.sound()
	w.proved("anna@mail.test")
}

func TestEditsThatCannotBeAreRefused(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for _, tt := range []struct {
		lines []string
		says  string
	}{
		{[]string{"edit money Germany 12", "edit remove 9 infantry Germany in Ukraine"},
			"Germany has 3 infantry in Ukraine S.S.R., not 9"},
		{[]string{"edit add 2 infantri Germany in Ukraine"}, "Did you mean infantry?"},
		{[]string{"edit add 2 infantry Germany in Ukrane"}, "Did you mean Ukraine S.S.R.?"},
		{[]string{"edit add 1 submarine Germany in Ukraine"}, "cannot stand"},
		{[]string{"edit money Germany 40"}, "nothing would be different"},
		{[]string{"roll back to round 1"}, "nothing has been played since"},
		{[]string{"roll back to round 4 Japan"}, "no such turn stands"},
		{[]string{"correct", "buy 1 infantry"}, "no such turn stands"},
		{[]string{"option low-luck on"}, "options of the rules cannot change"},
		{[]string{"announce"}, "write what you want to say"},
	} {
		w.rules(tt.lines...)
		w.reads(refereeAddress, tt.says)
	}
	if n := w.table().Chain.Len(); n != 1 {
		t.Errorf("%d records, want the genesis alone", n)
	}
	w.writes("USSR", "edit money USSR 99")
	w.settle()
	w.reads("anna@mail.test", "Only the referee of this game may do that")
}

func TestTheGameGoesBack(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	before := w.position("eastfront")
	w.writes("Germany", "defend everywhere", "  losses infantry, tank, fighter")
	w.writes("USSR", wholeTurn)
	w.settle()
	first := w.table().Chain.Entries()[2].Body.(*history.Turn)
	w.writes("UK", "defend everywhere", "  losses infantry, artillery, tank")
	w.settle()
	w.text("bert@mail.test")
	w.rules("roll back to round 1 USSR")
	if w.position("eastfront") != before {
		t.Error("the position is not that of the beginning")
	}
	if n := w.table().Pos.Nation("UK").Standing(); len(n) != 1 {
		t.Errorf("standing orders that came later are gone: %v", n)
	}
	if got := w.gm(); !slices.Equal(got, []string{"REFEREE: roll back before record 2"}) {
		t.Errorf("%q", got)
	}
	w.reads("bert@mail.test", "die Partie geht zurück", "R1 USSR research, record 2")
	w.sound()
	w.rules("go on")
	w.writes("USSR", wholeTurn)
	w.settle()
	again := w.table().Chain.Entries()[6].Body.(*history.Turn)
	if again.Epoch == first.Epoch || again.Seed == first.Seed {
		t.Error("the go after it rolls the dice of before")
	}
	w.sound()
	w.rules("roll back after round 1")
	w.reads(refereeAddress, "no such turn")
}

// otherCombat is wholeTurn's combat with a tank less.
var otherCombat = []string{"combat", "  move 3 infantry, 1 tank from Archangel to West Russia",
	"  move 1 artillery, 1 tank from Russia to West Russia"}

func TestAGoIsCorrectedByOtherOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	w.settle()
	w.text("bert@mail.test")
	w.rules(append([]string{"correct round 1 USSR combat"}, otherCombat...)...)
	entries := w.table().Chain.Entries()
	c, ok := entries[3].Body.(*history.Correct)
	if !ok || c.Of != 2 {
		t.Fatalf("no correct record: %+v", entries[3].Body)
	}
	for _, r := range c.Carry {
		if r.Label.Place != "tech" {
			t.Errorf("%s stands, though other units fight there", r)
		}
	}
	for _, r := range c.Void {
		if r.Label.Place != "west-russia" || r.Reason != "other units" {
			t.Errorf("%s is void", r)
		}
	}
	if len(c.Carry) != 1 || len(c.Void) == 0 {
		t.Errorf("%d rolls stand, %d do not", len(c.Carry), len(c.Void))
	}
	w.reads("bert@mail.test", "BERICHTIGT", "tech RUS 1 - -", "gilt", "ungültig: andere Einheiten")
	w.sound()
	w.proved("bert@mail.test")
	w.reads(refereeAddress, "PUT RIGHT", "void: other units")
	w.rules(append([]string{"correct"}, otherCombat...)...)
	w.reads(refereeAddress, "nothing would be different")
	w.rules("correct record "+strconv.Itoa(entries[2].Seq), "buy 3 infantry")
	w.reads(refereeAddress, "no such turn stands")
}

func TestAGoIsCorrectedByAMiscountedUnit(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	w.settle()
	w.rules("correct round 1 USSR", "edit add 1 infantry Germany in West Russia")
	c, ok := w.table().Chain.Entries()[3].Body.(*history.Correct)
	if !ok || len(c.Carry) != 1 {
		t.Fatalf("%+v", c)
	}
	w.reads("anna@mail.test", "edit add 1 infantry Germany in West Russia", "void: other units")
	w.sound()
}

// One mail may go back and put right, and ask a question next to it.
func TestAMailGoesBackAndCorrects(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	w.settle()
	w.writes("Germany", "done")
	w.settle()
	w.text(refereeAddress)
	w.rules(append([]string{"status", "roll back to round 1 Germany", "correct round 1 USSR combat"},
		otherCombat...)...)
	w.reads(refereeAddress, "the game goes back", "PUT RIGHT", "This is how eastfront stands")
	if got := w.gm(); len(got) != 2 {
		t.Errorf("%q", got)
	}
	w.sound()
	w.rules("roll back to round 1 USSR", "edit money Germany 44")
	w.reads(refereeAddress, "the game goes back", "edit money Germany 44")
	w.sound()
}

// What others have played since is in the way; the answer says how it is undone.
func TestOnlyTheLastTurnIsCorrected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.writes("USSR", wholeTurn)
	w.settle()
	w.writes("Germany", "done")
	w.settle()
	w.rules(append([]string{"correct round 1 USSR combat"}, otherCombat...)...)
	w.reads(refereeAddress, "roll back to record 3; then correct")
	w.rules("roll back to record 3")
	w.rules(append([]string{"correct round 1 USSR combat"}, otherCombat...)...)
	w.reads(refereeAddress, "PUT RIGHT")
	w.sound()
}

func TestRulingsAndAnnouncements(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules("announce Nothing is played over Christmas.")
	w.reads("anna@mail.test", "The referee of this game announces: Nothing is played over Christmas.")
	w.rules("ruling R-77 A submarine that has submerged may not retreat.")
	w.rules("ruling Flak fires at every raid.")
	w.reads("bert@mail.test", "ein Entscheid, R-77", "Flak fires at every raid.")
	w.writes("Germany", "status")
	w.settle()
	w.reads("bert@mail.test", "ENTSCHEIDE DIESER PARTIE", "R-77: A submarine that has submerged may not retreat.",
		"ruling-2: Flak fires at every raid.")
	w.mailFrom("carl@mail.test", "", "history")
	w.settle()
	w.reads("carl@mail.test", "ruling", "R-77")
	w.sound()
}

func TestDiceAfterACorrectionByPolicy(t *testing.T) {
	t.Parallel()
	for policy, want := range map[string][2]int{"reroll-all": {0, 3}, "reroll-battle": {1, 2}, "keep": {1, 2}} {
		t.Run(policy, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.house("dice-after-correction", policy)
			w.writes("USSR", wholeTurn)
			w.settle()
			w.rules(append([]string{"correct round 1 USSR combat"}, otherCombat...)...)
			c, ok := w.table().Chain.Entries()[3].Body.(*history.Correct)
			if !ok || len(c.Carry) != want[0] || len(c.Void) < want[1] {
				t.Errorf("%+v", w.table().Chain.Entries()[3].Body)
			}
			w.sound()
		})
	}
}

// The referee who plays needs the other side for what changes the game; they ask by proposing.
func TestARefereeWhoPlaysAsksTheOtherSide(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.update(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		person := *table.Referee()
		person.Address = players["USSR"].Address
		return table.SaveSeat(tx, person)
	})
	key := w.refereeKey()
	ask := func(lines ...string) {
		w.mailFrom("anna@mail.test", "", "key "+key+"\n"+strings.Join(lines, "\n")+"\n")
		w.settle()
	}
	ask("edit money USSR 99")
	if len(w.gm()) != 0 || len(w.table().State.Proposals) != 1 {
		t.Fatalf("%q, %+v", w.gm(), w.table().State.Proposals)
	}
	w.reads("bert@mail.test", "Vorschlag 1", "genehmige Vorschlag 1", "edit money USSR 99")
	if text := w.text("carl@mail.test"); strings.Contains(text, "approve proposal") {
		t.Errorf("an ally is asked:\n%s", text)
	}
	w.mailFrom("dora@mail.test", "", "status")
	w.settle()
	w.reads("dora@mail.test", "approve proposal 1, reject proposal 1: edit money USSR 99")
	w.writes("UK", "approve proposal 1")
	w.settle()
	w.reads("carl@mail.test", "others are asked")
	w.writes("Germany", "genehmige Vorschlag 1")
	w.settle()
	if len(w.gm()) != 0 {
		t.Error("in force before all have agreed")
	}
	w.writes("Japan", "approve 1")
	w.settle()
	if got := w.gm(); len(got) != 1 {
		t.Fatalf("%q", got)
	}
	var consents []string
	for _, e := range w.table().Chain.Entries() {
		if g, ok := e.Body.(*history.RefereeAct); ok {
			consents = g.Consents
		}
	}
	if !slices.Equal(consents, []string{"GER", "JPN"}) {
		t.Errorf("consents %q", consents)
	}
	w.reads("carl@mail.test", "All who were asked have agreed", "the position is changed",
		"Agreed to by: Germany and Japan.")
	w.sound()

	ask("edit money USSR 7")
	w.writes("Germany", "reject proposal 2")
	w.settle()
	w.reads("bert@mail.test", "Vorschlag 2 ist abgelehnt")
	ask("option consent never")
	if w.table().State.House.Get("consent") == "never" {
		t.Error("he has freed himself of consent")
	}
	w.advance(8 * 24 * time.Hour)
	if n := len(w.table().State.Proposals); n != 0 {
		t.Errorf("%d proposals have not lapsed", n)
	}
	w.reads("carl@mail.test", "Proposal 3 has lapsed")
	if len(w.gm()) != 1 {
		t.Errorf("%q", w.gm())
	}
	w.sound()
}

// A long pause is TH-16's: a referee who plays asks for it; without a clock there is nothing to stop when all agree.
func TestARefereeWhoPlaysAsksForALongPause(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.house("deadline", "48h")
	w.house("consent", "always")
	w.rules("pause game")
	if p := w.table().State.Clock.Pause; p != nil {
		t.Fatal("the clocks stand though nobody has agreed")
	}
	for p := range players {
		w.writes(string(p), "approve proposal 1")
		w.settle()
	}
	if p := w.table().State.Clock.Pause; p == nil {
		t.Error("the clocks run though all have agreed")
	}
	w.sound()
}

// advance lets time pass.
func (w *world) advance(d time.Duration) {
	w.t.Helper()
	w.now = w.now.Add(d)
	w.settle()
}

func TestAPlayerAsksForACorrection(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		policy string
		agrees []string // who must
	}{
		{"referee", []string{refereeAddress}},
		{"consent", []string{"Germany", "Japan"}},
	} {
		t.Run(tt.policy, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.house("corrections", tt.policy)
			w.writes("USSR", wholeTurn)
			w.settle()
			w.writes("USSR", append([]string{"correct round 1 USSR combat"}, otherCombat...)...)
			w.settle()
			if n := w.table().Chain.Len(); n != 4 {
				t.Errorf("%d records, want the proposal after the go", n)
			}
			for _, who := range tt.agrees {
				if who == refereeAddress {
					w.rules("approve proposal 1")
				} else {
					w.writes(who, "approve proposal 1")
					w.settle()
				}
			}
			if got := w.gm(); len(got) != 1 || !strings.HasPrefix(got[0], "RUS: correct record 2 reroll-battle") {
				t.Errorf("%q", got)
			}
			w.sound()
		})
	}
	w := newWorld(t)
	w.house("corrections", "off")
	w.writes("USSR", wholeTurn)
	w.settle()
	w.text("anna@mail.test")
	w.writes("USSR", append([]string{"correct round 1 USSR combat"}, otherCombat...)...)
	w.settle()
	w.reads("anna@mail.test", "no corrections")
}

// Nothing that a referee can ask for shows them orders before they are played.
func TestTheRefereeReadsNoSealedOrders(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rules("status")
	w.writes("Germany", "defend everywhere", "  retreat to Eastern Europe after 2", "enigma no")
	w.writes("USSR", wholeTurn)
	w.settle()
	w.text(refereeAddress)
	for _, q := range []string{"status", "standing", "map", "history", "chain", "dice", "verify", "games", "report",
		"report round 1 USSR",
		"history who held Ukraine", "history battles in West Russia", "roll back to round 1 USSR", "announce x"} {
		w.rules(q)
	}
	w.view(func(tx *store.Tx) error { // nor does the command that shows a game
		v, err := admin.ShowGame(w.d.Env, tx, gamestore.GameName{Game: "eastfront"})
		if err != nil {
			return err
		}
		pos, err := gamestore.DecodePosition(board.Default(), v.(admin.GameView).Position)
		if err == nil && len(pos.Nation("Germany").Standing())+len(pos.Nation("Germany").Answers()) > 0 {
			t.Error("game show tells standing orders")
		}
		return err
	})
	for _, m := range w.inbox(refereeAddress) {
		text := m.Body().Body
		for _, a := range m.Attachments() {
			text += a.Body
		}
		for _, secret := range []string{"retreat to", "Eastern Europe after", "defend everywhere"} {
			if strings.Contains(text, secret) {
				t.Errorf("%q stands in %q", secret, m.Subject)
			}
		}
	}
}

// Turn orders that wait for a deadline are as hidden from them as standing ones.
func TestTheRefereeReadsNoOrdersThatWait(t *testing.T) {
	t.Parallel()
	w := deadlineWorld(t)
	w.anna("combat\n  move 3 infantry, 1 tank from Archangel to West Russia\n  move 1 artillery, 2 tanks from Russia to West Russia\n")
	var key string
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "westfront")
		if err == nil {
			key = reveal(w.d.Env, tx, g, g.Referee())
			if len(g.Draft.Orders) == 0 {
				t.Error("nothing waits")
			}
		}
		return err
	})
	w.inbox(refereeAddress)
	for _, q := range []string{"status", "standing", "map", "history", "chain", "report",
		"edit money Germany 3", "check\nstatus"} {
		w.mailFrom(refereeAddress, "", "game westfront\nkey "+key+"\n"+q+"\n")
		w.settle()
	}
	for _, m := range w.inbox(refereeAddress) {
		text := m.Body().Body
		for _, a := range m.Attachments() {
			text += a.Body
		}
		if strings.Contains(text, "from Archangel") || strings.Contains(text, "move 3 infantry") {
			t.Errorf("orders that wait stand in %q", m.Subject)
		}
	}
	w.inOrder(t, "westfront") // the edit has left them waiting
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "westfront")
		if err == nil && len(g.Draft.Orders) == 0 {
			t.Error("the edit has taken the orders off")
		}
		return err
	})
}
