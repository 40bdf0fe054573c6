package adjudicator

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// However many lines are refused, only so many are judged by themselves, and fewer in a file of many orders.
func TestFewLinesAreJudgedByThemselves(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ orders, most int }{{1, 1}, {mostAlone, mostAlone}, {90, mostAlone}, {400, 10}, {4000, 1}, {5000, 0}} {
		var f order.File
		var faults []order.Fault
		var lines []int
		for n := 1; n <= c.orders; n++ {
			part := &f.Sheet.Parts[order.Combat]
			part.Orders = append(part.Orders, order.Move{At: order.At{Line: n}, To: board.SpaceID(n % 7)})
			faults = append(faults, order.NewFault(n, order.NotAllowed, order.TooFew))
			lines = append(lines, n)
		}
		judged := 0
		all := func(int) bool { return true }
		ownFaults(faults, lines, f, all, func(alone order.File) []order.Fault {
			judged++
			if n := len(alone.Sheet.Parts[order.Combat].Orders); n != 1 {
				t.Errorf("%d orders are judged for one", n)
			}
			return nil
		})
		if judged != c.most {
			t.Errorf("of %d refused lines %d are judged by themselves, want %d", c.orders, judged, c.most)
		}
	}
}
