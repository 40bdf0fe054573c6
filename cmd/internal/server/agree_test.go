package server

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/mailio/message"
	"fieldpost/mailio/replies"
)

// asked is the question that orders of the USSR lead to which leave two infantry unplaced.
func asked(w *world) message.Letter {
	w.t.Helper()
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR]", "game eastfront\npower USSR\nkey "+w.keys["USSR"]+
		"\nbuy 2 infantry\ncombat\nnoncombat\ndone\n")
	w.settle()
	got := w.inbox("anna@mail.test")
	q := got[len(got)-1]
	if !strings.Contains(q.Body().Body, "\nreading ") {
		w.t.Fatalf("nothing is asked:\n%s", q.Body().Body)
	}
	return q
}

// nameOf is the line of a mail that names its question.
func nameOf(q message.Letter) string {
	at := strings.Index(q.Body().Body, "reading ")
	return q.Body().Body[at : at+len("reading XXXX-XXXX-XXXX-XXXX")]
}

// says answers a mail with a text, and returns what came of it.
func says(w *world, from string, to message.Letter, text string) string {
	w.t.Helper()
	w.reply(from, to, "Re: "+to.Subject, text)
	w.settle()
	return w.last(from)
}

// inRussia is how many infantry stand in Russia, and whose turn it is.
func inRussia(w *world) (int, board.Power) {
	g := w.table()
	at, _ := g.Rules.Board.Find("Russia")
	n := 0
	for u := range g.Pos.In(at) {
		if u.Type == board.Infantry {
			n++
		}
	}
	return n, g.Pos.Power()
}

// One word answers what we ask, in any language and with a greeting around it; it needs no key and counts once.
func TestYesPlaysWhatWasAsked(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text   string
		placed int         // of the two infantry
		turn   board.Power // afterwards
		told   string
	}{
		{"yes\n", 2, "Germany", ""},
		{"Ja, bitte.\n\nViele Grüße\nAnna\n", 2, "Germany", ""},
		{"jo\n", 2, "Germany", ""},
		{"1\n", 2, "Germany", ""},
		{"2\n", 0, "Germany", ""},
		{"no\n", 0, "USSR", "is forgotten; nothing was done"},
		{"3\n", 0, "USSR", "no reading with the number 3; the last one is 2"},
		{"yes, but 4 tanks\n", 0, "USSR", ""},
	} {
		t.Run(strings.Fields(tt.text)[0], func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			before, _ := inRussia(w)
			q := asked(w)
			said := says(w, "anna@mail.test", q, tt.text)
			if now, turn := inRussia(w); now-before != tt.placed || turn != tt.turn {
				t.Errorf("%d infantry were placed, it is the turn of %s; told:\n%s", now-before, turn, said)
			}
			w.wants(said, tt.told)
			again := says(w, "anna@mail.test", q, "yes\n")
			switch {
			case tt.turn == "Germany":
				w.wants(again, "You have said yes already")
			case tt.text == "no\n":
				w.wants(again, "not asked any more")
			}
		})
	}
}

// The line with the question's name is enough where a program keeps no In-Reply-To.
func TestYesByTheQuotedName(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := asked(w)
	w.mailFrom("anna@mail.test", "Re: [eastfront R1]", "yes\n\n> game eastfront\n> "+nameOf(q)+"\n")
	w.settle()
	if _, turn := inRussia(w); turn != "Germany" {
		t.Errorf("it is the turn of %s:\n%s", turn, w.last("anna@mail.test"))
	}
}

