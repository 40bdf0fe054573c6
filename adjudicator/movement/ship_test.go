package movement_test

import (
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/position"
)

// Transports: what they load, where they sail and what they put ashore, and why they do not.
func TestShips(t *testing.T) {
	t.Parallel()
	const home = "SZ8: UK 1 transport\nUnited Kingdom: UK 3 infantry, 1 tank, 1 antiaircraft gun\nNorway: Germany 1 infantry"
	for _, x := range []lines{
		{name: "one loads, sails and lands; the way found is named (R-55, fine print 1)", who: "UK", setup: home,
			text: "ship 1 infantry from united kingdom to norway",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				landing in Norway from SZ3: 1
				battles: Norway`},
		{name: "a way that is named is taken and not named again", who: "UK", setup: home,
			text: "ship 1 infantry from united kingdom to norway via sz7, sz6",
			want: `loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ7 > SZ6
				landing in Norway from SZ6: 1
				battles: Norway`},
		{name: "two lines of one ship are one voyage (R-149), and taking aboard is a move too (R-60)", who: "UK",
			setup: home,
			text:  "ship 1 tank from united kingdom to norway\nship 1 infantry from united kingdom to norway",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				loaded 1 tank: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ3
				landing in Norway from SZ3: 2
				battles: Norway`},
		{name: "a ship goes where it can do what a later line asks (R-149)", who: "UK",
			setup: home + "\nWestern Europe: UK 1 infantry\nowner UK: Western Europe",
			text:  "ship 1 infantry from united kingdom to norway\nship 1 infantry from western europe to norway",
			want: `1 way-taken transport SZ8 > SZ6 (SZ7)
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ7 > SZ6
				loaded 1 infantry: Western Europe > SZ7
				moved 1 transport: SZ6
				landing in Norway from SZ6: 2
				battles: Norway`},
		{name: "not for a landing elsewhere (R-56)", who: "UK",
			setup: home + "\nWestern Europe: UK 1 infantry\nowner UK: Western Europe",
			text:  "ship 1 infantry from united kingdom to norway\nship 1 infantry from western europe to germany",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				2 no-transport infantry Western Europe > Germany (SZ3) 0/1
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				landing in Norway from SZ3: 1
				battles: Norway, Germany`},
		{name: "not where another ship can do it", who: "UK",
			setup: home + "\nWestern Europe: UK 1 infantry\nowner UK: Western Europe\nSZ7: UK 1 transport (aboard: 1 tank)",
			text:  "ship 1 infantry from united kingdom to norway by 1 transport in sz8\nship 1 infantry from western europe to norway",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				loaded 1 infantry: Western Europe > SZ7
				moved 1 transport: SZ7 > SZ6
				landing in Norway from SZ3: 1
				landing in Norway from SZ6: 1
				battles: Norway`},
		{name: "Tokyo Express: a destroyer that the line names", who: "Japan",
			setup: "Japan: Japan 1 infantry\nSZ60: Japan 1 transport, 1 destroyer",
			given: advantage("Japan", "Tokyo Express"),
			text:  "ship 1 infantry from japan to buryatia s.s.r. by 1 destroyer in sz60",
			want: `loaded 1 infantry: Japan > SZ60
				moved 1 destroyer: SZ60
				landing in Buryatia S.S.R. from SZ60: 1
				battles: Buryatia S.S.R.`},
		{name: "without it destroyers carry nobody", who: "Japan",
			setup: "Japan: Japan 1 infantry\nSZ60: Japan 1 transport, 1 destroyer",
			text:  "ship 1 infantry from japan to buryatia s.s.r. by 1 destroyer in sz60",
			want:  "1 no-transport infantry Japan > Buryatia S.S.R. (SZ60)\nbattles: Buryatia S.S.R."},
		{name: "transports in two zones fetch what one cannot carry", who: "UK", setup: "SZ2: UK 1 transport\n" + home,
			text: "ship 3 infantry from united kingdom to norway",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				loaded 2 infantry: United Kingdom > SZ2
				moved 1 transport: SZ2 > SZ3
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				landing in Norway from SZ3: 2
				landing in Norway from SZ3: 1
				battles: Norway`},
		{name: "what finds no room is too much (R-54)", who: "UK", setup: home,
			text: "ship 3 infantry from united kingdom to norway",
			want: "1 too-much-cargo Norway 1/2\nbattles: Norway"},
		{name: "of `all` the rest stays", who: "UK", setup: home,
			text: "ship all infantry from united kingdom to norway",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				loaded 2 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				landing in Norway from SZ3: 2
				battles: Norway`},
		{name: "guns are loaded in noncombat only (R-14)", who: "UK", setup: home,
			text: "ship 1 antiaircraft gun from united kingdom to norway",
			want: "1 only-in-noncombat antiaircraft gun\nbattles: Norway"},
		{name: "the nearest transport is named with its distance", who: "UK",
			setup: "SZ14: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			text:  "ship 1 infantry from united kingdom to norway",
			want:  "1 no-transport infantry United Kingdom > Norway (SZ14) 0/3\nbattles: Norway"},
		{name: "of two as near the first", who: "UK",
			setup: "SZ14: UK 1 transport\nSZ18: UK 1 transport\nSZ11: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			text:  "ship 1 infantry from united kingdom to norway",
			want:  "1 no-transport infantry United Kingdom > Norway (SZ18) 0/2\nbattles: Norway"},
		{name: "there is none at all", who: "UK", setup: "United Kingdom: UK 1 infantry",
			text: "ship 1 infantry from united kingdom to norway",
			want: "1 no-transport infantry United Kingdom > Norway\nbattles: Norway"},
		{name: "land without a coast has no ships", who: "USSR",
			setup: "Russia: USSR 1 infantry\nSZ4: USSR 1 transport",
			text:  "ship 1 infantry from russia to norway", want: "1 inland infantry Russia\nbattles: Norway"},
		{name: "the transport is full", who: "UK",
			setup: "SZ6: UK 1 transport (aboard: 2 infantry)\nUnited Kingdom: UK 1 infantry",
			text:  "ship 1 infantry from united kingdom to norway", want: "1 ship-full infantry SZ6\nbattles: Norway"},
		{name: "nobody loads beside enemy ships (R-57)", who: "Germany",
			setup: "SZ5: Germany 1 transport; UK 1 destroyer\nGermany: Germany 1 infantry",
			text:  "ship 1 infantry from germany to karelia s.s.r.",
			want:  "1 zone-hostile infantry SZ5\nbattles: Karelia S.S.R."},
		{name: "but a ship may leave them and load elsewhere", who: "UK",
			setup: "SZ6: UK 1 transport; Germany 1 destroyer\nUnited Kingdom: UK 1 infantry",
			text:  "ship 1 infantry from united kingdom to norway",
			want: `loaded 1 infantry: United Kingdom > SZ3
				moved 1 transport: SZ6 > SZ3
				landing in Norway from SZ3: 1
				battles: Norway`},
		{name: "it cannot sail so far", who: "UK", setup: "SZ8: UK 1 transport\nUnited Kingdom: UK 1 infantry",
			text: "ship 1 infantry from united kingdom to karelia s.s.r.", late: true,
			want: "1 too-far transport SZ8 > SZ5 2/3"},
		{name: "units land on enemy land in combat (R-58)", who: "UK", setup: home,
			text: "ship 1 infantry from united kingdom to gibraltar",
			want: "1 landing-friend Gibraltar\nbattles: Gibraltar"},
		{name: "and on friendly land in noncombat", who: "UK", setup: home, late: true,
			text: "ship 1 infantry from united kingdom to norway", want: "1 hostile-target Norway"},
		{name: "neutral land is never landed on (R-24)", who: "UK", setup: home,
			text: "ship 1 infantry from united kingdom to eire", want: "1 neutral-land Eire\nbattles: Eire"},
		{name: "noncombat puts units ashore at once, guns too", who: "UK", late: true,
			setup: home + "\nowner UK: Norway",
			text:  "ship 1 antiaircraft gun from united kingdom to norway via sz7, sz6",
			want: `loaded 1 antiaircraft gun: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ7 > SZ6
				unloaded 1 antiaircraft gun: SZ6 > Norway`},
		{name: "an ally's ship loads where it lies and does not sail (R-61)", who: "UK",
			setup: "SZ6: USA 1 transport\nUnited Kingdom: UK 1 infantry",
			text:  "load 1 infantry from united kingdom onto 1 usa transport in sz6",
			want:  "loaded 1 infantry: United Kingdom > SZ6"},
		{name: "a line that loads may say where the ship sails", who: "UK", setup: home,
			text: "load 1 infantry from united kingdom onto 1 transport in sz8 and sail to sz3",
			want: `1 way-taken transport SZ8 > SZ3 (SZ2)
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				battles: SZ3`},
		{name: "it stays where nothing says so (R-148), and sails on by another line (R-55)", who: "UK", late: true,
			setup: home,
			text:  "load 1 infantry from united kingdom onto 1 transport\nmove 1 transport from sz8 to sz2",
			want: `loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8
				moved 1 transport: SZ8 > SZ2`},
		{name: "one that landed its cargo sails no more", who: "UK", late: true, setup: home + "\nowner UK: Norway",
			text: "ship 1 infantry from united kingdom to norway via sz2, sz3\nmove 1 transport from sz3 to sz2",
			want: `2 already-moved UK transport SZ3 0/1 named
				loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				unloaded 1 infantry: SZ3 > Norway`},
		{name: "what is loaded in combat must land, where the option says so (LHTR)", who: "UK", setup: home,
			opts: []string{"loaded-must-land", "yes"}, text: "load 1 infantry from united kingdom onto 1 transport",
			want: "1 must-land infantry SZ8\nloaded 1 infantry: United Kingdom > SZ8\nmoved 1 transport: SZ8"},
		{name: "with a landing it is content", who: "UK", setup: home, opts: []string{"loaded-must-land", "yes"},
			text: "ship 1 infantry from united kingdom to norway via sz2, sz3",
			want: `loaded 1 infantry: United Kingdom > SZ8
				moved 1 transport: SZ8 > SZ2 > SZ3
				landing in Norway from SZ3: 1
				battles: Norway`},
	} {
		t.Run(x.name, x.run)
	}
}

