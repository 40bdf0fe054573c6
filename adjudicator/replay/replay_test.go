package replay_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
)

func played(t *testing.T, rules string, rounds int, seed uint64) (*gametest.Played, history.Bundle) {
	t.Helper()
	p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: rules}, rounds, seed)
	if err != nil {
		t.Fatal(err)
	}
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	return p, b
}

func again(t *testing.T, p *gametest.Played, b history.Bundle) *replay.Game {
	t.Helper()
	g, err := replay.Play(replay.Source{Setup: p.Setup, Records: b.Records, Sets: b.Sets, Parse: filing.Parse})
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// tier2 locks each resolution and plays it when a public beacon comes.
var tier2 = rules.Setting{Name: "dice", Value: "tier-2"}

// dealt is a game that gives every power two national advantages.
func dealt(how string) game.Setup {
	return game.Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{
		{Name: "advantages", Value: "on"}, {Name: "advantage-count", Value: "2"}, {Name: "advantage-choice", Value: how}}}
}

// A game is played again from its order sets alone, to the byte of every position, what is hidden in them included.
func TestAGameIsPlayedAgain(t *testing.T) {
	t.Parallel()
	setups := map[string]game.Setup{}
	for name, setup := range map[string]game.Setup{
		"deadline tier 2": {Rules: "revised", Options: []rules.Setting{{Name: "play", Value: "deadline"}, tier2}},
		"revised":         {Rules: "revised"},
		"europe":          {Rules: "europe"},
		"deadline":        {Rules: "revised", Options: []rules.Setting{{Name: "play", Value: "deadline"}}},
		"rolled":          dealt("rolled"),
		"chosen":          dealt("chosen"),
		"advantages": {Rules: "revised", Advantages: map[board.Power][]string{
			"USSR": {"Russian Winter", "Nonaggression Treaty", "Mobile Industry"}, "Germany": {"Wolf Packs", "Panzerblitz"},
			"UK": {"Enigma Decoded", "Joint Strike", "Colonial Garrison", "French Resistance"}, "Japan": {"Banzai Attacks"}, "USA": {"Chinese Divisions"},
		}},
	} {
		if name == "revised" || name == "rolled" || name == "europe" { // with a beacon, too
			locked := setup
			locked.Options = append(slices.Clone(setup.Options), tier2)
			setups[name+" tier 2"] = locked
		}
		setups[name] = setup
	}
	seeds, rounds := uint64(3), 6
	if testing.Short() { // one war with a beacon and a deadline; the golden games have the others
		seeds, rounds = 1, 2
		maps.DeleteFunc(setups, func(name string, _ game.Setup) bool { return name != "deadline tier 2" })
	}
	for name, setup := range setups {
		for seed := range seeds {
			t.Run(fmt.Sprintf("%s %d", name, seed), func(t *testing.T) {
				t.Parallel()
				setup := setup
				setup.Name = "eastfront"
				p, err := gametest.Play(setup, rounds, seed)
				if err != nil {
					t.Fatal(err)
				}
				playedAgain(t, p)
				if seed > 0 {
					return
				}
				busy, err := gametest.PlayBusy(setup, min(3, rounds), seed)
				if err != nil {
					t.Fatal(err)
				}
				playedAgain(t, busy)
			})
		}
	}
}

func playedAgain(t *testing.T, p *gametest.Played) {
	b, err := p.Bundle()
	if err != nil {
		t.Fatal(err)
	}
	g := again(t, p, b)
	for _, d := range g.Differences {
		t.Error(d)
	}
	if len(g.Resolutions) != len(p.Changes) {
		t.Fatalf("%d goes, replayed %d", len(p.Changes), len(g.Resolutions))
	}
	for i, x := range g.Resolutions {
		if x.Turn != p.Changes[i].Turn.Seq || !position.Equal(p.Changes[i].Position, x.Position) {
			t.Fatalf("go %d ends in another position", i)
		}
	}
}
