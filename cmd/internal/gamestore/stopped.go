package gamestore

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/dice"
)

// BeaconValue is a value that has come and is not played yet.
type BeaconValue struct {
	Randomness dice.Hash `json:"randomness"`
	At         time.Time `json:"at"`
}

// A restored backup may lack records that were mailed since. Going on from it would publish a second history (dice.md TH-18). So what mails
// say about the history is held against the store:
//
//   - a checkpoint or a receipt signed with the game's key, in whatever mail it comes back: in our own from the folder of sent mail, or
//     attached to a player's letter. Nobody else can sign, so one that the store does not bear out holds the game;
//   - the base that a letter with a seat's key quotes. A player can write there what he likes, so one seat alone is told to the
//     referee, and two seats that name the same record hold the game;
//   - the reports that the store itself remembers.
//
// A game that is held plays, changes and publishes nothing until the records are there or the operator releases it.

// chainState is what the life of a game holds for its history and its dice.
type chainState struct {
	Beacon        BeaconValue   `json:"beacon,omitzero"`    // the value that a locked go is to be played on
	LaterOrders   []LaterOrders `json:"later,omitempty"`    // that came while a go was locked
	RulesHash     dice.Hash     `json:"rules,omitzero"`     // of the set-up text that the newest genesis or upgrade record names; zero: the genesis's
	ReplayedBy    string        `json:"same,omitempty"`     // version of the program that has played the game again and come to the same positions
	Stopped       *Stopped      `json:"stopped,omitempty"`  // why nothing is played, nil if all is well
	UnknownHeads  []UnknownHead `json:"strange,omitempty"`  // heads that seats quoted and the history does not have
	ReleasedHeads []dice.Hash   `json:"released,omitempty"` // heads that the operator has said to go on without
}

// Stopped is why a game plays nothing.
type Stopped struct {
	Why   string      `json:"why"`
	Heads []dice.Hash `json:"heads,omitempty"` // records or tree roots that the store does not have
	Since time.Time   `json:"since"`
}

// UnknownHead is a head that a seat quoted and the history does not have.
type UnknownHead struct {
	Role string    `json:"role"`
	Head dice.Hash `json:"head"`
}

// MaxUnknownHeads is how many such quotes a game remembers, the newest.
const MaxUnknownHeads = 50

// Stopped tells whether the game plays nothing for now.
func (g *Game) Stopped() bool { return g.State.Stopped != nil }

// StoppedError is why nothing is done in a game that is held.
func (g *Game) StoppedError() error {
	return fmt.Errorf("game %s is held since %s: %s; fieldpost game import FILE takes in the missing records from an export or from mails, "+
		"fieldpost game release %s --reason WORDS goes on without them", g.Setup.Name, g.State.Stopped.Since.Format(time.DateOnly), g.State.Stopped.Why, g.Setup.Name)
}

// Why a game is held that this version of the program cannot go on with.
const (
	WhyReplayDiffers = "this version of the program plays its past to another position"
	WhyRulesDiffer   = "this version of the program knows its rules in another wording"
)

// StoppedForProgram tells whether a game is held because of the program that is to run it.
func (g *Game) StoppedForProgram() bool {
	return g.Stopped() && (g.State.Stopped.Why == WhyRulesDiffer || g.State.Stopped.Why == WhyReplayDiffers)
}
