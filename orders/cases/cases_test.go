package cases

import (
	"strings"
	"testing"
	"testing/fstest"
)

// archive makes a case of setup and want lines.
func archive(setup, want string) []byte {
	return []byte("A case.\n-- setup --\nrules revised\n" + setup + "-- want --\n" + want)
}

func TestSetupAndWantAgree(t *testing.T) {
	t.Parallel()
	lines := `SZ7: UK 1 transport (aboard: 1 infantry, 1 USA tank), 2 transports; Germany 1 submarine submerged, 1 submarine
SZ8: UK 1 aircraft carrier (aboard: 2 fighters), 1 battleship damaged
Persia: Germany 2 infantry, 1 antiaircraft gun (of UK), 1 antiaircraft gun (of Germany)
India: empty
owner Germany: Persia, Ukraine
ipc Germany 12
tech Germany rockets, jet fighters
bought Germany 2 infantry, 1 industrial complex
`
	data := archive("board empty\nround 4\nturn Germany noncombat\n"+lines+"advantage Germany Panzerblitz\nused UK Joint Strike\noption victory minor\n",
		lines+"turn Germany round 4\nwaits Germany noncombat\ntech UK nothing\nbought UK nothing\nno winner\ndice 0\nNorway: empty\nincome Germany 41\n")
	for _, d := range Check("x.txtar", data) {
		t.Error(d)
	}
}

// TestDifferences: a want that does not hold says what there is.
func TestDifferences(t *testing.T) {
	t.Parallel()
	setup := "board empty\nSZ7: UK 2 transports (aboard: 1 infantry), 1 battleship damaged\nIndia: UK 2 tanks; USA 1 fighter\n"
	for want, diff := range map[string]string{
		"SZ7: empty":                                              "UK 1 battleship damaged, 1 transport, 1 transport (aboard: 1 infantry)",
		"SZ7: UK 2 transports":                                    "it holds",
		"SZ7: UK 2 transports, 1 submarine":                       "it holds",
		"India: UK 2 tanks":                                       "UK 2 tanks; USA 1 fighter",
		"India: UK 2 tanks; Germany 1 fighter":                    "it holds",
		"SZ7: UK 2 transports (aboard: 2 infantry), 1 battleship": "it holds",
		"owner Germany: India":                                    "India is UK's",
		"winner Axis":                                             `winner is ""`,
		"waits UK buy":                                            "it waits for USSR research",
		"waits nobody":                                            "it waits for USSR research",
		"ipc UK 3":                                                "it is 0",
		"dice 1":                                                  "0 were rolled",
		"tech UK rockets":                                         "does not have rockets",
		"bought UK 1 tank":                                        "it is nothing",
		"turn UK round 1":                                         "USSR's turn of round 1",
	} {
		diffs := Check("x.txtar", archive(setup, want+"\n"))
		if len(diffs) != 1 || !strings.Contains(diffs[0], diff) {
			t.Errorf("%s: %q", want, diffs)
		}
	}
	if diffs := Check("x.txtar", archive(setup, "SZ7: UK 2 transports (aboard: 1 infantry), 1 battleship\nIndia: USA 1 fighter; UK 2 tanks\n")); diffs != nil {
		t.Error(diffs)
	}
}

// TestMalformed: what cannot be read is a failure that names the line.
func TestMalformed(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"-- setup --\nrules revised\n-- want --\nno winner\n":             "line 1: the comment",
		"A.\n-- setup --\nrules revised\n":                                "no want",
		"A.\n-- want --\nno winner\n":                                     "no setup",
		"A.\n-- setup --\nrules revised\n-- want --\n":                    "want is empty",
		"A.\n-- setup --\nboard empty\n-- want --\nno winner\n":           "line 3: the first line must be",
		"A.\n-- setup --\nrules chess\n-- want --\nno winner\n":           "line 3: one line",
		"A.\n-- setup --\nrules revised\n-- notes --\n":                   `line 4: there is no section "notes"`,
		"A.\n-- setup --\nrules revised\n-- orders --\n":                  "line 4: orders must name a power",
		"A.\n-- setup --\nrules revised\n-- dice --\n1 7\n":               `line 5: "7" is no die`,
		"A.\n-- setup --\nrules revised\n-- setup --\n":                   "line 4: setup stands twice",
		string(archive("owner UK Norway\n", "no winner\n")):               "line 4: owner POWER",
		string(archive("Norwai: empty\n", "no winner\n")):                 `did you mean`,
		string(archive("Norway: UK 2 tankz\n", "no winner\n")):            "did you mean tank",
		string(archive("Norway: UK tank\n", "no winner\n")):               "no number",
		string(archive("Norway: UK 1 transport\n", "no winner\n")):        "cannot stand in Norway",
		string(archive("SZ3: UK 1 tank\n", "no winner\n")):                "cannot stand in SZ3",
		string(archive("SZ3: UK 1 transport submerged\n", "no winner\n")): "only submarines",
		string(archive("SZ3: UK 1 transport (1 tank)\n", "no winner\n")):  "(aboard: UNITS)",
		string(archive("Norway: UK 1 tank (of USA)\n", "no winner\n")):    "only antiaircraft guns",
		string(archive("turn UK bonus\n", "no winner\n")):                 `"bonus" is no phase`,
		string(archive("round zero\n", "no winner\n")):                    "no round",
		string(archive("option speed fast\n", "no winner\n")):             `no option "speed"`,
		string(archive("tech UK radar\n", "no winner\n")):                 "unknown technology",
		string(archive("ipc UK lots\n", "no winner\n")):                   "no amount",
		string(archive("board big\n", "no winner\n")):                     "standard or empty",
		string(archive("what is this\n", "no winner\n")):                  "no line of a setup",
		string(archive("", "no winner\nwhat is this\n")):                  "no line of want",
		string(archive("", "refused one\n")):                              "refused takes line numbers",
		string(archive("", "waits UK tea\n")):                             "the game waits for",
		string(archive("", "odds India attacker 2 defender 0 draw 0\n")):  "each P from 0 to 1",
		string(archive("", "accepted gladly\n")):                          "accepted stands alone",
	} {
		diffs := Check("x.txtar", []byte(text))
		if len(diffs) != 1 || !strings.Contains(diffs[0], "malformed: ") || !strings.Contains(diffs[0], want) {
			t.Errorf("%q: %q", text, diffs)
		}
	}
}

func TestFind(t *testing.T) {
	t.Parallel()
	fsys := fstest.MapFS{
		"sea/B-BAD.txtar": {Data: archive("", "winner Allies\n")}, "A-GOOD.txtar": {Data: archive("", "no winner\n")},
		"notes.txt": {Data: []byte("no case")},
	}
	files, err := Find(fsys)
	if err != nil || len(files) != 2 || files[0].ID() != "A-GOOD" || files[1].ID() != "B-BAD" {
		t.Fatalf("%v %v", files, err)
	}
	if r := files[0].Run(); r.ID != "A-GOOD" || len(r.Diff) != 0 {
		t.Errorf("%+v", r)
	}
	if r := files[1].Run(); r.ID != "B-BAD" || len(r.Diff) != 1 {
		t.Errorf("%+v", r)
	}
}
