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
			w.out.NotCarried = append(w.out.NotCarried,
				fmt.Sprintf("option %s, for which the map has no property %s", p.option, p.name))
		}
	}
}

// elsewhere are options that are told by properties, or are nothing that TripleA would have to know.
var elsewhere = []string{"low-luck", "technologies", "raid-cap", "flak", "heavy-bombers", "super-submarine-defence",
	"old-fighters-on-new-carriers", "victory", "bid", "play", "dice", "advantages", "advantage-count", "advantage-choice"}

// lost lists what the position has and the file has not.
func (w *writer) lost() {
	add := func(format string, args ...any) {
		w.out.NotCarried = append(w.out.NotCarried, fmt.Sprintf(format, args...))
	}
	var advantages []string
	standing := 0
	for n := range w.pos.Nations() {
		advantages = append(advantages, n.Advantages()...)
		standing += len(n.Standing())
	}
	if len(advantages) > 0 {
		add("%s (%s)", count(len(advantages), "national advantage"), strings.Join(advantages, ", "))
	}
	submerged, moved := 0, 0
	for u := range w.pos.Units() {
		if u.Submerged {
			submerged++
		}
		if u.Owner == w.pos.Power() && u.Now != position.Fresh(u.Now.Start) {
			moved++
		}
	}
	if submerged > 0 {
		add("%s", count(submerged, "submerged submarine"))
	}
	if moved > 0 {
		add("what %s did this turn: TripleA lets them move again", count(moved, "unit"))
	}
	if w.pos.Turn().HasBattles() {
		add("how far the battles have come")
	}
	if standing > 0 {
		add("%s", count(standing, "standing order"))
	}
	for _, s := range w.set.Options.Changed() {
		if !slices.Contains(elsewhere, s.Name) && slices.ContainsFunc(rules.OptionsOf(w.set.Name),
			func(o rules.Option) bool { return o.Name == s.Name }) {
			add("option %s %s", s.Name, s.Value)
		}
	}
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
