package amend

import (
	"fmt"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/clocks"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/notify"
	"fieldpost/cmd/internal/people"
	"fieldpost/cmd/internal/play"
	"fieldpost/orders/filing"
	"fieldpost/store"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// session brings a game with its past before the referee.
func session(e *env.Env, g *gamestore.Game) (*referee.Session, error) {
	master, err := e.Secrets.Master(g.Setup.Name)
	if err != nil {
		return nil, err
	}
	src := replay.Source{Parse: filing.Parse}
	if src.Sets, err = gamestore.Drawer(g.Row, store.Sets); err != nil {
		return nil, err
	}
	if src.Words, err = gamestore.Drawer(g.Row, gamestore.PartWords); err != nil {
		return nil, err
	}
	return referee.Open(g.Game, src, master, e.Now())
}

// carryOut does what a motion says, and tells everybody. Who agreed to it stands in its records.
func carryOut(e *env.Env, tx *store.Tx, g *gamestore.Game, m motion, who referee.Actor) error {
	b, err := session(e, g)
	if err != nil {
		return err
	}
	r, _, err := m.do(g, b, who)
	if err != nil {
		return err
	}
	g.Game = b.Game
	if r.Undone != nil || r.Corrected != nil {
		if err := gamestore.KeepAllSince(g, b.Stand()); err != nil {
			return err
		}
	}
	for _, c := range r.house {
		if err := people.SetHouse(e, tx, g, c.Name, c.Value, who); err != nil {
			return err
		}
	}
	if r.Undone != nil {
		if err := tellRollBack(e, tx, g, *r.Undone, who); err != nil {
			return err
		}
	}
	switch {
	case r.Corrected != nil:
		return tellCorrection(e, tx, g, *r.Corrected, who)
	case r.Edited != nil:
		err = tellEdit(e, tx, g, *r.Edited, who)
	}
	if r.Undone != nil && err == nil {
		err = notify.ReportAll(e, tx, g, nil, nil)
	}
	return err
}

// tellEdit tells everybody what has been changed in the position, and gives whoever is on turn a new form.
func tellEdit(o *env.Env, tx *store.Tx, g *gamestore.Game, e referee.Edited, who referee.Actor) error {
	if err := gamestore.KeepWords(g, e.Words); err != nil {
		return err
	}
	if err := settled(o, tx, g); err != nil {
		return err
	}
	files := append(gamestore.RecordFiles(o, g, e.Record), gamestore.WordsFile(g, e.Record.Seq, e.Words))
	for _, s := range g.Readers() {
		v := notice.Edited{By: gamestore.ActorParty(g, who.Name), Edits: gamestore.Told(g, e.Edits, s.Language), Consents: gamestore.PartiesOf(g, who.Consents), Records: files}
		if err := notify.One(o, tx, g, s, v, gamestore.SeqName(e.Record)); err != nil {
			return err
		}
	}
	return nil
}

// settled saves a game after an act of the referee: deadlines follow the new position.
func settled(e *env.Env, tx *store.Tx, g *gamestore.Game) error {
	if err := clocks.FollowClock(e, tx, g); err != nil {
		return err
	}
	return g.Save()
}

// tellRollBack tells everybody what is undone.
func tellRollBack(e *env.Env, tx *store.Tx, g *gamestore.Game, u referee.Undone, who referee.Actor) error {
	g.Life.Salt = "" // of orders that waited
	if err := g.ForgetPlayed(u.Goes); err != nil {
		return err
	}
	if g.Life.Back.IsZero() {
		g.Life.Back = e.Now().UTC().Truncate(time.Second)
	}
	if err := settled(e, tx, g); err != nil {
		return err
	}
	files := gamestore.RecordFiles(e, g, u.Record)
	if u.Void != nil && u.Void.Seq != u.Record.Seq {
		files = append(gamestore.RecordFiles(e, g, *u.Void), files...)
	}
	for _, s := range g.Readers() {
		v := notice.RolledBack{By: gamestore.ActorParty(g, who.Name), Undone: undoneView(g, u, s.Language), Consents: gamestore.PartiesOf(g, who.Consents), Records: files}
		if err := notify.One(e, tx, g, s, v, gamestore.SeqName(u.Record)); err != nil {
			return err
		}
	}
	return nil
}

// undoneView is what going back takes off, in a reader's language.
func undoneView(g *gamestore.Game, u referee.Undone, lang string) *notice.Undone {
	v := &notice.Undone{Turns: undoneLines(u.Goes), Again: nil, Edits: nil, Waiting: board.Nobody}
	for _, e := range u.Edits {
		for _, line := range gamestore.Told(g, e.Edits, lang) {
			v.Edits = append(v.Edits, fmt.Sprintf("%s, record %d", line, e.Record))
		}
	}
	if u.Waiting {
		v.Waiting = u.Before.Power
	}
	return v
}

// undoneLines names goes that do not stand any more.
func undoneLines(goes []*game.Resolution) []string {
	var out []string
	for _, g := range goes {
		out = append(out, fmt.Sprintf("R%d %s %s, record %d", g.Round, g.Before.Power, g.Phase, g.Turn))
	}
	return out
}

// tellCorrection reports every go that was played again, the corrected one with the table of its dice.
func tellCorrection(e *env.Env, tx *store.Tx, t *gamestore.Game, c referee.Corrected, who referee.Actor) error {
	t.Life.Salt = ""
	if err := t.ForgetPlayed(c.Undone); err != nil {
		return err
	}
	if c.Words != nil {
		if err := gamestore.KeepWords(t, c.Words); err != nil {
			return err
		}
	}
	if err := settled(e, tx, t); err != nil {
		return err
	}
	end := t.Pos
	defer func() { t.Pos = end }()
	for i, g := range c.Goes {
		if err := t.SaveResolution(g.Change); err != nil {
			return err
		}
		out, err := play.FinishGo(e, tx, t, g.Change)
		if err != nil {
			return err
		}
		out.Corrected = &report.CorrectionView{Record: g.Of.Turn, Who: gamestore.ActorParty(t, who.Name), Consents: gamestore.PartiesOf(t, who.Consents), Dice: stands(g)}
		if i == 0 {
			out.Corrected.Edits = c.Edits
			if c.Words != nil {
				out.Files = append(out.Files, gamestore.WordsFile(t, g.Turn.Seq, c.Words))
			}
		}
		if i == len(c.Goes)-1 {
			t.Pos, out.Corrected.Undone = end, undoneLines(c.Undone)
		} else {
			t.Pos = g.Position
		}
		out.AsOf = g.Turn.Seq
		if err := notify.ReportAll(e, tx, t, out, nil); err != nil {
			return err
		}
	}
	return t.Save()
}

// stands lists the dice of a corrected go: which stand, which do not and why, and what fell anew.
func stands(g referee.Again) []report.StandView {
	anew := map[dice.Label][]int{}
	for _, r := range g.Rolls {
		anew[r.Label] = r.Dice
	}
	void := map[dice.Label]string{}
	for _, v := range g.Now.Void {
		void[v.Label] = string(v.Reason)
	}
	var out []report.StandView
	for _, d := range g.Of.Dice {
		out = append(out, report.StandView{Label: d.Label.String(), Dice: d.Dice, Reason: void[d.Label], Now: anew[d.Label]})
		delete(anew, d.Label)
	}
	for _, r := range g.Rolls {
		if _, fresh := anew[r.Label]; fresh {
			out = append(out, report.StandView{Label: r.Label.String(), Now: r.Dice})
		}
	}
	return out
}
