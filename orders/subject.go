package orders

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Subject reads the header that a mail's subject holds: "[eastfront R3 Germany]", "[eastfront] Germany round 3", with "Re:" and
// the like before it. What it does not hold stays empty; the header in the text wins (Over).
func Subject(subject string) order.Header {
	clean, _ := cleanLine(subject)
	_, rest, ok := strings.Cut(clean, "[")
	inside, after, closed := strings.Cut(rest, "]")
	words := strings.Fields(strings.ToLower(inside))
	if !ok || !closed || len(words) == 0 || !IsGameName(words[0]) {
		return order.Header{}
	}
	h := order.Header{Game: words[0]}
	lx := theLexicon()
	ts := tokens(strings.Join(words[1:], " ") + " " + after)
	for i := 0; i < len(ts); {
		if n, ok := numeral(strings.TrimPrefix(ts[i].key, "r")); ok && ts[i].key[0] == 'r' && h.Round == 0 {
			h.Round = n
		} else if m, n := lx.words.at(ts[i:]); m.id == "round" && i+n < len(ts) && h.Round == 0 {
			h.Round, _ = numeral(ts[i+n].key)
		}
		m, n := lx.powers.at(ts[i:])
		if n > 0 && h.Power == board.Nobody && board.Default().SeatOf(board.Power(m.id)) != nil {
			h.Power = board.Power(m.id)
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
