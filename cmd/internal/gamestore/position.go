package gamestore

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/game"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/store"
)

// PositionVersion is the version of the stored form of positions. Version 1 was gob, with no name of its format.
const PositionVersion = 2

// positionHead begins a position of version 2 or later.
const positionHead = `{"format":"position","version":`

// stored is the stored form of a position. Orders have many types, so they are next to it, each with the name of its
// type; units are many and mostly alike.
type stored struct {
	Format   string            `json:"format"`
	Version  int               `json:"version"`
	Position position.Data     `json:"position"` // without units, and without the orders on file
	Units    []unit            `json:"units"`
	Lines    map[string][]line `json:"lines,omitempty"`   // of the turn orders on file, by phase
	Answers  map[string][]line `json:"answers,omitempty"` // on file, by power
}

// unit is the stored form of a unit.
type unit struct {
	ID        int                 `json:"id"`
	Type      board.UnitType      `json:"type"`
	Owner     board.Power         `json:"owner"`
	Original  board.Power         `json:"original,omitempty"`
	At        board.SpaceID       `json:"at"`
	Aboard    int                 `json:"aboard,omitempty"`
	Damaged   bool                `json:"damaged,omitempty"`
	Submerged bool                `json:"submerged,omitempty"`
	Round     int                 `json:"round,omitempty"`
	Now       *position.TurnState `json:"now,omitempty"` // none: as at the start of a turn
}

func encodeUnit(u position.Unit) unit {
	s := unit{u.ID, u.Type, u.Owner, u.Original, u.At, u.Aboard, u.Damaged, u.Submerged, u.Round, nil}
	if u.Now != position.Fresh(u.At) {
		s.Now = &u.Now
	}
	return s
}

func (s unit) decode() position.Unit {
	u := position.Unit{ID: s.ID, Type: s.Type, Owner: s.Owner, Original: s.Original, At: s.At, Aboard: s.Aboard,
		Damaged:   s.Damaged,
		Submerged: s.Submerged, Round: s.Round, Now: position.Fresh(s.At)}
	if s.Now != nil {
		u.Now = *s.Now
	}
	return u
}

// line is an order with the name of its type.
type line struct {
	Type  string          `json:"type"`
	Order json.RawMessage `json:"order"`
}

// types maps the names of the types of orders to the types.
var types = func() map[string]reflect.Type {
	m := map[string]reflect.Type{}
	for _, o := range order.Kinds() {
		gob.Register(o) // of positions of version 1
		t := reflect.TypeOf(o)
		m[t.Name()] = t
	}
	return m
}()

// EncodePosition returns a whole position in its stored form, orders on file included. The bytes of one position are
// always the same.
func EncodePosition(p *position.Position) ([]byte, error) {
	s := stored{Format: "position", Version: PositionVersion, Position: p.Data(), Lines: map[string][]line{},
		Answers: map[string][]line{}}
	for _, u := range s.Position.Units {
		s.Units = append(s.Units, encodeUnit(u))
	}
	s.Position.Units = nil
	for ph := range s.Position.Turn.Sheet.Parts {
		part := &s.Position.Turn.Sheet.Parts[ph]
		lines, err := encodeOrders(part.Orders)
		if err != nil {
			return nil, err
		}
		if lines != nil {
			s.Lines[order.Phase(ph).String()] = lines
		}
		part.Orders = nil
	}
	for i := range s.Position.Nations {
		n := &s.Position.Nations[i]
		lines, err := encodeOrders(n.Answers)
		if err != nil {
			return nil, err
		}
		if lines != nil {
			s.Answers[string(n.Power)] = lines
		}
		n.Answers = nil
	}
	return json.Marshal(s)
}

func encodeOrders(orders []order.Order) ([]line, error) {
	var list []line
	for _, o := range orders {
		text, err := json.Marshal(o)
		if err != nil {
			return nil, fmt.Errorf("order on file: %w", err)
		}
		list = append(list, line{reflect.TypeOf(o).Name(), text})
	}
	return list, nil
}

// ErrNewer is the error of data that a later version of the program wrote.
var ErrNewer = errors.New("written by a later version of the program")

// DecodePosition reads what EncodePosition of this or an earlier version wrote. Unknown fields, and what cannot be on
// the board, are errors.
func DecodePosition(b *board.Board, data []byte) (*position.Position, error) {
	decode := decodeJSON
	if !bytes.HasPrefix(data, []byte(positionHead)) {
		decode = decodeGob
	}
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	return position.New(b, *d)
}

