package notify

import (
	"slices"

	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio/compose"
	"fieldpost/templates/layout"
	"fieldpost/templates/report"
)

// What a report weighs at most, in bytes as it is sent; what is left of MostMail is for the headers.
const (
	MostMail     = 150_000
	MostText     = 14_000
	MostHTML     = 30_000
	MostPictures = 88_000
	MostAttached = 16_000
)

// layOutReport lays out the report of a reader with all that is attached to it, and with other mails to them that it
// brings. What would make the mail too heavy is left out: the position, what is around the reader's units, the dice of the
// battles and then the units if the words are too many, the map of the whole board and then that of the battles if the
// pictures are. The attached files are never cut: the pictures make room for them.
func layOutReport(b *report.Builder, v report.View, g *gamestore.Game, to roster.Participant, out *Resolution,
	files []layout.File, others ...layout.Mail) (layout.Mail, error) {
	if to.Style.Records {
		f, err := v.JSONFile()
		if err != nil {
			return layout.Mail{}, err
		}
		files = append(slices.Clone(files), f)
	}
	for {
		m, err := b.Mail(v)
		if err != nil {
			return m, err
		}
		if m, err = layout.Join(append([]layout.Mail{m}, others...)...); err != nil {
			return m, err
		}
		if to.Style.Look == roster.TextOnly {
			m.HTML, m.Inline = "", nil
		}
		m.Attached = append(m.Attached, files...)
		if m, err = WithEvidence(m, g, to.Language, out); err != nil {
			return m, err
		}
		less := lighter(m, v.Leave)
		if less == v.Leave {
			return m, nil
		}
		v.Leave = less
	}
}

// lighter returns what a report leaves out that would weigh too much; what it leaves out already, if it does not or if
// nothing more can be left out.
func lighter(m layout.Mail, l report.Leave) report.Leave {
	text, html := compose.TextWeight(m.Text), compose.TextWeight(m.HTML)
	room := MostPictures - max(0, weightOf(m.Attached)-MostAttached) - max(0, text-MostText) - max(0, html-MostHTML)
	long, heavy := text > MostText || html > MostHTML, weightOf(m.Inline) > room
	switch {
	case long && !l.Position:
		l.Position = true
	case long && !l.Borders:
		l.Borders = true
	case long && !l.Dice:
		l.Dice = true
	case long && !l.Units:
		l.Units = true
	case heavy && !l.Overview:
		l.Overview = true
	case heavy && !l.Theatre:
		l.Theatre = true
	default:
		return l
	}
	l.Heavy = true
	return l
}

func weightOf(files []layout.File) int {
	n := 0
	for _, f := range files {
		n += compose.FileWeight(f.Data)
	}
	return n
}
