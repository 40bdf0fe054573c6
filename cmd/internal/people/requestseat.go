package people

import (
	"cmp"
	"fmt"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/roster"
	"fieldpost/cmd/internal/vault"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/reader"
)

// Who asks for a seat by mail has it only when their address has confirmed. Until then the request takes the seat from nobody: From can be
// forged, and the first address that confirms gets the seat.

// RequestSeat keeps a person's request for a seat, and asks the address to confirm.
func RequestSeat(e *env.Env, tx *store.Tx, g *gamestore.Game, power board.Power, p roster.Person) error {
	if err := checkPerson(e, p); err != nil {
		return err
	}
	s, err := vault.WithPerson(e, tx, g, roster.Participant{Kind: roster.SeatRequest, Role: "-", Address: p.Address, Name: p.Name, Language: cmp.Or(p.Language, e.Language),
		Zone: p.Zone, Since: e.Now().UTC(), Unconfirmed: true, Standby: []board.Power{power}}, roster.Participant{})
	if err != nil {
		return err
	}
	if err := dropOldestUnconfirmed(g, tx); err != nil {
		return err
	}
	return saveNewcomer(e, tx, g, s, true)
}

// MaxUnconfirmed is how many people of a game may be asked to confirm at a time. It is more than strangers can become in an hour.
const MaxUnconfirmed = 100

// dropOldestUnconfirmed makes room for one more who has yet to confirm.
func dropOldestUnconfirmed(g *gamestore.Game, tx *store.Tx) error {
	var asked []roster.Participant
	for _, s := range g.Others {
		if gamestore.IsReserved(s, g) {
			asked = append(asked, s)
		}
	}
	if len(asked) < MaxUnconfirmed {
		return nil
	}
	oldest := slices.MinFunc(asked, func(a, b roster.Participant) int { return a.Since.Compare(b.Since) })
	return g.RemoveOther(tx, oldest)
}

// dropSeatRequests forgets the requests of an address, or of all that match *@domain.
func dropSeatRequests(g *gamestore.Game, tx *store.Tx, pattern string) error {
	for _, s := range slices.Clone(g.Others) {
		if s.Kind == roster.SeatRequest && gamestore.MatchesAddress(pattern, s.Address) {
			if err := g.RemoveOther(tx, s); err != nil {
				return err
			}
		}
	}
	return nil
}

// fillRequestedSeat turns a request into its seat, which the address is about to confirm. If the seat is taken by now, it answers so.
func fillRequestedSeat(r *command.Request, g *gamestore.Game, request roster.Participant) (*roster.Participant, *decision.Outcome, error) {
	if err := g.RemoveOther(r.Tx, request); err != nil {
		return nil, nil, err
	}
	old := g.Seat(request.Wanted())
	if old.Taken() || g.Chain.Over() {
		out, err := answerTaken(r, g, request)
		return nil, out, err
	}
	s := request
	s.Power, s.Role, s.Kind, s.Standby, s.Since = old.Power, old.Role, "", nil, r.Env.Now().UTC()
	return g.Seat(s.Power), nil, g.SaveSeat(r.Tx, s)
}

// answerTaken answers somebody who has confirmed too late.
func answerTaken(r *command.Request, g *gamestore.Game, request roster.Participant) (*decision.Outcome, error) {
	if err := g.Save(); err != nil {
		return nil, err
	}
	var n notice.Notice = notice.JoinClosed{Name: notice.Quote(g.Setup.Name)}
	if lines := joinLines(g, request.Address); len(lines) > 0 && !g.Chain.Over() {
		n = notice.SeatTaken{Seat: request.Wanted(), Lines: lines}
	}
	words, err := notify.Render(n, reader.Reader{Person: request.Name, Game: g.Setup.Name}, request.Language)
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, string(n.ID())), r.Reply(string(n.ID()), words)
}

// observingClosed reports the same of observing, from an address.
func observingClosed(g *gamestore.Game, addr string) bool {
	return gamestore.PolicyFor(g, "observers", addr, false) == "closed"
}

// joinLines are the lines by which an address may come into a game that is not over: for each seat that is free, as a substitute if none is, and to look
// on. No line is named that would be refused. Nothing of the game's position or history is asked.
func joinLines(g *gamestore.Game, addr string) []string {
	var out []string
	if g.Stopped() {
		return nil
	}
	if gamestore.PolicyFor(g, "joining", addr, false) != "closed" {
		for _, s := range g.Seats {
			if !s.Taken() {
				out = append(out, fmt.Sprintf("join %s as %s", g.Row.Name(), s.Power))
			}
		}
		if len(out) == 0 {
			out = append(out, "substitute "+g.Row.Name())
		}
	}
	if gamestore.PolicyFor(g, "observers", addr, false) == "open" {
		out = append(out, "observe "+g.Row.Name())
	}
	return out
}
