package amend

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/command"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// openSession opens a referee's session for a game with its past.
func openSession(e *env.Env, g *gamestore.Game) (*referee.Session, error) {
	master, err := e.Secrets.Master(g.Setup.Name)
	if err != nil {
		return nil, err
	}
	src := replay.Source{Parse: filing.Parse}
	if src.Sets, err = gamestore.ReadPart(g.Row, store.Sets); err != nil {
		return nil, err
	}
	if src.Words, err = gamestore.ReadPart(g.Row, gamestore.PartRefereeTexts); err != nil {
		return nil, err
	}
	return referee.Open(g.Game, src, master, e.Now())
}

// carryOut carries an amendment out, and tells everybody. Its records name those who agreed.
func carryOut(e *env.Env, tx *store.Tx, g *gamestore.Game, a amendment, who referee.Actor) error {
	b, err := openSession(e, g)
	if err != nil {
		return err
	}
	res, _, err := a.apply(g, b, who)
	if err != nil {
		return err
	}
	g.Game = b.Game
	if res.Undone != nil || res.Corrected != nil {
		if err := gamestore.KeepAllPositions(g, b.Stand()); err != nil {
			return err
		}
	}
	for _, c := range res.settings {
		if err := people.ChangeSetting(e, tx, g, c.Name, c.Value, who); err != nil {
			return err
		}
	}
	if res.Undone != nil {
		if err := notifyRollBack(e, tx, g, *res.Undone, who); err != nil {
			return err
		}
	}
	switch {
	case res.Corrected != nil:
		return notifyCorrection(e, tx, g, *res.Corrected, who)
	case res.Edited != nil:
		err = notifyEdit(e, tx, g, *res.Edited, who)
	}
	if res.Undone != nil && err == nil {
		err = notify.SendReports(e, tx, g, nil, nil)
	}
	return err
}

// notifyEdit tells everybody what was changed in the position, and gives the player on turn a new form.
func notifyEdit(e *env.Env, tx *store.Tx, g *gamestore.Game, edited referee.Edited, who referee.Actor) error {
	if err := gamestore.KeepRefereeText(g, edited.Words); err != nil {
		return err
	}
	if err := saveAmended(e, tx, g); err != nil {
		return err
	}
	files := append(gamestore.RecordFiles(g, edited.Record),
		gamestore.RefereeTextFile(g, edited.Record.Seq, edited.Words))
	for _, s := range g.Addressees() {
		v := notice.Edited{By: gamestore.ActorParticipant(g, who.Name),
			Edits:    gamestore.FormatEdits(g, edited.Edits, s.Language),
			Consents: gamestore.ActorParticipants(g, who.Consents), Records: files}
		if err := notify.SendNotice(e, tx, g, s, v, gamestore.SeqName(edited.Record)); err != nil {
			return err
		}
	}
	return nil
}

// saveAmended saves a game after a change by the referee: deadlines follow the new position.
func saveAmended(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if err := clocks.Follow(e, tx, g); err != nil {
		return err
	}
	return g.Save()
}

// notifyRollBack tells everybody what is undone.
func notifyRollBack(e *env.Env, tx *store.Tx, g *gamestore.Game, u referee.Undone, who referee.Actor) error {
	g.Draft = game.Draft{} // of the turn that was undone
	if err := g.ForgetPlayed(u.Resolutions); err != nil {
		return err
	}
	if g.State.Back.IsZero() {
		g.State.Back = e.Now().UTC().Truncate(time.Second)
	}
	if err := saveAmended(e, tx, g); err != nil {
		return err
	}
	files := gamestore.RecordFiles(g, u.Record)
	if u.Void != nil && u.Void.Seq != u.Record.Seq {
		files = append(gamestore.RecordFiles(g, *u.Void), files...)
	}
	for _, s := range g.Addressees() {
		v := notice.RolledBack{By: gamestore.ActorParticipant(g, who.Name), Undone: undoneView(g, u, s.Language),
			Consents: gamestore.ActorParticipants(g, who.Consents), Records: files}
		if err := notify.SendNotice(e, tx, g, s, v, gamestore.SeqName(u.Record)); err != nil {
			return err
		}
	}
	return nil
}

// undoneView returns what a roll back undoes, in a reader's language.
func undoneView(g *gamestore.Game, u referee.Undone, lang string) *notice.Undone {
	v := &notice.Undone{Turns: resolutionLines(u.Resolutions), Again: nil, Edits: nil, Waiting: board.Nobody}
	for _, e := range u.Edits {
		for _, line := range gamestore.FormatEdits(g, e.Edits, lang) {
			v.Edits = append(v.Edits, fmt.Sprintf("%s, record %d", line, e.Record))
		}
	}
	if u.Waiting {
		v.Waiting = u.Before.Power()
	}
	return v
}

