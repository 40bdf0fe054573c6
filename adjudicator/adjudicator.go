// Package adjudicator is the referee: it judges orders and plays them by a rule set. Its whole interface is a
// function of values, (position, orders, dice) → (position', what happened, who is awaited); the same inputs give the
// same bytes on every machine. It knows no game by name: it asks the rule set.
//
// Where to look: turn.go goes through the phases and ends the turn; the phases themselves are packages below, movement,
// combat and economy, on what package phase gives them. judge.go goes through the same phases on assumptions, own.go
// finds each line's own faults; file.go puts on file what a mail says; await.go lists which powers the game waits for;
// start.go, advantages.go and pregame.go precede the first turn; assume.go shows package forecast the turn of a file.
package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/adjudicator/standing"
)

// Await is one thing that the game waits for.
type Await = phase.Await

// Result is what came of playing orders. If the orders were refused, Position is the old one, Events is empty and
// Faults says why. Faults may hold hints, and those of a later phase that could not be played, when the orders were
// accepted.
type Result struct {
	Position *position.Position
	Events   []event.Event // bookkeeping included
	Awaited  []Await
	Faults   []order.Fault
	Refused  bool
	Battles  []battle.Battle // those that began, as they stood before their first die: what odds are asked of
}

// Judge returns the faults of a file, without rolling a die: it goes through its phases on assumptions (fine print 9)
// on a copy of the position. No refusing fault means that Play would accept it. Where several lines have faults each is
// judged without the others, too, so that a fault which only follows from another line hides none of a line's own.
func Judge(set *rules.Set, pos *position.Position, who board.Power, f order.File) []order.Fault {
	return judgeAlone(set, pos, who, f, func(int) bool { return true })
}

// JudgeLines is Judge for some lines of a file: their faults and those of the file as a whole are the same, and only
// these lines are judged by themselves.
func JudgeLines(set *rules.Set, pos *position.Position, who board.Power, f order.File, lines ...int) []order.Fault {
	return judgeAlone(set, pos, who, f, func(n int) bool { return slices.Contains(lines, n) })
}

// Play judges a file and, if nothing refuses it, plays it as far as it reaches. The error is that of the dice; the
// result is worthless then.
func Play(set *rules.Set, pos *position.Position, who board.Power, f order.File, d dice.Source) (Result, error) {
	faults := Judge(set, pos, who, f)
	if order.Refuses(faults) {
		return Result{Position: pos, Faults: faults, Refused: true, Awaited: Awaited(set, pos)}, nil
	}
	t := newTurn(set, pos, phase.Rolled(d))
	t.Faults = faults
	fileToPlay(t.Turn, who, f)
	if err := t.playFile(who, f); err != nil {
		return Result{}, err
	}
	if err := t.Journal.Err(); err != nil {
		return Result{}, err
	}
	// the others went on after a pause
	begun := slices.DeleteFunc(t.Battles, func(b battle.Battle) bool { return b.Round > 0 })
	return Result{Position: t.Pos, Events: t.Journal.Events(), Faults: settle(t.Faults), Awaited: Awaited(set, t.Pos),
		Battles: begun}, nil
}

// Hold puts the turn orders of a file next to those that wait, without playing them: they are not due (option play
// deadline).
func Hold(set *rules.Set, pos *position.Position, who board.Power, f order.File) *position.Position {
	t := phase.Begin(phase.State{Rules: set, Position: pos})
	standing.File(t, who, f)
	if holdsTurn(t, who, f) {
		fileTurnOrders(t, f.Sheet)
	}
	return t.Pos
}

// checkSender refuses what is addressed wrongly: a finished game, a stale round, a power not on turn.
func checkSender(set *rules.Set, pos *position.Position, who board.Power, f order.File) []order.Fault {
	var fs []order.Fault
	add := func(line int, code order.Code, fill ...func(*order.Fault)) {
		x := order.NewFault(line, order.NotAllowed, code)
		for _, fn := range fill {
			fn(&x)
		}
		fs = append(fs, x)
	}
	switch {
	case pos.Over() && !f.Sheet.Empty():
		add(0, order.GameOver)
	case f.Header.Round != 0 && f.Header.Round != pos.Round():
		add(0, order.WrongRound, phase.WithNumbers(f.Header.Round, pos.Round()))
	case !f.Sheet.Empty() && pos.Power() != board.Nobody && who != pos.Power():
		bonus := f.Sheet.Parts[order.Bonus]
		if bonus.Held && set.Pregame == order.Bonus {
			add(bonus.FirstLine(), order.BonusNotAsked, phase.WithPower(who))
		}
		if f.Sheet.Parts[order.Bonus] = (order.PhaseOrders{}); !bonus.Held || !f.Sheet.Empty() {
			add(0, order.NotOnTurn, phase.WithPower(pos.Power()))
		}
	}
	return fs
}
