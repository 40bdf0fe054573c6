// Package command is the table of the commands that a mail may hold: how each is written, who may give it and
// where, and what a mail must bring for it. docs/commands.md is printed from the table.
//
// A command is carried out by a function that a package registers with [Handle]: play, people, press, amend, clocks,
// queries. It gets a [Request]: the mail, its sender and game.
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

// Who says who may give a command.
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

// In says where a command can be given.
type In int

const (
	Anywhere    In = iota // it needs no game
	AnyGame               // before the game begins and after its end too
	RunningGame           // a game that has begun
)

func (i In) String() string { return [...]string{"anywhere", "any game", "a game that has begun"}[i] }

// Key says what a mail must bring for a command.
type Key int

const (
	NoKey             Key = iota // it only asks: the answer goes to the address on file
	SeatKey                      // it changes something
	KeyUnlessObserver            // alone in an observer's mail it needs none: a mail program may say it for them
	Confirmation                 // it comes true when the address confirms; in a mail about a game it needs the key
)

func (k Key) String() string {
	return [...]string{"no", "yes", "yes, but not of an observer", "the address confirms"}[k]
}

// Spec is a command of the table. Who may give it is what these fields say and nothing else.
type Spec struct {
	Syntax     []commands.Syntax
	Who        Who
	In         In
	NeedsKey   Key
	Guarded    bool // a mail answered is no proof for it: it takes the key (so do all acts of the referee)
	Later      bool // the answer is computed when the mail is done
	Together   bool // all commands of this kind in a mail are carried out at once
	MaxPerMail int  // how many of these one mail may hold; 0: no limit of its own

	typ reflect.Type
}

var table = map[reflect.Type]*Spec{}

// register enters the command of type C into the table. What cannot be right ends the program at its start.
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
			panic(fmt.Sprintf("no help text leads to %q", w.Keyword))
		}
	}
	table[s.typ] = &s
	return &s
}

// SpecOf is the spec of a command. That every command has one is tested.
func SpecOf(c commands.Command) *Spec { return table[reflect.TypeOf(c)] }

// AllSpecs are the specs of all commands, by keyword.
func AllSpecs() []*Spec {
	var out []*Spec
	for _, s := range table {
		out = append(out, s)
	}
	slices.SortFunc(out, func(a, b *Spec) int { return slices.Compare(a.order(), b.order()) })
	return out
}

func (s *Spec) order() []string { return []string{s.Syntax[0].Keyword, s.Syntax[0].Example} }

// Name is the type of the command.
func (s *Spec) Name() string { return s.typ.Name() }

// NeedsKeyItself reports whether the command takes the key itself: a mail answered is no proof for it.
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

// Refuse is the answer to a command that the sender may not give; nil if they may. Line is the command as it was
// written.
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

// AnyChanges reports whether one of a mail's commands asks for more than an answer.
func AnyChanges(given []commands.Command) bool {
	return slices.ContainsFunc(given, func(c commands.Command) bool { return SpecOf(c).Changes() })
}

// AnyNeedsKeyItself reports whether one of a mail's commands takes the key even in an answer to a mail to the seat.
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
