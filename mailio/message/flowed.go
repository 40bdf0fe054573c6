package message

import "strings"

// unflow undoes the soft line breaks of format=flowed (RFC 3676). Lines of the same quoting
// depth are joined where the first ends in a blank; with delSp that blank goes. "-- " is a
// signature mark and never flows. It returns the number of joins.
func unflow(text string, delSp bool) (string, int) {
	var b strings.Builder
	b.Grow(len(text))
	joins := 0
	open, openDepth := false, 0 // whether the line before goes on, and its depth
	for i, line := range strings.Split(text, "\n") {
		depth := len(line) - len(strings.TrimLeft(line, ">"))
		rest := line[depth:]
		// A stuffed blank goes, except where it keeps a line of one's own from looking quoted.
		if depth > 0 || !strings.HasPrefix(rest, " >") {
			rest = strings.TrimPrefix(rest, " ")
		}
		signature := rest == "-- "
		switch {
		case open && depth == openDepth && !signature:
			joins++
		case i > 0:
			b.WriteByte('\n')
			fallthrough
		default:
			b.WriteString(strings.Repeat(">", depth))
			if depth > 0 {
				b.WriteByte(' ')
			}
		}
		open, openDepth = strings.HasSuffix(rest, " ") && !signature, depth
		if open && delSp {
			rest = rest[:len(rest)-1]
		}
		b.WriteString(rest)
	}
	return b.String(), joins
}
