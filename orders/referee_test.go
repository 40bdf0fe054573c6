package orders

import (
	"reflect"
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
)

// Edits are written with the names of the order language, in three languages, and read back.
func TestEditLines(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	for line, want := range map[string][]string{
		"edit add 2 infantry Germany in Ukraine":                     {"add ukraine-s-s-r GER infantry 2"},
		"edit add 2 German infantry in Ukraine":                      {"add ukraine-s-s-r GER infantry 2"},
		"edit add 2 infantry, 1 tank Germany in Ukraine":             {"add ukraine-s-s-r GER infantry 2", "add ukraine-s-s-r GER tank 1"},
		"edit remove a submarine Germany from SZ5":                   {"remove sz5 GER submarine 1"},
		"ändere entferne 1 U-Boot Deutschland in SZ5":                {"remove sz5 GER submarine 1"},
		"edit owner Ukraine Germany":                                 {"owner ukraine-s-s-r GER"},
		"edit owner United Kingdom UK":                               {"owner united-kingdom UK"},
		"edit owner of Ukraine to USSR":                              nil,
		"ändere Besitzer Ukraine Sowjetunion":                        {"owner ukraine-s-s-r RUS"},
		"rediger ejer Ukraine til Tyskland":                          {"owner ukraine-s-s-r GER"},
		"edit money Germany 12":                                      {"money GER 12"},
		"edit money Germany 0":                                       {"money GER 0"},
		"ändere Geld Japan 7":                                        {"money JPN 7"},
		"edit tech Germany rockets":                                  {"tech GER 2"},
		"edit tech Germany no rockets":                               {"no-tech GER 2"},
		"edit phase round 3 Germany combat":                          {"phase 3 GER combat"},
		"edit phase Germany combat":                                  {"phase 0 GER combat"},
		"edit remove 1 industrial complex Japan in French Indochina": {"remove french-indochina JPN industrial-complex 1"},
	} {
		f := Parse(line+"\n", Context{Board: b})
		got := correct.EditLines(b, commands.Edits(f.Commands))
		if want == nil {
			if len(f.Faults) != 1 {
				t.Errorf("%q: no fault, %q", line, got)
			}
			continue
		}
		if len(f.Faults) > 0 || !slices.Equal(got, want) {
			t.Errorf("%q: %q, %+v", line, got, f.Faults)
		}
		for _, lang := range syntax.Langs() {
			text := commands.Format(f.Commands[0], lang, b)
			again := Parse(text+"\n", Context{Board: b})
			if len(again.Faults) > 0 || !reflect.DeepEqual(again.Commands, f.Commands) {
				t.Errorf("%s: %q reads back as %+v, %+v", lang, text, again.Commands, again.Faults)
			}
		}
	}
}

func TestEditFaultsSayWhatWasMeant(t *testing.T) {
	t.Parallel()
	for line, want := range map[string]struct {
		code    order.Code
		suggest string
	}{
		"edit ad 2 infantry Germany in Ukraine":  {syntax.UnknownWord, "add"},
		"edit add 2 infantri Germany in Ukraine": {syntax.UnknownUnit, "infantry"},
		"edit add 2 infantry Germny in Ukraine":  {syntax.UnknownWord, ""},
		"edit add 2 infantry in Ukraine":         {syntax.MissingWord, ""},
		"edit add 2 infantry Germany in Ukrane":  {syntax.UnknownSpace, "Ukraine S.S.R."},
		"edit owner Ukrane Germany":              {syntax.UnknownSpace, ""},
		"edit tech Germany rockest":              {syntax.UnknownTech, "rockets"},
		"edit":                                   {syntax.BadValue, ""},
		"edit phase Germany dinner":              {syntax.UnknownWord, ""},
		"correct round 3":                        {syntax.MissingWord, ""},
		"roll back to round":                     {syntax.MissingWord, ""},
	} {
		f := Parse(line+"\n", Context{})
		if len(f.Faults) != 1 || f.Faults[0].Code != want.code || want.suggest != "" && !slices.Contains(f.Faults[0].Suggest, want.suggest) {
			t.Errorf("%q: %+v", line, f.Faults)
		}
	}
}

func TestRefereeCommandsReadBack(t *testing.T) {
	t.Parallel()
	for _, line := range []string{"roll back to round 3 Germany", "roll back after round 3", "roll back to record 12", "correct", "correct round 3 Germany combat", "correct record 7"} {
		f := Parse(line+"\n", Context{})
		for _, lang := range syntax.Langs() {
			text := commands.Format(f.Commands[0], lang, board.Default())
			if again := Parse(text+"\n", Context{}); len(again.Faults) > 0 || !reflect.DeepEqual(again.Commands, f.Commands) {
				t.Errorf("%s: %q reads back as %+v, %+v", lang, text, again.Commands, again.Faults)
			}
		}
	}
}

// An act on the line of a check is the same as below it: both are told what they would do. `go on` is understood in
// three languages.
func TestCheckedActs(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	for text, want := range map[string]commands.Command{
		"check roll back to round 3 Germany":        commands.RollBack{Line: 1, Round: 3, Power: "Germany"},
		"prüfe zurücksetzen zu Runde 3 Deutschland": commands.RollBack{Line: 1, Round: 3, Power: "Germany"},
		"tjek spol tilbage til runde 3 Tyskland":    commands.RollBack{Line: 1, Round: 3, Power: "Germany"},
		"check\nroll back to record 41":             commands.RollBack{Line: 2, Record: 41},
		"check correct round 1 USSR combat":         commands.Correct{Line: 1, Round: 1, Power: "USSR", Phase: order.Combat},
		"check correct":                             commands.Correct{Line: 1},
	} {
		f := Parse(text+"\n", Context{Board: b})
		if !f.Check || len(f.Faults) > 0 || len(f.Commands) != 1 || f.Commands[0] != want {
			t.Errorf("%q: check %v, %+v, faults %+v", text, f.Check, f.Commands, f.Faults)
		}
	}
	for _, text := range []string{"go on", "es geht weiter", "weiterspielen", "spil videre"} {
		f := Parse(text+"\n", Context{Board: b})
		if len(f.Faults) > 0 || len(f.Commands) != 1 || f.Commands[0] != commands.Command(commands.GoOn{Line: 1}) {
			t.Errorf("%q: %+v, faults %+v", text, f.Commands, f.Faults)
		}
	}
	if f := Parse("check roll forward\n", Context{Board: b}); len(f.Faults) != 1 {
		t.Errorf("%+v", f.Faults)
	}
}
