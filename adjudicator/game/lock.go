package game

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
)

// DefaultDelay is from a lock to the time of its beacon round: more than mails usually take, so that the lock lies
// in all mailboxes before anybody can know the value (dice.md §3).
const DefaultDelay = 45 * time.Minute

// BeaconTimeout is how long after its time a beacon is waited for. Then the lock is voided, in the open, and the orders
// are locked again.
const BeaconTimeout = 24 * time.Hour

// beaconOptions are about the dice of tier 2.
var beaconOptions = []Setting{
	{Name: "beacon-delay", Default: "45m", check: func(v string) error {
		d, err := parseSpan(v)
		if err == nil && (d < 30*time.Minute || d > time.Hour) {
			err = fmt.Errorf("%s is not from 30m to 60m: less, and the lock may not have reached everybody when the beacon speaks", v)
		}
		return err
	}},
}

// beacon reports whether dice wait for a public beacon: tier 2.
func (g *Game) beacon() bool { return g.Rules.Options.Get("dice") == "tier-2" }

// Locked is the lock of the orders that wait for their beacon, nil if none do.
func (g *Game) Locked() *history.Lock { return g.locked }

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

// Beacon plays the locked orders, exactly as they were locked, on the value of their round. That the value is the
// beacon's is for the caller to know.
func (g *Game) Beacon(randomness dice.Hash, m Means) (Change, error) {
	if !g.Waits() {
		return Change{}, fmt.Errorf("game %s waits for no beacon", g.Setup.Name)
	}
	c := g.change(m.Now)
	c.texts.Parse = m.Parse
	c.Epoch = g.locked.Epoch
	if g.Bound != nil {
		c.Sets = []OrderSet{*g.Bound}
	}
	var err error
	if c.Lock, err = g.LockEntry(); err != nil {
		return Change{}, err
	}
	return c, c.roll(randomness, m.Master)
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

// Void throws the open epoch away, in the open (TH-10): its secret is revealed, and the next epoch begins. Orders
// that were locked in it are played no more. Next is the master secret from which the next epoch comes; it differs
// from master only after a rekey.
func (g *Game) Void(reason string, master, next dice.Master, now time.Time) (Change, error) {
	c := g.change(now)
	err := c.void(reason, master, next)
	c.settle()
	return c, err
}

func (c *Change) void(reason string, master, next dice.Master) error {
	chain, name := c.After.Chain, c.After.Setup.Name
	epoch, err := chain.Epoch()
	if err != nil {
		return err
	}
	n := epoch.Number
	void, err := chain.NewVoid(master.Secret(name, n), next.Secret(name, n+1).Commitment(name, n+1), reason)
	if err == nil {
		_, err = c.write(void)
	}
	return err
}

// zeroSalt is the salt that earlier versions gave to sets whose sender named none.
const zeroSalt = "00000000000000000000000000000000"

// Relock voids locked orders and locks the same again, on a later round: the beacon did not come, or the secret has
// leaked. There is never a silent way back to dice without the beacon. Master and next are as in [Game.Void].
func (g *Game) Relock(reason string, master, next dice.Master, now time.Time) (Change, error) {
	if !g.Waits() {
		return Change{}, fmt.Errorf("game %s: nothing is locked", g.Setup.Name)
	}
	c := g.change(now)
	return c, c.relock(reason, master, next)
}

func (c *Change) relock(reason string, master, next dice.Master) error {
	g := c.After
	bound := g.Bound
	if err := c.void(reason, master, next); err != nil {
		return err
	}
	if bound != nil { // its base is the record that opened the new epoch
		old, err := history.ParseSet(bound.Bytes)
		if err != nil {
			return err
		}
		lines := Lines{Text: old.Orders, Salt: old.Salt}
		if old.Salt == zeroSalt || old.Salt == master.Salt(old.Game, old.Role, old.Kind, old.Base, old.Orders) {
			lines.Salt = "" // the player named none
		}
		set, err := newSet(g.Setup.Name, old.Role, old.Kind, lines, c.Voided.Hash, next)
		if err != nil {
			return err
		}
		bound = &set
	}
	return c.lock(bound, g.Sets)
}

// Rekey replaces a master secret that others may know (TH-17). The epoch that was committed to comes from the old
// one, so it is voided: no game is played on dice that were known before. Orders that were locked in it are locked
// again. The records are those from the rekey on.
func (g *Game) Rekey(reason string, master, next dice.Master, now time.Time) (Change, error) {
	c := g.change(now)
	if _, err := c.write(&history.Rekey{Master: next.Commitment(g.Setup.Name), Reason: reason}); err != nil {
		return c, err
	}
	const why = "the master secret was replaced"
	if g.Waits() {
		return c, c.relock(why, master, next)
	}
	err := c.void(why, master, next)
	c.settle()
	return c, err
}
