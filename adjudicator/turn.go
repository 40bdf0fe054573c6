package adjudicator

import (
	"slices"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/combat"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/economy"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/movement"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/phase"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Judge tells what is wrong with a file, without rolling a die: it goes through its phases hopefully (fine print 9) on a copy of the
// position. No refusing fault means that Play would accept it. Where several lines have faults each is judged without the others, too,
// so that a fault which only follows from another line hides none of a line's own.
func Judge(set *rules.Set, pos *position.Position, who board.Power, f order.File) []order.Fault {
	return judgeAlone(set, pos, who, f, func(int) bool { return true })
}

// JudgeLines is Judge for some lines of a file: their faults and those of the file as a whole are the same, and only these lines are
// judged by themselves.
func JudgeLines(set *rules.Set, pos *position.Position, who board.Power, f order.File, lines ...int) []order.Fault {
	return judgeAlone(set, pos, who, f, func(n int) bool { return slices.Contains(lines, n) })
}

// judgeAlone judges a file, and of the refused lines those that are wanted by themselves.
func judgeAlone(set *rules.Set, pos *position.Position, who board.Power, f order.File, wanted func(line int) bool) []order.Fault {
	faults, followed := judge(set, pos, who, f)
	if len(followed) == 0 && len(refusedLines(faults)) < 2 {
		return faults
	}
	return ownFaults(faults, refusedLines(append(slices.Clone(faults), followed...)), f, wanted, func(alone order.File) []order.Fault {
		faults, _ := judge(set, pos, who, alone)
		return faults
	})
}

// judge judges a file once. It also returns the faults that it leaves out because they may follow from others.
func judge(set *rules.Set, pos *position.Position, who board.Power, f order.File) (faults, followed []order.Fault) {
	faults = checkSender(set, pos, who, f)
	if order.Refuses(faults) {
		return faults, nil
	}
	r := newRun(set, pos, phase.Assumed())
	r.Faults = faults
	r.judgeAnswers(who, f.Answers)
	r.file(who, f)
	if Undealt(r.Pos) {
		_ = r.choices(who, f) // nothing is rolled, so there is no error
	} else if economy.InPregame(r.Pos) {
		_ = r.pregame(who, f) // nothing is rolled, so there is no error
	} else if r.holds(who, f) {
		r.judgeTurn(f.Sheet)
		r.judgeWithoutLuck(pos, f)
	}
	r.judgeLastPhase(who, f.Answers)
	return settle(r.Faults), r.followed
}

// Play judges a file and, if nothing refuses it, plays it as far as it reaches. The error is that of the dice; the result is
// worthless then.
func Play(set *rules.Set, pos *position.Position, who board.Power, f order.File, d dice.Source) (Result, error) {
	faults := Judge(set, pos, who, f)
	if order.Refuses(faults) {
		return Result{Position: pos, Faults: faults, Refused: true, Awaited: Awaited(set, pos)}, nil
	}
	r := newRun(set, pos, phase.Rolled(d))
	r.Faults = faults
	r.file(who, f)
	if Undealt(r.Pos) {
		if err := r.choices(who, f); err != nil {
			return Result{}, err
		}
	} else if economy.InPregame(r.Pos) {
		if err := r.pregame(who, f); err != nil {
			return Result{}, err
		}
	} else if answered, err := r.answer(who, f); err != nil {
		return Result{}, err
	} else if answered || r.holds(who, f) {
		if err := r.play(); err != nil {
			return Result{}, err
		}
	}
	if err := r.Journal.Err(); err != nil {
		return Result{}, err
	}
	begun := slices.DeleteFunc(r.Battles, func(b battle.Battle) bool { return b.Round > 0 }) // the others went on after a pause
	return Result{Position: r.Pos, Events: r.Journal.Events(), Faults: settle(r.Faults), Awaited: Awaited(set, r.Pos), Battles: begun}, nil
}

func newRun(set *rules.Set, pos *position.Position, by phase.Resolver) *run {
	return &run{Turn: phase.Begin(phase.State{Rules: set, Position: pos, Resolver: by})}
}

// holds tells whether a file brings turn orders of the power on turn.
func (r *run) holds(who board.Power, f order.File) bool { return who == r.Power && !f.Sheet.Empty() }

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
	case f.Header.Round != 0 && f.Header.Round != pos.Round:
		add(0, order.WrongRound, phase.WithNumbers(f.Header.Round, pos.Round))
	case !f.Sheet.Empty() && pos.Power != board.Nobody && who != pos.Power:
		bonus := f.Sheet.Parts[order.Bonus]
		if bonus.Held && set.Prelude == order.Bonus {
			add(bonus.FirstLine(), order.BonusNotAsked, phase.WithPower(who))
		}
		if f.Sheet.Parts[order.Bonus] = (order.PhaseOrders{}); !bonus.Held || !f.Sheet.Empty() {
			add(0, order.NotOnTurn, phase.WithPower(pos.Power))
		}
	}
	return fs
}

