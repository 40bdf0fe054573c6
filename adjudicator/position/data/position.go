package data

import (
	"slices"
	"sort"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// Position is a position as a plain value: how set-ups and codecs write it. [New] makes it a position.
type Position struct {
	Round   int
	Power   board.Power   // whose turn it is; Nobody while something precedes round 1
	Phase   order.Phase   // where that turn is
	Units   []Unit        // by ID
	NextID  int           // the last ID that was given
	Owner   []board.Power // controller by space; sea zones only where the board gives them an owner
	Nations []Nation      // in turn order
	Turn    Turn
	Winner  board.Side
	Victors []board.Power // individual winners, several if they are equal
	Drawn   bool          // the game is over without a winner
}

// Nation is what belongs to a power as a whole.
type Nation struct {
	Power      board.Power
	Money      int           // IPC on hand
	Fallen     int           // round in which its capital was captured; 0: it was not, or before the first record
	Techs      []int         // numbers of technologies, ascending
	Advantages []string      // canonical names
	Used       []string      // advantages used up
	InForce    []string      // declared advantages that last until the power's next turn
	AttackedBy []board.Power // enemies that attacked it before it attacked them, where an advantage asks for it
	Bought     [board.NumUnitTypes]int
	Standing   []order.Standing
	Answers    []order.Order // enigma, nonaggression, resistance, place by default, oil, share, choose
}

// Turn is how far the turn of the power on turn has come, and what was fixed for the rest of it. It is cleared when
// the next turn begins.
type Turn struct {
	Sheet      order.Sheet     // filed and not yet played
	StartOwner []board.Power   // control when the turn began: landings, canals, complexes
	StartIC    []board.SpaceID // territories with a complex when the turn began
	StartEnemy []board.SpaceID // spaces where own units began the turn next to enemy ones
	Captured   []board.SpaceID // taken this turn
	Tech       int             // technology that this turn's research brought, 0: none
	Moved      bool            // the combat moves are made; the fight has not ended
	Heard      bool            // what comes between the moves and the fight was seen to
	Recruited  bool            // the free unit of this turn was placed
	Named      int             // units that orders moved so far
	Plan       Plan            // what the combat moves fixed
	Fight      Fight           // how far the fighting has come
	Asked      []Question      // open questions to others
	Flights    int             // flights home and in noncombat that guns fired at so far; numbers their dice
}

// Fight is the progress of the conduct of combat.
type Fight struct {
	Begun  bool            // rockets, overflights and raids are done
	Queue  []Battle        // battles still to fight, in order; the first may have begun
	Fought []board.SpaceID // sea zones in which a battle was fought this turn

	Damage      []Damage // of raids and rockets this turn, kept where the rules limit it by territory
	Intercepted []int    // defending fighters that rose against a raid and fight no other battle
	Homeless    []int    // defending fighters whose carrier was sunk; they seek refuge after all battles
}

// Damage is what raids and rockets did to a territory.
type Damage struct {
	Target board.SpaceID
	N      int // IPC
}

// Nation returns a power's own things, or nil for owners without a turn.
func (d *Position) Nation(power board.Power) *Nation {
	for i := range d.Nations {
		if d.Nations[i].Power == power {
			return &d.Nations[i]
		}
	}
	return nil
}

// Unit returns the unit with that ID, or nil. The pointer is good until a unit is added or removed.
func (d *Position) Unit(id int) *Unit {
	i := sort.Search(len(d.Units), func(i int) bool { return d.Units[i].ID >= id })
	if i < len(d.Units) && d.Units[i].ID == id {
		return &d.Units[i]
	}
	return nil
}

// Add puts a new unit on the board and returns its ID.
func (d *Position) Add(t board.UnitType, owner board.Power, at board.SpaceID) int {
	d.NextID++
	u := Unit{ID: d.NextID, Type: t, Owner: owner, At: at, Now: Fresh(at)}
	if t == board.AAGun {
		u.Original = owner
	}
	d.Units = append(d.Units, u)
	return d.NextID
}

// Remove takes units off the board. Their cargo must be named too.
func (d *Position) Remove(ids ...int) {
	d.Units = slices.DeleteFunc(d.Units, func(u Unit) bool { return slices.Contains(ids, u.ID) })
}

// Embark puts fighters that are in sea zones but on no carrier onto the carriers there: own carriers first, then
// allies' in ID order, two to a carrier. Fighters that find no room stay as they are.
func (d *Position) Embark(b *board.Board) {
	for i := range d.Units {
		if f := &d.Units[i]; f.Type == board.Fighter && f.Aboard == 0 && b.Space(f.At).Sea {
			f.Aboard = d.Deck(b, f)
		}
	}
}

// Deck finds a carrier with room in a fighter's space: own first, then allies' in ID order; 0 if there is none.
func (d *Position) Deck(b *board.Board, f *Unit) int {
	ally := 0
	for i := range d.Units {
		c := &d.Units[i]
		if c.Type != board.Carrier || c.At != f.At || !b.Allied(c.Owner, f.Owner) || len(d.CargoOf(c.ID)) >= DeckRoom {
			continue
		}
		if c.Owner == f.Owner {
			return c.ID
		}
		if ally == 0 {
			ally = c.ID
		}
	}
	return ally
}

// CargoOf returns the IDs of what is aboard a ship, in ID order.
func (d *Position) CargoOf(ship int) []int {
	var ids []int
	for i := range d.Units {
		if d.Units[i].Aboard == ship {
			ids = append(ids, d.Units[i].ID)
		}
	}
	return ids
}

// Clone copies everything.
func (d *Position) Clone() Position {
	c := d.CloneApart()
	for i := range c.Nations {
		n := &c.Nations[i]
		n.Standing, n.Answers = order.CloneStanding(n.Standing), order.CloneAll(n.Answers)
	}
	c.Turn.Sheet = c.Turn.Sheet.Clone()
	return c
}

// CloneApart copies everything but orders, which a position never changes in place and never gives away.
func (d *Position) CloneApart() Position {
	c := *d
	c.Units = slices.Clone(d.Units)
	c.Owner = slices.Clone(d.Owner)
	c.Victors = slices.Clone(d.Victors)
	c.Nations = slices.Clone(d.Nations)
	for i := range c.Nations {
		n := &c.Nations[i]
		n.Techs = slices.Clone(n.Techs)
		n.Advantages = slices.Clone(n.Advantages)
		n.Used = slices.Clone(n.Used)
		n.InForce = slices.Clone(n.InForce)
		n.AttackedBy = slices.Clone(n.AttackedBy)
		n.Standing = slices.Clone(n.Standing)
		n.Answers = slices.Clone(n.Answers)
	}
	c.Turn = d.Turn.clone()
	return c
}

func (t *Turn) clone() Turn {
	c := *t
	c.Sheet.Battles = slices.Clone(t.Sheet.Battles)
	c.StartOwner = slices.Clone(t.StartOwner)
	c.StartIC = slices.Clone(t.StartIC)
	c.StartEnemy = slices.Clone(t.StartEnemy)
	c.Captured = slices.Clone(t.Captured)
	c.Asked = slices.Clone(t.Asked)
	c.Plan = t.Plan.Clone()
	f := &c.Fight
	f.Queue = slices.Clone(f.Queue)
	for i := range f.Queue {
		f.Queue[i] = f.Queue[i].Clone()
	}
	f.Fought, f.Damage = slices.Clone(f.Fought), slices.Clone(f.Damage)
	f.Intercepted, f.Homeless = slices.Clone(f.Intercepted), slices.Clone(f.Homeless)
	return c
}

// Question is a question to another power during a turn; What is a word of names.md.
type Question struct {
	Power board.Power
	What  string
	Space board.SpaceID
}

// DeckRoom is how many fighters a carrier holds.
const DeckRoom = 2
