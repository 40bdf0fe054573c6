package replaypage

import (
	"reflect"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
	"fieldpost/orders/syntax"
)

// A game in which turns were undone, and one in which a turn was corrected, have a page of the resolutions that count.
func TestPageOfAGameWithUndoneTurns(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	who := referee.Actor{Name: "REFEREE"}
	for name, act := range map[string]func(t *testing.T, b *referee.Session, line []*game.Resolution) (sets, words [][]byte){
		"roll back": func(t *testing.T, b *referee.Session, line []*game.Resolution) (sets, words [][]byte) {
			if _, err := b.RollBack(who, referee.Moment{Record: line[len(line)/2].Turn - 1}); err != nil {
				t.Fatal(err)
			}
			return nil, nil
		},
		"correct": func(t *testing.T, b *referee.Session, line []*game.Resolution) (sets, words [][]byte) {
			wrong := line[len(line)-1]
			more := order.Edit{Do: order.EditMoney, Power: wrong.Power, N: 99, Space: board.NoSpace}
			out, err := b.Correct(who, wrong, referee.Change{File: wrong.File, Lines: wrong.Orders, Edits: []order.Edit{more}}, correct.RerollAll)
			if err != nil {
				t.Fatal(err)
			}
			for _, g := range out.Resolutions {
				for _, s := range g.Sets {
					sets = append(sets, s.Bytes)
				}
			}
			return sets, [][]byte{out.EditText}
		},
	} {
		for _, rules := range []string{"revised", "europe"} {
			if testing.Short() && rules == "europe" {
				continue
			}
			t.Run(name+", "+rules, func(t *testing.T) {
				t.Parallel()
				p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: rules}, 2, 7)
				if err != nil {
					t.Fatal(err)
				}
				src := replay.Source{Setup: p.Setup, Parse: filing.Parse}
				for _, s := range p.Sets {
					src.Sets = append(src.Sets, s)
				}
				b, err := referee.Open(p.Game, src, p.Master, at)
				if err != nil {
					t.Fatal(err)
				}
				line := b.Stand()
				sets, words := act(t, b, line)
				src.Sets, src.Words = append(src.Sets, sets...), words
				src.Records = b.Game.Chain.Records()
				g, err := replay.Play(src)
				if err != nil {
					t.Fatal(err)
				}
				for _, d := range g.Differences {
					t.Error(d)
				}
				if undone := len(g.Resolutions) - len(g.Stand()); undone == 0 {
					t.Fatal("nothing was undone")
				}
				once := g.Standing()
				if twice := once.Standing(); len(twice.Resolutions) != len(g.Stand()) || !reflect.DeepEqual(once.Resolutions, twice.Resolutions) {
					t.Error("what stands of a game that stands is another game")
				}
				for _, g := range []*replay.Game{g, once} {
					v := Of(g, syntax.English)
					if len(v.Resolutions) != len(g.Stand()) {
						t.Errorf("%d goes on the page, want %d", len(v.Resolutions), len(g.Stand()))
					}
					if _, err := Page(v); err != nil {
						t.Error(err)
					}
				}
			})
		}
	}
}