// file puts what a mail says into the position: standing orders and answers at once, turn orders beside those still filed.
func (r *run) file(who board.Power, f order.File) {
	r.fileStanding(who, f)
	if !r.holds(who, f) {
		return
	}
	if !r.holding { // it is there with the first file that is played
		r.found()
	}
	sheet, s := r.Pos.Turn.Sheet, f.Sheet
	if !r.Pos.Turn.Moved {
		amend(&sheet, &s)
	}
	for ph := range s.Parts {
		if s.Parts[ph].Held {
			sheet.Parts[ph] = s.Parts[ph]
		}
	}
	sheet.Battles = r.fileBattles(sheet.Battles, s.Battles)
	if s.Done != 0 {
		sheet.Done = s.Done
	}
	r.Emit(event.Filed{Sheet: sheet})
}

// amend takes out of the filed orders what a new file replaces beside its phases: the battle sections that belonged to other
// combat moves, and `done` if nothing is left of the file that said it.
func amend(old, s *order.Sheet) {
	if s.Parts[order.Combat].Held {
		old.Battles = nil
	}
	kept := len(old.Battles) > 0
	for ph := range s.Parts {
		kept = kept || old.Parts[ph].Held && !s.Parts[ph].Held
	}
	if !kept {
		old.Done = 0
	}
}

// Hold puts the turn orders of a file beside those that wait, without playing them: they are not due (option play deadline).
func Hold(set *rules.Set, pos *position.Position, who board.Power, f order.File) *position.Position {
	r := newRun(set, pos, phase.Assumed())
	r.holding = true
	r.file(who, f)
	return r.Pos
}

// fileBattles puts battle sections beside those on file: a section replaces the earlier one of its space, for a battle that
// has begun as the fine print 12 says.
func (r *run) fileBattles(old, more []order.Battle) []order.Battle {
	for _, b := range more {
		if !r.holding && r.amendPaused(b) {
			continue
		}
		list := slices.DeleteFunc(slices.Clone(old), func(x order.Battle) bool { return x.Space == b.Space })
		old = append(list, b)
	}
	return old
}

// play goes through the phases as far as the filed orders reach, each phase judged again before it is played (fine print 9).
func (r *run) play() error {
	first := true
	for !r.over() {
		if r.IsWaiting() || !r.reaches() {
			return nil
		}
		if !first && !r.judgeAgain() {
			return nil
		}
		r.lenient = !first
		judged := len(r.Faults)
		wait, err := r.playPhase()
		r.Faults = append(r.Faults[:judged], refusing(r.Faults[judged:])...) // the hints came with the judgement
		if err != nil || wait {
			return err
		}
		first = false
	}
	return nil
}

// refusing are the faults that refuse their line.
func refusing(fs []order.Fault) []order.Fault {
	return slices.DeleteFunc(slices.Clone(fs), func(f order.Fault) bool { return f.Severity == order.Unwise })
}

// reaches tells whether the phase at hand is to be played: a line, a later line, or `done` reaches it; placing, when there is
// nothing to place, goes by itself (fine print 14).
func (r *run) reaches() bool {
	s := &r.Pos.Turn.Sheet
	for ph := r.Pos.Phase; ph < order.NumPhases; ph++ {
		if s.Parts[ph].Held {
			return true
		}
	}
	if s.Done != 0 || r.Pos.Phase <= order.Combat && len(s.Battles) > 0 {
		return true
	}
	if r.Pos.Turn.Moved && !r.pausedNow() {
		return true // an answer lets the fight go on
	}
	return r.Pos.Phase == order.Place && (!economy.MayPlace(r.Turn) || r.placesByDefault())
}

// orders are those on file for the phase at hand.
func (r *run) orders() order.PhaseOrders {
	part := r.Pos.Turn.Sheet.Parts[r.Pos.Phase]
	if r.lenient {
		part.Take = order.Available
	}
	return part
}

