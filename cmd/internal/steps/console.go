package steps

import (
	"errors"
	"fmt"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/store"
)

// RefereeLines are lines as a referee mails them, given by command. They are read, judged and carried out as those of a mail with the referee's key;
// only the answers are printed.
type RefereeLines struct {
	Game  string   `json:"game"`
	Lines []string `json:"lines"`
	Check bool     `json:"check,omitempty"` // tell what they would do, and change nothing
}

// RefereeAnswer is what came of them.
type RefereeAnswer struct {
	Outcome string   `json:"outcome"` // accepted, answered, refused
	Reason  string   `json:"reason"`
	Answers []string `json:"answers"`
}

func CarryOutRefereeLines(o *env.Env, tx *store.Tx, r RefereeLines) (any, error) {
	g, err := gamestore.OpenGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	if g.Stopped() {
		return nil, g.StoppedError()
	}
	lines := r.Lines
	if r.Check {
		lines = append([]string{"check"}, lines...)
	}
	text := strings.Join(lines, "\n") + "\n"
	answers := []string{}
	e := &command.Request{Env: o, Tx: tx, Log: o.Log.With("game", r.Game), Game: g, Seat: g.Referee(), Role: roster.RefereeRole, Keyed: true, Console: &answers, Late: func() bool { return false }}
	e.Row.Digest = store.DigestOf([]byte(o.Now().String() + text))
	e.File = orders.Parse(text, orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase, Power: board.Nobody})
	if !e.File.HasOrders() && len(e.File.Commands) == 0 && len(e.File.Faults) == 0 {
		return nil, errors.New("there is no act of the referee in these lines; fieldpost help acts lists them")
	}
	e.Text.Body = text
	out, err := decide(e)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.Game, err)
	}
	if err := g.Chain.Err(); err != nil {
		return nil, err
	}
	return RefereeAnswer{Outcome: out.Kind, Reason: out.Reason, Answers: answers}, nil
}

// Refused reports whether an answer says that nothing was done.
func (a RefereeAnswer) Refused() bool { return a.Outcome == decision.Refused }
