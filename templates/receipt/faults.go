package receipt

import (
	"strconv"
	"strings"

	"fieldpost/adjudicator/order"
	"fieldpost/orders"
	"fieldpost/orders/messages"
	"fieldpost/templates/local"
)

// faultItems says each fault in one paragraph: line number, the line, what is wrong, how to mend it.
func (s writer) faultItems(fs []order.Fault, lines []string) []string {
	items := make([]string, len(fs))
	for i, f := range fs {
		items[i] = s.faultLine(f, lines, s.fault(f))
	}
	return items
}

// faultLine puts the line of a fault before what is said of it.
func (s writer) faultLine(f order.Fault, lines []string, text string) string {
	if f.Line < 1 || f.Line > len(lines) {
		return text
	}
	return s.Text("fault-line", "N", strconv.Itoa(f.Line), "Line", local.Shorten(hideKey(lines[f.Line-1])), "Text", text)
}

// Fault says what is wrong with a line and how to mend it, in sentences.
func Fault(l *local.Localizer, f order.Fault) string { return writer{l}.fault(f) }

// fault says what is wrong and how to mend it, in sentences.
func (s writer) fault(f order.Fault) string {
	what, remedy := messages.Text(f, s.Lang, s.Board)
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

// repairItems says each thing that was done to the text before it was read.
func (s writer) repairItems(rs []orders.Repair) []string {
	var items []string
	for _, r := range rs {
		if r.Text != "" {
			items = append(items, s.Text("repair-aside", "Text", local.Shorten(r.Text)))
			continue
		}
		text := asSentence(messages.Say(r.What, s.Lang))
		if r.Line > 0 {
			text = s.Text("repair-line", "N", strconv.Itoa(r.Line), "Text", text)
		}
		items = append(items, text)
	}
	return items
}
