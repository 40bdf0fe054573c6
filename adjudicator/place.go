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

// Placing is phase 6. Every unit that is placed is charged to one complex, whose limit is its territory's income; a
// ship in a zone that touches several complexes may be charged to any, so who pays is found by assignment at the end.

// complexLimit is how many units a complex places in a turn; -1 without limit.
func (r *run) complexLimit(at board.SpaceID) int {
	s := r.Board.Space(at)
	if r.Rules.Factory.UnlimitedAtHome && s.Home == r.Power {
		return -1
	}
	return s.Income
}

// load is what has been charged so far: for every placed unit the complexes that could have made it.
type load [][]board.SpaceID

// fits tells whether all charges can be met within the limits, by augmenting paths.
func (r *run) fits(l load) bool {
	used := map[board.SpaceID][]int{} // complex → units charged to it; only looked up, never ranged over
	var try func(unit int, seen map[board.SpaceID]bool) bool
	try = func(unit int, seen map[board.SpaceID]bool) bool {
		for _, at := range l[unit] {
			if seen[at] {
				continue
			}
			seen[at] = true
			limit := r.complexLimit(at)
			if limit < 0 || len(used[at]) < limit {
				used[at] = append(used[at], unit)
				return true
			}
			for i, other := range used[at] {
				if try(other, seen) {
					used[at][i] = unit
					return true
				}
			}
		}
		return false
	}
	for unit := range l {
		if !try(unit, map[board.SpaceID]bool{}) {
			return false
		}
	}
	return true
}

// makers lists the complexes from which a unit type can be placed in a space: own ones only, ships in any zone beside
// them, hostile or not, land units and planes on the spot (T-51).
func (r *run) makers(t board.UnitType, in board.SpaceID) []board.SpaceID {
	sea := r.Board.Space(in).Sea
	if sea != t.IsShip() && !(sea && t == board.Fighter) {
		return nil
	}
	var ids []board.SpaceID
	for _, at := range phase.UsableComplexes(r.Turn) {
		if at == in || sea && r.Board.Touch(at, in) {
			ids = append(ids, at)
		}
	}
	return ids
}

// place carries out the placing lines and ends the phase: what can be placed nowhere is refunded, the rest stays (fine
// print 14).
func (r *run) place(part order.PhaseOrders) {
	r.declarations(rules.AtPlacing)
	refund := r.unplaceable()
	var charged load
	lines := slices.Clone(part.Orders)
	slices.SortStableFunc(lines, carriersFirst) // fighters find decks that a later line places
	free := r.recruitLine(lines)
	for _, o := range lines {
		p, ok := o.(order.PlaceUnits)
		if !ok {
			continue
		}
		if p.From != board.NoSpace && !r.Board.Space(p.From).Sea {
			r.boardNewCarrier(p)
			continue
		}
		for _, u := range p.Units {
			charged = r.placeUnits(p, u, charged, p.Line == free)
		}
	}
	r.placeByDefault(&charged)
	if !r.ended { // not of an idle power after it
		r.unplaced = r.placeable(charged)
	}
	r.refund(refund)
	r.loseWaiting()
}

func carriersFirst(a, b order.Order) int {
	has := func(o order.Order) int {
		p, ok := o.(order.PlaceUnits)
		if ok && slices.ContainsFunc(p.Units, func(u order.Units) bool { return u.Type == board.Carrier }) {
			return 0
		}
		return 1
	}
	return has(a) - has(b)
}

