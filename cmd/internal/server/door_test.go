package server

import (
	"testing"

	"fieldpost/cmd/internal/people"
	"fieldpost/templates/notice"
)

// A misspelt option of a new game is answered with what may be meant.
func TestUnknownOptions(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"deadlin": "deadline", "lenguage": "language",
		"Victroy": "victory", "weather": ""} {
		no := people.UnknownOption(name)
		if no == nil {
			t.Fatalf("%s is an option", name)
		}
		if want == "" && no.Key != notice.DeniedUnknownOption ||
			want != "" && (no.Key != notice.DeniedOptionMeant || no.Args[1] != want) {
			t.Errorf("%s: %+v, want %q", name, no, want)
		}
	}
	for _, name := range []string{"raid cap", "deadline-at", "Zone"} {
		if no := people.UnknownOption(name); no != nil {
			t.Errorf("%s: %v", name, no)
		}
	}
}

// A request to join a game that does not exist is answered with the sender's games.
func TestNoSuchGameAtTheDoor(t *testing.T) {
	t.Parallel()
	m := newMonths(t)
	m.mail("anna@mail.test", "", "join nowhere as Germany\n")
	m.wantTold("anna@mail.test", "Your games: longwar: ")
	m.mail(fritz, "", "join nowhere as Germany\n")
	m.wantTold(fritz, "Your games: -.")
}
