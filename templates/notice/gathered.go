package notice

import (
	"strings"

	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// Gathered makes one mail of several that told one thing each. Style is which mails the reader has chosen, "" if they have
// set nothing; the last line says how to choose others.
func Gathered(mails []layout.Mail, r reader.Reader, l *local.Localizer, style string) (layout.Mail, error) {
	p := reader.NewPage(r, l)
	subject := mails[len(mails)-1].Subject // what stands now
	if more := len(mails) - 1; more > 0 {
		subject = p.Plural("gathered-more", more, "Newest", subject, "N", p.Count(more))
	}
	p.Document.Last = p.LessMail(style)
	var evidence []layout.File
	for _, m := range mails {
		section := m.Section()
		if len(mails) == 1 {
			section = section[1:] // the subject says it
		}
		p.Add(section...)
		evidence = append(evidence, m.Evidence...)
	}
	m, err := p.Mail("", subject)
	m.Evidence = evidence
	return m, err
}

// Left names earlier news by its subjects, in a mail that has no room for more.
func Left(subjects []string, l *local.Localizer) (layout.Mail, error) {
	p := reader.NewPage(reader.Reader{}, l)
	p.Add(layout.Paragraph(p.Text("gathered-left", "List", strings.Join(subjects, "; "))))
	return p.Mail("", p.Text("gathered-earlier"))
}
