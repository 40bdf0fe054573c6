package economy

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
)

// boardWaiting puts fighters that waited for a new carrier on it (option wait-for-new-carrier).
func (m *mobilization) boardWaiting(carrier int) {
	for u := range m.Pos.In(m.Pos.Unit(carrier).At) {
		if m.HasNoDeck(u) && m.DeckRoom(carrier) > 0 {
			m.Emit(event.Embarked{Units: []int{u.ID}, Ship: carrier})
		}
	}
}

// removeStranded ends the wait of the fighters for which no carrier was placed.
func (m *mobilization) removeStranded() {
	var lost []int
	for u := range m.Pos.Units() {
		if m.HasNoDeck(u) {
			lost = append(lost, u.ID)
		}
	}
	phase.RemoveStranded(m.Turn, lost)
}

// isOpenDeck reports whether a carrier may take fighters now: one placed this turn, or any own one, as the rules have
// it.
func (m *mobilization) isOpenDeck(c position.Unit, in board.SpaceID) bool {
	if c.Type != board.Carrier || c.Owner != m.Power || c.At != in {
		return false
	}
	if c.Now.Did.Has(position.PlacedNow) {
		return m.Rules.Factory.NewOnNewCarriers
	}
	return m.Rules.Factory.NewOnOldCarriers
}

// deckRoom is how many fighters find room on the carriers in a zone.
func (m *mobilization) deckRoom(in board.SpaceID) int {
	room := 0
	for c := range m.Pos.Units() {
		if m.isOpenDeck(c, in) {
			room += position.DeckRoom - len(m.Pos.CargoOf(c.ID))
		}
	}
	return room
}

// decksFor lists carriers in a zone for up to n fighters, each as often as it has room.
func (m *mobilization) decksFor(in board.SpaceID, n int) []int {
	var ids []int
	for c := range m.Pos.Units() {
		if m.isOpenDeck(c, in) {
			ids = append(ids, slices.Repeat([]int{c.ID}, max(0, position.DeckRoom-len(m.Pos.CargoOf(c.ID))))...)
		}
	}
	return ids[:min(n, len(ids))]
}

// boardNewCarrier moves existing fighters from a complex's territory onto a carrier placed this turn.
func (m *mobilization) boardNewCarrier(o order.PlaceUnits) {
	for _, u := range o.Units {
		var ids []int
		for f := range m.Pos.In(o.From) {
			if f.Type == board.Fighter && f.Owner == m.Power {
				ids = append(ids, f.ID)
			}
		}
		switch {
		case u.Type != board.Fighter:
			m.AddFault(o.Line, order.NotPlaceable, phase.WithUnit(u.Type), phase.WithSpace(o.In))
		case !m.Rules.Factory.OldOnNewCarriers:
			m.AddFault(o.Line, order.FightersLand, phase.WithUnit(u.Type), phase.WithSpace(o.In))
		case !slices.Contains(phase.UsableComplexes(m.Turn), o.From):
			m.AddFault(o.Line, order.NoComplexHere, phase.WithUnit(u.Type), phase.WithSpace(o.From))
		case !m.Board.Touch(o.From, o.In):
			m.AddFault(o.Line, order.NoCoast, phase.WithSpace(o.From), phase.WithOther(o.In))
		case u.N > len(ids):
			m.AddFault(o.Line, order.TooFew, phase.WithPower(m.Power), phase.WithUnit(u.Type), phase.WithSpace(o.From),
				phase.WithNumbers(len(ids), u.N))
		case m.deckRoom(o.In) < u.N:
			m.AddFault(o.Line, order.NoNewCarrier, phase.WithUnit(u.Type), phase.WithSpace(o.In),
				phase.WithNumbers(m.deckRoom(o.In), u.N))
		default:
			fighters := m.InOrder(ids[:u.N])
			for i, deck := range m.decksFor(o.In, u.N) {
				fighters[i].Aboard = deck
			}
			m.Emit(event.Boarded{Power: m.Power, From: o.From, To: o.In, Units: fighters})
		}
	}
}

// noDeckCode is the fault of a fighter for which there is no room on a deck: a new carrier would help, or nothing
// would.
func (m *mobilization) noDeckCode() order.Code {
	if m.Rules.Factory.NewOnNewCarriers {
		return order.NoNewCarrier
	}
	return order.NoNewDeck
}
