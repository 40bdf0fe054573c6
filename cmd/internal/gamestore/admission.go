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

// JoinRequest is what a mail asks for that wants to join a game.
type JoinRequest struct {
	Game    string
	Power   board.Power // Nobody: to look on
	Setting string      // that decides: joining or observers
	Standby bool        // to be a substitute
}

// admission is who may join a game, in addition to its settings, and whose requests wait for the referee.
type admission struct {
	Allow   []string      `json:"allow,omitempty"` // addresses, or *@domain
	Deny    []string      `json:"deny,omitempty"`  // stronger than allow
	Pending []PendingJoin `json:"requests,omitempty"`
}

// PendingJoin is a request to join that waits for the referee.
type PendingJoin struct {
	Person roster.Person `json:"person"`
	Join   JoinRequest   `json:"wish"`
	At     time.Time     `json:"at"`
}

// Name returns the name of the request in Message-IDs.
func (r PendingJoin) Name() string {
	return store.DigestOf([]byte(r.Line("approve") + r.At.Format(time.RFC3339Nano))).String()[:12]
}

// Line returns the line by which the referee answers the request; verb is approve or reject.
func (r PendingJoin) Line(verb string) string {
	line := verb + " " + r.Person.Address
	if r.Join.Power != board.Nobody {
		line += " as " + string(r.Join.Power)
	}
	return line
}

// MaxPendingJoins is how many requests may wait in a game.
const MaxPendingJoins = 50

// PolicyFor returns how a request from an address is treated by a setting (joining or observers): open, approval or
// closed. The sender who has opened the game (own) is always let in. Without a referee approval is closed.
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

// MatchesAddress reports whether an address matches a pattern, which is an address or *@domain.
func MatchesAddress(pattern, addr string) bool {
	addr, pattern = mailio.FoldAddress(addr), mailio.FoldAddress(pattern)
	if domain, any := strings.CutPrefix(pattern, "*@"); any {
		return strings.HasSuffix(addr, "@"+domain)
	}
	return addr == pattern
}

// ApproveLines returns the lines by which the referee can approve the requests that wait.
func ApproveLines(g *Game) []string {
	var out []string
	for _, r := range g.State.Admission.Pending {
		out = append(out, ApproveLine(g, r))
	}
	return out
}

// ApproveLine returns the line by which the referee approves a request. If the seat has been taken meanwhile, the line
// replaces its player.
func ApproveLine(g *Game, r PendingJoin) string {
	if s := g.Seat(r.Join.Power); s != nil && s.Taken() && !r.Join.Standby {
		return fmt.Sprintf("replace %s with %s", s.Power, r.Person.Address)
	}
	return r.Line("approve")
}

// BeginsWithBids reports whether the game begins with secret bids that are not settled. The players on the seats of the
// Axis are one party, those on the seats of the Allies the other. Each party sends one bid: the history has its hash,
// and all learn the bids when both are in.
func BeginsWithBids(g *Game) bool { return g.State.House.Get("bids") == "on" && !g.State.Bids.Done }

// MustConfirm reports whether a new participant must confirm their address, by sending back the key that was mailed to
// it (mail conventions 14, 51). Until then the address gets no other mail. ownMail is whether they asked by a mail of
// their own.
func (g *Game) MustConfirm(ownMail bool) bool {
	switch g.State.House.Get("confirm") {
	case "on":
		return true
	case "off":
		return false
	}
	return ownMail
}
