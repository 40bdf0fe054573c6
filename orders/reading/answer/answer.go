// Package answer reads mails of one word: yes, no, or the number of a choice.
package answer

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/orders/reading/lexicon"
	"fieldpost/orders/reading/text"
)

// Answer is what a mail says to a question that one word answers.
type Answer struct {
	No     bool
	Choice int // from 1, if not No; yes is 1
}

// The words of answers, folded.
var (
	yesWords = []string{"yes", "y", "ok", "okay", "ja", "jawohl", "jo", "j", "jep"}
	noWords  = []string{"no", "nein", "nej"}
)

// Read reads the sender's own text as the answer to a question: one word that says yes or no, or the number of a
// reading, with nothing beside it but filler, a greeting and a name below it. It returns false for any other text.
func Read(own string) (Answer, bool) {
	if exceeds(own) {
		return Answer{}, false
	}
	var found []Answer
	signed := false // below a closing, where names stand
	for _, l := range text.Own(own) {
		if l.Below {
			continue
		}
		for i := 0; i < len(l.Tokens); {
			if a, ok := answerWord(l.Tokens[i]); ok {
				found = append(found, a)
				i++
				continue
			}
			n, greets := idle(l.Tokens[i:])
			if n == 0 {
				if !signed || !onlyWords(l.Tokens[i:]) || len(l.Tokens)-i > maxName {
					return Answer{}, false
				}
				n = len(l.Tokens) - i
			}
			signed = signed || greets
			i += n
		}
		for _, t := range l.Extra { // the number of a list, alone on its line, is an answer
			if a, ok := answerWord(t); ok && len(l.Tokens) == 0 {
				found = append(found, a)
			}
		}
	}
	if len(slices.Compact(found)) != 1 {
		return Answer{}, false
	}
	return found[0], true
}

// maxAnswer is how many bytes a mail may have that is an answer, quotes apart.
const maxAnswer = 1000

// exceeds reports whether a text is too long for an answer, without cutting it up.
func exceeds(own string) bool {
	n := 0
	for l := range strings.Lines(own) {
		if !strings.HasPrefix(strings.TrimSpace(l), ">") {
			n += len(strings.TrimSpace(l))
		}
	}
	return n > maxAnswer
}

// maxName is how many words of a name may follow a closing.
const maxName = 4

func onlyWords(ts []*text.Token) bool {
	return !slices.ContainsFunc(ts, func(t *text.Token) bool { return t.Kind == text.Number })
}

func answerWord(t *text.Token) (Answer, bool) {
	switch {
	case slices.Contains(yesWords, t.Key):
		return Answer{Choice: 1}, true
	case slices.Contains(noWords, t.Key):
		return Answer{No: true}, true
	case t.Kind == text.Number:
		n, err := strconv.Atoi(t.Key)
		return Answer{Choice: n}, err == nil && n > 0 && n < 10
	}
	return Answer{}, false
}

// idle returns how many tokens at the beginning say nothing, and whether they close a mail.
func idle(ts []*text.Token) (n int, closes bool) {
	if ts[0].Kind == text.Sign {
		return 1, false
	}
	lx := lexicon.The()
	key := ""
	for i, t := range ts {
		key += t.Key
		for _, m := range lx.Of(key) {
			if m.Table == "filler" || m.Table == "greetings" {
				n, closes = i+1, m.ID == "goodbye"
			}
		}
	}
	return n, closes
}
