package orders

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

func headLine(s *syntax.Scan) any {
	return phaseHead{map[string]order.Phase{"combat": order.Combat, "noncombat": order.Noncombat}[s.Keyword]}
}

// researchLine: research TECH with N dice.
func researchLine(s *syntax.Scan) any {
	if s.Take("nothing") {
		return emptyPhase{order.Research}
	}
	o := order.ResearchTech{At: s.At(), Tech: s.Tech()}
	s.Comma()
	s.Take("with")
	o.Dice = s.Number()
	s.Take("dice")
	return o
}

// buyLine: buy UNITS [if [no] TECH].
func buyLine(s *syntax.Scan) any {
	if s.Take("nothing") {
		return emptyPhase{order.Buy}
	}
	o := order.BuyUnits{At: s.At(), Units: s.Units(false)}
	if s.Take("if") {
		o.Not = s.Take("no")
		o.If = s.Tech()
	}
	return o
}

func convertLine(s *syntax.Scan) any {
	u, in := s.UnitsIn()
	return order.Convert{At: s.At(), Units: u, In: in}
}

func takeOverLine(s *syntax.Scan) any {
	u, in := s.UnitsIn()
	return order.TakeOver{At: s.At(), Units: u, In: in}
}

func bonusLine(s *syntax.Scan) any {
	if s.Take("nothing") {
		return order.BonusUnits{At: s.At(), In: board.NoSpace, Nothing: true}
	}
	u, in := s.UnitsIn()
	return order.BonusUnits{At: s.At(), Units: u, In: in}
}

// placeLine: place UNITS [from SPACE] in SPACE.
func placeLine(s *syntax.Scan) any {
	if s.Take("nothing") {
		return emptyPhase{order.Place}
	}
	o := order.PlaceUnits{At: s.At(), Units: s.Units(false), In: board.NoSpace, From: board.NoSpace}
	s.Clauses([]string{"in"}, map[string]func(){
		"from": func() { o.From = s.Space() },
		"in":   func() { o.In = s.Space() },
	})
	return o
}

func garrisonLine(s *syntax.Scan) any {
	s.Take("in", "onto")
	return order.Garrison{At: s.At(), In: s.Land()}
}

func declareLine(s *syntax.Scan) any {
	return order.Declare{At: s.At(), Advantage: s.Lookup(s.Lexicon.Advantages, syntax.UnknownAdvantage, "advantage")}
}
