package replies

import (
	"encoding/base64"
	"html"
	"mime/quotedprintable"
	"regexp"
	"strings"
	"unicode"

	"golang.org/x/text/encoding/charmap"
)

// writer writes a reply.
type writer struct {
	Client
	Reply
	original
}

func escape(s string) string { return html.EscapeString(s) }

// body is the body of the reply with the fields that describe it.
func (w *writer) body() string {
	switch w.format {
	case plainOnly:
		return w.part("text/plain", w.plainText())
	case htmlOnly:
		return w.part("text/html", w.htmlText())
	}
	const boundary = "000000000000d1"
	return "Content-Type: multipart/alternative; boundary=\"" + boundary + "\"\n\n--" + boundary + "\n" +
		w.part("text/plain", w.plainText()) +
		"\n--" + boundary + "\n" + w.part("text/html", w.htmlText()) + "\n--" + boundary + "--\n"
}

func (w *writer) part(media, text string) string {
	charset := "utf-8"
	if w.charset != "" && narrow(text) {
		charset = w.charset
		text, _ = charmap.ISO8859_1.NewEncoder().String(text)
	}
	head := "Content-Type: " + media + "; charset=" + charset
	if media == "text/plain" && w.flowed {
		head += "; format=flowed"
	}
	var b strings.Builder
	switch w.encoding {
	case "quoted-printable":
		q := quotedprintable.NewWriter(&b)
		q.Write([]byte(text)) // a Builder takes everything
		q.Close()
		text = strings.ReplaceAll(b.String(), "\r\n", "\n")
	case "base64":
		code := base64.StdEncoding.EncodeToString([]byte(text))
		for ; len(code) > 76; code = code[76:] {
			b.WriteString(code[:76] + "\n")
		}
		text = b.String() + code + "\n"
	}
	return head + "\nContent-Transfer-Encoding: " + w.encoding + "\n\n" + text
}

// narrow reports whether a text can be written in Latin 1; programs take UTF-8 for what cannot.
func narrow(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return r > unicode.MaxLatin1 })
}

// typed is what the sender types, as their program changes it while they do.
func (w *writer) typed() string {
	text := w.Text
	if !w.capitals {
		return text
	}
	r := []rune(text)
	r[0] = unicode.ToUpper(r[0])
	return strings.NewReplacer("'", "’", "--", "—").Replace(string(r))
}

// change puts what is typed in the place of a line of the form, or above the form, in a text or in what HTML says.
func (w *writer) change(text string, above string) string {
	switch w.Style {
	case InForm:
		return w.instead(text)
	case Between:
		if at := formBegins.FindStringIndex(text); at != nil { // a mail may have the forms of several seats
			return text[:at[0]] + above + text[at[0]:]
		}
	}
	return text
}

// instead puts what is typed in the place of a whole line, which in HTML may be the first or last of its element.
func (w *writer) instead(text string) string {
	line, end := regexp.QuoteMeta(w.Instead), ""
	if w.Instead == "" {
		line, end = "end", "\nend"
	}
	at := regexp.MustCompile(`(?m)(?:^|>)(` + line + `)(?:$|<)`).FindStringSubmatchIndex(text)
	if at == nil {
		return text
	}
	return text[:at[2]] + strings.TrimSuffix(w.typed(), "\n") + end + text[at[3]:]
}

// formEnds is the last line of a form.
var formEnds = regexp.MustCompile(`(?m)^end$`)

// formBegins is the first line of a form of orders, or, in HTML, the element that holds it.
var formBegins = regexp.MustCompile(`(?m)^game \S+$|<pre[^>]*>game `)

func (w *writer) plainText() string {
	older := w.text
	if w.fromHTML {
		older = w.rendered()
	}
	const here = "\x00\n" // where lines of one's own go between the quoted
	var quoted strings.Builder
	for line := range strings.Lines(w.change(older, here)) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "\x00" && w.splits:
			quoted.WriteString("\n" + w.typed() + "\n")
		case line == "\x00":
			for own := range strings.Lines(w.typed()) {
				quoted.WriteString(w.mark + own)
			}
		default:
			for _, part := range broken(line, w.wrap) {
				quoted.WriteString(strings.TrimRight(w.mark+part, " ") + "\n")
			}
		}
	}
	own := w.typed()
	if w.flowed {
		var b strings.Builder
		for line := range strings.Lines(own) {
			b.WriteString(strings.Join(broken(strings.TrimSuffix(line, "\n"), w.wrap), " \n") + "\n")
		}
		own = b.String()
	}
	sign := ""
	if s := w.signature[w.Language]; s != "" {
		sign = "\n" + s + "\n"
	}
	if w.Style == Alone {
		return own + sign
	}
	below := strings.Replace(w.intro(w), "{}", quoted.String(), 1)
	marked := strings.HasPrefix(sign, "\n-- ")
	switch {
	case w.Style == OnTop && !marked:
		return own + sign + "\n" + below
	case w.Style == OnTop:
		return own + "\n" + below + sign
	case w.Style == AtBottom:
		return below + "\n" + own + sign
	case marked:
		return below + sign
	}
	return strings.TrimPrefix(sign, "\n") + "\n" + below
}

