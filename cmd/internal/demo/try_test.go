package demo

import (
	"fmt"
	"os"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
)

func TestTry(t *testing.T) {
	for seed := range 1 {
		set, err := rules.New("revised", rules.Options{})
		if err != nil {
			t.Fatal(err)
		}
		pos, err := adjudicator.Start(set)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range set.Board.Powers() {
			text, _ := os.ReadFile("scripts/revised/" + string(p) + ".txt")
			f := orders.Parse(string(text), orders.Context{Board: set.Board, Phase: pos.Phase, Power: p})
			for _, x := range f.Faults {
				t.Errorf("%s parse: %+v %s", p, x, f.Line(x.Line))
			}
			res, err := adjudicator.Play(set, pos, p, f.File, dice.NewStream(dice.Sum([]byte(fmt.Sprint(seed, p)))))
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range res.Faults {
				t.Errorf("seed %d %s: %+v: %s [%s]", seed, p, x, f.Line(x.Line), set.Board.Name(max(0, x.Space)))
			}
			if res.Refused {
				t.Fatal("refused")
			}
			pos = res.Position
			if seed == 0 {
				for _, e := range res.Events {
					if e.Kind == "battle-ended" || e.Kind == "captured" || e.Kind == "not-played" || e.Kind == "retreated" || e.Kind == "raid"{
						fmt.Println(p, e.Kind, set.Board.Name(max(0, e.Space)), e.Outcome, e.Attackers, e.Defenders, e.Faults, e.Paid)
					}
				}
			}
			if w := adjudicator.Awaited(set, pos); len(w) != 1 || w[0].Power == p {
				t.Errorf("seed %d after %s waits %v", seed, p, w)
			}
		}
	}
	_ = board.Nobody
}
