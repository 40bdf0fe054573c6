package movement_test

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
)

// What lines declare for the fight: rockets, bombardments, the order of the battles.
func TestDeclarations(t *testing.T) {
	t.Parallel()
	const coast = "SZ6: UK 2 battleship, 1 destroyer, 1 transport (aboard: 1 infantry)\nNorway: Germany 1 infantry"
	for _, x := range []lines{
		{name: "a battleship bombards where units land (R-65)", who: "UK", setup: coast,
			text: "unload 1 infantry from sz6 to norway\nbombard norway with 1 battleship in sz6",
			want: "landing in Norway from SZ6: 1\nbattleship bombards Norway\nbattles: Norway"},
		{name: "all of them", who: "UK", setup: coast,
			text: "unload 1 infantry from sz6 to norway\nbombard norway with all battleships in sz6",
			want: "landing in Norway from SZ6: 1\nbattleship bombards Norway\nbattleship bombards Norway\nbattles: Norway"},
		{name: "each once (R-66)", who: "UK", setup: coast,
			text: "unload 1 infantry from sz6 to norway\nbombard norway with 2 battleships in sz6\nbombard norway with 1 battleship in sz6",
			want: `3 no-bombarder battleship SZ6 > Norway 0/1
				landing in Norway from SZ6: 1
				battleship bombards Norway
				battleship bombards Norway
				battles: Norway`},
		{name: "as many as there are, where the phase takes them", who: "UK", setup: coast, lax: true,
			text: "unload 1 infantry from sz6 to norway\nbombard norway with 3 battleships in sz6",
			want: "landing in Norway from SZ6: 1\nbattleship bombards Norway\nbattleship bombards Norway\nbattles: Norway"},
		{name: "not more than there are", who: "UK", setup: coast,
			text: "unload 1 infantry from sz6 to norway\nbombard norway with 3 battleships in sz6",
			want: "2 no-bombarder battleship SZ6 > Norway 2/3\nlanding in Norway from SZ6: 1\nbattles: Norway"},
		{name: "destroyers do not", who: "UK", setup: coast,
			text: "unload 1 infantry from sz6 to norway\nbombard norway with 1 destroyer in sz6",
			want: "2 no-bombarder destroyer SZ6 > Norway 0/1\nlanding in Norway from SZ6: 1\nbattles: Norway"},
		{name: "nobody bombards without a landing", who: "UK", setup: coast,
			text: "bombard norway with 1 battleship in sz6",
			want: "1 no-landing-there Norway > SZ6"},
		{name: "from the zone of the landing", who: "UK", setup: coast + "\nSZ3: UK 1 battleship",
			text: "unload 1 infantry from sz6 to norway\nbombard norway with 1 battleship in sz3",
			want: "2 no-landing-there Norway > SZ3\nlanding in Norway from SZ6: 1\nbattles: Norway"},
		{name: "a rocket (R-102)", who: "Germany",
			setup: "tech Germany: 2\nUkraine S.S.R.: Germany 1 antiaircraft gun\nCaucasus: USSR 1 industrial complex",
			text:  "rocket caucasus from ukraine s.s.r.", want: "rocket Ukraine S.S.R. > Caucasus"},
		{name: "rockets must be known", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 antiaircraft gun\nCaucasus: USSR 1 industrial complex",
			text:  "rocket caucasus from ukraine s.s.r.", want: "1 no-rockets Germany"},
		{name: "Europe has none", rules: "europe", who: "Germany",
			setup: "Poland: Germany 1 antiaircraft gun\nMoscow: USSR 1 industrial complex",
			text:  "rocket moscow from poland", want: "1 no-technology Germany"},
		{name: "one for each territory (T-39)", who: "Germany",
			setup: "tech Germany: 2\nUkraine S.S.R.: Germany 2 antiaircraft gun\nCaucasus: USSR 1 industrial complex\nRussia: USSR 1 industrial complex",
			text:  "rocket caucasus from ukraine s.s.r.\nrocket russia from ukraine s.s.r.",
			want:  "2 already-moved Germany antiaircraft gun Ukraine S.S.R. 0/1 named\nrocket Ukraine S.S.R. > Caucasus"},
		{name: "one for each complex", who: "Germany",
			setup: "tech Germany: 2\nUkraine S.S.R.: Germany 1 antiaircraft gun\nWest Russia: Germany 1 antiaircraft gun\nCaucasus: USSR 1 industrial complex",
			text:  "rocket caucasus from ukraine s.s.r.\nrocket caucasus from west russia",
			want:  "2 rocket-twice antiaircraft gun Caucasus\nrocket Ukraine S.S.R. > Caucasus"},
		{name: "the target needs a complex", who: "Germany",
			setup: "tech Germany: 2\nUkraine S.S.R.: Germany 1 antiaircraft gun",
			text:  "rocket caucasus from ukraine s.s.r.", want: "1 no-complex-there antiaircraft gun Caucasus"},
		{name: "three spaces far", who: "Germany",
			setup: "tech Germany: 2\nGermany: Germany 1 antiaircraft gun\nRussia: USSR 1 industrial complex",
			text:  "rocket russia from germany", want: "1 too-far antiaircraft gun Germany > Russia 3/4"},
		{name: "a gun that was captured this turn does not fire", who: "Germany", given: captured("Ukraine S.S.R."),
			setup: "tech Germany: 2\nUkraine S.S.R.: Germany 1 antiaircraft gun\nCaucasus: USSR 1 industrial complex",
			text:  "rocket caucasus from ukraine s.s.r.", want: "1 gun-not-ready antiaircraft gun Ukraine S.S.R."},
		{name: "somebody fights the submarines", who: "UK", setup: "SZ6: UK 1 destroyer; Germany 1 submarine",
			text: "attack submarines in sz6",
			want: "battles: SZ6"},
		{name: "nobody does", who: "UK", setup: "SZ6: UK 1 destroyer\nSZ7: Germany 1 submarine",
			text: "attack submarines in sz7",
			want: "1 nobody-fights SZ7\nbattles: SZ7"},
		{name: "cargo does not", who: "UK",
			setup: "SZ6: USA 1 transport (aboard: 1 UK infantry); Germany 1 submarine",
			text:  "attack submarines in sz6",
			want:  "1 nobody-fights SZ6\nbattles: SZ6"},
		{name: "planes do", who: "UK", setup: "United Kingdom: UK 1 fighter\nSZ6: Germany 1 submarine",
			text: "move 1 fighter from united kingdom to sz6\nattack submarines in sz6",
			want: "moved 1 fighter: United Kingdom > SZ6, to fight\nbattles: SZ6"},
		{name: "the player's order of battles comes first (fine print 6)", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 2 infantry\nCaucasus: USSR 1 infantry",
			text:  "move 1 infantry from ukraine s.s.r. to caucasus\nbattle order sz5, caucasus",
			want:  "moved 1 infantry: Ukraine S.S.R. > Caucasus, to fight\nbattles: SZ5, Caucasus"},
		{name: "Europe: a raid needs a bomber (3.16)", rules: "europe", who: "Germany",
			setup: "Poland: Germany 1 fighter\nMoscow: USSR 1 industrial complex",
			text:  "bomb moscow with 1 fighter from poland via east poland, belorussia",
			want: `1 no-bomber Moscow
				moved 1 fighter: Poland > East Poland > Belorussia > Moscow, to fight
				raid on Moscow: 1`},
		{name: "Europe: another line may bring it", rules: "europe", who: "Germany",
			setup: "Poland: Germany 1 fighter, 1 bomber\nMoscow: USSR 1 industrial complex",
			text:  "bomb moscow with 1 fighter from poland via east poland, belorussia\nbomb moscow with 1 bomber from poland via east poland, belorussia",
			want: `1 no-landing-place fighter Moscow 1/0
				moved 1 fighter: Poland > East Poland > Belorussia > Moscow, to fight
				raid on Moscow: 1
				moved 1 bomber: Poland > East Poland > Belorussia > Moscow, to fight
				raid on Moscow: 1`},
		{name: "Europe: a bomber of a line with a fault counts (3.16)", rules: "europe", who: "Germany",
			setup: "Poland: Germany 1 fighter, 1 bomber\nMoscow: USSR 1 industrial complex\nEast Poland: Germany 1 infantry\nowner Germany: East Poland, Belorussia",
			text:  "bomb moscow with 1 fighter from poland via east poland, belorussia\nbomb moscow with 2 bombers from poland",
			want: `2 too-few Germany bomber Poland 1/2
				moved 1 fighter: Poland > East Poland > Belorussia > Moscow, to fight
				raid on Moscow: 1`},
	} {
		t.Run(x.name, x.run)
	}
}

