package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// The prelude is what precedes round 1 in some rules: each side has an advance to spend on units where own units stand. The
// first power's side spends first; the other side agrees how to share, then spends. What is kept is money. Then the starting
// incomes are paid and round 1 begins.

// What the prelude asks.
const (
	askBonus = "bonus"
	askShare = "share"
)

func (r *run) inPrelude() bool { return r.Pos.Power == board.Nobody && !r.Pos.Over() }

// prelude takes what a power sends before round 1. Only who is asked for its bonus spends it, and its mail is the whole bonus.
func (r *run) prelude(who board.Power, f order.File) {
	r.strangeParts(who, f.Sheet)
	r.checkShares(f.Answers)
	r.share() // before the bonus: the last to agree may send it with the same mail
	if part := f.Sheet.Parts[order.Bonus]; part.Held && !r.IsAsked(who, askBonus) {
		r.AddFault(firstLine(part), order.BonusNotAsked, phase.WithPower(who))
	} else if part.Held {
		r.Power = who
		r.spendBonus(part)
		r.Power = board.Nobody
		r.answered(who, askBonus)
	}
	r.share() // the first side's bonus makes the other side's shares count
	if len(r.Pos.Turn.Asked) == 0 {
		r.firstTurn()
	}
}

// strangeParts notes lines of phases that wait until the prelude is over.
func (r *run) strangeParts(who board.Power, s order.Sheet) {
	first := phase.NewFault(order.AnotherAsked, phase.WithPower(r.Pos.Turn.Asked[0].Power))
	if i := slices.IndexFunc(r.Pos.Turn.Asked, func(q position.Question) bool { return q.Power == who }); i >= 0 {
		first = phase.NewFault(order.YouAreAsked, phase.WithWord(r.Pos.Turn.Asked[i].What))
	}
	for ph, part := range s.Parts {
		if !part.Held || order.Phase(ph) == order.Bonus {
			continue
		}
		for _, o := range part.Orders {
			r.AddFault(o.LineNo(), first.Code, first.Fill)
		}
		if len(part.Orders) == 0 {
			r.AddFault(part.Line, first.Code, first.Fill)
		}
	}
}

// firstLine is the line of a phase's first order, of its heading if it has none.
func firstLine(part order.PhaseOrders) int {
	if len(part.Orders) > 0 {
		return part.Orders[0].LineNo()
	}
	return part.Line
}

func (r *run) spendBonus(part order.PhaseOrders) {
	n := r.Pos.Nation(r.Power)
	for _, o := range part.Orders {
		b, ok := o.(order.BonusUnits)
		if !ok || b.Nothing {
			continue
		}
		cost := 0
		for _, u := range b.Units {
			cost += u.N * r.Rules.Cost(u.Type)
		}
		stands := slices.ContainsFunc(r.Pos.In(b.In), func(u *position.Unit) bool { return u.Owner == r.Power && !u.Type.IsBooty() })
		unsold := slices.IndexFunc(b.Units, func(u order.Units) bool { return u.N < 1 || r.Rules.Cost(u.Type) == 0 })
		astray := slices.IndexFunc(b.Units, func(u order.Units) bool { return u.Type.IsShip() != r.Board.Space(b.In).Sea })
		switch {
		case unsold >= 0:
			r.AddFault(b.Line, order.NotForSale, phase.WithUnit(b.Units[unsold].Type))
		case astray >= 0 && r.Board.Space(b.In).Sea:
			r.AddFault(b.Line, order.OnlyShips, phase.WithUnit(b.Units[astray].Type), phase.WithSpace(b.In), phase.WithSpaces(r.bonusSites(false)))
		case astray >= 0:
			r.AddFault(b.Line, order.OnlyAshore, phase.WithUnit(b.Units[astray].Type), phase.WithSpace(b.In), phase.WithSpaces(r.bonusSites(true)))
		case !stands:
			r.AddFault(b.Line, order.NoOwnUnits, phase.WithPower(r.Power), phase.WithSpace(b.In), phase.WithSpaces(r.bonusSites(r.Board.Space(b.In).Sea)))
		case gunsAmong(b.Units) > phase.RoomForGuns(r.Turn, b.In):
			r.AddFault(b.Line, order.SecondGun, phase.WithSpace(b.In))
		case cost > n.Money:
			r.AddFault(b.Line, order.TooDear, phase.WithNumbers(n.Money, cost))
		default:
			var types []board.UnitType
			for _, u := range b.Units {
				types = append(types, slices.Repeat([]board.UnitType{u.Type}, u.N)...)
			}
			r.Emit(event.Placed{Power: r.Power, Space: b.In, Units: r.NewUnits(r.Power, types...), Paid: cost})
		}
	}
}

