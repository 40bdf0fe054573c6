package phase

import (
	"fieldpost/adjudicator/board"
	"fieldpost/adjudicator/order"
)

// AddFault notes that a line is not allowed.
func (t *Turn) AddFault(line int, code order.Code, fill ...func(*order.Fault)) {
	f := order.NewFault(line, order.NotAllowed, code)
	for _, fn := range fill {
		fn(&f)
	}
	t.Faults = append(t.Faults, f)
}

// AddHint notes that a line is legal but odd.
func (t *Turn) AddHint(line int, code order.Code, fill ...func(*order.Fault)) {
	t.AddFault(line, code, fill...)
	t.Faults[len(t.Faults)-1].Severity = order.Unwise
}

func WithUnit(t board.UnitType) func(*order.Fault) { return func(f *order.Fault) { f.Unit = t } }

func WithPower(p board.Power) func(*order.Fault) { return func(f *order.Fault) { f.Power = p } }

func WithSpace(s board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Space = s } }

func WithOther(s board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Other = s } }

func WithNumbers(have, want int) func(*order.Fault) {
	return func(f *order.Fault) { f.Have, f.Want = have, want }
}

func WithWord(w string) func(*order.Fault) { return func(f *order.Fault) { f.Word = w } }

func WithSpaces(s []board.SpaceID) func(*order.Fault) { return func(f *order.Fault) { f.Spaces = s } }

// Fault is a fault about to be noted; nil where nothing is wrong.
type Fault struct {
	Code order.Code
	Fill func(*order.Fault)
}

func NewFault(code order.Code, fill ...func(*order.Fault)) *Fault {
	return &Fault{code, func(f *order.Fault) {
		for _, fn := range fill {
			fn(f)
		}
	}}
}
