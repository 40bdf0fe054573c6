package message_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fieldpost/mailio/message"
)

const person = "From: Anna <anna@mail.example>\r\nTo: orders@games.example\r\nMessage-ID: <1@mail.example>\r\n"

// mail parses a mail made of the usual header, more fields (with LF), and a body.
func mail(t *testing.T, fields, body string) message.Letter {
	t.Helper()
	l, err := message.Parse([]byte(person+strings.ReplaceAll(fields, "\n", "\r\n")+"\r\n"+body), message.DefaultLimits())
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func TestMail01_AutoSubmitted(t *testing.T) {
	t.Parallel()
	for fields, want := range map[string]message.Robot{
		"":                                        message.Human,
		"Auto-Submitted: no\n":                    message.Human,
		"Auto-Submitted: No (really)\n":           message.Human,
		"Auto-Submitted: auto-replied\n":          message.AutoSubmitted,
		"Auto-Submitted: auto-generated; x=y\n":   message.AutoSubmitted,
		"Return-Path: <>\n":                       message.NullSender,
		"Return-Path: < >\n":                      message.NullSender,
		"Return-Path: <anna@mail.example>\n":      message.Human,
		"Precedence: bulk\n":                      message.BulkMail,
		"Precedence: Junk\n":                      message.BulkMail,
		"Precedence: list\n":                      message.BulkMail,
		"Precedence: first-class\n":               message.Human,
		"List-Id: <club.example>\n":               message.ListMail,
		"List-Unsubscribe: <mailto:x@y.z>\n":      message.ListMail,
		"X-Autoreply: yes\n":                      message.Vacation,
		"X-Autorespond: anything\n":               message.Vacation,
		"X-Auto-Response-Suppress: All\n":         message.Human, // 2
		"Content-Type: multipart/report\n":        message.Report,
		"X-FC-MachineGenerated: true\n":           message.Vacation,
		"X-POST-MessageClass: 9; Autoresponder\n": message.Vacation,
	} {
		if got := mail(t, fields, "away\r\n").Robot; got != want {
			t.Errorf("%q: robot %q, want %q", fields, got, want)
		}
	}
	for _, from := range []string{"MAILER-DAEMON@x.y", "postmaster@x.y", "no-reply@x.y", "noreply+7@x.y", "donotreply@x.y", "bounces-12@x.y"} {
		l, _ := message.Parse([]byte("From: "+from+"\r\n\r\nx\r\n"), message.DefaultLimits())
		if l.Robot != message.RobotSender {
			t.Errorf("from %s: robot %q", from, l.Robot)
		}
	}
}

func TestMail02_SuppressAloneIsNoRobot(t *testing.T) {
	t.Parallel()
	l := mail(t, "X-Auto-Response-Suppress: DR, OOF\n", "buy 1 tank\r\n")
	if l.Robot != message.Human || !l.Weak {
		t.Errorf("robot %q, weak %t", l.Robot, l.Weak)
	}
}

func TestMail05_OwnMailsAreKnown(t *testing.T) {
	t.Parallel()
	self := message.Self{Addresses: []string{"orders@games.example"}, Domain: "club.games.example", Instance: "club-1"}
	for fields, want := range map[string]bool{
		"": false,
		"From: Anna <anna@mail.example>\r\nMessage-ID: <g42.t3.ger@CLUB.games.example>":  true,
		"From: Anna <anna@mail.example>\r\nMessage-ID: <g42.t3.ger@xclub.games.example>": false,
		"From: Anna <anna@mail.example>\r\nX-Loop: club-1":                               true,
		"From: Anna <anna@mail.example>\r\nX-Loop: club-2":                               false,
		"From: Orders+g42@Games.example":                                                 true,
		"From: orders@games.example.org":                                                 false,
	} {
		l, _ := message.ParseHeader([]byte(fields + "\r\n\r\n"))
		if got := l.Ours(self); got != want {
			t.Errorf("%q: ours %t", fields, got)
		}
	}
}

func TestMail06_Limits(t *testing.T) {
	t.Parallel()
	nested := func(depth int) string {
		var b strings.Builder
		for i := range depth {
			fmt.Fprintf(&b, "Content-Type: multipart/mixed; boundary=b%d\r\n\r\n--b%d\r\n", i, i)
		}
		return b.String() + "\r\nbuy 1 tank\r\n"
	}
	flat := func(parts int) string {
		return "Content-Type: multipart/mixed; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", parts) + "--b--\r\n"
	}
	for name, c := range map[string]struct {
		rest string
		want message.Trouble
	}{
		"depth 8":       {nested(8), ""},
		"depth 9":       {nested(9), message.TooDeep},
		"depth 10,000":  {nested(10_000), message.TooDeep},
		"99 parts":      {flat(99), ""},
		"5,000 parts":   {flat(5_000), message.TooManyParts},
		"200,000 parts": {flat(200_000), message.TooManyParts},
		"100 forwarded": {"Content-Type: multipart/digest; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 100) + "--b--\r\n", ""},
		"101 forwarded": {"Content-Type: multipart/digest; boundary=b\r\n\r\n" + strings.Repeat("--b\r\n\r\nx\r\n", 101) + "--b--\r\n", message.TooManyParts},
		"20,000 sealed": {strings.Replace(flat(20_000), "mixed", "encrypted", 1), message.TooManyParts},
		"texts of 300 KiB": {"Content-Type: multipart/mixed; boundary=b\r\n\r\n" +
			strings.Repeat("--b\r\n\r\n"+strings.Repeat("buy 1 tank\r\n", 12_000), 2) + "--b--\r\n", message.TooLong},
		"text 256 KiB":   {"\r\n" + strings.Repeat("x", 256<<10), ""},
		"text 256 KiB+1": {"\r\n" + strings.Repeat("x", 256<<10+1), message.TooLong},
		"html bomb":      {"Content-Type: text/html\r\n\r\n" + strings.Repeat("<div><blockquote>x", 50_000), message.TooLong},
		"one long line":  {"Subject: " + strings.Repeat("x", 1<<20) + "\r\n\r\nbuy 1 tank\r\n", ""},
		"100,000 fields": {strings.Repeat("X: y\r\n", 100_000) + "\r\nbuy 1 tank\r\n", ""},
	} {
		t.Run(name, func(t *testing.T) { // what it costs is measured: not parallel
			var l message.Letter
			var err error
			cheap(t, func() { l, err = message.Parse([]byte(person+c.rest), message.DefaultLimits()) })
			var refused *message.Problem
			if errors.As(err, &refused); c.want == "" && err != nil || c.want != "" && (refused == nil || refused.Trouble != c.want) {
				t.Errorf("error %v, want %q", err, c.want)
			}
			if l.From.Addr != "anna@mail.example" {
				t.Error("the sender is lost, so nobody can be told")
			}
		})
	}
}

func TestMail08_SeveralSendersAreRefused(t *testing.T) {
	t.Parallel()
	for _, head := range []string{
		"From: a@x.y\r\nFrom: b@x.y\r\n",
		"From: a@x.y, b@x.y\r\n",
		"From: A <a@x.y>, B <b@x.y>\r\n",
		"From: a@x.y b@x.y\r\n",
	} {
		_, err := message.Parse([]byte(head+"\r\nbuy 1 tank\r\n"), message.DefaultLimits())
		var refused *message.Problem
		if !errors.As(err, &refused) || refused.Trouble != message.SeveralSenders {
			t.Errorf("%q: error %v", head, err)
		}
	}
}

func TestMail24_EmptyPlainPartYieldsToHTML(t *testing.T) {
	t.Parallel()
	l := mail(t, "Content-Type: multipart/alternative; boundary=b\n",
		"--b\r\nContent-Type: text/plain\r\n\r\n \u00a0\r\n--b\r\nContent-Type: text/html\r\n\r\n<p>buy 1 tank</p>\r\n--b--\r\n")
	if got := l.Body(); got.Source != message.HTML || got.Body != "buy 1 tank\n" {
		t.Errorf("read %+v", got)
	}
}

func TestMail26_FormatFlowed(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a \r\nb\r\n":              "a b\n",
		"a\r\nb\r\n":               "a\nb\n",
		"> a \r\n> b\r\nc\r\n":     "> a b\nc\n",
		"> a \r\n>> b\r\n":         "> a\n>> b\n",
		"x \r\n-- \r\nsig \r\nz\r": "x\n",
		" From here \r\nto\r\n":    "From here to\n",
		" > mine\r\n":              " > mine\n",
	} {
		if got := mail(t, "Content-Type: text/plain; format=Flowed\n", in).Body().Body; got != want {
			t.Errorf("%q read as %q, want %q", in, got, want)
		}
	}
	if got := mail(t, "Content-Type: text/plain; format=flowed; delsp=yes\n", "trans \r\nport  \r\nnow\r\n").Body().Body; got != "transport now\n" {
		t.Errorf("delsp read as %q", got)
	}
}

