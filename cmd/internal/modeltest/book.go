package modeltest

import (
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
)

// profile is a line of the unit chart.
type profile struct{ cost, attack, defence, move int }

// The unit charts (Revised: unit profiles, R-112 for what technologies change; Europe: rulings 1).
var (
	revisedUnits = map[string]profile{
		"infantry":           {3, 1, 2, 1},
		"artillery":          {4, 2, 2, 1},
		"tank":               {5, 3, 3, 2},
		"antiaircraft gun":   {5, 0, 0, 1},
		"industrial complex": {15, 0, 0, 0},
		"fighter":            {10, 3, 4, 4},
		"bomber":             {15, 4, 1, 6},
		"battleship":         {24, 4, 4, 2},
		"destroyer":          {12, 3, 3, 2},
		"aircraft carrier":   {16, 1, 3, 2},
		"transport":          {8, 0, 1, 2},
		"submarine":          {8, 2, 2, 2},
	}
	europeUnits = map[string]profile{
		"infantry":         {3, 1, 2, 1},
		"artillery":        {4, 2, 2, 1},
		"tank":             {5, 3, 2, 2},
		"antiaircraft gun": {5, 0, 0, 1},
		"fighter":          {12, 3, 4, 4},
		"bomber":           {15, 4, 1, 6},
		"battleship":       {24, 4, 4, 2},
		"destroyer":        {12, 3, 3, 2},
		"aircraft carrier": {18, 1, 3, 2},
		"transport":        {8, 0, 1, 2},
		"submarine":        {8, 2, 2, 2},
	}
)

// types is the order in which dice go to units of one column and power (cases.md).
var types = []string{"infantry", "artillery", "tank", "antiaircraft gun", "industrial complex", "fighter", "bomber",
	"battleship", "destroyer", "aircraft carrier", "transport", "submarine"}

var techs = []string{"jet fighters", "rockets", "super submarines", "long-range aircraft", "combined bombardment",
	"heavy bombers"}

// advantages lists what random games may have. Those that ask another player in mid-turn are played with an answer on
// file.
var advantages = map[string][]string{
	"USSR": {"Russian Winter", "Mobile Industry", "Salvage", "Trans-Siberian Railway", "Lend-Lease",
		"Nonaggression Treaty"},
	"Germany": {"U-Boat Interdiction", "Atlantic Wall", "Panzerblitz", "Wolf Packs", "Dive-Bombers", "Fortress Europe"},
	"UK":      {"Radar", "French Resistance"},
	"Japan":   {"Tokyo Express", "Kamikaze", "Dug-In Defenders", "Banzai Attacks", "Kaiten Torpedoes"},
	"USA": {"Island Bases", "Chinese Divisions", "Marines", "Motorized Infantry", "Fast Carriers",
		"Superfortresses"},
}

var (
	railway = []string{"Russia", "Novosibirsk", "Yakut S.S.R.", "Buryatia S.S.R."}
	chinese = []string{"China", "Sinkiang", "Kwangtung", "French Indochina"}
)

const middleEast = "Middle East"

func isLandUnit(t string) bool { return slices.Index(types, t) <= 4 }
func isSoldier(t string) bool  { return t == "infantry" || t == "artillery" || t == "tank" }
func isPlane(t string) bool    { return t == "fighter" || t == "bomber" }
func isShip(t string) bool     { return slices.Index(types, t) >= 7 }

// place is a space as the board prints it.
type place struct {
	name   string
	sea    bool
	income int
	home   string // original controller, "neutral", or ""
	city   bool
	zone   string // of an island: the one zone around it
	port   string // of a convoy center: the land without which it earns nothing
	rank   int    // territories by name, then sea zones by number or name
	near   []string
}

// world is one game's board and charts.
type world struct {
	name    string
	europe  bool
	powers  []string
	side    map[string]string
	capital map[string]string
	places  map[string]*place
	names   []string // in rank order
	units   map[string]profile
	setup   []board.Stack
	board   *board.Board
}

func newWorld(name string, b *board.Board) *world {
	w := &world{name: name, europe: name == "europe", side: map[string]string{}, capital: map[string]string{},
		places: map[string]*place{}, units: revisedUnits, setup: b.Setup, board: b}
	if w.europe {
		w.units = europeUnits
	}
	for _, s := range b.Seats {
		p := string(s.Power)
		w.powers = append(w.powers, p)
		w.side[p] = s.Side.String()
		w.capital[p] = b.Name(s.Capital)
	}
	w.side[middleEast] = "Allies"
	for i, s := range b.Spaces {
		p := &place{name: s.Name, sea: s.Sea, income: s.Income, home: string(s.OriginalController),
			city: s.City != "", rank: i}
		if s.Island != board.NoSpace {
			p.zone = b.Name(s.Island)
		}
		if s.Port != board.NoSpace {
			p.port = b.Name(s.Port)
		}
		for _, n := range b.Near(s.ID) {
			// the Aegean and the Black Sea touch, but nothing may pass
			if !b.Closed(s.ID, n) && b.Space(n).OriginalController != board.Neutral &&
				s.OriginalController != board.Neutral {
				p.near = append(p.near, b.Name(n))
			}
		}
		w.places[s.Name] = p
		w.names = append(w.names, s.Name)
	}
	return w
}

// canalOpen reports whether a step between two zones is open to a side that held these territories when its turn began
// . Aircraft do not ask.
func (p *pos) canalOpen(a, b, side string) bool {
	if p.w.europe {
		return true
	}
	var banks []string
	switch {
	case a == "SZ15" && b == "SZ34", a == "SZ34" && b == "SZ15":
		banks = []string{"Anglo-Egypt", "Trans-Jordan"}
	case a == "SZ19" && b == "SZ20", a == "SZ20" && b == "SZ19":
		banks = []string{"Panama"}
	}
	for _, land := range banks {
		if p.w.side[p.startOwner[land]] != side {
			return false
		}
	}
	return true
}

func (w *world) touch(a, b string) bool { return slices.Contains(w.places[a].near, b) }
func (w *world) sea(a string) bool      { return w.places[a].sea }

// seat is a power's place in the turn order; owners without a turn come last.
func (w *world) seat(power string) int {
	if i := slices.Index(w.powers, power); i >= 0 {
		return i
	}
	return len(w.powers)
}

// countText prints a number of units.
func countText(n int, t string) string {
	s := strconv.Itoa(n) + " " + t
	if n > 1 && t != "infantry" && t != "artillery" {
		s += "s"
		if strings.HasSuffix(t, "x") {
			s = strconv.Itoa(n) + " industrial complexes"
		}
	}
	return s
}
