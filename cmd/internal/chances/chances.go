// Package chances answers questions of odds that people type: it makes a battle of their words and asks package odds.
// The command line and the mail command `odds` share it.
package chances

import (
	"fmt"
	"slices"
	"strings"

	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/odds"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/commands"
	"fieldpost/orders/messages"
	"fieldpost/orders/syntax"
)

// Question is a battle in words. Empty fields mean: nothing special.
type Question struct {
	Rules          string // rule set, by default revised
	Attacker       string // units, as in "3 infantry, 1 tank"
	Defender       string
	At             string // "land" or "sea"; by default sea if a ship fights
	Amphibious     bool   // the attacker's land units come from the sea
	Bombard        string // ships that bombard before a landing
	AttackerLosses string // order of loss, as in `losses …`
	DefenderLosses string
	AttackerTech   string // technologies, separated by commas
	DefenderTech   string
	Submerge       string // "never", "always", or "" and "default"
	Retreat        string // a condition, as in "after round 2"
}

// Ask returns the chances of the battle in question. The error says which words were not understood, or is a
// *odds.LimitError.
func Ask(q Question) (odds.Result, error) {
	b, err := q.Battle()
	if err != nil {
		return odds.Result{}, err
	}
	return odds.Compute(b, odds.Options{Retreats: q.Retreat != ""})
}

// Battle makes a battle of the question.
func (q Question) Battle() (battle.Battle, error) {
	if q.Rules == "" {
		q.Rules = "revised"
	}
	set, err := rules.New(q.Rules, rules.Options{})
	if err != nil {
		return battle.Battle{}, err
	}
	m := maker{set: set, q: q}
	return m.make()
}

type maker struct {
	set  *rules.Set
	q    Question
	next int // unit IDs
}

// powers are the sides' default powers: the first of the Axis attacks the first of the Allies.
func (m *maker) powers() (att, def board.Power) {
	for _, s := range slices.Backward(m.set.Board.Seats) {
		if s.Side == board.Axis {
			att = s.Power
		} else {
			def = s.Power
		}
	}
	return att, def
}

func (m *maker) make() (battle.Battle, error) {
	attackers, defenders, err := m.units()
	if err != nil {
		return battle.Battle{}, err
	}
	att, def := m.powers()
	b := battle.Battle{Set: m.set, Space: board.NoSpace, Sea: m.sea(attackers, defenders), Controller: def,
		Landing: m.q.Amphibious}
	if b.Attacker, err = m.side(att, attackers, m.q.AttackerTech, m.q.AttackerLosses, m.q.Retreat); err != nil {
		return b, err
	}
	if b.Defender, err = m.side(def, defenders, m.q.DefenderTech, m.q.DefenderLosses, ""); err != nil {
		return b, err
	}
	if m.q.Amphibious {
		for i := range b.Attacker.Units {
			b.Attacker.Units[i].FromSea = b.Attacker.Units[i].Type.IsLand()
		}
	}
	if m.q.Bombard != "" {
		ships, err := m.list(m.q.Bombard)
		if err != nil {
			return b, err
		}
		if b.Ships, err = m.combatants(att, ships); err != nil {
			return b, err
		}
	}
	if slices.ContainsFunc(defenders, func(u order.Units) bool { return u.Type == board.AAGun }) {
		b.Gun = battle.Gun{Owner: def, Value: m.set.GunHits(b.Defender.Armies[0].Advantages, board.Nobody, def)}
	}
	if m.q.Retreat != "" {
		b.Ways = []board.SpaceID{0}
	}
	b.Odds = odds.Chance
	return b, nil
}

// units reads both lists as the mail command does.
func (m *maker) units() (att, def []order.Units, err error) {
	c, err := m.command("odds " + m.q.Attacker + " vs " + m.q.Defender)
	if err != nil {
		return nil, nil, err
	}
	return c.Attackers, c.Defenders, nil
}

func (m *maker) list(text string) ([]order.Units, error) {
	c, err := m.command("odds " + text + " vs 1 infantry")
	return c.Attackers, err
}

