package gamestore

import (
	"slices"

	"fieldpost/adjudicator/dice"
)

// Asked is a question to a seat that one word answers: whether a mail was read right, or an act is meant.
type Asked struct {
	Handle string     `json:"handle"` // by which its name is known
	Mail   string     `json:"mail"`   // the mail that asks, by its name in the outbox
	Texts  [][]string `json:"texts"`  // what each answer carries out, that of yes first: lines of a mail
	Turns  bool       `json:"turns"`  // they are orders, which were judged at a position
	State  dice.Hash  `json:"state"`  // of that position
	Over   AskedEnd   `json:"over,omitempty"`

	Person     string `json:"person"`     // who was asked: another who takes the seat was not
	Generation int    `json:"generation"` // of their key then
}

// AskedEnd is how a question ended.
type AskedEnd string

// The ends.
const (
	StillAsked    AskedEnd = ""
	AnsweredYes   AskedEnd = "yes"
	AnsweredNo    AskedEnd = "no"
	ReplacedByNew AskedEnd = "replaced"
)

// maxAsked is how many questions of a seat are kept, to answer a late yes.
const maxAsked = 3

// StateHash is the hash of the position at hand as text.
func (g *Game) StateHash() dice.Hash { return dice.Sum([]byte(g.Pos.Text(g.Rules.Board))) }

// Ask keeps a question to a seat. The one that waits for an answer is asked no more.
func (g *Game) Ask(role string, a Asked) {
	g.EndAsked(role, ReplacedByNew)
	all := append(slices.Clone(g.State.Asked[role]), a)
	if g.State.Asked == nil {
		g.State.Asked = map[string][]Asked{}
	}
	g.State.Asked[role] = all[max(0, len(all)-maxAsked):]
}

// EndAsked ends the question to a seat that waits for an answer.
func (g *Game) EndAsked(role string, how AskedEnd) {
	all := slices.Clone(g.State.Asked[role])
	for i := range all {
		if all[i].Over == StillAsked {
			all[i].Over = how
		}
	}
	if len(all) > 0 {
		g.State.Asked[role] = all
	}
}

// FindAsked finds a question by its mail's name in the outbox, or by the handle of its name.
func (g *Game) FindAsked(mail, handle string) (role string, a Asked, ok bool) {
	for role, all := range g.State.Asked {
		for _, a := range slices.Backward(all) {
			if mail != "" && a.Mail == mail || handle != "" && a.Handle == handle {
				return role, a, true
			}
		}
	}
	return "", Asked{}, false
}
