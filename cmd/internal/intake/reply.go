package intake

import (
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/cmd/internal/keys"
	"fieldpost/mailio/message"
	"fieldpost/orders"
	"fieldpost/orders/remedy"
)

// Answered is the mail of ours that a mail answers.
type Answered struct {
	Game    string
	Subject string
	Sent    *SentMail // its text as it was sent, nil if it is not known
	Seats   []Seat    // of the person who got it; none if they have left the game
	Home    bool      // From is a confirmed address of that person
	Old     bool      // their key has been replaced since it was sent
	Told    keys.Key  // the key in it, if it went to the address that From names
}

// typedSubject reports whether the sender wrote the subject: that of the mail answered says nothing about this one. If
// that mail is not known, what follows "Re:" was not typed.
func typedSubject(subject string, of *Answered) bool {
	if of != nil && of.Subject != "" {
		return !sameSubject(subject, of.Subject)
	}
	return !message.IsReply(subject)
}

func sameSubject(a, b string) bool {
	tagsA, restA := message.SplitSubject(a)
	tagsB, restB := message.SplitSubject(b)
	return restA == restB && (len(tagsB) == 0 || slices.Contains(tagsA, tagsB[0]))
}

// quotation is a text that answers a mail, in its parts.
type quotation struct {
	own      string // what the sender wrote; quoted lines that are ours are left empty
	aside    string // words that they wrote between the quoted lines, beside orders elsewhere
	header   order.Header
	compared bool // with the mail that it quotes
}

// withoutOurs removes from a text what it quotes of ours, and keeps what the sender wrote between the quoted lines, or
// changed in the form. It returns the quoted header apart; a header line that was changed is the sender's. Lines that
// are quoted twice are of older mails and are left as they are. If the text of the mail answered is not known, or more
// is quoted than our mails are long, nothing is removed (mail convention 28).
func withoutOurs(t message.Text, of *Answered) quotation {
	lines := strings.Split(t.Body, "\n")
	quoted := quotedLines(lines, t)
	origins := make([]origin, len(lines))
	compared := of != nil && of.Sent != nil && len(lines) <= maxCompared
	if compared {
		origins = of.Sent.mark(lines, quoted)
		for i := t.Hint.Line - 1; i >= 0 && i < t.Hint.Line-1+t.Hint.Lines; i++ {
			origins[i] = ours // of the program
		}
	}
	var head []string
	for i, q := range quoted {
		if q && isHeader(lines[i]) && origins[i] != changed {
			head = append(head, bareQuote(lines[i]))
		}
	}
	q := quotation{
		header:   orders.Parse(strings.Join(head, "\n")+"\n", orders.Context{}).Header,
		compared: compared,
	}
	several := slices.ContainsFunc(head, func(l string) bool {
		p := powerOf(l, nil)
		return p != board.Nobody && p != q.header.Power
	})
	if several { // the forms of several seats: what was changed in one of them is that seat's
		q.header.Power, q.header.Salt = board.Nobody, ""
	}
	if !compared {
		q.own = t.Body
		return q
	}
	markWords(lines, quoted, origins)
	sent := of.Sent.sentForms(lines, quoted, origins)
	alone := true // nothing but words between the quoted lines
	for i := range lines {
		alone = alone && (strings.TrimSpace(lines[i]) == "" || origins[i] == words || quoted[i] && origins[i] != changed)
	}
	var aside []string
	for i := range lines {
		if !quoted[i] && origins[i] != words {
			continue
		}
		switch text := bareQuote(lines[i]); {
		case strings.HasPrefix(text, "#") && origins[i] != older:
			lines[i] = ""
		case sent[i]:
			lines[i] = of.Sent.withoutComment(text)
		case several && quoted[i] && origins[i] == ours && powerOf(text, nil) != board.Nobody &&
			writtenInForm(lines[i+1:], quoted[i+1:], origins[i+1:]):
			lines[i] = text
		case origins[i] == changed, origins[i] == words && alone:
			lines[i] = of.Sent.withoutComment(text)
		case origins[i] == words:
			aside = append(aside, text)
			lines[i] = ""
		case origins[i] != older:
			lines[i] = ""
		}
	}
	q.own, q.aside = strings.Join(lines, "\n"), strings.Join(aside, " ")
	return q
}

