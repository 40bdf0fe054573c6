package intake

import (
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders"
)

// A mail may have orders for several seats of its sender: each begins with the line of its power. Such a text is read
// seat by seat.

// seatTexts divides a text at the lines that name another power; nil if it names one at most. What stands above the
// first is a part too, of no power. Each part keeps the numbers of its lines. Below the line quote, if it is not 0, an
// older mail begins.
func seatTexts(body string, quote int, b *board.Board) []string {
	lines := strings.Split(body, "\n")
	if quote > 0 {
		lines = lines[:min(quote-1, len(lines))]
	}
	starts := []int{0}
	var powers []board.Power
	for i, l := range lines {
		p := powerOf(l, b)
		if p == board.Nobody || len(powers) > 0 && p == powers[len(powers)-1] {
			continue
		}
		powers = append(powers, p)
		for i > starts[len(starts)-1] && orders.IsHeader(lines[i-1]) {
			i-- // the header of that power
		}
		starts = append(starts, i)
	}
	if len(powers) < 2 {
		return nil
	}
	var parts []string
	for n, from := range starts {
		to := len(lines)
		if n+1 < len(starts) {
			to = starts[n+1]
		}
		parts = append(parts, strings.Repeat("\n", from)+strings.Join(lines[from:to], "\n"))
	}
	return parts
}

// powerOf returns the power that a line of the header names, Nobody if it names none. A table may have a column "Power".
func powerOf(line string, b *board.Board) board.Power {
	if strings.HasPrefix(line, ">") || orders.Keyword(line) != "power" {
		return board.Nobody
	}
	return orders.Parse(line, orders.Context{Board: b}).Header.Power
}

// saying returns the parts that say more than whose they are.
func saying(parts []string, ctx orders.Context) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(text string) bool {
		f := orders.Parse(text, ctx)
		return !f.HasOrders() && len(f.Commands) == 0 && len(f.Withdraw) == 0 && len(f.Faults) == 0 && !f.Check
	})
}

// Part returns the reading of one part of the mail, by its place among Parts, with the header that all of them share.
func (r Reading) Part(n int, ctx orders.Context) Reading {
	common := r.File.Header
	common.Power, common.Salt = board.Nobody, ""
	ctx.Preamble = r.ctx.Preamble
	r.File = orders.Parse(r.Parts[n], ctx)
	FillHeader(&r.File.Header, common)
	if n > 0 {
		r.Aside = ""
	}
	return r
}
