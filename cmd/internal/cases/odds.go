package cases

import (
	"fmt"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders"
)

// oddsWords are what an odds line names beside the space.
var oddsWords = []string{"attacker", "defender", "draw"}

// wantOdds reads "odds SPACE attacker P defender P draw P".
func wantOdds(b *board.Board, line int, rest string) (check, error) {
	name, tail, ok := strings.Cut(rest, " attacker ")
	words := strings.Fields("attacker " + tail)
	if !ok || len(words) != 6 {
		return nil, malformed(line, "odds SPACE attacker P defender P draw P")
	}
	id, err := orders.FindSpace(b, name)
	if err != nil {
		return nil, malformed(line, "%v", err)
	}
	var want [3]float64
	for i, w := range oddsWords {
		p, err := strconv.ParseFloat(words[2*i+1], 64)
		if words[2*i] != w || err != nil || p < 0 || p > 1 {
			return nil, malformed(line, "odds SPACE attacker P defender P draw P, each P from 0 to 1")
		}
		want[i] = p
	}
	return func(o *outcome) string {
		return fmt.Sprintf("odds %s: nothing told the odds of a battle there; wanted %v", b.Name(id), want)
	}, nil
}
