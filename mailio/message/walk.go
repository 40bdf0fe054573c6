package message

import (
	"bytes"
	"io"
	"mime"
	"path"
	"regexp"
	"strconv"
	"strings"

	"github.com/emersion/go-message"
)

// walker goes through the parts of a mail and gathers its texts. The walk is our own because
// go-message's has no limits: ten thousand nested parts cost it half a minute.
type walker struct {
	letter *Letter
	limits Limits
	parts  int
	texts  int    // bytes of plain text so far
	cut    bool   // a part of the text is beyond the limit: what is left may be half of the orders
	htmls  int    // bytes of HTML so far
	plain  body   // of all inline text/plain parts
	html   body   // of all inline text/html parts, converted
	files  []Text // text attachments
}

// body is a text put together of several parts, as Apple Mail cuts it around pictures.
type body struct {
	text    strings.Builder
	repairs repairCounts
}

func (b *body) add(text string, t repairCounts) {
	if b.repairs == nil {
		b.repairs = repairCounts{}
	}
	if b.text.Len() > 0 && !strings.HasSuffix(b.text.String(), "\n") {
		b.text.WriteByte('\n')
	}
	b.text.WriteString(text)
	for k, n := range t { // sums only: the order does not matter
		b.repairs[k] += n
	}
}

func (w *walker) problem(t Trouble, detail string) {
	w.letter.Problems = append(w.letter.Problems, Problem{t, clip(oneLine(detail), 80)})
}

func (w *walker) walk(p part, depth int) error {
	if err := w.limits.check(&w.parts, depth); err != nil {
		return err
	}
	media, params := contentType(p.header)
	if strings.HasPrefix(media, "multipart/") {
		return w.multipart(p, media, params, depth)
	}
	name := fileName(p.header, params)
	disposition, _, _ := p.header.ContentDisposition()
	attached := strings.EqualFold(disposition, "attachment") || name != ""
	switch {
	case strings.HasPrefix(media, "message/"):
		if media == "message/rfc822" || media == "message/global" {
			w.letter.Forwarded++ // never read: it may hold older orders
		}
	case media == "text/plain" && !attached:
		w.addPlain(p, params)
	case media == "text/html" && !attached:
		w.addHTML(p, params)
	case strings.HasSuffix(media, "pgp-signature"), strings.HasSuffix(media, "pkcs7-signature"):
	default:
		w.file(p, media, params, name, attached)
	}
	return nil
}

