package templates

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/orders"
)

// Report writes what a go brought, to one reader. The error names a message that could not be made or a map that could not be
// drawn; both are mistakes of ours.
func Report(v ReportView, lang orders.Lang) (Mail, error) {
	s, err := newSpeaker(v.Rules, lang)
	if err != nil {
		return Mail{}, err
	}
	inline, attached, err := s.drawn(&v)
	if err != nil {
		return Mail{}, err
	}
	data, err := v.JSON()
	if err != nil {
		return Mail{}, err
	}
	t := s.tally(v.Events)
	files := append(attached, File{Name: v.Game + "-report.json", Type: "application/json", Data: data})
	m := Mail{Inline: inline, Attached: append(files, v.Attached...)}
	return s.mail(s.report(&v, t, inline), v.Seat, v.tag(v.goOf()), s.result(&v, t), m)
}

// report is what a report says, with the pictures that were drawn.
func (s *speaker) report(v *ReportView, t tally, drawn []File) *letter {
	shown := func(cid string) bool { return slices.ContainsFunc(drawn, func(f File) bool { return f.CID == cid }) }
	l := &letter{lang: string(s.lang), lead: s.headline(v, t), footer: s.options(v.Seat)}
	s.awaited(l, v.Seat)
	if shown(mapCID) {
		l.add(picture{cid: mapCID, alt: s.mapAlt(v, t), width: mapColumns})
	}
	s.happened(l, v, slices.DeleteFunc(s.theatres(v.Events), func(t theatre) bool { return !shown(t.cid) }))
	s.state(l, v)
	s.orderForm(l, v.Seat)
	l.add(s.proof(v)...)
	return l
}

// mail lays a letter out and puts the subject's tag before its words.
func (s *speaker) mail(l *letter, v Seat, tag, subject string, m Mail) (Mail, error) {
	if v.Person != "" {
		l.hello = s.say("greeting", "Person", shortened(v.Person))
	}
	var err error
	m.Subject = strings.TrimSpace(tag + " " + subject)
	m.Text = l.text()
	if m.HTML, err = l.html(); err != nil {
		return Mail{}, fmt.Errorf("html of %q: %w", m.Subject, err)
	}
	return m, s.err
}

// goOf is the round and power whose go a report tells.
func (v *ReportView) goOf() (round int, power board.Power) {
	if v.Before == nil {
		return v.Pos.Round, board.Nobody
	}
	return v.Before.Round, v.Before.Power
}

// tag begins every subject about a game: "[eastfront R3 Germany]". Names are the canonical ones in every language, so that
// letters sort and are found by their tag (names.md).
func (v Seat) tag(round int, power board.Power) string {
	tag := "[" + v.Game
	if round > 0 {
		tag += " R" + strconv.Itoa(round)
	}
	if power != board.Nobody {
		tag += " " + string(power)
	}
	return tag + "]"
}

// happened is the story of the go.
func (s *speaker) happened(l *letter, v *ReportView, drawn []theatre) {
	if len(v.Events) == 0 {
		return
	}
	l.add(heading{s.say("happened")})
	l.add(s.narrate(v.Events, drawn)...)
}

// state is how things stand: powers, what changed, the position.
func (s *speaker) state(l *letter, v *ReportView) {
	since := v.Since
	if since == nil {
		since = v.Before
	}
	l.add(heading{s.say("powers")}, s.nations(since, v.Pos))
	if since == nil {
		l.add(small{s.say("powers-note")})
	} else {
		l.add(small{s.say("powers-note") + " " + s.say("powers-change")})
		l.add(heading{s.say("changes")})
		if items := s.changes(since, v.Pos); len(items) > 0 {
			l.add(bullets{items})
		} else {
			l.add(para{s.say("changes-none")})
		}
	}
	l.add(heading{s.say("position")})
	l.add(s.places(v.Pos)...)
	note := "position-note-capital"
	if s.hasCities() {
		note = "position-note"
	}
	l.add(small{s.say(note)})
}

// awaited says whom the game waits for, and until when.
func (s *speaker) awaited(l *letter, v Seat) {
	if len(v.Awaited) == 0 {
		l.add(para{s.say("waits-nobody")})
		return
	}
	var items []string
	for _, a := range v.Awaited {
		if a.Power == v.Power {
			items = append(items, s.say("waits-you", "What", s.await(a)))
		} else {
			items = append(items, s.does("waits-for", a.Power, "What", s.await(a)))
		}
	}
	l.add(para{strings.Join(items, " ")})
	if d := s.deadline(v.Deadline); d != "" {
		l.add(para{d})
	}
}

// await is a thing that is awaited, in words.
func (s *speaker) await(a adjudicator.Await) string {
	return s.say("await-"+a.What, "Space", s.space(a.Space))
}

func (s *speaker) deadline(d Deadline) string {
	if d.At.IsZero() {
		return ""
	}
	when := s.when(d.At, d.Zone)
	if left := d.At.Sub(d.Now); left > 0 && !d.Now.IsZero() {
		return s.say("deadline-left", "When", when, "Left", s.left(left))
	}
	return s.say("deadline", "When", when)
}

// orderForm offers the reader a form if the game waits for him.
func (s *speaker) orderForm(l *letter, v Seat) {
	for _, a := range v.Awaited {
		if a.Power == v.Power && v.Pos.Nation(v.Power) != nil {
			l.add(heading{s.say("form")}, para{s.say("form-note")}, verbatim{s.form(v)})
			return
		}
	}
}

// options lists what is played: the rules, and the settings that differ from the default.
func (s *speaker) options(v Seat) string {
	var items []string
	for _, o := range s.rules.Options.All() {
		items = append(items, o.Name+" "+o.Value)
	}
	rules := s.say("rules-" + s.rules.Name)
	if len(items) == 0 {
		return s.say("options-none", "Game", v.Game, "Rules", rules)
	}
	return s.say("options", "Game", v.Game, "Rules", rules, "List", strings.Join(items, ", "))
}

// mapAlt tells in words what the picture shows.
func (s *speaker) mapAlt(v *ReportView, t tally) string {
	var taken []string
	for _, e := range t.taken {
		taken = append(taken, s.space(e.Space))
	}
	if len(taken) == 0 {
		return s.say("map-alt", "Title", s.mapTitle(v))
	}
	return s.say("map-alt-taken", "Title", s.mapTitle(v), "Spaces", s.list(taken))
}
