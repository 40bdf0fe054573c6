// Package command is the table of the commands that a mail may hold: how each is written, who may give it and where,
// and what a mail must bring for it. docs/commands.md is printed from the table.
//
// A package of commands (play, people, press, amend, clocks, queries, steps) enters each with [Handle] and the function
// that carries it out. The function gets a [Request]: the mail, its sender and their game.
package command

import (
	"fmt"
	"reflect"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/templates/notice"
)

// Who is who may give a command.
type Who int

const (
	Anyone  Who = iota // strangers too
	Member             // all participants of the game
	Seated             // players and the referee
	Players            // who plays a power
	Referee
)

func (w Who) String() string {
	return [...]string{"anyone", "participants", "players, referee", "players", "referee"}[w]
}

// In is where a command may be given.
type In int

const (
	Anywhere    In = iota // it needs no game
	AnyGame               // before the game begins and after its end too
	RunningGame           // a game that has begun
)

func (i In) String() string { return [...]string{"anywhere", "any game", "a game that has begun"}[i] }

// Key is what a mail must bring for a command.
type Key int

const (
	NoKey   Key = iota // it only asks: the answer goes to the address on file
	SeatKey            // it changes something
	// as the only command of an observer's mail it needs none: their mail program may send it
	KeyUnlessObserver
	Confirmation // it is carried out when the address confirms; in a mail about a game it needs the key
)

func (k Key) String() string {
	return [...]string{"no", "yes", "yes, but not of an observer", "the address confirms"}[k]
}

// Spec is a command of the table. Its fields alone decide who may give it.
type Spec struct {
	Syntax     []commands.Syntax
	Who        Who
	In         In
	NeedsKey   Key
	Guarded    bool // a mail answered is no proof for it: it takes the key (so do all acts of the referee)
	Later      bool // it is answered after the mail is done
	Together   bool // all commands of this kind in a mail are carried out at once
	MaxPerMail int  // how many of these one mail may hold; 0: no limit of its own

	typ reflect.Type
}

var table = map[reflect.Type]*Spec{}

// register enters the command of type C in the table. A wrong entry panics when the program starts.
func register[C commands.Command](s Spec) *Spec {
	s.typ = reflect.TypeFor[C]()
	if table[s.typ] != nil {
		panic(fmt.Sprintf("command %v is defined twice", s.typ))
	}
	if len(s.Syntax) == 0 {
		panic(fmt.Sprintf("command %v has no syntax", s.typ))
	}
	for _, w := range s.Syntax {
		if !orders.HasHelp(w.Keyword) {
			panic(fmt.Sprintf("no help text explains %q", w.Keyword))
		}
	}
	table[s.typ] = &s
	return &s
}

// SpecOf returns the entry of a command. A test makes sure that each has one.
func SpecOf(c commands.Command) *Spec { return table[reflect.TypeOf(c)] }

// AllSpecs returns the entries of all commands, by keyword.
func AllSpecs() []*Spec {
	var out []*Spec
	for _, s := range table {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Spec) int { return slices.Compare(a.order(), b.order()) })
	return out
}

func (s *Spec) order() []string { return []string{s.Syntax[0].Keyword, s.Syntax[0].Example} }

// Name returns the name of the command's type.
func (s *Spec) Name() string { return s.typ.Name() }

// NeedsKeyItself reports whether the command needs the key: an answer to a mail of ours does not prove enough.
func (s *Spec) NeedsKeyItself() bool { return s.Changes() && (s.Guarded || s.Who == Referee) }

// Proof says what a mail must bring for the command.
func (s *Spec) Proof() string {
	if s.NeedsKeyItself() && s.NeedsKey == SeatKey {
		return "the key"
	}
	return s.NeedsKey.String()
}

// Changes reports whether the command asks for more than an answer.
func (s *Spec) Changes() bool { return s.NeedsKey != NoKey }

// Sender is who gives a command in a game.
type Sender struct {
	Power    board.Power // Nobody: they play none
	Referee  bool
	Observer bool
	Begun    bool // the game
}

// Refuse returns the notice that refuses the command to the sender, nil if they may give it. Line is the command as it
// was written.
func (s *Spec) Refuse(by Sender, line string) notice.Notice {
	switch {
	case s.In == Anywhere:
		return nil
	case s.Who == Referee && !by.Referee, s.Who == Seated && by.Observer:
		return notice.RefereeOnly{Line: notice.Quote(line)}
	case s.Who == Players && by.Power == board.Nobody:
		return notice.PlayersOnly{}
	case s.In == RunningGame && !by.Begun:
		return notice.NotStarted{}
	}
	return nil
}

// anyChanges reports whether one of the commands asks for more than an answer.
func anyChanges(given []commands.Command) bool {
	return slices.ContainsFunc(given, func(c commands.Command) bool { return SpecOf(c).Changes() })
}

// AnyNeedsKeyItself reports whether one of the commands needs the key even in an answer to a mail to the seat.
func AnyNeedsKeyItself(given []commands.Command) bool {
	return slices.ContainsFunc(given, func(c commands.Command) bool { return SpecOf(c).NeedsKeyItself() })
}

// AnyNeedsKey reports whether a mail with these commands about a game needs the key of its sender's seat.
func AnyNeedsKey(given []commands.Command, by Sender) bool {
	return slices.ContainsFunc(given, func(c commands.Command) bool {
		s := SpecOf(c)
		return s.Changes() && !(s.NeedsKey == KeyUnlessObserver && by.Observer && len(given) == 1)
	})
}
