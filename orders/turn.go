package orders

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// at is the line of an order.
func (s *scan) at() order.At { return order.At{Line: s.line} }

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

func (s *scan) tech() int { return s.lx.tech(s.lookup(s.lx.techs, UnknownTech, "technology")) }

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

// unitsIn reads UNITS in SPACE.
func (s *scan) unitsIn() ([]order.Units, board.SpaceID) {
	u := s.units(false)
	s.comma()
	s.need("in")
	return u, s.space()
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

// twins are the pairs of clause keywords of which each may stand for the other where only that one can.
var twins = map[string]string{"with": "by", "by": "with", "on": "onto", "onto": "on", "in": "to"}

// clauses reads clauses in any order, each at most once. Those of need must stand.
func (s *scan) clauses(need []string, read map[string]func()) {
	s.lacking(need, s.anyClauses(read))
}

// lacking reports the first clause that must stand and does not.
func (s *scan) lacking(need, seen []string) {
	for _, word := range need {
		if !slices.Contains(seen, word) {
			s.expected(word)
		}
	}
}

// anyClauses reads clauses in any order, each at most once, and tells which stood there.
func (s *scan) anyClauses(read map[string]func()) (seen []string) {
	for !s.failed() {
		mark := s.i
		s.comma()
		at := s.peek()
		word := at
		if read[word] == nil {
			word = twins[at]
		}
		f := read[word]
		if f == nil {
			s.back(mark)
			break
		}
		if slices.Contains(seen, word) {
			s.fail(ClauseTwice, word)
			return seen
		}
		seen = append(seen, word)
		s.take(at)
		f()
	}
	return seen
}
