package amend

import (
	"errors"
	"slices"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/correct"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/referee"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/decision"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
	"fieldpost/templates/receipt"
)

// amendment is what a mail wants to change in a running game: edits, rolling back, a correction, or a setting that
// decides who must agree to such changes. All lines of a mail are one amendment. It is carried out at once, or when all
// have agreed who must.
type amendment struct {
	edits    []order.Edit
	back     *commands.RollBack
	correct  *commands.Correct
	settings []commands.ConsentOption
	text     string // of the mail: it has the orders of a correction
}

// readAmendment returns the amendment in the commands of a mail.
func readAmendment(f *orders.File) (a amendment) {
	a.edits, a.text = commands.Edits(f.Commands), strings.Join(f.Lines, "\n")+"\n"
	for _, c := range f.Commands {
		switch c := c.(type) {
		case commands.RollBack:
			a.back = &c
		case commands.Correct:
			a.correct = &c
		case commands.ConsentOption:
			a.settings = append(a.settings, c)
		}
	}
	return a
}

// isEmpty reports whether a mail has no amendment.
func (a amendment) isEmpty() bool {
	return len(a.edits) == 0 && a.back == nil && a.correct == nil && len(a.settings) == 0
}

// isOnlyCorrection reports whether an amendment is a correction and nothing else, which players may ask for.
func (a amendment) isOnlyCorrection() bool {
	return a.correct != nil && a.back == nil && len(a.settings) == 0
}

// IsAmendment reports whether the mail has an amendment, to be carried out or only checked. The settings in a mail that
// makes a game belong to that.
func IsAmendment(r *command.Request) bool {
	makesGame := func(c commands.Command) bool { _, ok := c.(commands.NewGame); return ok }
	return !readAmendment(&r.File).isEmpty() && !slices.ContainsFunc(r.File.Commands, makesGame)
}

// IsCorrection reports whether the mail has an amendment with a correction.
func IsCorrection(r *command.Request) bool {
	return IsAmendment(r) && readAmendment(&r.File).correct != nil
}

// MovesGameOn reports whether the mail would move the game on.
func MovesGameOn(r *command.Request) bool {
	f := &r.File
	return !f.Check && (!f.Sheet.Empty() || len(f.Answers) > 0 || len(f.Withdraw) > 0 || play.IsReady(r))
}

