package replies

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net/mail"
	"strings"
	"time"
)

// Style is where the sender of a reply writes.
type Style string

// The styles of a reply.
const (
	OnTop    Style = "on top"
	AtBottom Style = "at the bottom"
	Between  Style = "between the lines" // above the form of orders, between quoted lines; on top if there is no form
	InForm   Style = "in the form"       // a line of the quoted form is changed; on top if there is no form
	Alone    Style = "alone"             // nothing is quoted
)

// Styles are all of them.
var Styles = []Style{OnTop, AtBottom, Between, InForm, Alone}

// Language is that of the program.
type Language int

// The languages.
const (
	English Language = iota
	German
	Danish
)

func (l Language) String() string { return [...]string{"en", "de", "da"}[l] }

// Reply is what a person does in their program.
type Reply struct {
	Style    Style
	Language Language
	From     string // address
	Name     string // of the sender, if the program shows one
	To       string // address, that of the mail's Reply-To if it is empty
	Subject  string // if the sender wrote another than the program proposed
	Text     string // what they write, lines ended by "\n"
	Instead  string // InForm: the line that they put Text in the place of; if it is empty, Text goes above the last line of the form
	ID       string // Message-ID
	At       time.Time
}

// Write is the reply to a mail as the program sends it, lines ended by CRLF. Sent holds the bytes of the mail that
// is answered.
func (c Client) Write(sent []byte, r Reply) ([]byte, error) {
	o, err := readOriginal(sent)
	if err != nil {
		return nil, err
	}
	w := writer{Client: c, Reply: r, original: o}
	if w.To == "" {
		w.To = o.replyTo
	}
	if r.Style == InForm && r.Instead == "" && !formEnds.MatchString(o.text) {
		w.Style = Between
	}
	if (r.Style == Between || r.Style == InForm) && !formBegins.MatchString(o.text) {
		w.Style = OnTop
	}
	body := w.body()
	subject := c.prefix[r.Language] + " " + o.subject
	if strings.HasPrefix(o.subject, "Re: ") {
		subject = o.subject // programs add no second prefix of their own
	}
	if r.Subject != "" {
		subject = r.Subject
	}
	var b strings.Builder
	field := func(name, value string) { fmt.Fprintf(&b, "%s: %s\n", name, value) }
	from := mail.Address{Name: r.Name, Address: r.From}
	field("From", from.String())
	field("To", "fieldpost <"+w.To+">")
	field("Subject", mime.QEncoding.Encode("utf-8", subject))
	field("Date", r.At.Format(time.RFC1123Z))
	field("Message-ID", r.ID)
	field("In-Reply-To", o.id)
	field("References", strings.TrimSpace(o.references+" "+o.id))
	for _, x := range c.fields {
		b.WriteString(x + "\n")
	}
	b.WriteString("MIME-Version: 1.0\n" + body)
	return []byte(strings.ReplaceAll(b.String(), "\n", "\r\n")), nil
}

// original is the mail that is answered.
type original struct {
	subject, from, replyTo, to string
	id, references             string
	text, page                 string // plain, and what stands in the body of its HTML
	at                         time.Time
}

func readOriginal(raw []byte) (o original, err error) {
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return o, err
	}
	var words mime.WordDecoder
	if o.subject, err = words.DecodeHeader(m.Header.Get("Subject")); err != nil {
		return o, err
	}
	address := func(name string) string {
		a, err := mail.ParseAddress(m.Header.Get(name))
		if err != nil {
			return ""
		}
		return a.Address
	}
	o.from, o.replyTo, o.to = address("From"), address("Reply-To"), address("To")
	if o.replyTo == "" {
		o.replyTo = o.from
	}
	o.id, o.references = m.Header.Get("Message-ID"), m.Header.Get("References")
	if o.at, err = m.Header.Date(); err != nil {
		return o, err
	}
	err = o.readPart(m.Header.Get("Content-Type"), m.Header.Get("Content-Transfer-Encoding"), m.Body)
	if _, inside, ok := strings.Cut(o.page, "<body"); ok {
		_, inside, _ = strings.Cut(inside, ">")
		o.page, _, _ = strings.Cut(inside, "</body>")
	}
	return o, err
}

func (o *original) readPart(contentType, encoding string, body io.Reader) error {
	media, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return err
	}
	if strings.HasPrefix(media, "multipart/") {
		for r := multipart.NewReader(body, params["boundary"]); ; {
			p, err := r.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err == nil {
				err = o.readPart(p.Header.Get("Content-Type"), p.Header.Get("Content-Transfer-Encoding"), p)
			}
			if err != nil {
				return err
			}
		}
	}
	switch strings.ToLower(encoding) {
	case "quoted-printable":
		body = quotedprintable.NewReader(body)
	case "base64":
		body = base64.NewDecoder(base64.StdEncoding, body)
	}
	text, err := io.ReadAll(body)
	lines := strings.ReplaceAll(string(text), "\r\n", "\n")
	switch {
	case media == "text/plain" && o.text == "":
		o.text = strings.TrimRight(lines, "\n") + "\n"
	case media == "text/html" && o.page == "":
		o.page = lines
	}
	return err
}
