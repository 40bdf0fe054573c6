package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
)

// judgement goes through the phases that a file reaches, on assumptions (fine print 9).
type judgement struct {
	*turn
	tainted   []board.SpaceID // spaces of refused lines
	buyFailed bool            // a purchase was refused
	followed  []order.Fault   // left out because they may follow from others
}

// judgeAlone judges a file, and of the refused lines those that are wanted by themselves.
func judgeAlone(set *rules.Set, pos *position.Position, who board.Power, f order.File,
	wanted func(line int) bool) []order.Fault {
	faults, followed := judge(set, pos, who, f)
	if len(followed) == 0 && len(refusedLines(faults)) < 2 {
		return faults
	}
	return ownFaults(faults, refusedLines(append(slices.Clone(faults), followed...)), f, wanted,
		func(alone order.File) []order.Fault {
			faults, _ := judge(set, pos, who, alone)
			return faults
		})
}

// judge judges a file once. It also returns the faults that it leaves out because they may follow from others.
func judge(set *rules.Set, pos *position.Position, who board.Power, f order.File) (faults, followed []order.Fault) {
	faults = checkSender(set, pos, who, f)
	if order.Refuses(faults) {
		return faults, nil
	}
	j := judgement{turn: newTurn(set, pos, phase.Assumed())}
	j.Faults = faults
	j.judgeChoices(who, f.Answers)
	standing.Check(j.Turn, who, f.Answers)
	fileToPlay(j.Turn, who, f)
	switch { // nothing is rolled, so there are no errors
	case AwaitingAdvantages(j.Pos):
		_ = j.choices(who, f)
	case economy.InPregame(j.Pos):
		_ = j.pregame(who, f)
	case holdsTurn(j.Turn, who, f):
		j.judgeTurn(f.Sheet)
		j.judgeWithoutLuck(pos, f)
	}
	standing.CheckLastPhase(j.Turn, who, f.Answers)
	return settle(j.Faults), j.followed
}

// judgeTurn goes through the phases that the filed orders reach. Parts that an earlier file left on file
// were judged when they came; now they are only carried out as far as they go.
func (j *judgement) judgeTurn(fresh order.Sheet) {
	j.misplaced(fresh)
	first := true
	for !j.isOver() && j.reaches() {
		ph, before := j.Pos.Phase(), len(j.Faults)
		own := fresh.Parts[ph].Held || ph == order.Combat && len(fresh.Battles) > 0
		take := order.Available
		if own {
			take = order.Exactly
		}
		part := j.orders(take)
		if _, err := j.playPhase(part, j.checkBattles); err != nil {
			return // judging rolls no dice, so there is none
		}
		if !own {
			j.Faults = j.Faults[:before]
		} else if !first {
			j.dropCascade(part, before)
		}
		j.taint(part, before)
		first = false
	}
}

// checkBattles looks at the battle sections, past the spaces that refused lines name.
func (j *judgement) checkBattles(moves order.PhaseOrders) {
	j.Faults = append(j.Faults, combat.Check(j.State(), moves, j.doubtful(moves))...)
}

// misplaced notes lines of phases that are over, that the rules do not have, or that a power without its capital has
// not.
func (j *judgement) misplaced(s order.Sheet) {
	for i, part := range s.Parts {
		ph := order.Phase(i)
		if !part.Held || ph == order.NoPhase {
			continue
		}
		code := order.Code("")
		switch {
		case ph == order.Bonus && j.Rules.Pregame == order.Bonus:
			j.AddFault(part.FirstLine(), order.BonusNotAsked, phase.WithPower(j.Power))
			j.dropPart(ph)
			continue
		case !slices.Contains(j.Rules.Phases, ph):
			code = order.NoSuchPhase
		case ph != order.Combat && ph != order.Noncombat && !j.Pos.HoldsCapital(j.Board, j.Power):
			code = order.CapitalIsLost
		case ph < j.Pos.Phase() || ph == order.Combat && j.Pos.Turn().Moved():
			code = order.PhaseOver
		default:
			continue
		}
		if len(part.Orders) == 0 {
			j.AddFault(part.Line, code, phase.WithWord(ph.String()))
		}
		for _, o := range part.Orders {
			j.AddFault(o.LineNo(), code, phase.WithWord(ph.String()))
		}
		j.dropPart(ph)
	}
}

