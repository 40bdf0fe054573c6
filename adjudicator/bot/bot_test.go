package bot_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/randomtest"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

func newGame(t *testing.T, name string, options ...string) (*rules.Set, *position.Position) {
	t.Helper()
	set := positiontest.Rules(t, name, options...)
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	return set, pos
}

// pass is a player who only passes.
func pass(set *rules.Set, pos *position.Position, a adjudicator.Await) order.File {
	var f order.File
	switch a.What {
	case "bonus":
		f.Sheet.Parts[order.Bonus] = order.PhaseOrders{Held: true, Orders: []order.Order{order.BonusUnits{Nothing: true, In: board.NoSpace}}}
	case "share":
		f, _ = bot.Turn(set, pos, a.Power, 0)
	default:
		f = adjudicator.DefaultAnswer(set, pos, a.Power)
		if len(pos.Turn().Asked()) == 0 {
			f.Sheet.Done = 1
		}
	}
	return f
}

// player is the opponent of the bot.
type player func(*rules.Set, *position.Position, adjudicator.Await) order.File

// gamble is a player who orders anything, and passes where that is refused.
func gamble(rnd *rand.Rand) player {
	return func(set *rules.Set, pos *position.Position, a adjudicator.Await) order.File {
		p := randomtest.NewPlayer(rnd, set, pos, a.Power)
		if len(pos.Turn().Asked()) > 0 {
			return pass(set, pos, a)
		}
		text := orders.Format(p.Turn(), syntax.English, orders.Context{Board: set.Board})
		f := orders.Parse(text, orders.Context{Board: set.Board, Phase: pos.Phase(), Power: a.Power}).File
		for range 8 {
			faults := adjudicator.Judge(set, pos, a.Power, f)
			if !order.Refuses(faults) {
				return f
			}
			f = randomtest.Without(f, faults)
		}
		return pass(set, pos, a)
	}
}

// war plays a game to its end or for some rounds; the bot plays the given side against another, or both for NoSide.
func war(t *testing.T, set *rules.Set, pos *position.Position, side board.Side, other player, rounds int, seed uint64) *position.Position {
	t.Helper()
	for goes := 0; pos.Winner() == board.NoSide && pos.Round() <= rounds; goes++ {
		waits := adjudicator.Awaited(set, pos)
		a := waits[goes%len(waits)]
		var f order.File
		if set.Board.SideOf(a.Power) == side || side == board.NoSide {
			var why []bot.Reason
			f, why = bot.Turn(set, pos, a.Power, seed)
			if len(why) == 0 && a.What != "noncombat" && a.What != "place" {
				t.Fatalf("%s, round %d %s: no reason given", a.Power, pos.Round(), a.What)
			}
		} else {
			f = other(set, pos, a)
		}
		key := sha256.Sum256(fmt.Append(nil, seed, goes))
		res, err := adjudicator.Play(set, pos, a.Power, f, dice.NewStream(dice.Hash(key)))
		if err != nil {
			t.Fatal(err)
		}
		text := orders.Format(f, syntax.English, orders.Context{Board: set.Board})
		if said := orders.Parse(text, orders.Context{Board: set.Board}); len(said.Faults) > 0 {
			t.Fatalf("not in the language: %+v\n%s", said.Faults, text)
		}
		if res.Refused {
			t.Fatalf("%s, round %d %s: refused %+v\n%+v", a.Power, pos.Round(), a.What, res.Faults, f)
		}
		if reflect.DeepEqual(res.Position, pos) {
			t.Fatalf("%s, round %d %s: nothing goes on\n%+v", a.Power, pos.Round(), a.What, f)
		}
		for _, m := range randomtest.Misplaced(set, res.Position) {
			t.Errorf("%s, round %d %s: %s", a.Power, pos.Round(), a.What, m)
		}
		if after, err := pos.Apply(res.Events...); err != nil || !reflect.DeepEqual(after, res.Position) {
			t.Errorf("%s, round %d: the events do not lead to the position after them: %v", a.Power, pos.Round(), err)
		}
		pos = res.Position
	}
	return pos
}

