package exchange

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// Input is a position that was read.
type Input struct {
	Position *position.Position
	Battles  bool     // the moves of combat are made, and battles are to come
	Assumed  []string // what the file does not say and follows from a rule
}

// Said is what a user says of a position because a file does not say it, or says it otherwise.
type Said struct {
	Power board.Power // whose turn it is, Nobody: as in the file
	Phase order.Phase
	Techs map[board.Power][]int
	Money map[board.Power]int
}

// Read takes the position out of the XML of a map.
func Read(xml []byte, set *rules.Set, said Said) (*Input, error) {
	if !HasMap(set) {
		return nil, ErrNoMap
	}
	d, n, err := open(xml, set.Board)
	if err != nil {
		return nil, err
	}
	r := &reader{document: d, names: n, pos: adjudicator.Empty(set).Data(), in: &Input{}, said: said}
	if r.init = d.root.child("initialize"); r.init == nil {
		return nil, errors.New("the file has no <initialize>, so no position: give the XML of a map, " +
			"or one that game export --format triplea wrote")
	}
	for _, read := range []func() error{r.owners, r.turn, r.placements, r.money, r.techs} {
		if err := read(); err != nil {
			return nil, err
		}
	}
	if err := r.check(); err != nil {
		return nil, err
	}
	r.pos.Embark(set.Board)
	pos, err := position.New(set.Board, r.pos)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(set.Phases, r.pos.Phase) {
		return nil, fmt.Errorf("these rules have no phase %s; say the phase: --turn '%s %s'", r.pos.Phase, r.pos.Power,
			set.Phases[0])
	}
	r.in.Position = pos
	return r.in, adjudicator.BeginTurn(set, pos)
}

// reader reads one file.
type reader struct {
	*document
	*names
	init *element
	pos  position.Data
	said Said
	in   *Input
	at   map[board.SpaceID]int // where the units of a space are placed first
}

// space is the space that an element names.
func (r *reader) space(e *element) (board.SpaceID, error) {
	name := e.attrs["territory"]
	if id, ok := r.spaces[name]; ok {
		return id, nil
	}
	return 0, r.unknown(e, "territory", name, slices.Collect(maps.Keys(r.spaces)))
}

// owner is the power that an element names.
func (r *reader) owner(e *element, attr string) (board.Power, error) {
	name := e.attrs[attr]
	if p := r.power(name); p != board.Nobody {
		return p, nil
	}
	var known []string
	for _, p := range r.powers {
		known = append(known, p.name)
	}
	return "", r.unknown(e, "player", name, known)
}

// unknown tells of a name that is none, and which is meant.
func (r *reader) unknown(e *element, kind, name string, known []string) error {
	slices.Sort(known)
	if len(name) > longest {
		return r.fault(e.start, "there is no %s %q", kind, name[:longest]+"…")
	}
	best := slices.MinFunc(known, func(a, b string) int { return edits(a, name) - edits(b, name) })
	return r.fault(e.start, "there is no %s %q; is it %q?", kind, name, best)
}

// longest is more than any name has; what is longer is not compared.
const longest = 60

// edits is how many letters must be put in, left out or changed to make one word of another.
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		last := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := last
			if a[i] != b[j] {
				change++
			}
			last = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

// number is an attribute that is a number of at least 0.
func (r *reader) number(e *element, attr string) (int, error) {
	v, err := strconv.Atoi(e.attrs[attr])
	if err != nil || v < 0 || v > 9999 {
		return 0, r.fault(e.start, "%s %q is no number from 0 to 9999", attr, e.attrs[attr])
	}
	return v, nil
}

