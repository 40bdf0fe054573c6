package movement_test

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// Land units: where they march, what they blitz through, and what stops them.
func TestMarches(t *testing.T) {
	t.Parallel()
	const front = "Ukraine S.S.R.: Germany 2 tank, 2 infantry, 1 antiaircraft gun\nWest Russia: USSR 1 infantry\nCaucasus: USSR 1 infantry"
	for _, x := range []lines{
		{name: "tanks and infantry go together", who: "Germany", setup: front,
			text: "move 1 tank, 2 infantry from ukraine s.s.r. to caucasus",
			want: `moved 1 tank: Ukraine S.S.R. > Caucasus, to fight
				moved 2 infantry: Ukraine S.S.R. > Caucasus, to fight
				battles: Caucasus`},
		{name: "a blitz captures what it goes through (R-16, R-17), and the way is named", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 tank\nPersia: UK 1 infantry",
			text:  "move 1 tank from ukraine s.s.r. to persia",
			want: `1 way-taken tank Ukraine S.S.R. > Persia (Caucasus)
				captured Caucasus
				moved 1 tank: Ukraine S.S.R. > Caucasus > Persia, to fight
				battles: Persia`},
		{name: "what others blitz through is a target (R-135)", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 tank, 1 infantry\nPersia: UK 1 infantry",
			text:  "move 1 tank from ukraine s.s.r. to persia via caucasus\nmove 1 infantry from ukraine s.s.r. to caucasus",
			want: `captured Caucasus
				moved 1 tank: Ukraine S.S.R. > Caucasus > Persia, to fight
				moved 1 infantry: Ukraine S.S.R. > Caucasus
				battles: Persia, Caucasus`},
		{name: "an enemy on the way stops it (R-21)", who: "Germany", setup: front,
			text: "move 1 tank from ukraine s.s.r. to persia",
			want: "1 enemy-on-way tank Caucasus > Persia\nbattles: Persia"},
		{name: "it is too far", who: "Germany", setup: front,
			text: "move 1 tank from ukraine s.s.r. to kazakh s.s.r. via west russia, russia",
			want: "1 enemy-on-way tank West Russia > Kazakh S.S.R.\nbattles: Kazakh S.S.R."},
		{name: "friendly land is for noncombat (R-20)", who: "Germany", setup: front,
			text: "move 1 tank from ukraine s.s.r. to balkans",
			want: "1 friendly-target tank Balkans\nbattles: Balkans"},
		{name: "but not for those who began beside enemies (R-46)", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 infantry; USSR 1 infantry",
			text:  "move 1 infantry from ukraine s.s.r. to balkans",
			want:  "moved 1 infantry: Ukraine S.S.R. > Balkans\nbattles: Balkans"},
		{name: "nor for a blitz", who: "Germany", setup: "Ukraine S.S.R.: Germany 1 tank",
			text: "move 1 tank from ukraine s.s.r. to eastern europe via west russia",
			want: "1 not-adjacent tank West Russia > Eastern Europe\nbattles: Eastern Europe"},
		{name: "a blitz into friendly land is found (fine print 1)", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 tank\nowner USSR: Belorussia",
			text:  "move 1 tank from ukraine s.s.r. to eastern europe",
			want: `1 way-taken tank Ukraine S.S.R. > Eastern Europe (Belorussia)
				captured Belorussia
				moved 1 tank: Ukraine S.S.R. > Belorussia > Eastern Europe
				battles: Eastern Europe`},
		{name: "land units do not go to sea", who: "Germany", setup: front,
			text: "move 1 infantry from ukraine s.s.r. to sz16",
			want: "1 cannot-move-there infantry SZ16\nbattles: SZ16"},
		{name: "and do not walk off a ship", who: "UK", setup: "SZ6: UK 1 transport (aboard: 1 infantry)",
			text: "move 1 infantry from sz6 to norway",
			want: "1 aboard-ship infantry SZ6\nbattles: Norway"},
		{name: "nor does `all`", who: "UK", late: true, setup: "SZ6: UK 1 transport (aboard: 1 infantry)",
			text: "move all from sz6 to united kingdom",
			want: "1 nothing-to-move SZ6"},
		{name: "too few", who: "Germany", setup: front, text: "move 3 tanks from ukraine s.s.r. to caucasus",
			want: "1 too-few Germany tank Ukraine S.S.R. 2/3\nbattles: Caucasus"},
		{name: "two entries of a line are counted together", who: "Germany", setup: front,
			text: "move 2 tanks, 1 tank from ukraine s.s.r. to caucasus",
			want: `1 too-few Germany tank Ukraine S.S.R. 2/3
				moved 2 tank: Ukraine S.S.R. > Caucasus, to fight
				battles: Caucasus`},
		{name: "those that are left, where the phase takes them (fine print 9)", who: "Germany", setup: front,
			lax:  true,
			text: "move 3 tanks from ukraine s.s.r. to caucasus",
			want: "moved 2 tank: Ukraine S.S.R. > Caucasus, to fight\nbattles: Caucasus"},
		{name: "nothing left", who: "Germany", setup: front, lax: true,
			text: "move 1 artillery from ukraine s.s.r. to caucasus",
			want: "stayed in Ukraine S.S.R.: 1\nbattles: Caucasus"},
		{name: "units of a refused line are not left either", who: "Germany", setup: front, lax: true,
			text: "move 2 tanks from ukraine s.s.r. to persia\nmove 1 tank from ukraine s.s.r. to caucasus",
			want: "1 enemy-on-way tank Caucasus > Persia\nstayed in Ukraine S.S.R.: 1\nbattles: Persia, Caucasus"},
		{name: "left, but hindered (R-150)", who: "Germany", setup: front, lax: true,
			text: "move 1 infantry from ukraine s.s.r. to russia",
			want: "1 too-far infantry Ukraine S.S.R. > Russia 1/2\nbattles: Russia"},
		{name: "used by another line", who: "Germany", setup: front,
			text: "move 2 tanks from ukraine s.s.r. to caucasus\nmove 1 tank from ukraine s.s.r. to caucasus",
			want: "2 already-moved Germany tank Ukraine S.S.R. 0/1 named\nmoved 2 tank: Ukraine S.S.R. > Caucasus, to fight\nbattles: Caucasus"},
		{name: "some used by another line", who: "Germany", setup: front,
			text: "move 1 tank from ukraine s.s.r. to caucasus\nmove 2 tanks from ukraine s.s.r. to caucasus",
			want: "2 already-moved Germany tank Ukraine S.S.R. 1/2\nmoved 1 tank: Ukraine S.S.R. > Caucasus, to fight\nbattles: Caucasus"},
		{name: "not one's own", who: "Germany", setup: front, text: "move 1 ussr infantry from west russia to caucasus",
			want: "1 not-yours USSR infantry West Russia\nbattles: Caucasus"},
		{name: "all of everything: guns stay in combat", who: "Germany", setup: front,
			text: "move all from ukraine s.s.r. to caucasus",
			want: "moved 2 tank, 2 infantry: Ukraine S.S.R. > Caucasus, to fight\nbattles: Caucasus"},
		{name: "all of nothing", who: "Germany", setup: front, text: "move all from balkans to ukraine s.s.r.",
			want: "1 nothing-to-move Balkans\nbattles: Ukraine S.S.R."},
		{name: "all of a type that cannot go", who: "Germany", setup: front,
			text: "move all infantry from ukraine s.s.r. to persia",
			want: "1 too-far infantry Ukraine S.S.R. > Persia 1/2\nbattles: Persia"},
		{name: "guns move in noncombat", who: "Germany", late: true, setup: front,
			text: "move 1 antiaircraft gun, 1 infantry from ukraine s.s.r. to balkans",
			want: "moved 1 antiaircraft gun: Ukraine S.S.R. > Balkans\nmoved 1 infantry: Ukraine S.S.R. > Balkans"},
		{name: "nobody enters enemy land in noncombat", who: "Germany", late: true, setup: front,
			text: "move 1 tank from ukraine s.s.r. to caucasus",
			want: "1 hostile-target tank Caucasus"},
		{name: "nor goes through land with enemies", who: "Germany", late: true, setup: front,
			text: "move 1 tank from ukraine s.s.r. to persia",
			want: "1 hostile-target tank Caucasus"},
		{name: "who moved in combat has moved (R-22)", who: "Germany", late: true, setup: front,
			given: did("Ukraine S.S.R.", "Germany", board.Tank, position.MovedInCombat),
			text:  "move 1 tank from ukraine s.s.r. to balkans",
			want:  "1 already-moved Germany tank Ukraine S.S.R. 0/1 moved"},
		{name: "who fought has fought", who: "Germany", late: true, setup: front,
			given: did("Ukraine S.S.R.", "Germany", board.Tank, position.Fought),
			text:  "move 1 tank from ukraine s.s.r. to balkans",
			want:  "1 already-moved Germany tank Ukraine S.S.R. 0/1 fought"},
		{name: "who came ashore stays there", who: "Germany", late: true, setup: front,
			given: did("Ukraine S.S.R.", "Germany", board.Tank, position.UnloadedThisTurn),
			text:  "move 1 tank from ukraine s.s.r. to balkans",
			want:  "1 already-moved Germany tank Ukraine S.S.R. 0/1 ashore"},
		{name: "a gun that fired a rocket stays", who: "Germany", late: true, setup: front,
			given: did("Ukraine S.S.R.", "Germany", board.AAGun, position.FiredRocket),
			text:  "move 1 antiaircraft gun from ukraine s.s.r. to balkans",
			want:  "1 already-moved Germany antiaircraft gun Ukraine S.S.R. 0/1 fired"},
		{name: "who retreated stays", who: "Germany", late: true, setup: front,
			given: did("Ukraine S.S.R.", "Germany", board.Tank, position.RetreatedNow),
			text:  "move 1 tank from ukraine s.s.r. to balkans",
			want:  "1 already-moved Germany tank Ukraine S.S.R. 0/1 retreated"},
		{name: "the same space", who: "Germany", late: true, setup: front,
			text: "move 1 tank from ukraine s.s.r. to ukraine s.s.r.",
			want: "1 same-space tank Ukraine S.S.R."},
		{name: "neutral land (R-24)", who: "Germany", late: true,
			setup: "Balkans: Germany 1 infantry\nTurkey: Germany 1 infantry",
			text:  "move 1 infantry from balkans to turkey",
			want:  "1 neutral-land infantry Turkey"},
		{name: "complexes stay", who: "UK", late: true, setup: "India: UK 1 industrial complex",
			text: "move 1 industrial complex from india to persia",
			want: "1 complex-stays USSR industrial complex Mobile Industry"},
	} {
		t.Run(x.name, x.run)
	}
}

