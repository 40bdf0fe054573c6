// Package remedytest feeds back what messages offer: it reads the prose that a person reads, does to the faulty line
// what it says, and judges the result on the same board.
package remedytest

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/messages"
	"fieldpost/orders/remedy"
	"fieldpost/orders/syntax"
)

// Check finds the faults of a text and feeds back everything that their messages offer in the ground's language. It
// returns how many offers there were, and what is wrong with them: an offer that is refused, a message that offers
// something in words that Check does not know, or one that is no sentence.
func Check(g remedy.Ground, text string, ctx orders.Context) (offers int, wrong []string) {
	f := orders.Parse(text, ctx)
	faults := f.Merge(f.Faults, adjudicator.Judge(g.Rules, g.Position, g.Power, f.File))
	if !order.Refuses(faults) {
		faults = append(faults, forecast.Of(g.Rules, g.Position, g.Power, f.File).Hints...)
	}
	for _, x := range remedy.Find(g, &f, faults) {
		what, fix := messages.Text(x, g.Lang, g.Rules.Board)
		c := checker{Ground: g, text: &f, ctx: ctx, fault: x, fix: fix}
		say := func(format string, args ...any) {
			wrong = append(wrong, fmt.Sprintf("%s, line %d %q: %s: %q; %q: %s", g.Lang, x.Line, f.Whole(x.Line), x.Code,
				what, fix, fmt.Sprintf(format, args...)))
		}
		if bad := malformed.FindString(what + "; " + fix); bad != "" {
			say("%q", bad)
		}
		for _, o := range c.offers() {
			offers++
			if why := c.refused(o); why != "" {
				say("refused as\n%s%s", o.line, why)
			}
		}
		for _, s := range c.unknown {
			say("%s", s)
		}
	}
	return offers, wrong
}

// malformed is what no sentence has: a gap where a name should stand, "1 spaces".
var malformed = regexp.MustCompile(`(?i)[{}\[\]|]|  |^ | [,;:?]|\( |""|„“|»«|\b1 (spaces|units|ships|dice|felter|enheder|skibe|terninger|Felder|Einheiten|Schiffe)\b`)

// checker knows one fault and what its message says.
type checker struct {
	remedy.Ground
	text    *orders.File
	ctx     orders.Context
	fault   order.Fault
	fix     string
	unknown []string
}

// offered is the text after an offer was accepted.
type offered struct {
	line string // as it reads then
	file orders.File
	at   []int // lines that must stand
}

var (
	quoted = regexp.MustCompile(`"([^"]+)"|„([^“]+)“|»([^«]+)«`)
	number = regexp.MustCompile(`\d+`)
	// words that are quoted to name them, not to be written in the place of a line
	named = []string{"help", "Hilfe", "hjælp", "via", "über", "bonus nothing", "Bonus nichts", "bonus intet", "done",
		"fertig", "færdig", "…",
		"power", "Macht", "magt", "end press", "Ende Presse", "slut presse", "ship", "unload", "verschiffe", "entlade",
		"sejl", "los", "buy nothing",
		"kaufe nichts", "køb intet"}
	// codes of which the numbers are no offers: rounds, lines, sums
	figures = []order.Code{order.WrongRound, order.WrongSum, order.WrongNumber, syntax.BadNumber,
		order.NoTransport, syntax.BadGameName}
	// codes of which the spaces are told, not offered
	told = []order.Code{order.NotBeside, order.NoTransport, order.CanalClosed, order.BattleWaits}
	// codes that offer a line next to the faulty one
	beside = []order.Code{order.NoLandingPlace, order.NoNewCarrier, order.LeftUnplaced}
)

// offers does what the message says, in every way that it says.
func (c *checker) offers() []offered {
	var list []offered
	rest := c.fix
	add := func(o offered, ok bool, what string) {
		if !ok {
			c.unknown = append(c.unknown, "nobody knows how to do this: "+what)
			return
		}
		list = append(list, o)
	}
	for _, m := range quoted.FindAllStringSubmatch(rest, -1) {
		q := m[1] + m[2] + m[3]
		if slices.Contains(named, q) || strings.Contains(q, "…") || c.fault.Code == order.BattleWaits {
			continue
		}
		o, ok := c.write(q)
		add(o, ok, q)
	}
	rest = quoted.ReplaceAllString(rest, "")
	if c.fault.Severity == order.NotUnderstood {
		for _, s := range c.fault.Suggest { // the words of the prose, in its order
			if said := messages.Name(s, c.Lang, c.Rules.Board); strings.Contains(rest, said) {
				o, ok := c.word(s)
				add(o, ok, s)
			}
		}
		return list
	}
	if !slices.Contains(told, c.fault.Code) {
		for _, id := range c.spaces(&rest) {
			o, ok := c.space(id)
			add(o, ok, c.Rules.Board.Name(id))
		}
	}
	if n := number.FindString(rest); n != "" && !slices.Contains(figures, c.fault.Code) &&
		c.fault.Code != order.NotItsOwn && !slices.Contains(told, c.fault.Code) {
		k, _ := strconv.Atoi(n)
		o, ok := c.number(k)
		add(o, ok, n)
	}
	return list
}

