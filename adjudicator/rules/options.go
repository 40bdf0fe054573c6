package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules/advantages"
)

// Option is a setting of a game: names.md. Values[0] is the default; an option without Values takes what its check allows.
type Option struct {
	Name   string
	Values []string
	Games  string // rule sets that know it, blank-separated
	LHTR   string // the value that `lhtr on` sets, "" if it is no tournament switch
	check  func(string) error
	apply  func(*Set, string)
}

// Options are the settings of one game that differ from the defaults, by name. The zero value is all defaults.
type Options struct{ list []Setting }

// Setting is one option's value.
type Setting struct{ Name, Value string }

// Get returns an option's value, its default where it was not set.
func (o Options) Get(name string) string {
	for _, s := range o.list {
		if s.Name == name {
			return s.Value
		}
	}
	for _, opt := range known {
		if opt.Name == name && len(opt.Values) > 0 {
			return opt.Values[0]
		}
	}
	return ""
}

// All lists the settings that were made, by name; `bid` may occur several times.
func (o Options) All() []Setting { return slices.Clone(o.list) }

// With returns the options with one more setting. Several bids add up; any other option is replaced. The error names what is
// wrong and what would be right.
func (o Options) With(name, value string) (Options, error) {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	opt := Lookup(name)
	if opt == nil {
		return o, fmt.Errorf("there is no option %q; known are %s", name, strings.Join(Names(), ", "))
	}
	value = strings.TrimSpace(value)
	if len(opt.Values) > 0 {
		value = strings.ToLower(value)
		if !slices.Contains(opt.Values, value) && (opt.check == nil || opt.check(value) != nil) {
			return o, fmt.Errorf("option %s cannot be %q; it is one of %s", name, value, strings.Join(opt.Values, ", "))
		}
	} else if opt.check != nil {
		if err := opt.check(value); err != nil {
			return o, fmt.Errorf("option %s: %w", name, err)
		}
	}
	list := slices.Clone(o.list)
	if name != "bid" {
		list = slices.DeleteFunc(list, func(s Setting) bool { return s.Name == name })
	}
	list = append(list, Setting{name, value})
	slices.SortStableFunc(list, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return Options{list}, nil
}

// String lists the settings, one a line, as they enter the rules hash.
func (o Options) String() string {
	var b strings.Builder
	for _, s := range o.list {
		fmt.Fprintf(&b, "option %s %s\n", s.Name, s.Value)
	}
	return b.String()
}

// Lookup returns the option of that name, or nil.
func Lookup(name string) *Option {
	for i := range known {
		if known[i].Name == name {
			return &known[i]
		}
	}
	return nil
}

// Names lists all options.
func Names() []string {
	ns := make([]string, len(known))
	for i, o := range known {
		ns[i] = o.Name
	}
	return ns
}

// New makes a rule set with its options applied. Options that the set does not know are errors.
func New(name string, opts Options) (*Set, error) {
	make, ok := sets[name]
	if !ok {
		return nil, fmt.Errorf("there are no rules %q; known are %s", name, strings.Join(SetNames(), ", "))
	}
	s := make()
	s.Options = opts
	lhtr := opts.Get("lhtr") == "on"
	for _, o := range known {
		if o.apply == nil || !slices.Contains(strings.Fields(o.Games), name) {
			continue
		}
		v, set := opts.value(o.Name)
		switch {
		case set:
			o.apply(s, v)
		case lhtr && o.LHTR != "":
			o.apply(s, o.LHTR)
		}
	}
	s.Traits = append(technologies(s.Combat.SuperSubDef), advantages.All(s.Variants)...)
	for _, st := range opts.list {
		if !slices.Contains(strings.Fields(Lookup(st.Name).Games), name) {
			return nil, fmt.Errorf("option %s is none of the rules %s", st.Name, name)
		}
	}
	return s, nil
}

func (o Options) value(name string) (string, bool) {
	for _, s := range o.list {
		if s.Name == name {
			return s.Value, true
		}
	}
	return "", false
}

// SetNames lists the rule sets.
func SetNames() []string {
	var ns []string
	for n := range sets {
		ns = append(ns, n)
	}
	slices.Sort(ns)
	return ns
}

// sets are the rule sets by name: the one list of them.
var sets = map[string]func() *Set{"revised": revised, "europe": europe}

const both = "revised europe"

func count(v string) error {
	if n, err := strconv.Atoi(v); err != nil || n < 0 || n > 6 {
		return fmt.Errorf("%q is no number from 0 to 6", v)
	}
	return nil
}

func nonEmpty(v string) error {
	if v == "" {
		return fmt.Errorf("it needs a value, as in: bid Germany 6")
	}
	return nil
}

// known is the table of names.md. Values that only the running of a game needs (play, dice, advantages …) have no apply.
var known = []Option{
	{Name: "victory", Values: []string{"minor", "major", "total", "9"}, Games: "revised", apply: func(s *Set, v string) {
		s.Victory.Cities = map[string]int{"minor": 8, "major": 10, "total": 12, "9": 9}[v]
	}},
	{Name: "advantages", Values: []string{"off", "on"}, Games: "revised"},
	{Name: "advantage-count", Games: "revised", check: count},
	{Name: "advantage-choice", Values: []string{"chosen", "rolled"}, Games: "revised"},
	{Name: "technologies", Values: []string{"on", "off"}, Games: "revised", apply: func(s *Set, v string) {
		s.Tech.Research = v == "on"
		if v == "off" {
			s.Phases = slices.DeleteFunc(slices.Clone(s.Phases), func(p order.Phase) bool { return p == order.Research })
		}
	}},
	{Name: "low-luck", Values: []string{"off", "on"}, Games: both, apply: func(s *Set, v string) { s.Combat.LowLuck = v == "on" }},
	{Name: "bid", Games: both, check: nonEmpty},
	{Name: "individual-winner", Values: []string{"off", "on"}, Games: "revised", apply: func(s *Set, v string) { s.Victory.Individual = v == "on" }},
	{Name: "play", Values: []string{"at-once", "deadline"}, Games: both},
	{Name: "dice", Values: []string{"tier-0", "tier-2"}, Games: both},

	{Name: "lhtr", Values: []string{"off", "on"}, Games: "revised"},
	{Name: "flak", Values: []string{"always", "combat"}, Games: "revised", LHTR: "combat", apply: func(s *Set, v string) {
		all := v == "always"
		s.Flak.Return, s.Flak.Retreat, s.Flak.Noncombat = all, all, all
	}},
	{Name: "planes-land", Values: []string{"combat", "noncombat"}, Games: "revised", LHTR: "noncombat", apply: func(s *Set, v string) { s.Air.LandInNoncombat = v == "noncombat" }},
	{Name: "tech-effect", Values: []string{"at-once", "end"}, Games: "revised", LHTR: "end", apply: func(s *Set, v string) { s.Tech.AtEnd = v == "end" }},
	{Name: "super-submarine-defence", Values: []string{"2", "3"}, Games: "revised", LHTR: "3", apply: func(s *Set, v string) { s.Combat.SuperSubDef, _ = strconv.Atoi(v) }},
	{Name: "heavy-bombers", Values: []string{"both", "best"}, Games: "revised", LHTR: "best", apply: func(s *Set, v string) { s.Combat.HeavyBest = v == "best" }},
	{Name: "raid-cap", Values: []string{"unit", "territory", "none"}, Games: both, LHTR: "territory", apply: func(s *Set, v string) {
		s.Raid.Cap = map[string]Cap{"unit": CapUnit, "territory": CapTerritory, "none": CapNone}[v]
	}},
	{Name: "wait-for-new-carrier", Values: []string{"no", "yes"}, Games: "revised", LHTR: "yes", apply: func(s *Set, v string) { s.Air.WaitForCarrier = v == "yes" }},
	{Name: "old-fighters-on-new-carriers", Values: []string{"yes", "no"}, Games: "revised", LHTR: "no", apply: func(s *Set, v string) { s.Factory.OldOnNewCarriers = v == "yes" }},
	{Name: "new-fighters-on-old-carriers", Values: []string{"no", "yes"}, Games: "revised", LHTR: "yes", apply: func(s *Set, v string) { s.Factory.NewOnOldCarriers = v == "yes" }},
	{Name: "loaded-must-land", Values: []string{"no", "yes"}, Games: "revised", LHTR: "yes", apply: func(s *Set, v string) { s.Landing.MustLand = v == "yes" }},
	{Name: "transport-after-combat", Values: []string{"either", "unload"}, Games: "revised", LHTR: "unload", apply: func(s *Set, v string) { s.Landing.LoadAfter = v == "either" }},
	{Name: "call-off", Values: []string{"yes", "no"}, Games: both, LHTR: "no", apply: func(s *Set, v string) { s.Landing.CallOff = v == "yes" }},
	{Name: "enigma", Values: []string{"any", "sea"}, Games: "revised", LHTR: "sea", apply: func(s *Set, v string) { s.Variants.EnigmaAtSea = v == "sea" }},
	{Name: "joint-strike", Values: []string{"uk-turn", "before-ussr"}, Games: "revised", LHTR: "before-ussr", apply: func(s *Set, v string) { s.Variants.JointStrikeEarly = v == "before-ussr" }},

	{Name: "fire-order", Values: []string{"attacker-first", "defender-first"}, Games: "europe", apply: func(s *Set, v string) { s.Combat.DefenderFirst = v == "defender-first" }},
	{Name: "tank-with-infantry", Values: []string{"no", "yes"}, Games: "europe", apply: func(s *Set, v string) {
		if v == "yes" {
			s.Landing.Fits = europeCargoWithTank
		}
	}},
	{Name: "victory-check", Values: []string{"end", "start"}, Games: "europe", apply: func(s *Set, v string) { s.Victory.AtStart = v == "start" }},
	{Name: "hold-berlin", Values: []string{"yes", "no"}, Games: "europe", apply: func(s *Set, v string) { s.Victory.HoldOwn = v == "yes" }},
	{Name: "defending-sub-first-strike", Values: []string{"no", "yes"}, Games: "europe", apply: func(s *Set, v string) { s.Subs.DefendFirst = v == "yes" }},
	{Name: "interceptor-hit", Values: []string{"2", "1"}, Games: "europe", apply: func(s *Set, v string) { s.Raid.InterceptorHit, _ = strconv.Atoi(v) }},
	{Name: "oil-debt", Values: []string{"pay-what-they-have", "none"}, Games: "europe", apply: func(s *Set, v string) { s.Oil.NoDebt = v == "none" }},
	{Name: "middle-east-retaken", Values: []string{"returns", "captor"}, Games: "europe", apply: func(s *Set, v string) { s.Oil.ToCaptor = v == "captor" }},
	{Name: "interceptors-fight-on", Values: []string{"no", "yes"}, Games: "europe", apply: func(s *Set, v string) { s.Raid.InterceptorsStay = v == "yes" }},
	{Name: "gibraltar-island", Values: []string{"no", "yes"}, Games: "europe", apply: func(s *Set, v string) { s.Ships.Refuges = gibraltarRefuge(v == "yes") }},
	{Name: "destroyer-bombardment", Values: []string{"3", "2"}, Games: "europe", apply: func(s *Set, v string) { s.Landing.Bombard[board.Destroyer], _ = strconv.Atoi(v) }},
	{Name: "patriotic-war", Values: []string{"anywhere", "factory"}, Games: "europe", apply: func(s *Set, v string) { s.Patriot.OnlyFactory = v == "factory" }},
}