// sentForms reports for each line whether it is an order of ours in a quoted form into which the sender wrote: such a form
// is sent as it stands, for what is under a heading replaces what was there before. Not so if there are orders of theirs
// above or below it, nor of a form with gaps of which they filled in none.
func (s *SentMail) sentForms(lines []string, quoted []bool, origins []origin) []bool {
	sent, none := make([]bool, len(lines)), make([]bool, len(lines))
	for i := 0; i < len(lines); i++ {
		text := bareQuote(lines[i])
		if !quoted[i] && orders.Keyword(text) != "" {
			return none
		}
		if !quoted[i] || origins[i] != ours || orders.Keyword(text) != "game" {
			continue
		}
		end := i + slices.IndexFunc(lines[i:], func(l string) bool { return orders.IsEnd(bareQuote(l)) })
		if end < i {
			break
		}
		written, left := false, 0
		for k := i + 1; k < end; k++ {
			if quoted[k] && origins[k] == ours && strings.Contains(lines[k], remedy.Gap) {
				left++
			}
			word := orders.Keyword(bareQuote(lines[k])) // a line without one goes on with the line before
			sent[k] = quoted[k] && origins[k] == ours && !isHeader(lines[k]) && (word != "" || sent[k-1])
			written = written || strings.TrimSpace(lines[k]) != "" && (!quoted[k] || origins[k] == changed)
		}
		if !written || left > 0 && left >= s.gaps {
			clear(sent[i:end])
		}
		i = end
	}
	return sent
}

// withoutComment returns a line of the form without a comment of ours behind it.
func (s *SentMail) withoutComment(line string) string {
	i := strings.Index(line, "#")
	if i <= 0 || !strings.Contains(s.words, " "+plainWords(line[i:])+" ") {
		return line
	}
	return strings.TrimSpace(line[:i])
}

// writtenInForm reports whether the sender wrote something in the rest of a form of ours, whose first lines these are.
func writtenInForm(rest []string, quoted []bool, origins []origin) bool {
	for i, l := range rest {
		if !quoted[i] || origins[i] == changed {
			if strings.TrimSpace(bareQuote(l)) != "" {
				return true
			}
			continue
		}
		if text := bareQuote(l); orders.IsEnd(text) || powerOf(text, nil) != board.Nobody {
			return false
		}
	}
	return false
}

// markWords marks the passages between quoted lines in which nothing reads like an order, and no number stands, as words.
func markWords(lines []string, quoted []bool, origins []origin) {
	last := -1 // quoted line
	for i, q := range quoted {
		if !q {
			continue
		}
		between := lines[last+1 : i]
		if last >= 0 && !slices.ContainsFunc(between, func(l string) bool {
			return orders.Keyword(l) != "" || strings.ContainsFunc(l, unicode.IsDigit)
		}) {
			for j, l := range between {
				if strings.TrimSpace(l) != "" {
					origins[last+1+j] = words
				}
			}
		}
		last = i
	}
}

// quotedLines reports for each line whether it is quoted: by marks, or because it follows the words with which a mail
// program introduces an older mail.
func quotedLines(lines []string, t message.Text) []bool {
	out := make([]bool, len(lines))
	below := len(lines)
	if h := t.Hint; h.Line > 0 && !h.Forwarded && t.Source != message.Attachment {
		below = h.Line - 1
	}
	marked := t.Quoted > 0
	for i, l := range lines {
		intro := i >= below && i < below+t.Hint.Lines
		out[i] = strings.HasPrefix(l, ">") || intro || !marked && i >= below
	}
	return out
}

// bareQuote returns a line without one quotation mark.
func bareQuote(line string) string {
	rest, _ := strings.CutPrefix(strings.TrimSpace(line), ">")
	return strings.TrimSpace(rest)
}

// isHeader reports whether a line, quoted or not, is one of the header of orders.
func isHeader(line string) bool { return orders.IsHeader(bareQuote(line)) }

// origin is whose a quoted line is.
type origin int

const (
	ours    origin = iota
	changed        // the sender changed or added it
	words          // it is not ours, and reads like no order
	older          // of a mail before the one answered
)

// maxCompared is how many lines of a text are compared with a mail of ours at most. The parser reads no more either.
const maxCompared = 3000

