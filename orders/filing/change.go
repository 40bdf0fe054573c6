package filing

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// Change puts what a correction says in the place of what a power's resolution played: each phase, each battle and the
// answers that it names. The rest stays as it was, but for orders for battles that are not fought any more. It returns
// the orders with their canonical lines; the position is the one in which the resolution began.
func Change(set *rules.Set, before *position.Position, power board.Power,
	old, change order.File) (order.File, []string, error) {
	sheet := old.Sheet.Amended(change.Sheet)
	sheet.Done = max(old.Sheet.Done, change.Sheet.Done)
	answers := old.Answers
	if len(change.Answers) > 0 {
		answers = change.Answers
	}
	f, lines, err := canonical(set.Board, before.Phase(), power, sheet, answers)
	if err != nil {
		return f, nil, err
	}
	quiet := quietSpaces(adjudicator.Judge(set, before, power, f), change)
	if len(quiet) == 0 {
		return f, lines, nil
	}
	sheet.Battles = slices.DeleteFunc(sheet.Battles, func(x order.Battle) bool {
		return slices.Contains(quiet, x.Space)
	})
	return canonical(set.Board, before.Phase(), power, sheet, answers)
}

// quietSpaces are those where a battle section finds no battle, and that a change does not name.
func quietSpaces(faults []order.Fault, change order.File) []board.SpaceID {
	var out []board.SpaceID
	for _, f := range faults {
		if f.Code == order.NobodyFights && !slices.ContainsFunc(change.Sheet.Battles,
			func(x order.Battle) bool { return x.Space == f.Space }) {
			out = append(out, f.Space)
		}
	}
	return out
}

// canonical writes orders and reads them again.
func canonical(b *board.Board, phase order.Phase, power board.Power, sheet order.Sheet,
	answers []order.Order) (order.File, []string, error) {
	lines := Lines(orders.FormatSheet(sheet, syntax.English, b) +
		orders.FormatStanding(nil, answers, syntax.English, b))
	f, err := Parse(b, lines, phase, power)
	if err != nil {
		err = fmt.Errorf("canonical orders do not parse: %w", err)
	}
	return f, lines, err
}
