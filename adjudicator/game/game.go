package game

import (
	"fmt"
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
	Sets    []Set             // standing order sets in force, one a role at most
	Intake  []history.Arrival // mails since the last turn record
	Arrived int               // mails counted so far

	// Bound is the turn set that the locked go plays when its beacon comes; nil while none is locked, and in the deal.
	Bound *Set
	// Delay is from a lock to the time of its beacon round, at tier 2; 0 means DefaultDelay.
	Delay time.Duration
	// Replaced are master secrets that a rekey has replaced, the oldest first: the end of the game reveals them too.
	Replaced []dice.Master
}

// Set is an order set with its bytes, as the chain names it by hash.
type Set struct {
	Ref   dice.OrderRef
	Bytes []byte
}

// SetsOf prints order sets, as records name them. The error is that of a set that is not in canonical form.
func SetsOf(list []history.Set) ([]Set, error) {
	var out []Set
	for _, s := range list {
		text, err := s.Print()
		if err != nil {
			return nil, err
		}
		ref, err := s.Ref()
		if err != nil {
			return nil, err
		}
		out = append(out, Set{Ref: ref, Bytes: text})
	}
	return out, nil
}

// Sheet is the orders of one seat, whoever plays it (T-2), as they go into a set: canonical lines, and the salt that the player sent.
// With salt "" the set gets the one that [dice.Master.Salt] derives.
type Sheet struct {
	Lines []string
	Salt  string
}

// Go is what came of orders: the adjudicator's result and, unless they were refused or only put on file, the records.
type Go struct {
	adjudicator.Result
	Played  bool
	Locked  bool           // the orders are locked and wait for the beacon that the lock names; no die has fallen
	Voided  *history.Entry // the record that threw the lock before this one away
	Lock    history.Entry
	Turn    history.Entry
	Rolls   []dice.Roll
	Sets    []Set // opened with this go: the one that it played
	Before  *position.Position
	Intake  []byte // text of the intake list
	Epoch   int
	Closing *history.Entry // the last record, if the game ended
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
	gen := &history.Genesis{Rules: dice.Sum(text), Engine: dice.Sum(dice.Text(engine)), VKey: vkey, Master: master.Commitment(s.Name),
		Next: history.Next{Epoch: 1, Commit: master.Secret(s.Name, 1).Commitment(s.Name, 1)}}
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
func Restore(s Setup, chain *history.Chain, pos *position.Position, sets []Set, intake []history.Arrival, arrived int) (*Game, error) {
	g, err := rest(s)
	if err != nil {
		return nil, err
	}
	g.Chain = chain
	if pos != nil {
		g.Pos = pos
		g.Pos.NoteGuns(g.Rules.Board)
	}
	g.Sets, g.Intake, g.Arrived = sets, intake, arrived
	return g, nil
}

func rest(s Setup) (*Game, error) {
	set, pos, err := s.Begin()
	if err != nil {
		return nil, err
	}
	return &Game{Setup: s, Rules: set, Pos: pos}, nil
}

// Awaited lists whom the game waits for: nobody while it waits for a beacon, or when it has ended.
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

// BaseKnown tells whether a quoted base names a record that may still be quoted: the one that published the current
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

// File takes a seat's orders: judges them, puts standing orders and answers on file, and plays turn orders in a go of their
// own. Turn is what a go plays of the file in canonical lines, turn orders and answers; standing is all that is on file for the
// seat after it. Together they say all that the file says, so that the game can be played again from the sets alone. On error
// the game is as it was in memory no longer, and must be restored.
func (g *Game) File(who board.Power, f order.File, turn, standing Sheet, master dice.Master, now time.Time) (Go, error) {
	if g.Locked() != nil {
		return Go{}, fmt.Errorf("game %s: %w", g.Setup.Name, ErrLocked)
	}
	faults := g.Judge(who, f)
	if order.Refuses(faults) {
		return Go{Result: adjudicator.Result{Position: g.Pos, Faults: faults, Refused: true, Awaited: g.Awaited()}}, nil
	}
	role := g.Rules.Board.SeatOf(who).Role
	if len(f.Standing) > 0 || len(f.Answers) > 0 || f.Clear != 0 {
		if err := g.fileStanding(role, standing, master); err != nil {
			return Go{}, err
		}
	}
	out := Go{Before: g.Pos}
	if f.Sheet.Empty() && !g.answers(who, f) {
		res, err := adjudicator.Play(g.Rules, g.Pos, who, f, nil) // only put on file: nothing is played, nothing locked
		out.Result, g.Pos = res, res.Position
		return out, err
	}
	if who == g.Pos.Power && !f.Sheet.Empty() && g.Rules.Options.Get("play") == "deadline" {
		g.Pos = adjudicator.Hold(g.Rules, g.Pos, who, f)
		out.Result = adjudicator.Result{Position: g.Pos, Faults: faults, Awaited: g.Awaited()}
		return out, nil
	}
	return g.play(who, f, turn, master, now)
}

// Waiting are the turn orders of the power on turn that are not due yet (option play deadline).
func (g *Game) Waiting() order.File { return order.File{Sheet: g.Pos.Turn.Sheet} }

// Due plays the turn orders that wait, at the deadline or when all are ready. F is what Waiting tells, turn its canonical
// lines. If they have become impossible they go on waiting, and the result is refused.
func (g *Game) Due(f order.File, turn Sheet, master dice.Master, now time.Time) (Go, error) {
	if g.Locked() != nil {
		return Go{}, fmt.Errorf("game %s: %w", g.Setup.Name, ErrLocked)
	}
	before := g.Pos
	g.Pos = Withdrawn(before)
	if faults := g.Judge(before.Power, f); order.Refuses(faults) {
		g.Pos = before
		return Go{Result: adjudicator.Result{Position: g.Pos, Faults: faults, Refused: true, Awaited: g.Awaited()}}, nil
	}
	return g.play(before.Power, f, turn, master, now)
}

// play is a go of one power's orders.
func (g *Game) play(who board.Power, f order.File, turn Sheet, master dice.Master, now time.Time) (Go, error) {
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return Go{}, err
	}
	set, err := g.makeSet(g.Rules.Board.SeatOf(who).Role, dice.TurnOrders, turn, epoch.Base, master)
	if err != nil {
		return Go{}, err
	}
	out, err := g.lock(&set, now)
	if err != nil {
		return Go{}, err
	}
	if out.Locked {
		return out, g.fileRest(who, f)
	}
	err = g.roll(&out, dice.Hash{}, master, now, g.orders(who, f))
	return out, err
}

