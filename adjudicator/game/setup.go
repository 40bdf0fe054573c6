// Package game runs one game: who sits where, which orders are on file, the resolution that locks them, rolls and
// plays, and the chain of records that all of it leaves. It is pure: mails come in understood, time and secrets are
// handed in, and what comes out is a new value for the daemon to keep in one transaction.
package game

import (
	"bytes"
	"fmt"
	"strings"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Setup is what a game begins with. It never changes and holds nothing about persons.
type Setup struct {
	Name       string                   `json:"name"` // [a-z0-9-]{1,32}
	Rules      string                   `json:"rules"`
	Options    []rules.Setting          `json:"options,omitempty"`
	Advantages map[board.Power][]string `json:"advantages,omitempty"`
	Start      []string                 `json:"start,omitempty"` // the position, if it is not that of the box
	Created    time.Time                `json:"created"`
}

// Check tells what is wrong with a set-up.
func (s Setup) Check() error {
	if !dice.ValidGame(s.Name) {
		return fmt.Errorf("%q is no name for a game: small letters, digits and hyphens, at most 32; how about %q?",
			s.Name, suggestName(s.Name))
	}
	set, err := s.Set()
	if err != nil {
		return err
	}
	for _, p := range set.Board.Powers() {
		if err := rules.CheckChoice(p, s.Advantages[p], len(s.Advantages[p])); err != nil {
			return err
		}
	}
	if len(s.Start) == 0 {
		return nil
	}
	_, err = exchange.Parse(set, s.Start)
	return err
}

func suggestName(s string) string {
	n := dice.SpaceToken(s)
	if len(n) > 32 {
		n = strings.Trim(n[:32], "-")
	}
	if n == "" {
		n = "eastfront"
	}
	return n
}

// Settled is the set-up of a new game: it names the settings whose default is not what it was, as they hold now. A
// set-up that does not name them is older and keeps what held when it was made.
func (s Setup) Settled() (Setup, error) {
	o, err := s.options()
	if err == nil {
		o, err = o.Settled(s.Rules)
	}
	s.Options = o.All()
	return s, err
}

// OrderSet is the rule set with the game's options.
func (s Setup) Set() (*rules.Set, error) {
	o, err := s.options()
	if err == nil {
		o, err = o.Older(s.Rules)
	}
	if err != nil {
		return nil, err
	}
	return rules.New(s.Rules, o)
}

// options are the settings that the set-up names.
func (s Setup) options() (o rules.Options, err error) {
	for _, x := range s.Options {
		if o, err = o.With(x.Name, x.Value); err != nil {
			return o, err
		}
	}
	return o, nil
}

// Text is the canonical text of everything that decides how the game is played: its hash is the rules hash of the
// genesis.
func (s Setup) Text() ([]byte, error) {
	set, err := s.Set()
	if err != nil {
		return nil, err
	}
	named, err := s.options()
	if err != nil {
		return nil, err
	}
	lines := []string{"pbd1 setup", "game " + s.Name, "rules " + s.Rules}
	for _, o := range named.All() {
		lines = append(lines, "option "+o.Name+" "+o.Value)
	}
	for _, p := range set.Board.Powers() {
		for _, a := range s.Advantages[p] {
			lines = append(lines, "advantage "+set.Board.SeatOf(p).Role+" "+a)
		}
	}
	for _, line := range s.Start {
		lines = append(lines, "start "+line)
	}
	lines = append(lines, "board "+dice.Sum([]byte(board.Text(s.Rules))).String(), "end")
	return dice.Text(lines...), nil
}

// Begin is the rule set and the position with which the game begins.
func (s Setup) Begin() (*rules.Set, *position.Position, error) {
	set, err := s.Set()
	if err != nil {
		return nil, nil, err
	}
	p, err := s.start(set)
	if err != nil {
		return nil, nil, err
	}
	d := p.Data()
	for i := range d.Nations {
		d.Nations[i].Advantages = s.Advantages[d.Nations[i].Power]
	}
	if len(s.Start) == 0 { // a game that goes on has had its deal
		adjudicator.AwaitAdvantages(set, &d)
	}
	p, err = position.New(set.Board, d)
	return set, p, err
}

// start is the position before advantages are dealt: that of the box, or the one that the set-up names.
func (s Setup) start(set *rules.Set) (*position.Position, error) {
	if len(s.Start) > 0 {
		return exchange.Parse(set, s.Start)
	}
	return adjudicator.Start(set)
}

// ParseSetup reads what Text wrote. A text of other rules than this program has, or of another board, is an error. The
// time at which the game was made is not in it: that is the genesis record's.
func ParseSetup(text []byte) (Setup, error) {
	var s Setup
	for line := range strings.Lines(string(text)) {
		word, rest, _ := strings.Cut(strings.TrimSuffix(line, "\n"), " ")
		name, value, _ := strings.Cut(rest, " ")
		switch word {
		case "game":
			s.Name = rest
		case "rules":
			s.Rules = rest
		case "option":
			s.Options = append(s.Options, rules.Setting{Name: name, Value: value})
		case "advantage":
			if err := s.addAdvantage(name, value); err != nil {
				return s, err
			}
		case "start":
			s.Start = append(s.Start, rest)
		}
	}
	if err := s.Check(); err != nil {
		return s, fmt.Errorf("set-up: %w", err)
	}
	again, err := s.Text()
	if err == nil && !bytes.Equal(again, text) {
		err = fmt.Errorf("set-up of game %s: it was written for other rules or another board than this program has",
			s.Name)
	}
	return s, err
}

func (s *Setup) addAdvantage(role, name string) error {
	set, err := s.Set()
	if err != nil {
		return fmt.Errorf("set-up: %w", err)
	}
	if s.Advantages == nil {
		s.Advantages = map[board.Power][]string{}
	}
	p := set.Board.PowerOf(role)
	s.Advantages[p] = append(s.Advantages[p], name)
	return nil
}
