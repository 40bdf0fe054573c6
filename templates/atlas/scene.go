package atlas

// Scene is all that a picture shows. Names of spaces, powers and units are
// the canonical ones (as package board has them); labels, title and legend are
// in the reader's language.
type Scene struct {
	Board   string // a board by its name, as package board has it
	Title   string // one line above the map; none if empty
	Spaces  []Space
	Arrows  []Arrow
	Battles []string // spaces where a battle was fought
	Legend  []Entry  // below the map, in this order
	Crop    []string // spaces to show; the whole map if empty
	Sums    []string // lines below the map: what each side has, and how far it is from winning
}

// Space is what the map shows of one space. Spaces that a scene does not mention are drawn empty and ownerless.
type Space struct {
	Name      string // canonical, as in the board's data
	Label     string // as drawn: a name, or a sea zone's number
	Owner     string // canonical power, "neutral", "Middle East", or empty
	Conquered string // the owner before, if it changed hands this turn: hatched in that owner's colour
	Stacks    []Stack
	Factory   bool // industrial complex
	Guns      int  // antiaircraft guns
	Income    int  // IPC a turn; not written if 0
	City      bool // victory city
	Capital   bool
}

// Stack is a number of units of one type and power.
type Stack struct {
	Power string
	Unit  string // canonical unit type: "infantry", "aircraft carrier", …
	Count int
}

// Movement is the kind of an arrow.
type Movement int

// Kinds of movement.
const (
	ByLand Movement = iota
	BySea
	ByAir
)

// Act is what a move is made for.
type Act int

// Acts: their arrows are solid, hollow and dashed.
const (
	Combat Act = iota
	Noncombat
	Retreat
)

// Arrow is a move of this turn.
type Arrow struct {
	From, To string // canonical spaces
	Kind     Movement
	Power    string // whose move: the arrow's colour
	Act      Act
	Count    int // how many units move; not written if 0
}

// Entry is a sign of the legend with its meaning. Sign is "power" (a field of
// the power's colour), "combat move", "noncombat move", "retreat", "battle", "conquest",
// "city", "capital" or a unit type; Power colours it.
type Entry struct {
	Sign  string
	Power string
	Label string
}
