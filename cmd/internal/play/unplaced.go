package play

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
)

// askUnplaced refuses orders that would end the turn while units that could be placed stay unplaced (reports.md 1.3), once: the same orders
// again are played, and so are orders with the line `place nothing`.
func askUnplaced(r *command.Request, fc forecast.Forecast) (*decision.Outcome, error) {
	g, place := r.Game, r.File.Sheet.Parts[order.Place]
	if len(fc.Unplaced) == 0 || place.Held && len(place.Orders) == 0 {
		return nil, nil
	}
	text := orders.FormatSheet(r.File.Sheet, syntax.English, g.Rules.Board)
	asked := dice.Sum(dice.Text("unplaced", g.Base().String(), text))
	if g.State.Unplaced[r.Role] == asked {
		delete(g.State.Unplaced, r.Role)
		return nil, nil
	}
	if g.State.Unplaced == nil {
		g.State.Unplaced = map[string]dice.Hash{}
	}
	g.State.Unplaced[r.Role] = asked
	n := notice.EndsUnplaced{Units: 0, Lines: nil}
	for _, u := range fc.Unplaced {
		n.Lines = append(n.Lines, placeLine(u, g.Rules.Board, syntax.Lang(r.Lang())))
		n.Units += u.N
	}
	return r.Reject(n)
}

// placeLine is the line that places units, as a person would write it.
func placeLine(u economy.Unplaced, b *board.Board, lang syntax.Lang) string {
	return fmt.Sprintf("%s %d %s %s %s", strings.ToLower(syntax.Keyword("place", lang)), u.N, syntax.UnitName(u.Unit, u.N, lang),
		strings.ToLower(syntax.Keyword("in", lang)), syntax.SpaceName(b, u.In, lang))
}
