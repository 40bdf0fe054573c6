package game

import (
	"slices"
	"testing"

	"fieldpost/adjudicator/board"
)

func TestWhoMustAgreeToTheReferee(t *testing.T) {
	t.Parallel()
	b := board.Named("revised")
	all := []string{"RUS", "GER", "UK", "JPN", "USA"}
	for _, c := range []struct {
		mine []board.Power
		want []string
	}{
		{nil, all},
		{[]board.Power{"Germany"}, []string{"RUS", "UK", "USA"}},
		{[]board.Power{"UK", "USA"}, []string{"GER", "JPN"}},
		{[]board.Power{"UK", "Japan"}, nil},
	} {
		if got := Others(b, all, c.mine...); !slices.Equal(got, c.want) {
			t.Errorf("%v asks %v, want %v", c.mine, got, c.want)
		}
	}
	for value, want := range map[string][2]bool{"if-referee-plays": {false, true}, "always": {true, true}, "never": {false, false}} {
		h, err := Settings{}.With("consent", value)
		if err != nil {
			t.Fatal(err)
		}
		if h.NeedsConsent(false) != want[0] || h.NeedsConsent(true) != want[1] {
			t.Errorf("consent %s", value)
		}
	}
}

func TestAProposalIsAgreedByAllAndEndedByOne(t *testing.T) {
	t.Parallel()
	p := Settings{}.Propose(3, "REFEREE", []string{"roll back to round 3"}, []string{"GER", "JPN"}, monday)
	if !p.Until.Equal(monday.AddDate(0, 0, 7)) || p.Verdict() != Undecided {
		t.Errorf("%+v", p)
	}
	if p.Answer("RUS", true) {
		t.Error("who is not asked has answered")
	}
	p.Answer("GER", true)
	p.Answer("JPN", false)
	if p.Verdict() != Rejected {
		t.Error("one says no, and it is not rejected")
	}
	p.Answer("JPN", true)
	if p.Verdict() != Carried || len(p.Open()) != 0 {
		t.Errorf("%+v", p)
	}
}
