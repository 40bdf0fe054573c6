package answer

import (
	"strings"
	"testing"
)

// TestRead: one word answers, whatever is polite around it; anything else is a mail of its own.
func TestRead(t *testing.T) {
	t.Parallel()
	yes := func(n int) Answer { return Answer{Choice: n} }
	for _, tt := range []struct {
		text string
		want Answer
	}{
		{"yes", yes(1)}, {"Yes.", yes(1)}, {"YES!", yes(1)}, {"y", yes(1)}, {"ok", yes(1)}, {"okay", yes(1)},
		{"Ja", yes(1)}, {"jawohl", yes(1)}, {"jo", yes(1)}, {"j", yes(1)}, {"jep", yes(1)},
		{"2", yes(2)}, {"2.", yes(2)}, {"2)", yes(2)}, {"3", yes(3)},
		{"no", Answer{No: true}}, {"Nein", Answer{No: true}}, {"nej", Answer{No: true}},
		{"yes please", yes(1)}, {"Yes, it is me.", yes(1)}, {"Ja, ich bin es.", yes(1)}, {"Ja, det er mig.", yes(1)}, {"ja bitte\n\nViele Grüße\nBert", yes(1)}, {"ja, tak\n\nMed venlig hilsen\nKaren Jensen", yes(1)},
		{"Hi,\n\nyes\n\nCheers, Tom", yes(1)}, {"Thanks!\nyes", yes(1)}, {"yes\n\n-- \nTom Smith\nTel. 555-0142", yes(1)},
		{"yes\n\n> reading ABCD-EFGH-JKMN-PQRS\n> buy 3 tanks\n", yes(1)},
	} {
		if got, ok := Read(tt.text); !ok || got != tt.want {
			t.Errorf("%q: %+v, %v; want %+v", tt.text, got, ok, tt.want)
		}
	}
	for _, other := range []string{
		"", "thanks", "yes, but 4 tanks", "yes and no", "yes no", "1 or 2", "no, buy 3 tanks", "buy 3 tanks", "yes to Ukraine",
		"not yes", "3 infantry", "12", "yes\n\nCheers, Tom\n3 inf Rus -> WRus", "ja, aber Karelien nicht", "yes?  combat", strings.Repeat("yes\n", 400),
	} {
		if got, ok := Read(other); ok {
			t.Errorf("%q was read as %+v", other, got)
		}
	}
}
