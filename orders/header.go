package orders

import (
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

func gameLine(s *scan) any {
	v := strings.ToLower(s.value())
	if !IsGameName(v) {
		s.fail(BadGameName, v, gameName(v)...)
	}
	return headerLine{"game", order.Header{Game: v}}
}

func powerLine(s *scan) any { return headerLine{"power", order.Header{Power: s.power()}} }

func roundLine(s *scan) any { return headerLine{"round", order.Header{Round: s.number()}} }

// keyLine reads a seat's key: 16 letters and digits in fours; blanks, hyphens and case do not matter.
func keyLine(s *scan) any {
	v := strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(s.value()))
	if v == strings.Repeat("*", 16) {
		return headerLine{"key", order.Header{}} // blanked out, as in a mail that is kept
	}
	if len(v) != 16 || strings.Trim(v, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") != "" {
		s.fail(BadHeader, "key")
		return nil
	}
	return headerLine{"key", order.Header{Key: v[:4] + "-" + v[4:8] + "-" + v[8:12] + "-" + v[12:]}}
}

// hexLine reads `base` (64 hex digits) or `salt` (32).
func hexLine(s *scan) any {
	v := strings.ToLower(strings.ReplaceAll(s.value(), " ", ""))
	want := map[string]int{"base": 64, "salt": 32}[s.verb]
	if len(v) != want || strings.Trim(v, "0123456789abcdef") != "" {
		s.fail(BadHeader, s.verb)
		return nil
	}
	if s.verb == "base" {
		return headerLine{"base", order.Header{Base: v}}
	}
	return headerLine{"salt", order.Header{Salt: v}}
}

func markLine(s *scan) any { return mark{s.verb} }

// WrongPower is a header that names another power than the one whose orders these are. Power. It has no line.
const WrongPower order.Code = "wrong-power"

// WrongPowerFault is a fault of a header that names p where another power's orders were expected.
func WrongPowerFault(p board.Power) order.Fault {
	f := order.NewFault(0, order.NotAllowed, WrongPower)
	f.Power = p
	return f
}
