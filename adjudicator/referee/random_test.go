package referee_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
)

var (
	now = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	ref = referee.Actor{Name: "REFEREE"}
)

// court is a made-up game before the referee, and what a store would keep of it.
type court struct {
	t     *testing.T
	p     *gametest.Played
	words [][]byte
}

func played(t *testing.T, setup game.Setup, rounds int, seed uint64) *court {
	t.Helper()
	setup.Name = "eastfront"
	p, err := gametest.Play(setup, rounds, seed)
	if err != nil {
		t.Fatal(err)
	}
	return &court{t: t, p: p}
}

func (c *court) source() replay.Source {
	s := replay.Source{Setup: c.p.Setup, Words: c.words, Parse: filing.Parse}
	for _, b := range c.p.Sets {
		s.Sets = append(s.Sets, b)
	}
	return s
}

// session is a session whose acts are those of a game.
type session struct {
	*referee.Session
	c *court
}

func (c *court) open() session {
	c.t.Helper()
	s, err := referee.Open(c.p.Game, c.source(), c.p.Master, now)
	if err != nil {
		c.t.Fatal(err)
	}
	return session{s, c}
}

func (s session) Edit(who referee.Actor, edits []order.Edit) (referee.Edited, error) {
	out, err := s.Session.Edit(who, edits)
	s.c.p.Game = s.Game
	return out, err
}

func (s session) RollBack(who referee.Actor, to referee.Moment) (referee.Undone, error) {
	out, err := s.Session.RollBack(who, to)
	s.c.p.Game = s.Game
	return out, err
}

func (s session) Correct(who referee.Actor, wrong *game.Resolution, change referee.Change, policy correct.Policy) (referee.Corrected, error) {
	out, err := s.Session.Correct(who, wrong, change, policy)
	s.c.p.Game = s.Game
	return out, err
}

// keep keeps what came of a correction, as a store does.
func (c *court) keep(out referee.Corrected) {
	for _, g := range out.Resolutions {
		for _, s := range g.Sets {
			c.p.Sets[s.Ref.Set] = s.Bytes
		}
		c.p.Intakes = append(c.p.Intakes, g.Intake)
	}
	if out.EditText != nil {
		c.words = append(c.words, out.EditText)
	}
}

// inOrder audits the game with the position that is kept, sends it through a bundle, and plays it again from there to
// the same head.
func (c *court) inOrder() *replay.Game {
	c.t.Helper()
	b, err := c.p.Bundle()
	if err != nil {
		c.t.Fatal(err)
	}
	b.Words = c.words
	file, err := b.Print()
	if err != nil {
		c.t.Fatal(err)
	}
	if b, err = history.ParseBundle(file); err != nil {
		c.t.Fatal(err)
	}
	if err := b.Verify().Err(); err != nil {
		c.t.Fatal(err)
	}
	ev := replay.Evidence{Source: replay.Source{Setup: c.p.Setup, Records: b.Records, Sets: b.Sets, Words: b.Words, Parse: filing.Parse},
		Intakes: b.Intakes, Checkpoints: b.Checkpoints, Position: c.p.Pos}
	for _, s := range c.p.Game.Sets {
		ev.OnFile = append(ev.OnFile, s.Bytes)
	}
	a, err := replay.Check(ev)
	if err != nil {
		c.t.Fatal(err)
	}
	for _, d := range a.Differences {
		c.t.Error(d)
	}
	return a.Replayed
}

// play lets the game go on for some mails.
func (c *court) play(seed uint64, mails int) {
	c.t.Helper()
	if err := c.p.Continue(seed, mails, now.Add(time.Hour)); err != nil {
		c.t.Fatal(err)
	}
}

// fights counts the spaces in which a resolution rolled.
func fights(g *game.Resolution) int {
	spaces := map[string]bool{}
	for _, r := range g.Dice {
		if r.Label.Side != "-" {
			spaces[r.Label.Place] = true
		}
	}
	return len(spaces)
}

