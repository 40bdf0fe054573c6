package movement_test

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// Planes in combat moves: where they attack, past which guns, and that all of them could land.
func TestMissions(t *testing.T) {
	t.Parallel()
	for _, x := range []lines{
		{name: "a fighter attacks and could come home", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 fighter\nCaucasus: USSR 1 infantry",
			text:  "move 1 fighter from ukraine s.s.r. to caucasus",
			want:  "moved 1 fighter: Ukraine S.S.R. > Caucasus, to fight\nbattles: Caucasus"},
		{name: "one too far out could land nowhere (R-28)", who: "Germany",
			setup: "Germany: Germany 1 fighter\nKazakh S.S.R.: USSR 1 infantry",
			text:  "move 1 fighter from germany to kazakh s.s.r. via balkans, sz16, caucasus",
			want: `1 no-landing-place fighter Kazakh S.S.R.
				moved 1 fighter: Germany > Balkans > SZ16 > Caucasus > Kazakh S.S.R., to fight
				battles: Kazakh S.S.R.`},
		{name: "a bomber lands on land only", who: "UK",
			setup: "United Kingdom: UK 1 bomber\nSZ14: Germany 1 destroyer; UK 1 aircraft carrier",
			text:  "move 1 bomber from united kingdom to sz14 via sz8, sz7, sz12, sz13",
			want: `1 no-land-for-bomber bomber SZ14 1/0
				moved 1 bomber: United Kingdom > SZ8 > SZ7 > SZ12 > SZ13 > SZ14, to fight
				battles: SZ14`},
		{name: "a way past guns is noted, and that another is free of them", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 bomber\nCaucasus: USSR 1 antiaircraft gun\nKazakh S.S.R.: USSR 1 infantry",
			text:  "move 1 bomber from ukraine s.s.r. to kazakh s.s.r. via caucasus",
			want: `1 guns-avoidable bomber Kazakh S.S.R. (Caucasus) try West Russia; Russia
				bomber over guns: Caucasus
				moved 1 bomber: Ukraine S.S.R. > Caucasus > Kazakh S.S.R., to fight
				battles: Kazakh S.S.R.`},
		{name: "friendly land is no target (R-20)", who: "Germany", setup: "Ukraine S.S.R.: Germany 1 fighter",
			text: "move 1 fighter from ukraine s.s.r. to balkans",
			want: "1 friendly-target fighter Balkans\nbattles: Balkans"},
		{name: "nor is an empty zone", who: "Germany", setup: "Ukraine S.S.R.: Germany 1 fighter",
			text: "move 1 fighter from ukraine s.s.r. to sz16",
			want: "1 nothing-there fighter SZ16\nbattles: SZ16"},
		{name: "a fighter that began beside enemies may leave them", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 fighter; USSR 1 infantry",
			text:  "move 1 fighter from ukraine s.s.r. to balkans",
			want:  "moved 1 fighter: Ukraine S.S.R. > Balkans\nbattles: Balkans"},
		{name: "nobody flies over neutrals (R-24)", who: "Germany",
			setup: "Balkans: Germany 1 fighter\nPersia: UK 1 infantry",
			text:  "move 1 fighter from balkans to persia via sz16, turkey",
			want:  "1 neutral-land fighter Turkey\nbattles: Persia"},
		{name: "bombers raid a complex (R-104)", who: "Germany",
			setup: "Germany: Germany 1 bomber\nRussia: USSR 1 industrial complex",
			text:  "bomb russia with 1 bomber from germany",
			want: `1 way-taken bomber Germany > Russia (Balkans; Ukraine S.S.R.; West Russia)
				moved 1 bomber: Germany > Balkans > Ukraine S.S.R. > West Russia > Russia, to fight
				raid on Russia: 1`},
		{name: "fighters do not", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 fighter\nRussia: USSR 1 industrial complex",
			text:  "bomb russia with 1 fighter from ukraine s.s.r.", want: "1 not-a-bomber fighter"},
		{name: "nor do tanks", who: "Germany",
			setup: "Ukraine S.S.R.: Germany 1 tank\nRussia: USSR 1 industrial complex",
			text:  "bomb russia with 1 tank from ukraine s.s.r.", want: "1 not-a-bomber tank"},
		{name: "there is no complex", who: "Germany", setup: "Germany: Germany 1 bomber",
			text: "bomb caucasus with 1 bomber from germany",
			want: "1 no-complex-there Caucasus"},
		{name: "one's own is none", who: "Germany", setup: "Germany: Germany 1 bomber, 1 industrial complex",
			text: "bomb germany with 1 bomber from germany",
			want: "1 no-complex-there Germany"},
		{name: "no kamikaze without the advantage", who: "Japan",
			setup: "Japan: Japan 1 fighter\nSZ60: USA 1 destroyer",
			text:  "move 1 fighter from japan to sz60 kamikaze",
			want:  "1 no-kamikaze Japan fighter SZ60\nbattles: SZ60"},
		{name: "kamikaze needs no landing place, and a zone", who: "Japan",
			setup: "Japan: Japan 1 fighter\nSZ60: USA 1 destroyer",
			given: advantage("Japan", "Kamikaze"), text: "move 1 fighter from japan to sz60 kamikaze",
			want: "moved 1 fighter: Japan > SZ60, to fight\nbattles: SZ60"},
		{name: "a deck that is pledged to come is a landing place (R-30)", who: "Japan",
			setup: "SZ50: Japan 1 fighter; Japan 1 aircraft carrier\nSZ53: USA 1 destroyer",
			text:  "pledge 1 aircraft carrier from sz50 to sz52\nmove 1 fighter from sz50 to sz53 via sz51, sz52",
			want:  "moved 1 fighter: SZ50 > SZ51 > SZ52 > SZ53, to fight\npledged SZ50 > SZ52\nbattles: SZ53"},
		{name: "without the pledge it is none", who: "Japan",
			setup: "SZ50: Japan 1 fighter; Japan 1 aircraft carrier\nSZ53: USA 1 destroyer",
			text:  "move 1 fighter from sz50 to sz53 via sz51, sz52",
			want:  "1 no-landing-place fighter SZ53 1/0\nmoved 1 fighter: SZ50 > SZ51 > SZ52 > SZ53, to fight\nbattles: SZ53"},
		{name: "a deck takes two: a third fighter has none", who: "Japan",
			setup: "SZ50: Japan 3 fighter; Japan 1 aircraft carrier\nSZ53: USA 1 destroyer",
			text:  "pledge 1 aircraft carrier from sz50 to sz52\nmove 3 fighters from sz50 to sz53 via sz51, sz52",
			want: `2 no-landing-place fighter SZ53 1/0
				moved 3 fighter: SZ50 > SZ51 > SZ52 > SZ53, to fight
				pledged SZ50 > SZ52
				battles: SZ53`},
		{name: "a carrier that moved cannot be pledged", who: "Japan", setup: "SZ50: Japan 1 aircraft carrier",
			text: "move 1 aircraft carrier from sz50 to sz51\npledge 1 aircraft carrier from sz51 to sz52",
			want: "2 already-moved Japan aircraft carrier SZ51 0/1 named\nmoved 1 aircraft carrier: SZ50 > SZ51\nbattles: SZ51"},
		{name: "there is none", who: "Japan", setup: "SZ50: Japan 1 destroyer",
			text: "pledge 1 aircraft carrier from sz50 to sz52",
			want: "1 no-carrier-there Japan aircraft carrier SZ50 0/1"},
		{name: "a pledge reaches as far as the carrier", who: "Japan", setup: "SZ50: Japan 1 aircraft carrier",
			text: "pledge 1 aircraft carrier from sz50 to sz53",
			want: "1 too-far aircraft carrier SZ50 > SZ53 2/3"},
		{name: "through a zone that is fought for", who: "Japan",
			setup: "SZ50: Japan 1 aircraft carrier\nSZ51: USA 1 destroyer\nSZ60: Japan 1 battleship",
			text:  "move 1 battleship from sz60 to sz51\npledge 1 aircraft carrier from sz50 to sz52 ",
			want:  "moved 1 battleship: SZ60 > SZ51, to fight\npledged SZ50 > SZ52\nbattles: SZ51"},
		{name: "not through one that is not", who: "Japan",
			setup: "SZ50: Japan 1 aircraft carrier\nSZ45: USA 1 destroyer\nSZ51: USA 1 destroyer",
			text:  "pledge 1 aircraft carrier from sz50 to sz52", want: "1 hostile-target aircraft carrier SZ45"},
	} {
		t.Run(x.name, x.run)
	}
}

