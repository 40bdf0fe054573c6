package reader

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
)

// placeholder is in the form where the player puts a space.
const placeholder = "…"

// form is the order form of a seat: the header, what the seat may order as comments, and the end. Sent back as it is it
// orders nothing; every line whose leading # is removed and whose … is filled in is an order.
func (p *Page) form() []string {
	f, v := &formWriter{Page: p, rules: p.Reader.Rules}, p.Reader
	f.line("game " + v.Game)
	f.line("power " + string(v.Power))
	if v.Pos.Round() > 0 {
		f.line(fmt.Sprintf("round %d", v.Pos.Round()))
	}
	if v.Key != "" {
		f.line("key " + v.Key)
	} else {
		f.comment(f.Text("form-key"))
	}
	if v.Base != "" {
		f.line("base " + v.Base)
	}
	if v.Salt != "" {
		f.line("salt " + v.Salt)
	}
	f.line("")
	f.comment(f.Text("form-how"))
	for _, a := range v.Awaited {
		if a.Power == v.Power {
			f.awaited(a)
		}
	}
	f.standing()
	f.line("")
	f.line("end")
	return f.lines
}

type formWriter struct {
	*Page
	rules *rules.Set
	lines []string
}

func (f *formWriter) line(s string) { f.lines = append(f.lines, s) }
func (f *formWriter) comment(s string) {
	f.lines = append(f.lines, layout.Fold(s, layout.Columns, "# ", "# ")...)
}

// offer writes an order as a comment. Where it is too long it goes on in lines that the parser joins again, since
// they begin with a number or with a word such as "from".
func (f *formWriter) offer(words ...string) {
	line := "#   "
	for i, w := range words {
		if i > 0 && layout.Width(line)+1+layout.Width(w) > layout.Columns {
			f.line(line)
			line = "#     "
		} else if i > 0 {
			line += " "
		}
		line += w
	}
	f.line(line)
}

func (f *formWriter) word(id string) string { return syntax.Keyword(id, f.Lang) }

// awaited offers the lines of the thing that is awaited, and of the phases after it.
func (f *formWriter) awaited(a adjudicator.Await) {
	f.line("")
	if f.answers(a) {
		return
	}
	at := slices.Index(f.rules.Phases, f.Reader.Pos.Phase())
	if at < 0 || a.What != f.Reader.Pos.Phase().String() {
		f.comment(f.Text("form-asked", "What", f.What(a)))
		return
	}
	for _, ph := range f.rules.Phases[at:] {
		f.phaseOf(ph)
	}
	f.line("")
	f.comment(f.Text("form-done"))
	f.offer(f.word("done"))
}

func (f *formWriter) phaseOf(ph order.Phase) {
	switch ph {
	case order.Research:
		f.comment(f.Text("form-research", "IPC", f.IPC(f.money())))
		f.order(order.ResearchTech{Tech: rules.Rockets, Dice: 1})
	case order.Buy:
		f.prices()
	case order.Combat:
		f.line("")
		f.comment(f.Text("form-combat"))
		f.offer(f.word("combat"))
		f.moves()
	case order.Noncombat:
		f.line("")
		f.comment(f.Text("form-noncombat"))
		f.offer(f.word("noncombat"))
	case order.Place:
		f.places()
	}
}

func (f *formWriter) nation() position.Nation { return f.Reader.Pos.Nation(f.Reader.Power) }

func (f *formWriter) money() int { return f.nation().Money() }

// prices offers what is for sale, with its price.
func (f *formWriter) prices() {
	f.comment(f.Text("form-buy", "IPC", f.IPC(f.money()), "Prices", f.priceList()))
	f.order(order.BuyUnits{Units: []order.Units{{N: 1, Type: board.Infantry}}})
}

func (f *formWriter) priceList() string {
	var items []string
	for _, t := range board.UnitTypes() {
		if c := f.rules.Cost(t); c > 0 {
			items = append(items, f.Text("form-price", "Unit", syntax.UnitName(f.Board, t, 1, f.Lang), "IPC", f.Count(c)))
		}
	}
	return strings.Join(items, ", ")
}