// SentMail is the text of a mail of ours with which quoted lines are compared.
type SentMail struct {
	lines map[string]int  // whole lines, and how often each stands in it
	heads map[string]bool // beginnings of lines, word by word, where a program may have wrapped them
	words string          // all of it
	form  map[string]bool // lines of its form of orders
	gaps  int             // lines of the form that have a gap
}

// NewSentMail returns what a mail of ours said: its plain text, and its HTML as text. It returns nil if it said
// nothing.
func NewSentMail(texts []message.Text) *SentMail {
	if len(texts) == 0 {
		return nil
	}
	s := &SentMail{lines: map[string]int{}, heads: map[string]bool{}, form: map[string]bool{}}
	var all []string
	for _, t := range texts {
		if t.Source == message.Attachment {
			continue // no program quotes it, and it holds orders as players write them
		}
		inForm, times := false, map[string]int{}
		for l := range strings.Lines(t.Body) {
			l = plainWords(l)
			times[l]++
			s.lines[l] = max(s.lines[l], times[l])
			all = append(all, l)
			words := strings.Fields(l)
			for n := 1; n < len(words); n++ {
				s.heads[strings.Join(words[:n], " ")] = true
			}
			if len(words) == 2 && orders.Keyword(l) == "game" {
				inForm = true // a table may have a column power
			}
			if inForm && !s.form[l] && strings.Contains(l, remedy.Gap) {
				s.gaps++
			}
			s.form[l] = s.form[l] || inForm
			if orders.IsEnd(l) {
				inForm = false
			}
		}
	}
	s.words = " " + strings.Join(strings.Fields(strings.Join(all, " ")), " ") + " "
	return s
}

// picture matches what a mail program writes in place of a picture or a link.
var picture = regexp.MustCompile(`^(\[[^\]]*\]|<[^>]*>|(https?|cid|mailto):\S*)$`)

// mark returns whose the quoted lines of a text are. In the form each line that is not ours is the sender's, and so is
// what follows the last line of ours where nothing is marked. Elsewhere a line that reads like an order is the sender's,
// and any other is words beside them.
func (s *SentMail) mark(lines []string, quoted []bool) []origin {
	out := make([]origin, len(lines))
	inForm, last := false, len(lines) // last: our last line
	left := maps.Clone(s.lines)
	for i := 0; i < len(lines); i++ {
		if !quoted[i] {
			continue
		}
		text := bareQuote(lines[i])
		if strings.HasPrefix(text, ">") {
			out[i] = older
			continue
		}
		if n := s.run(lines, quoted, i); n > 0 {
			one := plainWords(text)
			if left[one]--; left[one] < 0 && n == 1 && orders.Keyword(one) != "" && !isHeader(one) {
				out[i] = changed // it stands here more often than in our mail: the sender wrote it once more
				continue
			}
			i += n - 1
			if text != "" { // empty lines stand in the form and elsewhere
				inForm, last = s.form[one], i
			}
			continue
		}
		switch {
		case text == "", picture.MatchString(text), message.Introduces(text):
		case inForm, orders.Keyword(text) != "":
			out[i] = changed
		default:
			out[i] = words
		}
	}
	for i := last + 1; i < len(lines); i++ {
		if quoted[i] && !strings.HasPrefix(lines[i], ">") && !picture.MatchString(strings.TrimSpace(lines[i])) {
			out[i] = changed
		}
	}
	return out
}

// run returns how many quoted lines from i on are one line of ours, or part of one; 0 if the line is not ours.
func (s *SentMail) run(lines []string, quoted []bool, i int) int {
	text := ""
	for n := 1; i+n-1 < len(lines) && quoted[i+n-1] && (n == 1 || s.heads[text]); n++ {
		text = strings.TrimSpace(text + " " + plainWords(bareQuote(lines[i+n-1])))
		if s.lines[text] > 0 {
			return n
		}
	}
	if one := plainWords(bareQuote(lines[i])); orders.Keyword(one) == "" && strings.Contains(s.words, " "+one+" ") {
		return 1
	}
	return 0
}

// plainWords returns a line as mail programs leave it: its words, one blank apart, without the stars that Gmail writes
// where bold words begin and end, which may be on other lines.
func plainWords(line string) string {
	line, _ = message.Normalize(line)
	return strings.Join(strings.Fields(strings.ReplaceAll(line, "*", "")), " ")
}
