package combat

import (
	"cmp"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// React lets advantages of the attacked act between the combat moves and the fight, once a turn: units rise in
// attacked land, a move is made out of turn. Whoever has left no instruction is asked, and the turn waits (fine print
// 16).
func React(s phase.State, _ order.PhaseOrders) (phase.Result, error) {
	if !s.Resolver.Asks() {
		return phase.Result{After: s.Position}, nil
	}
	t := phase.Begin(s)
	react(t)
	return result(t, t.IsWaiting())
}

// react plays the reactions that this turn has not seen.
func react(t *phase.Turn) {
	if !t.Pos.Turn().Heard() {
		t.Emit(event.ReactionsHeard{})
		forfeitNonaggression(t)
		for _, p := range t.Board.Powers() {
			for _, a := range t.Unused(p) {
				reactWith(t, p, a)
			}
		}
	}
}

// reactWith lets one advantage act.
func reactWith(t *phase.Turn, p board.Power, a *rules.Advantage) {
	switch {
	case a.Against != t.Power:
	case a.Reinforce.N > 0:
		sites := Sites(t, a)
		in, ok := preferredSite(t, p, sites)
		switch {
		case ok:
			reinforce(t, p, a, in)
		case len(sites) > 0:
			phase.Ask(t, p, a)
		}
	case a.Sidestep:
		offerSidestep(t, p, a)
	}
}

// settleQuestion takes a question off the list.
func settleQuestion(t *phase.Turn, p board.Power, what string) {
	t.Emit(event.Answered{Power: p, What: what})
}

// Sites lists the attacked territories in which an advantage would raise units, in ID order. Raids and rockets attack
// none, nor does who only blitzes through (USSR-2).
func Sites(t *phase.Turn, a *rules.Advantage) []board.SpaceID {
	return slices.DeleteFunc(phase.Contested(t), func(s board.SpaceID) bool {
		return t.Board.Space(s).Sea || !a.OnOwnSoil(t.Board.Space(s).OriginalController, t.Pos.Owner(s))
	})
}

// preferredSite is the site that needs no question: the only one, or the first that a filed line prefers.
func preferredSite(t *phase.Turn, p board.Power, sites []board.SpaceID) (board.SpaceID, bool) {
	if len(sites) == 1 {
		return sites[0], true
	}
	for _, o := range t.Pos.Nation(p).Answers() {
		if o, ok := o.(order.Nonaggression); ok {
			if i := slices.IndexFunc(o.Spaces,
				func(s board.SpaceID) bool { return slices.Contains(sites, s) }); i >= 0 {
				return o.Spaces[i], true
			}
		}
	}
	return board.NoSpace, false
}

// reinforce raises units in an attacked territory.
func reinforce(t *phase.Turn, p board.Power, a *rules.Advantage, in board.SpaceID) {
	t.UseUp(p, a)
	t.Emit(event.Raised{Power: p, Advantage: a.Name, Space: in, Units: t.NewUnits(p, a.Reinforce.Units()...)})
}

// forfeitNonaggression removes the advantages of the power on turn that are lost by attacking an enemy first, and
// notes
// which power it has attacked: that power may strike back without losing its own (T-61, R-146).
func forfeitNonaggression(t *phase.Turn) {
	for _, p := range t.Board.Powers() {
		for _, a := range t.Unused(p) {
			switch {
			case a.Reinforce.N == 0:
			case p == t.Power && attacks(t, a.Against) && !t.Pos.Nation(p).WasAttackedBy(a.Against):
				t.UseUp(p, a)
			case a.Against == t.Power && attacks(t, p) && !t.Pos.Nation(p).WasAttackedBy(t.Power):
				t.Emit(event.AttackedFirst{Power: p, By: t.Power})
			}
		}
	}
}

// attacks reports whether the power on turn attacks an enemy: any of its units, at sea too, or land that it held when
// the turn began. Raids and rockets are no attack.
func attacks(t *phase.Turn, enemy board.Power) bool {
	for _, s := range phase.Contested(t) {
		if t.Pos.Owner(s) == enemy || t.Pos.AnyIn(s, func(u position.Unit) bool { return u.Owner == enemy }) {
			return true
		}
	}
	return slices.ContainsFunc(t.Pos.Turn().Captured(),
		func(s board.SpaceID) bool { return t.Pos.Turn().StartOwner(s) == enemy })
}

// BestSite is the default site: the highest income, then the most units of the power (D7).
func BestSite(t *phase.Turn, p board.Power, sites []board.SpaceID) board.SpaceID {
	own := func(s board.SpaceID) int {
		return len(t.UnitsIn(s, func(u position.Unit) bool { return u.Owner == p }))
	}
	return slices.MinFunc(sites, func(a, b board.SpaceID) int {
		return cmp.Or(t.Board.Space(b).Income-t.Board.Space(a).Income, own(b)-own(a))
	})
}