// broken is a line broken at blanks so that its parts are no wider than that.
func broken(line string, width int) []string {
	var out []string
	for width > 0 && len([]rune(line)) > width {
		at := strings.LastIndex(string([]rune(line)[:width]), " ")
		if at <= 0 || strings.TrimSpace(line[:at]) == "" {
			break
		}
		out = append(out, line[:at])
		line = line[at+1:]
	}
	return append(out, line)
}

// htmlText is the HTML of the reply.
func (w *writer) htmlText() string {
	var lines []string
	for line := range strings.Lines(w.typed()) {
		line = escape(strings.TrimSuffix(line, "\n"))
		switch {
		case w.lineByPre:
			lines = append(lines, `<p class="MsoNormal">`+line+`<o:p></o:p></p>`)
		case line == "":
			lines = append(lines, "<div><br></div>")
		default:
			lines = append(lines, "<div>"+line+"</div>")
		}
	}
	own := strings.Join(lines, "")
	between := own
	if w.splits {
		between = "</blockquote>" + own + `<blockquote type="cite">`
	}
	older := w.older(between)
	frame := w.html(w)
	switch w.Style {
	case Alone:
		frame = "<div>{text}</div>"
		if s := w.sign(); s != "" {
			frame += "<br><div>" + s + "</div>"
		}
	case AtBottom:
		frame = strings.Replace(frame, "{text}", "<br>", 1) + "<div><br></div><div>{text}</div>"
	case Between, InForm:
		frame = strings.Replace(frame, "{text}", "<br>", 1)
	}
	return "<html><head><meta http-equiv=\"Content-Type\" content=\"text/html; charset=utf-8\"></head><body>" +
		strings.NewReplacer("{text}", own, "{}", older).Replace(frame) + "</body></html>\n"
}

// older is the HTML of the older mail as it is quoted.
func (w *writer) older(between string) string {
	escaped := *w
	escaped.Text, escaped.Instead = escape(w.typed()), escape(w.Instead)
	escaped.capitals = false
	text := escaped.change(w.page, between)
	if w.lineByPre {
		text = preformatted.ReplaceAllStringFunc(text, func(s string) string {
			m := preformatted.FindStringSubmatch(s)
			return "<pre>" + strings.ReplaceAll(m[1], "\n", "<o:p></o:p></pre><pre>") + "</pre>"
		})
	}
	return text
}

var (
	preformatted = regexp.MustCompile(`(?s)<pre[^>]*>(.*?)</pre>`)
	block        = regexp.MustCompile(`(?i)</?(p|div|h[1-6]|table|tr|td|th|pre|ul|ol|li|blockquote)\b[^>]*>|<br[^>` +
		`]*>|<hr[^>]*>`)
	boldTag    = regexp.MustCompile(`(?i)</?(b|strong)>`)
	imageTag   = regexp.MustCompile(`(?i)<img[^>]*alt="([^"]*)"[^>]*>`)
	linkTag    = regexp.MustCompile(`(?is)<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>`)
	anyTag     = regexp.MustCompile(`(?s)<[^>]*>`)
	blanks     = regexp.MustCompile(`[ \t\n]+`)
	emptyLines = regexp.MustCompile(`\n{3,}`)
)

// rendered is the older mail's HTML as a program writes it in plain text: cells are lines of their own, and links
// and pictures are told in their place.
func (w *writer) rendered() string {
	var b strings.Builder
	for rest := w.page; rest != ""; {
		at := preformatted.FindStringSubmatchIndex(rest)
		if at == nil {
			b.WriteString(w.renderedFlow(rest))
			break
		}
		b.WriteString(w.renderedFlow(rest[:at[0]]) + "\n" + anyTag.ReplaceAllString(rest[at[2]:at[3]], "") + "\n")
		rest = rest[at[1]:]
	}
	return strings.Trim(emptyLines.ReplaceAllString(html.UnescapeString(b.String()), "\n\n"), "\n") + "\n"
}

func (w *writer) renderedFlow(s string) string {
	s = blanks.ReplaceAllString(s, " ")
	s = imageTag.ReplaceAllString(s, "[image: $1]")
	s = linkTag.ReplaceAllString(s, "$2 <$1>")
	s = strings.NewReplacer("&lt;", "&#60;", "&gt;", "&#62;").Replace(s)
	if w.bold {
		s = boldTag.ReplaceAllString(s, "*")
	}
	end := "\n"
	if w.gaps {
		end = "\n\n"
	}
	s = block.ReplaceAllString(s, end)
	s = angle.ReplaceAllString(s, "&#60;$1&#62;")
	s = anyTag.ReplaceAllString(s, "")
	var out []string
	for _, line := range strings.Split(s, "\n") {
		out = append(out, strings.Trim(line, " "))
	}
	return strings.Join(out, "\n")
}

// angle is the address of a link behind its words.
var angle = regexp.MustCompile(`<((?:https?|mailto|cid):[^>]*)>`)
