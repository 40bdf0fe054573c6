package correct

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// The faults of edits. The comment names the fields that their messages use.
const (
	CannotStand order.Code = "edit-cannot-stand" // Unit of Power cannot be in Space
	NotThere    order.Code = "edit-not-there"    // Power has Have Unit in Space, Want are to go
	NoRoom      order.Code = "edit-no-room"      // no ship in Space has room for Unit
	TwoThere    order.Code = "edit-two-there"    // Space would have more than one Unit
	NoOwner     order.Code = "edit-no-owner"     // Space cannot be Power's
	TechKnown   order.Code = "edit-tech-known"   // Power has technology Want already
	TechUnknown order.Code = "edit-tech-unknown" // Power has not technology Want
	InCombat    order.Code = "edit-in-combat"    // a turn stands between its combat moves and the end of its battles
	NoPhase     order.Code = "edit-no-phase"     // Word the phase: no turn can stand there
)

// ApplyEdits carries edits out, one after the other, on a copy of the position. It refuses them all with the faults
// of those that cannot be, and what together they would leave impossible. Orders on file and orders that wait stay
// as they are.
func ApplyEdits(set *rules.Set, pos *position.Position, edits []order.Edit) (*position.Position, []order.Fault) {
	j := position.NewJournal(pos)
	a := &editing{set: set, b: set.Board, journal: j, pos: j.Now()}
	for _, e := range edits {
		a.line = e.Line
		a.do(e)
	}
	if len(a.faults) == 0 {
		a.settle()
	}
	if len(a.faults) > 0 {
		return nil, a.faults
	}
	adjudicator.Recount(set, j, a.spaces())
	return a.pos, nil
}

// editing is edits being carried out.
type editing struct {
	set     *rules.Set
	b       *board.Board
	journal *position.Journal
	pos     *position.Position // the journal's, for reading only
	line    int                // of the edit at hand
	touched []touch
	faults  []order.Fault
}

// touch is a space in which an edit changed something.
type touch struct {
	at   board.SpaceID
	line int
}

// spaces are those in which units or owners have changed.
func (a *editing) spaces() []board.SpaceID {
	var out []board.SpaceID
	for _, t := range a.touched {
		out = append(out, t.at)
	}
	return out
}

func (a *editing) fault(line int, code order.Code, fill func(*order.Fault)) {
	f := order.NewFault(line, order.NotAllowed, code)
	if fill != nil {
		fill(&f)
	}
	a.faults = append(a.faults, f)
}

func (a *editing) do(e order.Edit) {
	n := a.pos.Nation(e.Power)
	switch e.Do {
	case order.EditMoney:
		a.journal.Emit(event.MoneySet{Power: e.Power, Money: e.N})
	case order.EditTech:
		a.tech(n, e)
	case order.EditNoTech:
		a.noTech(n, e)
	case order.EditPhase:
		a.phase(e)
	default:
		a.piece(e)
	}
}

// piece is an edit of what stands on the board. In the middle of combat units are parts of battles, so then there
// is none.
func (a *editing) piece(e order.Edit) {
	if t := a.pos.Turn(); t.Moved() || t.HasBattles() {
		a.fault(e.Line, InCombat, nil)
		return
	}
	a.touched = append(a.touched, touch{e.Space, e.Line})
	switch e.Do {
	case order.EditAdd:
		units := make([]event.Unit, e.N)
		for i := range units {
			units[i] = event.Unit{ID: a.pos.LastID() + 1 + i, Owner: e.Power, Type: e.Type}
		}
		a.journal.Emit(event.UnitsAdded{Space: e.Space, Units: units})
	case order.EditRemove:
		a.remove(e)
	case order.EditOwner:
		a.owner(e)
	}
}

// remove takes units away: rather such as carry nothing and are not carried.
func (a *editing) remove(e order.Edit) {
	var found []position.Unit
	for u := range a.pos.In(e.Space) {
		if u.Type == e.Type && u.Owner == e.Power {
			found = append(found, u)
		}
	}
	if len(found) < e.N {
		a.fault(e.Line, NotThere, func(f *order.Fault) {
			f.Power, f.Unit, f.Space, f.Have, f.Want = e.Power, e.Type, e.Space, len(found), e.N
		})
		return
	}
	burden := func(u position.Unit) int { return 2*len(a.pos.CargoOf(u.ID)) + min(u.Aboard, 1) }
	slices.SortStableFunc(found, func(x, y position.Unit) int { return burden(x) - burden(y) })
	var ids []int
	for _, u := range found[:e.N] {
		ids = append(ids, u.ID)
	}
	a.journal.Emit(event.Removed{Units: ids})
}