// Ships: where they sail, what stops them.
func TestSailing(t *testing.T) {
	t.Parallel()
	for _, x := range []lines{
		{name: "two zones; the way is named", who: "UK", late: true, setup: "SZ8: UK 1 destroyer",
			text: "move 1 destroyer from sz8 to sz3",
			want: "1 way-taken destroyer SZ8 > SZ3 (SZ2)\nmoved 1 destroyer: SZ8 > SZ2 > SZ3"},
		{name: "not three", who: "UK", late: true, setup: "SZ8: UK 1 destroyer",
			text: "move 1 destroyer from sz8 to sz4",
			want: "1 too-far destroyer SZ8 > SZ4 2/3"},
		{name: "an attack needs an enemy", who: "UK", setup: "SZ8: UK 1 destroyer",
			text: "move 1 destroyer from sz8 to sz7",
			want: "moved 1 destroyer: SZ8 > SZ7\nbattles: SZ7"},
		{name: "noncombat does not enter hostile zones (R-50)", who: "UK", late: true,
			setup: "SZ8: UK 1 destroyer\nSZ7: Germany 1 submarine",
			text:  "move 1 destroyer from sz8 to sz7", want: "1 hostile-target destroyer SZ7"},
		{name: "nor goes through them", who: "UK", late: true, setup: "SZ12: UK 1 destroyer\nSZ7: Germany 1 submarine",
			text: "move 1 destroyer from sz12 to sz6", want: "1 hostile-target destroyer SZ7"},
		{name: "submarines slip past those without a destroyer", who: "UK", late: true,
			setup: "SZ12: UK 1 submarine\nSZ7: Germany 1 battleship",
			text:  "move 1 submarine from sz12 to sz6",
			want:  "1 way-taken submarine SZ12 > SZ6 (SZ7)\nmoved 1 submarine: SZ12 > SZ7 > SZ6"},
		{name: "but do not end there", who: "UK", late: true, setup: "SZ12: UK 1 submarine\nSZ7: Germany 1 battleship",
			text: "move 1 submarine from sz12 to sz7", want: "1 hostile-target submarine SZ7"},
		{name: "a destroyer stops them", who: "UK",
			setup: "SZ12: UK 1 submarine\nSZ7: Germany 1 destroyer\nSZ6: Germany 1 transport",
			text:  "move 1 submarine from sz12 to sz6", want: "1 enemy-on-way submarine SZ7 > SZ6\nbattles: SZ6"},
		{name: "a canal is closed without its banks (R-52)", who: "UK", late: true,
			setup: "SZ15: UK 1 destroyer\nowner Germany: Trans-Jordan",
			text:  "move 1 destroyer from sz15 to sz34", want: "1 canal-closed destroyer SZ15 > SZ34 (Trans-Jordan)"},
		{name: "ships do not go ashore", who: "UK", late: true, setup: "SZ8: UK 1 destroyer",
			text: "move 1 destroyer from sz8 to united kingdom",
			want: "1 cannot-move-there destroyer United Kingdom"},
		{name: "the same zone", who: "UK", late: true, setup: "SZ8: UK 1 destroyer",
			text: "move 1 destroyer from sz8 to sz8",
			want: "1 same-space destroyer SZ8"},
		{name: "loaded ships are meant first", who: "UK", late: true,
			setup: "SZ8: UK 1 transport, 1 transport (aboard: 1 infantry)",
			text:  "move 1 transport from sz8 to sz7\nunload 1 infantry from sz7 to united kingdom",
			want:  "moved 1 transport: SZ8 > SZ7\nunloaded 1 infantry: SZ7 > United Kingdom"},
		{name: "those that were there before those that came", who: "UK", late: true,
			setup: "SZ8: UK 1 destroyer\nSZ7: UK 1 destroyer",
			text:  "move 1 destroyer from sz8 to sz7\nmove 1 destroyer from sz7 to sz6",
			want:  "moved 1 destroyer: SZ8 > SZ7\nmoved 1 destroyer: SZ7 > SZ6"},
		{name: "all ships", who: "UK", late: true, setup: "SZ8: UK 1 destroyer, 1 transport, 1 submarine",
			text: "move all from sz8 to sz7",
			want: "moved 1 destroyer, 1 transport, 1 submarine: SZ8 > SZ7"},
		{name: "submarines come up at the end (R-49)", who: "UK", late: true, setup: "SZ8: UK 2 submarine",
			given: submerged("SZ8"),
			want:  "surfaced 2 submarine: SZ8"},
		{name: "a carrier on which a fighter landed stays (R-35)", who: "UK", late: true,
			setup: "SZ8: UK 1 aircraft carrier (aboard: 1 fighter)",
			given: did("SZ8", "UK", board.Fighter, position.Arrived), text: "move 1 aircraft carrier from sz8 to sz7",
			want: "1 carrier-stays aircraft carrier SZ8"},
	} {
		t.Run(x.name, x.run)
	}
}
