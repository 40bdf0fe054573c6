package report

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/cases"
)

// The positions in which the cases begin come back from their JSON as they are.
func TestAPositionIsReadBackFromItsJSON(t *testing.T) {
	t.Parallel()
	files, err := cases.Find(os.DirFS("../../adjudicator/testdata/cases"))
	if err != nil {
		t.Fatal(err)
	}
	read := 0
	for _, f := range files {
		c, err := cases.Parse(f.Name, f.Text)
		if err != nil {
			t.Fatal(err)
		}
		set, pos, err := c.Start()
		if err != nil || pos.Power() == board.Nobody {
			continue
		}
		v := View{}
		v.Rules, v.Pos, v.Game = set, pos, "east"
		text, err := v.JSON()
		if err != nil {
			t.Fatal(err)
		}
		got, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", f.Name, err)
			continue
		}
		read++
		if got.Game != "east" || got.Rules.Name != set.Name || got.Rules.Options.String() != set.Options.String() {
			t.Errorf("%s: %s, %s, %s", f.Name, got.Game, got.Rules.Name, got.Rules.Options)
		}
		again := View{}
		again.Rules, again.Pos, again.Game = got.Rules, got.Position, "east"
		if second, err := again.JSON(); err != nil || string(second) != string(text) {
			t.Errorf("%s: %v: it came back as\n%s\nfrom\n%s", f.Name, err, second, text)
		}
	}
	if read < len(files)/2 {
		t.Errorf("only %d of %d were read", read, len(files))
	}
}

func TestWhatIsNoPositionIsRefused(t *testing.T) {
	t.Parallel()
	set, err := rules.New("revised", rules.Options{})
	if err != nil {
		t.Fatal(err)
	}
	pos, err := adjudicator.Start(set)
	if err != nil {
		t.Fatal(err)
	}
	machine, err := json.MarshalIndent(NewMachinePosition(set.Board, pos), "", " ")
	if err != nil {
		t.Fatal(err)
	}
	good := `{"name": "east", "rules": "revised", "options": ["victory minor"], "position": ` + string(machine) + "}"
	if _, err := Parse([]byte(good)); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ old, with, want string }{
		{`"Archangel"`, `"Archangle"`, "position: spaces: "},
		{`"Caucasus"`, `"Archangel"`, "is listed twice"},
		{`"type": "battleship"`, `"type": "cruiser"`, "cruiser"},
		{`"type": "tank"`, `"type": "submarine"`, "a submarine cannot stand there"},
		{`"n": 1,`, `"n": -1,`, "-1 "},
		{`"victory minor"`, `"victory tomorrow"`, "victory"},
		{`"revised"`, `"classic"`, "classic"},
		{`"phase": "research"`, `"phase": "tea"`, `"tea" is no phase`},
		{`"power": "USSR"`, `"power": "Prussia"`, "Prussia"},
		{`"money": 24`, `"money": -24`, "money is -24"},
		{`"round": 1`, `"round": `, "line 2, column"},
		{`"position"`, `"stellung"`, "has no position"},
		{`"round": 1`, `"round": 1, "winner": "axis"`, "the game is over"},
	} {
		if !strings.Contains(good, test.old) {
			t.Errorf("there is no %s", test.old)
		}
		_, err := Parse([]byte(strings.ReplaceAll(good, test.old, test.with)))
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, want %s", test.with, err, test.want)
		}
	}
}
