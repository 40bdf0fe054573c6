package message

import (
	"regexp"
	"strings"
)

// Reply and forward prefixes of mail programs: English, German, the Nordic languages, Dutch,
// French, Italian, Spanish, Polish. "Re[2]:" and "AW (2):" count too.
var prefix = regexp.MustCompile(`(?i)^(re|aw|antw|antwort|sv|vs|fwd?|wg|vb|vl|tr|r|i|rv|odp|doorst|ref|rif)\s*([\[(]\d+[\])])?\s*[:：]\s*`)

var tag = regexp.MustCompile(`^\[([^\[\]]{1,80})\]\s*`)

// SplitSubject takes a subject apart: the bracketed tags at its beginning in their order, and
// the rest, both without the reply and forward prefixes that stand between them. Which tag is
// the game's and which a mailing list's only the caller can know.
//
//	"AW: [ladder] Re: [eastfront R3 Germany] orders"  →  [ladder, eastfront R3 Germany], "orders"
func SplitSubject(subject string) (tags []string, rest string) {
	s, _ := Normalize(subject)
	s = oneLine(s)
	for {
		if m := prefix.FindString(s); m != "" {
			s = s[len(m):]
			continue
		}
		if m := tag.FindStringSubmatch(s); m != nil {
			tags = append(tags, strings.TrimSpace(m[1]))
			s = s[len(m[0]):]
			continue
		}
		return tags, strings.TrimSpace(s)
	}
}

// IsReply reports whether a subject begins as that of an answer or a forwarded mail, behind the tags of lists.
func IsReply(subject string) bool {
	s, _ := Normalize(subject)
	s = oneLine(s)
	for !prefix.MatchString(s) {
		m := tag.FindString(s)
		if m == "" {
			return false
		}
		s = s[len(m):]
	}
	return true
}

// AnswerSubject is the subject of an answer: one "Re: ", however many there were.
func AnswerSubject(subject string) string {
	s := oneLine(subject)
	for {
		m := prefix.FindString(s)
		if m == "" {
			break
		}
		s = s[len(m):]
	}
	if s == "" {
		return "Re:"
	}
	return "Re: " + s
}
