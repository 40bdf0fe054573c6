package standing

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/rules"
)

// PlaceGarrisons gives those who begin with one more complex theirs, with the first file played: where they put it
// before, or in its default place (fine print 15).
func PlaceGarrisons(t *phase.Turn) {
	if t.Pos.Round() > 1 {
		return
	}
	for _, p := range t.Board.Powers() {
		for _, a := range t.Unused(p) {
			if a.Garrison == "" {
				continue
			}
			if _, said := garrisoned(t, p); !said {
				if at, ok := t.Board.Find(a.Garrison); ok && !t.HasComplex(at) {
					buildGarrison(t, p, a, at)
				}
			}
			t.UseUp(p, a)
		}
	}
}

// garrisoned is where a power's filed line put its complex.
func garrisoned(t *phase.Turn, p board.Power) (board.SpaceID, bool) {
	for _, o := range t.Pos.Nation(p).Answers() {
		if g, ok := o.(order.Garrison); ok {
			return g.In, true
		}
	}
	return board.NoSpace, false
}

// buildGarrison puts a complex that is there from the start.
func buildGarrison(t *phase.Turn, p board.Power, a *rules.Advantage, at board.SpaceID) {
	units := t.NewUnits(p, board.Complex)
	t.Emit(event.Raised{Power: p, Advantage: a.Name, Space: at, Units: units, FromStart: true})
}

// fileGarrison carries out a line that puts the complex; a later line moves it, as long as nothing has been played.
func fileGarrison(t *phase.Turn, p board.Power, o order.Garrison) {
	for _, a := range t.Unused(p) {
		if a.Garrison == "" || cannotGarrison(t, a, p, o.In) != "" {
			continue
		}
		if old, ok := garrisoned(t, p); ok {
			t.Emit(event.ComplexWithdrawn{Space: old})
		}
		buildGarrison(t, p, a, o.In)
	}
}

// cannotGarrison says why a complex cannot be put somewhere at the start; "" if it can.
func cannotGarrison(t *phase.Turn, a *rules.Advantage, p board.Power, at board.SpaceID) order.Code {
	old, said := garrisoned(t, p)
	switch {
	case t.Pos.Round() > 1:
		return order.GarrisonLate
	case !t.Rules.MayGarrison(t.Pos, a, at):
		return order.GarrisonSite
	case t.HasComplex(at) && !(said && old == at):
		return order.ComplexHere
	}
	return ""
}
