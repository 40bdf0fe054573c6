package battle

import (
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
)

// Fight fights a battle from where it stands until it ends or pauses. It returns the battle as it then stands (the lost
// and the withdrawn are gone from it), what came of it, and what happened. A battle that paused goes on, with Paused
// still set and with the lines of the answer, at the end of the round after which it stopped. Errors are those of the
// dice, and of a battle wrongly put together.
func Fight(b Battle, source dice.Source) (Battle, Outcome, []event.Event, error) {
	field, err := b.Ready()
	if err != nil {
		return b, Outcome{}, nil, err
	}
	f := fight{Field: field, dice: source, round: b.Round}
	f.st[Attacker], f.st[Defender] = field.Start()
	v, err := f.fightRounds()
	if err != nil {
		return b, Outcome{}, nil, fmt.Errorf("battle in %s, round %d: %w", b.place(), f.round, err)
	}
	f.out.Result, f.out.To = v.Result, v.To
	end := field.Battle(f.round, f.st[Attacker], f.st[Defender])
	end.Paused = v.Paused
	for i, c := range f.st[Attacker] {
		if c == Withdrawn {
			f.out.Withdrawn = append(f.out.Withdrawn, field.lines[Attacker].units[i])
		}
	}
	f.emitEnd(end, v)
	return end, f.out, f.events, nil
}

// fight is one run of Fight.
type fight struct {
	*Field
	dice   dice.Source
	round  int
	st     [2]Status
	out    Outcome
	events []event.Event
}

// fightRounds fights rounds until the end.
func (f *fight) fightRounds() (Verdict, error) {
	resumed := f.battle.Paused
	if f.round == 0 {
		f.emitBegin()
		if v := f.Before(f.st[Attacker], f.st[Defender]); v.Over {
			return v, nil
		}
	}
	for {
		if !resumed {
			if f.stalemate(f.round+1, f.st[Attacker], f.st[Defender]) {
				return Verdict{Over: true, Result: Draw, To: board.NoSpace}, nil
			}
			if err := f.playRound(); err != nil {
				return Verdict{}, err
			}
			f.st[Attacker], f.st[Defender] = f.Remove(nil, Attacker, f.st[Attacker]),
				f.Remove(nil, Defender, f.st[Defender])
		}
		before := f.st
		var v Verdict
		f.st[Attacker], f.st[Defender], v = f.Close(f.round, f.st[Attacker], f.st[Defender], resumed)
		f.emitSubmerged(before)
		if err := f.breakOff(before[Attacker], v); err != nil {
			return Verdict{}, err
		}
		if v.Over || v.Paused {
			return v, nil
		}
		resumed = false
	}
}

// breakOff lets the gun of the territory fire once more at planes that leave the battle, where the rules have it so
// (Europe, 3.6): one die each, before the next round; the owner chooses who is lost. Before is the attacker's status
// before the retreat.
func (f *fight) breakOff(before Status, v Verdict) error {
	if f.battle.Sea || f.battle.Gun.Value == 0 || !f.battle.Set.AntiaircraftFire.Retreat {
		return nil
	}
	leaving := slices.Repeat(Status{Lost}, len(before))
	some := false
	for i, c := range f.st[Attacker] {
		if c == Withdrawn && before[i] != Withdrawn || v.Result == Retreated && c.standing() {
			leaving[i], some = Fit, true
		}
	}
	if !some {
		return nil
	}
	s := Step{Name: dice.StepRetreat, Kind: dice.AA, Role: Defender, fire: fireAntiaircraft, mark: markStricken}
	seen := f.Look(Attacker, leaving)
	var shots []Shooter
	for _, sh := range f.Shooters(nil, &s, f.round, nil, Look{}, seen) {
		if leaving[sh.Unit] == Fit {
			shots = append(shots, sh)
		}
	}
	columns := f.Volley(&s, shots)
	if len(columns) == 0 {
		return nil
	}
	hits, err := f.shoot(&s, columns)
	if err != nil {
		return err
	}
	after, lost := f.Hit(nil, Attacker, leaving, hits, Stricken)
	f.emitLost(&s, lost)
	left := slices.Clone(f.st[Attacker])
	for i, c := range after {
		if c == Stricken {
			left[i] = Lost
		}
	}
	f.st[Attacker] = left
	return nil
}

