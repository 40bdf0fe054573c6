package reading

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/phrase"
	"fieldpost/orders/reading/text"
)

// Limits of the search, counted in steps so that all machines agree.
const (
	beam         = 64
	mostJudgings = 400
	mostWork     = 25_000 // steps of all sentences, beyond which only the best state goes on
	mostReadings = 3
	nearReadings = 2 // points from the best within which others are shown
)

// reader is the reading of one text.
type reader struct {
	*terrain
	*phrase.Reader
	rows     map[int]bool // the lines that are rows of tables
	sentence *sentence
	judgings int
	work     int
	cut      bool // a candidate without a guess was dropped, or the steps ran out
}

// state is a letter read as far as one of its sentences.
type state struct {
	before     *state
	said       *sentence
	cand       candidate
	phase      order.Phase // of the heading above, NoPhase without
	target     []place
	targetVerb string
	battle     board.SpaceID
	standing   bool // below `defend …`: lines of the defence
	closed     bool // it was said that there is no combat: what moves below does so in noncombat
	next       int  // the line of the sentence that follows
	cost       int
	rank       int
}

// then is the state behind a candidate.
func (st *state) then(s *sentence, c candidate) *state {
	n := &state{before: st, said: s, cand: c, phase: st.phase, target: st.target, targetVerb: st.targetVerb, battle: st.battle, standing: st.standing, closed: st.closed,
		cost: st.cost + c.cost(), rank: st.rank + c.rank}
	switch {
	case c.phase != nil:
		n.phase, n.target, n.targetVerb, n.battle, n.standing = *c.phase, c.target, c.targetVerb, board.NoSpace, false
		n.closed = c.holds && *c.phase == order.Combat && len(c.pieces) == 0
	case c.battle != board.NoSpace:
		n.battle, n.standing = c.battle, false
	case c.target != nil, c.targetVerb != "":
		n.target, n.targetVerb, n.battle = c.target, c.targetVerb, board.NoSpace
		if c.targetVerb == "" && st.target == nil { // "SBR", and below it the name of what is bombed
			n.targetVerb = st.targetVerb
		}
	case c.line != nil && c.line.Standing != nil:
		n.standing, n.battle = true, board.NoSpace
	}
	return n
}

// chain lists the states of a letter from its beginning.
func (st *state) chain() []*state {
	var list []*state
	for x := st; x.said != nil; x = x.before {
		list = append(list, x)
	}
	slices.Reverse(list)
	return list
}

// moves calls f for the movements of combat so far, latest first, until it says stop.
func (st *state) moves(f func(from []board.SpaceID, us []order.Units, to board.SpaceID) bool) {
	for x := st; x.said != nil; x = x.before {
		for i := len(x.cand.pieces) - 1; i >= 0; i-- {
			p := x.cand.pieces[i]
			if p.phase == order.Noncombat || p.phase == order.NoPhase && x.phase == order.Noncombat {
				continue
			}
			var groups []order.Group
			var to board.SpaceID
			switch o := p.order.(type) {
			case order.Move:
				groups, to = o.Groups, o.To
			case order.ShipUnits:
				groups, to = o.Groups, o.To
			default:
				continue
			}
			var from []board.SpaceID
			var us []order.Units
			for _, g := range groups {
				from, us = append(from, g.From), append(us, g.Units...)
			}
			if !f(from, us, to) {
				return
			}
		}
	}
}

// lastGoal is where the last movement went.
func (st *state) lastGoal() []place {
	var to []place
	st.moves(func(_ []board.SpaceID, _ []order.Units, at board.SpaceID) bool {
		to = []place{{ID: at, How: lexicon.Exact}}
		return false
	})
	return to
}

// attacks reports whether a space is where something moves.
func (st *state) attacks(at board.SpaceID) bool {
	found := st.battle == at
	st.moves(func(_ []board.SpaceID, _ []order.Units, to board.SpaceID) bool {
		found = found || to == at
		return !found
	})
	return found
}

// sends reports whether units of a type move to attack.
func (st *state) sends(t board.UnitType) bool {
	found := false
	st.moves(func(_ []board.SpaceID, us []order.Units, _ board.SpaceID) bool {
		found = found || slices.ContainsFunc(us, func(u order.Units) bool { return u.Type == t })
		return !found
	})
	return found
}