func (w *walker) multipart(p part, media string, params map[string]string, depth int) error {
	bodies, guessed := split(p.body, params["boundary"], w.limits.Parts)
	if bodies == nil { // not a single delimiter: what there is must be text
		w.addPlain(part{body: p.body}, nil)
		w.plain.add("", repairCounts{NoBoundary: 1})
		return nil
	}
	if guessed {
		w.plain.add("", repairCounts{NoBoundary: 1})
	}
	if len(bodies) > w.limits.Parts { // those that are not walked count, too
		return &Problem{Trouble: TooManyParts, Detail: strconv.Itoa(w.limits.Parts)}
	}
	parts := make([]part, len(bodies))
	for i, b := range bodies {
		parts[i] = newPart(b)
	}
	switch media {
	case "multipart/encrypted":
		w.problem(Encrypted, params["protocol"])
		return nil
	case "multipart/digest":
		w.letter.Forwarded += len(parts)
		return nil
	case "multipart/signed":
		w.letter.Signed = SignedPGP
		if strings.Contains(strings.ToLower(params["protocol"]), "pkcs7") {
			w.letter.Signed = SignedSMIME
		} else if len(parts) > 1 {
			signature, _, _ := decode(parts[1], w.limits.Text)
			w.letter.Seals = append(w.letter.Seals, Seal{Signed: bodies[0], Signature: signature})
		}
		parts = parts[:1]
	case "multipart/report":
		w.report(parts, params["report-type"])
	}
	for _, child := range parts {
		if err := w.walk(child, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// split cuts a multipart's body at its boundary. A missing closing line is forgiven; without a
// usable boundary the first line that looks like one is taken (guessed). It stops one part after
// the most that are wanted.
func split(data []byte, boundary string, most int) (parts [][]byte, guessed bool) {
	if boundary == "" || !bytes.Contains(data, []byte("--"+boundary)) {
		boundary, guessed = firstDelimiter(data), true
		if boundary == "" {
			return nil, false
		}
	}
	delimiter := []byte("--" + boundary)
	start := -1 // of the part at hand
	for pos := 0; pos < len(data) && len(parts) <= most; {
		line, rest := cutLine(data[pos:])
		next := len(data) - len(rest)
		if after, ok := bytes.CutPrefix(line, delimiter); ok {
			after = bytes.TrimSpace(after)
			if last := string(after) == "--"; last || len(after) == 0 {
				if start >= 0 {
					parts = append(parts, trimLineEnd(data[start:pos]))
				}
				start = next
				if last {
					return parts, guessed
				}
			}
		}
		pos = next
	}
	if start >= 0 && start < len(data) {
		parts = append(parts, data[start:])
	}
	return parts, guessed
}

// firstDelimiter finds a line "--word" that is followed by a part's header.
func firstDelimiter(data []byte) string {
	for len(data) > 0 {
		var line []byte
		line, data = cutLine(data)
		word, ok := strings.CutPrefix(strings.TrimRight(string(line), " \r\n"), "--")
		if ok && len(word) > 3 && !strings.ContainsRune(word, ' ') {
			if next, _ := cutLine(data); bytes.HasPrefix(bytes.ToLower(next), []byte("content-")) {
				return word
			}
		}
	}
	return ""
}

func trimLineEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}

var boundaryParam = regexp.MustCompile(`(?i)boundary\s*=\s*"?([^";\s]+)`)

// contentType reads the field leniently. What cannot be read is plain text, as RFC 2045 says.
func contentType(h message.Header) (media string, params map[string]string) {
	field := h.Get("Content-Type")
	media, params, err := mime.ParseMediaType(field)
	if err != nil {
		media, _, _ = strings.Cut(field, ";")
		media = strings.ToLower(strings.TrimSpace(media))
		if m := boundaryParam.FindStringSubmatch(field); m != nil {
			params = map[string]string{"boundary": m[1]}
		}
	}
	if !strings.Contains(media, "/") || strings.ContainsAny(media, " \t") {
		media = "text/plain"
	}
	return media, params
}

// fileName gives the last element of the name under which a part was attached.
func fileName(h message.Header, params map[string]string) string {
	_, disposition, _ := h.ContentDisposition()
	name := disposition["filename"]
	if name == "" {
		name = params["name"]
	}
	name = oneLine(decodeWords(name))
	if name == "" {
		return ""
	}
	return clip(path.Base(strings.ReplaceAll(name, `\`, "/")), 80)
}

// decode undoes the transfer encoding, up to limit bytes. broken reports whether something is missing.
func decode(p part, limit int) (data []byte, long, broken bool) {
	var h message.Header // without the charset, which decodeText handles more leniently
	encoding := strings.ToLower(strings.TrimSpace(p.header.Get("Content-Transfer-Encoding")))
	clean := p.body
	switch encoding {
	case "base64":
		clean, broken = cleanBase64(p.body)
	case "quoted-printable":
		clean = cleanQuoted(p.body)
	}
	h.Set("Content-Transfer-Encoding", encoding)
	entity, err := message.New(h, bytes.NewReader(clean))
	if err != nil && !message.IsUnknownCharset(err) {
		broken = true
	}
	data, err = io.ReadAll(io.LimitReader(entity.Body, int64(limit)+1))
	if err != nil {
		broken = true
	}
	if len(data) > limit {
		return data[:limit], true, broken
	}
	return data, false, broken
}

// cleanBase64 keeps the alphabet only, up to the padding, and mends the padding.
func cleanBase64(b []byte) (clean []byte, broken bool) {
	out := make([]byte, 0, len(b)+3)
	for _, c := range b {
		switch {
		case c >= 'A' && c <= 'Z', c >= 'a' && c <= 'z', c >= '0' && c <= '9', c == '+', c == '/':
			out = append(out, c)
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			continue
		case c == '=':
		default:
			broken = true
			continue
		}
		break
	}
	switch len(out) % 4 {
	case 1: // a lone character holds no byte
		out, broken = out[:len(out)-1], true
	case 2:
		out = append(out, "=="...)
	case 3:
		out = append(out, '=')
	}
	return out, broken
}

// cleanQuoted drops control characters, at which the decoder would stop.
func cleanQuoted(b []byte) []byte {
	out := make([]byte, 0, len(b))
	for _, c := range b {
		if c >= ' ' && c != 0x7f || c == '\n' || c == '\r' || c == '\t' {
			out = append(out, c)
		}
	}
	return out
}
