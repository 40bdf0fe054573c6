package orders

import (
	"strings"

	"fieldpost/adjudicator/order"
)

// value is the raw rest of a header line.
func (s *scan) value() string {
	from := s.ts[s.i-1].end
	s.i = len(s.ts)
	return strings.Trim(strings.TrimSpace(s.text[from:]), ":= ")
}

func gameLine(s *scan) any {
	v := strings.ToLower(s.value())
	if !IsGameName(v) {
		s.fail(BadGameName, v, gameName(v)...)
	}
	return headerLine{"game", order.Header{Game: v}}
}

// IsGameName tells whether a name may be a game's: 1 to 32 of a-z, 0-9 and hyphen (names.md).
func IsGameName(v string) bool {
	for i := range len(v) {
		if c := v[i]; c != '-' && !isDigit(c) && (c < 'a' || c > 'z') {
			return false
		}
	}
	return len(v) > 0 && len(v) <= 32
}

// gameName suggests a name that may stand, if one can be made.
func gameName(v string) []string {
	var words []string
	for _, t := range tokens(v) {
		key := strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, t.key)
		if key != "" {
			words = append(words, key)
		}
	}
	name := strings.Join(words, "-")
	name = strings.TrimRight(name[:min(32, len(name))], "-")
	if !IsGameName(name) {
		return nil
	}
	return []string{name}
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
