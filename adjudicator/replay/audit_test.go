package replay_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
)

// idle is a standing set that was replaced before a resolution locked it: a store keeps it, no record knows it.
const idle = "pbd1 set\ngame eastfront\nrole JPN\nkind standing\nbase HEAD\nsalt 00000000000000000000000000000000\nplace by default\nend\n"

// kept is a game as a store keeps it.
func kept(p *gametest.Played, b history.Bundle) replay.Evidence {
	b.Sets = append(slices.Clone(b.Sets), []byte(strings.ReplaceAll(idle, "HEAD", p.Chain.Head().String())))
	ev := replay.Evidence{
		Source:  replay.Source{Setup: p.Setup, Records: slices.Clone(b.Records), Sets: slices.Clone(b.Sets), Parse: filing.Parse},
		Intakes: slices.Clone(b.Intakes), Checkpoints: slices.Clone(b.Checkpoints), Position: p.Pos.Clone(),
	}
	for _, s := range p.Game.Sets {
		ev.OnFile = append(ev.OnFile, s.Bytes)
	}
	return ev
}

func audit(t *testing.T, ev replay.Evidence) *replay.Audit {
	t.Helper()
	a, err := replay.Check(ev)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// Twenty rounds are played again, rolled again and compared, and nothing differs.
func TestAuditOfTwentyRounds(t *testing.T) {
	t.Parallel()
	rounds := 20
	if testing.Short() {
		rounds = 2
	}
	p, b := played(t, "revised", rounds, 7)
	if p.Pos.Round() <= rounds {
		t.Fatalf("the game ended in round %d", p.Pos.Round())
	}
	a := audit(t, kept(p, b))
	for _, d := range a.Differences {
		t.Error(d)
	}
	if a.Resolutions != len(p.Changes) || a.Resolutions < 5*rounds || a.Dice < 25*rounds {
		t.Errorf("%d goes of %d, %d dice", a.Resolutions, len(p.Changes), a.Dice)
	}
}

// Orders that wait for a deadline are in no record yet, and no difference.
func TestAuditOfWaitingOrders(t *testing.T) {
	t.Parallel()
	setup := game.Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{{Name: "play", Value: "deadline"}}}
	p, err := gametest.Play(setup, 1, 5)
	if err != nil {
		t.Fatal(err)
	}
	f := orders.Parse("buy 1 infantry\n", orders.Context{Board: p.Rules.Board, Phase: p.Pos.Phase(), Power: p.Pos.Power()}).File
	out, err := p.Take(filing.File(p.Game, p.Pos.Power(), f, "", p.Master, p.Setup.Created))
	if waits := p.Waiting().Sheet; err != nil || out.Refused || waits.Empty() {
		t.Fatalf("nothing waits: %+v %v", out.Faults, err)
	}
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if a := audit(t, kept(p, b)); !a.OK() {
		t.Errorf("%v", a.Differences)
	}
}

// Colonial Garrison puts its complex on the board with the first file that is played. Orders that only wait for the
// deadline are not played yet: the complex is not there before them, and the report of the first resolution tells of
// it.
func TestColonialGarrisonWaitsForTheDeadline(t *testing.T) {
	t.Parallel()
	setup := game.Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{{Name: "play", Value: "deadline"}},
		Advantages: map[board.Power][]string{"UK": {"Colonial Garrison"}}}
	p, err := gametest.Play(setup, 0, 5)
	if err != nil {
		t.Fatal(err)
	}
	f := orders.Parse("done\n", orders.Context{Board: p.Rules.Board, Phase: p.Pos.Phase(), Power: p.Pos.Power()}).File
	if out, err := p.Take(filing.File(p.Game, p.Pos.Power(), f, "", p.Master, p.Setup.Created)); err != nil || out.Refused {
		t.Fatalf("%+v %v", out.Faults, err)
	}
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	if a := audit(t, kept(p, b)); !a.OK() {
		t.Errorf("while orders wait: %v", a.Differences)
	}
	out, err := p.Take(filing.Due(p.Game, "", p.Master, p.Setup.Created))
	if err != nil || out.Refused {
		t.Fatalf("%+v %v", out.Faults, err)
	}
	if !out.Happened(event.KindAdvantage) {
		t.Error("the report of the first go does not tell of the complex")
	}
}

