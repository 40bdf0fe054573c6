package server

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fieldpost/cmd/internal/decision"
	"fieldpost/mailio/localmail"
	"fieldpost/store"
)

const wholeTurn = "research rockets with 1 die\nbuy 5 infantry\ncombat\n  move 3 infantry, 1 tank from Archangel to West Russia\n" +
	"  move 1 artillery, 2 tanks from Russia to West Russia\nplace 3 infantry in Caucasus\nplace 2 infantry in Russia\ndone\n"

// audit plays the game in the store again and counts its goes.
func (w *world) audit(t *testing.T) (goes int) {
	t.Helper()
	return w.inOrder(t, "eastfront")
}

func TestTheSameMailTwiceIsOneMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for range 2 {
		w.sent = 0 // the same Message-ID, the same bytes
		w.mailFrom("anna@mail.test", "orders", "key "+w.keys["USSR"]+"\n"+wholeTurn)
		w.settle()
	}
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes, want one", n)
	}
	if n := len(w.inbox("anna@mail.test")); n != 1 {
		t.Errorf("%d mails, want one report", n)
	}
}

func TestStandingOrdersAreFiledByASeatNotOnTurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("bert@mail.test", "orders", "key "+w.keys["Germany"]+
		"\ndefend everywhere\n  losses infantry, tank, fighter\n")
	w.mailFrom("anna@mail.test", "orders", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes, want one", n)
	}
	w.mailFrom("bert@mail.test", "standing", "")
	w.settle()
	answers := w.inbox("bert@mail.test")
	if last := answers[len(answers)-1].Body().Body; !strings.Contains(last, "Infanterie") {
		t.Errorf("the standing orders are not told:\n%s", last)
	}
}

func TestCheckPlaysNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "check\n"+wholeTurn)
	w.mailFrom("anna@mail.test", "", "check\nbuy 80 infantry\n")
	w.settle()
	if n := w.audit(t); n != 0 {
		t.Errorf("%d goes, want none", n)
	}
	if n := len(w.inbox("anna@mail.test")); n != 2 {
		t.Errorf("%d answers, want two", n)
	}
}

func TestQuestionsAreAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	w.inbox("anna@mail.test")
	for _, q := range []struct{ ask, says string }{
		{"status", "Germany"}, {"standing", "standing"}, {"map", "POSITION"},
		{"history", "genesis"}, {"chain", "genesis"},
		{"dice", "rus"}, {"verify", "0 fail"}, {"games", "eastfront"}, {"help", "buy"}, {"help losses", "losses"},
		{"report", "WHAT HAPPENED"}, {"report round 1 USSR", "WHAT HAPPENED"}, {"odds 3 infantry vs 2 infantry", "%"},
	} {
		w.mailFrom("anna@mail.test", "question", q.ask+"\n")
		w.settle()
		answers := w.inbox("anna@mail.test")
		if len(answers) != 1 {
			t.Errorf("%s: %d answers", q.ask, len(answers))
			continue
		}
		if text := answers[0].Body().Body; !strings.Contains(strings.ToLower(text), strings.ToLower(q.says)) {
			t.Errorf("%s: the answer does not say %q:\n%s", q.ask, q.says, text)
		}
	}
}

// A key is enough, wherever the mail comes from; the seat's own address is told of it.
func TestTheOwnAddressLearnsOfAKeyFromElsewhere(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("stranger@else.test", "", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes, want one", n)
	}
	home := w.inbox("anna@mail.test")
	if len(home) != 2 || !strings.Contains(home[0].Body().Body+home[1].Body().Body, "stranger@else.test") {
		t.Errorf("%d mails at home, want notice and report", len(home))
	}
	if n := len(w.inbox("stranger@else.test")); n != 1 {
		t.Errorf("%d mails to the sender, want the receipt", n)
	}
}

func TestBeyondTheReplyBudgetNothingIsSent(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Limits.RepliesPerSender = 3
	for i := range 6 {
		w.mailFrom("anna@mail.test", "", fmt.Sprintf("status # %d\n", i))
	}
	w.settle()
	if n := len(w.inbox("anna@mail.test")); n != 3 {
		t.Errorf("%d answers, want 3", n)
	}
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails, want one", n)
	}
}

// A mail that the server refuses for now is sent again with the same Message-ID; one refused for good is told to the
// referee.
func TestTheOutboxTriesAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mail.Play("anna@mail.test", localmail.Refuse)
	w.mailFrom("anna@mail.test", "", "status\n")
	w.settle()
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails about a refused one", n)
	}
}

// A mail that makes us panic is set aside; the others go on.
func TestAMailThatPanicsIsSetAside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	if err := os.Remove(filepath.Join(w.dir, "secrets", "eastfront.master")); err != nil {
		t.Fatal(err)
	}
	w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.mailFrom("bert@mail.test", "", "status\n")
	w.settle()
	w.view(func(tx *store.Tx) error {
		l, err := tx.Inbox().Mail(1)
		if l.Outcome.Kind != decision.Broken {
			t.Errorf("outcome %+v", l.Outcome)
		}
		return err
	})
	if len(w.inbox(refereeAddress)) != 1 || len(w.inbox("bert@mail.test")) != 1 {
		t.Error("the referee was not told, or the next letter not answered")
	}
	if n := w.audit(t); n != 0 {
		t.Errorf("%d goes", n)
	}
}
