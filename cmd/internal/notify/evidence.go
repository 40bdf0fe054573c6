package notify

import (
	"bytes"
	"compress/gzip"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/txtar"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/orders/syntax"
	"fieldpost/templates/enclosure"
	"fieldpost/templates/layout"
)

// evidenceType is the type of the file with the evidence. Every mail program shows such a file, and as base64 its bytes
// stay as they are.
const evidenceType = "text/plain; charset=utf-8"

// marker matches the line that begins a file in an archive.
var marker = regexp.MustCompile(`(?m)^-- .*--[ \t]*$`)

// WithEvidence packs the exact texts that a mail brings into one attached file, an archive that fieldpost verify and people
// with standard tools take apart. Of is the resolution that the mail tells of, nil if none. A text that would not come
// out of the archive as it went in, such as a letter with a line like a marker, is attached by itself.
func WithEvidence(m layout.Mail, g *gamestore.Game, lang string, of *Resolution) (layout.Mail, error) {
	var archive txtar.Archive
	for _, f := range m.Evidence {
		if marker.Match(f.Data) || !bytes.HasSuffix(f.Data, []byte("\n")) {
			m.Attached = append(slices.Clip(m.Attached), f)
			continue
		}
		archive.Files = append(archive.Files, txtar.File{Name: f.Name, Data: f.Data})
	}
	m.Evidence = nil
	if len(archive.Files) == 0 {
		return m, nil
	}
	ev := enclosure.Evidence{Game: g.Setup.Name, File: evidenceName(g, of), Head: g.Chain.Head().String()}
	ev.Record, ev.Roll = example(archive.Files)
	comment, err := ev.Comment(syntax.Lang(lang))
	if err != nil {
		return m, err
	}
	archive.Comment = []byte(comment)
	file, err := PackLarge(layout.File{Name: ev.File, Type: evidenceType, Data: txtar.Format(&archive)})
	if err != nil {
		return m, err
	}
	m.Attached = append([]layout.File{file}, m.Attached...)
	return m, nil
}

// evidenceName is the name of the file: of the turn that the mail tells of, else of the round.
func evidenceName(g *gamestore.Game, of *Resolution) string {
	pos := g.Pos
	if of != nil && of.Began() != nil {
		pos = of.Began()
	}
	name := g.Setup.Name
	if pos != nil {
		name += "-R" + strconv.Itoa(pos.Round())
	}
	if of != nil && pos != nil && pos.Power() != board.Nobody {
		name += "-" + string(pos.Power())
	}
	return name + ".txt"
}

// example returns the newest record among the files that has dice, without .txt, and its first dice; if none has any,
// the newest record.
func example(files []txtar.File) (record string, roll *dice.Roll) {
	for _, f := range files {
		r, err := history.ParseRecord(f.Data)
		if err != nil {
			continue
		}
		name := strings.TrimSuffix(f.Name, ".txt")
		if t, ok := r.Body.(*history.Turn); ok && len(t.Rolls) > 0 {
			record, roll = name, &t.Rolls[0]
		} else if roll == nil {
			record = name
		}
	}
	return record, roll
}

// mostUnpacked is how many bytes a file may have before it is packed: as it is sent, a third larger, it fits a mail.
const mostUnpacked = 1_400_000

// PackLarge packs a file that is too large for a mail with gzip.
func PackLarge(f layout.File) (layout.File, error) {
	if len(f.Data) <= mostUnpacked {
		return f, nil
	}
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(f.Data); err != nil {
		return f, err
	}
	if err := z.Close(); err != nil {
		return f, err
	}
	return layout.File{Name: f.Name + ".gz", Type: "application/gzip", Data: b.Bytes()}, nil
}
