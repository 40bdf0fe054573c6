package notify

import (
	"fmt"

	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/replay"
	"fieldpost/cmd/internal/env"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/mailio/compose"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
	"fieldpost/templates/report"
)

// The pictures of a report are not kept once it went out: they follow from the records, and are drawn again when the mail is sent again.

// drawing is what the pictures of a report show, so that they can be drawn again: its word stands in the mail's envelope.
type drawing struct {
	lang    string
	newest  int // seq of the record that was the newest
	turn    int // seq of the turn record that the report tells of, 0 if it tells of none
	awaited int // 1 in a report without a go of a game in which some were played
}

// drawingOf is the drawing of a report that is made now.
func drawingOf(g *gamestore.Game, lang string, out *Resolution, asked bool) drawing {
	d := drawing{lang: lang, newest: g.Chain.Len() - 1}
	if out != nil {
		d.turn = out.Turn.Seq
	}
	if asked {
		d.awaited = 1
	}
	return d
}

const drawingForm = "%s %d %d %d"

// String is the word.
func (d drawing) String() string {
	return fmt.Sprintf(drawingForm, d.lang, d.newest, d.turn, d.awaited)
}

func parseDrawing(word string) (d drawing, err error) {
	_, err = fmt.Sscanf(word, drawingForm, &d.lang, &d.newest, &d.turn, &d.awaited)
	return d, err
}

// RestorePictures puts the pictures into a mail that the store did not keep, drawn again. Raw are its bytes, with its blanks filled in. A picture that has become another is sent all
// the same, with a remark; so is a mail whose pictures cannot be drawn any more, without them.
func RestorePictures(e *env.Env, tx *store.Tx, m store.Mail, raw []byte) ([]byte, error) {
	if len(m.Gaps) == 0 {
		return raw, nil
	}
	var files []layout.File
	d, err := parseDrawing(m.Pictures)
	if err == nil {
		files, err = redraw(e, tx, m.Game, d)
	} else {
		d.lang = e.Language
	}
	if err != nil { // it is no reason to keep the words back
		e.Log.Error("pictures cannot be drawn again", "mail", m.MessageID, "error", err)
	}
	same := true
	for i := len(m.Gaps) - 1; i >= 0; i-- { // from the end: one of another length moves what follows it
		g := m.Gaps[i]
		name := compose.FileBefore(raw, g.At)
		var drawn []byte
		for _, f := range files {
			if f.Name == name {
				drawn = f.Data
			}
		}
		if !g.Fill(raw, drawn) {
			raw, same = g.Replace(raw, drawn), false
		}
	}
	if same {
		return raw, nil
	}
	e.Log.Warn("pictures are not those that were sent first", "mail", m.MessageID)
	remark, err := report.PictureRemark(syntax.Lang(d.lang), len(files) == 0)
	if err != nil {
		return nil, err
	}
	return compose.Remark(raw, remark), nil
}

// redraw draws the pictures of a report again: the game is played from its records up to the newest of that time.
func redraw(e *env.Env, tx *store.Tx, game string, d drawing) ([]layout.File, error) {
	row, err := tx.Games().Game(game)
	if err != nil {
		return nil, err
	}
	data, err := gamestore.ReadData(e, row)
	if err != nil {
		return nil, err
	}
	if d.newest >= len(data.Records) {
		return nil, fmt.Errorf("record %d of %s is not here", d.newest, game)
	}
	g, err := replay.Play(replay.Source{Setup: data.Setup, Records: data.Records[:d.newest+1], Sets: data.Sets, Words: data.RefereeTexts, Parse: filing.Parse})
	if err != nil {
		return nil, err
	}
	v := report.View{Reader: reader.Reader{Game: game, Rules: g.Rules, Pos: g.Position}, Asked: d.awaited == 1}
	for _, x := range g.Resolutions {
		if x.Turn == d.turn && d.turn > 0 {
			v.Before, v.Events = x.Before, event.Report(g.Rules.Board, x.Events)
		}
	}
	if d.turn > 0 && v.Before == nil {
		return nil, fmt.Errorf("record %d of %s cannot be played again", d.turn, game)
	}
	draw := report.Draw
	if e.Draw != nil {
		draw = e.Draw
	}
	out, err := draw(v, syntax.Lang(d.lang))
	if err != nil {
		return nil, err
	}
	return append(out.Inline, out.Attached...), nil
}
