package reading

import (
	"slices"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/orders/reading/phrase"
)

// tactics reads what is said about a battle: an order of loss, a retreat, diving.
func (r *clause) tactics(items []phrase.Item) []candidate {
	at := func(ids ...string) int {
		return slices.IndexFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && slices.Contains(ids, it.ID) })
	}
	switch {
	case at("retreat", "strafe") >= 0:
		return r.retreat(items)
	case at("losses") >= 0 && at("load") < 0 && !r.loadsHere(items):
		return r.losses(items)
	case at("first") >= 0 && at("then", "last", "first") >= 0 && r.st.foughtAt(r.terrain) != board.NoSpace && !hasPlace(items):
		return r.losses(items)
	case at("submerge") >= 0:
		return r.submerge(items)
	}
	return nil
}

// loadsHere reports whether "losses" is the Danish word for unloading: ships and places stand beside it.
func (r *clause) loadsHere(items []phrase.Item) bool {
	return slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Hop }) ||
		slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Group && len(it.Units) > 0 && it.Units[0].N > 0 }) &&
			hasPlace(items) && r.Lang == "da"
}

func hasPlace(items []phrase.Item) bool {
	return slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Named })
}

// where finds the battle of a sentence: a place that it names, else the battle at hand.
func (r *clause) where(items []phrase.Item, c *candidate) board.SpaceID {
	for i, it := range items {
		if it.Kind != phrase.Named || i > 0 && items[i-1].Kind == phrase.Key && items[i-1].ID == "to" {
			continue
		}
		for _, p := range it.Places {
			if r.st.attacks(p.ID) || r.hostile(p.ID) {
				c.takes(it)
				return p.ID
			}
		}
	}
	at := r.st.foughtAt(r.terrain)
	if r.st.atHand(r.terrain) == board.NoSpace && r.st.attacked(r.terrain) > 1 {
		c.guesses = append(c.guesses, Guess{Line: r.s.line, Text: r.s.text, Read: "battle " + r.ctx.Board.Name(at), Why: WhyTarget})
	}
	return at
}

// lossWords are the words that an order of loss may hold.
var lossWords = []string{"losses", "first", "then", "last", ",", "and", ":", ">", "/", "+", "&", "in", "article", "-", ".", ";", "keep", "<", "battle"}

// losses reads an order of loss.
func (r *clause) losses(items []phrase.Item) []candidate {
	c := r.newCandidate()
	t := order.Tactic{At: order.At{Line: r.s.line}, Do: order.Losses, To: board.NoSpace}
	var lastly []order.Loss
	put := map[bool]*[]order.Loss{false: &t.Losses, true: &lastly}
	for i, it := range items {
		switch {
		case it.Kind == phrase.Key && slices.Contains(lossWords, it.ID), it.Kind == phrase.Unknown && r.Article(r.s.atoms[it.From:it.To]):
			c.takes(it)
		case it.Kind == phrase.Group:
			c.takes(it)
			late := i+1 < len(items) && items[i+1].Kind == phrase.Key && items[i+1].ID == "last" ||
				i > 0 && items[i-1].Kind == phrase.Key && items[i-1].ID == "last"
			for _, u := range it.Units {
				if u.Class || len(u.Types) == 0 {
					return nil
				}
				l := order.Loss{Type: r.loser(u)}
				if u.N != order.All {
					l.N = u.N
				}
				if u.Power != r.ctx.Power {
					l.Power = u.Power
				}
				list := put[late && len(it.Units) == 1]
				if !slices.Contains(*list, l) {
					*list = append(*list, l)
				}
			}
		}
	}
	at := r.where(items, &c)
	if at == board.NoSpace || len(t.Losses)+len(lastly) == 0 {
		return nil
	}
	if len(t.Losses) == 0 { // "the fighter last": the others before it, in the order in which they were named
		for _, u := range r.st.sent(at) {
			if !slices.ContainsFunc(lastly, func(l order.Loss) bool { return l.Type == u }) {
				t.Losses = append(t.Losses, order.Loss{Type: u})
			}
		}
		if len(t.Losses) == 0 {
			return nil
		}
		if len(t.Losses) > 1 {
			c.guesses = append(c.guesses, Guess{Line: r.s.line, Text: r.s.text, Why: WhyLosses})
		}
	}
	t.Losses = append(t.Losses, lastly...)
	lastOf(r, &t, items, at)
	c.pieces = []piece{{tactic: &t, battle: at}}
	c.battle = at
	return []candidate{c}
}

