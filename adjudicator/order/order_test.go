package order

import (
	"errors"
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

// The words of phases are those of records and reports: they never change.
func TestPhaseNames(t *testing.T) {
	t.Parallel()
	want := []string{"", "bonus", "research", "buy", "combat", "noncombat", "place"}
	if len(want) != int(NumPhases) {
		t.Fatalf("%d phases, want %d", NumPhases, len(want))
	}
	for i, name := range want {
		p := Phase(i)
		if p.String() != name {
			t.Errorf("phase %d is %q, want %q", i, p, name)
		}
		if text, err := p.MarshalText(); string(text) != name || err != nil {
			t.Errorf("phase %d as text: %q, %v", i, text, err)
		}
		back := NumPhases
		if err := back.UnmarshalText([]byte(name)); err != nil || back != p {
			t.Errorf("%q is phase %d, want %d (%v)", name, back, p, err)
		}
	}
	p := Buy
	err := p.UnmarshalText([]byte("lunch"))
	if bad, ok := errors.AsType[*board.FormatError](err); !ok || bad.Text != "lunch" || p != Buy {
		t.Errorf("unknown phase: %v, phase %s", err, p)
	}
}

func TestRefuses(t *testing.T) {
	t.Parallel()
	hint, misread, forbidden := NewFault(1, Unwise, "a"), NewFault(2, NotUnderstood, "b"), NewFault(3, NotAllowed, "c")
	for _, tt := range []struct {
		faults []Fault
		want   bool
	}{
		{nil, false}, {[]Fault{hint}, false}, {[]Fault{hint, hint}, false},
		{[]Fault{misread}, true}, {[]Fault{forbidden}, true}, {[]Fault{hint, forbidden}, true},
	} {
		if got := Refuses(tt.faults); got != tt.want {
			t.Errorf("%+v refuse: %v", tt.faults, got)
		}
	}
	want := Fault{Line: 3, Severity: NotAllowed, Code: "c", Space: board.NoSpace, Other: board.NoSpace}
	if !reflect.DeepEqual(forbidden, want) {
		t.Errorf("%+v, want %+v", forbidden, want)
	}
}

// An order file is empty unless it has a phase, a battle section or `done`. A phase that is listed without orders is
// played.
func TestEmptySheet(t *testing.T) {
	t.Parallel()
	held := Sheet{}
	held.Parts[Place].Held = true
	orders := Sheet{}
	orders.Parts[Buy].Line = 4 // nothing of it was held
	for _, tt := range []struct {
		sheet Sheet
		want  bool
	}{
		{Sheet{}, true}, {orders, true},
		{held, false}, {Sheet{Done: 1}, false}, {Sheet{Battles: []Battle{{Space: 1}}}, false},
	} {
		if got := tt.sheet.Empty(); got != tt.want {
			t.Errorf("%+v is empty: %v", tt.sheet, got)
		}
	}
}

// `losses infantry` means every power's, `losses UK infantry` only the UK's.
func TestLossNames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		loss  Loss
		unit  board.UnitType
		owner board.Power
		want  bool
	}{
		{Loss{Type: board.Infantry}, board.Infantry, "USA", true},
		{Loss{Type: board.Infantry}, board.Tank, "USA", false},
		{Loss{Type: board.Infantry, Power: "UK"}, board.Infantry, "UK", true},
		{Loss{Type: board.Infantry, Power: "UK"}, board.Infantry, "USA", false},
		{Loss{Type: board.Infantry, Power: "UK"}, board.Tank, "UK", false},
	} {
		if got := tt.loss.Names(tt.unit, tt.owner); got != tt.want {
			t.Errorf("%+v names a %s of %s: %v", tt.loss, tt.unit, tt.owner, got)
		}
	}
}

func TestShares(t *testing.T) {
	t.Parallel()
	got := Shares([]Part{{"UK", 4}, {"USSR", 0}, {"USA", 3}, {"UK", 2}, {"USSR", 0}})
	if want := []Part{{"UK", 6}, {"USA", 3}}; !slices.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Shares([]Part{{"UK", 0}}); got != nil {
		t.Errorf("nothing is shared out: %v", got)
	}
}