// placeUnits places one entry of a line and returns the charges with it, or notes why it cannot. Recruits says that the free
// unit of an advantage may be among them.
func (r *run) placeUnits(o order.PlaceUnits, u order.Units, charged load, recruits bool) load {
	n := r.Pos.Nation(r.Power)
	aboard := u.Type == board.Fighter && r.Board.Space(o.In).Sea
	if aboard && !r.Rules.Factory.NewOnNewCarriers && !r.Rules.Factory.NewOnOldCarriers {
		r.AddFault(o.Line, order.FightersLand, phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithSpaces(r.placingSites(u.Type)))
		return charged
	}
	have := n.Bought[u.Type]
	free := 0
	if recruits {
		free = r.recruit(o.In, u)
	}
	if u.N == order.All {
		u.N = have
	} else {
		u.N -= free
	}
	if u.N > have && r.lenient {
		u.N = have
	}
	if u.N == 0 {
		return charged
	}
	from := r.makers(u.Type, o.In)
	switch { // a site that cannot be is the line's own fault: it comes before what another line did not buy
	case u.Type == board.Complex && !r.mayTakeComplex(o):
		return charged
	case u.Type != board.Complex && len(from) == 0:
		code := order.NoComplexHere
		if r.Board.Space(o.In).Sea != u.Type.IsShip() && !aboard {
			code = order.NotPlaceable
		}
		r.AddFault(o.Line, code, phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithSpaces(r.placingSites(u.Type)))
		return charged
	case u.N > have:
		r.AddFault(o.Line, order.NotBought, phase.WithUnit(u.Type), phase.WithNumbers(have, u.N))
		return charged
	case u.Type == board.Complex:
		r.placeComplex(o, u)
		return charged
	}
	more := charged
	for range u.N {
		more = append(more, from)
	}
	if !r.fits(more) {
		r.AddFault(o.Line, order.ComplexFull, phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithNumbers(r.roomLeft(charged, from), u.N))
		return charged
	}
	if u.Type == board.AAGun && u.N > phase.RoomForGuns(r.Turn, o.In) {
		r.AddFault(o.Line, order.SecondGun, phase.WithSpace(o.In))
		return charged
	}
	if aboard && r.deckRoom(o.In) < u.N {
		r.AddFault(o.Line, r.noDeckCode(), phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithNumbers(r.deckRoom(o.In), u.N), phase.WithSpaces(r.placingSites(u.Type)))
		return charged
	}
	r.putDown(event.Placed{Waited: true}, u.Type, u.N, o.In)
	return more
}

// roomLeft is how many more units could be charged to one of these complexes.
func (r *run) roomLeft(charged load, from []board.SpaceID) int {
	if slices.ContainsFunc(from, func(at board.SpaceID) bool { return r.complexLimit(at) < 0 }) {
		return phase.Unlimited
	}
	n := 0
	for l := append(slices.Clone(charged), from); n < phase.Unlimited && r.fits(l); l = append(l, from) {
		n++
	}
	return n
}

// putDown places n units of a type. Fighters go on the decks in their zone, and those that wait there go on new carriers.
func (r *run) putDown(e event.Placed, t board.UnitType, n int, in board.SpaceID) {
	e.Power, e.Space, e.ThisTurn = r.Power, in, true
	e.Units = r.NewUnits(r.Power, slices.Repeat([]board.UnitType{t}, n)...)
	if t == board.Fighter && r.Board.Space(in).Sea {
		for i, deck := range r.newDecks(in, n) {
			e.Units[i].Aboard = deck
		}
	}
	r.Emit(e)
	if t == board.Carrier {
		for _, u := range e.Units {
			r.boardWaiting(u.ID)
		}
	}
}

// mayTakeComplex reports whether a new complex may stand in a space, or notes why not: land held since the turn began, income at least
// 1, none there (R-129, T-52).
func (r *run) mayTakeComplex(o order.PlaceUnits) bool {
	s := r.Board.Space(o.In)
	switch {
	case s.Sea:
		r.AddFault(o.Line, order.NotPlaceable, phase.WithUnit(board.Complex), phase.WithSpace(o.In))
	case r.Pos.Owner[o.In] != r.Power || r.Pos.Turn.StartOwner[o.In] != r.Power:
		r.AddFault(o.Line, order.NotHeldSince, phase.WithSpace(o.In))
	case s.Income < 1:
		r.AddFault(o.Line, order.PoorLand, phase.WithSpace(o.In))
	case r.HasComplex(o.In):
		r.AddFault(o.Line, order.ComplexHere, phase.WithSpace(o.In))
	default:
		return true
	}
	return false
}

// placeComplex puts a new complex.
func (r *run) placeComplex(o order.PlaceUnits, u order.Units) {
	if u.N > 1 {
		r.AddFault(o.Line, order.OneComplex, phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithNumbers(1, u.N))
		return
	}
	r.putDown(event.Placed{Waited: true}, board.Complex, 1, o.In)
}

// openDeck tells whether a carrier may take fighters now: one placed this turn, or any own one, as the rules have it.
func (r *run) openDeck(c *position.Unit, in board.SpaceID) bool {
	if c.Type != board.Carrier || c.Owner != r.Power || c.At != in {
		return false
	}
	if c.Now.Did.Has(position.PlacedNow) {
		return r.Rules.Factory.NewOnNewCarriers
	}
	return r.Rules.Factory.NewOnOldCarriers
}

