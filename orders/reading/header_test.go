package reading_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"fieldpost/orders/reading"
)

// Keys are random, and may hold what looks like units and places beside each other. No reading depends on them.
func TestAKeyIsNoOrder(t *testing.T) {
	t.Parallel()
	const letters = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
	ctx, rnd := lawGround(t, "USSR"), rand.New(rand.NewPCG(1, 2))
	for range 300 {
		key := ""
		for i := range 19 {
			if i%5 == 4 {
				key += "-"
			} else {
				key += string(letters[rnd.IntN(len(letters))])
			}
		}
		text := fmt.Sprintf("key %s\nplease buy 4 inf\nstatus\n", key)
		if r := reading.Read(text, ctx); r.Outcome != reading.Sure || r.Canonical == "" || len(r.File.Commands) != 1 {
			t.Errorf("key %s: %v, %q, %v", key, r.Outcome, r.Canonical, r.Readings)
		}
	}
}
