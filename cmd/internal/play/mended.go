package play

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/orders"
	"fieldpost/orders/filing"
)

// mostMends is how often remedies are put in: what one line lets through may show a fault in another.
const mostMends = 3

// mostMendedLines is how many lines a mail may have, quoted ones too, that is read again with remedies in it.
const mostMendedLines = 2000

// mended returns the orders of a refused mail with each faulty line replaced by what was offered for it. It returns
// false unless that is the whole of the orders, none of its lines lost, and they would be taken as they stand.
func mended(r *command.Request, faults []order.Fault) (f orders.File, ok bool) {
	gap := func(x order.Fault) bool { return x.Severity != order.Unwise && (x.Offer == "" || x.Line < 1) }
	if !mayOfferMended(r) || slices.ContainsFunc(faults, gap) {
		return f, false
	}
	g := r.Game
	ctx := orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(), Power: r.Seat.Power}
	lines := slices.Clone(OrderLines(r))
	parse := func() orders.File { return orders.Parse(strings.Join(lines, "\n")+"\n", ctx) }
	if f = parse(); filing.Text(f.File, ctx.Board) != filing.Text(r.File.File, ctx.Board) {
		return f, false // its lines alone do not say what was read
	}
	var replaced []int
	for range mostMends {
		for _, x := range faults {
			if x.Severity == order.Unwise {
				continue
			}
			if gap(x) || x.Line > len(lines) || strings.Contains(x.Offer, "\n") {
				return f, false
			}
			lines[x.Line-1] = x.Offer
			replaced = append(replaced, x.Line)
		}
		f = parse()
		faults = f.Merge(f.Faults, filing.Judge(g.Game, r.Seat.Power, f.File))
		if !order.Refuses(faults) && len(f.Faults) == 0 {
			break
		}
		faults = FindRemedies(g, &f, faults, r.Seat.Power, r.Lang())
	}
	if order.Refuses(faults) || len(f.Faults) > 0 || len(f.Commands) > 0 || !f.HasOrders() {
		return f, false
	}
	for _, n := range replaced { // a heading in the place of an order would lose it
		if !hasOrderAt(f.File, n) {
			return f, false
		}
	}
	d, err := filing.Redraft(g.Game, r.Seat.Power, f.File)
	return f, err == nil && !order.Refuses(d.Faults)
}

// mayOfferMended reports whether a mail is one whose orders a yes may carry out: it is proved, of the power on turn, and
// says nothing but orders.
func mayOfferMended(r *command.Request) bool {
	g := r.Game
	proved := r.Keyed && !r.KeyExposed && !r.Signed && r.Console == nil && r.Agreed == nil
	only := len(r.File.Lines) <= mostMendedLines && !r.File.Check && len(r.File.Withdraw) == 0 && len(r.File.Commands) == 0
	return proved && only && g.Running() && !g.Stopped() && g.Locked() == nil && g.Pos.Power() == r.Seat.Power
}

// hasOrderAt reports whether an order of the turn, or an answer, stands on a line.
func hasOrderAt(f order.File, line int) bool {
	at := func(o order.Order) bool { return o.LineNo() == line }
	for _, part := range f.Sheet.Parts {
		if slices.ContainsFunc(part.Orders, at) {
			return true
		}
	}
	return slices.ContainsFunc(f.Answers, at)
}
