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

// The pictures of a report are dropped when it was sent: they follow from the records, and are drawn again if the mail
// is sent again.

// drawing is what the pictures of a report show, so that they can be drawn again. It is stored as text in the mail's
// envelope.
type drawing struct {
	lang   string
	newest int // number of the newest record at that time
	turn   int // number of the turn record that the report is about, 0 for none
	asked  int // 1 in a report about no resolution, of a game with some
}

// drawingOf returns the drawing of a report that is made now.
func drawingOf(g *gamestore.Game, lang string, out *Resolution, asked bool) drawing {
	d := drawing{lang: lang, newest: g.Chain.Len() - 1}
	if out != nil {
		d.turn = out.Turn.Seq
	}
	if asked {
		d.asked = 1
	}
	return d
}

const drawingForm = "%s %d %d %d"

// String returns the drawing as it is stored.
func (d drawing) String() string {
	return fmt.Sprintf(drawingForm, d.lang, d.newest, d.turn, d.asked)
}

func parseDrawing(word string) (d drawing, err error) {
	_, err = fmt.Sscanf(word, drawingForm, &d.lang, &d.newest, &d.turn, &d.asked)
	return d, err
}

// RestorePictures puts the pictures that the store dropped into a mail, drawn again. Raw are its bytes, with its blanks
// filled in. A picture that has changed is sent all the same, with a remark; a mail whose pictures cannot be drawn any
// more is sent without them.
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
	if err != nil { // the text is sent all the same
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
	g, err := replay.Play(replay.Source{Setup: data.Setup, Records: data.Records[:d.newest+1], Sets: data.Sets,
		Words: data.RefereeTexts, Parse: filing.Parse})
	if err != nil {
		return nil, err
	}
	v := report.View{Reader: reader.Reader{Game: game, Rules: g.Rules, Pos: g.Position}, Asked: d.asked == 1}
	for i, x := range g.TurnOf(d.turn) {
		if i == 0 {
			v.Before = x.Before
		}
		v.Events = append(v.Events, event.Report(g.Rules.Board, x.Events)...)
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
	return out.Inline, nil
}
