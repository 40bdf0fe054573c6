package orders

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

func headLine(s *scan) any {
	return phaseHead{map[string]order.Phase{"combat": order.Combat, "noncombat": order.Noncombat}[s.verb]}
}

// researchLine: research TECH with N dice.
func researchLine(s *scan) any {
	if s.take("nothing") {
		return emptyPhase{order.Research}
	}
	o := order.ResearchTech{At: s.at(), Tech: s.tech()}
	s.comma()
	s.take("with")
	o.Dice = s.number()
	s.take("dice")
	return o
}

// buyLine: buy UNITS [if [no] TECH].
func buyLine(s *scan) any {
	if s.take("nothing") {
		return emptyPhase{order.Buy}
	}
	o := order.BuyUnits{At: s.at(), Units: s.units(false)}
	if s.take("if") {
		o.Not = s.take("no")
		o.If = s.tech()
	}
	return o
}

func convertLine(s *scan) any {
	u, in := s.unitsIn()
	return order.Convert{At: s.at(), Units: u, In: in}
}

func takeOverLine(s *scan) any {
	u, in := s.unitsIn()
	return order.TakeOver{At: s.at(), Units: u, In: in}
}

func bonusLine(s *scan) any {
	if s.take("nothing") {
		return order.BonusUnits{At: s.at(), In: board.NoSpace, Nothing: true}
	}
	u, in := s.unitsIn()
	return order.BonusUnits{At: s.at(), Units: u, In: in}
}

// placeLine: place UNITS [from SPACE] in SPACE.
func placeLine(s *scan) any {
	if s.take("nothing") {
		return emptyPhase{order.Place}
	}
	o := order.PlaceUnits{At: s.at(), Units: s.units(false), In: board.NoSpace, From: board.NoSpace}
	s.clauses([]string{"in"}, map[string]func(){
		"from": func() { o.From = s.space() },
		"in":   func() { o.In = s.space() },
	})
	return o
}

func garrisonLine(s *scan) any {
	s.take("in")
	return order.Garrison{At: s.at(), In: s.land()}
}

func declareLine(s *scan) any {
	return order.Declare{At: s.at(), Advantage: s.lookup(s.lx.advantages, UnknownAdvantage, "advantage")}
}