// orders plays a power's orders on dice.
func (g *Game) orders(who board.Power, f order.File) func(dice.Source) (adjudicator.Result, error) {
	return func(d dice.Source) (adjudicator.Result, error) { return adjudicator.Play(g.Rules, g.Pos, who, f, d) }
}

// deal lets dice choose the national advantages.
func (g *Game) deal(d dice.Source) (adjudicator.Result, error) {
	return adjudicator.Deal(g.Rules, g.Pos, d)
}

// roll plays a locked go on the dice of its epoch, and writes the turn record. Randomness is the beacon's, if the lock names one.
func (g *Game) roll(out *Go, randomness dice.Hash, master dice.Master, now time.Time, on func(dice.Source) (adjudicator.Result, error)) error {
	seed, err := g.Chain.Seed(master.Secret(g.Setup.Name, out.Epoch), randomness)
	if err != nil {
		return err
	}
	rec := dice.NewRecorder(dice.NewStream(seed))
	if out.Result, err = on(rec); err != nil {
		return fmt.Errorf("game %s, epoch %d: %w", g.Setup.Name, out.Epoch, err)
	}
	g.Pos = out.Position
	out.Played, out.Locked, out.Rolls = true, false, rec.Rolls()
	return g.close(out, randomness, master, now)
}

// Rolls tells whether the game begins with a go of its own, in which dice choose the national advantages.
func (g *Game) Rolls() bool {
	_, rolled := g.Rules.Deal()
	return rolled && adjudicator.Undealt(g.Pos)
}

// Deal plays the go in which dice choose the national advantages: nobody's orders, an epoch of its own. At tier 2 it is locked and
// waits. The error says that there is nothing to deal, or is as in [Game.File].
func (g *Game) Deal(master dice.Master, now time.Time) (Go, error) {
	if !g.Rolls() || g.Locked() != nil {
		return Go{}, fmt.Errorf("game %s: there are no advantages to deal", g.Setup.Name)
	}
	out, err := g.lock(nil, now)
	if err != nil || out.Locked {
		return out, err
	}
	err = g.roll(&out, dice.Hash{}, master, now, g.deal)
	return out, err
}

