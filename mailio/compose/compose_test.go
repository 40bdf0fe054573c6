package compose_test

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/mailio/message"
)

func report() compose.Draft {
	return compose.Draft{
		From:       mailio.Address{Name: "Fieldpost Süd", Addr: "orders@games.example"},
		Envelope:   "orders+bounce-g42.ger.3@games.example",
		To:         mailio.Address{Name: "Anna Ægir", Addr: "anna@mail.example"},
		ReplyTo:    mailio.Address{Addr: "orders+g42@games.example"},
		Subject:    "[g42 R3 Germany] RESULT – Schlacht um Köln",
		Language:   "de",
		MessageID:  mailio.MessageID("games.example", "g42", "R3", "GER", "report", "1"),
		InReplyTo:  "<1@mail.example>",
		References: []string{"<g42.r2.ger.report.1@games.example>", "<1@mail.example>"},
		Date:       time.Date(2026, 11, 21, 10, 0, 0, 0, time.UTC),
		Auto:       compose.Generated,
		Instance:   "club-1",
		ListID:     "g42.games.example",
		ListHelp:   "mailto:orders@games.example?subject=help",
		Text:       "Round 3 is over.\n\nTerritory      Owner\n.hidden dot\nFrom here it goes on – æøå\n",
		HTML:       `<p>Round 3 is over.</p><img src="cid:map@g42" alt="map">`,
		Inline:     []compose.File{{Name: "map.png", Type: "image/png", ID: "map@g42", Data: []byte("\x89PNG")}},
		Attachments: []compose.File{
			{Name: "g42-r3.json", Type: "application/json", Data: []byte(`{"round":3}` + "\n")},
			{Name: "deadline.ics", Type: "text/calendar; method=PUBLISH", Data: []byte("BEGIN:VCALENDAR\r\n")},
		},
	}
}

