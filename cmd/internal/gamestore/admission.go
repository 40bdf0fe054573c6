package gamestore

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/cmd/internal/roster"
	"fieldpost/mailio"
	"fieldpost/store"
)

// JoinRequest is what somebody at the door wants.
type JoinRequest struct {
	Game    string
	Power   board.Power // Nobody: to look on
	Setting string      // of the house, that decides
	Standby bool        // to be a substitute
}

// admission are who may come into a game, beyond its settings, and who waits for the referee's word.
type admission struct {
	Allow   []string      `json:"allow,omitempty"` // addresses, or *@domain
	Deny    []string      `json:"deny,omitempty"`  // stronger than allow
	Pending []PendingJoin `json:"requests,omitempty"`
}

// PendingJoin is one to join that waits for the referee.
type PendingJoin struct {
	Person roster.Person `json:"person"`
	Join   JoinRequest   `json:"wish"`
	At     time.Time     `json:"at"`
}

// Name is a request in a Message-ID.
func (r PendingJoin) Name() string {
	return store.DigestOf([]byte(r.Line("approve") + r.At.Format(time.RFC3339Nano))).String()[:12]
}

// Line is the line by which the referee answers.
func (r PendingJoin) Line(verb string) string {
	line := verb + " " + r.Person.Address
	if r.Join.Power != board.Nobody {
		line += " as " + string(r.Join.Power)
	}
	return line
}

// MaxPendingJoins is how many may wait in a game.
const MaxPendingJoins = 50

// PolicyFor is what a request meets: open, approval or closed. Who opened the game comes in.
func PolicyFor(g *Game, setting, addr string, own bool) string {
	matches := func(pattern string) bool { return MatchesAddress(pattern, addr) }
	switch {
	case own:
		return "open"
	case slices.ContainsFunc(g.State.Admission.Deny, matches):
		return "closed"
	case slices.ContainsFunc(g.State.Admission.Allow, matches):
		return "open"
	}
	way := g.State.House.Get(setting)
	if r := g.Referee(); way == "approval" && (r == nil || !r.Taken()) {
		return "closed" // nobody is there to ask
	}
	return way
}

// JoiningClosed reports whether nobody may join by a line of their own, so that no mail suggests it.
func JoiningClosed(g *Game) bool { return PolicyFor(g, "joining", "", false) == "closed" }

// MatchesAddress holds an address against an address or *@domain.
func MatchesAddress(pattern, addr string) bool {
	addr, pattern = mailio.FoldAddress(addr), mailio.FoldAddress(pattern)
	if domain, any := strings.CutPrefix(pattern, "*@"); any {
		return strings.HasSuffix(addr, "@"+domain)
	}
	return addr == pattern
}

// ApproveLines are the lines by which the referee can answer what waits for him.
func ApproveLines(g *Game) []string {
	var out []string
	for _, r := range g.State.Admission.Pending {
		out = append(out, ApproveLine(g, r))
	}
	return out
}

// ApproveLine is the line by which the referee lets in who asks: in place of who sits there, if the seat has been taken meanwhile.
func ApproveLine(g *Game, r PendingJoin) string {
	if s := g.Seat(r.Join.Power); s != nil && s.Taken() && !r.Join.Standby {
		return fmt.Sprintf("replace %s with %s", s.Power, r.Person.Address)
	}
	return r.Line("approve")
}

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
