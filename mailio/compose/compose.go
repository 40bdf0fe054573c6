// Package compose turns a Draft into the frozen bytes of a mail.
//
// The same Draft always gives the same bytes: date and Message-ID come from the caller, and the
// boundaries between the parts are derived from the Message-ID. What is archived is therefore
// what was sent, and what is sent again after a crash.
//
// A Draft may hold words of players (names, subjects). Nothing in them can become a header or a
// second recipient: control characters turn into blanks, and addresses, ids and file names that
// are not clean are refused.
package compose

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/mail"
	"regexp"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"

	"fieldpost/mailio"
)

// Auto says why a mail was sent without a person's hand (RFC 3834).
type Auto string

const (
	Replied   Auto = "auto-replied"   // an answer to a mail
	Generated Auto = "auto-generated" // a report, a reminder
)

// Sizes in bytes beyond which providers refuse or delay mail; Render returns an error for them.
const (
	MaxBody  = 200 << 10 // text and HTML, each
	MaxTotal = 2 << 20   // the whole mail
)

// Draft is a mail to be.
type Draft struct {
	From     mailio.Address
	Envelope string // envelope sender; empty means From.Addr (bounce tracking puts a plus part into it)
	To       mailio.Address
	ReplyTo  mailio.Address // optional: the address that reads orders
	Subject  string
	Language string // "en", "de", "da": Content-Language

	MessageID  string // with angle brackets; see mailio.MessageID
	InReplyTo  string // optional id; what a stranger's program wrote and is none is left out, here and in References
	References []string
	Date       time.Time

	Auto        Auto
	Instance    string // X-Loop: by it the daemon knows its own mails again
	ListID      string // optional: g42.example.org
	ListHelp    string // optional: mailto:…?subject=help
	Unsubscribe string // optional: a mailto: address, for observers

	Text        string // always there; lines up to 72 columns are kept as they are
	HTML        string // optional, the same facts
	Inline      []File // pictures that the HTML shows by cid:ID
	Attachments []File
}

// File is an attachment or an inline picture.
type File struct {
	Name string // ASCII letters, digits, '.', '_' and '-'
	Type string // media type, such as image/png
	ID   string // of an inline picture, without brackets: map@g42
	Data []byte
}

// Render writes the mail. Any error is the caller's mistake: no text of a player can cause one.
func Render(d Draft) (mailio.Rendered, error) {
	if err := d.check(); err != nil {
		return mailio.Rendered{}, fmt.Errorf("mail %s to %s: %w", d.MessageID, d.To.Addr, err)
	}
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent(), gomail.WithEncoding(gomail.EncodingQP))
	d.header(m)
	if err := d.body(m); err != nil {
		return mailio.Rendered{}, fmt.Errorf("mail %s to %s: %w", d.MessageID, d.To.Addr, err)
	}
	var b bytes.Buffer
	if _, err := m.WriteTo(&b); err != nil {
		return mailio.Rendered{}, fmt.Errorf("mail %s to %s: %w", d.MessageID, d.To.Addr, err)
	}
	raw := fixBoundaries(b.Bytes(), d.MessageID)
	if len(raw) > MaxTotal {
		return mailio.Rendered{}, fmt.Errorf("mail %s to %s: %d bytes, more than %d: attach less, or packed",
			d.MessageID, d.To.Addr, len(raw), MaxTotal)
	}
	from := d.Envelope
	if from == "" {
		from = d.From.Addr
	}
	return mailio.Rendered{From: from, To: d.To.Addr, MessageID: d.MessageID, Bytes: raw}, nil
}

func address(a mailio.Address) *mail.Address {
	return &mail.Address{Name: clean(a.Name), Address: a.Addr}
}

func (d Draft) header(m *gomail.Msg) {
	// Not FromFormat and its like: they put the name between quotes without escaping it.
	m.FromMailAddress(address(d.From))
	m.ToMailAddress(address(d.To))
	if d.ReplyTo.Addr != "" {
		m.ReplyToMailAddress(address(d.ReplyTo))
	}
	m.Subject(clean(d.Subject))
	m.SetMessageIDWithValue(strings.Trim(d.MessageID, "<>"))
	m.SetDateWithValue(d.Date)
	for _, f := range []struct{ name, value string }{
		{"In-Reply-To", strings.Join(lastIDs([]string{d.InReplyTo}), "")},
		{"References", strings.Join(lastIDs(d.References), " ")},
		{"Auto-Submitted", string(d.Auto)},
		{"X-Loop", clean(d.Instance)},
		{"Content-Language", clean(d.Language)},
		{"List-Id", bracketed(clean(d.ListID))},
		{"List-Help", bracketed(clean(d.ListHelp))},
		{"List-Unsubscribe", bracketed(clean(d.Unsubscribe))},
	} {
		if f.value != "" {
			m.SetGenHeader(gomail.Header(f.name), f.value)
		}
	}
	if d.Auto != "" {
		m.SetGenHeader("X-Auto-Response-Suppress", "All") // asks Outlook for no vacation answers
	}
}