func (r *reader) owners() error {
	for i := range r.pos.Owner {
		if r.b.SeatOf(r.pos.Owner[i]) != nil && !r.b.Spaces[i].Sea {
			r.pos.Owner[i] = board.Nobody
		}
	}
	seen := map[board.SpaceID]bool{}
	for _, e := range r.init.child("ownerInitialize").all("territoryOwner") {
		id, err := r.space(e)
		if err != nil {
			return err
		}
		p, err := r.owner(e, "owner")
		switch {
		case err != nil:
			return err
		case seen[id]:
			return r.fault(e.start, "%s has an owner twice; leave one line", e.attrs["territory"])
		case r.b.Space(id).Sea:
			return r.fault(e.start, "%s is a sea zone, which nobody owns", e.attrs["territory"])
		case r.b.Space(id).OriginalController == board.Neutral:
			return r.fault(e.start, "%s is neutral, which nobody owns", e.attrs["territory"])
		}
		seen[id], r.pos.Owner[id] = true, p
	}
	for i := range r.pos.Owner {
		if s := &r.b.Spaces[i]; r.pos.Owner[i] == board.Nobody && r.b.SeatOf(s.OriginalController) != nil && !s.Sea {
			return r.fault(r.init.start, "nobody owns %s; add a territoryOwner", r.theirs[i])
		}
	}
	found := r.attachments("territoryAttachment")
	for id, where := range r.theirs {
		o := found[where].option("originalOwner")
		if o != nil && r.power(o.attrs["value"]) != r.b.Spaces[id].OriginalController {
			return r.fault(o.start, "the original owner of %s is %s; the board says %s", where, o.attrs["value"],
				r.player(r.b.Spaces[id].OriginalController).name)
		}
	}
	return nil
}

// turn is the first step that has a player and is not about the bid.
func (r *reader) turn() error {
	r.pos.Power, r.pos.Phase, r.pos.Round = r.said.Power, r.said.Phase, 1
	play := r.root.child("gamePlay")
	if o := play.child("offset"); o != nil {
		n, err := r.number(o, "round")
		if err != nil {
			return err
		}
		r.pos.Round += n
	}
	for _, s := range play.child("sequence").all("step") {
		if r.pos.Power != board.Nobody {
			break
		}
		r.pos.Power, r.pos.Phase, r.in.Battles = r.phase(s.attrs["name"])
	}
	if r.pos.Power == board.Nobody {
		return errors.New("the file does not say whose turn it is; say it: --turn 'Germany combat'")
	}
	return nil
}

func (r *reader) placements() error {
	r.at = map[board.SpaceID]int{}
	in := r.init.child("unitInitialize")
	for _, e := range in.all("unitPlacement") {
		id, err := r.space(e)
		if err != nil {
			return err
		}
		if err := r.place(e, id); err != nil {
			return err
		}
	}
	for _, e := range in.all("heldUnits") {
		t, err := r.unit(e)
		if err != nil {
			return err
		}
		p, err := r.owner(e, "player")
		if err != nil {
			return err
		}
		n, err := r.number(e, "quantity")
		if err != nil {
			return err
		}
		r.pos.Nation(p).Bought[t] += n
	}
	return r.load()
}

func (r *reader) unit(e *element) (board.UnitType, error) {
	t, ok := r.types[e.attrs["unitType"]]
	if !ok {
		return t, r.unknown(e, "unit", e.attrs["unitType"], slices.Collect(maps.Keys(r.types)))
	}
	return t, nil
}

// place puts the units of a line on the board.
func (r *reader) place(e *element, at board.SpaceID) error {
	t, err := r.unit(e)
	if err != nil {
		return err
	}
	p, err := r.owner(e, "owner")
	if err != nil {
		return err
	}
	n, err := r.number(e, "quantity")
	if err != nil {
		return err
	}
	s := r.b.Space(at)
	hits := e.attrs["hitsTaken"]
	switch {
	case t.IsShip() && !s.Sea:
		return r.fault(e.start, "a %s cannot stand on land, in %s", t, s.Name)
	case t == board.Complex && s.Sea:
		return r.fault(e.start, "an industrial complex cannot stand at sea, in %s", s.Name)
	case t == board.Complex && (n > 1 || r.has(at, board.Complex)):
		return r.fault(e.start, "%s has two industrial complexes; a territory holds one", s.Name)
	case !s.Sea && s.OriginalController == board.Neutral:
		return r.fault(e.start, "%s is neutral; no unit stands there", s.Name)
	case hits != "" && hits != "0" && (hits != "1" || t != board.Battleship):
		return r.fault(e.start, "hitsTaken is %q; only battleships take a hit, and one", hits)
	}
	if len(r.pos.Units)+n > maxUnits {
		return r.fault(e.start, "more than %d units are on the board", maxUnits)
	}
	if _, ok := r.at[at]; !ok {
		r.at[at] = e.start
	}
	for range n {
		r.pos.Unit(r.pos.Add(t, p, at)).Damaged = hits == "1"
	}
	return nil
}

