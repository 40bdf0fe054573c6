package daemon

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/history"
	"fieldpost/adjudicator/position"
	"fieldpost/cmd/internal/gamestore"
	"fieldpost/cmd/internal/roster"
	"fieldpost/store"
	"fieldpost/templates/report"
)

// Drawers of a game beside those that the store names.
const (
	partLife     store.Part = "life"     // how far the game's life has come
	partStanding store.Part = "standing" // standing order sets in force, by role
	partIntakes  store.Part = "intakes"  // texts of intake lists, by the turn record that names them
	partWords    store.Part = "words"    // texts of edits, rulings, announcements, by hash
	// Signed checkpoints that came with an imported game, by hash.
	partCheckpoints store.Part = "checkpoints"
)

// formatVersion is that of the JSON values this package keeps.
const formatVersion = 1

// life is what is known of a game besides its rules: whether it runs, and the mails that came since the last go.
type life struct {
	game.Conduct
	VKey    string            `json:"vkey"`
	Engine  string            `json:"engine"` // that the genesis record names
	Arrived int               `json:"arrived"`
	Intake  []history.Arrival `json:"intake,omitempty"`
	Orders  orderCount        `json:"orders,omitzero"`
	Quotes  []roleQuote       `json:"quotes,omitempty"` // heads that players quoted since the last go
	Salt    string            `json:"salt,omitempty"`   // of the turn orders that wait for the deadline
	Tail    history.Tail      `json:"tail,omitzero"`    // of the chain, so that it goes on without its past being read
	Doors   doors             `json:"doors,omitzero"`   // who may come in, and who waits to
	After   int               `json:"after,omitempty"`  // acts of people since the history ended
	Held    []heldLetter      `json:"held,omitempty"`   // letters that wait for a seat's word
	Seals   seals             `json:"seals,omitzero"`   // signed letters that were taken
	// Unplaced is, by role, the orders that were refused once because they end the turn with units unplaced.
	Unplaced map[string]dice.Hash `json:"unplaced,omitempty"`

	ledger
	Turn openedTurn `json:"turn,omitzero"` // that is played
}

// Table is a game as it lies in the store, its seats around it. It is good for one transaction.
type Table struct {
	*game.Game
	Life  life
	Seats []roster.Seat
	// Others are the participants without a power: the referee, observers.
	Others []roster.Seat
	row    *store.Game
	bot    *report.Bot // what the bot thought when it made the go at hand
	times  *timetable  // of its clock, nil until it is asked for
}

// openTable reads a game.
func openTable(tx *store.Tx, name string) (*Table, error) {
	row, err := tx.Game(name)
	if err != nil {
		return nil, err
	}
	t := &Table{row: row}
	if t.Seats, err = roster.ReadSeats(row); err != nil {
		return nil, err
	}
	if t.Others, err = roster.ReadOthers(row); err != nil {
		return nil, err
	}
	if err = getJSON(row, partLife, "life", &t.Life); err != nil {
		return nil, err
	}
	if t.Game, err = restore(row, t.Life); err != nil {
		return nil, fmt.Errorf("game %s: %w", name, err)
	}
	t.sortSeats()
	return t, nil
}

