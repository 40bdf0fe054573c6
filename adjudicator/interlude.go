package adjudicator

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Between the combat moves and the fight advantages of the attacked may speak: units rise in attacked land, a move is made
// out of turn. Who has left no instruction is asked, and the turn waits (fine print 16).

// askOthers plays the interlude, once a turn, and tells whether a question is open.
func (r *run) askOthers() bool {
	if !r.Resolver.Asks() {
		return false
	}
	if !r.Pos.Turn.Heard {
		r.Emit(event.ReactionsHeard{})
		r.spurn()
		for _, p := range r.Board.Powers() {
			for _, a := range r.Unused(p) {
				r.interlude(p, a)
			}
		}
	}
	return r.IsWaiting()
}

// interlude lets one advantage speak.
func (r *run) interlude(p board.Power, a *rules.Advantage) {
	switch {
	case a.Against != r.Power:
	case a.Reinforce.N > 0:
		sites := r.sites(a)
		in, ok := r.preferred(p, sites)
		switch {
		case ok:
			r.reinforce(p, a, in)
		case len(sites) > 0:
			phase.Ask(r.Turn, p, a)
		}
	case a.Sidestep:
		r.offerStep(p, a)
	}
}

// settled takes a question off the list.
func (r *run) settled(p board.Power, what string) {
	r.Emit(event.Answered{Power: p, What: what})
}

// sites lists the attacked territories in which an advantage would raise units, in ID order. Raids and rockets attack none,
// nor does who only blitzes through (USSR-2).
func (r *run) sites(a *rules.Advantage) []board.SpaceID {
	return slices.DeleteFunc(phase.Contested(r.Turn), func(s board.SpaceID) bool {
		return r.Board.Space(s).Sea || !a.OnOwnSoil(r.Board.Space(s).Home, r.Pos.Owner[s])
	})
}

// preferred is the site that needs no question: the only one, or the first that a filed line prefers.
func (r *run) preferred(p board.Power, sites []board.SpaceID) (board.SpaceID, bool) {
	if len(sites) == 1 {
		return sites[0], true
	}
	for _, o := range r.Pos.Nation(p).Answers {
		if o, ok := o.(order.Nonaggression); ok {
			if i := slices.IndexFunc(o.Spaces, func(s board.SpaceID) bool { return slices.Contains(sites, s) }); i >= 0 {
				return o.Spaces[i], true
			}
		}
	}
	return board.NoSpace, false
}

func (r *run) reinforce(p board.Power, a *rules.Advantage, in board.SpaceID) {
	r.UseUp(p, a)
	r.Emit(event.Raised{Power: p, Advantage: a.Name, Space: in, Units: r.NewUnits(p, a.Reinforce.Units()...)})
}

// spurn takes away the advantages of the power on turn that are lost by attacking an enemy first, and notes whom it has attacked:
// that power may strike back without losing its own (T-61, R-146).
func (r *run) spurn() {
	for _, p := range r.Board.Powers() {
		for _, a := range r.Unused(p) {
			switch {
			case a.Reinforce.N == 0:
			case p == r.Power && r.attacks(a.Against) && !slices.Contains(r.Pos.Nation(p).AttackedBy, a.Against):
				r.UseUp(p, a)
			case a.Against == r.Power && r.attacks(p) && !slices.Contains(r.Pos.Nation(p).AttackedBy, r.Power):
				r.Emit(event.AttackedFirst{Power: p, By: r.Power})
			}
		}
	}
}

// attacks reports whether the power on turn attacks an enemy: any of its units, at sea too, or land that it held when the turn
// began. Raids and rockets are no attack.
func (r *run) attacks(enemy board.Power) bool {
	for _, s := range phase.Contested(r.Turn) {
		if r.Pos.Owner[s] == enemy || slices.ContainsFunc(r.Pos.In(s), func(u *position.Unit) bool { return u.Owner == enemy }) {
			return true
		}
	}
	return slices.ContainsFunc(r.Pos.Turn.Captured, func(s board.SpaceID) bool { return r.Pos.Turn.StartOwner[s] == enemy })
}

// best is the default site: the highest income, then the most units of the power (D7).
func (r *run) best(p board.Power, sites []board.SpaceID) board.SpaceID {
	own := func(s board.SpaceID) int {
		return len(r.UnitsIn(s, func(u *position.Unit) bool { return u.Owner == p }))
	}
	return slices.MinFunc(sites, func(a, b board.SpaceID) int {
		return cmp.Or(r.Board.Space(b).Income-r.Board.Space(a).Income, own(b)-own(a))
	})
}

// answer carries out what a file answers to its sender's open questions, and tells whether it answered one.
func (r *run) answer(who board.Power, f order.File) bool {
	some := false
	for _, a := range r.Unused(who) {
		if !r.IsAsked(who, a.Question) {
			continue
		}
		for _, o := range united(f.Answers) {
			if r.answers(who, a, o) {
				r.settled(who, a.Question)
				some = true
				break
			}
		}
	}
	return some
}

// answers carries out one line as the answer to an advantage's question, and tells whether it is one.
func (r *run) answers(who board.Power, a *rules.Advantage, o order.Order) bool {
	switch o := o.(type) {
	case order.Nonaggression:
		if a.Reinforce.N == 0 {
			return false
		}
		in, ok := r.preferred(who, r.sites(a))
		if ok {
			r.reinforce(who, a, in)
		}
		return ok
	case order.Enigma:
		if a.Sidestep {
			r.takeStep(who, a, o)
		}
		return a.Sidestep
	case order.Declare:
		if a.Name != o.Advantage {
			return false
		}
		phase.Declare(r.Turn, who, a)
		return true
	case order.Resistance:
		if a.After.In == "" {
			return false
		}
		if !o.Asked {
			phase.Declare(r.Turn, who, a)
		}
		return true
	}
	return false
}

// DefaultAnswer is what a power that keeps silent answers to all that it is asked in mid-turn: no move out of turn (D6), units
// in the attacked land with the highest income (D7), a rising at once (D19); before the first turn, the first advantages of its
// list, an equal share of the advance, and its money kept. Its answers are empty if nothing is asked.
func DefaultAnswer(set *rules.Set, pos *position.Position, who board.Power) order.File {
	if Undealt(pos) {
		return defaultChoice(set, pos, who)
	}
	r := newRun(set, pos, phase.Assumed())
	if economy.InPregame(pos) {
		return economy.DefaultAnswer(phase.State{Rules: set, Position: pos}, who)
	}
	var f order.File
	for _, a := range r.Unused(who) {
		switch {
		case !r.IsAsked(who, a.Question):
		case a.Reinforce.N > 0:
			f.Answers = append(f.Answers, order.Nonaggression{Spaces: []board.SpaceID{r.best(who, r.sites(a))}})
		case a.Sidestep:
			f.Answers = append(f.Answers, order.Enigma{})
		case a.After.In != "":
			f.Answers = append(f.Answers, order.Declare{Advantage: a.Name})
		}
	}
	return f
}

// Answers tells whether a file answers what its sender is asked in mid-turn, so that the turn goes on with it; before the first
// turn, whether it is the last choice of advantages.
func Answers(set *rules.Set, pos *position.Position, who board.Power, f order.File) bool {
	r := newRun(set, pos, phase.Assumed())
	r.fileStanding(who, f)
	if Undealt(r.Pos) {
		return r.allChosen()
	}
	return r.answer(who, f)
}
