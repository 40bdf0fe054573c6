package correct_test

import (
	"slices"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/positiontest"
	"fieldpost/adjudicator/rules"
)

func openingOf(t *testing.T, name string) (*rules.Set, *position.Position) {
	t.Helper()
	set, err := rules.New(name, rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return set, opening(set)
}

// changed are the lines of the position's text that edits add (+) and take away (-).
func changed(before, after string) []string {
	old, now := strings.Split(before, "\n"), strings.Split(after, "\n")
	var out []string
	for _, l := range old {
		if !slices.Contains(now, l) {
			out = append(out, "-"+l)
		}
	}
	for _, l := range now {
		if !slices.Contains(old, l) {
			out = append(out, "+"+l)
		}
	}
	return out
}

func TestEditsChangeWhatTheySay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines string
		want  []string
	}{
		{"add ukraine-s-s-r GER infantry 2", []string{"-ukraine-s-s-r GER infantry 3", "+ukraine-s-s-r GER infantry 5"}},
		{"remove ukraine-s-s-r GER infantry 3", []string{"-ukraine-s-s-r GER infantry 3"}},
		{"money GER 12", []string{"-nation GER ipc 40", "+nation GER ipc 12"}},
		{"money GER 0", []string{"-nation GER ipc 40", "+nation GER ipc 0"}},
		{"tech GER 2", []string{"-nation GER ipc 40", "+nation GER ipc 40 tech 2"}},
		{"tech GER 2; no-tech GER 2", nil},
		{"phase 3 GER combat", []string{"-turn 1 RUS research", "+turn 3 GER combat"}},
		{"add ukraine-s-s-r GER industrial-complex 1", []string{"+ukraine-s-s-r GER industrial-complex 1"}},
		// Guns go with the land.
		{"remove belorussia GER infantry 3; owner belorussia RUS", []string{"-belorussia GER", "-belorussia GER infantry 3", "+belorussia RUS"}},
		// A fighter at sea stands on a carrier, and infantry in a transport.
		{"add sz35 UK fighter 1", []string{"-sz35 UK fighter 1 aboard UK aircraft-carrier", "+sz35 UK fighter 2 aboard UK aircraft-carrier"}},
		{"add sz2 UK infantry 1", []string{"+sz2 UK infantry 1 aboard UK transport"}},
		{"add sz12 UK aircraft-carrier 1; add sz12 UK fighter 1", []string{"+sz12 UK aircraft-carrier 1", "+sz12 UK fighter 1 aboard UK aircraft-carrier"}},
	} {
		t.Run(tt.lines, func(t *testing.T) {
			t.Parallel()
			set, pos := openingOf(t, "revised")
			edits, err := correct.ParseEdits(set.Board, strings.Split(tt.lines, "; "))
			if err != nil {
				t.Fatal(err)
			}
			before := pos.Text(set.Board)
			after, faults := correct.ApplyEdits(set, pos, edits)
			if len(faults) > 0 {
				t.Fatalf("%+v", faults)
			}
			if got := changed(before, after.Text(set.Board)); !slices.Equal(got, tt.want) {
				t.Errorf("%q, want %q", got, tt.want)
			}
			if pos.Text(set.Board) != before {
				t.Error("the position given was changed")
			}
		})
	}
}

func TestImpossibleEditsAreRefused(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines string
		code  order.Code
		line  int
	}{
		{"remove ukraine-s-s-r GER infantry 4", correct.NotThere, 1},
		{"money GER 3; remove ukraine-s-s-r RUS infantry 1", correct.NotThere, 2},
		{"add ukraine-s-s-r RUS infantry 1", correct.CannotStand, 1},
		{"add ukraine-s-s-r GER submarine 1", correct.CannotStand, 1},
		{"add switzerland GER infantry 1", correct.CannotStand, 1},
		{"owner ukraine-s-s-r RUS", correct.CannotStand, 1}, // Germans stand there
		{"add sz5 GER infantry 5", correct.NoRoom, 1},
		{"add sz12 UK fighter 1", correct.NoRoom, 1},
		{"remove sz35 UK aircraft-carrier 1", correct.NoRoom, 1},
		{"add germany GER industrial-complex 1", correct.TwoThere, 1},
		{"owner switzerland GER", correct.NoOwner, 1},
		{"owner sz5 GER", correct.NoOwner, 1},
		{"tech GER 2; tech GER 2", correct.TechKnown, 2},
		{"no-tech GER 2", correct.TechUnknown, 1},
		{"phase 2 GER bonus", correct.NoPhase, 1},
	} {
		t.Run(tt.lines, func(t *testing.T) {
			t.Parallel()
			set, pos := openingOf(t, "revised")
			edits, err := correct.ParseEdits(set.Board, strings.Split(tt.lines, "; "))
			if err != nil {
				t.Fatal(err)
			}
			after, faults := correct.ApplyEdits(set, pos, edits)
			if after != nil || len(faults) == 0 || faults[0].Code != tt.code || faults[0].Line != tt.line {
				t.Errorf("%+v", faults)
			}
		})
	}
}

