package orders

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// section is where in a file a line stands.
type section uint8

const (
	beforeHeading section = iota // no heading yet: movement belongs to the phase in which the turn stands
	outside                      // a top-level word has ended the last section
	inMoves
	inBattle
	inStanding
	inDoubt // under a heading that was not understood: nothing is blamed for standing here
)

// assembler sorts statements into a file.
type assembler struct {
	p      *parser
	f      *File
	in     section
	phase  order.Phase // inMoves
	headed bool        // a heading has been seen
	battle int         // index in Sheet.Battles
	done   bool
}

// assemble puts the statements into the file and collects the faults.
func (p *parser) assemble(sts []statement) {
	a := &assembler{p: p, f: &p.file}
	for i, st := range sts {
		if st.fault != nil {
			a.faulty(st)
			continue
		}
		a.item(i == 0, st)
	}
	slices.SortStableFunc(p.file.Faults, func(x, y order.Fault) int { return x.Line - y.Line })
}

func (a *assembler) fail(line int, code order.Code, word string, suggest ...string) {
	a.f.Faults = append(a.f.Faults, syntax.NewFault(line, code, word, suggest...))
}

// faulty notes a fault. A line that may have been meant as a heading leaves the lines below it in doubt.
func (a *assembler) faulty(st statement) {
	a.f.Faults = append(a.f.Faults, *st.fault)
	a.f.spoiled = append(a.f.spoiled, a.phaseAt(st))
	heads := []string{"battle", "defend", "attack", "combat", "noncombat"}
	if slices.Contains(heads, st.verb) || slices.ContainsFunc(st.fault.Suggest,
		func(s string) bool { return slices.Contains(heads, s) }) {
		a.in, a.headed = inDoubt, true
		return
	}
	if isTopLevel(st.verb) {
		a.leave()
	}
}

// phaseAt is the phase to which a line that was not understood belongs, NoPhase if that cannot be told.
func (a *assembler) phaseAt(st statement) order.Phase {
	verb := st.verb
	if verb == "" && len(st.fault.Suggest) > 0 {
		verb = st.fault.Suggest[0]
	}
	switch verb {
	case "bonus":
		return order.Bonus
	case "research":
		return order.Research
	case "buy", "convert":
		return order.Buy
	case "place":
		return order.Place
	}
	switch a.in {
	case inMoves:
		return a.phase
	case inBattle, inStanding:
		return order.Place // it changes nothing that a later line needs
	}
	return order.NoPhase
}

// leave ends a section.
func (a *assembler) leave() {
	if a.in != beforeHeading {
		a.in = outside
	}
}

// topLevel are the words besides headings that end a section.
var topLevel = []string{"research", "buy", "convert", "bonus", "place", "place by default",
	"garrison", "declare", "done", "enigma", "nonaggression", "resistance", "share", "oil", "choose"}

func isTopLevel(verb string) bool { return slices.Contains(topLevel, verb) }

func (a *assembler) item(first bool, st statement) {
	if isTopLevel(st.verb) {
		a.leave()
	}
	switch it := st.item.(type) {
	case headerLine:
		a.header(st.line, it)
	case commands.Check:
		a.check(first, it)
	case commands.Withdraw:
		it.Of.Line = st.line
		a.f.Withdraw = append(a.f.Withdraw, it.Of)
	case commands.Command:
		a.f.Commands = append(a.f.Commands, it)
	case mark:
		a.mark(st.line, it.word)
	case phaseHead:
		a.in, a.phase, a.headed = inMoves, it.phase, true
		a.hold(it.phase, st.line)
	case emptyPhase:
		a.hold(it.phase, st.line)
	case battleHead:
		a.in, a.headed = inBattle, true
		a.openBattle(it.Battle)
	case standingHead:
		a.in, a.headed = inStanding, true
		a.f.Standing = append(a.f.Standing, it.Standing)
	case order.Tactic:
		a.tactic(st.verb, it)
	case order.Order:
		a.order(st, it)
	}
}

func (a *assembler) hold(ph order.Phase, line int) *order.PhaseOrders {
	part := &a.f.Sheet.Parts[ph]
	if !part.Held {
		part.Held, part.Line = true, line
		if a.f.Sheet.Done > 0 {
			a.afterDone(line)
		}
	}
	return part
}

func (a *assembler) afterDone(line int) {
	if !a.done {
		f := syntax.NewFault(line, syntax.AfterDone, "done")
		f.Want = a.f.Sheet.Done
		a.f.Faults, a.done = append(a.f.Faults, f), true
	}
}

func (a *assembler) openBattle(b order.Battle) {
	bs := a.f.Sheet.Battles
	a.battle = slices.IndexFunc(bs, func(o order.Battle) bool { return o.Space == b.Space })
	if a.battle < 0 {
		a.battle = len(bs)
		a.f.Sheet.Battles = append(bs, b)
	}
}

