package odds

import (
	"cmp"
	"encoding/binary"
	"slices"

	"fieldpost/adjudicator/battle"
)

// result is what the walk found.
func (w *walk) result() Result {
	r := w.out
	r.Takes = w.takeChance()
	r.Attackers = w.sideResult(battle.Attacker, w.battle.Attacker.Units)
	r.Defenders = w.sideResult(battle.Defender, w.battle.Defender.Units)
	return r
}

// takeChance is the chance that the attacker wins with a land unit left.
func (w *walk) takeChance() float64 {
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

// survivors are the units of a side that have not been lost, good until the next call.
func (w *walk) survivors(r battle.Role, id int32) []battle.Unit {
	us := w.units[:0]
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
	w.units = us
	return us
}

func (w *walk) sideResult(r battle.Role, units []battle.Unit) Side {
	t := tally{b: &w.battle, index: map[string]int{}}
	var key []byte
	for id, p := range w.ends[r] {
		if p > 0 {
			key = w.looksLike(key[:0], r, int32(id))
			i, ok := t.index[string(key)]
			if !ok {
				i = t.add(string(key), w.survivors(r, int32(id)))
			}
			t.found[i].Chance += p
		}
	}
	return t.side(units)
}

// looksLike is equal for states with the same survivors: how many there are of each kind in each condition.
func (w *walk) looksLike(key []byte, r battle.Role, id int32) []byte {
	alike := w.side[r].alike
	from, conditions := len(key), int(battle.Lost)
	key = append(key, make([]byte, 2*len(alike)*conditions)...)
	for i, c := range w.side[r].all[id].status {
		if c == battle.Withdrawn {
			c = battle.Fit // it is as much a survivor
		}
		if c != battle.Lost {
			count := key[from+2*(alike[i]*conditions+int(c)):]
			binary.LittleEndian.PutUint16(count, binary.LittleEndian.Uint16(count)+1)
		}
	}
	return key
}

// tally sums up the results of one side.
type tally struct {
	b     *battle.Battle
	found []Survivors
	units []int // of each
	index map[string]int
}

func (t *tally) add(key string, us []battle.Unit) int {
	n, ipc := worth(t.b, us)
	i := len(t.found)
	t.index[key] = i
	t.units = append(t.units, n)
	t.found = append(t.found, Survivors{Units: battle.Stacks(us), IPC: ipc})
	return i
}

// side is the summary, the likeliest survivors first; of equally likely ones the dearest.
func (t *tally) side(units []battle.Unit) Side {
	n, ipc := worth(t.b, units)
	s := Side{Units: float64(n), IPC: float64(ipc)}
	for i, f := range t.found {
		s.LostUnits += float64(f.Chance * float64(n-t.units[i]))
		s.LostIPC += float64(f.Chance * float64(ipc-f.IPC))
	}
	slices.SortStableFunc(t.found, func(a, b Survivors) int {
		return cmp.Or(cmp.Compare(b.Chance, a.Chance), cmp.Compare(b.IPC, a.IPC))
	})
	s.Survivors = t.found
	return s
}