// What only noncombat does: guns of the Middle East, a gun for each territory, taking over.
func TestGunsAndTheTakenOver(t *testing.T) {
	t.Parallel()
	gun := func(where string) func(*table) {
		return func(tb *table) {
			positiontest.Change(tb.Pos, func(d *position.Data) { d.Add(board.AAGun, board.MiddleEast, tb.At(where)) })
		}
	}
	moved := func(where string) func(*table) {
		return func(tb *table) {
			positiontest.ChangeIn(tb.Pos, tb.At(where), func(u *position.Unit) { u.Round = tb.Pos.Round() })
		}
	}
	for _, x := range []lines{
		{name: "friends move the guns of the Middle East (3.13)", rules: "europe", who: "UK", late: true,
			given: gun("Egypt"),
			text:  "move 1 antiaircraft gun from egypt to palestine",
			want:  "moved 1 Middle East antiaircraft gun: Egypt > Palestine\nguns tended: 1"},
		{name: "once a round", rules: "europe", who: "UK", late: true, given: all(gun("Egypt"), moved("Egypt")),
			text: "move 1 antiaircraft gun from egypt to palestine", want: "1 gun-moved-already Egypt"},
		{name: "enemies do not", rules: "europe", who: "Germany", late: true, given: gun("Egypt"),
			text: "move 1 antiaircraft gun from egypt to libya", want: "1 too-few Germany antiaircraft gun Egypt 0/1"},
		{name: "a territory takes one gun (3.12)", rules: "europe", who: "UK", late: true,
			setup: "Gibraltar: UK 1 infantry", given: all(gun("Egypt"), gun("Palestine")),
			text: "move 1 antiaircraft gun from egypt to palestine",
			want: "1 second-gun Palestine\nmoved 1 Middle East antiaircraft gun: Egypt > Palestine\nguns tended: 1"},
		{name: "unless the other leaves", rules: "europe", who: "UK", late: true,
			given: all(gun("Egypt"), gun("Palestine")),
			text:  "move 1 antiaircraft gun from egypt to palestine\nmove 1 antiaircraft gun from palestine to trans-jordan",
			want: `moved 1 Middle East antiaircraft gun: Egypt > Palestine
				moved 1 Middle East antiaircraft gun: Palestine > Trans-Jordan
				guns tended: 2`},
		{name: "a captured gun stays (3.12)", rules: "europe", who: "Germany", late: true,
			setup: "Poland: Germany 1 antiaircraft gun",
			given: did("Poland", "Germany", board.AAGun, position.CapturedNow),
			text:  "move 1 antiaircraft gun from poland to germany",
			want:  "1 gun-captured Poland"},
		{name: "the Soviet Union takes over allies on its land (3.11)", rules: "europe", who: "USSR", late: true,
			setup: "Archangel: UK 2 infantry; USSR 1 infantry",
			text:  "take over 1 uk infantry in archangel\nmove 1 infantry from archangel to karelia",
			want:  "took over 1 UK infantry: Archangel\nmoved 1 infantry: Archangel > Karelia"},
		{name: "who was taken over does not move", rules: "europe", who: "USSR", late: true,
			setup: "Archangel: UK 1 infantry",
			text:  "take over 1 uk infantry in archangel\nmove 1 infantry from archangel to karelia",
			want:  "2 already-moved USSR infantry Archangel 0/1 moved\ntook over 1 UK infantry: Archangel"},
		{name: "others take over nobody", rules: "europe", who: "UK", late: true,
			setup: "United Kingdom: USA 1 infantry", text: "take over 1 usa infantry in united kingdom",
			want: "1 no-take-over UK United Kingdom"},
		{name: "nor the Soviet Union elsewhere", rules: "europe", who: "USSR", late: true,
			setup: "Gibraltar: UK 1 infantry", text: "take over 1 uk infantry in gibraltar",
			want: "1 not-home-land USSR Gibraltar"},
		{name: "with the option only beside a complex", rules: "europe", opts: []string{"patriotic-war", "factory"},
			who: "USSR", late: true, setup: "Archangel: UK 1 infantry",
			text: "take over 1 uk infantry in archangel", want: "1 no-own-complex USSR Archangel"},
	} {
		t.Run(x.name, x.run)
	}
}
