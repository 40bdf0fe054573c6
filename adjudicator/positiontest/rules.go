package positiontest

import (
	"testing"

	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// Rules is a rule set with options given as name, value, name, value.
func Rules(t testing.TB, name string, opts ...string) *rules.Set {
	t.Helper()
	var o rules.Options
	for i := 0; i < len(opts); i += 2 {
		var err error
		if o, err = o.With(opts[i], opts[i+1]); err != nil {
			t.Fatal(err)
		}
	}
	set, err := rules.New(name, o)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// Part is the orders of a phase.
func Part(os ...order.Order) order.PhaseOrders {
	return order.PhaseOrders{Held: true, Line: 1, Orders: os}
}
