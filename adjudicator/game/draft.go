package game

import "fieldpost/adjudicator/position"

// Draft is the accepted orders of the running turn that are not played yet. Its player may change it until a die falls
// or the turn ends. It is in no record; the position knows nothing of it.
type Draft struct {
	Turn   string   `json:"turn,omitempty"`   // of which it is, as [Game.Turn] names it
	Orders []string `json:"orders,omitempty"` // canonical lines
	Salt   string   `json:"salt,omitempty"`   // that its last mail named
}

// NewDraft is lines as the draft of the turn that is played.
func NewDraft(g *Game, lines []string, salt string) Draft {
	if len(lines) == 0 {
		return Draft{}
	}
	return Draft{Turn: g.Turn(), Orders: lines, Salt: salt}
}

// Lines are those of the draft, if it is of the turn that is played.
func (d Draft) Lines(g *Game) []string {
	if d.Turn != g.Turn() {
		return nil
	}
	return d.Orders
}

// Ground is the position on which a draft is played. Where orders wait for a deadline the set that is played holds all
// of them, so what earlier sets left on file is not part of it.
func Ground(g *Game) *position.Position {
	if g.HoldsOrders() {
		return Withdrawn(g.Pos)
	}
	return g.Pos
}
