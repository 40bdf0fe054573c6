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
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// A motion is what a letter wants done to a running game: edits, going back, a correction, or a setting that
// decides who must agree to such things. All lines of a letter are one motion. It is carried out at once, or when
// those have agreed who must.
type motion struct {
	edits   []order.Edit
	back    *commands.RollBack
	correct *commands.Correct
	options []commands.ConsentOption
	text    string // the letter's own words: the orders of a correction stand in it
}

func readMotion(f *orders.File) (m motion) {
	m.edits, m.text = commands.Edits(f.Commands), strings.Join(f.Lines, "\n")+"\n"
	for _, c := range f.Commands {
		switch c := c.(type) {
		case commands.RollBack:
			m.back = &c
		case commands.Correct:
			m.correct = &c
		case commands.ConsentOption:
			m.options = append(m.options, c)
		}
	}
	return m
}

// none tells whether a letter wants nothing of the kind.
func (m motion) none() bool {
	return len(m.edits) == 0 && m.back == nil && m.correct == nil && len(m.options) == 0
}

// Moves tells whether the letter is a motion, to be carried out or only checked. One that opens a game sets its
// options.
func Moves(r *command.Request) bool {
	return !readMotion(&r.File).none() && !slices.ContainsFunc(r.File.Commands, func(c commands.Command) bool { _, ok := c.(commands.NewGame); return ok })
}

// Corrects tells whether the letter is a motion with a correction.
func Corrects(r *command.Request) bool { return Moves(r) && readMotion(&r.File).correct != nil }

// Motion carries the letter's motion out, or proposes it to those who must agree.
func Motion(e *command.Request) (*decision.Outcome, error) {
	m := readMotion(&e.File)
	g := e.Game
	if no := refuseMotion(e, m); no != nil {
		return e.Reject(no)
	}
	switch {
	case m.correct == nil && e.File.HasOrders():
		return e.Reject(notice.PlayersOnly{})
	case m.correct != nil && g.Life.House.Get("corrections") == "off":
		return e.Reject(notice.ActRefused{Why: "corrections-off", Record: 0})
	}
	r, lines, out, err := rehearse(e, m)
	if out != nil || err != nil {
		return out, err
	}
	if e.File.Check {
		return foreseen(e, r, lines)
	}
	if err := e.Count(""); err != nil {
		return nil, err
	}
	out = decision.Of(decision.Accepted, "act")
	if asks := mustAgree(g, m, e.Seat); len(asks) > 0 {
		out.Reason, err = "proposed", propose(e.Env, e.Tx, g, e.Seat, lines, asks)
	} else {
		err = carryOut(e.Env, e.Tx, g, m, referee.Actor{Name: e.Seat.Role})
	}
	if err != nil {
		return nil, err
	}
	return out, e.Answer(slices.DeleteFunc(slices.Clone(e.File.Commands), func(c commands.Command) bool { return command.Of(c).Together }))
}

// onlyCorrects tells whether a motion is a correction and nothing else: what a player may ask for.
func (m motion) onlyCorrects() bool { return m.correct != nil && m.back == nil && len(m.options) == 0 }

// rehearse carries a motion out on a session that is thrown away, and returns the lines that say it. Where it is
// not possible the letter is answered with why.
func rehearse(e *command.Request, m motion) (ruled, []string, *decision.Outcome, error) {
	g := e.Game
	b, err := session(e.Env, g)
	if err != nil {
		return ruled{}, nil, nil, err
	}
	r, lines, err := m.do(g, b, referee.Actor{Name: e.Seat.Role})
	no, ok := errors.AsType[*referee.Refusal](err)
	bad, faulty := errors.AsType[*badLines](err)
	unset, notDone := errors.AsType[*env.NotDone](err)
	switch {
	case faulty:
		out, err := refuseLines(e, bad.faults, bad.lines)
		return r, nil, out, err
	case ok && len(no.Faults) > 0:
		written := e.File.Lines
		if no.Why == referee.BadOrders {
			written = lines
		}
		out, err := refuseLines(e, no.Faults, written)
		return r, nil, out, err
	case ok:
		out, err := e.Reject(notice.ActRefused{Why: notice.Quote(string(no.Why)), Record: no.Record})
		return r, nil, out, err
	case notDone:
		out, err := e.Reject(command.Note(unset))
		return r, nil, out, err
	}
	return r, lines, nil, err
}

// foreseen answers what a motion would undo. It tells no die that fell in the rehearsal: they are those that would
// be rolled.
func foreseen(e *command.Request, r ruled, lines []string) (*decision.Outcome, error) {
	if err := e.Count("check"); err != nil {
		return nil, err
	}
	u := &notice.Undone{Turns: nil, Again: nil, Edits: nil, Waiting: board.Nobody}
	if r.Undone != nil {
		u = undoneView(e.Game, *r.Undone, e.Lang())
	}
	if r.Corrected != nil {
		for _, g := range r.Corrected.Goes {
			u.Again = append(u.Again, undoneLines([]*game.Resolution{g.Of})...)
		}
		u.Again = append(u.Again, undoneLines(r.Corrected.Undone)...)
	}
	return decision.Of(decision.Answered, "check"), e.Note(notice.Foreseen{Lines: lines, Undone: u})
}

