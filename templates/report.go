package templates

import (
	"fmt"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/orders"
)

// Report writes what a go brought, to one reader. For several of one language [Tell] does what is common once.
func Report(v ReportView, lang orders.Lang) (Mail, error) {
	t, err := Tell(v, lang)
	if err != nil {
		return Mail{}, err
	}
	return t.Report(v)
}

// mail lays a letter out and puts the subject's tag before its words.
func (s *speaker) mail(l *letter, v Seat, tag, subject string, m Mail) (Mail, error) {
	if v.Person != "" {
		l.hello = s.say("greeting", "Person", shortened(v.Person))
	}
	var err error
	m.Subject = unglued(strings.TrimSpace(tag + " " + subject))
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
func (s *speaker) happened(v *ReportView, drawn []theatre) []block {
	if len(v.Events) == 0 {
		return nil
	}
	return append([]block{heading{s.say("happened")}}, s.narrate(v.Events, drawn)...)
}

// changed is how the powers stand, and what changed.
func (s *speaker) changed(l *letter, v *ReportView) {
	since, change, changes := v.Since, "powers-change-since", "changes-since"
	if since == nil {
		since, change, changes = v.Before, "powers-change", "changes"
	}
	l.add(heading{s.say("powers")}, s.nations(since, v.Pos))
	if since == nil {
		l.add(small{s.say("powers-note")})
	} else {
		l.add(small{s.say("powers-note") + " " + s.say(change)})
		l.add(heading{s.say(changes)})
		if items := s.changes(since, v.Pos); len(items) > 0 {
			l.add(bullets{items})
		} else {
			l.add(para{s.say("changes-none")})
		}
	}
}

// awaited says whom the game waits for, and until when.
func (s *speaker) awaited(l *letter, v Seat) {
	if !v.Beacon.IsZero() {
		l.add(para{s.say("waits-beacon", "When", s.when(v.Beacon, v.Deadline.Zone))})
		return
	}
	if v.Unbegun {
		l.add(para{s.say("waits-start")})
		return
	}
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
	return s.say("await-"+a.What, "In", s.where(a.Space))
}

func (s *speaker) deadline(d Deadline) string {
	switch {
	case d.Paused && d.Until.IsZero():
		return s.say("clocks-stand")
	case d.Paused:
		return s.say("clocks-stand-until", "When", s.when(d.Until, d.Zone))
	case d.At.IsZero():
		return ""
	}
	when := s.when(d.At, d.Zone)
	switch left := d.At.Sub(d.Now); {
	case d.Now.IsZero():
		return s.say("deadline", "When", when)
	case left > 0:
		return s.say("deadline-left", "When", when, "Left", s.left(left))
	}
	return s.say("deadline-over", "When", when)
}

// orderForm offers the reader a form if the game waits for him.
func (s *speaker) orderForm(l *letter, v Seat) {
	for _, a := range v.Awaited {
		if a.Power == v.Power && v.Pos.Nation(v.Power) != nil {
			s.seatForm(l, v)
			return
		}
	}
}

// seatForm offers the form of the reader's seat, with its key.
func (s *speaker) seatForm(l *letter, v Seat) {
	if v.Pos.Nation(v.Power) != nil {
		l.add(heading{s.say("form")}, para{s.say("form-note")}, verbatim{s.form(v)})
	}
}

// opens reports whether it is the report with which the game begins: that of the opening position, or of the deal of national advantages before
// it. By it every seat gets its key.
func (v *ReportView) opens() bool {
	return v.Before == nil && !v.Asked || v.Before != nil && v.Before.Power == board.Nobody
}

// options lists what is played: the rules, and the settings that differ from the default.
func (s *speaker) options(v Seat) string {
	var items []string
	for _, o := range s.rules.Options.Changed() {
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
