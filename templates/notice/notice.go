// Package notice holds the short mails that tell one thing, a struct each. The fields of a struct are what its
// sentences and its body use, no more.
//
// The sentences are in the catalogue under the ID: ID.subject, ID.lead, and ID.next if there is something that the
// reader may do. A sentence uses fields and functions: {{.Name}}, {{power .Seat}}, {{when .Until}}.
package notice

import (
	"maps"
	"reflect"
	"slices"
	"strconv"
	"text/template"
	"time"

	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// ID names a kind of notice. It is the first part of the keys of its sentences, and is stored: in intake lists and
// Message-IDs.
type ID string

// Notice is a short mail that tells one thing.
type Notice interface{ ID() ID }

// What a notice may have in addition to its sentences.
type (
	counted  interface{ count() int }           // the number that its sentences agree with
	closable interface{ closed() bool }         // whether ID.next-closed is said in place of ID.next
	bodied   interface{ body(p *reader.Page) }  // what follows the sentences
	formed   interface{ form() bool }           // whether the reader's order form follows
	filed    interface{ files() []layout.File } // to check it with
)

// Quote is text from outside: of a mail, a setting, an error. A sentence shows it as one line of limited length.
type Quote string

// String returns the text as a sentence shows it.
func (q Quote) String() string { return local.Shorten(string(q)) }

// Render lays a notice out for its reader. The error names a sentence that could not be made.
func Render(n Notice, r reader.Reader, l *local.Localizer) (layout.Mail, error) {
	s := sentences{Localizer: l, notice: n, count: 1, functions: functions(r, l)}
	if c, ok := n.(counted); ok {
		s.count = c.count()
	}
	p := reader.NewPage(r, l)
	p.Document.Lead = s.say("lead", s.count)
	next := "next"
	if c, ok := n.(closable); ok && c.closed() {
		next = "next-closed"
	}
	if local.Has(s.key(next)) {
		p.Add(layout.Paragraph(s.say(next, s.count)))
	}
	if b, ok := n.(bodied); ok {
		b.body(p)
	}
	if f, ok := n.(formed); ok && f.form() && r.Rules != nil && r.Pos != nil {
		p.AddSeatForm()
	}
	m, err := p.Mail(r.CurrentTag(), s.say("subject", 1))
	if f, ok := n.(filed); ok {
		m.Evidence = slices.Clone(f.files())
	}
	return m, err
}

// sentences are those of one notice.
type sentences struct {
	*local.Localizer
	notice    Notice
	count     int
	functions template.FuncMap
}

func (s *sentences) key(part string) string { return string(s.notice.ID()) + "." + part }

func (s *sentences) say(part string, count int) string {
	return s.Execute(s.key(part), count, s.notice, s.functions)
}

// functions are what sentences may call, for one reader.
func functions(r reader.Reader, l *local.Localizer) template.FuncMap {
	f := template.FuncMap{
		"count":        l.Count,
		"list":         l.List,
		"power":        l.Power,
		"of":           l.Of,
		"whose":        l.Whose,
		"participant":  l.Participant,
		"participants": l.Participants,
		"when": func(t time.Time) string {
			if t.IsZero() {
				return ""
			}
			return l.When(t, r.Deadline.Zone)
		},
		"span": func(d time.Duration) string {
			if d <= 0 {
				return ""
			}
			return l.Span(d)
		},
		"subject": func(v Tally) string { return subject(l, v) },
		"example": func() string { return bidLine(l, exampleBid(l.Board)) },
		"trouble": func(name Quote) string {
			if slices.Contains(Troubles(), string(name)) {
				return l.Text("trouble-" + string(name))
			}
			return name.String()
		},
		"refusal": func(why Quote, record int) string {
			if slices.Contains(Refusals(), string(why)) {
				return l.Text("refused-"+string(why), "Record", strconv.Itoa(max(0, record-1)))
			}
			return why.String()
		},
		"denial": func(reason Denial, args []string, why Quote) string {
			if reason == "" {
				return why.String()
			}
			args = append(local.ShortenAll(args), "", "")
			return l.Text("not-done-"+string(reason), "A", args[0], "B", args[1])
		},
	}
	maps.Copy(f, r.Functions(l))
	return f
}

// addAwaited adds what the reader's game waits for, if the notice is about a game.
func addAwaited(p *reader.Page) {
	if p.Reader.Rules != nil {
		p.AddAwaited()
	}
}

// MapQuotes returns a notice whose quotes are what f makes of them.
func MapQuotes(n Notice, f func(string) string) Notice {
	v := reflect.New(reflect.TypeOf(n)).Elem()
	v.Set(reflect.ValueOf(n))
	for i := range v.NumField() {
		if q, ok := v.Field(i).Interface().(Quote); ok {
			v.Field(i).SetString(f(string(q)))
		}
	}
	return v.Interface().(Notice)
}
