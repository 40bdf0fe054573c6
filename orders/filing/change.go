package filing

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
)

// Change puts what a correction says in the place of what a go played: each phase, each battle and the answers that it names, and leaves
// the rest as it was. It returns the orders with their canonical lines; phase is the one in which the go began.
func Change(b *board.Board, old, change order.File, phase order.Phase, power board.Power) (order.File, []string, error) {
	sheet := old.Sheet
	sheet.Battles = slices.Clone(old.Sheet.Battles)
	for p, part := range change.Sheet.Parts {
		if part.Held {
			sheet.Parts[p] = part
		}
	}
	for _, x := range change.Sheet.Battles {
		sheet.Battles = slices.DeleteFunc(sheet.Battles, func(y order.Battle) bool { return x.Space == y.Space })
		sheet.Battles = append(sheet.Battles, x)
	}
	sheet.Done = max(old.Sheet.Done, change.Sheet.Done)
	answers := old.Answers
	if len(change.Answers) > 0 {
		answers = change.Answers
	}
	lines := Lines(orders.FormatSheet(sheet, orders.English, b) + orders.FormatStanding(nil, answers, orders.English, b))
	f, err := Parse(b, lines, phase, power)
	if err != nil {
		return f, nil, fmt.Errorf("canonical orders do not parse: %w", err)
	}
	return f, lines, nil
}
