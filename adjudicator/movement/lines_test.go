package movement_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/orders"
)

// lines are orders of one phase on an otherwise empty board, and all that comes of them: the faults with their fields,
// then the events that a report tells or the fight needs.
type lines struct {
	name  string
	rules string // revised if empty
	opts  []string
	who   board.Power
	setup string
	given func(*positiontest.Table) // what happened before in the turn
	late  bool                      // noncombat moves
	lax   bool                      // a line takes what is left of the units that it names
	text  string
	want  string
}

func (x *lines) run(t *testing.T) {
	t.Parallel()
	tb := layOn(t, orDefault(x.rules, "revised"), x.who, x.setup, x.opts...)
	f, heading := phase.Func(movement.Combat), "combat"
	positiontest.Change(tb.Pos, func(d *position.Data) { d.Phase = order.Combat })
	if x.late {
		positiontest.Change(tb.Pos, func(d *position.Data) {
			f, heading, d.Phase = movement.Noncombat, "noncombat", order.Noncombat
		})
	}
	if x.given != nil {
		x.given(tb)
	}
	file := orders.Parse(heading+"\n"+trim(x.text),
		orders.Context{Board: tb.Set.Board, Phase: tb.Pos.Phase(), Power: x.who})
	if len(file.Faults) > 0 {
		t.Fatalf("%+v", file.Faults)
	}
	part := file.Sheet.Parts[tb.Pos.Phase()]
	if x.lax {
		part.Take = order.Available
	}
	res, err := f(phase.State{Rules: tb.Set, Position: tb.Pos, Resolver: phase.Assumed()}, part)
	if err != nil {
		t.Fatal(err)
	}
	tb.Pos = res.After
	slices.SortStableFunc(res.Faults, func(a, b order.Fault) int { return a.Line - b.Line })
	var got []string
	for _, f := range res.Faults {
		got = append(got, faultText(tb, f))
	}
	for _, e := range res.Events {
		if s := eventText(tb, e); s != "" {
			got = append(got, s)
		}
	}
	if g, w := strings.Join(got, "\n"), trim(x.want); g != w {
		t.Errorf("got\n%s\nwant\n%s", g, w)
	}
}

func orDefault(s, d string) string {
	if s == "" {
		return d
	}
	return s
}

// trim takes the indentation off a text.
func trim(text string) string {
	var list []string
	for line := range strings.SplitSeq(strings.TrimSpace(text), "\n") {
		list = append(list, strings.TrimSpace(line))
	}
	return strings.Join(list, "\n")
}

// faultText is "LINE CODE POWER UNIT SPACE > OTHER (SPACES) HAVE/WANT WORD try SUGGEST", as far as the fields are set.
func faultText(tb *positiontest.Table, f order.Fault) string {
	s := fmt.Sprintf("%d %s", f.Line-1, f.Code) // below the heading
	add := func(is bool, format string, args ...any) {
		if is {
			s += " " + fmt.Sprintf(format, args...)
		}
	}
	add(f.Power != board.Nobody, "%s", f.Power)
	add(f.Unit != board.NoUnit, "%s", f.Unit)
	add(f.Space != board.NoSpace, "%s", name(tb, f.Space))
	add(f.Other != board.NoSpace, "> %s", name(tb, f.Other))
	add(len(f.Spaces) > 0, "(%s)", names(tb, f.Spaces, "; "))
	add(f.Have != 0 || f.Want != 0, "%d/%d", f.Have, f.Want)
	add(f.Word != "", "%s", f.Word)
	add(len(f.Suggest) > 0, "try %s", strings.Join(f.Suggest, "; "))
	return s
}

func name(tb *positiontest.Table, s board.SpaceID) string {
	if s == board.NoSpace {
		return "nowhere"
	}
	return tb.Set.Board.Name(s)
}

func names(tb *positiontest.Table, spaces []board.SpaceID, sep string) string {
	var list []string
	for _, s := range spaces {
		list = append(list, name(tb, s))
	}
	return strings.Join(list, sep)
}

// units are "2 infantry, 1 UK tank": allies' with their owner.
func units(tb *positiontest.Table, us []event.Unit) string {
	var list []string
	for _, s := range event.Stacks(us) {
		whose := ""
		if s.Power != tb.Pos.Power() {
			whose = string(s.Power) + " "
		}
		list = append(list, fmt.Sprintf("%d %s%s", s.N, whose, s.Type))
	}
	return strings.Join(list, ", ")
}

func eventText(tb *positiontest.Table, e event.Event) string {
	switch e := e.(type) {
	case event.Moved:
		s := fmt.Sprintf("moved %s: %s", units(tb, e.Units),
			names(tb, append([]board.SpaceID{e.From}, e.Path...), " > "))
		if e.Lands {
			s = strings.Replace(s, "moved", "flew", 1)
		}
		if e.Battle != board.NoSpace {
			s += ", to fight"
		}
		if e.Line == 0 {
			s += ", by itself"
		}
		return s
	case event.Loaded:
		return fmt.Sprintf("loaded %s: %s > %s", units(tb, e.Units), name(tb, e.From), name(tb, e.To))
	case event.Unloaded:
		return fmt.Sprintf("unloaded %s: %s > %s", units(tb, e.Units), name(tb, e.From), name(tb, e.To))
	case event.Captured:
		return "captured " + name(tb, e.Space)
	case event.Pledged:
		return fmt.Sprintf("pledged %s > %s", name(tb, e.From), name(tb, e.To))
	case event.NoLanding:
		return fmt.Sprintf("lost %s: %s", units(tb, e.Units), name(tb, e.Space))
	case event.Embarked:
		return fmt.Sprintf("on the deck of %s: %d", tb.Pos.Unit(e.Ship).Owner, len(e.Units))
	case event.Stayed:
		return fmt.Sprintf("stayed in %s: %d", name(tb, e.Space), e.N)
	case event.GunsTended:
		return fmt.Sprintf("guns tended: %d", len(e.Units))
	case event.Surfaced:
		return fmt.Sprintf("surfaced %s: %s", units(tb, e.Units), name(tb, e.Space))
	case event.Converted:
		return fmt.Sprintf("took over %s: %s", units(tb, e.Units), name(tb, e.Space))
	case event.Planned:
		return planText(tb, e.Plan)
	}
	return ""
}