// foughtAt is the battle of which the text speaks: that of the heading, else the last that was named.
func (st *state) foughtAt(r *terrain) board.SpaceID {
	at := st.atHand(r)
	if at == board.NoSpace {
		st.moves(func(_ []board.SpaceID, _ []order.Units, to board.SpaceID) bool {
			if r.hostile(to) {
				at = to
			}
			return at == board.NoSpace
		})
	}
	return at
}

// atHand is the battle that is told of: that of the heading, of the target above, or of the movement on the same line.
func (st *state) atHand(r *terrain) board.SpaceID {
	switch {
	case st.battle != board.NoSpace:
		return st.battle
	case len(st.target) == 1 && r.hostile(st.target[0].ID):
		return st.target[0].ID
	}
	for x := st; x.said != nil && x.said.line == st.next; x = x.before {
		for _, p := range slices.Backward(x.cand.pieces) {
			if to := goalOf(p.order); to != board.NoSpace && r.hostile(to) {
				return to
			}
		}
	}
	return board.NoSpace
}

// sent lists the types that move to a space.
func (st *state) sent(at board.SpaceID) []board.UnitType {
	var list []board.UnitType
	st.moves(func(_ []board.SpaceID, us []order.Units, to board.SpaceID) bool {
		for _, u := range us {
			if to == at && !slices.Contains(list, u.Type) {
				list = append(list, u.Type)
			}
		}
		return true
	})
	return list
}

// attacked is how many spaces of enemies are attacked.
func (st *state) attacked(r *terrain) int {
	var list []board.SpaceID
	st.moves(func(_ []board.SpaceID, _ []order.Units, to board.SpaceID) bool {
		if r.hostile(to) && !slices.Contains(list, to) {
			list = append(list, to)
		}
		return true
	})
	return len(list)
}

// startsFor lists the territories from which a space is attacked, that with the most attackers first.
func (st *state) startsFor(r *terrain, at board.SpaceID) []board.SpaceID {
	counts := map[board.SpaceID]int{}
	var list []board.SpaceID
	st.moves(func(from []board.SpaceID, us []order.Units, to board.SpaceID) bool {
		for _, f := range from {
			if to == at && r.ctx.Board.Touch(f, at) {
				if counts[f] == 0 {
					list = append(list, f)
				}
				for _, u := range us {
					counts[f] += max(u.N, 1)
				}
			}
		}
		return true
	})
	slices.SortFunc(list, func(a, b board.SpaceID) int {
		if d := counts[b] - counts[a]; d != 0 {
			return d
		}
		return int(a - b)
	})
	return list
}

// readings goes down the letter with the best states.
func (r *reader) readings(list []*sentence) []*state {
	states := []*state{{battle: board.NoSpace}}
	for _, s := range list {
		r.sentence = s
		var next []*state
		if r.work > mostWork {
			r.cut, states = true, states[:1]
		}
		for _, st := range states {
			st.next = s.line
			for _, c := range (&clause{r, s, st}).interpret() {
				for _, c := range r.phases(c, st) {
					next = append(next, st.then(s, c))
				}
			}
		}
		slices.SortStableFunc(next, func(a, b *state) int {
			if a.cost != b.cost {
				return a.cost - b.cost
			}
			return a.rank - b.rank
		})
		if len(next) > beam {
			r.cut = r.cut || next[beam].cost == 0
			next = next[:beam]
		}
		states = next
	}
	return states
}

