package server

import (
	"testing"

	"fieldpost/cmd/internal/gamestore"
)

// Whatever can be due in a game has a function that does it, and no function is left over.
func TestDueActs(t *testing.T) {
	t.Parallel()
	named := map[string]bool{}
	for _, d := range gamestore.Dues {
		if named[d.Name] {
			t.Errorf("two dues are named %q", d.Name)
		}
		named[d.Name] = true
		if dueActs[d.Name] == nil {
			t.Errorf("nothing does %q", d.Name)
		}
	}
	for name := range dueActs {
		if !named[name] {
			t.Errorf("%q is never due", name)
		}
	}
}