// The bot beats a player who only passes, whichever side it plays, under both rule sets.
func TestBeatsWhoPasses(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		rules   string
		options []string
		side    board.Side
		rounds  int
	}{
		{"revised", []string{"victory", "9"}, board.Axis, 12},
		{"revised", []string{"victory", "major"}, board.Allies, 12},
		{"europe", nil, board.Axis, 12},
		{"europe", nil, board.Allies, 12},
	} {
		if testing.Short() && (c.side == board.Allies || c.rules == "europe") {
			continue // a whole war each
		}
		t.Run(fmt.Sprint(c.rules, " ", c.side), func(t *testing.T) {
			t.Parallel()
			set, pos := newGame(t, c.rules, c.options...)
			pos = war(t, set, pos, c.side, pass, c.rounds, 1)
			if pos.Winner() != c.side {
				t.Errorf("after round %d %v has won", pos.Round(), pos.Winner())
			}
			t.Logf("won in round %d", pos.Round())
		})
	}
}

// Bot against bot: every file is accepted, whatever becomes of the war, with all advantages in half of the games.
func TestAlwaysLegal(t *testing.T) {
	t.Parallel()
	rounds, seeds := 5, []uint64{0, 1, 2, 3}
	if testing.Short() {
		rounds, seeds = 1, seeds[2:3]
	}
	for _, seed := range seeds {
		for _, name := range []string{"revised", "europe"} {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				set, pos := newGame(t, name)
				if name == "revised" {
					set, pos = newGame(t, name, "victory", "total", "technologies", []string{"on", "off"}[seed%2])
				}
				positiontest.Change(pos, func(d *position.Data) {
					for _, a := range set.Advantages {
						if n := d.Nation(a.Power); name == "revised" && seed >= 2 && n != nil {
							n.Advantages = append(n.Advantages, a.Name)
						}
					}
				})
				war(t, set, pos, board.NoSide, pass, rounds, seed)
			})
		}
	}
}

// Against a player who orders anything the bot meets positions that no sensible player would cause, and stays within
// the rules.
func TestLegalInAnyPosition(t *testing.T) {
	t.Parallel()
	seeds := uint64(8)
	if testing.Short() {
		seeds = 1
	}
	for seed := range seeds {
		t.Run(fmt.Sprint("seed=", seed), func(t *testing.T) {
			t.Parallel()
			set, pos := newGame(t, []string{"revised", "europe"}[seed%2])
			war(t, set, pos, board.Axis+board.Side(seed/2%2), gamble(rand.New(rand.NewPCG(seed, 99))), 5, seed)
		})
	}
}

// Equal positions and seeds give equal orders, and each decision comes with its reason: in round 1 Germany buys with
// all its money, attacks Karelia from several sides, and leaves Berlin guarded.
func TestExplainsItself(t *testing.T) {
	t.Parallel()
	set, pos := newGame(t, "revised")
	positiontest.Change(pos, func(d *position.Data) { d.Power = "Germany" })
	adjudicator.BeginTurn(set, pos)
	f, why := bot.Turn(set, pos, "Germany", 7)
	if g, again := bot.Turn(set, pos, "Germany", 7); !reflect.DeepEqual(f, g) || !reflect.DeepEqual(why, again) {
		t.Error("thinking again brought other orders")
	}
	seen := map[bot.Why]int{}
	for _, r := range why {
		seen[r.Why]++
		if r.Why == bot.Attacks && (r.Chance < 60 || len(r.Units) == 0 || len(set.Board.Name(r.Space)) == 0) {
			t.Errorf("an attack without a good reason: %+v", r)
		}
	}
	if seen[bot.Buys] != 1 || seen[bot.Attacks] == 0 {
		t.Errorf("reasons %+v", why)
	}
	if f, why := bot.Turn(set, pos, "USSR", 7); !f.Sheet.Empty() || len(why) > 0 {
		t.Errorf("orders of a power that is not awaited: %+v, %+v", f, why)
	}
}
