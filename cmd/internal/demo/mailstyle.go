package demo

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"html"
	"mime"
	"mime/quotedprintable"
	"strings"
	"time"

	"fieldpost/orders/syntax"
)

// mailStyle is how a person's mail program writes a mail.
type mailStyle struct {
	name  string // for the progress lines
	write func(l sheet) string
}

// sheet is what a player wants to say: the header of their orders and the orders, lines ended by "\n".
type sheet struct{ header, orders string }

func (s sheet) text() string { return s.header + "\n" + s.orders + "end\n" }

// lang is the language in which the player orders.
func (h mailStyle) lang() syntax.Lang {
	if h.name == inGerman.name {
		return syntax.German
	}
	return syntax.English
}

// The habits of the players.
var (
	inTheBody = mailStyle{"in the body of a plain mail", func(s sheet) string {
		return part("text/plain; charset=us-ascii", "7bit",
			"Good morning,\n\nhere is what my armies do.\n\n"+s.text()+"\n-- \nAnna\n")
	}}
	inGerman = mailStyle{"in German, as a reply", func(s sheet) string {
		return part("text/plain; charset=utf-8; format=flowed", "8bit",
			"Guten Tag,\n\nmein Zug:\n\n"+s.text()+"\nViele Grüße\nBert\n")
	}}
	attachedFile = mailStyle{"as an attachment", func(s sheet) string {
		const b = "=_carl"
		return "Content-Type: multipart/mixed; boundary=\"" + b +
			"\"\n\nThis is a multi-part message in MIME format.\n" +
			"--" + b + "\n" + part("text/plain; charset=utf-8", "7bit", "Orders attached. Regards, Carl\n") +
			"--" + b + "\n" + "Content-Disposition: attachment; filename=\"orders.txt\"\n" +
			part("text/plain; charset=utf-8; name=\"orders.txt\"", "base64", s.text()) +
			"--" + b + "--\n"
	}}
	onlyHTML = mailStyle{"as HTML and nothing else", func(s sheet) string {
		var b strings.Builder
		b.WriteString("<html><body style=\"font-family:sans-serif\"><p>Hello,</p>\n")
		for line := range strings.Lines(s.text()) {
			line = strings.TrimRight(line, "\n")
			indent := strings.Repeat("&nbsp;", len(line)-len(strings.TrimLeft(line, " ")))
			fmt.Fprintf(&b, "<div>%s%s<br></div>\n", indent, html.EscapeString(strings.TrimLeft(line, " ")))
		}
		b.WriteString("<p>Sent from my phone</p></body></html>\n")
		return part("text/html; charset=utf-8", "quoted-printable", b.String())
	}}
	wrapped = mailStyle{"quoted-printable, its lines wrapped", func(s sheet) string {
		return part("text/plain; charset=iso-8859-1", "quoted-printable",
			s.header+"\n"+wrap(s.orders, 46)+"end\n\nEmil\n")
	}}
)

// part is one MIME part with its header.
func part(contentType, encoding, text string) string {
	var b bytes.Buffer
	switch encoding {
	case "quoted-printable":
		w := quotedprintable.NewWriter(&b)
		w.Write([]byte(text)) // a Buffer takes everything
		w.Close()
		text = strings.ReplaceAll(b.String(), "\r\n", "\n")
	case "base64":
		code := base64.StdEncoding.EncodeToString([]byte(text))
		for len(code) > 76 {
			b.WriteString(code[:76] + "\n")
			code = code[76:]
		}
		text = b.String() + code + "\n"
	}
	return "Content-Type: " + contentType + "\nContent-Transfer-Encoding: " + encoding + "\n\n" + text
}

// wrap breaks lines at blanks, as mail programs do.
func wrap(text string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\n")
		for len(line) > width {
			at := strings.LastIndex(line[:width], " ")
			if strings.TrimSpace(line[:max(at, 0)]) == "" {
				break
			}
			b.WriteString(line[:at] + "\n")
			line = line[at+1:]
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

// mail is a whole mail with CRLF line ends.
func (h mailStyle) mail(from player, id, inReplyTo, subject string, at time.Time, s sheet) []byte {
	head := fmt.Sprintf("From: %s <%s>\nTo: <%s>\nSubject: %s\nMessage-ID: %s\nDate: %s\nMIME-Version: 1.0\n",
		mime.QEncoding.Encode("utf-8", from.name), from.address, officeAddress, mime.QEncoding.Encode("utf-8", subject),
		id, at.Format(time.RFC1123Z))
	if inReplyTo != "" {
		head += "In-Reply-To: " + inReplyTo + "\nReferences: " + inReplyTo + "\n"
	}
	return []byte(strings.ReplaceAll(head+h.write(s), "\n", "\r\n"))
}
