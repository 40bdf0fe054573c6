package battle

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
)

// Sweep removes the units hit by opening fire, and the planes and submarines that do not return from their one shot. If
// no unit is removed it returns st itself, else the new status in the memory of dst, if that is large enough.
func (f *Field) Sweep(dst Status, r Role, st Status) Status {
	return f.removeFrom(dst, r, st, Stricken)
}

// Remove removes the losses of a round. Its result is like that of Sweep.
func (f *Field) Remove(dst Status, r Role, st Status) Status {
	return f.removeFrom(dst, r, st, Doomed)
}

// removeFrom removes the units that were hit, from the given condition on.
func (f *Field) removeFrom(dst Status, r Role, st Status, from Condition) Status {
	goes := func(i int, c Condition) bool {
		return c >= from && c <= Stricken || c.standing() && f.lines[r].units[i].expendable()
	}
	stays := true
	for i, c := range st {
		stays = stays && !goes(i, c)
	}
	if stays {
		return st
	}
	dst = append(dst[:0], st...)
	for i, c := range dst {
		if goes(i, c) {
			dst[i] = Lost
		}
	}
	return dst
}

// Verdict is how a battle goes on after a round.
type Verdict struct {
	Over   bool
	Paused bool
	Result Result
	To     board.SpaceID // of a retreat; NoSpace for planes alone
}

// ended reports whether one side or both have no unit left to fight (R-94, T-32).
func (f *Field) ended(att, def Status) (Verdict, bool) {
	a, d := f.left(Attacker, att) > 0, f.left(Defender, def) > 0
	v := Verdict{Over: true, To: board.NoSpace}
	switch {
	case a && d:
		return Verdict{To: board.NoSpace}, false
	case a:
		v.Result = AttackerWins
	case d:
		v.Result = DefenderWins
	default:
		v.Result = Draw
	}
	return v, true
}

// Before reports before the first round whether there is a battle at all. A gun still fires at planes that meet nothing
// else.
func (f *Field) Before(att, def Status) Verdict {
	v, over := f.ended(att, def)
	v.Over = over && (f.battle.Gun.Value == 0 || f.Look(Attacker, att).Targets&InAir == 0)
	return v
}

// Close is the end of a round after the losses have left ([Field.Remove]): the end is tested, the attacker submerges,
// then stops or presses on, then the defender submerges. Resumed says that a pause at this point has been
// answered: the first part is skipped, and the attacker decides by their new lines. [Field.Stalemate] reports whether
// any unit can hit another in the next round.
func (f *Field) Close(round int, att, def Status, resumed bool) (Status, Status, Verdict) {
	if v, over := f.ended(att, def); over {
		return att, def, v
	}
	m := moment{f: f, round: round, att: att, def: def, resumed: resumed}
	m.submerge(Attacker, written)
	if v, over := f.ended(m.att, m.def); over {
		return m.att, m.def, v
	}
	t := m.decision()
	if t != nil && t.Do == order.Pause {
		return m.att, m.def, Verdict{Paused: true, To: board.NoSpace}
	}
	if t == nil || t.Do != order.Retreat { // an order to retreat beats the default (D15)
		m.submerge(Attacker, byDefault)
		if v, over := f.ended(m.att, m.def); over {
			return m.att, m.def, v
		}
	}
	if v, stops := m.carryOut(); stops {
		return m.att, m.def, v
	}
	m.submerge(Defender, written)
	m.submerge(Defender, byDefault)
	v, _ := f.ended(m.att, m.def)
	return m.att, m.def, v
}

// moment is the end of a round, while it is decided.
type moment struct {
	f        *Field
	round    int
	att, def Status
	resumed  bool
}

// decision is, after a round has been fought, the first retreat, withdraw or pause line that applies and whose
// way is open.
func (m *moment) decision() *order.Tactic {
	for i, t := range m.f.battle.Attacker.tactics() {
		if !m.isTrue(t.Cond) {
			continue
		}
		switch t.Do {
		case order.Retreat:
			if !m.f.battle.Landing && slices.Contains(m.f.battle.Ways, t.To) {
				return &m.f.battle.Attacker.tactics()[i]
			}
		case order.WithdrawAircraft:
			if m.mayWithdraw() {
				return &m.f.battle.Attacker.tactics()[i]
			}
		case order.Pause:
			if !m.resumed {
				return &m.f.battle.Attacker.tactics()[i]
			}
		}
	}
	return nil
}