// Nobody says yes for another, nor to another mail in the same thread.
func TestYesIsBoundToItsMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	call := firstCall(w)
	q := asked(w)
	for name, say := range map[string]func(){
		"a strange address": func() {
			w.rawTo("dora@mail.test", q.AnswerTo().Addr, fmt.Sprintf("From: mallory@else.test\nTo: %s\nSubject: Re: x\n"+
				"Message-ID: <strange@else.test>\nIn-Reply-To: %s\nContent-Type: text/plain; charset=utf-8\n\nyes\n",
				q.AnswerTo().Addr, q.MessageID))
			w.settle()
		},
		"another seat":    func() { says(w, "bert@mail.test", q, "yes\n") },
		"an earlier mail": func() { says(w, "anna@mail.test", call, "ok\n") },
		"an older reference": func() {
			w.sent++
			w.rawTo("anna@mail.test", call.AnswerTo().Addr, fmt.Sprintf("From: anna@mail.test\nTo: %s\nSubject: Re: x\n"+
				"Message-ID: <older-%d@mail.test>\nIn-Reply-To: %s\nReferences: %s %s\n"+
				"Content-Type: text/plain; charset=utf-8\n\nok\n", call.AnswerTo().Addr, w.sent, call.MessageID, q.MessageID,
				call.MessageID))
			w.settle()
		},
		"a guessed name": func() {
			w.mailFrom("anna@mail.test", "Re: x", "yes\n\n> game eastfront\n> reading ABCD-EFGH-JKMN-PQRS\n")
			w.settle()
		},
	} {
		say()
		if _, turn := inRussia(w); turn != "USSR" {
			t.Fatalf("%s: it is the turn of %s", name, turn)
		}
	}
	says(w, "anna@mail.test", q, "yes\n")
	if _, turn := inRussia(w); turn != "Germany" {
		t.Errorf("afterwards it is the turn of %s", turn)
	}
}

// Orders that are accepted take the question's place.
func TestNewOrdersEndTheQuestion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := asked(w)
	w.mailFrom("anna@mail.test", "[eastfront R1 USSR]", "game eastfront\npower USSR\nkey "+w.keys["USSR"]+
		"\nbuy 3 infantry\n")
	w.settle()
	w.last("anna@mail.test")
	w.wants(says(w, "anna@mail.test", q, "yes\n"), "not asked any more")
	if _, turn := inRussia(w); turn != "USSR" {
		t.Errorf("it is the turn of %s", turn)
	}
}

// A yes to what was asked about at another position is asked once more; what is not possible any more is refused.
func TestLateYesIsAskedAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := asked(w)
	w.rules("edit add 1 infantry Germany in Poland", "edit add 1 infantry USSR in Russia")
	w.rules("edit add 1 infantry USSR in Russia")
	w.inbox("anna@mail.test")
	w.reply("anna@mail.test", q, "Re: "+q.Subject, "yes\n")
	w.settle()
	got := w.inbox("anna@mail.test")
	if len(got) == 0 {
		t.Fatal("Anna got no answer")
	}
	again := got[len(got)-1]
	w.wants(again.Body().Body, "The position has changed since you were asked", "place 2 infantry in Russia")
	if _, turn := inRussia(w); turn != "USSR" {
		t.Fatalf("it is the turn of %s", turn)
	}
	says(w, "anna@mail.test", again, "yes\n")
	if _, turn := inRussia(w); turn != "Germany" {
		t.Errorf("after the second yes it is the turn of %s", turn)
	}
}

// What takes the key itself is asked about in a reply without it, and done after a yes.
func TestResigningByReplyIsAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	call := firstCall(w)
	w.reply("anna@mail.test", call, "Re: "+call.Subject, "resign\n")
	w.settle()
	if !w.table().Seat("USSR").Taken() {
		t.Fatal("she resigned without a yes")
	}
	got := w.inbox("anna@mail.test")
	q := got[len(got)-1]
	w.wants(q.Body().Body, "asks for what cannot be taken back", "resign")
	says(w, "anna@mail.test", q, "yes\n")
	if w.table().Seat("USSR").Taken() {
		t.Error("after yes she has the seat still")
	}
}

// So are a new key, another address and the referee's acts.
func TestWhatTakesAKeyIsAskedByReply(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	call := firstCall(w)
	before := w.keys["USSR"]
	for _, tt := range []struct{ says, asks string }{
		{"new key\n", "new key"},
		{"address main anna@elsewhere.test\n", "address main anna@elsewhere.test"},
	} {
		w.inbox("anna@mail.test")
		w.reply("anna@mail.test", call, "Re: "+call.Subject, tt.says)
		w.settle()
		if s := w.table().Seat("USSR"); s.Address != "anna@mail.test" || keyIn(t, w.store, w.d.Env, "eastfront", "RUS") != before {
			t.Fatalf("%q was done without a yes: %s", tt.says, s.Address)
		}
		got := w.inbox("anna@mail.test")
		w.wants(got[len(got)-1].Body().Body, "asks for what cannot be taken back", tt.asks)
	}
	w.reply("anna@mail.test", call, "Re: "+call.Subject, "new key\n")
	w.settle()
	got := w.inbox("anna@mail.test")
	says(w, "anna@mail.test", got[len(got)-1], "yes\n")
	if keyIn(t, w.store, w.d.Env, "eastfront", "RUS") == before {
		t.Error("after yes the key is the old one")
	}
}