// owner gives a space to another. Guns and complexes there go with it.
func (a *editing) owner(e order.Edit) {
	s := a.b.Space(e.Space)
	seated := a.b.SeatOf(e.Power) != nil
	if s.OriginalController == board.Neutral || s.Sea && !s.IsConvoy() || !seated && e.Power != s.OriginalController {
		a.fault(e.Line, NoOwner, func(f *order.Fault) { f.Space, f.Power = e.Space, e.Power })
		return
	}
	var taken []event.Unit
	for u := range a.pos.In(e.Space) {
		if u.Type.IsBooty() && seated {
			taken = append(taken, event.Unit{ID: u.ID, Owner: e.Power, Type: u.Type})
		}
	}
	a.journal.Emit(event.OwnerSet{Space: e.Space, To: e.Power, Taken: taken})
}

func (a *editing) tech(n position.Nation, e order.Edit) {
	if n.HasTech(e.N) {
		a.fault(e.Line, TechKnown, func(f *order.Fault) { f.Power, f.Want = e.Power, e.N })
		return
	}
	a.journal.Emit(event.TechSet{Power: e.Power, Tech: e.N, Has: true})
}

func (a *editing) noTech(n position.Nation, e order.Edit) {
	if !n.HasTech(e.N) {
		a.fault(e.Line, TechUnknown, func(f *order.Fault) { f.Power, f.Want = e.Power, e.N })
		return
	}
	a.journal.Emit(event.TechSet{Power: e.Power, Tech: e.N})
}

// phase begins a power's turn again, at a phase of it: what was moved and fought in the turn that stood is forgotten.
func (a *editing) phase(e order.Edit) {
	if !slices.Contains(a.set.Phases, e.Phase) || e.N < 1 {
		a.fault(e.Line, NoPhase, func(f *order.Fault) { f.Word = e.Phase.String() })
		return
	}
	adjudicator.StartTurn(a.set, a.journal, event.TurnBegan{Power: e.Power, Round: e.N, Phase: e.Phase})
}

// settle puts what stands at sea aboard ships there, and looks whether what was touched can stand so.
func (a *editing) settle() {
	for _, t := range a.touched {
		a.embark(t)
		a.checkOwners(t)
		a.checkOne(t)
	}
}

// embark finds ships for fighters and land units at sea that stand on none, or whose ship is gone.
func (a *editing) embark(t touch) {
	sea := a.b.Space(t.at).Sea
	for u := range a.pos.In(t.at) {
		if !sea || u.Aboard != 0 || u.Type.IsShip() {
			continue
		}
		ship := 0
		if u.Type == board.Fighter {
			ship = a.pos.Deck(a.b, u)
		} else if u.Type.IsLand() && u.Type != board.Complex {
			ship = a.hold(u)
		}
		if ship == 0 {
			a.fault(t.line, NoRoom, func(f *order.Fault) { f.Unit, f.Space = u.Type, t.at })
			return
		}
		a.journal.Emit(event.Embarked{Units: []int{u.ID}, Ship: ship})
	}
}

// hold finds a ship with room for a land unit: one of its own power first, 0 if there is none.
func (a *editing) hold(u position.Unit) int {
	ally := 0
	for s := range a.pos.In(u.At) {
		if !s.Type.IsShip() || !a.b.Allied(s.Owner, u.Owner) || !a.fits(s, u) {
			continue
		}
		if s.Owner == u.Owner {
			return s.ID
		}
		if ally == 0 {
			ally = s.ID
		}
	}
	return ally
}

func (a *editing) fits(ship, u position.Unit) bool {
	types := []board.UnitType{u.Type}
	for _, id := range a.pos.CargoOf(ship.ID) {
		types = append(types, a.pos.Unit(id).Type)
	}
	return a.set.Carries(a.set.Active(a.pos, ship.Owner), ship.Type, types)
}

// checkOwners looks whether every unit of a space can be there: ships at sea, the rest on land of their side.
func (a *editing) checkOwners(t touch) {
	s := a.b.Space(t.at)
	for u := range a.pos.In(t.at) {
		wrong := u.Type.IsShip() != s.Sea && u.Aboard == 0
		if !s.Sea {
			wrong = wrong || s.OriginalController == board.Neutral ||
				!a.b.Allied(a.pos.Owner(t.at), u.Owner) && u.Owner != a.pos.Owner(t.at)
		}
		if wrong {
			a.fault(t.line, CannotStand, func(f *order.Fault) { f.Unit, f.Power, f.Space = u.Type, u.Owner, t.at })
			return
		}
	}
}

// checkOne looks whether there is one complex at most.
func (a *editing) checkOne(t touch) {
	n := 0
	for u := range a.pos.In(t.at) {
		if u.Type == board.Complex {
			n++
		}
	}
	if n > 1 {
		a.fault(t.line, TwoThere, func(f *order.Fault) { f.Unit, f.Space = board.Complex, t.at })
	}
}
