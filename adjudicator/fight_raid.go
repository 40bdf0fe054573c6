package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// fireRockets rolls each rocket's damage (R-102, T-38). A gun that fired took part in combat.
func (r *run) fireRockets() error {
	for _, k := range r.Pos.Turn.Plan.Rockets {
		r.Mark([]int{k.Gun}, position.Fought|position.FiredRocket)
		if !r.Resolver.Fires() {
			continue
		}
		faces, err := r.Resolver.Roll(r.raidLabel(k.Target, dice.Rocket, dice.Attacker, dice.StepDamage), 1)
		if err != nil {
			return err
		}
		damage := r.capped(k.Target, faces[0], 0)
		whose, paid := r.damagePaid(k.Target, damage)
		r.Emit(event.RocketFired{Power: r.Power, From: k.From, Space: k.Target, Dice: faces, Damage: damage, Paid: paid,
			Whose: whose})
	}
	return nil
}

// flyRaids flies the strategic raids before any battle (R-107, T-9, T-53), in the order of the lines: of each all flak, then escorts and interceptors, then its
// damage (cases.md). Raiders take no part in the battle of the territory.
func (r *run) flyRaids() error {
	for _, raid := range r.Pos.Turn.Plan.Raids {
		planes := slices.DeleteFunc(slices.Clone(raid.Planes), func(id int) bool { return r.Pos.Unit(id) == nil })
		if len(planes) == 0 {
			continue
		}
		r.Mark(planes, position.Fought|position.Raided)
		if !r.Resolver.Fires() {
			continue
		}
		if err := r.raid(raid.Target, planes); err != nil {
			return err
		}
	}
	return nil
}

func (r *run) raid(target board.SpaceID, planes []int) error {
	losses := lossesOf(r.sectionOf(target))
	planes, err := phase.FireAntiaircraft(r.Turn, target, r.InNamedOrder(planes), 1, dice.StepRaid, losses)
	if err != nil {
		return err
	}
	if r.Rules.Raid.Intercept {
		if planes, err = r.intercept(target, planes, losses); err != nil {
			return err
		}
		planes = slices.DeleteFunc(planes, func(id int) bool { return r.Pos.Unit(id).Type != board.Bomber })
	}
	return r.dropBombs(target, planes)
}

// dropBombs rolls the damage of a raid, plane by plane (R-104, T-43).
func (r *run) dropBombs(target board.SpaceID, planes []int) error {
	if len(planes) == 0 {
		return nil
	}
	throws := make([]int, len(planes))
	n := 0
	for i, id := range planes {
		u := r.Pos.Unit(id)
		throws[i] = r.Rules.Dice(r.Advantages(u.Owner), rules.Shot{Unit: u.Type, Owner: u.Owner, When: rules.Attacking})
		n += throws[i]
	}
	faces, err := r.Resolver.Roll(r.raidLabel(target, dice.Raid, dice.Attacker, dice.StepDamage), n)
	if err != nil {
		return err
	}
	e := event.Raided{Power: r.Power, Space: target, Units: r.Stacks(planes), Dice: faces}
	for i, id := range planes {
		damage := r.bombDamage(r.Pos.Unit(id), faces[:throws[i]])
		faces = faces[throws[i]:]
		e.Damage += r.capped(target, damage, e.Damage)
	}
	e.Whose, e.Paid = r.damagePaid(target, e.Damage)
	r.Emit(e)
	return nil
}

// bombDamage is what one raider's dice come to: their sum, or with the tournament rule the better of two and one more.
func (r *run) bombDamage(u *position.Unit, faces []int) int {
	damage := 0
	for _, f := range faces {
		damage += r.Rules.RaidDamage(r.Advantages(u.Owner), u.Type, f)
	}
	if len(faces) > 1 && r.Rules.Combat.HeavyBest {
		damage = slices.Max(faces) + 1
	}
	return damage
}

// capped limits one plane's or one rocket's damage by the rule set's policy; what a territory has suffered already this
// turn, and before from the same raid, counts where the limit is the territory's.
func (r *run) capped(target board.SpaceID, damage, before int) int {
	income := r.Board.Space(target).Income
	switch r.Rules.Raid.Cap {
	case rules.CapUnit:
		return min(damage, income)
	case rules.CapTerritory:
		for _, d := range r.Pos.Turn.Fight.Damage {
			if d.Target == target {
				before += d.N
			}
		}
		return min(damage, income-before)
	}
	return damage
}

// damagePaid is who pays damage, the territory's controller, and how much: all of it, or what there is (T-36, T-37, R-105).
func (r *run) damagePaid(target board.SpaceID, damage int) (whose board.Power, paid int) {
	whose = r.Pos.Owner[target]
	if n := r.Pos.Nation(whose); n != nil {
		paid = min(damage, n.Money)
	}
	return whose, paid
}

