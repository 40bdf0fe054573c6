package orders

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

func gameLine(s *syntax.Scan) any {
	v := strings.ToLower(s.Value())
	if !syntax.IsGameName(v) {
		s.Fail(syntax.BadGameName, v, syntax.GameName(v)...)
	}
	return headerLine{"game", order.Header{Game: v}}
}

func powerLine(s *syntax.Scan) any { return headerLine{"power", order.Header{Power: s.Power()}} }

func roundLine(s *syntax.Scan) any { return headerLine{"round", order.Header{Round: s.Number()}} }

// keyLine reads a seat's key: 16 letters and digits in fours; blanks, hyphens and case do not matter.
func keyLine(s *syntax.Scan) any {
	v := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(s.Value()))
	if v == strings.Repeat("*", 16) {
		return headerLine{"key", order.Header{}} // blanked out, as in a mail that is kept
	}
	if len(v) != 16 || strings.Trim(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		s.Fail(syntax.BadHeader, "key")
		return nil
	}
	return headerLine{"key", order.Header{Key: v[:4] + "-" + v[4:8] + "-" + v[8:12] + "-" + v[12:]}}
}

// hexLine reads `base` (64 hex digits) or `salt` (32).
func hexLine(s *syntax.Scan) any {
	v := strings.ToLower(strings.ReplaceAll(s.Value(), " ", ""))
	want := map[string]int{"base": 64, "salt": 32}[s.Keyword]
	if len(v) != want || strings.Trim(v, "0123456789abcdef") != "" {
		s.Fail(syntax.BadHeader, s.Keyword)
		return nil
	}
	if s.Keyword == "base" {
		return headerLine{"base", order.Header{Base: v}}
	}
	return headerLine{"salt", order.Header{Salt: v}}
}

func markLine(s *syntax.Scan) any { return mark{s.Keyword} }

// WrongPower is a header that names another power than the one whose orders these are. Power. It has no line.
const WrongPower order.Code = "wrong-power"

// WrongPowerFault is a fault of a header that names p where another power's orders were expected.
func WrongPowerFault(p board.Power) order.Fault {
	f := order.NewFault(0, order.NotAllowed, WrongPower)
	f.Power = p
	return f
}
