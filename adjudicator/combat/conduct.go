// Package combat conducts combat: what advantages of the attacked do before the fight, rockets, raids, and the
// battles on the board. The combat steps of one battle are in package battle.
//
// Where to look: conduct.go lists the battles and plays them, after opening.go with rockets, overflights and raids;
// land.go and sea.go fight for a space, battle.go and field.go bring what stands on the board into a battle and back,
// and retreat.go says where those go who leave it; check.go judges battle sections; reactions.go, sidestep.go and
// answer.go are what the attacked do and are asked.
package combat

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// Conduct carries out the plan of the combat moves: rockets, antiaircraft fire at planes on their way, raids, then
// the
// battles in their order (cases.md, order of rolling; orders.md, fine print 6). It waits when a battle pauses or
// a
// power is asked; the position says where to go on, and the next call goes on there. Planes stay over their
// battles;
// they go home when noncombat is played, so that the player may still say where (D17).
func Conduct(s phase.State, _ order.PhaseOrders) (phase.Result, error) {
	t := phase.Begin(s)
	waits, err := conduct(t)
	if err != nil {
		return phase.Result{}, err
	}
	return result(t, waits)
}

// result is what a step led to; a step that waits says for what.
func result(t *phase.Turn, waits bool) (phase.Result, error) {
	r, err := t.Result()
	if waits {
		r.Awaited = Awaited(t.Pos)
	}
	return r, err
}

// Awaited lists who is asked in the middle of a turn, and for what; a battle that has paused waits for its attacker.
func Awaited(pos *position.Position) []phase.Await {
	var list []phase.Await
	for _, q := range pos.Turn().Asked() {
		list = append(list, phase.Await{Power: q.Power, What: q.What, Space: q.Space})
	}
	if b, ok := pos.Turn().NextBattle(); len(list) == 0 && ok && b.Paused {
		list = append(list, phase.Await{Power: pos.Power(), What: "battle", Space: b.Space})
	}
	return list
}

// conduct plays combat until it waits or ends.
func conduct(t *phase.Turn) (waits bool, err error) {
	if !t.Pos.Turn().FightBegun() {
		if err := openCombat(t); err != nil {
			return false, err
		}
	}
	for {
		b, ok := t.Pos.Turn().NextBattle()
		if !ok {
			break
		}
		if b.Paused && t.Resolver.Asks() {
			return true, nil // `done` and later phases apply after the answer (fine print 12)
		}
		if waits, err := fightFirst(t, &b); waits || err != nil {
			return waits, err
		}
		t.Emit(event.BattleClosed{})
		if t.Resolver.Asks() && t.IsWaiting() {
			return true, nil
		}
	}
	seekRefuge(t)
	return false, nil
}

// openCombat plays what precedes the battles, then lists the battles: what guns left of an attack decides whether
// there is one.
func openCombat(t *phase.Turn) error {
	if err := fireRockets(t); err != nil {
		return err
	}
	if err := overflightFire(t); err != nil {
		return err
	}
	if err := flyRaids(t); err != nil {
		return err
	}
	// Sections of attacks that guns ended are over with it, lest they be judged with the answer to a pause.
	t.Emit(event.BattlesListed{Battles: battleQueue(t)})
	return nil
}

// advance notes how far the first battle of the queue has come.
func advance(t *phase.Turn, b *position.Battle, next position.Battle) {
	t.Emit(event.BattleAdvanced{Battle: next})
	*b = next
}

// fightFirst plays the first battle of the queue, or goes on with it after a pause.
func fightFirst(t *phase.Turn, b *position.Battle) (waits bool, err error) {
	if b.Round == 0 {
		takeSection(t, b)
	}
	if b.Sea {
		return fightAtSea(t, b)
	}
	return fightOnLand(t, b)
}

// isQueued reports whether a battle in a space is still to be fought.
func isQueued(queue []position.Battle, space board.SpaceID) bool {
	return slices.ContainsFunc(queue, func(b position.Battle) bool { return b.Space == space })
}

// battleQueue lists the battles that the moves brought about, in the order of fine print 6: as the player
// lists or names them, a sea battle drawn forward to just before the first landing that needs it, what no line names
// last.
func battleQueue(t *phase.Turn) []position.Battle {
	open := phase.Contested(t)
	var queue []position.Battle
	add := func(space board.SpaceID) {
		if i := slices.Index(open, space); i >= 0 {
			open = slices.Delete(open, i, i+1)
			queue = append(queue, position.Battle{Space: space, Sea: t.Board.Space(space).Sea})
		}
	}
	wanted := append(t.Pos.Turn().BattleOrder(), open...)
	for _, space := range wanted {
		for l := range t.Pos.Turn().Landings() {
			if l.Target == space {
				add(l.Zone)
			}
		}
		add(space)
	}
	return queue
}

// landingsOn are the landings on one territory.
func landingsOn(t *phase.Turn, target board.SpaceID) []position.Landing {
	return slices.DeleteFunc(phase.Landings(t), func(l position.Landing) bool { return l.Target != target })
}
