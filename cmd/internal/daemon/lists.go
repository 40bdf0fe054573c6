package daemon

import (
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// listed is an answer that is a list, in the reader's language.
func (e *errand) listed(c commands.Command, write func(*report.Lists) ([]string, error)) (layout.Mail, error) {
	var set *rules.Set
	if e.table != nil {
		set = e.table.Rules
	}
	l, err := report.NewLists(set, syntax.Lang(e.lang()))
	if err != nil {
		return layout.Mail{}, err
	}
	lines, err := write(l)
	if err == nil {
		err = l.Err()
	}
	if err != nil {
		return layout.Mail{}, err
	}
	return e.words(notice.Answer{Question: e.asked(c), Lines: lines})
}

var _ = define[commands.Games](command.Spec{
	Syntax: []commands.Syntax{commands.GamesSyntax},
	Who:    command.Anyone, In: command.Office, Later: true,
}, (*errand).gamesLists)

// gamesLists answers with the sender's games and those that are open. A stranger is quoted nothing: who writes under a forged
// address would have us carry their words to its owner.
func (e *errand) gamesLists(c commands.Games) (layout.Mail, error) {
	mine, err := e.games()
	if err != nil {
		return layout.Mail{}, err
	}
	if len(mine) == 0 {
		lines, err := e.openGames()
		if lines == nil {
			lines = []string{"–"}
		}
		if err != nil {
			return layout.Mail{}, err
		}
		return e.words(notice.Answer{Question: "games", Lines: lines})
	}
	return e.listed(c, func(l *report.Lists) ([]string, error) {
		open, err := e.openGames()
		return append(l.Seats(mine), open...), err
	})
}

// topic answers those questions about the past that are no search: press, mails, punctuality.
func (e *errand) topic(c commands.Topic) (layout.Mail, error) {
	return e.listed(c, func(l *report.Lists) ([]string, error) {
		switch c.About {
		case "press":
			rows, err := e.lettersToRead(c.N)
			return l.Press(rows), err
		case "letters":
			rows, err := e.mails(c.N)
			return l.Mails(rows), err
		}
		rows, err := e.table.punctuality()
		return l.Punctuality(e.table.Rules.Board, rows, e.table.Life.Reminders), err
	})
}

// verify checks the whole chain, with all texts that its records name.
func (t *Table) verify() (history.Findings, error) {
	ev := history.Evidence{Records: t.Chain.Records(), Whole: true}
	var err error
	if ev.Sets, err = drawer(t.row, store.Sets); err != nil {
		return nil, err
	}
	if ev.Intakes, err = drawer(t.row, partIntakes); err != nil {
		return nil, err
	}
	if ev.Words, err = drawer(t.row, partWords); err != nil {
		return nil, err
	}
	return history.Verify(ev), nil
}

// games are the sender's places, game by game.
func (e *errand) games() ([]report.SeatLine, error) {
	refs, err := e.seatsOf(roster.AddressHandle(e.letter.From.Addr))
	if err == nil && e.seat != nil {
		refs, err = e.seatsOf(roster.AddressHandle(e.seat.Address))
	}
	if err != nil {
		return nil, err
	}
	var out []report.SeatLine
	for _, ref := range refs {
		row, err := rowIn(e.tx, ref.Game)
		if err != nil {
			return nil, err
		}
		out = append(out, report.SeatLine{Game: ref.Game, Who: partyOf(ref, row.Rules), Round: row.Round, Status: row.status()})
	}
	return out, nil
}

// partyOf is the place that a reference leads to.
func partyOf(ref store.SeatRef, rules string) local.Participant {
	switch roster.PartOf(ref.Seat) {
	case store.Seats:
		return local.Participant{Power: board.Named(rules).PowerOf(ref.Seat)}
	default:
		if ref.Seat == roster.Referee {
			return local.Participant{Word: "referee"}
		}
		return local.Participant{Word: "observer"}
	}
}

// status is how a game stands: new, running, over.
func (r GameRow) status() string {
	switch {
	case r.Winner != "" || r.Ended != "":
		return "over"
	case r.Started.IsZero():
		return "new"
	}
	return "running"
}

// mostLetters is how many letters one question brings, the newest.
const mostLetters = 50

// lettersToRead are the letters that the sender may read, or the one of a number.
func (e *errand) lettersToRead(n int) ([]report.PressLine, error) {
	rows, err := e.table.letters()
	var out []report.PressLine
	for _, r := range rows {
		if slices.Contains(r.Readers, e.seat.ID()) && (n == 0 || r.Number == n) {
			out = append(out, report.PressLine{Number: r.Number, Time: r.Time, Who: e.table.writer(r.Letter, r.By), To: e.table.parties(r.To), Lines: r.Lines})
		}
	}
	return out[max(0, len(out)-mostLetters):], err
}

// mostMails is how many mails one question lists, the newest.
const mostMails = 200

// mails are those about the game, or the one of a number.
func (e *errand) mails(n int) ([]report.MailLine, error) {
	var out []report.MailLine
	for row, err := range e.tx.GameLetters(e.table.Setup.Name, 1) {
		if err != nil {
			return nil, err
		}
		if n == 0 || row.Number == uint64(n) {
			out = append(out, mailLine(row))
		}
	}
	return out[max(0, len(out)-mostMails):], nil
}

func mailLine(row store.Letter) report.MailLine {
	l := report.MailLine{Number: row.Number, Time: row.Received, Role: row.Outcome.Seat, Outcome: row.Outcome.Kind, Reason: row.Outcome.Reason, Digest: row.Digest.String()}
	if l.Reason == l.Outcome {
		l.Reason = ""
	}
	return l
}

// punctuality is told by the records and the intake lists that they name.
func (t *Table) punctuality() ([]game.Punctuality, error) {
	entries, intakes := t.Chain.Entries(), map[int]history.Intake{}
	for _, e := range entries {
		if _, ok := e.Body.(*history.Turn); !ok {
			continue
		}
		v, ok, err := t.row.Get(partIntakes, seqKey(e.Seq))
		if err != nil {
			return nil, err
		}
		if !ok {
			continue
		}
		in, err := history.ParseIntake(v.Bytes)
		if err != nil {
			return nil, err
		}
		intakes[e.Seq] = in
	}
	return game.PunctualityOf(entries, intakes, t.Life.Started), nil
}

// intakeLines are the mails of an intake list.
func intakeLines(text []byte) []report.MailLine {
	in, err := history.ParseIntake(text)
	if err != nil {
		return nil // a game that ended without a go has none
	}
	var out []report.MailLine
	for _, a := range in {
		l := report.MailLine{Number: uint64(a.Number), Time: a.Time, Role: a.Role, Outcome: accepted, Reason: a.Reason, Digest: a.Mail.String()}
		if !a.Accepted() {
			l.Outcome = refused
		}
		out = append(out, l)
	}
	return out
}
