package gamestore

import (
	"encoding/json"
	"slices"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/replay"
	"fieldpost/orders/filing"
	"fieldpost/store"
)

// PlayedTurn is what was played of a turn so far. Its reports tell all of it.
type PlayedTurn struct {
	Round  int
	Power  board.Power        // on turn; Nobody before round 1
	Epoch  int                // of its first resolution
	Before *position.Position // in which it began
	Events []event.Reported
	New    int // how many of the events, from the end, are those of its newest resolution
}

// Resumed reports whether the newest resolution has gone on with a turn that was reported before.
func (t *PlayedTurn) Resumed() bool { return t != nil && t.New < len(t.Events) }

// partTurn keeps what was played of the newest turn. It is a cache, which the records can fill again.
const partTurn store.Part = "turn"

const newestTurn = "newest"

// storedTurn is a PlayedTurn in its stored form.
type storedTurn struct {
	Version int              `json:"version"` // of the position
	Round   int              `json:"round"`
	Power   board.Power      `json:"power"`
	Epoch   int              `json:"epoch"`
	Before  json.RawMessage  `json:"before"`
	Events  []event.Reported `json:"events"`
}

// AddToTurn adds a resolution to what was played of its turn, and keeps it. Its texts must be in the store.
func AddToTurn(g *Game, c game.Change) (*PlayedTurn, error) {
	t, err := turnBefore(g, c)
	if err != nil {
		return nil, err
	}
	events := event.Report(g.Rules.Board, c.Events)
	t.Events, t.New = append(t.Events, events...), len(events)
	return t, keepTurn(g, t)
}

// turnBefore is what was played of the turn of a resolution before it.
func turnBefore(g *Game, c game.Change) (*PlayedTurn, error) {
	t, err := loadTurn(g)
	if err != nil {
		return nil, err
	}
	if t == nil {
		return replayTurn(g, c)
	}
	if t.Round == c.Before.Round() && t.Power == c.Before.Power() {
		return t, nil
	}
	return newTurn(c), nil
}

func newTurn(c game.Change) *PlayedTurn {
	return &PlayedTurn{Round: c.Before.Round(), Power: c.Before.Power(), Epoch: c.Epoch, Before: c.Before}
}

// loadTurn returns the turn that is kept, nil if there is none that this version can read.
func loadTurn(g *Game) (*PlayedTurn, error) {
	v, ok, err := g.Row.Get(partTurn, newestTurn)
	if err != nil || !ok {
		return nil, err
	}
	var s storedTurn
	if json.Unmarshal(v.Bytes, &s) != nil || s.Version != PositionVersion {
		return nil, nil
	}
	before, err := DecodePosition(g.Rules.Board, s.Before)
	if err != nil {
		return nil, nil
	}
	return &PlayedTurn{Round: s.Round, Power: s.Power, Epoch: s.Epoch, Before: before, Events: s.Events}, nil
}

func keepTurn(g *Game, t *PlayedTurn) error {
	before, err := EncodePosition(t.Before)
	if err != nil {
		return err
	}
	return PutJSON(g.Row, partTurn, newestTurn, storedTurn{Version: PositionVersion, Round: t.Round, Power: t.Power,
		Epoch: t.Epoch, Before: before, Events: t.Events})
}

// ForgetTurn forgets what was played of the newest turn: the referee has changed the past, or the game was imported.
// The next resolution finds it in the records.
func ForgetTurn(g *Game) error { return g.Row.Delete(partTurn, newestTurn) }

// replayTurn plays the game again to find what was played of the turn of a resolution before it.
func replayTurn(g *Game, c game.Change) (*PlayedTurn, error) {
	src := replay.Source{Setup: g.Setup, Records: g.Chain.Records(), Parse: filing.Parse}
	var err error
	if src.Sets, err = ReadPart(g.Row, store.Sets); err != nil {
		return nil, err
	}
	if src.Words, err = ReadPart(g.Row, PartRefereeTexts); err != nil {
		return nil, err
	}
	past, err := replay.Play(src)
	if err != nil {
		return nil, err
	}
	turn := past.TurnOf(c.Turn.Seq)
	t := newTurn(c)
	if len(turn) == 0 {
		return t, nil
	}
	t.Epoch, t.Before = turn[0].Epoch, turn[0].Before
	for _, r := range turn[:len(turn)-1] {
		t.Events = append(t.Events, event.Report(g.Rules.Board, r.Events)...)
	}
	return t, nil
}

// TurnTexts calls add for what the records of a span name that is open: the turn sets that were played, and the intake
// lists.
func TurnTexts(g *Game, records []history.Entry, add func(name string, data []byte)) error {
	var intakes []history.Entry
	for i, e := range records {
		switch b := e.Body.(type) {
		case *history.Lock:
			played := slices.ContainsFunc(records[i:], func(x history.Entry) bool {
				t, ok := x.Body.(*history.Turn)
				return ok && t.Epoch == b.Epoch
			})
			if err := turnSets(g, e.Seq, b, played, add); err != nil {
				return err
			}
		case *history.Turn:
			intakes = append(intakes, e)
		}
	}
	for _, e := range intakes {
		v, ok, err := g.Row.Get(PartIntakes, SeqKey(e.Seq))
		if err != nil {
			return err
		}
		if ok {
			add(history.IntakeFile(g.Setup.Name, e.Seq), v.Bytes)
		}
	}
	return nil
}

// turnSets calls add for the turn sets of a lock, if it was played.
func turnSets(g *Game, seq int, l *history.Lock, played bool, add func(name string, data []byte)) error {
	for _, ref := range l.Orders {
		if !played || ref.Kind != dice.TurnOrders {
			continue
		}
		text, err := readSet(g.Row, ref)
		if err != nil {
			return err
		}
		add(history.SetFile(g.Setup.Name, seq, ref.Role, ref.Kind), text)
	}
	return nil
}
