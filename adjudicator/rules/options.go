package rules

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Option is a setting of a game: names.md. Values[0] is the default; an option without Values takes what its check
// allows.
type Option struct {
	Name   string
	Values []string
	LHTR   string // the value that `lhtr on` sets, "" if it is no tournament switch
	Before string // value in games made before the option or its default changed; "" if neither did
	check  func(string) error
	apply  func(*Set, string)
}

// Options are the settings of one game that differ from the defaults, by name. The zero value is all defaults.
type Options struct{ list []Setting }

// Setting is one option's value.
type Setting struct{ Name, Value string }

// Get returns an option's value, its default where it was not set (D1).
func (o Options) Get(name string) string {
	for _, s := range o.list {
		if s.Name == name {
			return s.Value
		}
	}
	if opt := Lookup(name); opt != nil && len(opt.Values) > 0 {
		return opt.Values[0]
	}
	return ""
}

// All lists the settings that were made, by name; `bid` may occur several times.
func (o Options) All() []Setting { return slices.Clone(o.list) }

// Changed lists the settings that differ from their option's default, by name.
func (o Options) Changed() []Setting {
	return slices.DeleteFunc(o.All(), func(s Setting) bool {
		opt := Lookup(s.Name)
		return opt != nil && len(opt.Values) > 0 && opt.Values[0] == s.Value
	})
}

// With returns the options with one more setting. Several bids add up; any other option is replaced. The error names
// what is wrong and what would be right.
func (o Options) With(name, value string) (Options, error) {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	opt := Lookup(name)
	if opt == nil {
		return o, fmt.Errorf("there is no option %q; known are %s", name, strings.Join(Names(), ", "))
	}
	value = strings.TrimSpace(value)
	if len(opt.Values) > 0 {
		value = strings.ToLower(value)
	}
	if err := opt.accepts(value); err != nil {
		return o, err
	}
	list := slices.Clone(o.list)
	if name != "bid" {
		list = slices.DeleteFunc(list, func(s Setting) bool { return s.Name == name })
	}
	list = append(list, Setting{name, value})
	slices.SortStableFunc(list, func(a, b Setting) int { return strings.Compare(a.Name, b.Name) })
	return Options{list}, nil
}

// Settled returns the options with every setting of a rule set written out whose default is not what it was: a new game
// names them, and so keeps them when a default changes once more.
func (o Options) Settled(set string) (Options, error) {
	return o.fill(set, func(x Option) string { return x.Values[0] })
}

// Older returns the options as they hold in a game that was made before some defaults changed: what its set-up does not
// name keeps its old value.
func (o Options) Older(set string) (Options, error) {
	return o.fill(set, func(x Option) string { return x.Before })
}

// fill sets the options with a former value that are not set.
func (o Options) fill(set string, value func(Option) string) (Options, error) {
	var err error
	for _, x := range OptionsOf(set) {
		if _, ok := o.value(x.Name); !ok && x.Before != "" && err == nil {
			o, err = o.With(x.Name, value(x))
		}
	}
	return o, err
}

// String lists the settings, one a line, as they enter the rules hash.
func (o Options) String() string {
	var b strings.Builder
	for _, s := range o.list {
		fmt.Fprintf(&b, "option %s %s\n", s.Name, s.Value)
	}
	return b.String()
}

// accepts returns what is wrong with a value, or nil.
func (o *Option) accepts(value string) error {
	switch {
	case len(o.Values) > 0 && !slices.Contains(o.Values, value):
		return fmt.Errorf("option %s cannot be %q; it is one of %s", o.Name, value, strings.Join(o.Values, ", "))
	case o.check != nil:
		if err := o.check(value); err != nil {
			return fmt.Errorf("option %s: %w", o.Name, err)
		}
	}
	return nil
}

// Lookup returns the option of that name, or nil. An option that several rule sets have with different values is
// returned with the values of all.
func Lookup(name string) *Option {
	var found *Option
	for _, o := range allOptions() {
		switch {
		case o.Name != name:
		case found == nil:
			found = &o
		default:
			found.Values = slices.Compact(slices.Concat(found.Values,
				slices.DeleteFunc(slices.Clone(o.Values), func(v string) bool {
					return slices.Contains(found.Values, v)
				})))
		}
	}
	return found
}

