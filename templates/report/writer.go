package report

import (
	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders/syntax"
	"fieldpost/templates/layout"
	"fieldpost/templates/local"
	"fieldpost/templates/reader"
)

// writer writes about one game in one language.
type writer struct {
	*local.Localizer
	rules *rules.Set
}

// newWriter returns the writer of a rule set's board; nil is that of Revised. The error names a language that there
// is not.
func newWriter(set *rules.Set, lang syntax.Lang) (writer, error) {
	r := reader.Reader{Rules: set}
	l, err := r.Localizer(lang)
	return writer{l, set}, err
}

// cost is what units are worth.
func (w writer) cost(list []event.Stack) int {
	sum := 0
	for _, st := range list {
		sum += st.N * w.rules.Cost(st.Type)
	}
	return sum
}

// merge adds up equal units.
func merge(lists ...[]event.Stack) []event.Stack {
	var out []event.Stack
	for _, list := range lists {
		for _, st := range list {
			found := false
			for i := range out {
				if out[i].Power == st.Power && out[i].Type == st.Type && len(out[i].Aboard) == 0 &&
					len(st.Aboard) == 0 {
					out[i].N += st.N
					found = true
					break
				}
			}
			if !found {
				out = append(out, st)
			}
		}
	}
	return out
}

// layOut lays blocks out.
func (w writer) layOut(bs ...layout.Block) layout.Laid {
	l, err := layout.Lay(bs...)
	if err != nil {
		w.Fail(err)
	}
	return l
}
