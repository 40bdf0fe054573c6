package server

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/steps"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// attempts is how many attempts at a mail are counted.
func (w *world) attempts(number uint64) (n int) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		v, ok, err := tx.Data().Get(steps.AttemptsKind, fmt.Sprint(number))
		n = gamestore.ParseCount(v, ok)
		return err
	})
	return n
}

// text is the body of the only mail that came to an address.
func (w *world) onlyText(addr string) string {
	w.t.Helper()
	mails := w.inbox(addr)
	if len(mails) != 1 {
		w.t.Fatalf("%d mails to %s, want one", len(mails), addr)
	}
	return strings.Join(strings.Fields(mails[0].Body().Body), " ")
}

// A mail that kills the process is tried five times and then set aside: the sender and the referee are
// told, and the mails behind it are handled.
func TestAMailThatKillsTheProcessIsSetAside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keep("From: bert@mail.test\r\nTo: " + serverAddress + "\r\nMessage-ID: <1@mail.test>\r\n\r\nstatus\r\n")
	w.keep("From: anna@mail.test\r\nTo: " + serverAddress + "\r\nMessage-ID: <2@mail.test>\r\n\r\nstatus\r\n")
	for range steps.MaxAttempts { // it is begun, and the process is gone
		if _, err := w.d.attempt(1); err != nil {
			t.Fatal(err)
		}
	}
	w.settle()
	if out := w.outcomeOf(1); out.Kind != decision.Broken || w.attempts(1) != 0 {
		t.Errorf("outcome %+v, %d attempts counted", out, w.attempts(1))
	}
	if text := w.onlyText("bert@mail.test"); !strings.Contains(text, "liegt beiseite") {
		t.Errorf("Bert is told %q", text)
	}
	if text := w.onlyText(refereeAddress); !strings.Contains(text, "1") {
		t.Errorf("the referee is told %q", text)
	}
	if out := w.outcomeOf(2); out.Kind != decision.Answered {
		t.Errorf("the mail behind it: %+v", out)
	}
}

// Kills are no reason, as long as they are few: the mail is handled at the next start, once.
func TestAMailThatWasCutOffIsHandled(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "status\n")
	w.keepOnly()
	for range steps.MaxAttempts - 1 {
		if _, err := w.d.attempt(1); err != nil {
			t.Fatal(err)
		}
	}
	w.settle()
	if out := w.outcomeOf(1); out.Kind != decision.Answered || w.attempts(1) != 0 {
		t.Errorf("outcome %+v, %d attempts counted", out, w.attempts(1))
	}
}

// brokenMeter panics when orders were played.
type brokenMeter struct {
	env.NoMeter
	tries int
}

func (b *brokenMeter) Played(string, time.Duration) {
	b.tries++
	panic("a bug of ours")
}

// A map that cannot be drawn undoes no orders: the reports go out without it.
func TestAMapThatCannotBeDrawnIsLeftOut(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Draw = func(report.View, syntax.Lang) (*report.Drawing, error) { panic("a bug of ours") }
	w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if out := w.outcomeOf(1); out.Kind != decision.Accepted || out.Reason != "played" {
		t.Errorf("outcome %+v", out)
	}
	if n := len(w.inbox("bert@mail.test")); n != 1 {
		t.Errorf("Bert got %d reports", n)
	}
}

// A mail that panics or overruns is tried once more, then set aside and answered.
func TestAMailThatFailsTwiceIsSetAside(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	meter := &brokenMeter{}
	w.d.Env.Meter = meter
	w.mailFrom("anna@mail.test", "", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	if out := w.outcomeOf(1); out.Kind != decision.Broken || meter.tries != 2 {
		t.Errorf("outcome %+v after %d tries", out, meter.tries)
	}
	if text := w.onlyText("anna@mail.test"); !strings.Contains(text, "set aside") {
		t.Errorf("Anna is told %q", text)
	}
	w.view(func(tx *store.Tx) error {
		g, err := tx.Games().Game("eastfront")
		if err == nil && g.Len() != 1 {
			t.Errorf("%d records, want the genesis alone", g.Len())
		}
		return err
	})
}

// A failure of the store is not the mail's: it is not counted.
func TestAFullDiskCountsNoAttempt(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "status\n")
	w.keepOnly()
	for range 5 {
		if n, err := w.d.attempt(1); err != nil || n != 1 {
			t.Fatalf("attempt %d, %v", n, err)
		}
		w.d.excused = 1 // the store took nothing
	}
}

