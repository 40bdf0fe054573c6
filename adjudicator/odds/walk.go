package odds

import (
	"reflect"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/order"
)

// walk goes through all states that a battle can be in at the end of a round. They are in layers, one for each round as
// long as rounds differ; the last layer is for all later rounds. Losses only grow, so that within the last layer the
// states can be visited in the order of what is left; only a round without a hit leads back to its own state, and its
// chance is divided out.
type walk struct {
	battle battle.Battle
	field  *battle.Field
	side   [2]*states
	layers []mass
	known  map[string]*volley // by what they roll
	dives  bool               // submarines dive before they fire
	cells  []cell             // of the step at hand
	next   []cell
	ends   [2][]float64 // chance that the side ends in a state
	wins   []float64    // chance that the attacker wins in a state
	out    Result
	most   int // steps

	// Memory that is used again.
	shooters []battle.Shooter
	columns  []battle.Column
	groups   []group
	key      []byte
	units    []battle.Unit
}

// cell is a pair of states within a round.
type cell struct {
	att, def int32
	chance   float64
}

// mass is the chance of each pair of states at the end of a round: by the defender's state, then the attacker's.
type mass [][]float64

// add adds to the chance of a pair, and returns by how many numbers the table has grown.
func (m *mass) add(att, def int32, p float64) (grown int) {
	for int(def) >= len(*m) {
		*m = append(*m, nil)
	}
	row := (*m)[def]
	if int(att) >= len(row) {
		grown = int(att) + 1 - len(row) + 8
		row = append(row, make([]float64, grown)...)
		(*m)[def] = row
	}
	row[att] += p
	return grown
}

func (m mass) at(att, def int32) float64 {
	if int(def) >= len(m) || int(att) >= len(m[def]) {
		return 0
	}
	return m[def][att]
}

func newWalk(b battle.Battle, opt Options) (*walk, error) {
	if err := checkUnits(b); err != nil {
		return nil, err
	}
	b = simplified(b, opt)
	f, err := b.Ready()
	if err != nil {
		return nil, err
	}
	w := &walk{battle: b, field: f, known: map[string]*volley{}, dives: b.Sea && !b.Set.Subs.DiveAtEnd, most: MaxSteps}
	if opt.Steps > 0 {
		w.most = min(opt.Steps, MaxSteps)
	}
	w.side[battle.Attacker] = newStates(f, battle.Attacker, numberAlike(b.Attacker.Units), w.step)
	w.side[battle.Defender] = newStates(f, battle.Defender, numberAlike(b.Defender.Units), w.step)
	w.layers = make([]mass, max(b.Round, lastRound(b))+1)
	return w, nil
}

// lastRound is the last round whose number matters: the first one has steps and values of its own, lines may name
// others.
func lastRound(b battle.Battle) int {
	last := 1
	for _, s := range []battle.Side{b.Attacker, b.Defender} {
		for _, a := range s.Armies {
			for _, t := range a.Tactics {
				if t.Cond.When == order.AfterRound {
					last = max(last, t.Cond.N)
				}
			}
		}
	}
	return last
}

// numberAlike numbers units so that those that events list as equal have equal numbers.
func numberAlike(us []battle.Unit) []int {
	ns := make([]int, len(us))
	for i := range us {
		ns[i] = i
		for j := range i {
			u, v := &us[i], &us[j]
			if u.Type == v.Type && u.Owner == v.Owner && u.Damaged == v.Damaged && u.Submerged == v.Submerged &&
				sameCargo(u, v) {
				ns[i] = ns[j]
				break
			}
		}
	}
	return ns
}

func sameCargo(u, v *battle.Unit) bool {
	return len(u.Cargo) == 0 && len(v.Cargo) == 0 || reflect.DeepEqual(battle.Stacks(u.Cargo), battle.Stacks(v.Cargo))
}

