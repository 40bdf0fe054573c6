package archive_test

import (
	"errors"
	"strings"
	"sync"
	"testing"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/archive"
	"fieldpost/orders/filing"
	"fieldpost/orders/gametest"
	"fieldpost/orders/syntax"
)

// replayed is the made-up game in which all tests look; none changes it.
var replayed = sync.OnceValue(func() *replay.Game {
	p, err := gametest.Play(game.Setup{Name: "eastfront", Rules: "revised"}, 4, 7)
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
	return g
})

func find(t *testing.T, g *replay.Game, q string) []archive.Hit {
	t.Helper()
	hits, err := archive.Find(g, q)
	if err != nil {
		t.Fatalf("%s: %v", q, err)
	}
	return hits
}

func TestBattles(t *testing.T) {
	t.Parallel()
	g := replayed()
	all := find(t, g, "battles by Germany")
	if len(all) < 3 {
		t.Fatalf("found %v", all)
	}
	space, _, _ := strings.Cut(all[0].Text, ":")
	in := find(t, g, "Battles in "+space)
	if len(in) == 0 || in[0] != all[0] {
		t.Errorf("battles in %s: %v", space, in)
	}
	if !strings.Contains(all[0].Text, " attack ") || all[0].Record == 0 {
		t.Errorf("%s", all[0])
	}
}

func TestWhoHeld(t *testing.T) {
	t.Parallel()
	g := replayed()
	hits := find(t, g, "who held Ukraine")
	if hits[0].String() != "set-up: Germany" {
		t.Errorf("%s", hits[0])
	}
	at, err := syntax.FindSpace(g.Rules.Board, "Ukraine")
	if err != nil || hits[len(hits)-1].Text != string(g.Position.Owner(at)) {
		t.Errorf("the last holder is %s, the position says %s", hits[len(hits)-1], g.Position.Owner(at))
	}
	for i := 1; i < len(hits); i++ {
		if hits[i].Text == hits[i-1].Text {
			t.Errorf("%s twice", hits[i])
		}
	}
}

// Over 4 and under 5 together are all dice.
func TestRolls(t *testing.T) {
	t.Parallel()
	g := replayed()
	count := func(q string) int {
		n := 0
		for _, h := range find(t, g, q) {
			_, faces, _ := strings.Cut(h.Text, ": ")
			for f := range strings.FieldsSeq(faces) {
				if strings.HasSuffix(q, "over 4") && f < "5" || strings.HasSuffix(q, "under 5") && f > "4" {
					t.Errorf("%s: %s", q, h)
				}
				n++
			}
		}
		return n
	}
	all, high, low := count("rolls by Germany"), count("rolls by Germany over 4"), count("Würfe von Deutschland under 5")
	if high == 0 || low == 0 || high+low != all {
		t.Errorf("%d over 4, %d under 5, %d in all", high, low, all)
	}
}

func TestQuestionsThatAreNotUnderstood(t *testing.T) {
	t.Parallel()
	g := replayed()
	_, err := archive.Find(g, "where is Rommel")
	if q := (*archive.QuestionError)(nil); !errors.As(err, &q) || !strings.Contains(err.Error(), "battles in SZ5") {
		t.Errorf("%v", err)
	}
	if _, err := archive.Find(g, "who held Atlantis"); err == nil || !strings.Contains(err.Error(), "Atlantis") {
		t.Errorf("%v", err)
	}
}

func TestDiff(t *testing.T) {
	t.Parallel()
	g := replayed()
	if same := archive.Diff(g.Rules.Board, g.Start, g.Start.Clone()); len(same) != 0 {
		t.Errorf("%v", same)
	}
	after := g.Start.Clone()
	at, err := syntax.FindSpace(g.Rules.Board, "Ukraine")
	if err != nil {
		t.Fatal(err)
	}
	positiontest.Change(after, func(d *position.Data) {
		d.Owner[at] = "USSR"
		d.Nation("Germany").Money -= 5
	})
	var ids []int
	for u := range after.In(at) {
		ids = append(ids, u.ID)
	}
	positiontest.Change(after, func(d *position.Data) { d.Remove(ids...) })
	var got []string
	for _, c := range archive.Diff(g.Rules.Board, g.Start, after) {
		got = append(got, c.String())
	}
	want := []string{"Germany, ipc: 40 → 35", "Ukraine S.S.R., owner: Germany → USSR",
		"Ukraine S.S.R., units: Germany 3 infantry, Germany 1 artillery, Germany 1 tank, Germany 1 fighter → none"}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("got\n%s", strings.Join(got, "\n"))
	}
}
