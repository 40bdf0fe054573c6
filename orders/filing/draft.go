package filing

import (
	"fmt"
	"slices"
	"time"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/forecast"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// Draft is what a mail makes of a seat's draft. Nothing is changed by it.
type Draft struct {
	Sheet  order.Sheet   // all turn orders, numbered as their canonical lines
	Fallen order.Sheet   // what the draft held and holds no more
	Faults []order.Fault // of the mail's lines that cannot stand beside the rest of the draft
	Reach  adjudicator.Reach

	who     board.Power
	written order.Sheet // as the mail has it
	mail    order.File  // in canonical form
	text    order.File  // the mail with the whole draft, in canonical form
}

// Waiting are the turn orders of the power on turn that are not played yet: those that earlier sets left on file where
// all wait for a deadline, and the draft.
func Waiting(g *game.Game) order.Sheet {
	var sheet order.Sheet
	if g.HoldsOrders() {
		sheet = g.Pos.Turn().Sheet()
	}
	lines := g.Draft.Lines(g)
	if len(lines) == 0 {
		return sheet
	}
	f, err := Parse(g.Rules.Board, lines, order.NoPhase, g.Pos.Power())
	if err != nil {
		return sheet // of another version of the program: it is written anew
	}
	return sheet.Amended(f.Sheet)
}

// Judge tells what would be refused of a power's orders beside its draft. It changes nothing.
func Judge(g *game.Game, who board.Power, f order.File) []order.Fault {
	beside := *g
	if waiting := left(Waiting(g), f.Withdraw); !waiting.Empty() {
		beside.Pos = adjudicator.Hold(g.Rules, game.Ground(g), g.Pos.Power(), order.File{Sheet: waiting})
	}
	return beside.Judge(who, f)
}

// left is a sheet without what is taken back.
func left(s order.Sheet, w order.Withdrawals) order.Sheet {
	return s.Only(func(h order.Heading) bool { return !w.Takes(h) })
}

// drafts reports whether a power's turn orders go into a draft: those before the first turn wait for nothing.
func drafts(g *game.Game, who board.Power) bool {
	return g.Pos.Power() != board.Nobody && who == g.Pos.Power() && !adjudicator.AwaitingAdvantages(g.Pos)
}

// Redraft merges a file's turn orders with the draft, heading by heading. What the draft held and cannot stand any more
// falls out. Judge must not refuse the file.
func Redraft(g *game.Game, who board.Power, f order.File) (Draft, error) {
	d := Draft{who: who, written: f.Sheet}
	b := g.Rules.Board
	var err error
	if d.mail, err = Parse(b, Lines(Text(f, b)), g.Pos.Phase(), who); err != nil {
		return d, fmt.Errorf("canonical orders do not parse: %w", err)
	}
	if !drafts(g, who) {
		d.Sheet, d.text = d.mail.Sheet, d.mail
		return d, nil
	}
	was := Waiting(g)
	fresh := d.mail.Sheet.Headings()
	whole := d.mail
	whole.Sheet = left(was, f.Withdraw).Amended(d.mail.Sheet)
	for {
		if d.text, err = Parse(b, Lines(Text(whole, b)), g.Pos.Phase(), who); err != nil {
			return d, fmt.Errorf("canonical orders do not parse: %w", err)
		}
		faults := adjudicator.Judge(g.Rules, game.Ground(g), who, d.text)
		kept := d.text.Sheet.Without(fresh...)
		i := slices.IndexFunc(faults, func(x order.Fault) bool {
			return x.Severity != order.Unwise && len(linesOf(kept, x.Line)) > 0
		})
		if i < 0 {
			faults = slices.DeleteFunc(faults, func(x order.Fault) bool { return x.Severity == order.Unwise })
			d.Faults = asWritten(faults, d.text.Sheet, f.Sheet)
			break
		}
		whole.Sheet = d.text.Sheet.WithoutLine(faults[i].Line)
	}
	d.Sheet = d.text.Sheet
	d.Fallen = lost(b, was, d.Sheet)
	d.Reach = adjudicator.ReachOf(g.Rules, game.Ground(g), who, d.text)
	return d, nil
}

// linesOf are the headings of a sheet that hold a line.
func linesOf(s order.Sheet, line int) []order.Heading {
	if line == 0 {
		return nil
	}
	var list []order.Heading
	for _, h := range s.Headings() {
		one := s.Only(func(x order.Heading) bool { return x == h })
		less := one.WithoutLine(line)
		if count(less) < count(one) {
			list = append(list, h)
		}
	}
	return list
}

// count is how many lines a sheet has.
func count(s order.Sheet) int {
	n := len(s.Headings())
	for _, p := range s.Parts {
		n += len(p.Orders)
	}
	for _, b := range s.Battles {
		n += len(b.Tactics)
	}
	return n
}

// Forecast tells what the whole draft leads to. Its hints are those of the mail's lines.
func (d Draft) Forecast(g *game.Game) forecast.Forecast {
	fc := forecast.Of(g.Rules, game.Ground(g), d.who, d.text)
	fc.Hints = asWritten(fc.Hints, d.Sheet, d.written)
	return fc
}

// Unplaced is what the turn would leave unplaced though it could be placed, if it ended with the draft.
func (d Draft) Unplaced(g *game.Game) []economy.Unplaced {
	f := d.text
	f.Sheet.Done = max(f.Sheet.Done, 1)
	var left []economy.Unplaced
	adjudicator.Assume(g.Rules, game.Ground(g), d.who, f, func(t *phase.Turn, part order.PhaseOrders) {
		if t.Pos.Phase() == order.Place {
			left = economy.LeftUnplaced(t.State(), part)
		}
	}, func(*phase.Turn) {})
	return left
}

// asWritten gives faults of the whole draft the lines of the mail. Those of other lines are left out.
func asWritten(faults []order.Fault, whole, mail order.Sheet) []order.Fault {
	lines := map[int]int{}
	pair := func(a, b []int) {
		for i := range min(len(a), len(b)) {
			lines[a[i]] = b[i]
		}
	}
	for p := range mail.Parts {
		if mail.Parts[p].Held {
			lines[whole.Parts[p].Line] = mail.Parts[p].Line
			pair(numbers(whole.Parts[p].Orders), numbers(mail.Parts[p].Orders))
		}
	}
	for _, x := range mail.Battles {
		for _, y := range whole.Battles {
			if x.Space == y.Space {
				lines[y.Line] = x.Line
				pair(numbers(y.Tactics), numbers(x.Tactics))
			}
		}
	}
	lines[whole.Done] = mail.Done
	var list []order.Fault
	for _, x := range faults {
		if line, ok := lines[x.Line]; ok || x.Line == 0 {
			x.Line = line
			list = append(list, x)
		}
	}
	return list
}

// numbers are the lines of orders.
func numbers[T order.Order](list []T) []int {
	var out []int
	for _, o := range list {
		out = append(out, o.LineNo())
	}
	return out
}

// lost is what a sheet holds that a later one does not, as text; a heading goes with its lines.
func lost(b *board.Board, was, now order.Sheet) order.Sheet {
	has := func(list []order.Order, o order.Order) bool {
		text := orders.FormatOrder(o, syntax.English, b)
		return slices.ContainsFunc(list, func(x order.Order) bool { return orders.FormatOrder(x, syntax.English, b) == text })
	}
	for p := range was.Parts {
		part := &was.Parts[p]
		held := part.Held && !now.Parts[p].Held
		part.Orders = slices.DeleteFunc(slices.Clone(part.Orders),
			func(o order.Order) bool { return has(now.Parts[p].Orders, o) })
		if len(part.Orders) == 0 && !held {
			*part = order.PhaseOrders{}
		}
	}
	text := func(x order.Battle) string {
		return orders.FormatSheet(order.Sheet{Battles: []order.Battle{x}}, syntax.English, b)
	}
	was.Battles = slices.DeleteFunc(slices.Clone(was.Battles), func(x order.Battle) bool {
		return slices.ContainsFunc(now.Battles, func(y order.Battle) bool { return text(x) == text(y) })
	})
	if now.Done != 0 {
		was.Done = 0
	}
	return was
}

// Played is the orders of a draft that are played now, and those that stay. At a deadline, and where the player says so,
// all are played and end the turn.
func (d Draft) played(g *game.Game) (now, stay order.Sheet) {
	switch {
	case len(g.Pos.Turn().Asked()) > 0 && !d.answers(g), d.pauses(g), g.HoldsOrders():
		return order.Sheet{}, d.Sheet
	case d.Reach.Ends:
		return d.Sheet, order.Sheet{}
	case d.Reach.Stop == order.NoPhase:
		return order.Sheet{}, d.Sheet
	}
	reached := func(h order.Heading) bool {
		if h.Phase == order.NoPhase {
			return h.Space != board.NoSpace && d.Reach.Stop >= order.Combat
		}
		return h.Phase <= d.Reach.Stop
	}
	return d.Sheet.Only(reached), d.Sheet.Only(func(h order.Heading) bool { return !reached(h) })
}

// answers reports whether the mail answers what its sender is asked.
func (d Draft) answers(g *game.Game) bool {
	return adjudicator.Answers(g.Rules, g.Pos, d.who, d.mail)
}

// pauses reports whether a battle has paused and the draft does not answer it: nothing is played before.
func (d Draft) pauses(g *game.Game) bool {
	next, fights := g.Pos.Turn().NextBattle()
	return fights && next.Paused &&
		!slices.ContainsFunc(d.Sheet.Battles, func(b order.Battle) bool { return b.Space == next.Space })
}

// Take brings a draft into a game: it is played as far as it must be, and the rest stays a draft. Salt is that of the
// order mail, or "".
func (d Draft) Take(g *game.Game, salt string, master dice.Master, at time.Time) (game.Change, error) {
	if !drafts(g, d.who) {
		return File(g, d.who, d.mail, salt, master, at)
	}
	f := d.mail
	now, stay := d.played(g)
	f.Sheet = now
	if f.Sheet.Empty() && len(f.Answers) == 0 && len(f.Standing) == 0 && f.Clear == 0 {
		return d.Keep(g, salt), nil
	}
	c, err := File(g, d.who, f, salt, master, at)
	return redrafted(c, g.Rules.Board, g.Turn(), stay, salt), err
}

// Keep puts the whole draft in the place of the one that a game has. Nothing is played.
func (d Draft) Keep(g *game.Game, salt string) game.Change {
	after := *g
	c := game.Change{After: &after, Result: adjudicator.Result{Position: g.Pos, Awaited: g.Awaited()}}
	return redrafted(c, g.Rules.Board, g.Turn(), d.Sheet, salt)
}

// Stays is the orders that stay a draft, and whether others are played.
func (d Draft) Stays(g *game.Game) (stay order.Sheet, plays bool) {
	if !drafts(g, d.who) {
		return order.Sheet{}, true
	}
	now, stay := d.played(g)
	return stay, !now.Empty()
}

// redrafted is a change after which a sheet is the draft of a turn, if that still runs.
func redrafted(c game.Change, b *board.Board, turn string, stay order.Sheet, salt string) game.Change {
	if c.After == nil || c.Refused {
		return c
	}
	if c.After.Turn() != turn {
		stay = order.Sheet{}
	}
	c.After.Draft = game.NewDraft(c.After, Lines(orders.FormatSheet(stay, syntax.English, b)), salt)
	return c
}

// PlayDraft plays the whole draft of a game, and ends the turn with it: at the deadline, and when all are ready. A
// battle that has paused goes on. If the draft has become impossible it stays, and the change is refused.
func PlayDraft(g *game.Game, master dice.Master, now time.Time) (game.Change, error) {
	b, sheet := g.Rules.Board, Waiting(g)
	if sheet.Done == 0 {
		sheet.Done = 1
	}
	if next, _ := g.Pos.Turn().NextBattle(); (Draft{Sheet: sheet}).pauses(g) {
		sheet.Battles = append(slices.Clone(sheet.Battles), order.Battle{Space: next.Space})
	}
	c, err := g.Due(game.Lines{Salt: g.Draft.Salt, Text: Lines(orders.FormatSheet(sheet, syntax.English, b))},
		game.Means{Master: master, Now: now, Parse: Parse})
	return redrafted(c, b, "", order.Sheet{}, ""), err
}

// IsReached reports whether what a draft has waited for has come, so that some of it is played now.
func IsReached(g *game.Game) bool {
	if len(g.Draft.Lines(g)) == 0 || g.HoldsOrders() || g.Waits() || g.Chain.Over() {
		return false
	}
	d, err := Redraft(g, g.Pos.Power(), order.File{})
	if err != nil || order.Refuses(d.Faults) {
		return false
	}
	now, _ := d.played(g)
	return !now.Empty()
}

// PlayReached plays a draft as far as it must be played now, as if its lines came in a mail at this moment.
func PlayReached(g *game.Game, master dice.Master, now time.Time) (game.Change, error) {
	d, err := Redraft(g, g.Pos.Power(), order.File{})
	if err != nil {
		return game.Change{}, err
	}
	d.mail = d.text
	return d.Take(g, g.Draft.Salt, master, now)
}
