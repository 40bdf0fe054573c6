package report

import (
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// What a report says first, in its subject and above all else: what it wants of its reader, and what happened to them.

// mine is what the game waits for from the reader; nothing if from others.
func (v *View) mine() []adjudicator.Await {
	if v.Unbegun || !v.Beacon.IsZero() {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(v.Awaited), func(a adjudicator.Await) bool { return !v.Has(a.Power) })
}

// turnIsMine reports whether the reader is to move, not to answer a question or to give standing orders.
func (v *View) turnIsMine() bool { return slices.ContainsFunc(v.mine(), v.isTurn) }

// isTurn reports whether a power is awaited for its turn.
func (v *View) isTurn(a adjudicator.Await) bool {
	return a.Power == v.Pos.Power() && a.What == v.Pos.Phase().String()
}

// subject is the tag and the words of the subject: what the mail wants of its reader.
func (b *Builder) subject(v *View) (tag, words string) {
	round, _ := v.resolved()
	if len(v.mine()) > 0 {
		round = v.Pos.Round()
	}
	tag = v.Tag(round, board.Nobody)
	if v.Asked || v.Before == nil || b.tally.end != nil || v.Before.Power() == board.Nobody {
		return tag, b.result(v)
	}
	return tag, b.wanted(v)
}

// wanted is the subject of a turn's report, without its tag.
func (b *Builder) wanted(v *View) string {
	if len(v.mine()) > 0 {
		key := "subject-answer"
		if v.turnIsMine() {
			key = "subject-move"
		}
		news := b.lostInShort(v, "subject-you-lost")
		if news == "" {
			news = b.done(v, 1)
		}
		if d := v.Deadline; !d.At.IsZero() && !d.Paused {
			return b.PowersText(key+"-until", v.ToAct(),
				"When", b.Short(d.At, d.Now, d.Zone), "News", news)
		}
		return b.PowersText(key, v.ToAct(), "News", news)
	}
	if lost := b.lostInShort(v, "subject-lost"); lost != "" {
		return b.Sentence("subject-news", "News", lost, "Next", b.done(v, 1))
	}
	return b.Sentence("subject-news", "News", b.done(v, 2), "Next", b.next(v))
}

// next is who acts next, in short.
func (b *Builder) next(v *View) string {
	if len(v.Awaited) == 0 || v.Unbegun {
		return b.Text("subject-waits")
	}
	a := v.Awaited[0]
	switch {
	case v.goesOn() && a.Power == v.Before.Power():
		return b.Text("subject-goes-on")
	case v.isTurn(a):
		return b.PowerClause("subject-to-move", a.Power)
	}
	return b.PowerClause("subject-to-answer", a.Power)
}

// done is what the mover did, in short: at most that many territories are named.
func (b *Builder) done(v *View, most int) string {
	who := v.Before.Power()
	switch n := len(b.tally.taken); {
	case n > most:
		return b.PowerClause("subject-took-many", who, "N", b.Count(n))
	case n > 0:
		return b.PowerClause("subject-took", who, "Spaces", b.objects(b.tally.taken))
	}
	if fights := b.battles(); len(fights) > 0 {
		return b.Text("subject-fought", "Power", b.Power(who), "Battles", strings.Join(fights, ", "))
	}
	if v.goesOn() {
		return b.PowerClause("subject-part", who)
	}
	return b.PowerClause("subject-moved", who)
}

func (b *Builder) objects(events []event.Reported) string {
	var names []string
	for _, e := range events {
		names = append(names, b.Object(e.Space))
	}
	return b.List(names)
}

// share is what the turn did to one power that was not on turn.
type share struct {
	land, back []event.Reported // territories that it lost, and got back
	units      []event.Stack
	ipc        int // that its units were worth
	paid       int // IPC that raids and rockets cost it
}

// suffered is what the turn did to the reader; nothing if it is their own.
func (b *Builder) suffered(v *View) (s share) {
	if v.Before == nil || v.Has(v.Before.Power()) {
		return s
	}
	for _, e := range b.tally.taken {
		switch {
		case v.Has(v.Before.Owner(e.Space)):
			s.land = append(s.land, e)
		case e.Kind == event.KindLiberated && v.Has(e.Whose):
			s.back = append(s.back, e)
		}
	}
	for _, l := range b.tally.losses {
		if v.Has(l.power) {
			s.units, s.ipc = slices.Concat(s.units, l.units), s.ipc+l.ipc
		}
	}
	for _, e := range v.Events {
		if (e.Kind == event.KindRaid || e.Kind == event.KindRocket) && v.Has(e.Whose) {
			s.paid += e.Paid
		}
	}
	return s
}

// most is how many things a subject names.
const mostNamed = 2

// lostInShort is what the reader lost, in few words; "" if nothing.
func (b *Builder) lostInShort(v *View, key string) string {
	s := b.suffered(v)
	var items []string
	switch {
	case len(s.land) > mostNamed:
		items = append(items, b.Plural("subject-territories", len(s.land), "N", b.Count(len(s.land))))
	case len(s.land) > 0:
		items = append(items, b.objects(s.land))
	}
	switch {
	case len(s.units) > mostNamed || len(s.units) > 0 && len(s.land) > 0 && key == "subject-you-lost":
		if len(s.land) == 0 {
			items = append(items, b.Text("subject-units", "IPC", b.IPC(s.ipc)))
		}
	case len(s.units) > 0:
		items = append(items, b.Stacks(byType(withoutCargo(s.units)), v.self()))
	}
	if len(items) == 0 {
		return ""
	}
	return b.Text(key, "What", strings.Join(items, ", "))
}

// self is the power whose units need no owner beside them: the reader's, if they have one alone.
func (v *View) self() board.Power {
	if len(v.Also) > 0 && v.Before != nil {
		return v.Before.Power()
	}
	return v.Power
}

// happened says what the turn did to the reader; nothing if it did nothing.
func (b *Builder) happened(v *View) []layout.Block {
	s := b.suffered(v)
	var text []string
	units := b.Stacks(byType(withoutCargo(s.units)), v.self())
	switch {
	case len(s.land) > 0 && len(s.units) > 0:
		text = append(text, b.Text("you-lost-both", "Spaces", b.objects(s.land), "Units", units, "IPC", b.IPC(s.ipc)))
	case len(s.land) > 0:
		text = append(text, b.Text("you-lost-land", "Spaces", b.objects(s.land)))
	case len(s.units) > 0:
		text = append(text, b.Text("you-lost-units", "Units", units, "IPC", b.IPC(s.ipc)))
	}
	if s.paid > 0 {
		text = append(text, b.Text("you-paid", "IPC", b.IPC(s.paid)))
	}
	if len(s.back) > 0 {
		text = append(text, b.Text("you-got-back", "Spaces", b.objects(s.back)))
	}
	if len(text) == 0 {
		return nil
	}
	return []layout.Block{layout.Paragraph(join(text))}
}

// call puts what the report wants of its reader above all else, and until when.
func (b *Builder) call(p *reader.Page, v *View) {
	d := &p.Document
	switch mine := v.mine(); {
	case !v.Beacon.IsZero():
		d.Call, d.Lead = b.Text("call-nothing"), b.Text("waits-beacon", "When", b.When(v.Beacon, v.Deadline.Zone))
	case v.Unbegun:
		d.Call, d.Lead = b.Text("call-nothing"), b.Text("waits-start")
	case len(v.Awaited) == 0:
		d.Lead = b.Text("waits-nobody")
	case len(mine) == 0:
		var items []string
		for _, a := range v.Awaited {
			items = append(items, b.PowerText(b.callOf(v, a), a.Power))
		}
		if until := b.until(p, v, ""); until != "" && !v.Deadline.Paused {
			items = append(items, until)
		}
		d.Call, d.Lead = b.Text("call-nothing"), strings.Join(items, ", ")
	case v.turnIsMine():
		d.Call, d.Act = b.PowersText("call-move", v.ToAct()), true
		d.Lead = b.until(p, v, b.whats(p, v, mine))
	default:
		d.Call, d.Act = b.PowersText("call-answer", v.ToAct()), true
		d.Lead = b.until(p, v, b.whats(p, v, mine))
	}
}

// whats is what the reader is awaited for, with the seat if there are several; "" if it is their turn.
func (b *Builder) whats(p *reader.Page, v *View, mine []adjudicator.Await) string {
	if len(mine) == 1 && v.isTurn(mine[0]) {
		return ""
	}
	var items []string
	for _, a := range mine {
		what := p.What(a)
		if len(mine) > 1 {
			what = b.Text("call-what", "Power", b.Power(a.Power), "What", what)
		}
		items = append(items, what)
	}
	return strings.Join(items, "; ")
}

// callOf is the key of the sentence on what another power is awaited for.
func (b *Builder) callOf(v *View, a adjudicator.Await) string {
	if v.isTurn(a) {
		return "call-to-move"
	}
	return "call-to-answer"
}

// until is what is awaited, if it must be said, and until when.
func (b *Builder) until(p *reader.Page, v *View, what string) string {
	var parts []string
	if what != "" {
		parts = append(parts, what)
	}
	switch d := v.Deadline; {
	case d.Paused:
		parts = append(parts, p.Deadline())
	case d.At.IsZero():
	case d.Now.IsZero() || !d.At.After(d.Now):
		parts = append(parts, b.Text("call-until", "When", b.Moment(d.At, d.Now, d.Zone)))
	default:
		parts = append(parts, b.Text("call-until-left", "When", b.Moment(d.At, d.Now, d.Zone), "Left", b.Span(d.At.Sub(d.Now))))
	}
	return strings.Join(parts, "; ")
}
