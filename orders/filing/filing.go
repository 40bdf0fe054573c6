// Package filing brings orders into a game in their canonical form, and reads the order sets of its history back:
// what is played is what is recorded, to the line.
package filing

import (
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/standing"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// File hands a seat's orders to a game. They are written in canonical form and read again first, so that no
// difference between what was typed and what is recorded can reach the play. Salt is that of the order mail, or "".
func File(g *game.Game, who board.Power, f order.File, salt string, master dice.Master, now time.Time) (
	game.Change, error) {
	b := g.Rules.Board
	canonical, err := Parse(b, Lines(Text(f, b)), g.Pos.Phase(), who)
	if err != nil {
		return game.Change{}, fmt.Errorf("canonical orders do not parse: %w", err)
	}
	turn := game.Lines{Salt: salt, Text: turnLines(b, canonical)}
	sections, answers := standing.OnFile(g.Rules, g.Pos, who, canonical)
	onFile := game.Lines{Salt: salt, Text: Lines(orders.FormatStanding(sections, answers, syntax.English, b))}
	return g.File(who, canonical, turn, onFile, game.Means{Master: master, Now: now, Parse: Parse})
}

// TurnLines are the lines of the turn set that a file would give, if it were played now.
func TurnLines(g *game.Game, who board.Power, f order.File) ([]string, error) {
	b := g.Rules.Board
	canonical, err := Parse(b, Lines(Text(f, b)), g.Pos.Phase(), who)
	return turnLines(b, canonical), err
}

func turnLines(b *board.Board, f order.File) []string {
	return Lines(orders.FormatSheet(f.Sheet, syntax.English, b) +
		orders.FormatStanding(nil, f.Answers, syntax.English, b))
}

// Due plays the turn orders that wait in a game, in their canonical form. Salt is that of the last mail that
// brought some.
func Due(g *game.Game, salt string, master dice.Master, now time.Time) (game.Change, error) {
	lines := Lines(orders.FormatSheet(g.Waiting().Sheet, syntax.English, g.Rules.Board))
	return g.Due(game.Lines{Salt: salt, Text: lines}, game.Means{Master: master, Now: now, Parse: Parse})
}

// Beacon plays the orders that are locked in a game on the value of their round.
func Beacon(g *game.Game, randomness dice.Hash, master dice.Master, now time.Time) (game.Change, error) {
	return g.Beacon(randomness, game.Means{Master: master, Now: now, Parse: Parse})
}

// Text writes orders as they are recorded: without header, check and withdraw, so that the lines of the turn are
// numbered as in their order set.
func Text(f order.File, b *board.Board) string {
	f.Header, f.Check, f.Withdraw = order.Header{}, false, nil
	return orders.Format(f, syntax.English, orders.Context{Board: b})
}

// Lines are the lines of a canonical text as order sets hold them: in lower case, without indentation.
func Lines(text string) []string {
	var out []string
	for l := range strings.Lines(strings.ToLower(text)) {
		if l = strings.TrimSpace(l); l != "" {
			out = append(out, l)
		}
	}
	return out
}

// Parse reads the lines of an order set. It is the parser that package replay asks for.
func Parse(b *board.Board, lines []string, phase order.Phase, power board.Power) (order.File, error) {
	f := orders.Parse(strings.Join(lines, "\n")+"\n", orders.Context{Board: b, Phase: phase, Power: power})
	if len(f.Faults) > 0 {
		return order.File{}, fmt.Errorf("line %d, %q: %s", f.Faults[0].Line, f.Line(f.Faults[0].Line), f.Faults[0].Code)
	}
	return f.File, nil
}
