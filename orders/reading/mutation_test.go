package reading_test

import (
	"cmp"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
)

// A mutation changes how a text is written, and not what it says, or little of that. What comes of it must be the same
// orders, a question or a refusal: never other orders that are accepted.
type mutation struct {
	name   string
	mutate func(text string, r *rand.Rand) string // the text itself if there is nothing to change
}

var mutations = []mutation{
	{"drop a comma", func(s string, r *rand.Rand) string { return at(s, r, regexp.MustCompile(`,`), "") }},
	{"comma and blank", func(s string, r *rand.Rand) string { return at(s, r, regexp.MustCompile(`, `), " ") }},
	{"upper case", func(s string, _ *rand.Rand) string { return strings.ToUpper(s) }},
	{"lower case", func(s string, _ *rand.Rand) string { return strings.ToLower(s) }},
	{"abbreviate", abbreviate},
	{"swap from and to", swapClauses},
	{"join two lines", func(s string, r *rand.Rand) string { return at(s, r, regexp.MustCompile(`\n`), " ") }},
	{"join all lines", func(s string, _ *rand.Rand) string { return strings.Join(strings.Fields(s), " ") + "\n" }},
	{"break a line", func(s string, r *rand.Rand) string { return at(s, r, regexp.MustCompile(` `), "\n") }},
	{"wrap at 30", func(s string, _ *rand.Rand) string { return wrap(s, 30) }},
	{"wrap at 60", func(s string, _ *rand.Rand) string { return wrap(s, 60) }},
	{"blank lines", func(s string, _ *rand.Rand) string { return strings.ReplaceAll(s, "\n", "\n\n") }},
	{"key first", func(s string, _ *rand.Rand) string { return aKey + "\n" + s }},
	{"key last", func(s string, _ *rand.Rand) string { return s + aKey + "\n" }},
	{"key in the middle", func(s string, r *rand.Rand) string { return between(s, r, aKey) }},
	{"greeting", func(s string, _ *rand.Rand) string { return "Hi all,\n\n" + s }},
	{"Danish greeting", func(s string, _ *rand.Rand) string { return "Hej alle sammen\n\n" + s }},
	{"signature", func(s string, _ *rand.Rand) string { return s + "\n-- \nTom Baker\nTel. 555-0142\n" }},
	{"German closing", func(s string, _ *rand.Rand) string { return s + "\nViele Grüße\nJens\n" }},
	{"phone", func(s string, _ *rand.Rand) string { return s + "\nSent from my phone\n" }},
	{"remark", func(s string, r *rand.Rand) string { return between(s, r, "Good luck everybody!") }},
	{"indent", func(s string, _ *rand.Rand) string { return "    " + strings.ReplaceAll(s, "\n", "\n    ") }},
	{"number the lines", func(s string, _ *rand.Rand) string { return numberLines(s, "%d. ") }},
	{"number in brackets", func(s string, _ *rand.Rand) string { return numberLines(s, "%d) ") }},
	{"bullets", func(s string, _ *rand.Rand) string { return bullets(s) }},
	{"misspell a letter", func(s string, r *rand.Rand) string { return misspell(s, r, 'x') }},
	{"swap two letters", func(s string, r *rand.Rand) string { return misspell(s, r, 0) }},
}

const aKey = "key 7KQ2-M9XD-4TRA-W8PC"

// at replaces one place that a pattern matches.
func at(s string, r *rand.Rand, pattern *regexp.Regexp, by string) string {
	places := pattern.FindAllStringIndex(strings.TrimRight(s, "\n"), -1)
	if len(places) == 0 {
		return s
	}
	p := places[r.IntN(len(places))]
	return s[:p[0]] + by + s[p[1]:]
}

// between puts a line somewhere behind the first one.
func between(s string, r *rand.Rand, line string) string {
	lines := strings.Split(strings.TrimRight(s, "\n"), "\n")
	if len(lines) < 2 {
		return s
	}
	return strings.Join(slices.Insert(lines, 1+r.IntN(len(lines)-1), line), "\n") + "\n"
}

