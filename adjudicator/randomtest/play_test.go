package randomtest_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"runtime/debug"
	"slices"
	"strconv"
	"sync"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/randomtest"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/remedy"
	"fieldpost/orders/remedy/remedytest"
	"fieldpost/orders/syntax"
)

// The test plays 2,000 turns, with -short 50; CI asks for 10,000 by FIELDPOST_RANDOM_TURNS, which must show every
// kind of event. FIELDPOST_RANDOM_SEED asks for other games: a longer search is
//
//	FIELDPOST_RANDOM_TURNS=200000 FIELDPOST_RANDOM_SEED=7 go test -timeout 2h ./adjudicator/randomtest
const (
	manyTurns  = 10_000 // enough for every kind of event to happen
	allTurns   = 2_000
	shortTurns = 50
	turnsAGame = 40 // with -short 25: one of each game
)

func turns() int {
	if testing.Short() {
		return env("FIELDPOST_RANDOM_TURNS", shortTurns)
	}
	return env("FIELDPOST_RANDOM_TURNS", allTurns)
}

func env(name string, value int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return value
}

// Whatever is ordered: nothing panics, nothing is where it cannot be, the position changes only as events say, a
// refused file changes nothing, equal inputs give equal bytes, and the game always waits for a power.
func TestRandomPlay(t *testing.T) {
	t.Parallel()
	length := turnsAGame
	if testing.Short() {
		length = shortTurns / 2
	}
	games := turns() / length
	first := env("FIELDPOST_RANDOM_SEED", 1) * 1_000_000
	var seen sync.Map
	t.Run("games", func(t *testing.T) {
		for i := range games {
			t.Run(fmt.Sprint("seed=", first+i), func(t *testing.T) {
				t.Parallel()
				g := newGame(t, uint64(first+i))
				g.seen = &seen
				defer g.explain()
				for g.turns < length && g.pos.Winner() == board.NoSide && !t.Failed() {
					g.step()
				}
			})
		}
	})
	if games*length < manyTurns {
		return
	}
	for _, k := range []event.Kind{event.KindResearched, event.KindRefunded, event.KindConverted, event.KindLoaded, event.KindUnloaded, event.KindLanded, event.KindPledged,
		event.KindRetreats, event.KindSubmerge, event.KindSurfaced, event.KindRepaired, event.KindRocket, event.KindAntiaircraft, event.KindRaid, event.KindInterception, event.KindBattlePaused,
		event.KindCalledOff, event.KindCaptured, event.KindLiberated, event.KindCapitalLost, event.KindNoLanding, event.KindDrowned, event.KindPayment, event.KindAdvantage,
		event.KindVictory, event.KindPhaseFailed} {
		if _, ok := seen.Load(k); !ok {
			t.Errorf("in %d games nothing was ever %q: the player has become too tame", games, k)
		}
	}
}

// game is one random game under test.
type game struct {
	*testing.T
	rnd     *rand.Rand
	set     *rules.Set
	pos     *position.Position
	turns   int
	files   int // since the turn began
	goes    int
	refused int       // files
	seen    *sync.Map // kinds of events, of all games
	log     []string  // the last orders, for the finder of a bug
}

func newGame(t *testing.T, seed uint64) *game {
	rnd := rand.New(rand.NewPCG(seed, 2004))
	name := []string{"revised", "europe"}[seed%2]
	set := randomSet(t, rnd, name)
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	g := &game{T: t, rnd: rnd, set: set, pos: pos}
	g.enrich()
	return g
}

