package cases

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/syntax"
)

// check compares one line of want with what there is: "" if it holds, else what differs.
type check func(o *outcome) string

// wants reads the want section. Every line is read before anything is played, so that a malformed case never looks
// right.
func (c *Case) wants(b *board.Board) ([]check, error) {
	var cs []check
	err := c.Want.each(func(line int, text string) error {
		ch, err := want(b, line, text)
		cs = append(cs, ch)
		return err
	})
	if err == nil && len(cs) == 0 {
		err = malformed(c.Want.Start, "want is empty")
	}
	return cs, err
}

func want(b *board.Board, line int, text string) (check, error) {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "accepted":
		return wantAccepted(line, rest)
	case "refused":
		return wantRefused(line, rest)
	case "no", "winner":
		return wantWinner(line, text)
	case "dice":
		return wantDice(line, rest)
	case "owner":
		return wantOwner(b, line, rest)
	case "ipc", "income", "tech", "bought":
		return wantNation(b, line, word, rest)
	case "waits":
		return wantWaits(b, line, rest)
	case "turn":
		return wantTurn(b, line, rest)
	case "odds":
		return wantOdds(b, line, rest)
	}
	return wantSpace(b, line, text)
}

func wantAccepted(line int, rest string) (check, error) {
	if rest != "" {
		return nil, malformed(line, "accepted stands alone")
	}
	return func(o *outcome) string {
		if o.refused {
			return "accepted: it was refused" + o.faultList()
		}
		return ""
	}, nil
}

func wantRefused(line int, rest string) (check, error) {
	lines := []int{}
	for w := range strings.FieldsSeq(rest) {
		n, err := strconv.Atoi(w)
		if err != nil || n < 1 {
			return nil, malformed(line, "refused takes line numbers, not %q", w)
		}
		lines = append(lines, n)
	}
	if len(lines) == 0 {
		lines = []int{0}
	}
	slices.Sort(lines)
	return func(o *outcome) string {
		if !o.refused {
			return "refused: it was accepted"
		}
		got := o.faultLines()
		if !slices.Equal(got, lines) {
			return fmt.Sprintf("refused %s: the faults are in %v%s", rest, got, o.faultList())
		}
		return ""
	}, nil
}

func wantWinner(line int, text string) (check, error) {
	side := board.NoSide
	if text != "no winner" {
		var err error
		if side, err = syntax.FindSide(strings.TrimPrefix(text, "winner ")); err != nil {
			return nil, malformed(line, "winner Allies, winner Axis or no winner")
		}
	}
	return func(o *outcome) string {
		if o.pos.Winner() != side {
			return fmt.Sprintf("%s: winner is %q", text, o.pos.Winner())
		}
		return ""
	}, nil
}

func wantDice(line int, rest string) (check, error) {
	n, err := strconv.Atoi(rest)
	if err != nil || n < 0 {
		return nil, malformed(line, "dice N")
	}
	return func(o *outcome) string {
		if o.rolled != n {
			return fmt.Sprintf("dice %d: %d were rolled", n, o.rolled)
		}
		return ""
	}, nil
}

func wantOwner(b *board.Board, line int, rest string) (check, error) {
	who, where, ok := strings.Cut(rest, ":")
	if !ok {
		return nil, malformed(line, "owner POWER: SPACE, SPACE")
	}
	p, err := syntax.FindOwner(b, who)
	if err != nil {
		return nil, malformed(line, "%v", err)
	}
	names, err := list(line, where, ",")
	if err != nil {
		return nil, err
	}
	ids := make([]board.SpaceID, len(names))
	for i, name := range names {
		if ids[i], err = syntax.FindSpace(b, name); err != nil {
			return nil, malformed(line, "%v", err)
		}
	}
	return func(o *outcome) string {
		var wrong []string
		for _, id := range ids {
			if o.pos.Owner(id) != p {
				wrong = append(wrong, fmt.Sprintf("owner %s: %s is %s's", p, b.Name(id), o.pos.Owner(id)))
			}
		}
		return strings.Join(wrong, "\n")
	}, nil
}

// powerThen splits a line that begins with a power.
func powerThen(b *board.Board, line int, rest string) (board.Power, string, error) {
	words := strings.Fields(rest)
	for k := min(4, len(words)-1); k > 0; k-- {
		if p, err := syntax.FindPower(b, strings.Join(words[:k], " ")); err == nil {
			return p, strings.Join(words[k:], " "), nil
		}
	}
	return board.Nobody, "", malformed(line, "%q does not begin with a power and go on", rest)
}

func wantNation(b *board.Board, line int, word, rest string) (check, error) {
	p, rest, err := powerThen(b, line, rest)
	if err != nil {
		return nil, err
	}
	switch word {
	case "tech":
		return wantTech(p, line, rest)
	case "bought":
		return wantBought(b, p, line, rest)
	}
	n, err := strconv.Atoi(rest)
	if err != nil {
		return nil, malformed(line, "%s POWER N", word)
	}
	return func(o *outcome) string {
		got := o.pos.Nation(p).Money()
		if word == "income" {
			got = o.pos.Income(b, p)
		}
		if got != n {
			return fmt.Sprintf("%s %s %d: it is %d", word, p, n, got)
		}
		return ""
	}, nil
}

