package game

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"fieldpost/adjudicator/rules"
)

// Settings are the settings of how a game is run: its clocks, seats, press, what the referee may do. They change
// nothing of the war, so unlike the options of a rule set they do not enter the rules hash, and the referee may change
// them while the game runs, by a record that everybody sees. The zero value is all defaults.
type Settings struct {
	Changed []rules.Setting `json:"settings,omitempty"` // by name
}

// Setting is one of these settings.
type Setting struct {
	Name    string
	Default string
	Values  []string // all it can be; nil: what check allows
	check   func(string) error
	exact   bool // small letters and capitals are not the same
}

// AllSettings lists all settings, in the order in which the handbook explains them.
func AllSettings() []Setting {
	return slices.Concat(
		seatOptions,
		pressOptions,
		clockOptions,
		voteOptions,
		beaconOptions,
		bidOptions,
		refereeOptions,
	)
}

// seatOptions are about who may sit at the table.
var seatOptions = []Setting{
	{Name: "joining", Default: "closed", Values: []string{"closed", "approval", "open"}},
	{Name: "observers", Default: "approval", Values: []string{"closed", "approval", "open"}},
	// whose addresses are proved: of those who come by mail, of all
	{Name: "confirm", Default: "mail", Values: []string{"mail", "on", "off"}},
	{Name: "start", Default: "referee", Values: []string{"referee", "auto"}},
	// whether reports name players beside their powers
	{Name: "names", Default: "shown", Values: []string{"shown", "hidden"}},
	{Name: "vacant-seat", Default: "substitute", Values: []string{"substitute", "wait"}},
	// a mail with the key from elsewhere
	{Name: "unknown-address", Default: "accept", Values: []string{"accept", "hold"}},
	// a mail whose key others can see
	{Name: "seen-key", Default: "accept", Values: []string{"accept", "hold"}},
}

// LookupSetting finds a setting by name; ok is false if there is none.
func LookupSetting(name string) (o Setting, ok bool) {
	all := AllSettings()
	i := slices.IndexFunc(all, func(o Setting) bool { return o.Name == name })
	if i < 0 {
		return o, false
	}
	return all[i], true
}

// Get returns a setting, its default where it was not set, "" if there is none of that name.
func (h Settings) Get(name string) string {
	for _, s := range h.Changed {
		if s.Name == name {
			return s.Value
		}
	}
	o, _ := LookupSetting(name)
	return o.Default
}

// With returns the settings with one more changed. The error names what is wrong and what would be right.
func (h Settings) With(name, value string) (Settings, error) {
	name = strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "-")
	value = strings.Join(strings.Fields(value), " ")
	o, ok := LookupSetting(name)
	if !ok {
		return h, fmt.Errorf("there is no setting %q", name)
	}
	if !o.exact {
		value = strings.ToLower(value)
	}
	if o.Values != nil && !slices.Contains(o.Values, value) {
		return h, fmt.Errorf("setting %s cannot be %q; it is one of %s", name, value, strings.Join(o.Values, ", "))
	}
	if o.check != nil {
		if err := o.check(value); err != nil {
			return h, fmt.Errorf("setting %s: %w", name, err)
		}
	}
	list := slices.DeleteFunc(slices.Clone(h.Changed), func(s rules.Setting) bool { return s.Name == name })
	list = append(list, rules.Setting{Name: name, Value: value})
	slices.SortFunc(list, func(a, b rules.Setting) int { return strings.Compare(a.Name, b.Name) })
	return Settings{list}, nil
}

// Duration reads a setting that is a span of time; ok is false where it is none.
func (h Settings) Duration(name string) (d time.Duration, ok bool) {
	d, err := parseSpan(h.Get(name))
	return d, err == nil && h.Get(name) != none
}

// none is the value of a setting that is not in force.
const none = "none"

// parseSpan reads a span of time as people write it: 90m, 48h, 3d, 2w, or none, which is 0.
func parseSpan(s string) (time.Duration, error) {
	if s == none {
		return 0, nil
	}
	units := map[string]time.Duration{"m": time.Minute, "h": time.Hour, "d": 24 * time.Hour, "w": 7 * 24 * time.Hour}
	digits := strings.TrimRight(s, "mhdw")
	n, err := strconv.Atoi(digits)
	unit, known := units[strings.TrimPrefix(s, digits)]
	if err != nil || !known || n < 0 || n > 10000 {
		return 0, fmt.Errorf("%q is no span of time; write 90m, 48h, 3d, 2w or none", s)
	}
	return time.Duration(n) * unit, nil
}

// span checks a setting that is a span of time.
func span(v string) error {
	_, err := parseSpan(v)
	return err
}
