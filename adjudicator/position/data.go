// Package position holds the position of a game: where every unit is, who controls what, money, technologies, and how
// far the turn has come. Events change it, and nothing else does.
package position

import (
	"errors"
	"fmt"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position/data"
)

// The parts of a position as plain values.
type (
	Data       = data.Position
	NationData = data.Nation
	TurnData   = data.Turn
	Fight      = data.Fight
	Damage     = data.Damage
	Question   = data.Question
	Unit       = data.Unit
	TurnState  = data.TurnState
)

// Fresh returns the TurnState of a new unit, and of any at the start of a turn.
func Fresh(at board.SpaceID) TurnState { return data.Fresh(at) }

// DeckRoom is how many fighters a carrier holds.
const DeckRoom = data.DeckRoom

// Activity is a set of things a unit did this turn.
type Activity = event.Activity

// What units do.
const (
	MovedInCombat    = event.MovedInCombat
	MovedInNoncombat = event.MovedInNoncombat
	Fought           = event.Fought
	FromSea          = event.FromSea
	LoadedNow        = event.LoadedNow
	LoadedThisTurn   = event.LoadedThisTurn
	UnloadedThisTurn = event.UnloadedThisTurn
	RetreatedNow     = event.RetreatedNow
	Raided           = event.RaidedNow
	FiredRocket      = event.FiredRocket
	Bombarded        = event.Bombarded
	Suicide          = event.Suicide
	Arrived          = event.Arrived
	Launched         = event.LaunchedNow
	Blitzed          = event.Blitzed
	ShotDown         = event.ShotDown
	PlacedNow        = event.PlacedNow
	MovesAgain       = event.MovesAgain
	CapturedNow      = event.CapturedNow
)

// New makes a position of its data, which it copies: that of a set-up, or of a stored position that was read. The error
// names what cannot be. An antiaircraft gun without an original owner, as older versions of the program stored them,
// gets the one that follows from who holds it where.
func New(b *board.Board, d Data) (*Position, error) {
	if b == nil {
		return nil, errors.New("position: of rules that have no board")
	}
	if err := d.Check(b); err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	p := &Position{d: d.Clone()}
	for i := range p.d.Units {
		if u := &p.d.Units[i]; u.Type == board.AAGun && u.Original == board.Nobody {
			u.Original = gunFrom(b, *u)
		}
	}
	return p, nil
}

// gunFrom is the original owner of an antiaircraft gun of which nothing else is known: in the hands of the enemy of its
// territory's original owner it was captured from that owner, else it is its holder's own.
func gunFrom(b *board.Board, u Unit) board.Power {
	if s := b.Space(u.At); !s.Sea && Enemy(b, u.Owner, s.OriginalController) {
		return s.OriginalController
	}
	return u.Owner
}
