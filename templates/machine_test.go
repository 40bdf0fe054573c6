package templates

import (
	"encoding/json"
	"os"
	"reflect"
	"strings"
	"testing"

	"fieldpost/adjudicator/event"
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
	page, err := os.ReadFile("../docs/report-schema.md")
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
	if m.Schema != "fieldpost-report" || m.Version != SchemaVersion || m.Power != "USSR" || m.Round != 3 || len(m.Events) != len(v.Events) {
		t.Errorf("%+v", m)
	}
	for i, e := range m.Events {
		if e.Kind == event.Captured && (e.Space != "West Russia" || e.Whose != "Germany") {
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