// phases gives movements without a heading their phase: combat where enemies are, else that in which the turn stands;
// else both, as guesses.
func (r *reader) phases(c candidate, st *state) []candidate {
	open := slices.ContainsFunc(c.pieces, func(p piece) bool {
		return p.phase == order.NoPhase && p.order != nil && phaseOf(p.order) == order.NoPhase && isMovement(p.order)
	})
	if open && st.closed && st.phase == order.Combat && c.phase == nil && !c.hostile {
		noncombat := order.Noncombat
		c.phase = &noncombat
		return []candidate{c}
	}
	if !open || st.phase == order.Combat || st.phase == order.Noncombat || c.phase != nil {
		return []candidate{c}
	}
	in := func(ph order.Phase, guess bool) candidate {
		d := c
		d.pieces = slices.Clone(c.pieces)
		for i := range d.pieces {
			if d.pieces[i].order != nil && d.pieces[i].phase == order.NoPhase {
				d.pieces[i].phase = ph
			}
		}
		if guess {
			d.guesses = append(slices.Clip(c.guesses), Guess{Line: lineOf(c), Text: r.sentence.text, Read: ph.String(), Why: WhyPhase})
		}
		return d
	}
	switch {
	case c.hostile, len(st.target) == 1 && r.hostile(st.target[0].ID) && r.atSea(c):
		// A fleet below the name of what is attacked goes along.
		return []candidate{in(order.Combat, false)}
	case r.ctx.Phase == order.Noncombat:
		return []candidate{in(order.Noncombat, false)}
	case r.ctx.Phase == order.Combat && st.phase == order.NoPhase:
		return []candidate{in(order.Combat, false)}
	}
	return []candidate{in(order.Noncombat, true), in(order.Combat, true)}
}

// atSea reports whether all movements of a candidate go to sea.
func (r *reader) atSea(c candidate) bool {
	return !slices.ContainsFunc(c.pieces, func(p piece) bool {
		to := goalOf(p.order)
		return to == board.NoSpace || !r.ctx.Board.Space(to).Sea
	})
}

func lineOf(c candidate) int {
	for _, p := range c.pieces {
		if p.order != nil {
			return p.order.LineNo()
		}
	}
	return 0
}

func isMovement(o order.Order) bool {
	switch o.(type) {
	case order.Move, order.ShipUnits, order.Load, order.Unload:
		return true
	}
	return false
}

// phaseOf is the phase of orders that need no heading.
func phaseOf(o order.Order) order.Phase {
	switch o.(type) {
	case order.BonusUnits:
		return order.Bonus
	case order.ResearchTech:
		return order.Research
	case order.BuyUnits, order.Convert:
		return order.Buy
	case order.AttackSubs, order.BattleOrder, order.Bomb, order.Rocket, order.Bombard, order.Pledge:
		return order.Combat
	case order.Land, order.TakeOver:
		return order.Noncombat
	case order.PlaceUnits:
		return order.Place
	}
	return order.NoPhase
}

// draft is a letter as a file, before it is canonical.
type draft struct {
	state  *state
	file   orders.File
	text   string // the canonical orders, without header
	faults []order.Fault
	legal  bool
	judged bool
	cost   int
	guess  []Guess
	effect string
	broken bool // parts of voyages that do not fit together, or a line without a place
	hard   []*state
}

// draftOf puts the orders of a letter into a file.
func (r *reader) draftOf(st *state) *draft {
	d := &draft{state: st, cost: st.cost}
	var pieces []piece
	f := &d.file
	for _, x := range st.chain() {
		c := x.cand
		d.guess = append(d.guess, c.guesses...)
		if r.hard(x) {
			d.hard = append(d.hard, x)
		}
		if c.phase != nil && (c.holds || *c.phase == order.Combat || *c.phase == order.Noncombat) {
			f.Sheet.Parts[*c.phase].Held = true
		}
		if c.line != nil {
			r.notaryLine(f, c, x)
			continue
		}
		for _, p := range c.pieces {
			if p.order != nil && p.phase == order.NoPhase {
				if p.phase = phaseOf(p.order); p.phase == order.NoPhase && isMovement(p.order) {
					p.phase = x.phase
				}
			}
			pieces = append(pieces, p)
		}
		if c.fix != nil && !c.fix.apply(pieces) {
			d.broken = true
		}
		if c.battle != board.NoSpace && len(c.pieces) == 0 {
			openBattle(f, c.battle, x.said.line)
		}
	}
	d.unheeded()
	r.escorts(d)
	pieces, ok := r.fold(pieces)
	d.broken = !ok
	for _, p := range pieces {
		r.put(d, p)
	}
	d.text = canonical(f.File, r.ctx.Board)
	return d
}

// escorts takes ships for those of combat, without a guess, that go beside what is attacked in the same letter.
func (r *reader) escorts(d *draft) {
	for _, x := range d.state.chain() {
		if !r.atSea(x.cand) || !slices.ContainsFunc(x.cand.pieces, func(p piece) bool { return r.supports(d.state, goalOf(p.order)) }) {
			continue
		}
		for _, g := range x.cand.guesses {
			if at := slices.Index(d.guess, g); g.Why == WhyPhase && g.Read == order.Combat.String() && at >= 0 {
				d.guess, d.cost = slices.Delete(slices.Clone(d.guess), at, at+1), d.cost-costs[WhyPhase]
			}
		}
	}
}

