package commands

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/orders/syntax"
)

// Bid is a secret bid for a side; ParseBid reads its text.
type Bid struct {
	Line
	Text string
}

// BidSyntax is how it is written.
var BidSyntax = define("bid", func(s *syntax.Scan) Command { return Bid{Line(s.Line), s.Value()} }, "bid Axis 7")

func (c Bid) print(pr *syntax.Printer) { pr.Say("bid", c.Text) }

// BidTerms is what the text of a bid says:
//
//	bid Axis 7                    sealed by the daemon
//	bid Germany 4, Japan 3        likewise, with the money shared out
//	bid commit HASH               sealed by the bidder
//	bid reveal SALT Axis 7        opens it
type BidTerms struct {
	Commit string // 64 hex digits; "" if it is not sealed by the bidder
	Salt   string // of a bid that is opened
	Money  []Money
}

// Money is a sum for a power.
type Money struct {
	Power board.Power
	IPC   int
}

// ParseBid reads the text of a bid. A sum for a side is for its first power in turn order. The error says what
// cannot be read.
func ParseBid(b *board.Board, text string) (BidTerms, error) {
	words := strings.Fields(text)
	if len(words) == 0 {
		return BidTerms{}, fmt.Errorf("it names no side")
	}
	lx := syntax.TheLexicon()
	switch m, _ := lx.Words.At(syntax.Tokens(words[0])); m.ID {
	case "commit":
		if len(words) != 2 || len(words[1]) != 64 || strings.Trim(strings.ToLower(words[1]), "0123456789abcdef") != "" {
			return BidTerms{}, fmt.Errorf("the hash after commit has not 64 hex digits")
		}
		return BidTerms{Commit: strings.ToLower(words[1])}, nil
	case "reveal":
		if len(words) < 4 {
			return BidTerms{}, fmt.Errorf("after reveal come the salt and the bid")
		}
		money, err := parseMoney(b, strings.Join(words[2:], " "))
		return BidTerms{Salt: words[1], Money: money}, err
	}
	money, err := parseMoney(b, text)
	return BidTerms{Money: money}, err
}

// parseMoney reads "Axis 7", "Germany 4, Japan 3", "Germany 4 Japan 3".
func parseMoney(b *board.Board, text string) ([]Money, error) {
	var out []Money
	var name []string
	for _, w := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		n, isNumber := syntax.Numeral(w)
		if !isNumber {
			if strings.EqualFold(w, "IPC") {
				continue
			}
			name = append(name, w)
			continue
		}
		power, err := bidder(b, strings.Join(name, " "))
		if err != nil {
			return nil, err
		}
		out, name = append(out, Money{power, n}), nil
	}
	if len(name) > 0 || len(out) == 0 {
		return nil, fmt.Errorf("no sum stands behind %q", text)
	}
	return out, nil
}

// bidder is the power that a bid is for; roles are read as well, so that the hashed text can be copied.
func bidder(b *board.Board, name string) (board.Power, error) {
	if p := b.PowerOf(strings.ToUpper(name)); p != board.Nobody {
		return p, nil
	}
	if side, err := syntax.FindSide(name); err == nil {
		i := slices.IndexFunc(b.Seats, func(s board.Seat) bool { return b.SideOf(s.Power) == side })
		return b.Seats[i].Power, nil
	}
	p, err := syntax.FindPower(b, name)
	if err != nil {
		return p, fmt.Errorf("%q is neither a side nor a power", name)
	}
	return p, nil
}
