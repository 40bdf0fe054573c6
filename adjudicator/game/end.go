package game

import (
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
)

// End is how a game ends that no go decides.
type End struct {
	How   string     // Draw, Agreed or Surrender
	Loser board.Side // the side that surrenders, else NoSide
}

// The ways to end a game by agreement.
const (
	Draw      = "draw"      // nobody has won
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

// On is the position with which a game ends so.
func (e End) On(pos *position.Position) *position.Position {
	if e.Loser == board.NoSide {
		return pos
	}
	j := position.NewJournal(pos)
	j.Emit(e.event())
	return j.Now()
}

// event is the end as an event.
func (e End) event() event.AgreedEnd {
	end := event.AgreedEnd{How: e.How}
	if e.Loser != board.NoSide {
		end.Side = e.Loser.Other()
	}
	return end
}

// End ends the game without a go: an act that says how, and the record that closes the history and reveals the secrets. A go that
// waits for its beacon is voided before it.
func (g *Game) End(e End, master dice.Master, now time.Time) (Go, error) {
	if g.Chain.Over() {
		return Go{}, fmt.Errorf("game %s has ended already", g.Setup.Name)
	}
	if g.Locked() != nil {
		if _, err := g.Void("the players have ended the game", master, master, now); err != nil {
			return Go{}, err
		}
	}
	out := Go{Before: g.Pos}
	g.Pos = e.On(g.Pos)
	state := dice.Sum([]byte(g.Pos.Text(g.Rules.Board)))
	if _, err := g.Chain.Append(&history.Act{Actor: "players", What: e.what(), Hash: state}, now); err != nil {
		return Go{}, err
	}
	end, err := g.Chain.Append(&history.Close{State: state, Masters: g.masters(master)}, now)
	if err != nil {
		return Go{}, err
	}
	out.Result = adjudicator.Result{Position: g.Pos, Events: []event.Event{e.event()}}
	out.Closing = &end
	return out, nil
}

// overFault is what is wrong with orders when the game has ended.
func overFault() []order.Fault {
	return []order.Fault{order.NewFault(0, order.NotAllowed, adjudicator.GameOver)}
}
