package report

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/lists"
	"fieldpost/templates/reader"
	"fieldpost/templates/receipt"
)

// Builder makes the reports of one resolution in one language. What all readers of the language read alike is laid
// out once; a report adds what is the reader's own: greeting, who is awaited, what changed since their last turn, the
// order form.
type Builder struct {
	writer
	tally     tally
	narrative func(dice bool) layout.Laid
	outlook   layout.Laid
	position  layout.Laid
	proof     layout.Laid
	inline    []layout.File
	evidence  []layout.File
}

// Leave says what a report leaves out.
type Leave struct {
	Overview, Theatre, Position bool
	Borders, Units              bool // of the reader's own units, next to their form: what is around them, or all
	Dice                        bool // of the battles
	Heavy                       bool // because the mail would weigh too much: it says so
}

// NewBuilder lays out the result of a resolution. It uses no part of the view that differs between readers. The error
// names a sentence that could not be made or a map that could not be drawn; both are errors in the program.
func NewBuilder(v View, lang syntax.Lang) (*Builder, error) {
	w, err := newWriter(v.Rules, lang)
	if err != nil {
		return nil, err
	}
	inline, err := painter{w}.drawn(&v)
	if err != nil {
		return nil, err
	}
	b := newBuilder(w, &v, inline)
	return b, w.Err()
}

// newBuilder lays out what all readers read, with the pictures that were drawn.
func newBuilder(w writer, v *View, drawn []layout.File) *Builder {
	w.Players = v.Players
	b := &Builder{writer: w, inline: drawn, evidence: v.Evidence}
	b.tally = b.count(v.Events)
	told := map[bool]layout.Laid{}
	b.narrative = func(dice bool) layout.Laid {
		if _, ok := told[dice]; !ok {
			told[dice] = w.layOut(slices.Concat(b.botLines(v.Bot), b.correction(v.Corrected), b.describeEvents(v, dice),
				reader.Rulings(w.Localizer, v.Rulings))...)
		}
		return told[dice]
	}
	b.outlook = w.layOut(reader.Outlook(w.Localizer, w.rules, v.Pos)...)
	b.position = w.layOut(positionTables{w}.tables(v.Pos)...)
	b.proof = w.layOut(proof(w, v)...)
	return b
}

// drew reports whether a picture was drawn.
func (b *Builder) drew(cid string) bool {
	return slices.ContainsFunc(b.inline, func(f layout.File) bool { return f.CID == cid })
}

// Mail returns the report of one reader.
func (b *Builder) Mail(v View) (layout.Mail, error) {
	if v.Light {
		v.Leave.Position = true
		v.Leave.Overview = v.Leave.Overview || b.drew(theatreCID) && !v.Leave.Theatre
	}
	m, err := b.page(&v).Mail(b.subject(&v))
	m.Inline, m.Evidence = b.pictures(v.leave()), b.evidence
	if v.Receipt != nil {
		m.Evidence = slices.Concat(m.Evidence, v.Receipt.Evidence)
	}
	return m, err
}

// Brief returns what a mail that tells of several turns says of this one: what it did to the reader, its headline and what
// has changed since it began.
func (b *Builder) Brief(v View) (layout.Mail, error) {
	v.Since = nil
	p := reader.NewPage(v.Reader, b.Localizer)
	p.Add(b.happened(&v)...)
	p.Add(layout.Paragraph(b.headline(&v)))
	b.addChanges(p, &v)
	m, err := p.Mail(b.subject(&v))
	m.Evidence = b.evidence
	return m, err
}

// Concerns reports whether a report says more to its reader than how others fare: it wants something of them, tells of
// what they lost, answers them, or begins or ends the game.
func (b *Builder) Concerns(v View) (asks, concerns bool) {
	s := b.suffered(&v)
	asks = len(v.mine()) > 0 || v.Receipt != nil || v.opens() || v.Asked
	return asks, asks || v.Pos.Over() || len(s.land)+len(s.units)+s.paid > 0
}

