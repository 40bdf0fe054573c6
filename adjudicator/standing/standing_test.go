package standing_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
	"fieldpost/orders"
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
	positiontest.Change(pos, func(d *position.Data) { d.Nation(who).Advantages = advantages })
	return &seat{t, set, pos, who}
}

// mail files standing orders, and checks that the turn stays where it is.
func (s *seat) mail(text string) {
	s.Helper()
	f := orders.Parse(text, orders.Context{Board: s.set.Board, Phase: s.pos.Phase(), Power: s.who})
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
	if s.pos.Power() != before.Power() || s.pos.Phase() != before.Phase() {
		s.Errorf("%q: it is %s's turn, %s", text, s.pos.Power(), s.pos.Phase())
	}
}

func (s *seat) onFile() string {
	n := s.pos.Nation(s.who)
	return orders.FormatStanding(n.Standing(), n.Answers(), syntax.English, s.set.Board)
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
	d.wants("defend everywhere; losses infantry, tank", "defend SZ15; submerge always")
	d.mail("defend SZ14\n  losses battleship\ndefend Germany\n  losses tank\n")
	d.wants("defend everywhere; losses infantry, tank", "defend SZ15; submerge always", "defend SZ14; losses battleship",
		"defend Germany; losses tank")
	d.mail("defend SZ15\n  submerge never\n") // replaced as a whole
	d.wants("defend everywhere; losses infantry, tank", "defend SZ15; submerge never", "defend SZ14; losses battleship",
		"defend Germany; losses tank")
	d.mail("defend everywhere\n  losses cheapest\n")
	d.wants("defend everywhere; losses cheapest", "defend SZ15; submerge never", "defend SZ14; losses battleship",
		"defend Germany; losses tank")
	d.mail("defend SZ14\n") // a heading alone takes its section off file
	d.wants("defend everywhere; losses cheapest", "defend SZ15; submerge never", "defend Germany; losses tank")
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
	d.wants("place by default", "enigma never", "garrison Australia", "resistance when asked",
		"defend everywhere; losses infantry")
	d.mail("resistance at once\n")
	d.wants("place by default", "enigma never", "garrison Australia", "resistance at once",
		"defend everywhere; losses infantry")
	d.mail("standing clear\n")
	d.wants("garrison Australia")
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
	if line := d.pos.Nation("Germany").Standing()[0].Line; line != 0 ||
		d.pos.Nation("Germany").Standing()[0].Scope != order.DefendEverywhere {
		t.Errorf("on file is line %d of a mail that is long gone", line)
	}
}
