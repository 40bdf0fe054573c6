package play

import (
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
)

// mostMendedLines is how many lines a mail may have, quoted ones too, that is read again with remedies in it.
const mostMendedLines = 2000

// mendedTurn returns the whole turn of a refused mail, as far as it can be mended, and whether a yes may send it as it
// stands: nothing of it is lost, it has no gap, and it would be taken.
func mendedTurn(r *command.Request, faults []order.Fault) (t remedy.Turn, whole, ok bool) {
	g := r.Game
	if len(r.File.Lines) > mostMendedLines || !g.Running() || g.Stopped() || g.Locked() != nil ||
		g.Pos.Power() != r.Seat.Power {
		return t, false, false
	}
	ctx := orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(), Power: r.Seat.Power}
	ground := remedy.Ground{Rules: g.Rules, Position: g.Pos, Power: r.Seat.Power, Lang: syntax.Lang(r.Lang())}
	judge := func(f *orders.File) []order.Fault { return filing.Judge(g.Game, r.Seat.Power, f.File) }
	lines := OrderLines(r)
	if f := orders.Parse(strings.Join(lines, "\n")+"\n", ctx); filing.Text(f.File, ctx.Board) != filing.Text(r.File.File, ctx.Board) {
		return t, false, false // its lines alone do not say what was read
	}
	t, ok = remedy.Mend(ground, lines, ctx, faults, judge)
	if !ok || !t.File.HasOrders() {
		return t, false, false
	}
	if t.Gaps > 0 || t.Lost || len(t.File.Commands) > 0 || !mayOfferMended(r) {
		return t, false, true
	}
	d, err := filing.Redraft(g.Game, r.Seat.Power, t.File.File)
	return t, err == nil && !order.Refuses(d.Faults), true
}

// mayOfferMended reports whether a mail is one whose orders a yes may carry out: it is proved, and says nothing but
// orders.
func mayOfferMended(r *command.Request) bool {
	proved := r.Keyed && !r.KeyExposed && !r.Signed && r.Console == nil && r.Agreed == nil
	return proved && !r.File.Check && len(r.File.Withdraw) == 0 && len(r.File.Commands) == 0
}
