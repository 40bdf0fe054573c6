package gamestore

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/templates/report"
)

// State is what is known of a game besides its rules: whether it runs, and the mails that came since the last go.
type State struct {
	game.Conduct
	VKey         string            `json:"vkey"`
	Engine       string            `json:"engine"` // that the genesis record names
	Arrived      int               `json:"arrived"`
	Intake       []history.Arrival `json:"intake,omitempty"`
	Orders       OrderCount        `json:"orders,omitzero"`
	Quotes       []RoleQuote       `json:"quotes,omitempty"` // heads that players quoted since the last go
	Salt         string            `json:"salt,omitempty"`   // of the turn orders that wait for the deadline
	Tail         history.Tail      `json:"tail,omitzero"`    // of the chain, so that it goes on without its past being read
	Admission    admission         `json:"doors,omitzero"`   // who may come in, and who waits to
	ActsAfterEnd int               `json:"after,omitempty"`  // acts of people since the history ended
	Held         []HeldMail        `json:"held,omitempty"`   // letters that wait for a seat's word
	Signatures   signatures        `json:"seals,omitzero"`   // signed letters that were taken
	// Unplaced is, by role, the orders that were refused once because they end the turn with units unplaced.
	Unplaced map[string]dice.Hash `json:"unplaced,omitempty"`

	chainState
	Turn begunTurn `json:"turn,omitzero"` // that is played
}

// HeldMail is a letter with a seat's key from an address that is not the seat's, which waits for its player's word
// (setting unknown-address hold).
type HeldMail struct {
	Mail uint64    `json:"letter"`
	Seat string    `json:"seat"`
	At   time.Time `json:"at"`
}

// MaxHeldMails is how many letters are held for a seat; the oldest give way.
const MaxHeldMails = 10

// LaterOrders are standing orders and answers that came after a lock: they count from the next go on.
type LaterOrders struct {
	Role  string   `json:"role"`
	Lines []string `json:"lines"` // canonical
	Salt  string   `json:"salt,omitempty"`
}

// OrderCount is how many order mails of each seat were accepted while one power was on turn.
type OrderCount struct {
	Round int            `json:"round"`
	Power board.Power    `json:"power"`
	Of    map[string]int `json:"of"` // by role
}

// Turn orders that name neither round nor base, and answer no mail of this turn, may be an old mail that somebody sends again
// (dice.md TH-14). They are refused if the mail was written before the turn began, or if the seat has had the same orders played before. Who
// means them says so with the round.

// begunTurn is when a turn began: with the record of the go before it.
type begunTurn struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// noteTurnBegin takes note of a turn that has begun.
func noteTurnBegin(g *Game) {
	name := g.Game.Turn()
	if name == g.State.Turn.Name {
		return
	}
	g.State.Turn = begunTurn{Name: name}
	if seq, ok := g.Chain.Find(g.Base()); ok {
		g.State.Turn.At = g.Chain.From(seq)[0].Time
	}
}

// TurnBegan is when the turn began that is played: no earlier than the game.
func (g *Game) TurnBegan() time.Time {
	if at := g.State.Turn.At; at.After(g.State.Started) {
		return at
	}
	return g.State.Started
}

// RoleQuote is a head that a seat quoted.
type RoleQuote struct {
	Role string    `json:"role"`
	Head dice.Hash `json:"head"`
}

// CheckQuotes holds the heads that players quoted since the last go against the chain, and forgets them.
func CheckQuotes(g *Game) []report.Quote {
	var quotes []history.Quote
	for _, q := range g.State.Quotes {
		quotes = append(quotes, history.Quote{By: q.Role, Head: q.Head})
	}
	g.State.Quotes = nil
	var out []report.Quote
	for _, s := range g.Chain.Compare(quotes) {
		out = append(out, report.Quote{Power: g.Rules.Board.PowerOf(s.By), Base: s.Head.String(), Known: s.Known})
	}
	return out
}

// A letter that is signed with the OpenPGP key on file for a seat needs no line with the seat's key. Only the text under the signature
// counts then. It must say for which game and which position it is meant, and is good for once: so nobody can use it again.

// signatures are the signed letters that were taken for the position at hand, by the hash of what was signed.
type signatures struct {
	Base  string      `json:"base,omitempty"`
	Taken []dice.Hash `json:"taken,omitempty"`
}

// Signatures are those of the position at hand; those of one before are void by their base.
func (g *Game) Signatures() *signatures {
	s := &g.State.Signatures
	if base := g.Base().String(); s.Base != base {
		*s = signatures{Base: base}
	}
	return s
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

// BeaconValue is a value that has come and is not played yet.
type BeaconValue struct {
	Randomness dice.Hash `json:"randomness"`
	At         time.Time `json:"at"`
}

// UnknownHead is a head that a seat quoted and the history does not have.
type UnknownHead struct {
	Role string    `json:"role"`
	Head dice.Hash `json:"head"`
}

// MaxUnknownHeads is how many such quotes a game remembers, the newest.
const MaxUnknownHeads = 50

// Stopped is why a game plays nothing.
type Stopped struct {
	Why   string      `json:"why"`
	Heads []dice.Hash `json:"heads,omitempty"` // records or tree roots that the store does not have
	Since time.Time   `json:"since"`
}

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