func (r *run) deckRoom(in board.SpaceID) int {
	room := 0
	for i := range r.Pos.Units {
		if c := &r.Pos.Units[i]; r.openDeck(c, in) {
			room += position.DeckRoom - len(r.Pos.CargoOf(c.ID))
		}
	}
	return room
}

// newDecks lists carriers in a zone for up to n fighters, each as often as it has room.
func (r *run) newDecks(in board.SpaceID, n int) []int {
	var ids []int
	for i := range r.Pos.Units {
		if c := &r.Pos.Units[i]; r.openDeck(c, in) {
			ids = append(ids, slices.Repeat([]int{c.ID}, max(0, position.DeckRoom-len(r.Pos.CargoOf(c.ID))))...)
		}
	}
	return ids[:min(n, len(ids))]
}

// boardNewCarrier moves existing fighters from a complex's territory onto a carrier placed this turn.
func (r *run) boardNewCarrier(o order.PlaceUnits) {
	for _, u := range o.Units {
		var ids []int
		for _, f := range r.Pos.In(o.From) {
			if f.Type == board.Fighter && f.Owner == r.Power {
				ids = append(ids, f.ID)
			}
		}
		switch {
		case u.Type != board.Fighter:
			r.AddFault(o.Line, order.NotPlaceable, phase.WithUnit(u.Type), phase.WithSpace(o.In))
		case !r.Rules.Factory.OldOnNewCarriers:
			r.AddFault(o.Line, order.FightersLand, phase.WithUnit(u.Type), phase.WithSpace(o.In))
		case !slices.Contains(phase.UsableComplexes(r.Turn), o.From):
			r.AddFault(o.Line, order.NoComplexHere, phase.WithUnit(u.Type), phase.WithSpace(o.From))
		case !r.Board.Touch(o.From, o.In):
			r.AddFault(o.Line, order.NoCoast, phase.WithSpace(o.From), phase.WithOther(o.In))
		case u.N > len(ids):
			r.AddFault(o.Line, order.TooFew, phase.WithPower(r.Power), phase.WithUnit(u.Type), phase.WithSpace(o.From), phase.WithNumbers(len(ids), u.N))
		case r.deckRoom(o.In) < u.N:
			r.AddFault(o.Line, order.NoNewCarrier, phase.WithUnit(u.Type), phase.WithSpace(o.In), phase.WithNumbers(r.deckRoom(o.In), u.N))
		default:
			fighters := r.InOrder(ids[:u.N])
			for i, deck := range r.newDecks(o.In, u.N) {
				fighters[i].Aboard = deck
			}
			r.Emit(event.Boarded{Power: r.Power, From: o.From, To: o.In, Units: fighters})
		}
	}
}

// mayBuildIn reports whether a complex could be built in a space now.
func (r *run) mayBuildIn(id board.SpaceID) bool {
	s := r.Board.Space(id)
	return !s.Sea && s.Income > 0 && r.Pos.Owner[id] == r.Power && r.Pos.Turn.StartOwner[id] == r.Power && !r.HasComplex(id)
}

// noDeckCode is the fault of a fighter for which there is no room on a deck: a new carrier would help, or nothing would.
func (r *run) noDeckCode() order.Code {
	if r.Rules.Factory.NewOnNewCarriers {
		return order.NoNewCarrier
	}
	return order.NoNewDeck
}

// placingSites lists the spaces where a type can be placed as far as complexes go: fighters on land only.
func (r *run) placingSites(t board.UnitType) []board.SpaceID {
	var ids []board.SpaceID
	for i := range r.Board.Spaces {
		id := board.SpaceID(i)
		if !(t == board.Fighter && r.Board.Space(id).Sea) && len(r.makers(t, id)) > 0 {
			ids = append(ids, id)
		}
	}
	return ids
}

// canPlace tells whether a type could be placed anywhere now.
func (r *run) canPlace(t board.UnitType) bool {
	for i := range r.Board.Spaces {
		id := board.SpaceID(i)
		switch {
		case t == board.Complex:
			if r.mayBuildIn(id) {
				return true
			}
		case t == board.Fighter && r.Board.Space(id).Sea, t == board.AAGun && phase.RoomForGuns(r.Turn, id) == 0:
		default:
			for _, at := range r.makers(t, id) {
				if r.complexLimit(at) != 0 {
					return true
				}
			}
		}
	}
	return false
}