// playRound goes through the steps of one round.
func (f *fight) playRound() error {
	f.round++
	f.emit(event.RoundBegan{Power: f.attacker(), Space: f.battle.Space, Round: f.round})
	for _, s := range f.Steps(f.round) {
		if s.Sweep {
			f.sweepStricken(Attacker, dice.StepKamikaze)
			f.sweepStricken(Defender, dice.StepKaiten)
		}
		if err := f.playStep(&s); err != nil {
			return err
		}
	}
	return nil
}

// playStep rolls one step and marks who is hit.
func (f *fight) playStep(s *Step) error {
	me, them := s.Role, s.Role.Other()
	before := f.st
	foe := f.Look(them, f.st[them])
	f.st[me] = f.Submerge(s, f.round, f.st[me], f.st[them], foe)
	f.emitSubmerged(before)
	look := f.Look(me, f.st[me])
	columns := f.Volley(s, f.Shooters(nil, s, f.round, f.st[me], look, foe))
	if len(columns) == 0 {
		return nil
	}
	hits, err := f.shoot(s, columns)
	if err != nil {
		return err
	}
	var lost []Loss
	f.st[them], lost = f.Hit(nil, them, f.st[them], hits, f.Mark(s, foe))
	f.emitLost(s, lost)
	return nil
}

// shoot rolls the columns of a step, emits the event, and returns the hits.
func (f *fight) shoot(s *Step, columns []Column) ([]Hit, error) {
	faces, err := f.roll(s, columns)
	if err != nil {
		return nil, err
	}
	var hits []Hit
	volleys := make([]event.Volley, len(columns))
	for i := range columns {
		n := columns[i].dice()
		got := columns[i].hits(faces[:n])
		volleys[i] = f.volley(s, &columns[i], faces[:n], got)
		for _, h := range got {
			hits = add(hits, h)
		}
		faces = faces[n:]
	}
	f.emitFired(s, volleys)
	return hits, nil
}

// roll rolls all dice of a step under one label.
func (f *fight) roll(s *Step, columns []Column) ([]int, error) {
	n := 0
	for i := range columns {
		n += columns[i].dice()
	}
	if n == 0 {
		return nil, nil // low luck without a remainder
	}
	label := dice.Label{Place: dice.SpaceToken(f.battle.place()), Kind: s.Kind, Round: f.round, Side: s.Role.token(),
		Step: s.Name}
	return f.dice.Roll(label, n, 6)
}

func (f *fight) emit(e event.Event) { f.events = append(f.events, e) }

// attacker is the power that attacks.
func (f *fight) attacker() board.Power { return f.battle.Attacker.Armies[0].Power }

func (f *fight) emitBegin() {
	e := event.BattleBegan{Power: f.attacker(), Space: f.battle.Space, Battle: "land"}
	switch {
	case f.battle.Sea:
		e.Battle = "sea"
	case f.battle.Landing:
		e.Battle = "amphibious"
	}
	e.Attackers, e.Defenders = Stacks(takingPart(f.battle.Attacker.Units)), Stacks(f.battle.Defender.Units)
	f.emit(e)
}

// volley is the dice of one column as they are in an event.
func (f *fight) volley(s *Step, c *Column, faces []int, hits []Hit) event.Volley {
	crew := f.crew(s)
	us := make([]Unit, len(c.Shooters))
	for i, sh := range c.Shooters {
		us[i] = crew[sh.Unit]
	}
	v := event.Volley{Units: Stacks(us), Value: c.Value, Dice: slices.Clone(faces)}
	for _, h := range hits {
		v.Hits += h.N
	}
	return v
}

func (f *fight) emitFired(s *Step, volleys []event.Volley) {
	if s.Kind != dice.AA {
		f.emit(event.Fired{Power: f.battle.side(s.Role).Armies[0].Power, Space: f.battle.Space, Round: f.round,
			Attacking: s.Role == Attacker, Step: f.eventStep(s), Volleys: volleys})
		return
	}
	e := event.AntiaircraftFired{Power: f.attacker(), Space: f.battle.Space, Round: f.round,
		Whose: f.battle.Gun.Owner, Value: f.battle.Gun.Value}
	for _, v := range volleys {
		e.Units = append(e.Units, v.Units...)
		e.Dice = append(e.Dice, v.Dice...)
		e.Hits += v.Hits
	}
	f.emit(e)
}

