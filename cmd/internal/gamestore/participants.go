package gamestore

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
	"fieldpost/templates/local"
)

// Seat returns the seat of a power, nil if the game has none.
func (g *Game) Seat(p board.Power) *roster.Participant {
	i := slices.IndexFunc(g.Seats, func(s roster.Participant) bool { return s.Power == p })
	if i < 0 {
		return nil
	}
	return &g.Seats[i]
}

// sortSeats sorts the seats into turn order.
func (g *Game) sortSeats() {
	slices.SortFunc(g.Seats,
		func(a, b roster.Participant) int { return g.Rules.Board.Index(a.Power) - g.Rules.Board.Index(b.Power) })
}

// Referee returns the game's referee.
func (g *Game) Referee() *roster.Participant { return g.Participant(roster.Referee) }

// Participant returns the seat or participant with an ID, nil if there is none.
func (g *Game) Participant(name string) *roster.Participant {
	for _, list := range [][]roster.Participant{g.Seats, g.Others} {
		if i := slices.IndexFunc(list, func(s roster.Participant) bool { return s.ID() == name }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// Readers returns all who get the game's reports: the players, then the others. An address that has not confirmed gets
// none.
func (g *Game) Readers() []roster.Participant {
	return slices.DeleteFunc(slices.Concat(g.Seats, g.Others), func(s roster.Participant) bool {
		return !s.Taken() ||
			s.Unconfirmed
	})
}

// Persons returns all who get the game's mails, each with all that they have in the game: who holds several seats gets
// one mail for all of them.
func (g *Game) Persons() [][]roster.Participant { return roster.ByPerson(g.Readers()) }

// Addressees returns the first participant of each person: mails that are about no seat go to them.
func (g *Game) Addressees() []roster.Participant {
	var out []roster.Participant
	for _, seats := range g.Persons() {
		out = append(out, seats[0])
	}
	return out
}

// OfPerson returns all that the person of a participant has in the game: the participant alone, if they have left it.
func (g *Game) OfPerson(s roster.Participant) []roster.Participant {
	is := func(x roster.Participant) bool {
		return x.ID() == s.ID() && x.Person == s.Person && mailio.FoldAddress(x.Address) == mailio.FoldAddress(s.Address)
	}
	for _, seats := range g.Persons() {
		if slices.ContainsFunc(seats, is) {
			return seats
		}
	}
	return []roster.Participant{s}
}

// FreeSeats returns the powers that nobody plays, not even the bot.
func (g *Game) FreeSeats() []string {
	var out []string
	for _, s := range g.Seats {
		if !s.Taken() && !s.Bot {
			out = append(out, string(s.Power))
		}
	}
	return out
}

// MissingSeats returns the powers whose seats keep a game from beginning: free, or not confirmed ("(@)").
func (g *Game) MissingSeats() []string {
	out := g.FreeSeats()
	for i, p := range out {
		if SeatRequested(g, board.Power(p)) {
			out[i] += " (@)"
		}
	}
	for _, s := range g.Seats {
		if s.Taken() && s.Unconfirmed {
			out = append(out, string(s.Power)+" (@)")
		}
	}
	return out
}

// TakenRoles returns the roles of the seats that persons have, who can be asked.
func (g *Game) TakenRoles() []string {
	var out []string
	for _, s := range g.Seats {
		if s.Taken() {
			out = append(out, s.Role)
		}
	}
	return out
}

// PowersOf returns the powers that a participant plays: their own, and those of seats with the same address.
func (g *Game) PowersOf(who *roster.Participant) []board.Power {
	var out []board.Power
	for _, s := range g.Seats {
		if s.Has(who.Address) || s.ID() == who.ID() {
			out = append(out, s.Power)
		}
	}
	return out
}

// SaveSeat writes a seat or another participant, and the handles by which mails find them.
func (g *Game) SaveSeat(tx *store.Tx, s roster.Participant) error {
	old := g.Participant(s.ID())
	switch {
	case old != nil:
		if err := g.forgetHandles(tx, *old); err != nil {
			return err
		}
		*old = s
	case s.Kind == "":
		g.Seats = append(g.Seats, s)
	default:
		g.Others = append(g.Others, s)
	}
	for _, h := range s.Handles() {
		if err := tx.Handles().Add(h, store.SeatRef{Game: g.Setup.Name, Seat: s.ID()}); err != nil {
			return err
		}
	}
	return s.Save(g.Row)
}

// RemoveOther removes a participant without a power.
func (g *Game) RemoveOther(tx *store.Tx, s roster.Participant) error {
	if s.Power != board.Nobody {
		return fmt.Errorf("%s is a seat, which stays", s.Power)
	}
	if err := g.forgetHandles(tx, s); err != nil {
		return err
	}
	g.Others = slices.DeleteFunc(slices.Clone(g.Others), func(x roster.Participant) bool { return x.ID() == s.ID() })
	return g.Row.Delete(roster.PartOthers, s.ID())
}

func (g *Game) forgetHandles(tx *store.Tx, s roster.Participant) error {
	for _, h := range s.Handles() {
		err := tx.Handles().Remove(h, store.SeatRef{Game: g.Setup.Name, Seat: s.ID()})
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}

// ReservationTime is how long a seat is kept for a person who does not confirm their address, before the game begins.
const ReservationTime = 7 * 24 * time.Hour

// IsReserved reports whether a seat or a request is kept for a person who has yet to confirm. A seat in a running game
// is kept until the referee decides.
func IsReserved(s roster.Participant, g *Game) bool {
	return s.Taken() && s.Unconfirmed && !s.IsReferee() && (s.Kind != "" || !g.Running())
}

// SeatRequested reports whether a person who has yet to confirm has asked for a power's seat.
func SeatRequested(g *Game, power board.Power) bool {
	return slices.ContainsFunc(g.Others, func(s roster.Participant) bool {
		return s.Kind == roster.SeatRequest &&
			s.Wanted() == power
	})
}

// PowerNames returns the powers of a game as a list in a sentence.
func PowerNames(g *Game) string {
	var names []string
	for _, p := range g.Rules.Board.Powers() {
		names = append(names, string(p))
	}
	return strings.Join(names, ", ")
}

// ParticipantOf returns the participant that a reference names; rules are those of their game.
func ParticipantOf(ref store.SeatRef, rules string) local.Participant {
	switch roster.PartOf(ref.Seat) {
	case store.Seats:
		return local.Participant{Power: board.Named(rules).PowerOf(ref.Seat)}
	default:
		if ref.Seat == roster.Referee {
			return local.Participant{Word: "referee"}
		}
		return local.Participant{Word: "observer"}
	}
}

// ActorParticipant returns who acted, by the actor of a record.
func ActorParticipant(g *Game, actor string) local.Participant {
	if p := g.Rules.Board.PowerOf(actor); actor != game.RefereeRole && p != "" {
		return local.Participant{Power: p}
	}
	return local.Participant{Word: "referee"}
}

// ActorParticipants returns the participants of several roles.
func ActorParticipants(g *Game, roles []string) []local.Participant {
	var out []local.Participant
	for _, r := range roles {
		out = append(out, ActorParticipant(g, r))
	}
	return out
}
