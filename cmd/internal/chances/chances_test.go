package chances

import (
	"errors"
	"math"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/odds"
)

// The probabilities are worked out by hand as fractions of six.
func TestAsk(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		q                               Question
		attacker, defender, draw, takes float64
	}{
		// One round decides unless both miss: a = 1/6 hit, d = 2/6 hit. win = (1/6·4/6)/(1−5/6·4/6) = 4/16.
		"infantry against infantry": {Question{Attacker: "1 infantry", Defender: "1 infantry"}, 4. / 16, 10. / 16, 2. / 16, 4. / 16},
		// Tanks, both at 3: win 1/3, lose 1/3, both 1/3.
		"tank against tank": {Question{Attacker: "1 tank", Defender: "1 tank"}, 1. / 3, 1. / 3, 1. / 3, 1. / 3},
		// A fighter wins, but takes nothing: a = 3/6, d = 2/6: (3·4)/(36−3·4)=12/24.
		"planes take nothing": {Question{Attacker: "1 fighter", Defender: "1 infantry"}, 12. / 24, 6. / 24, 6. / 24, 0},
		// An attacking submarine's hit silences a transport: a = 2/6; else the transport hits at 1 (a draw is
		// impossible). win = (2/6) / (1 − 4/6·5/6) = 12/16.
		"submarine against transport": {Question{Attacker: "1 submarine", Defender: "1 transport"}, 12. / 16, 4. / 16, 0, 0},
		// Jets defend at 5: a = 3/6, d = 5/6: win 3·1/(36−3·1)=3/33, lose 15/33, both 15/33.
		"jet fighters": {Question{Attacker: "1 tank", Defender: "1 fighter", DefenderTech: "jet fighters"}, 3. / 33, 15. / 33, 15. / 33, 3. / 33},
		// The gun shoots one plane in six down before anything else.
		"flak": {Question{Attacker: "1 bomber", Defender: "1 antiaircraft gun"}, 5. / 6, 0, 1. / 6, 0},
		// One battleship at 4 before the landing: 4/6 at once, else infantry against infantry.
		"bombardment": {Question{Attacker: "1 infantry", Defender: "1 infantry", Amphibious: true, Bombard: "1 battleship"}, 4./6 + 2./6*4/16, 2. / 6 * 10 / 16, 2. / 6 * 2 / 16, 4./6 + 2./6*4/16},
		// Europe's tank defends at 2.
		"europe": {Question{Rules: "europe", Attacker: "1 tank", Defender: "1 tank"}, 12. / 24, 6. / 24, 6. / 24, 12. / 24},
	} {
		r, err := Ask(c.q)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for i, p := range [][2]float64{{r.Attacker, c.attacker}, {r.Defender, c.defender}, {r.Draw, c.draw}, {r.Takes, c.takes}} {
			if math.Abs(p[0]-p[1]) > 1e-12 {
				t.Errorf("%s: %s is %.6f, want %.6f", name, []string{"attacker", "defender", "draw", "takes"}[i], p[0], p[1])
			}
		}
	}
}

func TestRetreat(t *testing.T) {
	t.Parallel()
	r, err := Ask(Question{Attacker: "1 infantry", Defender: "1 infantry", Retreat: "after round 1"})
	if err != nil {
		t.Fatal(err)
	}
	if want := 5. / 6 * 4 / 6; math.Abs(r.Draw-(want+1./6*2/6)) > 1e-12 || r.Rounds != 1 {
		t.Errorf("both live or both die: %.6f in %.1f rounds", r.Draw, r.Rounds)
	}
}

func TestMisread(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		q    Question
		want string
	}{
		"unit":     {Question{Attacker: "3 knights", Defender: "1 infantry"}, "knights"},
		"tech":     {Question{Attacker: "1 tank", Defender: "1 tank", AttackerTech: "lasers"}, "jet fighters"},
		"losses":   {Question{Attacker: "1 tank", Defender: "1 tank", AttackerLosses: "knights"}, "knights"},
		"submerge": {Question{Attacker: "1 tank", Defender: "1 tank", Submerge: "often"}, "never"},
		"rules":    {Question{Rules: "pacific", Attacker: "1 tank", Defender: "1 tank"}, "europe, revised"},
	} {
		if _, err := Ask(c.q); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestTooManyUnits: the limit and the figure are named, and nothing is made of that size.
func TestTooManyUnits(t *testing.T) {
	t.Parallel()
	for _, q := range []Question{
		{Attacker: "9999 infantry", Defender: "9999 infantry"},
		{Attacker: "1 infantry", Defender: strings.Repeat("9999 infantry, ", 100) + "1 tank"},
		{Attacker: "1 infantry", Defender: "1 infantry", Amphibious: true, Bombard: "201 battleship"},
		{Attacker: "150 infantry, 51 tank", Defender: "1 infantry"},
	} {
		_, err := Ask(q)
		limit, ok := errors.AsType[*odds.LimitError](err)
		if !ok || limit.Have < 201 || limit.Most != 200 || !strings.Contains(err.Error(), "at most 200") || !strings.Contains(err.Error(), strconv.Itoa(limit.Have)) {
			t.Errorf("%.40q against %.40q: %v", q.Attacker, q.Defender, err)
		}
	}
	if _, err := Ask(Question{Attacker: "200 infantry", Defender: "1 infantry"}); err != nil {
		t.Errorf("200 units: %v", err)
	}
}
