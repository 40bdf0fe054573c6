package luck_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"math"
	"slices"
	"strings"
	"sync"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/luck"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
)

// ukraine is a game of one battle: 3 infantry and a tank of Germany hit twice where they had to hit once, 2 infantry of
// the USSR miss.
func ukraine(t *testing.T) *replay.Game {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	at, _ := set.Board.Find("Ukraine S.S.R.")
	stacks := func(p board.Power, n, tanks int) []event.Stack {
		s := []event.Stack{{Power: p, Type: board.Infantry, N: n}}
		if tanks > 0 {
			s = append(s, event.Stack{Power: p, Type: board.Tank, N: tanks})
		}
		return s
	}
	began := event.BattleBegan{Power: "Germany", Space: at, Attackers: stacks("Germany", 3, 1), Defenders: stacks("USSR", 2, 0)}
	att, def := event.Fired{Power: "Germany", Space: at, Attacking: true}, event.Fired{Power: "USSR", Space: at}
	att.Volleys = []event.Volley{{Units: stacks("Germany", 3, 0), Value: 1, Dice: []int{1, 4, 5}, Hits: 1},
		{Units: []event.Stack{{Power: "Germany", Type: board.Tank, N: 1}}, Value: 3, Dice: []int{2}, Hits: 1}}
	def.Volleys = []event.Volley{{Units: stacks("USSR", 2, 0), Value: 2, Dice: []int{6, 3}}}
	pos, err := position.New(set.Board, position.Data{Round: 1, Power: "Germany", Owner: make([]board.Power, len(set.Board.Spaces))})
	if err != nil {
		t.Fatal(err)
	}
	return &replay.Game{Setup: game.Setup{Name: "g42"}, Rules: set, Resolutions: []*game.Resolution{{
		Turn: 2, Round: 1, Power: "Germany", Before: pos,
		Rolls:  []dice.Roll{{Sides: 6, Dice: []int{1, 4, 5, 2}}, {Sides: 6, Dice: []int{6, 3}}},
		Result: adjudicator.Result{Events: []event.Event{began, att, def}},
	}}}
}

func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.Abs(got-want) > 1e-6 {
		t.Errorf("%s is %g, want %g", what, got, want)
	}
}

func TestLuckOfABattle(t *testing.T) {
	t.Parallel()
	l := luck.Of(ukraine(t))
	i := slices.IndexFunc(l.Powers, func(x luck.Line) bool { return x.Name == "Germany" })
	g := l.Powers[i]
	near(t, "expected", g.Expected, 3*1.0/6+3.0/6)
	near(t, "swing", g.Swing, (2-1)*3)                   // a Soviet infantry costs 3
	near(t, "suffered", g.Suffered, (0-2*2.0/6)*(14./4)) // three infantry and a tank cost 14
	near(t, "net", g.Net, 3+2*2.0/6*3.5)
	variance := (3*5.0/36+0.25)*9 + 2*(2.0/9)*3.5*3.5
	near(t, "sd", g.SD, math.Sqrt(variance))
	near(t, "low", g.Low, g.Net-1.959964*math.Sqrt(variance))
	if g.Percentile <= 50 || g.Percentile >= 100 || g.Hits != 2 || g.Dice != 4 {
		t.Errorf("%+v", g)
	}
	ussr := l.Powers[slices.IndexFunc(l.Powers, func(x luck.Line) bool { return x.Name == "USSR" })]
	near(t, "what one wins the other loses", g.Net+ussr.Net, 0)
	if l.Faces != [6]int{1, 1, 1, 1, 1, 1} || l.Dice != 6 || l.Chi.P != 1 || l.Chi.Enough {
		t.Errorf("faces %v, chi %+v", l.Faces, l.Chi)
	}
	if len(l.Battles) != 1 || l.Battles[0].Attacker.Hits != 2 || l.Battles[0].Defender.Dice != 2 || len(l.Units) != 2 {
		t.Errorf("battles %+v, units %+v", l.Battles, l.Units)
	}
}

// long is a made-up game of some rounds, counted; none of its tests changes it.
var long = sync.OnceValues(func() (*replay.Game, luck.Report) {
	p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised"}, 6, 3)
	if err != nil {
		panic(err)
	}
	b, err := p.Bundle()
	if err != nil {
		panic(err)
	}
	g, err := replay.Play(replay.Source{Setup: p.Setup, Records: b.Records, Sets: b.Sets, Parse: filing.Parse})
	if err != nil {
		panic(err)
	}
	return g, luck.Of(g)
})

// Every die is in the report once as a face, and once in the line of its power or as research.
func TestNoDieIsForgotten(t *testing.T) {
	t.Parallel()
	g, l := long()
	rolled, powers, units := 0, 0, 0
	for _, x := range g.Resolutions {
		for _, r := range x.Rolls {
			rolled += len(r.Dice)
		}
	}
	for _, p := range l.Powers {
		powers += p.Dice
	}
	research := 0
	for _, u := range l.Units {
		units += u.Dice
		if u.Name == "research" {
			research = u.Dice
		}
	}
	if rolled < 100 || l.Dice != rolled || units != rolled || powers+research != rolled {
		t.Errorf("%d rolled, %d faces, %d of powers and %d of research, %d of units", rolled, l.Dice, powers, research, units)
	}
	if l.Chi.P <= 0 || l.Chi.P > 1 || l.Runs.P <= 0 || l.Runs.P > 1 || !l.Chi.Enough || !l.Runs.Enough {
		t.Errorf("chi %+v, runs %+v", l.Chi, l.Runs)
	}
	if len(l.Course) != len(g.Resolutions) {
		t.Errorf("%d points for %d goes", len(l.Course), len(g.Resolutions))
	}
	for i, p := range l.Powers {
		near(t, "the end of the course", l.Course[len(l.Course)-1].Net[i], p.Net)
	}
}

func TestForms(t *testing.T) {
	t.Parallel()
	_, l := long()
	var text, table, html bytes.Buffer
	if err := errors.Join(l.Text(&text), l.CSV(&table), l.HTML(&html)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(text.String()) {
		if n := len([]rune(strings.TrimSuffix(line, "\n"))); n > 80 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
	rows, err := csv.NewReader(&table).ReadAll()
	if want := 1 + len(l.Powers) + len(l.Units) + 2*len(l.Battles) + 6; err != nil || len(rows) != want {
		t.Errorf("%d rows, want %d: %v", len(rows), want, err)
	}
	if _, err := json.Marshal(l); err != nil {
		t.Error(err)
	}
	page := html.String()
	for _, part := range []string{"<svg", "<polyline", "Germany", "default-src 'none'"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page has no %s", part)
		}
	}
	for _, bad := range []string{"http://", "https://", "<script", "NaN", "ZgotmplZ", "%!"} {
		if strings.Contains(page, bad) {
			t.Errorf("the page has %s", bad)
		}
	}
	wellFormed(t, page)
}

// wellFormed reads every plot of a page as XML.
func wellFormed(t *testing.T, page string) {
	t.Helper()
	for _, part := range strings.Split(page, "<svg")[1:] {
		svg, _, _ := strings.Cut("<svg"+part, "</svg>")
		d := xml.NewDecoder(strings.NewReader(svg + "</svg>"))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
		}
	}
}
