package exchange_test

import (
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/exchange/exchangetest"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/randomtest"
)

// 1,000 positions of random play go out and come in again with the same text, but for what a file does not carry. With
// -short there are 100.
func TestRoundTrip(t *testing.T) {
	t.Parallel()
	want := 1000
	if testing.Short() {
		want = 100
	}
	trips, refused := 0, 0
	for seed := uint64(1); trips < want; seed++ {
		set := newSet(t)
		xml := exchangetest.Sample(set.Board, []string{"attach", "attatch"}[seed%2])
		pos, err := adjudicator.Start(set)
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(seed, 2004))
		for range 60 {
			if pos.Over() || trips == want {
				break
			}
			if roundTrip(t, xml, pos) {
				trips++
			} else {
				refused++
			}
			if t.Failed() {
				t.Fatalf("seed %d", seed)
			}
			pos = goOn(t, rnd, pos)
		}
	}
	if refused > want/10 {
		t.Errorf("%d positions were refused for %d that were written", refused, trips)
	}
}

// roundTrip writes and reads a position. False: it is one of those that the file cannot say.
func roundTrip(t *testing.T, xml []byte, pos *position.Position) bool {
	t.Helper()
	set := newSet(t)
	out, err := exchange.Write(xml, "random", set, pos)
	if err != nil {
		if !strings.Contains(err.Error(), "antiaircraft gun") {
			t.Error(err)
		}
		return false
	}
	in, err := exchange.Read(out.XML, set, exchange.Said{})
	if err != nil {
		t.Errorf("%v\n%s", err, pos.Text(set.Board))
		return false
	}
	if got, want := carried(t, set, in.Position), carried(t, set, pos); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	// what has come in goes out as the same file, but for what it did not carry
	again, err := exchange.Write(out.XML, "random", set, in.Position)
	if err != nil {
		t.Error(err)
	} else if third, err := exchange.Read(again.XML, set, exchange.Said{}); err != nil {
		t.Error(err)
	} else if third.Position.Text(set.Board) != in.Position.Text(set.Board) {
		t.Error("a second trip changes more than the first")
	}
	return true
}

// goOn plays some orders of whoever is awaited.
func goOn(t *testing.T, rnd *rand.Rand, pos *position.Position) *position.Position {
	t.Helper()
	set := newSet(t)
	for range 20 {
		waits := adjudicator.Awaited(set, pos)
		a := waits[rnd.IntN(len(waits))]
		player := randomtest.NewPlayer(rnd, set, pos, a.Power)
		f := player.Turn()
		if len(pos.Turn().Asked()) > 0 {
			f = player.Answer(a.What)
		}
		for range 6 {
			faults := adjudicator.Judge(set, pos, a.Power, f)
			if !order.Refuses(faults) {
				break
			}
			f = randomtest.Without(f, faults)
		}
		seed := dice.Hash(sha256.Sum256(fmt.Append(nil, rnd.Uint64())))
		res, err := adjudicator.Play(set, pos, a.Power, f, dice.NewStream(seed))
		if err != nil {
			t.Fatal(err)
		}
		if !res.Refused {
			return res.Position
		}
	}
	t.Fatal("no orders were accepted")
	return nil
}