// supports reports whether a zone touches land that is attacked.
func (r *reader) supports(st *state, zone board.SpaceID) bool {
	found := false
	st.moves(func(_ []board.SpaceID, _ []order.Units, to board.SpaceID) bool {
		found = zone != board.NoSpace && r.hostile(to) && !r.ctx.Board.Space(to).Sea && r.ctx.Board.Touch(zone, to)
		return !found
	})
	return found
}

// unheeded makes a place that stands alone a word that was left out if nothing below goes there.
func (d *draft) unheeded() {
	chain := d.state.chain()
	for i, x := range chain {
		if x.cand.target == nil && x.cand.targetVerb == "" {
			continue
		}
		heeded := false
		for _, y := range chain[i+1:] {
			if y.cand.target != nil && x.cand.target != nil {
				break
			}
			heeded = heeded || slices.ContainsFunc(y.cand.pieces, func(p piece) bool {
				if _, bombs := p.order.(order.Bomb); x.cand.target == nil {
					return bombs
				}
				return slices.ContainsFunc(x.cand.target, func(t place) bool { return t.ID == goalOf(p.order) })
			})
		}
		if !heeded {
			g := Guess{Line: x.said.line, Text: x.said.text, Why: WhyUnread}
			d.guess, d.cost = append(d.guess, g), d.cost+costs[WhyUnread]
		}
	}
}

// goalOf is where an order goes, NoSpace for others.
func goalOf(o order.Order) board.SpaceID {
	switch o := o.(type) {
	case order.Move:
		return o.To
	case order.ShipUnits:
		return o.To
	case order.Bomb:
		return o.Target
	}
	return board.NoSpace
}

// put puts a piece into its place in the file.
func (r *reader) put(d *draft, p piece) {
	f := &d.file
	switch {
	case p.tactic != nil && p.battle != board.NoSpace:
		i := openBattle(f, p.battle, p.tactic.Line)
		f.Sheet.Battles[i].Tactics = append(f.Sheet.Battles[i].Tactics, *p.tactic)
		return
	case p.tactic != nil:
		d.broken = true
		return
	case p.phase == order.NoPhase:
		switch p.order.(type) {
		case order.Enigma, order.Nonaggression, order.Resistance, order.PlaceByDefault, order.Share, order.Oil,
			order.Choose, order.Garrison, order.Declare:
			f.Answers = append(f.Answers, p.order)
		default:
			d.broken = true
		}
		return
	}
	part := &f.Sheet.Parts[p.phase]
	if !part.Held || part.Line == 0 {
		part.Held, part.Line = true, p.order.LineNo()
	}
	if buy, ok := p.order.(order.BuyUnits); ok && len(part.Orders) > 0 && buy.If == 0 {
		if last, ok := part.Orders[len(part.Orders)-1].(order.BuyUnits); ok && last.If == 0 && !r.sameType(last, buy) {
			last.Units = slices.Concat(last.Units, buy.Units)
			part.Orders[len(part.Orders)-1] = last
			return
		}
	}
	part.Orders = append(part.Orders, p.order)
}

// sameType reports whether two purchases name a type twice.
func (r *reader) sameType(a, b order.BuyUnits) bool {
	return slices.ContainsFunc(a.Units, func(u order.Units) bool {
		return slices.ContainsFunc(b.Units, func(v order.Units) bool { return u.Type == v.Type })
	})
}

func openBattle(f *orders.File, at board.SpaceID, line int) int {
	i := slices.IndexFunc(f.Sheet.Battles, func(b order.Battle) bool { return b.Space == at })
	if i < 0 {
		i = len(f.Sheet.Battles)
		f.Sheet.Battles = append(f.Sheet.Battles, order.Battle{At: order.At{Line: line}, Space: at})
	}
	return i
}

