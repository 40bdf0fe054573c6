package reader

import (
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/victory"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
)

// Outlook returns what a report and a status say of a position next to the powers: convoy centres, the Middle East
// track, what the Patriotic War may take over, and how long capitals must be held. It is empty for rules that know
// nothing of the kind.
func Outlook(l *local.Localizer, set *rules.Set, p *position.Position) []layout.Block {
	s := standing{l, set}
	var bs []layout.Block
	if t := s.convoys(p); len(t.Rows) > 0 {
		bs = append(bs, t)
	}
	items := append(s.oil(p), s.adoptables(p)...)
	if items = append(items, s.capitals(p)...); len(items) > 0 {
		bs = append(bs, layout.Bullets(items))
	}
	if len(bs) > 0 {
		bs = append([]layout.Block{layout.Heading(s.Text("outlook"))}, bs...)
	}
	return bs
}

// Convoys returns the table of convoy centres: what each is worth, who controls it, which power it pays.
func Convoys(l *local.Localizer, set *rules.Set, p *position.Position) *layout.Table {
	return standing{l, set}.convoys(p)
}

func (s standing) convoys(p *position.Position) *layout.Table {
	t := &layout.Table{Head: []string{s.Text("col-convoy"), s.Text("col-ipc"), s.Text("col-held"),
		s.Text("col-pays")}, Align: "lrll"}
	for _, c := range economy.Convoys(s.rules, p) {
		pays := "–"
		if c.Payee != board.Nobody {
			pays = s.Power(c.Payee)
		}
		t.Add(s.Space(c.Zone), s.Count(c.Income), s.Power(c.Controller), pays)
	}
	return t
}

// oil describes the Middle East track and the next payment.
func (s standing) oil(p *position.Position) []string {
	o, ok := economy.Oil(s.rules, p)
	if !ok {
		return nil
	}
	text := s.Text("oil-track", "N", s.Count(o.Value), "All", s.Count(o.Of))
	if o.Value == 0 {
		return []string{join(text, s.Text("oil-nothing"))}
	}
	return []string{join(text, s.PowerText("oil-lands", o.Collector, "Spaces", s.Spaces(o.Lands)),
		s.PowerText("oil-next", o.Collector, "IPC", s.IPC(o.Next)))}
}

// adoptables lists the units that the Patriotic War may take over.
func (s standing) adoptables(p *position.Position) []string {
	who, list := adjudicator.Adoptables(s.rules, p)
	if who == board.Nobody {
		return nil
	}
	var items []string
	for _, a := range list {
		var units []event.Stack
		for _, id := range a.Units {
			u := p.Unit(id)
			units = local.AddStack(units, event.Stack{Power: u.Owner, Type: u.Type, N: 1})
		}
		items = append(items, s.Text("patriot-in", "Space", s.Space(a.In), "Units", s.ByOwner(units)))
	}
	if len(items) == 0 {
		return []string{s.PowerText("patriot-none", who)}
	}
	return []string{s.PowerText("patriot", who, "List", strings.Join(items, "; "))}
}

// capitals says which capitals are in enemy hands, since when, and what must be held until when.
func (s standing) capitals(p *position.Position) []string {
	if !s.rules.Victory.Capitals {
		return nil
	}
	var items []string
	for _, f := range victory.FallenCapitals(s.rules, p) {
		held := s.PowerText("capital-held", f.Controller, "Space", s.Space(f.Capital))
		if f.Since > 0 {
			held = s.PowerText("capital-held-since", f.Controller, "Space", s.Space(f.Capital),
				"Round", s.Count(f.Since))
		}
		wins := map[board.Side]string{board.Axis: "capital-wins-Axis", board.Allies: "capital-wins-Allies"}
		if f.AtStart {
			wins = map[board.Side]string{board.Axis: "capital-wins-start-Axis",
				board.Allies: "capital-wins-start-Allies"}
		}
		keep := append([]board.SpaceID{f.Capital}, f.Keep...)
		text := []string{held, s.Sentence(wins[s.Board.SideOf(f.Controller)], "Turn", s.Of(f.Turn), "Round",
			s.Count(f.Round), "Spaces", s.Spaces(keep))}
		if len(f.Missing) > 0 {
			text = append(text, s.Sentence("capital-missing", "Spaces", s.Spaces(f.Missing)))
		}
		items = append(items, strings.Join(text, " "))
	}
	if len(items) == 0 && !p.Over() {
		return []string{s.Text("capital-none")}
	}
	return items
}

// AddShares tells the Allies, before round 1, how each of them would share the bonus. For others it adds nothing.
func (p *Page) AddShares() {
	r := p.Reader
	ally := func(power board.Power) bool {
		return p.Board.SeatOf(power) != nil && p.Board.SideOf(power) != p.Board.Seats[0].Side
	}
	if r.Pos == nil || r.Rules == nil || !slices.ContainsFunc(r.Powers(), ally) {
		return
	}
	list, open, agreed := economy.ShareProposals(r.Rules, r.Pos)
	var items []string
	for _, x := range list {
		items = append(items, p.Text("share-by", "Power", p.Power(x.Power), "Parts", p.parts(x.Parts)))
		if agreed { // the others say the same
			p.Add(layout.Paragraph(p.Sentence("share-agreed", "Parts", p.parts(x.Parts))))
			return
		}
	}
	if len(items) == 0 {
		return
	}
	if len(open) > 0 {
		items = append(items, p.Text("share-open", "Powers", p.Powers(open)))
	}
	p.Add(layout.Paragraph(p.Text("share-proposals")), layout.Bullets(items))
}

// parts is who gets how much.
func (p *Page) parts(parts []order.Part) string {
	items := make([]string, len(parts))
	for i, x := range parts {
		items[i] = p.Power(x.Power) + layout.Glue + p.Count(x.N)
	}
	return strings.Join(items, ", ")
}

func join(sentences ...string) string { return strings.Join(sentences, " ") }
