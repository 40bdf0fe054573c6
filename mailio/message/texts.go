package message

import (
	"bytes"
	"path"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// addPlain takes an inline text/plain part.
func (w *walker) addPlain(p part, params map[string]string) {
	t := repairCounts{}
	text, ok := w.text(p, params["charset"], w.limits.Text, &w.texts, t)
	if !ok {
		w.cut = true
		return
	}
	text, w.letter.PublicKeys = cutKeys(text, w.letter.PublicKeys)
	text, n := stripArmour(text)
	if n > 0 {
		t[CutArmour] += n
		w.letter.Signed = SignedClear
		data, _, _ := decode(p, w.limits.Text)
		w.letter.Seals = append(w.letter.Seals, Seal{Signed: data})
	}
	if strings.Contains(text, "-----BEGIN PGP MESSAGE-----") {
		w.problem(Encrypted, "PGP")
	}
	if strings.EqualFold(params["format"], "flowed") {
		text, n = unflow(text, strings.EqualFold(params["delsp"], "yes"))
		t[Joined] += n
	}
	w.plain.add(normalize(text, t), t)
}

// addHTML takes an inline text/html part.
func (w *walker) addHTML(p part, params map[string]string) {
	t := repairCounts{FromHTML: 1}
	source, ok := w.text(p, params["charset"], 4*w.limits.Text, &w.htmls, t)
	if !ok {
		return
	}
	text := fromHTML(source)
	if len(text)+w.html.text.Len() > w.limits.Text {
		w.problem(TooLong, "html")
		return
	}
	w.html.add(normalize(text, t), t)
}

// file takes an attachment: text is recognised by what it holds, not by what it is called.
func (w *walker) file(p part, media string, params map[string]string, name string, attached bool) {
	t := repairCounts{}
	data, long, broken := decode(p, w.limits.Text)
	switch {
	case bytes.Contains(data, []byte(keyBegin)):
		_, w.letter.PublicKeys = cutKeys(string(data), w.letter.PublicKeys)
		return
	case media == "application/pkcs7-mime" || media == "application/x-pkcs7-mime":
		if strings.EqualFold(params["smime-type"], "signed-data") {
			w.problem(Opaque, name)
		} else {
			w.problem(Encrypted, "S/MIME")
		}
		return
	case media == "application/pgp-encrypted":
		w.problem(Encrypted, "PGP")
		return
	case media == "application/ms-tnef" || strings.EqualFold(name, "winmail.dat") ||
		bytes.HasPrefix(data, []byte("\x78\x9f\x3e\x22")):
		w.problem(Winmail, name)
		return
	case isArchive(data):
		w.problem(Archive, name)
		return
	case !attached: // another way to show the text, such as text/calendar or AMP
		return
	case !mayBeText(media, name) || !isText(data):
		if !strings.HasPrefix(media, "image/") {
			w.problem(NotText, name)
		}
		return
	case long || w.texts+len(data) > w.limits.Text:
		w.problem(TooLong, name)
		return
	}
	w.texts += len(data)
	if broken {
		w.problem(Undecoded, name)
		t[BadEncoded]++
	}
	text := w.decodeText(data, params["charset"], t)
	w.files = append(w.files, finishText(Text{Source: Attachment, Name: name}, normalize(text, t), t))
}

// text decodes a part fully: transfer encoding, charset, line ends. Together with the bytes taken before it has at most
// limit.
func (w *walker) text(p part, charset string, limit int, taken *int, t repairCounts) (string, bool) {
	data, long, broken := decode(p, limit-*taken)
	if long {
		w.problem(TooLong, "")
		return "", false
	}
	*taken += len(data)
	if broken {
		w.problem(Undecoded, p.header.Get("Content-Transfer-Encoding"))
		t[BadEncoded]++
	}
	return w.decodeText(data, charset, t), true
}

func (w *walker) decodeText(data []byte, charset string, t repairCounts) string {
	text, guessed, known := decodeText(data, charset)
	if guessed {
		t[Charset]++
	}
	if !known {
		w.problem(UnknownSet, charset)
	}
	// Mail lines end in CRLF; that is no repair worth telling.
	return strings.ReplaceAll(text, "\r\n", "\n")
}

// finish puts the gathered texts into the mail.
func (w *walker) finish() error {
	l := w.letter
	for _, b := range []struct {
		source Source
		body   *body
	}{{Plain, &w.plain}, {HTML, &w.html}} {
		text, cut := cutSignature(b.body.text.String(), b.source == HTML)
		text, footers := cutFooters(text)
		if strings.TrimSpace(text) == "" {
			continue
		}
		b.body.repairs[CutSig] += cut
		b.body.repairs[CutFooter] += footers
		l.Texts = append(l.Texts, finishText(Text{Source: b.source}, text, b.body.repairs))
	}
	l.Texts = append(l.Texts, w.files...)
	if w.cut {
		return &Problem{Trouble: TooLong, Detail: strconv.Itoa(w.limits.Text)}
	}
	if len(l.Texts) > 0 {
		return nil
	}
	for i := range l.Problems {
		if l.Problems[i].Trouble == TooLong {
			return &Problem{Trouble: TooLong, Detail: l.Problems[i].Detail}
		}
	}
	return nil
}

func finishText(t Text, text string, repairs repairCounts) Text {
	var b strings.Builder
	for line := range strings.Lines(text) {
		b.WriteString(strings.TrimRight(line, " \n"))
		b.WriteByte('\n')
		if strings.HasPrefix(line, ">") {
			t.Quoted++
		}
	}
	if t.Body = strings.Trim(b.String(), "\n"); t.Body != "" {
		t.Body += "\n"
	}
	t.Hint = findHint(t.Body)
	t.Repairs = repairs.list()
	return t
}

// isArchive knows the first bytes of zip, gzip, 7z, rar, xz, bzip2.
func isArchive(data []byte) bool {
	for _, magic := range []string{"PK\x03\x04", "PK\x05\x06", "\x1f\x8b", "7z\xbc\xaf", "Rar!", "\xfd7zXZ", "BZh"} {
		if bytes.HasPrefix(data, []byte(magic)) {
			return true
		}
	}
	return false
}

// mayBeText leaves out what is text in form but never orders.
func mayBeText(media, name string) bool {
	switch media {
	case "text/html", "text/calendar", "text/vcard", "text/x-vcard", "text/directory", "text/rfc822-headers":
		return false
	case "application/octet-stream", "application/json", "application/text", "application/x-orders":
		return true
	}
	switch strings.ToLower(path.Ext(name)) {
	case ".txt", ".orders", ".json":
		return true
	}
	return strings.HasPrefix(media, "text/")
}

// isText reports whether b is text: no NUL, hardly a control character, and not empty.
func isText(data []byte) bool {
	if len(data) == 0 || bytes.IndexByte(data, 0) >= 0 {
		return false
	}
	controls := 0
	for i := 0; i < len(data); {
		r, n := utf8.DecodeRune(data[i:])
		if unicode.IsControl(r) && r != '\n' && r != '\r' && r != '\t' && r != '\f' {
			controls++
		}
		i += n
	}
	return controls*100 <= len(data)
}
