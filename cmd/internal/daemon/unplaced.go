package daemon

import (
	"fmt"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
)

// askUnplaced refuses orders that would end the turn while units that could be placed stay unplaced (reports.md 1.3), once: the same orders
// again are played, and so are orders with the line `place nothing`.
func (e *errand) askUnplaced(fc adjudicator.Forecast) (*outcome, error) {
	t, place := e.table, e.file.Sheet.Parts[order.Place]
	if len(fc.Unplaced) == 0 || place.Held && len(place.Orders) == 0 {
		return nil, nil
	}
	text := orders.FormatSheet(e.file.Sheet, syntax.English, t.Rules.Board)
	asked := dice.Sum(dice.Text("unplaced", t.Base().String(), text))
	if t.Life.Unplaced[e.role] == asked {
		delete(t.Life.Unplaced, e.role)
		return nil, nil
	}
	if t.Life.Unplaced == nil {
		t.Life.Unplaced = map[string]dice.Hash{}
	}
	t.Life.Unplaced[e.role] = asked
	n := notice.EndsUnplaced{Units: 0, Lines: nil}
	for _, u := range fc.Unplaced {
		n.Lines = append(n.Lines, placeLine(u, t.Rules.Board, syntax.Lang(e.lang())))
		n.Units += u.N
	}
	return e.reject(n)
}

// placeLine is the line that places units, as a person would write it.
func placeLine(u economy.Unplaced, b *board.Board, lang syntax.Lang) string {
	return fmt.Sprintf("%s %d %s %s %s", strings.ToLower(syntax.Keyword("place", lang)), u.N, syntax.UnitName(u.Unit, u.N, lang),
		strings.ToLower(syntax.Keyword("in", lang)), syntax.SpaceName(b, u.In, lang))
}
