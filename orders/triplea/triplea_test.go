package triplea_test

import (
	"fmt"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/triplea"
)

// Summaries become orders: below each text its lines with an order, "=" and the orders, or "?" and why there is none.
func TestRead(t *testing.T) {
	t.Parallel()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	stand := func(p board.Power, at board.SpaceID, typ board.UnitType) (n int) {
		for u := range pos.In(at) {
			if u.Owner == p && u.Type == typ {
				n++
			}
		}
		return n
	}
	for name, test := range map[string]struct{ text, want string }{
		"a whole turn": {`
Game History

Round: 3

    Research Technology - Germans
        Germans spend 10 on tech rolls
        Germans roll dice for tech : 3,5

    Purchase Units - Germans
        Germans buy 3 armour and 1 infantry; Remaining resources: 2 PUs;

    Combat Move - Germans
        3 infantry and 1 armour moved from Ukraine S.S.R. to Caucasus
        2 bombers moved from Germany to Russia
        1 fighter moved from Germany to Karelia S.S.R.
        Germans undo move 3.
        1 fighter moved from Germany to Caucasus

    Combat - Germans
        Strategic bombing raid in Russia
            Germans roll dice for 2 bombers in Russia : 3,6
            Bombing raid in Russia causes 9 damage
        Battle in Caucasus
            Germans attack with 1 armour, 1 fighter and 3 infantry
            Russians defend with 3 infantry
            Germans roll dice for 1 armour, 1 fighter and 3 infantry in Caucasus, round 2 : 2/5 hits
            Casualties for Russians: 2 infantry
            1 fighter owned by the Germans retreated to Ukraine S.S.R.
            Germans win, taking Caucasus from Russians with 1 armour and 2 infantry remaining. Battle score for attacker is 3

    Non Combat Move - Germans
        1 fighter and 1 infantry moved from Caucasus to Ukraine S.S.R.

    Place Units - Germans
        3 armour and 1 infantry placed in Germany

    Turn Complete - Germans
        Germans collect 41 PUs; end with 43 PUs total
`, `Germany, 2 remain
Germans spend 10 on tech rolls ? which-tech
Germans buy 3 armour and 1 infantry; Remaining resources: 2 PUs; = buy 3 tanks, 1 infantry
3 infantry and 1 armour moved from Ukraine S.S.R. to Caucasus = move 3 infantry, 1 tank from Ukraine S.S.R. to Caucasus
2 bombers moved from Germany to Russia = bomb Russia with 2 bombers from Germany
1 fighter moved from Germany to Karelia S.S.R. ? undone
1 fighter moved from Germany to Caucasus = move 1 fighter from Germany to Caucasus
1 fighter owned by the Germans retreated to Ukraine S.S.R. ? by-the-dice
1 fighter and 1 infantry moved from Caucasus to Ukraine S.S.R. = land 1 fighter from Caucasus in Ukraine S.S.R. | move 1 infantry from Caucasus to Ukraine S.S.R.
3 armour and 1 infantry placed in Germany = place 3 tanks, 1 infantry in Germany
`},
		"a landing": {`
Combat Move - British
    1 transport moved from 2 Sea Zone to 6 Sea Zone
    1 armour and 1 infantry moved from United Kingdom to 6 Sea Zone
    1 armour, 1 battleship, 1 infantry and 1 transport moved from 6 Sea Zone to 3 Sea Zone
    1 armour moved from 3 Sea Zone to Norway
    1 infantry moved from 3 Sea Zone to Norway
`, `UK, -1 remain
1 transport moved from 2 Sea Zone to 6 Sea Zone with 6
1 armour and 1 infantry moved from United Kingdom to 6 Sea Zone with 6
1 armour, 1 battleship, 1 infantry and 1 transport moved from 6 Sea Zone to 3 Sea Zone = move 1 battleship from SZ6 to SZ3
1 armour moved from 3 Sea Zone to Norway = ship 1 tank from United Kingdom to Norway via SZ6, SZ3
1 infantry moved from 3 Sea Zone to Norway = ship 1 infantry from United Kingdom to Norway via SZ6, SZ3
`},
		"two kinds at once": {`
Combat Move - Japanese
    2 infantry moved from Japan to 60 Sea Zone
    1 artillery moved from Manchuria to 60 Sea Zone
    1 artillery, 2 infantry and 2 transports moved from 60 Sea Zone to 63 Sea Zone
    1 artillery and 2 infantry moved from 63 Sea Zone to Soviet Far East
`, `Japan, -1 remain
2 infantry moved from Japan to 60 Sea Zone with 6
1 artillery moved from Manchuria to 60 Sea Zone with 6
1 artillery, 2 infantry and 2 transports moved from 60 Sea Zone to 63 Sea Zone with 6
1 artillery and 2 infantry moved from 63 Sea Zone to Soviet Far East = ship 1 artillery from Manchuria to Soviet Far East via SZ60, SZ63 | ship 2 infantry from Japan to Soviet Far East via SZ60, SZ63
`},
		"aboard, and aboard before": {`
Non Combat Move - Americans
    1 infantry moved from Eastern United States to 10 Sea Zone
    1 infantry and 1 transport moved from 10 Sea Zone to 11 Sea Zone
    1 armour moved from 12 Sea Zone to Algeria
    1 submarine moved from 52 Sea Zone to 53 Sea Zone
    1 carrier and 1 transport moved from 52 Sea Zone to 53 Sea Zone
    1 aaGun moved from Anglo Egypt to Trans-Jordan
    2 factories moved from Kwantung to Philipine Islands
`, `USA, -1 remain
1 infantry moved from Eastern United States to 10 Sea Zone = load 1 infantry from Eastern United States onto 1 transport in SZ10 and sail to SZ11
1 infantry and 1 transport moved from 10 Sea Zone to 11 Sea Zone with 3
1 armour moved from 12 Sea Zone to Algeria = unload 1 tank from SZ12 to Algeria
1 submarine moved from 52 Sea Zone to 53 Sea Zone = move 1 submarine from SZ52 to SZ53
1 carrier and 1 transport moved from 52 Sea Zone to 53 Sea Zone = move 1 aircraft carrier from SZ52 to SZ53 | move 1 transport from SZ52 to SZ53
1 aaGun moved from Anglo Egypt to Trans-Jordan = move 1 antiaircraft gun from Anglo-Egypt to Trans-Jordan
2 factories moved from Kwantung to Philipine Islands = move 2 industrial complexes from Kwangtung to Philippine Islands
`},
		"ways told in parts": {`
Combat Move - Germans
    1 armour moved from Germany to Eastern Europe
    2 armour moved from Eastern Europe to Karelia S.S.R.
    1 fighter moved from Germany to Eastern Europe
    1 fighter moved from Eastern Europe to Belorussia
    1 fighter moved from Eastern Europe to Karelia S.S.R.
    1 bomber moved from Germany to 5 Sea Zone
    1 bomber moved from 5 Sea Zone to 3 Sea Zone
    1 bomber moved from 3 Sea Zone to 2 Sea Zone
    1 submarine moved from 8 Sea Zone to 7 Sea Zone
    1 submarine moved from 7 Sea Zone to 6 Sea Zone
`, `Germany, -1 remain
1 armour moved from Germany to Eastern Europe with 4
2 armour moved from Eastern Europe to Karelia S.S.R. = move 1 tank from Eastern Europe to Karelia S.S.R. | move 1 tank from Germany to Karelia S.S.R. via Eastern Europe
1 fighter moved from Germany to Eastern Europe with 7
1 fighter moved from Eastern Europe to Belorussia = move 1 fighter from Eastern Europe to Belorussia
1 fighter moved from Eastern Europe to Karelia S.S.R. = move 1 fighter from Germany to Karelia S.S.R. via Eastern Europe
1 bomber moved from Germany to 5 Sea Zone with 10
1 bomber moved from 5 Sea Zone to 3 Sea Zone with 10
1 bomber moved from 3 Sea Zone to 2 Sea Zone = move 1 bomber from Germany to SZ2 via SZ5, SZ3
1 submarine moved from 8 Sea Zone to 7 Sea Zone with 12
1 submarine moved from 7 Sea Zone to 6 Sea Zone = move 1 submarine from SZ8 to SZ6 via SZ7
`},
		"two powers, in a quote, and what is not known": {`
> Purchase Units - Russians
>     Russians buy nothing; Remaining resources: 24 PUs;
> Combat Move - Russians
>     1 mech moved from Russia to West Russia
>     1 infantry moved from Moscow to West Russia
> Place Units - Russians
>     1 infantry placed in Leningrad
> Turn Complete - Russians
> Purchase Units - Germans
>     Germans buy 1 spaceship; Remaining resources: 0 PUs;
>     Hello, this is my turn
`, `USSR, 24 remain
Russians buy nothing; Remaining resources: 24 PUs; = buy nothing
1 mech moved from Russia to West Russia ? unknown-unit
1 infantry moved from Moscow to West Russia ? unknown-unit
1 infantry placed in Leningrad ? unknown-unit
Germany, 0 remain
Germans buy 1 spaceship; Remaining resources: 0 PUs; ? unknown-unit
`},
	} {
		if !triplea.Is(test.text) {
			t.Errorf("%s is no summary", name)
		}
		turns, err := triplea.Read(set.Board, test.text, stand)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, turn := range turns {
			fmt.Fprintf(&b, "%s, %d remain\n", turn.Power, turn.Remaining)
			for _, l := range turn.Lines {
				switch {
				case l.Order != "":
					fmt.Fprintf(&b, "%s = %s\n", l.Text, strings.ReplaceAll(l.Order, "\n", " | "))
				case l.With > 0:
					fmt.Fprintf(&b, "%s with %d\n", l.Text, l.With)
				default:
					fmt.Fprintf(&b, "%s ? %s\n", l.Text, l.Doubt)
				}
			}
		}
		if b.String() != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, b.String(), test.want)
		}
	}
	if triplea.Is("power Germany\ncombat\nmove 1 infantry from Germany to Eastern Europe\n") {
		t.Error("orders are no summary")
	}
}

// nobody stands anywhere.
func nobody(board.Power, board.SpaceID, board.UnitType) int { return 0 }

// Whatever is pasted is read without a crash.
func FuzzRead(f *testing.F) {
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("Combat Move - British\n1 infantry moved from United Kingdom to 6 Sea Zone\n" +
		"1 infantry and 1 transport moved from 6 Sea Zone to 3 Sea Zone\n1 infantry moved from 3 Sea Zone to Norway\n" +
		"British undo move 1.\n")
	f.Fuzz(func(t *testing.T, text string) {
		if _, err := triplea.Read(set.Board, text, nobody); err != nil {
			t.Error(err)
		}
	})
}
