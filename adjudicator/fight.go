package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
)

// conductCombat carries out the plan of the combat moves: rockets, overflight flak, raids, then the battles in their order
// (cases.md, order of rolling; orders.md, fine print 6). It returns waiting when a battle pauses; r.pos.Turn.Fight then says
// where to go on, and the next call goes on there. While judging hopefully every battle is won without loss and no die is
// rolled. Planes stay over their battles; they go home when noncombat is played (move_home.go), so that the player may still
// say where (D17).
func (r *run) conductCombat() (waiting bool, err error) {
	fight := &r.pos.Turn.Fight
	if !fight.Begun {
		if err := r.openCombat(); err != nil {
			return false, err
		}
	}
	for len(fight.Queue) > 0 {
		if fight.Queue[0].Paused && !r.hopeful {
			return true, nil // `done` and later phases apply after the answer (fine print 12)
		}
		if waiting, err := r.fightFirst(); waiting || err != nil {
			return waiting, err
		}
		r.emit(event.BattleClosed{})
		if !r.hopeful && r.asking() {
			return true, nil
		}
	}
	r.seekRefuge()
	return false, nil
}

// openCombat plays what precedes the battles, then lists the battles: what flak left of an attack decides whether there is
// one.
func (r *run) openCombat() error {
	for _, step := range []func() error{r.fireRockets, r.overflightFlak, r.flyRaids} {
		if err := step(); err != nil {
			return err
		}
	}
	// Sections of attacks that guns ended are over with it, lest they be judged with the answer to a pause.
	r.emit(event.BattlesListed{Battles: r.battleQueue()})
	return nil
}

// fightFirst plays the first battle of the queue, or goes on with it after a pause.
func (r *run) fightFirst() (waiting bool, err error) {
	b := &r.pos.Turn.Fight.Queue[0]
	if b.Round == 0 {
		r.takeSection(b)
	}
	if b.Sea {
		return r.fightAtSea(b)
	}
	return r.fightOnLand(b)
}

// winBattle wins a battle without loss, while judging.
func (r *run) winBattle(b *position.Battle) {
	before := r.makeBattle(b)
	r.began = append(r.began, before)
	r.markFighters(before)
	next := *b
	next.Round, next.LostDefenders, next.Powers = 1, typesOf(before.Defender.Units), powersOf(before.Defender.Units)
	r.emit(event.BattleAdvanced{Battle: next})
	gone := slices.Clone(b.Defenders)
	for _, id := range b.Defenders {
		gone = append(gone, r.pos.CargoOf(id)...)
	}
	r.emit(event.Removed{Units: gone})
}

// fighting tells whether a unit takes part in the battle of the space where it stands, on whichever side: ships that are not
// submerged, fighting land units ashore, and planes in the air, on the ground or on a defender's deck.
func (r *run) fighting(u *position.Unit) bool {
	sea := r.b.Space(u.At).Sea
	switch {
	case u.Submerged, u.Now.Did.Any(position.Raided), slices.Contains(r.pos.Turn.Fight.Intercepted, u.ID):
		return false
	case u.Type.IsShip():
		return true
	case u.Type.IsAir():
		return u.Aboard == 0 || r.enemy(u.Owner) && sea
	}
	return u.Type.IsFightingLand() && u.Aboard == 0 && !sea
}

// attackersIn lists the own units that attack a space and stand there: all but the cargo of a landing. Nobody attacks
// together with an ally, except by Joint Strike.
func (r *run) attackersIn(space board.SpaceID) []int {
	return r.unitsIn(space, func(u *position.Unit) bool { return r.commands(u.Owner) && r.fighting(u) })
}

// defendersIn lists the enemy units that defend a space. Guns and complexes are none.
func (r *run) defendersIn(space board.SpaceID) []int {
	return r.unitsIn(space, func(u *position.Unit) bool { return r.enemy(u.Owner) && r.fighting(u) })
}

// unitsIn lists the units in a space that satisfy a test.
func (r *run) unitsIn(space board.SpaceID, test func(*position.Unit) bool) []int {
	var ids []int
	for _, u := range r.pos.In(space) {
		if test(u) {
			ids = append(ids, u.ID)
		}
	}
	return ids
}

// mark notes what units did this turn, those of them that are still on the board.
func (r *run) mark(ids []int, did position.Act) {
	if here := slices.DeleteFunc(slices.Clone(ids), func(id int) bool { return r.pos.Unit(id) == nil }); len(here) > 0 {
		r.emit(event.Marked{Units: here, Did: did})
	}
}
