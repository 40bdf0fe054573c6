package adjudicator_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
	"fieldpost/orders"
	"fieldpost/orders/cases"
	"fieldpost/orders/syntax"
)

// seat files the standing orders of a power, mail by mail.
type seat struct {
	*testing.T
	set *rules.Set
	pos *position.Position
	who board.Power
}

func newSeat(t *testing.T, who board.Power, advantages ...string) *seat {
	t.Helper()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	pos.Nation(who).Advantages = advantages
	return &seat{t, set, pos, who}
}

// mail files standing orders, and checks that the turn stays where it is.
func (s *seat) mail(text string) {
	s.Helper()
	f := orders.Parse(text, orders.Context{Board: s.set.Board, Phase: s.pos.Phase, Power: s.who})
	if len(f.Faults) > 0 {
		s.Fatalf("%q: %+v", text, f.Faults)
	}
	sections, answers := standing.OnFile(s.set, s.pos, s.who, f.File)
	before := s.pos
	res, err := adjudicator.Play(s.set, s.pos, s.who, f.File, nil)
	if err != nil || res.Refused {
		s.Fatalf("%q: %v %+v", text, err, res.Faults)
	}
	s.pos = res.Position
	if got, want := s.onFile(), orders.FormatStanding(sections, answers, syntax.English, s.set.Board); got != want {
		s.Errorf("%q: on file is\n%swhat OnFile said beforehand:\n%s", text, got, want)
	}
	if s.pos.Power != before.Power || s.pos.Phase != before.Phase {
		s.Errorf("%q: it is %s's turn, %s", text, s.pos.Power, s.pos.Phase)
	}
}

func (s *seat) onFile() string {
	n := s.pos.Nation(s.who)
	return orders.FormatStanding(n.Standing, n.Answers, syntax.English, s.set.Board)
}

// wants compares what is on file with the lines of sections and answers, whatever their order.
func (s *seat) wants(sections ...string) {
	s.Helper()
	var got []string
	for line := range strings.Lines(s.onFile()) {
		line = strings.TrimRight(line, "\n")
		if strings.HasPrefix(line, " ") {
			got[len(got)-1] += "; " + strings.TrimSpace(line)
		} else if line != "" {
			got = append(got, line)
		}
	}
	slices.Sort(got)
	slices.Sort(sections)
	if !slices.Equal(got, sections) {
		s.Errorf("on file: %q, want %q", got, sections)
	}
}

// A section stays on file until one with the same heading takes its place: each mail replaces what it names and keeps
// the rest.
func TestStandingOrdersInSeveralMails(t *testing.T) {
	t.Parallel()
	d := newSeat(t, "Germany")
	d.wants()
	d.mail("defend everywhere\n  losses infantry, tank\n")
	d.mail("defend SZ15\n  submerge always\n")
	d.wants("defend everywhere; losses infantry, tank", "defend sz15; submerge always")
	d.mail("defend SZ14\n  losses battleship\ndefend Germany\n  losses tank\n")
	d.wants("defend everywhere; losses infantry, tank", "defend sz15; submerge always", "defend sz14; losses battleship",
		"defend germany; losses tank")
	d.mail("defend SZ15\n  submerge never\n") // replaced as a whole
	d.wants("defend everywhere; losses infantry, tank", "defend sz15; submerge never", "defend sz14; losses battleship",
		"defend germany; losses tank")
	d.mail("defend everywhere\n  losses cheapest\n")
	d.wants("defend everywhere; losses cheapest", "defend sz15; submerge never", "defend sz14; losses battleship",
		"defend germany; losses tank")
	d.mail("defend SZ14\n") // a heading alone takes its section off file
	d.wants("defend everywhere; losses cheapest", "defend sz15; submerge never", "defend germany; losses tank")
	d.mail("standing clear\n")
	d.wants()
	d.mail("standing clear\ndefend everywhere\n  losses infantry\n") // what follows it is filed
	d.wants("defend everywhere; losses infantry")
}

// Answers on file replace those of their kind and no others. `standing clear` takes them off, but for a complex that
// is placed.
func TestStandingAnswers(t *testing.T) {
	t.Parallel()
	d := newSeat(t, "UK", "Colonial Garrison", "Enigma Decoded", "French Resistance")
	d.mail("place by default\nenigma never\ngarrison australia\n")
	d.mail("resistance when asked\n")
	d.mail("defend everywhere\n  losses infantry\n")
	d.wants("place by default", "enigma never", "garrison australia", "resistance when asked",
		"defend everywhere; losses infantry")
	d.mail("resistance at once\n")
	d.wants("place by default", "enigma never", "garrison australia", "resistance at once",
		"defend everywhere; losses infantry")
	d.mail("standing clear\n")
	d.wants("garrison australia")
}

// Standing orders are one power's: nobody else's change with them.
func TestStandingOrdersOfOthers(t *testing.T) {
	t.Parallel()
	d := newSeat(t, "Germany")
	d.mail("defend everywhere\n  losses infantry\n")
	d.who = "Japan"
	d.mail("defend everywhere\n  losses tank\n")
	d.wants("defend everywhere; losses tank")
	d.mail("standing clear\n")
	d.who = "Germany"
	d.wants("defend everywhere; losses infantry")
	if line := d.pos.Nation("Germany").Standing[0].Line; line != 0 ||
		d.pos.Nation("Germany").Standing[0].Scope != order.DefendEverywhere {
		t.Errorf("on file is line %d of a mail that is long gone", line)
	}
}

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
