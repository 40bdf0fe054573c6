package chances

import (
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

func TestReach(t *testing.T) {
	t.Parallel()
	q := Question{Attacker: "1 infantry", Defender: "1 infantry"}
	n, err := Reach(q, 0.8)
	if err != nil || n < 1 {
		t.Fatalf("%d, %v", n, err)
	}
	for k, want := range map[int]bool{n: true, n - 1: false} {
		p := q
		if k > 0 {
			p.Attacker += ", " + words([]order.Units{{N: k, Type: board.Infantry}})
		}
		if r, _ := Ask(p); r.Takes >= 0.8 != want {
			t.Errorf("with %d more the space is taken at %.3f", k, r.Takes)
		}
	}
	if n, _ := Reach(Question{Attacker: "1 fighter", Defender: "60 infantry"}, 0.99); n != -1 {
		t.Errorf("%d infantry against 60", n)
	}
}

func TestBestLossesKeepsTheTank(t *testing.T) {
	t.Parallel()
	list, takes, err := BestLosses(Question{Attacker: "2 infantry, 1 tank", Defender: "2 infantry"})
	if err != nil || !strings.HasPrefix(list, "infantry") || takes <= 0.5 {
		t.Errorf("%q at %.3f, %v", list, takes, err)
	}
}
