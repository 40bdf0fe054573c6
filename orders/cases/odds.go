package cases

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/orders/syntax"
)

// oddsWords are what an odds line names in addition to the space.
var oddsWords = []string{"attacker", "defender", "draw"}

// wantOdds reads "odds SPACE attacker P defender P draw P".
func wantOdds(b *board.Board, line int, rest string) (check, error) {
	name, tail, ok := strings.Cut(rest, " attacker ")
	words := strings.Fields("attacker " + tail)
	if !ok || len(words) != 6 {
		return nil, malformed(line, "odds SPACE attacker P defender P draw P")
	}
	id, err := syntax.FindSpace(b, name)
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
	return func(o *outcome) string { return checkOdds(o, id, want) }, nil
}

// checkOdds compares the exact odds of the last battle that began in a space, to three places.
func checkOdds(o *outcome, id board.SpaceID, want [3]float64) string {
	name := o.set.Board.Name(id)
	for _, b := range slices.Backward(o.battles) {
		if b.Space != id {
			continue
		}
		r, err := odds.Compute(b, odds.Options{})
		if err != nil {
			return fmt.Sprintf("odds %s: %v", name, err)
		}
		got := [3]float64{r.Attacker, r.Defender, r.Draw}
		for i := range got {
			if math.Abs(got[i]-want[i]) > 0.0005+1e-9 {
				return fmt.Sprintf("odds %s attacker %.3f defender %.3f draw %.3f: they are %.4f, %.4f, %.4f", name,
					want[0], want[1], want[2], got[0], got[1], got[2])
			}
		}
		return ""
	}
	return fmt.Sprintf("odds %s: no battle began there", name)
}