// Everything that is no part of the position stays byte for byte as it was.
func TestWrite(t *testing.T) {
	t.Parallel()
	set := newSet(t, "victory", "minor", "raid-cap", "territory", "call-off", "no")
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	ukraine, _ := set.Board.Find("Ukraine S.S.R.")
	japan, _ := set.Board.Find("SZ60")
	positiontest.Change(pos, func(d *position.Data) {
		d.Round, d.Power, d.Phase = 3, "Germany", order.Combat
		d.Owner[ukraine] = "USSR"
		for i := range d.Units {
			if d.Units[i].At == ukraine {
				d.Units[i].Owner, d.Units[i].Original = "USSR", board.Nobody
			}
		}
		d.Nation("Germany").Techs = []int{2, 5}
		d.Nation("Germany").Advantages = []string{"Panzerblitz", "Wolf Packs"}
		d.Nation("USSR").Bought[board.Infantry] = 2
		for i := range d.Units {
			if d.Units[i].Type == board.Battleship && d.Units[i].At == japan {
				d.Units[i].Damaged = true
			}
		}
	})
	out, err := exchange.Write(exchangetest.Sample(set.Board, "attach"), "eastfront", set, pos)
	if err != nil {
		t.Fatal(err)
	}
	xml := string(out.XML)
	for _, want := range []string{
		`<!DOCTYPE game SYSTEM "game.dtd" [<!ENTITY strange "x">]>`,
		`<info name="fieldpost eastfront R3 Germany combat" version='1.0'/> <!-- ours -->`,
		`<territoryOwner territory="Ukraine S.S.R." owner="Russians"/>`,
		`<territoryOwner territory="Anglo Egypt" owner="British"/>`,
		"<option name=\"impassable\" value=\"false\"/>\n\t\t\t<option name=\"originalOwner\" value=\"Germans\"/>",
		`<option name="rocket" value="true"/>`,
		`<option name="destroyerBombard" value="true"/>`,
		`<heldUnits unitType="infantry" player="Russians" quantity="2"/>`,
		`unitType="battleship" territory="60 Sea Zone" quantity="1" owner="Japanese" hitsTaken="1"/>`,
		`<resourceGiven player="Germans" resource="techTokens" quantity="7"/>`,
		"maxRunCount=\"1\"/>\n\t\t\t<step name=\"germanCombatMove\"",
		"</sequence>\n\t\t<offset round=\"2\"/>",
		`<property name="Territory Turn Limit" value="true" editable="true">`,
		`<property name="Axis Projection of Power VCs" value="8">`,
		`<![CDATA[A & B <c>]]>`,
	} {
		if !strings.Contains(xml, want) {
			t.Errorf("the file has no %s", want)
		}
	}
	for _, not := range []string{"Bid", `owner=""`} {
		if strings.Contains(xml, not) {
			t.Errorf("the file has %s", not)
		}
	}
	want := "2 national advantages (Panzerblitz, Wolf Packs)|option call-off no"
	var lost []string
	for _, x := range out.NotCarried {
		lost = append(lost, x.String())
	}
	if got := strings.Join(lost, "|"); got != want {
		t.Errorf("not carried %q, want %q", got, want)
	}
	want = "TripleA will show round 3 for the USSR's next turn; it is round 4's."
	if got := strings.Join(out.Notes(set.Board), "|"); got != want {
		t.Errorf("notes %q, want %q", got, want)
	}
}

// What cannot be is refused with the place and a remedy.
func TestFaults(t *testing.T) {
	t.Parallel()
	set := newSet(t)
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	out, err := exchange.Write(exchangetest.Sample(set.Board, "attach"), "x", set, pos)
	if err != nil {
		t.Fatal(err)
	}
	infantry, owner := `<unitPlacement unitType="infantry" territory="Archangel"`,
		`<territoryOwner territory="Archangel" owner="Russians"/>`
	for _, test := range []struct{ old, with, want string }{
		{infantry, `<unitPlacement unitType="infantri" territory="Archangel"`,
			`there is no unit "infantri"; is it "infantry"?`},
		{infantry, `<unitPlacement unitType="infantry" territory="Archangle"`,
			`there is no territory "Archangle"; is it "Archangel"?`},
		{infantry, `<unitPlacement unitType="submarine" territory="Archangel"`,
			"a submarine cannot stand on land, in Archangel"},
		{owner, `<territoryOwner territory="Archangel" owner="Germans"/>`,
			"Archangel has units of USSR, and is held by Germany, an enemy; move them or change the owner"},
		{owner, strings.Repeat(owner, 2),
			"Archangel has an owner twice; leave one line"},
		{`resource="PUs" quantity="24"`, `resource="PUs" quantity="-1"`, `quantity "-1" is no number from 0 to 9999`},
		{`<territory name="Archangel"/>`, `<territory name="Leningrad"/>`,
			"this is another map: the board does not have Leningrad; the map does not have Archangel"},
		{`<option name="industrialTechnology" value="false"/>`, `<option name="industrialTechnology" value="true"/>`,
			"USSR has the technology industrialTechnology, which Revised does not have; set it to false"},
		{"initialize>", "initialise>", "the file has no <initialize>"},
		{"</game>", "", "this is no XML"},
		{"<game>", "<game>" + strings.Repeat("<a>", 16) + strings.Repeat("</a>", 16), "nested more than 16 deep"},
	} {
		if !strings.Contains(string(out.XML), test.old) {
			t.Errorf("the file has no %s", test.old)
		}
		_, err := exchange.Read([]byte(strings.Replace(string(out.XML), test.old, test.with, -1)), set, exchange.Said{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.with, err, test.want)
		}
	}
	if _, err := exchange.Read([]byte("\x1f\x8bsave"), set, exchange.Said{}); err == nil ||
		!strings.Contains(err.Error(), "save game") {
		t.Errorf("a save game: %v", err)
	}
}

// Whatever a file holds, reading it ends with a position or an error.
func FuzzRead(f *testing.F) {
	set := newSet(f)
	f.Add(exchangetest.Sample(set.Board, "attach"))
	f.Add([]byte("<game/>"))
	f.Fuzz(func(t *testing.T, xml []byte) {
		in, err := exchange.Read(xml, set, exchange.Said{})
		if err == nil && in.Position == nil {
			t.Error("neither a position nor an error")
		}
	})
}