// unplaceable lists what waits and can be placed nowhere.
func (r *run) unplaceable() [board.NumUnitTypes]int {
	var out [board.NumUnitTypes]int
	for t, n := range r.Pos.Nation(r.Power).Bought {
		if n > 0 && !r.canPlace(board.UnitType(t)) {
			out[t] = n
		}
	}
	return out
}

// refund gives back the price of what could be placed nowhere.
func (r *run) refund(what [board.NumUnitTypes]int) {
	e := event.Refunded{Power: r.Power}
	for t, count := range what {
		if count == 0 {
			continue
		}
		e.Paid += count * r.Rules.Cost(board.UnitType(t))
		e.Units = append(e.Units, event.Stack{Power: r.Power, Type: board.UnitType(t), N: count})
	}
	if e.Paid > 0 {
		r.Emit(e)
	}
}

// mayPlace tells whether the phase has anything to do: something waits that could be placed, or a free unit.
func (r *run) mayPlace() bool {
	if _, sites := r.recruits(); len(sites) > 0 {
		return true
	}
	for t, n := range r.Pos.Nation(r.Power).Bought {
		if n > 0 && r.canPlace(board.UnitType(t)) {
			return true
		}
	}
	return false
}

// placeByDefault puts what no line placed, if the power ordered so (D23): land units and planes at the capital's complex,
// then at the next by income; ships beside it, in the first zone without enemies; complexes never.
func (r *run) placeByDefault(charged *load) {
	n := r.Pos.Nation(r.Power)
	if !slices.ContainsFunc(n.Answers, func(o order.Order) bool { _, ok := o.(order.PlaceByDefault); return ok }) {
		return
	}
	if t, sites := r.recruits(); len(sites) > 0 {
		r.recruit(sites[0], order.Units{N: 1, Type: t})
	}
	for _, at := range r.defaultComplexes() {
		for t := board.Infantry; t < board.NumUnitTypes; t++ {
			if t == board.Complex || n.Bought[t] == 0 {
				continue
			}
			in := at
			if t.IsShip() {
				if in = r.defaultZone(at); in == board.NoSpace {
					continue
				}
			}
			count := min(n.Bought[t], r.roomLeft(*charged, []board.SpaceID{at}))
			if t == board.AAGun {
				count = min(count, phase.RoomForGuns(r.Turn, at))
			}
			if count > 0 {
				*charged = r.placeUnits(order.PlaceUnits{In: in}, order.Units{N: count, Type: t}, *charged, false)
			}
		}
	}
}

func (r *run) defaultComplexes() []board.SpaceID {
	ids := phase.UsableComplexes(r.Turn)
	capital := r.Board.SeatOf(r.Power).Capital
	slices.SortStableFunc(ids, func(a, b board.SpaceID) int {
		switch {
		case a == capital:
			return -1
		case b == capital:
			return 1
		}
		return r.Board.Space(b).Income - r.Board.Space(a).Income
	})
	return ids
}

func (r *run) defaultZone(at board.SpaceID) board.SpaceID {
	first := board.NoSpace
	for _, z := range r.Board.Near(at) {
		if !r.Board.Space(z).Sea {
			continue
		}
		if !r.Pos.HostileZone(r.Board, z, r.Side) {
			return z
		}
		if first == board.NoSpace {
			first = z
		}
	}
	return first
}

// boardWaiting puts fighters that waited for a new carrier on it (option wait-for-new-carrier).
func (r *run) boardWaiting(carrier int) {
	for _, u := range r.Pos.In(r.Pos.Unit(carrier).At) {
		if r.HasNoDeck(u) && r.DeckRoom(carrier) > 0 {
			r.Emit(event.Embarked{Units: []int{u.ID}, Ship: carrier})
		}
	}
}

// loseWaiting ends the wait of those for whom no carrier was placed.
func (r *run) loseWaiting() {
	var lost []int
	for i := range r.Pos.Units {
		if u := &r.Pos.Units[i]; r.HasNoDeck(u) {
			lost = append(lost, u.ID)
		}
	}
	phase.RemoveStranded(r.Turn, lost)
}
