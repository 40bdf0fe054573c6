package exchange_test

import (
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/exchange"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/cases"
)

// again makes a position of its lines, and holds it against the first.
func again(t *testing.T, name string, set *rules.Set, pos *position.Position) {
	t.Helper()
	lines := exchange.Lines(set, pos)
	got, err := exchange.Parse(set, lines)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	if second := exchange.Lines(set, got); !slices.Equal(lines, second) {
		t.Errorf("%s: %s\nbecame\n%s", name, strings.Join(lines, "\n"), strings.Join(second, "\n"))
	}
}

// sideBySide reports whether units stand on enemy land, as cases have them that are about something else.
func sideBySide(set *rules.Set, pos *position.Position) bool {
	for u := range pos.Units() {
		if !set.Board.Space(u.At).Sea && position.Enemy(set.Board, u.Owner, pos.Owner(u.At)) {
			return true
		}
	}
	return false
}

// A position that stands at the beginning of a phase is made again from its lines: those in which the cases begin, and
// those of random play.
func TestAPositionIsMadeAgainFromItsLines(t *testing.T) {
	t.Parallel()
	files, err := cases.Find(os.DirFS("../testdata/cases"))
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, f := range files {
		c, err := cases.Parse(f.Name, f.Text)
		if err != nil {
			t.Fatal(err)
		}
		if set, pos, err := c.Start(); err == nil && pos.Power() != board.Nobody && !sideBySide(set, pos) {
			again(t, f.Name, set, pos)
			n++
		}
	}
	if n < len(files)/2 {
		t.Errorf("only %d of %d cases", n, len(files))
	}
	set := newSet(t)
	for seed := range uint64(5) {
		pos, err := adjudicator.Start(set)
		if err != nil {
			t.Fatal(err)
		}
		rnd := rand.New(rand.NewPCG(seed, 2004))
		for range 40 {
			turn := pos.Turn()
			if pos.Over() {
				break
			}
			if !turn.Moved() && len(turn.Asked()) == 0 && !turn.HasBattles() {
				again(t, "random play", set, pos)
			}
			pos = goOn(t, rnd, pos)
		}
	}
}

func TestLinesThatCannotBe(t *testing.T) {
	t.Parallel()
	set := newSet(t)
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	good := exchange.Lines(set, pos)
	for _, test := range []struct{ add, want string }{
		{"unit GER 1 cruiser at Germany", `line N, "unit GER 1 cruiser at Germany": there is no unit "cruiser"`},
		{"unit GER 1 infantry at Prussia", `there is no space "Prussia"`},
		{"unit GER 0 infantry at Germany", "is no number of units"},
		{"unit GER 9000 infantry at Germany", "is no number of units"},
		{"unit GER 1 infantry", "it says no space"},
		{"unit GER 1 infantry damaged at Germany", "is ever so"},
		{"unit GER 1 transport at Germany", "no transport can stand in Germany"},
		{"unit GER 1 infantry at SZ5", "no infantry can stand in SZ5"},
		{"unit GER 1 antiaircraft gun at Germany", "from whom"},
		{"unit GER 1 industrial complex at Germany", "Germany has two industrial complexes"},
		{"unit RUS 1 infantry at Germany", "Germany has units of USSR, and is held by Germany, an enemy"},
		{"unit nobody 1 infantry at Germany", "units belong to somebody"},
		{"unit GER 2 transport at SZ5|cargo GER infantry", "no ship is above it"},
		{"unit GER 1 transport at SZ5|cargo GER submarine", "no submarine can be aboard"},
		{"unit GER 1 transport at SZ5|cargo GER infantry|cargo GER tank|cargo GER infantry", "can be aboard"},
		{"owner XYZ Germany", `"XYZ" is nobody's name`},
		{"money GER -1", "is no number"},
		{"money GER 007", "is no number"},
		{"money neutral 7", "neutral has no seat"},
		{"tech GER 7", "is no technology"},
		{"used GER Tea", `Germany has no national advantage "Tea"`},
		{"bought GER 1 cruiser", "is nothing bought"},
		{"turn GER tea", `"tea" is no phase`},
		{"tea GER", `"tea" begins no line`},
		{"", "is nobody's name"},
	} {
		_, err := exchange.Parse(set, append(slices.Clone(good), strings.Split(test.add, "|")...))
		want := strings.Replace(test.want, "line N", "line "+strconv.Itoa(len(good)+1), 1)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", test.add, err, want)
		}
	}
	if _, err := exchange.Parse(set, nil); err == nil {
		t.Error("nothing is a position")
	}
}
