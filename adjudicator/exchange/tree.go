package exchange

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
)

// The limits of a file: those of any edition of a map are far below.
const (
	MaxBytes = 8 << 20
	maxDepth = 16
)

// Fault is something in a file that cannot be read, or cannot be.
type Fault struct {
	Line, Column int // from 1
	What         string
}

func (f *Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.What)
}

// element is an element of a file, with where it stands.
type element struct {
	name     string
	attrs    map[string]string
	children []*element

	start, inner int // of the start tag, of what follows it
	close, end   int // of the end tag, of what follows it; an element <a/> has no end tag: inner, close and end agree
}

// document is a file with its elements.
type document struct {
	text []byte
	root *element
}

// parse reads a file as XML. A DOCTYPE is passed over unread, so no entities but XML's own are known.
func parse(text []byte) (*document, error) {
	d := &document{text: text}
	if len(text) > MaxBytes {
		return nil, fmt.Errorf("the file has %d bytes; more than %d are not read", len(text), MaxBytes)
	}
	if bytes.HasPrefix(text, []byte{0x1f, 0x8b}) || bytes.HasPrefix(text, []byte{0xac, 0xed}) {
		return nil, errors.New("this is a save game: it can be read only by the version of TripleA that wrote it. " +
			"Open it in TripleA, export the game's XML from the menu, and give that file")
	}
	dec := xml.NewDecoder(bytes.NewReader(text))
	var open []*element
	for {
		at := int(dec.InputOffset())
		token, err := dec.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			var syntax *xml.SyntaxError
			if errors.As(err, &syntax) {
				return nil, d.fault(int(dec.InputOffset()), "this is no XML: %s", syntax.Msg)
			}
			return nil, d.fault(at, "%v; save the file as UTF-8", err)
		}
		switch t := token.(type) {
		case xml.StartElement:
			e := &element{name: t.Name.Local, attrs: map[string]string{}, start: at, inner: int(dec.InputOffset())}
			for _, a := range t.Attr {
				if a.Name.Space == "" {
					e.attrs[a.Name.Local] = a.Value
				}
			}
			switch {
			case len(open) >= maxDepth:
				return nil, d.fault(at, "elements are nested more than %d deep", maxDepth)
			case len(open) > 0:
				parent := open[len(open)-1]
				parent.children = append(parent.children, e)
			default:
				d.root = e
			}
			open = append(open, e)
		case xml.EndElement:
			e := open[len(open)-1]
			e.close, e.end = at, int(dec.InputOffset())
			open = open[:len(open)-1]
		}
	}
	if d.root == nil || d.root.name != "game" {
		return nil, errors.New("this is no XML of a game: its outermost element is not <game>. " +
			"Give the XML of the map World War II Revised, such as ww2v2.xml")
	}
	return d, nil
}

// fault tells what is wrong at an offset.
func (d *document) fault(at int, format string, args ...any) *Fault {
	before := d.text[:min(at, len(d.text))]
	return &Fault{1 + bytes.Count(before, []byte("\n")), len(before) - bytes.LastIndexByte(before, '\n'),
		fmt.Sprintf(format, args...)}
}

// child is the first element of that name in e, nil if there is none. A nil element has none.
func (e *element) child(name string) *element {
	for _, c := range e.all(name) {
		return c
	}
	return nil
}

// all are the elements of that name in e.
func (e *element) all(name string) []*element {
	var found []*element
	if e != nil {
		for _, c := range e.children {
			if c.name == name {
				found = append(found, c)
			}
		}
	}
	return found
}

// attachments are those of a kind, by what they are attached to. Older editions spell the word "attatchment".
func (d *document) attachments(kind string) map[string]*element {
	found := map[string]*element{}
	for _, list := range d.root.children {
		if correct(list.name) != "attachmentList" {
			continue
		}
		for _, a := range list.children {
			to, ok := a.attrs["attachTo"]
			if !ok {
				to = a.attrs["attatchTo"]
			}
			if correct(a.attrs["name"]) == kind {
				found[to] = a
			}
		}
	}
	return found
}

// correct writes the word attachment as it is spelled today.
func correct(word string) string {
	return strings.ReplaceAll(strings.ReplaceAll(word, "attatch", "attach"), "Attatch", "Attach")
}

// option is the option of an attachment, nil if it has none of that name.
func (e *element) option(name string) *element {
	for _, o := range e.all("option") {
		if o.attrs["name"] == name {
			return o
		}
	}
	return nil
}

// edit replaces a part of a file.
type edit struct {
	from, to int
	text     string
}

// editor gathers the edits of a file.
type editor struct {
	*document
	edits []edit
}

// replace puts text in place of what is within an element.
func (d *editor) replace(e *element, text string) {
	if e.inner == e.end { // <a/>
		tag := strings.TrimRight(strings.TrimSuffix(string(d.text[e.start:e.end]), "/>"), " \t\r\n")
		d.edits = append(d.edits, edit{e.start, e.end, tag + ">" + text + "</" + e.name + ">"})
		return
	}
	d.edits = append(d.edits, edit{e.inner, e.close, text})
}

// add puts text behind the last child of an element.
func (d *editor) add(e *element, text string) {
	switch {
	case e.inner == e.end:
		d.replace(e, text+"\n")
	case len(e.children) == 0:
		d.edits = append(d.edits, edit{e.inner, e.inner, text})
	default:
		at := e.children[len(e.children)-1].end
		d.edits = append(d.edits, edit{at, at, text})
	}
}

// change gives an attribute of an element a value. The element must have the attribute.
func (d *editor) change(e *element, attr, value string) {
	tag := d.text[e.start:e.inner]
	at := regexp.MustCompile(`\s` + attr + `\s*=\s*("[^"]*"|'[^']*')`).FindSubmatchIndex(tag)
	d.edits = append(d.edits, edit{e.start + at[2], e.start + at[3], quote(value)})
}

// quote writes the value of an attribute.
func quote(value string) string {
	return `"` + strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;").Replace(value) + `"`
}

// bytes is the file with all edits made, everything else byte for byte as it was.
func (d *editor) bytes() []byte {
	var w bytes.Buffer
	at := 0
	slices.SortStableFunc(d.edits, func(a, b edit) int { return a.from - b.from })
	for _, e := range d.edits {
		w.Write(d.text[at:e.from])
		w.WriteString(e.text)
		at = e.to
	}
	w.Write(d.text[at:])
	return w.Bytes()
}
