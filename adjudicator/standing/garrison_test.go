package standing_test

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
)

// complexes are the names of the spaces in which a power has complexes.
func complexes(t *phase.Turn, who board.Power) []string {
	var list []string
	for u := range t.Pos.Units() {
		if u.Type == board.Complex && u.Owner == who {
			list = append(list, t.Board.Name(u.At))
		}
	}
	return list
}

// The additional complex is in India with the first file played, unless a line put it elsewhere; a later line moves it
// (fine print 15).
func TestGarrisons(t *testing.T) {
	t.Parallel()
	const garrison = "Colonial Garrison"
	own := []string{garrison}
	file := func(tb table, r *phase.Turn, where string) {
		standing.File(r, "UK", order.File{Answers: []order.Order{tb.garrison(1, where)}})
	}
	for name, c := range map[string]struct {
		setup      string
		advantages []string
		filed      []string // lines, one mail after the other
		round      int
		before     []string // where it is before anything is played
		want       []string
		used       bool
	}{
		"by default":         {"", own, nil, 1, nil, []string{"India"}, true},
		"of an earlier file": {"", own, []string{"Australia"}, 1, []string{"Australia"}, []string{"Australia"}, true},
		"a later line moves it": {"", own, []string{"Australia", "Persia"}, 1,
			[]string{"Persia"}, []string{"Persia"}, true},
		"a line that cannot stand": {"", own, []string{"Gibraltar"}, 1, nil, nil, true},
		"beside other advantages":  {"", []string{"Radar", garrison}, nil, 1, nil, []string{"India"}, true},
		"without the advantage":    {"", []string{"Radar"}, []string{"Australia"}, 1, nil, nil, false},
		"not from round 2 on":      {"", own, nil, 2, nil, nil, false},
		"a complex is in India before": {"India: UK 1 industrial complex", own, nil, 1,
			[]string{"India"}, []string{"India"}, true},
	} {
		tb := lay(t, "USSR", c.setup).has("UK", c.advantages...)
		positiontest.Change(tb.Pos, func(d *position.Data) { d.Round = c.round })
		r := tb.turn()
		for _, where := range c.filed {
			file(tb, r, where)
		}
		if got := complexes(r, "UK"); !slices.Equal(got, c.before) {
			t.Errorf("%s: before the first file in %q, want %q", name, got, c.before)
		}
		standing.PlaceGarrisons(r)
		if got := complexes(r, "UK"); !slices.Equal(got, c.want) {
			t.Errorf("%s: in %q, want %q", name, got, c.want)
		}
		if got := r.Pos.Nation("UK").HasUsed(garrison); got != c.used {
			t.Errorf("%s: used: %v", name, got)
		}
		if !c.used {
			continue
		}
		file(tb, r, "Kenya") // too late
		if standing.PlaceGarrisons(r); !slices.Equal(complexes(r, "UK"), c.want) {
			t.Errorf("%s: afterwards in %q, want %q", name, complexes(r, "UK"), c.want)
		}
	}
}

// A complex of the garrison is told as one that is there from the start.
func TestAGarrisonIsThereFromTheStart(t *testing.T) {
	t.Parallel()
	tb := lay(t, "USSR", "").has("UK", "Colonial Garrison")
	r := tb.turn()
	standing.PlaceGarrisons(r)
	raised := 0
	for _, e := range r.Journal.Events() {
		if e, ok := e.(event.Raised); ok {
			raised++
			if !e.FromStart || e.Power != "UK" || e.Advantage != "Colonial Garrison" || e.Space != tb.At("India") {
				t.Errorf("told: %+v", e)
			}
		}
	}
	if raised != 1 {
		t.Errorf("%d complexes were raised", raised)
	}
}

// What the power on turn declared takes effect at the step of its turn, and nothing by itself (D25); what is left of
// it is forgotten with the turn.
func TestDeclaredAtItsStep(t *testing.T) {
	t.Parallel()
	const winter, strike = "Russian Winter", "Joint Strike"
	declared := func(r *phase.Turn) []string {
		var list []string
		for _, e := range r.Journal.Events() {
			if e, ok := e.(event.Declared); ok {
				list = append(list, string(e.Power)+" "+e.Advantage)
			}
		}
		return list
	}
	begin := func(who board.Power) *phase.Turn {
		tb := lay(t, who, "").has("USSR", winter, "Salvage").has("UK", strike)
		r := tb.turn()
		for _, f := range []struct {
			who  board.Power
			line order.Order
		}{{"USSR", declare(1, winter)}, {"USSR", order.PlaceByDefault{At: at(2)}}, {"UK", declare(1, strike)}} {
			standing.File(r, f.who, order.File{Answers: []order.Order{f.line}})
		}
		return r
	}
	for name, c := range map[string]struct {
		who  board.Power
		step rules.Step
		want []string
	}{
		"at the end":            {"USSR", rules.AtEnd, []string{"USSR " + winter}},
		"not before combat":     {"USSR", rules.BeforeCombat, nil},
		"not while placing":     {"USSR", rules.AtPlacing, nil},
		"the UK before combat":  {"UK", rules.BeforeCombat, []string{"UK " + strike}},
		"the UK not at the end": {"UK", rules.AtEnd, nil},
	} {
		r := begin(c.who)
		if standing.DeclareAt(r, c.step); !slices.Equal(declared(r), c.want) {
			t.Errorf("%s: %q, want %q", name, declared(r), c.want)
		}
	}
	silent := lay(t, "USSR", "").has("USSR", winter).turn()
	if standing.DeclareAt(silent, rules.AtEnd); declared(silent) != nil {
		t.Errorf("not declared: %q", declared(silent))
	}
	r := begin("USSR")
	standing.ForgetDeclarations(r)
	if got := r.Pos.Nation("USSR").Answers(); len(got) != 1 || got[0] != order.AnswerOnFile(order.PlaceByDefault{}) {
		t.Errorf("the USSR's after its turn: %+v", got)
	}
	if got := r.Pos.Nation("UK").Answers(); len(got) != 1 {
		t.Errorf("the UK's after the Soviet turn: %+v", got)
	}
	if standing.DeclareAt(r, rules.AtEnd); declared(r) != nil {
		t.Errorf("forgotten, and yet %q", declared(r))
	}
}

// Nobody has nothing on file.
func TestNobodyFilesNothing(t *testing.T) {
	t.Parallel()
	tb := lay(t, "USSR", "")
	sections, answers := standing.OnFile(tb.Set, tb.Pos, board.Nobody,
		order.File{Answers: []order.Order{order.PlaceByDefault{At: at(1)}}})
	if sections != nil || answers != nil {
		t.Errorf("%v %v", sections, answers)
	}
}