var _ = command.HandleTogether[commands.Edit](command.Spec{
	Syntax: []commands.Syntax{commands.EditSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, HandleAmendment)

var _ = command.HandleTogether[commands.RollBack](command.Spec{
	Syntax: []commands.Syntax{commands.RollBackSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, HandleAmendment)

var _ = command.HandleTogether[commands.Correct](command.Spec{
	Syntax: []commands.Syntax{commands.CorrectSyntax},
	Who:    command.Seated, In: command.RunningGame, NeedsKey: command.SeatKey,
}, HandleAmendment)

var _ = command.HandleTogether[commands.ConsentOption](command.Spec{
	Syntax: []commands.Syntax{commands.ConsentOptionSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, HandleAmendment)

// HandleAmendment carries the mail's amendment out, or proposes it to those who must agree.
func HandleAmendment(r *command.Request) (*decision.Outcome, error) {
	a := readAmendment(&r.File)
	g := r.Game
	if no := refuseAmendment(r, a); no != nil {
		return r.RefuseInGame(no)
	}
	switch {
	case a.correct == nil && r.File.HasOrders():
		return r.RefuseInGame(notice.PlayersOnly{})
	case a.correct != nil && g.State.House.Get("corrections") == "off":
		return r.RefuseInGame(notice.ActRefused{Why: "corrections-off", Record: 0})
	}
	res, lines, out, err := rehearse(r, a)
	if out != nil || err != nil {
		return out, err
	}
	if r.File.Check {
		return answerCheck(r, res, lines)
	}
	if err := r.RecordIntake(""); err != nil {
		return nil, err
	}
	out = decision.Of(decision.Accepted, "act")
	if asks := mustAgree(g, a, r.Seat); len(asks) > 0 {
		out.Reason, err = "proposed", propose(r.Env, r.Tx, g, r.Seat, lines, asks)
	} else {
		err = carryOut(r.Env, r.Tx, g, a, referee.Actor{Name: r.Seat.Role})
	}
	if err != nil {
		return nil, err
	}
	isTogether := func(c commands.Command) bool { return command.SpecOf(c).Together }
	return out, r.AnswerCommands(slices.DeleteFunc(slices.Clone(r.File.Commands), isTogether))
}

// refuseAmendment returns the answer to lines that the sender may not give, nil if they may. The edits of a correction
// are part of it.
func refuseAmendment(r *command.Request, a amendment) notice.Notice {
	for _, c := range r.File.Commands {
		if _, isEdit := c.(commands.Edit); !command.SpecOf(c).Together || isEdit && a.isOnlyCorrection() {
			continue
		}
		if no := r.Refusal(c); no != nil {
			return no
		}
	}
	return nil
}

// rehearse carries an amendment out in a session that is thrown away, and returns its lines. If that is not possible
// the mail is answered with why.
func rehearse(r *command.Request, a amendment) (result, []string, *decision.Outcome, error) {
	g := r.Game
	b, err := openSession(r.Env, g)
	if err != nil {
		return result{}, nil, nil, err
	}
	res, lines, err := a.apply(g, b, referee.Actor{Name: r.Seat.Role})
	no, ok := errors.AsType[*referee.Refusal](err)
	bad, faulty := errors.AsType[*correctionFaults](err)
	unset, notDone := errors.AsType[*env.NotDone](err)
	switch {
	case faulty:
		out, err := refuseLines(r, bad.faults, bad.lines)
		return res, nil, out, err
	case ok && len(no.Faults) > 0:
		written := play.OrderLines(r)
		if no.Why == referee.BadOrders {
			written = lines
		}
		out, err := refuseLines(r, no.Faults, written)
		return res, nil, out, err
	case ok:
		out, err := r.RefuseInGame(notice.ActRefused{Why: notice.Quote(string(no.Why)), Record: no.Record})
		return res, nil, out, err
	case notDone:
		out, err := r.RefuseInGame(command.NoticeOf(unset))
		return res, nil, out, err
	}
	return res, lines, nil, err
}

// answerCheck answers what an amendment would undo. It shows no die of the rehearsal: they are those that would be
// rolled.
func answerCheck(r *command.Request, res result, lines []string) (*decision.Outcome, error) {
	if err := r.RecordIntake("check"); err != nil {
		return nil, err
	}
	u := &notice.Undone{Turns: nil, Again: nil, Edits: nil, Waiting: board.Nobody}
	if res.Undone != nil {
		u = undoneView(r.Game, *res.Undone, r.Lang())
	}
	if res.Corrected != nil {
		for _, redone := range res.Corrected.Resolutions {
			u.Again = append(u.Again, resolutionLines([]*game.Resolution{redone.Of})...)
		}
		u.Again = append(u.Again, resolutionLines(res.Corrected.Undone)...)
	}
	return decision.Of(decision.Answered, "check"), r.ReplyNotice(notice.Foreseen{Lines: lines, Undone: u})
}

// refuseLines answers with faults of lines that may not be the mail's own: the orders of a correction as they would be
// played.
func refuseLines(r *command.Request, faults []order.Fault, lines []string) (*decision.Outcome, error) {
	if err := r.RecordIntake("faults"); err != nil {
		return nil, err
	}
	seat, err := r.Reader()
	if err != nil {
		return nil, err
	}
	words, err := receipt.Refusal(receipt.RefusalView{Reader: seat, Faults: faults, Lines: lines}, syntax.Lang(r.Lang()))
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, "faults"), r.Reply("refusal", words)
}

// correctionFaults is the error of orders of a correction that are not understood.
type correctionFaults struct {
	faults []order.Fault
	lines  []string
}

func (b *correctionFaults) Error() string { return "the orders of the correction are not understood" }

// result is the result of an amendment.
type result struct {
	settings []commands.ConsentOption
	referee.Done
}

// apply carries an amendment out in a session. It returns its canonical lines; if the orders of a correction cannot be
// played, those that would have been.
func (a amendment) apply(g *gamestore.Game, s *referee.Session, who referee.Actor) (
	res result, lines []string, err error) {
	lines, res.settings = a.format(g.Rules.Board), a.settings
	settings := g.State.House
	for _, o := range a.settings {
		if settings, err = settings.With(o.Name, o.Value); err != nil {
			return res, lines, &env.NotDone{Why: err.Error()}
		}
	}
	want := referee.Request{Edits: a.edits, Policy: correct.Policy(g.State.House.Get("dice-after-correction"))}
	if c := a.back; c != nil {
		want.Back = &referee.Moment{Record: c.Record, Round: c.Round, After: c.After, Power: c.Power}
	}
	var played []string
	if c := a.correct; c != nil {
		want.Wrong = &referee.Moment{Record: c.Record, Round: c.Round, Power: c.Power, Phase: c.Phase}
		want.Change = func(wrong *game.Resolution) (referee.Change, error) {
			change, more, err := a.correctOrders(g, wrong)
			lines, played = append(lines, more...), change.Lines
			return change, err
		}
	}
	res.Done, err = s.Do(who, want)
	if no, ok := errors.AsType[*referee.Refusal](err); ok && no.Why == referee.BadOrders && played != nil {
		lines = played
	}
	return res, lines, err
}

// correctOrders puts what a correction says in place of what was played. It returns the lines that say it.
func (a amendment) correctOrders(g *gamestore.Game, wrong *game.Resolution) (referee.Change, []string, error) {
	phase := wrong.Phase
	if a.correct.Phase != order.NoPhase {
		phase = a.correct.Phase
	}
	f := orders.Parse(a.text, orders.Context{Board: g.Rules.Board, Phase: phase, Power: wrong.Power, Preamble: true})
	if len(f.Faults) > 0 {
		return referee.Change{}, nil, &correctionFaults{f.Faults, f.Lines}
	}
	said := f.File
	said.Standing, said.Clear = nil, 0
	file, played, err := filing.Change(g.Rules, wrong.Before, wrong.Power, wrong.File, said)
	return referee.Change{File: file, Lines: played}, filing.Lines(filing.Text(said, g.Rules.Board)), err
}

// format returns the commands of an amendment in their canonical form.
func (a amendment) format(b *board.Board) []string {
	var out []string
	add := func(c commands.Command) { out = append(out, commands.Format(c, syntax.English, b)) }
	for _, o := range a.settings {
		add(o)
	}
	if a.correct != nil {
		add(*a.correct)
	}
	if a.back != nil {
		add(*a.back)
	}
	return append(out, commands.FormatEdits(a.edits, syntax.English, b)...)
}

// mustAgree returns the roles that must agree to an amendment of a sender, none if nobody must.
func mustAgree(g *gamestore.Game, a amendment, by *roster.Participant) []string {
	w := referee.Requester{ByReferee: by.IsReferee(), Power: by.Power, Correction: a.correct != nil}
	if a.correct != nil {
		w.Corrected = correctedPower(g, *a.correct)
	}
	all := referee.Participants{Board: g.Rules.Board, Settings: g.State.House, Taken: g.TakenRoles()}
	if r := g.Referee(); r != nil {
		all.Referee, all.Plays = r.Taken(), g.PowersOf(r)
	}
	return all.MustAgree(w)
}

// correctedPower returns the power whose resolution a correction is about, as far as its line says; or else the power
// whose turn was played last.
func correctedPower(g *gamestore.Game, c commands.Correct) board.Power {
	if c.Power != board.Nobody {
		return c.Power
	}
	return g.Pos.Power()
}
