package commands

import (
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// Odds asks for the exact odds of a battle.
type Odds struct {
	Line
	Attackers, Defenders []order.Units
	Sea, Amphibious      bool
}

// OddsSyntax is how it is written.
var OddsSyntax = define("odds", readOdds, "odds 3 infantry, 1 tank vs 2 infantry")

// readOdds: odds UNITS vs UNITS [at sea] [amphibious].
func readOdds(s *syntax.Scan) Command {
	c := Odds{Line: Line(s.Line), Attackers: s.Units(false)}
	s.Need("vs")
	c.Defenders = s.Units(false)
	s.Clauses(nil, map[string]func(){
		"at sea":     func() { c.Sea = true },
		"amphibious": func() { c.Amphibious = true },
	})
	return c
}

func (c Odds) print(pr *syntax.Printer) {
	pr.Say("odds", pr.Units(c.Attackers), pr.Word("vs"), pr.Units(c.Defenders), choice(pr, "at sea", c.Sea),
		choice(pr, "amphibious", c.Amphibious))
}