// playPhase plays the phase at hand and steps to the next. It tells whether the game must wait inside it.
func (r *run) playPhase() (wait bool, err error) {
	ph := r.Pos.Phase
	part := r.orders()
	if !r.Pos.Turn.Moved {
		r.Emit(event.PhaseBegan{Power: r.Power, Phase: ph, Round: r.Pos.Round})
	}
	switch ph {
	case order.Research:
		_, err = r.Do(economy.Research, part)
	case order.Buy:
		_, err = r.Do(economy.Buy, part)
	case order.Combat:
		if wait, err = r.combat(part); wait || err != nil {
			return wait, err
		}
	case order.Noncombat:
		_, err = r.Do(movement.Noncombat, part)
	case order.Place:
		r.declarations(rules.AtPlacing)
		_, err = r.Do(economy.Place, part)
	}
	if err != nil {
		return false, err
	}
	return false, r.nextPhase()
}

// combat moves, asks whom an advantage asks, and fights; a fight that paused goes on where it stopped.
func (r *run) combat(part order.PhaseOrders) (wait bool, err error) {
	if !r.Pos.Turn.Moved {
		r.declarations(rules.BeforeCombat)
		if r.sitsOut() {
			r.sitOut(part)
			return false, nil
		}
		if _, err := r.Do(movement.Combat, part); err != nil {
			return false, err
		}
		r.Emit(event.MovesMade{})
	}
	if !r.Resolver.Asks() {
		r.Faults = append(r.Faults, combat.Check(r.State(), part, r.doubtful(part))...)
	}
	for _, step := range []phase.Func{combat.React, combat.Conduct} {
		if awaited, err := r.Do(step, part); err != nil || len(awaited) > 0 {
			return true, err
		}
	}
	return false, nil
}

// answer carries out what a file answers to its sender's open questions, and reports whether it answered one.
func (r *run) answer(who board.Power, f order.File) (some bool, err error) {
	_, err = r.Do(func(s phase.State, _ order.PhaseOrders) (res phase.Result, err error) {
		res, some, err = combat.Answer(s, who, f.Answers)
		return res, err
	}, order.PhaseOrders{})
	return some, err
}

// nextPhase steps to the phase after the one at hand, past those that a power without its capital does not have, or ends the
// turn.
func (r *run) nextPhase() error {
	phases := r.Rules.Phases
	i := slices.Index(phases, r.Pos.Phase) + 1
	if i < len(phases) && (phases[i] != order.Place || r.Pos.HoldsCapital(r.Board, r.Power)) {
		r.Emit(event.PhaseEnded{Phase: r.Pos.Phase, Next: phases[i]})
		return nil
	}
	r.Emit(event.PhaseEnded{Phase: r.Pos.Phase})
	if i < len(phases) {
		r.declarations(rules.AtPlacing) // what is declared for that phase needs no complex
	}
	r.ended = true
	if err := r.endTurn(); err != nil {
		return err
	}
	return r.playIdleTurns()
}

// mend is the surfacing and repair where they wait for a phase of their own: of all ships, or of those of the power on turn.
func (r *run) mend() {
	for i := range r.Pos.Units {
		u := &r.Pos.Units[i]
		if u.Owner != r.Power && !r.Rules.Ships.MendAll {
			continue
		}
		if u.Submerged && !r.Rules.Subs.SurfaceAtOnce {
			r.Emit(event.Surfaced{Power: u.Owner, Space: u.At, Units: []event.Unit{{ID: u.ID, Owner: u.Owner, Type: u.Type}}})
		}
		if u.Damaged && !r.Rules.Ships.RepairAtOnce {
			r.Emit(event.Repaired{Power: u.Owner, Space: u.At, Units: []event.Unit{{ID: u.ID, Owner: u.Owner, Type: u.Type}}})
		}
	}
}

// placesByDefault tells whether the power lets what no line places go by D23.
func (r *run) placesByDefault() bool {
	n := r.Pos.Nation(r.Power)
	return n != nil && slices.ContainsFunc(n.Answers, func(o order.Order) bool { _, ok := o.(order.PlaceByDefault); return ok })
}

// pausedNow tells whether the battle at hand waits for its attacker.
func (r *run) pausedNow() bool {
	q := r.Pos.Turn.Fight.Queue
	return len(q) > 0 && q[0].Paused
}