// run spreads the chances over all ways that the battle can take. The error is a *LimitError if they are too many.
func (w *walk) run() error {
	att, def := w.field.Start()
	a, d := w.side[battle.Attacker].id(att), w.side[battle.Defender].id(def)
	w.side[battle.Attacker].list(a)
	w.side[battle.Defender].list(d)
	first := min(w.battle.Round, len(w.layers)-1)
	w.layers[first].add(a, d, 1)
	for layer := first; layer < len(w.layers); layer++ {
		w.runLayer(layer)
	}
	if !w.step(0) {
		return &LimitError{What: Steps, Most: w.most}
	}
	return nil
}

// runLayer takes the pairs of a layer, those with most left first.
func (w *walk) runLayer(layer int) {
	as, ds := w.side[battle.Attacker], w.side[battle.Defender]
	for sum := len(as.left) + len(ds.left) - 2; sum >= 0; sum-- {
		for blows := min(sum, len(as.left)-1); blows >= max(0, sum-len(ds.left)+1); blows-- {
			for i := 0; i < len(as.left[blows]); i++ {
				if !w.step(1 + len(ds.left[sum-blows])/8) {
					return
				}
				for j := 0; j < len(ds.left[sum-blows]); j++ {
					a, d := as.left[blows][i], ds.left[sum-blows][j]
					if p := w.layers[layer].at(a, d); p > 0 {
						w.visit(layer, cell{a, d, p})
					}
				}
			}
		}
	}
}

// visit ends one round in a pair of states, and fights the next one from there.
func (w *walk) visit(layer int, at cell) {
	as, ds := w.side[battle.Attacker], w.side[battle.Defender]
	att, def := as.all[at.att].status, ds.all[at.def].status
	var v battle.Verdict
	if layer == 0 {
		v = w.field.Before(att, def)
	} else {
		att, def, v = w.field.Close(layer, att, def, false)
	}
	from := cell{as.sameNumber(at.att, att), ds.sameNumber(at.def, def), at.chance}
	if v.Over {
		w.end(from, v.Result)
		return
	}
	if w.stalemate(layer+1, from) {
		w.end(from, battle.Draw)
		return
	}
	w.round(layer+1, cell{from.att, from.def, 1})
	into := &w.layers[min(layer+1, len(w.layers)-1)]
	chance := at.chance
	if into == &w.layers[layer] { // divide out the rounds without a hit
		back := 0.0
		for i, c := range w.cells {
			if c.att == at.att && c.def == at.def {
				back += c.chance
				w.cells[i].chance = 0
			}
		}
		chance /= 1 - back
	}
	w.out.Rounds += chance
	for _, c := range w.cells {
		if c.chance > 0 {
			if !w.step(4 * into.add(c.att, c.def, float64(chance*c.chance))) { // memory
				return
			}
		}
	}
}

// stalemate reports whether no unit would roll a die in the next round.
func (w *walk) stalemate(round int, at cell) bool {
	steps := w.field.Steps(round)
	for i := range steps {
		if w.volley(i, &steps[i], round, at) != nil {
			return false
		}
	}
	return true
}

// round fights one round from a pair of states; w.cells is where it can end.
func (w *walk) round(round int, from cell) {
	as, ds := w.side[battle.Attacker], w.side[battle.Defender]
	w.cells = append(w.cells[:0], from)
	steps := w.field.Steps(round)
	for i := range steps {
		s := &steps[i]
		w.next = w.next[:0]
		for _, c := range w.cells {
			if !w.step(1) {
				return
			}
			if s.Sweep {
				c.att, c.def = as.sweep(c.att), ds.sweep(c.def)
			}
			w.fire(i, s, round, c, i == len(steps)-1)
		}
		w.cells, w.next = w.next, w.cells
	}
}

// fire rolls one step in one pair of states, and appends where it leads. After the last step the losses of the round
// leave.
func (w *walk) fire(i int, s *battle.Step, round int, c cell, last bool) {
	me, them := s.Role, s.Role.Other()
	if w.dives {
		c = w.submerge(s, round, c)
	}
	v := w.volley(i, s, round, c)
	how := w.field.Mark(s, w.side[them].all[c.of(them)].look)
	if last {
		c = c.with(me, w.side[me].remove(c.of(me)))
	}
	switch {
	case v != nil:
		w.strike(them, c, v, how, last)
	case last:
		w.next = append(w.next, c.with(them, w.side[them].remove(c.of(them))))
	default:
		w.next = append(w.next, c)
	}
}

