package game

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
)

// ErrLocked says that a go is locked: its orders are fixed, and nothing more is taken until its beacon has come.
var ErrLocked = errors.New("the orders are locked and wait for the beacon")

// DefaultDelay is from a lock to the time of its beacon round: more than mails usually take, so that the lock lies in all mailboxes
// before anybody can know the value (dice.md §3).
const DefaultDelay = 45 * time.Minute

// Patience is how long after its time a beacon is waited for. Then the lock is voided, in the open, and the orders are locked anew.
const Patience = 24 * time.Hour

// beaconOptions are about the dice of tier 2.
var beaconOptions = []HouseOption{
	{Name: "beacon-delay", Default: "45m", check: func(v string) error {
		d, err := ParseSpan(v)
		if err == nil && (d < 30*time.Minute || d > time.Hour) {
			err = fmt.Errorf("%s is not from 30m to 60m: less, and the lock may not have reached everybody when the beacon speaks", v)
		}
		return err
	}},
}

// beacon tells whether dice wait for a public beacon: tier 2.
func (g *Game) beacon() bool { return g.Rules.Options.Get("dice") == "tier-2" }

// Locked is the lock of the go that waits for its beacon, nil if none does.
func (g *Game) Locked() *history.Lock {
	e, err := g.Chain.Epoch()
	if err != nil {
		return nil
	}
	return e.Lock
}

// BeaconTime is when the value comes that the locked go waits for; zero if none is locked.
func (g *Game) BeaconTime() time.Time {
	l := g.Locked()
	if l == nil {
		return time.Time{}
	}
	return history.Quicknet().TimeOf(l.Mix.Round)
}

// mix is what a lock at this time announces: nothing at tier 0, else the first round after the delay.
func (g *Game) mix(now time.Time) history.Mix {
	if !g.beacon() {
		return history.Mix{}
	}
	delay := g.Delay
	if delay == 0 {
		delay = DefaultDelay
	}
	net := history.Quicknet()
	return history.Mix{Chain: net.Chain, Round: net.RoundAt(now.Add(delay))}
}

// lock fixes the sets of the open epoch: the standing ones in force and the go's own, nil for the deal.
func (g *Game) lock(set *Set, now time.Time) (Go, error) {
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return Go{}, err
	}
	out := Go{Before: g.Pos, Epoch: epoch.Number}
	sets := slices.Clone(g.Sets)
	if set != nil {
		out.Sets = []Set{*set}
		sets = append(sets, *set)
	}
	refs := make([]dice.OrderRef, len(sets))
	for i, s := range sets {
		refs[i] = s.Ref
	}
	lock, err := g.Chain.NewLock(refs, g.mix(now))
	if err != nil {
		return Go{}, err
	}
	if out.Lock, err = g.Chain.Append(lock, now); err != nil {
		return Go{}, err
	}
	if !lock.Mix.None() {
		out.Locked, g.Bound = true, set
		out.Result = adjudicator.Result{Position: g.Pos}
	}
	return out, nil
}

// fileRest puts on file what a locked go does not play of a file: its standing sections. The rest is read from the bound set when the
// go is played.
func (g *Game) fileRest(who board.Power, f order.File) error {
	rest := order.File{Standing: f.Standing, Clear: f.Clear}
	if len(rest.Standing) == 0 && rest.Clear == 0 {
		return nil
	}
	res, err := adjudicator.Play(g.Rules, g.Pos, who, rest, nil)
	if err == nil {
		g.Pos = res.Position
	}
	return err
}

// BoundOrders are whose orders the locked go plays, and their canonical lines; Nobody's in the deal of national advantages.
func (g *Game) BoundOrders() (board.Power, []string, error) {
	if g.Bound == nil {
		return board.Nobody, nil, nil
	}
	s, err := history.ParseSet(g.Bound.Bytes)
	if err != nil {
		return board.Nobody, nil, fmt.Errorf("game %s: locked orders: %w", g.Setup.Name, err)
	}
	return g.Rules.Board.PowerOf(s.Role), s.Orders, nil
}

