package demo

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"io"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/emersion/go-message"
	_ "github.com/emersion/go-message/charset" // other charsets than UTF-8
)

// received is a mail of the daemon's as a player sees it.
type received struct {
	raw        []byte
	subject    string
	replyTo    string // address
	text, html string
	files      map[string][]byte
	inline     map[string]string // names of the pictures that the HTML shows, by Content-ID
	machine    machine           // zero if the mail is no report
}

// machine is what the player's program reads of the report for programs.
type machine struct {
	Game    string
	Round   int
	Power   string
	Awaited []struct {
		Power string
		What  string
	}
	Position struct {
		Round  int
		Winner string
		Powers []struct {
			Power string
			Money int
		}
	}
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
	if data, ok := r.fileLike("-report.json"); ok {
		return r, json.Unmarshal(data, &r.machine)
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

func (r *received) fileLike(suffix string) ([]byte, bool) {
	for name, data := range r.files {
		if strings.HasSuffix(name, suffix) {
			return data, true
		}
	}
	return nil, false
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
