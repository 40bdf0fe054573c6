package game

import (
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Game is one game as it stands.
type Game struct {
	Setup   Setup
	Rules   *rules.Set
	Pos     *position.Position
	Chain   *history.Chain
	Sets    []OrderSet        // standing order sets in force, one a role at most
	Intake  []history.Arrival // mails since the last turn record
	Arrived int               // mails counted so far

	// Draft is what is accepted of the running turn and not played yet.
	Draft Draft
	// Bound is the turn set that is played when the beacon comes; nil while none is locked, and in the deal.
	Bound *OrderSet
	// Delay is from a lock to the time of its beacon round, at tier 2; 0 means DefaultDelay.
	Delay time.Duration
	// Past is what has been played since the game was begun or restored.
	Past Past

	locked *history.Lock // of the orders that wait for their beacon; nil: none

	// Replaced are master secrets that a rekey has replaced, the oldest first: the end of the game reveals them too.
	Replaced []dice.Master
}

// OrderSet is an order set with its bytes, as the chain names it by hash.
type OrderSet struct {
	Ref   dice.OrderRef
	Bytes []byte
}

// ReadOrderSet is the set of a text. The error is that of a text that is not in canonical form.
func ReadOrderSet(text []byte) (OrderSet, error) {
	set, err := history.ParseSet(text)
	if err != nil {
		return OrderSet{}, err
	}
	ref, err := set.Ref()
	return OrderSet{Ref: ref, Bytes: text}, err
}

// Lines are the orders of one seat, whoever plays it (T-2), as they go into a set: canonical text, and the salt
// that the player sent. With salt "" the set gets the one that [dice.Master.Salt] derives.
type Lines struct {
	Text []string
	Salt string
}

// Begin makes a new game with its genesis record. The verifier key is that of its checkpoints.
func Begin(s Setup, master dice.Master, vkey, engine string, now time.Time) (*Game, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	g, err := rest(s)
	if err != nil {
		return nil, err
	}
	text, err := s.Text()
	if err != nil {
		return nil, err
	}
	if g.Chain, err = history.NewChain(s.Name); err != nil {
		return nil, err
	}
	gen := &history.Genesis{Rules: dice.Sum(text), Engine: dice.Sum(dice.Text(engine)), VKey: vkey,
		Master: master.Commitment(s.Name),
		Next:   history.Next{Epoch: 1, Commit: master.Secret(s.Name, 1).Commitment(s.Name, 1)}}
	if g.beacon() {
		gen.Tier = 2
	}
	for _, seat := range g.Rules.Board.Seats {
		gen.Roles = append(gen.Roles, seat.Role)
	}
	_, err = g.Chain.Append(gen, now)
	return g, err
}

// Restore is a game from what the store keeps: its set-up, its chain, the newest position, the standing sets in force.
func Restore(s Setup, chain *history.Chain, pos *position.Position, sets []OrderSet, intake []history.Arrival,
	arrived int) (*Game, error) {
	g, err := rest(s)
	if err != nil {
		return nil, err
	}
	g.Chain = chain
	if pos != nil {
		g.Pos = pos
	}
	g.Sets, g.Intake, g.Arrived = sets, intake, arrived
	if e, err := chain.Epoch(); err == nil { // else it is over
		g.locked = e.Lock
	}
	return g, nil
}

func rest(s Setup) (*Game, error) {
	set, pos, err := s.Begin()
	if err != nil {
		return nil, err
	}
	return &Game{Setup: s, Rules: set, Pos: pos}, nil
}

// New is a game before its first record, without a chain: what [Apply] begins with.
func New(s Setup) (Game, error) {
	g, err := rest(s)
	if err != nil {
		return Game{}, err
	}
	return *g, nil
}

// From returns the game as a past that was played again has made it, with the chain and the mails of this one.
func (g *Game) From(past Game) Game {
	now := *g
	now.Pos, now.Sets, now.Past, now.locked = past.Pos, past.Sets, past.Past, past.locked
	return now
}

// State is the hash of the position, as records hold it.
func (g *Game) State() dice.Hash { return dice.Sum([]byte(g.Pos.Text(g.Rules.Board))) }

// Awaited lists the powers that the game waits for: none while it waits for a beacon, or when it has ended.
func (g *Game) Awaited() []adjudicator.Await {
	if g.Locked() != nil || g.Chain.Over() {
		return nil
	}
	return adjudicator.Awaited(g.Rules, g.Pos)
}

// Note counts a mail that came in; Role is "-" for a sender without a seat, Reason empty for an accepted one.
func (g *Game) Note(at time.Time, role, reason string, mail dice.Hash) int {
	g.Arrived++
	g.Intake = append(g.Intake, history.Arrival{Number: g.Arrived, Time: at, Role: role, Reason: reason, Mail: mail})
	return g.Arrived
}

// BaseKnown reports whether a quoted base names a record that may still be quoted: the one that published the current
// commitment, or a later one (dice.md §3).
func (g *Game) BaseKnown(base string) bool {
	h, err := dice.ParseHash(base)
	return err == nil && g.Chain.Current(h)
}

// Judge tells what would be refused, and changes nothing.
func (g *Game) Judge(who board.Power, f order.File) []order.Fault {
	if g.Chain.Over() && (!f.Sheet.Empty() || len(f.Answers) > 0 || len(f.Standing) > 0) {
		return overFault()
	}
	return adjudicator.Judge(g.Rules, g.Pos, who, f)
}

// Waiting are the turn orders of the power on turn that are not due yet (option play deadline).
func (g *Game) Waiting() order.File { return order.File{Sheet: g.Pos.Turn().Sheet()} }

// Rolls reports whether the game begins with a resolution of its own, in which dice choose the national advantages.
func (g *Game) Rolls() bool {
	_, rolled := g.Rules.StartingAdvantages()
	return rolled && adjudicator.AwaitingAdvantages(g.Pos)
}

// answers reports whether a file answers what its sender is asked.
func (g *Game) answers(who board.Power, f order.File) bool {
	if g.Pos.Power() != board.Nobody || adjudicator.AwaitingAdvantages(g.Pos) {
		return adjudicator.Answers(g.Rules, g.Pos, who, f)
	}
	return len(f.Answers) > 0 && slices.ContainsFunc(g.Awaited(),
		func(a adjudicator.Await) bool { return a.Power == who })
}

// withdrawAct is what the act record of a withdrawal says.
const withdrawAct = "withdraw"

// Withdrawn is a position without the turn orders that wait in it.
func Withdrawn(pos *position.Position) *position.Position { return Holding(pos, order.Sheet{}) }

// Holding is a position in which these turn orders wait.
func Holding(pos *position.Position, waiting order.Sheet) *position.Position {
	j := position.NewJournal(pos)
	j.Emit(event.Filed{Sheet: waiting})
	return j.Now()
}