// strike appends where a volley leads that hits a side.
func (w *walk) strike(r battle.Role, c cell, v *volley, how battle.Condition, last bool) {
	moves := w.side[r].hit(c.of(r), v, how, last && v.then == nil)
	if len(w.next)+len(moves) > maxCells {
		w.step(w.most + 1)
	}
	if !w.step(len(moves)) {
		return
	}
	for _, m := range moves {
		to := c.with(r, m.to)
		to.chance = float64(c.chance * m.chance)
		switch {
		case to.chance == 0:
		case v.then != nil:
			w.strike(r, to, v.then, how, last)
		default:
			w.next = append(w.next, to)
		}
	}
}

// with is the cell with another state of one side.
func (c cell) with(r battle.Role, id int32) cell {
	if r == battle.Attacker {
		c.att = id
	} else {
		c.def = id
	}
	return c
}

func (c cell) of(r battle.Role) int32 {
	if r == battle.Attacker {
		return c.att
	}
	return c.def
}

// submerge lets submarines dive instead of firing.
func (w *walk) submerge(s *battle.Step, round int, c cell) cell {
	me, them := w.side[s.Role], w.side[s.Role.Other()]
	own, foe := c.of(s.Role), c.of(s.Role.Other())
	if me.all[own].look.Targets&battle.Submarine == 0 {
		return c
	}
	return c.with(s.Role, me.id(w.field.Submerge(s, round, me.all[own].status, them.all[foe].status,
		them.all[foe].look)))
}

// volley is what a side rolls in a step, or nil.
func (w *walk) volley(i int, s *battle.Step, round int, c cell) *volley {
	me, them := w.side[s.Role], w.side[s.Role.Other()]
	own, look := me.fires(c.of(s.Role)), them.all[c.of(s.Role.Other())].look
	late := round > 1
	for j := me.all[own].volleys; j != unknown; j = me.volleys[j].next {
		if f := &me.volleys[j]; f.step == i && f.foe == look && f.late == late {
			return f.volley
		}
	}
	v := w.volleyOf(s, round, &me.all[own], look, them.alike)
	me.volleys = append(me.volleys, fired{i, late, look, v, me.all[own].volleys})
	me.all[own].volleys = int32(len(me.volleys) - 1)
	return v
}

// volleyOf works out what a side rolls. Volleys that roll the same are one.
func (w *walk) volleyOf(s *battle.Step, round int, own *state, foe battle.Look, alike []int) *volley {
	w.shooters = w.field.Shooters(w.shooters[:0], s, round, own.status, own.look, foe)
	if len(w.shooters) == 0 {
		return nil
	}
	w.columns = append(w.columns[:0], battle.Column{Shooters: w.shooters, Best: w.battle.Set.Combat.HeavyBest})
	columns := w.columns
	if w.battle.Set.Combat.LowLuck {
		columns = w.field.Volley(s, w.shooters)
	}
	w.groups = sumGroups(w.groups[:0], columns, alike)
	w.key = key(w.key[:0], w.groups)
	v, ok := w.known[string(w.key)]
	if !ok {
		v = volleys(w.groups)
		w.known[string(w.key)] = v
	}
	return v
}

// end notes how a battle ended.
func (w *walk) end(c cell, r battle.Result) {
	for i, id := range [2]int32{c.att, c.def} {
		for int(id) >= len(w.ends[i]) {
			w.ends[i] = append(w.ends[i], 0)
		}
		w.ends[i][id] += c.chance
	}
	switch r {
	case battle.AttackerWins:
		w.out.Attacker += c.chance
		for int(c.att) >= len(w.wins) {
			w.wins = append(w.wins, 0)
		}
		w.wins[c.att] += c.chance
	case battle.DefenderWins:
		w.out.Defender += c.chance
	default:
		w.out.Draw += c.chance
	}
}