// Cargo goes ashore from ships that carry it already.
func TestUnloading(t *testing.T) {
	t.Parallel()
	const laden = "SZ6: UK 1 transport (aboard: 2 infantry)\nNorway: Germany 1 infantry\nWestern Europe: Germany 1 infantry"
	for _, x := range []lines{
		{name: "into one territory", who: "UK", setup: laden, text: "unload 2 infantry from sz6 to norway",
			want: "landing in Norway from SZ6: 2\nbattles: Norway"},
		{name: "not into two (R-56)", who: "UK", setup: laden,
			text: "unload 1 infantry from sz6 to norway\nunload 1 infantry from sz6 to western europe",
			want: "2 one-territory infantry Norway > Western Europe\nlanding in Norway from SZ6: 1\nbattles: Norway, Western Europe"},
		{name: "a coast that the zone does not touch", who: "UK", setup: laden,
			text: "unload 1 infantry from sz6 to germany",
			want: "1 no-coast Germany > SZ6\nbattles: Germany"},
		{name: "more than is aboard", who: "UK", setup: laden, text: "unload 3 infantry from sz6 to norway",
			want: "1 no-cargo-aboard UK infantry SZ6 2/3\nbattles: Norway"},
		{name: "the same cargo twice", who: "UK", setup: laden,
			text: "unload 2 infantry from sz6 to norway\nunload 1 infantry from sz6 to norway",
			want: "2 already-moved UK infantry SZ6 0/1 named\nlanding in Norway from SZ6: 2\nbattles: Norway"},
		{name: "friendly land is for noncombat (R-58)", who: "UK", setup: laden,
			text: "unload 1 infantry from sz6 to united kingdom",
			want: "1 landing-friend United Kingdom\nbattles: United Kingdom"},
		{name: "guns stay aboard in combat (R-14)", who: "UK",
			setup: "SZ6: UK 1 transport (aboard: 1 antiaircraft gun)",
			text:  "unload 1 antiaircraft gun from sz6 to norway",
			want:  "1 only-in-noncombat antiaircraft gun\nbattles: Norway"},
		{name: "noncombat: beside enemy ships nothing goes ashore (R-57)", who: "UK", late: true,
			setup: "SZ6: UK 1 transport (aboard: 2 infantry); Germany 1 destroyer",
			text:  "unload 1 infantry from sz6 to united kingdom",
			want:  "1 zone-hostile SZ6"},
		{name: "noncombat: a ship that landed units puts the rest ashore there only (R-72)", who: "UK", late: true,
			setup: "SZ6: UK 1 transport (aboard: 1 infantry)\nowner UK: Norway",
			given: all(did("SZ6", "UK", board.Transport, position.UnloadedThisTurn|position.MovedInCombat),
				landedIn("SZ6", "Norway")),
			text: "unload 1 infantry from sz6 to united kingdom",
			want: "1 one-territory infantry Norway > United Kingdom"},
		{name: "noncombat: there it does", who: "UK", late: true,
			setup: "SZ6: UK 1 transport (aboard: 1 infantry)\nowner UK: Norway",
			given: all(did("SZ6", "UK", board.Transport, position.UnloadedThisTurn|position.MovedInCombat),
				landedIn("SZ6", "Norway")),
			text: "unload 1 infantry from sz6 to norway", want: "unloaded 1 infantry: SZ6 > Norway"},
		{name: "noncombat: one that moved without a fight does nothing more (R-73)", who: "UK", late: true,
			setup: "SZ6: UK 1 transport (aboard: 1 infantry)",
			given: did("SZ6", "UK", board.Transport, position.MovedInCombat),
			text:  "unload 1 infantry from sz6 to united kingdom", want: "1 ship-done infantry SZ6"},
		{name: "noncombat: nor one that retreated", who: "UK", late: true,
			setup: "SZ6: UK 1 transport (aboard: 1 infantry)",
			given: did("SZ6", "UK", board.Transport, position.Fought|position.RetreatedNow),
			text:  "unload 1 infantry from sz6 to united kingdom", want: "1 ship-done infantry SZ6"},
		{name: "noncombat: one that fought unloads where it is", who: "UK", late: true,
			setup: "SZ6: UK 1 transport (aboard: 1 infantry)",
			given: did("SZ6", "UK", board.Transport, position.Fought),
			text:  "unload 1 infantry from sz6 to united kingdom", want: "unloaded 1 infantry: SZ6 > United Kingdom"},
		{name: "an ally's ship lets cargo ashore on a later turn (R-61)", who: "UK", late: true,
			setup: "SZ6: USA 1 transport (aboard: 1 UK infantry)",
			given: did("SZ6", "UK", board.Infantry, position.LoadedThisTurn),
			text:  "unload 1 infantry from sz6 to united kingdom", want: "1 loaded-this-turn infantry SZ6"},
		{name: "from an ally's ship among enemies only where own ships fight (R-61)", who: "UK",
			setup: "SZ6: USA 1 transport (aboard: 1 UK infantry); Germany 1 destroyer\nNorway: Germany 1 infantry",
			text:  "unload 1 infantry from sz6 to norway",
			want:  "1 zone-hostile SZ6\nlanding in Norway from SZ6: 1\nbattles: Norway"},
		{name: "there with a fight", who: "UK",
			setup: "SZ6: USA 1 transport (aboard: 1 UK infantry); Germany 1 destroyer\nNorway: Germany 1 infantry\nSZ3: UK 1 destroyer",
			text:  "unload 1 infantry from sz6 to norway\nmove 1 destroyer from sz3 to sz6",
			want: `moved 1 destroyer: SZ3 > SZ6, to fight
				landing in Norway from SZ6: 1
				battles: Norway, SZ6`},
	} {
		t.Run(x.name, x.run)
	}
}
