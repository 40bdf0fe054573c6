// Package bot plays a seat: legal, plausible turns through the same orders that people send, so that a newcomer can try
// a game alone and an absent player can be stood in for. It is pure: equal positions and seeds give equal orders. Every
// file it makes has passed [adjudicator.Judge]; what would be refused is left out.
//
// Where to look: map.go is how it sees the board, attack.go chooses battles, sail.go crosses the sea, move.go moves
// planes home and troops forward, buy.go spends money and places what was bought.
package bot

import (
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Why is what a decision was for.
type Why string

// The decisions. The comment names the fields of [Reason] that each uses in addition to Why.
const (
	Buys     Why = "buys"     // Units, Paid
	Saves    Why = "saves"    // Paid: what is kept as money; Word: why, if it would buy something
	Attacks  Why = "attacks"  // Space, Units, Chance
	Claims   Why = "claims"   // Space, Units: it is undefended
	Keeps    Why = "keeps"    // Space, N: land units that stay on guard there
	Lands    Why = "lands"    // From, Space, Units
	Advances Why = "advances" // From, Space, Units
	Ships    Why = "ships"    // From, Space, Units
	Sails    Why = "sails"    // From, Space, Units: to where troops wait
	Places   Why = "places"   // Space, Units
	Answers  Why = "answers"  // Word: what was asked
	Presses  Why = "presses"  // Space: the battle that paused goes on
)

// Why a bot keeps money that would buy something.
const (
	NoRoom    = "no-room"    // its complexes place no more units
	NoComplex = "no-complex" // it has no complex that it may use, or not its capital
)

// Reason is one decision, told as data; the reader's language is for package templates.
type Reason struct {
	Why    Why           `json:"why"`
	Space  board.SpaceID `json:"space"` // NoSpace where unused, as is From
	From   board.SpaceID `json:"from"`
	Units  []order.Units `json:"units,omitempty"`
	Chance int           `json:"chance,omitempty"` // of taking the space, at sea of winning, in percent
	Paid   int           `json:"paid,omitempty"`   // IPC
	N      int           `json:"n,omitempty"`
	Word   string        `json:"word,omitempty"`
}

// plan is lines that stand or fall together: an attack without half of its units is none.
type plan struct {
	phase  order.Phase
	orders []order.Order
	battle *order.Battle
	reason Reason
}

func (p *plan) names(line int) bool {
	if p.battle != nil && (p.battle.Line == line || slices.ContainsFunc(p.battle.Tactics, func(t order.Tactic) bool {
		return t.Line == line
	})) {
		return true
	}
	return slices.ContainsFunc(p.orders, func(o order.Order) bool { return o.LineNo() == line })
}

// planner is the bot while it thinks about one file.
type planner struct {
	outlook
	seed  uint64
	line  int
	plans []plan
	told  []Reason // decisions that are no lines
}

// Turn makes a power's next file: from the phase in which its turn stands research, purchase and combat, or noncombat
// and placing; or the answer to what it is asked. Where no die falls before noncombat there is nothing to wait for, and
// the file is the whole turn. The file is empty if nothing is awaited of the power, or if it has answered and others
// have not.
func Turn(set *rules.Set, pos *position.Position, who board.Power, seed uint64) (order.File, []Reason) {
	m := newPlanner(set, pos, who, seed)
	f, reasons := m.file()
	if !f.Sheet.Parts[order.Combat].Held || adjudicator.ReachOf(set, pos, who, f).Stop != order.NoPhase {
		return f, reasons
	}
	r, err := adjudicator.Play(set, pos, who, f, nil) // no die falls
	if err != nil || r.Refused || r.Position.Phase() != order.Noncombat {
		return f, reasons
	}
	next := newPlanner(set, r.Position, who, m.seed)
	next.line = m.line
	rest, more := next.file()
	f.Sheet.Parts[order.Noncombat], f.Sheet.Parts[order.Place] = rest.Sheet.Parts[order.Noncombat], rest.Sheet.Parts[order.Place]
	f.Sheet.Done = rest.Sheet.Done
	reasons = slices.DeleteFunc(reasons, func(r Reason) bool { return r.Why == Keeps }) // more may leave
	return f, slices.Concat(reasons, more, m.keeps(f))
}

func newPlanner(set *rules.Set, pos *position.Position, who board.Power, seed uint64) *planner {
	return &planner{outlook: outlook{set: set, b: set.Board, pos: pos, who: who, side: set.Board.SideOf(who),
		busy: map[int]bool{}, air: map[board.SpaceID][]int{}}, seed: seed ^ uint64(pos.Round())<<32}
}

// file makes the power's orders up to the next die, or to the end of its turn.
func (m *planner) file() (order.File, []Reason) {
	set, pos, who := m.set, m.pos, m.who
	what := ""
	for _, a := range adjudicator.Awaited(set, pos) {
		if a.Power == who && what == "" {
			what = a.What
		}
	}
	switch {
	case what == "":
		return order.File{}, nil
	case len(pos.Turn().Asked()) > 0:
		return m.answer(what)
	case what == "battle":
		return m.pressOn()
	}
	m.front = m.frontier()
	var f order.File
	switch pos.Phase() {
	case order.Noncombat, order.Place:
		if pos.Phase() == order.Noncombat {
			f.Sheet.Parts[order.Noncombat].Held = true
			m.moveHome()
			m.shipForward()
			m.moveForward()
		}
		m.place()
		f.Sheet.Done = m.nextLine().Line
	default:
		f.Sheet.Parts[order.Combat].Held = true
		if slices.Contains(set.Phases, order.Research) && pos.Phase() == order.Research {
			f.Sheet.Parts[order.Research].Held = true
		}
		if pos.Phase() <= order.Buy {
			f.Sheet.Parts[order.Buy].Held = true
			m.buy()
		}
		m.attack()
	}
	return m.assembleLegal(f)
}

// nextLine is the next line.
func (m *planner) nextLine() order.At { m.line++; return order.At{Line: m.line} }

// whim is a whim from 0 to n-1, the same each time the bot thinks about this position.
func (m *planner) whim(n int) int {
	m.seed += 0x9e3779b97f4a7c15 // SplitMix64
	z := m.seed
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return int((z ^ z>>31) % uint64(n))
}

// assembleLegal puts the plans into the file and leaves out what would be refused, until nothing is.
func (m *planner) assembleLegal(f order.File) (order.File, []Reason) {
	plans := m.plans
	for {
		full := assemble(f, plans)
		faults := slices.DeleteFunc(adjudicator.Judge(m.set, m.pos, m.who, full), func(x order.Fault) bool {
			return x.Severity == order.Unwise
		})
		if len(faults) == 0 || len(plans) == 0 {
			reasons := slices.Clone(m.told)
			for _, p := range plans {
				reasons = append(reasons, p.reason)
			}
			return full, m.checked(full, reasons)
		}
		i := slices.IndexFunc(plans, func(p plan) bool { return p.names(faults[0].Line) })
		if i < 0 {
			i = len(plans) - 1
		}
		plans = slices.Delete(slices.Clone(plans), i, i+1)
	}
}

func assemble(f order.File, plans []plan) order.File {
	for _, p := range plans {
		part := &f.Sheet.Parts[p.phase]
		part.Held = true
		part.Orders = append(slices.Clip(part.Orders), p.orders...)
		if p.battle != nil {
			f.Sheet.Battles = append(slices.Clip(f.Sheet.Battles), *p.battle)
		}
	}
	return f
}

// answer answers a question: of the pregame, or of an advantage.
func (m *planner) answer(what string) (order.File, []Reason) {
	var f order.File
	m.told = []Reason{{Why: Answers, Word: what, Space: board.NoSpace, From: board.NoSpace}}
	switch what {
	case "bonus":
		m.front = m.frontier()
		m.bonus(&f)
	case "share":
		s := m.share()
		if slices.ContainsFunc(m.shares(m.who), func(x order.Share) bool { return slices.Equal(x.Parts, s.Parts) }) {
			return order.File{}, nil // this power has answered; others have not
		}
		f.Answers = []order.Order{s}
	default:
		f = adjudicator.DefaultAnswer(m.set, m.pos, m.who)
	}
	return m.assembleLegal(f)
}

// share splits the advance of the side evenly, the remainder to the first; if an ally proposes another split, the bot
// agrees to it.
func (m *planner) share() order.Share {
	o := m.evenShare()
	for _, s := range m.b.Seats {
		for _, x := range m.shares(s.Power) {
			if s.Power != m.who && !slices.Equal(x.Parts, o.Parts) {
				o.Parts = x.Parts
				return o
			}
		}
	}
	return o
}

// shares are the splits that a power has proposed.
func (m *outlook) shares(p board.Power) []order.Share {
	var out []order.Share
	for _, a := range m.pos.Nation(p).Answers() {
		if s, ok := a.(order.Share); ok {
			out = append(out, s)
		}
	}
	return out
}

func (m *planner) evenShare() order.Share {
	o := order.Share{At: m.nextLine()}
	left := m.set.Advance
	var allies []board.Power
	for _, s := range m.b.Seats {
		if s.Side == m.side {
			allies = append(allies, s.Power)
		}
	}
	for i, p := range allies {
		n := left / (len(allies) - i)
		left -= n
		o.Parts = append(o.Parts, order.Part{Power: p, N: n})
	}
	return o
}

// pressOn lets a battle that paused go on.
func (m *planner) pressOn() (order.File, []Reason) {
	next, _ := m.pos.Turn().NextBattle()
	at := next.Space
	var f order.File
	f.Sheet.Battles = []order.Battle{{At: m.nextLine(), Space: at}}
	m.told = []Reason{{Why: Presses, Space: at, From: board.NoSpace}}
	return m.assembleLegal(f)
}
