package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// judgeTurn goes through the phases that the filed orders reach, hopefully. Parts that an earlier file left on file were
// judged when they came; now they are only carried out as far as they go.
func (r *run) judgeTurn(fresh order.Sheet) {
	r.misplaced(fresh)
	first := true
	for !r.over() && r.reaches() {
		ph, before := r.Pos.Phase, len(r.Faults)
		own := fresh.Parts[ph].Held || ph == order.Combat && len(fresh.Battles) > 0
		r.lenient = !own
		part := r.Pos.Turn.Sheet.Parts[ph]
		if _, err := r.playPhase(); err != nil {
			return // judging rolls no dice, so there is none
		}
		if !own {
			r.Faults = r.Faults[:before]
		} else if !first {
			r.dropCascade(part, before)
		}
		r.taint(part, before)
		first = false
	}
}

// misplaced notes lines of phases that are over, that the rules do not have, or that a power without its capital has not.
func (r *run) misplaced(s order.Sheet) {
	for i, part := range s.Parts {
		ph := order.Phase(i)
		if !part.Held || ph == order.NoPhase {
			continue
		}
		code := order.Code("")
		switch {
		case ph == order.Bonus && r.Rules.Prelude == order.Bonus:
			r.AddFault(part.FirstLine(), order.BonusNotAsked, phase.WithPower(r.Power))
			r.dropPart(ph)
			continue
		case !slices.Contains(r.Rules.Phases, ph):
			code = order.NoSuchPhase
		case ph != order.Combat && ph != order.Noncombat && !r.Pos.HoldsCapital(r.Board, r.Power):
			code = order.CapitalIsLost
		case ph < r.Pos.Phase || ph == order.Combat && r.Pos.Turn.Moved:
			code = order.PhaseOver
		default:
			continue
		}
		if len(part.Orders) == 0 {
			r.AddFault(part.Line, code, phase.WithWord(ph.String()))
		}
		for _, o := range part.Orders {
			r.AddFault(o.LineNo(), code, phase.WithWord(ph.String()))
		}
		r.dropPart(ph)
	}
}

// dropPart takes the lines of a phase off file.
func (r *run) dropPart(ph order.Phase) {
	sheet := r.Pos.Turn.Sheet
	sheet.Parts[ph] = order.PhaseOrders{}
	r.Emit(event.Filed{Sheet: sheet})
}

// taint remembers the spaces that refused lines name, so that later phases do not complain of what follows from them.
func (r *run) taint(part order.PhaseOrders, before int) {
	for _, f := range r.Faults[before:] {
		if f.Severity == order.Unwise {
			continue
		}
		for _, o := range part.Orders {
			if o.LineNo() == f.Line {
				r.tainted = append(r.tainted, spacesOf(o)...)
			}
		}
		if f.Code == order.TooDear || f.Code == order.OverCapacity || f.Code == order.NotForSale {
			r.buyFailed = true
		}
	}
}

// dropCascade forgets faults of a later phase that may only follow from refused lines of an earlier one.
func (r *run) dropCascade(part order.PhaseOrders, before int) {
	if len(r.tainted) == 0 && !r.buyFailed {
		return
	}
	follows := func(f order.Fault) bool {
		if r.buyFailed && f.Code == order.NotBought {
			return true
		}
		for _, o := range part.Orders {
			if o.LineNo() == f.Line && slices.ContainsFunc(spacesOf(o), func(s board.SpaceID) bool { return slices.Contains(r.tainted, s) }) {
				return true
			}
		}
		return false
	}
	var kept []order.Fault
	for _, f := range r.Faults[before:] {
		if follows(f) {
			r.followed = append(r.followed, f)
		} else {
			kept = append(kept, f)
		}
	}
	r.Faults = append(r.Faults[:before], kept...)
}

// doubtful lists the spaces that refused lines of the combat moves name.
func (r *run) doubtful(moves order.PhaseOrders) []board.SpaceID {
	var spaces []board.SpaceID
	for _, o := range moves.Orders {
		if slices.ContainsFunc(r.Faults, func(f order.Fault) bool { return f.Line == o.LineNo() && f.Severity != order.Unwise }) {
			spaces = append(spaces, spacesOf(o)...)
		}
	}
	return spaces
}

// spacesOf lists the spaces that an order names.
func spacesOf(o order.Order) []board.SpaceID {
	var ids []board.SpaceID
	groups := func(gs []order.Group) {
		for _, g := range gs {
			ids = append(ids, g.From)
		}
	}
	switch o := o.(type) {
	case order.Move:
		groups(o.Groups)
		ids = append(ids, o.To)
	case order.ShipUnits:
		groups(o.Groups)
		ids = append(ids, o.To)
	case order.Load:
		groups(o.Groups)
	case order.Unload:
		ids = append(ids, o.From, o.To)
	case order.Land:
		groups(o.Groups)
		ids = append(ids, o.To)
	case order.Bomb:
		groups(o.Groups)
		ids = append(ids, o.Target)
	case order.Pledge:
		ids = append(ids, o.From, o.To)
	case order.Bombard:
		ids = append(ids, o.Target)
	case order.PlaceUnits:
		ids = append(ids, o.In)
	}
	return ids
}

// judgeWithoutLuck judges the purchase once more as if research failed, so that neither branch of a conditional purchase can
// cost more than there is (D3).
func (r *run) judgeWithoutLuck(pos *position.Position, f order.File) {
	if !f.Sheet.Parts[order.Research].Held || !f.Sheet.Parts[order.Buy].Held || pos.Phase != order.Research {
		return
	}
	u := newRun(r.Rules, pos, phase.Assumed())
	u.payResearch(f.Sheet.Parts[order.Research])
	if _, err := u.Do(economy.Buy, f.Sheet.Parts[order.Buy]); err != nil {
		return // nothing is rolled, so there is no error
	}
	for _, x := range u.Faults {
		if !slices.ContainsFunc(r.Faults, func(y order.Fault) bool { return y.Line == x.Line && y.Code == x.Code }) {
			r.Faults = append(r.Faults, x)
		}
	}
}

// payResearch is research that fails: only its price.
func (r *run) payResearch(part order.PhaseOrders) {
	n := r.Pos.Nation(r.Power)
	for _, o := range part.Orders {
		if t, ok := o.(order.ResearchTech); ok {
			r.Emit(event.Researched{Power: r.Power, Tech: t.Tech, N: t.Dice, Paid: min(t.Dice*economy.DiePrice, n.Money)})
		}
	}
}

// judgeAgain judges the phase at hand as it now stands, before it is played. If it has become impossible the turn stops
// before it: nothing earlier is undone, its lines are dropped, the faults are told (fine print 9).
func (r *run) judgeAgain() bool {
	u := newRun(r.Rules, r.Pos, phase.Assumed())
	u.lenient = true
	if _, err := u.playPhase(); err == nil && !order.Refuses(u.Faults) {
		return true
	}
	r.Emit(event.PhaseFailed{Power: r.Power, Phase: r.Pos.Phase, Faults: u.Faults})
	r.Faults = append(r.Faults, u.Faults...)
	return false
}

// settle sorts faults by line and keeps one refusing fault a line and hint.
func settle(fs []order.Fault) []order.Fault {
	slices.SortStableFunc(fs, func(a, b order.Fault) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Severity, b.Severity))
	})
	return slices.CompactFunc(fs, func(a, b order.Fault) bool {
		return a.Line == b.Line && (a.Severity != order.Unwise && b.Severity != order.Unwise || a.Code == b.Code)
	})
}
