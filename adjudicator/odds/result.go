package odds

import (
	"cmp"
	"fmt"
	"slices"

	"fieldpost/adjudicator/battle"
)

// result is what the walk found.
func (w *walk) result() Result {
	r := w.out
	r.Takes = w.takes()
	r.Attackers = w.sideResult(battle.Attacker, w.battle.Attacker.Units)
	r.Defenders = w.sideResult(battle.Defender, w.battle.Defender.Units)
	return r
}

// takes is the chance that the attacker wins with a land unit left.
func (w *walk) takes() float64 {
	takes := 0.0
	if w.battle.Sea {
		return takes
	}
	for id, p := range w.wins {
		if p > 0 && landLeft(w.survivors(battle.Attacker, int32(id))) {
			takes += p
		}
	}
	return takes
}

// survivors are the units of a side that have not been lost.
func (w *walk) survivors(r battle.Role, id int32) []battle.Unit {
	var us []battle.Unit
	units := w.battle.Attacker.Units
	if r == battle.Defender {
		units = w.battle.Defender.Units
	}
	for i, c := range w.side[r].all[id].status {
		if c != battle.Lost {
			u := units[i]
			u.Damaged, u.Submerged = c == battle.Damaged, c == battle.Dived
			us = append(us, u)
		}
	}
	return us
}

func (w *walk) sideResult(r battle.Role, units []battle.Unit) Side {
	t := tally{b: &w.battle}
	for id, p := range w.ends[r] {
		if p > 0 {
			t.add(w.survivors(r, int32(id)), p)
		}
	}
	return t.side(units)
}

// tally sums up what becomes of one side.
type tally struct {
	b          *battle.Battle
	units, ipc float64 // mean left
	found      []Survivors
	index      map[string]int
}

func (t *tally) add(us []battle.Unit, p float64) {
	n, ipc := worth(t.b, us)
	t.units += float64(p * float64(n))
	t.ipc += float64(p * float64(ipc))
	stacks := battle.Stacks(us)
	key := fmt.Sprint(stacks)
	if i, ok := t.index[key]; ok {
		t.found[i].Chance += p
		return
	}
	if t.index == nil {
		t.index = map[string]int{}
	}
	t.index[key] = len(t.found)
	t.found = append(t.found, Survivors{Units: stacks, IPC: ipc, Chance: p})
}

// side is the summary, the likeliest survivors first; of equally likely ones the dearest.
func (t *tally) side(units []battle.Unit) Side {
	n, ipc := worth(t.b, units)
	slices.SortStableFunc(t.found, func(a, b Survivors) int {
		return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(b.IPC, a.IPC))
	})
	return Side{Units: float64(n), IPC: float64(ipc), LostUnits: float64(n) - t.units, LostIPC: float64(ipc) - t.ipc, Survivors: t.found}
}
