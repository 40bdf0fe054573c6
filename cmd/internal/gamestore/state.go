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

// State is what is stored of a game next to its records and participants: whether it runs, its clock, and the mails
// that came since the last resolution.
type State struct {
	game.Conduct
	VKey    string            `json:"vkey"`
	Engine  string            `json:"engine"` // that the genesis record names
	Arrived int               `json:"arrived"`
	Intake  []history.Arrival `json:"intake,omitempty"`
	Orders  OrderCount        `json:"orders,omitzero"`
	Quotes  []RoleQuote       `json:"quotes,omitempty"` // heads that players quoted since the last resolution
	Draft   game.Draft        `json:"draft,omitzero"`   // of the running turn
	Salt    string            `json:"salt,omitempty"`   // of orders that an earlier version kept in the position
	// of the chain, so that it is continued without reading its past
	Tail         history.Tail `json:"tail,omitzero"`
	Admission    admission    `json:"doors,omitzero"`  // who may join
	ActsAfterEnd int          `json:"after,omitempty"` // acts of people since the history ended
	Held         []HeldMail   `json:"held,omitempty"`  // mails that wait for their player
	Signatures   signatures   `json:"seals,omitzero"`  // signed mails that were accepted
	// Unplaced is, by role, the orders that were refused once because they end the turn with units unplaced.
	Unplaced map[string]dice.Hash `json:"unplaced,omitempty"`
	// Asked is, by role, the last questions that one word answers, the newest last.
	Asked map[string][]Asked `json:"asked,omitempty"`
	// Waiting is, by person, when the news that waits for them goes out.
	Waiting map[string]time.Time `json:"news,omitempty"`

	chainState
	Turn begunTurn `json:"turn,omitzero"` // that is played
}

// HeldMail is a mail with a seat's key from an address that is not the seat's. It waits until the player confirms it
// (setting unknown-address hold).
type HeldMail struct {
	Mail uint64    `json:"letter"`
	Seat string    `json:"seat"`
	At   time.Time `json:"at"`
}

// MaxHeldMails is how many mails are held for a seat; the oldest are dropped.
const MaxHeldMails = 10

// LaterOrders are standing orders and answers that came after a lock: they count from the next resolution on.
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

// begunTurn is when a turn began: with the record of the resolution before it.
//
// Turn orders that name neither round nor base, and answer no mail of this turn, may be an old mail that is sent again
// (dice.md TH-14). They are refused if the mail was written before the turn began, or if the seat has had the same
// orders played before. A player who wants them names the round.
type begunTurn struct {
	Name string    `json:"name"`
	At   time.Time `json:"at"`
}

// noteTurnBegin remembers when the turn began, if it is a new one.
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

// TurnBegan returns when the running turn began: no earlier than the game.
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

// CheckQuotes compares the heads that players quoted since the last resolution with the chain, and forgets them.
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

// signatures are the signed mails that were accepted for one position, by the hash of what was signed.
//
// A mail that is signed with the OpenPGP key on file for a seat needs no line with the seat's key. Only the text under
// the signature counts then. It must name its game and position, and counts once: so nobody can use it again.
type signatures struct {
	Base  string      `json:"base,omitempty"`
	Taken []dice.Hash `json:"taken,omitempty"`
}

// Signatures returns those of the position at hand. Those of an earlier position are dropped.
func (g *Game) Signatures() *signatures {
	s := &g.State.Signatures
	if base := g.Base().String(); s.Base != base {
		*s = signatures{Base: base}
	}
	return s
}

// chainState is what the state holds for the history and the dice of a game.
type chainState struct {
	Beacon      BeaconValue   `json:"beacon,omitzero"` // on which locked orders are to be played
	LaterOrders []LaterOrders `json:"later,omitempty"` // that came while orders were locked
	// of the set-up text that the newest genesis or upgrade record names; zero: the genesis's
	RulesHash dice.Hash `json:"rules,omitzero"`
	// version of the program that has played the game again and come to the same positions
	ReplayedBy    string        `json:"same,omitempty"`
	Stopped       *Stopped      `json:"stopped,omitempty"`  // why nothing is played, nil if all is well
	UnknownHeads  []UnknownHead `json:"strange,omitempty"`  // heads that seats quoted and the history does not have
	ReleasedHeads []dice.Hash   `json:"released,omitempty"` // heads that the operator has released the game without
}

// BeaconValue is the value of a beacon that has come and is not played yet.
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
//
// A restored backup may lack records that were mailed since. If the game went on from it, a second history would be
// published (dice.md TH-18). So what mails say about the history is compared with the store: checkpoints and receipts
// that are signed with the game's key, whatever mail they come back in; the base that a mail with a seat's key quotes;
// and the reports that the store itself remembers. Only the server can sign, so one such checkpoint stops the game. A
// player can quote what they like, so the quote of one seat is reported to the referee, and the same quote of two seats
// stops the game.
//
// A stopped game plays, changes and publishes nothing until the records are there or the operator releases it.
type Stopped struct {
	Why   string      `json:"why"`
	Heads []dice.Hash `json:"heads,omitempty"` // records or tree roots that the store does not have
	Since time.Time   `json:"since"`
}

// Stopped reports whether the game plays nothing for now.
func (g *Game) Stopped() bool { return g.State.Stopped != nil }

// StoppedError returns the error of what cannot be done in a game that is stopped.
func (g *Game) StoppedError() error {
	name, s := g.Setup.Name, g.State.Stopped
	return fmt.Errorf("game %s is held since %s: %s; "+
		"fieldpost game import FILE takes in the missing records from an export or from mails, "+
		"fieldpost game release %s --reason WORDS goes on without them", name, s.Since.Format(time.DateOnly), s.Why,
		name)
}

// Reasons to stop a game that this version of the program cannot go on with.
const (
	WhyReplayDiffers = "this version of the program plays its past to another position"
	WhyRulesDiffer   = "this version of the program knows its rules in another wording"
)

// StoppedForProgram reports whether the game is stopped because of the version of the program.
func (g *Game) StoppedForProgram() bool {
	return g.Stopped() && (g.State.Stopped.Why == WhyRulesDiffer || g.State.Stopped.Why == WhyReplayDiffers)
}