// A game that waits for its beacon is in order: what is locked is played in no record yet. Orders of both kinds are in
// it, and an answer.
func TestAuditOfALockedGame(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"revised", "europe"} {
		p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: name, Options: []rules.Setting{tier2}}, 1, 5)
		if err != nil {
			t.Fatal(err)
		}
		for _, text := range []string{"defend everywhere\n  losses infantry, fighter\n", "defend everywhere\n  losses fighter, infantry\nbuy 1 infantry\n"} {
			a := p.Awaited()[0]
			f := orders.Parse(text, orders.Context{Board: p.Rules.Board, Phase: p.Pos.Phase(), Power: a.Power}).File
			if !f.Sheet.Empty() && a.What != "buy" {
				f = adjudicator.DefaultAnswer(p.Rules, p.Pos, a.Power)
				if len(f.Answers) == 0 {
					f = orders.Parse("done\n", orders.Context{Board: p.Rules.Board, Phase: p.Pos.Phase(), Power: a.Power}).File
				}
			}
			out, err := p.Take(filing.File(p.Game, a.Power, f, "", p.Master, p.Setup.Created))
			if err != nil || out.Refused {
				t.Fatalf("%+v %v", out.Faults, err)
			}
			for _, s := range append(out.Sets, p.Game.Sets...) {
				p.Sets[s.Ref.Set] = s.Bytes
			}
		}
		if p.Locked() == nil {
			t.Fatal("nothing is locked")
		}
		b, err := p.Bundle()
		if err != nil {
			t.Fatal(err)
		}
		if a := audit(t, kept(p, b)); !a.OK() {
			t.Errorf("%s: %v", name, a.Differences)
		}
	}
}

// change edits the body of a record as a person could who can write into the store: the hashes of the chain are made to
// fit again, but not the signature.
func change[B history.Body](t *testing.T, ev *replay.Evidence, edit func(B) bool) {
	t.Helper()
	ev.Checkpoints = nil
	done := false
	for i, raw := range ev.Records {
		r := record(t, raw)
		if body, ok := r.Body.(B); ok && !done {
			done = edit(body)
		}
		if i > 0 {
			r.Prev = dice.Sum(ev.Records[i-1])
		}
		text, err := r.Print()
		if err != nil {
			t.Fatal(err)
		}
		ev.Records[i] = text
	}
	if !done {
		t.Fatal("nothing to tamper with")
	}
}

