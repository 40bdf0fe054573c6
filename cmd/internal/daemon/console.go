package daemon

import (
	"errors"
	"fmt"
	"strings"

	"fieldpost/adjudicator/board"
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

func (o *Office) actReferee(tx *store.Tx, r RefereeLines) (any, error) {
	t, err := openGame(tx, r.Game)
	if err != nil {
		return nil, err
	}
	if t.Stopped() {
		return nil, t.errHeld()
	}
	lines := r.Lines
	if r.Check {
		lines = append([]string{"check"}, lines...)
	}
	text := strings.Join(lines, "\n") + "\n"
	answers := []string{}
	e := &errand{o: o, tx: tx, log: o.Log.With("game", r.Game), table: t, seat: t.Referee(), role: roster.RefereeRole, keyed: true, console: &answers, late: func() bool { return false }}
	e.row.Digest = store.DigestOf([]byte(o.Now().String() + text))
	e.file = orders.Parse(text, orders.Context{Board: t.Rules.Board, Phase: t.Pos.Phase, Power: board.Nobody})
	if !e.file.HasOrders() && len(e.file.Commands) == 0 && len(e.file.Faults) == 0 {
		return nil, errors.New("there is no act of the referee in these lines; fieldpost help acts lists them")
	}
	e.text.Body = text
	out, err := e.obey()
	if err != nil {
		return nil, fmt.Errorf("game %s: %w", r.Game, err)
	}
	if err := t.Chain.Err(); err != nil {
		return nil, err
	}
	return RefereeAnswer{Outcome: out.kind, Reason: out.reason, Answers: answers}, nil
}

// Refused reports whether an answer says that nothing was done.
func (a RefereeAnswer) Refused() bool { return a.Outcome == refused }
