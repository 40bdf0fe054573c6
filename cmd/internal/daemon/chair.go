package daemon

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/mailio"
	"fieldpost/store"
)

// Around the table of a game sit, beside the powers, people without one: the referee, and those who only look on. A chair is the
// Seat of such a person; its Power is Nobody.

// partChairs is where the chairs stand in the store.
const partChairs store.Part = "chairs"

// The kinds of chairs.
const (
	refereeChair  = "referee"
	observerChair = "observer"
)

// refereeRole is how intake lists and act records name the referee.
const refereeRole = "REFEREE"

// newReferee is the chair of a game's referee, with a key of its own.
func (o *Office) newReferee(tx *store.Tx, t *Table, address string) (Seat, error) {
	s := Seat{Chair: refereeChair, Role: refereeRole, Address: address, Language: o.Language}
	return o.withPerson(tx, t, s, Seat{})
}

// name is how the store knows a seat or chair: a seat by its role, the referee's chair by its kind, the others by their address too.
func (s Seat) name() string {
	switch s.Chair {
	case "":
		return s.Role
	case refereeChair:
		return s.Chair
	case joinChair:
		return s.requestName()
	}
	return s.Chair + ":" + mailio.FoldAddress(s.Address)
}

func (s Seat) part() store.Part { return partOf(s.name()) }

// partOf is where a seat or chair of that name stands: roles are written in capitals.
func partOf(name string) store.Part {
	if kind, _, _ := strings.Cut(name, ":"); kind == refereeChair || kind == observerChair || kind == joinChair {
		return partChairs
	}
	return store.Seats
}

// IsReferee tells whether it is the referee's chair.
func (s Seat) IsReferee() bool { return s.Chair == refereeChair }

// Referee is the chair of the game's referee.
func (t *Table) Referee() *Seat { return t.named(refereeChair) }

// named finds a seat or chair by the name that the store knows it by, nil if there is none.
func (t *Table) named(name string) *Seat {
	for _, list := range [][]Seat{t.Seats, t.Chairs} {
		if i := slices.IndexFunc(list, func(s Seat) bool { return s.name() == name }); i >= 0 {
			return &list[i]
		}
	}
	return nil
}

// readers are all who get the game's reports: the seats that are taken, then the chairs. An address that has not confirmed gets none.
func (t *Table) readers() []Seat {
	return slices.DeleteFunc(slices.Concat(t.Seats, t.Chairs), func(s Seat) bool { return !s.Taken() || s.Unproved })
}

// removeChair lets somebody without a power leave the table.
func (t *Table) removeChair(tx *store.Tx, s Seat) error {
	if s.Power != board.Nobody {
		return fmt.Errorf("%s is a seat, which stays", s.Power)
	}
	if err := t.forgetHandles(tx, s); err != nil {
		return err
	}
	t.Chairs = slices.DeleteFunc(slices.Clone(t.Chairs), func(x Seat) bool { return x.name() == s.name() })
	return t.row.Delete(partChairs, s.name())
}

func readChairs(g *store.Game) ([]Seat, error) { return readPlaces(g, partChairs) }

func readPlaces(g *store.Game, part store.Part) ([]Seat, error) {
	var seats []Seat
	for e, err := range g.All(part, "") {
		if err != nil {
			return nil, err
		}
		var s Seat
		if err := json.Unmarshal(e.Value.Bytes, &s); err != nil {
			return nil, fmt.Errorf("game %s, %s %s: %w", g.Name(), part, e.Key, err)
		}
		seats = append(seats, s)
	}
	return seats, nil
}