// What stays on file has no line numbers: those of a text that is long gone mean nothing. The value that came in
// keeps its own.
func TestOnFile(t *testing.T) {
	t.Parallel()
	s := Standing{At: At{7}, Scope: DefendSpace, Space: 12,
		Tactics: []Tactic{{At: At{8}, Do: Kaiten, N: 2}, {At: At{9}, Do: Object}}}
	got := s.OnFile()
	want := Standing{Scope: DefendSpace, Space: 12, Tactics: []Tactic{{Do: Kaiten, N: 2}, {Do: Object}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	if s.Line != 7 || s.Tactics[0].Line != 8 || s.Tactics[1].Line != 9 {
		t.Errorf("the section that was filed changed: %+v", s)
	}
}

func TestAnswerOnFile(t *testing.T) {
	t.Parallel()
	at := At{5}
	for _, tt := range []struct{ in, want Order }{
		{Enigma{At: at, Never: true}, Enigma{Never: true}},
		{Nonaggression{At: at, Spaces: []board.SpaceID{3}}, Nonaggression{Spaces: []board.SpaceID{3}}},
		{Resistance{At: at, Asked: true}, Resistance{Asked: true}},
		{PlaceByDefault{At: at}, PlaceByDefault{}},
		{Share{At: at, Parts: []Part{{"UK", 2}}}, Share{Parts: []Part{{"UK", 2}}}},
		{Oil{At: at, Parts: []Part{{"UK", 2}}}, Oil{Parts: []Part{{"UK", 2}}}},
		{Garrison{At: at, In: 4}, Garrison{In: 4}},
		{Declare{At: at, Advantage: "Salvage"}, Declare{Advantage: "Salvage"}},
		{Choose{At: at, Advantages: []string{"Salvage"}}, Choose{Advantages: []string{"Salvage"}}},
		{Rocket{At: at, Target: 1, From: 2}, Rocket{At: at, Target: 1, From: 2}}, // no answer
	} {
		if got := AnswerOnFile(tt.in); !reflect.DeepEqual(got, tt.want) {
			t.Errorf("%T on file: %+v, want %+v", tt.in, got, tt.want)
		}
	}
	move := &Move{At: at, To: 9}
	got, ok := AnswerOnFile(Enigma{At: at, Move: move}).(Enigma)
	if !ok || got.Line != 0 || got.Move == move || got.Move.Line != 0 || got.Move.To != 9 || move.Line != 5 {
		t.Errorf("a move on file: %+v %+v, the one that was filed: %+v", got, got.Move, move)
	}
}

// Kinds lists each type of order once, and every order says its line.
func TestKinds(t *testing.T) {
	t.Parallel()
	seen := map[reflect.Type]bool{}
	for _, o := range Kinds() {
		typ := reflect.TypeOf(o)
		if seen[typ] || o.LineNo() != 0 {
			t.Errorf("%s is listed twice, or is not zero: %+v", typ, o)
		}
		seen[typ] = true
		x := reflect.New(typ).Elem()
		x.FieldByName("Line").SetInt(6)
		if o, ok := x.Interface().(Order); !ok || o.LineNo() != 6 {
			t.Errorf("%s on line 6 is on line %v", typ, x)
		}
	}
	if len(seen) != 26 {
		t.Errorf("%d kinds of orders, want 26", len(seen))
	}
}

// All is no number of units that could be ordered.
func TestAll(t *testing.T) {
	t.Parallel()
	if All != -1 {
		t.Errorf("All is %d; stored games hold -1", All)
	}
}

// Stored positions hold tactics by these numbers; a line without a verb is none.
func TestVerbs(t *testing.T) {
	t.Parallel()
	verbs := []Verb{Losses, TheirLosses, Retreat, WithdrawAircraft, Submerge, CallOff, NoBombardment, Pause, Flee,
		Intercept, Kaiten, Object}
	for i, v := range verbs {
		if int(v) != i+1 {
			t.Errorf("verb %d has number %d", i+1, v)
		}
	}
}

// Orders reach every phase up to the last that they have lines for; `done` reaches all, a battle section those until
// the fight is over.
func TestReaches(t *testing.T) {
	t.Parallel()
	var purchase Sheet
	purchase.Parts[Buy].Held = true
	for name, c := range map[string]struct {
		sheet Sheet
		last  Phase // the last phase that is reached
		none  bool
	}{
		"nothing":    {none: true},
		"a purchase": {sheet: purchase, last: Buy},
		"a battle":   {sheet: Sheet{Battles: []Battle{{}}}, last: Combat},
		"done":       {sheet: Sheet{Done: 1}, last: NumPhases - 1},
	} {
		for ph := NoPhase; ph < NumPhases; ph++ {
			if got := c.sheet.Reaches(ph); got != (!c.none && ph <= c.last) {
				t.Errorf("%s: reaches %s: %v", name, ph, got)
			}
		}
		if c.sheet.Empty() != c.none {
			t.Errorf("%s: empty: %v", name, c.sheet.Empty())
		}
	}
}