// A yes that comes in a later round plays nothing of what was asked in an earlier one.
func TestYesInALaterRound(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "victory=total")
	m.keyed("anna@mail.test", "buy 2 infantry\n"+westRussia+"noncombat\ndone\n") // ends with units unplaced: asked
	sent, letter := m.newest("anna@mail.test")
	if !strings.Contains(letter.Body().Body, "reading ") {
		t.Fatalf("nothing is asked:\n%s", letter.Body().Body)
	}
	for range 5 {
		m.playOn()
	}
	g := m.loadGame()
	if g.Pos.Round() != 2 || g.Pos.Power() != "USSR" {
		t.Fatalf("it is round %d, %s", g.Pos.Round(), g.Pos.Power())
	}
	m.forget()
	m.replies(clientNamed(t, "gmail-web"), sent, replies.Reply{Style: replies.OnTop, From: "anna@mail.test", Text: "yes\n"})
	if n := m.loadGame().Chain.Len(); n != g.Chain.Len() {
		t.Errorf("%d records were written", n-g.Chain.Len())
	}
	if len(m.mails("anna@mail.test")) != 1 {
		t.Error("it is not answered")
	}
}

// Drafts are taken while the clocks stand, and wait for the deadline when they run again.
func TestADraftWhileTheClocksStand(t *testing.T) {
	t.Parallel()
	m := newMonths(t, "deadline=2d", "play=deadline")
	m.keyed(refereeAddress, "pause game\n")
	records := m.loadGame().Chain.Len()
	m.keyed("anna@mail.test", "buy 8 infantry\n")
	m.pass(5 * day)
	m.wantDraft(records, "buy 8 infantry")
	m.keyed(refereeAddress, "resume game\n")
	m.pass(3 * day)
	if on := m.loadGame().Pos.Power(); on == "USSR" {
		t.Error("the draft was not played after the clocks ran again")
	}
}

// A question is put to one person with the key of that day: who has the seat afterwards was not asked, and who had it
// before has no say.
func TestYesIsOfThePersonWhoWasAsked(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := asked(w)
	w.rules("replace USSR with stranger@else.test")
	if got := w.inbox("stranger@else.test"); len(got) > 0 {
		says(w, "stranger@else.test", got[len(got)-1], "yes\n")
	}
	if s := w.table().Seat("USSR"); s.Address != "stranger@else.test" || s.Unconfirmed {
		t.Fatalf("the seat is %+v", s)
	}
	w.mailFrom("anna@mail.test", "Re: x", "yes\n\n> game eastfront\n> "+nameOf(q)+"\n")
	w.reply("anna@mail.test", q, "Re: "+q.Subject, "yes\n")
	w.settle()
	if _, turn := inRussia(w); turn != "USSR" {
		t.Errorf("who lost the seat played for it; it is the turn of %s", turn)
	}
}

// A new key ends what was asked with the old one.
func TestNewKeyEndsTheQuestion(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	q := asked(w)
	w.mailFrom("anna@mail.test", "", "game eastfront\npower USSR\nkey "+w.keys["USSR"]+"\nnew key\n")
	w.settle()
	w.wants(says(w, "anna@mail.test", q, "yes\n"), "not asked any more")
	if _, turn := inRussia(w); turn != "USSR" {
		t.Errorf("it is the turn of %s", turn)
	}
}

// A yes that is copied to others counts once too, and what is asked while a new key is drawn can be answered.
func TestYesThatOthersSee(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.rawTo("anna@mail.test", "orders@games.test", "From: anna@mail.test\nTo: orders@games.test\nCc: stranger@else.test\n"+
		"Subject: x\nMessage-ID: <copied@mail.test>\nContent-Type: text/plain; charset=utf-8\n\n"+
		"game eastfront\npower USSR\nkey "+w.keys["USSR"]+"\nbuy 2 infantry\ncombat\nnoncombat\ndone\n")
	w.settle()
	for _, m := range w.inbox("anna@mail.test") {
		if strings.Contains(m.Body().Body, "\nreading ") {
			says(w, "anna@mail.test", m, "yes\n")
		}
	}
	if _, turn := inRussia(w); turn != "Germany" {
		t.Errorf("it is the turn of %s", turn)
	}
}