// dropPart takes the lines of a phase off file.
func (j *judgement) dropPart(ph order.Phase) {
	sheet := j.Pos.Turn().Sheet()
	sheet.Parts[ph] = order.PhaseOrders{}
	j.Emit(event.Filed{Sheet: sheet})
}

// taint remembers the spaces that refused lines name, so that later phases do not complain of what follows from them.
func (j *judgement) taint(part order.PhaseOrders, before int) {
	for _, f := range j.Faults[before:] {
		if f.Severity == order.Unwise {
			continue
		}
		for _, o := range part.Orders {
			if o.LineNo() == f.Line {
				j.tainted = append(j.tainted, spacesOf(o)...)
			}
		}
		if f.Code == order.TooDear || f.Code == order.OverCapacity || f.Code == order.NotForSale {
			j.buyFailed = true
		}
	}
}

// dropCascade forgets faults of a later phase that may only follow from refused lines of an earlier one.
func (j *judgement) dropCascade(part order.PhaseOrders, before int) {
	if len(j.tainted) == 0 && !j.buyFailed {
		return
	}
	follows := func(f order.Fault) bool {
		if j.buyFailed && f.Code == order.NotBought {
			return true
		}
		for _, o := range part.Orders {
			if o.LineNo() == f.Line && slices.ContainsFunc(spacesOf(o),
				func(s board.SpaceID) bool { return slices.Contains(j.tainted, s) }) {
				return true
			}
		}
		return false
	}
	var kept []order.Fault
	for _, f := range j.Faults[before:] {
		if follows(f) {
			j.followed = append(j.followed, f)
		} else {
			kept = append(kept, f)
		}
	}
	j.Faults = append(j.Faults[:before], kept...)
}

// doubtful lists the spaces that refused lines of the combat moves name.
func (j *judgement) doubtful(moves order.PhaseOrders) []board.SpaceID {
	var spaces []board.SpaceID
	for _, o := range moves.Orders {
		if slices.ContainsFunc(j.Faults, func(f order.Fault) bool {
			return f.Line == o.LineNo() && f.Severity != order.Unwise
		}) {
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

// judgeWithoutLuck judges the purchase once more as if research failed, so that neither branch of a conditional
// purchase can cost more than there is (D3).
func (j *judgement) judgeWithoutLuck(pos *position.Position, f order.File) {
	if !f.Sheet.Parts[order.Research].Held || !f.Sheet.Parts[order.Buy].Held || pos.Phase() != order.Research {
		return
	}
	u := newTurn(j.Rules, pos, phase.Assumed())
	u.payResearch(f.Sheet.Parts[order.Research])
	if _, err := u.Do(economy.Buy, f.Sheet.Parts[order.Buy]); err != nil {
		return // nothing is rolled, so there is no error
	}
	for _, x := range u.Faults {
		if !slices.ContainsFunc(j.Faults, func(y order.Fault) bool { return y.Line == x.Line && y.Code == x.Code }) {
			j.Faults = append(j.Faults, x)
		}
	}
}

// payResearch is research that fails: only its price.
func (t *turn) payResearch(part order.PhaseOrders) {
	n := t.Pos.Nation(t.Power)
	for _, o := range part.Orders {
		if line, ok := o.(order.ResearchTech); ok {
			t.Emit(event.Researched{Power: t.Power, Tech: line.Tech, N: line.Dice,
				Paid: min(line.Dice*economy.DiePrice, n.Money())})
		}
	}
}

// judgeAgain judges the phase at hand as it now stands, before it is played. If it has become impossible the turn stops
// before it: nothing earlier is undone, its lines are dropped, the faults are told (fine print 9).
func (t *turn) judgeAgain() bool {
	u := judgement{turn: newTurn(t.Rules, t.Pos, phase.Assumed())}
	if _, err := u.playPhase(u.orders(order.Available), u.checkBattles); err == nil && !order.Refuses(u.Faults) {
		return true
	}
	t.Emit(event.PhaseFailed{Power: t.Power, Phase: t.Pos.Phase(), Faults: u.Faults})
	t.Faults = append(t.Faults, u.Faults...)
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
