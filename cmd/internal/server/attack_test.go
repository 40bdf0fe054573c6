package server

import (
	"archive/zip"
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"
	"testing"
	"time"

	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/steps"
	"fieldpost/mailio"
	"fieldpost/store"
)

// What strangers try. None of it may reveal, amplify or change anything.

// answersTo counts the mails that were sent to all.
func (w *world) answersTo() (n int, size int) {
	w.t.Helper()
	for _, addr := range []string{"anna@mail.test", "bert@mail.test", "carl@mail.test", "dora@mail.test",
		"emil@mail.test", "stranger@else.test", refereeAddress} {
		for _, raw := range w.mail.Delivered(addr) {
			n, size = n+1, size+len(raw)
		}
	}
	return n, size
}

func TestMail01_MailsThatAreNeverAnswered(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i, header := range []string{
		"Auto-Submitted: auto-replied", "Auto-Submitted: auto-generated; x", "Precedence: bulk",
		"Precedence: junk", "Precedence: list",
		"List-Id: <players.mail.test>", "List-Unsubscribe: <mailto:x@mail.test>", "X-Autoreply: yes",
		"X-Autorespond: away", "X-Vacation: yes",
		"Content-Type: multipart/report; report-type=feedback-report; boundary=b", "X-Loop: test",
	} {
		w.raw("anna@mail.test", fmt.Sprintf("%s\nFrom: anna@mail.test\nTo: %s\nSubject: Re: [eastfront] I am away\nMessage-ID: <%d@mail.test>\n\nstatus\n", header, serverAddress, i))
	}
	for i, from := range []string{"MAILER-DAEMON@mail.test", "postmaster@mail.test",
		"no-reply@mail.test", serverAddress, "orders+eastfront@games.test"} {
		w.raw("anna@mail.test", fmt.Sprintf("From: %s\nTo: %s\nSubject: x\nMessage-ID: <r%d@mail.test>\n\nstatus\n",
			from, serverAddress, i))
	}
	w.settle()
	if n, _ := w.answersTo(); n != 0 {
		t.Errorf("%d answers", n)
	}
}

// A vacation robot that marks nothing answers each of our mails; the budget ends it.
func TestMail04_ARobotThatLooksLikeAPerson(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Limits.RepliesPerSender = 5
	w.mailFrom("anna@mail.test", "[eastfront]", "status\n")
	for range 20 {
		w.settle()
		got := w.inbox("anna@mail.test")
		if len(got) == 0 {
			break
		}
		for _, l := range got {
			w.mailFrom("anna@mail.test", "Re: "+l.Subject,
				"I am away until Monday.\n\n> "+strings.ReplaceAll(l.Body().Body, "\n", "\n> "))
		}
	}
	if n := len(w.mail.Delivered("anna@mail.test")); n > 6 {
		t.Errorf("the robot got %d mails", n)
	}
}

// Many strangers want the answer sent to the same third address: it gets one mail a day.
func TestMail04_NobodyIsFlooded(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for i := range 30 {
		w.raw("anna@mail.test", fmt.Sprintf("From: x%d@else.test\nReply-To: stranger@else.test\nTo: %s\nSubject: x\nMessage-ID: <%d@else.test>\n\nhello\n", i, serverAddress, i))
	}
	w.settle()
	if n := len(w.inbox("stranger@else.test")); n != 1 {
		t.Errorf("%d mails", n)
	}
}

// Two daemons that write to each other fall silent at once.
func TestMail05_TwoDaemonsAnsweringEachOther(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.mailFrom("stranger@else.test", "hello", "who is there?\n") // the other daemon's address
	w.settle()
	first := w.mail.Delivered("stranger@else.test")
	if len(first) != 1 {
		t.Fatalf("%d help mails", len(first))
	}
	other := newWorld(t)
	other.d.Env.Self = env.Self{Address: mailio.Address{Addr: "stranger@else.test"},
		Domain: "else.test", Instance: "other"}
	other.update(func(tx *store.Tx) error {
		n, _, err := tx.Inbox().Add(store.Source{}, "", other.now, first[0])
		if err != nil {
			return err
		}
		if err := steps.HandleMail(other.d.Env, tx, n); err != nil {
			return err
		}
		if _, waits, err := tx.Outbox().Next(); waits || err != nil {
			t.Errorf("the other daemon answers: %v", err)
		}
		return nil
	})
}

