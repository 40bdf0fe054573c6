package daemon

import (
	"fmt"
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/referee"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/commands"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/notice"
	"fieldpost/templates/report"
)

// session brings a game with its past before the referee.
func (o *Office) session(t *Table) (*referee.Session, error) {
	master, err := o.Secrets.Master(t.Setup.Name)
	if err != nil {
		return nil, err
	}
	src := replay.Source{Parse: filing.Parse}
	if src.Sets, err = drawer(t.row, store.Sets); err != nil {
		return nil, err
	}
	if src.Words, err = drawer(t.row, partWords); err != nil {
		return nil, err
	}
	return referee.Open(t.Game, src, master, o.Now())
}

// keepWords keeps the text behind a record for ever, by its hash.
func (t *Table) keepWords(text []byte) error {
	return t.row.PutOnce(partWords, dice.Sum(text).String(), store.Value{Version: formatVersion, Bytes: text})
}

// carryOut does what a motion says, and tells everybody. Who agreed to it stands in its records.
func (o *Office) carryOut(tx *store.Tx, t *Table, m motion, who referee.Actor) error {
	b, err := o.session(t)
	if err != nil {
		return err
	}
	r, _, err := m.do(t, b, who)
	if err != nil {
		return err
	}
	t.Game = b.Game
	if r.Undone != nil || r.Corrected != nil {
		if err := t.keepAllSince(b.Stand()); err != nil {
			return err
		}
	}
	for _, c := range r.house {
		if err := o.setHouse(tx, t, c.Name, c.Value, who); err != nil {
			return err
		}
	}
	if r.Undone != nil {
		if err := o.tellRollBack(tx, t, *r.Undone, who); err != nil {
			return err
		}
	}
	switch {
	case r.Corrected != nil:
		return o.tellCorrection(tx, t, *r.Corrected, who)
	case r.Edited != nil:
		err = o.tellEdit(tx, t, *r.Edited, who)
	}
	if r.Undone != nil && err == nil {
		err = o.reportAll(tx, t, nil, nil)
	}
	return err
}

// tellEdit tells everybody what has been changed in the position, and gives whoever is on turn a new form.
func (o *Office) tellEdit(tx *store.Tx, t *Table, e referee.Edited, who referee.Actor) error {
	if err := t.keepWords(e.Words); err != nil {
		return err
	}
	if err := o.settled(tx, t); err != nil {
		return err
	}
	files := append(o.recordFiles(t, e.Record), t.wordsFile(e.Record.Seq, e.Words))
	for _, s := range t.readers() {
		v := notice.Edited{By: t.actorParty(who.Name), Edits: t.told(e.Edits, s.Language), Consents: t.partiesOf(who.Consents), Records: files}
		if err := o.tell(tx, t, s, v, seqName(e.Record)); err != nil {
			return err
		}
	}
	return nil
}

// settled saves a game after an act of the referee: deadlines follow the new position.
func (o *Office) settled(tx *store.Tx, t *Table) error {
	if err := o.followClock(tx, t); err != nil {
		return err
	}
	return t.save()
}

// tellRollBack tells everybody what is undone.
func (o *Office) tellRollBack(tx *store.Tx, t *Table, u referee.Undone, who referee.Actor) error {
	t.Life.Salt = "" // of orders that waited
	if err := t.forgetPlayed(u.Goes); err != nil {
		return err
	}
	if t.Life.Back.IsZero() {
		t.Life.Back = o.Now().UTC().Truncate(time.Second)
	}
	if err := o.settled(tx, t); err != nil {
		return err
	}
	files := o.recordFiles(t, u.Record)
	if u.Void != nil && u.Void.Seq != u.Record.Seq {
		files = append(o.recordFiles(t, *u.Void), files...)
	}
	for _, s := range t.readers() {
		v := notice.RolledBack{By: t.actorParty(who.Name), Undone: t.undoneView(u, s.Language), Consents: t.partiesOf(who.Consents), Records: files}
		if err := o.tell(tx, t, s, v, seqName(u.Record)); err != nil {
			return err
		}
	}
	return nil
}

// undoneView is what going back takes off, in a reader's language.
func (t *Table) undoneView(u referee.Undone, lang string) *notice.Undone {
	v := &notice.Undone{Turns: undoneLines(u.Goes), Again: nil, Edits: nil, Waiting: board.Nobody}
	for _, e := range u.Edits {
		for _, line := range t.told(e.Edits, lang) {
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
func (o *Office) tellCorrection(tx *store.Tx, t *Table, c referee.Corrected, who referee.Actor) error {
	t.Life.Salt = ""
	if err := t.forgetPlayed(c.Undone); err != nil {
		return err
	}
	if c.Words != nil {
		if err := t.keepWords(c.Words); err != nil {
			return err
		}
	}
	if err := o.settled(tx, t); err != nil {
		return err
	}
	end := t.Pos
	defer func() { t.Pos = end }()
	for i, g := range c.Goes {
		if err := t.keepGo(g.Change); err != nil {
			return err
		}
		out, err := o.finishGo(tx, t, g.Change)
		if err != nil {
			return err
		}
		out.corrected = &report.CorrectionView{Record: g.Of.Turn, Who: t.actorParty(who.Name), Consents: t.partiesOf(who.Consents), Dice: stands(g)}
		if i == 0 {
			out.corrected.Edits = c.Edits
			if c.Words != nil {
				out.files = append(out.files, t.wordsFile(g.Turn.Seq, c.Words))
			}
		}
		if i == len(c.Goes)-1 {
			t.Pos, out.corrected.Undone = end, undoneLines(c.Undone)
		} else {
			t.Pos = g.Position
		}
		out.asOf = g.Turn.Seq
		if err := o.reportAll(tx, t, out, nil); err != nil {
			return err
		}
	}
	return t.save()
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

// told are edits in a reader's language.
func (t *Table) told(edits []order.Edit, lang string) []string {
	return commands.FormatEdits(edits, syntax.Lang(lang), t.Rules.Board)
}

// actorParty is how news name who acted.
func (t *Table) actorParty(actor string) local.Participant {
	if p := t.Rules.Board.PowerOf(actor); actor != game.RefereeRole && p != "" {
		return local.Participant{Power: p}
	}
	return local.Participant{Word: "referee"}
}

func (t *Table) partiesOf(roles []string) []local.Participant {
	var out []local.Participant
	for _, r := range roles {
		out = append(out, t.actorParty(r))
	}
	return out
}

// recordFiles are records as files of a mail.
func (o *Office) recordFiles(t *Table, records ...history.Entry) []layout.File {
	var out []layout.File
	for _, e := range records {
		out = append(out, layout.File{Name: history.RecordFile(t.Setup.Name, e.Seq), Type: octets, Data: e.Bytes})
	}
	return out
}

func (t *Table) wordsFile(seq int, text []byte) layout.File {
	return layout.File{Name: history.WordsFile(t.Setup.Name, seq), Type: octets, Data: text}
}

// number is a number as part of a name.
func number(n int) string { return strconv.Itoa(n) }
