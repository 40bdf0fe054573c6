package reading_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"

	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/view"
	"fieldpost/orders"
	"fieldpost/orders/cases"
	"fieldpost/orders/reading"
	"fieldpost/orders/syntax"
)

// The corpus is order mails as people write them, with what a referee would take them for. Those in testdata/mails are
// for the developers of the reader; those in testdata/heldback are not to be looked at by them, so that their figures
// say how well a reader does that was not tuned to them.
const (
	firstMail = 90 // percent of the mails with one plain meaning that are played at the first mail
	afterYes  = 98 // percent of the mails with a meaning that are played exactly, after one yes or number at the most
)

// floors are the shares in percent that stand, by folder: they may rise, and never sink.
var floors = map[string]struct{ firstMail, afterYes int }{
	"mails":    {firstMail: 98, afterYes: 98},
	"heldback": {firstMail: 83, afterYes: 86},
}

// A mail is one of the corpus.
type mail struct {
	File, Setup string
	Meaning     string // equal for mails that mean the same
	Outcome     reading.Outcome
	Orders      string // canonical, of the best reading
	Text        string
	Lang        syntax.Lang
	Manner      string // how it is written: forum, teacher, table
}

// corpus returns the mails of a folder of testdata.
func corpus(t testing.TB, folder string) []mail {
	t.Helper()
	dir := filepath.Join("testdata", folder)
	table, err := os.ReadFile(filepath.Join(dir, "expected.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	var mails []mail
	for _, row := range strings.Split(strings.TrimRight(string(table), "\n"), "\n")[1:] {
		f := strings.Split(row, "\t")
		if len(f) != 5 {
			t.Fatalf("%s: %d columns: %s", dir, len(f), row)
		}
		text, err := os.ReadFile(filepath.Join(dir, f[0]))
		if err != nil {
			t.Fatal(err)
		}
		outcome := slices.IndexFunc([]reading.Outcome{reading.None, reading.Likely, reading.Sure},
			func(o reading.Outcome) bool { return o.String() == f[3] })
		name := strings.SplitN(strings.TrimSuffix(f[0], ".txt"), "-", 3)
		if outcome < 0 || len(name) != 3 {
			t.Fatalf("%s: %s", dir, row)
		}
		mails = append(mails, mail{File: f[0], Setup: f[1], Meaning: f[2], Outcome: reading.Outcome(outcome),
			Orders: strings.ReplaceAll(f[4], " | ", "\n"), Text: string(text), Lang: syntax.Lang(name[1]), Manner: name[2]})
	}
	return mails
}

var views sync.Map // of set-ups, by name

// setup returns the position of a set-up as the power on turn sees it.
func setup(t testing.TB, name string) view.View {
	t.Helper()
	if v, ok := views.Load(name); ok {
		return v.(view.View)
	}
	path := filepath.Join("testdata", "setup", name+".txtar")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	c, err := cases.Parse(path, data)
	if err != nil {
		t.Fatal(err)
	}
	set, pos, err := c.Start()
	if err != nil {
		t.Fatal(err)
	}
	v := view.View{Rules: set, Position: pos, Power: pos.Power()}
	views.Store(name, v)
	return v
}

// read reads a text at a set-up.
func read(v view.View, text string, lang syntax.Lang) reading.Result {
	return reading.Read(text, reading.Context{Board: v.Rules.Board, Rules: v.Rules.Name, Phase: v.Position.Phase(),
		Power: v.Power, Lang: lang, Judge: v, Stands: v})
}

// notary parses canonical orders.
func notary(v view.View, text string) orders.File {
	return orders.Parse(text, orders.Context{Board: v.Rules.Board, Power: v.Power, Phase: v.Position.Phase()})
}

// meaning is what makes two files the same orders.
type meaning struct {
	groups []string // phase, verb, unit, number, from, to; other lines as they stand
	others []string // the groups that no forecast of ways, flights, battles and money covers
	effect string   // what they lead to, if they are legal
}

func (m meaning) same(o meaning) bool {
	return slices.Equal(m.groups, o.groups) ||
		m.effect != "" && m.effect == o.effect && slices.Equal(m.others, o.others)
}

// meaningOf returns what a file means at a set-up.
func meaningOf(v view.View, f order.File) meaning {
	f.Header, f.Check = order.Header{}, false
	m := groups(orders.Format(f, syntax.English, orders.Context{Board: v.Rules.Board}))
	if !order.Refuses(v.Judge(f)) {
		m.effect = ways(v.Effect(f))
	}
	return m
}

var (
	way   = regexp.MustCompile(`^([a-z]+[^[]*)\[(.*)\] (\d+ \d+ \[.*\])$`)
	stack = regexp.MustCompile(`\{[^{}]*\}`)
)

// ways tells an effect so that units which went together are counted each by themselves.
func ways(effect string) string {
	var lines []string
	for line := range strings.Lines(effect) {
		line = strings.TrimSpace(line)
		w := way.FindStringSubmatch(line)
		if w == nil {
			lines = append(lines, line)
			continue
		}
		for _, s := range stack.FindAllString(w[2], -1) {
			lines = append(lines, w[1]+s+w[3])
		}
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

var (
	clauseWord = regexp.MustCompile(` (from|to|via|by|in|onto|on|with) `)
	unitGroup  = regexp.MustCompile(`^(\d+|all) (.+)$`)
	phaseWord  = regexp.MustCompile(`^(research|combat|noncombat|battle .*|place|defend .*)$`)
)

// groups takes canonical orders apart.
func groups(text string) meaning {
	count := map[string]int{}
	var m meaning
	phase, reach, n := "", "", 0
	other := func(s string) {
		n++
		m.others = append(m.others, s)
	}
	for line := range strings.Lines(strings.ToLower(text)) {
		line = strings.TrimSpace(line)
		verb, rest, _ := strings.Cut(line, " ")
		switch {
		case line == "" || line == "end":
		case phaseWord.MatchString(line):
			phase = line
			if verb != "battle" {
				reach = line
			}
		case verb == "buy" || verb == "place":
			phase, reach = "", verb
			addGroups(count, verb, verb, rest)
		case verb == "move" || verb == "ship" || verb == "land":
			addGroups(count, phase, verb, rest)
		case verb == "bomb":
			target, with, _ := strings.Cut(rest, " with ")
			addGroups(count, phase, verb, with+" to "+target)
		case strings.HasPrefix(phase, "battle ") || strings.HasPrefix(phase, "defend "):
			other(phase + ": " + strings.ReplaceAll(line, "losses", "lose"))
		default:
			other(phase + "| " + line)
		}
	}
	slices.Sort(m.others)
	for g, n := range count {
		g = fmt.Sprintf("%s %d", g, n)
		m.groups = append(m.groups, g)
		if strings.HasPrefix(g, "buy") || strings.HasPrefix(g, "place") {
			m.others = append(m.others, g)
		}
	}
	m.others = append(m.others, "reaches "+reach)
	slices.Sort(m.others)
	m.groups = append(m.groups, m.others...)
	slices.Sort(m.groups)
	m.groups = slices.Compact(m.groups)
	return m
}

// addGroups counts the groups of a line; each source applies to the units gathered since the last one.
func addGroups(count map[string]int, phase, verb, rest string) {
	type part struct{ units, from string }
	var parts []part
	to, at := "", clauseWord.FindAllStringSubmatchIndex(rest, -1)
	head := rest
	if len(at) > 0 {
		head = rest[:at[0][0]]
	}
	pending := head
	for i, a := range at {
		end := len(rest)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		word, text := rest[a[2]:a[3]], rest[a[1]:end]
		switch {
		case word == "from":
			place, more, _ := strings.Cut(text, ", ")
			parts = append(parts, part{pending, place})
			pending = more
		case word == "to", word == "in" && (verb == "land" || verb == "place"):
			to = text
		}
	}
	if pending != "" {
		parts = append(parts, part{pending, ""})
	}
	for _, p := range parts {
		for _, u := range strings.Split(p.units, ", ") {
			n, name := 1, u
			if g := unitGroup.FindStringSubmatch(u); g != nil {
				name = g[2]
				if _, err := fmt.Sscan(g[1], &n); err != nil {
					name = u
				}
			}
			name, condition, _ := strings.Cut(name, " if ")
			name = strings.TrimSuffix(name, "s")
			count[strings.Join([]string{phase, verb, name, p.from, to, condition}, "|")] += n
		}
	}
}

// figures counts what became of mails.
type figures struct {
	plain, played       int // of the mails with one plain meaning, those played at once
	meant, understood   int // of the mails with a meaning, those played exactly after one answer at the most
	refusable, held     int // of the mails without a meaning, those that were not played
	asked, askedUnasked int // mails that must be asked about; of them those played as meant without a question
	misread             int // accepted, other orders
}

func (f *figures) add(o figures) {
	f.plain, f.played = f.plain+o.plain, f.played+o.played
	f.meant, f.understood = f.meant+o.meant, f.understood+o.understood
	f.refusable, f.held = f.refusable+o.refusable, f.held+o.held
	f.asked, f.askedUnasked = f.asked+o.asked, f.askedUnasked+o.askedUnasked
	f.misread += o.misread
}

func percent(n, of int) int {
	if of == 0 {
		return 100
	}
	return 100 * n / of
}

func (f figures) String() string {
	s := fmt.Sprintf("first mail %3d%% of %3d, after yes %3d%% of %3d", percent(f.played, f.plain), f.plain,
		percent(f.understood, f.meant), f.meant)
	if f.refusable > 0 {
		s += fmt.Sprintf(", not played %d of %d", f.held, f.refusable)
	}
	if f.askedUnasked > 0 {
		s += fmt.Sprintf(", played without asking %d of %d", f.askedUnasked, f.asked)
	}
	if f.misread > 0 {
		s += fmt.Sprintf(", MISREAD %d", f.misread)
	}
	return s
}

// judge compares a result with what a mail means.
func (m mail) judge(v view.View, r reading.Result) (f figures) {
	if m.Outcome == reading.None {
		f.refusable = 1
		if r.Outcome == reading.Sure {
			f.misread = 1
		} else {
			f.held = 1
		}
		return f
	}
	want := meaningOf(v, notary(v, m.Orders).File)
	f.meant = 1
	if m.Outcome == reading.Sure {
		f.plain = 1
	} else {
		f.asked = 1
	}
	switch r.Outcome {
	case reading.Sure:
		switch {
		case !want.same(meaningOf(v, r.File.File)):
			f.misread = 1
		case f.asked > 0:
			f.askedUnasked, f.understood = 1, 1
		default:
			f.played, f.understood = 1, 1
		}
	case reading.Likely:
		if slices.ContainsFunc(r.Readings, func(o reading.Reading) bool { return want.same(meaningOf(v, o.File.File)) }) {
			f.understood = 1
		}
	}
	return f
}

// TestCorpusIsLegal checks the expectations themselves: the orders of every mail are canonical and legal.
func TestCorpusIsLegal(t *testing.T) {
	for _, folder := range []string{"mails", "heldback"} {
		for _, m := range corpus(t, folder) {
			if m.Outcome == reading.None {
				continue
			}
			v := setup(t, m.Setup)
			f := notary(v, m.Orders)
			if faults := f.Merge(f.Faults, v.Judge(f.File)); order.Refuses(faults) {
				t.Errorf("%s: %v", m.File, faults)
			}
		}
	}
}

// TestCorpus reads all mails and compares them with what a referee would take them for.
func TestCorpus(t *testing.T) {
	for _, folder := range []string{"mails", "heldback"} {
		t.Run(folder, func(t *testing.T) {
			open := folder == "mails" // only of these are the mails themselves shown
			manners, langs := map[string]figures{}, map[string]figures{}
			var sum figures
			for _, m := range corpus(t, folder) {
				v := setup(t, m.Setup)
				r := read(v, m.Text, m.Lang)
				f := m.judge(v, r)
				sum.add(f)
				of, in := manners[m.Manner], langs[string(m.Lang)]
				of.add(f)
				in.add(f)
				manners[m.Manner], langs[string(m.Lang)] = of, in
				switch {
				case !open:
				case f.misread > 0:
					t.Errorf("%s is misread:\n%s\nas\n%swant %s\n%s", m.File, m.Text, r.Canonical, m.Outcome, m.Orders)
				case f.meant > f.understood || f.plain > f.played || f.askedUnasked > 0:
					t.Logf("%s: %s, want %s", m.File, r.Outcome, m.Outcome)
				}
			}
			for _, by := range []map[string]figures{manners, langs} {
				for _, name := range sortedKeys(by) {
					t.Logf("%-12s %s", name, by[name])
				}
			}
			t.Logf("%-12s %s", "all", sum)
			if sum.misread > 0 {
				t.Errorf("%d mails are misread without a word", sum.misread)
			}
			t.Logf("the aim: %d %% at the first mail, %d %% after one yes", firstMail, afterYes)
			if floor := floors[folder]; percent(sum.played, sum.plain) < floor.firstMail ||
				percent(sum.understood, sum.meant) < floor.afterYes {
				t.Errorf("the shares sank: they were %d %% at the first mail and %d %% after one yes", floor.firstMail, floor.afterYes)
			}
		})
	}
}

func sortedKeys[V any](m map[string]V) []string {
	var keys []string
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

var (
	word    = regexp.MustCompile(`[\p{L}\p{N}]+`)
	turning = regexp.MustCompile(`(?i)^(not|never|don't|except|but|instead|unless|if|maybe|either|nicht|keine?|außer|` +
		`statt|falls|oder|vielleicht|ikke|ingen|undtagen|hvis|eller|måske)$`)
	unitWord = regexp.MustCompile(`(?i)^(infantry|artillery|tanks?|fighters?|bombers?|battleships?|destroyers?|` +
		`carriers?|transports?|submarines?|infanterie|panzer|jäger|zerstörer|u-boote?|transporter|flugzeugträger|infanteri|` +
		`kampvogne?|jagerfly|bombefly|slagskibe?|hangarskibe?|fragtskibe?|ubåde?)$`)
)

// TestAccount holds that every word of a text has one end, and that nothing which says something is left out of a text
// that is accepted.
func TestAccount(t *testing.T) {
	for _, folder := range []string{"mails", "heldback"} {
		for _, m := range corpus(t, folder) {
			v := setup(t, m.Setup)
			if broken := account(m.Text, read(v, m.Text, m.Lang)); broken != "" {
				if folder != "mails" {
					broken = "the account is broken"
				}
				t.Errorf("%s: %s", m.File, broken)
			}
		}
	}
}

// account returns what is wrong with the account of a text, "" if nothing.
func account(text string, r reading.Result) string {
	if r.Notary {
		return ""
	}
	byLine := map[int]string{}
	for _, k := range r.Tokens {
		byLine[k.Line] += k.Text + " "
		if k.End != reading.Used && k.End != reading.Filler && k.End != reading.LeftOut {
			return fmt.Sprintf("line %d: %q has no end", k.Line, k.Text)
		}
	}
	if len(r.Tokens) == 0 && word.MatchString(text) {
		return "there is no account"
	}
	for no, line := range strings.Split(text, "\n") {
		if strings.HasPrefix(line, ">") { // a mail program's mark: not the sender's own
			continue
		}
		rest := squeeze(byLine[no+1])
		for _, w := range word.FindAllString(line, -1) {
			_, after, found := strings.Cut(rest, squeeze(w))
			if !found {
				return fmt.Sprintf("line %d: %q is missing from the account %q", no+1, w, byLine[no+1])
			}
			rest = after
		}
	}
	if r.Outcome != reading.Sure {
		return ""
	}
	for _, l := range r.Left {
		for _, w := range strings.Fields(l.Text) {
			if turning.MatchString(w) || unitWord.MatchString(w) {
				return fmt.Sprintf("line %d: accepted, but %q is left out", l.Line, w)
			}
		}
	}
	return ""
}

// squeeze keeps the letters and digits of a text, in lower case.
func squeeze(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, s)
}
