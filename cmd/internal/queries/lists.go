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
	"fieldpost/templates/lists"
	"fieldpost/templates/notice"
)

// answerList answers with a list in the reader's language.
func answerList(r *command.Request, c commands.Command, write func(*lists.Writer) ([]string, error)) (
	layout.Mail, error) {
	var set *rules.Set
	if r.Game != nil {
		set = r.Game.Rules
	}
	l, err := lists.NewWriter(set, syntax.Lang(r.Lang()))
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
	return r.Render(notice.Answer{Question: r.QuoteCommand(c), Lines: lines})
}

var _ = command.Handle[commands.Games](command.Spec{
	Syntax: []commands.Syntax{commands.GamesSyntax},
	Who:    command.Anyone, In: command.Anywhere, Later: true,
}, answerGames)

// answerGames answers with the sender's games and those that they may join. A stranger's words are not quoted: a mail
// with a forged sender would have the server carry them to the owner of the address.
func answerGames(r *command.Request, c commands.Games) (layout.Mail, error) {
	mine, err := senderGames(r)
	if err != nil {
		return layout.Mail{}, err
	}
	if len(mine) == 0 {
		lines, err := people.JoinableGames(r)
		if lines == nil {
			lines = []string{"–"}
		}
		if err != nil {
			return layout.Mail{}, err
		}
		return r.Render(notice.Answer{Question: "games", Lines: lines})
	}
	return answerList(r, c, func(l *lists.Writer) ([]string, error) {
		open, err := people.JoinableGames(r)
		return append(l.Seats(mine), open...), err
	})
}

// answerTopic answers the questions about the past that are no search: press, mails, punctuality.
func answerTopic(r *command.Request, c commands.Topic) (layout.Mail, error) {
	return answerList(r, c, func(l *lists.Writer) ([]string, error) {
		switch c.About {
		case "press":
			rows, err := readablePress(r, c.N)
			return l.Press(rows), err
		case "letters":
			rows, err := gameMails(r, c.N)
			return l.Mails(rows), err
		}
		rows, err := readPunctuality(r.Game)
		return l.Punctuality(r.Game.Rules.Board, rows, r.Game.State.Reminders), err
	})
}

// verifyChain checks the whole chain, with all texts that its records name.
func verifyChain(g *gamestore.Game) (history.Findings, error) {
	ev := history.Evidence{Records: g.Chain.Records(), Whole: true}
	var err error
	if ev.Sets, err = gamestore.ReadPart(g.Row, store.Sets); err != nil {
		return nil, err
	}
	if ev.Intakes, err = gamestore.ReadPart(g.Row, gamestore.PartIntakes); err != nil {
		return nil, err
	}
	if ev.Words, err = gamestore.ReadPart(g.Row, gamestore.PartRefereeTexts); err != nil {
		return nil, err
	}
	return history.Verify(ev), nil
}

// senderGames returns the sender's seats, game by game.
func senderGames(r *command.Request) ([]lists.SeatLine, error) {
	refs, err := r.Tx.Handles().Seats(roster.AddressHandle(r.Mail.From.Addr))
	if err == nil && r.Seat != nil {
		refs, err = r.Tx.Handles().Seats(roster.AddressHandle(r.Seat.Address))
	}
	if err != nil {
		return nil, err
	}
	var out []lists.SeatLine
	for _, ref := range refs {
		row, err := gamestore.ReadSummary(r.Tx, ref.Game)
		if err != nil {
			return nil, err
		}
		out = append(out, lists.SeatLine{Game: ref.Game, Who: gamestore.ParticipantOf(ref, row.Rules),
			Round: row.Round, Status: row.Status()})
	}
	return out, nil
}

// maxPress is how many press messages one question brings, the newest.
const maxPress = 50

// readablePress returns the press messages that the sender may read, or only the one of number n.
func readablePress(r *command.Request, n int) ([]lists.PressLine, error) {
	rows, err := gamestore.ReadPress(r.Game)
	var out []lists.PressLine
	for _, row := range rows {
		if slices.Contains(row.Readers, r.Seat.ID()) && (n == 0 || row.Number == n) {
			out = append(out, lists.PressLine{Number: row.Number, Time: row.Time,
				Who: press.Writer(r.Game, row.PressMessage, row.Writer), To: gamestore.PressParticipants(r.Game, row.To),
				Lines: row.Lines})
		}
	}
	return out[max(0, len(out)-maxPress):], err
}

// maxMails is how many mails one question lists, the newest.
const maxMails = 200

// gameMails returns the mails about the game, or only the one of number n.
func gameMails(r *command.Request, n int) ([]lists.MailLine, error) {
	var out []lists.MailLine
	for row, err := range r.Tx.Inbox().MailsOf(r.Game.Setup.Name, 1) {
		if err != nil {
			return nil, err
		}
		if n == 0 || row.Number == uint64(n) {
			out = append(out, mailLine(row))
		}
	}
	return out[max(0, len(out)-maxMails):], nil
}

// mailLine returns a mail as a line of a list.
func mailLine(row store.Incoming) lists.MailLine {
	l := lists.MailLine{Number: row.Number, Time: row.Received, Role: row.Outcome.Seat, Outcome: row.Outcome.Kind,
		Reason: row.Outcome.Reason, Digest: row.Digest.String()}
	if l.Reason == l.Outcome {
		l.Reason = ""
	}
	return l
}

// readPunctuality works out punctuality from the records and the intake lists that they name.
func readPunctuality(g *gamestore.Game) ([]game.Punctuality, error) {
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
	return game.PunctualityOf(entries, intakes, g.State.Started), nil
}