// wrap breaks lines as mail programs do.
func wrap(s string, width int) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		n := 0
		for i, w := range strings.Fields(line) {
			if i > 0 && n+1+utf8.RuneCountInString(w) > width {
				b.WriteByte('\n')
				n = 0
			} else if i > 0 {
				b.WriteByte(' ')
				n++
			}
			b.WriteString(w)
			n += utf8.RuneCountInString(w)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

func numberLines(s, format string) string {
	var b strings.Builder
	n := 0
	for line := range strings.Lines(s) {
		if strings.TrimSpace(line) != "" {
			n++
			fmt.Fprintf(&b, format, n)
		}
		b.WriteString(line)
	}
	return b.String()
}

func bullets(s string) string {
	return regexp.MustCompile(`(?m)^(.*\S)`).ReplaceAllString(s, "• $1")
}

var longWord = regexp.MustCompile(`\p{L}{5,}`)

// misspell puts another letter for one of a long word, or exchanges two neighbours. Short words are left alone: of
// many a short form one letter makes another one, which is then what was written.
func misspell(s string, r *rand.Rand, by rune) string {
	words := longWord.FindAllStringIndex(s, -1)
	if len(words) == 0 {
		return s
	}
	w := words[r.IntN(len(words))]
	letters := []rune(s[w[0]:w[1]])
	i := 1 + r.IntN(len(letters)-2)
	if by == 0 {
		letters[i], letters[i+1] = letters[i+1], letters[i]
	} else {
		letters[i] = by
	}
	return s[:w[0]] + string(letters) + s[w[1]:]
}

// longNames are one-word names that may be cut to three letters or more.
var longNames = regexp.MustCompile(`(?i)\b(karelia|caucasus|ukraine|manchuria|kwangtung|archangel|belorussia|algeria|` +
	`libya|norway|india|borneo|sinkiang|buryatia|novosibirsk|kaukasus|karelien|mandschurei|norwegen|karelen|manchuriet)\b`)

func abbreviate(s string, r *rand.Rand) string {
	names := longNames.FindAllStringIndex(s, -1)
	if len(names) == 0 {
		return s
	}
	n := names[r.IntN(len(names))]
	return s[:n[0]+3+r.IntN(n[1]-n[0]-3)] + s[n[1]:]
}

var fromTo = regexp.MustCompile(`(?m)^(.*?)(from [^\n,]+?) (to [^\n,]+?)$`)

func swapClauses(s string, r *rand.Rand) string {
	at := fromTo.FindAllStringSubmatchIndex(s, -1)
	if len(at) == 0 {
		return s
	}
	a := at[r.IntN(len(at))]
	return s[:a[4]] + s[a[6]:a[7]] + " " + s[a[4]:a[5]] + s[a[7]:]
}

// removals take something away from canonical orders. What is left must not be accepted as less than was meant. Lists
// of losses are left alone: one without a unit is a whole list.
var removals = []mutation{
	{"remove a number", removing(`\b\d+ `, "")},
	{"remove a unit", removing(` (infantry|artillery|tanks?|fighters?|bombers?|battleships?|destroyers?|`+
		`aircraft carriers?|transports?|submarines?)\b`, "")},
	{"remove a source", removing(` from [a-z. 0-9-]+? to\b`, " to")},
	{"remove a target", removing(` (to|in) [a-z. 0-9-]+$`, "")},
}

var unitLine = regexp.MustCompile(`(?m)^(move|ship|bomb|buy|place) .*$`)

func removing(pattern, by string) func(string, *rand.Rand) string {
	what := regexp.MustCompile(pattern)
	return func(s string, r *rand.Rand) string {
		lines := unitLine.FindAllStringIndex(s, -1)
		if len(lines) == 0 {
			return s
		}
		l := lines[r.IntN(len(lines))]
		return s[:l[0]] + at(s[l[0]:l[1]], r, what, by) + s[l[1]:]
	}
}

// canonicalTurns returns one mail for each meaning of the corpus, in the order language.
func canonicalTurns(mails []mail) []mail {
	seen := map[string]bool{}
	var turns []mail
	for _, m := range mails {
		if m.Outcome == reading.None || seen[m.Meaning] {
			continue
		}
		seen[m.Meaning] = true
		turns = append(turns, mail{File: "canonical " + m.Meaning, Setup: m.Setup, Meaning: m.Meaning, Outcome: reading.Sure,
			Orders: m.Orders, Text: m.Orders + "\n", Lang: syntax.English, Manner: "canonical"})
	}
	return turns
}

// mutate reads mutated mails, one in n of them, and reports those that are accepted as other orders.
func mutate(t *testing.T, mails []mail, by []mutation, times, oneIn int) {
	t.Helper()
	type count struct{ sure, asked, refused int }
	counts := map[string]*count{}
	reads, worst, slowest := 0, time.Duration(0), ""
	for _, m := range mails {
		v := setup(t, m.Setup)
		want := meaningOf(v, notary(v, m.Orders).File)
		for _, mu := range by {
			for i := range times {
				h := fnv.New64a()
				fmt.Fprint(h, m.File, mu.name, i)
				if h.Sum64()%uint64(oneIn) != 0 {
					continue
				}
				text := mu.mutate(m.Text, rand.New(rand.NewPCG(h.Sum64(), 1)))
				if text == m.Text {
					continue
				}
				began := time.Now()
				r := read(v, text, m.Lang)
				took := time.Since(began)
				if took > worst {
					worst, slowest = took, m.File+": "+mu.name
				}
				reads++
				c := counts[mu.name]
				if c == nil {
					c = &count{}
					counts[mu.name] = c
				}
				switch r.Outcome {
				case reading.Sure:
					c.sure++
					if m.Outcome == reading.None || !want.same(meaningOf(v, r.File.File)) {
						t.Errorf("%s: %s: accepted as other orders:\n%s\nas\n%swant %s\n%s", m.File, mu.name, text, r.Canonical,
							m.Outcome, m.Orders)
					}
				case reading.Likely:
					c.asked++
				default:
					c.refused++
				}
				if broken := account(text, r); broken != "" {
					t.Errorf("%s: %s: %s\n%s", m.File, mu.name, broken, text)
				}
			}
		}
	}
	for _, mu := range by {
		if c := counts[mu.name]; c != nil {
			t.Logf("%-18s sure %4d, asked %4d, refused %4d", mu.name, c.sure, c.asked, c.refused)
		}
	}
	t.Logf("%d texts; the slowest took %v: %s", reads, worst, slowest)
}

// thin says how many mutated texts are left out: with -short a few seconds must do.
func thin() int {
	if testing.Short() {
		return 24
	}
	return 1
}

func TestMutatedMails(t *testing.T) {
	mails := corpus(t, "mails")
	slices.SortStableFunc(mails, func(a, b mail) int { return cmp.Compare(a.File, b.File) })
	mutate(t, mails, mutations, 2, thin())
}

func TestMutatedCanonicalTurns(t *testing.T) {
	turns := canonicalTurns(corpus(t, "mails"))
	mutate(t, turns, mutations, 2, thin())
}

// TestNothingIsTakenAwaySilently takes a number, a unit or a place away: what is accepted then must still be all of it.
func TestNothingIsTakenAwaySilently(t *testing.T) {
	mutate(t, canonicalTurns(corpus(t, "mails")), removals, 3, 1+thin()/8)
}

// TestMutationsChangeTheText guards against laws that hold because nothing was changed.
func TestMutationsChangeTheText(t *testing.T) {
	mails := corpus(t, "mails")
	for _, mu := range mutations {
		n := 0
		for _, m := range append(mails, canonicalTurns(mails)...) {
			if mu.mutate(m.Text, rand.New(rand.NewPCG(1, 2))) != m.Text {
				n++
			}
		}
		if n < 20 {
			t.Errorf("%q changes %d texts only", mu.name, n)
		}
	}
}
