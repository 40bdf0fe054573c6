package game

import (
	"fmt"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
)

// Anew is a go to be played again because it was wrong.
type Anew struct {
	Role     string // whose orders it plays
	Turn     Sheet
	Standing []Set // in force in the go that was wrong
	Before   *position.Position
	// Settle plays it on the dice of its epoch.
	Settle func(epoch int, seed dice.Seed) (Settled, error)
}

// Settled is a go that was played again: what came of it, what of it rolled anew, and the records that say which dice stand.
type Settled struct {
	adjudicator.Result
	Rolls   []dice.Roll
	Records []history.Body
}

// Anew plays a go again in the open epoch. Its records are those of the settling, then lock and turn. Only at tier 0: which dice stand
// must be written down before the lock, and depends on the new ones. On error the game must be restored.
func (g *Game) Anew(a Anew, master dice.Master, now time.Time) (Go, error) {
	epoch, err := g.Chain.Epoch()
	if err != nil {
		return Go{}, err
	}
	if epoch.Lock != nil || g.beacon() {
		return Go{}, fmt.Errorf("game %s: %w", g.Setup.Name, ErrLocked)
	}
	set, err := g.makeSet(a.Role, dice.TurnOrders, a.Turn, epoch.Base, master)
	if err != nil {
		return Go{}, err
	}
	inForce := g.Sets
	defer func() { g.Sets = inForce }()
	g.Sets, g.Pos = a.Standing, a.Before
	refs := []dice.OrderRef{set.Ref}
	for _, s := range a.Standing {
		refs = append(refs, s.Ref)
	}
	name, none := g.Setup.Name, history.Mix{}
	seed := master.Secret(name, epoch.Number).Seed(name, epoch.Number, epoch.Base, dice.OrderSum(refs), none.Sum(dice.Hash{}))
	done, err := a.Settle(epoch.Number, seed)
	if err != nil || done.Refused {
		return Go{Result: done.Result}, err
	}
	for _, body := range done.Records {
		if _, err := g.Chain.Append(body, now); err != nil {
			return Go{}, err
		}
	}
	out, err := g.lock(&set, now)
	if err != nil {
		return Go{}, err
	}
	out.Result, out.Rolls, out.Played, g.Pos = done.Result, done.Rolls, true, done.Position
	return out, g.close(&out, dice.Hash{}, master, now)
}
