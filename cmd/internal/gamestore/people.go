package gamestore

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
	"fieldpost/templates/local"
)

// Secret bids come before the start: who sits on the Axis' seats is one party, who sits on those of the Allies the
// other. Each sends one bid; what is sealed stands in the history as a hash, and is told when both are in.

// BeginsWithBids tells whether the game begins with bids that are not settled.
func BeginsWithBids(g *Game) bool { return g.State.House.Get("bids") == "on" && !g.State.Bids.Done }

// An address proves that it is its owner's, and that mail gets through, by sending back the key that was mailed to it (mail
// conventions 14, 51). Until then it gets no other mail.

// MustConfirm tells whether somebody who comes has to confirm his address. Byself: he came by a mail of his own.
func (g *Game) MustConfirm(ownMail bool) bool {
	switch g.State.House.Get("confirm") {
	case "on":
		return true
	case "off":
		return false
	}
	return ownMail
}

// SeatRequested reports whether somebody who has yet to confirm has asked for a power's seat.
func SeatRequested(g *Game, power board.Power) bool {
	return slices.ContainsFunc(g.Others, func(s roster.Participant) bool { return s.Kind == roster.SeatRequest && s.Wanted() == power })
}

// JoiningClosed reports whether nobody may join by a line of their own, so that no mail suggests it.
func JoiningClosed(g *Game) bool { return PolicyFor(g, "joining", "", false) == "closed" }

// ParticipantOf is the place that a reference leads to.
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

// TakenRoles are the seats on which people sit: they can be asked.
func (g *Game) TakenRoles() []string {
	var out []string
	for _, s := range g.Seats {
		if s.Taken() {
			out = append(out, s.Role)
		}
	}
	return out
}

// PowersOf are the powers that somebody at the table plays: his own, and those on whose seats he sits under the
// same address.
func (g *Game) PowersOf(who *roster.Participant) []board.Power {
	var out []board.Power
	for _, s := range g.Seats {
		if s.Has(who.Address) || s.ID() == who.ID() {
			out = append(out, s.Power)
		}
	}
	return out
}

// MissingSeats lists the seats that keep a game from beginning: free, or taken and not confirmed.
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

// ActorParticipant is how news name who acted.
func ActorParticipant(g *Game, actor string) local.Participant {
	if p := g.Rules.Board.PowerOf(actor); actor != game.RefereeRole && p != "" {
		return local.Participant{Power: p}
	}
	return local.Participant{Word: "referee"}
}

func ActorParticipants(g *Game, roles []string) []local.Participant {
	var out []local.Participant
	for _, r := range roles {
		out = append(out, ActorParticipant(g, r))
	}
	return out
}