// notaryLine puts what only the notary reads into the file: the header, commands, standing orders, marks.
func (r *reader) notaryLine(f *orders.File, c candidate, x *state) {
	l := c.line
	switch {
	case l.Header != nil:
		over(&f.Header, *l.Header)
	case l.Command != nil:
		takeCommand(f, l.Command, x.said.line)
	case l.Standing != nil:
		f.Standing = append(f.Standing, *l.Standing)
	case l.Tactic != nil && len(f.Standing) > 0:
		s := &f.Standing[len(f.Standing)-1]
		s.Tactics = append(s.Tactics, *l.Tactic)
	case l.Mark == "done":
		f.Sheet.Done = x.said.line
	case l.Mark == "standing clear":
		f.Clear = x.said.line
	}
}

// takeCommand puts a command into the file. A text with `check` anywhere is only judged.
func takeCommand(f *orders.File, c commands.Command, line int) {
	switch c := c.(type) {
	case commands.Check:
		f.Check = true
		if c.Of != nil {
			f.Commands = append(f.Commands, c.Of)
		}
	case commands.Withdraw:
		c.Of.Line = line
		f.Withdraw = append(f.Withdraw, c.Of)
	default:
		f.Commands = append(f.Commands, c)
	}
}

// over fills in what a header line says.
func over(h *order.Header, line order.Header) {
	*h = orders.Over(line, *h)
	if line.Key != "" {
		h.Key = line.Key
	}
}

// hard reports whether a sentence that was not understood can only have been an order: a number beside a unit, a unit
// beside a place, or places with an arrow.
func (r *reader) hard(x *state) bool {
	if !x.cand.nothing || x.cand.asks || x.said.aside {
		return false
	}
	for i, it := range x.said.items {
		if it.Kind == phrase.Hop || it.Kind == phrase.Group && slices.ContainsFunc(it.Units, func(u phrase.Unit) bool { return u.N != 0 && len(u.Types) > 0 }) {
			return true
		}
		if it.Kind == phrase.Group && slices.ContainsFunc(x.said.items[i:], func(y phrase.Item) bool { return y.Kind == phrase.Named }) {
			return true
		}
		if it.Kind == phrase.Key && (it.ID == "attack" || it.ID == "bomb") && slices.ContainsFunc(x.said.items, func(y phrase.Item) bool { return y.Kind == phrase.Named }) {
			return true
		}
	}
	return false
}

// judge judges a draft once.
func (r *reader) judge(d *draft) {
	if d.judged {
		return
	}
	d.judged = true
	r.judgings++
	d.faults = r.ctx.Judge.Judge(d.file.File)
	d.legal = !order.Refuses(d.faults) && !d.broken && len(d.hard) == 0
}

// effectOf is by what two readings are the same: their canonical orders but for movements, and what they lead to.
func (r *reader) effectOf(d *draft) string {
	if d.effect == "" {
		f := d.file.File
		f.Sheet.Parts[order.Combat].Orders, f.Sheet.Parts[order.Noncombat].Orders = nil, nil
		d.effect = canonical(f, r.ctx.Board) + "\x00" + r.ctx.Judge.Effect(d.file.File)
	}
	return d.effect
}

// sentences parts the sender's lines into sentences.
func (r *reader) sentences(lines []text.Line) []*sentence {
	var list []*sentence
	asides, rows := r.Asides(lines), r.rowsOf(lines)
	for no := range rows {
		r.rows[no] = true
	}
	for _, l := range lines {
		if row := rows[l.No]; row != nil {
			list = append(list, row)
			continue
		}
		for i, ts := range text.Sentences(l.Tokens) {
			s := &sentence{line: l.No, text: text.Written(ts), below: l.Below, first: i == 0, aside: asides[l.No]}
			for j, as := range r.Parts(r.Atoms(ts)) {
				part := *s
				part.atoms, part.first = as, s.first && j == 0
				if j > 0 || len(as) < len(ts) {
					part.text = written(as)
				}
				part.items = r.Items(as)
				list = append(list, &part)
			}
		}
	}
	return list
}

// written is atoms as they stand in the text.
func written(as []*phrase.Atom) string {
	var ts []*token
	for _, a := range as {
		ts = append(ts, a.Tokens...)
	}
	return text.Written(ts)
}

// splitLines is the lines of a canonical text.
func splitLines(text string) []string { return strings.Split(strings.TrimSuffix(text, "\n"), "\n") }