// where each tactic can stand.
var (
	battleOnly   = []order.Verb{order.Retreat, order.WithdrawAircraft, order.CallOff, order.NoBombardment, order.Pause}
	standingOnly = []order.Verb{order.Flee, order.Intercept, order.Kaiten, order.Object}
)

func (a *assembler) tactic(verb string, t order.Tactic) {
	switch {
	case a.in == inDoubt:
	case a.in == inBattle && !slices.Contains(standingOnly, t.Do):
		b := &a.f.Sheet.Battles[a.battle]
		b.Tactics = append(b.Tactics, t)
	case a.in == inStanding && !slices.Contains(battleOnly, t.Do):
		s := &a.f.Standing[len(a.f.Standing)-1]
		s.Tactics = append(s.Tactics, t)
	case slices.Contains(standingOnly, t.Do):
		a.fail(t.Line, syntax.WrongSection, verb, "defend")
	default:
		a.fail(t.Line, syntax.WrongSection, verb, "battle")
	}
}

// order puts an order of the turn into its phase, an answer among the answers.
func (a *assembler) order(st statement, o order.Order) {
	if ph := phaseOf(o); ph != order.NoPhase {
		a.add(ph, st.line, o)
		return
	}
	switch o.(type) {
	case order.Enigma, order.Nonaggression, order.Resistance, order.PlaceByDefault, order.Share, order.Oil,
		order.Choose, order.Garrison, order.Declare:
		a.f.Answers = append(a.f.Answers, o)
		return
	}
	a.movement(st, o)
}

func (a *assembler) add(ph order.Phase, line int, o order.Order) {
	part := a.hold(ph, line)
	part.Orders = append(part.Orders, o)
}

// phaseOf is the phase of the orders that need no heading.
func phaseOf(o order.Order) order.Phase {
	switch o.(type) {
	case order.BonusUnits:
		return order.Bonus
	case order.ResearchTech:
		return order.Research
	case order.BuyUnits, order.Convert:
		return order.Buy
	case order.AttackSubs, order.BattleOrder:
		return order.Combat
	case order.PlaceUnits:
		return order.Place
	}
	return order.NoPhase
}

// movement puts a movement line into the phase of its heading.
func (a *assembler) movement(st statement, o order.Order) {
	ph := a.phase
	switch {
	case a.in == inDoubt:
		return
	case a.in == inMoves:
	case !a.headed && (a.p.ctx.Phase == order.Combat || a.p.ctx.Phase == order.Noncombat):
		ph = a.p.ctx.Phase
	default:
		a.fail(st.line, syntax.NoHeading, st.verb, "combat", "noncombat")
		a.in = inDoubt
		return
	}
	if need := onlyIn(o); need != order.NoPhase && need != ph {
		a.fail(st.line, syntax.WrongSection, st.verb, need.String())
		return
	}
	a.add(ph, st.line, o)
}

// onlyIn is the one movement phase in which an order can stand, or NoPhase.
func onlyIn(o order.Order) order.Phase {
	switch o.(type) {
	case order.Bomb, order.Rocket, order.Bombard, order.Pledge:
		return order.Combat
	case order.Land, order.TakeOver:
		return order.Noncombat
	}
	return order.NoPhase
}

func (a *assembler) mark(line int, word string) {
	switch word {
	case "done":
		if a.f.Sheet.Done == 0 {
			a.f.Sheet.Done = line
		}
	case "standing clear":
		a.f.Clear = line
	}
}

// check notes that the file is to be judged only. What is to be done before it cannot be held back.
func (a *assembler) check(first bool, c commands.Check) {
	if !first && (a.f.HasOrders() || len(a.f.Faults) > 0) {
		a.fail(c.CommandLine(), syntax.CheckNotFirst, "check")
	} else {
		a.f.Check = true
	}
	if c.Of != nil {
		a.f.Commands = append(a.f.Commands, c.Of)
	}
}

// header sets a field; a second line may only repeat the first.
func (a *assembler) header(line int, h headerLine) {
	f, v := &a.f.Header, h.value
	set := func(same, unset bool, at *int, put func()) {
		switch {
		case unset:
			put()
			*at = line
		case !same:
			fault := syntax.NewFault(line, syntax.HeaderTwice, h.field)
			fault.Want = *at
			a.f.Faults = append(a.f.Faults, fault)
		}
	}
	switch h.field {
	case "game":
		set(f.Game == v.Game, f.Game == "", &f.Lines.Game, func() { f.Game = v.Game })
	case "power":
		set(f.Power == v.Power, f.Power == board.Nobody, &f.Lines.Power, func() { f.Power = v.Power })
	case "round":
		set(f.Round == v.Round, f.Round == 0, &f.Lines.Round, func() { f.Round = v.Round })
	case "key":
		set(f.Key == v.Key, f.Key == "", &f.Lines.Key, func() { f.Key = v.Key })
	case "base":
		set(f.Base == v.Base, f.Base == "", &f.Lines.Base, func() { f.Base = v.Base })
	case "salt":
		set(f.Salt == v.Salt, f.Salt == "", &f.Lines.Salt, func() { f.Salt = v.Salt })
	}
}
