package config

// nearest finds the word that was probably meant: at most two slips away, and the only one so near.
func nearest(word string, words []string) string {
	best, found, twice := 3, "", false
	if len(word) < 6 {
		best = 2
	}
	for _, w := range words {
		switch d := distance(word, w); {
		case d < best:
			best, found, twice = d, w, false
		case d == best && found != "" && w != found:
			twice = true
		}
	}
	if twice {
		return ""
	}
	return found
}

// distance counts the letters to change, add, drop or swap with their neighbour (optimal string alignment).
func distance(a, b string) int {
	rows := make([][]int, len(a)+1)
	for i := range rows {
		rows[i] = make([]int, len(b)+1)
		rows[i][0] = i
	}
	for j := range rows[0] {
		rows[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			d := min(rows[i-1][j]+1, rows[i][j-1]+1, rows[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				d = min(d, rows[i-2][j-2]+1)
			}
			rows[i][j] = d
		}
	}
	return rows[len(a)][len(b)]
}
