package game

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

var monday = time.Date(2026, 1, 12, 18, 0, 0, 0, time.UTC)

func begin(t *testing.T, opts ...rules.Setting) (*Game, dice.Master) {
	t.Helper()
	master, err := dice.ParseMaster("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		t.Fatal(err)
	}
	_, vkey, err := history.GenerateKey(strings.NewReader(strings.Repeat("k", 64)), "pbem.example", "eastfront")
	if err != nil {
		t.Fatal(err)
	}
	g, err := Begin(Setup{Name: "eastfront", Rules: "revised", Options: opts, Created: monday}, master, vkey, "fieldpost test", monday)
	if err != nil {
		t.Fatal(err)
	}
	return g, master
}

// means are what decisions in tests need.
func means(master dice.Master) Means { return Means{Master: master, Now: monday, Parse: parse} }

// parse reads the lines that the tests here write.
func parse(_ *board.Board, lines []string, _ order.Phase, _ board.Power) (order.File, error) {
	var f order.File
	for _, l := range lines {
		switch {
		case l == "research rockets with 2 dice":
			f.Sheet = researchRockets().Sheet
		case l == "research rockets with 1 die":
			f.Sheet = researchRockets().Sheet
			f.Sheet.Parts[order.Research].Orders = []order.Order{order.ResearchTech{Tech: rules.Rockets, Dice: 1}}
		case l == "defend everywhere":
			f.Standing = append(f.Standing, order.Standing{Scope: order.DefendEverywhere, Space: board.NoSpace})
		case l == "losses infantry":
			losses := order.Tactic{Do: order.Losses, Losses: []order.Loss{{Type: board.Infantry}}}
			f.Standing[0].Tactics = []order.Tactic{losses}
		case strings.HasPrefix(l, "choose "):
			f.Answers = []order.Order{order.Choose{Advantages: strings.Split(strings.TrimPrefix(l, "choose "), ", ")}}
		default:
			return f, fmt.Errorf("line %q", l)
		}
	}
	return f, nil
}

// take makes changes the game's own.
func take(g *Game) func(Change, error) (Change, error) {
	return func(c Change, err error) (Change, error) {
		if err == nil {
			*g = *c.After
		}
		return c, err
	}
}

func researchRockets() order.File {
	var f order.File
	f.Sheet.Parts[order.Research] = order.PhaseOrders{Held: true, Orders: []order.Order{order.ResearchTech{Tech: rules.Rockets, Dice: 2}}}
	return f
}

func TestAGoIsALockAndATurnRecord(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	g.Note(monday, "RUS", "", dice.Sum([]byte("mail")))
	sheet := Lines{Text: []string{"research rockets with 2 dice"}}
	out, err := take(g)(g.File("USSR", researchRockets(), sheet, Lines{}, means(master)))
	if err != nil {
		t.Fatal(err)
	}
	if !out.Played || g.Chain.Len() != 3 || len(out.Rolls) != 1 || len(out.Rolls[0].Dice) != 2 {
		t.Fatalf("played %v, %d records, rolls %v", out.Played, g.Chain.Len(), out.Rolls)
	}
	ev := history.Evidence{Records: g.Chain.Records(), Sets: [][]byte{out.Sets[0].Bytes}, Intakes: [][]byte{out.Intake}, Whole: true}
	for _, f := range history.Verify(ev) {
		if f.Status == history.Fails {
			t.Errorf("%+v", f)
		}
	}
}

func TestTheSameGoGivesTheSameBytes(t *testing.T) {
	t.Parallel()
	var heads [2]dice.Hash
	for i := range heads {
		g, master := begin(t)
		if _, err := take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}}, Lines{}, means(master))); err != nil {
			t.Fatal(err)
		}
		heads[i] = g.Chain.Head()
	}
	if heads[0] != heads[1] {
		t.Error("two runs, two heads")
	}
}

func TestRefusedOrdersLeaveNoTrace(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	f := researchRockets()
	f.Sheet.Parts[order.Research].Orders = []order.Order{order.ResearchTech{Tech: rules.Rockets, Dice: 9}}
	out, err := take(g)(g.File("USSR", f, Lines{}, Lines{}, means(master)))
	if err != nil || !out.Refused || g.Chain.Len() != 1 {
		t.Errorf("refused %v, %d records, %v", out.Refused, g.Chain.Len(), err)
	}
}

func TestStandingOrdersAreOnlyPutOnFile(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	f := order.File{Standing: []order.Standing{{Scope: order.DefendEverywhere, Space: board.NoSpace}}}
	sheet := Lines{Text: []string{"defend everywhere", "losses infantry"}, Salt: "0b6e2c9d44f7a1833e5d90c2b7f86a14"}
	if out, err := take(g)(g.File("Germany", f, Lines{}, sheet, means(master))); err != nil || out.Played || g.Chain.Len() != 1 {
		t.Fatalf("%+v %v", out, err)
	}
	out, err := take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}}, Lines{}, means(master)))
	if err != nil {
		t.Fatal(err)
	}
	lock := out.Lock.Body.(*history.Lock)
	if len(lock.Orders) != 2 || lock.Orders[0].Role != "GER" || lock.Orders[0].Kind != dice.StandingOrders {
		t.Errorf("locked %v", lock.Orders)
	}
}

func TestBaseMustBeCurrent(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	genesis := g.Chain.Head().String()
	if !g.BaseKnown(genesis) {
		t.Error("the genesis published the commitment of epoch 1")
	}
	if _, err := take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}}, Lines{}, means(master))); err != nil {
		t.Fatal(err)
	}
	if g.BaseKnown(genesis) || !g.BaseKnown(g.Chain.Head().String()) || g.BaseKnown("no hash") {
		t.Error("an older base is known, or the current one is not")
	}
}