// oneLess is a resolution with one line of orders less, a random one of those that the resolution can do without.
func oneLess(t *testing.T, c *court, g *game.Resolution, chance *rand.Rand) referee.Change {
	t.Helper()
	for _, i := range chance.Perm(len(g.Orders)) {
		if strings.HasSuffix(g.Orders[i], "combat") {
			continue // a heading
		}
		lines := slices.Delete(slices.Clone(g.Orders), i, i+1)
		f, err := filing.Parse(c.p.Rules.Board, lines, g.Phase, g.Power)
		if err != nil {
			continue
		}
		f, lines, err = filing.Change(c.p.Rules, g.Before, g.Power, f, order.File{})
		if err != nil || slices.Equal(lines, g.Orders) || order.Refuses(adjudicator.Judge(c.p.Rules, g.Before, g.Power, f)) {
			continue
		}
		return referee.Change{File: f, Lines: lines}
	}
	t.Fatal("no line of the go can be left out")
	return referee.Change{}
}

// wrongGo is a resolution with several battles, at random; what was played after its turn is rolled back.
func (c *court) wrongGo(chance *rand.Rand) *game.Resolution {
	b := c.open()
	line := b.Stand()
	var with []*game.Resolution
	for _, g := range line {
		if fights(g) >= 2 {
			with = append(with, g)
		}
	}
	if len(with) == 0 {
		return nil
	}
	g := with[chance.IntN(len(with))]
	if i := slices.IndexFunc(line, func(x *game.Resolution) bool {
		return x.Turn > g.Turn && (x.Before.Round() != g.Before.Round() || x.Before.Power() != g.Before.Power())
	}); i >= 0 {
		if _, err := b.RollBack(ref, referee.Moment{Record: line[i].Turn - 1}); err != nil {
			c.t.Fatal(err)
		}
	}
	c.inOrder()
	return g
}

// After a random war and a random correction every die of the resolution is kept or void; what fell where nothing is
// different is kept; what is void rolled again; the history is sound, and the war goes on.
func TestCorrectionsOfRandomGoes(t *testing.T) {
	t.Parallel()
	games := uint64(6)
	if testing.Short() {
		games = 1
	}
	for seed := range games {
		setup := game.Setup{Rules: []string{"revised", "europe"}[seed%2]}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 7))
			c := played(t, setup, 3, seed)
			wrong := c.wrongGo(chance)
			if wrong == nil {
				t.Fatal("no go with two battles")
			}
			policy := correct.Policy(correct.Policies()[seed/2])
			b := c.open()
			g, err := b.Find(referee.Moment{Record: wrong.Turn})
			if err != nil {
				t.Fatal(err)
			}
			out, err := b.Correct(ref, g, oneLess(t, c, wrong, chance), policy)
			if err != nil {
				t.Fatal(err)
			}
			c.keep(out)
			checkStand(t, c.p.Rules.Board, wrong, out.Resolutions[0], policy)
			c.inOrder()
			c.play(seed, 8)
			c.inOrder()
		})
	}
}

// checkStand says of every die of a corrected go whether it is right that it stands, by what can be seen without
// knowing how that was settled: battles with the same stacks and no other orders for them.
func checkStand(t *testing.T, b *board.Board, wrong *game.Resolution, again referee.Replayed, policy correct.Policy) {
	t.Helper()
	stands, void := map[dice.Label]correct.RollOfEpoch{}, map[dice.Label]bool{}
	for _, d := range again.Now.Carry {
		stands[d.Label] = d
	}
	for _, d := range again.Now.Void {
		void[d.Label] = true
	}
	for _, d := range wrong.Dice {
		x, ok := stands[d.Label]
		if ok == void[d.Label] {
			t.Errorf("%s is kept and void, or neither", d.Label)
		}
		if ok && !slices.Equal(x.Dice, d.Dice) {
			t.Errorf("%s is kept with other dice", d.Label)
		}
		if ok && policy == correct.RerollAll {
			t.Errorf("%s is kept under %s", d.Label, policy)
		}
	}
	for _, r := range again.Rolls {
		if _, ok := stands[r.Label]; ok {
			t.Errorf("%s is kept and rolled", r.Label)
		}
	}
	if policy != correct.RerollBattle {
		return
	}
	for _, d := range again.Now.Void { // a void space has no die that stands
		for l := range stands {
			if l.Place == d.Label.Place && l.Side != "-" {
				t.Errorf("%s is void and %s is kept", d.Label, l)
			}
		}
	}
	same := told(b, wrong.Events)
	for place, text := range told(b, again.Events) {
		if same[place] == text && !slices.ContainsFunc(wrong.Orders, func(l string) bool { return strings.HasPrefix(l, "battle ") }) {
			for _, d := range again.Now.Void {
				if d.Label.Place == place {
					t.Errorf("%s is void, though all that happened there is the same", d.Label)
				}
			}
		}
	}
}