// keep stores a mail as it would come from the mailbox.
func (w *world) keep(raw string) (number uint64) {
	w.t.Helper()
	w.update(func(tx *store.Tx) (err error) {
		number, _, err = tx.Inbox().Add(store.Source{}, "", w.now, []byte(raw))
		return err
	})
	return number
}

// Requests for seats in one mail are limited: each opens a game.
func TestJoinsOfOneMailAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var lines strings.Builder
	for i := range command.MaxQuestions + 2 {
		fmt.Fprintf(&lines, "observe nogame%d\n", i)
	}
	w.mailFrom("anna@mail.test", "", lines.String())
	w.settle()
	mails := w.inbox("anna@mail.test")
	if len(mails) != 1 {
		t.Fatalf("%d answers", len(mails))
	}
	answers, left, _ := strings.Cut(strings.Join(strings.Fields(mails[0].Body().Body), " "), "were not answered")
	for i := range command.MaxQuestions + 2 {
		name := fmt.Sprintf("nogame%d", i)
		if answered := i < command.MaxQuestions; strings.Contains(answers, `"`+name+`"`) != answered ||
			strings.Contains(left+" ", "observe "+name+" ") == answered {
			t.Errorf("%s is not where it must be: %s", name, left)
		}
	}
}

// The options of a new game do not count among the requests of a mail, and no answer says that they were left.
func TestOptionsOfANewGameAreNoRequests(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "observe nogame\n"+strings.Repeat("option low-luck off\n", command.MaxQuestions+2)+
		"observe nogame\n")
	w.settle()
	mails := w.inbox("anna@mail.test")
	for _, m := range mails {
		if strings.Contains(m.Body().Body, "not answered") {
			t.Errorf("told %s", m.Body().Body)
		}
	}
	if n := len(mails); n != 1 {
		t.Errorf("%d answers, want 1 to both lines", n)
	}
}

// Ten maps, odds of 9,999 a side, and other questions in one mail: so many are answered, the rest is named, and orders
// are played.
func TestQuestionsOfOneMailAreLimited(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		from, power string
		says        []string
	}{
		{"anna@mail.test", "USSR", []string{"were not answered", "at most 3 maps, 5 `odds`"}},
		{"bert@mail.test", "Germany", []string{"ohne Antwort", "höchstens 3 Karten, 5-mal `Chancen`"}},
	} {
		t.Run(c.power, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.mailFrom(c.from, "", strings.Repeat("map\n", 10)+strings.Repeat("odds 1 infantry vs 1 infantry\n", 2))
			w.settle()
			mails := w.inbox(c.from)
			if len(mails) != 4 { // three maps, and what is left
				t.Fatalf("%d answers", len(mails))
			}
			text := strings.Join(strings.Fields(mails[3].Body().Body), " ")
			for _, s := range append(c.says, "• map • map", "odds 1 infantry vs 1 infantry") {
				if !strings.Contains(text, s) && !strings.Contains(text, strings.ReplaceAll(s, "•", "-")) {
					t.Errorf("no %q in %s", s, text)
				}
			}
		})
	}
}

