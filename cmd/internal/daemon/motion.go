package daemon

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

// moves tells whether the letter is a motion, to be carried out or only checked. One that opens a game sets its
// options.
func (e *errand) moves() bool {
	return !readMotion(&e.file).none() && !slices.ContainsFunc(e.file.Commands, func(c commands.Command) bool { _, ok := c.(commands.NewGame); return ok })
}

// corrects tells whether the letter is a motion with a correction.
func (e *errand) corrects() bool { return e.moves() && readMotion(&e.file).correct != nil }

// motion carries the letter's motion out, or proposes it to those who must agree.
func (e *errand) motion() (*outcome, error) {
	m := readMotion(&e.file)
	t := e.table
	if no := e.refuseMotion(m); no != nil {
		return e.reject(no)
	}
	switch {
	case m.correct == nil && e.file.HasOrders():
		return e.reject(notice.PlayersOnly{})
	case m.correct != nil && t.Life.House.Get("corrections") == "off":
		return e.reject(notice.ActRefused{Why: "corrections-off", Record: 0})
	}
	r, lines, out, err := e.rehearse(m)
	if out != nil || err != nil {
		return out, err
	}
	if e.file.Check {
		return e.foreseen(r, lines)
	}
	if err := e.count(""); err != nil {
		return nil, err
	}
	out = newOutcome(accepted, "act")
	if asks := t.mustAgree(m, e.seat); len(asks) > 0 {
		out.reason, err = "proposed", e.o.propose(e.tx, t, e.seat, lines, asks)
	} else {
		err = e.o.carryOut(e.tx, t, m, referee.Actor{Name: e.seat.Role})
	}
	if err != nil {
		return nil, err
	}
	return out, e.answer(slices.DeleteFunc(slices.Clone(e.file.Commands), func(c commands.Command) bool { return command.Of(c).Together }))
}

// onlyCorrects tells whether a motion is a correction and nothing else: what a player may ask for.
func (m motion) onlyCorrects() bool { return m.correct != nil && m.back == nil && len(m.options) == 0 }

// rehearse carries a motion out on a session that is thrown away, and returns the lines that say it. Where it is
// not possible the letter is answered with why.
func (e *errand) rehearse(m motion) (ruled, []string, *outcome, error) {
	t := e.table
	b, err := e.o.session(t)
	if err != nil {
		return ruled{}, nil, nil, err
	}
	r, lines, err := m.do(t, b, referee.Actor{Name: e.seat.Role})
	no, ok := errors.AsType[*referee.Refusal](err)
	bad, faulty := errors.AsType[*badLines](err)
	unset, notDone := errors.AsType[*notDone](err)
	switch {
	case faulty:
		out, err := e.refuseLines(bad.faults, bad.lines)
		return r, nil, out, err
	case ok && len(no.Faults) > 0:
		written := e.file.Lines
		if no.Why == referee.BadOrders {
			written = lines
		}
		out, err := e.refuseLines(no.Faults, written)
		return r, nil, out, err
	case ok:
		out, err := e.reject(notice.ActRefused{Why: notice.Quote(string(no.Why)), Record: no.Record})
		return r, nil, out, err
	case notDone:
		out, err := e.reject(unset.note())
		return r, nil, out, err
	}
	return r, lines, nil, err
}

// foreseen answers what a motion would undo. It tells no die that fell in the rehearsal: they are those that would
// be rolled.
func (e *errand) foreseen(r ruled, lines []string) (*outcome, error) {
	if err := e.count("check"); err != nil {
		return nil, err
	}
	u := &notice.Undone{Turns: nil, Again: nil, Edits: nil, Waiting: board.Nobody}
	if r.Undone != nil {
		u = e.table.undoneView(*r.Undone, e.lang())
	}
	if r.Corrected != nil {
		for _, g := range r.Corrected.Goes {
			u.Again = append(u.Again, undoneLines([]*game.Resolution{g.Of})...)
		}
		u.Again = append(u.Again, undoneLines(r.Corrected.Undone)...)
	}
	return newOutcome(answered, "check"), e.note(notice.Foreseen{Lines: lines, Undone: u})
}

