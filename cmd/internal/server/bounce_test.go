package server

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/steps"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/localmail"
	"fieldpost/store"
)

// deliveryReport is a delivery report; about is the header of the mail that came back, as far as it is quoted.
func deliveryReport(to, action, status, about string) string {
	return "From: MAILER-DAEMON@mail.test\nReturn-Path: <>\nTo: " + to + "\nSubject: Undelivered\n" +
		"Auto-Submitted: auto-replied\nMIME-Version: 1.0\nContent-Type: multipart/report; report-type=delivery-status; boundary=b\n\n" +
		"--b\nContent-Type: text/plain\n\nno such user\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.test\n\n" +
		"Final-Recipient: rfc822; anna@mail.test\nAction: " + action + "\nStatus: " + status +
		"\nDiagnostic-Code: smtp; " + status + " so it is\n\n" +
		"--b\nContent-Type: text/rfc822-headers\n\n" + about + "\n\n--b--\n"
}

// opening is the name of the USSR's opening report in the outbox.
const opening = "<eastfront.report.0.rus@games.test>"

// backTo is the return path of a mail, as only its recipient's host gets to know it.
func (w *world) backTo(name string) (path string) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		m, ok, err := tx.Outbox().ByID(name)
		if !ok {
			w.t.Fatalf("no mail %s", name)
		}
		t, err2 := vault.TagsOf(w.d.Env, tx, m.Envelope)
		path = w.d.Env.Self.ReturnPath(t.Return)
		return errors.Join(err, err2)
	})
	return path
}

// envelope is the id of a mail's envelope, as delivery reports quote it.
func (w *world) envelope(name string) string {
	_, tag := mailio.SplitPlus(w.backTo(name))
	return strings.TrimPrefix(tag, env.ReturnPrefix)
}

func (w *world) ussr() (s roster.Participant) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err == nil {
			s = *g.Seat("USSR")
		}
		return err
	})
	return s
}

// second gives the USSR a second address.
func (w *world) second(addr string) {
	w.t.Helper()
	w.update(func(tx *store.Tx) error {
		g, err := gamestore.Load(tx, "eastfront")
		if err != nil {
			return err
		}
		p := players["USSR"]
		p.Second = addr
		return people.SeatPerson(w.d.Env, tx, g, "USSR", p)
	})
}

func TestMail53_BouncesAreMappedToTheSeat(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name, action, status string
		envelope             bool // the envelope's id is quoted; else the report comes to the return path
		want                 string
		bounced              bool
	}{
		{"to the return path", "failed", "5.1.1", false, "bounce", true},
		{"with the envelope's id", "failed", "5.1.1", true, "bounce", true},
		{"for now", "failed", "4.2.2", false, "bounce-temporary", false},
		{"only late", "delayed", "4.4.1", true, "bounce-delay", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			to, text := w.backTo(opening), deliveryReport(w.backTo(opening), c.action, c.status, "Subject: no id")
			if c.envelope {
				to = serverAddress
				text = strings.Replace(deliveryReport(serverAddress, c.action, c.status, "Subject: no id"),
					"Reporting-MTA:", "Original-Envelope-Id: "+w.envelope(opening)+"\nReporting-MTA:", 1)
			}
			w.rawTo("anna@mail.test", to, text)
			w.settleOnce()
			w.wantOutcome(1, decision.Ignored, c.want)
			if s := w.ussr(); (s.Bounced != "") != c.bounced {
				t.Errorf("bounced: %q", s.Bounced)
			}
			if told := len(w.inbox(refereeAddress)) == 1; told != c.bounced {
				t.Errorf("the referee was told: %t", told)
			}
			if n := len(w.inbox("anna@mail.test")); n != 0 {
				t.Errorf("a bounce was answered %d times", n)
			}
		})
	}
}

func (w *world) wantOutcome(number uint64, kind, reason string) {
	w.t.Helper()
	w.view(func(tx *store.Tx) error {
		l, err := tx.Inbox().Mail(number)
		if l.Outcome.Kind != kind || l.Outcome.Reason != reason {
			w.t.Errorf("letter %d: %+v, want %s, %s", number, l.Outcome, kind, reason)
		}
		return err
	})
}

func TestMail53_TheSecondAddressIsTried(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.second("stranger@else.test")
	for range 2 { // the second report brings nothing new
		w.rawTo("anna@mail.test", w.backTo(opening), deliveryReport(w.backTo(opening), "failed", "5.1.1", "Subject: x"))
		w.settle()
	}
	s := w.ussr()
	if len(s.Lost) != 1 || s.Bounced != "" || s.Recipient().Addr != "stranger@else.test" {
		t.Errorf("seat %+v", s)
	}
	again := w.inbox("stranger@else.test")
	if len(again) != 1 || !strings.Contains(again[0].Subject, "eastfront") {
		t.Errorf("to the second address: %+v", again)
	}
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails, want one", n)
	}
	// From now on everything goes there, and mails from there are the seat's own.
	w.mailFrom("stranger@else.test", "[eastfront]", "status\n")
	w.settle()
	if n := len(w.inbox("stranger@else.test")); n != 1 {
		t.Errorf("%d answers", n)
	}
	// Mail bounces from there too: no address is left.
	second := w.backTo("<eastfront.report.0.rus.second@games.test>")
	w.rawTo("stranger@else.test", second, deliveryReport(second, "failed", "5.2.1", "Subject: x"))
	w.settle()
	if s := w.ussr(); s.Bounced == "" {
		t.Errorf("seat %+v", s)
	}
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails more, want one", n)
	}
}

// A server that refuses the recipient at once means the same as a report that comes later.
func TestMail53_RefusedAtTheDoor(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.second("stranger@else.test")
	w.mail.Play("anna@mail.test", localmail.Refuse)
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
	for try := 1; try <= steps.BounceRetries+1; try++ {
		back := w.backTo(opening)
		w.rawTo("anna@mail.test", back, strings.Replace(deliveryReport(back, "failed", "4.2.2", "Subject: x"),
			"Undelivered", fmt.Sprint("Undelivered ", try), 1))
		w.settleOnce()
		if n := len(w.inbox("anna@mail.test")); n != 0 {
			t.Fatalf("try %d: sent at once", try)
		}
		w.now = w.now.Add(steps.BounceRetryWait + time.Minute)
		w.settle()
		if got := w.inbox("anna@mail.test"); (len(got) == 1 &&
			strings.Contains(got[0].Body().Body, w.keys["USSR"])) != (try <= steps.BounceRetries) {
			t.Errorf("try %d: %d mails", try, len(got))
		}
	}
	if s := w.ussr(); s.Bounced == "" {
		t.Error("the seat does not know that its mail comes back")
	}
}

func TestMail03_ReturnPaths(t *testing.T) {
	t.Parallel()
	const tag = "t4ns5yhqp6ssz3vk"
	for addr, want := range map[string]string{
		serverAddress: "orders+b." + tag + "@games.test",
		// the local part would have more than 64 characters
		strings.Repeat("x", 50) + "@games.test": strings.Repeat("x", 50) + "@games.test",
	} {
		if got := (env.Self{Address: mailio.Address{Addr: addr}}).ReturnPath(tag); got != want {
			t.Errorf("%s: %s", addr, got)
		}
	}
	w := newWorld(t)
	w.d.Env.Self.VERP = true
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	want := "Return-Path: <" + w.backTo("<letter.1.answer-1@games.test>") + ">\r\n"
	if raw := string(w.mail.Delivered("anna@mail.test")[0]); !strings.HasPrefix(raw, want) {
		t.Errorf("%.100q, want %q", raw, want)
	}
}