// In the middle of combat units are parts of battles.
func TestNoPieceIsMovedInTheMiddleOfCombat(t *testing.T) {
	t.Parallel()
	set, pos := openingOf(t, "revised")
	positiontest.Change(pos, func(d *position.Data) { d.Turn.Moved = true })
	edits := []order.Edit{{Do: order.EditAdd, Power: "Germany", Type: board.Infantry, N: 1, Space: 3}}
	if _, faults := correct.ApplyEdits(set, pos, edits); len(faults) != 1 || faults[0].Code != correct.InCombat {
		t.Errorf("%+v", faults)
	}
	money := []order.Edit{{Do: order.EditMoney, Power: "Germany", N: 1, Space: board.NoSpace}}
	if _, faults := correct.ApplyEdits(set, pos, money); len(faults) > 0 {
		t.Errorf("%+v", faults)
	}
}

// What a turn looks back to follows an edit: a complex that the referee puts down can be used, a canal that he gives is
// open.
func TestAnEditCountsFromTheBeginningOfTheTurn(t *testing.T) {
	t.Parallel()
	set, pos := openingOf(t, "revised")
	at, _ := set.Board.Find("Ukraine S.S.R.")
	edits, err := correct.ParseEdits(set.Board, []string{"add ukraine-s-s-r GER industrial-complex 1", "remove germany GER industrial-complex 1", "owner belorussia GER"})
	if err != nil {
		t.Fatal(err)
	}
	after, faults := correct.ApplyEdits(set, pos, edits)
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	home, _ := set.Board.Find("Germany")
	if !after.Turn().StartComplex(at) || after.Turn().StartComplex(home) || after.Turn().StartOwner(at) != "Germany" {
		t.Errorf("%v", after.Data().Turn.StartIC)
	}
}

// Every space of both games passes as it stands at the start: what is checked is nothing that the rules allow.
func TestTheStartPassesItsOwnCheck(t *testing.T) {
	t.Parallel()
	for _, name := range board.Names() {
		set, pos := openingOf(t, name)
		for _, s := range set.Board.Spaces {
			if s.Sea {
				continue
			}
			if _, faults := correct.ApplyEdits(set, pos, []order.Edit{{Do: order.EditOwner, Space: s.ID, Power: pos.Owner(s.ID)}}); len(faults) > 0 && s.OriginalController != board.Neutral {
				t.Errorf("%s, %s: %+v", name, s.Name, faults)
			}
		}
	}
}

func TestTextIsReadBack(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	lines := []string{"add ukraine-s-s-r GER infantry 2", "remove sz5 GER submarine 1", "owner ukraine-s-s-r RUS", "money JPN 12", "tech GER 3", "no-tech GER 3", "phase 3 GER combat"}
	edits, err := correct.ParseEdits(b, lines)
	if err != nil {
		t.Fatal(err)
	}
	if got := correct.EditLines(b, edits); !slices.Equal(got, lines) {
		t.Errorf("%q", got)
	}
	for _, bad := range []string{"", "add", "add nowhere GER infantry 2", "add sz5 GER infantry 02", "add sz5 GER infantry 2 ", "money XXX 1", "money GER -1", "explode GER", "phase 1 GER dinner", "owner sz5 GER now"} {
		if _, err := correct.ParseEdits(b, []string{bad}); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
