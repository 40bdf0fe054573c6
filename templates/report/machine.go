package report

import (
	"encoding/json"
	"time"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/position"
	"fieldpost/templates/layout"
	"fieldpost/templates/reader"
)

// SchemaVersion is that of the JSON in reports; docs/report-schema.md describes it. It rises when a field changes its
// meaning or goes; new fields leave it.
const SchemaVersion = 1

// machine is a report for programs. Spaces are names, not numbers.
type machine struct {
	Schema   string          `json:"schema"` // "fieldpost-report"
	Version  int             `json:"version"`
	Game     string          `json:"game"`
	Rules    string          `json:"rules"`
	Options  []machineOption `json:"options"`
	Round    int             `json:"round"` // of the resolution
	Power    board.Power     `json:"power"` // whose resolution it was
	Head     string          `json:"head,omitempty"`
	Tier     int             `json:"tier"`
	Deadline string          `json:"deadline,omitempty"` // the first of those awaited
	Awaited  []machineAwait  `json:"awaited"`
	Events   []machineEvent  `json:"events"`
	Position MachinePosition `json:"position"`
}

type machineOption struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type machineAwait struct {
	Power    board.Power `json:"power"`
	What     string      `json:"what"`
	Space    string      `json:"space,omitempty"`
	Deadline string      `json:"deadline,omitempty"` // RFC 3339, UTC
}

// machineEvent is an event with its spaces as names.
type machineEvent struct {
	event.Reported
	Space  string     `json:"space,omitempty"`
	From   string     `json:"from,omitempty"`
	To     string     `json:"to,omitempty"`
	Path   []string   `json:"path,omitempty"`
	Faults []struct{} `json:"faults,omitempty"` // always empty: faults quote what a player wrote
}

// MachinePosition is a position for programs.
type MachinePosition struct {
	Round  int             `json:"round"`
	Power  board.Power     `json:"power,omitempty"`
	Phase  string          `json:"phase,omitempty"`
	Winner string          `json:"winner,omitempty"`
	Powers []machineNation `json:"powers"`
	Spaces []machineSpace  `json:"spaces"` // those that are owned or occupied, in the order of the board
}

type machineNation struct {
	Power      board.Power    `json:"power"`
	Money      int            `json:"money"`
	Production int            `json:"production"`
	Techs      []int          `json:"techs,omitempty"`
	Advantages []string       `json:"advantages,omitempty"`
	Used       []string       `json:"used,omitempty"` // advantages that are used up
	Bought     map[string]int `json:"bought,omitempty"`
}

type machineSpace struct {
	Name  string        `json:"name"`
	Owner board.Power   `json:"owner,omitempty"`
	Units []event.Stack `json:"units,omitempty"`
}

// JSON is a report for programs: docs/report-schema.md.
func (v *View) JSON() ([]byte, error) {
	b := v.Rules.Board
	round, power := v.resolved()
	m := machine{Schema: "fieldpost-report", Version: SchemaVersion, Game: v.Game, Rules: v.Rules.Name,
		Options: []machineOption{}, Round: round, Power: power,
		Head: v.Head, Tier: v.Tier, Awaited: []machineAwait{}, Events: []machineEvent{},
		Position: NewMachinePosition(b, v.Pos)}
	for _, o := range v.Rules.Options.All() {
		m.Options = append(m.Options, machineOption{o.Name, o.Value})
	}
	for _, a := range v.Awaited {
		x := machineAwait{Power: a.Power, What: a.What, Space: b.Name(a.Space)}
		if at := v.Deadlines[a.Power]; !at.IsZero() {
			x.Deadline = at.UTC().Format(time.RFC3339)
		}
		if x.Deadline != "" && (m.Deadline == "" || x.Deadline < m.Deadline) {
			m.Deadline = x.Deadline
		}
		m.Awaited = append(m.Awaited, x)
	}
	for _, e := range v.Events {
		x := machineEvent{Reported: e, Space: b.Name(e.Space), From: b.Name(e.From), To: b.Name(e.To)}
		for _, p := range e.Path {
			x.Path = append(x.Path, b.Name(p))
		}
		m.Events = append(m.Events, x)
	}
	out, err := json.MarshalIndent(m, "", " ")
	return append(out, '\n'), err
}

// JSONFile is a report for programs as a file.
func (v *View) JSONFile() (layout.File, error) {
	data, err := v.JSON()
	return layout.File{Name: v.Game + "-report.json", Type: "application/json", Data: data}, err
}

// NewMachinePosition names everything in a position.
func NewMachinePosition(b *board.Board, p *position.Position) MachinePosition {
	m := MachinePosition{Round: p.Round(), Power: p.Power(), Phase: p.Phase().String(), Winner: p.Winner().String(),
		Powers: []machineNation{}, Spaces: []machineSpace{}}
	if p.Drawn() {
		m.Winner = "none"
	}
	for n := range p.Nations() {
		x := machineNation{Power: n.Power(), Money: n.Money(), Production: p.Income(b, n.Power()), Techs: n.Techs(),
			Advantages: n.Advantages(), Used: n.Used()}
		for t, c := range n.Bought() {
			if c > 0 {
				if x.Bought == nil {
					x.Bought = map[string]int{}
				}
				x.Bought[board.UnitType(t).String()] = c
			}
		}
		m.Powers = append(m.Powers, x)
	}
	for i := range b.Spaces {
		x := machineSpace{Name: b.Spaces[i].Name, Owner: p.Owner(board.SpaceID(i)),
			Units: reader.StacksIn(b, p, board.SpaceID(i))}
		if x.Owner != board.Nobody || len(x.Units) > 0 {
			m.Spaces = append(m.Spaces, x)
		}
	}
	return m
}
