package game

import (
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
)

// refereeOptions are about what a referee may do to a running game, and who must agree.
var refereeOptions = []Setting{
	// Whether others must agree to edits, roll-backs, corrections and long pauses: where the referee plays, always,
	// never.
	{Name: "consent", Default: consentIfPlays, Values: []string{consentIfPlays, "always", "never"}},
	{Name: "consent-span", Default: "7d", check: span},
	// Who decides that a resolution is played again: the referee, the other side, or nobody: no consent is needed.
	{Name: "corrections", Default: "referee", Values: []string{"referee", "consent", "off"}},
	{Name: "dice-after-correction", Default: string(correct.RerollBattle), Values: correct.Policies()},
}

// consentIfPlays is the value of the setting consent by which only a referee who plays himself needs consent.
const consentIfPlays = "if-referee-plays"

// RefereeRole is how records and proposals name the referee among those who are asked.
const RefereeRole = "REFEREE"

// NeedsConsent reports whether an act of the referee needs others to agree.
func (h Settings) NeedsConsent(refereePlays bool) bool {
	return h.Get("consent") == "always" || refereePlays && h.Get("consent") == consentIfPlays
}

// Others are the roles that must agree to an act: of those that are taken the ones that are not on the sides of whoever
// asks for it. Who plays on no side asks all; a player of both needs no one else's.
func Others(b *board.Board, taken []string, mine ...board.Power) []string {
	var sides []board.Side
	for _, p := range mine {
		sides = append(sides, b.SideOf(p))
	}
	return slices.DeleteFunc(slices.Clone(taken), func(role string) bool {
		return slices.Contains(sides, b.SideOf(b.PowerOf(role)))
	})
}

// Proposal is an act that waits for others to agree. It keeps the words in which it was asked for, to be read again
// when they have.
type Proposal struct {
	Number int       `json:"number"` // counted from 1 in a game
	By     string    `json:"by"`     // who asked for it: a role or the referee
	Lines  []string  `json:"lines"`  // what is to be done, as lines of a mail
	Asks   []string  `json:"asks"`   // roles that must agree
	Yes    []string  `json:"yes,omitempty"`
	No     []string  `json:"no,omitempty"`
	Opened time.Time `json:"opened"`
	Until  time.Time `json:"until,omitzero"` // when it lapses; zero: never
}

// Propose is a new proposal.
func (h Settings) Propose(number int, by string, lines, asks []string, now time.Time) Proposal {
	p := Proposal{Number: number, By: by, Lines: lines, Asks: asks, Opened: now}
	if d, ok := h.Duration("consent-span"); ok && d > 0 {
		p.Until = now.Add(d)
	}
	return p
}

// Answer enters what a role says; the last word counts. It reports whether the role is asked at all.
func (p *Proposal) Answer(role string, agrees bool) bool {
	if !slices.Contains(p.Asks, role) {
		return false
	}
	p.Yes, p.No = cast(p.Yes, p.No, role, agrees)
	return true
}

// Open are the roles that have not answered yet.
func (p Proposal) Open() []string {
	return slices.DeleteFunc(slices.Clone(p.Asks), func(r string) bool {
		return slices.Contains(p.Yes, r) || slices.Contains(p.No, r)
	})
}

// Verdict is how a proposal stands: all who are asked must agree, one who does not ends it.
func (p Proposal) Verdict() Verdict {
	switch {
	case len(p.No) > 0:
		return Rejected
	case len(p.Open()) == 0:
		return Carried
	}
	return Undecided
}
