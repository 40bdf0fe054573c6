package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/mailio"
	"fieldpost/mailio/localmail"
	"fieldpost/store"
)

// What a forger knows: the address of the server, addresses of players, the name of the game, the form of our
// Message-IDs and return paths, and the mails that came to their own address.
const victim = "anna@mail.test"

// dsn is a delivery report; every field of it can be made up.
type dsn struct{ from, to, envelope, messageID, recipient, action, status, extra string }

func (d dsn) text() string {
	envelope := ""
	if d.envelope != "" {
		envelope = "Original-Envelope-Id: " + d.envelope + "\n"
	}
	about := "Subject: [eastfront R1 USSR]\nTo: " + victim + "\n"
	if d.messageID != "" {
		about = "Message-ID: " + d.messageID + "\n" + about
	}
	return "From: " + d.from + "\nTo: " + d.to + "\nSubject: Undelivered Mail Returned to Sender\nMIME-Version: 1.0\n" +
		d.extra +
		"Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\n" +
		"This is the mail system. The mail could not be delivered.\n\n--b\nContent-Type: message/delivery-status\n\n" +
		envelope + "Reporting-MTA: dns; mail.test\n\n" +
		"Final-Recipient: rfc822; " + d.recipient + "\nAction: " + d.action + "\nStatus: " + d.status +
		"\nDiagnostic-Code: smtp; 550 no such user\n\n" +
		"--b\nContent-Type: message/rfc822\n\n" + about + "\nhello\n--b--\n"
}

// forgeries are delivery reports as a person would make them up who knows no tag of the victim's mails: every way to
// name a mail, from every sender, with every outcome.
func (w *world) forgeries() map[string]dsn {
	own, theirs := w.backTo("<eastfront.report.0.ger@games.test>"), w.backTo(opening) // the forger is Germany
	_, ownTag := mailio.SplitPlus(own)
	ownTag = strings.TrimPrefix(ownTag, env.ReturnPrefix)
	var ownID string
	w.view(func(tx *store.Tx) error {
		ownID = whole(w.d.Env, tx, "<eastfront.report.0.ger@games.test>").MessageID
		return nil
	})
	_, replyTag, _ := strings.Cut(strings.TrimSuffix(ownID, "@games.test>"), ".eastfront.")
	_, victimsTag := mailio.SplitPlus(theirs)
	base := dsn{from: "MAILER-DAEMON@mail.test", to: serverAddress, recipient: victim,
		action: "failed", status: "5.1.1"}
	out := map[string]dsn{}
	add := func(name string, change func(*dsn)) {
		d := base
		change(&d)
		out[name] = d
	}
	for i, id := range []string{opening, "<1.eastfront.22222222222222222@games.test>",
		"<1.eastfront.2222222222222222@games.test>", "<forged@games.test>", "",
		"<eastfront.note.rus.key.1@games.test>", ownID} {
		add(fmt.Sprint("names the mail by a Message-ID, ", i), func(d *dsn) { d.messageID = id })
		add(fmt.Sprint("names it so, from nobody, ", i), func(d *dsn) {
			d.messageID, d.extra = id, "Return-Path: <>\nAuto-Submitted: auto-replied\n"
		})
	}
	for i, tag := range []string{"b.2222222222222222", "b.", "b", "bounce=eastfront.report.0.rus", "b." + replyTag,
		"eastfront." + ownTag, "b." + victimsTag[len(env.ReturnPrefix):len(victimsTag)-1],
		"b." + victimsTag + "2", "b.zzzzzzzzzzzzzzzz", "B." + strings.Repeat("2", 16),
		"c." + strings.TrimPrefix(victimsTag, env.ReturnPrefix)} {
		add(fmt.Sprint("comes to a return path, ", i), func(d *dsn) { d.to = mailio.WithPlus(serverAddress, tag) })
		add(fmt.Sprint("comes to it and names a Message-ID, ", i), func(d *dsn) {
			d.to, d.messageID = mailio.WithPlus(serverAddress, tag), opening
		})
	}
	for i, id := range []string{"2222222222222222", "eastfront", opening, replyTag, "b." + ownTag, ownTag + "2",
		"QQ" + ownTag, "*", "return " + ownTag} {
		add(fmt.Sprint("names an envelope, ", i), func(d *dsn) { d.envelope = id })
	}
	for i, from := range []string{serverAddress, victim, "postmaster@games.test", "mailer-daemon@googlemail.com",
		"MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@mail.test"} {
		add(fmt.Sprint("is from a name that people trust, ", i), func(d *dsn) { d.from, d.messageID = from, opening })
	}
	for _, x := range [][2]string{{"failed", "5.0.0"}, {"failed", "4.2.2"}, {"delayed", "4.4.1"},
		{"delivered", "2.0.0"}, {"relayed", "2.0.0"}, {"expanded", "2.0.0"}} {
		add("says "+x[0]+" "+x[1], func(d *dsn) { d.action, d.status, d.messageID = x[0], x[1], opening })
	}
	return out
}