func TestMail30_Charsets(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		declared, body, want string
		guessed              bool
	}{
		{"utf-8", "\xc3\xa6", "æ", false},
		{"utf-8", "\xe6", "æ", true},
		{"us-ascii", "\xc3\xa6", "æ", false},
		{"", "\x93\xe6\x94", `"æ"`, true},
		{"iso-8859-1", "\x93\xe6\x94", `"æ"`, false}, // as all browsers take it
		{"ISO-8859-15", "\xe6 \xa4", "æ €", false},
		{"windows-1252", "\x80", "€", false},
		{"koi8-r", "\xc1", "а", false},
		{"utf-16le", "a\x00b\x00", "ab", false},
		{"no-such", "\xc3\xa6", "æ", true},
		{"no-such", "\xe6", "æ", true},
	} {
		text := mail(t, "Content-Type: text/plain; charset=\""+c.declared+"\"\n", c.body).Body()
		guessed := slices.ContainsFunc(text.Repairs, func(r message.Repair) bool { return r.Kind == message.Charset })
		if text.Body != c.want+"\n" || guessed != c.guessed {
			t.Errorf("%q as %q: read %q, guessed %t", c.body, c.declared, text.Body, guessed)
		}
	}
}

func TestMail31_NormalizeMendsCharacters(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ in, want, repairs string }{
		{"plain text\n", "plain text\n", ""},
		{"\uFEFFbuy", "buy", "[{bom 1}]"},
		{"a\r\nb\rc", "a\nb\nc", "[{line-ends 2}]"},
		{"a\u00a0b\u202fc\u2009d\u3000e", "a b c d e", "[{blanks 4}]"},
		{"a\u200bb\u00adc\u2060d\uFE0F", "abcd", "[{zero-width 4}]"},
		{"a\tb", "a b", "[{tabs 1}]"},
		{"\u2018a\u2019 \u201eb\u201d \u00abc\u00bb", `'a' "b" "c"`, "[{quotes 6}]"},
		{"a\u2010b\u2013c\u2014d\u2212e", "a-b-c-d-e", "[{dashes 4}]"},
		{"A → B ⇒ C ➔ D", "A -> B -> C -> D", "[{arrows 3}]"},
		{"３ｔａｎｋｓ", "3tanks", "[{full-width 6}]"},
		{"79c9…f5ab", "79c9...f5ab", "[{ellipsis 1}]"},
		{"A\u030arhus", "Århus", "[{composed 1}]"},
		{"Æøå Öä ß é", "Æøå Öä ß é", ""},
		{"a\x00b\x07", "ab", "[{control 2}]"},
	} {
		got, repairs := message.Normalize(c.in)
		list := ""
		if len(repairs) > 0 {
			list = fmt.Sprint(repairs)
		}
		if got != c.want || list != c.repairs {
			t.Errorf("%q: got %q %s, want %q %s", c.in, got, list, c.want, c.repairs)
		}
		if again, more := message.Normalize(got); again != got || len(more) > 0 {
			t.Errorf("%q: a second time gives %q %v", c.in, again, more)
		}
	}
}