func TestOddsOfOneMailAreLimited(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", strings.Repeat("odds 9999 infantry vs 9999 infantry\n", 3)+
		strings.Repeat("odds 40 submarines, 40 destroyers, 20 battleships, 60 fighters vs 40 submarines, 40 destroyers, 20 battleships, 60 transports\n", 4))
	w.settle()
	var texts []string
	for _, m := range w.inbox("anna@mail.test") {
		texts = append(texts, strings.Join(strings.Fields(m.Body().Body), " "))
	}
	if len(texts) != 6 {
		t.Fatalf("%d answers", len(texts))
	}
	count := func(s string) (n int) {
		for _, x := range texts {
			if strings.Contains(x, s) {
				n++
			}
		}
		return n
	}
	if count("9,999 units on a side, at most 200") != 3 || count("more than 30,000,000 steps") != 2 ||
		count("were not answered") != 1 {
		t.Errorf("answers %q", texts)
	}
}

// Questions wait in the store: the mail is done before they are answered, and a restart in between loses none and sends
// none twice.
func TestQuestionsSurviveARestart(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keep("From: anna@mail.test\r\nTo: " + serverAddress +
		"\r\nMessage-ID: <q@mail.test>\r\n\r\nstatus\r\nmap\r\nhelp\r\n")
	if err := w.d.handleMail(1); err != nil {
		t.Fatal(err)
	}
	if out := w.outcomeOf(1); out.Kind != decision.Answered {
		t.Fatalf("outcome %+v", out)
	}
	w.view(func(tx *store.Tx) error {
		q, err := command.LoadQuestions(tx, 1)
		lines := []string{}
		for _, x := range q.Asked {
			lines = append(lines, x.Line)
		}
		if !slices.Equal(lines, []string{"status", "map", "help"}) {
			t.Errorf("questions %q", lines)
		}
		return err
	})
	w.reopen(store.Options{})
	w.settle()
	if n := len(w.inbox("anna@mail.test")); n != 3 {
		t.Errorf("%d answers, want three", n)
	}
}

// A question that fails twice is named; the referee is told, and those behind it are answered.
func TestAQuestionThatFailsIsNamed(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "", "status\nhelp\n")
	w.keepOnly()
	if err := w.d.handleMail(1); err != nil {
		t.Fatal(err)
	}
	w.update(func(tx *store.Tx) error {
		q, err := command.LoadQuestions(tx, 1)
		if err != nil {
			return err
		}
		q.Asked[0].Line = "this is no question"
		return q.Save(tx, 1)
	})
	w.settle()
	mails := w.inbox("anna@mail.test")
	if len(mails) != 2 || !strings.Contains(mails[1].Body().Body, "this is no question") {
		t.Errorf("%d answers", len(mails))
	}
	if text := w.onlyText(refereeAddress); !strings.Contains(text, "no question") {
		t.Errorf("the referee is told %q", text)
	}
}

// Answers go to the person who asked, not to the one who has the seat by then.
func TestAnswersDoNotGoToTheNextPlayer(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keep("From: anna@mail.test\r\nTo: " + serverAddress + "\r\nMessage-ID: <q@mail.test>\r\n\r\nstatus\r\n")
	if err := w.d.handleMail(1); err != nil {
		t.Fatal(err)
	}
	w.update(func(tx *store.Tx) error {
		q, err := command.LoadQuestions(tx, 1)
		if err != nil {
			return err
		}
		q.Address = "gone@mail.test"
		return q.Save(tx, 1)
	})
	w.settle()
	if n := len(w.inbox("anna@mail.test")); n != 0 {
		t.Errorf("%d answers to the next player", n)
	}
}

// What overruns is not undone again and again: between steps the time is looked at.
func TestOverrun(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.keep("From: anna@mail.test\r\nTo: " + serverAddress + "\r\nMessage-ID: <q@mail.test>\r\n\r\nstatus\r\n")
	err := w.store.Update(func(tx *store.Tx) error {
		return steps.HandleMailUntil(w.d.Env, tx, 1, func() bool { return true })
	})
	if err == nil || !strings.Contains(err.Error(), "too long") {
		t.Errorf("error %v", err)
	}
	if timeLimit(w.d.MailTime).start()() {
		t.Error("late at once")
	}
}