func TestRestore(t *testing.T) {
	t.Parallel()
	g, master := begin(t)
	if _, err := take(g)(g.File("USSR", researchRockets(), Lines{Text: []string{"research rockets with 2 dice"}}, Lines{}, means(master))); err != nil {
		t.Fatal(err)
	}
	chain, err := history.ReadChain(g.Setup.Name, g.Chain.Records())
	if err != nil {
		t.Fatal(err)
	}
	h, err := Restore(g.Setup, chain, g.Pos, g.Sets, g.Intake, g.Arrived)
	if err != nil || h.Chain.Head() != g.Chain.Head() {
		t.Errorf("%v", err)
	}
}

func TestBadNames(t *testing.T) {
	t.Parallel()
	err := Setup{Name: "East Front!", Rules: "revised"}.Check()
	if err == nil || !strings.Contains(err.Error(), `"east-front"`) {
		t.Errorf("%v", err)
	}
}

func TestASetupIsReadBackFromItsText(t *testing.T) {
	t.Parallel()
	s := Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{{Name: "victory", Value: "total"}},
		Advantages: map[board.Power][]string{"UK": {"Radar"}}}
	text, err := s.Text()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseSetup(text)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Text(); err != nil || string(got) != string(text) {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	if _, err := ParseSetup([]byte("pbd1 setup\ngame x\nrules chess\nend\n")); err == nil {
		t.Error("an unknown rule set was read")
	}
}

// A game may go on from a position that its set-up names: the text of the set-up, whose hash the genesis has, holds it
// whole.
func TestAGameBeginsWhereItsSetupSays(t *testing.T) {
	t.Parallel()
	s := Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{{Name: "advantages", Value: "on"}},
		Advantages: map[board.Power][]string{"UK": {"Radar"}}, Created: monday,
		Start: []string{"round 4", "turn JPN noncombat", "owner GER Caucasus", "money JPN 7", "tech JPN 2",
			"used UK Radar", "bought JPN 2 tank", "unit GER 2 infantry at Caucasus", "unit JPN 1 battleship damaged at SZ60",
			"unit JPN 1 transport at SZ61", "cargo JPN infantry"}}
	text, err := s.Text()
	if err != nil {
		t.Fatal(err)
	}
	again, err := ParseSetup(text)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := again.Text(); err != nil || string(got) != string(text) {
		t.Errorf("got\n%s\nwant\n%s", got, text)
	}
	for _, s := range []Setup{s, again} {
		set, pos, err := s.Begin()
		if err != nil {
			t.Fatal(err)
		}
		id, _ := set.Board.Find("Caucasus")
		japan, uk := pos.Nation("Japan"), pos.Nation("UK")
		if pos.Round() != 4 || pos.Power() != "Japan" || pos.Phase() != order.Noncombat || pos.Owner(id) != "Germany" ||
			japan.Money() != 7 || !japan.HasTech(2) || japan.Bought()[board.Tank] != 2 || !uk.HasUsed("Radar") ||
			!slices.Contains(uk.Advantages(), "Radar") ||
			len(slices.Collect(pos.Units())) != 5 {
			t.Errorf("it begins with\n%s", pos.Text(set.Board))
		}
	}
	s.Start = append(s.Start, "unit USSR 1 infantry at Caucasus")
	if err := s.Check(); err == nil {
		t.Error("a start that cannot be was taken")
	}
}

func TestWithdrawTakesBackWhatWaits(t *testing.T) {
	t.Parallel()
	g, _ := begin(t)
	if _, err := take(g)(g.Withdraw("USSR", monday)); err == nil {
		t.Error("nothing waits, and it was withdrawn")
	}
	positiontest.Change(g.Pos, func(d *position.Data) { d.Turn.Sheet.Done = 1 })
	if _, err := take(g)(g.Withdraw("USSR", monday)); err != nil || g.Pos.Turn().HasOrders() {
		t.Errorf("still filed: %v, %v", g.Pos.Turn().Sheet(), err)
	}
}

// A set-up that names no value for an option whose default has changed is older, and keeps what held when it was made;
// a new one names the value, so that its rules hash is another one.
func TestAChangedDefaultLeavesOldGamesAlone(t *testing.T) {
	t.Parallel()
	old := Setup{Name: "eastfront", Rules: "europe", Created: monday}
	young, err := old.Settled()
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		setup Setup
		want  map[string]string
	}{
		{"old", old, map[string]string{"interceptors-fight-on": "no", "surface": "owner"}},
		{"new", young, map[string]string{"interceptors-fight-on": "yes", "surface": "all"}},
	} {
		set, err := c.setup.Set()
		if err != nil {
			t.Fatal(err)
		}
		for name, want := range c.want {
			if got := set.Options.Get(name); got != want {
				t.Errorf("the %s game has %s %s, want %s", c.name, name, got, want)
			}
		}
		if (set.Raid.InterceptorsStay && set.Ships.MendAll) != (c.name == "new") {
			t.Errorf("the %s game plays by the other's rules", c.name)
		}
		text, err := c.setup.Text()
		if err != nil {
			t.Fatal(err)
		}
		again, err := ParseSetup(text)
		if err != nil {
			t.Fatal(err)
		}
		if set, err := again.Set(); err != nil || set.Options.Get("surface") != c.want["surface"] {
			t.Errorf("read back from its text the %s game is another one: %v", c.name, err)
		}
	}
	a, _ := old.Text()
	b, _ := young.Text()
	if bytes.Equal(a, b) || !bytes.Contains(b, []byte("option surface all\n")) || bytes.Contains(a, []byte("option")) {
		t.Errorf("old:\n%s\nnew:\n%s", a, b)
	}
}