// refuseLines answers with faults of lines that may not be the letter's own: the orders of a correction as they
// would be played.
func (e *errand) refuseLines(faults []order.Fault, lines []string) (*outcome, error) {
	if err := e.count("faults"); err != nil {
		return nil, err
	}
	seat, err := e.seatView()
	if err != nil {
		return nil, err
	}
	words, err := report.Refusal(report.RefusalView{Reader: seat, Faults: faults, Lines: lines}, syntax.Lang(e.lang()))
	if err != nil {
		return nil, err
	}
	return newOutcome(refused, "faults"), e.reply("refusal", words)
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
func (m motion) do(t *Table, s *referee.Session, who referee.Actor) (r ruled, lines []string, err error) {
	lines, r.house = m.lines(t.Rules.Board), m.options
	house := t.Life.House
	for _, o := range m.options {
		if house, err = house.With(o.Name, o.Value); err != nil {
			return r, lines, &notDone{why: err.Error()}
		}
	}
	want := referee.Motion{Edits: m.edits, Policy: correct.Policy(t.Life.House.Get("dice-after-correction"))}
	if c := m.back; c != nil {
		want.Back = &referee.Moment{Record: c.Record, Round: c.Round, After: c.After, Power: c.Power}
	}
	var played []string
	if c := m.correct; c != nil {
		want.Wrong = &referee.Moment{Record: c.Record, Round: c.Round, Power: c.Power, Phase: c.Phase}
		want.Change = func(wrong *game.Resolution) (referee.Change, error) {
			change, more, err := m.change(t, wrong)
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
func (m motion) change(t *Table, wrong *game.Resolution) (referee.Change, []string, error) {
	phase := wrong.Phase
	if m.correct.Phase != order.NoPhase {
		phase = m.correct.Phase
	}
	f := orders.Parse(m.text, orders.Context{Board: t.Rules.Board, Phase: phase, Power: wrong.Power, Preamble: true})
	if len(f.Faults) > 0 {
		return referee.Change{}, nil, &badLines{f.Faults, f.Lines}
	}
	said := f.File
	said.Standing, said.Clear = nil, 0
	file, played, err := filing.Change(t.Rules, wrong.Before, wrong.Power, wrong.File, said)
	return referee.Change{File: file, Lines: played}, filing.Lines(filing.Text(said, t.Rules.Board)), err
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
func (t *Table) mustAgree(m motion, by *roster.Seat) []string {
	w := referee.Wish{ByReferee: by.IsReferee(), Power: by.Power, Correction: m.correct != nil}
	if m.correct != nil {
		w.Corrected = t.correctedPower(*m.correct)
	}
	all := referee.Table{Board: t.Rules.Board, Settings: t.Life.House, Taken: t.takenRoles()}
	if r := t.Referee(); r != nil {
		all.Referee, all.Plays = r.Taken(), t.playedBy(r)
	}
	return all.MustAgree(w)
}

// correctedPower is whose go a correction is about, as far as its line tells; else whose turn was played last.
func (t *Table) correctedPower(c commands.Correct) board.Power {
	if c.Power != board.Nobody {
		return c.Power
	}
	return t.Pos.Power
}

// takenRoles are the seats on which people sit: they can be asked.
func (t *Table) takenRoles() []string {
	var out []string
	for _, s := range t.Seats {
		if s.Taken() {
			out = append(out, s.Role)
		}
	}
	return out
}

// playedBy are the powers that somebody at the table plays: his own, and those on whose seats he sits under the
// same address.
func (t *Table) playedBy(who *roster.Seat) []board.Power {
	var out []board.Power
	for _, s := range t.Seats {
		if s.Has(who.Address) || s.ID() == who.ID() {
			out = append(out, s.Power)
		}
	}
	return out
}