// lastOf adds the only other type that attacks behind "I lose the infantry first".
func lastOf(r *clause, t *order.Tactic, items []phrase.Item, at board.SpaceID) {
	says := func(ids ...string) bool {
		return slices.ContainsFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && slices.Contains(ids, it.ID) })
	}
	if !says("first") || says("then", "last") {
		return
	}
	others := slices.DeleteFunc(r.st.sent(at), func(u board.UnitType) bool {
		return slices.ContainsFunc(t.Losses, func(l order.Loss) bool { return l.Type == u })
	})
	if len(others) == 1 {
		t.Losses = append(t.Losses, order.Loss{Type: others[0]})
	}
}

// loser is the type that a word means in an order of loss: of several the one that fights there.
func (r *clause) loser(u phrase.Unit) board.UnitType {
	for _, t := range u.Types {
		if r.st.sends(t) {
			return t
		}
	}
	return u.Types[0]
}

// retreat reads where to go back, and when.
func (r *clause) retreat(items []phrase.Item) []candidate {
	c := r.newCandidate()
	t := order.Tactic{At: order.At{Line: r.s.line}, Do: order.Retreat, To: board.NoSpace}
	battle := board.NoSpace
	for i, it := range items {
		if it.Kind == phrase.Group && slices.ContainsFunc(it.Units, func(u phrase.Unit) bool { return u.N > 0 }) {
			return nil // units that go somewhere
		}
		if it.Kind == phrase.Hop && len(it.Hops) == 2 && battle == board.NoSpace && t.To == board.NoSpace && r.st.attacks(it.Hops[0][0].ID) {
			battle, t.To = it.Hops[0][0].ID, it.Hops[1][0].ID // "from Sinkiang to China"
			c.takes(it)
		}
		if it.Kind == phrase.Named {
			id := it.Places[0].ID
			headed := i+1 < len(items) && items[i+1].Kind == phrase.Key && items[i+1].ID == ":" // "Sinkiang: retreat to China"
			if last := prep(items, i); (last == "in" || last == "from" || headed) && battle == board.NoSpace && r.st.attacks(id) {
				battle = id
			} else if t.To == board.NoSpace {
				t.To = id
			} else {
				continue
			}
			c.takes(it)
		} else if it.Kind == phrase.Key && slices.Contains([]string{"retreat", "strafe", "move", "to", "in", ",", "if", "article", ".", "from", "filler", ":", "and", "then", "-", "battle"}, it.ID) {
			c.takes(it)
		}
	}
	cond, ok := r.condition(items, &c)
	if !ok {
		return nil
	}
	t.Cond = cond
	if battle == board.NoSpace {
		battle = r.st.foughtAt(r.terrain)
		if r.st.atHand(r.terrain) == board.NoSpace && r.st.attacked(r.terrain) > 1 {
			c.guesses = append(c.guesses, Guess{Line: r.s.line, Text: r.s.text, Read: "battle " + r.ctx.Board.Name(battle), Why: WhyTarget})
		}
	}
	if battle == board.NoSpace {
		return nil
	}
	if t.To == board.NoSpace {
		from := r.st.startsFor(r.terrain, battle)
		if len(from) == 0 {
			return nil
		}
		if t.To = from[0]; len(from) > 1 {
			c.guesses = append(c.guesses, Guess{Line: r.s.line, Text: r.s.text, Read: "to " + r.ctx.Board.Name(t.To), Why: WhyTarget})
		}
	}
	c.pieces = []piece{{tactic: &t, battle: battle}}
	c.battle = battle
	return []candidate{c}
}

