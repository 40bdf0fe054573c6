// Package correct puts right by hand what was wrong in a game: it carries a referee's edits out on a position, and
// plays orders again with a mistake put right, and settles which of their dice stand: those of a space in which
// nothing is different keep their faces, the others roll again. Everything that decides it is in the records of a
// game, so anybody can settle it again.
package correct

import (
	"reflect"
	"slices"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Policy is which dice stand after a correction.
type Policy string

// The policies.
const (
	// Keep lets each die stand that the same units roll at the same numbers, up to the first roll in its space that
	// differs.
	Keep Policy = "keep"
	// RerollBattle rolls everything again in a space where anything differs.
	RerollBattle Policy = "reroll-battle"
	// RerollAll lets no die of the resolution stand.
	RerollAll Policy = "reroll-all"
)

// Policies lists all there are.
func Policies() []string { return []string{string(Keep), string(RerollBattle), string(RerollAll)} }

// Reason is why a roll is void, as it stands in records.
type Reason string

// The reasons.
const (
	OtherUnits  Reason = "other units"    // other units fight there, or from elsewhere
	OtherOrders Reason = "other orders"   // the orders for the battle there are others
	OtherCourse Reason = "another course" // what happens there is different, as it follows from something that is
	NotRolled   Reason = "not rolled any more"
	AllRerolled Reason = "all dice anew"
)

// Reasons lists all there are.
func Reasons() []Reason {
	return []Reason{OtherUnits, OtherOrders, OtherCourse, NotRolled, AllRerolled}
}

// RollOfEpoch is a roll with the epoch in which its dice fell.
type RollOfEpoch struct {
	Epoch int
	dice.Roll
}

// Void is a roll that does not stand.
type Void struct {
	RollOfEpoch
	Reason Reason
}

// Resolution is orders as they were played, with their dice.
type Resolution struct {
	Power  board.Power
	File   order.File
	Result adjudicator.Result
	Dice   []RollOfEpoch // all that it asked for, in that order
}

// Outcome is the result of playing orders again.
type Outcome struct {
	Resolution
	Rolls []dice.Roll   // those of the new epoch, in the order in which they were asked for
	Carry []RollOfEpoch // of the old resolution, what stands
	Void  []Void        // and what does not
}

// PlayAgain plays a resolution again: the file from the position, on the dice of the old resolution that stand and for
// the rest on those of the new epoch's seed. Which stand is settled step by step: all do, until the first space of the
// old resolution that is different with them; its dice are void, and the resolution is played again. The error is that
// of [adjudicator.Play].
func PlayAgain(set *rules.Set, pos *position.Position, file order.File, old Resolution, policy Policy, epoch int,
	seed dice.Seed) (Outcome, error) {
	a := &replayer{set: set, pos: pos, file: file, old: old, epoch: epoch, seed: seed, void: map[dice.Label]Reason{}}
	if policy == RerollAll {
		for _, d := range old.Dice {
			a.void[d.Label] = AllRerolled
		}
	}
	for {
		out, err := a.play()
		if err != nil || out.Result.Refused || !a.drop(out, policy) {
			return a.result(out), err
		}
	}
}

// replayer is the settling of one resolution. The labels that are void grow from turn to turn.
type replayer struct {
	set   *rules.Set
	pos   *position.Position
	file  order.File
	old   Resolution
	epoch int
	seed  dice.Seed
	void  map[dice.Label]Reason
}

// play plays the go on the dice that stand so far.
func (a *replayer) play() (Outcome, error) {
	fresh := dice.NewRecorder(dice.NewStream(a.seed))
	src := &source{epoch: a.epoch, stand: map[dice.Label]RollOfEpoch{}, fresh: fresh}
	for _, d := range a.old.Dice {
		if a.void[d.Label] == "" {
			src.stand[d.Label] = d
		}
	}
	res, err := adjudicator.Play(a.set, a.pos, a.old.Power, a.file, src)
	return Outcome{Resolution: Resolution{Power: a.old.Power, File: a.file, Result: res, Dice: src.asked},
		Rolls: fresh.Rolls()}, err
}

// result adds what has become of the old dice.
func (a *replayer) result(out Outcome) Outcome {
	for _, d := range a.old.Dice {
		if why := a.void[d.Label]; why != "" {
			out.Void = append(out.Void, Void{d, why})
		} else {
			out.Carry = append(out.Carry, d)
		}
	}
	return out
}

// drop makes the dice of the first space void that is different; false if none is.
func (a *replayer) drop(now Outcome, policy Policy) bool {
	for _, d := range a.old.Dice {
		if a.void[d.Label] != "" {
			continue
		}
		why := a.different(now, placeOf(d.Label))
		if why != "" && a.voidFrom(now, placeOf(d.Label), policy, why) {
			return true
		}
	}
	return false
}

// voidFrom makes the dice of a place void, all or from the first that differs on. It reports whether any was still
// standing.
func (a *replayer) voidFrom(now Outcome, p place, policy Policy, why Reason) bool {
	from, any := 0, false
	old := shots(a.set.Board, a.old, p)
	if policy == Keep {
		for new := shots(a.set.Board, now.Resolution, p); from < min(len(old), len(new)) && old[from].same(new[from]); {
			from++
		}
	}
	for _, s := range old[from:] {
		if a.void[s.roll.Label] == "" {
			a.void[s.roll.Label], any = why, true
		}
	}
	return any
}

// different reports whether anything in a place is not as it was, and what; "" if nothing is.
func (a *replayer) different(now Outcome, p place) Reason {
	if !asked(now.Resolution, p) {
		return NotRolled
	}
	if why := a.otherBattle(now, p); why != "" {
		return why
	}
	if !reflect.DeepEqual(course(a.set.Board, a.old, p), course(a.set.Board, now.Resolution, p)) {
		return OtherCourse
	}
	return ""
}

// otherBattle compares the battles of a place as they were before their first die, and the orders for them.
func (a *replayer) otherBattle(now Outcome, p place) Reason {
	was, is := battlesIn(a.set.Board, a.old.Result, p), battlesIn(a.set.Board, now.Result, p)
	if len(was) != len(is) {
		return OtherUnits
	}
	for i := range was {
		if !sameForces(was[i], is[i]) {
			return OtherUnits
		}
		if !sameTactics(was[i], is[i]) {
			return OtherOrders
		}
	}
	if !reflect.DeepEqual(a.section(a.old.File, p), a.section(a.file, p)) {
		return OtherOrders
	}
	return ""
}

// section is what a file says about the battle in a place, without line numbers.
func (a *replayer) section(f order.File, p place) []order.Tactic {
	var out []order.Tactic
	for _, b := range f.Sheet.Battles {
		if p.is(a.set.Board, b.Space) {
			out = append(out, plain(b.Tactics)...)
		}
	}
	return out
}

// place is where dice belong together: a space, or a power's research. All that rolls in a space stands or falls
// together.
type place struct{ space, role string }

func placeOf(l dice.Label) place {
	if l.Side == "-" {
		return place{l.Place, l.Kind}
	}
	return place{space: l.Place}
}

func (p place) is(b *board.Board, at board.SpaceID) bool {
	return p.role == "" && at != board.NoSpace && dice.SpaceToken(b.Name(at)) == p.space
}

func asked(g Resolution, p place) bool {
	return slices.ContainsFunc(g.Dice, func(d RollOfEpoch) bool { return placeOf(d.Label) == p })
}

// fighting are the kinds of events that belong to the dice of a space.
var fighting = []event.Kind{event.KindRocket, event.KindAntiaircraft, event.KindRaid, event.KindInterception,
	event.KindBattleBegan, event.KindRoundBegan, event.KindFired,
	event.KindLost, event.KindBattlePaused, event.KindBattleEnded, event.KindCalledOff, event.KindSubmerge}

// course is what happened in a place as far as dice go.
func course(b *board.Board, g Resolution, p place) []event.Reported {
	return filter(event.Report(b, g.Result.Events), func(e event.Reported) bool {
		if p.role != "" {
			return e.Kind == event.KindResearched
		}
		return p.is(b, e.Space) && slices.Contains(fighting, e.Kind)
	})
}

func filter[T any](list []T, want func(T) bool) []T {
	var out []T
	for _, x := range list {
		if want(x) {
			out = append(out, x)
		}
	}
	return out
}

// shot is a roll with the event that tells of it.
type shot struct {
	roll  RollOfEpoch
	event event.Reported
}

// shots are the rolls of a place in their order; each is told by one event.
func shots(b *board.Board, g Resolution, p place) []shot {
	rolls := filter(g.Dice, func(d RollOfEpoch) bool { return placeOf(d.Label) == p })
	events := filter(course(b, g, p), func(e event.Reported) bool { return thrown(e) > 0 })
	out := make([]shot, len(rolls))
	for i := range rolls {
		out[i].roll = rolls[i]
		if len(events) == len(rolls) {
			out[i].event = events[i]
		}
	}
	return out
}

// thrown is how many dice an event shows.
func thrown(e event.Reported) int {
	n := len(e.Dice)
	for _, v := range e.Volleys {
		n += len(v.Dice)
	}
	return n
}

// same reports whether the same units rolled at the same numbers.
func (s shot) same(t shot) bool {
	if s.roll.Label != t.roll.Label || len(s.roll.Dice) != len(t.roll.Dice) || s.roll.Sides != t.roll.Sides ||
		s.event.Kind == "" {
		return false
	}
	return reflect.DeepEqual(aimed(s.event), aimed(t.event))
}

// aimed is an event without what its dice brought.
func aimed(e event.Reported) event.Reported {
	e.Dice, e.Hits, e.Paid, e.N = nil, 0, 0, 0
	e.Volleys = slices.Clone(e.Volleys)
	for i := range e.Volleys {
		e.Volleys[i].Dice, e.Volleys[i].Hits = nil, 0
	}
	return e
}

// source gives the dice that stand where they are asked for as they fell, and new ones else.
type source struct {
	epoch int
	stand map[dice.Label]RollOfEpoch
	fresh *dice.Recorder
	asked []RollOfEpoch
}

// Roll is dice.Source's.
func (s *source) Roll(label dice.Label, n, sides int) ([]int, error) {
	if f, ok := s.stand[label]; ok && len(f.Dice) == n && f.Sides == sides {
		delete(s.stand, label)
		s.asked = append(s.asked, f)
		return slices.Clone(f.Dice), nil
	}
	faces, err := s.fresh.Roll(label, n, sides)
	if err != nil {
		return nil, err
	}
	s.asked = append(s.asked, RollOfEpoch{s.epoch, dice.Roll{Label: label, Sides: sides, Dice: slices.Clone(faces)}})
	return faces, nil
}
