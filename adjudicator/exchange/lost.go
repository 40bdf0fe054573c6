package exchange

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
)

// property is an option of the rules as a map has it.
type property struct {
	name   string // of a boolean; a name that begins with a space ends the names of two numbers
	value  string
	option string // its name here
	usual  bool   // the value is the one without the option
}

// properties are the options that TripleA knows.
func properties(set *rules.Set) []property {
	flag := func(name string, on, usual bool, option string) property {
		return property{name, strconv.FormatBool(on), option, on == usual}
	}
	cities := set.Victory.Cities
	minor := cities != 10 && cities != 12
	superSub := 0
	if set.Combat.SuperSubDef == 3 {
		superSub = 1
	}
	list := []property{
		flag("Low Luck", set.Combat.LowLuck, false, "low-luck"),
		flag("Low Luck for AntiAircraft", set.Combat.LowLuck, false, "low-luck"),
		flag("Tech Development", set.Tech.Research, true, "technologies"),
		flag("Territory Turn Limit", set.Raid.Cap == rules.CapTerritory, false, "raid-cap"),
		flag("Always on AA", set.AntiaircraftFire.Noncombat, true, "flak"),
		flag("LHTR Heavy Bombers", set.Combat.HeavyBest, false, "heavy-bombers"),
		{"Super Sub Defence Bonus", strconv.Itoa(superSub), "super-submarine-defence", superSub == 0},
		flag("LHTR Carrier production rules", !set.Factory.OldOnNewCarriers, false, "old-fighters-on-new-carriers"),
		flag("Projection of Power", minor, true, "victory"),
		flag("Honorable Surrender", cities == 10, false, "victory"),
		flag("Total Victory", cities == 12, false, "victory"),
	}
	if minor {
		list = append(list, property{" Projection of Power VCs", strconv.Itoa(cities), "victory", true})
	}
	return list
}

// properties gives the map's properties the values of the game's options. One that the map lacks is not added.
func (w *writer) properties() {
	list := w.root.child("propertyList").all("property")
	for _, p := range properties(w.set) {
		found := false
		for _, e := range list {
			name := e.attrs["name"]
			if name != p.name && !(p.name[0] == ' ' && strings.HasSuffix(name, p.name)) {
				continue
			}
			if value, ok := e.attrs["value"]; ok {
				found = true
				if value != p.value {
					w.change(e, "value", p.value)
				}
			}
		}
		if !found && !p.usual {
			w.lose(LostOption, 1, p.option, w.set.Options.Get(p.option))
		}
	}
}

// elsewhere are options that are told by properties, or are nothing that TripleA would have to know.
var elsewhere = []string{"low-luck", "technologies", "raid-cap", "flak", "heavy-bombers", "super-submarine-defence",
	"old-fighters-on-new-carriers", "victory", "bid", "play", "dice", "advantages", "advantage-count", "advantage-choice"}

// Loss is something that a position has and a file for TripleA has not.
type Loss struct {
	Kind  LossKind
	N     int      // how many, of what is counted
	Names []string // of national advantages; an option and its value
}

// LossKind is what is lost.
type LossKind string

// The kinds of losses.
const (
	LostAdvantages LossKind = "advantages" // national advantages
	LostSubmerged  LossKind = "submerged"  // submarines that are submerged
	LostMoves      LossKind = "moves"      // units have moved this turn; TripleA lets them move again
	LostBattles    LossKind = "battles"    // battles are under way
	LostStanding   LossKind = "standing"   // standing orders
	LostOption     LossKind = "option"     // an option of the rules that TripleA does not have
)

// LossKinds lists them.
func LossKinds() []LossKind {
	return []LossKind{LostAdvantages, LostSubmerged, LostMoves, LostBattles, LostStanding, LostOption}
}

func (l Loss) String() string {
	switch l.Kind {
	case LostAdvantages:
		return fmt.Sprintf("%s (%s)", count(l.N, "national advantage"), strings.Join(l.Names, ", "))
	case LostSubmerged:
		return count(l.N, "submerged submarine")
	case LostMoves:
		return fmt.Sprintf("what %s did this turn: TripleA lets them move again", count(l.N, "unit"))
	case LostBattles:
		return "how far the battles have come"
	case LostStanding:
		return count(l.N, "standing order")
	default:
		return "option " + strings.Join(l.Names, " ")
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// lose adds a loss, once.
func (w *writer) lose(kind LossKind, n int, names ...string) {
	l := Loss{kind, n, names}
	same := func(x Loss) bool { return x.Kind == kind && slices.Equal(x.Names, names) }
	if n > 0 && !slices.ContainsFunc(w.out.NotCarried, same) {
		w.out.NotCarried = append(w.out.NotCarried, l)
	}
}

// lost lists what the position has and the file has not.
func (w *writer) lost() {
	var advantages []string
	standing := 0
	for n := range w.pos.Nations() {
		advantages = append(advantages, n.Advantages()...)
		standing += len(n.Standing())
	}
	w.lose(LostAdvantages, len(advantages), advantages...)
	submerged, moved, battles := 0, 0, 0
	for u := range w.pos.Units() {
		if u.Submerged {
			submerged++
		}
		if u.Owner == w.pos.Power() && u.Now != position.Fresh(u.Now.Start) {
			moved++
		}
	}
	if w.pos.Turn().HasBattles() {
		battles = 1
	}
	w.lose(LostSubmerged, submerged)
	w.lose(LostMoves, moved)
	w.lose(LostBattles, battles)
	w.lose(LostStanding, standing)
	for _, s := range w.set.Options.Changed() {
		if !slices.Contains(elsewhere, s.Name) && slices.ContainsFunc(rules.OptionsOf(w.set.Name),
			func(o rules.Option) bool { return o.Name == s.Name }) {
			w.lose(LostOption, 1, s.Name, s.Value)
		}
	}
}
