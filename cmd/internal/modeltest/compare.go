package modeltest

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/cases"
)

// engine is the position as the engine has it. Everything that the comparison asks of the engine is asked here.
type engine struct {
	set *rules.Set
	pos *position.Position
}

// begin gives the engine a position as a case.
func begin(setup, standing string) (*engine, error) {
	text := "A position of the second model.\n-- setup --\n" + setup + standing + "-- want --\nno winner\n"
	c, err := cases.Parse("model.txtar", []byte(text))
	if err != nil {
		return nil, err
	}
	set, p, err := c.Start()
	if err != nil {
		return nil, err
	}
	return &engine{set, p}, nil
}

func (e *engine) parse(who, text string) (orders.File, []order.Fault) {
	f := orders.Parse(text, orders.Context{Board: e.set.Board, Phase: e.pos.Phase(), Power: board.Power(who)})
	return f, f.Faults
}

// judge returns the lines at fault, and whether the file is refused.
func (e *engine) judge(who, text string) (refused bool, faults string) {
	f, fs := e.parse(who, text)
	fs = f.Merge(fs, adjudicator.Judge(e.set, e.pos, board.Power(who), f.File))
	return order.Refuses(fs), faultText(fs)
}

func faultText(fs []order.Fault) string {
	var parts []string
	for _, f := range fs {
		if f.Severity != order.Unwise {
			parts = append(parts, fmt.Sprintf("line %d: %s", f.Line, f.Code))
		}
	}
	return strings.Join(parts, "; ")
}

// play plays a file with given dice and returns how many were used.
func (e *engine) play(who, text string, faces []int) (used int, short bool, err error) {
	f, fs := e.parse(who, text)
	if order.Refuses(fs) {
		return 0, false, fmt.Errorf("the engine does not understand: %s", faultText(fs))
	}
	script := dice.NewScript(faces...)
	res, err := adjudicator.Play(e.set, e.pos, board.Power(who), f.File, script)
	if end := (*dice.ScriptEnd)(nil); errors.As(err, &end) {
		return 0, true, nil
	}
	if err != nil {
		return 0, false, err
	}
	if res.Refused {
		return 0, false, fmt.Errorf("the engine refuses: %s", faultText(res.Faults))
	}
	e.pos = res.Position
	return script.Used(), false, nil
}

// snapshot is a position as lines that can be compared.
type snapshot map[string]string

func (e *engine) snapshot() snapshot {
	s := snapshot{}
	b, p := e.set.Board, e.pos
	count := map[string]map[string]int{}
	for u := range p.Units() {
		tally(count, b.Name(u.At), string(u.Owner), u.Type.String(), u.Aboard != 0, u.Damaged, u.Submerged)
	}
	s.fill(count)
	for id, owner := range p.Owners() {
		if owner != board.Nobody {
			s["owner "+b.Name(id)] = string(owner)
		}
	}
	for n := range p.Nations() {
		s["ipc "+string(n.Power())] = fmt.Sprint(n.Money())
		bought := map[string]int{}
		for t, k := range n.Bought() {
			if k > 0 {
				bought[board.UnitType(t).String()] = k
			}
		}
		s["bought "+string(n.Power())] = bag(bought)
		var names []string
		for _, t := range n.Techs() {
			names = append(names, techs[t-1])
		}
		s["tech "+string(n.Power())] = strings.Join(names, ", ")
	}
	s["winner"] = p.Winner().String()
	if p.Winner() == board.NoSide {
		s["turn"] = fmt.Sprintf("%s %s round %d", p.Power(), p.Phase(), p.Round())
	}
	return s
}

func tally(count map[string]map[string]int, at, owner, kind string, aboard, damaged, submerged bool) {
	text := owner + " " + kind
	if aboard {
		text += " aboard"
	}
	if damaged {
		text += " damaged"
	}
	if submerged {
		text += " submerged"
	}
	if count[at] == nil {
		count[at] = map[string]int{}
	}
	count[at][text]++
}

func (s snapshot) fill(count map[string]map[string]int) {
	for at, c := range count {
		var parts []string
		for _, text := range slices.Sorted(maps.Keys(c)) {
			parts = append(parts, fmt.Sprintf("%d %s", c[text], text))
		}
		s[at] = strings.Join(parts, ", ")
	}
}

func (p *pos) snapshot() snapshot {
	s := snapshot{}
	count := map[string]map[string]int{}
	for _, u := range p.units {
		tally(count, u.at, u.owner, u.kind, u.aboard != 0, u.damaged, u.submerged)
	}
	s.fill(count)
	for n, q := range p.owner {
		s["owner "+n] = q
	}
	for _, q := range p.w.powers {
		s["ipc "+q] = fmt.Sprint(p.ipc[q])
		s["bought "+q] = bag(p.bought[q])
		var names []string
		for _, t := range techs {
			if p.tech[q][t] {
				names = append(names, t)
			}
		}
		s["tech "+q] = strings.Join(names, ", ")
	}
	s["winner"] = p.winner
	if p.winner == "" {
		s["turn"] = fmt.Sprintf("%s %s round %d", p.power, p.phase, p.round)
	}
	return s
}

// differences lists where two snapshots disagree.
func differences(model, engine snapshot) []string {
	keys := maps.Clone(model)
	maps.Copy(keys, engine)
	var out []string
	for _, k := range slices.Sorted(maps.Keys(keys)) {
		if model[k] != engine[k] {
			out = append(out, fmt.Sprintf("%s: model %q, engine %q", k, model[k], engine[k]))
		}
	}
	return out
}
