package game

import (
	"slices"
	"time"

	"fieldpost/adjudicator/board"
)

// voteOptions are about votes: how long one is open, and what an extension needs and gives.
var voteOptions = []Setting{
	{Name: "vote-span", Default: "7d", check: span},
	{Name: "extend-needs", Default: "majority", Values: []string{"majority", "all"}},
	{Name: "vote-extension", Default: "48h", check: span},
}

// Extend is what a vote on a later deadline is on; the others are the ways to end a game: Draw, Agreed, Surrender.
const Extend = "extend"

// Vote is a vote that is open.
type Vote struct {
	On     string     `json:"on"`             // Draw, Agreed, Surrender or Extend
	Side   board.Side `json:"side,omitempty"` // that would surrender
	Opened time.Time  `json:"opened"`
	Until  time.Time  `json:"until,omitzero"` // when it lapses; zero: never
	Yes    []string   `json:"yes,omitempty"`  // roles, in the order in which they voted
	No     []string   `json:"no,omitempty"`
}

// OpenVote is a new vote on what a power proposes. A surrender is its own side's alone.
func (h Settings) OpenVote(b *board.Board, on string, by board.Power, now time.Time) Vote {
	v := Vote{On: on, Opened: now}
	if on == Surrender {
		v.Side = b.SideOf(by)
	}
	if d, ok := h.Duration("vote-span"); ok && d > 0 {
		v.Until = now.Add(d)
	}
	return v
}

// Same reports whether a proposal of a power is about what this vote is on.
func (v Vote) Same(b *board.Board, on string, by board.Power) bool {
	return v.On == on && (on != Surrender || v.Side == b.SideOf(by))
}

// Cast enters a seat's vote, in place of its earlier one.
func (v *Vote) Cast(role string, no bool) {
	v.Yes, v.No = cast(v.Yes, v.No, role, !no)
}

// cast enters what a role says among those who are for and against, in place of what it said before.
func cast(yes, no []string, role string, agrees bool) ([]string, []string) {
	is := func(r string) bool { return r == role }
	yes, no = slices.DeleteFunc(slices.Clone(yes), is), slices.DeleteFunc(slices.Clone(no), is)
	if agrees {
		return append(yes, role), no
	}
	return yes, append(no, role)
}

// Electors are the seats that vote, of those that are taken: of a surrender the side's own, else all. A person with
// several seats has as many votes.
func (v Vote) Electors(b *board.Board, taken []string) []string {
	return slices.DeleteFunc(slices.Clone(taken), func(role string) bool {
		return v.On == Surrender && b.SideOf(b.PowerOf(role)) != v.Side
	})
}

// Open are the electors who have not voted yet.
func (v Vote) Open(electors []string) []string {
	return slices.DeleteFunc(slices.Clone(electors), func(r string) bool {
		return slices.Contains(v.Yes, r) || slices.Contains(v.No, r)
	})
}

// Verdict is how a vote stands.
type Verdict string

// The verdicts of a vote.
const (
	Undecided Verdict = ""
	Carried   Verdict = "carried"
	Rejected  Verdict = "rejected"
	Lapsed    Verdict = "lapsed"
)

// Verdict counts the votes of the electors: all must agree, but that a majority is enough for an extension, where the
// settings say so. A vote that can no longer be carried is rejected at once.
func (v Vote) Verdict(h Settings, electors []string) Verdict {
	yes, no := common(v.Yes, electors), common(v.No, electors)
	need := len(electors)
	if v.On == Extend && h.Get("extend-needs") == "majority" {
		need = len(electors)/2 + 1
	}
	switch {
	case need > 0 && yes >= need:
		return Carried
	case len(electors)-no < need:
		return Rejected
	}
	return Undecided
}

// common counts the members of a list that stand in another.
func common(list, other []string) int {
	n := 0
	for _, x := range list {
		if slices.Contains(other, x) {
			n++
		}
	}
	return n
}
