package dice

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Label names one group of dice: which units rolled, where, and for what. It alone distinguishes the dice of an
// epoch, so no label is used twice in one (TH-19). Its text is five tokens with one blank between:
//
//	<space> <kind> <round> <side> <step>      ukraine land 1 att fire
//	tech <ROLE> <attempt> - -                 tech GER 1 - -
//	advantage <ROLE> <n> - -                  advantage JPN 2 - -
//
// Make the first form as a literal with [SpaceToken] and the constants of this
// package, the others by [TechLabel] and [AdvantageLabel]. The table of labels
// in docs/dice.md gives an example of each.
type Label struct {
	Place string // a space token, or "tech" or "advantage"
	Kind  string // [Land] and so on, or the role
	Round int    // of the battle; else a running number; from 1
	Side  string // [Attacker], [Defender] or "-"
	Step  string // [StepFire] and so on, or "-"
}

// First words that are no space: dice that fall in no space.
const (
	placeTech      = "tech"
	placeAdvantage = "advantage"
	none           = "-"
)

// Kinds of rolling in a space.
const (
	Land    = "land"    // a land battle
	Sea     = "sea"     // a sea battle
	Air     = "air"     // escorts and interceptors over a raided complex
	AA      = "aa"      // antiaircraft fire
	Bombard = "bombard" // ships at the coast before a landing
	Raid    = "raid"    // damage done by raiding planes
	Rocket  = "rocket"  // damage done by a rocket
)

// Sides.
const (
	Attacker = "att"
	Defender = "def"
)

// Steps: what the group rolls for. One group is one side's units that fire in
// that step, in the canonical order of units.
const (
	StepFire        = "fire"        // all units without a step of their own
	StepSubmarines  = "submarines"  // submarines that fire before the others
	StepKamikaze    = "kamikaze"    // Japanese planes that do not come back
	StepKaiten      = "kaiten"      // Japanese submarines that do not come back
	StepEscort      = "escort"      // fighters that escort a raid
	StepInterceptor = "interceptor" // fighters that rise against a raid
	StepOver        = "over"        // antiaircraft fire at planes on their way to a battle; round is the route's number
	StepBattle      = "battle"      // antiaircraft fire at planes that fight a battle
	StepRaid        = "raid"        // antiaircraft fire at planes that raid
	StepRetreat     = "retreat"     // antiaircraft fire at planes that break off; round is that of the battle
	StepHome        = "home"        // antiaircraft fire at planes on their way home; round is the route's number
	StepDamage      = "damage"      // of a raid or a rocket, in IPC
)

var kinds = []string{Land, Sea, Air, AA, Bombard, Raid, Rocket}

// TechLabel is the label of a role's research dice; attempts count from 1.
func TechLabel(role string, attempt int) Label {
	return Label{Place: placeTech, Kind: role, Round: attempt, Side: none, Step: none}
}

// AdvantageLabel is the label of the n-th roll for a role's national
// advantages, counted from 1.
func AdvantageLabel(role string, n int) Label {
	return Label{Place: placeAdvantage, Kind: role, Round: n, Side: none, Step: none}
}

// SpaceToken returns a space's name as labels write it: in lower case, each run of characters that are neither letters
// nor digits replaced by one hyphen, without hyphens at the ends ("Karelia S.S.R." is karelia-s-s-r).
func SpaceToken(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	return strings.Join(words, "-")
}

// String returns the five tokens.
func (l Label) String() string {
	return l.Place + " " + l.Kind + " " + strconv.Itoa(l.Round) + " " + l.Side + " " + l.Step
}

// Check returns an error that names the first token out of form.
func (l Label) Check() error {
	if l.Round < 1 {
		return fmt.Errorf("label %q: the round counts from 1", l)
	}
	if l.Place == placeTech || l.Place == placeAdvantage {
		if !ValidRole(l.Kind) {
			return fmt.Errorf("label %q: %q is no role", l, l.Kind)
		}
		if l.Side != none || l.Step != none {
			return fmt.Errorf("label %q: a label of %s ends in two hyphens", l, l.Place)
		}
		return nil
	}
	switch {
	case l.Place == "" || SpaceToken(l.Place) != l.Place:
		return fmt.Errorf("label %q: %q is no space token", l, l.Place)
	case !slices.Contains(kinds, l.Kind):
		return fmt.Errorf("label %q: %q is none of %s", l, l.Kind, strings.Join(kinds, ", "))
	case l.Side != Attacker && l.Side != Defender:
		return fmt.Errorf("label %q: side %q is neither %s nor %s", l, l.Side, Attacker, Defender)
	case l.Step == "" || SpaceToken(l.Step) != l.Step:
		return fmt.Errorf("label %q: %q is no step", l, l.Step)
	}
	return nil
}

// ParseLabel reads the five tokens that [Label.String] writes, nothing else.
func ParseLabel(s string) (Label, error) {
	t := strings.Split(s, " ")
	if len(t) != 5 {
		return Label{}, fmt.Errorf("label %q has %d tokens, want 5 with one blank between", shorten(s), len(t))
	}
	round, err := ParseNumber(t[2])
	if err != nil {
		return Label{}, fmt.Errorf("label %q: round: %w", shorten(s), err)
	}
	l := Label{Place: t[0], Kind: t[1], Round: round, Side: t[3], Step: t[4]}
	return l, l.Check()
}

// ParseNumber reads a decimal number from 0 without sign or leading zeros.
func ParseNumber(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || strconv.Itoa(n) != s || n < 0 {
		return 0, fmt.Errorf("%q is no decimal number without sign and leading zeros", shorten(s))
	}
	return n, nil
}