func freeze(t *testing.T, d compose.Draft) mailio.Rendered {
	t.Helper()
	f, err := compose.Render(d)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func header(raw []byte, name string) string { return message.FirstField(raw, name) }

func TestMail03_OwnOutputIsMarked(t *testing.T) {
	t.Parallel()
	f := freeze(t, report())
	for name, want := range map[string]string{
		"Auto-Submitted":           "auto-generated",
		"X-Auto-Response-Suppress": "All",
		"X-Loop":                   "club-1",
		"User-Agent":               "",
		"X-Mailer":                 "",
	} {
		if got := header(f.Bytes, name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if f.From != "orders+bounce-g42.ger.3@games.example" {
		t.Errorf("envelope sender %q", f.From)
	}
	l, err := message.Parse(f.Bytes, message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if l.Robot != message.AutoSubmitted || !l.Ours(message.Self{Instance: "club-1"}) {
		t.Errorf("another daemon would take it for a person's: %q", l.Robot)
	}
}

func TestMail13_OneRecipientAndNoOther(t *testing.T) {
	t.Parallel()
	f := freeze(t, report())
	if f.To != "anna@mail.example" || header(f.Bytes, "Cc") != "" || header(f.Bytes, "Bcc") != "" {
		t.Errorf("to %q", f.To)
	}
}

func TestMail39_ThreadsAndFixedMessageID(t *testing.T) {
	t.Parallel()
	f := freeze(t, report())
	if f.MessageID != "<g42.r3.ger.report.1@games.example>" || header(f.Bytes, "Message-ID") != f.MessageID {
		t.Errorf("Message-ID %s, in the mail %s", f.MessageID, header(f.Bytes, "Message-ID"))
	}
	if got := header(f.Bytes, "In-Reply-To"); got != "<1@mail.example>" {
		t.Errorf("In-Reply-To %s", got)
	}
	if got := header(f.Bytes, "References"); got != "<g42.r2.ger.report.1@games.example> <1@mail.example>" {
		t.Errorf("References %s", got)
	}
	d := report()
	d.References = nil
	for i := range 100 {
		d.References = append(d.References, fmt.Sprintf("<%d@mail.example>", i), "junk\r\nBcc: x@y.z")
	}
	got := strings.Fields(header(freeze(t, d).Bytes, "References"))
	if len(got) != 20 || got[0] != "<0@mail.example>" || got[19] != "<99@mail.example>" {
		t.Errorf("long thread: %v", got)
	}
}

func TestMail41_TheSameDraftGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	a, b := freeze(t, report()), freeze(t, report())
	if !bytes.Equal(a.Bytes, b.Bytes) {
		t.Error("two freezings differ")
	}
	other := report()
	other.MessageID = "<other@games.example>"
	boundaries := regexp.MustCompile(`boundary=([0-9a-f]+)`)
	mine, theirs := boundaries.FindAllString(string(a.Bytes), -1), boundaries.FindAllString(string(freeze(t, other).Bytes), -1)
	if len(mine) != 3 || mine[0] == mine[1] || mine[1] == mine[2] || mine[0] == theirs[0] {
		t.Errorf("boundaries %v and %v", mine, theirs)
	}
}

func TestMail42_ReplyTo(t *testing.T) {
	t.Parallel()
	if got := header(freeze(t, report()).Bytes, "Reply-To"); got != "<orders+g42@games.example>" {
		t.Errorf("Reply-To %s", got)
	}
}

func TestMail44_ListHeaders(t *testing.T) {
	t.Parallel()
	f := freeze(t, report())
	if id, help := header(f.Bytes, "List-Id"), header(f.Bytes, "List-Help"); id != "<g42.games.example>" || help != "<mailto:orders@games.example?subject=help>" {
		t.Errorf("List-Id %s, List-Help %s", id, help)
	}
}

func TestMail46_TextFirstThenHTMLThenFiles(t *testing.T) {
	t.Parallel()
	f := freeze(t, report())
	at := -1
	for _, want := range []string{"multipart/mixed", "multipart/related", "multipart/alternative", "text/plain", "text/html", "image/png", "application/json", "text/calendar"} {
		next := bytes.Index(f.Bytes, []byte("Content-Type: "+want))
		if next <= at {
			t.Errorf("%s stands at %d, after %d", want, next, at)
		}
		at = next
	}
	if !bytes.Contains(f.Bytes, []byte("Content-ID: <map@g42>")) && !bytes.Contains(f.Bytes, []byte("Content-Id: <map@g42>")) {
		t.Error("the picture has no Content-ID")
	}
	for line := range bytes.Lines(f.Bytes) {
		if !bytes.HasSuffix(line, []byte("\r\n")) || len(line) > 1000 {
			t.Errorf("line %q", line)
		}
		for _, c := range line {
			if c >= 0x80 {
				t.Fatalf("8-bit in %q", line)
			}
		}
	}
}

func TestMail47_ContentLanguage(t *testing.T) {
	t.Parallel()
	if got := header(freeze(t, report()).Bytes, "Content-Language"); got != "de" {
		t.Errorf("Content-Language %q", got)
	}
}

func TestMail48_TooLargeIsRefused(t *testing.T) {
	t.Parallel()
	d := report()
	d.Text = strings.Repeat("x\n", compose.MaxBody)
	if _, err := compose.Render(d); err == nil {
		t.Error("a huge text was frozen")
	}
	d = report()
	d.Attachments[0].Data = make([]byte, compose.MaxTotal)
	if _, err := compose.Render(d); err == nil {
		t.Error("a huge attachment was frozen")
	}
}

// What is composed is read again as it was meant.
func TestComposedMailsAreReadBack(t *testing.T) {
	t.Parallel()
	d := report()
	l, err := message.Parse(freeze(t, d).Bytes, message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	if l.From != d.From || l.To[0] != d.To || l.ReplyTo[0] != d.ReplyTo || l.Subject != d.Subject || !l.Date.Equal(d.Date) {
		t.Errorf("read %+v", l)
	}
	if got, want := l.Body().Body, strings.ReplaceAll(d.Text, "–", "-"); got != want {
		t.Errorf("text %q, want %q", got, want)
	}
	if files := l.Attachments(); len(files) != 1 || files[0].Name != "g42-r3.json" || files[0].Body != `{"round":3}`+"\n" {
		t.Errorf("attachments %+v", files)
	}
}

// Texts of players can add no header and no recipient, and cannot break the mail.
func TestNothingCanBeInjected(t *testing.T) {
	t.Parallel()
	for _, evil := range []string{
		"x\r\nBcc: victim@mail.example", "x\nBcc: victim@mail.example", "x\r\n\r\n<script>", "\x00", "x\u2028Bcc: v@m.e", "a\" <v@m.e>, \"b",
		"=?utf-8?q?=0D=0ABcc:_v@m.e?=", strings.Repeat("ä", 2000), "\xff\xfe", "<v@m.e>", "x, y@z.w", "\u202etxt", "(comment", `\`, `"`,
	} {
		d := report()
		d.From.Name, d.To.Name, d.ReplyTo.Name, d.Subject, d.Instance, d.ListID = evil, evil, evil, evil, evil, ""
		f, err := compose.Render(d)
		if err != nil {
			t.Errorf("%q: %v", evil, err)
			continue
		}
		l, err := message.Parse(f.Bytes, message.DefaultLimits())
		if err != nil {
			t.Errorf("%q: cannot be read back: %v\n%s", evil, err, f.Bytes)
			continue
		}
		if header(f.Bytes, "Bcc") != "" || l.From.Addr != d.From.Addr || len(l.To) != 1 || l.To[0].Addr != d.To.Addr || l.Body().Body == "" {
			t.Errorf("%q: read %+v", evil, l)
		}
	}
	for name, spoil := range map[string]func(*compose.Draft){
		"two recipients":    func(d *compose.Draft) { d.To.Addr = "a@b.c, d@e.f" },
		"line in recipient": func(d *compose.Draft) { d.To.Addr = "a@b.c>\r\nRCPT TO:<d@e.f" },
		"quoted local part": func(d *compose.Draft) { d.To.Addr = `"a b@c"@d.e` },
		"no recipient":      func(d *compose.Draft) { d.To.Addr = "" },
		"envelope":          func(d *compose.Draft) { d.Envelope = "x>" },
		"Message-ID":        func(d *compose.Draft) { d.MessageID = "<a@b>\r\nX: y" },
		"no Message-ID":     func(d *compose.Draft) { d.MessageID = "" },
		"file name":         func(d *compose.Draft) { d.Attachments[0].Name = "zug\".txt" },
		"file name umlaut":  func(d *compose.Draft) { d.Attachments[0].Name = "züge.txt" },
		"file path":         func(d *compose.Draft) { d.Attachments[0].Name = "../x" },
		"media type":        func(d *compose.Draft) { d.Attachments[0].Type = "text/plain\r\nX: y" },
		"content id":        func(d *compose.Draft) { d.Inline[0].ID = "x>\r\nX: y" },
		"no date":           func(d *compose.Draft) { d.Date = time.Time{} },
		"no text":           func(d *compose.Draft) { d.Text = " \n" },
	} {
		d := report()
		spoil(&d)
		if f, err := compose.Render(d); err == nil {
			t.Errorf("%s: frozen\n%s", name, f.Bytes)
		}
	}
}

// A text that holds what would be a boundary gets another one.
func TestBoundariesDoNotOccurInTheText(t *testing.T) {
	t.Parallel()
	d := report()
	m := regexp.MustCompile(`boundary=([0-9a-f]{60})`).FindSubmatch(freeze(t, d).Bytes)
	d.Text = string(m[1]) + "\n"
	f := freeze(t, d)
	l, err := message.Parse(f.Bytes, message.DefaultLimits())
	if err != nil || l.Body().Body != d.Text {
		t.Errorf("read %q, error %v", l.Body().Body, err)
	}
}
