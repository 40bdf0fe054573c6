package templates

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
)

// placeholder stands in the form where the player puts a space.
const placeholder = "…"

// form is the order form of a seat: header, what he may order as comments, end. Sent back as it is it orders nothing; every
// line from which the leading # is taken, and whose … is filled in, is an order.
func (s *speaker) form(v Seat) []string {
	f := &formWriter{speaker: s, seat: v}
	f.line("game " + v.Game)
	f.line("power " + string(v.Power))
	if v.Pos.Round > 0 {
		f.line(fmt.Sprintf("round %d", v.Pos.Round))
	}
	if v.Key != "" {
		f.line("key " + v.Key)
	} else {
		f.comment(s.say("form-key"))
	}
	if v.Base != "" {
		f.line("base " + v.Base)
	}
	if v.Salt != "" {
		f.line("salt " + v.Salt)
	}
	f.line("")
	f.comment(s.say("form-how"))
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
	*speaker
	seat  Seat
	lines []string
}

func (f *formWriter) line(s string)    { f.lines = append(f.lines, s) }
func (f *formWriter) comment(s string) { f.lines = append(f.lines, fold(s, Columns, "# ", "# ")...) }

// offer writes an order as a comment. Where it is too long it goes on in lines that the parser joins again, since they begin
// with a number or with a word such as "from".
func (f *formWriter) offer(words ...string) {
	line := "#   "
	for i, w := range words {
		if i > 0 && columns(line)+1+columns(w) > Columns {
			f.line(line)
			line = "#     "
		} else if i > 0 {
			line += " "
		}
		line += w
	}
	f.line(line)
}

func (f *formWriter) word(id string) string { return orders.Keyword(id, f.lang) }

// awaited offers the lines of the thing that is awaited, and of the phases after it.
func (f *formWriter) awaited(a adjudicator.Await) {
	f.line("")
	if f.answers(a) {
		return
	}
	at := slices.Index(f.rules.Phases, f.seat.Pos.Phase)
	if at < 0 || a.What != f.seat.Pos.Phase.String() {
		f.comment(f.say("form-asked", "What", f.await(a)))
		return
	}
	for _, ph := range f.rules.Phases[at:] {
		f.phaseOf(ph)
	}
	f.line("")
	f.comment(f.say("form-done"))
	f.offer(f.word("done"))
}

func (f *formWriter) phaseOf(ph order.Phase) {
	switch ph {
	case order.Research:
		f.comment(f.say("form-research", "IPC", f.ipc(f.money())))
		f.order(order.ResearchTech{Tech: rules.Rockets, Dice: 1})
	case order.Buy:
		f.prices()
	case order.Combat:
		f.line("")
		f.comment(f.say("form-combat"))
		f.offer(f.word("combat"))
		f.moves()
	case order.Noncombat:
		f.line("")
		f.comment(f.say("form-noncombat"))
		f.offer(f.word("noncombat"))
	case order.Place:
		f.places()
	}
}

func (f *formWriter) nation() *position.Nation { return f.seat.Pos.Nation(f.seat.Power) }

func (f *formWriter) money() int { return f.nation().Money }

// prices offers what is for sale, with its price.
func (f *formWriter) prices() {
	f.comment(f.say("form-buy", "IPC", f.ipc(f.money()), "Prices", f.priceList()))
	f.order(order.BuyUnits{Units: []order.Units{{N: 1, Type: board.Infantry}}})
}

func (f *formWriter) priceList() string {
	var items []string
	for _, t := range board.UnitTypes() {
		if c := f.rules.Cost(t); c > 0 {
			items = append(items, f.say("form-price", "Unit", orders.UnitName(t, 1, f.lang), "IPC", f.count(c)))
		}
	}
	return strings.Join(items, ", ")
}

// moves offers a line for each space where own units stand that can move, with the spaces around it.
func (f *formWriter) moves() {
	for _, sp := range append(f.byName(false), f.byName(true)...) {
		at := sp.ID
		list := f.movers(at)
		if len(list) == 0 {
			continue
		}
		var near []string
		for _, n := range f.b.Near(at) {
			if !f.b.Closed(at, n) && !neutral(f.b, n) {
				near = append(near, f.space(n))
			}
		}
		f.comment(f.say("form-near", "Space", f.space(at), "Near", strings.Join(near, ", ")))
		f.offer(f.moveWords(list, at)...)
	}
}

func neutral(b *board.Board, at board.SpaceID) bool { return b.Space(at).Home == board.Neutral }

// moveWords is a move line as words that may begin a line: "move 3 infantry," "1 tank" "from Ukraine" "to …".
func (f *formWriter) moveWords(list []event.Stack, from board.SpaceID) []string {
	words := []string{f.word("move") + " " + f.units(list[0].Type, list[0].N)}
	for _, st := range list[1:] {
		words[len(words)-1] += ","
		words = append(words, f.units(st.Type, st.N))
	}
	return append(words, f.word("from")+" "+f.space(from), f.word("to")+" "+placeholder)
}

// movers counts the seat's own units in a space that can move by themselves.
func (f *formWriter) movers(at board.SpaceID) []event.Stack {
	var list []event.Stack
	for _, t := range board.UnitTypes() {
		n := 0
		for _, u := range f.seat.Pos.In(at) {
			if u.Owner == f.seat.Power && u.Type == t && !t.IsBooty() && (u.Aboard == 0 || t.IsAir()) {
				n++
			}
		}
		if n > 0 {
			list = append(list, event.Stack{Power: f.seat.Power, Type: t, N: n})
		}
	}
	return list
}

// places offers to place what was bought.
func (f *formWriter) places() {
	var bought []string
	for t, n := range f.nation().Bought {
		if n > 0 {
			bought = append(bought, f.units(board.UnitType(t), n))
		}
	}
	f.line("")
	if len(bought) == 0 {
		f.comment(f.say("form-place-later"))
	} else {
		f.comment(f.say("form-place", "Units", f.list(bought), "Spaces", f.list(f.factories())))
	}
	if len(bought) == 0 {
		bought = []string{f.units(board.Infantry, 1)}
	}
	for _, units := range bought {
		f.offer(f.word("place")+" "+units, f.word("in")+" "+placeholder)
	}
}

// factories lists the territories where the seat has a complex.
func (f *formWriter) factories() []string {
	var names []string
	for i := range f.b.Spaces {
		at := board.SpaceID(i)
		if f.seat.Pos.Owner[at] != f.seat.Power {
			continue
		}
		if slices.ContainsFunc(f.seat.Pos.In(at), func(u *position.Unit) bool { return u.Type == board.Complex }) {
			names = append(names, f.space(at))
		}
	}
	return names
}

// standing shows the standing orders on file, which last until they are replaced.
func (f *formWriter) standing() {
	n := f.nation()
	if n == nil || len(n.Standing)+len(n.Answers) == 0 {
		return
	}
	f.line("")
	f.comment(f.say("form-standing"))
	for _, l := range strings.Split(strings.TrimSpace(orders.FormatStanding(n.Standing, n.Answers, f.lang, f.b)), "\n") {
		f.line("#   " + l)
	}
}