func (m *maker) command(line string) (commands.Odds, error) {
	f := orders.Parse(line, orders.Context{Board: m.set.Board})
	for _, c := range f.Commands {
		if o, ok := c.(commands.Odds); ok && !order.Refuses(f.Faults) {
			return o, nil
		}
	}
	return commands.Odds{}, m.misread(line, f)
}

// misread says what was not understood, in English: these words come from a command line.
func (m *maker) misread(line string, f orders.File) error {
	for _, x := range f.Faults {
		what, remedy := messages.Text(x, syntax.English, m.set.Board)
		return fmt.Errorf("%q: %s %s", line, what, remedy)
	}
	return fmt.Errorf("%q was not understood; write, for example, odds '3 infantry, 1 tank' vs '2 infantry'", line)
}

// sea reports whether the battle is fought at sea.
func (m *maker) sea(att, def []order.Units) bool {
	if m.q.At != "" || m.q.Amphibious {
		return m.q.At == "sea"
	}
	return slices.ContainsFunc(slices.Concat(att, def), func(u order.Units) bool { return u.Type.IsShip() })
}

func (m *maker) side(power board.Power, us []order.Units, techs, losses, retreat string) (battle.Side, error) {
	active, err := m.techs(techs)
	if err != nil {
		return battle.Side{}, err
	}
	tactics, err := m.tactics(losses, retreat)
	if err != nil {
		return battle.Side{}, err
	}
	units, err := m.combatants(power, us)
	return battle.Side{Armies: []battle.Army{{Power: power, Advantages: active, Tactics: tactics}}, Units: units}, err
}

// combatants returns the fighting units. The error is a *odds.LimitError: the numbers that people type are looked at
// before anything is made of that size.
func (m *maker) combatants(power board.Power, us []order.Units) ([]battle.Unit, error) {
	n := 0
	for _, u := range us {
		if !u.Type.IsBooty() {
			n += max(0, u.N) // order.All is none here
		}
	}
	if n > odds.MaxUnits {
		return nil, &odds.LimitError{What: odds.Units, Have: n, Most: odds.MaxUnits}
	}
	var out []battle.Unit
	for _, u := range us {
		if u.Type.IsBooty() {
			continue
		}
		for range u.N {
			m.next++
			out = append(out, battle.Unit{ID: m.next, Type: u.Type, Owner: power})
		}
	}
	return out, nil
}

func (m *maker) techs(list string) ([]*rules.Advantage, error) {
	var out []*rules.Advantage
	for name := range strings.SplitSeq(list, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "" {
			continue
		}
		i := slices.IndexFunc(m.set.Advantages, func(a rules.Advantage) bool {
			return a.Tech > 0 && (a.Name == name || strings.ReplaceAll(a.Name, "-", " ") == name)
		})
		if i < 0 {
			return nil, fmt.Errorf("there is no technology %q; known are %s",
				name, strings.Join(rules.TechNames[1:], ", "))
		}
		out = append(out, &m.set.Advantages[i])
	}
	return out, nil
}

// tactics reads order of loss, retreat and submerging as lines of a battle section.
func (m *maker) tactics(losses, retreat string) ([]order.Tactic, error) {
	where := m.set.Board.Name(0)
	text := "battle " + where + "\n"
	if losses != "" {
		text += "losses " + losses + "\n"
	}
	if retreat != "" {
		text += "retreat to " + where + " " + retreat + "\n"
	}
	switch m.q.Submerge {
	case "never", "always":
		text += "submerge " + m.q.Submerge + "\n"
	case "", "default":
	default:
		return nil, fmt.Errorf("submerge cannot be %q: it is never, always or default", m.q.Submerge)
	}
	f := orders.Parse(text, orders.Context{Board: m.set.Board})
	if order.Refuses(f.Faults) || len(f.Sheet.Battles) != 1 {
		return nil, m.misread(strings.TrimSpace(strings.TrimPrefix(text, "battle "+where)), f)
	}
	return f.Sheet.Battles[0].Tactics, nil
}
