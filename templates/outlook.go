package templates

import (
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// outlook is what a report and a status tell of a position beside the powers: convoy centres, the Middle East track, what the
// Patriotic War may take over, and how long capitals must be held. It is empty for rules that know nothing of the kind.
func (s *speaker) outlook(p *position.Position) []block {
	var bs []block
	if t := s.convoys(p); len(t.rows) > 0 {
		bs = append(bs, t)
	}
	items := append(s.oil(p), s.adoptables(p)...)
	if items = append(items, s.capitals(p)...); len(items) > 0 {
		bs = append(bs, bullets{items})
	}
	if len(bs) > 0 {
		bs = append([]block{heading{s.say("outlook")}}, bs...)
	}
	return bs
}

// convoys is the table of convoy centres: what each is worth, who holds it, whom it pays.
func (s *speaker) convoys(p *position.Position) *table {
	t := &table{head: []string{s.say("col-convoy"), s.say("col-ipc"), s.say("col-held"), s.say("col-pays")}, align: "lrll"}
	for _, c := range adjudicator.Convoys(s.rules, p) {
		pays := "–"
		if c.Payee != board.Nobody {
			pays = s.power(c.Payee)
		}
		t.add(s.space(c.Zone), s.count(c.Income), s.power(c.Holder), pays)
	}
	return t
}

// oil tells of the Middle East track and the next payment.
func (s *speaker) oil(p *position.Position) []string {
	o, ok := adjudicator.Oil(s.rules, p)
	if !ok {
		return nil
	}
	text := s.say("oil-track", "N", s.count(o.Value), "All", s.count(o.Of))
	if o.Value == 0 {
		return []string{join([]string{text, s.say("oil-nothing")})}
	}
	return []string{join([]string{text, s.does("oil-lands", o.Collector, "Spaces", s.spaces(o.Lands)), s.does("oil-next", o.Collector, "IPC", s.ipc(o.Next))})}
}

// adoptables lists the units that the Patriotic War may take over.
func (s *speaker) adoptables(p *position.Position) []string {
	who, list := adjudicator.Adoptables(s.rules, p)
	if who == board.Nobody {
		return nil
	}
	var items []string
	for _, a := range list {
		var units []event.Stack
		for _, id := range a.Units {
			u := p.Unit(id)
			units = pile(units, event.Stack{Power: u.Owner, Type: u.Type, N: 1})
		}
		items = append(items, s.say("patriot-in", "Space", s.space(a.In), "Units", s.sides(units)))
	}
	if len(items) == 0 {
		return []string{s.does("patriot-none", who)}
	}
	return []string{s.does("patriot", who, "List", strings.Join(items, "; "))}
}

// capitals is the victory clock: which capitals are in enemy hands, since when, and what must be held until when.
func (s *speaker) capitals(p *position.Position) []string {
	if !s.rules.Victory.Capitals {
		return nil
	}
	var items []string
	for _, f := range adjudicator.FallenCapitals(s.rules, p) {
		held := s.does("capital-held", f.Holder, "Space", s.space(f.Capital))
		if f.Since > 0 {
			held = s.does("capital-held-since", f.Holder, "Space", s.space(f.Capital), "Round", s.count(f.Since))
		}
		wins := map[board.Side]string{board.Axis: "capital-wins-Axis", board.Allies: "capital-wins-Allies"}
		if f.AtStart {
			wins = map[board.Side]string{board.Axis: "capital-wins-start-Axis", board.Allies: "capital-wins-start-Allies"}
		}
		keep := append([]board.SpaceID{f.Capital}, f.Keep...)
		text := []string{held, s.sentence(wins[s.b.SideOf(f.Holder)], "Turn", s.of(f.Turn), "Round", s.count(f.Round), "Spaces", s.spaces(keep))}
		if len(f.Missing) > 0 {
			text = append(text, s.sentence("capital-missing", "Spaces", s.spaces(f.Missing)))
		}
		items = append(items, join(text))
	}
	if len(items) == 0 && !p.Over() {
		return []string{s.say("capital-none")}
	}
	return items
}

// shares tells the Allies, before round 1, how each of them would share the bonus; nothing to others.
func (s *speaker) shares(v Seat) []block {
	if v.Pos == nil || v.Rules == nil || s.b.SeatOf(v.Power) == nil || s.b.SideOf(v.Power) == s.b.Seats[0].Side {
		return nil
	}
	list, open, agreed := adjudicator.ShareProposals(v.Rules, v.Pos)
	var items []string
	for _, x := range list {
		items = append(items, s.say("share-by", "Power", s.power(x.Power), "Parts", s.parts(x.Parts)))
		if agreed { // the others say the same
			return []block{para{s.sentence("share-agreed", "Parts", s.parts(x.Parts))}}
		}
	}
	if len(items) == 0 {
		return nil
	}
	if len(open) > 0 {
		items = append(items, s.say("share-open", "Powers", s.powers(open)))
	}
	return []block{para{s.say("share-proposals")}, bullets{items}}
}

// parts is who gets how much.
func (s *speaker) parts(parts []order.Part) string {
	items := make([]string, len(parts))
	for i, p := range parts {
		items[i] = s.power(p.Power) + glue + s.count(p.N)
	}
	return strings.Join(items, ", ")
}
