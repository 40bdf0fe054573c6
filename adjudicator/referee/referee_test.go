package referee_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/filing"
)

// salt is that of the orders: the dice that these tests need fall with it.
const salt = "00000000000000000000000000000000"

// mail files a power's orders.
func (c *court) mail(power board.Power, text string) game.Change {
	c.t.Helper()
	f := orders.Parse(text, orders.Context{Board: c.p.Rules.Board, Phase: c.p.Pos.Phase(), Power: power})
	if len(f.Faults) > 0 {
		c.t.Fatalf("%+v", f.Faults)
	}
	out, err := c.p.Take(filing.File(c.p.Game, power, f.File, salt, c.p.Master, now))
	if err != nil || out.Refused {
		c.t.Fatalf("%s: %v %+v", power, err, out.Faults)
	}
	for _, s := range append(out.Sets, c.p.Game.Sets...) {
		c.p.Sets[s.Ref.Set] = s.Bytes
	}
	if out.Played {
		c.p.Intakes = append(c.p.Intakes, out.Intake)
	}
	return out
}

// opening is a war in which nothing was played yet.
func opening(t *testing.T, options ...rules.Setting) *court {
	t.Helper()
	return played(t, game.Setup{Rules: "revised", Options: options}, 0, 11)
}

// twoFronts is a turn with two battles; the one for the Ukraine waits for its attacker after a round.
const twoFronts = `combat
  move 3 infantry, 1 tank from Archangel to West Russia
  move 1 artillery, 2 tanks from Russia to West Russia
  move 3 infantry from Caucasus to Ukraine
  move 1 tank from Caucasus to Ukraine
battle Ukraine
  pause
noncombat
done
`

// otherFront is the combat of twoFronts with a tank less before West Russia.
const otherFront = `combat
  move 3 infantry, 1 tank from Archangel to West Russia
  move 1 artillery, 1 tank from Russia to West Russia
  move 3 infantry from Caucasus to Ukraine
  move 1 tank from Caucasus to Ukraine
`

// change makes a change of the orders of a resolution.
func (c *court) change(g *game.Resolution, text string) referee.Change {
	c.t.Helper()
	f := orders.Parse(text, orders.Context{Board: c.p.Rules.Board, Phase: g.Phase, Power: g.Power})
	if len(f.Faults) > 0 {
		c.t.Fatalf("%+v", f.Faults)
	}
	file, lines, err := filing.Change(c.p.Rules, g.Before, g.Power, g.File, f.File)
	if err != nil {
		c.t.Fatal(err)
	}
	return referee.Change{File: file, Lines: lines}
}

func places(dice []correct.RollOfEpoch) []string {
	var out []string
	for _, d := range dice {
		if !slices.Contains(out, d.Label.Place) {
			out = append(out, d.Label.Place)
		}
	}
	return out
}

// A turn of several goes is corrected where it went wrong, and the resolutions that followed are played again: the dice
// of the other battle stand in all of them.
func TestTheRestOfTheTurnFollowsACorrection(t *testing.T) {
	t.Parallel()
	c := opening(t)
	first := c.mail("USSR", twoFronts)
	if len(first.Awaited) != 1 || first.Awaited[0].What != "battle" {
		t.Fatalf("the battle does not wait: %+v", first.Awaited)
	}
	c.mail("USSR", "battle Ukraine\n  retreat to Caucasus\n")
	b := c.open()
	if n := len(b.Stand()); n != 2 {
		t.Fatalf("%d goes", n)
	}
	g, err := b.Find(referee.Moment{Round: 1, Power: "USSR", Phase: order.Combat})
	if err != nil {
		t.Fatal(err)
	}
	if g.Turn != first.Turn.Seq {
		t.Errorf("the combat moves stand in record %d, found was %d", first.Turn.Seq, g.Turn)
	}
	out, err := b.Correct(ref, g, c.change(g, otherFront), correct.RerollBattle)
	if err != nil {
		t.Fatal(err)
	}
	c.keep(out)
	if len(out.Resolutions) != 2 || len(out.Undone) != 0 {
		t.Fatalf("%d goes were played again, %d undone", len(out.Resolutions), len(out.Undone))
	}
	if got := places(out.Resolutions[0].Now.Carry); !slices.Equal(got, []string{"ukraine-s-s-r"}) {
		t.Errorf("of the first go stand the dice of %q", got)
	}
	for _, v := range out.Resolutions[0].Now.Void {
		if v.Label.Place != "west-russia" || v.Reason != correct.OtherUnits {
			t.Errorf("%s is void: %s", v.Label, v.Reason)
		}
	}
	if len(out.Resolutions[1].Now.Void) != 0 {
		t.Errorf("of the second go %d rolls do not stand", len(out.Resolutions[1].Now.Void))
	}
	if c.p.Pos.Power() != "Germany" {
		t.Errorf("it is %s's turn", c.p.Pos.Power())
	}
	c.inOrder()
}