// refused says why a line that was offered does not stand, "" if it does.
func (c *checker) refused(o offered) string {
	faults := o.file.Merge(o.file.Faults, adjudicator.Judge(c.Rules, c.Position, c.Power, o.file.File))
	for _, x := range faults {
		if x.Severity != order.Unwise && slices.Contains(o.at, x.Line) {
			what, _ := messages.Text(x, c.Lang, c.Rules.Board)
			return fmt.Sprintf(" (%s: %s)", x.Code, what)
		}
	}
	return ""
}

// replaced is the text with another line.
func (c *checker) replaced(line string) (offered, bool) {
	return offered{line, c.text.With(c.fault.Line, line), []int{c.fault.Line}}, line != c.text.Whole(c.fault.Line)
}

// write takes a quoted line: a heading, an added line, or another in the place of the faulty one.
func (c *checker) write(line string) (offered, bool) {
	switch {
	case c.fault.Code == order.NoDice:
		return c.number(1)
	case slices.Contains([]order.Code{order.FriendlyTarget, order.LandingFriend,
		order.NothingThere, order.NoncombatOnly, order.HostileTarget, syntax.WrongSection}, c.fault.Code):
		return c.under(line)
	case c.fault.Code == order.CarrierStays:
		return c.swapped(line)
	case slices.Contains(beside, c.fault.Code):
		ph := "combat"
		if c.fault.Code != order.NoLandingPlace {
			ph = "place"
		}
		return c.added(ph, line, c.fault.Line)
	case c.fault.Severity == order.NotUnderstood && len(c.fault.Suggest) > 0:
		i := slices.IndexFunc(c.fault.Suggest, func(s string) bool {
			return messages.Name(s, c.Lang, c.Rules.Board) == line
		})
		if i >= 0 {
			return c.word(c.fault.Suggest[i])
		}
	}
	return c.replaced(line)
}

// swapped is the text with a line in the place of the first above the faulty one, in its phase, that names its space,
// which comes down.
func (c *checker) swapped(line string) (offered, bool) {
	for _, part := range c.text.Sheet.Parts {
		if !slices.ContainsFunc(part.Orders, func(o order.Order) bool { return o.LineNo() == c.fault.Line }) {
			continue
		}
		for _, o := range part.Orders {
			n := o.LineNo()
			if above := c.text.Whole(n); n < c.fault.Line && len(c.named(above, c.fault.Space)) > 0 {
				cut := c.text.With(c.fault.Line, above)
				return offered{line, cut.With(n, line), []int{n}}, true
			}
		}
	}
	return offered{}, false
}

// named are the places in a line where a space is named.
func (c *checker) named(line string, id board.SpaceID) [][]int {
	words := regexp.MustCompile(`[^ ,]+`).FindAllStringIndex(line, -1)
	var at [][]int
	for i := 0; i < len(words); i++ {
		for n := min(5, len(words)-i); n > 0; n-- {
			from, to := words[i][0], words[i+n-1][1]
			if found, err := syntax.FindSpace(c.Rules.Board, line[from:to]); err == nil && found == id {
				at = append(at, []int{from, to})
				i += n - 1
				break
			}
		}
	}
	return at
}

// under is the text with the line under another heading, at the end.
func (c *checker) under(heading string) (offered, bool) {
	whole := c.text.Whole(c.fault.Line)
	cut := c.text.With(c.fault.Line, "")
	lines := append(slices.Clone(cut.Lines), heading, whole)
	file := orders.Parse(strings.Join(lines, "\n"), c.ctx)
	return offered{heading + " / " + whole, file, []int{len(lines)}}, true
}

// added is the text with one more line, which must stand like the others.
func (c *checker) added(heading, line string, others ...int) (offered, bool) {
	lines := slices.Clone(c.text.Lines)
	for i, l := range lines { // done ends the turn
		if strings.TrimSpace(l) == "done" {
			lines[i] = ""
		}
	}
	lines = append(lines, heading, line)
	at := append(slices.DeleteFunc(slices.Clone(others), func(n int) bool { return n == 0 }), len(lines))
	return offered{line, orders.Parse(strings.Join(lines, "\n"), c.ctx), at}, true
}

// word puts a word in the place of the one that was not understood.
func (c *checker) word(s string) (offered, bool) {
	line, said := c.text.Whole(c.fault.Line), messages.Name(s, c.Lang, c.Rules.Board)
	if slices.Contains([]order.Code{syntax.NoHeading, syntax.WrongSection}, c.fault.Code) {
		return c.under(said)
	}
	var o offered
	for from := 0; ; { // the word may stand twice, and only once be wrong
		i := strings.Index(line[from:], c.fault.Word)
		if i < 0 || c.fault.Word == "" {
			return o, o.at != nil
		}
		from += i
		o, _ = c.replaced(line[:from] + said + line[from+len(c.fault.Word):])
		if c.refused(o) == "" {
			return o, true
		}
		from += len(c.fault.Word)
	}
}

