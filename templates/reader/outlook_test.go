package reader

import (
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/local"
)

// TestTheVictoryClock: who must hold what until when, by whoever holds the capital, whoever is on turn, and by the
// options.
func TestTheVictoryClock(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		option, value string
		capital       string
		holder, turn  board.Power
		fresh         bool // taken in this very turn
		want          string
	}{
		"Germany before its turn": {"", "", "Moscow", "Germany", "UK", false,
			"at the end of the turn of Germany in round 4"},
		"Germany in the turn it took": {"", "", "Moscow", "Germany", "Germany", true,
			"at the end of the turn of Germany in round 4"},
		"Germany in its next turn": {"", "", "Moscow", "Germany", "Germany", false,
			"at the end of the turn of Germany in round 3"},
		"an Ally later in the round": {"", "", "Germany", "USA", "UK", false,
			"at the end of the turn of the USA in round 3"},
		"an Ally in the next round": {"", "", "Germany", "USSR", "UK", false,
			"at the end of the turn of the USSR in round 4"},
		"start, the Axis": {"victory-check", "start", "Moscow", "Germany", "UK", false,
			"at the beginning of the turn of Germany in round 4"},
		"start, the Allies": {"victory-check", "start", "Germany", "UK", "UK", false,
			"at the beginning of the turn of the USSR in round 4"},
		"Berlin need not be held": {"hold-berlin", "no", "Moscow", "Germany", "UK", false,
			"The Axis wins if it holds Moscow at the end"},
		"Berlin must be held": {"", "", "Moscow", "Germany", "UK", false,
			"The Axis wins if it holds Moscow and Germany at the end"},
	} {
		var o rules.Options
		if c.option != "" {
			var err error
			if o, err = o.With(c.option, c.value); err != nil {
				t.Fatal(err)
			}
		}
		set, err := rules.New("europe", o)
		if err != nil {
			t.Fatal(err)
		}
		pos := adjudicator.Empty(set)
		id, _ := set.Board.Find(c.capital)
		positiontest.Change(pos, func(d *position.Data) {
			d.Owner[id], d.Power, d.Phase, d.Round = c.holder, c.turn, order.Combat, 3
		})
		adjudicator.BeginTurn(set, pos)
		if c.fresh {
			positiontest.Change(pos, func(d *position.Data) { d.Turn.Captured = []board.SpaceID{id} })
		}
		l, err := local.New(set.Board, syntax.English)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Join(standing{l, set}.capitals(pos), " "); !strings.Contains(got, c.want) {
			t.Errorf("%s: %q does not say %q", name, got, c.want)
		}
	}
}
