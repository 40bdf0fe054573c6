package game

import (
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
)

// End is how a game ends that no resolution decides.
type End struct {
	How   string     // Draw, Agreed or Surrender
	Loser board.Side // the side that surrenders, else NoSide
}

// The ways to end a game by agreement.
const (
	Draw      = "draw"      // neither side has won
	Agreed    = "end"       // the game is broken off
	Surrender = "surrender" // the other side has won
)

// endAct begins what the act record of an end says; its hash is that of the position with which the game ends.
const endAct = "ended "

func (e End) what() string {
	if e.Loser == board.NoSide {
		return endAct + e.How
	}
	return endAct + e.How + " " + strings.ToLower(e.Loser.String())
}

// ParseEnd reads what the act record of an end says; ok is false if it is of something else.
func ParseEnd(what string) (e End, ok bool) {
	for _, e := range []End{{How: Draw}, {How: Agreed}, {Surrender, board.Axis}, {Surrender, board.Allies}} {
		if e.what() == what {
			return e, true
		}
	}
	return End{}, false
}

// event is the end as an event.
func (e End) event() event.AgreedEnd {
	end := event.AgreedEnd{How: e.How}
	if e.Loser != board.NoSide {
		end.Side = e.Loser.Other()
	}
	return end
}

// End ends the game by agreement: an act that says how, and the record that closes the history and reveals the
// secrets. Orders that wait for their beacon are voided before it.
func (g *Game) End(e End, master dice.Master, now time.Time) (Change, error) {
	if g.Chain.Over() {
		return Change{}, fmt.Errorf("game %s has ended already", g.Setup.Name)
	}
	c := g.change(now)
	if g.Waits() {
		if err := c.void("the players have ended the game", master, master); err != nil {
			return c, err
		}
	}
	ended := step{Game: *c.After}
	ended.emit(e.event())
	if _, err := c.write(&history.Act{Actor: "players", What: e.what(), Hash: ended.State()}); err != nil {
		return c, err
	}
	if _, err := c.write(&history.Close{State: ended.State(), Masters: revealed(g.Replaced, master)}); err != nil {
		return c, err
	}
	c.Position = c.After.Pos
	return c, nil
}

// overFault is what is wrong with orders when the game has ended.
func overFault() []order.Fault {
	return []order.Fault{order.NewFault(0, order.NotAllowed, order.GameOver)}
}
