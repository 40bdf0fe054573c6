package report

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
)

// Setting is where a game stands, as its JSON says it.
type Setting struct {
	Game     string
	Rules    *rules.Set
	Position *position.Position
}

// Parse reads the position out of the JSON of a report, or of game show. What only the records know is not in it, such
// as which units have moved: the turn goes on as if none had.
func Parse(text []byte) (Setting, error) {
	var m struct {
		Schema   string            `json:"schema"`
		Version  int               `json:"version"`
		Game     string            `json:"game"`
		Name     string            `json:"name"` // of game show
		Rules    string            `json:"rules"`
		Options  []json.RawMessage `json:"options"`
		Position *MachinePosition  `json:"position"`
	}
	if err := json.Unmarshal(text, &m); err != nil {
		return Setting{}, jsonFault(text, err)
	}
	switch {
	case m.Position == nil || m.Rules == "":
		return Setting{}, errors.New("this JSON has no position: give the JSON of a report, as send json brings it, " +
			"or what game show --json prints")
	case m.Schema != "" && m.Version != SchemaVersion:
		return Setting{}, fmt.Errorf("this report has version %d of its form, and %d is read", m.Version, SchemaVersion)
	}
	var opts rules.Options
	for _, o := range m.Options {
		var x machineOption
		var line string
		if json.Unmarshal(o, &line) == nil {
			x.Name, x.Value, _ = strings.Cut(line, " ")
		} else if err := json.Unmarshal(o, &x); err != nil {
			return Setting{}, fmt.Errorf("options: %s is no option", o)
		}
		var err error
		if opts, err = opts.With(x.Name, x.Value); err != nil {
			return Setting{}, fmt.Errorf("options: %w", err)
		}
	}
	set, err := rules.New(m.Rules, opts)
	if err != nil {
		return Setting{}, err
	}
	pos, err := m.Position.position(set)
	return Setting{Game: m.Game + m.Name, Rules: set, Position: pos}, err
}

// jsonFault says where JSON goes wrong.
func jsonFault(text []byte, err error) error {
	var at int64
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		at = syntax.Offset
	case errors.As(err, &kind):
		at = kind.Offset
	}
	before := text[:min(int(at), len(text))]
	return fmt.Errorf("line %d, column %d: this is no JSON of a position: %w", 1+bytes.Count(before, []byte("\n")),
		len(before)-bytes.LastIndexByte(before, '\n'), err)
}

// position makes the position again.
func (m *MachinePosition) position(set *rules.Set) (*position.Position, error) {
	d := adjudicator.Empty(set).Data()
	d.Round, d.Power = m.Round, m.Power
	switch {
	case m.Winner != "":
		return nil, errors.New("position: the game is over; give an earlier report")
	case set.Board.SeatOf(m.Power) == nil:
		return nil, fmt.Errorf("position: nobody is on turn: power is %q", m.Power)
	case m.Round < 1:
		return nil, fmt.Errorf("position: there is no round %d", m.Round)
	}
	if err := d.Phase.UnmarshalText([]byte(m.Phase)); err != nil || !slices.Contains(set.Phases, d.Phase) {
		return nil, fmt.Errorf("position: %q is no phase of these rules", m.Phase)
	}
	d.Turn.Asked = nil
	for _, n := range m.Powers {
		if set.Board.SeatOf(n.Power) == nil {
			return nil, fmt.Errorf("position: powers: there is no %q", n.Power)
		}
		if err := n.put(d.Nation(n.Power)); err != nil {
			return nil, fmt.Errorf("position: %s: %w", n.Power, err)
		}
	}
	seen := map[board.SpaceID]bool{}
	for i := range d.Owner {
		d.Owner[i] = board.Nobody
	}
	for _, s := range m.Spaces {
		if len(s.Name) > maxName {
			return nil, errors.New("position: spaces: there is no space of so long a name")
		}
		id, err := syntax.FindSpace(set.Board, s.Name)
		if err != nil {
			return nil, fmt.Errorf("position: spaces: %w", err)
		}
		if seen[id] {
			return nil, fmt.Errorf("position: spaces: %s is listed twice", s.Name)
		}
		seen[id], d.Owner[id] = true, s.Owner
		for _, st := range s.Units {
			if err := putStack(set.Board, &d, id, st, 0); err != nil {
				return nil, fmt.Errorf("position: %s: %w", s.Name, err)
			}
		}
	}
	d.Embark(set.Board)
	pos, err := position.New(set.Board, d)
	if err != nil {
		return nil, fmt.Errorf("position: %w", err)
	}
	return pos, adjudicator.BeginTurn(set, pos)
}

// put gives a nation what is its own.
func (m machineNation) put(n *position.NationData) error {
	if m.Money < 0 {
		return fmt.Errorf("money is %d", m.Money)
	}
	n.Money, n.Advantages, n.Used = m.Money, m.Advantages, m.Used
	for _, t := range m.Techs {
		if t < 1 || t > rules.NumTechs {
			return fmt.Errorf("there is no technology %d", t)
		}
	}
	n.Techs = slices.Compact(slices.Sorted(slices.Values(m.Techs)))
	for name, count := range m.Bought {
		t, ok := board.ParseUnit(name)
		if !ok || count < 0 {
			return fmt.Errorf("bought: %d %q", count, name)
		}
		n.Bought[t] = count
	}
	return nil
}

// What is more than any game has.
const (
	maxUnits = 5000
	maxName  = 60
)

// putStack puts equal units on the board, on a ship or a carrier if one is named; each has the same cargo.
func putStack(b *board.Board, d *position.Data, at board.SpaceID, st event.Stack, on int) error {
	sea := b.Space(at).Sea
	switch {
	case st.N < 1 || st.N > maxUnits-len(d.Units):
		return fmt.Errorf("%d %s", st.N, st.Type.Plural())
	case b.SeatOf(st.Power) == nil && st.Power != board.MiddleEast && st.Power != board.Neutral:
		return fmt.Errorf("%s of %q, who is no power", st.Type, st.Power)
	case st.Type.IsShip() && !sea, st.Type.IsLand() && sea && on == 0:
		return fmt.Errorf("a %s cannot stand there", st.Type)
	}
	for range st.N {
		id := d.Add(st.Type, st.Power, at)
		u := d.Unit(id)
		u.Damaged, u.Submerged, u.Aboard = st.Damaged, st.Submerged, on
		for _, cargo := range st.Aboard {
			if len(cargo.Aboard) > 0 || on != 0 {
				return errors.New("cargo has cargo")
			}
			if err := putStack(b, d, at, cargo, id); err != nil {
				return err
			}
		}
	}
	return nil
}
