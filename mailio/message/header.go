package message

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"mime"
	"net/mail"
	"regexp"
	"strings"
	"unicode"

	"github.com/emersion/go-message"
	"github.com/emersion/go-message/textproto"

	"fieldpost/mailio"
)

const (
	maxHeader  = 256 << 10 // bytes of one header block that are looked at
	maxIDs     = 50        // of References; the newest are kept
	maxSubject = 500       // characters
)

// part is a mail or one of its parts: the header, mended, and the body as it came.
type part struct {
	header message.Header
	body   []byte
}

// newPart splits raw at the first empty line. Lines of the header that are no fields (the
// "From " line of a mailbox file, lines without a colon) are dropped, because go-message would
// refuse the whole mail for them and its sender would never hear why.
func newPart(raw []byte) part {
	var fields bytes.Buffer
	rest, dropped := raw, true
	for len(rest) > 0 {
		line, after := cutLine(rest)
		rest = after
		text := bytes.TrimRight(line, "\r\n")
		if len(text) == 0 {
			break
		}
		if !isFolded(text) {
			dropped = !isField(text)
		}
		dropped = dropped || fields.Len() > maxHeader
		if !dropped {
			fields.Write(text[:min(len(text), maxHeader)])
			fields.WriteString("\r\n")
		}
	}
	fields.WriteString("\r\n")
	h, err := textproto.ReadHeader(bufio.NewReader(&fields))
	if err != nil && !errors.Is(err, io.EOF) {
		return part{body: rest}
	}
	return part{header: message.Header{Header: h}, body: rest}
}

// cutLine takes the first line off, with its line end.
func cutLine(b []byte) (line, rest []byte) {
	if i := bytes.IndexByte(b, '\n'); i >= 0 {
		return b[:i+1], b[i+1:]
	}
	return b, nil
}

// isField reports whether the line begins "Name:", with a name that go-message takes.
func isField(line []byte) bool {
	colon := bytes.IndexByte(line, ':')
	if colon <= 0 {
		return false
	}
	for _, c := range bytes.TrimRight(line[:colon], " \t") {
		if c <= ' ' || c >= 0x7f || bytes.IndexByte([]byte("()<>@,;\\\"/[]?={}"), c) >= 0 {
			return false
		}
	}
	return true
}

func isFolded(line []byte) bool { return line[0] == ' ' || line[0] == '\t' }

// readFields fills in what the header says.
func readFields(l *Letter, h message.Header) {
	l.From = firstAddress(addresses(h, "From"))
	l.To = addresses(h, "To")
	l.Cc = addresses(h, "Cc")
	l.ReplyTo = addresses(h, "Reply-To")
	l.Delivered = delivered(l, h)
	l.Subject = clip(oneLine(decodeWords(h.Get("Subject"))), maxSubject)
	l.MessageID = firstID(h.Get("Message-Id"))
	l.InReplyTo = ids(h.Get("In-Reply-To"))
	l.References = ids(h.Get("References"))
	l.Date, _ = mail.ParseDate(h.Get("Date"))
	l.Loop = oneLine(toUTF8([]byte(h.Get("X-Loop"))))
	l.Weak = h.Has("X-Auto-Response-Suppress")
}

// checkSender refuses what has not exactly one author: go-message takes the first of several
// From fields without a word, and a forger would count on it.
func checkSender(l *Letter, h message.Header) error {
	n := 0
	for f := h.FieldsByKey("From"); f.Next(); {
		n++
	}
	switch all := addresses(h, "From"); {
	case n > 1 || len(all) > 1:
		return &Problem{Trouble: SeveralSenders}
	case len(all) == 0:
		return &Problem{Trouble: NoSender, Detail: clip(oneLine(decodeWords(h.Get("From"))), 80)}
	}
	return nil
}

// addresses reads an address field leniently: what the grammar refuses ("Foo, Bar <a@b>", a
// bare address among words) is still understood if it holds exactly one address.
func addresses(h message.Header, key string) []mailio.Address {
	var list []mailio.Address
	for f := h.FieldsByKey(key); f.Next(); {
		list = append(list, parseAddresses(toUTF8([]byte(f.Value())))...)
	}
	return list
}