func wantTech(p board.Power, line int, rest string) (check, error) {
	var techs []int
	if rest != "nothing" {
		names, err := list(line, rest, ",")
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			t, err := syntax.FindTech(name)
			if err != nil {
				return nil, malformed(line, "%v", err)
			}
			techs = append(techs, t)
		}
	}
	return func(o *outcome) string {
		n := o.pos.Nation(p)
		if len(techs) == 0 && len(n.Techs()) > 0 {
			return fmt.Sprintf("tech %s nothing: it has %s", p, syntax.TechID(n.Techs()[0]))
		}
		for _, t := range techs {
			if !n.HasTech(t) {
				return fmt.Sprintf("tech %s: it does not have %s", p, syntax.TechID(t))
			}
		}
		return ""
	}, nil
}

func wantBought(b *board.Board, p board.Power, line int, rest string) (check, error) {
	var bought [board.NumUnitTypes]int
	if rest != "nothing" {
		ss, err := stacks(b, line, p, rest)
		if err != nil {
			return nil, err
		}
		for _, s := range ss {
			bought[s.typ] += s.n
		}
	}
	return func(o *outcome) string {
		if got := o.pos.Nation(p).Bought(); got != bought {
			return fmt.Sprintf("bought %s %s: it is %s", p, rest, boughtText(got))
		}
		return ""
	}, nil
}

func boughtText(bought [board.NumUnitTypes]int) string {
	var parts []string
	for t, n := range bought {
		if n > 0 {
			parts = append(parts, countText(n, board.UnitType(t)))
		}
	}
	if len(parts) == 0 {
		return "nothing"
	}
	return strings.Join(parts, ", ")
}

// waitWords are what a game can wait for (names.md); battle is followed by its space.
var waitWords = []string{"share", "bonus", "research", "buy", "combat", "noncombat", "place", "enigma", "nonaggression",
	"resistance", "advantages"}

func wantWaits(b *board.Board, line int, rest string) (check, error) {
	if rest == "nobody" {
		return func(o *outcome) string {
			if len(o.awaited) > 0 {
				return "waits nobody: " + awaitText(b, o.awaited)
			}
			return ""
		}, nil
	}
	p, what, err := powerThen(b, line, rest)
	if err != nil {
		return nil, err
	}
	a := adjudicator.Await{Power: p, What: what, Space: board.NoSpace}
	if space, ok := strings.CutPrefix(what, "battle "); ok {
		a.What = "battle"
		if a.Space, err = syntax.FindSpace(b, space); err != nil {
			return nil, malformed(line, "%v", err)
		}
	} else if !slices.Contains(waitWords, what) {
		return nil, malformed(line, "the game waits for %s or battle SPACE, not %q",
			strings.Join(waitWords, ", "), what)
	}
	return func(o *outcome) string {
		for _, g := range o.awaited {
			if g.Power == a.Power && g.What == a.What && (a.What != "battle" || g.Space == a.Space) {
				return ""
			}
		}
		return fmt.Sprintf("waits %s: %s", rest, awaitText(b, o.awaited))
	}, nil
}

func awaitText(b *board.Board, as []adjudicator.Await) string {
	if len(as) == 0 {
		return "it waits for nobody"
	}
	var parts []string
	for _, a := range as {
		parts = append(parts, strings.TrimSpace(fmt.Sprintf("%s %s %s", a.Power, a.What, b.Name(a.Space))))
	}
	return "it waits for " + strings.Join(parts, ", ")
}

func wantTurn(b *board.Board, line int, rest string) (check, error) {
	if rest == "nobody" {
		return func(o *outcome) string {
			if o.pos.Power() != board.Nobody {
				return fmt.Sprintf("turn nobody: it is %s's turn of round %d (%s)", o.pos.Power(),
					o.pos.Round(), o.pos.Phase())
			}
			return ""
		}, nil
	}
	who, num, ok := strings.Cut(rest, " round ")
	n, err := strconv.Atoi(num)
	if !ok || err != nil {
		return nil, malformed(line, "turn POWER round N or turn nobody")
	}
	p, err := syntax.FindPower(b, who)
	if err != nil {
		return nil, malformed(line, "%v", err)
	}
	return func(o *outcome) string {
		if o.pos.Power() != p || o.pos.Round() != n {
			return fmt.Sprintf("turn %s: it is %s's turn of round %d (%s)", rest, o.pos.Power(),
				o.pos.Round(), o.pos.Phase())
		}
		return ""
	}, nil
}

// faultLines are the lines of the faults that refuse, ascending, each once.
func (o *outcome) faultLines() []int {
	lines := []int{}
	for _, f := range o.faults {
		if f.Severity != order.Unwise {
			lines = append(lines, f.Line)
		}
	}
	slices.Sort(lines)
	return slices.Compact(lines)
}

// faultList tells the faults of the last orders section.
func (o *outcome) faultList() string {
	var b strings.Builder
	for _, f := range o.faults {
		if f.Severity != order.Unwise {
			fmt.Fprintf(&b, "\n  line %d: %s %s", f.Line, f.Code, f.Word)
		}
	}
	return b.String()
}