func record(t *testing.T, raw []byte) history.Record {
	t.Helper()
	r, err := history.ParseRecord(raw)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// rolled tells a turn with dice.
func rolled(b *history.Turn) bool { return len(b.Rolls) > 1 }

func TestAuditFindsTampering(t *testing.T) {
	t.Parallel()
	games := map[string]replay.Evidence{}
	for tier, options := range map[string][]rules.Setting{"tier 0": nil, "tier 2": {tier2}} {
		if testing.Short() && tier == "tier 0" {
			continue // a beacon is one thing more that may be tampered with
		}
		p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised", Options: options}, 3, 7)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Bundle()
		if err != nil {
			t.Fatal(err)
		}
		games[tier] = kept(p, b)
	}
	for name, tt := range map[string]struct {
		tamper func(t *testing.T, ev *replay.Evidence)
		what   string // is among the differences
	}{
		"a die changed": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool {
				if !rolled(b) {
					return false
				}
				b.Rolls[0].Dice[0] = b.Rolls[0].Dice[0]%6 + 1
				return true
			})
		}, "roll "},
		"a roll left out": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool {
				if !rolled(b) {
					return false
				}
				b.Rolls = b.Rolls[1:]
				return true
			})
		}, "roll "},
		"a seed swapped, its dice fit": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool {
				if !rolled(b) {
					return false
				}
				b.Seed = dice.Sum([]byte("a luckier one"))
				luck := dice.NewStream(b.Seed)
				for i, r := range b.Rolls {
					b.Rolls[i].Dice, _ = luck.Roll(r.Label, len(r.Dice), r.Sides)
				}
				return true
			})
		}, "seed"},
		"another position claimed": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool {
				b.State = dice.Sum([]byte("a better one"))
				return true
			})
		}, "state"},
		"an order changed": {func(t *testing.T, ev *replay.Evidence) {
			ev.Sets[firstTurnSet(t, ev)] = otherOrders(t, ev.Sets[firstTurnSet(t, ev)])
		}, "orders RUS turn"},
		"an order changed, its hash too": {func(t *testing.T, ev *replay.Evidence) {
			i := firstTurnSet(t, ev)
			old := dice.Sum(ev.Sets[i])
			ev.Sets[i] = otherOrders(t, ev.Sets[i])
			var sum dice.Hash
			change(t, ev, func(b *history.Lock) bool {
				for j := range b.Orders {
					if b.Orders[j].Set == old {
						b.Orders[j].Set = dice.Sum(ev.Sets[i])
						sum = dice.OrderSum(b.Orders)
						b.OrderSum = sum
						return true
					}
				}
				return false
			})
			change(t, ev, func(b *history.Turn) bool { b.OrderSum = sum; return true })
		}, "seed"},
		"a record dropped": {func(t *testing.T, ev *replay.Evidence) {
			ev.Records = slices.Delete(ev.Records, 4, 5)
		}, "place"},
		"the newest records dropped": {func(t *testing.T, ev *replay.Evidence) {
			ev.Records, ev.Checkpoints = ev.Records[:len(ev.Records)-2], nil
			ev.Intakes = ev.Intakes[:len(ev.Intakes)-1]
		}, "position"},
		"two records swapped": {func(t *testing.T, ev *replay.Evidence) {
			ev.Records[3], ev.Records[4] = ev.Records[4], ev.Records[3]
		}, "place"},
		"a unit more": {func(t *testing.T, ev *replay.Evidence) {
			positiontest.Change(ev.Position, func(d *position.Data) { d.Units[0].Type++ })
		}, "position"},
		"money more": {func(t *testing.T, ev *replay.Evidence) {
			positiontest.Change(ev.Position, func(d *position.Data) { d.Nations[1].Money += 12 })
		}, "position"},
		"standing orders slipped in": {func(t *testing.T, ev *replay.Evidence) {
			positiontest.Change(ev.Position, func(d *position.Data) {
				d.Nations[0].Standing = append(d.Nations[0].Standing, order.Standing{Scope: order.DefendEverywhere})
			})
		}, "position"},
		"the set-up changed": {func(t *testing.T, ev *replay.Evidence) {
			ev.Setup.Options, ev.Setup.Name = nil, "eastfront"
			change(t, ev, func(b *history.Genesis) bool { b.Rules = dice.Sum([]byte("others")); return true })
		}, "rules"},
		"a checkpoint of another history": {func(t *testing.T, ev *replay.Evidence) {
			other, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised"}, 1, 8)
			if err != nil {
				t.Fatal(err)
			}
			point, err := other.Chain.Checkpoint(other.Signer)
			if err != nil {
				t.Fatal(err)
			}
			ev.Checkpoints = [][]byte{point}
		}, "checkpoint"},
	} {
		for tier, ev := range games {
			t.Run(name+", "+tier, func(t *testing.T) {
				t.Parallel()
				ev := copied(ev)
				tt.tamper(t, &ev)
				a := audit(t, ev)
				if a.OK() || !slices.ContainsFunc(a.Differences, func(d game.Difference) bool { return strings.HasPrefix(d.What, tt.what) }) {
					t.Errorf("wanted a difference of %q, got %v", tt.what, a.Differences)
				}
			})
		}
	}
}

