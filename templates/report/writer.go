package report

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/event"
	"fieldpost/adjudicator/order"
	"fieldpost/adjudicator/rules"
	"fieldpost/orders"
	"fieldpost/orders/messages"
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

// faultItems says each fault in one paragraph: line number, the line, what is wrong, how to mend it.
func (w writer) faultItems(fs []order.Fault, lines []string) []string {
	items := make([]string, len(fs))
	for i, f := range fs {
		text := w.fault(f)
		if f.Line >= 1 && f.Line <= len(lines) {
			text = w.Text("fault-line", "N", strconv.Itoa(f.Line), "Line", local.Shorten(hideKey(lines[f.Line-1])),
				"Text", text)
		}
		items[i] = text
	}
	return items
}

// fault says what is wrong and how to mend it, in sentences.
func (w writer) fault(f order.Fault) string {
	what, remedy := messages.Text(f, w.Lang, w.Board)
	if remedy == "" {
		return asSentence(what)
	}
	return asSentence(what) + " " + asSentence(remedy)
}

// asSentence is a text as a sentence, with a capital and a full stop.
func asSentence(text string) string {
	text = local.Capital(text)
	if strings.HasSuffix(text, "?") || strings.HasSuffix(text, ".") || strings.HasSuffix(text, "!") {
		return text
	}
	return text + "."
}

// layOut lays blocks out.
func (w writer) layOut(bs ...layout.Block) layout.Laid {
	l, err := layout.Lay(bs...)
	if err != nil {
		w.Fail(err)
	}
	return l
}

// repairItems says each thing that was done to the text before it was read.
func (w writer) repairItems(rs []orders.Repair) []string {
	var items []string
	for _, r := range rs {
		if r.Text != "" {
			items = append(items, w.Text("repair-aside", "Text", local.Shorten(r.Text)))
			continue
		}
		text := asSentence(messages.Say(r.What, w.Lang))
		if r.Line > 0 {
			text = w.Text("repair-line", "N", strconv.Itoa(r.Line), "Text", text)
		}
		items = append(items, text)
	}
	return items
}
