package server

import (
	"bytes"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/intake"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/store"
)

// The conventions of docs/mail.md that no other test is named after. Those about understanding are tested with a mail
// of one line of orders, dressed up as the convention says.

const oneLine = "buy 1 infantry"

// wants says what is read of a mail: the one line of orders, or none.
func wants(t *testing.T, header, body string, ordered bool) intake.Reading {
	t.Helper()
	raw := "From: anna@mail.test\nTo: " + serverAddress + "\nSubject: x\nMessage-ID: <c@mail.test>\n" + header + "\n" +
		body
	l, err := message.Parse([]byte(strings.ReplaceAll(raw, "\n", "\r\n")), message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	r := intake.Read(l, nil, orders.Context{Board: board.Default(), Phase: order.Buy, Power: "USSR"})
	got := strings.TrimSpace(orders.FormatSheet(r.File.Sheet, syntax.English, board.Default()))
	switch {
	case len(r.File.Faults) > 0:
		t.Errorf("faults %v in\n%s", r.File.Faults, raw)
	case ordered && got != oneLine:
		t.Errorf("read %q of\n%s", got, raw)
	case !ordered && r.File.HasOrders():
		t.Errorf("read %q, want nothing, of\n%s", got, raw)
	}
	return r
}

const textPlain = "Content-Type: text/plain; charset=utf-8\n"

func TestMail25_HTMLOnly(t *testing.T) {
	t.Parallel()
	r := wants(t, "Content-Type: text/html; charset=utf-8\n",
		"<html><script>buy 9 tanks</script><body><p>Hi!<div>buy&nbsp;1 <b>infantry</b></div></body></html>\n", true)
	if r.Text.Source != message.HTML {
		t.Errorf("source %v", r.Text.Source)
	}
	w := newWorld(t)
	w.raw("anna@mail.test", "From: anna@mail.test\nTo: "+serverAddress+
		"\nSubject: [eastfront]\nMessage-ID: <h@mail.test>\nContent-Type: text/html\n\n<p>key "+
		w.keys["USSR"]+"<br>check<br>"+strings.ReplaceAll(wholeTurn, "\n", "<br>")+"</p>")
	w.settle()
	if got := w.inbox("anna@mail.test"); len(got) != 1 || !strings.Contains(got[0].Body().Body, "HTML") {
		t.Errorf("the receipt does not say that it was read from HTML: %+v", got)
	}
}

func TestMail27_SignatureAndEnd(t *testing.T) {
	t.Parallel()
	wants(t, textPlain, oneLine+"\n-- \nAnna\nbuy 3 tanks\n", true)
	wants(t, textPlain, oneLine+"\nend\nbuy 3 tanks\n", true)
}

func TestMail28_QuotedLinesAreNoOrders(t *testing.T) {
	t.Parallel()
	wants(t, textPlain, "On Monday Bert wrote:\n> buy 3 tanks\n\n"+oneLine+"\n", true)
	if r := wants(t, textPlain, "Am Montag schrieb Bert:\n> "+oneLine+"\n", false); r.File.Quoted == 0 {
		t.Error("nobody noticed that there are orders in the quoted lines")
	}
}

func TestMail29_AReportIsAForm(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront]", "map\n")
	w.settle()
	w.inbox("anna@mail.test")
	var opened message.Letter
	w.view(func(tx *store.Tx) error {
		var err error
		opened, err = message.Parse(whole(w.d.Env, tx, opening).Bytes, message.DefaultLimits())
		return err
	})
	f := formIn(t, opened.Body().Body)
	w.mailFrom("anna@mail.test", "Re: "+opened.Subject, strings.Join(f.lines, "\n"))
	w.settle()
	if n := w.audit(t); n != 0 {
		t.Errorf("a report sent back as it is played %d goes", n)
	}
	if n := len(w.inbox("anna@mail.test")); n != 1 {
		t.Errorf("%d answers", n)
	}
}

func TestMail33_WrappedLines(t *testing.T) {
	t.Parallel()
	wants(t, textPlain, "buy 1 \\\ninfantry\n", true)
	wants(t, textPlain, "buy 1\n    infantry\n", true)
}

func TestMail37_ForwardedMailsAreNotRead(t *testing.T) {
	t.Parallel()
	wants(t, "MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n",
		"--b\n"+textPlain+"\nLook at this.\n\n--b\nContent-Type: message/rfc822\n\n"+
			"From: bert@mail.test\nSubject: x\n"+textPlain+"\nbuy 3 tanks\n\n--b--\n", false)
	wants(t, textPlain, "Look.\n\n---------- Forwarded message ---------\nFrom: Bert <bert@mail.test>\nDate: Mon, 16 Nov 2026\nSubject: x\nTo: anna@mail.test\n\nbuy 3 tanks\n", false)
}