// Where the rest of the turn cannot be played any more, it is undone, and its orders are awaited again.
func TestTheRestOfATurnThatIsUndone(t *testing.T) {
	t.Parallel()
	c := opening(t)
	first := c.mail("USSR", twoFronts)
	c.mail("USSR", "battle Ukraine\n  retreat to Caucasus\n")
	b := c.open()
	g, err := b.Find(referee.Moment{Record: first.Turn.Seq})
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.Correct(ref, g, c.change(g, "combat\n  move 3 infantry, 1 tank from Archangel to West Russia\n  move 1 artillery, 2 tanks from Russia to West Russia\n"), correct.RerollBattle)
	if no, ok := errors.AsType[*referee.Refusal](err); ok && no.Why == referee.BadOrders {
		t.Fatalf("%+v", no.Faults)
	} else if err != nil {
		t.Fatal(err)
	}
	c.keep(out)
	if len(out.Resolutions) != 1 || len(out.Undone) != 1 {
		t.Errorf("%d goes were played again, %d undone", len(out.Resolutions), len(out.Undone))
	}
	c.inOrder()
}

func TestWhatCannotBeCorrected(t *testing.T) {
	t.Parallel()
	c := opening(t)
	first := c.mail("USSR", strings.Replace(twoFronts, "battle Ukraine\n  pause\n", "", 1))
	second := c.mail("Germany", "done\n")
	for _, tt := range []struct {
		m    referee.Moment
		want referee.Refusal
	}{
		{referee.Moment{Record: first.Turn.Seq}, referee.Refusal{Why: referee.NotLast, Record: second.Turn.Seq}},
		{referee.Moment{Record: 1}, referee.Refusal{Why: referee.NoSuchTurn}},
		{referee.Moment{Round: 2, Power: "USSR"}, referee.Refusal{Why: referee.NoSuchTurn}},
	} {
		_, err := c.open().Find(tt.m)
		if no, ok := errors.AsType[*referee.Refusal](err); !ok || no.Why != tt.want.Why || no.Record != tt.want.Record {
			t.Errorf("%+v: %v", tt.m, err)
		}
	}
	b := c.open()
	g, err := b.Find(referee.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	for why, ch := range map[referee.Why]referee.Change{
		referee.Unchanged: {File: g.File, Lines: g.Orders},
		referee.BadEdits:  {File: g.File, Lines: g.Orders, Edits: []order.Edit{{Do: order.EditRemove, Power: "Japan", Type: board.Tank, N: 9, Space: 0}}},
		referee.BadOrders: c.change(g, "buy 90 infantry\n"),
	} {
		if _, err := c.open().Correct(ref, g, ch, correct.RerollBattle); !refused(err, why) {
			t.Errorf("%s: %v", why, err)
		}
	}
}

func refused(err error, why referee.Why) bool {
	no, ok := errors.AsType[*referee.Refusal](err)
	return ok && no.Why == why
}

// At tier 2 no resolution is played again; a locked one is thrown away in the open when the game goes back.
func TestTierTwo(t *testing.T) {
	t.Parallel()
	c := opening(t, rules.Setting{Name: "dice", Value: "tier-2"})
	f := orders.Parse("done\n", orders.Context{Board: c.p.Rules.Board, Phase: c.p.Pos.Phase(), Power: "USSR"})
	out, err := c.p.Take(filing.File(c.p.Game, "USSR", f.File, "", c.p.Master, now))
	if err != nil || !out.Locked {
		t.Fatalf("%+v %v", out, err)
	}
	for _, s := range out.Sets {
		c.p.Sets[s.Ref.Set] = s.Bytes
	}
	b := c.open()
	if _, err := b.Edit(ref, []order.Edit{{Do: order.EditMoney, Power: "USSR", N: 1, Space: board.NoSpace}}); !refused(err, referee.Locked) {
		t.Errorf("an edit while a go is locked: %v", err)
	}
	if _, err := b.Find(referee.Moment{}); !refused(err, referee.Locked) {
		t.Errorf("a correction while a go is locked: %v", err)
	}
	undone, err := b.RollBack(ref, referee.Moment{Round: 1, Power: "USSR"})
	if err != nil || undone.Void == nil || len(undone.Resolutions) > 0 || c.p.Game.Locked() != nil {
		t.Fatalf("%+v %v", undone, err)
	}
	c.inOrder()

	lock := func(power board.Power) {
		f := orders.Parse("done\n", orders.Context{Board: c.p.Rules.Board, Phase: c.p.Pos.Phase(), Power: power})
		out, err := c.p.Take(filing.File(c.p.Game, power, f.File, salt, c.p.Master, now))
		if err != nil || !out.Locked {
			t.Fatalf("%+v %v", out, err)
		}
		for _, s := range out.Sets {
			c.p.Sets[s.Ref.Set] = s.Bytes
		}
	}
	lock("USSR")
	later := c.p.Game.BeaconTime().Add(time.Minute)
	went, err := c.p.Take(filing.Beacon(c.p.Game, dice.Sum([]byte("a public value")), c.p.Master, later))
	if err != nil {
		t.Fatal(err)
	}
	c.p.Intakes = append(c.p.Intakes, went.Intake)
	lock("Germany")
	b = c.open()
	if undone, err = b.RollBack(ref, referee.Moment{Round: 1, Power: "USSR"}); err != nil || undone.Void == nil || len(undone.Resolutions) != 1 {
		t.Fatalf("%+v %v", undone, err)
	}
	if _, err := c.open().Find(referee.Moment{}); !refused(err, referee.TierTwo) {
		t.Errorf("a correction at tier 2: %v", err)
	}
	c.inOrder()
}

// judged is a war with every act of a referee in its history: an edit, a correction by edit and orders, a way back.
func judged(t *testing.T) *court {
	t.Helper()
	c := opening(t)
	b := c.open()
	edited, err := b.Edit(ref, []order.Edit{{Do: order.EditMoney, Power: "Germany", N: 44, Space: board.NoSpace}})
	if err != nil {
		t.Fatal(err)
	}
	c.words = append(c.words, edited.Words)
	c.mail("USSR", strings.Replace(twoFronts, "battle Ukraine\n  pause\n", "", 1))
	b = c.open()
	g, err := b.Find(referee.Moment{})
	if err != nil {
		t.Fatal(err)
	}
	at, _ := c.p.Rules.Board.Find("West Russia")
	change := referee.Change{File: g.File, Lines: g.Orders, Edits: []order.Edit{{Do: order.EditAdd, Power: "Germany", Type: board.Infantry, N: 1, Space: at}}}
	out, err := b.Correct(ref, g, change, correct.RerollBattle)
	if err != nil {
		t.Fatal(err)
	}
	c.keep(out)
	c.mail("Germany", "done\n")
	if _, err := c.open().RollBack(ref, referee.Moment{Round: 1, Power: "Germany"}); err != nil {
		t.Fatal(err)
	}
	c.mail("Germany", "buy 1 infantry\ndone\n")
	return c
}

func TestTamperingWithARefereesRecordsIsFound(t *testing.T) {
	t.Parallel()
	c := judged(t)
	c.inOrder()
	for name, tt := range map[string]struct {
		tamper func(t *testing.T, ev *replay.Evidence)
		what   string
	}{
		"other edits": {func(t *testing.T, ev *replay.Evidence) {
			ev.Words[0] = []byte(strings.Replace(string(ev.Words[0]), "money GER 44", "money GER 14", 1))
		}, "words"},
		"other edits, their hash too": {func(t *testing.T, ev *replay.Evidence) {
			ev.Words[0] = []byte(strings.Replace(string(ev.Words[0]), "money GER 44", "money GER 14", 1))
			change(t, ev, func(g *history.RefereeAct) bool {
				g.Action = "edit " + dice.Sum(ev.Words[0]).String()
				return true
			})
		}, "new"},
		"another position claimed": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(g *history.RefereeAct) bool { g.New = dice.Sum([]byte("a better one")); return true })
		}, "new"},
		"a die that stands is thrown away": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(r *history.Correct) bool {
				lost := r.Carry[0]
				lost.Reason = string(correct.OtherUnits)
				r.Carry, r.Void = r.Carry[1:], append(r.Void, lost)
				return true
			})
		}, "carry"},
		"a die that is void is kept": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(r *history.Correct) bool {
				kept := r.Void[0]
				kept.Reason = ""
				r.Void, r.Carry = r.Void[1:], append(r.Carry, kept)
				return true
			})
		}, "void"},
		"a die is named nowhere": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(r *history.Correct) bool { r.Void = r.Void[1:]; return true })
		}, "roll "},
		"another reason": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(r *history.Correct) bool { r.Void[0].Reason = "the dice were bad"; return true })
		}, "void"},
		"another turn corrected": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(r *history.Correct) bool { r.Of++; return true })
		}, "of"},
		"another policy": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(g *history.RefereeAct) bool {
				old := g.Action
				g.Action = strings.Replace(g.Action, "reroll-battle", "reroll-all", 1)
				return g.Action != old
			})
		}, "carry"},
		"another way back": {func(t *testing.T, ev *replay.Evidence) {
			change(t, ev, func(g *history.RefereeAct) bool {
				n := strings.LastIndex(g.Action, " ")
				back := strings.HasPrefix(g.Action, game.ActionRollBack)
				if back {
					g.Action = g.Action[:n] + " 7"
				}
				return back
			})
		}, "new"},
		"the correction is dropped": {func(t *testing.T, ev *replay.Evidence) {
			i := slices.IndexFunc(ev.Records, func(b []byte) bool { return strings.Contains(string(b), "\ntype correct\n") })
			ev.Records = slices.Delete(ev.Records, i, i+1)
		}, "place"},
		"an edit without a record": {func(t *testing.T, ev *replay.Evidence) {
			positiontest.Change(ev.Position, func(d *position.Data) { d.Nations[0].Money++ })
		}, "position"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ev := c.evidence(t)
			tt.tamper(t, &ev)
			a, err := replay.Check(ev)
			if err != nil {
				t.Fatal(err)
			}
			if a.OK() || !slices.ContainsFunc(a.Differences, func(d game.Difference) bool { return strings.HasPrefix(d.What, tt.what) }) {
				t.Errorf("wanted a difference of %q, got %v", tt.what, a.Differences)
			}
		})
	}
}

