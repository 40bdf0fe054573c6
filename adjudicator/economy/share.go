package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// ShareProposal is how a power proposes to share its side's advance.
type ShareProposal struct {
	Power board.Power
	Parts []order.Part
}

// ShareProposals lists the proposals on file of the side that shares, in turn order, and the powers that have none;
// nothing when round 1 has begun. Agreed tells that all are the same, so that they are in force.
func ShareProposals(set *rules.Set, pos *position.Position) (list []ShareProposal, open []board.Power, agreed bool) {
	if pos.Power() != board.Nobody || pos.Phase() != order.Bonus || pos.Over() {
		return nil, nil, false
	}
	for _, s := range set.Board.Seats {
		if s.Side == set.Board.Seats[0].Side {
			continue
		}
		i := slices.IndexFunc(pos.Nation(s.Power).Answers(), func(o order.Order) bool {
			_, ok := o.(order.Share)
			return ok
		})
		if i < 0 {
			open = append(open, s.Power)
			continue
		}
		list = append(list, ShareProposal{s.Power, order.Shares(pos.Nation(s.Power).Answers()[i].(order.Share).Parts)})
	}
	_, agreed = agreedShare(set.Board, pos)
	return list, open, agreed
}

// checkShares refuses a split that does not add up or names a power of the other side.
func checkShares(t *phase.Turn, answers []order.Order) {
	for _, a := range answers {
		s, ok := a.(order.Share)
		if !ok {
			continue
		}
		sum := 0
		for _, p := range s.Parts {
			if t.Board.SideOf(p.Power) == t.Board.Seats[0].Side {
				t.AddFault(s.Line, order.NotInShare, phase.WithPower(p.Power))
				return
			}
			sum += p.N
		}
		if sum != t.Rules.Advance {
			t.AddFault(s.Line, order.WrongSum, phase.WithNumbers(sum, t.Rules.Advance))
		}
	}
}

// grantShares hands out the second side's advance once all of its powers have sent the same split, and asks those who
// got some.
func grantShares(t *phase.Turn) {
	if !t.IsWaiting() || t.Pos.Turn().Asked()[0].What != AskShare {
		return
	}
	parts, ok := agreedShare(t.Board, t.Pos)
	if !ok {
		return
	}
	for _, q := range slices.Clone(t.Pos.Turn().Asked()) {
		t.Emit(event.Answered{Power: q.Power, What: q.What})
	}
	for _, s := range t.Board.Seats {
		if n := parts[s.Power]; n > 0 {
			t.Emit(event.Granted{Power: s.Power, Paid: n})
			t.Emit(event.Asked{Power: s.Power, What: AskBonus, Space: board.NoSpace})
		}
	}
}

// agreedShare is the split on which all powers that share agree, if they do.
func agreedShare(b *board.Board, pos *position.Position) (map[board.Power]int, bool) {
	var agreed map[board.Power]int
	for _, s := range b.Seats {
		if s.Side == b.Seats[0].Side {
			continue
		}
		var own map[board.Power]int
		for _, a := range pos.Nation(s.Power).Answers() {
			if x, ok := a.(order.Share); ok {
				own = map[board.Power]int{}
				for _, p := range x.Parts {
					own[p.Power] += p.N
				}
			}
		}
		if own == nil || agreed != nil && !sameShare(own, agreed) {
			return nil, false
		}
		agreed = own
	}
	return agreed, true
}

// sameShare reports whether two splits are the same.
func sameShare(a, b map[board.Power]int) bool {
	for p, n := range a {
		if b[p] != n {
			return false
		}
	}
	for p, n := range b {
		if a[p] != n {
			return false
		}
	}
	return true
}

// EqualShare is the advance of the side that shares it, in equal parts; the first powers get one more where it does
// not divide.
func EqualShare(set *rules.Set) order.Share {
	var s order.Share
	for _, seat := range set.Board.Seats {
		if seat.Side != set.Board.Seats[0].Side {
			s.Parts = append(s.Parts, order.Part{Power: seat.Power})
		}
	}
	for i := range s.Parts {
		s.Parts[i].N = set.Advance / len(s.Parts)
		if i < set.Advance%len(s.Parts) {
			s.Parts[i].N++
		}
	}
	return s
}