// Nobody who makes up a delivery report is believed: the victim's address stays good, mail goes there, no clock stands.
func TestForgedDeliveryReportsAreBelievedByNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.second("stranger@else.test")
	all := w.forgeries()
	if len(all) < 50 {
		t.Fatalf("only %d forgeries", len(all))
	}
	for name, d := range all {
		w.rawTo("bert@mail.test", serverAddress, strings.Replace(d.text(), "Undelivered Mail", name, 1))
	}
	w.settleOnce()
	n := 0
	w.view(func(tx *store.Tx) error {
		for l, err := range tx.Inbox().Mails(1) {
			must(err)
			if n++; l.Outcome.Kind != decision.Ignored ||
				l.Outcome.Reason != "bounce-unproved" && l.Outcome.Reason != "own" {
				t.Errorf("letter %d: %+v", l.Number, l.Outcome)
			}
		}
		return nil
	})
	if n != len(all) {
		t.Errorf("%d letters of %d", n, len(all))
	}
	for _, s := range w.table().Seats {
		if len(s.Lost) > 0 || s.Bounced != "" {
			t.Errorf("%s is marked: %v %s", s.Role, s.Lost, s.Bounced)
		}
	}
	for _, addr := range []string{victim, "stranger@else.test", refereeAddress} {
		if got := w.inbox(addr); len(got) > 0 {
			t.Errorf("%s got %d mails", addr, len(got))
		}
	}
}

// A report of a person's own mail marks the address that this mail went to, whatever address it names.
func TestAReportMarksOnlyTheAddressOfItsMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	to := w.backTo("<eastfront.report.0.ger@games.test>")
	w.rawTo("bert@mail.test", to, dsn{from: "MAILER-DAEMON@mail.test", to: to, recipient: victim, messageID: opening,
		action: "failed", status: "5.1.1"}.text())
	w.settle()
	for _, s := range w.table().Seats {
		if marked := len(s.Lost) > 0; marked != (s.Role == "GER") {
			t.Errorf("%s: marked %t", s.Role, marked)
		}
	}
}