// Names lists all options, each once.
func Names() []string {
	var ns []string
	for _, o := range allOptions() {
		if !slices.Contains(ns, o.Name) {
			ns = append(ns, o.Name)
		}
	}
	return ns
}

// OptionsOf lists the options that a rule set knows, in the order of its table.
func OptionsOf(set string) []Option {
	for _, e := range editions {
		if e.name == set {
			return slices.Concat(shared, e.options)
		}
	}
	return nil
}

func allOptions() []Option {
	list := slices.Clone(shared)
	for _, e := range editions {
		list = append(list, e.options...)
	}
	return list
}

// New makes a rule set with its options applied. Options and values that the set does not know are errors.
func New(name string, opts Options) (*Set, error) {
	i := slices.IndexFunc(editions, func(e edition) bool { return e.name == name })
	if i < 0 {
		return nil, fmt.Errorf("there are no rules %q; known are %s", name, strings.Join(SetNames(), ", "))
	}
	s := editions[i].make()
	s.Options = opts
	own := OptionsOf(name)
	for _, st := range opts.list {
		k := slices.IndexFunc(own, func(o Option) bool { return o.Name == st.Name })
		if k < 0 {
			return nil, fmt.Errorf("option %s is none of the rules %s", st.Name, name)
		}
		if err := own[k].accepts(st.Value); err != nil {
			return nil, err
		}
	}
	tournament := opts.Get("lhtr") == "on"
	for _, o := range own {
		v, set := opts.value(o.Name)
		switch {
		case o.apply == nil:
		case set:
			o.apply(s, v)
		case tournament && o.LHTR != "":
			o.apply(s, o.LHTR)
		}
	}
	s.Advantages = append(technologies(s.Combat.SuperSubDef), nationalAdvantages(s.Variants)...)
	return s, nil
}

// HasAdvantages reports whether games by these rules can be played with national advantages.
func (s *Set) HasAdvantages() bool {
	return slices.ContainsFunc(OptionsOf(s.Name), func(o Option) bool { return o.Name == "advantages" })
}

// StartingAdvantages returns how many national advantages the game gives each power before its first turn, and whether
// dice choose them.
func (s *Set) StartingAdvantages() (count int, rolled bool) {
	if s.Options.Get("advantages") != "on" {
		return 0, false
	}
	count, _ = strconv.Atoi(s.Options.Get("advantage-count")) // "" is none; the option takes nothing else but numbers
	return count, count > 0 && s.Options.Get("advantage-choice") == "rolled"
}

func (o Options) value(name string) (string, bool) {
	for _, s := range o.list {
		if s.Name == name {
			return s.Value, true
		}
	}
	return "", false
}

// SetNames lists the rule sets by name.
func SetNames() []string {
	ns := make([]string, len(editions))
	for i, e := range editions {
		ns[i] = e.name
	}
	slices.Sort(ns)
	return ns
}

// edition is a rule set before its options are applied.
type edition struct {
	name    string
	make    func() *Set
	options []Option // in addition to the shared ones
}

// editions are all rule sets: the one list of them. Each is defined in the file of its name.
var editions = []edition{
	{"revised", revised, revisedOptions},
	{"europe", europe, europeOptions},
}

func checkCount(v string) error {
	if n, err := strconv.Atoi(v); err != nil || n < 0 || n > 6 {
		return fmt.Errorf("%q is no number from 0 to 6", v)
	}
	return nil
}

// individual returns the individual winners that an option's value makes a victory name.
func individual(v string, on Individual) Individual {
	if v == "on" {
		return on
	}
	return NoIndividual
}

func nonEmpty(v string) error {
	if v == "" {
		return fmt.Errorf("it needs a value, as in: bid Germany 6")
	}
	return nil
}

// shared are the options of every rule set (names.md). Values that only the running of a game needs have no apply.
var shared = []Option{
	{Name: "low-luck", Values: []string{"off", "on"}, apply: func(s *Set, v string) { s.Combat.LowLuck = v == "on" }},
	{Name: "bid", check: nonEmpty},
	{Name: "play", Values: []string{"at-once", "deadline"}},
	{Name: "dice", Values: []string{"tier-0", "tier-2"}},
}