// pictures are those that are not left out.
func (b *Builder) pictures(l Leave) []layout.File {
	return slices.DeleteFunc(slices.Clone(b.inline), func(f layout.File) bool {
		return f.CID == mapCID && l.Overview || f.CID == theatreCID && l.Theatre
	})
}

// page is what the report of one reader says.
func (b *Builder) page(v *View) *reader.Page {
	p := reader.NewPage(v.Reader, b.Localizer)
	p.Document.Footer, p.Document.Last = b.options(v.Game), p.LessMail(v.Style)
	switch leave := v.leave(); {
	case leave.Units:
		p.Units = reader.NoUnits
	case leave.Borders:
		p.Units = reader.UnitsAlone
	}
	b.call(p, v)
	p.Add(b.happened(v)...)
	p.Add(layout.Paragraph(b.headline(v)))
	p.Add(b.news(v)...)
	leave := v.leave()
	action := b.drew(theatreCID) && !leave.Theatre
	if action {
		p.Add(layout.Picture{CID: theatreCID, Description: b.Text("theatre-alt", "Spaces", b.Spaces(theatre(b.Board, v.Events))),
			Width: mapColumns})
	} else {
		b.addMap(p, v)
	}
	b.addChanges(p, v)
	p.AddShares()
	if v.opens() {
		p.AddSeatForm()
	} else {
		p.AddOrderForm()
	}
	if v.Receipt != nil {
		receipt.AddPlayed(p, *v.Receipt)
	}
	p.Add(b.narrative(!leave.Dice))
	b.addPowers(p, v)
	if action {
		b.addMap(p, v)
	}
	b.addPosition(p, v)
	if len(v.Intake) > 0 {
		l := lists.Writer{Localizer: b.Localizer}
		p.Add(layout.Heading(b.Text("intake")), layout.Verbatim(l.Mails(v.Intake)))
	}
	p.Add(b.proof)
	return p
}

// addMap adds the map of the whole board, unless it is left out.
func (b *Builder) addMap(p *reader.Page, v *View) {
	if b.drew(mapCID) && !v.leave().Overview {
		p.Add(layout.Picture{CID: mapCID, Description: b.mapDescription(v), Width: mapColumns})
	}
}

// addPosition adds what may come and where everything stands, and says what was left out of a mail that would weigh too
// much.
func (b *Builder) addPosition(p *reader.Page, v *View) {
	if !v.brief() {
		p.Add(b.outlook)
	}
	if !v.leave().Position {
		p.Add(layout.Heading(b.Text("position")), b.position, b.positionNote())
	}
	if items := b.leftOut(v.Leave); len(items) > 0 && !v.brief() {
		p.Add(layout.Small(b.Text("left-out", "List", strings.Join(items, ", "))))
	}
}

// positionNote explains the signs in the tables of a position.
func (w writer) positionNote() layout.Block {
	if reader.HasCities(w.Board) {
		return layout.Small(w.Text("position-note"))
	}
	return layout.Small(w.Text("position-note-capital"))
}

// Position returns the mail that tells where everything is.
func Position(r reader.Reader, lang syntax.Lang) (layout.Mail, error) {
	w, err := newWriter(r.Rules, lang)
	if err != nil {
		return layout.Mail{}, err
	}
	p := reader.NewPage(r, w.Localizer)
	p.Document.Lead = w.Text("position-lead", "Game", r.Game)
	p.Add(positionTables{w}.tables(r.Pos)...)
	p.Add(w.positionNote())
	return p.Mail(r.CurrentTag(), w.Text("position"))
}