// eventStep is a step's name in events: ships at the coast and guns are told apart from other fire.
func (f *fight) eventStep(s *Step) string {
	switch s.Kind {
	case dice.AA:
		return "flak"
	case dice.Bombard:
		return "bombard"
	}
	return s.Name
}

// emitLost emits the losses, and keeps the lost units.
func (f *fight) emitLost(s *Step, lost []Loss) {
	them := s.Role.Other()
	var gone, damaged []Unit
	for _, l := range lost {
		u := f.lines[them].units[l.Unit]
		if l.Damage {
			damaged = append(damaged, u)
		} else {
			gone = append(gone, u)
		}
	}
	if len(damaged) > 0 {
		f.emit(event.Damaged{Power: damaged[0].Owner, Space: f.battle.Space, Round: f.round, Units: eventUnits(damaged),
			Attacking: them == Attacker, Step: f.eventStep(s)})
	}
	f.emitLostUnits(them, f.eventStep(s), gone)
	f.keepLost(them, gone)
}

func (f *fight) keepLost(r Role, gone []Unit) {
	into := &f.out.Lost.Attacker
	if r == Defender {
		into = &f.out.Lost.Defender
	}
	*into = append(*into, gone...)
	var cargo []Unit
	for _, u := range gone {
		cargo = append(cargo, u.Cargo...)
	}
	if len(cargo) > 0 {
		f.emit(event.Drowned{Power: cargo[0].Owner, Space: f.battle.Space, Round: f.round, Units: eventUnits(cargo),
			Attacking: r == Attacker})
	}
}

func (f *fight) emitLostUnits(r Role, step string, us []Unit) {
	if len(us) > 0 {
		f.emit(event.Lost{Power: us[0].Owner, Space: f.battle.Space, Round: f.round, Units: eventUnits(us),
			Attacking: r == Attacker, Step: step})
	}
}

// sweepStricken removes the units hit by opening fire, and counts those removed after their one shot as lost (JAP-2,
// JAP-3).
func (f *fight) sweepStricken(r Role, step string) {
	var spent []Unit
	for i, u := range f.lines[r].units {
		if u.expendable() && f.st[r][i].standing() {
			spent = append(spent, u)
		}
	}
	f.st[r] = f.Sweep(nil, r, f.st[r])
	f.emitLostUnits(r, step, spent)
	f.keepLost(r, spent)
}

// emitSubmerged emits which submarines submerged since an earlier state.
func (f *fight) emitSubmerged(before [2]Status) {
	for r := range before {
		var dived []Unit
		for i, c := range f.st[r] {
			if c == Dived && before[r][i] != Dived {
				dived = append(dived, f.lines[r].units[i])
			}
		}
		if len(dived) > 0 {
			f.emit(event.Submerged{Power: dived[0].Owner, Space: f.battle.Space, Round: f.round,
				Units: eventUnits(dived), Attacking: Role(r) == Attacker})
		}
	}
}

// emitEnd emits how the fight stopped.
func (f *fight) emitEnd(end Battle, v Verdict) {
	if v.Paused {
		f.emit(event.BattlePaused{Power: f.attacker(), Space: f.battle.Space, Round: f.round})
		return
	}
	if len(f.out.Withdrawn) > 0 {
		f.emit(event.Retreated{Power: f.attacker(), Space: f.battle.Space, Round: f.round, To: board.NoSpace,
			Units: eventUnits(f.out.Withdrawn)})
	}
	if v.Result == Retreated && v.To != board.NoSpace {
		gone := eventUnits(retreating(takingPart(end.Attacker.Units)))
		f.emit(event.Retreated{Power: f.attacker(), Space: f.battle.Space, Round: f.round, To: v.To, Units: gone})
	}
	f.emit(event.BattleEnded{Power: f.attacker(), Space: f.battle.Space, Round: f.round, Outcome: string(v.Result),
		Attackers: Stacks(takingPart(end.Attacker.Units)), Defenders: Stacks(end.Defender.Units)})
}

// takingPart returns the units of a side that fight: not the ships of allies in the same zone.
func takingPart(us []Unit) []Unit {
	return slices.DeleteFunc(slices.Clone(us), func(u Unit) bool { return u.Beside })
}

// retreating are those that go to the retreat space: the submerged stay, planes fly home by themselves.
func retreating(us []Unit) []Unit {
	return slices.DeleteFunc(slices.Clone(us), func(u Unit) bool { return u.Submerged || u.Type.IsAir() })
}