func planText(tb *positiontest.Table, p event.Plan) string {
	var list []string
	for _, l := range p.Landings {
		list = append(list, fmt.Sprintf("landing in %s from %s: %d", name(tb, l.Target), name(tb, l.Zone),
			len(l.Cargo)))
	}
	for _, b := range p.Bombards {
		list = append(list, fmt.Sprintf("%s bombards %s", tb.Pos.Unit(b.Ship).Type, name(tb, b.Target)))
	}
	for _, r := range p.Raids {
		list = append(list, fmt.Sprintf("raid on %s: %d", name(tb, r.Target), len(r.Planes)))
	}
	for _, r := range p.Rockets {
		list = append(list, fmt.Sprintf("rocket %s > %s", name(tb, r.From), name(tb, r.Target)))
	}
	for _, r := range p.Routes {
		list = append(list, fmt.Sprintf("%s over guns: %s", tb.Pos.Unit(r.Unit).Type, names(tb, r.Over, ", ")))
	}
	if len(p.BattleOrder) > 0 {
		list = append(list, "battles: "+names(tb, p.BattleOrder, ", "))
	}
	return strings.Join(list, "\n")
}

// did notes what all units of a power and type in a space did before.
func did(where string, who board.Power, t board.UnitType, acts position.Activity) func(*positiontest.Table) {
	return func(tb *positiontest.Table) {
		n := 0
		positiontest.ChangeIn(tb.Pos, tb.At(where), func(u *position.Unit) {
			if u.Owner == who && u.Type == t {
				u.Now.Did |= acts
				n++
			}
		})
		if n == 0 {
			tb.Fatalf("no %s of %s in %s", t, who, where)
		}
	}
}

// all does one thing after another.
func all(list ...func(*positiontest.Table)) func(*positiontest.Table) {
	return func(tb *positiontest.Table) {
		for _, f := range list {
			f(tb)
		}
	}
}

// pledged notes that the carrier in a zone was pledged to go to another.
func pledged(from, to string) func(*positiontest.Table) {
	return func(tb *positiontest.Table) {
		for u := range tb.Pos.In(tb.At(from)) {
			if u.Type == board.Carrier {
				positiontest.Change(tb.Pos, func(d *position.Data) {
					d.Turn.Plan.Pledges = append(d.Turn.Plan.Pledges,
						position.Pledge{Carrier: u.ID, To: tb.At(to)})
				})
			}
		}
	}
}

// landedIn notes that the ship in a zone put units ashore in a territory in combat.
func landedIn(zone, land string) func(*positiontest.Table) {
	return func(tb *positiontest.Table) {
		ship := slices.Collect(tb.Pos.In(tb.At(zone)))[0]
		positiontest.Change(tb.Pos, func(d *position.Data) {
			d.Turn.Plan.Landings = append(d.Turn.Plan.Landings,
				position.Landing{Ship: ship.ID, Zone: tb.At(zone), Target: tb.At(land)})
		})
	}
}

// submerged submerges what is in a zone.
func submerged(zone string) func(*positiontest.Table) {
	return func(tb *positiontest.Table) {
		positiontest.ChangeIn(tb.Pos, tb.At(zone), func(u *position.Unit) { u.Submerged = true })
	}
}

type table = positiontest.Table

// advantage gives a power a national advantage.
func advantage(p board.Power, name string) func(*table) {
	return func(tb *table) {
		positiontest.Change(tb.Pos, func(d *position.Data) {
			n := d.Nation(p)
			n.Advantages = append(n.Advantages, name)
		})
	}
}

// start notes where the units in a space began the turn.
func start(at, from string) func(*table) {
	return func(tb *table) {
		positiontest.ChangeIn(tb.Pos, tb.At(at), func(u *position.Unit) { u.Now.Start = tb.At(from) })
	}
}

// used notes the movement that the units in a space have used.
func used(at string, n int) func(*table) {
	return func(tb *table) {
		positiontest.ChangeIn(tb.Pos, tb.At(at), func(u *position.Unit) { u.Now.Used = n })
	}
}

// captured notes a territory that was captured this turn.
func captured(at string) func(*table) {
	return func(tb *table) {
		positiontest.Change(tb.Pos, func(d *position.Data) { d.Turn.Captured = append(d.Turn.Captured, tb.At(at)) })
	}
}

// launched notes that the planes in a space took off from the carrier of a power.
func launched(at string, whose board.Power) func(*table) {
	return func(tb *table) {
		for c := range tb.Pos.Units() {
			if c.Type == board.Carrier && c.Owner == whose {
				positiontest.ChangeIn(tb.Pos, tb.At(at), func(u *position.Unit) {
					u.Now.Deck, u.Now.Start = c.ID, c.At
				})
			}
		}
	}
}