func TestMail36_FilesAreReadLikeAttachments(t *testing.T) {
	t.Parallel()
	got := message.ReadText("züge.orders", []byte("\xef\xbb\xbfbuy\u00a03 tanks\r\nend\r\n"))
	if got.Body != "buy 3 tanks\nend\n" || fmt.Sprint(got.Repairs) != "[{bom 1} {line-ends 2} {blanks 1}]" {
		t.Errorf("%+v", got)
	}
	if got := message.ReadText("", []byte("Stra\xdfe \x96 K\xf6ln")); got.Body != "Straße - Köln\n" || got.Repairs[0].Kind != message.Charset {
		t.Errorf("%+v", got)
	}
}

func TestMail32_RawBytesInQuotedPrintable(t *testing.T) {
	t.Parallel()
	l := mail(t, "Content-Type: text/plain; charset=windows-1252\nContent-Transfer-Encoding: quoted-printable\n", "J\xe4ger=\r\n und K=F6ln\x00\r\n")
	if got := l.Body().Body; got != "Jäger und Köln\n" {
		t.Errorf("read %q", got)
	}
}

// mostHashes is what the reading of a mail may cost: as much as hashing so many MiB in the same run.
const mostHashes = 4000

// cheap does something, and fails if that costs too much. What seems to is done again: others use the machine, too.
func cheap(t *testing.T, do func()) {
	t.Helper()
	data, cost, hashes := make([]byte, 1<<20), 0.0, 16
	if testing.Short() {
		hashes = 2
	}
	for range 3 {
		begin := time.Now()
		do()
		took := time.Since(begin)
		begin = time.Now()
		for range hashes {
			sha256.Sum256(data)
		}
		if cost = float64(hashes) * float64(took) / float64(time.Since(begin)); cost <= mostHashes {
			return
		}
	}
	t.Errorf("costs as much as hashing %.0f MiB, at most %d", cost, mostHashes)
}

