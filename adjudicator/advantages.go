package adjudicator

import (
	"errors"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// The deal precedes the first turn of a game that gives every power some national advantages: dice choose them, or
// every power chooses its own. Choices stay on file, sealed, until the last power has chosen; then all come into
// force together.

// What the deal asks.
const askAdvantages = "advantages"

// AwaitAdvantages puts a new position before the deal, if its game has one and no power has an advantage yet.
func AwaitAdvantages(set *rules.Set, pos *position.Data) {
	count, rolled := set.StartingAdvantages()
	has := func(n position.NationData) bool { return len(n.Advantages) > 0 }
	if count == 0 || slices.ContainsFunc(pos.Nations, has) {
		return
	}
	pos.Power, pos.Phase, pos.Turn = board.Nobody, order.NoPhase, position.TurnData{}
	if rolled {
		return
	}
	for _, s := range set.Board.Seats {
		pos.Turn.Asked = append(pos.Turn.Asked,
			position.Question{Power: s.Power, What: askAdvantages, Space: board.NoSpace})
	}
}

// AwaitingAdvantages reports whether a game waits for its deal.
func AwaitingAdvantages(pos *position.Position) bool {
	return pos.Power() == board.Nobody && pos.Phase() == order.NoPhase && !pos.Over()
}

// AssignAdvantages rolls the advantages of all powers, in turn order, and begins the first turn. The error is that of
// the dice, or says that in this game there is nothing to roll.
func AssignAdvantages(set *rules.Set, pos *position.Position, d dice.Source) (Result, error) {
	count, rolled := set.StartingAdvantages()
	if !rolled || !AwaitingAdvantages(pos) {
		return Result{}, errors.New("no national advantages are to be rolled: " +
			"the game has none, has them chosen, or has them already")
	}
	t := newTurn(set, pos, phase.Rolled(d))
	for _, s := range t.Board.Seats {
		rec := dice.NewRecorder(d)
		names, err := rules.RollAdvantages(s.Power, s.Role, count, rec)
		if err != nil {
			return Result{}, err
		}
		var faces []int
		for _, x := range rec.Rolls() {
			faces = append(faces, x.Dice...)
		}
		t.giveAdvantages(s.Power, names, faces)
	}
	if err := t.begin(); err != nil {
		return Result{}, err
	}
	if err := t.Journal.Err(); err != nil {
		return Result{}, err
	}
	return Result{Position: t.Pos, Events: t.Journal.Events(), Awaited: Awaited(set, t.Pos)}, nil
}

// giveAdvantages gives a power its advantages.
func (t *turn) giveAdvantages(p board.Power, names []string, faces []int) {
	t.Emit(event.AdvantagesAssigned{Power: p, Advantages: names, Dice: faces})
}

// choices takes what a power sends before the deal: nothing of a turn, and with the last choice all come into force.
func (t *turn) choices(who board.Power, f order.File) error {
	t.tooEarly(who, f.Sheet)
	if !t.allChosen() {
		return nil
	}
	for _, s := range t.Board.Seats {
		c, _ := chosenBy(t.Pos, s.Power)
		t.DropAnswers(s.Power, isChoice)
		t.giveAdvantages(s.Power, slices.DeleteFunc(rules.AdvantagesOf(s.Power), func(name string) bool {
			return !slices.Contains(c.Advantages, name)
		}), nil)
	}
	return t.begin()
}

// allChosen reports whether the last choice is on file.
func (t *turn) allChosen() bool {
	return len(t.Pos.Turn().Asked()) > 0 && len(Awaited(t.Rules, t.Pos)) == 0
}

// tooEarly refuses the lines of a turn: who has not chosen yet does that first.
func (t *turn) tooEarly(who board.Power, s order.Sheet) {
	why := phase.NewFault(order.NotDealt, phase.WithPower(t.Board.Seats[0].Power))
	if len(t.Pos.Turn().Asked()) > 0 && !hasChosen(t.Pos, who) {
		why = phase.NewFault(order.YouAreAsked, phase.WithWord("choose"))
	}
	refuse := func(line int) { t.AddFault(line, why.Code, why.Fill) }
	for _, part := range s.Parts {
		for _, o := range part.Orders {
			refuse(o.LineNo())
		}
		if part.Held && len(part.Orders) == 0 {
			refuse(part.Line)
		}
	}
	for _, b := range s.Battles {
		refuse(b.Line)
	}
	if s.Done != 0 {
		refuse(s.Done)
	}
}

func isChoice(o order.Order) bool { _, is := o.(order.Choose); return is }

// chosenBy is what a power has chosen so far.
func chosenBy(pos *position.Position, p board.Power) (order.Choose, bool) {
	if n := pos.Nation(p); n.HasTurn() {
		if i := slices.IndexFunc(n.Answers(), isChoice); i >= 0 {
			return n.Answers()[i].(order.Choose), true
		}
	}
	return order.Choose{}, false
}

func hasChosen(pos *position.Position, p board.Power) bool { _, has := chosenBy(pos, p); return has }

// judgeChoices looks for choices that cannot be taken.
func (t *turn) judgeChoices(who board.Power, answers []order.Order) {
	if !t.Pos.Nation(who).HasTurn() {
		return
	}
	for _, o := range answers {
		c, ok := o.(order.Choose)
		if !ok {
			continue
		}
		if len(t.Pos.Turn().Asked()) == 0 || !AwaitingAdvantages(t.Pos) {
			t.AddFault(c.Line, order.NotChoosing)
			continue
		}
		count, _ := t.Rules.StartingAdvantages()
		var bad *rules.BadChoice
		if !errors.As(rules.CheckChoice(who, c.Advantages, count), &bad) {
			continue
		}
		switch {
		case bad.Twice:
			t.AddFault(c.Line, order.ChosenTwice, phase.WithWord(bad.Name))
		case bad.Name != "":
			t.AddFault(c.Line, order.NotItsOwn, phase.WithPower(who), phase.WithWord(bad.Name))
		default:
			t.AddFault(c.Line, order.WrongNumber, phase.WithNumbers(bad.Have, bad.Want))
		}
	}
}

// defaultChoice is what a power that keeps silent chooses: the first of its list.
func defaultChoice(set *rules.Set, pos *position.Position, who board.Power) order.File {
	if !slices.ContainsFunc(Awaited(set, pos), func(a Await) bool { return a.Power == who }) {
		return order.File{}
	}
	count, _ := set.StartingAdvantages()
	return order.File{Answers: []order.Order{order.Choose{Advantages: rules.AdvantagesOf(who)[:count]}}}
}