var anAddress = regexp.MustCompile(`[^\s<>,;:"()@[:cntrl:]]+@[^\s<>,;:"()@[:cntrl:]]+`)

func parseAddresses(field string) []mailio.Address {
	if strings.TrimSpace(field) == "" {
		return nil
	}
	parser := mail.AddressParser{WordDecoder: &words}
	if got, err := parser.ParseList(field); err == nil {
		list := make([]mailio.Address, len(got))
		for i, a := range got {
			list[i] = mailio.Address{Name: oneLine(a.Name), Addr: oneLine(a.Address)}
		}
		return list
	}
	var list []mailio.Address
	for _, at := range anAddress.FindAllStringIndex(field, -1) {
		list = append(list, mailio.Address{Addr: field[at[0]:at[1]]})
	}
	if len(list) == 1 {
		name, _, _ := strings.Cut(field, "<")
		if !strings.Contains(name, "@") {
			list[0].Name = oneLine(decodeWords(strings.Trim(name, ` "`)))
		}
	}
	return list
}

func firstAddress(list []mailio.Address) mailio.Address {
	if len(list) == 0 {
		return mailio.Address{}
	}
	return list[0]
}

// delivered lists the addresses to which the mail was delivered. The provider's own fields come first, because To may
// name a list or be empty.
func delivered(l *Letter, h message.Header) []string {
	var all []string
	seen := map[string]bool{}
	add := func(addr string) {
		if key := mailio.FoldAddress(addr); addr != "" && !seen[key] {
			seen[key] = true
			all = append(all, addr)
		}
	}
	for _, key := range []string{"Delivered-To", "X-Original-To", "Envelope-To", "X-Envelope-To"} {
		for _, a := range addresses(h, key) {
			add(a.Addr)
		}
	}
	for _, list := range [][]mailio.Address{l.To, l.Cc} {
		for _, a := range list {
			add(a.Addr)
		}
	}
	return all
}

// ids returns the <…> words of a field and ignores the rest.
func ids(field string) []string {
	field = oneLine(toUTF8([]byte(field)))
	var list []string
	for {
		open := strings.IndexByte(field, '<')
		if open < 0 {
			break
		}
		length := strings.IndexByte(field[open:], '>')
		if length < 0 {
			break
		}
		id := strings.Join(strings.Fields(field[open:open+length+1]), "")
		if len(id) > 2 && len(id) < 500 {
			list = append(list, id)
		}
		field = field[open+length+1:]
	}
	if len(list) > maxIDs {
		list = list[len(list)-maxIDs:]
	}
	return list
}

func firstID(field string) string {
	if all := ids(field); len(all) > 0 {
		return all[0]
	}
	bare := oneLine(toUTF8([]byte(field)))
	if bare == "" || strings.ContainsAny(bare, " <>") || len(bare) > 500 {
		return ""
	}
	return "<" + bare + ">" // some programs forget the brackets
}

// words decodes RFC 2047 words in any charset that package htmlindex knows.
var words = mime.WordDecoder{CharsetReader: charsetReader}

func decodeWords(s string) string {
	s = toUTF8([]byte(s))
	if decoded, err := words.DecodeHeader(s); err == nil {
		return toUTF8([]byte(decoded))
	}
	return s
}

// oneLine makes a field safe to show: control characters and runs of blanks become one blank.
func oneLine(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r), unicode.IsSpace(r):
			return ' '
		case unicode.Is(unicode.Cf, r):
			return -1 // zero width and direction marks
		}
		return r
	}, s)
	return strings.Join(strings.Fields(s), " ")
}

// clip shortens to at most n characters.
func clip(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// FirstField gives the topmost field of that name in a raw mail, unfolded; "" if there is none.
func FirstField(raw []byte, name string) string {
	top := newPart(raw)
	return oneLine(toUTF8([]byte(top.header.Get(name))))
}
