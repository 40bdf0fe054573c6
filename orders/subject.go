package orders

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// Subject reads the header that a mail's subject holds: "[eastfront R3 Germany]", "[eastfront] Germany round 3", with
// "Re:" and the like before it. What it does not hold stays empty; the header in the text wins (Over).
func Subject(subject string) order.Header {
	clean, _ := cleanLine(subject)
	_, rest, ok := strings.Cut(clean, "[")
	inside, after, closed := strings.Cut(rest, "]")
	words := strings.Fields(strings.ToLower(inside))
	if !ok || !closed || len(words) == 0 || !syntax.IsGameName(words[0]) {
		return order.Header{}
	}
	h := order.Header{Game: words[0]}
	lx := syntax.TheLexicon()
	ts := syntax.Tokens(strings.Join(words[1:], " ") + " " + after)
	for i := 0; i < len(ts); {
		if n, ok := syntax.Numeral(strings.TrimPrefix(ts[i].Key, "r")); ok && ts[i].Key[0] == 'r' && h.Round == 0 {
			h.Round = n
		} else if m, n := lx.Words.At(ts[i:]); m.ID == "round" && i+n < len(ts) && h.Round == 0 {
			h.Round, _ = syntax.Numeral(ts[i+n].Key)
		}
		m, n := lx.Powers.At(ts[i:])
		if n > 0 && h.Power == board.Nobody && board.Default().SeatOf(board.Power(m.ID)) != nil {
			h.Power = board.Power(m.ID)
		}
		i += max(1, n)
	}
	return h
}

// Over is a header with what it lacks taken from another.
func Over(h, under order.Header) order.Header {
	if h.Game == "" {
		h.Game = under.Game
	}
	if h.Power == board.Nobody {
		h.Power = under.Power
	}
	if h.Round == 0 {
		h.Round = under.Round
	}
	return h
}