// mayWithdraw: planes leave a landing (T-41), or an attack in which only planes are left ends.
func (m *moment) mayWithdraw() bool {
	return m.f.Look(Attacker, m.att).Targets&planes != 0 && (m.f.battle.Landing || m.onlyPlanes())
}

func (m *moment) onlyPlanes() bool { return m.f.Look(Attacker, m.att).Targets&^planes == 0 }

// carryOut carries the attacker's decision out.
func (m *moment) carryOut() (Verdict, bool) {
	t := m.decision()
	switch {
	case t == nil:
		return m.giveUp()
	case t.Do == order.Retreat && !m.onlyPlanes():
		return Verdict{Over: true, Result: Retreated, To: t.To}, true
	case t.Do == order.Retreat || m.onlyPlanes():
		m.withdraw()
		return Verdict{Over: true, Result: Retreated, To: board.NoSpace}, true
	}
	m.withdraw()
	return Verdict{}, false
}

func (m *moment) withdraw() {
	st := slices.Clone(m.att)
	for i, c := range st {
		if c.standing() && m.f.lines[Attacker].units[i].Type.IsAir() {
			st[i] = Withdrawn
		}
	}
	m.att = st
}

// giveUp: an attack whose values are all 0 retreats if it can (D14, R-90).
func (m *moment) giveUp() (Verdict, bool) {
	b := &m.f.battle
	if b.Landing || len(b.Ways) == 0 {
		return Verdict{}, false
	}
	for i, c := range m.att {
		if c.standing() && m.f.lines[Attacker].value[2][0][i] > 0 {
			return Verdict{}, false
		}
	}
	return Verdict{Over: true, Result: Retreated, To: b.Ways[0]}, true
}

// isTrue reports whether a condition of the attacker's lines is true now (fine print 11).
func (m *moment) isTrue(c order.Cond) bool {
	switch c.When {
	case order.Always:
		return true
	case order.AfterRound:
		return m.round >= c.N
	case order.FewerThan:
		return m.takingPart() < c.N
	case order.OddsBelow:
		b := m.f.Battle(m.round, m.att, m.def)
		return b.oddsBelow(c.Percent)
	}
	return false
}

// takingPart counts attackers, without transports and submerged submarines.
func (m *moment) takingPart() int {
	n := 0
	for i, c := range m.att {
		if u := &m.f.lines[Attacker].units[i]; c.standing() && u.Type != board.Transport && !u.Beside {
			n++
		}
	}
	return n
}

// source is where a decision to submerge comes from.
type source uint8

const (
	written   source = iota // lines
	byDefault               // D15, for powers without lines
)

// submerge submerges submarines at the end of a round. Where they dive before they fire, only lines that name a round
// are due now.
func (m *moment) submerge(r Role, from source) {
	if !m.f.battle.Sea {
		return
	}
	st := &m.att
	foe := m.f.Look(Defender, m.def)
	if r == Defender {
		st, foe = &m.def, m.f.Look(Attacker, m.att)
	}
	*st = m.f.submergeWhere(r, *st, foe, from, func(c order.Cond) bool {
		if !m.f.battle.Set.Subs.DiveAtEnd && c.When != order.AfterRound {
			return false
		}
		return m.f.submergeCondition(r, *st, foe, c, m.isTrue)
	})
}

// Submerge is for rules in which submarines dive when they would fire: those of the side that fires in this step, if
// they have not been hit (Europe's rulings, 3.4). Elsewhere it changes nothing. Round counts the one that is being
// fought.
func (f *Field) Submerge(s *Step, round int, own, other Status, foe Look) Status {
	if f.battle.Set.Subs.DiveAtEnd || !f.battle.Sea || s.Once ||
		(s.Name == dice.StepSubmarines) != f.firstStrike(s.Role, foe) {
		return own
	}
	m := moment{f: f, round: round - 1, att: own, def: other}
	if s.Role == Defender {
		m.att, m.def = other, own
	}
	holds := func(c order.Cond) bool { return f.submergeCondition(s.Role, own, foe, c, m.isTrue) }
	own = f.submergeWhere(s.Role, own, foe, written, holds)
	if s.Role == Attacker && round == 1 {
		return own // without orders they wait for a round (D15)
	}
	return f.submergeWhere(s.Role, own, foe, byDefault, holds)
}

