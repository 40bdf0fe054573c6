package report

import (
	"fieldpost/adjudicator/event"
	"fieldpost/orders/syntax"
	"strings"
	"testing"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// A story that is really played, with the dice of a fixed secret: for what must fit together, whatever the dice say.
// The events of the golden texts are written by hand instead (tale_test.go), so that no change of the engine touches
// them.

var (
	monday   = time.Date(2026, 1, 12, 18, 0, 0, 0, time.UTC)
	deadline = reader.Deadline{At: monday.Add(50 * time.Hour), Now: monday, Zone: time.FixedZone("CET", 3600)}
)

// story is a game that goes on mail by mail.
type story struct {
	t      *testing.T
	game   *game.Game
	master dice.Master
}

func newStory(t *testing.T) *story {
	t.Helper()
	master, err := dice.ParseMaster("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f")
	if err != nil {
		t.Fatal(err)
	}
	_, vkey, err := history.GenerateKey(strings.NewReader(strings.Repeat("k", 64)), "pbem.example", "eastfront")
	if err != nil {
		t.Fatal(err)
	}
	g, err := game.Begin(game.Setup{Name: "eastfront", Rules: "revised", Created: monday}, master, vkey,
		"fieldpost test", monday)
	if err != nil {
		t.Fatal(err)
	}
	return &story{t, g, master}
}

// parse reads orders as the daemon does.
func (s *story) parse(who board.Power, text string) orders.File {
	s.t.Helper()
	f := orders.Parse(text, orders.Context{Board: s.game.Rules.Board, Phase: s.game.Pos.Phase(), Power: who})
	for _, x := range f.Faults {
		s.t.Fatalf("%s: line %d %q: %s %s", who, x.Line, f.Line(x.Line), x.Code, x.Word)
	}
	return f
}

// play files orders that must be accepted.
func (s *story) play(who board.Power, text string) game.Change {
	s.t.Helper()
	f := s.parse(who, text)
	lines := strings.Split(strings.TrimSpace(orders.FormatSheet(f.Sheet, syntax.English, s.game.Rules.Board)), "\n")
	out, err := s.game.File(who, f.File, game.Lines{Text: lines}, game.Lines{}, game.Means{Master: s.master, Now: monday, Parse: filing.Parse})
	if err != nil {
		s.t.Fatal(err)
	}
	s.game = out.After
	if out.Refused {
		for _, x := range out.Faults {
			s.t.Errorf("%s: line %d %q: %s %+v", who, x.Line, f.Line(x.Line), x.Code, x)
		}
		s.t.FailNow()
	}
	return out
}

// seat is a reader of the story.
func (s *story) seat(p board.Power) reader.Reader {
	return reader.Reader{Game: "eastfront", Rules: s.game.Rules, Pos: s.game.Pos,
		Awaited: s.game.Awaited(), Power: p, Key: "7KQ2-M9XD-4TRA-W8PC",
		Base: s.game.Chain.Head().String(), Salt: "5f1d0a77c3e94b2886d4130fe29a7c51",
		Deadline: deadline}
}

// report returns the view of a resolution for a reader.
func (s *story) report(out game.Change, p board.Power) View {
	s.t.Helper()
	v := View{Reader: s.seat(p), Before: out.Before, Events: event.Report(s.game.Rules.Board, out.Events), Head: s.game.Chain.Head().String(),
		Quoted: []Quote{{"USSR", s.game.Chain.Entries()[0].Hash.String(), true}}}
	for _, e := range []history.Entry{out.Lock, out.Turn} {
		v.Evidence = append(v.Evidence, layout.File{Name: history.RecordFile("eastfront", e.Seq),
			Type: "application/octet-stream", Data: e.Bytes})
	}
	return v
}

const sovietTurn = `
research rockets with 1 die
buy 5 infantry, 1 artillery
combat
  move 3 infantry, 1 artillery, 1 tank from Russia to West Russia
  move 2 infantry, 1 tank from Archangel to West Russia
  move 1 tank, 3 infantry from Caucasus to Ukraine
  move 1 fighter from Russia to Ukraine
battle Ukraine
  retreat to Caucasus after round 2
noncombat
  land 1 fighter from Ukraine in Caucasus
  move 2 infantry from Kazakh to Caucasus
done
`

func TestStoryPlays(t *testing.T) {
	t.Parallel()
	s := newStory(t)
	out := s.play("USSR", sovietTurn)
	if out.Position.Power() != "Germany" || !out.Happened("battle") {
		t.Errorf("after the Soviet turn: %s, phase %s", out.Position.Power(), out.Position.Phase())
	}
}
