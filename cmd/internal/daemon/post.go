package daemon

import (
	"encoding/hex"
	"io"
	"slices"
	"strconv"

	"fieldpost/adjudicator/event"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// post is a mail about to be frozen: who gets it, what it says, and by which name it will be known for ever.
type post struct {
	to         mailio.Address
	lang       string
	game       string // "" if it belongs to none
	name       []string
	auto       compose.Auto
	inReplyTo  string
	references []string
	words      layout.Mail
	observer   bool         // who may leave the game's mail by a mail of his program
	seat       *roster.Seat // of who gets it; nil for a mail to nobody's seat
	pictures   string       // the word of their drawing, "" if they are not drawn again
}

// send freezes a mail and puts it into the outbox. Its name there comes from what it is about, so the same mail
// made again is known as the same. Mails of ours that it answers or refers to are given by their names.
func (o *Office) send(tx *store.Tx, p post) (name string, err error) {
	e := store.Envelope{MessageID: mailio.MessageID(o.Self.Domain, p.name...), From: o.Self.Address.Addr, To: p.to.Addr, Game: p.game, Pictures: p.pictures}
	d := compose.Draft{
		From: o.Self.Address, To: p.to, ReplyTo: o.Self.Address, Subject: p.words.Subject, Language: p.lang, Date: o.Now().UTC(),
		Auto: p.auto, Instance: o.Self.Instance, ListHelp: "mailto:" + o.Self.Address.Addr + "?subject=help",
		Text: p.words.Text, HTML: p.words.HTML, Inline: files(p.words.Inline), Attachments: files(p.words.Attached),
	}
	if p.game != "" {
		d.ReplyTo.Addr = mailio.WithPlus(o.Self.Address.Addr, p.game)
		d.ListID = p.game + "." + o.Self.Domain
		if p.observer {
			d.Unsubscribe = "mailto:" + d.ReplyTo.Addr + "?subject=leave"
		}
	}
	if d.InReplyTo, err = o.wireID(tx, p.inReplyTo); err != nil {
		return "", err
	}
	for _, id := range p.references {
		if id, err = o.wireID(tx, id); err != nil {
			return "", err
		}
		d.References = append(d.References, id)
	}
	return e.MessageID, o.queue(tx, p.seat, e, func(messageID string) ([]byte, error) {
		d.MessageID = messageID
		frozen, err := compose.Render(d)
		return frozen.Bytes, err
	})
}

func files(fs []layout.File) []compose.File {
	var out []compose.File
	for _, f := range fs {
		out = append(out, compose.File{Name: f.Name, Type: f.Type, ID: f.CID, Data: f.Data})
	}
	return out
}

// view is how the game stands for a seat, with the order form that its player sends back.
func (o *Office) view(tx *store.Tx, t *Table, s *roster.Seat) (reader.Reader, error) {
	salt := make([]byte, 16)
	if _, err := io.ReadFull(o.Random, salt); err != nil {
		return reader.Reader{}, err
	}
	key, err := o.KeyOf(tx, t, *s)
	if err != nil {
		return reader.Reader{}, err
	}
	return reader.Reader{Person: s.Greeting(), Game: t.Setup.Name, Rules: t.Rules, Pos: t.Pos, Awaited: t.Awaited(), Unbegun: !t.Running(), Power: s.Power,
		Beacon: t.BeaconTime(), Key: key.Reveal(), Base: t.Base().String(), Salt: hex.EncodeToString(salt), Deadline: o.deadlineFor(t, s)}, nil
}

// render lays a notice out in a language.
func render(n notice.Notice, r reader.Reader, lang string) (layout.Mail, error) {
	l, err := r.Localizer(syntax.Lang(lang))
	if err != nil {
		return layout.Mail{}, err
	}
	return notice.Render(n, r, l)
}

// orderMail is the mail whose orders a report is about: who sent it gets the report as its answer.
type orderMail struct {
	Seat      string
	InReplyTo string
	Late      func() bool // reports whether the mail has taken too long
}

// reportAll sends what happened to every seat, each in its language. The sender of the orders gets his as an answer.
func (o *Office) reportAll(tx *store.Tx, t *Table, out *goDone, from *orderMail) error {
	told := map[string]*report.Builder{} // by language
	for _, s := range t.readers() {
		if err := o.leaveOut("report to "+s.ID(), func() error {
			v, err := o.reportView(tx, t, s, out)
			if err != nil {
				return err
			}
			if told[s.Language] == nil {
				if from != nil && from.Late() {
					v.Drawing = &report.Drawing{} // what is decided is told, without its map
				}
				if told[s.Language], err = o.telling(v, syntax.Lang(s.Language)); err != nil {
					return err
				}
			}
			words, err := told[s.Language].Mail(v)
			if err != nil {
				return err
			}
			files, err := o.appointment(tx, t, &s, v.Reader, true)
			if err != nil {
				return err
			}
			words.Attached = slices.Concat(words.Attached, files)
			return o.report(tx, t, s, words, out, from)
		}); err != nil {
			return err
		}
	}
	if out == nil {
		return nil
	}
	return t.keepSince(out.Events, t.Pos) // after the reports: what changed since this turn is for those to come
}

// telling lays out what all readers of a language are told, the map drawn.
func (o *Office) telling(v report.View, lang syntax.Lang) (*report.Builder, error) {
	if v.Drawing == nil {
		draw := o.Draw
		if draw == nil {
			draw = report.Draw
		}
		err := o.leaveOut("map", func() (err error) {
			v.Drawing, err = draw(v, lang)
			return err
		})
		if err != nil {
			return nil, err
		}
		if v.Drawing == nil { // it could not be drawn: what is decided is told without it
			v.Drawing = &report.Drawing{}
		}
	}
	return report.NewBuilder(v, lang)
}

// reportView is what a seat is told of a go, or of the opening position if there was none yet.
func (o *Office) reportView(tx *store.Tx, t *Table, s roster.Seat, out *goDone) (report.View, error) {
	seat, err := o.view(tx, t, &s)
	v := report.View{Reader: seat, Head: t.Chain.Head().String(), Tier: t.Chain.Genesis().Tier, Bot: t.bot}
	if err != nil {
		return v, err
	}
	if out != nil {
		v.Before, v.Events = out.Before, event.Report(t.Rules.Board, out.Events)
		v.Kit, v.Quoted, v.Attached = out.kit, out.quoted, out.files
	}
	if out != nil {
		v.Corrected = out.corrected
	} else {
		v.Rulings = t.rulingLines()
		if epoch, err := t.Chain.Epoch(); err == nil {
			v.Asked = epoch.Number > 1 // a go was played: this is not the beginning
		}
	}
	v.Deadlines = t.deadlines()
	if out != nil && s.IsReferee() {
		v.Intake = intakeLines(out.Intake)
	}
	v.Since, err = t.since(s.Power)
	return v, err
}

// report sends one seat its report, in the thread of the ones before.
func (o *Office) report(tx *store.Tx, t *Table, s roster.Seat, words layout.Mail, out *goDone, from *orderMail) error {
	seq := t.Chain.Len() - 1
	if out != nil && out.asOf > 0 {
		seq = out.asOf
	}
	p := post{to: s.To(), lang: s.Language, game: t.Setup.Name, auto: compose.Generated, words: words, references: s.Thread, seat: &s,
		name: []string{t.Setup.Name, "report", strconv.Itoa(seq), s.Mark()}, observer: s.Kind == roster.Observer}
	if n := len(s.Thread); n > 0 {
		p.inReplyTo = s.Thread[n-1]
	}
	if from != nil && from.Seat == s.ID() {
		p.inReplyTo = from.InReplyTo
		p.references = append(slices.Clone(s.Thread), p.inReplyTo)
	}
	if epoch, err := t.Chain.Epoch(); len(words.Inline) > 0 {
		p.pictures = t.drawingOf(s.Language, out, out == nil && err == nil && epoch.Number > 1).String()
	}
	id, err := o.send(tx, p)
	if err != nil {
		return err
	}
	s.Thread = append(s.Thread, id)
	s.Thread = s.Thread[max(0, len(s.Thread)-threadLength):]
	if err := t.keepReport(s.ID(), seq, id, out); err != nil {
		return err
	}
	return t.saveSeat(tx, s)
}

// threadLength is how many Message-IDs References name: enough for mail programs to build one thread.
const threadLength = 8