func decodeJSON(data []byte) (*position.Data, error) {
	rest := bytes.TrimPrefix(data, []byte(positionHead))
	number, _, _ := bytes.Cut(rest, []byte(","))
	if version, err := strconv.Atoi(string(number)); err != nil || version > PositionVersion {
		return nil, fmt.Errorf("position: version %.10q: %w", number, ErrNewer)
	}
	var s stored
	if err := decodeStrict(data, &s); err != nil {
		return nil, fmt.Errorf("position: cannot be read: %w", err)
	}
	for _, u := range s.Units {
		s.Position.Units = append(s.Position.Units, u.decode())
	}
	for name, lines := range s.Lines {
		var ph order.Phase
		if err := ph.UnmarshalText([]byte(name)); err != nil {
			return nil, fmt.Errorf("position: orders on file: %w", err)
		}
		orders, err := decodeOrders(lines)
		if err != nil {
			return nil, fmt.Errorf("position: orders on file: %s: %w", name, err)
		}
		s.Position.Turn.Sheet.Parts[ph].Orders = orders
	}
	for i := range s.Position.Nations {
		n := &s.Position.Nations[i]
		orders, err := decodeOrders(s.Answers[string(n.Power)])
		if err != nil {
			return nil, fmt.Errorf("position: answers of %s: %w", n.Power, err)
		}
		n.Answers = orders
	}
	return &s.Position, nil
}

func decodeOrders(lines []line) ([]order.Order, error) {
	var list []order.Order
	for _, l := range lines {
		t, ok := types[l.Type]
		if !ok {
			return nil, fmt.Errorf("unknown order %q", l.Type)
		}
		o := reflect.New(t)
		if err := decodeStrict(l.Order, o.Interface()); err != nil {
			return nil, fmt.Errorf("%s: %w", l.Type, err)
		}
		list = append(list, o.Elem().Interface().(order.Order))
	}
	return list, nil
}

// decodeStrict decodes JSON in which unknown fields are errors.
func decodeStrict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// decodeGob reads a position of version 1.
func decodeGob(data []byte) (*position.Data, error) {
	p := new(position.Data)
	if err := gob.NewDecoder(bytes.NewReader(data)).Decode(p); err != nil {
		return nil, fmt.Errorf("position: cannot be read: %w", err)
	}
	return p, nil
}

// partPositions keeps the position after each seat's last turn, by role. Like the snapshot it is a cache, which the
// records can fill again.
const partPositions store.Part = "since"

// PositionAfterTurn returns the position after the last turn of one of the powers that a person plays, since when they
// want to know what has changed; nil if none has played yet.
func PositionAfterTurn(g *Game, powers ...board.Power) (last *position.Position, err error) {
	for _, p := range powers {
		pos, err := positionAfterTurn(g, p)
		if err != nil {
			return nil, err
		}
		if pos != nil && (last == nil || game.Later(g.Rules.Board, pos, last)) {
			last = pos
		}
	}
	return last, nil
}

// positionAfterTurn returns the position after the last turn of a power, nil if it has not played yet.
func positionAfterTurn(g *Game, p board.Power) (*position.Position, error) {
	seat := g.Seat(p)
	if seat == nil {
		return nil, nil
	}
	v, ok, err := g.Row.Get(partPositions, seat.Role)
	if err != nil || !ok {
		return nil, err
	}
	pos, err := DecodePosition(g.Rules.Board, v.Bytes)
	if err != nil {
		return nil, fmt.Errorf("position after the last turn of %s: %w", p, err)
	}
	if g.Ahead(pos) {
		return nil, nil // of a turn that was rolled back
	}
	return pos, nil
}

// KeepPositions stores a position for the powers whose turn ended with it.
func KeepPositions(g *Game, events []event.Event, pos *position.Position) error {
	for _, e := range events {
		ended, ok := e.(event.TurnEnded)
		if !ok {
			continue
		}
		seat := g.Seat(ended.Power)
		if seat == nil {
			continue
		}
		b, err := EncodePosition(pos)
		if err != nil {
			return err
		}
		if err := g.Row.Put(partPositions, seat.Role, store.Value{Version: PositionVersion, Bytes: b}); err != nil {
			return err
		}
	}
	return nil
}

// KeepAllPositions stores the positions of a whole game that was played again, whose newest turn is another now.
func KeepAllPositions(g *Game, resolutions []*game.Resolution) error {
	for _, res := range resolutions {
		if err := KeepPositions(g, res.Events, res.Position); err != nil {
			return err
		}
	}
	return ForgetTurn(g)
}

// PublicPosition returns a position without the orders on file and the turn orders that wait for the deadline.
func PublicPosition(p *position.Position) *position.Position {
	j := position.NewJournal(p)
	for n := range p.Nations() {
		j.Emit(event.StandingFiled{Power: n.Power()})
	}
	j.Emit(event.Filed{})
	return j.Now()
}