// leftOut names what was left out of a mail that would weigh too much: the map of the whole board too, if only the
// theatre was drawn.
func (b *Builder) leftOut(l Leave) (items []string) {
	if l.Heavy && l.Overview || b.drew(theatreCID) && !b.drew(mapCID) {
		items = append(items, b.Text("left-out-map"))
	}
	if l.Heavy && l.Theatre && b.drew(theatreCID) {
		items = append(items, b.Text("left-out-theatre"))
	}
	if l.Heavy && l.Position {
		items = append(items, b.Text("left-out-position"))
	}
	if l.Heavy && l.Dice {
		items = append(items, b.Text("left-out-dice"))
	}
	return items
}

// describeEvents describes the events of the resolution.
func (b *Builder) describeEvents(v *View, dice bool) []layout.Block {
	if len(v.Events) == 0 {
		return nil
	}
	n := narrator{writer: b.writer, noDice: !dice}
	return append([]layout.Block{layout.Heading(b.Text("happened"))}, n.narrate(v.Events)...)
}

// compared is the position that the report compares with: that after the reader's last turn, else that in which what is
// told began; nil if there is none.
func (v *View) compared() *position.Position {
	if v.Since != nil {
		return v.Since
	}
	return v.Before
}

// addChanges adds what has changed: who holds what, technologies, and how far the sides have come.
func (b *Builder) addChanges(p *reader.Page, v *View) {
	since, title := v.compared(), "changes"
	if since == nil {
		return
	}
	if v.Since != nil {
		title = "changes-since"
	}
	items := append(b.changes(since, v.Pos), reader.Sides(b.Localizer, b.rules, since, v.Pos)...)
	p.Add(layout.Heading(b.Text(title)), layout.Bullets(items))
}

// addPowers adds how the powers stand, and what has changed since the reader's last turn.
func (b *Builder) addPowers(p *reader.Page, v *View) {
	since, change := v.compared(), "powers-change"
	if v.Since != nil {
		change = "powers-change-since"
	}
	t := reader.Powers(b.Localizer, b.rules, since, v.Pos)
	for i := range t.Rows {
		mine := func(seat board.Seat) bool {
			return v.Has(seat.Power) && b.Power(seat.Power) == t.Rows[i].Cells[0].Words
		}
		if cells := t.Rows[i].Cells; slices.ContainsFunc(b.Board.Seats, mine) {
			cells[0].Words = b.Text("you", "Power", cells[0].Words)
		}
	}
	note := b.Text("powers-note")
	if since != nil {
		note += " " + b.Text(change)
	}
	p.Add(layout.Heading(b.Text("powers")), t, layout.Small(note))
}

// options lists what is played: the rules, and the settings that differ from the default.
func (b *Builder) options(game string) string {
	var items []string
	for _, o := range b.rules.Options.Changed() {
		items = append(items, o.Name+" "+o.Value)
	}
	rules := b.Text("rules-" + b.rules.Name)
	if len(items) == 0 {
		return b.Text("options-none", "Game", game, "Rules", rules)
	}
	return b.Text("options", "Game", game, "Rules", rules, "List", strings.Join(items, ", "))
}

// mapDescription says in words what the map shows.
func (b *Builder) mapDescription(v *View) string {
	title := painter{b.writer}.mapTitle(v)
	var taken []string
	for _, e := range b.tally.taken {
		taken = append(taken, b.Space(e.Space))
	}
	if len(taken) == 0 {
		return b.Text("map-alt", "Title", title)
	}
	return b.Text("map-alt-taken", "Title", title, "Spaces", b.List(taken))
}

// changes lists the spaces whose controller changed between two positions.
func (b *Builder) changes(before, now *position.Position) []string {
	var items []string
	for id, is := range now.Owners() {
		if was := before.Owner(id); was != is {
			items = append(items, b.Sentence("changed-hands", "Space", b.Space(id), "Was",
				b.Power(was), "Is", b.Power(is)))
		}
	}
	for _, seat := range b.Board.Seats {
		for _, t := range now.Nation(seat.Power).Techs() {
			if !before.Nation(seat.Power).HasTech(t) {
				items = append(items, b.PowerText("changed-tech", seat.Power, "Tech", b.Tech(t)))
			}
		}
	}
	return items
}
