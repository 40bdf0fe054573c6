package mailtest

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"image/color"
	"image/png"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"strings"
)

// Weight is what a mail weighs, in bytes as it is sent.
type Weight struct {
	Total, Text, HTML, Pictures, Attached int

	files    []string // attached, but for the calendar
	pictures []string
	faults   []string
}

// What a mail may weigh.
const (
	mostTotal    = 150_000
	mostText     = 14_000
	mostHTML     = 30_000
	mostPictures = 88_000
	mostAttached = 16_000
)

// Weigh weighs a mail part by part.
func Weigh(raw []byte) (Weight, error) {
	w := Weight{Total: len(raw)}
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		return w, err
	}
	body, err := io.ReadAll(m.Body)
	if err != nil {
		return w, err
	}
	return w, w.part(m.Header.Get, body)
}

// part adds a part with its body as it is sent.
func (w *Weight) part(header func(string) string, body []byte) error {
	kind, params, err := mime.ParseMediaType(header("Content-Type"))
	if err != nil {
		return err
	}
	if strings.HasPrefix(kind, "multipart/") {
		parts := multipart.NewReader(bytes.NewReader(body), params["boundary"])
		for {
			p, err := parts.NextRawPart()
			if err == io.EOF {
				return nil
			}
			if err != nil {
				return err
			}
			inner, err := io.ReadAll(p)
			if err != nil {
				return err
			}
			if err := w.part(p.Header.Get, inner); err != nil {
				return err
			}
		}
	}
	name := params["name"]
	if _, how, err := mime.ParseMediaType(header("Content-Disposition")); err == nil && how["filename"] != "" {
		name = how["filename"]
	}
	switch {
	case strings.HasPrefix(kind, "image/"):
		w.Pictures += len(body)
		w.pictures = append(w.pictures, name)
		return w.picture(name, body)
	case kind == "text/calendar":
		w.Attached += len(body)
	case name != "":
		w.Attached += len(body)
		w.files = append(w.files, name)
	case kind == "text/html":
		w.HTML += len(body)
	default:
		w.Text += len(body)
	}
	return nil
}

// picture looks whether a picture is a PNG with a palette.
func (w *Weight) picture(name string, body []byte) error {
	data, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, bytes.NewReader(body)))
	if err != nil {
		return err
	}
	c, err := png.DecodeConfig(bytes.NewReader(data))
	if _, ok := c.ColorModel.(color.Palette); err != nil || !ok {
		w.faults = append(w.faults, name+" is no PNG with a palette")
	}
	return nil
}

// Faults returns what is too heavy or too much in a mail that nobody asked for. An attached file that is larger than
// its share takes it from the pictures.
func (w Weight) Faults() []string {
	faults := w.faults
	most := func(what string, n, most int) {
		if n > most {
			faults = append(faults, fmt.Sprintf("%s: %d bytes, at most %d", what, n, most))
		}
	}
	most("the mail", w.Total, mostTotal)
	most("text", w.Text, mostText)
	most("HTML", w.HTML, mostHTML)
	if w.Pictures > 0 {
		most("pictures beside the attached file", w.Pictures, mostPictures-max(0, w.Attached-mostAttached))
	}
	if len(w.pictures) > 2 || len(w.files) > 1 {
		faults = append(faults, fmt.Sprintf("pictures %v, files %v", w.pictures, w.files))
	}
	return faults
}