// prep is the preposition before an item.
func prep(items []phrase.Item, i int) string {
	for i--; i >= 0; i-- {
		if items[i].Kind == phrase.Key && items[i].ID != "article" {
			return items[i].ID
		}
		if items[i].Kind != phrase.Key {
			return ""
		}
	}
	return ""
}

// condition reads when a line of a battle applies; without a word of it, always.
func (r *clause) condition(items []phrase.Item, c *candidate) (order.Cond, bool) {
	has := func(i int, ids ...string) bool {
		return i >= 0 && i < len(items) && items[i].Kind == phrase.Key && slices.Contains(ids, items[i].ID)
	}
	any := func(ids ...string) int {
		return slices.IndexFunc(items, func(it phrase.Item) bool { return it.Kind == phrase.Key && slices.Contains(ids, it.ID) })
	}
	if strafe := any("strafe"); strafe >= 0 {
		return order.Cond{When: order.AfterRound, N: 1}, any("odds", "below", "at most", "if") < 0
	}
	odds, below, most, round := any("odds"), any("below"), any("at most"), any("round")
	for i, it := range items {
		n := it.N
		if has(i, "one", "first") && has(i+1, "round") {
			n = 1
		} else if it.Kind != phrase.Number {
			continue
		} else if !r.s.atoms[it.From].Numeral {
			return order.Cond{}, false
		}
		for j, w := range items {
			if w.Kind == phrase.Key && slices.Contains([]string{"odds", "below", "at most", "round", "left", "saved", "percent", "after", "if", "%", ".", "with", "units", "to", "filler", "falls"}, w.ID) {
				c.takes(items[j])
			}
		}
		c.takes(it)
		switch {
		case odds >= 0 && (below >= 0 || most >= 0) || has(i+1, "percent", "%") && below >= 0:
			if n < 1 || n > 99 {
				return order.Cond{}, false
			}
			return order.Cond{When: order.OddsBelow, Percent: float64(n)}, true
		case round >= 0 && (has(i+1, "round") || has(i-1, "round") || has(i+1, ".") && has(i+2, "round")):
			return order.Cond{When: order.AfterRound, N: n}, true
		case below >= 0:
			if n >= 10 && any("left", "units") < 0 { // "under 50": rather percent
				c.guesses = append(c.guesses, r.guess(it.From, it.To, WhyCondition, strconv.Itoa(n)+" left"))
			}
			return order.Cond{When: order.FewerThan, N: n}, true
		case most >= 0:
			return order.Cond{When: order.FewerThan, N: n + 1}, true
		}
		return order.Cond{}, false
	}
	return order.Cond{}, odds < 0 && below < 0 && most < 0 && round < 0 && any("if") < 0
}

// submerge reads that submarines dive.
func (r *clause) submerge(items []phrase.Item) []candidate {
	c := r.newCandidate()
	t := order.Tactic{At: order.At{Line: r.s.line}, Do: order.Submerge, To: board.NoSpace}
	for _, it := range items {
		switch {
		case it.Kind == phrase.Group && len(it.Units) == 1 && slices.Equal(it.Units[0].Types, []board.UnitType{board.Submarine}):
			t.N = max(0, it.Units[0].N)
			c.takes(it)
		case it.Kind == phrase.Key && slices.Contains([]string{"submerge", "article", ",", ".", "if"}, it.ID):
			c.takes(it)
		}
	}
	cond, ok := r.condition(items, &c)
	at := r.where(items, &c)
	if !ok || at == board.NoSpace {
		return nil
	}
	t.Cond = cond
	c.pieces, c.battle = []piece{{tactic: &t, battle: at}}, at
	return []candidate{c}
}