// fileStanding replaces a role's standing set; an empty one is taken off file.
func (g *Game) fileStanding(role string, s Sheet, master dice.Master) error {
	g.Sets = slices.DeleteFunc(slices.Clone(g.Sets), func(x Set) bool { return x.Ref.Role == role })
	if len(s.Lines) == 0 {
		return nil
	}
	set, err := g.makeSet(role, dice.StandingOrders, s, g.Chain.Head(), master)
	if err == nil {
		g.Sets = append(g.Sets, set)
	}
	return err
}

// makeSet is an order set. Master is the secret in force at base; a salt that the player did not name comes from it.
func (g *Game) makeSet(role string, kind dice.OrderKind, s Sheet, base dice.Hash, master dice.Master) (Set, error) {
	if s.Salt == "" {
		s.Salt = master.Salt(g.Setup.Name, role, kind, base, s.Lines)
	}
	set := history.Set{Game: g.Setup.Name, Role: role, Kind: kind, Base: base, Salt: s.Salt, Orders: s.Lines}
	bytes, err := set.Print()
	if err != nil {
		return Set{}, err
	}
	ref, err := set.Ref()
	return Set{Ref: ref, Bytes: bytes}, err
}

// answers tells whether a file answers what its sender is asked.
func (g *Game) answers(who board.Power, f order.File) bool {
	if g.Pos.Power != board.Nobody || adjudicator.Undealt(g.Pos) {
		return adjudicator.Answers(g.Rules, g.Pos, who, f)
	}
	return len(f.Answers) > 0 && slices.ContainsFunc(g.Awaited(), func(a adjudicator.Await) bool { return a.Power == who })
}

// close writes the turn record, and after the end of the game the one that ends the history.
func (g *Game) close(out *Go, randomness dice.Hash, master dice.Master, now time.Time) error {
	intake, err := history.Intake(g.Intake).Print()
	if err != nil {
		return err
	}
	next := out.Epoch + 1
	turn, err := g.Chain.NewTurn(history.Played{
		Secret: master.Secret(g.Setup.Name, out.Epoch), Randomness: randomness, Rolls: out.Rolls, Intake: dice.Sum(intake),
		State:      dice.Sum([]byte(g.Pos.Text(g.Rules.Board))),
		NextCommit: master.Secret(g.Setup.Name, next).Commitment(g.Setup.Name, next),
	})
	if err != nil {
		return err
	}
	if out.Turn, err = g.Chain.Append(turn, now); err != nil {
		return err
	}
	out.Intake, g.Intake = intake, nil
	if !g.Pos.Over() {
		return nil
	}
	end, err := g.Chain.Append(&history.Close{State: turn.State, Masters: g.masters(master)}, now)
	out.Closing = &end
	return err
}

// masters are the secrets that the end of the game reveals.
func (g *Game) masters(last dice.Master) []dice.Hash {
	var out []dice.Hash
	for _, m := range append(slices.Clone(g.Replaced), last) {
		out = append(out, m.Reveal())
	}
	return out
}

// Happened tells whether an event of that kind is among those of the go.
func (o Go) Happened(k event.Kind) bool {
	return slices.ContainsFunc(o.Events, func(e event.Event) bool { return e.Kind() == k })
}

// Withdraw takes back what a power has filed and not yet played, with a record of it: what is played later depends on it.
func (g *Game) Withdraw(who board.Power, now time.Time) error {
	if g.Locked() != nil {
		return fmt.Errorf("game %s: %w", g.Setup.Name, ErrLocked)
	}
	filed := g.Pos.Turn.Sheet
	if g.Pos.Power != who || filed.Empty() {
		return fmt.Errorf("game %s: %s has filed nothing that waits", g.Setup.Name, who)
	}
	act := &history.Act{Actor: g.Rules.Board.SeatOf(who).Role, What: WithdrawAct, Hash: dice.Sum(dice.Text("withdraw"))}
	if _, err := g.Chain.Append(act, now); err != nil {
		return err
	}
	g.Pos = Withdrawn(g.Pos)
	return nil
}

// WithdrawAct is what the act record of a withdrawal says.
const WithdrawAct = "withdraw"

// Withdrawn is a position without the turn orders that wait in it.
func Withdrawn(pos *position.Position) *position.Position {
	j := position.NewJournal(pos)
	j.Emit(event.Filed{})
	return j.Now()
}
