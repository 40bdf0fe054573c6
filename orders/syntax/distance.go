package syntax

import "slices"

// distance is the optimal string alignment distance: how many letters must be inserted, dropped, replaced or
// swapped with their neighbour to make b of a, no place touched twice.
func distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	var rows [3][longestWord + 4]uint8 // longer words are never compared (isNear)
	if len(x) >= len(rows[0]) || len(y) >= len(rows[0]) {
		return max(len(x), len(y))
	}
	prev2, prev, cur := rows[0][:], rows[1][:], rows[2][:]
	for j := range prev {
		prev[j] = uint8(j)
	}
	for i := 1; i <= len(x); i++ {
		cur[0] = uint8(i)
		for j := 1; j <= len(y); j++ {
			cost := uint8(1)
			if x[i-1] == y[j-1] {
				cost = 0
			}
			cur[j] = min(prev[j]+1, cur[j-1]+1, prev[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				cur[j] = min(cur[j], prev2[j-2]+1)
			}
		}
		prev2, prev, cur = prev, cur, prev2
	}
	return int(prev[len(y)])
}

// longestWord is how many bytes a word has at most that may be a slip for another.
const longestWord = 60

// isNear reports whether a word may be a slip for another: one letter wrong in words of up to five letters, two in
// longer ones.
func isNear(word, meant string) bool {
	limit := 2
	if len(word) < 6 {
		limit = 1
	}
	if len(word) < 2 || len(word) > longestWord || len(word)-len(meant) > limit || len(meant)-len(word) > limit {
		return false
	}
	return distance(word, meant) <= limit
}

// Nearest lists which of some names a misspelt word may have meant: the closest, sorted, at most three.
func Nearest(word string, names []string) []string {
	keys := make(map[string]string, len(names))
	for _, n := range names {
		keys[n] = n
	}
	return Meant(word, keys)
}

// Meant lists what a misspelt key may have meant: the names whose keys are closest, sorted, at most three.
func Meant(key string, names map[string]string) []string {
	best := 3
	var found []string
	for k, name := range names {
		if !isNear(key, k) {
			continue
		}
		switch d := distance(key, k); {
		case d < best:
			best, found = d, []string{name}
		case d == best:
			found = append(found, name)
		}
	}
	slices.Sort(found)
	found = slices.Compact(found)
	return found[:min(3, len(found))]
}

// MostLookups is how many different misspelt words of a text are looked up: far more than an answer names.
const MostLookups = 300

// mostNewLookups is how many are looked up when a text is read again with another line.
const mostNewLookups = 20

// Speller finds what the misspelt words of one text may have meant, each once and so many of them: a text of
// nothing else would take seconds. A nil speller has no limit.
type Speller struct {
	Found map[string][]string
	Known map[string][]string // what an earlier reading of the text found; nil: there was none
}

// Suggest returns what find finds for a key of a kind.
func (sp *Speller) Suggest(kind, key string, find func() []string) []string {
	if sp == nil {
		return find()
	}
	kind += " " + key
	list, known := sp.Found[kind]
	if !known {
		list, known = sp.Known[kind]
	}
	most := MostLookups
	if sp.Known != nil {
		most = mostNewLookups
	}
	if !known && len(sp.Found) < most {
		list = find()
		sp.Found[kind] = list
	}
	return list
}