func (d Draft) body(m *gomail.Msg) error {
	m.SetBodyString(gomail.TypeTextPlain, withCRLF(d.Text))
	if d.HTML != "" {
		m.AddAlternativeString(gomail.TypeTextHTML, withCRLF(d.HTML))
	}
	for _, f := range d.Inline {
		err := m.EmbedReader(f.Name, bytes.NewReader(f.Data),
			gomail.WithFileContentType(gomail.ContentType(f.Type)), gomail.WithFileContentID("<"+f.ID+">"))
		if err != nil {
			return err
		}
	}
	for _, f := range d.Attachments {
		err := m.AttachReader(f.Name, bytes.NewReader(f.Data), gomail.WithFileContentType(gomail.ContentType(f.Type)))
		if err != nil {
			return err
		}
	}
	return nil
}

var (
	idForm   = regexp.MustCompile(`^<[!-;=?A-~]+@[!-;=?A-~]+>$`) // printable ASCII without < and >
	nameForm = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$`)
	typeForm = regexp.MustCompile(`^[a-z]+/[a-z0-9.+-]+(; ?[a-z-]+=[A-Za-z0-9._-]+)*$`)
	addrForm = regexp.MustCompile(`^[^\s<>,;:"()\[\]\\@]+@[^\s<>,;:"()\[\]\\@]+$`)
)

func (d Draft) check() error {
	var faults []error
	fault := func(format string, args ...any) { faults = append(faults, fmt.Errorf(format, args...)) }
	for _, a := range []string{d.From.Addr, d.To.Addr} {
		if !validAddress(a) {
			fault("%q is no mail address", a)
		}
	}
	for _, a := range []string{d.Envelope, d.ReplyTo.Addr} {
		if a != "" && !validAddress(a) {
			fault("%q is no mail address", a)
		}
	}
	if !idForm.MatchString(d.MessageID) {
		fault("Message-ID %q is not of the form <word@domain>", d.MessageID)
	}
	if d.Date.IsZero() {
		fault("no date")
	}
	if strings.TrimSpace(d.Text) == "" {
		fault("no text")
	}
	if len(d.Text) > MaxBody || len(d.HTML) > MaxBody {
		fault("text of %d and HTML of %d bytes: at most %d each", len(d.Text), len(d.HTML), MaxBody)
	}
	for _, f := range append(append([]File(nil), d.Inline...), d.Attachments...) {
		if !nameForm.MatchString(f.Name) {
			fault("file name %q: only ASCII letters, digits, '.', '_' and '-'", f.Name)
		}
		if !typeForm.MatchString(f.Type) {
			fault("file %s: %q is no media type", f.Name, f.Type)
		}
	}
	for _, f := range d.Inline {
		if !idForm.MatchString("<" + f.ID + ">") {
			fault("inline file %s: id %q is not of the form word@word", f.Name, f.ID)
		}
	}
	return errors.Join(faults...)
}

// validAddress refuses quoted local parts too: they are legal, unused by people, and a known way
// to smuggle a second address.
func validAddress(a string) bool {
	return len(a) <= 254 && addrForm.MatchString(a) && strings.IndexFunc(a, unicode.IsControl) < 0
}

// clean makes words of players fit for a header.
func clean(s string) string {
	s = strings.ToValidUTF8(s, "?")
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// lastIDs drops what is no id (it came from a stranger's mail) and keeps the first and the
// newest, as RFC 5322 advises for long threads.
func lastIDs(ids []string) []string {
	const most = 20
	var good []string
	for _, id := range ids {
		if idForm.MatchString(id) && len(id) <= 250 {
			good = append(good, id)
		}
	}
	if len(good) > most {
		good = append(good[:1:1], good[len(good)-most+1:]...)
	}
	return good
}

func bracketed(s string) string {
	if s == "" || strings.HasPrefix(s, "<") {
		return s
	}
	return "<" + s + ">"
}

func withCRLF(s string) string {
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	if !strings.HasSuffix(s, "\n") {
		s += "\n"
	}
	return strings.ReplaceAll(s, "\n", "\r\n")
}

var boundary = regexp.MustCompile(`boundary=([0-9a-f]{60})\r\n`)

// fixBoundaries puts fixed boundaries in place of go-mail's random ones. They have the same
// length, so that no line moves. A boundary that occurs in the content by chance is derived again.
func fixBoundaries(raw []byte, messageID string) []byte {
	for level, m := range boundary.FindAllSubmatch(raw, -1) {
		random := bytes.Clone(m[1])
		fixed := random
		for try := 0; bytes.Contains(raw, fixed); try++ {
			sum := sha256.Sum256(fmt.Appendf(nil, "%s %d %d", messageID, level, try))
			fixed = []byte(hex.EncodeToString(sum[:]))[:len(random)]
		}
		raw = bytes.ReplaceAll(raw, random, fixed)
	}
	return raw
}