// bonusSites lists the spaces at sea or on land where the power on turn has units.
func (r *run) bonusSites(sea bool) []board.SpaceID {
	var sites []board.SpaceID
	for i := range r.Pos.Units {
		u := &r.Pos.Units[i]
		if u.Owner == r.Power && !u.Type.IsBooty() && r.Board.Space(u.At).Sea == sea && !slices.Contains(sites, u.At) {
			sites = append(sites, u.At)
		}
	}
	slices.Sort(sites)
	return sites
}

// gunsAmong counts the antiaircraft guns in a list of units.
func gunsAmong(units []order.Units) int {
	n := 0
	for _, u := range units {
		if u.Type == board.AAGun {
			n += u.N
		}
	}
	return n
}

// answered strikes a question off and, when the first side has spent, asks the other.
func (r *run) answered(who board.Power, what string) {
	r.Emit(event.Answered{Power: who, What: what})
	if first := r.Board.Seats[0]; who == first.Power && !r.IsWaiting() {
		for _, s := range r.Board.Seats {
			if s.Side != first.Side {
				r.Emit(event.Asked{Power: s.Power, What: askShare, Space: board.NoSpace})
			}
		}
	}
}

// checkShares refuses a split that does not add up or names a power of the other side.
func (r *run) checkShares(answers []order.Order) {
	for _, a := range answers {
		s, ok := a.(order.Share)
		if !ok {
			continue
		}
		sum := 0
		for _, p := range s.Parts {
			if r.Board.SideOf(p.Power) == r.Board.Seats[0].Side {
				r.AddFault(s.Line, order.NotInShare, phase.WithPower(p.Power))
				return
			}
			sum += p.N
		}
		if sum != r.Rules.Advance {
			r.AddFault(s.Line, order.WrongSum, phase.WithNumbers(sum, r.Rules.Advance))
		}
	}
}

// share hands out the second side's advance once all of its powers have sent the same split, and asks those who got some.
func (r *run) share() {
	if !r.IsWaiting() || r.Pos.Turn.Asked[0].What != askShare {
		return
	}
	parts, ok := r.agreedShare()
	if !ok {
		return
	}
	for _, q := range slices.Clone(r.Pos.Turn.Asked) {
		r.Emit(event.Answered{Power: q.Power, What: q.What})
	}
	for _, s := range r.Board.Seats {
		if n := parts[s.Power]; n > 0 {
			r.Emit(event.Granted{Power: s.Power, Paid: n})
			r.Emit(event.Asked{Power: s.Power, What: askBonus, Space: board.NoSpace})
		}
	}
}

func (r *run) agreedShare() (map[board.Power]int, bool) {
	var agreed map[board.Power]int
	for _, s := range r.Board.Seats {
		if s.Side == r.Board.Seats[0].Side {
			continue
		}
		var own map[board.Power]int
		for _, a := range r.Pos.Nation(s.Power).Answers {
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

// defaultPrelude is what a power answers before round 1 that keeps silent: its side's advance in equal shares, the first powers
// one more where it does not divide; of its own share it spends nothing.
func (r *run) defaultPrelude(who board.Power) order.File {
	var f order.File
	if r.IsAsked(who, askBonus) {
		f.Sheet.Parts[order.Bonus] = order.PhaseOrders{Held: true, Line: 1, Orders: []order.Order{order.BonusUnits{At: order.At{Line: 1}, In: board.NoSpace, Nothing: true}}}
	}
	if r.IsAsked(who, askShare) {
		f.Answers = []order.Order{EqualShare(r.Rules)}
	}
	return f
}

// EqualShare is the advance of the side that shares it, in equal parts; the first powers get one more where it does not divide.
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

// firstTurn pays the starting incomes and begins round 1.
func (r *run) firstTurn() {
	for _, n := range r.Pos.Nations {
		r.Emit(event.Granted{Power: n.Power, Paid: r.Pos.Income(r.Board, n.Power)})
	}
	r.begin()
}

// begin begins round 1.
func (r *run) begin() {
	StartTurn(r.Rules, r.Journal, event.TurnBegan{Power: r.Board.Seats[0].Power, Round: r.Pos.Round, Phase: r.Rules.Phases[0]})
	r.Power, r.Side = r.Pos.Power, r.Board.SideOf(r.Pos.Power)
	r.playIdleTurns()
}