// Planes in noncombat moves: those that fought come home, the others move.
func TestFlights(t *testing.T) {
	t.Parallel()
	fought := func(where string, p board.Power, u board.UnitType) func(*table) {
		return did(where, p, u, position.Fought|position.MovedInCombat)
	}
	for _, x := range []lines{
		{name: "land where the line says (R-33)", who: "Germany", late: true, setup: "Caucasus: Germany 1 fighter",
			given: all(fought("Caucasus", "Germany", board.Fighter), start("Caucasus", "Germany")),
			text:  "land 1 fighter from caucasus in ukraine s.s.r.",
			want:  "flew 1 fighter: Caucasus > Ukraine S.S.R."},
		{name: "home without a line (D17)", who: "Germany", late: true, setup: "Caucasus: Germany 1 fighter",
			given: all(fought("Caucasus", "Germany", board.Fighter), start("Caucasus", "Ukraine S.S.R.")),
			want:  "flew 1 fighter: Caucasus > Ukraine S.S.R., by itself"},
		{name: "else to the nearest land with most own units", who: "Germany", late: true,
			setup: "Caucasus: Germany 1 fighter\nWest Russia: Germany 2 infantry\nUkraine S.S.R.: Germany 1 infantry",
			given: all(fought("Caucasus", "Germany", board.Fighter), start("Caucasus", "Japan")),
			want:  "flew 1 fighter: Caucasus > West Russia, by itself"},
		{name: "not on land that was taken this turn (R-23)", who: "Germany", late: true,
			setup: "Kazakh S.S.R.: Germany 1 fighter\nowner Germany: Caucasus",
			given: all(fought("Kazakh S.S.R.", "Germany", board.Fighter), start("Kazakh S.S.R.", "Germany"),
				captured("Caucasus")),
			text: "land 1 fighter from kazakh s.s.r. in caucasus",
			want: "1 no-landing-here fighter Caucasus\nlost 1 fighter: Kazakh S.S.R."},
		{name: "not on enemy land", who: "Germany", late: true, setup: "Ukraine S.S.R.: Germany 1 fighter",
			text: "land 1 fighter from ukraine s.s.r. in caucasus",
			want: "1 no-landing-here fighter Caucasus"},
		{name: "bombers do not land at sea (R-43)", who: "Germany", late: true, setup: "Germany: Germany 1 bomber",
			text: "land 1 bomber from germany in sz5",
			want: "1 bombers-ashore bomber SZ5"},
		{name: "fighters at sea need a deck", who: "Germany", late: true, setup: "Germany: Germany 1 fighter",
			text: "land 1 fighter from germany in sz5",
			want: "1 no-deck fighter SZ5"},
		{name: "there is one", who: "Germany", late: true,
			setup: "Germany: Germany 1 fighter\nSZ5: Germany 1 aircraft carrier",
			text:  "land 1 fighter from germany in sz5",
			want:  "flew 1 fighter: Germany > SZ5\non the deck of Germany: 1"},
		{name: "the ally's, if the line says so (R-38)", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ6: UK 1 aircraft carrier; USA 1 aircraft carrier",
			text:  "land 1 fighter from united kingdom in sz6 on 1 usa aircraft carrier",
			want:  "flew 1 fighter: United Kingdom > SZ6\non the deck of USA: 1"},
		{name: "else the own one", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ6: USA 1 aircraft carrier; UK 1 aircraft carrier",
			text:  "land 1 fighter from united kingdom in sz6",
			want:  "flew 1 fighter: United Kingdom > SZ6\non the deck of UK: 1"},
		{name: "two fit, a third does not", who: "UK", late: true,
			setup: "United Kingdom: UK 3 fighter\nSZ6: UK 1 aircraft carrier",
			text:  "land 2 fighters from united kingdom in sz6\nland 1 fighter from united kingdom in sz6",
			want:  "2 no-deck fighter SZ6\nflew 2 fighter: United Kingdom > SZ6\non the deck of UK: 1\non the deck of UK: 1"},
		{name: "a deck that comes there (R-35)", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ8: UK 1 aircraft carrier",
			text:  "land 1 fighter from united kingdom in sz6\nmove 1 aircraft carrier from sz8 to sz6 via sz7",
			want: `flew 1 fighter: United Kingdom > SZ6
				moved 1 aircraft carrier: SZ8 > SZ7 > SZ6
				on the deck of UK: 1`},
		{name: "one that fought has its fuel left only", who: "Germany", late: true,
			setup: "Caucasus: Germany 1 fighter\nowner Germany: Ukraine S.S.R.",
			given: all(fought("Caucasus", "Germany", board.Fighter), start("Caucasus", "Germany"), used("Caucasus", 3)),
			text:  "land 1 fighter from caucasus in eastern europe",
			want:  "1 too-far fighter Caucasus > Eastern Europe 1/2\nlost 1 fighter: Caucasus"},
		{name: "what finds no place is lost (R-36)", who: "Germany", late: true, setup: "SZ8: Germany 1 fighter",
			given: all(fought("SZ8", "Germany", board.Fighter), used("SZ8", 4)), want: "lost 1 fighter: SZ8"},
		{name: "a pledged carrier sails to a fighter that waits for it (R-35)", who: "Japan", late: true,
			setup: "SZ53: Japan 1 fighter\nSZ50: Japan 1 aircraft carrier",
			given: all(fought("SZ53", "Japan", board.Fighter), used("SZ53", 3), pledged("SZ50", "SZ52")),
			want:  "flew 1 fighter: SZ53 > SZ52, by itself\nmoved 1 aircraft carrier: SZ50 > SZ45 > SZ52, by itself\non the deck of Japan: 1"},
		{name: "and stays where nobody waits (D22)", who: "Japan", late: true,
			setup: "SZ50: Japan 1 aircraft carrier", given: pledged("SZ50", "SZ52"), want: ""},
		{name: "a pledge binds where a plane would be lost (R-35)", who: "Japan", late: true,
			setup: "SZ53: Japan 1 fighter\nSZ50: Japan 1 aircraft carrier",
			given: all(fought("SZ53", "Japan", board.Fighter), used("SZ53", 3), pledged("SZ50", "SZ52")),
			text:  "move 1 aircraft carrier from sz50 to sz58",
			want: `1 pledge-binds aircraft carrier SZ50 > SZ52
				flew 1 fighter: SZ53 > SZ52, by itself
				lost 1 fighter: SZ52`},
		{name: "and does not where none would", who: "Japan", late: true, setup: "SZ50: Japan 1 aircraft carrier",
			given: pledged("SZ50", "SZ52"),
			text:  "move 1 aircraft carrier from sz50 to sz58", want: "moved 1 aircraft carrier: SZ50 > SZ58"},
		{name: "planes and men go with one `all`", who: "Germany", late: true,
			setup: "Ukraine S.S.R.: Germany 1 fighter, 1 infantry", text: "move all from ukraine s.s.r. to balkans",
			want: "flew 1 fighter: Ukraine S.S.R. > Balkans\nmoved 1 infantry: Ukraine S.S.R. > Balkans"},
		{name: "`all` that finds only planes that fought is no fault", who: "Germany", late: true,
			setup: "Ukraine S.S.R.: Germany 1 fighter, 1 infantry",
			given: all(fought("Ukraine S.S.R.", "Germany", board.Fighter),
				did("Ukraine S.S.R.", "Germany", board.Infantry, position.Fought)),
			text: "move all from ukraine s.s.r. to balkans", want: "flew 1 fighter: Ukraine S.S.R. > Balkans"},
		{name: "a fighter waits for the deck that its line names", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ6: USA 1 aircraft carrier\nSZ8: UK 1 aircraft carrier",
			text:  "land 1 fighter from united kingdom in sz6 on 1 uk aircraft carrier\nmove 1 aircraft carrier from sz8 to sz6 via sz7",
			want: `flew 1 fighter: United Kingdom > SZ6
				moved 1 aircraft carrier: SZ8 > SZ7 > SZ6
				on the deck of UK: 1`},
		{name: "a deck becomes free where another fighter leaves it", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ6: UK 1 aircraft carrier (aboard: 2 fighter)",
			text:  "land 1 fighter from united kingdom in sz6\nland 1 fighter from sz6 in united kingdom",
			want: `flew 1 fighter: United Kingdom > SZ6
				flew 1 fighter: SZ6 > United Kingdom
				on the deck of UK: 1`},
		{name: "but not where it cannot, and then the first has no deck", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ6: UK 1 aircraft carrier (aboard: 2 fighter)",
			text:  "land 1 fighter from united kingdom in sz6\nland 1 fighter from sz6 in norway",
			want: `1 no-deck fighter SZ6
				2 no-landing-here fighter Norway
				flew 1 fighter: United Kingdom > SZ6
				lost 1 fighter: SZ6`},
		{name: "a line above that sends one off is done before", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ6: UK 1 aircraft carrier (aboard: 2 fighter)",
			text:  "land 1 fighter from sz6 in united kingdom\nland 1 fighter from united kingdom in sz6",
			want: `flew 1 fighter: SZ6 > United Kingdom
				flew 1 fighter: United Kingdom > SZ6
				on the deck of UK: 1`},
		{name: "of a carrier that does not come its own line has the fault", who: "UK", late: true,
			setup: "United Kingdom: UK 1 fighter\nSZ8: UK 1 aircraft carrier",
			text:  "land 1 fighter from united kingdom in sz6\nmove 1 aircraft carrier from sz8 to sz6 via sz12",
			want: `2 not-adjacent aircraft carrier SZ12 > SZ6
				flew 1 fighter: United Kingdom > SZ6
				lost 1 fighter: SZ6`},
		{name: "a fighter without a line comes home to its own deck (R-137)", who: "UK", late: true,
			setup: "SZ7: UK 1 fighter\nSZ6: UK 1 aircraft carrier; USA 1 aircraft carrier",
			given: all(fought("SZ7", "UK", board.Fighter), launched("SZ7", "USA")),
			want:  "flew 1 fighter: SZ7 > SZ6, by itself\non the deck of USA: 1"},
		{name: "a line lands planes only", who: "Germany", late: true, setup: "Ukraine S.S.R.: Germany 1 infantry",
			text: "land 1 infantry from ukraine s.s.r. in balkans",
			want: "1 cannot-move-there infantry Balkans"},
		{name: "nobody flies on without the advantage", who: "USA", late: true, setup: "India: USA 1 fighter",
			text: "land 1 fighter from india in persia and on to india",
			want: "1 no-flight-on fighter Persia"},
		{name: "Mideast Oil: from Persia on, with the whole range again", who: "UK", late: true,
			setup: "India: UK 1 fighter",
			given: advantage("UK", "Mideast Oil"),
			text:  "land 1 fighter from india in persia and on to russia via caucasus",
			want:  "flew 1 fighter: India > Persia\nflew 1 fighter: Persia > Caucasus > Russia"},
	} {
		t.Run(x.name, x.run)
	}
}