func (r *run) raidLabel(space board.SpaceID, kind, side, step string) dice.Label {
	return dice.Label{Place: dice.SpaceToken(r.Board.Name(space)), Kind: kind, Round: 1, Side: side, Step: step}
}

// intercept lets defending fighters rise against a raid (Europe's rulings, 2.2): one exchange, interceptors first; escorts
// hit by them still fire. It returns the raiders that are left.
func (r *run) intercept(target board.SpaceID, planes []int, losses []order.Loss) ([]int, error) {
	risen := r.interceptors(target)
	if len(risen) == 0 || len(planes) == 0 {
		return planes, nil
	}
	if !r.Rules.Raid.InterceptorsStay {
		r.Emit(event.Risen{Units: risen})
	}
	hits, err := r.exchange(target, risen, r.Rules.Raid.InterceptorHit, dice.Defender, dice.StepInterceptor)
	if err != nil {
		return nil, err
	}
	down := phase.PickPlanes(r.Turn, r.InNamedOrder(planes), hits, losses)
	escorts := slices.DeleteFunc(slices.Clone(planes), func(id int) bool { return r.Pos.Unit(id).Type != board.Fighter })
	shot := 0
	if len(escorts) > 0 {
		if shot, err = r.exchange(target, escorts, r.Rules.Raid.EscortHit, dice.Attacker, dice.StepEscort); err != nil {
			return nil, err
		}
	}
	phase.RemoveCasualties(r.Turn, target, r.pickInterceptors(target, risen)[:min(shot, len(risen))], false, dice.StepEscort)
	phase.RemoveCasualties(r.Turn, target, down, true, dice.StepInterceptor)
	return slices.DeleteFunc(slices.Clone(planes), func(id int) bool { return slices.Contains(down, id) }), nil
}

// pickInterceptors orders interceptors as they are lost: as the `losses` of the controller's standing orders name their powers,
// else the controller's own before allies', in turn order (Europe, 3.19).
func (r *run) pickInterceptors(target board.SpaceID, risen []int) []int {
	var losses []order.Loss
	holder := r.Pos.Owner[target]
	if n := r.Pos.Nation(holder); n != nil {
		losses = lossesOf(standingTactics(n.Standing, target, order.Losses))
	}
	place := func(u *position.Unit) int {
		i := slices.IndexFunc(losses, func(l order.Loss) bool { return l.Names(u.Type, u.Owner) })
		if i < 0 {
			return len(losses)
		}
		return i
	}
	ids := slices.Clone(risen)
	slices.SortStableFunc(ids, func(a, b int) int {
		x, y := r.Pos.Unit(a), r.Pos.Unit(b)
		return cmp.Or(place(x)-place(y), boolInt(x.Owner != holder)-boolInt(y.Owner != holder), r.Board.Index(x.Owner)-r.Board.Index(y.Owner), a-b)
	})
	return ids
}

// exchange rolls one die for each plane and returns the hits.
func (r *run) exchange(target board.SpaceID, planes []int, value int, side, step string) (hits int, err error) {
	faces, err := r.Resolver.Roll(r.raidLabel(target, dice.Air, side, step), len(planes))
	if err != nil {
		return 0, err
	}
	for _, f := range faces {
		if f <= value {
			hits++
		}
	}
	r.Emit(event.Intercepted{Power: r.Pos.Unit(planes[0]).Owner, Space: target, Units: r.Stacks(planes), Dice: faces,
		Hits: hits, Value: value,
		Step: step, Attacking: side == dice.Attacker})
	return hits, nil
}

// interceptors lists the fighters that rise by their owners' standing orders, owners in turn order. The territory's controller
// may name his allies' fighters, too (Europe's rulings, 2.2).
func (r *run) interceptors(target board.SpaceID) []int {
	var risen []int
	for _, nation := range r.Pos.Nations {
		if !r.IsEnemy(nation.Power) {
			continue
		}
		for _, t := range standingTactics(nation.Standing, target, order.Intercept) {
			for _, want := range t.Units {
				owner := want.Power
				if owner == board.Nobody {
					owner = nation.Power
				}
				if owner == nation.Power || nation.Power == r.Pos.Owner[target] {
					risen = append(risen, r.fightersOf(owner, target, want.N, risen)...)
				}
			}
		}
	}
	return risen
}

// fightersOf lists n of a power's fighters in a territory, or all, without those listed already.
func (r *run) fightersOf(owner board.Power, at board.SpaceID, n int, already []int) []int {
	ids := r.UnitsIn(at, func(u *position.Unit) bool {
		return u.Type == board.Fighter && u.Owner == owner && r.IsEnemy(owner) && !slices.Contains(already, u.ID)
	})
	if n == order.All {
		return ids
	}
	return ids[:min(n, len(ids))]
}
