package message

import (
	"strconv"
	"strings"
)

// File is one part of a mail that holds no other parts, its transfer encoding and charset undone.
type File struct {
	Name string // under which it is attached, "" if it is not
	Type string // "text/plain" and the like
	Data []byte // at most Limits.Text bytes
}

// Files returns the parts of a mail in its order; forwarded mails are not opened. It reads no further than the limits,
// of which Text is for each part here, and returns what it has read with a *Problem.
func Files(raw []byte, limits Limits) ([]File, error) {
	g := gatherer{limits: limits}
	err := g.walk(newPart(raw), 0)
	return g.files, err
}

type gatherer struct {
	limits Limits
	parts  int
	files  []File
}

func (g *gatherer) walk(p part, depth int) error {
	if err := g.limits.check(&g.parts, depth); err != nil {
		return err
	}
	media, params := contentType(p.header)
	if strings.HasPrefix(media, "multipart/") {
		if bodies, _ := split(p.body, params["boundary"], g.limits.Parts); bodies != nil {
			for _, b := range bodies {
				if err := g.walk(newPart(b), depth+1); err != nil {
					return err
				}
			}
			return nil
		}
	}
	data, _, _ := decode(p, g.limits.Text)
	if strings.HasPrefix(media, "text/") {
		text, _, _ := decodeText(data, params["charset"])
		data = []byte(text)
	}
	g.files = append(g.files, File{Name: fileName(p.header, params), Type: media, Data: data})
	return nil
}

// check counts a part, and returns a *Problem beyond the limits.
func (l Limits) check(parts *int, depth int) error {
	*parts++
	switch {
	case *parts > l.Parts:
		return &Problem{Trouble: TooManyParts, Detail: strconv.Itoa(l.Parts)}
	case depth > l.Depth:
		return &Problem{Trouble: TooDeep, Detail: strconv.Itoa(l.Depth)}
	}
	return nil
}