func TestMail38_ThanksIsNoError(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.raw("anna@mail.test", "From: anna@mail.test\nTo: "+serverAddress+
		"\nSubject: Re: [eastfront R1 USSR]\nMessage-ID: <t@mail.test>\nIn-Reply-To: "+opening+"\n\nok, thanks!\n")
	w.settle()
	got := w.inbox("anna@mail.test")
	if len(got) > 1 {
		t.Fatalf("%d answers", len(got))
	}
	for _, l := range got {
		if strings.Contains(l.Subject, "ERROR") {
			t.Errorf("thanks is an error: %s", l.Subject)
		}
	}
	if len(w.inbox(refereeAddress)) > 0 {
		t.Error("the referee was bothered")
	}
}

func TestMail04_ReplyBudget(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Limits.RepliesPerSender = 3
	for i := range 6 {
		w.mailFrom("anna@mail.test", "[eastfront]", fmt.Sprintf("status # %d\n", i))
	}
	for i := range 4 {
		w.mailFrom("stranger@else.test", "hello", fmt.Sprintf("who are you? %d\n", i))
	}
	w.settle()
	if n := len(w.inbox("anna@mail.test")); n != 3 {
		t.Errorf("%d answers to a player, want 3", n)
	}
	if n := len(w.inbox("stranger@else.test")); n != 1 {
		t.Errorf("%d answers to a stranger, want the help mail of the day", n)
	}
	if n := len(w.inbox(refereeAddress)); n != 1 {
		t.Errorf("the referee got %d mails, want one", n)
	}
	w.now = w.now.Add(time.Hour)
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	w.settle()
	if n := len(w.inbox("anna@mail.test")); n != 1 {
		t.Errorf("an hour later: %d answers", n)
	}
}

func TestMail07_OrderMailsATurn(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Limits.OrdersPerTurn = 2
	for i := range 4 {
		w.mailFrom("bert@mail.test", "[eastfront]",
			fmt.Sprintf("key %s\ndefend everywhere\n  losses infantry, tank, fighter\n# %d\n", w.keys["Germany"], i))
	}
	w.settle()
	took := 0
	for n := range uint64(4) {
		if w.outcomeOf(n+1).Kind == decision.Accepted {
			took++
		}
	}
	if took != 2 || len(w.inbox("bert@mail.test")) != 4 {
		t.Errorf("%d taken, want 2", took)
	}
}

func TestMail18_TheSameMailAgain(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.date = w.now
	for range 2 {
		w.sent = 0 // the same Message-ID, the same text, another way
		w.mailFrom("anna@mail.test", "[eastfront]", "key "+w.keys["USSR"]+"\n"+wholeTurn)
		w.settle()
		w.now = w.now.Add(time.Minute)
	}
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes, want one", n)
	}
	if out := w.outcomeOf(2); out.Reason != "repeats-1" {
		t.Errorf("outcome %+v", out)
	}
	if n := len(w.inbox("anna@mail.test")); n != 1 {
		t.Errorf("%d mails, want one report", n)
	}
}

func TestMail19_MessageIDMissingOrUsedTwice(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, id := range []string{"", "Message-ID: <a@mail.test>\n", "Message-ID: <a@mail.test>\n",
		"Message-ID: nonsense\n"} {
		w.raw("anna@mail.test", fmt.Sprintf("From: anna@mail.test\nTo: %s\nSubject: [eastfront]\n%s\nstatus # %d\n",
			serverAddress, id, i))
	}
	w.settle()
	if n := len(w.inbox("anna@mail.test")); n != 4 {
		t.Errorf("%d answers to 4 letters", n)
	}
}

