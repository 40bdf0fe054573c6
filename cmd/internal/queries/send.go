package queries

import (
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/replaypage"
	"fieldpost/templates/report"
)

var _ = command.Handle[commands.Send](command.Spec{
	Syntax: []commands.Syntax{commands.SendSyntax},
	Who:    command.Member, In: command.AnyGame, Later: true, MaxPerMail: command.MaxMaps,
}, send)

// send answers with what mails do not bring by themselves.
func send(r *command.Request, c commands.Send) (layout.Mail, error) {
	switch c.What {
	case "map":
		return sendMap(r)
	case "position":
		return sendPosition(r)
	case "records":
		m, err := listRecords(r, c)
		m.Evidence = gamestore.RecordFiles(r.Game, r.Game.Chain.Entries()...)
		return m, err
	case "replay":
		return sendReplay(r)
	case "calendar":
		return sendCalendar(r)
	case "json":
		return sendJSON(r)
	case "svg":
		return sendSVG(r)
	case "triplea":
		return sendTripleA(r, c)
	}
	lang := syntax.Lang(r.Lang())
	var lines []string
	for _, what := range commands.Sendable() {
		lines = append(lines, commands.Format(commands.Send{What: what}, lang, nil))
	}
	return r.Render(notice.SendWhat{Word: notice.Quote(c.Word), Nearest: commands.NearestSendable(c.Word, lang),
		Lines: lines})
}

// answerFile answers with a file.
func answerFile(r *command.Request, f layout.File) (layout.Mail, error) {
	f, err := notify.PackLarge(f)
	if err != nil {
		return layout.Mail{}, err
	}
	m, err := r.Render(notice.Sent{File: f.Name})
	m.Attached = append(m.Attached, f)
	return m, err
}

func sendMap(r *command.Request) (layout.Mail, error) {
	v, err := newestView(r)
	if err != nil {
		return layout.Mail{}, err
	}
	picture, err := report.LargeMap(v, syntax.Lang(r.Lang()))
	if err != nil {
		return layout.Mail{}, err
	}
	return answerFile(r, picture)
}

func sendPosition(r *command.Request) (layout.Mail, error) {
	seat, err := r.Reader()
	if err != nil {
		return layout.Mail{}, err
	}
	return report.Position(seat, syntax.Lang(r.Lang()))
}

func sendReplay(r *command.Request) (layout.Mail, error) {
	g, err := playAgain(r)
	if err != nil {
		return layout.Mail{}, err
	}
	page, err := replaypage.Page(replaypage.Of(g, syntax.Lang(r.Lang())))
	if err != nil {
		return layout.Mail{}, err
	}
	return answerFile(r, layout.File{Name: r.Game.Setup.Name + "-replay.html", Type: "text/html; charset=utf-8",
		Data: page})
}

func sendCalendar(r *command.Request) (layout.Mail, error) {
	seat, err := r.Reader()
	if err != nil {
		return layout.Mail{}, err
	}
	files, err := notify.CalendarFile(r.Env, r.Tx, r.Game, r.Game.OfPerson(*r.Seat), seat, true)
	if err != nil {
		return layout.Mail{}, err
	}
	if len(files) == 0 {
		return r.Render(notice.NoAppointment{})
	}
	return answerFile(r, files[0])
}

func sendJSON(r *command.Request) (layout.Mail, error) {
	v, err := newestView(r)
	if err != nil {
		return layout.Mail{}, err
	}
	f, err := v.JSONFile()
	if err != nil {
		return layout.Mail{}, err
	}
	return answerFile(r, f)
}

func sendSVG(r *command.Request) (layout.Mail, error) {
	v, err := newestView(r)
	if err != nil {
		return layout.Mail{}, err
	}
	drawing, err := report.SVG(v, syntax.Lang(r.Lang()))
	if err != nil {
		return layout.Mail{}, err
	}
	return answerFile(r, drawing)
}

// newestView returns what the newest report tells, of the position at hand if nothing was played yet.
func newestView(r *command.Request) (report.View, error) {
	seat, err := r.Reader()
	if err != nil {
		return report.View{}, err
	}
	v := report.View{Reader: seat, Asked: r.Game.Running(), Head: r.Game.Chain.Head().String(),
		Tier: r.Game.Chain.Genesis().Tier, Deadlines: gamestore.Deadlines(r.Game)}
	if !r.Game.Running() {
		return v, nil
	}
	past, err := playAgain(r)
	if err != nil {
		return v, err
	}
	if n := len(past.Resolutions); n > 0 {
		x := past.Resolutions[n-1]
		v.Asked, v.Before, v.Events = false, x.Before, event.Report(r.Game.Rules.Board, x.Events)
	}
	return v, nil
}

// playAgain plays the game again from its records.
func playAgain(r *command.Request) (*replay.Game, error) {
	d, err := gamestore.ReadData(r.Env, r.Game.Row)
	if err != nil {
		return nil, err
	}
	return replay.Play(replay.Source{Setup: d.Setup, Records: d.Records, Sets: d.Sets, Words: d.RefereeTexts,
		Parse: filing.Parse})
}