// told is what was told of the fighting in each space.
func told(b *board.Board, events []event.Event) map[string]string {
	out := map[string]string{}
	for _, e := range event.Report(b, events) {
		switch e.Kind {
		case event.KindBattleBegan, event.KindFired, event.KindLost, event.KindBattleEnded, event.KindAntiaircraft, event.KindRaid, event.KindRocket:
			out[dice.SpaceToken(b.Name(e.Space))] += fmt.Sprintf("%+v\n", e)
		}
	}
	return out
}

func onFileOf(t *testing.T, v []order.Standing) []byte {
	t.Helper()
	text, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// An edit before a resolution changes the battle in which the unit fights, and the dice of the others stand.
func TestAMiscountedUnit(t *testing.T) {
	t.Parallel()
	wars, corrected := uint64(4), 0
	if testing.Short() {
		wars = 1
	}
	for seed := range wars {
		c := played(t, game.Setup{Rules: "revised"}, 2, 20+seed)
		wrong := c.wrongGo(rand.New(rand.NewPCG(seed, 9)))
		if wrong == nil {
			continue
		}
		b := c.open()
		g, err := b.Find(referee.Moment{Record: wrong.Turn})
		if err != nil {
			t.Fatal(err)
		}
		land := slices.IndexFunc(g.Battles, func(x battle.Battle) bool { return !x.Sea && len(x.Defender.Units) > 0 })
		if land < 0 {
			continue
		}
		x := g.Battles[land]
		add := order.Edit{Do: order.EditAdd, Power: x.Defender.Units[0].Owner, Space: x.Space, Type: board.Infantry, N: 1}
		out, err := b.Correct(ref, g, referee.Change{File: g.File, Lines: g.Orders, Edits: []order.Edit{add}}, correct.RerollBattle)
		if no, ok := errors.AsType[*referee.Refusal](err); ok && no.Why == referee.BadEdits {
			continue // the resolution began in the middle of a combat
		}
		if err != nil {
			t.Fatal(err)
		}
		corrected++
		c.keep(out)
		c.inOrder()
		here := dice.SpaceToken(c.p.Rules.Board.Name(x.Space))
		for _, d := range out.Resolutions[0].Now.Carry {
			if d.Label.Place == here {
				t.Errorf("%s stands, though a unit more defends", d.Label)
			}
		}
		if len(out.Resolutions[0].Now.Carry) == 0 || len(out.Resolutions[0].Now.Void) == 0 {
			t.Errorf("%d rolls stand, %d do not", len(out.Resolutions[0].Now.Carry), len(out.Resolutions[0].Now.Void))
		}
	}
	if uint64(corrected) < (wars+1)/2 {
		t.Errorf("only %d wars had such a go", corrected)
	}
}

// Going back, wherever to, leaves a sound history, and what is on file as it was.
func TestRollBacksOfRandomWars(t *testing.T) {
	t.Parallel()
	if testing.Short() {
		t.Skip("left out by -short")
	}
	for seed := range uint64(4) {
		setup := game.Setup{Rules: []string{"revised", "europe"}[seed%2]}
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			chance := rand.New(rand.NewPCG(seed, 3))
			c := played(t, setup, 2, seed)
			for range 2 {
				if c.p.Pos.Winner() != board.NoSide {
					break
				}
				b := c.open()
				line := b.Stand()
				g := line[len(line)/2+chance.IntN(len(line)-len(line)/2)]
				want := g.Before.Text(c.p.Rules.Board)
				onFile := c.p.Pos
				out, err := b.RollBack(ref, referee.Moment{Record: g.Turn - 1})
				if err != nil {
					t.Fatal(err)
				}
				if c.p.Pos.Text(c.p.Rules.Board) != want || out.After != c.p.Pos {
					t.Error("another position than the go began with")
				}
				for n := range c.p.Pos.Nations() {
					if !bytes.Equal(onFileOf(t, n.Standing()), onFileOf(t, onFile.Nation(n.Power()).Standing())) {
						t.Errorf("%s has other standing orders on file", n.Power())
					}
				}
				c.inOrder()
				c.play(seed, 5)
				c.inOrder()
			}
		})
	}
}
