package adjudicator

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

type landing struct{}

func (m *moves) ship(o order.ShipUnits)        {}
func (m *moves) load(o order.Load)             {}
func (m *moves) unload(o order.Unload)         {}
func (m *moves) bombard(o order.Bombard)       {}
func (m *moves) settleLandings()               {}
func (m *moves) landingOf(ship int) *landing   { return nil }
func (m *moves) carries(u *position.Unit) bool { return u.Type == board.Transport }