func restore(row *store.Game, l life) (*game.Game, error) {
	v, err := row.Setup()
	if err != nil {
		return nil, err
	}
	setup, err := gamestore.DecodeSetup(v.Bytes)
	if err != nil {
		return nil, err
	}
	chain, err := history.Resume(setup.Name, l.Tail, func(from int) iter.Seq2[[]byte, error] { return row.Records(uint64(from)) })
	if err != nil {
		return nil, err
	}
	var pos *position.Position
	if snap, ok, err := row.Snapshot(); err != nil {
		return nil, err
	} else if ok {
		if pos, err = gamestore.DecodePosition(snap.Bytes); err != nil {
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
	g.Bound, err = boundSet(row, chain)
	return g, err
}

func standingSets(row *store.Game) ([]game.Set, error) {
	var sets []game.Set
	for e, err := range row.All(partStanding, "") {
		if err != nil {
			return nil, err
		}
		s, err := history.ParseSet(e.Value.Bytes)
		if err != nil {
			return nil, fmt.Errorf("standing orders of %s: %w", e.Key, err)
		}
		ref, err := s.Ref()
		if err != nil {
			return nil, err
		}
		sets = append(sets, game.Set{Ref: ref, Bytes: e.Value.Bytes})
	}
	return sets, nil
}

// save writes what has changed: new records, order sets, the newest position, the mails noted.
func (t *Table) save() error {
	for _, e := range t.Chain.From(int(t.row.Len())) {
		if err := t.row.Append(uint64(e.Seq), e.Bytes); err != nil {
			return err
		}
	}
	snap, err := gamestore.EncodePosition(t.Pos)
	if err != nil {
		return err
	}
	if err := t.row.SetSnapshot(store.Value{Version: gamestore.PositionVersion, Bytes: snap}); err != nil {
		return err
	}
	if err := t.saveStanding(); err != nil {
		return err
	}
	t.noteTurn()
	t.Life.Arrived, t.Life.Intake, t.Life.Tail = t.Arrived, t.Intake, t.Chain.Tail()
	if err := t.row.SetDue(t.nextChore()); err != nil {
		return err
	}
	return t.saveLife()
}

// saveLife writes the life and, so that a list of all games need not open them, the game's row in it.
func (t *Table) saveLife() error {
	if err := putJSON(t.row, partLife, "life", t.Life); err != nil {
		return err
	}
	return putJSON(t.row, partLife, "row", t.rowOf())
}

func (t *Table) saveStanding() error {
	for _, s := range t.Seats {
		i := slices.IndexFunc(t.Sets, func(x game.Set) bool { return x.Ref.Role == s.Role })
		if i < 0 {
			if err := t.row.Delete(partStanding, s.Role); err != nil {
				return err
			}
			continue
		}
		set := t.Sets[i]
		if err := t.row.Put(partStanding, s.Role, store.Value{Version: formatVersion, Bytes: set.Bytes}); err != nil {
			return err
		}
		if err := t.keepSet(set); err != nil {
			return err
		}
	}
	return nil
}

// keepSet keeps an order set for ever, by its hash: records name it so.
func (t *Table) keepSet(s game.Set) error {
	return t.row.PutOnce(store.Sets, s.Ref.Set.String(), store.Value{Version: formatVersion, Bytes: s.Bytes})
}

// take makes a change the game's own.
func (t *Table) take(c game.Change, err error) (game.Change, error) {
	if err == nil {
		t.Game = c.After
	}
	return c, err
}

// record writes a record that names no texts.
func (t *Table) record(body history.Body, now time.Time) (history.Entry, error) {
	c, err := t.take(t.Append(body, game.Texts{}, now))
	if err != nil {
		return history.Entry{}, err
	}
	return c.Records[0], nil
}

// keepGo keeps the texts that a go's records name: the sets played and the intake list.
func (t *Table) keepGo(out game.Change) error {
	for _, s := range out.Sets {
		if err := t.keepSet(s); err != nil {
			return err
		}
		if err := notePlayed(t.row, s.Bytes); err != nil {
			return err
		}
	}
	return t.row.PutOnce(partIntakes, seqKey(out.Turn.Seq), store.Value{Version: formatVersion, Bytes: out.Intake})
}

func seqKey(seq int) string { return fmt.Sprintf("%08d", seq) }

// Seat finds the seat of a power.
func (t *Table) Seat(p board.Power) *roster.Seat {
	i := slices.IndexFunc(t.Seats, func(s roster.Seat) bool { return s.Power == p })
	if i < 0 {
		return nil
	}
	return &t.Seats[i]
}

// sortSeats brings the seats into turn order.
func (t *Table) sortSeats() {
	slices.SortFunc(t.Seats, func(a, b roster.Seat) int { return t.Rules.Board.Index(a.Power) - t.Rules.Board.Index(b.Power) })
}

// Running tells whether orders can be played.
func (t *Table) Running() bool { return t.Life.Running() }

// saveSeat writes a seat or chair and keeps the handles by which letters find it.
func (t *Table) saveSeat(tx *store.Tx, s roster.Seat) error {
	old := t.named(s.ID())
	switch {
	case old != nil:
		if err := t.forgetHandles(tx, *old); err != nil {
			return err
		}
		*old = s
	case s.Kind == "":
		t.Seats = append(t.Seats, s)
	default:
		t.Others = append(t.Others, s)
	}
	for _, h := range s.Handles() {
		if err := tx.AddHandle(h, store.SeatRef{Game: t.Setup.Name, Seat: s.ID()}); err != nil {
			return err
		}
	}
	return s.Save(t.row)
}

func (t *Table) forgetHandles(tx *store.Tx, s roster.Seat) error {
	for _, h := range s.Handles() {
		err := tx.RemoveHandle(h, store.SeatRef{Game: t.Setup.Name, Seat: s.ID()})
		if err != nil && !errors.Is(err, store.ErrNotFound) {
			return err
		}
	}
	return nil
}

func putJSON(g *store.Game, p store.Part, key string, v any) error {
	b, err := json.Marshal(v)
	if err != nil {
		return err
	}
	return g.Put(p, key, store.Value{Version: formatVersion, Bytes: b})
}

func getJSON(g *store.Game, p store.Part, key string, v any) error {
	b, ok, err := g.Get(p, key)
	if err != nil || !ok {
		return err
	}
	if err := json.Unmarshal(b.Bytes, v); err != nil {
		return fmt.Errorf("game %s, %s: %w", g.Name(), key, err)
	}
	return nil
}

func counter(v store.Value, ok bool) int {
	if !ok {
		return 0
	}
	n, _ := strconv.Atoi(string(v.Bytes))
	return n
}