// spaces lists the spaces that the prose names, longest names first, and takes them out of it.
func (c *checker) spaces(rest *string) []board.SpaceID {
	b := c.Rules.Board
	var ids, found []board.SpaceID
	for i := range b.Spaces {
		ids = append(ids, board.SpaceID(i))
	}
	said := func(id board.SpaceID) string { return syntax.SpaceName(b, id, c.Lang) }
	slices.SortStableFunc(ids, func(x, y board.SpaceID) int { return len(said(y)) - len(said(x)) })
	for _, id := range ids {
		if !strings.Contains(*rest, said(id)) {
			continue
		}
		is := regexp.MustCompile(`(^|[^\pL\d])` + regexp.QuoteMeta(said(id)) + `($|[^\pL\d])`)
		if is.MatchString(*rest) {
			*rest = is.ReplaceAllString(*rest, "$1$2")
			found = append(found, id)
		}
	}
	return found
}

// space puts a space where the message means it: where units come from for some codes, where they go for the others.
func (c *checker) space(id board.SpaceID) (offered, bool) {
	line := c.text.Whole(c.fault.Line)
	to := syntax.SpaceName(c.Rules.Board, id, syntax.English)
	old := c.fault.Space
	switch c.fault.Code {
	case order.NoSuchRetreat, order.EnemyOnWay:
		old = c.fault.Other
	case order.PledgeBinds:
		return c.destination(line, to)
	case order.NoLandingPlace, order.NoLandForBomber, order.NoDeck, order.NoLandingHere,
		order.BombersAshore, order.ComplexFull,
		order.NoComplexHere, order.NotPlaceable, order.FightersLand, order.NoNewDeck, order.NoNewCarrier,
		order.OnlyShips, order.OnlyAshore, order.NoOwnUnits, order.NotAttacked, order.TooFew:
	default:
		return offered{}, false
	}
	if c.fault.Code != order.NoSuchRetreat {
		line = byTheWay.ReplaceAllString(line, "$1")
	}
	at := c.named(line, old)
	if len(at) == 0 {
		return offered{}, false
	}
	place := at[len(at)-1]
	if c.fault.Code == order.TooFew {
		place = at[0]
	}
	return c.replaced(line[:place[0]] + to + line[place[1]:])
}

// byTheWay is a way named in a line: it does not lead to another space.
var byTheWay = regexp.MustCompile(` via .*?( to | in | onto | onward |$)`)

// destination puts a space behind the last "to" of a line.
func (c *checker) destination(line, to string) (offered, bool) {
	i := strings.LastIndex(line, " to ")
	if i < 0 {
		return offered{}, false
	}
	return c.replaced(line[:i] + " to " + to)
}

// number puts a number in the place of the one that is too high. Of what is bought the last is left out.
func (c *checker) number(n int) (offered, bool) {
	line := c.text.Whole(c.fault.Line)
	at := number.FindAllStringIndex(line, -1)
	value := func(i int) int { v, _ := strconv.Atoi(line[at[i][0]:at[i][1]]); return v }
	switch c.fault.Code {
	case order.TooDear, order.OverCapacity:
		return c.fewer(n)
	case order.DiceTooDear, order.NoDice:
		last := at[len(at)-1]
		return c.replaced(line[:last[0]] + strconv.Itoa(n) + line[last[1]:])
	}
	for i := range at {
		unit := strings.Fields(line[at[i][1]:])
		_, zone := c.Rules.Board.Find(strings.TrimRight(strings.ToUpper(lastWord(line[:at[i][1]])), ",")) // SZ5
		if zone || len(unit) == 0 || value(i) <= n || value(i) < c.fault.Want && c.fault.Code != order.NotBought ||
			!c.speaks(line[at[i][1]:]) {
			continue
		}
		return c.replaced(line[:at[i][0]] + strconv.Itoa(n) + line[at[i][1]:])
	}
	return offered{}, false
}

func lastWord(s string) string {
	words := strings.Fields(s)
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// speaks reports whether the units that a text begins with are those of the fault.
func (c *checker) speaks(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ' ' || r == ',' })
	for from := range min(3, len(words)) { // behind a power
		for n := min(4, len(words)-from); n > 0; n-- {
			if t, err := syntax.FindUnit(strings.Join(words[from:from+n], " ")); err == nil {
				return t == c.fault.Unit
			}
		}
	}
	return c.fault.Unit == board.NoUnit
}

// fewer is a line of units bought of which only some are left, the last ones left out.
func (c *checker) fewer(n int) (offered, bool) {
	line := c.text.Whole(c.fault.Line)
	verb, list, _ := strings.Cut(line, " ")
	tail := ""
	for _, word := range []string{" if ", " in "} {
		if head, after, ok := strings.Cut(list, word); ok {
			list, tail = head, word+after
			break
		}
	}
	var kept []string
	for part := range strings.SplitSeq(list, ", ") {
		count, unit, _ := strings.Cut(part, " ")
		k, err := strconv.Atoi(count)
		if err != nil {
			return offered{}, false
		}
		if k = min(k, n); k > 0 {
			kept = append(kept, fmt.Sprint(k, " ", unit))
			n -= k
		}
	}
	return c.replaced(verb + " " + strings.Join(kept, ", ") + tail)
}