func TestMail08_AForgedSender(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.raw("stranger@else.test", "From: anna@mail.test\nReply-To: stranger@else.test\nTo: "+serverAddress+
		"\nSubject: [eastfront]\nMessage-ID: <1@else.test>\n\n"+wholeTurn)
	w.raw("stranger@else.test", "From: anna@mail.test\nReply-To: stranger@else.test\nTo: "+serverAddress+
		"\nSubject: [eastfront]\nMessage-ID: <2@else.test>\n\nstatus\n")
	w.settle()
	if n := w.audit(t); n != 0 {
		t.Errorf("%d goes of forged orders", n)
	}
	if n := len(w.inbox("stranger@else.test")); n != 0 {
		t.Errorf("the forger got %d answers", n)
	}
	for _, raw := range w.mail.Delivered("anna@mail.test") {
		if bytes.Contains(raw, []byte("rockets")) {
			t.Error("the forger's text was carried on")
		}
	}
}

func TestMail09_ForgedResultsGiveNothing(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.d.Env.Self.Checkers = []string{"mx.games.test"}
	log := w.listen()
	w.raw("stranger@else.test", "Authentication-Results: other.test; dmarc=fail\nAuthentication-Results: mx.games.test; spf=pass; dkim=pass header.d=mail.test; dmarc=pass\n"+
		"From: anna@mail.test\nTo: "+serverAddress+"\nSubject: [eastfront]\nMessage-ID: <1@else.test>\n\n"+wholeTurn)
	w.settle()
	if n := w.audit(t); n != 0 {
		t.Errorf("%d goes of forged orders", n)
	}
	if strings.Contains(log.String(), "dmarc=pass") {
		t.Error("a field below the topmost is believed")
	}
}

// A copied mail that is sent again is not played again: its base is not the current one any more.
func TestMail18_AReplayedMail(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	var base string
	w.view(func(tx *store.Tx) error {
		table, err := gamestore.Load(tx, "eastfront")
		if err == nil {
			base = table.Base().String()
		}
		return err
	})
	text := "key " + w.keys["USSR"] + "\nbase " + base + "\n" + wholeTurn
	for range 3 {
		w.mailFrom("anna@mail.test", "[eastfront]", text)
		w.settle()
		w.now = w.now.Add(time.Hour)
	}
	if n := w.audit(t); n != 1 {
		t.Errorf("%d goes, want one", n)
	}
}

// What a stranger writes into headers becomes no header of ours, and what stands in names is text.
func TestMail50_HeadersCannotBeInjected(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	evil := base64.StdEncoding.EncodeToString([]byte("x\r\nBcc: victim@else.test\r\n\r\n<script>alert(1)</script>"))
	w.raw("anna@mail.test", "From: =?utf-8?B?"+evil+"?= <anna@mail.test>\nTo: "+serverAddress+"\nSubject: =?utf-8?B?"+
		evil+
		"?= [eastfront]\n"+
		"Message-ID: <1@mail.test>\nReferences: <a@b>\n =?utf-8?B?"+evil+"?=\n\nhelp\n")
	w.raw("stranger@else.test", "From: =?utf-8?B?"+evil+"?= <stranger@else.test>\nReply-To: =?utf-8?B?"+evil+
		"?= <stranger@else.test>\nTo: "+serverAddress+
		"\nSubject: =?utf-8?B?"+evil+"?=\nMessage-ID: <2@mail.test>\n\nhello\n")
	w.settle()
	for _, addr := range []string{"anna@mail.test", "stranger@else.test"} {
		all := w.mail.Delivered(addr)
		if len(all) == 0 {
			t.Errorf("%s was not answered", addr)
		}
		for _, raw := range all {
			header, body, _ := bytes.Cut(raw, []byte("\r\n\r\n"))
			_, html, _ := bytes.Cut(body, []byte("text/html"))
			if bytes.Contains(header, []byte("\nBcc:")) || bytes.Contains(html, []byte("<script>alert")) {
				t.Errorf("injected into the mail to %s:\n%s", addr, header)
			}
		}
	}
	if _, err := (people.NewGame{Name: "x\r\nBcc: y"}).Setup(w.now); err == nil {
		t.Error("a game of such a name can be made")
	}
	if err := (roster.Person{Address: "a@b.test", Name: "x\r\nBcc: y"}).Check(); err == nil {
		t.Error("a person of such a name can sit down")
	}
}

