package phase

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
)

// FireAntiaircraft fires the enemy gun of a territory, if there is one, at planes: one die for each (R-5, T-40),
// however many guns stand there (R-4, R-13, T-33). Nobody decides anything (D11). It removes what was hit and returns
// the others. The line of losses orders the hits where their owner picks.
func FireAntiaircraft(t *Turn, space board.SpaceID, planes []int, round int, step string,
	losses order.Tactic) ([]int, error) {
	gun, value := AntiaircraftGun(t, space)
	targets := slices.DeleteFunc(slices.Clone(planes), t.IsSafeFromGuns)
	if gun == board.Nobody || len(targets) == 0 || !t.Resolver.Fires() {
		return planes, nil
	}
	n, need := len(targets), value
	sure := 0
	if t.Rules.Combat.LowLuck {
		sure, need, n = n*value/6, n*value%6, 1
	}
	e := event.AntiaircraftFired{Power: t.Power, Space: space, Whose: gun, Value: need, Step: step,
		Units: t.Stacks(targets), Hits: sure}
	var hit []int
	if need > 0 {
		at := dice.SpaceToken(t.Board.Name(space))
		label := dice.Label{Place: at, Kind: dice.AA, Round: round, Side: dice.Defender, Step: step}
		faces, err := t.Resolver.Roll(label, n)
		if err != nil {
			return nil, err
		}
		e.Dice = faces
		for i, face := range faces {
			if face <= need {
				e.Hits++
				hit = append(hit, targets[i]) // each named plane has its die
			}
		}
	}
	if t.Rules.AntiaircraftFire.OwnerPicks || t.Rules.Combat.LowLuck {
		hit = PickPlanes(t, targets, e.Hits, losses)
	}
	t.Emit(e)
	RemoveCasualties(t, space, hit, true, "flak")
	return slices.DeleteFunc(slices.Clone(planes), func(id int) bool { return slices.Contains(hit, id) }), nil
}

// AntiaircraftGun returns the owner of the gun that would fire at the mover's planes over a space, the best one if
// there are several, and what it hits at; Nobody if there is none.
func AntiaircraftGun(t *Turn, space board.SpaceID) (owner board.Power, value int) {
	for u := range t.Pos.In(space) {
		if u.Type != board.AAGun || u.Aboard != 0 || !t.IsEnemy(u.Owner) {
			continue
		}
		v := t.Rules.GunHits(t.Advantages(u.Owner), t.Board.Space(space).OriginalController, t.Pos.Owner(space))
		if v > value {
			owner, value = u.Owner, v
		}
	}
	return owner, value
}

// IsSafeFromGuns reports whether guns never fire at a plane.
func (t *Turn) IsSafeFromGuns(plane int) bool {
	u := t.Pos.Unit(plane)
	return t.Rules.SafeFromGuns(t.Advantages(u.Owner), u.Type)
}

// PickPlanes chooses which planes are hit where their owner may choose: by their order of loss, else fighters before
// bombers; of equal planes the one with the least movement left first, then the one that the orders name first
// (orders.md, standing orders).
func PickPlanes(t *Turn, planes []int, hits int, losses order.Tactic) []int {
	ids := slices.Clone(planes)
	slices.SortStableFunc(ids, func(a, b int) int {
		x, y := t.Pos.Unit(a), t.Pos.Unit(b)
		return cmp.Or(cmp.Compare(x.Type, y.Type), t.MovementLeft(x)-t.MovementLeft(y))
	})
	ids = InOrderOfLoss(t, ids, losses)
	return ids[:min(hits, len(ids))]
}

// InOrderOfLoss orders units by a line of losses. Those that it does not name stay in their order, behind the others.
func InOrderOfLoss(t *Turn, ids []int, losses order.Tactic) []int {
	return losses.Queue(ids, func(id int) order.Loss {
		return order.Loss{Type: t.Pos.Unit(id).Type, Power: t.Pos.Unit(id).Owner}
	})
}

// RemoveCasualties removes lost units, with what is aboard them.
func RemoveCasualties(t *Turn, space board.SpaceID, ids []int, attacking bool, step string) {
	if len(ids) == 0 {
		return
	}
	var cargo []int
	for _, id := range ids {
		cargo = append(cargo, t.Pos.CargoOf(id)...)
	}
	t.Emit(event.Lost{Power: t.Pos.Unit(ids[0]).Owner, Space: space, Units: t.Units(ids), Attacking: attacking,
		Step: step})
	if len(cargo) > 0 {
		t.Emit(event.Drowned{Power: t.Pos.Unit(cargo[0]).Owner, Space: space, Units: t.Units(cargo)})
	}
}
