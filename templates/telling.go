package templates

import (
	"html/template"
	"slices"
	"strings"

	"fieldpost/orders"
)

// Telling is a go told in one language. What all readers of the language read alike is laid out once; a report adds what is the
// reader's own: greeting, who is awaited, what changed since his last turn, the order form.
type Telling struct {
	s             *speaker
	tally         tally
	story         told
	outlook       told
	places        told
	proof         told
	inline, files []File
	mapped        bool // the map is among the files
}

// told is blocks that are laid out already.
type told struct {
	lines []string
	html  template.HTML
}

// tell lays blocks out.
func (s *speaker) tell(bs ...block) told {
	var t told
	for _, b := range bs {
		t.lines = append(append(t.lines, textOf(b)...), "")
	}
	var out strings.Builder
	if err := page.ExecuteTemplate(&out, "blocks", htmlBlocks(bs)); err != nil && s.err == nil {
		s.err = err
	}
	t.html = template.HTML(out.String())
	return t
}

// Tell lays out what a go brought. Of the view it takes nothing that is a reader's own. The error names a message that could not
// be made or a map that could not be drawn; both are mistakes of ours.
func Tell(v ReportView, lang orders.Lang) (*Telling, error) {
	s, err := newSpeaker(v.Rules, lang)
	if err != nil {
		return nil, err
	}
	inline, attached, err := s.drawn(&v)
	if err != nil {
		return nil, err
	}
	data, err := v.JSON()
	if err != nil {
		return nil, err
	}
	t := s.telling(&v, inline)
	files := append(attached, File{Name: v.Game + "-report.json", Type: "application/json", Data: data})
	t.inline, t.files = inline, append(files, v.Attached...)
	return t, s.err
}

// telling is what all readers are told, with the pictures that were drawn.
func (s *speaker) telling(v *ReportView, drawn []File) *Telling {
	shown := func(cid string) bool { return slices.ContainsFunc(drawn, func(f File) bool { return f.CID == cid }) }
	t := &Telling{s: s, tally: s.tally(v.Events), mapped: shown(mapCID)}

	t.story = s.tell(slices.Concat(s.thought(v.Bot), s.correction(v.Corrected), s.happened(v, slices.DeleteFunc(s.theatres(v.Events), func(t theatre) bool { return !shown(t.cid) })), s.rulings(v.Rulings))...)
	t.outlook = s.tell(s.outlook(v.Pos)...)
	t.places = s.tell(s.places(v.Pos)...)
	t.proof = s.tell(s.proof(v)...)
	return t
}

// Report is the report of one reader of the go that was told.
func (t *Telling) Report(v ReportView) (Mail, error) {
	return t.s.mail(t.letter(&v), v.Seat, v.tag(v.goOf()), t.s.result(&v, t.tally), Mail{Inline: t.inline, Attached: slices.Clone(t.files)})
}

// letter is what the report of one reader says.
func (t *Telling) letter(v *ReportView) *letter {
	s := t.s
	l := &letter{lang: string(s.lang), lead: s.headline(v, t.tally), footer: s.options(v.Seat)}
	s.awaited(l, v.Seat)
	if t.mapped {
		l.add(picture{cid: mapCID, alt: s.mapAlt(v, t.tally), width: mapColumns})
	}
	l.add(t.story)
	l.add(s.shares(v.Seat)...)
	s.changed(l, v)
	l.add(t.outlook)
	l.add(heading{s.say("position")}, t.places)
	note := "position-note-capital"
	if s.hasCities() {
		note = "position-note"
	}
	l.add(small{s.say(note)})
	if v.opens() {
		s.seatForm(l, v.Seat)
	} else {
		s.orderForm(l, v.Seat)
	}
	if len(v.Intake) > 0 {
		l.add(heading{s.say("intake")}, verbatim{(&Lists{s}).Mails(v.Intake)})
	}
	l.add(t.proof)
	return l
}