// randomSet turns some options.
func randomSet(t *testing.T, rnd *rand.Rand, name string) *rules.Set {
	var opts rules.Options
	for _, o := range rules.Names() {
		opt := rules.Lookup(o)
		if rnd.IntN(4) > 0 || len(opt.Values) == 0 {
			continue
		}
		with, err := opts.With(o, opt.Values[rnd.IntN(len(opt.Values))])
		if err != nil {
			t.Fatal(err)
		}
		if _, err := rules.New(name, with); err == nil {
			opts = with
		}
	}
	set, err := rules.New(name, opts)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// enrich gives powers technologies, advantages, money and units that a short game would seldom see.
func (g *game) enrich() {
	b := g.set.Board
	positiontest.Change(g.pos, func(d *position.Data) {
		for i := range d.Nations {
			n := &d.Nations[i]
			n.Money += g.rnd.IntN(30)
			for tech := 1; tech <= rules.NumTechs && g.set.Tech.Research; tech++ {
				if g.rnd.IntN(3) == 0 {
					n.Techs = append(n.Techs, tech)
				}
			}
			for _, tr := range g.set.Advantages {
				if g.set.Tech.Research && tr.Power == n.Power && g.rnd.IntN(2) == 0 {
					n.Advantages = append(n.Advantages, tr.Name)
				}
			}
			for range g.rnd.IntN(12) {
				at := board.SpaceID(g.rnd.IntN(len(b.Spaces)))
				t := board.UnitTypes()[g.rnd.IntN(int(board.NumUnitTypes)-1)]
				sea := b.Space(at).Sea
				hostile := slices.ContainsFunc(d.Units, func(u position.Unit) bool {
					return u.At == at && u.Type.IsShip() && !u.Submerged && position.Enemy(b, u.Owner, n.Power)
				})
				if t != board.Complex && g.set.Cost(t) > 0 && sea == t.IsShip() && (sea && !hostile || b.Allied(d.Owner[at], n.Power)) {
					d.Add(t, n.Power, at)
				}
			}
		}
	})
}

// step sends one file and checks what came of it.
func (g *game) step() {
	waits := adjudicator.Awaited(g.set, g.pos)
	if len(waits) == 0 {
		g.Fatal("the game waits for nobody, and nobody has won")
	}
	if g.rnd.IntN(5) == 0 {
		powers := g.set.Board.Powers()
		who := powers[g.rnd.IntN(len(powers))]
		g.send(who, g.player(who).Standing())
		return
	}
	a := waits[g.rnd.IntN(len(waits))]
	switch {
	case a.What == "share":
		for _, w := range waits {
			g.send(w.Power, g.player(w.Power).Answer(a.What))
		}
	case len(g.pos.Turn().Asked()) > 0:
		g.send(a.Power, g.player(a.Power).Answer(a.What))
	default:
		f := g.player(a.Power).Turn()
		if g.files++; g.files > 12 {
			f = order.File{Sheet: order.Sheet{Done: 1}} // enough
			if a.What == "battle" {
				f.Sheet.Battles = []order.Battle{{Space: a.Space}}
			}
		}
		g.send(a.Power, f)
	}
	if g.files > 40 {
		g.Fatalf("the turn of %s in round %d does not end: waits %v", g.pos.Power(), g.pos.Round(), waits)
	}
}

func (g *game) player(who board.Power) *randomtest.Player {
	return randomtest.NewPlayer(g.rnd, g.set, g.pos, who)
}

// send writes a file, reads it, drops the lines that are refused, though not always, and plays what is left.
func (g *game) send(who board.Power, f order.File) {
	g.Helper()
	f = g.written(who, f)
	faults := adjudicator.Judge(g.set, g.pos, who, f)
	g.offers(who, f, faults)
	for range 6 {
		if !order.Refuses(faults) || g.rnd.IntN(30) == 0 {
			break
		}
		f = randomtest.Without(f, faults)
		faults = adjudicator.Judge(g.set, g.pos, who, f)
	}
	g.play(who, f, order.Refuses(faults))
}

// offers feeds back what messages would offer for the faults of a file: of each twentieth refused one, with
// FIELDPOST_OFFERS=all of all.
func (g *game) offers(who board.Power, f order.File, faults []order.Fault) {
	g.Helper()
	if !order.Refuses(faults) {
		return
	}
	if g.refused++; g.refused%20 != 1 && os.Getenv("FIELDPOST_OFFERS") != "all" {
		return
	}
	ctx := orders.Context{Board: g.set.Board, Phase: g.pos.Phase(), Power: who}
	lang := syntax.Langs()[g.refused/20%len(syntax.Langs())]
	_, wrong := remedytest.Check(remedy.Ground{Rules: g.set, Position: g.pos, Power: who, Lang: lang}, orders.Format(f, syntax.English, ctx), ctx)
	for _, w := range wrong {
		g.Error(w)
	}
}

// written passes a file through the order language and back, in all three languages.
func (g *game) written(who board.Power, f order.File) order.File {
	g.Helper()
	ctx := orders.Context{Board: g.set.Board, Phase: g.pos.Phase(), Power: who}
	text := orders.Format(f, syntax.English, ctx)
	var read orders.File
	for _, lang := range syntax.Langs() {
		if lang != syntax.English && !g.thorough() {
			continue
		}
		said := orders.Format(f, lang, ctx)
		again := orders.Parse(said, ctx)
		if len(again.Faults) > 0 {
			g.Fatalf("%s: what was printed is not understood: %+v\n%s", lang, again.Faults, said)
		}
		if got := orders.Format(again.File, syntax.English, ctx); got != text {
			g.Fatalf("%s: meaning changed\n%s\n%s", lang, text, got)
		}
		if lang == syntax.English {
			read = again
		}
	}
	return read.File
}

// play plays a file, sometimes twice, and checks everything that must hold after it.
func (g *game) play(who board.Power, f order.File, refused bool) {
	g.Helper()
	g.goes++
	text := orders.Format(f, syntax.English, orders.Context{Board: g.set.Board})
	if g.log = append(g.log, fmt.Sprintf("%s, round %d %s\n%s", who, g.pos.Round(), g.pos.Phase(), text)); len(g.log) > 8 {
		g.log = g.log[1:]
	}
	var before *position.Position
	if refused || g.thorough() {
		before = g.pos.Clone()
	}
	res := g.adjudicate(who, f)
	if before != nil && !position.Equal(before, g.pos) {
		g.Fatal("playing changed the position that it was given")
	}
	if refused != res.Refused {
		g.Fatalf("Judge refuses: %v, Play: %v", refused, res.Refused)
	}
	if res.Refused {
		if !position.Equal(before, res.Position) || len(res.Events) > 0 {
			g.Fatal("a refused file changed something")
		}
		return
	}
	g.look(res)
	if g.thorough() {
		g.repeat(who, f, res)
	}
	if res.Position.Power() != g.pos.Power() || res.Position.Round() != g.pos.Round() {
		g.turns++
		g.files = 0
	}
	g.pos = res.Position
}

// thorough reports whether the expensive checks are made of this resolution, too.
func (g *game) thorough() bool { return g.goes%4 == 0 }

// repeat plays the orders once more, and writes and reads the result.
func (g *game) repeat(who board.Power, f order.File, res adjudicator.Result) {
	g.Helper()
	again := g.adjudicate(who, f)
	if !position.Equal(res.Position, again.Position) || !reflect.DeepEqual(res.Events, again.Events) {
		g.Error("the same go came out otherwise")
	}
	g.json(event.Report(g.set.Board, res.Events))
}

func (g *game) adjudicate(who board.Power, f order.File) (res adjudicator.Result) {
	g.Helper()
	defer func() {
		if x := recover(); x != nil {
			g.Fatalf("panic: %v\n%s", x, debug.Stack())
		}
	}()
	seed := sha256.Sum256(fmt.Append(nil, g.Name(), g.goes))
	res, err := adjudicator.Play(g.set, g.pos, who, f, dice.NewStream(dice.Hash(seed)))
	if err != nil {
		g.Fatal(err)
	}
	return res
}

// look checks a result: the places, and that events explain all that changed.
func (g *game) look(res adjudicator.Result) {
	g.Helper()
	for _, m := range randomtest.Misplaced(g.set, res.Position) {
		g.Errorf("misplaced: %s", m)
	}
	if after, err := g.pos.Apply(res.Events...); err != nil || !reflect.DeepEqual(after, res.Position) {
		g.Errorf("the events do not lead to the position after them: %v", err)
	}
	for _, e := range res.Events {
		g.seen.Store(e.Kind(), true)
		if g.Failed() {
			g.Logf("%+v", e)
		}
	}
}

func (g *game) json(events []event.Reported) {
	g.Helper()
	one, err := json.Marshal(events)
	if err != nil {
		g.Fatal(err)
	}
	var back []event.Reported
	if err := json.Unmarshal(one, &back); err != nil {
		g.Fatal(err)
	}
	if two, _ := json.Marshal(back); !bytes.Equal(one, two) {
		g.Errorf("events do not come back from JSON:\n%s\n%s", one, two)
	}
}

// explain shows how a failing game came to where it is.
func (g *game) explain() {
	if !g.Failed() {
		return
	}
	g.Logf("rules %s, options\n%s", g.set.Name, g.set.Options)
	for n := range g.pos.Nations() {
		g.Logf("%s: techs %v, advantages %v", n.Power(), n.Techs(), n.Advantages())
	}
	for _, l := range g.log {
		g.Log(l)
	}
}
