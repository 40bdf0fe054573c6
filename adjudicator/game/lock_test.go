package game

import (
	"errors"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

var tier2 = rules.Setting{Name: "dice", Value: "tier-2"}

// value is what a beacon brings.
var value = dice.Sum([]byte("a beacon"))

// locked is a game of tier 2 with the first orders locked.
func locked(t *testing.T) (*Game, dice.Master, Change) {
	t.Helper()
	g, master := begin(t, tier2)
	out, err := take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}, Salt: "0b6e2c9d44f7a1833e5d90c2b7f86a14"}, Lines{}, means(master)))
	if err != nil {
		t.Fatal(err)
	}
	return g, master, out
}

// Orders of tier 2 are locked first: no die falls and nobody is awaited before the beacon of a round that comes half an
// hour to an hour later.
func TestTierTwoLocksAndWaits(t *testing.T) {
	t.Parallel()
	g, _, out := locked(t)
	l := g.Locked()
	if !out.Locked || out.Played || len(out.Rolls) > 0 || g.Chain.Len() != 2 || l == nil || len(g.Awaited()) > 0 {
		t.Fatalf("%+v, lock %v, waits for %v", out, l, g.Awaited())
	}
	if wait := g.BeaconTime().Sub(monday); wait < DefaultDelay || wait > DefaultDelay+time.Minute {
		t.Errorf("the beacon comes after %v", wait)
	}
	if g.Pos.Nation("USSR").Money() != 24 {
		t.Error("something was played")
	}
}

// While a resolution is locked nothing is taken: not orders, not their withdrawal, not a second lock.
func TestNothingIsTakenIntoALockedEpoch(t *testing.T) {
	t.Parallel()
	g, master, _ := locked(t)
	_, filed := g.File("USSR", researchRockets(), Lines{}, Lines{}, means(master))
	_, due := g.Due(Lines{}, means(master))
	_, withdrawn := g.Withdraw("USSR", monday)
	for what, err := range map[string]error{"file": filed, "due": due, "withdraw": withdrawn} {
		if !errors.Is(err, ErrLocked) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if g.Chain.Len() != 2 {
		t.Errorf("%d records", g.Chain.Len())
	}
}

// The beacon plays exactly what was locked, also in a game that was put together again from its store in between.
func TestTheBeaconPlaysWhatWasLocked(t *testing.T) {
	t.Parallel()
	g, master, out := locked(t)
	chain, err := history.ReadChain(g.Setup.Name, g.Chain.Records())
	if err != nil {
		t.Fatal(err)
	}
	h, err := Restore(g.Setup, chain, g.Pos, g.Sets, g.Intake, g.Arrived)
	if err != nil {
		t.Fatal(err)
	}
	h.Bound = &out.Sets[0]
	done, err := take(h)(h.Beacon(value, means(master)))
	if err != nil {
		t.Fatal(err)
	}
	turn := done.Turn.Body.(*history.Turn)
	if !done.Played || h.Locked() != nil || len(done.Rolls) != 1 || turn.Beacon != value || turn.Mix != out.Lock.Body.(*history.Lock).Mix || len(h.Awaited()) != 1 {
		t.Errorf("%+v\nwaits for %v", turn, h.Awaited())
	}
	verified(t, h, [][]byte{out.Sets[0].Bytes}, [][]byte{done.Intake})
	if _, err := take(h)(h.Beacon(value, means(master))); err == nil {
		t.Error("a beacon was played twice")
	}
}

// A beacon that does not come: the lock is voided in the open and the same orders are locked on a later round.
func TestALockIsVoidedAndMadeAnew(t *testing.T) {
	t.Parallel()
	g, master, first := locked(t)
	later := g.BeaconTime().Add(BeaconTimeout)
	out, err := take(g)(g.Relock("the beacon did not come", master, master, later))
	if err != nil {
		t.Fatal(err)
	}
	void := out.Voided.Body.(*history.Void)
	if void.Reveal != master.Secret("eastfront", 1).Reveal() || !out.Locked || out.Epoch != 2 || !g.BeaconTime().After(later) {
		t.Fatalf("%+v %+v", void, out)
	}
	done, err := take(g)(g.Beacon(value, means(master)))
	if err != nil || !done.Played {
		t.Fatal(err)
	}
	verified(t, g, [][]byte{first.Sets[0].Bytes, out.Sets[0].Bytes}, [][]byte{done.Intake})
}

// What stands in a mail next to its turn is on file at once; the resolution that is locked plays the rest.
func TestStandingOrdersOfALockedMail(t *testing.T) {
	t.Parallel()
	g, master := begin(t, tier2)
	f := researchRockets()
	losses := order.Tactic{Do: order.Losses, Losses: []order.Loss{{Type: board.Infantry}}}
	f.Standing = []order.Standing{{Scope: order.DefendEverywhere, Space: board.NoSpace, Tactics: []order.Tactic{losses}}}
	if _, err := take(g)(g.File("USSR", f, Lines{Text: []string{"research rockets with 2 dice"}}, Lines{Text: []string{"defend everywhere", "losses infantry"}}, means(master))); err != nil {
		t.Fatal(err)
	}
	if len(g.Pos.Nation("USSR").Standing()) != 1 || g.Pos.Nation("USSR").Money() != 24 {
		t.Errorf("on file %v", g.Pos.Nation("USSR").Standing())
	}
}

// The deal of advantages waits for a beacon like any other go.
func TestTheDealIsLocked(t *testing.T) {
	t.Parallel()
	g, master := begin(t, append(two("rolled"), tier2)...)
	out, err := take(g)(g.AssignAdvantages(master, monday))
	if err != nil || !out.Locked || !adjudicator.AwaitingAdvantages(g.Pos) {
		t.Fatalf("%+v %v", out, err)
	}
	if _, err := take(g)(g.AssignAdvantages(master, monday)); err == nil {
		t.Error("dealt twice")
	}
	done, err := take(g)(g.Beacon(value, means(master)))
	if err != nil || !done.Played || adjudicator.AwaitingAdvantages(g.Pos) || g.Rolls() {
		t.Fatalf("%+v %v", done, err)
	}
	verified(t, g, nil, [][]byte{done.Intake})
}

// A master secret that was replaced rolls no die any more; the end of the game would reveal both.
func TestRekey(t *testing.T) {
	t.Parallel()
	for name, opts := range map[string][]rules.Setting{"tier 0": nil, "tier 2": {tier2}} {
		g, old := begin(t, opts...)
		var sets [][]byte
		if name == "tier 2" {
			var first Change
			g, old, first = locked(t)
			sets = append(sets, first.Sets[0].Bytes)
		}
		fresh := dice.RevealedMaster(dice.Sum([]byte("another")))
		out, err := take(g)(g.Rekey("a laptop was stolen", old, fresh, monday))
		if err != nil {
			t.Fatal(err)
		}
		g.Replaced = []dice.Master{old}
		if !out.Locked {
			out, err = take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}}, Lines{}, means(fresh)))
		} else {
			sets = append(sets, out.Sets[0].Bytes)
			out, err = take(g)(g.Beacon(value, means(fresh)))
		}
		if err != nil || out.Epoch != 2 || out.Turn.Body.(*history.Turn).Reveal != fresh.Secret("eastfront", 2).Reveal() {
			t.Fatalf("%s: %+v %v", name, out, err)
		}
		if name == "tier 0" {
			sets = append(sets, out.Sets[0].Bytes)
		}
		if _, err := g.Chain.Append(&history.Close{State: dice.Sum([]byte(g.Pos.Text(g.Rules.Board))), Masters: revealed(g.Replaced, fresh)}, monday); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		verified(t, g, sets, [][]byte{out.Intake})
	}
}

