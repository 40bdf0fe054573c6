package report

import (
	"encoding/json"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/templates/reader"
)

// jsonNames lists the names of a type's fields in JSON, those of the types within included.
func jsonNames(typ reflect.Type, seen map[reflect.Type]bool, names map[string]bool) {
	switch typ.Kind() {
	case reflect.Slice, reflect.Pointer:
		jsonNames(typ.Elem(), seen, names)
	case reflect.Struct:
		if seen[typ] {
			return
		}
		seen[typ] = true
		for i := range typ.NumField() {
			f := typ.Field(i)
			if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "faults" {
				names[name] = true
			}
			jsonNames(f.Type, seen, names)
		}
	}
}

func TestTheSchemaPageNamesEveryField(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/report-schema.md")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	jsonNames(reflect.TypeFor[machine](), map[reflect.Type]bool{}, names)
	for name := range names {
		if !strings.Contains(string(page), "`"+name+"`") {
			t.Errorf("docs/report-schema.md does not describe %q", name)
		}
	}
}

func TestTheJSONOfAReportTellsTheGo(t *testing.T) {
	t.Parallel()
	v := sovietTale(t).view()
	data, err := v.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var m machine
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	if m.Schema != "fieldpost-report" || m.Version != SchemaVersion || m.Power != "USSR" || m.Round != 3 ||
		len(m.Events) != len(v.Events) {
		t.Errorf("%+v", m)
	}
	for i, e := range m.Events {
		if e.Kind == event.KindCaptured && (e.Space != "West Russia" || e.Whose != "Germany") {
			t.Errorf("event %d: %+v", i, e)
		}
	}
	for _, secret := range []string{v.Key, v.Salt, "Anna", `"line"`} {
		if strings.Contains(string(data), secret) {
			t.Errorf("the JSON holds %q", secret)
		}
	}
	again, err := v.JSON()
	if err != nil || string(again) != string(data) {
		t.Error("the same view gave other JSON")
	}
}

// Each of several awaited seats has its own deadline, and the game's is the first of them; a seat whose clock is
// stopped has none. The reader makes no difference.
func TestTheJSONTellsTheDeadlineOfEachAwaitedSeat(t *testing.T) {
	t.Parallel()
	v := sovietTale(t).view()
	v.Awaited = []adjudicator.Await{{Power: "UK", What: "choose", Space: board.NoSpace},
		{Power: "USA", What: "choose", Space: board.NoSpace}, {Power: "Japan", What: "choose", Space: board.NoSpace}}
	v.Deadlines = map[board.Power]time.Time{"UK": monday.Add(50 * time.Hour).In(deadline.Zone),
		"USA": monday.Add(26 * time.Hour)}
	data, err := v.JSON()
	if err != nil {
		t.Fatal(err)
	}
	var m machine
	if err := json.Unmarshal(data, &m); err != nil {
		t.Fatal(err)
	}
	at := func(hours time.Duration) string { return monday.Add(hours * time.Hour).UTC().Format(time.RFC3339) }
	want := []machineAwait{{Power: "UK", What: "choose", Deadline: at(50)},
		{Power: "USA", What: "choose", Deadline: at(26)}, {Power: "Japan", What: "choose"}}
	if !slices.Equal(m.Awaited, want) {
		t.Errorf("awaited are %+v, want %+v", m.Awaited, want)
	}
	if m.Deadline != at(26) {
		t.Errorf("the game's deadline is %q, want the first, %q", m.Deadline, at(26))
	}
	v.Deadline = reader.Deadline{}
	if other, err := v.JSON(); err != nil || string(other) != string(data) {
		t.Errorf("a reader with another deadline gets other JSON: %s %v", other, err)
	}
}