// No header field, however long or odd, takes long to read.
func TestMail06_HostileFields(t *testing.T) { // what it costs is measured: not parallel
	for name, unit := range map[string]string{
		"comments": "(", "closed comments": "()", "quotes": `"`, "backslashes": `\`, "commas": ",", "brackets": "<", "addresses": "a@b,", "bare addresses": "a@b ",
		"encoded words": "=?utf-8?q?a?= ", "half words": "=?utf-8?q?", "parameters": "; a=b", "continuations": "; a*0=b", "re": "Re: ", "tags": "[x] ", "groups": "a:;", "dates": "1 Jan ", "ids": "<a@b> ",
	} {
		t.Run(name, func(t *testing.T) {
			size := 100_000
			if testing.Short() {
				size = 20_000
			}
			value := strings.Repeat(unit, size/len(unit))
			var b strings.Builder
			for _, field := range []string{"From", "To", "Subject", "Date", "References", "Content-Type", "Content-Disposition", "Auto-Submitted", "Authentication-Results"} {
				fmt.Fprintf(&b, "%s: %s\r\n", field, value)
			}
			for _, field := range []string{"Subject", "Content-Type"} {
				var l message.Letter
				cheap(t, func() {
					l, _ = message.Parse([]byte("From: a@b\r\n"+field+": text/plain "+value+"\r\n\r\n"+value), message.DefaultLimits())
					message.SplitSubject(value)
					message.Parse([]byte(b.String()+"\r\n"+value), message.DefaultLimits())
				})
				if l.From.Addr != "a@b" {
					t.Errorf("%s: from %q", field, l.From.Addr)
				}
			}
		})
	}
}

func TestMail34_EncodedNames(t *testing.T) {
	t.Parallel()
	for field, want := range map[string]string{
		"=?utf-8?q?S=C3=B8ren?= <s@x.y>":                 "Søren <s@x.y>",
		"=?iso-8859-1?Q?J=FCrgen_M=2E?= <s@x.y>":         "Jürgen M. <s@x.y>",
		`"Berg, Anna" <s@x.y>`:                           "Berg, Anna <s@x.y>",
		"Berg, Anna <s@x.y>":                             "Berg, Anna <s@x.y>",
		"s@x.y (Anna)":                                   "Anna <s@x.y>",
		"<s@x.y>":                                        "s@x.y",
		"Evil\x00\x1b[31m <s@x.y>":                       "Evil [31m <s@x.y>",
		"\u202eesrever <s@x.y>":                          "esrever <s@x.y>",
		"=?utf-8?q?a=0D=0ABcc=3A_victim=40x.y?= <s@x.y>": "a Bcc: victim@x.y <s@x.y>",
		"Jürgen <jürgen@müller.example>":                 "Jürgen <jürgen@müller.example>",
		"=?utf-8?b?w6Y=?= =?utf-8?b?w7g=?= <s@x.y>":      "æø <s@x.y>",
	} {
		l, err := message.ParseHeader([]byte("From: " + field + "\r\n\r\n"))
		if err != nil || l.From.String() != want {
			t.Errorf("%q: read %q, error %v", field, l.From, err)
		}
	}
}

func TestMail35_Subjects(t *testing.T) {
	t.Parallel()
	for subject, want := range map[string]string{
		"":                                "[] ",
		"Re: orders":                      "[] orders",
		"Re: AW: SV: Fwd: WG: Antw: x":    "[] x",
		"RE[2]: x":                        "[] x",
		"[eastfront R3 Germany] RESULT":   "[eastfront R3 Germany] RESULT",
		"AW: [club] Re: [g42 R3 GER] buy": "[club g42 R3 GER] buy",
		"[eastfront] Germany round 3":     "[eastfront] Germany round 3",
		"Regarding: x":                    "[] Regarding: x",
		"Re：［eastfront］　Germany":          "[eastfront] Germany",
		"what [is] this":                  "[] what [is] this",
	} {
		tags, rest := message.SplitSubject(subject)
		if got := fmt.Sprint(tags, " ", rest); got != want {
			t.Errorf("%q: %q, want %q", subject, got, want)
		}
	}
	if got := message.AnswerSubject("AW: Re: Züge"); got != "Re: Züge" {
		t.Errorf("answer to it: %q", got)
	}
}

func TestMail39_ThreadOfAnAnswer(t *testing.T) {
	t.Parallel()
	l := mail(t, "References: <a@x> <b@x>\nIn-Reply-To: <b@x>\n", "")
	if id, refs := l.Thread(); id != "<1@mail.example>" || fmt.Sprint(refs) != "[<a@x> <b@x> <1@mail.example>]" {
		t.Errorf("in reply to %s, references %v", id, refs)
	}
	l = mail(t, "In-Reply-To: <b@x>\n", "")
	if _, refs := l.Thread(); fmt.Sprint(refs) != "[<b@x> <1@mail.example>]" {
		t.Errorf("references %v", refs)
	}
}

// FuzzParse holds what must be true of any mail: no panic, valid UTF-8, texts within the limit,
// nothing in a header value that could break a header, and the same answer twice.
func FuzzParse(f *testing.F) {
	f.Add([]byte(person + "\r\nbuy 1 tank\r\n"))
	f.Add([]byte("From: a@b\nContent-Type: multipart/mixed; boundary=x\n\n--x\n\n> a\n--x\nContent-Type: text/html\n\n<blockquote>b<br>--<pre>\n"))
	f.Add([]byte("From: a@b\nContent-Type: multipart/report\n\n--xxxx\nContent-Type: message/delivery-status\n\nA: b\n\nFinal-Recipient: rfc822;x@y\nAction: failed\n"))
	f.Add([]byte("From: a@b\nContent-Type: text/plain; format=flowed; delsp=yes; charset=iso-8859-1\nContent-Transfer-Encoding: base64\n\nPiA+IGEg\n"))
	f.Add([]byte("From: 0@\x00\n\n"))                  // found by fuzzing: a control character in an address
	f.Add([]byte("From: a@b\nMessage-Id: <\xb9>\n\n")) // and bytes that are no UTF-8 in an id
	limits := message.Limits{Depth: 4, Parts: 20, Text: 4 << 10}
	f.Fuzz(func(t *testing.T, raw []byte) {
		l, err := message.Parse(raw, limits)
		again, err2 := message.Parse(bytes.Clone(raw), limits)
		if describe(l, err) != describe(again, err2) {
			t.Error("two readings differ")
		}
		for _, s := range []string{l.Subject, l.From.Name, l.From.Addr, l.MessageID, l.Loop} {
			if !utf8.ValidString(s) || strings.ContainsAny(s, "\r\n\x00") {
				t.Errorf("header value %q", s)
			}
		}
		for _, text := range l.Texts {
			if !utf8.ValidString(text.Body) || strings.ContainsAny(text.Body, "\r\x00\t") || len(text.Body) > 16*limits.Text {
				t.Errorf("text of %d bytes: %q", len(text.Body), text.Body)
			}
			if strings.TrimSpace(text.Body) == "" && text.Source != message.Attachment {
				t.Error("an empty body is listed")
			}
		}
	})
}