// moves offers a line for each space where own units stand that can move, with the spaces around it.
func (f *formWriter) moves() {
	for _, sp := range append(f.ByName(false), f.ByName(true)...) {
		at := sp.ID
		list := f.movers(at)
		if len(list) == 0 {
			continue
		}
		var near []string
		for _, n := range f.Board.Near(at) {
			if !f.Board.Closed(at, n) && !neutral(f.Board, n) {
				near = append(near, f.Space(n))
			}
		}
		f.comment(f.Text("form-near", "Space", f.Space(at), "Near", strings.Join(near, ", ")))
		f.offer(f.moveWords(list, at)...)
	}
}

func neutral(b *board.Board, at board.SpaceID) bool {
	return b.Space(at).OriginalController == board.Neutral
}

// moveWords is a move line as words that may begin a line: "move 3 infantry," "1 tank" "from Ukraine" "to …".
func (f *formWriter) moveWords(list []event.Stack, from board.SpaceID) []string {
	words := []string{f.word("move") + " " + f.typed(list[0].Type, list[0].N)}
	for _, st := range list[1:] {
		words[len(words)-1] += ","
		words = append(words, f.typed(st.Type, st.N))
	}
	return append(words, syntax.NewPrinter(f.Lang, f.Board).From(from), f.word("to")+" "+placeholder)
}

// typed is a number of units as orders name them.
func (f *formWriter) typed(t board.UnitType, n int) string {
	units := syntax.NewPrinter(f.Lang, f.Board).OneUnits(order.Units{N: n, Type: t})
	return strings.Replace(units, " ", layout.Glue, 1)
}

// movers counts the seat's own units in a space that can move by themselves.
func (f *formWriter) movers(at board.SpaceID) []event.Stack {
	var list []event.Stack
	for _, t := range board.UnitTypes() {
		n := 0
		for u := range f.Reader.Pos.In(at) {
			if u.Owner == f.Reader.Power && u.Type == t && !t.IsBooty() && (u.Aboard == 0 || t.IsAir()) {
				n++
			}
		}
		if n > 0 {
			list = append(list, event.Stack{Power: f.Reader.Power, Type: t, N: n})
		}
	}
	return list
}

// places offers to place what was bought.
func (f *formWriter) places() {
	var bought, lines []string
	for t, n := range f.nation().Bought() {
		if n > 0 {
			bought = append(bought, f.Units(board.UnitType(t), n))
			lines = append(lines, f.typed(board.UnitType(t), n))
		}
	}
	f.line("")
	if len(bought) == 0 {
		f.comment(f.Text("form-place-later"))
	} else {
		f.comment(f.Text("form-place", "Units", f.List(bought), "Spaces", f.List(f.factories())))
	}
	if len(bought) == 0 {
		lines = []string{f.typed(board.Infantry, 1)}
	}
	for _, units := range lines {
		f.offer(f.word("place")+" "+units, f.word("in")+" "+placeholder)
	}
}

// factories lists the territories where the seat has a complex.
func (f *formWriter) factories() []string {
	var names []string
	for i := range f.Board.Spaces {
		at := board.SpaceID(i)
		if f.Reader.Pos.Owner(at) != f.Reader.Power {
			continue
		}
		if f.Reader.Pos.AnyIn(at, func(u position.Unit) bool { return u.Type == board.Complex }) {
			names = append(names, f.Space(at))
		}
	}
	return names
}

// standing shows the standing orders on file, which last until they are replaced.
func (f *formWriter) standing() {
	n := f.nation()
	if !n.HasTurn() || len(n.Standing())+len(n.Answers()) == 0 {
		return
	}
	f.line("")
	f.comment(f.Text("form-standing"))
	for _, l := range strings.Split(strings.TrimSpace(orders.FormatStanding(n.Standing(), n.Answers(), f.Lang,
		f.Board)), "\n") {
		f.line("#   " + l)
	}
}
