package replay_test

import (
	"bytes"
	"testing"

	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/orders/playtest"
)

func played(t *testing.T, rules string, rounds int, seed uint64) (*playtest.Played, history.Bundle) {
	t.Helper()
	p, err := playtest.Play("eastfront", rules, rounds, seed)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	return p, b
}

func again(t *testing.T, p *playtest.Played, b history.Bundle) *replay.Game {
	t.Helper()
	g, err := replay.Play(replay.Source{Setup: p.Setup, Records: b.Records, Sets: b.Sets, Parse: filing.Parse})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// A game is played again from its order sets alone, to the byte of every position, what is hidden in them included.
func TestAGameIsPlayedAgain(t *testing.T) {
	t.Parallel()
	for _, rules := range []string{"revised", "europe"} {
		for seed := range uint64(4) {
			p, b := played(t, rules, 6, seed)
			g := again(t, p, b)
			for _, d := range g.Differences {
				t.Errorf("%s, seed %d: %s", rules, seed, d)
			}
			if len(g.Goes) != len(p.Goes) {
				t.Fatalf("%s, seed %d: %d goes, replayed %d", rules, seed, len(p.Goes), len(g.Goes))
			}
			for i, x := range g.Goes {
				want, _ := p.Goes[i].Position.Encode()
				got, _ := x.Position.Encode()
				if x.Turn != p.Goes[i].Turn.Seq || !bytes.Equal(want, got) {
					t.Fatalf("%s, seed %d: go %d ends in another position", rules, seed, i)
				}
			}
		}
	}
}