// Real delivery reports, as programs write them, are believed where they come to the mail's return path or quote its
// envelope's id.
func TestGenuineDeliveryReportsAreBelieved(t *testing.T) {
	t.Parallel()
	status := func(fields string) string {
		return "Content-Type: message/delivery-status\n\n" + fields + "\n"
	}
	for name, shape := range map[string]struct {
		head, boundary string
		parts          []string
	}{
		"Postfix": {"From: MAILER-DAEMON@mail.test (Mail Delivery System)\nAuto-Submitted: auto-replied\n",
			"4bX1.1732/mail.test", []string{
				"Content-Description: Notification\nContent-Type: text/plain; charset=utf-8\n\nThis is the mail system at host mail.test.\n",
				"Content-Description: Delivery report\n" +
					status("Reporting-MTA: dns; mail.test\nX-Postfix-Queue-ID: 4bX1\nX-Postfix-Sender: rfc822; BACK\nARRIVED\n\n"+
						"Final-Recipient: rfc822; anna@mail.test\nOriginal-Recipient: rfc822;anna@mail.test\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; mx.mail.test\nDiagnostic-Code: smtp; 550 5.1.1 no such user"),
				"Content-Type: text/rfc822-headers\n\nMessage-ID: <57.eastfront.x@games.test>\n"}},
		"Exim": {"From: Mail Delivery System <Mailer-Daemon@mail.test>\nX-Failed-Recipients: anna@mail.test\nAuto-Submitted: auto-replied\n", "1732269605-eximdsn-1", []string{
			"Content-Type: text/plain; charset=us-ascii\n\nThis message was created automatically by mail delivery software.\n",
			status("Reporting-MTA: dns; mail.test\nARRIVED\n\nAction: failed\nFinal-Recipient: rfc822;anna@mail.test\nStatus: 5.0.0\nRemote-MTA: dns; mx.mail.test\nDiagnostic-Code: smtp; 550 unrouteable address"),
			"Content-Type: message/rfc822\n\nReturn-path: <BACK>\nSubject: x\n\nhello\n"}},
		"Exchange": {"From: Microsoft Outlook <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@mail.test>\nX-MS-Exchange-Message-Is-Ndr:\nAuto-Submitted: auto-replied\n", "_000_9b1c", []string{
			"Content-Type: multipart/alternative; differences=Content-Type; boundary=_001_9b1c\n\n--_001_9b1c\nContent-Type: text/plain; charset=us-ascii\n\nDelivery has failed to these recipients.\n--_001_9b1c--\n",
			status("ARRIVED\nReporting-MTA: dns;AM0.mail.test\nReceived-From-MTA: dns;games.test\n\nFinal-Recipient: rfc822;anna@mail.test\nAction: failed\nStatus: 5.1.10\nDiagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; not found"),
			"Content-Type: message/rfc822\n\nSubject: x\n\nhello\n"}},
		"Gmail": {"From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>\nAuto-Submitted: auto-replied\nX-Failed-Recipients: anna@mail.test\n", "000000000000a1", []string{
			"Content-Type: multipart/related; boundary=000000000000a2\n\n--000000000000a2\nContent-Type: text/plain; charset=UTF-8\n\n** Address not found **\n--000000000000a2--\n",
			status("ARRIVED\nReporting-MTA: dns; googlemail.com\nX-Original-Message-ID: <57.eastfront.x@games.test>\n\nFinal-Recipient: rfc822; anna@mail.test\nAction: failed\nStatus: 5.1.1\nRemote-MTA: dns; gmail-smtp-in.l.google.com.\nDiagnostic-Code: smtp; 550-5.1.1 does not exist"),
			"Content-Type: message/rfc822\n\nSubject: x\n\nhello\n"}},
		"Dovecot": {"From: Mail Delivery Subsystem <postmaster@mail.test>\nAuto-Submitted: auto-replied (rejected)\nPrecedence: bulk\n", "41352/mail.test", []string{
			"Content-Type: text/plain; charset=utf-8\nContent-Disposition: inline\n\nYour message was automatically rejected: mailbox does not exist.\n",
			status("Reporting-MTA: dns; mail.test\nARRIVED\n\nOriginal-Recipient: rfc822; anna@mail.test\nFinal-Recipient: rfc822; anna@mail.test\nAction: failed\nStatus: 5.2.0"),
			"Content-Type: message/rfc822\n\nSubject: x\n\nhello\n"}},
	} {
		for _, byEnvelope := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, by envelope %t", name, byEnvelope), func(t *testing.T) {
				t.Parallel()
				w := newWorld(t)
				to, arrived := w.backTo(opening), "Arrival-Date: Sat, 21 Nov 2026 09:00:00 +0000"
				if byEnvelope {
					to, arrived = serverAddress, "Original-Envelope-Id: "+w.envelope(opening)+"\n"+arrived
				}
				text := shape.head + "To: " + to +
					"\nSubject: Delivery Status Notification (Failure)\nMessage-ID: <dsn@mail.test>\nMIME-Version: 1.0\n" +
					"Content-Type: multipart/report; report-type=delivery-status;\n\tboundary=\"" + shape.boundary +
					"\"\n\n"
				for _, p := range shape.parts {
					text += "--" + shape.boundary + "\n" + p + "\n"
				}
				text = strings.NewReplacer("ARRIVED", arrived, "BACK",
					w.backTo("<eastfront.report.0.ger@games.test>")).Replace(text + "--" + shape.boundary + "--\n")
				w.rawTo("anna@mail.test", to, text)
				w.settle()
				w.wantOutcome(1, decision.Ignored, "bounce")
				if s := w.ussr(); len(s.Lost) != 1 || s.Bounced == "" {
					t.Errorf("not believed: %v", s.Lost)
				}
			})
		}
	}
}

// A mail from the address that was accepted shows that it is alive. A question without the key shows nothing: From can
// be forged.
func TestAnAcceptedMailClearsTheMark(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	to := w.backTo(opening)
	w.rawTo("anna@mail.test", to, deliveryReport(to, "failed", "5.1.1", "Subject: x"))
	w.settle()
	for _, c := range []struct {
		from, text string
		marked     bool
	}{
		{"anna@mail.test", "status\n", true},
		{"stranger@else.test", "key " + w.keys["USSR"] + "\ndefend everywhere\n  losses infantry\n", true},
		{"anna@mail.test", "key " + w.keys["USSR"] + "\ndefend everywhere\n  losses tank\n", false},
	} {
		w.mailFrom(c.from, "[eastfront]", c.text)
		w.settle()
		if s := w.ussr(); (len(s.Lost) > 0) != c.marked || (s.Bounced != "") != c.marked {
			t.Errorf("after %q from %s: %v, %q", c.text, c.from, s.Lost, s.Bounced)
		}
	}
}

// Where the server offers it, reports of failure are asked for, and name the mail by its tag.
func TestMail53_DeliveryReportsAreAskedFor(t *testing.T) {
	t.Parallel()
	for _, offered := range []bool{true, false} {
		w := &world{now: start, step: 2 * time.Millisecond, patience: time.Minute}
		w.clock = func() time.Time { return w.now }
		w.begin(t, localmail.Options{DSN: offered})
		w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
		w.settle()
		want := localmail.DSN{}
		if offered {
			want = localmail.DSN{EnvelopeID: w.envelope("<letter.1.answer-1@games.test>"),
				Return: "HDRS", Notify: "FAILURE"}
		}
		asked := w.mail.Wanted()
		if got := asked[len(asked)-1]; got != want {
			t.Errorf("offered %t: asked %+v, want %+v", offered, got, want)
		}
	}
}
