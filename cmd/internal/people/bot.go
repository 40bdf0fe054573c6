package people

import (
	"encoding/binary"
	"fieldpost/adjudicator/game"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/guard"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// SetBot has the bot play a seat, or no longer. A person who has the seat keeps it, and still gets the reports.
//
// The bot plays for a newcomer who tries a game alone and for a player who is away. It orders in text like a player,
// and its orders are handled and recorded like a player's. Each order file is due on its own, so that bots that follow
// each other never play within one transaction.
func SetBot(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, on bool) error {
	s := *g.Seat(power)
	if !on && !s.Taken() && g.Running() {
		return fmt.Errorf("game %s: nobody else sits for %s; fieldpost game seat %s %s --address ADDRESS",
			g.Setup.Name, power, g.Setup.Name, power)
	}
	s.Bot = on
	if err := g.SaveSeat(tx, s); err != nil {
		return err
	}
	return g.Save() // so that it is due
}

// PlayBot files the bot's orders for the seat that is awaited, and plays them.
func PlayBot(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	s := gamestore.AwaitedBot(g)
	text, f, reasons, err := BotOrders(g, s.Power)
	if err != nil {
		return err
	}
	g.Bot = &report.Bot{Power: s.Power, Reasons: reasons}
	return FileOrders(e, tx, g, s, text, f)
}

// FileOrders files orders of a seat that came in no mail, and plays them.
func FileOrders(e *env.Env, tx *store.Tx, g *gamestore.Game, s *roster.Participant, text string, f order.File) error {
	g.Note(e.Now().UTC().Truncate(time.Second), s.Role, "", dice.Sum([]byte(text)))
	master, err := guard.PrepareResolution(e, tx, g)
	if err != nil {
		return err
	}
	if !f.Sheet.Empty() {
		g.Draft = game.Draft{} // these orders are for the whole turn
	}
	done, err := g.Adopt(filing.File(g.Game, s.Power, f, "", master, e.Now()))
	switch {
	case err != nil:
		return err
	case done.Refused:
		return fmt.Errorf("the orders for %s were refused: %v", s.Power, done.Faults)
	case done.Played, done.Locked:
		return play.NotifyResolved(e, tx, g, done, nil)
	case !g.Pos.Turn().HasOrders():
		return nil // an answer was put on file; others are awaited
	}
	done, err = g.Adopt(filing.Due(g.Game, "", master, e.Now())) // nobody waits for a deadline of these
	if err != nil || done.Refused {
		return err
	}
	return play.NotifyResolved(e, tx, g, done, nil)
}

// BotOrders returns the bot's orders for a power, as text and as they are read, with their reasons. Its random choices
// come from the newest record, so that an audit could repeat them. If its orders were ever refused, the power would
// pass.
func BotOrders(g *gamestore.Game, power board.Power) (string, order.File, []bot.Reason, error) {
	head := g.Chain.Head()
	f, reasons := bot.Turn(g.Rules, g.Pos, power, binary.BigEndian.Uint64(head[:]))
	pass := adjudicator.DefaultAnswer(g.Rules, g.Pos, power)
	if len(g.Pos.Turn().Asked()) == 0 && g.Pos.Power() == power {
		pass.Sheet.Done = 1
	}
	for _, f := range []order.File{f, pass} {
		text := filing.Text(f, g.Rules.Board)
		read := orders.Parse(text, orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(), Power: power})
		if faults := slices.Concat(read.Faults, g.Judge(power, read.File)); !order.Refuses(faults) {
			return text, read.File, reasons, nil
		}
		reasons = nil
	}
	return "", order.File{}, nil, fmt.Errorf("the bot finds no orders for %s: %s", power,
		strings.TrimSpace(g.Pos.Phase().String()))
}
