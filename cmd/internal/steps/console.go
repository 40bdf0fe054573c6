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

// RefereeLines are lines as a referee mails them, given by a command of the same machine. They are judged and carried
// out as those of a mail with the referee's key; the answers are printed.
type RefereeLines struct {
	Game  string   `json:"game"`
	Lines []string `json:"lines"`
	Check bool     `json:"check,omitempty"` // report what they would do, and change nothing
}

// RefereeAnswer is the answer to them.
type RefereeAnswer struct {
	Outcome string   `json:"outcome"` // accepted, answered, refused
	Reason  string   `json:"reason"`
	Answers []string `json:"answers"`
}

// CarryOutRefereeLines carries out the lines of a referee and returns a RefereeAnswer.
func CarryOutRefereeLines(e *env.Env, tx *store.Tx, given RefereeLines) (any, error) {
	g, err := gamestore.OpenGame(tx, given.Game)
	if err != nil {
		return nil, err
	}
	if g.Stopped() {
		return nil, g.StoppedError()
	}
	lines := given.Lines
	if given.Check {
		lines = append([]string{"check"}, lines...)
	}
	text := strings.Join(lines, "\n") + "\n"
	answers := []string{}
	r := &command.Request{Env: e, Tx: tx, Log: e.Log.With("game", given.Game), Game: g, Seat: g.Referee(),
		Role: roster.RefereeRole, Keyed: true, Console: &answers, Late: func() bool { return false }}
	r.Row.Digest = store.DigestOf([]byte(e.Now().String() + text))
	r.File = orders.Parse(text, orders.Context{Board: g.Rules.Board, Phase: g.Pos.Phase(), Power: board.Nobody})
	if !r.File.HasOrders() && len(r.File.Commands) == 0 && len(r.File.Faults) == 0 {
		return nil, errors.New("there is no act of the referee in these lines; fieldpost help acts lists them")
	}
	r.Text.Body = text
	out, err := decide(r)
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", given.Game, err)
	}
	if err := g.Chain.Err(); err != nil {
		return nil, err
	}
	return RefereeAnswer{Outcome: out.Kind, Reason: out.Reason, Answers: answers}, nil
}

// Refused reports whether an answer says that nothing was done.
func (a RefereeAnswer) Refused() bool { return a.Outcome == decision.Refused }
