package compose

import (
	"bytes"
	"html"
	"io"
	"mime/quotedprintable"
	"regexp"
	"strings"
)

// What is done to a frozen mail that is sent once more.

var fileName = regexp.MustCompile(`filename="?([A-Za-z0-9._-]+)"?`)

// FileBefore is the name of the attached file or picture whose bytes begin at a place in a frozen mail, "" if none
// does.
func FileBefore(raw []byte, at int) string {
	head := raw[:at]
	head = head[max(0, bytes.LastIndex(head, []byte("\r\n--"))):]
	if m := fileName.FindSubmatch(head); m != nil {
		return string(m[1])
	}
	return ""
}

// Remark puts a paragraph before what a frozen mail says, in its text and in its HTML.
func Remark(raw []byte, words string) []byte {
	raw = changeText(raw, "text/plain", func(text string) string { return withCRLF(words) + "\r\n" + text })
	return changeText(raw, "text/html", func(text string) string {
		at := strings.Index(text, "<body")
		if end := strings.IndexByte(text[max(0, at):], '>'); at >= 0 && end >= 0 {
			at += end + 1
		}
		at = max(0, at)
		return text[:at] + "<p>" + html.EscapeString(words) + "</p>" + text[at:]
	})
}

// changeText changes the first body of a kind, which Render has written in quoted-printable.
func changeText(raw []byte, kind string, change func(string) string) []byte {
	at := bytes.Index(raw, []byte("Content-Type: "+kind))
	if at < 0 {
		return raw
	}
	begin := bytes.Index(raw[at:], []byte("\r\n\r\n"))
	if begin < 0 {
		return raw
	}
	begin += at + len("\r\n\r\n")
	end := len(raw)
	if i := bytes.Index(raw[begin:], []byte("\r\n--")); i >= 0 {
		end = begin + i
	}
	text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(raw[begin:end])))
	if err != nil {
		return raw
	}
	var out bytes.Buffer
	out.Write(raw[:begin])
	w := quotedprintable.NewWriter(&out)
	io.WriteString(w, change(string(text)))
	w.Close()
	out.Write(raw[end:])
	return out.Bytes()
}