func TestMail20_TheServersTimeCounts(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.raw("anna@mail.test", "From: anna@mail.test\nTo: "+serverAddress+
		"\nSubject: [eastfront]\nMessage-ID: <d@mail.test>\nDate: Fri, 1 Jan 1999 12:00:00 +0000\n\nkey "+
		w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	for _, l := range w.inbox("anna@mail.test") {
		if strings.HasPrefix(l.MessageID, "<letter.") && !strings.Contains(l.Body().Body, "1999-01-01") {
			t.Errorf("the receipt does not tell the letter's own date:\n%s", l.Body().Body)
		}
	}
	w.view(func(tx *store.Tx) error {
		l, err := tx.Inbox().Mail(1)
		if !l.Received.Equal(start) {
			t.Errorf("received %v", l.Received)
		}
		return err
	})
}

// played lets the USSR play, and gives Germany's report.
func played(t *testing.T) (*world, message.Letter, []byte) {
	t.Helper()
	w := newWorld(t)
	w.mailFrom("anna@mail.test", "[eastfront]", "key "+w.keys["USSR"]+"\n"+wholeTurn)
	w.settle()
	got := w.inbox("emil@mail.test")
	if len(got) != 1 {
		t.Fatalf("%d reports", len(got))
	}
	return w, got[0], w.mail.Delivered("emil@mail.test")[0]
}

func TestMail40_SubjectsBeginWithTheTag(t *testing.T) {
	t.Parallel()
	w, report, _ := played(t)
	for _, l := range append(w.inbox("anna@mail.test"), report) {
		if !regexp.MustCompile(`^\[eastfront R1\] USSR.* – Germany to move$`).MatchString(l.Subject) {
			t.Errorf("subject %q", l.Subject)
		}
		for _, key := range w.keys {
			if strings.Contains(l.Subject, key) {
				t.Errorf("a key stands in %q", l.Subject)
			}
		}
	}
	w.mailFrom("bert@mail.test", "[eastfront]", "key "+w.keys["Germany"]+"\nbuy 900 tanks\n")
	w.settle()
	all := w.inbox("bert@mail.test")
	if last := all[len(all)-1].Subject; last != "[eastfront R1] Nicht angenommen, Deutschland: 1 Zeile zu berichtigen" {
		t.Errorf("a refusal's subject: %q", last)
	}
}

func TestMail45_SenderAndDomainAgree(t *testing.T) {
	t.Parallel()
	_, report, raw := played(t)
	if report.From.Addr != serverAddress || !strings.HasSuffix(report.MessageID, "@games.test>") ||
		!bytes.HasPrefix(raw, []byte("Return-Path: <orders@games.test>")) {
		t.Errorf("from %s, %s, %.60q", report.From.Addr, report.MessageID, raw)
	}
}

func TestMail50_UntrustedTextIsQuotedBrieflyAndEscaped(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	evil := "<script>alert(1)</script> " + strings.Repeat("spam spam ", 500)
	w.mailFrom("anna@mail.test", "[eastfront]", "key "+w.keys["USSR"]+"\nbuy 1 tank\n"+evil+"\n")
	w.settle()
	raw := w.mail.Delivered("anna@mail.test")[0]
	if n := bytes.Count(raw, []byte("spam")); n > 60 {
		t.Errorf("the word came back %d times", n)
	}
	if bytes.Contains(raw, []byte("<script>alert")) && bytes.Contains(raw, []byte("text/html")) &&
		!bytes.Contains(raw, []byte("&lt;script")) {
		t.Error("a script came back")
	}
}

func TestMail51_AHumanSentenceFirst(t *testing.T) {
	t.Parallel()
	_, report, raw := played(t)
	if !strings.HasPrefix(report.Body().Body, "NOTHING TO DO: Germany (Bert) is to move\n\nThe USSR") {
		t.Errorf("it begins %.80q", report.Body().Body)
	}
	if n := bytes.Count(raw, []byte("http://")) + bytes.Count(raw, []byte("https://")); n > 3 {
		t.Errorf("%d links", n)
	}
}

func TestMail52_TheHeadOfTheHistory(t *testing.T) {
	t.Parallel()
	w, report, _ := played(t)
	w.view(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err == nil && !strings.Contains(report.Body().Body, table.Chain.Head().String()) {
			t.Error("the head is not in the report")
		}
		return err
	})
	if !slices.ContainsFunc(slices.Collect(maps.Keys(w.texts("emil@mail.test"))), func(name string) bool {
		return strings.HasSuffix(name, "-checkpoint.txt")
	}) {
		t.Error("the signed note is not attached")
	}
}

// A receipt of reading is neither asked for nor given.
func TestMail54_ReceiptsOfReading(t *testing.T) {
	t.Parallel()
	w, _, raw := played(t)
	for _, field := range []string{"Disposition-Notification-To", "Return-Receipt-To", "X-Confirm-Reading-To"} {
		if bytes.Contains(raw, []byte(field)) {
			t.Errorf("a report asks for a receipt: %s", field)
		}
	}
	w.inbox("anna@mail.test")
	w.raw("anna@mail.test", "From: anna@mail.test\nTo: "+serverAddress+
		"\nSubject: [eastfront]\nMessage-ID: <m@mail.test>\nDisposition-Notification-To: anna@mail.test\n\nstatus\n")
	w.raw("bert@mail.test", "From: bert@mail.test\nTo: "+serverAddress+
		"\nSubject: Read\nMessage-ID: <n@mail.test>\nContent-Type: multipart/report; report-type=disposition-notification; boundary=b\n\n"+
		"--b\nContent-Type: text/plain\n\nread\n--b\nContent-Type: message/disposition-notification\n\nFinal-Recipient: rfc822; bert@mail.test\nDisposition: manual-action/MDN-sent-manually; displayed\n\n--b--\n")
	before := len(w.inbox("bert@mail.test"))
	w.settle()
	if got := w.inbox("anna@mail.test"); len(got) != 1 || got[0].Robot == message.Report {
		t.Errorf("%d answers", len(got))
	}
	if n := len(w.inbox("bert@mail.test")); n != 0 || before != 1 {
		t.Errorf("a receipt of reading was answered %d times", n)
	}
}

func TestMail58_AReportAgain(t *testing.T) {
	t.Parallel()
	w, _, first := played(t)
	w.mailFrom("emil@mail.test", "[eastfront]", "report round 1 USSR\n")
	w.settle()
	again := w.mail.Delivered("emil@mail.test")
	_, old, _ := bytes.Cut(first, []byte("\r\n\r\n"))
	_, now, _ := bytes.Cut(again[len(again)-1], []byte("\r\n\r\n"))
	if len(again) != 2 || !bytes.Equal(old, now) {
		t.Errorf("%d mails; the second differs", len(again))
	}
	if w.inbox("emil@mail.test")[0].MessageID == "" || bytes.Equal(first, again[1]) {
		t.Error("the second has the same Message-ID")
	}
}
