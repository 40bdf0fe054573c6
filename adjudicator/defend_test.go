package adjudicator_test

import (
	"testing"

	"fieldpost/orders/cases"
)

// holds runs a case that is written in the test.
func holds(t *testing.T, name, text string) {
	t.Helper()
	for _, d := range cases.Check(name+".txtar", []byte(text)) {
		t.Errorf("%s: %s", name, d)
	}
}

// `defend SPACE` counts there in the place of `defend everywhere`, which counts elsewhere.
func TestDefendSpaceBeatsDefendEverywhere(t *testing.T) {
	t.Parallel()
	for _, order := range []string{
		"defend everywhere\n  losses tank, infantry\ndefend Ukraine\n  losses infantry, tank\n",
		"defend Ukraine\n  losses infantry, tank\ndefend everywhere\n  losses tank, infantry\n",
	} {
		holds(t, "SPACE-BEATS-EVERYWHERE", `A hit in each of two territories; in the Ukraine infantry is named first.
-- setup --
rules revised
board empty
turn USSR combat
owner USSR: Caucasus, Russia
owner Germany: Ukraine S.S.R., West Russia
Caucasus: USSR 1 tank
Russia: USSR 1 tank
Ukraine S.S.R.: Germany 1 infantry, 1 tank
West Russia: Germany 1 infantry, 1 tank
-- standing Germany --
`+order+`-- orders USSR --
combat
  move 1 tank from Caucasus to Ukraine
  move 1 tank from Russia to West Russia
battle Ukraine
  retreat to Caucasus after round 1
battle West Russia
  retreat to Russia after round 1
-- dice --
3
6 6
3
6 6
-- want --
Ukraine S.S.R.: Germany 1 tank
West Russia: Germany 1 infantry
`)
	}
}

// Planes take no land: those that helped to capture it fly on, to friendly land or away from the board (R-23, R-28,
//
func TestPlanesLeaveCapturedLand(t *testing.T) {
	t.Parallel()
	const setup = `Planes never stay in land that was captured this turn.
-- setup --
rules revised
board empty
turn USSR combat
owner USSR: Caucasus
owner Germany: Ukraine S.S.R.
Caucasus: USSR 1 tank, 1 fighter
Ukraine S.S.R.: Germany 1 infantry
`
	const fought = `-- orders USSR --
combat
  move 1 tank, 1 fighter from Caucasus to Ukraine
`
	const rolled = `-- dice --
3 6
6
-- want --
owner USSR: Ukraine S.S.R.
Ukraine S.S.R.: USSR 1 tank
`
	holds(t, "HOME-BY-DEFAULT", setup+fought+"noncombat\n"+rolled+"Caucasus: USSR 1 fighter\n")
	holds(t, "HOME-BY-ORDER",
		setup+fought+"noncombat\n  land 1 fighter from Ukraine in Caucasus\n"+rolled+"Caucasus: USSR 1 fighter\n")
	holds(t, "NOT-THERE",
		setup+fought+"-- orders USSR --\nnoncombat\n  land 1 fighter from Ukraine in Ukraine\n"+
			"-- dice --\n3 6\n6\n-- want --\nrefused 2\n")
	// The only deck is sunk in a battle elsewhere, and there is no other land: the captured land is no place.
	holds(t, "NOWHERE", `A fighter whose carrier was sunk is lost over the land that it helped to capture.
-- setup --
rules revised
board empty
turn Germany combat
owner UK: Anglo-Egypt
SZ14: Germany 1 aircraft carrier, 1 fighter
SZ15: UK 1 battleship
SZ34: Germany 1 transport (aboard: 1 tank)
Anglo-Egypt: UK 1 infantry
-- orders Germany --
combat
  move 1 aircraft carrier from SZ14 to SZ15
  move 1 fighter from SZ14 to Anglo-Egypt
  unload 1 tank from SZ34 to Anglo-Egypt
noncombat
-- dice --
6
4
3 3
6
-- want --
SZ14: empty
SZ15: UK 1 battleship
owner Germany: Anglo-Egypt
Anglo-Egypt: Germany 1 tank
`)
}
