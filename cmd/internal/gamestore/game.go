package gamestore

import (
	"encoding/json"
	"fmt"
	"iter"
	"slices"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/game/clock"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/cmd/internal/roster"
	"fieldpost/orders"
	"fieldpost/orders/filing"
	"fieldpost/orders/syntax"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// Parts of a game in addition to those that the store names.
const (
	PartState        store.Part = "life"     // how far the game's life has come
	partStanding     store.Part = "standing" // standing order sets in force, by role
	PartIntakes      store.Part = "intakes"  // texts of intake lists, by the turn record that names them
	PartRefereeTexts store.Part = "words"    // texts of edits, rulings, announcements, by hash
	// Signed checkpoints that came with an imported game, by hash.
	PartCheckpoints store.Part = "checkpoints"
)

// Game is a game with its participants, as it is stored. It must be used only in the transaction that loaded it.
type Game struct {
	*game.Game
	State State
	Seats []roster.Participant
	// Others are the participants without a power: the referee, observers.
	Others    []roster.Participant
	Row       *store.Game
	Bot       *report.Bot // why the bot gave the orders of the resolution at hand
	timetable *timetable  // of its clock, nil until it is asked for
}

// Load reads a game.
func Load(tx *store.Tx, name string) (*Game, error) {
	row, err := tx.Games().Game(name)
	if err != nil {
		return nil, err
	}
	g := &Game{Row: row}
	if g.Seats, err = roster.ReadSeats(row); err != nil {
		return nil, err
	}
	if g.Others, err = roster.ReadOthers(row); err != nil {
		return nil, err
	}
	if err = GetJSON(row, PartState, "life", &g.State); err != nil {
		return nil, err
	}
	if g.Game, err = restore(row, g.State); err != nil {
		return nil, fmt.Errorf("game %s: %w", name, err)
	}
	g.sortSeats()
	return g, nil
}

func restore(row *store.Game, l State) (*game.Game, error) {
	v, err := row.Setup()
	if err != nil {
		return nil, err
	}
	setup, err := DecodeSetup(v.Bytes)
	if err != nil {
		return nil, err
	}
	chain, err := history.Resume(setup.Name, l.Tail, func(from int) iter.Seq2[[]byte,
		error] {
		return row.Records(uint64(from))
	})
	if err != nil {
		return nil, err
	}
	var pos *position.Position
	if snap, ok, err := row.Snapshot(); err != nil {
		return nil, err
	} else if ok {
		if pos, err = DecodePosition(board.Named(setup.Rules), snap.Bytes); err != nil {
			return nil, err
		}
	}
	sets, err := standingSets(row)
	if err != nil {
		return nil, err
	}
	g, err := game.Restore(setup, chain, pos, sets, l.Intake, l.Arrived)
	if err != nil {
		return nil, err
	}
	g.Draft = l.Draft
	liftDraft(g, l.Salt)
	g.Bound, err = LockedSet(row, chain)
	return g, err
}

// liftDraft takes the draft out of the position, where earlier versions kept the orders that wait for a deadline. In the
// midst of combat they stay: they are played with what comes next.
func liftDraft(g *game.Game, salt string) {
	sheet := g.Pos.Turn().Sheet()
	if !g.HoldsOrders() || sheet.Empty() || g.Pos.Turn().Moved() || len(g.Draft.Lines(g)) > 0 {
		return
	}
	g.Draft = game.NewDraft(g, filing.Lines(orders.FormatSheet(sheet, syntax.English, g.Rules.Board)), salt)
	g.Pos = game.Withdrawn(g.Pos)
}

// EncodeSetup returns a set-up in its stored form.
func EncodeSetup(s game.Setup) ([]byte, error) { return json.Marshal(s) }

// DecodeSetup reads what EncodeSetup wrote. A set-up with which no game can be played is an error.
func DecodeSetup(data []byte) (game.Setup, error) {
	var s game.Setup
	if err := json.Unmarshal(data, &s); err != nil {
		return s, fmt.Errorf("set-up cannot be read: %w", err)
	}
	return s, s.Check()
}

// Save writes what has changed: new records, order sets, the newest position, the mails counted.
func (g *Game) Save() error {
	for _, e := range g.Chain.From(int(g.Row.Len())) {
		if err := g.Row.Append(uint64(e.Seq), e.Bytes); err != nil {
			return err
		}
	}
	snap, err := EncodePosition(g.Pos)
	if err != nil {
		return err
	}
	if err := g.Row.SetSnapshot(store.Value{Version: PositionVersion, Bytes: snap}); err != nil {
		return err
	}
	if err := g.saveStanding(); err != nil {
		return err
	}
	noteTurnBegin(g)
	g.State.Arrived, g.State.Intake, g.State.Tail = g.Arrived, g.Intake, g.Chain.Tail()
	g.State.Draft, g.State.Salt = g.Draft, ""
	if err := g.Row.SetDue(nextDue(g)); err != nil {
		return err
	}
	return g.SaveState()
}

// SaveState writes the state and the summary, so that a list of games need not load them.
func (g *Game) SaveState() error {
	if err := PutJSON(g.Row, PartState, "life", g.State); err != nil {
		return err
	}
	return PutJSON(g.Row, PartState, "row", Summarize(g))
}

// Adopt makes the result of a change the game, unless there is an error.
func (g *Game) Adopt(c game.Change, err error) (game.Change, error) {
	if err == nil {
		g.Game = c.After
	}
	return c, err
}

// AppendRecord writes a record that names no texts. It does not save the game.
func (g *Game) AppendRecord(body history.Body, now time.Time) (history.Entry, error) {
	c, err := g.Adopt(g.Append(body, game.Texts{}, now))
	if err != nil {
		return history.Entry{}, err
	}
	return c.Records[0], nil
}

// SaveResolution stores the texts that a resolution's records name: the sets played and the intake list.
func (g *Game) SaveResolution(out game.Change) error {
	for _, s := range out.Sets {
		if err := g.KeepSet(s); err != nil {
			return err
		}
		if err := NotePlayed(g.Row, s.Bytes); err != nil {
			return err
		}
	}
	return g.Row.PutOnce(PartIntakes, SeqKey(out.Turn.Seq), store.Value{Version: FormatVersion, Bytes: out.Intake})
}

// SeqKey returns a number as a key of the store: keys sort as the numbers do.
func SeqKey(seq int) string { return fmt.Sprintf("%08d", seq) }

// Running reports whether the game has begun and orders can be played.
func (g *Game) Running() bool { return g.State.Running() }

// Over reports whether the history is closed.
func (g *Game) Over() bool { return g.Chain.Over() }

// timetable is the plan that settings amount to. It is kept, for it takes longer to make than all that is done with it.
type timetable struct {
	settings []rules.Setting
	plan     clock.Plan
}

// Plan returns what the settings of the game say of deadlines.
func (g *Game) Plan() clock.Plan {
	if g.timetable == nil || !slices.Equal(g.timetable.settings, g.State.House.Changed) {
		g.timetable = &timetable{slices.Clone(g.State.House.Changed), g.State.House.Plan()}
	}
	return g.timetable.plan
}
