package bot_test

import (
	"crypto/sha256"
	"fmt"
	"math"
	"slices"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/bot"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

// In whole games of both rule sets the bot spends its money, or says truly what it keeps and why; and every number of
// its reasons is that of the position.
func TestSpendsAndTellsTheTruth(t *testing.T) {
	t.Parallel()
	rounds, seeds := 5, uint64(2)
	if testing.Short() {
		rounds, seeds = 1, 1
	}
	for _, name := range []string{"revised", "europe"} {
		for seed := range seeds {
			t.Run(fmt.Sprint(name, " ", seed), func(t *testing.T) {
				t.Parallel()
				set, pos := newGame(t, name)
				if name == "revised" {
					set, pos = newGame(t, name, "victory", "total", "technologies", []string{"on", "off"}[seed%2])
				}
				for goes := 0; pos.Winner() == board.NoSide && pos.Round() <= rounds; goes++ {
					waits := adjudicator.Awaited(set, pos)
					who := waits[goes%len(waits)].Power
					f, why := bot.Turn(set, pos, who, seed)
					if goes%7 == 3 { // more money than usual: of a silent turn, or a captured capital
						pos = pos.Clone()
						positiontest.Change(pos, func(d *position.Data) { d.Nation(who).Money += int(seed+1) * 31 })
						f, why = bot.Turn(set, pos, who, seed)
					}
					res, err := adjudicator.Play(set, pos, who, f, dice.NewStream(dice.Hash(sha256.Sum256(fmt.Append(nil, seed, goes)))))
					if err != nil || res.Refused {
						t.Fatal(err, res.Faults)
					}
					checkPurchase(t, set, pos, res.Position, who, f, why)
					checkReasons(t, set, pos, who, f, why)
					pos = res.Position
				}
			})
		}
	}
}

func checkPurchase(t *testing.T, set *rules.Set, pos, after *position.Position, who board.Power, f order.File, why []bot.Reason) {
	t.Helper()
	if pos.Power() != who || len(pos.Turn().Asked()) > 0 || pos.Phase() > order.Buy {
		return
	}
	where := fmt.Sprintf("round %d, %s with %d IPC", pos.Round(), who, pos.Nation(who).Money())
	var bought []order.Units
	for _, o := range f.Sheet.Parts[order.Buy].Orders {
		bought = append(bought, o.(order.BuyUnits).Units...)
	}
	paid, units := 0, 0
	for _, u := range bought {
		paid += u.N * set.Cost(u.Type)
		units += u.N
	}
	left := pos.Nation(who).Money() - paid
	saved := -1
	for _, r := range why {
		switch r.Why {
		case bot.Buys:
			if r.Paid != paid || !slices.Equal(r.Units, bought) {
				t.Errorf("%s: it says that it buys %+v for %d, and buys %+v for %d", where, r.Units, r.Paid, bought, paid)
			}
		case bot.Saves:
			saved = r.Paid
			if r.Paid != left {
				t.Errorf("%s: it says that it saves %d and saves %d", where, r.Paid, left)
			}
			checkSaving(t, where, set, pos, who, r, units)
		}
	}
	if left > 0 && saved < 0 {
		t.Errorf("%s: it saves %d and says nothing", where, left)
	}
	if left < 0 || left >= set.Cost(board.Infantry) && saved < 0 {
		t.Errorf("%s: %d IPC are left", where, left)
	}
}

// checkSaving holds the reason for keeping more than the price of an infantry against the position.
func checkSaving(t *testing.T, where string, set *rules.Set, pos *position.Position, who board.Power, r bot.Reason, units int) {
	t.Helper()
	room, complexes := 0, 0
	for u := range pos.Units() {
		if u.Type == board.Complex && pos.Owner(u.At) == who && pos.Turn().StartOwner(u.At) == who && pos.Turn().StartComplex(u.At) {
			complexes++
			if s := set.Board.Space(u.At); set.Factory.UnlimitedAtHome && s.OriginalController == who {
				room = math.MaxInt32
			} else {
				room += s.Income
			}
		}
	}
	for _, waiting := range pos.Nation(who).Bought() {
		units += waiting
	}
	switch r.Word {
	case "":
		if r.Paid >= set.Cost(board.Infantry) {
			t.Errorf("%s: it saves %d without a reason", where, r.Paid)
		}
	case bot.NoRoom:
		if complexes == 0 || units < room {
			t.Errorf("%s: it says that its complexes have no room; they have %d, it buys %d", where, room, units)
		}
	case bot.NoComplex:
		if complexes > 0 && pos.HoldsCapital(set.Board, who) {
			t.Errorf("%s: it says that it has no complex, and has %d", where, complexes)
		}
	default:
		t.Errorf("%s: unknown reason %q", where, r.Word)
	}
}

func checkReasons(t *testing.T, set *rules.Set, pos *position.Position, who board.Power, f order.File, why []bot.Reason) {
	t.Helper()
	fc := forecast.Of(set, pos, who, f)
	for _, r := range why {
		where := fmt.Sprintf("round %d, %s, %s %s", pos.Round(), who, r.Why, spaceName(set, r.Space))
		switch r.Why {
		case bot.Attacks:
			i := slices.IndexFunc(fc.Battles, func(p forecast.Prospect) bool { return p.Battle.Space == r.Space })
			if i < 0 {
				t.Errorf("%s: there is no battle", where)
			} else if got := int(math.Round(100 * fc.Battles[i].Chance())); got != r.Chance {
				t.Errorf("%s: it says %d %%, the chance is %d %%", where, r.Chance, got)
			}
		case bot.Claims:
			for u := range pos.In(r.Space) {
				if (u.Type.IsFightingLand() || u.Type.IsAir()) && position.Enemy(set.Board, u.Owner, who) {
					t.Errorf("%s: %s defends it with %v", where, u.Owner, u.Type)
				}
			}
		case bot.Keeps:
			stay := 0
			for u := range pos.In(r.Space) {
				if u.Type.IsFightingLand() && !position.Enemy(set.Board, u.Owner, who) {
					stay++
				}
			}
			for _, e := range fc.Moves {
				for _, u := range e.Units {
					if e.From == r.Space && u.Type.IsFightingLand() {
						stay -= u.N
					}
				}
			}
			if stay != r.N {
				t.Errorf("%s: it says that %d land units stay, and %d do", where, r.N, stay)
			}
		}
	}
}

func spaceName(set *rules.Set, id board.SpaceID) string {
	if id == board.NoSpace {
		return "-"
	}
	return set.Board.Name(id)
}

// Without a complex all money is kept, and said to be.
func TestSavesWithoutAComplex(t *testing.T) {
	t.Parallel()
	set, pos := newGame(t, "revised")
	positiontest.Change(pos, func(d *position.Data) { d.Power = "Germany" })
	adjudicator.BeginTurn(set, pos)
	positiontest.Change(pos, func(d *position.Data) {
		d.Units = slices.DeleteFunc(d.Units, func(u position.Unit) bool { return u.Type == board.Complex && d.Owner[u.At] == "Germany" })
	})
	_, why := bot.Turn(set, pos, "Germany", 1)
	i := slices.IndexFunc(why, func(r bot.Reason) bool { return r.Why == bot.Saves })
	if i < 0 || why[i].Paid != 40 || why[i].Word != bot.NoComplex {
		t.Errorf("%+v", why)
	}
}
