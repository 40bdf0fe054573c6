package demo

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // other charsets than UTF-8
	"golang.org/x/tools/txtar"
)

// received is a mail of the daemon's as a player sees it.
type received struct {
	raw        []byte
	subject    string
	replyTo    string // address
	text, html string
	files      map[string][]byte
	inline     map[string]string // names of the pictures that the HTML shows, by Content-ID
	state      string            // of a report: the position after the turn, as text
	stateName  string            // of its file
}

// isReport reports whether the mail tells a turn.
func (r *received) isReport() bool { return r.state != "" }

// round is the round after the turn that a report tells.
func (r *received) round() (n int) {
	fmt.Sscanf(r.state, "pbd1 state\nturn %d ", &n)
	return n
}

// over reports whether a report tells the end of the game.
func (r *received) over() bool { return strings.Contains(r.state, "\nwinner ") }

// formBase matches the line of an order form that says on which position it builds.
var formBase = regexp.MustCompile(`(?m)^(?:base|Basis|basis) ([0-9a-f]{64})$`)

// base is the record on which the order form in the mail builds, "" if it has no form.
func (r *received) base() string {
	if m := formBase.FindStringSubmatch(r.text); m != nil {
		return m[1]
	}
	return ""
}

func readReport(raw []byte) (received, error) {
	r := received{raw: raw, files: map[string][]byte{}, inline: map[string]string{}}
	m, err := message.Read(bytes.NewReader(raw))
	if err != nil && !message.IsUnknownCharset(err) {
		return r, err
	}
	if r.subject, err = m.Header.Text("Subject"); err != nil {
		return r, err
	}
	to, err := mail.ParseAddress(cmp.Or(m.Header.Get("Reply-To"), m.Header.Get("From")))
	if err != nil {
		return r, err
	}
	r.replyTo = to.Address
	if err := m.Walk(r.part); err != nil {
		return r, err
	}
	for _, data := range r.files {
		for _, f := range txtar.Parse(data).Files {
			if strings.HasSuffix(f.Name, "-state.txt") {
				r.stateName, r.state = f.Name, string(f.Data)
			}
		}
	}
	return r, nil
}

func (r *received) part(_ []int, e *message.Entity, err error) error {
	if err != nil {
		return err
	}
	kind, params, err := e.Header.ContentType()
	if err != nil || strings.HasPrefix(kind, "multipart/") {
		return err
	}
	_, disposition, err := e.Header.ContentDisposition()
	if err != nil && e.Header.Has("Content-Disposition") {
		return err
	}
	name := disposition["filename"]
	if name == "" {
		name = params["name"]
	}
	data, err := io.ReadAll(e.Body)
	switch {
	case err != nil:
		return err
	case name != "":
		r.files[name] = data
		if id := strings.Trim(e.Header.Get("Content-Id"), "<> "); id != "" {
			r.inline[id] = filepath.Base(name)
		}
	case kind == "text/html":
		r.html = string(data)
	case kind == "text/plain":
		r.text = strings.ReplaceAll(string(data), "\r\n", "\n")
	}
	return nil
}

// save writes what a player sees in addition to the mail itself: the HTML with its pictures, and the attached files.
func (r *received) save(dir, name string) error {
	base := filepath.Join(dir, name)
	if err := os.MkdirAll(base, 0o700); err != nil {
		return err
	}
	var errs []error
	if r.html != "" {
		page := regexp.MustCompile(`cid:[^"']+`).ReplaceAllStringFunc(r.html, func(src string) string {
			return r.inline[src[len("cid:"):]]
		})
		errs = append(errs, writeFile(filepath.Join(base, "mail.html"), []byte(page)))
	}
	errs = append(errs, writeFile(filepath.Join(base, "mail.txt"), []byte(r.text)))
	for name, data := range r.files {
		errs = append(errs, writeFile(filepath.Join(base, filepath.Base(name)), data))
	}
	return errors.Join(errs...)
}