// submergeCondition is a condition of a submerge line.
func (f *Field) submergeCondition(r Role, st Status, foe Look, c order.Cond, holds func(order.Cond) bool) bool {
	switch c.When {
	case order.AlwaysSubmerge:
		return true
	case order.IfAlone:
		return f.Look(r, st).Targets&^Submarine == 0
	case order.IfNoDestroyer:
		return !foe.Destroyer
	}
	return holds(c)
}

// submergeWhere submerges the submarines for which the owners' lines, or else the default, say so. Where a destroyer
// keeps them up, none goes (R-78, R-82, T-44).
func (f *Field) submergeWhere(r Role, st Status, foe Look, from source, holds func(order.Cond) bool) Status {
	own := f.Look(r, st)
	if own.Targets&Submarine == 0 || f.battle.Set.Subs.DiveAtEnd && foe.Destroyer {
		return st
	}
	l := &f.lines[r]
	for a, army := range f.battle.side(r).Armies {
		n := 0
		if line := submergeLine(army.Tactics, holds); line != nil && from == written && !line.Negative {
			n = line.N
			if n == 0 {
				n = len(st)
			}
			n -= l.count(st, a, Dived)
		} else if from == byDefault && !slices.ContainsFunc(army.Tactics, isSubmerge) &&
			f.submergesByDefault(r, own, foe) {
			n = len(st)
		}
		st = l.submerge(st, a, n)
	}
	return st
}

func isSubmerge(t order.Tactic) bool { return t.Do == order.Submerge }

// submergeLine is the first submerge line that applies.
func submergeLine(ts []order.Tactic, holds func(order.Cond) bool) *order.Tactic {
	for i := range ts {
		if isSubmerge(ts[i]) && holds(ts[i].Cond) {
			return &ts[i]
		}
	}
	return nil
}

// submergesByDefault is D15: an attacker's submarines dive when no surface ship or plane of theirs is left and enemy
// planes are there, a defender's when no other ship is left, in Europe only if something there can hit them (3.4); else
// they fight.
func (f *Field) submergesByDefault(r Role, own, foe Look) bool {
	if r == Attacker {
		return own.Targets&^Submarine == 0 && foe.Targets&planes != 0
	}
	return own.Targets&Surface == 0 && (foe.HitsSubs || !f.battle.Set.Subs.DiveInPeril)
}

// submerge sends n of an army's submarines down.
func (l *line) submerge(st Status, army, n int) Status {
	cloned := false
	for i := range st {
		if n <= 0 {
			break
		}
		if st[i] == Fit && l.army[i] == army && l.isSub(i) {
			if !cloned {
				st, cloned = slices.Clone(st), true
			}
			st[i] = Dived
			n--
		}
	}
	return st
}

func (l *line) count(st Status, army int, c Condition) int {
	n := 0
	for i := range st {
		if st[i] == c && l.army[i] == army {
			n++
		}
	}
	return n
}

// stalemate reports whether in that round no unit could roll a die against any of the other side, which ends the battle
// . A unit that is removed after its one shot prevents a stalemate: it is removed even if it can hit nothing
// (JAP-3).
func (f *Field) stalemate(round int, att, def Status) bool {
	return !f.hasExpendable(Attacker, att) && !f.hasExpendable(Defender, def) && !f.canHit(Attacker, round, att, def) &&
		!f.canHit(Defender, round, def, att)
}

// hasExpendable reports whether a side has a unit that goes with its one shot.
func (f *Field) hasExpendable(r Role, st Status) bool {
	for i, c := range st {
		if c.standing() && f.lines[r].units[i].expendable() {
			return true
		}
	}
	return false
}

// canHit reports whether a side could roll a die against what stands now.
func (f *Field) canHit(r Role, round int, own, other Status) bool {
	me, foe := f.Look(r, own), f.Look(r.Other(), other)
	for _, s := range f.Steps(round) {
		if s.Role == r && len(f.Shooters(nil, &s, round, own, me, foe)) > 0 {
			return true
		}
	}
	return false
}

// noBombardment reports whether the attacker does without bombardment.
func (b *Battle) noBombardment() bool {
	return slices.ContainsFunc(b.Attacker.tactics(), func(t order.Tactic) bool { return t.Do == order.NoBombardment })
}