// Beacon plays the locked go, exactly as it was locked, on the value of its round. F is what the lines of BoundOrders say. That the
// value is the beacon's is for the caller to know. On error the game must be restored.
func (g *Game) Beacon(f order.File, randomness dice.Hash, master dice.Master, now time.Time) (Go, error) {
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return Go{}, err
	}
	if epoch.Lock == nil {
		return Go{}, fmt.Errorf("game %s waits for no beacon", g.Setup.Name)
	}
	out := Go{Before: g.Pos, Epoch: epoch.Number}
	if out.Lock, err = g.LockEntry(); err != nil {
		return Go{}, err
	}
	who, _, err := g.BoundOrders()
	if err != nil {
		return Go{}, err
	}
	on := g.deal
	if g.Bound != nil {
		out.Sets, on = []Set{*g.Bound}, g.orders(who, f)
	}
	g.Bound = nil
	err = g.roll(&out, randomness, master, now, on)
	return out, err
}

// LockEntry is the record of the lock that waits for its beacon. The error says that none does.
func (g *Game) LockEntry() (history.Entry, error) {
	e, err := g.Chain.Epoch()
	if err != nil {
		return history.Entry{}, err
	}
	base, _ := g.Chain.Find(e.Base)
	for _, x := range g.Chain.From(base) {
		if l, ok := x.Body.(*history.Lock); ok && l.Epoch == e.Number {
			return x, nil
		}
	}
	return history.Entry{}, fmt.Errorf("game %s: no record locks epoch %d", g.Setup.Name, e.Number)
}

// Void throws the open epoch away, in the open (TH-10): its secret is revealed, and the next epoch begins. Orders that were locked in
// it are played no more. Next is the master secret from which the next epoch comes; it differs from master only after a rekey.
func (g *Game) Void(reason string, master, next dice.Master, now time.Time) (history.Entry, error) {
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return history.Entry{}, err
	}
	name, n := g.Setup.Name, epoch.Number
	void, err := g.Chain.NewVoid(master.Secret(name, n), next.Secret(name, n+1).Commitment(name, n+1), reason)
	if err != nil {
		return history.Entry{}, err
	}
	g.Bound = nil
	return g.Chain.Append(void, now)
}

// zeroSalt is the salt that earlier versions gave to sets whose sender named none.
const zeroSalt = "00000000000000000000000000000000"

// Relock voids a locked go and locks the same orders anew, on a later round: the beacon did not come, or the secret has leaked. There
// is never a silent way back to dice without the beacon. Master and next are as in [Game.Void].
func (g *Game) Relock(reason string, master, next dice.Master, now time.Time) (Go, error) {
	if g.Locked() == nil {
		return Go{}, fmt.Errorf("game %s: nothing is locked", g.Setup.Name)
	}
	bound := g.Bound
	void, err := g.Void(reason, master, next, now)
	if err != nil {
		return Go{}, err
	}
	if bound != nil { // its base is the record that opened the new epoch
		old, err := history.ParseSet(bound.Bytes)
		if err != nil {
			return Go{}, err
		}
		sheet := Sheet{Lines: old.Orders, Salt: old.Salt}
		if old.Salt == zeroSalt || old.Salt == master.Salt(old.Game, old.Role, old.Kind, old.Base, old.Orders) {
			sheet.Salt = "" // the player named none
		}
		set, err := g.makeSet(old.Role, old.Kind, sheet, void.Hash, next)
		if err != nil {
			return Go{}, err
		}
		bound = &set
	}
	out, err := g.lock(bound, now)
	out.Voided = &void
	return out, err
}

// Rekey replaces a master secret that others may know (TH-17). The epoch that was committed to comes from the old one, so it is voided:
// nobody shall play on dice that somebody knew. Orders that were locked in it are locked anew. The records are those from the rekey on.
func (g *Game) Rekey(reason string, master, next dice.Master, now time.Time) (Go, error) {
	if _, err := g.Chain.Append(&history.Rekey{Master: next.Commitment(g.Setup.Name), Reason: reason}, now); err != nil {
		return Go{}, err
	}
	const why = "the master secret was replaced"
	if g.Locked() != nil {
		return g.Relock(why, master, next, now)
	}
	void, err := g.Void(why, master, next, now)
	return Go{Result: adjudicator.Result{Position: g.Pos, Awaited: g.Awaited()}, Voided: &void}, err
}

// Upgrade names the program, and the rules as it knows them, from here on (TH-21).
func (g *Game) Upgrade(engine, reason string, now time.Time) (history.Entry, error) {
	text, err := g.Setup.Text()
	if err != nil {
		return history.Entry{}, err
	}
	return g.Chain.Append(&history.Upgrade{Rules: dice.Sum(text), Engine: dice.Sum(dice.Text(engine)), Reason: reason}, now)
}