// evidence is the game as a store keeps it.
func (c *court) evidence(t *testing.T) replay.Evidence {
	t.Helper()
	b, err := c.p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	ev := replay.Evidence{Source: replay.Source{Setup: c.p.Setup, Records: b.Records, Sets: b.Sets, Words: slices.Clone(c.words), Parse: filing.Parse},
		Intakes: b.Intakes, Checkpoints: b.Checkpoints, Position: c.p.Pos.Clone()}
	for _, s := range c.p.Game.Sets {
		ev.OnFile = append(ev.OnFile, s.Bytes)
	}
	return ev
}

// change edits the first body of its type that it can, as a person could who can write into the store: the hashes of
// the chain are made to fit again, but not the signature.
func change[B history.Body](t *testing.T, ev *replay.Evidence, edit func(B) bool) {
	t.Helper()
	ev.Checkpoints = nil
	ev.Records = slices.Clone(ev.Records)
	done := false
	for i, raw := range ev.Records {
		r, err := history.ParseRecord(raw)
		if err != nil {
			t.Fatal(err)
		}
		if body, ok := r.Body.(B); ok && !done {
			done = edit(body)
		}
		if i > 0 {
			r.Prev = dice.Sum(ev.Records[i-1])
		}
		if ev.Records[i], err = r.Print(); err != nil {
			t.Fatal(err)
		}
	}
	if !done {
		t.Fatal("nothing to tamper with")
	}
}
