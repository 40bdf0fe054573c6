package amend

import (
	"strings"

	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/history"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/orders/commands"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
)

var _ = command.Handle[commands.Ruling](command.Spec{
	Syntax: []commands.Syntax{commands.RulingSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, handleRuling)

// handleRuling makes the referee's answer to a question of the rules a rule of this game: its text is stored, its hash
// recorded, and everybody told.
func handleRuling(r *command.Request, c commands.Ruling) (layout.Mail, error) {
	g := r.Game
	name, text := gamestore.SplitCase(g, strings.TrimSpace(c.Text))
	if text == "" {
		return r.RefuseCommand(notice.ActRefused{Why: "no-words", Record: 0})
	}
	words, err := keepText(r, history.TextRuling, text)
	if err != nil {
		return layout.Mail{}, err
	}
	return publish(r, &history.Ruling{Case: name, Text: dice.Sum(words)}, words,
		func(files []layout.File) notice.Notice {
			return notice.Ruled{Case: notice.Quote(name), Lines: []string{text}, Records: files}
		})
}

var _ = command.Handle[commands.Announce](command.Spec{
	Syntax: []commands.Syntax{commands.AnnounceSyntax},
	Who:    command.Referee, In: command.AnyGame, NeedsKey: command.SeatKey,
}, handleAnnounce)

// handleAnnounce sends everybody the referee's text, with an act record of its hash.
func handleAnnounce(r *command.Request, c commands.Announce) (layout.Mail, error) {
	text := strings.TrimSpace(c.Text)
	if text == "" {
		return r.RefuseCommand(notice.ActRefused{Why: "no-words", Record: 0})
	}
	words, err := keepText(r, history.TextAnnounce, text)
	if err != nil {
		return layout.Mail{}, err
	}
	act := &history.Act{Actor: r.Seat.Actor(), What: history.ActAnnounce, Hash: dice.Sum(words)}
	return publish(r, act, words, func(files []layout.File) notice.Notice {
		return notice.Announced{Lines: []string{text}, Records: files}
	})
}

// keepText stores what the referee says as a text that a record can name.
func keepText(r *command.Request, kind, text string) ([]byte, error) {
	words, err := history.RefereeText{Game: r.Game.Setup.Name, Kind: kind, Lines: []string{plainLine(text)}}.Print()
	if err != nil {
		return nil, err
	}
	return words, gamestore.KeepRefereeText(r.Game, words)
}

// plainLine removes from a line what no hashed text may have.
func plainLine(s string) string {
	isSpace := func(r rune) bool { return r <= ' ' || r == '\u00a0' || r == '\u200b' || r == '\ufeff' }
	return strings.Join(strings.FieldsFunc(s, isSpace), " ")
}

// publish records what the referee says, and tells everybody; the notice is made with the files of the record.
func publish(r *command.Request, body history.Body, words []byte, news func([]layout.File) notice.Notice) (
	layout.Mail, error) {
	entry, err := gamestore.Record(r.Env, r.Game, body)
	if err != nil {
		return layout.Mail{}, err
	}
	files := append(gamestore.RecordFiles(r.Game, entry), gamestore.RefereeTextFile(r.Game, entry.Seq, words))
	return r.RenderResult(nil, notify.SendNoticeToAll(r.Env, r.Tx, r.Game, news(files), gamestore.SeqName(entry)))
}
