package daemon

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/fakemail"
	"fieldpost/store"
)

// report is a delivery report; about is the header of the mail that came back, as far as it is quoted.
func report(to, action, status, about string) string {
	return "From: MAILER-DAEMON@mail.test\nReturn-Path: <>\nTo: " + to + "\nSubject: Undelivered\n" +
		"Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\nContent-Type: text/plain\n\nno such user\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.test\n\n" +
		"Final-Recipient: rfc822; anna@mail.test\nAction: " + action + "\nStatus: " + status + "\nDiagnostic-Code: smtp; " + status + " so it is\n\n" +
		"--b\nContent-Type: text/rfc822-headers\n\n" + about + "\n\n--b--\n"
}

// opening is the Message-ID of the USSR's opening report.
const opening = "<eastfront.report.0.rus@games.test>"

func (w *world) ussr() (s Seat) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		t, err := openTable(tx, "eastfront")
		if err == nil {
			s = *t.Seat("USSR")
		}
		return err
	})
	return s
}

// second gives the USSR a second address.
func (w *world) second(addr string) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		t, err := openTable(tx, "eastfront")
		if err != nil {
			return err
		}
		p := players["USSR"]
		p.Second = addr
		return w.d.Office.Place(tx, t, "USSR", p)
	})
}

func TestMail53_BouncesAreMappedToTheSeat(t *testing.T) {
	t.Parallel()
	verp := office[:6] + "+bounce=eastfront.report.0.rus@games.test"
	for _, c := range []struct {
		name, to, action, status, about string
		want                            string // how the letter ends
		bounced                         bool
	}{
		{"the report quotes the Message-ID", office, "failed", "5.1.1", "Message-ID: " + opening, "bounce", true},
		{"the report comes to the return path", verp, "failed", "5.1.1", "Subject: no id", "bounce", true},
		{"for now", office, "failed", "4.2.2", "Message-ID: " + opening, "bounce-temporary", false},
		{"only late", office, "delayed", "4.4.1", "Message-ID: " + opening, "bounce-delay", false},
		{"of a mail that was never ours", office, "failed", "5.1.1", "Message-ID: <forged@games.test>", "bounce-unknown", false},
		{"of nothing", office, "failed", "5.1.1", "Subject: x", "bounce-unknown", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			w.rawTo("anna@mail.test", c.to, report(c.to, c.action, c.status, c.about))
			w.settleOnce()
			w.view(func(tx *store.Tx) error {
				l, err := tx.Letter(1)
				if l.Outcome.Kind != ignored || l.Outcome.Reason != c.want {
					t.Errorf("outcome %+v, want %s", l.Outcome, c.want)
				}
				return err
			})
			if s := w.ussr(); (s.Bounced != "") != c.bounced {
				t.Errorf("bounced: %q", s.Bounced)
			}
			if told := len(w.inbox(referee)) == 1; told != c.bounced {
				t.Errorf("the referee was told: %t", told)
			}
			if n := len(w.inbox("anna@mail.test")); n != 0 {
				t.Errorf("a bounce was answered %d times", n)
			}
		})
	}
}

func TestMail53_TheSecondAddressIsTried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.second("stranger@else.test")
	for range 2 { // the second report brings nothing new
		w.raw("anna@mail.test", report(office, "failed", "5.1.1", "Message-ID: "+opening))
		w.settle()
	}
	s := w.ussr()
	if len(s.Lost) != 1 || s.Bounced != "" || s.To().Addr != "stranger@else.test" {
		t.Errorf("seat %+v", s)
	}
	again := w.inbox("stranger@else.test")
	if len(again) != 1 || again[0].MessageID != "<eastfront.report.0.rus.second@games.test>" || !strings.Contains(again[0].Subject, "eastfront") {
		t.Errorf("to the second address: %+v", again)
	}
	if n := len(w.inbox(referee)); n != 1 {
		t.Errorf("the referee got %d mails, want one", n)
	}
	// From now on everything goes there, and letters from there are the seat's own.
	w.mailFrom("stranger@else.test", "[eastfront]", "status\n")
	w.settle()
	if n := len(w.inbox("stranger@else.test")); n != 1 {
		t.Errorf("%d answers", n)
	}
	// Mail comes back from there too: nobody is left.
	w.raw("stranger@else.test", report(office, "failed", "5.2.1", "Message-ID: "+again[0].MessageID))
	w.settle()
	if s := w.ussr(); s.Bounced == "" {
		t.Errorf("seat %+v", s)
	}
	if n := len(w.inbox(referee)); n != 1 {
		t.Errorf("the referee got %d mails more, want one", n)
	}
}

// A server that refuses the recipient at once means the same as a report that comes later.
func TestMail53_RefusedAtTheDoor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.second("stranger@else.test")
	w.mail.Play("anna@mail.test", fakemail.Refuse)
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	if s := w.ussr(); len(s.Lost) != 1 {
		t.Errorf("seat %+v", s)
	}
	if n := len(w.inbox("stranger@else.test")); n != 1 {
		t.Errorf("%d mails to the second address", n)
	}
}

func TestMail53_WhatComesBackForNowIsSentAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for try := 1; try <= softTries+1; try++ {
		w.raw("anna@mail.test", strings.Replace(report(office, "failed", "4.2.2", "Message-ID: "+opening), "Undelivered", fmt.Sprint("Undelivered ", try), 1))
		w.settleOnce()
		if n := len(w.inbox("anna@mail.test")); n != 0 {
			t.Fatalf("try %d: sent at once", try)
		}
		w.now = w.now.Add(softWait + time.Minute)
		w.settle()
		if got := w.inbox("anna@mail.test"); (len(got) == 1 && got[0].MessageID == opening) != (try <= softTries) {
			t.Errorf("try %d: %d mails", try, len(got))
		}
	}
	if s := w.ussr(); s.Bounced == "" {
		t.Error("the seat does not know that its mail comes back")
	}
}

func TestMail03_ReturnPaths(t *testing.T) {
	t.Parallel()
	self := Self{Address: mailio.Address{Addr: office}, Domain: "games.test"}
	for id, want := range map[string]string{
		opening: "orders+bounce=eastfront.report.0.rus@games.test",
		"<" + strings.Repeat("x", 60) + "@games.test>": office, // the local part would have more than 64 characters
	} {
		if got := self.returnPath(id); got != want {
			t.Errorf("%s: %s", id, got)
		}
	}
	w := newWorld(t)
	w.d.Office.Self.VERP = true
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	if raw := string(w.mail.Delivered("anna@mail.test")[0]); !strings.HasPrefix(raw, "Return-Path: <orders+bounce=letter.1.answer-1@games.test>\r\n") {
		t.Errorf("%.100q", raw)
	}
}
