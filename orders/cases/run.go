package cases

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"slices"
	"strings"

	"fieldpost/adjudicator"
	"fieldpost/adjudicator/battle"
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/dice"
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/position"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/syntax"
)

// outcome is what there is when the orders have run out.
type outcome struct {
	set     *rules.Set
	pos     *position.Position
	awaited []adjudicator.Await
	events  []event.Event
	battles []battle.Battle // as they began
	refused bool            // the last orders section was refused
	faults  []order.Fault   // its faults
	rolled  int
}

// File is a case as its author wrote it.
type File struct {
	Name string // ends in .txtar
	Text []byte
}

// ID returns the name of the file without folder and suffix.
func (f File) ID() string { return strings.TrimSuffix(path.Base(f.Name), ".txtar") }

// Result is how one case went: Diff is empty if it passed.
type Result struct {
	ID   string
	Diff []string
}

// Run runs the case.
func (f File) Run() Result { return Result{ID: f.ID(), Diff: Check(f.Name, f.Text)} }

// Find returns the case files of a file system, in the order of their names. The error is that of reading one.
func Find(fsys fs.FS) ([]File, error) {
	var files []File
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || path.Ext(name) != ".txtar" {
			return err
		}
		text, err := fs.ReadFile(fsys, name)
		files = append(files, File{Name: name, Text: text})
		return err
	})
	return files, err
}

// Check runs one case and returns what differs: nothing if it holds.
func Check(name string, data []byte) []string {
	c, err := Parse(name, data)
	if err != nil {
		return []string{err.Error()}
	}
	set, pos, err := c.position()
	if err != nil {
		return []string{err.Error()}
	}
	checks, err := c.wants(set.Board)
	if err != nil {
		return []string{err.Error()}
	}
	o, err := c.play(set, pos)
	if err != nil {
		return []string{err.Error()}
	}
	var diffs []string
	for _, ch := range checks {
		if d := ch(o); d != "" {
			diffs = append(diffs, d)
		}
	}
	if left := len(c.Dice) - o.rolled; left > 0 {
		diffs = append(diffs, fmt.Sprintf("%d dice are left over", left))
	}
	if len(diffs) > 0 && o.refused && !strings.Contains(diffs[0], "refused") {
		diffs = append(diffs, "the last orders were refused:"+o.faultList())
	}
	return diffs
}

// play files the standing orders and sends the orders sections, one after the other.
func (c *Case) play(set *rules.Set, pos *position.Position) (*outcome, error) {
	o := &outcome{set: set, pos: pos, awaited: adjudicator.Awaited(set, pos)}
	script := dice.NewScript(c.Dice...)
	for i, s := range append(slices.Clone(c.Standing), c.Orders...) {
		who, err := syntax.FindPower(set.Board, s.Power)
		if err != nil {
			return nil, malformed(s.Start-1, "%v", err)
		}
		err = o.send(who, s.Text, script)
		if end := (*dice.ScriptEnd)(nil); errors.As(err, &end) {
			return nil, fmt.Errorf("%s %s: %w", s.Name, s.Power, err)
		} else if err != nil {
			return nil, fmt.Errorf("%s %s: engine: %w", s.Name, s.Power, err)
		}
		if o.refused && i < len(c.Standing) {
			return nil, malformed(s.Start, "the standing orders of %s were refused:%s", who, o.faultList())
		}
	}
	o.rolled = script.Used()
	return o, nil
}

// send judges one mail and, unless it only asks to be checked, plays it.
func (o *outcome) send(who board.Power, text string, script *dice.Script) error {
	f := orders.Parse(text, orders.Context{Board: o.set.Board, Phase: o.pos.Phase(), Power: who})
	faults := f.Faults
	if p := f.Header.Power; p != board.Nobody && p != who {
		faults = append(faults, orders.WrongPowerFault(p))
	}
	if f.Check || order.Refuses(faults) {
		judged := adjudicator.Judge(o.set, o.pos, who, f.File)
		o.faults = f.Merge(faults, judged)
		o.refused = order.Refuses(o.faults)
		return nil
	}
	res, err := adjudicator.Play(o.set, o.pos, who, f.File, script)
	if err != nil {
		return err
	}
	after, err := o.pos.Apply(res.Events...)
	if err != nil {
		return fmt.Errorf("the events cannot be applied: %w", err)
	}
	if !res.Refused && !reflect.DeepEqual(after, res.Position) {
		return errors.New("the events do not lead to the position after them")
	}
	o.pos, o.awaited, o.faults, o.refused = res.Position, res.Awaited, res.Faults, res.Refused
	o.events = append(o.events, res.Events...)
	o.battles = append(o.battles, res.Battles...)
	return nil
}