// Orders whose sender names no salt get one from the master secret in force at their base: it is never zeros, and
// everybody can check it at the end. A lock made again has another base, so the salt is another too, unless the player
// has named it.
func TestSetsWithoutASaltGetADerivedOne(t *testing.T) {
	t.Parallel()
	g, master := begin(t, tier2)
	standing := order.File{Standing: []order.Standing{{Scope: order.DefendEverywhere, Space: board.NoSpace}}}
	if _, err := take(g)(g.File("Germany", standing, Lines{}, Lines{Text: []string{"defend everywhere", "losses infantry"}}, means(master))); err != nil {
		t.Fatal(err)
	}
	genesis := g.Chain.Head()
	if _, err := take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}}, Lines{}, means(master))); err != nil {
		t.Fatal(err)
	}
	salted := func(what string, set OrderSet, base dice.Hash, m dice.Master) {
		t.Helper()
		s, err := history.ParseSet(set.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if want := m.Salt("eastfront", s.Role, s.Kind, base, s.Orders); s.Base != base || s.Salt != want {
			t.Errorf("%s: base %s, salt %s; want base %s, salt %s", what, s.Base, s.Salt, base, want)
		}
	}
	salted("standing orders", g.Sets[0], genesis, master)
	salted("turn orders", *g.Bound, genesis, master)

	next := dice.RevealedMaster(dice.Sum([]byte("another")))
	out, err := take(g)(g.Rekey("it has leaked", master, next, monday))
	if err != nil {
		t.Fatal(err)
	}
	salted("turn orders locked anew", *g.Bound, out.Voided.Hash, next)
	salted("standing orders on file", g.Sets[0], genesis, master) // they are not made again
}

// What a player named stays, and what an earlier version wrote with zeros is given a salt only when it is locked again.
func TestSaltsOfOrdersThatAreLockedAnew(t *testing.T) {
	t.Parallel()
	for named, keeps := range map[string]bool{"0b6e2c9d44f7a1833e5d90c2b7f86a14": true, zeroSalt: false} {
		g, master := begin(t, tier2)
		sheet := Lines{Text: []string{"research rockets with 2 dice"}, Salt: named}
		if _, err := take(g)(g.File("USSR", researchRockets(), sheet, Lines{}, means(master))); err != nil {
			t.Fatal(err)
		}
		if _, err := take(g)(g.Relock("no beacon", master, master, monday)); err != nil {
			t.Fatal(err)
		}
		s, err := history.ParseSet(g.Bound.Bytes)
		if err != nil {
			t.Fatal(err)
		}
		if (s.Salt == named) != keeps {
			t.Errorf("salt %s became %s", named, s.Salt)
		}
	}
}