// refuseLines answers with faults of lines that may not be the letter's own: the orders of a correction as they
// would be played.
func refuseLines(r *command.Request, faults []order.Fault, lines []string) (*decision.Outcome, error) {
	if err := r.Count("faults"); err != nil {
		return nil, err
	}
	seat, err := r.SeatView()
	if err != nil {
		return nil, err
	}
	words, err := report.Refusal(report.RefusalView{Reader: seat, Faults: faults, Lines: lines}, syntax.Lang(r.Lang()))
	if err != nil {
		return nil, err
	}
	return decision.Of(decision.Refused, "faults"), r.Reply("refusal", words)
}

// badLines are orders of a correction that are not understood.
type badLines struct {
	faults []order.Fault
	lines  []string
}

func (b *badLines) Error() string { return "the orders of the correction are not understood" }

// ruled is the result of a motion.
type ruled struct {
	house []commands.ConsentOption
	referee.Done
}

// do carries a motion out in a session. The lines are those that say it again; where the orders of a correction
// cannot be played, those that would have been.
func (m motion) do(g *gamestore.Game, s *referee.Session, who referee.Actor) (r ruled, lines []string, err error) {
	lines, r.house = m.lines(g.Rules.Board), m.options
	house := g.Life.House
	for _, o := range m.options {
		if house, err = house.With(o.Name, o.Value); err != nil {
			return r, lines, &env.NotDone{Why: err.Error()}
		}
	}
	want := referee.Motion{Edits: m.edits, Policy: correct.Policy(g.Life.House.Get("dice-after-correction"))}
	if c := m.back; c != nil {
		want.Back = &referee.Moment{Record: c.Record, Round: c.Round, After: c.After, Power: c.Power}
	}
	var played []string
	if c := m.correct; c != nil {
		want.Wrong = &referee.Moment{Record: c.Record, Round: c.Round, Power: c.Power, Phase: c.Phase}
		want.Change = func(wrong *game.Resolution) (referee.Change, error) {
			change, more, err := m.change(g, wrong)
			lines, played = append(lines, more...), change.Lines
			return change, err
		}
	}
	r.Done, err = s.Do(who, want)
	if no, ok := errors.AsType[*referee.Refusal](err); ok && no.Why == referee.BadOrders && played != nil {
		lines = played
	}
	return r, lines, err
}

// change puts what a correction says in the place of what was played. The lines are those that say it.
func (m motion) change(g *gamestore.Game, wrong *game.Resolution) (referee.Change, []string, error) {
	phase := wrong.Phase
	if m.correct.Phase != order.NoPhase {
		phase = m.correct.Phase
	}
	f := orders.Parse(m.text, orders.Context{Board: g.Rules.Board, Phase: phase, Power: wrong.Power, Preamble: true})
	if len(f.Faults) > 0 {
		return referee.Change{}, nil, &badLines{f.Faults, f.Lines}
	}
	said := f.File
	said.Standing, said.Clear = nil, 0
	file, played, err := filing.Change(g.Rules, wrong.Before, wrong.Power, wrong.File, said)
	return referee.Change{File: file, Lines: played}, filing.Lines(filing.Text(said, g.Rules.Board)), err
}

// lines are the commands of a motion in their canonical form.
func (m motion) lines(b *board.Board) []string {
	var out []string
	add := func(c commands.Command) { out = append(out, commands.Format(c, syntax.English, b)) }
	for _, o := range m.options {
		add(o)
	}
	if m.correct != nil {
		add(*m.correct)
	}
	if m.back != nil {
		add(*m.back)
	}
	return append(out, commands.FormatEdits(m.edits, syntax.English, b)...)
}

// mustAgree are the roles that must agree to a motion of a sender, none if nobody must.
func mustAgree(g *gamestore.Game, m motion, by *roster.Seat) []string {
	w := referee.Wish{ByReferee: by.IsReferee(), Power: by.Power, Correction: m.correct != nil}
	if m.correct != nil {
		w.Corrected = correctedPower(g, *m.correct)
	}
	all := referee.Table{Board: g.Rules.Board, Settings: g.Life.House, Taken: g.TakenRoles()}
	if r := g.Referee(); r != nil {
		all.Referee, all.Plays = r.Taken(), g.PlayedBy(r)
	}
	return all.MustAgree(w)
}

// correctedPower is whose go a correction is about, as far as its line tells; else whose turn was played last.
func correctedPower(g *gamestore.Game, c commands.Correct) board.Power {
	if c.Power != board.Nobody {
		return c.Power
	}
	return g.Pos.Power
}
