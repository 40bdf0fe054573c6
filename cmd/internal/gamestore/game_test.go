package gamestore

import (
	"reflect"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/rules"
)

func TestASetupIsReadBackAsItWasWritten(t *testing.T) {
	t.Parallel()
	s := game.Setup{Name: "eastfront", Rules: "revised", Options: []rules.Setting{{Name: "victory", Value: "total"}},
		Advantages: map[board.Power][]string{"UK": {"Radar"}}, Created: time.Date(2026, 1, 12, 18, 0, 0, 0, time.UTC)}
	data, err := EncodeSetup(s)
	if err != nil {
		t.Fatal(err)
	}
	if got, err := DecodeSetup(data); err != nil || !reflect.DeepEqual(got, s) {
		t.Errorf("%+v %v", got, err)
	}
	for _, bad := range []string{"", "{", `{"name":"eastfront","rules":"chess"}`,
		`{"name":"East Front","rules":"revised"}`} {
		if _, err := DecodeSetup([]byte(bad)); err == nil {
			t.Errorf("%q was read", bad)
		}
	}
}