// resolutionLines names resolutions that are undone.
func resolutionLines(resolutions []*game.Resolution) []string {
	var out []string
	for _, res := range resolutions {
		out = append(out, fmt.Sprintf("R%d %s %s, record %d", res.Round, res.Before.Power(), res.Phase, res.Turn))
	}
	return out
}

// notifyCorrection reports every resolution that was replayed, the corrected one with the table of its dice.
func notifyCorrection(e *env.Env, tx *store.Tx, g *gamestore.Game, c referee.Corrected, who referee.Actor) error {
	g.State.Salt = ""
	if err := g.ForgetPlayed(c.Undone); err != nil {
		return err
	}
	if c.EditText != nil {
		if err := gamestore.KeepRefereeText(g, c.EditText); err != nil {
			return err
		}
	}
	if err := saveAmended(e, tx, g); err != nil {
		return err
	}
	end := g.Pos
	defer func() { g.Pos = end }()
	for i, redone := range c.Resolutions {
		if err := g.SaveResolution(redone.Change); err != nil {
			return err
		}
		out, err := play.FinishResolution(e, tx, g, redone.Change)
		if err != nil {
			return err
		}
		out.Corrected = &report.CorrectionView{Record: redone.Of.Turn, Who: gamestore.ActorParticipant(g, who.Name),
			Consents: gamestore.ActorParticipants(g, who.Consents), Dice: correctedDice(redone)}
		if i == 0 {
			out.Corrected.Edits = c.Edits
			if c.EditText != nil {
				out.Files = append(out.Files, gamestore.RefereeTextFile(g, redone.Turn.Seq, c.EditText))
			}
		}
		if i == len(c.Resolutions)-1 {
			g.Pos, out.Corrected.Undone = end, resolutionLines(c.Undone)
		} else {
			g.Pos = redone.Position
		}
		out.AsOf = redone.Turn.Seq
		if err := notify.SendReports(e, tx, g, out, nil); err != nil {
			return err
		}
	}
	return g.Save()
}

// correctedDice lists the dice of a corrected resolution: which are kept, which are void and why, and which were rolled
// anew.
func correctedDice(redone referee.Replayed) []report.StandView {
	anew := map[dice.Label][]int{}
	for _, r := range redone.Rolls {
		anew[r.Label] = r.Dice
	}
	void := map[dice.Label]string{}
	for _, v := range redone.Now.Void {
		void[v.Label] = string(v.Reason)
	}
	var out []report.StandView
	for _, d := range redone.Of.Dice {
		out = append(out, report.StandView{Label: d.Label.String(), Dice: d.Dice, Reason: void[d.Label],
			Now: anew[d.Label]})
		delete(anew, d.Label)
	}
	for _, r := range redone.Rolls {
		if _, fresh := anew[r.Label]; fresh {
			out = append(out, report.StandView{Label: r.Label.String(), Now: r.Dice})
		}
	}
	return out
}

// actGoOn is the text of the act record of the referee's `go on`.
const actGoOn = "go on"

var _ = command.Handle[commands.GoOn](command.Spec{
	Syntax: []commands.Syntax{commands.GoOnSyntax},
	Who:    command.Referee, In: command.RunningGame, NeedsKey: command.SeatKey,
}, handleGoOn)

// handleGoOn handles the referee's `go on`.
func handleGoOn(r *command.Request, _ commands.GoOn) (layout.Mail, error) {
	return r.RenderResult(nil, resumeGame(r.Env, r.Tx, r.Game))
}

// resumeGame lets a game that was rolled back be played again, and tells everybody. Deadlines are extended by the time
// for which it waited.
func resumeGame(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if !g.WaitsForReferee() {
		return &env.NotDone{Why: "the game does not wait for the referee", Key: notice.DeniedNotWaiting}
	}
	entry, err := gamestore.Record(e, g, &history.Act{Actor: roster.Referee, What: actGoOn,
		Hash: dice.Sum(dice.Text(actGoOn))})
	if err != nil {
		return err
	}
	since := g.State.Back
	g.State.Back = time.Time{}
	moved := g.State.Clock.GiveBack(g.Plan(), since, e.Now(), "the game waited for the referee")
	if _, err := clocks.AppendRecords(e, g, moved); err != nil {
		return err
	}
	if err := saveAmended(e, tx, g); err != nil {
		return err
	}
	return notify.SendNoticeToAll(e, tx, g, notice.WentOn{}, gamestore.SeqName(entry))
}
