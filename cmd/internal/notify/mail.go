package notify

import (
	"encoding/hex"
	"fmt"
	"io"
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/mailio"
	"fieldpost/mailio/compose"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
	"fieldpost/templates/receipt"
	"fieldpost/templates/report"
)

// Outgoing is a mail that is not frozen yet: its reader, its content, and the parts of its name.
type Outgoing struct {
	To         mailio.Address
	Lang       string
	Game       string // "" for none
	Name       []string
	Auto       compose.Auto
	InReplyTo  string
	References []string
	Content    layout.Mail
	observer   bool                // whose mail program may take them off the game's mails
	Seat       *roster.Participant // the reader's; nil for a mail to no participant
	pictures   string              // its drawing as text, "" if they are not drawn again
}

// Send freezes a mail and puts it into the outbox. Its name there follows from what it is about, so the same mail made
// again is recognized. Mails of ours that it answers or refers to are given by their names.
func Send(e *env.Env, tx *store.Tx, p Outgoing) (name string, err error) {
	mail := store.Envelope{MessageID: mailio.MessageID(e.Self.Domain, p.Name...), From: e.Self.Address.Addr,
		To: p.To.Addr, Game: p.Game, Pictures: p.pictures}
	d := compose.Draft{
		From: e.Self.Address, To: p.To, ReplyTo: e.Self.Address, Subject: p.Content.Subject,
		Language: p.Lang, Date: e.Now().UTC(),
		Auto: p.Auto, Instance: e.Self.Instance, ListHelp: "mailto:" + e.Self.Address.Addr + "?subject=help",
		Text: p.Content.Text, HTML: p.Content.HTML, Inline: files(p.Content.Inline),
		Attachments: files(p.Content.Attached),
	}
	if p.Seat != nil && p.Seat.Style.Look == roster.TextOnly {
		d.HTML, d.Inline, mail.Pictures = "", nil, ""
	}
	if p.Game != "" {
		d.ReplyTo.Addr = mailio.WithPlus(e.Self.Address.Addr, p.Game)
		d.ListID = p.Game + "." + e.Self.Domain
		if p.observer {
			d.Unsubscribe = "mailto:" + d.ReplyTo.Addr + "?subject=leave"
		}
	}
	if d.InReplyTo, err = vault.WireID(e, tx, p.InReplyTo); err != nil {
		return "", err
	}
	for _, id := range p.References {
		if id, err = vault.WireID(e, tx, id); err != nil {
			return "", err
		}
		d.References = append(d.References, id)
	}
	return mail.MessageID, vault.QueueMail(e, tx, p.Seat, mail, func(t vault.Tags) ([]byte, error) {
		d.MessageID = t.MessageID
		if p.Game != "" && p.Seat != nil && t.Reply != "" {
			d.ReplyTo.Addr = mailio.WithPlus(e.Self.Address.Addr, p.Game+"."+t.Reply)
		}
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

// Reader returns the game as a participant sees it, with the order forms of all their seats.
func Reader(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant) (reader.Reader, error) {
	salt, err := newSalt(e)
	if err != nil {
		return reader.Reader{}, err
	}
	var also []reader.Seat
	for _, x := range g.OfPerson(*s) {
		if x.Power == board.Nobody || x.Power == s.Power {
			continue
		}
		other, err := newSalt(e)
		if err != nil {
			return reader.Reader{}, err
		}
		also = append(also, reader.Seat{Power: x.Power, Salt: other})
	}
	key, err := vault.SeatKey(e, tx, g, *s)
	if err != nil {
		return reader.Reader{}, err
	}
	var draft order.Sheet
	onTurn := func(x reader.Seat) bool { return x.Power == g.Pos.Power() }
	if g.Running() && s.Power != board.Nobody && (s.Power == g.Pos.Power() || slices.ContainsFunc(also, onTurn)) {
		draft = filing.Waiting(g.Game)
	}
	return reader.Reader{Game: g.Setup.Name, Rules: g.Rules, Pos: g.Pos, Awaited: g.Awaited(),
		Unbegun: !g.Running(), Power: s.Power, Also: also, Draft: draft, Players: playersOf(g),
		Beacon: g.BeaconTime(), Key: key.Reveal(), Base: g.Base().String(), Salt: salt,
		Deadline: gamestore.DeadlineFor(e, g, *s)}, nil
}

// playersOf is who plays which power, as the players of a game see it; nil if its settings hide it.
func playersOf(g *gamestore.Game) map[board.Power]string {
	if g.State.House.Get("names") == "hidden" {
		return nil
	}
	names := map[board.Power]string{}
	for _, s := range g.Seats {
		if !s.Bot {
			names[s.Power] = s.Name
		}
	}
	return names
}

// newSalt draws the salt of the next orders of a seat.
func newSalt(e *env.Env) (string, error) {
	salt := make([]byte, 16)
	_, err := io.ReadFull(e.Random, salt)
	return hex.EncodeToString(salt), err
}

// Render lays out a notice in a language.
func Render(n notice.Notice, r reader.Reader, lang string) (layout.Mail, error) {
	l, err := r.Localizer(syntax.Lang(lang))
	if err != nil {
		return layout.Mail{}, err
	}
	return notice.Render(n, r, l)
}

// OrderMail is the mail whose orders a report is about: its sender gets the report as an answer.
type OrderMail struct {
	Seat      string
	InReplyTo string
	Late      func() bool   // reports whether the mail has taken too long
	Answers   []layout.Mail // to what else it says, which the report brings
	Receipt   *receipt.View // which the report holds, for the orders were played at once; nil: it has gone out
}

// isOf reports whether one of a person's seats sent the mail.
func (m *OrderMail) isOf(seats []roster.Participant) bool {
	return m != nil && slices.ContainsFunc(seats, func(s roster.Participant) bool { return s.ID() == m.Seat })
}

// SendReports sends a report to everybody in the game, each in their language. Who has several seats gets one, and the
// sender of the orders gets theirs as an answer.
func SendReports(e *env.Env, tx *store.Tx, g *gamestore.Game, out *Resolution, from *OrderMail) error {
	told := map[string]*report.Builder{} // by language
	round, power := out.Told()
	topic := fmt.Sprintf("report %d %s", round, power) // the newest report of a turn tells all of it
	for _, seats := range g.Persons() {
		s := seats[0]
		if err := e.TryMail("report to "+s.ID(), func() error {
			v, err := ReportView(e, tx, g, seats, out)
			if err != nil {
				return err
			}
			if told[s.Language] == nil {
				if from != nil && from.Late() {
					v.Drawing = &report.Drawing{} // the report goes out without its map
				}
				if told[s.Language], err = BuildReport(e, v, syntax.Lang(s.Language)); err != nil {
					return err
				}
			}
			var answers []layout.Mail
			if from.isOf(seats) {
				v.Receipt, answers = from.Receipt, from.Answers
			}
			if later, err := keepReport(e, g, seats, told[s.Language], v, topic); later || err != nil {
				return err
			}
			earlier, err := TakeNews(g, s, topic)
			if err != nil {
				return err
			}
			files, err := CalendarFile(e, tx, g, seats, v.Reader, true)
			if err != nil {
				return err
			}
			words, err := layOutReport(told[s.Language], v, g, s, out, files, append(answers, earlier...)...)
			if err != nil {
				return err
			}
			return sendReport(e, tx, g, seats, words, out, from)
		}); err != nil {
			return err
		}
	}
	if out == nil {
		return nil
	}
	return gamestore.KeepPositions(g, out.Events, g.Pos) // after the reports: later ones compare with it
}

// BuildReport lays out what all readers of a language are told, and draws the map.
func BuildReport(e *env.Env, v report.View, lang syntax.Lang) (*report.Builder, error) {
	if v.Drawing == nil {
		draw := e.Draw
		if draw == nil {
			draw = report.Draw
		}
		err := e.TryMail("map", func() (err error) {
			v.Drawing, err = draw(v, lang)
			return err
		})
		if err != nil {
			return nil, err
		}
		if v.Drawing == nil { // it could not be drawn
			v.Drawing = &report.Drawing{}
		}
	}
	return report.NewBuilder(v, lang)
}

// ReportView returns what a person is told of a resolution, or of the opening position if there is none yet. Seats are
// all that they have.
func ReportView(e *env.Env, tx *store.Tx, g *gamestore.Game, seats []roster.Participant,
	out *Resolution) (report.View, error) {
	who, err := Reader(e, tx, g, &seats[0])
	who.Deadline = gamestore.DeadlineFor(e, g, seats...)
	v := report.View{Reader: who, Head: g.Chain.Head().String(), Tier: g.Chain.Genesis().Tier, Bot: g.Bot,
		Style: chosen(seats[0]), Light: seats[0].Style.Look == roster.Light}
	if err != nil {
		return v, err
	}
	if out != nil {
		v.Before, v.Quoted, v.Evidence = out.Began(), out.Quoted, out.Files
		if w := out.Whole; w != nil {
			v.Events = w.Events
			if w.Resumed() {
				v.News = w.Events[len(w.Events)-w.New:]
			}
		} else {
			v.Events = event.Report(g.Rules.Board, out.Events)
		}
	}
	if out != nil {
		v.Corrected = out.Corrected
	} else {
		v.Rulings = gamestore.RulingLines(g)
		if epoch, err := g.Chain.Epoch(); err == nil {
			v.Asked = epoch.Number > 1 // orders were played: this is not the beginning
		}
	}
	v.Deadlines = gamestore.Deadlines(g)
	if out != nil && slices.ContainsFunc(seats, roster.Participant.IsReferee) {
		v.Intake = intakeLines(out.Intake)
	}
	v.Since, err = gamestore.PositionAfterTurn(g, v.Powers()...)
	return v, err
}

// SendReport sends a participant how the game stands.
func SendReport(e *env.Env, tx *store.Tx, g *gamestore.Game, s roster.Participant) error {
	seats := g.OfPerson(s)
	v, err := ReportView(e, tx, g, seats, nil)
	if err != nil {
		return err
	}
	b, err := BuildReport(e, v, syntax.Lang(s.Language))
	if err != nil {
		return err
	}
	words, err := layOutReport(b, v, g, s, nil, nil)
	if err != nil {
		return err
	}
	return sendReport(e, tx, g, seats, words, nil, nil)
}

// sendReport sends a person their report, in the thread of the earlier ones. It is the report of each of their seats.
func sendReport(e *env.Env, tx *store.Tx, g *gamestore.Game, seats []roster.Participant, words layout.Mail,
	out *Resolution, from *OrderMail) error {
	s := seats[0]
	seq := g.Chain.Len() - 1
	if out != nil && out.AsOf > 0 {
		seq = out.AsOf
	}
	p := Outgoing{To: s.Recipient(), Lang: s.Language, Game: g.Setup.Name, Auto: compose.Generated, Content: words,
		References: s.Thread, Seat: &s,
		Name: []string{g.Setup.Name, "report", strconv.Itoa(seq), s.Mark()}, observer: s.Kind == roster.Observer}
	if n := len(s.Thread); n > 0 {
		p.InReplyTo = s.Thread[n-1]
	}
	if from.isOf(seats) {
		p.InReplyTo = from.InReplyTo
		p.References = append(slices.Clone(s.Thread), p.InReplyTo)
	}
	if epoch, err := g.Chain.Epoch(); len(words.Inline) > 0 {
		p.pictures = drawingOf(g, s.Language, out, out == nil && err == nil && epoch.Number > 1).String()
	}
	id, err := Send(e, tx, p)
	if err != nil {
		return err
	}
	thread := append(slices.Clone(s.Thread), id)
	thread = thread[max(0, len(thread)-threadLength):]
	for _, s := range seats {
		s.Thread = thread
		if err := saveReport(g, s.ID(), seq, id, out); err != nil {
			return err
		}
		if err := g.SaveSeat(tx, s); err != nil {
			return err
		}
	}
	return nil
}

// threadLength is how many Message-IDs References has: enough for mail programs to build one thread.
const threadLength = 8
