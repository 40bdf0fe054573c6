package game

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
)

// two gives every power two national advantages.
func two(how string) []rules.Setting {
	return []rules.Setting{{Name: "advantages", Value: "on"}, {Name: "advantage-count", Value: "2"}, {Name: "advantage-choice", Value: how}}
}

func verified(t *testing.T, g *Game, sets, intakes [][]byte) {
	t.Helper()
	for _, f := range history.Verify(history.Evidence{Records: g.Chain.Records(), Sets: sets, Intakes: intakes, Whole: true}) {
		if f.Status == history.Fails {
			t.Errorf("%+v", f)
		}
	}
}

func TestRolledAdvantagesAreAGoOfTheirOwn(t *testing.T) {
	t.Parallel()
	g, master := begin(t, two("rolled")...)
	if !g.Rolls() {
		t.Fatal("nothing is to be rolled")
	}
	out, err := take(g)(g.AssignAdvantages(master, monday))
	if err != nil {
		t.Fatal(err)
	}
	if g.Chain.Len() != 3 || len(out.Lock.Body.(*history.Lock).Orders) != 0 || len(out.Rolls) < 10 || out.Rolls[0].Label != dice.AdvantageLabel("RUS", 1) {
		t.Errorf("%d records, rolls %v", g.Chain.Len(), out.Rolls)
	}
	for n := range g.Pos.Nations() {
		if err := rules.CheckChoice(n.Power(), n.Advantages(), 2); err != nil {
			t.Error(err)
		}
	}
	if a := g.Awaited(); len(a) != 1 || a[0].Power != "USSR" || a[0].What != "research" || !out.Happened(event.KindDealt) {
		t.Errorf("waits for %v", a)
	}
	verified(t, g, nil, [][]byte{out.Intake})
	if _, err := take(g)(g.AssignAdvantages(master, monday)); err == nil || g.Rolls() {
		t.Error("dealt twice")
	}
}

// send files a power's choice as the daemon does.
func send(t *testing.T, g *Game, master dice.Master, who board.Power, names ...string) Change {
	t.Helper()
	sheet := Lines{Text: []string{"choose " + strings.Join(names, ", ")}}
	out, err := take(g)(g.File(who, order.File{Answers: []order.Order{order.Choose{Advantages: names}}}, sheet, sheet, means(master)))
	if err != nil || out.Refused {
		t.Fatalf("%s: %v %v", who, err, out.Faults)
	}
	return out
}

// Choices stay on file until the last has come; then all are in force at once.
func TestChosenAdvantagesComeIntoForceTogether(t *testing.T) {
	t.Parallel()
	g, master := begin(t, two("chosen")...)
	turn := func(want order.Code) {
		t.Helper()
		early, err := take(g)(g.File("USSR", researchRockets(), Lines{}, Lines{}, means(master)))
		if err != nil || !early.Refused || early.Faults[0].Code != want {
			t.Fatalf("a turn before the deal: %+v %v, want %s", early.Faults, err, want)
		}
	}
	turn(order.YouAreAsked) // who is asked is told to choose first
	send(t, g, master, "UK", "French Resistance", "Radar")
	for i, p := range []board.Power{"UK", "USSR", "Germany", "Japan"} {
		names := rules.AdvantagesOf(p)[:2]
		out := send(t, g, master, p, names[1], names[0])
		if a := g.Awaited(); out.Played || g.Chain.Len() != 1 || len(g.Pos.Nation(p).Advantages()) > 0 || len(a) != 4-i || a[0].What != "advantages" {
			t.Fatalf("after %s: %d records, waits for %v", p, g.Chain.Len(), a)
		}
	}
	turn(order.NotDealt) // who has chosen waits for the others
	silent := adjudicator.DefaultAnswer(g.Rules, g.Pos, "USA").Answers[0].(order.Choose)
	out := send(t, g, master, "USA", silent.Advantages...)
	// five on file, and the last one opened
	if !out.Played || g.Chain.Len() != 3 || len(out.Rolls) != 0 || len(out.Lock.Body.(*history.Lock).Orders) != 6 {
		t.Fatalf("played %v, %d records", out.Played, g.Chain.Len())
	}
	for n := range g.Pos.Nations() {
		if !slices.Equal(n.Advantages(), rules.AdvantagesOf(n.Power())[:2]) || len(n.Answers()) > 0 {
			t.Errorf("%s has %v, on file %v", n.Power(), n.Advantages(), n.Answers())
		}
	}
	if a := g.Awaited(); len(a) != 1 || a[0].Power != "USSR" || a[0].What != "research" {
		t.Errorf("waits for %v", a)
	}
	verified(t, g, [][]byte{out.Sets[0].Bytes}, [][]byte{out.Intake})
}

func TestChoicesThatCannotBeTaken(t *testing.T) {
	t.Parallel()
	choosing, _ := begin(t, two("chosen")...)
	plain, _ := begin(t)
	for _, c := range []struct {
		g     *Game
		names []string
		want  order.Code
	}{
		{choosing, []string{"Radar", "Enigma Decoded"}, ""},
		{choosing, []string{"Radar", "Panzerblitz"}, order.NotItsOwn},
		{choosing, []string{"Radar", "Radar"}, order.ChosenTwice},
		{choosing, []string{"Radar"}, order.WrongNumber},
		{plain, []string{"Radar", "Enigma Decoded"}, order.NotChoosing},
	} {
		var got order.Code
		if fs := c.g.Judge("UK", order.File{Answers: []order.Order{order.Choose{Advantages: c.names}}}); len(fs) > 0 {
			got = fs[0].Code
		}
		if got != c.want {
			t.Errorf("%v: %q, want %q", c.names, got, c.want)
		}
	}
}

// Who has advantages from the set-up is not asked, whatever the options say.
func TestAdvantagesOfTheSetupNeedNoDeal(t *testing.T) {
	t.Parallel()
	s := Setup{Name: "eastfront", Rules: "revised", Options: two("chosen"), Advantages: map[board.Power][]string{"UK": {"Radar"}}}
	_, pos, err := s.Begin()
	if err != nil || adjudicator.AwaitingAdvantages(pos) || pos.Power() != "USSR" {
		t.Errorf("%v, %s is on turn", err, pos.Power())
	}
}