// copied is a game that can be tampered with.
func copied(ev replay.Evidence) replay.Evidence {
	for _, texts := range []*[][]byte{&ev.Records, &ev.Sets, &ev.Intakes, &ev.Checkpoints, &ev.OnFile} {
		*texts = slices.Clone(*texts)
	}
	ev.Position = ev.Position.Clone()
	return ev
}

// What the beacon brings is held against the lock, and the lock against the clock of the beacon.
func TestAuditFindsAFalseBeacon(t *testing.T) {
	t.Parallel()
	p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{tier2}}, 2, 7)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	for name, tt := range map[string]struct {
		tamper func(t *testing.T, ev *replay.Evidence)
		what   string
	}{
		"another value": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool { b.Beacon = dice.Sum([]byte("a luckier one")); return true })
		}, "mixsum"},
		"another value, its sum fits": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool {
				b.Beacon = dice.Sum([]byte("a luckier one"))
				b.MixSum = b.Mix.Sum(b.Beacon)
				return true
			})
		}, "seed"},
		"another round than was locked": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Turn) bool { b.Mix.Round++; b.MixSum = b.Mix.Sum(b.Beacon); return true })
		}, "mix"},
		"a round that was out when the orders were locked": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Lock) bool { b.Mix.Round -= 2000; return true })
		}, "mix round"},
		"no beacon at all": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(b *history.Lock) bool { b.Mix = history.Mix{}; return true })
		}, "mix"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ev := copied(kept(p, b))
			tt.tamper(t, &ev)
			found := audit(t, ev).Differences
			if !slices.ContainsFunc(found, func(d game.Difference) bool { return d.What == tt.what }) {
				t.Errorf("wanted a difference of %q, got %v", tt.what, found)
			}
		})
	}
}

func firstTurnSet(t *testing.T, ev *replay.Evidence) int {
	t.Helper()
	for _, raw := range ev.Records {
		if l, ok := record(t, raw).Body.(*history.Lock); ok {
			for _, o := range l.Orders {
				if o.Kind == dice.TurnOrders {
					return slices.IndexFunc(ev.Sets, func(b []byte) bool { return dice.Sum(b) == o.Set })
				}
			}
		}
	}
	t.Fatal("no turn set")
	return 0
}

// otherOrders is an order set with one order less.
func otherOrders(t *testing.T, b []byte) []byte {
	t.Helper()
	lines := bytes.SplitAfter(b, []byte("\n"))
	i := slices.IndexFunc(lines, func(l []byte) bool { return bytes.HasPrefix(l, []byte("place ")) })
	if i < 0 {
		t.Fatalf("no place line in\n%s", b)
	}
	return bytes.Join(slices.Delete(lines, i, i+1), nil)
}

// The deal is checked like any other go: by its dice, without orders, and a die that was changed is found.
func TestAuditOfTheDeal(t *testing.T) {
	t.Parallel()
	for _, how := range []string{"rolled", "chosen"} {
		p, err := gametest.Play(dealt(how), 1, 7)
		if err != nil {
			t.Fatal(err)
		}
		b, err := p.Bundle()
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range audit(t, kept(p, b)).Differences {
			t.Errorf("%s: %v", how, d)
		}
		if how == "chosen" {
			continue
		}
		ev := kept(p, b)
		change(t, &ev, func(b *history.Turn) bool {
			b.Rolls[0].Dice[0] = b.Rolls[0].Dice[0]%6 + 1
			return true
		})
		found := audit(t, ev).Differences
		if !slices.ContainsFunc(found, func(d game.Difference) bool { return strings.HasPrefix(d.What, "roll advantage RUS 1") }) {
			t.Errorf("the changed die is not found: %v", found)
		}
	}
}
