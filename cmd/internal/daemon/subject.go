package daemon

import (
	"regexp"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/mailio/letter"
	"fieldpost/orders"
)

// subjectTag is what a subject says about the game: `[eastfront R3 Germany] …` or `[eastfront] Germany round 3`.
type subjectTag struct {
	games []string // what the tags begin with: which is a game's and which a mailing list's, the store knows
	power board.Power
	round int
	rest  string // without tags and reply prefixes: perhaps a command
}

var roundWord = regexp.MustCompile(`(?i)^(?:r|round|runde)\s*(\d{1,4})\b`)

func readSubject(subject string) subjectTag {
	tags, rest := letter.SplitSubject(subject)
	s := subjectTag{rest: rest}
	for _, t := range tags {
		name, more, _ := strings.Cut(strings.ToLower(t), " ")
		if orders.IsGameName(name) {
			s.games = append(s.games, name)
		}
		s.readWords(more)
	}
	if power, after := leadingPower(rest); power != board.Nobody && s.power == board.Nobody {
		s.power, s.rest = power, after
		s.readWords(after)
		s.rest = strings.TrimSpace(roundWord.ReplaceAllString(s.rest, ""))
	}
	return s
}

// readWords reads round and power, in either order.
func (s *subjectTag) readWords(text string) {
	text = strings.TrimSpace(text)
	if m := roundWord.FindStringSubmatch(text); m != nil {
		if s.round == 0 {
			s.round, _ = strconv.Atoi(m[1])
		}
		text = strings.TrimSpace(text[len(m[0]):])
	}
	if power, after := leadingPower(text); power != board.Nobody {
		s.power = power
		if m := roundWord.FindStringSubmatch(after); m != nil && s.round == 0 {
			s.round, _ = strconv.Atoi(m[1])
		}
	}
}

// leadingPower finds a power's name at the start of a text, the longest first.
func leadingPower(text string) (board.Power, string) {
	words := strings.Fields(text)
	for n := min(3, len(words)); n > 0; n-- {
		if p, err := orders.FindPower(board.Revised(), strings.Join(words[:n], " ")); err == nil {
			return p, strings.Join(words[n:], " ")
		}
	}
	return board.Nobody, text
}