// Mails that are made to cost: each gets one short answer, soon.
func TestMail06_Bombs(t *testing.T) {
	if testing.Short() {
		t.Skip("left out by -short")
	}
	t.Parallel()
	parts := strings.Repeat("--b\nContent-Type: text/plain\n\nx\n", 5000) + "--b--\n"
	nested := ""
	for i := range 2000 {
		nested += fmt.Sprintf("Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i)
	}
	html := "Content-Type: text/html\n\n" + strings.Repeat("<div><table><tr><td>", 20_000)
	for name, text := range map[string]string{
		"5,000 parts":     "Content-Type: multipart/mixed; boundary=b\n\n" + parts,
		"2,000 deep":      nested,
		"a ZIP bomb":      "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: application/zip; name=orders.zip\nContent-Transfer-Encoding: base64\n\n" + bomb(t) + "\n--b--\n",
		"deep HTML":       html,
		"a line of 4 MiB": "\n" + strings.Repeat("x", 4<<20),
		"many fields":     strings.Repeat("X-Filler: "+strings.Repeat("x", 900)+"\n", 3000) + "\nstatus\n",
		"a long subject":  "Subject: " + strings.Repeat("[eastfront] Re: ", 20_000) + "\n\nstatus\n",
		"many addresses":  "Cc: " + strings.Repeat("a@b.test, ", 50_000) + "c@d.test\n\nstatus\n",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t)
			raw := "From: anna@mail.test\nTo: " + serverAddress + "\nMessage-ID: <b@mail.test>\n" + text
			if err := w.mail.Append(serverAddress, "INBOX",
				[]byte(strings.ReplaceAll(raw, "\n", "\r\n")), w.now); err != nil {
				t.Fatal(err)
			}
			w.settle() // which takes milliseconds, and gives up after a minute
			if n, size := w.answersTo(); n > 1 || size > 100<<10 {
				t.Errorf("%d answers of %d bytes", n, size)
			}
		})
	}
}

// bomb is a small archive of a large file.
func bomb(t *testing.T) string {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, err := z.Create("orders.txt")
	if err != nil {
		t.Fatal(err)
	}
	zeros := make([]byte, 1<<20)
	for range 200 {
		if _, err := f.Write(zeros); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	var lines strings.Builder
	for line := range strings.SplitSeq(base64.StdEncoding.EncodeToString(b.Bytes()), "") {
		lines.WriteString(line)
		if lines.Len()%77 == 76 {
			lines.WriteByte('\n')
		}
	}
	return lines.String()
}

// Of a mail of a hundred megabytes only the beginning is fetched.
func TestMail06_AHundredMegabytes(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	raw := append([]byte("From: anna@mail.test\r\nTo: "+serverAddress+
		"\r\nSubject: [eastfront]\r\nMessage-ID: <h@mail.test>\r\n\r\n"),
		bytes.Repeat([]byte("buy 1 tank\r\n"), 100<<20/12)...)
	if err := w.mail.Append(serverAddress, "INBOX", raw, w.now); err != nil {
		t.Fatal(err)
	}
	w.settle()
	got := w.inbox("anna@mail.test")
	if len(got) != 1 || len(got[0].Body().Body) > 4<<10 {
		t.Errorf("%d answers", len(got))
	}
	w.view(func(tx *store.Tx) error {
		kept, err := tx.Inbox().Bytes(1)
		if len(kept) > 1<<20 {
			t.Errorf("%d bytes are kept", len(kept))
		}
		return err
	})
}
