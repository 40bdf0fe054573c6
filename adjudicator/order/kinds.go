package order

import "slices"

// Kinds returns a zero value of every type of order, for encoders that must know them.
func Kinds() []Order {
	return []Order{BonusUnits{}, ResearchTech{}, BuyUnits{}, Convert{}, Move{}, ShipUnits{}, Load{}, Unload{}, Bomb{},
		Rocket{},
		Bombard{}, AttackSubs{}, Pledge{}, BattleOrder{}, Land{}, TakeOver{}, PlaceUnits{}, Garrison{}, Declare{},
		Enigma{}, Nonaggression{}, Resistance{}, PlaceByDefault{}, Share{}, Oil{}, Choose{}}
}

// OnFile is a standing section as it stays on file: without the line numbers of the text that brought it, which mean
// nothing any more when it takes effect.
func (s Standing) OnFile() Standing {
	s.Line = 0
	s.Tactics = slices.Clone(s.Tactics)
	for i := range s.Tactics {
		s.Tactics[i].Line = 0
	}
	return s
}

// AnswerOnFile is an answer as it stays on file, without its line number. What is no answer comes back as it is.
func AnswerOnFile(o Order) Order {
	switch o := o.(type) {
	case Enigma:
		o.Line = 0
		if o.Move != nil {
			m := *o.Move
			m.Line, o.Move = 0, &m
		}
		return o
	case Nonaggression:
		o.Line = 0
		return o
	case Resistance:
		o.Line = 0
		return o
	case PlaceByDefault:
		o.Line = 0
		return o
	case Share:
		o.Line = 0
		return o
	case Oil:
		o.Line = 0
		return o
	case Garrison:
		o.Line = 0
		return o
	case Declare:
		o.Line = 0
		return o
	case Choose:
		o.Line = 0
		return o
	}
	return o
}
