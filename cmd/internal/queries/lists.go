package queries

import (
	"slices"

	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/press"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// listed is an answer that is a list, in the reader's language.
func listed(r *command.Request, c commands.Command, write func(*report.Lists) ([]string, error)) (layout.Mail, error) {
	var set *rules.Set
	if r.Game != nil {
		set = r.Game.Rules
	}
	l, err := report.NewLists(set, syntax.Lang(r.Lang()))
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
	return r.Words(notice.Answer{Question: r.Asked(c), Lines: lines})
}

var _ = command.Handle[commands.Games](command.Spec{
	Syntax: []commands.Syntax{commands.GamesSyntax},
	Who:    command.Anyone, In: command.Anywhere, Later: true,
}, gamesLists)

// gamesLists answers with the sender's games and those that are open. A stranger is quoted nothing: who writes under a forged
// address would have us carry their words to its owner.
func gamesLists(r *command.Request, c commands.Games) (layout.Mail, error) {
	mine, err := games(r)
	if err != nil {
		return layout.Mail{}, err
	}
	if len(mine) == 0 {
		lines, err := people.OpenGames(r)
		if lines == nil {
			lines = []string{"–"}
		}
		if err != nil {
			return layout.Mail{}, err
		}
		return r.Words(notice.Answer{Question: "games", Lines: lines})
	}
	return listed(r, c, func(l *report.Lists) ([]string, error) {
		open, err := people.OpenGames(r)
		return append(l.Seats(mine), open...), err
	})
}

// topic answers those questions about the past that are no search: press, mails, punctuality.
func topic(r *command.Request, c commands.Topic) (layout.Mail, error) {
	return listed(r, c, func(l *report.Lists) ([]string, error) {
		switch c.About {
		case "press":
			rows, err := lettersToRead(r, c.N)
			return l.Press(rows), err
		case "letters":
			rows, err := mails(r, c.N)
			return l.Mails(rows), err
		}
		rows, err := punctuality(r.Game)
		return l.Punctuality(r.Game.Rules.Board, rows, r.Game.Life.Reminders), err
	})
}

// verify checks the whole chain, with all texts that its records name.
func verify(g *gamestore.Game) (history.Findings, error) {
	ev := history.Evidence{Records: g.Chain.Records(), Whole: true}
	var err error
	if ev.Sets, err = gamestore.Drawer(g.Row, store.Sets); err != nil {
		return nil, err
	}
	if ev.Intakes, err = gamestore.Drawer(g.Row, gamestore.PartIntakes); err != nil {
		return nil, err
	}
	if ev.Words, err = gamestore.Drawer(g.Row, gamestore.PartWords); err != nil {
		return nil, err
	}
	return history.Verify(ev), nil
}

// games are the sender's places, game by game.
func games(r *command.Request) ([]report.SeatLine, error) {
	refs, err := r.SeatsOf(roster.AddressHandle(r.Mail.From.Addr))
	if err == nil && r.Seat != nil {
		refs, err = r.SeatsOf(roster.AddressHandle(r.Seat.Address))
	}
	if err != nil {
		return nil, err
	}
	var out []report.SeatLine
	for _, ref := range refs {
		row, err := gamestore.RowIn(r.Tx, ref.Game)
		if err != nil {
			return nil, err
		}
		out = append(out, report.SeatLine{Game: ref.Game, Who: gamestore.PartyOf(ref, row.Rules), Round: row.Round, Status: row.Status()})
	}
	return out, nil
}

// mostLetters is how many letters one question brings, the newest.
const mostLetters = 50

// lettersToRead are the letters that the sender may read, or the one of a number.
func lettersToRead(e *command.Request, n int) ([]report.PressLine, error) {
	rows, err := gamestore.Letters(e.Game)
	var out []report.PressLine
	for _, r := range rows {
		if slices.Contains(r.Readers, e.Seat.ID()) && (n == 0 || r.Number == n) {
			out = append(out, report.PressLine{Number: r.Number, Time: r.Time, Who: press.Writer(e.Game, r.Letter, r.By), To: gamestore.Parties(e.Game, r.To), Lines: r.Lines})
		}
	}
	return out[max(0, len(out)-mostLetters):], err
}

// mostMails is how many mails one question lists, the newest.
const mostMails = 200

// mails are those about the game, or the one of a number.
func mails(r *command.Request, n int) ([]report.MailLine, error) {
	var out []report.MailLine
	for row, err := range r.Tx.Inbox().MailsOf(r.Game.Setup.Name, 1) {
		if err != nil {
			return nil, err
		}
		if n == 0 || row.Number == uint64(n) {
			out = append(out, mailLine(row))
		}
	}
	return out[max(0, len(out)-mostMails):], nil
}

func mailLine(row store.Incoming) report.MailLine {
	l := report.MailLine{Number: row.Number, Time: row.Received, Role: row.Outcome.Seat, Outcome: row.Outcome.Kind, Reason: row.Outcome.Reason, Digest: row.Digest.String()}
	if l.Reason == l.Outcome {
		l.Reason = ""
	}
	return l
}

// punctuality is told by the records and the intake lists that they name.
func punctuality(g *gamestore.Game) ([]game.Punctuality, error) {
	entries, intakes := g.Chain.Entries(), map[int]history.Intake{}
	for _, e := range entries {
		if _, ok := e.Body.(*history.Turn); !ok {
			continue
		}
		v, ok, err := g.Row.Get(gamestore.PartIntakes, gamestore.SeqKey(e.Seq))
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
	return game.PunctualityOf(entries, intakes, g.Life.Started), nil
}
