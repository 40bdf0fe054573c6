package chances

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// most is how many infantry Reach adds before it gives up.
const most = 40

// Reach returns how many more infantry the attacker needs to take the space with a chance of at least p (0 to 1), or -1
// if forty are not enough.
func Reach(q Question, p float64) (int, error) {
	attacker := q.Attacker
	for n := range most + 1 {
		if n > 0 {
			q.Attacker = fmt.Sprintf("%s, %d infantry", attacker, n)
		}
		r, err := Ask(q)
		if err != nil {
			return 0, err
		}
		if r.Takes >= p-1e-9 {
			return n, nil
		}
	}
	return -1, nil
}

// BestLosses finds the attacker's order of loss that takes the space most often, by trying every order of their types;
// of equals the first in the order of the unit chart.
func BestLosses(q Question) (list string, takes float64, err error) {
	b, err := q.Battle()
	if err != nil {
		return "", 0, err
	}
	var types []board.UnitType
	for _, u := range b.Attacker.Units {
		if !slices.Contains(types, u.Type) {
			types = append(types, u.Type)
		}
	}
	slices.Sort(types)
	for _, perm := range permutations(types) {
		q.AttackerLosses = names(perm)
		r, err := Ask(q)
		if err != nil {
			return "", 0, err
		}
		if list == "" || r.Takes > takes+1e-9 {
			list, takes = q.AttackerLosses, r.Takes
		}
	}
	return list, takes, nil
}

func names(ts []board.UnitType) string {
	parts := make([]string, len(ts))
	for i, t := range ts {
		parts[i] = t.String()
	}
	return strings.Join(parts, ", ")
}

// permutations lists all orders of a list, in lexical order of positions.
func permutations(ts []board.UnitType) [][]board.UnitType {
	if len(ts) <= 1 {
		return [][]board.UnitType{ts}
	}
	var out [][]board.UnitType
	for i := range ts {
		rest := slices.Delete(slices.Clone(ts), i, i+1)
		for _, p := range permutations(rest) {
			out = append(out, append([]board.UnitType{ts[i]}, p...))
		}
	}
	return out
}

// Of is the question that the mail command asks.
func Of(attackers, defenders []order.Units, sea, amphibious bool) Question {
	q := Question{Attacker: words(attackers), Defender: words(defenders), Amphibious: amphibious}
	if sea {
		q.At = "sea"
	}
	return q
}

func words(us []order.Units) string {
	parts := make([]string, len(us))
	for i, u := range us {
		parts[i] = fmt.Sprintf("%d %s", u.N, u.Type)
	}
	return strings.Join(parts, ", ")
}
