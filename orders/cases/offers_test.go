package cases

import (
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/orders"
	"fieldpost/orders/remedy"
	"fieldpost/orders/remedy/remedytest"
	"fieldpost/orders/syntax"
)

// FIELDPOST_OFFERS=all feeds back everything; without it the test takes a part of it, always the same.
var allOffers = os.Getenv("FIELDPOST_OFFERS") == "all"

// sampled reports whether something is one of the n-th part that is taken without FIELDPOST_OFFERS=all.
func sampled(n uint32, what ...any) bool {
	h := fnv.New32a()
	fmt.Fprint(h, what...)
	return allOffers || h.Sum32()%n == 0
}

// What messages offer to whoever is refused is accepted, in every language: in the refused files of all cases, and in
// all other files with mistakes of the kinds that people make.
func TestNoOfferIsRefused(t *testing.T) {
	t.Parallel()
	files, err := Find(os.DirFS(ours))
	if err != nil {
		t.Fatal(err)
	}
	offers, part := 0, uint32(1)
	if testing.Short() {
		part = 5
	}
	for _, f := range files {
		if !sampled(part, f.ID()) {
			continue
		}
		c, err := Parse(f.Name, f.Text)
		if err != nil {
			t.Fatal(err)
		}
		offers += c.feedBack(t)
	}
	t.Logf("%d offers", offers)
	if offers < 200/int(part) {
		t.Errorf("only %d offers were made: the test has become tame", offers)
	}
}

// feedBack plays a case and checks what would be offered for each of its mails.
func (c *Case) feedBack(t *testing.T) (offers int) {
	set, pos, err := c.position()
	if err != nil {
		t.Fatal(c.ID, err)
	}
	o := &outcome{set: set, pos: pos}
	script := dice.NewScript(c.Dice...)
	for i, s := range append(slices.Clone(c.Standing), c.Orders...) {
		who, err := syntax.FindPower(set.Board, s.Power)
		if err != nil {
			t.Fatal(c.ID, err)
		}
		check := func(kind, text string) {
			ctx := orders.Context{Board: set.Board, Phase: o.pos.Phase(), Power: who}
			for _, lang := range syntax.Langs() {
				if lang != syntax.English && !sampled(8, c.ID, i, kind, lang) {
					continue
				}
				n, wrong := remedytest.Check(remedy.Ground{Rules: set, Position: o.pos, Power: who, Lang: lang}, text, ctx)
				offers += n
				for _, w := range wrong {
					t.Errorf("%s, %s: %s", c.ID, kind, w)
				}
			}
		}
		check("as written", s.Text)
		for kind, text := range mistaken(c.ID, set.Board, s.Text) {
			if sampled(40, c.ID, i, kind) {
				check(kind, text)
			}
		}
		if err := o.send(who, s.Text, script); err != nil {
			return offers // the case ends here on purpose
		}
	}
	return offers
}

var (
	ownNumber = regexp.MustCompile(`\b\d+ \pL`)
	longWord  = regexp.MustCompile(`\pL{5,}`)
	origin    = regexp.MustCompile(`(?i) from ([^,#\n]*?)( to | via | onto |,|$)`)
	target    = regexp.MustCompile(`(?i) (to|in) ([^,#\n]*?)( via | by |,|$)`)
	ship      = regexp.MustCompile(`(?i) by .*$`)
)

// mistaken are variants of a text with one mistake each, by kind: a wrong number, a misspelt word, another space, a
// ship or a heading forgotten, another unit.
func mistaken(id string, b *board.Board, text string) map[string]string {
	lines := strings.Split(text, "\n")
	h := fnv.New64a()
	fmt.Fprint(h, id)
	rnd := rand.New(rand.NewPCG(h.Sum64(), 17))
	units := board.UnitTypes()
	out := map[string]string{}
	for n, line := range lines {
		put := func(kind, changed string) {
			if changed != line {
				out[kind+" in line "+strconv.Itoa(n+1)] = strings.Join(append(append(slices.Clone(lines[:n]), changed), lines[n+1:]...), "\n")
			}
		}
		first := func(is *regexp.Regexp, with func(string) string) string {
			at := is.FindStringIndex(line)
			if at == nil {
				return line
			}
			return line[:at[0]] + with(line[at[0]:at[1]]) + line[at[1]:]
		}
		more := 1 + rnd.IntN(9)
		put("number", first(ownNumber, func(s string) string {
			k, _ := strconv.Atoi(s[:strings.Index(s, " ")])
			return strconv.Itoa(k+more) + s[strings.Index(s, " "):]
		}))
		if words := longWord.FindAllStringIndex(line, -1); len(words) > 0 {
			at := words[rnd.IntN(len(words))]
			drop := at[0] + 1 + rnd.IntN(at[1]-at[0]-2)
			put("misspelt", line[:drop]+line[drop+1:])
		}
		other := b.Name(board.SpaceID(rnd.IntN(len(b.Spaces))))
		put("other origin", first(origin, func(s string) string { return replaceName(origin, s, 1, other) }))
		put("other target", first(target, func(s string) string { return replaceName(target, s, 2, other) }))
		near := near(rnd, b, target, line)
		put("target near by", first(target, func(s string) string { return replaceName(target, s, 2, near) }))
		put("no ship", ship.ReplaceAllString(line, ""))
		unit := units[rnd.IntN(len(units))]
		for _, t := range units {
			for _, name := range []string{t.Plural(), t.String()} {
				put("other unit", strings.Replace(line, " "+name+" ", " "+unit.Plural()+" ", 1))
			}
		}
		switch strings.TrimSpace(line) {
		case "combat":
			put("heading", "noncombat")
		case "noncombat":
			put("heading", "combat")
		}
	}
	return out
}

// replaceName puts a name in the place of a group of an expression.
func replaceName(is *regexp.Regexp, s string, group int, name string) string {
	at := is.FindStringSubmatchIndex(s)
	return s[:at[2*group]] + name + s[at[2*group+1]:]
}

// near is a space next to the one that a line names as its target.
func near(rnd *rand.Rand, b *board.Board, target *regexp.Regexp, line string) string {
	m := target.FindStringSubmatch(line)
	if m == nil {
		return ""
	}
	id, err := syntax.FindSpace(b, m[2])
	if err != nil {
		return m[2]
	}
	list := b.Near(id)
	return b.Name(list[rnd.IntN(len(list))])
}
