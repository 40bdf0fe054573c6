package adjudicator

import (
	"fieldpost/adjudicator/event"
)

// conductCombat carries out the plan of the combat moves: rockets, overflight flak, raids, then the battles in their order
// (cases.md, order of rolling; orders.md, fine print 6). It returns waiting when a battle pauses; r.pos.Turn.Fight then says
// where to go on, and the next call goes on there. While judging hopefully every battle is won without loss and no die is
// rolled. Planes stay over their battles; they go home when noncombat is played (move_home.go), so that the player may still
// say where (D17).
func (r *run) conductCombat() (waiting bool, err error) {
	fight := &r.Pos.Turn.Fight
	if !fight.Begun {
		if err := r.openCombat(); err != nil {
			return false, err
		}
	}
	for len(fight.Queue) > 0 {
		if fight.Queue[0].Paused && r.Resolver.Asks() {
			return true, nil // `done` and later phases apply after the answer (fine print 12)
		}
		if waiting, err := r.fightFirst(); waiting || err != nil {
			return waiting, err
		}
		r.Emit(event.BattleClosed{})
		if r.Resolver.Asks() && r.IsWaiting() {
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
	r.Emit(event.BattlesListed{Battles: r.battleQueue()})
	return nil
}

// fightFirst plays the first battle of the queue, or goes on with it after a pause.
func (r *run) fightFirst() (waiting bool, err error) {
	b := &r.Pos.Turn.Fight.Queue[0]
	if b.Round == 0 {
		r.takeSection(b)
	}
	if b.Sea {
		return r.fightAtSea(b)
	}
	return r.fightOnLand(b)
}
