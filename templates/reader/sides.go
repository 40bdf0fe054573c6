package reader

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/templates/local"
)

// Sides says what the sides earn and, where victory cities decide, how many they hold and how many win the war; each
// with its change since the position before.
func Sides(l *local.Localizer, set *rules.Set, before, now *position.Position) []string {
	s := standing{l, set}
	sum := func(of func(*position.Position, board.Power) int, side board.Side) string {
		total := func(p *position.Position) (n int) {
			for _, power := range s.Board.Powers() {
				if s.Board.SideOf(power) == side {
					n += of(p, power)
				}
			}
			return n
		}
		return s.withChange(total(now), before, total)
	}
	var items []string
	if need := set.Victory.Cities; need > 0 {
		items = append(items, s.Text("sides-cities", "Axis", sum(s.cities, board.Axis), "Allies", sum(s.cities, board.Allies),
			"N", s.Count(need)))
	}
	income := func(p *position.Position, power board.Power) int { return p.Income(s.Board, power) }
	return append(items, s.Text("sides-income", "Axis", sum(income, board.Axis), "Allies", sum(income, board.Allies)))
}