func (r *reader) has(at board.SpaceID, t board.UnitType) bool {
	return slices.ContainsFunc(r.pos.Units, func(u position.Unit) bool { return u.At == at && u.Type == t })
}

// load puts the land units at sea aboard, as TripleA does.
func (r *reader) load() error {
	loaded := map[board.SpaceID]bool{}
	var zones []string
	for _, s := range r.b.Spaces {
		if !s.Sea {
			continue
		}
		var ships, cargo []int
		var types []board.UnitType
		for _, u := range r.pos.Units {
			switch {
			case u.At != s.ID:
			case u.Type == board.Transport:
				ships = append(ships, u.ID)
			case u.Type.IsLand():
				cargo, types = append(cargo, u.ID), append(types, u.Type)
			}
		}
		for i, k := range pack(len(ships), types) {
			if k < 0 {
				return r.fault(r.at[s.ID], "%s has %d land units and %d transports, which have no room for all; "+
					"add transports or leave units out", s.Name, len(cargo), len(ships))
			}
			ship := r.pos.Unit(ships[k])
			if !r.b.Allied(ship.Owner, r.pos.Unit(cargo[i]).Owner) {
				return r.fault(r.at[s.ID], "%s has enemies aboard a transport of %s; write each transport before its cargo",
					s.Name, ship.Owner)
			}
			r.pos.Unit(cargo[i]).Aboard = ship.ID
			loaded[s.ID] = true
		}
		if loaded[s.ID] {
			zones = append(zones, s.Name)
		}
	}
	if len(zones) > 0 {
		r.in.Assumed = append(r.in.Assumed, "cargo is aboard the first transport with room: "+strings.Join(zones, ", "))
	}
	return nil
}

func (r *reader) money() error {
	seen := map[board.Power]bool{}
	for _, e := range r.init.child("resourceInitialize").all("resourceGiven") {
		if e.attrs["resource"] != money {
			continue
		}
		p, err := r.owner(e, "player")
		if err != nil {
			return err
		}
		if seen[p] {
			return r.fault(e.start, "%s has money twice; leave one line", e.attrs["player"])
		}
		seen[p] = true
		if r.pos.Nation(p).Money, err = r.number(e, "quantity"); err != nil {
			return err
		}
	}
	for i := range r.pos.Nations {
		n := &r.pos.Nations[i]
		ipc, ok := r.said.Money[n.Power]
		if ok {
			n.Money = ipc
		} else if !seen[n.Power] {
			return fmt.Errorf("the file does not say how much money %s has; say it: --ipc '%s 12'", n.Power, n.Power)
		}
	}
	return nil
}

func (r *reader) techs() error {
	found := r.attachments("techAttachment")
	for i := range r.pos.Nations {
		n := &r.pos.Nations[i]
		if techs, ok := r.said.Techs[n.Power]; ok {
			n.Techs = slices.Sorted(slices.Values(techs))
			continue
		}
		a := found[r.player(n.Power).name]
		if a == nil {
			return fmt.Errorf("the file does not say which technologies %s has; say it: --tech '%s rockets', or '%s none'",
				n.Power, n.Power, n.Power)
		}
		for _, o := range a.all("option") {
			tech := slices.Index(r.tech[:], o.attrs["name"])
			switch {
			case o.attrs["value"] != "true":
			case tech > 0 && !slices.Contains(n.Techs, tech):
				n.Techs = append(n.Techs, tech)
			case tech < 0:
				return r.fault(o.start, "%s has the technology %s, which Revised does not have; set it to false",
					n.Power, o.attrs["name"])
			}
		}
		slices.Sort(n.Techs)
	}
	return nil
}

// check looks for enemies side by side on land, and complexes that are not their territory's.
func (r *reader) check() error {
	for _, u := range r.pos.Units {
		holder := r.pos.Owner[u.At]
		switch {
		case r.b.Space(u.At).Sea:
		case u.Type == board.Complex && u.Owner != holder:
			return r.fault(r.at[u.At], "the industrial complex in %s is %s's, the territory %s's; they go together",
				r.b.Name(u.At), u.Owner, holder)
		case !r.in.Battles && position.Enemy(r.b, u.Owner, holder):
			return r.fault(r.at[u.At], "%s has units of %s, and is held by %s, an enemy; move them or change the owner",
				r.b.Name(u.At), u.Owner, holder)
		}
	}
	return nil
}
