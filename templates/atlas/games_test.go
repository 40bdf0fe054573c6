package atlas_test

import (
	"testing"

	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
	"fieldpost/orders/syntax"
	"fieldpost/templates/atlas"
	"fieldpost/templates/local"
	"fieldpost/templates/scene"
)

// In ten rounds of both games, in all languages and sizes, nothing is written over anything: no counter is covered by
// more than a tenth, no name is cut, and the heads of arrows lie beside counters and names.
func TestNothingCoversAnything(t *testing.T) {
	t.Parallel()
	rounds := 10
	if testing.Short() {
		rounds = 1
	}
	for _, rules := range []string{"revised", "europe"} {
		t.Run(rules, func(t *testing.T) {
			t.Parallel()
			p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: rules}, rounds, 7)
			if err != nil {
				t.Fatal(err)
			}
			b, err := p.Bundle()
			if err != nil {
				t.Fatal(err)
			}
			g, err := replay.Play(replay.Source{Setup: p.Setup, Records: b.Records, Sets: b.Sets, Parse: filing.Parse})
			if err != nil {
				t.Fatal(err)
			}
			var sum count
			for n, x := range g.Resolutions {
				events := event.Report(g.Rules.Board, x.Events)
				for i, lang := range syntax.Langs() {
					if testing.Short() && n%3 != i {
						continue
					}
					l, err := local.New(g.Rules.Board, lang)
					if err != nil {
						t.Fatal(err)
					}
					s := scene.Of(l, g.Rules, x.Before, x.Position, events)
					s.Title = "eastfront"
					for _, width := range []int{748, 1600} {
						sum.check(t, s, width)
					}
					if s.Crop = s.Battles; len(s.Crop) > 0 {
						s.Title, s.Legend = "", nil
						sum.check(t, s, 748)
					}
				}
			}
			t.Logf("%d pictures, %d counters, %d arrows, %d of them without a number, %d without room, %d spaces without room",
				sum.pictures, sum.chips, sum.arrows, sum.untagged, sum.missing, sum.unwritten)
			if sum.missing > 0 || sum.untagged*50 > sum.arrows {
				t.Errorf("%d arrows found no room, %d have no number, of %d", sum.missing, sum.untagged, sum.arrows)
			}
			if sum.unwritten*200 > sum.chips {
				t.Errorf("%d spaces with units found no room, of %d counters", sum.unwritten, sum.chips)
			}
		})
	}
}

// count is what was measured.
type count struct{ pictures, chips, arrows, untagged, missing, unwritten int }

func (c *count) check(t *testing.T, s atlas.Scene, width int) {
	t.Helper()
	w, err := s.Written(width)
	if err != nil {
		t.Fatal(err)
	}
	c.pictures++
	c.chips += len(w.Chips)
	c.arrows += len(w.Heads)
	c.untagged += w.Untagged
	c.missing += w.Missing
	c.unwritten += len(w.Unwritten)
	for i, chip := range w.Chips {
		for _, other := range append(append(append(w.Chips[i+1:len(w.Chips):len(w.Chips)], w.Names...), w.Heads...), w.Tags...) {
			if atlas.Overlap(chip, other) > 0.1*chip.W*chip.H {
				t.Errorf("%d wide: a counter at %v is covered at %v", width, chip, other)
			}
		}
	}
	for i, name := range w.Names {
		if atlas.Overlap(name, w.Page) < name.W*name.H-0.01 {
			t.Errorf("%d wide: a name at %v is cut", width, name)
		}
		for _, other := range append(append(w.Names[i+1:len(w.Names):len(w.Names)], w.Heads...), w.Tags...) {
			if atlas.Overlap(name, other) > 0.01 {
				t.Errorf("%d wide: a name at %v is covered at %v", width, name, other)
			}
		}
	}
}
