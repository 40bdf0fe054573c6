// Package forecast tells what a file of orders leads to if luck holds: its moves, flights and battles with their odds,
// and what is legal but odd about it. It rolls no die and changes nothing.
package forecast

import (
	"errors"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Forecast is what a file leads to if luck holds: what `check` tells in addition to faults. No die is rolled for it,
// and it knows no secret: it is the judgement of fine print 9, written down.
type Forecast struct {
	Power   board.Power
	Buys    bool // the file reaches past the purchases, and Money is what they leave
	Money   int  // IPC
	Moves   []event.Reported
	Flights []Flight
	Battles []Prospect
	// Unplaced is what the turn leaves unplaced though it could be placed, if the file ends the turn.
	Unplaced []economy.Unplaced
	Hints    []order.Fault // what is legal but odd
}

// Flight is planes that were sent to fight: the guns that will shoot at them, and where they could land.
type Flight struct {
	Line   int // of the order that sent them, 0 without one
	Units  []event.Stack
	From   board.SpaceID
	To     board.SpaceID
	Guns   []board.SpaceID // on the way and at the target, in the order in which they fire
	Refuge []board.SpaceID // land and decks in reach, territories before sea zones
}

// Prospect is a battle that the file brings about, as it stands before its first die if all before it is won without
// loss.
type Prospect struct {
	Battle battle.Battle
	Odds   odds.Result
	// the odds are not computed: this battle, or all of the file together, are beyond a limit of package odds
	TooLarge bool
}

// Chance is the chance of what the attacker wants: to take a territory if any land unit attacks, else to be left
// alone there.
func (p Prospect) Chance() float64 {
	if p.Takes() {
		return p.Odds.Takes
	}
	return p.Odds.Attacker
}

// Takes reports whether land units attack.
func (p Prospect) Takes() bool {
	return slices.ContainsFunc(p.Battle.Attacker.Units, func(u battle.Unit) bool { return u.Type.IsFightingLand() })
}

// Of tells what a file leads to, of one that Judge does not refuse. It is empty for files without turn orders.
func Of(set *rules.Set, pos *position.Position, who board.Power, f order.File) Forecast {
	fc := Forecast{Power: who}
	s := scan(set, pos, who, f, &fc)
	if s.Turn == nil {
		return fc
	}
	for _, e := range event.Report(s.Board, s.Journal.Events()) {
		if e.Power == who && (e.Kind == event.KindMoved || e.Kind == event.KindLanded ||
			e.Kind == event.KindLoaded || e.Kind == event.KindUnloaded) {
			fc.Moves = append(fc.Moves, e)
		}
	}
	fc.Battles = prospects(s.Battles)
	fc.Hints = s.warnings()
	if s.Power != who || s.Pos.Winner() != board.NoSide {
		fc.Unplaced = s.left
	}
	return fc
}

// scan goes through a file's turn. Without turn orders it has no turn.
func scan(set *rules.Set, pos *position.Position, who board.Power, f order.File, fc *Forecast) *threatScan {
	s := &threatScan{fc: fc, sheet: f.Sheet,
		before: phase.Begin(phase.State{Rules: set, Position: pos, Resolver: phase.Assumed()})}
	s.Turn, s.ended = adjudicator.Assume(set, pos, who, f, s.starts, s.played)
	return s
}

// prospects computes the odds of battles. All together take as many steps as one may: a file has many battles, or a
// large one.
func prospects(battles []battle.Battle) []Prospect {
	var list []Prospect
	left := odds.MaxSteps
	for _, b := range battles {
		o, err := odds.Result{}, error(&odds.LimitError{What: odds.Steps, Most: odds.MaxSteps})
		if left > 0 {
			o, err = odds.Compute(b, odds.Options{Steps: left})
		}
		limit, tooLarge := errors.AsType[*odds.LimitError](err)
		switch {
		case err == nil:
			left -= o.Steps
		case !tooLarge:
			continue // a battle that cannot be fought, which a judgement does not make
		case limit.What == odds.Steps:
			left = 0
		}
		list = append(list, Prospect{Battle: b, Odds: o, TooLarge: tooLarge})
	}
	return list
}

// threatScan goes through a file's turn on assumptions, and keeps what is noted of it.
type threatScan struct {
	*phase.Turn      // as it is when the file is carried out
	ended       bool // the turn of the file's power
	fc          *Forecast
	before      *phase.Turn // the position that the file was written for
	sheet       order.Sheet
	reach       order.Phase        // the last phase that was played
	left        []economy.Unplaced // by the placing phase
}

// starts keeps what only the position before a phase tells.
func (s *threatScan) starts(t *phase.Turn, part order.PhaseOrders) {
	if s.reach = t.Pos.Phase(); s.reach == order.Place {
		s.left = economy.LeftUnplaced(t.State(), part)
	}
}

// played keeps what only the position after a phase tells.
func (s *threatScan) played(t *phase.Turn) {
	switch s.reach {
	case order.Buy:
		s.fc.Buys, s.fc.Money = true, t.Pos.Nation(t.Power).Money()
	case order.Combat:
		s.fc.Flights = s.flights(t)
	}
}

// flights lists the planes that fought, those of one line, way and kind together.
func (s *threatScan) flights(t *phase.Turn) []Flight {
	var list []Flight
	for _, home := range movement.Returns(t) {
		u := home.Plane
		if u.Now.Did.Has(position.Suicide) {
			continue
		}
		f := Flight{Line: u.Now.Line, From: u.Now.Start, To: u.At, Guns: s.guns(t, u), Refuge: home.Places}
		stack := event.Stack{Power: u.Owner, Type: u.Type, N: 1}
		i := slices.IndexFunc(list, func(x Flight) bool {
			return x.Line == f.Line && x.From == f.From && x.To == f.To && x.Units[0].Type == u.Type &&
				slices.Equal(x.Guns, f.Guns) && slices.Equal(x.Refuge, f.Refuge)
		})
		if i >= 0 {
			list[i].Units[0].N++
			continue
		}
		f.Units = []event.Stack{stack}
		list = append(list, f)
	}
	return list
}

// guns lists the spaces whose guns shoot at a plane: those it flew over, then the one that it attacked.
func (s *threatScan) guns(t *phase.Turn, u position.Unit) []board.SpaceID {
	var list []board.SpaceID
	if t.IsSafeFromGuns(u.ID) {
		return nil
	}
	var over []board.SpaceID
	for route := range t.Pos.Turn().Routes() {
		if route.Unit == u.ID {
			over = append(over, route.Over...)
		}
	}
	for _, space := range append(over, u.At) {
		if gunner, _ := phase.AntiaircraftGun(s.before, space); gunner != board.Nobody &&
			(space != u.At || !t.Board.Space(space).Sea) {
			list = append(list, space)
		}
	}
	return list
}
